"""Soldiers go from Front to Front."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from rulesets.heros_crossing_tactics.board import Board
from rulesets.heros_crossing_tactics.ids import front_id, soldiers_id
from rulesets.heros_crossing_tactics.names import sent_words
from rulesets.heros_crossing_tactics.phases import TURN_OVER, Flanking
from rulesets.heros_crossing_tactics.pieces import OTHERS, Column, Kind
from rulesets.kit.facts import Fact
from rulesets.kit.phases import Seat
from rulesets.kit.structs import Effect
from rulesets.kit.tuples import put

if TYPE_CHECKING:
    from collections.abc import Iterable


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

    def sentence(self, board: Board) -> str:
        sent = sent_words(self.column, self.kind, self.first, self.second)
        return f"{{{self.seat}}} sends {sent}."

    def facts(self, board: Board) -> Iterable[Fact]:
        place = front_id(self.seat, self.column)
        for column, n in zip(OTHERS[self.column], (self.first, self.second), strict=True):
            if n:
                yield Fact(seat=self.seat, place=place, target=front_id(self.seat, column), kind=self.kind, value=n)
