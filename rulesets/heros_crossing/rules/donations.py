"""4 for 1 donations, in the own turn and after the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.heros_crossing import effects as e
from rulesets.heros_crossing.board import Board
from rulesets.heros_crossing.ids import DONATION
from rulesets.heros_crossing.names import cubes_name, on_cell
from rulesets.heros_crossing.phases import Acting, Donating, LastDonations, Turn
from rulesets.heros_crossing.rules.common import OnCubes, WithoutChoice
from rulesets.heros_crossing.rules.values import values
from rulesets.kit.facts import Fact
from rulesets.kit.play import Play, automatic, need
from rulesets.kit.structs import Action

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rulesets.heros_crossing.pieces import Side
    from rulesets.kit.phases import Seat


def cubes_in(side: Side) -> int:
    """Cubes in a town (HCX-DON-02)."""
    return sum([lot.cubes for lot in side.town])


class Donate(Action[Board], frozen=True):
    """Begin to give back cubes for VP (HCX-DON-01). In facts `value` is how many cubes."""

    phase = (Turn, Acting, LastDonations)
    nowhere = "which cubes, is asked next"
    exact = True
    rare = True

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterator[Donate]:
        if cubes_in(board.side(seat)) >= values(board, seat).donation[0]:
            yield cls()

    def check(self, board: Board, seat: Seat) -> None:
        need(cubes_in(board.side(seat)) >= values(board, seat).donation[0], "HCX-DON-01")

    def perform(self, play: Play[Board]) -> None:
        play.emit(e.DonationStarted(play.seat, values(play.board, play.seat).donation[0]))

    def fact(self, board: Board, seat: Seat) -> Fact:
        return Fact(source=DONATION, value=values(board, seat).donation[0])

    def label(self, board: Board, seat: Seat) -> str:
        cubes, vp = values(board, seat).donation
        return f"Donate {cubes} cubes for {vp} VP"


class GiveCubes(OnCubes, frozen=True):
    """How many cubes one cell gives; what is left comes from that or from others, in any order (HCX-DON-02)."""

    n: int
    phase = Donating
    exact = True

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterator[GiveCubes]:
        left = Donating.of(board).left
        for lot in board.side(seat).town:
            yield from (cls(lot.cell, n) for n in range(1, min(lot.cubes, left) + 1))

    def check(self, board: Board, seat: Seat) -> None:
        lot = board.side(seat).lot(self.cell)
        need(lot is not None and lot.cubes, "HCX-DON-02")
        need(lot is not None and 1 <= self.n <= min(lot.cubes, Donating.of(board).left), "HCX-DON-01")

    def perform(self, play: Play[Board]) -> None:
        lot = play.board.side(play.seat).lot(self.cell)
        assert lot is not None
        play.emit(e.CubesGiven(play.seat, self.cell, play.board.components.tile[lot.tile].resource, self.n))

    def fact(self, board: Board, seat: Seat) -> Fact:
        row = super().fact(board, seat)
        row.value = self.n
        return row

    def label(self, board: Board, seat: Seat) -> str:
        lot = board.side(seat).lot(self.cell)
        resource = board.components.tile[lot.tile].resource if lot else ""
        return f"Give {cubes_name(resource, self.n)} from {on_cell(board, seat, self.cell)}"


@automatic(Donating)
def reward_donation(play: Play[Board]) -> None:
    """Once all cubes are given, the VP come."""
    pending = Donating.of(play.board)
    if not pending.left:
        play.emit(e.ResourcesDonated(pending.seat, values(play.board, pending.seat).donation[1]))


class CloseDonations(WithoutChoice, frozen=True):
    """Donate no more after the end of the game (HCX-END-06). In facts `value` is how many cubes are kept."""

    title = "Donate no more"
    nowhere = "it keeps the cubes that are left"
    phase = LastDonations

    def fact(self, board: Board, seat: Seat) -> Fact:
        return Fact(value=cubes_in(board.side(seat)))

    def perform(self, play: Play[Board]) -> None:
        play.emit(e.FinalDonationsEnded(play.seat))

    def label(self, board: Board, seat: Seat) -> str:
        return "Donate no more"
