"""Towns: a grid of tiles, north up, scaled to its lane."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from msgspec import Struct

from rulesets.heros_crossing.ids import cell_id
from rulesets.heros_crossing.picture.tiles import FULL_TILE, TILE, TilePart, tile_part
from rulesets.heros_crossing.rules.town import xy
from rulesets.kit.svg import Box, Frames

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rulesets.heros_crossing.board import Cell, Lot
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
    x: int
    y: int
    tile: TilePart
    right: int
    """Where the rightmost spy stands."""
    spies: tuple[Seat, ...]


class TownPart:
    """The tiles of a town. A plain class: an equal town is the same object, so what it looks like is found fast."""

    __slots__ = ("lots",)

    def __init__(self, lots: tuple[LotPart, ...]) -> None:
        self.lots = lots


class MarkPart(Struct, frozen=True, gc=False):
    """What is drawn upon a cell: its frames, spies that have just left it."""

    id: str
    """Of an empty cell that can be chosen; else empty."""
    x: int
    y: int
    right: int
    ghosts: tuple[bool, ...]
    """Whether each spy was expelled."""
    frames: Frames | None


def cells_of(view: View, seat: Seat) -> tuple[Cell, ...]:
    """The cells of a town that are shown: those with a tile, and empty ones that can be chosen."""
    prefix = cell_id(seat, "")
    chosen = (id_.removeprefix(prefix) for id_ in view.frames.clickable if id_.startswith(prefix))
    town = [lot.cell for lot in view.board.side(seat).town]
    return (*town, *sorted(set(chosen).difference(town)))


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
def town_part(components: Components, seat: Seat, town: tuple[Lot, ...], grid: Grid) -> TownPart:
    """The tiles of a town, with cubes and spies."""
    right = (FULL_TILE if grid.full else TILE) - 29
    tiles = components.tile
    return TownPart(
        tuple(
            LotPart(
                cell_id(seat, lot.cell),
                *grid.at(lot.cell),
                tile_part(tiles[lot.tile], lot.cubes, grid.full),
                right,
                lot.spies,
            )
            for lot in town
        )
    )


def marks(view: View, seat: Seat, grid: Grid) -> Iterator[MarkPart]:
    """What is drawn upon the cells of a town."""
    prefix, gone = cell_id(seat, ""), view.spies_gone(seat)
    marked = {id_.removeprefix(prefix) for id_ in view.frames.touched | view.frames.clickable if id_.startswith(prefix)}
    size = FULL_TILE if grid.full else TILE
    box = Box(0, 0, size, size, 6)
    for cell in sorted(marked.union(gone)):
        id_ = cell_id(seat, cell)
        empty = view.board.side(seat).lot(cell) is None
        if not empty or id_ in view.frames.clickable:
            ghosts = gone.get(cell, ())
            yield MarkPart(id_ if empty else "", *grid.at(cell), size - 29, ghosts, view.frames(id_, box))
