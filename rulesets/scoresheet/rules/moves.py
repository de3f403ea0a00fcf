"""Moves of the game itself, and the turn that passes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.kit.facts import Fact
from rulesets.kit.phases import seats_of
from rulesets.kit.play import Play, need
from rulesets.kit.structs import Action
from rulesets.scoresheet import effects as e
from rulesets.scoresheet.board import Board
from rulesets.scoresheet.effects.moving import move_fact
from rulesets.scoresheet.ids import seat_id
from rulesets.scoresheet.names import move_label
from rulesets.scoresheet.phases import Free, Turn

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rulesets.kit.phases import Seat
    from rulesets.scoresheet.schema import Move


class MakeMove(Action[Board], frozen=True):
    """Do something that the sheet has a word for."""

    title = "Move"
    phase = (Free, Turn)
    rare = True
    move: str
    object: str = ""
    other: int | None = None
    place: str = ""

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterator[MakeMove]:
        for move in board.components.sheet.moves:
            for thing in _ids(move.objects):
                for other, place in _targets(board, seat, move):
                    yield cls(move.id, thing, other, place)

    def check(self, board: Board, seat: Seat) -> None:
        move = board.components.move.get(self.move)
        need(move, "SHT-MOV-01")
        assert move
        need(self.object in _ids(move.objects), "SHT-MOV-02")
        need((self.other, self.place) in _targets(board, seat, move), "SHT-MOV-03")

    def perform(self, play: Play[Board]) -> None:
        play.emit(e.MoveMade(play.seat, self.move, self.object, self.other, self.place))

    def touches(self, board: Board, seat: Seat) -> tuple[str, ...]:
        return (seat_id(seat),)

    def fact(self, board: Board, seat: Seat) -> Fact:
        return move_fact(None, self.move, self.object, self.other, self.place)

    def label(self, board: Board, seat: Seat) -> str:
        return move_label(board, self.move, self.object, self.other, self.place)


def _ids(parts: Iterable[object]) -> tuple[str, ...]:
    """The ids of the objects of a move; of one that has none, the empty one."""
    return tuple(part.id for part in parts) or ("",)  # type: ignore[attr-defined]


def _targets(board: Board, seat: Seat, move: Move) -> list[tuple[int | None, str]]:
    """Where a move may go: another seat, a place of it, or nowhere (SHT-MOV-03)."""
    if move.target == "seat":
        return [(other, "") for other in seats_of(board) if other != seat and board.place(other).playing]
    if move.target == "place":
        return [(None, place.id) for place in move.places]
    return [(None, "")]


class PassTurn(Action[Board], frozen=True):
    """Pass the turn to the next seat."""

    phase = Turn
    nowhere = "it ends the turn"

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterable[PassTurn]:
        return (cls(),)

    def perform(self, play: Play[Board]) -> None:
        play.emit(e.TurnPassed(play.seat, play.board.next_seat(play.seat)))

    def label(self, board: Board, seat: Seat) -> str:
        return "Pass the turn"
