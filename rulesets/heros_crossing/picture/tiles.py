"""Tiles: as they lie in a town, and lying down in the supply or in a hand."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from msgspec import Struct

from rulesets.heros_crossing.names import numbered
from rulesets.kit.piles import is_back, kind_of
from rulesets.kit.svg import BOLD, advance, in_two, label, legible
from rulesets.kit.words import counted

if TYPE_CHECKING:
    from rulesets.heros_crossing.components import Components
    from rulesets.heros_crossing.pieces import TileId
    from rulesets.heros_crossing.tiles import Tile

TILE, FULL_TILE = 60, 92
"""Widths of a tile in a town: without its name, and with it."""
DOCKS = {False: ((12, 21.5), (31, 21.5), (12, 39.5), (31, 39.5)), True: ((6, 65), (26, 65), (46, 65), (66, 65))}
"""Where cubes lie on a tile, by whether it is a full one."""
GLYPHS = {
    "land": "tree",
    "wishing_well": "well",
    "guarded_land": "armor",
    "supply_line": "speed",
    "foundation": "house",
}
SHORT = {"wishing_well": "Well", "guarded_land": "Guarded"}
"""What special tiles are called below their glyph."""
LINE = 14
LIGHT = 1.05
"""How much wider than by `advance` names may be whose letters are not bold."""


class Line(Struct, frozen=True, gc=False):
    """A line of a name."""

    text: str
    size: int
    full: str = ""
    """The whole text where it had to be cut."""
    light: bool = False
    """Drawn with thin letters, since bold ones would go beyond its room."""


def line(text: str, room: float, *sizes: int) -> Line:
    """A text that stays within its room, whatever the font is: in the first of `sizes` that fits, else with thin
    letters, and cut where those would not do."""
    sizes = sizes or (LINE,)
    for size in sizes:
        if BOLD * advance(text, size) <= room:
            return Line(text, size)
    thin = label(text, room / LIGHT, sizes[-1])
    return Line(thin.text, thin.size, thin.full, light=True)


class TilePart(Struct, frozen=True, gc=False):
    """A tile in a town; a face-down one is of the kind `back`, its level the one on its back."""

    kind: str
    resource: str
    """The class that colours it, or empty."""
    glyph: str
    level: int
    built: bool
    """Building-class."""
    full: bool
    docks: bool
    """Whether cubes can lie on it."""
    cubes: int
    many: bool
    """Too many cubes for the docks: they are shown as a number."""
    places: tuple[tuple[float, float], ...]
    name: tuple[Line, ...]


class LyingPart(Struct, frozen=True, gc=False):
    """A tile lying down, 40 high."""

    title: str
    kind: str
    resource: str
    glyph: str
    level: int
    built: bool
    w: float
    text_at: float
    name: tuple[Line, ...]


def tile_title(tile: Tile) -> str:
    """What a tile is, in words."""
    return legible(numbered(tile)) + dealing(tile)


def dealing(tile: Tile) -> str:
    """What comes after its name: what it makes or sells."""
    if not tile.level:
        return ""
    if tile.kind == "production":
        return f": produces {tile.amount} {tile.resource.capitalize()}"
    return f": sells {tile.resource.capitalize()} for {tile.amount} VP"


def lot_title(tile: Tile, where: str, cubes: int) -> str:
    """What a tile in a town is, in words, and where it lies."""
    stock = f"; {counted(cubes, 'cube')}" if tile.level else ""
    return f"{legible(numbered(tile))} ({where}){dealing(tile)}{stock}"


@lru_cache(maxsize=4096)
def tile_part(tile: Tile, cubes: int, full: bool) -> TilePart:
    """A tile in a town, with its cubes."""
    docks = tile.level > 0
    places = DOCKS[full] if docks else ()
    return TilePart(
        tile.kind,
        tile.resource,
        GLYPHS.get(tile.kind, tile.resource),
        tile.level,
        tile.building,
        full,
        docks,
        cubes,
        cubes > len(places),
        places,
        _name(tile, full),
    )


def _name(tile: Tile, full: bool) -> tuple[Line, ...]:
    if not full:
        return ()
    if tile.level:
        return lines(tile.name, FULL_TILE - 8)
    short = label(legible(SHORT.get(tile.kind, tile.name)), FULL_TILE - 8, LINE)
    return (Line(short.text, short.size, short.full),)


def drafted_part(components: Components, tile: TileId) -> TilePart:
    """A tile that is not yet laid: its cubes have no docks to be shown."""
    return tile_part(components.tile[tile], 0, False)


@lru_cache(maxsize=1024)
def lying_part(tile: Tile, w: float) -> LyingPart:
    """A tile lying down, face up."""
    text_at = {"shop": 36, "production": 28}.get(tile.kind, 29)
    return LyingPart(
        tile_title(tile),
        tile.kind,
        tile.resource,
        GLYPHS.get(tile.kind, tile.resource),
        tile.level,
        tile.building,
        w,
        text_at,
        lines(tile.name, w - text_at - 1),
    )


def lying(components: Components, tile: TileId, w: float) -> LyingPart:
    """A tile lying down; of one that the viewer cannot see, the back."""
    if is_back(tile):
        level = int(kind_of(tile))
        return LyingPart(f"A hidden tile of level {level}", "back", "", "", level, False, w, 0, ())
    return lying_part(components.tile[tile], w)


def lines(name: str, room: float) -> tuple[Line, ...]:
    """A name on one line or on two, of which the wider one is as narrow as can be."""
    words = legible(name).split()
    parts = in_two(words, LINE) if len(words) > 1 else (" ".join(words),)
    return tuple([line(part, room) for part in parts])
