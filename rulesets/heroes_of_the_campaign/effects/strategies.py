"""What strategy cards do, and where they go."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from rulesets.heroes_of_the_campaign.board import Board
from rulesets.heroes_of_the_campaign.effects import common
from rulesets.heroes_of_the_campaign.ids import HeroName, card_id, hero_id
from rulesets.heroes_of_the_campaign.names import hero_words
from rulesets.heroes_of_the_campaign.pieces import Hero
from rulesets.kit.facts import Fact
from rulesets.kit.phases import seats_of
from rulesets.kit.play import need
from rulesets.kit.tuples import insert, without

if TYPE_CHECKING:
    from collections.abc import Iterable


class CardShown(common.OfCard, frozen=True):
    """A hidden card is revealed as it is used. A card that this board did not know is one of its unknown ones."""

    mark = "reveal"
    silent = {"returns": "events return, and no other card"}
    returns: bool
    """It is an event: it goes back to the hand, and is known from now on."""

    def apply(self, board: Board) -> Board:
        side = board.side(self.seat)
        known = self.card in side.hand
        hand, unknown = (without(side.hand, self.card), side.unknown) if known else (side.hand, side.unknown - 1)
        shown = side.shown
        if self.returns:
            hand, shown = insert(hand, self.card), insert(shown, self.card)
        return board.with_side(self.seat, replace(side, hand=hand, unknown=unknown, shown=shown))


class EventUsed(common.OfCard, frozen=True):
    """An event takes effect."""

    def apply(self, board: Board) -> Board:
        side = board.side(self.seat)
        return board.with_side(self.seat, replace(side, used=insert(side.used, self.card)))

    def sentence(self, board: Board) -> str:
        return f"{{{self.seat}}} uses {board.components.name_of(self.card)}."


class LawEnacted(common.OfCard, frozen=True):
    """A law is in effect."""

    def apply(self, board: Board) -> Board:
        side, clock = board.side(self.seat), board.clock + 1
        side = replace(side, laws=(*side.laws, self.card), enacted_at=(*side.enacted_at, clock))
        return replace(board.with_side(self.seat, side), clock=clock)

    def sentence(self, board: Board) -> str:
        return f"{{{self.seat}}} enacts {board.components.name_of(self.card)}."


class LawBroken(common.OfCard, frozen=True):
    """A law leaves the game. In its row `kind` is whose hero or card broke it: `own` or `opposing`."""

    adjustable = True
    by: HeroName | None = None

    def apply(self, board: Board) -> Board:
        side = board.side(self.seat)
        index = side.laws.index(self.card)
        enacted_at = side.enacted_at[:index] + side.enacted_at[index + 1 :]
        laws, removed = without(side.laws, self.card), (*side.removed, self.card)
        return board.with_side(self.seat, replace(side, laws=laws, enacted_at=enacted_at, removed=removed))

    def check(self, board: Board) -> None:
        need(self.seat in seats_of(board) and self.card in board.side(self.seat).laws, "HOC-LAW-03")
        need(self.by is None or any(hero.name == self.by for hero in board.heroes), "HOC-GLD-02")

    def sentence(self, board: Board) -> str:
        return f"{{{self.seat}}}'s {board.components.name_of(self.card)} is broken and out of the game."

    def facts(self, board: Board) -> Iterable[Fact]:
        fact = common.did_fact(board, self.by, seat=self.seat, kind=common.whose(board, self.seat, self.by))
        fact.card = board.components.ids[self.card]
        return (fact,)


class SupportDeployed(common.OfCard, frozen=True):
    """A support counts as a hero from now on."""

    def apply(self, board: Board) -> Board:
        clock = board.clock + 1
        support = Hero(f"{self.seat}.{self.card}", self.seat, self.card, support=True, came=clock)
        return replace(board, heroes=(*board.heroes, support), clock=clock)

    def touches(self) -> tuple[str, ...]:
        return hero_id(f"{self.seat}.{self.card}"), card_id(self.seat, self.card)

    def sentence(self, board: Board) -> str:
        return f"{{{self.seat}}} deploys {board.components.name_of(self.card)}."


class ManeuverLearned(common.OfCard, frozen=True):
    """A hero has a maneuver for the rest of the game."""

    hero: HeroName

    def apply(self, board: Board) -> Board:
        hero, clock = board.hero(self.hero), board.clock + 1
        hero = replace(hero, learned=(*hero.learned, self.card), learned_at=(*hero.learned_at, clock))
        return replace(board.with_hero(hero), clock=clock)

    def touches(self) -> tuple[str, ...]:
        return hero_id(self.hero), card_id(self.seat, self.card)

    def sentence(self, board: Board) -> str:
        return f"{hero_words(board, self.hero)} learns {board.components.name_of(self.card)}."

    def facts(self, board: Board) -> Iterable[Fact]:
        card, hero = board.components.ids[self.card], common.owned_id(board, self.hero)
        return (Fact(seat=self.seat, card=card, target=hero),)
