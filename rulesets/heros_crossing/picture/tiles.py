"""Tiles: as they lie in a town, and lying down in the supply or in a hand."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from msgspec import Struct

from rulesets.heros_crossing.names import numbered
from rulesets.kit.piles import is_back, kind_of
from rulesets.kit.svg import Label, advance, in_two, label, legible

if TYPE_CHECKING:
    from rulesets.heros_crossing.board import TileId
    from rulesets.heros_crossing.components import Components, Tile

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
BOLD = 1.15
"""How much wider names are, in the widest common serif."""


class TilePart(Struct, frozen=True, gc=False):
    """A tile in a town; a face-down one is of the kind `back`, its level the one on its back."""

    title: str
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
    """Too many cubes for the docks: they are told by a number."""
    places: tuple[tuple[float, float], ...]
    name: tuple[Label, ...]


class LyingPart(Struct, frozen=True, gc=False):
    """A tile lying down, 40 high."""

    title: str
    kind: str
    resource: str
    glyph: str
    level: int
    built: bool
    w: float
    name: tuple[Label, ...]
    squeezed: tuple[float, ...]
    """How wide each of its lines is drawn, where a wide font would go beyond that; else 0."""


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


@lru_cache(maxsize=4096)
def tile_part(tile: Tile, cubes: int, full: bool) -> TilePart:
    """A tile in a town, with its cubes."""
    docks = tile.level > 0
    title = f"{tile_title(tile)}; {cubes} cube{'' if cubes == 1 else 's'}" if docks else tile_title(tile)
    places = DOCKS[full] if docks else ()
    return TilePart(
        title,
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


def _name(tile: Tile, full: bool) -> tuple[Label, ...]:
    if not full:
        return ()
    return (
        lines(tile.name, FULL_TILE - 8)
        if tile.level
        else (label(SHORT.get(tile.kind, tile.name), FULL_TILE - 6, LINE, 13),)
    )


def drafted_part(components: Components, tile: TileId) -> TilePart:
    """A tile that is not yet laid: its cubes have no docks to be shown."""
    return tile_part(components.tile[tile], 0, False)


@lru_cache(maxsize=1024)
def lying_part(tile: Tile, w: float) -> LyingPart:
    """A tile lying down, face up."""
    room = w - 37
    name = lines(tile.name, room)
    return LyingPart(
        tile_title(tile),
        tile.kind,
        tile.resource,
        GLYPHS.get(tile.kind, tile.resource),
        tile.level,
        tile.building,
        w,
        name,
        tuple([room if BOLD * advance(line.text, line.size) > room else 0 for line in name]),
    )


def lying(components: Components, tile: TileId, w: float) -> LyingPart:
    """A tile lying down; of one that the viewer cannot see, the back."""
    if is_back(tile):
        level = int(kind_of(tile))
        return LyingPart(f"A hidden tile of level {level}", "back", "", "", level, False, w, (), ())
    return lying_part(components.tile[tile], w)


def lines(name: str, room: float) -> tuple[Label, ...]:
    """A name on one line or on two, of which the wider one is as narrow as can be."""
    words = legible(name).split()
    if len(words) < 2:
        return (label(" ".join(words), room, LINE, 13),)
    return tuple(label(line, room, LINE, 13) for line in in_two(words, LINE))
