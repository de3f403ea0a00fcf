"""The Wildcat: an additional hero of Alleria's player."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.kingdom_rush import effects as e
from rulesets.kingdom_rush.board import Board
from rulesets.kingdom_rush.geometry import BASES, name_of
from rulesets.kingdom_rush.ids import hero_id
from rulesets.kingdom_rush.names import cells_name
from rulesets.kingdom_rush.phases import Activating, PlacingWildcat, PlayCards
from rulesets.kingdom_rush.pieces import ALLERIA, WILDCAT, HeroName, SpaceId
from rulesets.kingdom_rush.rules.common import Decision, room
from rulesets.kit.play import Play, automatic, need
from rulesets.kit.structs import ChoiceForgone

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rulesets.kit.facts import Fact
    from rulesets.kit.phases import Seat

WILDCAT_POINTS = 2
"""KRR-WLD-02: Move points."""


def call_wildcat(play: Play[Board], hero: HeroName) -> None:
    """At the end of Alleria's first movement of the game the Wildcat comes (KRR-WLD-08)."""
    cat = play.board.find_hero(WILDCAT)
    if hero == ALLERIA and cat and cat.fresh:
        play.emit(e.WildcatCalled())


def _between(at: Activating) -> bool:
    """Whether Alleria is between her movement and her action."""
    return at.hero == ALLERIA and not at.points and at.may == "act"


class ActivateWildcat(Decision, frozen=True):
    """Activate the Wildcat: as an action of its own, or between Alleria's movement and her action."""

    phase = (PlayCards, Activating)
    exact = True
    title = "Activate the Wildcat"

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterable[ActivateWildcat]:
        cat = board.find_hero(WILDCAT)
        if not cat or cat.seat != seat or not cat.space or not cat.ready:
            return ()
        return (cls(),) if not isinstance(board.pending, Activating) or _between(board.pending) else ()

    def check(self, board: Board, seat: Seat) -> None:
        cat, at = board.find_hero(WILDCAT), board.pending
        need(cat and cat.seat == seat, "KRR-WLD-01")
        assert cat
        need(cat.space, "KRR-WLD-08" if cat.fresh else "KRR-WLD-07")
        need(not cat.returned, "KRR-ALL-02")
        need(cat.ready, "KRR-WLD-02")
        need(not isinstance(at, Activating) or _between(at), "KRR-WLD-03")

    def perform(self, play: Play[Board]) -> None:
        play.emit(e.HeroActivated(WILDCAT, WILDCAT_POINTS))

    def touches(self, board: Board, seat: Seat) -> tuple[str, ...]:
        return (hero_id(WILDCAT),)

    def fact(self, board: Board, seat: Seat) -> Fact:
        kept = super().fact(board, seat)
        kept.source = hero_id(WILDCAT)
        return kept

    def label(self, board: Board, seat: Seat) -> str:
        return "Activate the Wildcat"


def _where(board: Board) -> tuple[PlacingWildcat, SpaceId | None, list[str] | None]:
    """The question, Alleria's space, and the places for the base on the Horde there; None without a Horde."""
    at = PlacingWildcat.of(board)
    space = board.hero(at.hero).space
    horde = board.horde_at(space)
    return at, space, room(board, horde, WILDCAT) if horde else None


@automatic(PlacingWildcat)
def wildcat_comes(play: Play[Board]) -> None:
    """Where there is nothing to choose it comes, or stays away, by itself (KRR-WLD-08, 09)."""
    at, space, bases = _where(play.board)
    cat = play.board.find_hero(WILDCAT)
    if not cat or not space or cat.space or bases == []:
        return play.emit(ChoiceForgone() if at.forgo else e.WildcatPlaced(None))
    if at.forgo:
        return None
    if not bases:
        return play.emit(e.WildcatPlaced(space, ready=True))
    return play.emit(e.WildcatPlaced(space, bases[0], ready=True)) if len(bases) == 1 else None


class PlaceWildcat(Decision, frozen=True):
    """Put the Wildcat into Alleria's space, and on a Horde its base on four squares."""

    base: str = ""
    """The square in its north-west; empty where no Horde is."""
    phase = PlacingWildcat
    title = "Place the Wildcat"
    silent = {"base": "what follows says what it covers"}

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterable[PlaceWildcat]:
        _, _, bases = _where(board)
        return (cls(),) if bases is None else (cls(base) for base in bases)

    def check(self, board: Board, seat: Seat) -> None:
        _, _, bases = _where(board)
        need(self.base == "" if bases is None else self.base in bases, "KRR-WLD-09")

    def perform(self, play: Play[Board]) -> None:
        at, space, _ = _where(play.board)
        bench = play.board.hero(WILDCAT).bench  # KRR-ALL-02, 03
        play.emit(e.WildcatPlaced(space, self.base or None, ready=bench or not at.forgo))

    def touches(self, board: Board, seat: Seat) -> tuple[str, ...]:
        return (hero_id(WILDCAT),)

    def fact(self, board: Board, seat: Seat) -> Fact:
        kept = super().fact(board, seat)
        kept.card, kept.choice = hero_id(WILDCAT), "yes"
        return kept

    def label(self, board: Board, seat: Seat) -> str:
        return f"Put the Wildcat on {cells_name(name_of(BASES[self.base]))}" if self.base else "Place the Wildcat"


class KeepWildcat(Decision, frozen=True):
    """Leave the Wildcat on the board (KRR-ALL-01: she may place it)."""

    phase = PlacingWildcat
    title = "Keep the Wildcat away"

    def check(self, board: Board, seat: Seat) -> None:
        at, _, _ = _where(board)
        need(at.forgo, "KRR-WLD-08")

    def perform(self, play: Play[Board]) -> None:
        play.emit(ChoiceForgone())

    def touches(self, board: Board, seat: Seat) -> tuple[str, ...]:
        return (hero_id(WILDCAT),)

    def fact(self, board: Board, seat: Seat) -> Fact:
        kept = super().fact(board, seat)
        kept.card, kept.choice = hero_id(WILDCAT), "no"
        return kept

    def label(self, board: Board, seat: Seat) -> str:
        return "Keep the Wildcat away"
