"""Towns: a grid of tiles, north up, scaled to its lane."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from msgspec import Struct

from rulesets.heros_crossing.effects.naming import cell_id
from rulesets.heros_crossing.picture.tiles import FULL_TILE, TILE, TilePart, tile_part
from rulesets.heros_crossing.town import xy
from rulesets.kit.svg import Box, Frames

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rulesets.heros_crossing.board import Cell
    from rulesets.heros_crossing.picture.view import View
    from rulesets.kit.structs import Seat

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
    tile: TilePart | None
    """`None` for an empty cell that can be chosen."""
    right: int
    """Where the rightmost spy stands."""
    spies: tuple[Seat, ...]
    ghosts: tuple[bool, ...]
    """Spies that have just left; whether they were expelled."""
    frames: Frames | None


def cells_of(view: View, seat: Seat) -> tuple[Cell, ...]:
    """The cells of a town that are shown: those with a tile, and empty ones that can be chosen."""
    prefix = cell_id(seat, "")
    chosen = (id_.removeprefix(prefix) for id_ in view.frames.may if id_.startswith(prefix))
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


def lots(view: View, seat: Seat, grid: Grid, cells: tuple[Cell, ...]) -> Iterator[LotPart]:
    """The cells of a town; what is ringed comes last, so that its frame is not covered."""
    tiles, touched = view.components.tile, view.frames.touches
    size = FULL_TILE if grid.full else TILE
    box = Box(0, 0, size, size, 6)
    gone = view.spies_gone(seat)
    town = {lot.cell: lot for lot in view.board.side(seat).town}
    for cell in sorted(cells, key=lambda cell: cell_id(seat, cell) in touched):
        id_, lot = cell_id(seat, cell), town.get(cell)
        yield LotPart(
            id_,
            *grid.at(cell),
            tile_part(tiles[lot.tile], lot.cubes, grid.full) if lot else None,
            size - 29,
            lot.spies if lot else (),
            gone.get(cell, ()),
            view.frames(id_, box),
        )
