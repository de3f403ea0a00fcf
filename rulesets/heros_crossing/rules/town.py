"""Where tiles may lie and how cubes travel: the geometry of a town.

Everything here reads the board and is shared by the lists of actions and by their checks.
"""

from __future__ import annotations

from functools import lru_cache
from math import inf
from typing import TYPE_CHECKING

from rulesets.heros_crossing.rules.values import values

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rulesets.heros_crossing.board import Board
    from rulesets.heros_crossing.components import Components
    from rulesets.heros_crossing.pieces import Cell, Lot, TileId
    from rulesets.heros_crossing.tiles import Tile
    from rulesets.heros_crossing.values import Values
    from rulesets.kit.phases import Seat

ORIGIN: Cell = "0.0"
NORTH, EAST, SOUTH, WEST = "N", "E", "S", "W"
ANYWHERE = "X"
SIDES = {NORTH: 0, EAST: 1, SOUTH: 2, WEST: 3}
"""Places in `around` (HCX-ZON-04: north is away from the owner, east the owner's right)."""


@lru_cache(maxsize=1 << 14)
def around(cell: Cell) -> tuple[Cell, Cell, Cell, Cell]:
    """The four cells that share an edge with it: north, east, south, west (HCX-TWN-02)."""
    x, y = xy(cell)
    return f"{x}.{y + 1}", f"{x + 1}.{y}", f"{x}.{y - 1}", f"{x - 1}.{y}"


def xy(cell: Cell) -> tuple[int, int]:
    """East and north of the origin."""
    x, _, y = cell.partition(".")
    return int(x), int(y)


# --- placement


def new_cells(board: Board, seat: Seat, *, building: bool) -> tuple[Cell, ...]:
    """Empty cells in which a tile may come into a town (HCX-TWN-04 to 06, HCX-ZON-03 to 06), in order."""
    v = values(board, seat)
    face = ANYWHERE if v.ignore_zoning else v.zoning or board.zoning
    town = {lot.cell: lot for lot in board.sides[seat - 1].town}
    if face == ANYWHERE:
        found = {cell for lot in town for cell in around(lot) if cell not in town}
    else:
        side = SIDES[face]
        found = {cell for lot in town if (cell := around(lot)[side]) not in town}
    if building and not v.ignore_adjacency:
        tile = board.components.tile
        for cell, lot in town.items():
            if tile[lot.tile].building:
                found.difference_update(around(cell))
    return tuple(sorted(found))


def placements(board: Board, seat: Seat, tile: TileId) -> tuple[Cell, ...]:
    """Where a seat may put a tile that it got: new cells, and cells whose tile it may replace. Sorted."""
    placed = board.components.tile[tile]
    if placed.level:
        if has_same(board, seat, placed):  # HCX-CLM-15
            return ()
        if placed.level == 1:  # HCX-CLM-05
            return new_cells(board, seat, building=True)
        return tuple(_foundations(board, seat, placed))
    cells = new_cells(board, seat, building=placed.building)
    if placed.kind in ("guarded_land", "supply_line"):  # HCX-SPC-06, 09
        tiles = board.components.tile
        return tuple(sorted((*cells, *(lot.cell for lot in board.side(seat).town if not tiles[lot.tile].building))))
    return cells


def _foundations(board: Board, seat: Seat, placed: Tile) -> Iterator[Cell]:
    """HCX-CLM-06, 07, HCX-SPC-13: the same building one level below, or a Foundation."""
    tiles = board.components.tile
    for lot in board.side(seat).town:
        below = tiles[lot.tile]
        if below.kind == "foundation" or (below.name, below.level) == (placed.name, placed.level - 1):
            yield lot.cell


def has_same(board: Board, seat: Seat, tile: Tile) -> bool:
    """Whether the town has an identical building (HCX-BID-08)."""
    if not tile.level:
        return False
    tiles = board.components.tile
    for lot in board.sides[seat - 1].town:
        other = tiles[lot.tile]
        if other.level == tile.level and other.name == tile.name:
            return True
    return False


# --- movement


def costs(board: Board, seat: Seat, source: Cell, v: Values, most: float = inf) -> dict[Cell, int]:
    """Movement points that a cube of a seat needs from `source` to each Shop it can reach for `most`."""
    return costs_in(board.sides[seat - 1].town, board.components, source, v, most)


def costs_in(
    lots: tuple[Lot, ...], components: Components, source: Cell, v: Values, most: float = inf
) -> dict[Cell, int]:
    """Movement points in a town from `source` to each Shop that can be reached for `most`, by the cheapest path.

    One point for each tile entered, none for a Supply Line; no path crosses a building or a spy. O(n) in the tiles.
    """
    tiles = components.tile
    town = {lot.cell: lot for lot in lots}
    found: dict[Cell, int] = {}
    seen = {source}
    ring = [source]
    cost = 0
    while ring and cost < most:  # ring by ring: all that can be entered for `cost` points
        following: list[Cell] = []
        while ring:
            cell = ring.pop()
            for side in around(cell):
                lot = town.get(side)
                if lot is None or side in seen:
                    continue
                tile = tiles[lot.tile]
                if tile.kind == "shop" and side not in found:
                    found[side] = cost + 1
                if (tile.building and not v.through_buildings) or (lot.spies and not v.through_spies):
                    continue
                seen.add(side)
                (ring if tile.kind == "supply_line" else following).append(side)
        ring = following
        cost += 1
    return found


def spy_lots(board: Board, seat: Seat) -> Iterator[Lot]:
    """Lots of a town that a spy may be sent to: land-class, not guarded (HCX-SPY-03, 04)."""
    tiles = board.components.tile
    for lot in board.side(seat).town:
        tile = tiles[lot.tile]
        if not tile.building and tile.kind != "guarded_land":
            yield lot
