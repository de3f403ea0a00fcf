"""Spies sent and expelled."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from rulesets.heros_crossing.board import Board, spies_of
from rulesets.heros_crossing.effects.common import need_seat, power_of
from rulesets.heros_crossing.ids import cell_id, seat_id
from rulesets.heros_crossing.names import cell_name, on_cell
from rulesets.heros_crossing.pieces import Cell, Side
from rulesets.kit.facts import Fact
from rulesets.kit.phases import Seat
from rulesets.kit.play import need
from rulesets.kit.structs import Effect
from rulesets.kit.tuples import put, without

if TYPE_CHECKING:
    from collections.abc import Iterable


class SpySent(Effect[Board], frozen=True):
    """A spy comes onto a tile of another town, out of the stock or from where it stood before.

    In facts the other town is the `target`, and where it stood before a row of its own (`SpyLeft`).
    """

    adjustable = True
    seat: Seat
    town: Seat
    cell: Cell
    from_town: Seat = 0
    from_cell: Cell = ""

    def apply(self, board: Board) -> Board:
        sides = board.sides
        if self.from_town:
            sides = _without_spy(sides, self.from_town, self.from_cell, self.seat)
        side = sides[self.town - 1]
        lot = side.lot(self.cell)
        assert lot is not None
        side = side.with_lot(replace(lot, spies=tuple(sorted((*lot.spies, self.seat)))))
        return replace(board, sides=put(sides, self.town - 1, side))

    def check(self, board: Board) -> None:
        need_seat(board, self.seat)
        need_seat(board, self.town)
        need(self.town != self.seat, "HCX-SPY-02")
        lot = board.side(self.town).lot(self.cell)
        need(lot is not None and self.seat not in lot.spies, "HCX-SPY-06")
        need(lot is not None and not board.components.tile[lot.tile].building, "HCX-SPY-03")
        if self.from_town:
            need_seat(board, self.from_town)
            start = board.side(self.from_town).lot(self.from_cell)
            need(start is not None and self.seat in start.spies, "HCX-SPY-05")
        else:
            need(not spies_of(board, self.seat), "HCX-SPY-05")

    def touches(self) -> tuple[str, ...]:
        return cell_id(self.town, self.cell), seat_id(self.seat)

    def sentence(self, board: Board) -> str:
        moved = f"the spy at {cell_name(self.from_cell)} of {{{self.from_town}}}" if self.from_town else "a spy"
        return f"{{{self.seat}}} sends {moved} to {on_cell(board, self.town, self.cell)} of {{{self.town}}}."

    def facts(self, board: Board) -> Iterable[Fact]:
        source, place = power_of(board), cell_id(self.town, self.cell)
        yield Fact(seat=self.seat, place=place, target=seat_id(self.town), source=source)
        if self.from_town:
            place, target = cell_id(self.from_town, self.from_cell), seat_id(self.from_town)
            yield Fact(type="SpyLeft", seat=self.seat, place=place, target=target)


class SpyExpelled(Effect[Board], frozen=True):
    """A spy leaves the town of `seat` and goes back to its owner, who is the `target` in facts."""

    adjustable = True
    seat: Seat
    cell: Cell
    spy: Seat

    def apply(self, board: Board) -> Board:
        return replace(board, sides=_without_spy(board.sides, self.seat, self.cell, self.spy))

    def check(self, board: Board) -> None:
        need_seat(board, self.seat)
        lot = board.side(self.seat).lot(self.cell)
        need(lot is not None and self.spy in lot.spies, "HCX-EXP-04")

    def touches(self) -> tuple[str, ...]:
        return cell_id(self.seat, self.cell), seat_id(self.spy)

    def sentence(self, board: Board) -> str:
        return f"{{{self.seat}}} expels the spy of {{{self.spy}}} from {on_cell(board, self.seat, self.cell)}."

    def facts(self, board: Board) -> Iterable[Fact]:
        place, target = cell_id(self.seat, self.cell), seat_id(self.spy)
        return (Fact(seat=self.seat, place=place, target=target, source=power_of(board)),)


def _without_spy(sides: tuple[Side, ...], town: Seat, cell: Cell, spy: Seat) -> tuple[Side, ...]:
    side = sides[town - 1]
    lot = side.lot(cell)
    assert lot is not None  # a spy stands on a tile
    return put(sides, town - 1, side.with_lot(replace(lot, spies=without(lot.spies, spy))))
