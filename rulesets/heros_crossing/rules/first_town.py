"""The first town: where a tile may lie, so that those after it can still make a legal town of all.

Tiles come in any order, so that what lies may be in parts as long as the rest can join them. A set of cells is an int
with a bit for each: whether parts can be joined is asked for hundreds of cells at a time.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from rulesets.heros_crossing.rules.town import ORIGIN, xy

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from rulesets.heros_crossing.pieces import Cell
    from rulesets.heros_crossing.tiles import Tile

Cells = int
"""A set of cells: a bit for each, from the south-west corner of a square of ROW by ROW with the origin in its middle.

A first town has six tiles, so that none of it lies more than five cells from its first one.
"""
ROW = 16
HALF = ROW // 2
ONE_ROW = (1 << ROW) - 1


def first_cells(laid: Mapping[Cell, Tile], tile: Tile, rest: Iterable[Tile]) -> tuple[Cell, ...]:
    """Where the next tile of a first town may lie, so that the `rest` after it can make it one group. Sorted.

    The first one lies at the origin: cells are counted from it.
    """
    if not laid:
        return (ORIGIN,)
    land, built = (sum([_bit(cell) for cell, t in laid.items() if t.building is kind]) for kind in (False, True))
    kinds = [other.building for other in rest]
    return _open(land, built, tile.building, kinds.count(False), kinds.count(True))


@lru_cache(maxsize=1 << 12)
def _open(land: Cells, built: Cells, building: bool, lands: int, buildings: int) -> tuple[Cell, ...]:
    """Cells for a tile, where this many more of land and of buildings come after it."""
    near = land | built
    for _ in range(1 + lands + buildings):
        near |= _neighbours(near)
    near &= ~(land | built | (_neighbours(built) if building else 0))
    if building:
        found = (cell for cell in _each(near) if _joins(land, built | cell, lands, buildings))
    else:
        found = (cell for cell in _each(near) if _joins(land | cell, built, lands, buildings))
    return tuple(sorted(map(_name, found)))


@lru_cache(maxsize=1 << 14)
def _joins(land: Cells, built: Cells, lands: int, buildings: int) -> bool:
    """Whether this many more tiles of land and of buildings can make one group of what lies.

    One group can always take them: there are two land tiles at least, which leave room for four buildings.
    """
    shape = land | built
    group = _group(shape)
    if group == shape:
        return True
    if _least(shape) > shape.bit_count() + lands + buildings:
        return False
    border, near = _neighbours(group) & ~shape, shape & ~group
    for _ in range(lands + buildings):  # what lies nearest to the other parts first
        near |= _neighbours(near)
        for cell in _each(border & near):
            if lands and _joins(land | cell, built, lands - 1, buildings):
                return True
            if buildings and not cell & _neighbours(built) and _joins(land, built | cell, lands, buildings - 1):
                return True
        border &= ~near
    return False


def _least(shape: Cells) -> int:
    """How many cells a group has at least that a shape is part of: it leads from side to side and from end to end."""
    south = ((shape & -shape).bit_length() - 1) // ROW
    north = (shape.bit_length() - 1) // ROW
    columns, rest = 0, shape >> south * ROW
    while rest:
        columns |= rest & ONE_ROW
        rest >>= ROW
    return north - south + columns.bit_length() - (columns & -columns).bit_length() + 1


def _group(shape: Cells) -> Cells:
    """The cells of a shape that hang together with its lowest one."""
    group, grown = 0, shape & -shape
    while group != grown:
        group = grown
        grown |= _neighbours(group) & shape
    return group


def _neighbours(cells: Cells) -> Cells:
    """All cells that share an edge with one of some."""
    return cells << 1 | cells >> 1 | cells << ROW | cells >> ROW


def _each(cells: Cells) -> Iterator[Cells]:
    """The cells of a set, one by one."""
    while cells:
        yield cells & -cells
        cells &= cells - 1


@lru_cache(maxsize=ROW * ROW)
def _bit(cell: Cell) -> Cells:
    x, y = xy(cell)
    return 1 << (y + HALF) * ROW + x + HALF


@lru_cache(maxsize=ROW * ROW)
def _name(cell: Cells) -> Cell:
    y, x = divmod(cell.bit_length() - 1, ROW)
    return f"{x - HALF}.{y - HALF}"
