"""Flank: move Soldiers out of a Front. One decision for each type, so that every outcome has exactly one path."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.heros_crossing_tactics import effects as e
from rulesets.heros_crossing_tactics.board import Board
from rulesets.heros_crossing_tactics.ids import front_id, soldiers_id
from rulesets.heros_crossing_tactics.names import sent_words
from rulesets.heros_crossing_tactics.phases import Flanking, Turn
from rulesets.heros_crossing_tactics.pieces import Column
from rulesets.heros_crossing_tactics.rules.common import need_ready_front, ready_columns
from rulesets.kit.facts import Fact
from rulesets.kit.play import Play, need
from rulesets.kit.structs import Action

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rulesets.heros_crossing_tactics.pieces import Kind
    from rulesets.kit.phases import Seat


class Flank(Action[Board], frozen=True):
    """Activate a Front to move its Soldiers; with none there, it is the turn that does nothing (HCT-AMB-07).

    The value of its row is how many Soldiers there are to move.
    """

    column: Column
    phase = Turn

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterable[Flank]:
        return (cls(column) for column in ready_columns(board, seat))

    def check(self, board: Board, seat: Seat) -> None:
        need_ready_front(board, seat, self.column)

    def perform(self, play: Play[Board]) -> None:
        kinds = play.board.front(play.seat, self.column).soldiers.kinds
        play.emit(e.FrontActivated(play.seat, self.column, "flank"))
        if kinds:
            play.emit(e.Asked(Flanking(self.column, kinds)))

    def touches(self, board: Board, seat: Seat) -> tuple[str, ...]:
        kinds = board.front(seat, self.column).soldiers.kinds
        return tuple(soldiers_id(seat, self.column, kind) for kind in kinds)

    def label(self, board: Board, seat: Seat) -> str:
        return f"Flank from Front {self.column}"

    def fact(self, board: Board, seat: Seat) -> Fact:
        return Fact(place=front_id(seat, self.column), value=board.front(seat, self.column).soldiers.total)


class Send(Action[Board], frozen=True):
    """How many Soldiers of one type go to each of the two other Fronts; the rest stay.

    The value of its row is how many go.
    """

    title = "Send Soldiers"
    kind: str
    first: int = 0
    """To the lower of the other columns."""
    second: int = 0
    """To the higher one."""
    phase = Flanking
    exact = True  # up to 136 of them

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterable[Send]:
        kind, most = _sending(board, seat)
        return (cls(kind, first, second) for first in range(most + 1) for second in range(most + 1 - first))

    def check(self, board: Board, seat: Seat) -> None:
        kind, most = _sending(board, seat)
        need(self.kind == kind, "HCT-FLK-03")
        need(self.first >= 0 and self.second >= 0, "HCT-FLK-04")
        need(self.first + self.second <= most, "HCT-FLK-01")

    def perform(self, play: Play[Board]) -> None:
        pending = Flanking.of(play.board)
        kind = pending.kinds[0]
        play.emit(e.SoldiersFlanked(play.seat, pending.column, kind, self.first, self.second))

    def label(self, board: Board, seat: Seat) -> str:
        kind, _ = _sending(board, seat)
        return f"Send {sent_words(Flanking.of(board).column, kind, self.first, self.second)}"

    def fact(self, board: Board, seat: Seat) -> Fact:
        place = front_id(seat, Flanking.of(board).column)
        return Fact(place=place, kind=self.kind, value=self.first + self.second)


def _sending(board: Board, seat: Seat) -> tuple[Kind, int]:
    """The type to be sent now, and how many there are."""
    pending = Flanking.of(board)
    kind = pending.kinds[0]
    return kind, board.front(seat, pending.column).soldiers.count(kind)
