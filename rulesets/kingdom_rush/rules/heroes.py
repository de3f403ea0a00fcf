"""The Hero card: an activated hero moves, engages, and performs one action."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.kingdom_rush import effects as e
from rulesets.kingdom_rush.board import Board
from rulesets.kingdom_rush.geometry import BASES, FACINGS, QUARTER, name_of
from rulesets.kingdom_rush.ids import hero_card_id, hero_id, horde_id
from rulesets.kingdom_rush.names import cells_name, facing_words, hero_name, space_name
from rulesets.kingdom_rush.phases import Activating, Engaging, PlayCards
from rulesets.kingdom_rush.pieces import WILDCAT, Hero, HeroName, SpaceId
from rulesets.kingdom_rush.rules.common import Decision, has_room, max_health, room, shut
from rulesets.kingdom_rush.rules.wildcat import WILDCAT_POINTS, call_wildcat
from rulesets.kit.play import Play, automatic, need

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rulesets.kit.facts import Fact
    from rulesets.kit.phases import Seat


def move_points(board: Board, hero: HeroName) -> int:
    """How many spaces a hero moves in an activation."""
    return WILDCAT_POINTS if hero == WILDCAT else board.components.hero[hero].move


def closed(board: Board, at: Activating, rule: str) -> str:
    """The rule by which something is no part of an activation: a Bench Hero only attacks, the Wildcat only moves."""
    if at.hero == WILDCAT:
        return "KRR-WLD-02"
    return "KRR-SLO-09" if board.hero(at.hero).bench else rule


class ActivateHero(Decision, frozen=True):
    """Play the Hero card."""

    phase = PlayCards
    exact = True
    title = "Activate the hero"

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterable[ActivateHero]:
        hero = board.hero_of(seat)
        return (cls(),) if hero and hero.ready and not hero.down else ()

    def check(self, board: Board, seat: Seat) -> None:
        hero = board.hero_of(seat)
        assert hero
        need(not hero.down and not hero.returned, "KRR-HRO-02")
        need(hero.ready, "KRR-HRO-01")

    def perform(self, play: Play[Board]) -> None:
        hero = play.board.hero_of(play.seat)
        assert hero
        play.emit(e.HeroActivated(hero.name, move_points(play.board, hero.name)))

    def touches(self, board: Board, seat: Seat) -> tuple[str, ...]:
        return (hero_card_id(board.side(seat).hero),)

    def fact(self, board: Board, seat: Seat) -> Fact:
        kept = super().fact(board, seat)
        kept.source = hero_id(board.side(seat).hero)
        return kept

    def label(self, board: Board, seat: Seat) -> str:
        hero = board.hero_of(seat)
        return f"Activate {hero_name(board, hero.name)}" if hero else "Activate the hero"


# --- movement


OUT_AND_BACK = 2
"""Move points for which a hero leaves its space and comes back (KRR-AMB-69)."""


def reachable(board: Board, hero: Hero, points: int) -> Iterable[SpaceId]:
    """Where a hero gets to; from its board the first point brings it next to an Exit (KRR-MOV-01, 06, KRR-AMB-54)."""
    field = board.field
    if hero.space:
        back = (hero.space,) if points >= OUT_AND_BACK and field.near[hero.space] else ()
        return (*field.walk[hero.space, points], *back)
    return dict.fromkeys(s for entry in field.entries for s in (entry, *field.walk[entry, points - 1]))


@automatic(Activating)
def activation_goes_on(play: Play[Board]) -> None:
    """A hero that has moved and acted is finished."""
    at = Activating.of(play.board)
    if not at.points and not at.may:
        play.emit(e.ActivationEnded(at.hero))


class MoveHero(Decision, frozen=True):
    """Move to a space, along any way; on a Horde the hero then engages."""

    space: SpaceId
    """Where it ends; its own, if it leaves that and comes back."""
    phase = Activating
    exact = True  # all spaces in reach
    title = "Move the hero"
    columns = {"space": "place"}

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterable[MoveHero]:
        at = Activating.of(board)
        if not at.points:
            return []
        shut_off = shut(board, at.hero)
        return [cls(s) for s in reachable(board, board.hero(at.hero), at.points) if s not in shut_off]

    def check(self, board: Board, seat: Seat) -> None:
        at = Activating.of(board)
        hero = board.hero(at.hero)
        need(at.points, closed(board, at, "KRR-HRO-04"))
        need(self.space not in board.field.exits, "KRR-MOV-11")
        need(self.space in board.field.where, "KRR-MOV-03")
        need(self.space in reachable(board, hero, at.points), "KRR-MOV-01" if hero.space else "KRR-MOV-06")
        need_standing(board, at.hero, self.space)

    def perform(self, play: Play[Board]) -> None:
        at, horde = Activating.of(play.board), play.board.horde_at(self.space)
        play.emit(e.HeroMoved(at.hero, self.space, horde is not None))
        if horde is None:
            call_wildcat(play, at.hero)

    def touches(self, board: Board, seat: Seat) -> tuple[str, ...]:
        return (hero_id(Activating.of(board).hero),)

    def label(self, board: Board, seat: Seat) -> str:
        hero = board.hero(Activating.of(board).hero)
        if hero.space == self.space:
            return f"Let {hero_name(board, hero.name)} leave {space_name(board, self.space)} and come back"
        return f"Move {hero_name(board, hero.name)} to {space_name(board, self.space)}"


def need_standing(board: Board, hero: HeroName, space: SpaceId) -> None:
    """A hero may end its movement there."""
    need(all(tower.site != space for tower in board.towers), "KRR-MOV-04")
    need(all(barrier.space != space for barrier in board.barriers), "KRR-PBK-07")
    if horde := board.horde_at(space):
        need(not horde.level, "KRR-POR-12")
        need(has_room(board, horde, hero), "KRR-MOV-05")


# --- engaging


class Engage(Decision, frozen=True):
    """Put the hero's base on four squares of the Horde in its space."""

    base: str
    """The square in its north-west."""
    phase = Engaging
    exact = True
    title = "Engage a Horde"
    columns = {"base": "choice"}

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterable[Engage]:
        at = Engaging.of(board)
        horde = board.horde_at(board.hero(at.hero).space)
        assert horde
        return (cls(base) for base in room(board, horde, at.hero))

    def check(self, board: Board, seat: Seat) -> None:
        at = Engaging.of(board)
        horde = board.horde_at(board.hero(at.hero).space)
        assert horde
        mask = BASES.get(self.base, 0)
        need(mask and not mask & (board.covered(horde) | board.face(horde).bars), "KRR-ENG-02")
        need(self.base in room(board, horde, at.hero), "KRR-ENG-04")

    def perform(self, play: Play[Board]) -> None:
        at = Engaging.of(play.board)
        horde = play.board.horde_at(play.board.hero(at.hero).space)
        assert horde
        play.emit(e.HeroEngaged(at.hero, horde.card, self.base))
        call_wildcat(play, at.hero)

    def touches(self, board: Board, seat: Seat) -> tuple[str, ...]:
        return (hero_id(Engaging.of(board).hero),)

    def fact(self, board: Board, seat: Seat) -> Fact:
        kept = super().fact(board, seat)
        horde = board.horde_at(board.hero(Engaging.of(board).hero).space)
        kept.target = horde_id(horde.card) if horde else None
        return kept

    def label(self, board: Board, seat: Seat) -> str:
        at = Engaging.of(board)
        return f"Put {hero_name(board, at.hero)} on {cells_name(name_of(BASES[self.base]))}"


# --- actions


class BasicAttack(Decision, frozen=True):
    """Perform the basic attack, facing a way."""

    facing: str
    phase = Activating
    exact = True
    title = "Basic attack"
    columns = {"facing": "kind"}

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterable[BasicAttack]:
        at = Activating.of(board)
        if not at.may or not board.hero(at.hero).space:
            return []
        return [cls(facing) for facing in board.components.facings[at.hero]]

    def check(self, board: Board, seat: Seat) -> None:
        at = Activating.of(board)
        need(at.may, closed(board, at, "KRR-HRO-05"))
        need(board.hero(at.hero).space, "KRR-HRO-07")
        need(self.facing in board.components.facings[at.hero], "KRR-MOV-08")

    def perform(self, play: Play[Board]) -> None:
        play.emit(e.HeroAttacked(Activating.of(play.board).hero, FACINGS[QUARTER[self.facing]]))

    def touches(self, board: Board, seat: Seat) -> tuple[str, ...]:
        return (hero_id(Activating.of(board).hero),)

    def label(self, board: Board, seat: Seat) -> str:
        hero = Activating.of(board).hero
        turns = len(board.components.facings[hero]) > 1
        return f"Attack with {hero_name(board, hero)}{facing_words(self.facing) if turns else ''}"


class Recover(Decision, frozen=True):
    """Set health to the maximum, and turn all ability tiles face up."""

    phase = Activating
    exact = True

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterable[Recover]:
        return (cls(),) if Activating.of(board).may in ("act", "again") else ()

    def check(self, board: Board, seat: Seat) -> None:
        at = Activating.of(board)
        need(at.may in ("act", "again"), closed(board, at, "KRR-REC-02"))

    def perform(self, play: Play[Board]) -> None:
        hero = Activating.of(play.board).hero
        play.emit(e.HeroRecovered(hero, max_health(play.board, hero)))

    def touches(self, board: Board, seat: Seat) -> tuple[str, ...]:
        return (hero_id(Activating.of(board).hero),)

    def fact(self, board: Board, seat: Seat) -> Fact:
        kept = super().fact(board, seat)
        hero = board.hero(Activating.of(board).hero)
        kept.value = max_health(board, hero.name) - hero.health
        return kept

    def label(self, board: Board, seat: Seat) -> str:
        return f"Let {hero_name(board, Activating.of(board).hero)} recover"


class EndActivation(Decision, frozen=True):
    """Do no more with this hero: moving and acting are optional (KRR-HRO-03)."""

    phase = Activating
    exact = True
    title = "Do no more with the hero"

    def perform(self, play: Play[Board]) -> None:
        play.emit(e.ActivationEnded(Activating.of(play.board).hero))

    def touches(self, board: Board, seat: Seat) -> tuple[str, ...]:
        return (hero_id(Activating.of(board).hero),)

    def label(self, board: Board, seat: Seat) -> str:
        return f"Do no more with {hero_name(board, Activating.of(board).hero)}"
