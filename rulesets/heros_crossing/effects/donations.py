"""Cubes given back for VP."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from rulesets.heros_crossing.board import Board, Cell
from rulesets.heros_crossing.ids import cell_id, seat_id
from rulesets.heros_crossing.names import CUBES
from rulesets.heros_crossing.phases import Acting, Donating, LastDonations, Return, Turn
from rulesets.kit.facts import Fact
from rulesets.kit.phases import Seat
from rulesets.kit.structs import Effect
from rulesets.kit.tuples import put

if TYPE_CHECKING:
    from collections.abc import Iterable


class DonationStarted(Effect[Board], frozen=True):
    """A seat gives back cubes: `cubes` of them."""

    seat: Seat
    cubes: int

    def apply(self, board: Board) -> Board:
        pending = board.pending
        assert isinstance(pending, Turn | Acting | LastDonations)
        return replace(board, pending=Donating(self.seat, self.cubes, pending))


class CubesGiven(Effect[Board], frozen=True):
    """Cubes of one cell go back to the stock. `value`: how many."""

    seat: Seat
    cell: Cell
    resource: str
    n: int

    def apply(self, board: Board) -> Board:
        side = board.sides[self.seat - 1]
        lot = side.lot(self.cell)
        pending = board.pending
        assert lot is not None
        assert isinstance(pending, Donating)
        side = side.with_lot(replace(lot, cubes=lot.cubes - self.n))
        return replace(
            board,
            sides=put(board.sides, self.seat - 1, side),
            pending=replace(pending, left=pending.left - self.n),
        )

    def touches(self) -> tuple[str, ...]:
        return (cell_id(self.seat, self.cell),)

    def says(self, board: Board) -> str:
        return f"{{{self.seat}}} gives back {self.n} {CUBES[self.resource]}."

    def facts(self, board: Board) -> Iterable[Fact]:
        return (Fact(seat=self.seat, place=cell_id(self.seat, self.cell), kind=self.resource, value=self.n),)


class ResourcesDonated(Effect[Board], frozen=True):
    """A donation brings VP. `value`: VP."""

    seat: Seat
    value: int

    def apply(self, board: Board) -> Board:
        side = board.sides[self.seat - 1]
        pending = board.pending
        assert isinstance(pending, Donating)
        then: Return = pending.then
        return replace(
            board, sides=put(board.sides, self.seat - 1, replace(side, vp=side.vp + self.value)), pending=then
        )

    def touches(self) -> tuple[str, ...]:
        return (seat_id(self.seat),)

    def says(self, board: Board) -> str:
        return f"{{{self.seat}}} gains {self.value} VP for a donation."
