"""Moves of the game itself, and the turn that passes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from rulesets.kit.facts import Fact
from rulesets.kit.phases import Seat
from rulesets.kit.structs import Effect
from rulesets.scoresheet.board import Board
from rulesets.scoresheet.ids import move_id, object_id, place_id, seat_id
from rulesets.scoresheet.names import move_sentence

if TYPE_CHECKING:
    from collections.abc import Iterable


class MoveMade(Effect[Board], frozen=True):
    """A seat did something that the sheet has a word for: with an object, towards a seat or a place."""

    seat: Seat
    move: str
    object: str = ""
    other: Seat | None = None
    place: str = ""

    def apply(self, board: Board) -> Board:
        return board

    def touches(self) -> tuple[str, ...]:
        return (seat_id(self.seat), *((seat_id(self.other),) if self.other else ()))

    def sentence(self, board: Board) -> str:
        return f"{{{self.seat}}} {move_sentence(board, self.move, self.object, self.other, self.place)}."

    def facts(self, board: Board) -> Iterable[Fact]:
        return (move_fact(self.seat, self.move, self.object, self.other, self.place),)


def move_fact(seat: Seat | None, move: str, thing: str, other: Seat | None, place: str) -> Fact:
    """A move as a row: its kind, the object as its card, the seat or the place as its target."""
    target = place_id(move, place) if place else seat_id(other) if other else None
    return Fact(seat=seat, source=move_id(move), card=object_id(move, thing) if thing else None, target=target)


class TurnPassed(Effect[Board], frozen=True):
    """The next seat is in turn."""

    seat: Seat
    next: Seat
    silent = {"next": "each row says whose turn it is"}

    def apply(self, board: Board) -> Board:
        return replace(board, seat=self.next, turn=board.turn + 1)

    def touches(self) -> tuple[str, ...]:
        return (seat_id(self.next),)

    def sentence(self, board: Board) -> str:
        return f"{{{self.seat}}} passes the turn to {{{self.next}}}."
