"""How sentences call the things on the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.heros_crossing.components import RESOURCES
from rulesets.kit.piles import is_back

if TYPE_CHECKING:
    from rulesets.heros_crossing.board import Board, Cell, Die, HeroId, TileId
    from rulesets.heros_crossing.components import Tile

ENDINGS = {"rounds": "the last round has been played", "all_fulfilled": "all heroes are served"}
"""Why a game is over (HCX-END-02, 03)."""

CUBES = {resource: resource.capitalize() for resource in RESOURCES}


def tile_name(board: Board, tile: TileId) -> str:
    """A tile in a sentence: its name, with its level if it has one."""
    if is_back(tile):
        return "a hidden tile"
    return numbered(board.components.tile[tile])


def numbered(tile: Tile) -> str:
    """The name of a tile, with its level if it has one: `Potion Shop 2`."""
    return f"{tile.name} {tile.level}" if tile.level else tile.name


def hero_name(board: Board, hero: HeroId) -> str:
    """A hero in a sentence."""
    return board.components.hero[hero].name


def die_name(die: Die) -> str:
    """`grey 4`."""
    return die.replace("-", " ")


def cell_name(cell: Cell) -> str:
    """`2 east, 1 south`, from the first tile of the town."""
    x, y = map(int, cell.split("."))
    ways = ((x, "east" if x > 0 else "west"), (y, "north" if y > 0 else "south"))
    parts = [f"{abs(n)} {way}" for n, way in ways if n]
    return ", ".join(parts) or "the first cell"
