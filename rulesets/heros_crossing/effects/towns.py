"""What changes in towns: tiles, cubes, spies; and modifiers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from rulesets.heros_crossing.board import Board, Cell, Lot, Stack, TileId
from rulesets.heros_crossing.components import LAND
from rulesets.heros_crossing.effects.entered import BY_HAND, LARGEST, need_seat
from rulesets.heros_crossing.ids import cell_id, seat_id, tile_id
from rulesets.heros_crossing.names import CUBES, cell_name, count, tile_name
from rulesets.heros_crossing.phases import Acting, Extra, Placing
from rulesets.heros_crossing.rules.town import spies_of
from rulesets.kit.facts import Fact
from rulesets.kit.phases import Seat
from rulesets.kit.play import need
from rulesets.kit.structs import Effect
from rulesets.kit.tuples import put, without

if TYPE_CHECKING:
    from collections.abc import Iterable


class LandPlaced(Effect[Board], frozen=True):
    """A land tile comes into a town."""

    seat: Seat
    cell: Cell

    def apply(self, board: Board) -> Board:
        side = board.sides[self.seat - 1].with_lot(Lot(self.cell, LAND))
        pending = board.pending
        return replace(
            board,
            sides=put(board.sides, self.seat - 1, side),
            pending=pending.then if isinstance(pending, Placing) else pending,
        )

    def touches(self) -> tuple[str, ...]:
        return (cell_id(self.seat, self.cell),)

    def says(self, board: Board) -> str:
        return f"{{{self.seat}}} places land: {cell_name(self.cell)}."

    def facts(self, board: Board) -> Iterable[Fact]:
        return (Fact(seat=self.seat, place=cell_id(self.seat, self.cell)),)


class BuildingPlaced(Effect[Board], frozen=True):
    """A tile that was won comes into a new cell."""

    seat: Seat
    cell: Cell
    tile: TileId

    def apply(self, board: Board) -> Board:
        pending = board.pending
        assert isinstance(pending, Placing)
        side = board.sides[self.seat - 1].with_lot(Lot(self.cell, self.tile))
        return replace(board, sides=put(board.sides, self.seat - 1, side), pending=pending.then)

    def touches(self) -> tuple[str, ...]:
        return tile_id(self.tile), cell_id(self.seat, self.cell)

    def says(self, board: Board) -> str:
        return f"{{{self.seat}}} places {tile_name(board, self.tile)}: {cell_name(self.cell)}."

    def facts(self, board: Board) -> Iterable[Fact]:
        return (Fact(seat=self.seat, card=self.tile, place=cell_id(self.seat, self.cell)),)


class TileReplaced(Effect[Board], frozen=True):
    """A tile that was won comes in the place of another; cubes and spies stay."""

    seat: Seat
    cell: Cell
    tile: TileId
    old: TileId

    def apply(self, board: Board) -> Board:
        pending = board.pending
        assert isinstance(pending, Placing)
        side = board.sides[self.seat - 1]
        lot = side.lot(self.cell)
        assert lot is not None
        side = side.with_lot(replace(lot, tile=self.tile))
        return replace(board, sides=put(board.sides, self.seat - 1, side), pending=pending.then)

    def touches(self) -> tuple[str, ...]:
        return tile_id(self.tile), cell_id(self.seat, self.cell)

    def says(self, board: Board) -> str:
        return f"{{{self.seat}}} replaces {tile_name(board, self.old)} with {tile_name(board, self.tile)}."

    def facts(self, board: Board) -> Iterable[Fact]:
        return (Fact(seat=self.seat, card=self.tile, place=cell_id(self.seat, self.cell), target=tile_id(self.old)),)


class TileReturnedToStack(Effect[Board], frozen=True):
    """A replaced tile goes face down to the bottom of a stack."""

    level: int
    tile: TileId

    def apply(self, board: Board) -> Board:
        stack = board.stacks[self.level - 1]
        return replace(board, stacks=put(board.stacks, self.level - 1, Stack(stack.hidden, (*stack.bottom, self.tile))))

    def touches(self) -> tuple[str, ...]:
        return (f"stack:{self.level}",)

    def facts(self, board: Board) -> Iterable[Fact]:
        return (Fact(card=self.tile),)


class ModifiersGained(Effect[Board], frozen=True):
    """A seat gains modifiers. `value`: how many."""

    adjustable = True
    seat: Seat
    n: int

    def apply(self, board: Board) -> Board:
        side = board.sides[self.seat - 1]
        side = replace(side, modifiers=side.modifiers + self.n)
        return replace(board, sides=put(board.sides, self.seat - 1, side))

    def check(self, board: Board) -> None:
        need_seat(board, self.seat)
        need(0 <= self.n <= LARGEST, BY_HAND)

    def touches(self) -> tuple[str, ...]:
        return (seat_id(self.seat),)

    def says(self, board: Board) -> str:
        return f"{{{self.seat}}} gains {count(self.n, 'modifier')}."

    def facts(self, board: Board) -> Iterable[Fact]:
        return (Fact(seat=self.seat, value=self.n),)


class ResourcesProduced(Effect[Board], frozen=True):
    """A Production Center makes cubes. `value`: how many."""

    seat: Seat
    cell: Cell
    resource: str
    n: int

    def apply(self, board: Board) -> Board:
        side = board.sides[self.seat - 1]
        lot = side.lot(self.cell)
        assert lot is not None
        side = side.with_lot(replace(lot, cubes=lot.cubes + self.n))
        return replace(board, sides=put(board.sides, self.seat - 1, side))

    def touches(self) -> tuple[str, ...]:
        return (cell_id(self.seat, self.cell),)

    def says(self, board: Board) -> str:
        return f"{{{self.seat}}} produces {self.n} {CUBES[self.resource]}."

    def facts(self, board: Board) -> Iterable[Fact]:
        return (Fact(seat=self.seat, place=cell_id(self.seat, self.cell), kind=self.resource, value=self.n),)


class ResourcesMoved(Effect[Board], frozen=True):
    """Cubes travel from a Production Center to a Shop, for `cost` movement points; `points` are left.

    `value`: how many.
    """

    seat: Seat
    source: Cell
    target: Cell
    resource: str
    n: int
    cost: int
    points: int

    def apply(self, board: Board) -> Board:
        side = board.sides[self.seat - 1]
        start, end = side.lot(self.source), side.lot(self.target)
        pending = board.pending
        assert start is not None
        assert end is not None
        assert isinstance(pending, (Acting, Extra))
        side = side.with_lot(replace(start, cubes=start.cubes - self.n))
        side = side.with_lot(replace(end, cubes=end.cubes + self.n))
        return replace(
            board,
            sides=put(board.sides, self.seat - 1, side),
            pending=replace(pending, points=self.points),
        )

    def touches(self) -> tuple[str, ...]:
        return cell_id(self.seat, self.source), cell_id(self.seat, self.target)

    def says(self, board: Board) -> str:
        return f"{{{self.seat}}} moves {self.n} {CUBES[self.resource]} to a Shop."

    def facts(self, board: Board) -> Iterable[Fact]:
        source, target = cell_id(self.seat, self.source), cell_id(self.seat, self.target)
        return (Fact(seat=self.seat, place=source, target=target, kind=self.resource, value=self.n),)


class SpySent(Effect[Board], frozen=True):
    """A spy comes onto a tile of another town, out of the stock or from where it stood before."""

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

    def says(self, board: Board) -> str:
        return f"{{{self.seat}}} sends a spy to {{{self.town}}}: {cell_name(self.cell)}."

    def facts(self, board: Board) -> Iterable[Fact]:
        return (Fact(seat=self.seat, place=cell_id(self.town, self.cell), target=seat_id(self.town)),)


class SpyExpelled(Effect[Board], frozen=True):
    """A spy leaves the town of `seat` and goes back to its owner."""

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

    def says(self, board: Board) -> str:
        return f"{{{self.seat}}} expels the spy of {{{self.spy}}}."

    def facts(self, board: Board) -> Iterable[Fact]:
        return (Fact(seat=self.seat, place=cell_id(self.seat, self.cell), target=seat_id(self.spy)),)


def _without_spy(sides: tuple, town: Seat, cell: Cell, spy: Seat) -> tuple:  # type: ignore[type-arg]
    side = sides[town - 1]
    lot = side.lot(cell)
    return put(sides, town - 1, side.with_lot(replace(lot, spies=without(lot.spies, spy))))
