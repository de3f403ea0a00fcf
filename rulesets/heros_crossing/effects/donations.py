"""Cubes given back for VP."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from rulesets.heros_crossing.board import Board
from rulesets.heros_crossing.effects import common
from rulesets.heros_crossing.ids import DONATION
from rulesets.heros_crossing.names import cubes_name, on_cell
from rulesets.heros_crossing.phases import Acting, Donating, LastDonations, Return, Turn
from rulesets.kit.facts import Fact
from rulesets.kit.phases import Seat
from rulesets.kit.tuples import put
from rulesets.kit.words import counted

if TYPE_CHECKING:
    from collections.abc import Iterable


class DonationStarted(common.Untold, frozen=True):
    """A seat gives back cubes: `cubes` of them."""

    silent = {"seat": "of the decision", "cubes": "of the decision"}
    seat: Seat
    cubes: int

    def apply(self, board: Board) -> Board:
        pending = board.pending
        assert isinstance(pending, Turn | Acting | LastDonations)
        return replace(board, pending=Donating(self.seat, self.cubes, pending))

    def sentence(self, board: Board) -> str:
        return f"{{{self.seat}}} donates {counted(self.cubes, 'cube')}."


class CubesGiven(common.OnOwnTile, frozen=True):
    """Cubes of one cell go back to the stock. `value`: how many."""

    title = "Cubes given back"
    kind: str
    value: int

    def apply(self, board: Board) -> Board:
        side = board.sides[self.seat - 1].with_cubes(self.cell, -self.value)
        pending = board.pending
        assert isinstance(pending, Donating)
        return replace(
            board,
            sides=put(board.sides, self.seat - 1, side),
            pending=replace(pending, left=pending.left - self.value),
        )

    def sentence(self, board: Board) -> str:
        given, tile = cubes_name(self.kind, self.value), on_cell(board, self.seat, self.cell)
        return f"{{{self.seat}}} gives back {given} from {tile}."


class ResourcesDonated(common.OfSeat, frozen=True):
    """A donation brings VP. `value`: VP."""

    title = "Donation rewarded"
    value: int

    def apply(self, board: Board) -> Board:
        side = board.sides[self.seat - 1]
        pending = board.pending
        assert isinstance(pending, Donating)
        then: Return = pending.then
        return replace(
            board, sides=put(board.sides, self.seat - 1, replace(side, vp=side.vp + self.value)), pending=then
        )

    def sentence(self, board: Board) -> str:
        return f"{{{self.seat}}} gains {self.value} VP for the donation."

    def facts(self, board: Board) -> Iterable[Fact]:
        return (Fact(seat=self.seat, source=DONATION, value=self.value),)
