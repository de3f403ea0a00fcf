"""Copper earned, lost, taken and paid."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from rulesets.heroes_of_the_campaign.board import Board, other
from rulesets.heroes_of_the_campaign.effects import common
from rulesets.heroes_of_the_campaign.ids import seat_id
from rulesets.heroes_of_the_campaign.words.terms import LARGEST
from rulesets.kit.facts import Fact
from rulesets.kit.phases import Seat, seats_of
from rulesets.kit.play import need
from rulesets.kit.structs import Effect

if TYPE_CHECKING:
    from collections.abc import Iterable


class CopperEarned(common.OfSeat, frozen=True):
    """A player gained copper from the bank."""

    adjustable = True
    amount: int

    def apply(self, board: Board) -> Board:
        return _with_copper(board, self.seat, self.amount)

    def check(self, board: Board) -> None:
        need(self.seat in seats_of(board) and 0 <= self.amount <= LARGEST, "HOC-COP-04")

    def says(self, board: Board) -> str:
        return f"{{{self.seat}}} earns {self.amount} copper." if self.amount else ""

    def facts(self, board: Board) -> Iterable[Fact]:
        return (Fact(seat=self.seat, value=self.amount),)


class CopperLost(common.OfSeat, frozen=True):
    """A player lost copper to the bank."""

    adjustable = True
    amount: int

    def apply(self, board: Board) -> Board:
        return _with_copper(board, self.seat, -self.amount)

    def check(self, board: Board) -> None:
        need(self.seat in seats_of(board) and 0 <= self.amount <= board.side(self.seat).copper, "HOC-COP-01")

    def says(self, board: Board) -> str:
        return f"{{{self.seat}}} loses {self.amount} copper." if self.amount else ""

    def facts(self, board: Board) -> Iterable[Fact]:
        return (Fact(seat=self.seat, value=self.amount),)


class CopperPaid(common.OfSeat, frozen=True):
    """A player paid a cost."""

    amount: int

    def apply(self, board: Board) -> Board:
        return _with_copper(board, self.seat, -self.amount)

    def says(self, board: Board) -> str:
        return f"{{{self.seat}}} pays {self.amount} copper."

    def facts(self, board: Board) -> Iterable[Fact]:
        return (Fact(seat=self.seat, value=self.amount),)


class CopperTaken(Effect[Board], frozen=True):
    """A player gained what the opponent lost: `taken` of `asked`."""

    adjustable = True
    seat: Seat
    asked: int
    taken: int

    def apply(self, board: Board) -> Board:
        return _with_copper(_with_copper(board, self.seat, self.taken), other(self.seat), -self.taken)

    def check(self, board: Board) -> None:
        need(self.seat in seats_of(board) and 0 <= self.taken <= min(self.asked, LARGEST), "HOC-TAK-01")
        need(self.taken <= board.side(other(self.seat)).copper, "HOC-TAK-01")

    def touches(self) -> tuple[str, ...]:
        return seat_id(1), seat_id(2)

    def says(self, board: Board) -> str:
        return f"{{{self.seat}}} takes {self.taken} copper from {{{other(self.seat)}}}."

    def facts(self, board: Board) -> Iterable[Fact]:
        return (Fact(seat=self.seat, value=self.taken),)


def _with_copper(board: Board, seat: Seat, more: int) -> Board:
    side = board.sides[seat - 1]
    return board.with_side(seat, replace(side, copper=side.copper + more))
