"""Towns: a grid of tiles, north up, scaled to its lane."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from msgspec import Struct

from rulesets.heros_crossing.components import LAND
from rulesets.heros_crossing.ids import cell_id, tile_id
from rulesets.heros_crossing.names import cell_name, numbered
from rulesets.heros_crossing.phases import Acting, Arranging, Extra, Placing
from rulesets.heros_crossing.picture.tiles import FULL_TILE, TILE, TilePart, tile_part
from rulesets.heros_crossing.rules.common import may
from rulesets.heros_crossing.rules.layout import cells_for
from rulesets.heros_crossing.rules.town import new_cells, placements, xy
from rulesets.kit.svg import Box, Frames, legible

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rulesets.heros_crossing.board import Board, Cell, Lot
    from rulesets.heros_crossing.components import Components
    from rulesets.heros_crossing.picture.view import View
    from rulesets.kit.phases import Seat

BETWEEN = 2
"""Tiles stand this far apart."""
INSET = 4
"""Of the grid in its lane."""
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

    def at(self, cell: Cell) -> tuple[int, int]:
        """The upper left corner of a cell, in the units of the grid."""
        x, y = xy(cell)
        return (x - self.west) * self.pitch, (self.north - y) * self.pitch

    def middle(self, cell: Cell) -> tuple[float, float]:
        """The middle of a cell, within the lane."""
        x, y = self.at(cell)
        half = self.pitch / 2 - 1
        return self.x + (x + half) * self.scale, self.y + (y + half) * self.scale


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


def open_cells(board: Board, seat: Seat) -> tuple[Cell, ...]:
    """Empty cells of a town that a tile may come into now: one that is won or laid, or the land of the row in use."""
    pending, side = board.pending, board.side(seat)
    if isinstance(pending, Arranging):
        found = {cell for tile in set(side.tiles) for cell in cells_for(board, seat, tile)}
    elif isinstance(pending, Placing) and pending.seat == seat:
        found = set(placements(board, seat, pending.tile))
    elif isinstance(pending, Acting | Extra) and seat in pending.who(board) and may(board, seat, "get_land"):
        return new_cells(board, seat, building=False)
    else:
        return ()
    return tuple(sorted(found.difference([lot.cell for lot in side.town])))


@lru_cache(maxsize=4096)
def wide_grid(cells: tuple[Cell, ...], w: int, h: int) -> Grid:
    """A grid in a lane of this size: tiles without names, smaller ones where the town is large."""
    pitch = TILE + BETWEEN
    west, columns = _window([xy(cell)[0] for cell in cells], (w - 2 * INSET + BETWEEN) // pitch)
    south, rows = _window([xy(cell)[1] for cell in cells], (h - 2 * INSET + BETWEEN) // pitch)
    across, down = columns * pitch - BETWEEN, rows * pitch - BETWEEN
    scale = round(min(1.0, (w - 2 * INSET) / across, (h - 2 * INSET) / down), 3)
    return Grid(
        round((w - across * scale) / 2, 1),
        round((h - down * scale) / 2, 1),
        scale,
        pitch,
        west,
        south + rows - 1,
        False,
        down * scale,
    )


@lru_cache(maxsize=4096)
def narrow_grid(cells: tuple[Cell, ...], w: int) -> Grid:
    """A grid over the full width, as high as it needs: tiles bear their names as long as four fit side by side."""
    west, columns = _window([xy(cell)[0] for cell in cells], NARROW_COLUMNS)
    south, rows = _window([xy(cell)[1] for cell in cells], NARROW_ROWS)
    full = columns <= NARROW_COLUMNS
    pitch = (FULL_TILE if full else TILE) + BETWEEN
    scale = 1 if full else round((w - BETWEEN) / (columns * pitch - BETWEEN), 3)
    across, down = columns * pitch - BETWEEN, rows * pitch - BETWEEN
    left = round((w - across * scale) / 2, 1)
    return Grid(left, INSET, scale, pitch, west, south + rows - 1, full, down * scale)


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
                f"{legible(numbered(tiles[lot.tile]))} ({cell_name(lot.cell)})",
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
    box = Box(0, 0, size, size, 6)
    for cell in sorted(marked.union(gone, empty)):
        id_, name = cell_id(seat, cell), cell_name(cell) if cell in empty else ""
        ghosts, frames = gone.get(cell, ()), view.frames(id_, box)
        yield MarkPart(id_ if name else "", name, *grid.at(cell), size - 29, ghosts, frames)
