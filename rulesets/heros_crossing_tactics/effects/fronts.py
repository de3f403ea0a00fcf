"""How heroes and Soldiers come into Fronts, and from one to another."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from rulesets.heros_crossing_tactics.board import Board
from rulesets.heros_crossing_tactics.ids import front_id, soldiers_id
from rulesets.heros_crossing_tactics.names import named
from rulesets.heros_crossing_tactics.phases import TURN_OVER, Flanking
from rulesets.heros_crossing_tactics.pieces import KINDS, NONE, OTHERS, CardId, Column, Kind, Soldiers
from rulesets.kit.facts import Fact
from rulesets.kit.phases import Seat
from rulesets.kit.structs import Effect
from rulesets.kit.tuples import insert, put, without

if TYPE_CHECKING:
    from collections.abc import Iterable


class HeroPlaced(Effect[Board], frozen=True):
    """A new hero joins a Front, at its bottom."""

    seat: Seat
    column: Column
    card: CardId

    def apply(self, board: Board) -> Board:
        side = board.sides[self.seat - 1]
        front = side.fronts[self.column - 1]
        front = replace(front, heroes=(*front.heroes, self.card))
        side = replace(side, fronts=put(side.fronts, self.column - 1, front), hand=without(side.hand, self.card))
        return replace(board, sides=put(board.sides, self.seat - 1, side))

    def touches(self) -> tuple[str, ...]:
        return (f"card:{self.card}", front_id(self.seat, self.column))

    def says(self, board: Board) -> str:
        return f"Places {named(board, self.card)} in Front {self.column}."

    def facts(self, board: Board) -> Iterable[Fact]:
        return (Fact(seat=self.seat, card=self.card, place=front_id(self.seat, self.column)),)


class HeroReplaced(Effect[Board], frozen=True):
    """A hero of the next level takes the place of another, which is discarded. The value of its row is the slot."""

    seat: Seat
    column: Column
    slot: int
    """From 1, the top."""
    old: CardId
    new: CardId

    def apply(self, board: Board) -> Board:
        side = board.sides[self.seat - 1]
        front = side.fronts[self.column - 1]
        front = replace(front, heroes=put(front.heroes, self.slot - 1, self.new))
        side = replace(side, fronts=put(side.fronts, self.column - 1, front), hand=without(side.hand, self.new))
        return replace(board, sides=put(board.sides, self.seat - 1, side), discard=insert(board.discard, self.old))

    def touches(self) -> tuple[str, ...]:
        return (f"card:{self.new}", f"card:{self.old}", front_id(self.seat, self.column))

    def says(self, board: Board) -> str:
        return f"Replaces {named(board, self.old)} with {named(board, self.new)} in Front {self.column}."

    def facts(self, board: Board) -> Iterable[Fact]:
        place = front_id(self.seat, self.column)
        return (Fact(seat=self.seat, card=self.new, place=place, target=f"card:{self.old}", value=self.slot),)


class SoldiersGained(Effect[Board], frozen=True):
    """Cubes go from the supply to a Front; `missed` ones were not there to be had.

    A row for each type that was gained, and one (`SoldiersMissed`) for each that was missed: the value is how many.
    """

    seat: Seat
    column: Column
    gained: Soldiers
    missed: Soldiers = NONE

    def apply(self, board: Board) -> Board:
        side = board.sides[self.seat - 1]
        front = side.fronts[self.column - 1]
        front = replace(front, soldiers=front.soldiers + self.gained)
        side = replace(side, fronts=put(side.fronts, self.column - 1, front))
        return replace(board, supply=board.supply - self.gained, sides=put(board.sides, self.seat - 1, side))

    def touches(self) -> tuple[str, ...]:
        return (
            front_id(self.seat, self.column),
            *(soldiers_id(self.seat, self.column, kind) for kind in self.gained.kinds),
        )

    def says(self, board: Board) -> str:
        if board.round == 0:
            return ""
        missed = f" The supply lacks {self.missed.words()}." if self.missed else ""
        return f"Front {self.column} gains {self.gained.words()}.{missed}"

    def facts(self, board: Board) -> Iterable[Fact]:
        place = front_id(self.seat, self.column)
        for kind in KINDS:
            for name, soldiers in (("", self.gained), ("SoldiersMissed", self.missed)):
                if n := soldiers.count(kind):
                    yield Fact(type=name, seat=self.seat, place=place, kind=kind, value=n)


class FlankStarted(Effect[Board], frozen=True):
    """Soldiers of some types may leave a Front."""

    column: Column
    kinds: tuple[Kind, ...]

    def apply(self, board: Board) -> Board:
        return replace(board, pending=Flanking(self.column, self.kinds))


class SoldiersFlanked(Effect[Board], frozen=True):
    """Soldiers of one type move to the two other Fronts: a row for each that gets some, its value is how many."""

    seat: Seat
    column: Column
    kind: Kind
    first: int = 0
    """To the lower of the other columns."""
    second: int = 0
    """To the higher one."""

    def apply(self, board: Board) -> Board:
        side = board.sides[self.seat - 1]
        fronts = list(side.fronts)
        low, high = OTHERS[self.column]
        for column, n in ((self.column, -self.first - self.second), (low, self.first), (high, self.second)):
            if n:
                front = fronts[column - 1]
                fronts[column - 1] = replace(front, soldiers=front.soldiers.plus(self.kind, n))
        pending = board.pending
        assert isinstance(pending, Flanking)
        rest = pending.kinds[1:]
        one, two, three = fronts
        return replace(
            board,
            sides=put(board.sides, self.seat - 1, replace(side, fronts=(one, two, three))),
            pending=Flanking(self.column, rest) if rest else TURN_OVER,
        )

    def touches(self) -> tuple[str, ...]:
        low, high = OTHERS[self.column]
        moved = ((self.column, self.first + self.second), (low, self.first), (high, self.second))
        return tuple(soldiers_id(self.seat, column, self.kind) for column, n in moved if n)

    def says(self, board: Board) -> str:
        low, high = OTHERS[self.column]
        sent = [
            f"{n} {self.kind.capitalize()} to Front {column}"
            for column, n in ((low, self.first), (high, self.second))
            if n
        ]
        return f"Front {self.column} sends {' and '.join(sent)}." if sent else ""

    def facts(self, board: Board) -> Iterable[Fact]:
        place = front_id(self.seat, self.column)
        for column, n in zip(OTHERS[self.column], (self.first, self.second), strict=True):
            if n:
                yield Fact(seat=self.seat, place=place, target=front_id(self.seat, column), kind=self.kind, value=n)
