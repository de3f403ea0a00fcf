"""What follows from actions of several topics, and what effects share: rows of dice, what may be entered by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.heros_crossing.board import DIE_SIDES, FACE, Board, Cell
from rulesets.heros_crossing.ids import cell_id, seat_id
from rulesets.heros_crossing.phases import Pending
from rulesets.kit import structs
from rulesets.kit.facts import Fact, fact_of
from rulesets.kit.phases import Seat
from rulesets.kit.play import need
from rulesets.kit.structs import Effect

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rulesets.heros_crossing.board import Die

__all__ = ["Asked"]  # what is an effect itself, and not what effects are made of

BY_HAND = "HCX-POW-14"
"""What a table enters by hand must be possible on its board."""
LARGEST = 99
"""VP or modifiers entered at once."""


class OfSeat(Effect[Board], frozen=True):
    """What happens to a seat as a whole."""

    seat: Seat

    def touches(self) -> tuple[str, ...]:
        return (seat_id(self.seat),)


class InTown(Effect[Board], frozen=True):
    """What happens on a cell of a seat's town."""

    seat: Seat
    cell: Cell

    def touches(self) -> tuple[str, ...]:
        return (cell_id(self.seat, self.cell),)

    def facts(self, board: Board) -> Iterable[Fact]:
        row = fact_of(self)
        row.place = cell_id(self.seat, self.cell)
        return (row,)


class Asked(structs.Asked[Board], frozen=True):
    """A choice is put to a seat: what to swap, to lay, to draft or to sell. The phase says which."""

    phase: Pending


def need_seat(board: Board, seat: Seat) -> None:
    """Refuse a seat that is not at the table."""
    need(1 <= seat <= board.seats, BY_HAND)


def of_die(die: Die, fact: Fact) -> Fact:
    """A row that a die belongs to, with what it shows."""
    fact.card, fact.die_sides, fact.die_face = die, DIE_SIDES, FACE[die]
    return fact
