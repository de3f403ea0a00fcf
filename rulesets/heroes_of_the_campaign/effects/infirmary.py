"""What happens to heroes: wounds, healing, the infirmary, statuses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from rulesets.heroes_of_the_campaign.board import Board
from rulesets.heroes_of_the_campaign.effects import common
from rulesets.heroes_of_the_campaign.ids import HeroName, Place, card_of
from rulesets.heroes_of_the_campaign.names import (
    gained_words,
    hero_words,
    left_words,
    lost_words,
    source_words,
    wound_words,
)
from rulesets.heroes_of_the_campaign.phases import Fighting, at_work
from rulesets.heroes_of_the_campaign.pieces import Held, Hero
from rulesets.heroes_of_the_campaign.words.terms import CAMP, INFIRMARY
from rulesets.kit.cards import LARGEST
from rulesets.kit.facts import Fact
from rulesets.kit.phases import seats_of
from rulesets.kit.play import need
from rulesets.kit.words import counted

if TYPE_CHECKING:
    from collections.abc import Iterable


def need_hero(board: Board, name: HeroName) -> Hero:
    """The hero of that name. Refused if there is none on the table."""
    hero = next((hero for hero in board.heroes if hero.name == name), None)
    need(hero, "HOC-GLD-02")
    assert hero is not None
    return hero


def need_maker(board: Board, name: HeroName | None) -> None:
    """Whoever did it is on the table, or nobody did."""
    if name is not None:
        need_hero(board, name)


class HeroWounded(common.OfHero, frozen=True):
    """A hero was dealt wounds and took `value` of them.

    In its row `kind` is `attack` or `defence` for a blow of that fighter in a combat; else it says whose the card was:
    `own` or `opposing`. Wounds that it was protected from are a row `WoundsPrevented`; where none were dealt, none is.
    """

    adjustable = True
    dealt: int
    value: int
    by: HeroName | None = None

    def apply(self, board: Board) -> Board:
        if not self.value:
            return board
        hero = board.hero(self.hero)
        return board.with_hero(replace(hero, wounds=hero.wounds + self.value))

    def check(self, board: Board) -> None:
        need(need_hero(board, self.hero).at_side, "HOC-INF-12")
        need_maker(board, self.by)
        need(0 <= self.value <= LARGEST and 0 <= self.dealt <= LARGEST, "HOC-INF-01")

    def sentence(self, board: Board) -> str:
        if not (self.dealt or self.value):
            return ""
        words = wound_words(board, self.hero, self.dealt, self.value)
        return f"{hero_words(board, self.hero)} {words}{_source_words(board, self.hero, self.by)}."

    def facts(self, board: Board) -> Iterable[Fact]:
        kind = _blow(board, self.by) or common.whose(board, int(self.hero[0]), self.by)
        if self.dealt or self.value:
            yield common.hero_fact(board, self.hero, self.by, kind=kind, value=self.value)
        if self.dealt > self.value:
            prevented = self.dealt - self.value
            yield common.hero_fact(board, self.hero, self.by, type="WoundsPrevented", kind=kind, value=prevented)


def _source_words(board: Board, hero: HeroName, by: HeroName | None) -> str:
    """Who or what wounded a hero, where it is neither a blow of a combat nor the hero itself."""
    if _blow(board, by) or by == hero:
        return ""
    run = at_work(board.pending)
    return f" from {hero_words(board, by)}" if by else f" from {source_words(board, run.home)}" if run else ""


def _blow(board: Board, by: HeroName | None) -> str:
    """Whose blow of the combat under way it is; empty if it is none."""
    fight = board.pending
    if not isinstance(fight, Fighting) or by not in (fight.attacker, fight.defender):
        return ""
    return "attack" if by == fight.attacker else "defence"


class HeroHealed(common.OfHero, frozen=True):
    """Wounds were taken off a hero: `value` of `asked`."""

    adjustable = True
    silent = {"asked": "is printed on the card; the hero had no more than `value`, or cannot be healed"}
    asked: int
    value: int
    by: HeroName | None = None

    def apply(self, board: Board) -> Board:
        if not self.value:
            return board
        hero = board.hero(self.hero)
        return board.with_hero(replace(hero, wounds=hero.wounds - self.value))

    def check(self, board: Board) -> None:
        hero = need_hero(board, self.hero)
        need_maker(board, self.by)
        need(0 <= self.value <= min(self.asked, hero.wounds), "HOC-HEA-01")
        need(hero.at_side or not self.value, "HOC-INF-06")

    def sentence(self, board: Board) -> str:
        hero = hero_words(board, self.hero)
        left = board.hero(self.hero).wounds - self.value
        if self.value:
            return f"{hero} is healed of {counted(self.value, 'wound')} and has {left_words(left)}."
        return f"{hero} cannot be healed." if left else f"{hero} has no wound to heal."

    def facts(self, board: Board) -> Iterable[Fact]:
        return (common.hero_fact(board, self.hero, self.by, value=self.value),)


class HeroSentToInfirmary(common.OfHero, frozen=True):
    """A hero went to the infirmary, with as many wounds as its resistance: `value`.

    In its row `place` is where it was, `kind` whose hero or card did it: `own` or `opposing`.
    """

    adjustable = True
    title = "Sent to the infirmary"
    to = INFIRMARY
    value: int
    left: Place = CAMP
    """Where it was."""
    by: HeroName | None = None

    def apply(self, board: Board) -> Board:
        return board.with_hero(replace(board.hero(self.hero), wounds=self.value, place=INFIRMARY, arrived=0))

    def check(self, board: Board) -> None:
        hero = need_hero(board, self.hero)
        need(hero.at_side and hero.place == self.left, "HOC-INF-01")
        need_maker(board, self.by)
        need(1 <= self.value <= LARGEST, "HOC-INF-04")

    def sentence(self, board: Board) -> str:
        hero, wounds = hero_words(board, self.hero), board.hero(self.hero).wounds
        if wounds < self.value:
            return f"{hero} is sent to the infirmary."
        return f"{hero} goes to the infirmary: {counted(wounds, 'wound')}, resistance {self.value}."

    def facts(self, board: Board) -> Iterable[Fact]:
        kind, place = common.whose(board, int(self.hero[0]), self.by), common.owned_id(board, self.left)
        return (common.hero_fact(board, self.hero, self.by, kind=kind, place=place, value=self.value),)


class HeroLeftInfirmary(common.OfHero, frozen=True):
    """A hero in the infirmary was healed: it is in the camp, with the wounds that are left: `value`.

    In its row `value` is how many wounds were taken off, as in that of `HeroHealed`.
    """

    adjustable = True
    title = "Left the infirmary"
    to = CAMP
    value: int
    by: HeroName | None = None

    def apply(self, board: Board) -> Board:
        return board.with_hero(replace(board.hero(self.hero), wounds=self.value, place=CAMP))

    def check(self, board: Board) -> None:
        hero = need_hero(board, self.hero)
        need_maker(board, self.by)
        need(not hero.at_side and 0 <= self.value < hero.wounds, "HOC-INF-06")

    def sentence(self, board: Board) -> str:
        return f"{hero_words(board, self.hero)} leaves the infirmary with {left_words(self.value)}."

    def facts(self, board: Board) -> Iterable[Fact]:
        healed = board.hero(self.hero).wounds - self.value
        return (common.hero_fact(board, self.hero, self.by, value=healed),)


class InfirmaryWoundsAdjusted(common.OfHero, frozen=True):
    """The wounds of a hero in the infirmary followed its resistance: now they are `value`."""

    title = "Wounds in the infirmary changed"
    value: int

    def apply(self, board: Board) -> Board:
        return board.with_hero(replace(board.hero(self.hero), wounds=self.value))

    def sentence(self, board: Board) -> str:
        return f"{hero_words(board, self.hero)} in the infirmary now has {counted(self.value, 'wound')}."

    def facts(self, board: Board) -> Iterable[Fact]:
        return (common.hero_fact(board, self.hero, None, value=self.value),)


class StatusApplied(common.OfHero, frozen=True):
    """A hero got a status. In its row `kind` is which, `card` the list of actions that put it."""

    adjustable = True
    held: Held

    def apply(self, board: Board) -> Board:
        hero = board.hero(self.hero)
        held = replace(self.held, since=board.clock + 1)
        return replace(board.with_hero(replace(hero, held=(*hero.held, held))), clock=board.clock + 1)

    def check(self, board: Board) -> None:
        need_hero(board, self.hero)
        need_maker(board, self.held.hero)
        need(self.held.seat in seats_of(board) and self.held.name in board.components.statuses, "HOC-GLD-02")
        need(card_of(self.held.source) in board.components.cards, "HOC-GLD-02")

    def sentence(self, board: Board) -> str:
        return f"{hero_words(board, self.hero)} {gained_words(board, self.held)}."

    def facts(self, board: Board) -> Iterable[Fact]:
        return (_status_fact(board, self.hero, self.held.name, self.held),)


class StatusEnded(common.OfHero, frozen=True):
    """A status on a hero ended: the `index`-th of those that it has, from 0. `kind` is its name.

    Its row is that of `StatusApplied`.
    """

    adjustable = True
    kind: str
    index: int

    def apply(self, board: Board) -> Board:
        hero = board.hero(self.hero)
        held = hero.held[: self.index] + hero.held[self.index + 1 :]
        return board.with_hero(replace(hero, held=held))

    def check(self, board: Board) -> None:
        held = need_hero(board, self.hero).held
        need(0 <= self.index < len(held) and held[self.index].name == self.kind, "HOC-GLD-02")

    def sentence(self, board: Board) -> str:
        return f"{hero_words(board, self.hero)} {lost_words(board, self.kind)}."

    def facts(self, board: Board) -> Iterable[Fact]:
        return (_status_fact(board, self.hero, self.kind, board.hero(self.hero).held[self.index]),)


def _status_fact(board: Board, hero: HeroName, name: str, held: Held) -> Fact:
    """A row of a status on a hero: which it is, and which list of actions of which hero or card put it."""
    ids = board.components.ids
    card, maker = ids.get(held.source), ids.get(card_of(held.source))
    return Fact(
        seat=int(hero[0]),
        target=common.owned_id(board, hero),
        kind="unnamed" if "." in name else name,
        card=card,
        source=common.owned_id(board, held.hero) if held.hero else maker,
    )
