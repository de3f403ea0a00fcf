"""Towns: a grid of tiles, north up, scaled to its lane."""

from __future__ import annotations

from functools import lru_cache
from math import ceil
from typing import TYPE_CHECKING

from msgspec import Struct

from rulesets.heros_crossing.ids import cell_id, tile_id
from rulesets.heros_crossing.names import cell_name
from rulesets.heros_crossing.picture.tiles import FULL_TILE, TILE, TilePart, lot_title, tile_part
from rulesets.heros_crossing.rules.town import xy
from rulesets.heros_crossing.tiles import LAND
from rulesets.kit.svg import Box, Frames

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rulesets.heros_crossing.components import Components
    from rulesets.heros_crossing.picture.view import View
    from rulesets.heros_crossing.pieces import Cell, Lot
    from rulesets.kit.phases import Seat

BETWEEN = 2
"""Tiles stand this far apart."""
INSET = 4
"""Of the grid in its lane."""
EDGE_X, EDGE_Y = 20, 15
"""What is kept free of a lane, at its left and at its upper edge, for the numbers of columns and rows."""
FIRST = -1
"""The column and the row that a grid begins with as long as it can: the first tile lies in its middle."""
NARROW_COLUMNS, NARROW_ROWS = 4, 4


class Grid(Struct, frozen=True, gc=False):
    """Which cells are shown, and how they are scaled."""

    x: float
    """Of the upper left corner, within the lane."""
    y: float
    scale: float
    pitch: int
    west: int
    north: int
    full: bool
    """Tiles bear their names."""
    height: float
    """Of the whole grid in board units."""
    columns: int
    rows: int

    def at(self, cell: Cell) -> tuple[int, int]:
        """The upper left corner of a cell, in the units of the grid."""
        x, y = xy(cell)
        return (x - self.west) * self.pitch, (self.north - y) * self.pitch

    def path(self, source: Cell, target: Cell) -> tuple[tuple[float, float], ...]:
        """The corners of a way from a tile to another, within the lane: along the gaps, so that it covers nothing."""
        (x, y), (to_x, to_y) = self.at(source), self.at(target)
        size, half = self.pitch - BETWEEN, (self.pitch - BETWEEN) / 2
        row = y + size + 1 if to_y > y else y - 1
        column = to_x + size + 1 if to_x < x else to_x - 1
        spots = ((x + half, row), (column, row), (column, to_y + half))
        return tuple((self.x + across * self.scale, self.y + down * self.scale) for across, down in spots)


class LotPart(Struct, frozen=True, gc=False):
    """A cell with its tile and the spies on it."""

    id: str
    holds: str
    """The id of its tile; plain land has none."""
    title: str
    x: int
    y: int
    tile: TilePart
    right: int
    """Where the rightmost spy stands."""
    spies: tuple[tuple[Seat, str], ...]
    """Whose, and what colours them."""


class TownPart:
    """The tiles of a town. A plain class: an equal town is the same object, so what it looks like is found fast."""

    __slots__ = ("lots",)

    def __init__(self, lots: tuple[LotPart, ...]) -> None:
        self.lots = lots


class MarkPart(Struct, frozen=True, gc=False):
    """What is drawn upon a cell: its frames, spies that have just left it."""

    id: str
    """Of an empty cell that a tile may come into; else empty."""
    name: str
    x: int
    y: int
    right: int
    ghosts: tuple[bool, ...]
    """Whether each spy was expelled."""
    frames: Frames | None


def cells_of(view: View, seat: Seat) -> tuple[Cell, ...]:
    """The cells of a town that are shown: those with a tile, and empty ones that can be chosen."""
    return (*[lot.cell for lot in view.board.side(seat).town], *view.open[seat])


@lru_cache(maxsize=4096)
def wide_grid(cells: tuple[Cell, ...], w: int, h: int, most: float = 1.0) -> Grid:
    """A grid in a lane of this size: tiles without names, scaled by `most` or, where the town is large, by less."""
    pitch = TILE + BETWEEN
    room_x, room_y = w - EDGE_X - 2 * INSET + BETWEEN, h - EDGE_Y - 2 * INSET + BETWEEN
    west, columns = _window([xy(cell)[0] for cell in cells], room_x // pitch)
    south, rows = _window([xy(cell)[1] for cell in cells], room_y // pitch)
    across, down = columns * pitch - BETWEEN, rows * pitch - BETWEEN
    scale = round(min(most, (room_x - BETWEEN) / across, (room_y - BETWEEN) / down), 3)
    x, y = EDGE_X + (w - EDGE_X - across * scale) / 2, EDGE_Y + (h - EDGE_Y - down * scale) / 2
    north = south + rows - 1
    return Grid(round(x, 1), round(y, 1), scale, pitch, west, north, False, down * scale, columns, rows)


@lru_cache(maxsize=4096)
def narrow_grid(cells: tuple[Cell, ...], w: int) -> Grid:
    """A grid over the full width, as high as it needs: tiles bear their names as long as four fit side by side."""
    west, columns = _window([xy(cell)[0] for cell in cells], NARROW_COLUMNS)
    south, rows = _window([xy(cell)[1] for cell in cells], NARROW_ROWS)
    full = columns <= NARROW_COLUMNS
    pitch = (FULL_TILE if full else TILE) + BETWEEN
    across, down = columns * pitch - BETWEEN, rows * pitch - BETWEEN
    scale = round(min(1.0, (w - EDGE_X - INSET) / across), 3)
    left = round(EDGE_X + (w - EDGE_X - across * scale) / 2, 1)
    north = south + rows - 1
    return Grid(left, EDGE_Y + INSET, scale, pitch, west, north, full, round(down * scale, 1), columns, rows)


def _window(places: list[int], least: int) -> tuple[int, int]:
    """The first column (or row) that is shown, and how many are; it stays where it is as long as it can."""
    low, high = min(places, default=0), max(places, default=0)
    count = max(least, high - low + 1)
    return min(max(FIRST, high - count + 1), low), count


@lru_cache(maxsize=256)
def town_part(
    components: Components, seat: Seat, town: tuple[Lot, ...], tints: tuple[str, ...], grid: Grid
) -> TownPart:
    """The tiles of a town, with cubes and spies."""
    right = (FULL_TILE if grid.full else TILE) - 29
    tiles = components.tile
    return TownPart(
        tuple(
            LotPart(
                cell_id(seat, lot.cell),
                tile_id(lot.tile) if lot.tile != LAND else "",
                lot_title(tiles[lot.tile], cell_name(lot.cell), lot.cubes),
                *grid.at(lot.cell),
                tile_part(tiles[lot.tile], lot.cubes, grid.full),
                right,
                tuple([(spy, tints[spy - 1]) for spy in lot.spies]),
            )
            for lot in town
        )
    )


def marks(view: View, seat: Seat, grid: Grid) -> Iterator[MarkPart]:
    """What is drawn upon the cells of a town."""
    prefix, gone = cell_id(seat, ""), view.spies_gone(seat)
    marked = {id_.removeprefix(prefix) for id_ in view.frames.touched | view.frames.clickable if id_.startswith(prefix)}
    empty = view.open[seat]
    size = FULL_TILE if grid.full else TILE
    box = Box(4, 4, size - 8, size - 8, 4)
    for cell in sorted(marked.union(gone, empty)):
        id_, name = cell_id(seat, cell), cell_name(cell) if cell in empty else ""
        ghosts, frames = gone.get(cell, ()), view.frames(id_, box)
        yield MarkPart(id_ if name else "", name, *grid.at(cell), size - 29, ghosts, frames)


class EdgesPart(Struct, frozen=True, gc=False):
    """The numbers of columns and rows along two edges of a lane, as cells are called by."""

    columns: tuple[tuple[float, str], ...]
    rows: tuple[tuple[float, str], ...]
    y: float


EDGE_STEP_X, EDGE_STEP_Y = 24, 17
"""Numbers of columns and of rows stand at least so far apart."""


def edges(view: View, seat: Seat, grid: Grid, y: float) -> EdgesPart | None:
    """The numbers at the edges of a town, while one of its cells is spoken of or asked for."""
    prefix = cell_id(seat, "")
    if view.open[seat] or any(id_.startswith(prefix) for id_ in view.frames.touched | view.frames.clickable):
        return edges_of(grid, y)
    return None


@lru_cache(maxsize=1024)
def edges_of(grid: Grid, y: float) -> EdgesPart:
    """All numbers where there is room for them, else each second one or fewer."""
    step = grid.pitch * grid.scale
    half = (grid.pitch / 2 - 1) * grid.scale
    each_x, each_y = ceil(EDGE_STEP_X / step), ceil(EDGE_STEP_Y / step)
    columns = [(x, grid.west + x) for x in range(grid.columns) if (grid.west + x) % each_x == 0]
    rows = [(row, grid.north - row) for row in range(grid.rows) if (grid.north - row) % each_y == 0]
    return EdgesPart(
        tuple([(round(grid.x + x * step + half, 1), _compass(n, "E", "W")) for x, n in columns]),
        tuple([(round(y + grid.y + row * step + half + 5, 1), _compass(n, "N", "S")) for row, n in rows]),
        y + EDGE_Y - 2,
    )


def _compass(n: int, positive: str, negative: str) -> str:
    return f"{abs(n)}{positive if n > 0 else negative if n else ''}"
