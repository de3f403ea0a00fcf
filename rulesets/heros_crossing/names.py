"""How sentences, labels and the picture call the things on the table. A seat is `{2}`, to be called by its name."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING

from rulesets.heros_crossing.pieces import COLOUR, FACE
from rulesets.heros_crossing.tiles import RESOURCES
from rulesets.kit.piles import is_back
from rulesets.kit.words import counted, joined

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from rulesets.heros_crossing.board import Board
    from rulesets.heros_crossing.components import Components
    from rulesets.heros_crossing.pieces import Cell, Die, HeroId, Laid, TileId
    from rulesets.heros_crossing.tiles import Tile
    from rulesets.kit.phases import Seat

ENDINGS = {"rounds": "the last round has been played", "all_fulfilled": "all heroes are served"}
"""Why a game is over (HCX-END-02, 03)."""

CUBES = {resource: resource.capitalize() for resource in RESOURCES}

ACTIONS = {
    "get_land": "get land",
    "get_modifiers": "get modifiers",
    "produce": "produce",
    "move": "move",
    "spy": "spy",
    "expel": "expel",
    "bid": "bid",
    "attract": "attract",
}
"""The actions of a row, as somebody does them."""

HOME_CELL = "the first cell"


# --- tiles and heroes


def tile_name(board: Board, tile: TileId) -> str:
    """A tile in a sentence: its name, with its level if it has one."""
    if is_back(tile):
        return "a hidden tile"
    return numbered(board.components.tile[tile])


def numbered(tile: Tile) -> str:
    """The name of a tile, with its level if it has one: `Potion Shop 2`."""
    return f"{tile.name} {tile.level}" if tile.level else tile.name


def offered_name(board: Board, tile: TileId) -> str:
    """A tile of the supply; where its copy lies there too, with its building space: `Apothecary 1 (space 3)`."""
    offered = offered_names(board.components, tuple([slot.tile for slot in board.supply]))
    return offered.get(tile) or tile_name(board, tile)


@lru_cache(maxsize=256)
def offered_names(components: Components, supply: tuple[TileId, ...]) -> Mapping[TileId, str]:
    """What the tiles of the supply are called."""
    lying = {tile: n for n, tile in enumerate(supply, 1) if tile}
    copies = Counter(components.tile[tile].face for tile in lying)
    found = {}
    for tile, n in lying.items():
        alike = copies[components.tile[tile].face] > 1
        found[tile] = f"{numbered(components.tile[tile])}{f' (space {n})' if alike else ''}"
    return found


def hero_name(board: Board, hero: HeroId) -> str:
    """A hero in a sentence, after `the`."""
    return board.components.hero[hero].name


def by_hero(board: Board, hero: HeroId) -> str:
    """The end of a sentence about what a power does: ` by the Cleric`; nothing where no hero is named."""
    return f" by the {hero_name(board, hero)}" if hero else ""


def need_name(needs: Sequence[str], index: int) -> str:
    """A need: `wild`, or `wild (2 of 3)` of a hero who has several of that type."""
    wanted = needs[index]
    equal = [at for at, need in enumerate(needs) if need == wanted]
    return f"{wanted} ({equal.index(index) + 1} of {len(equal)})" if len(equal) > 1 else wanted


def cubes_name(resource: str, n: int) -> str:
    """`1 Potion cube`, `2 Armor cubes`; of no type, `2 cubes`."""
    return counted(n, f"{CUBES[resource]} cube" if resource else "cube")


# --- dice and actions


def die_name(die: Die) -> str:
    """`grey 4`."""
    return die.replace("-", " ")


def die_words(die: Die, more: int) -> str:
    """A die and what modifiers and powers add to it: `grey 4`, or `grey 4 + 2 = 6`."""
    return f"{die_name(die)} + {more} = {FACE[die] + more}" if more else die_name(die)


def laid_words(laid: Laid) -> str:
    """A die as it lies on a tile or a hero."""
    return die_words(laid.die, laid.modifiers + laid.bonus)


def turned_name(old: Die, new: Die) -> str:
    """What a die becomes: `grey 3 to 4`, `red 2 to blue 2`."""
    return f"{die_name(old)} to {FACE[new] if COLOUR[old] == COLOUR[new] else die_name(new)}"


def row_name(actions: Iterable[str]) -> str:
    """The actions of a row: `bid and produce`."""
    return joined(ACTIONS[action] for action in actions)


def action_card_name(card: str) -> str:
    """`Market day`."""
    return card.replace("-", " ").replace("_", " ").capitalize()


# --- towns


def cell_name(cell: Cell) -> str:
    """`2 east, 1 south`, from the first tile of the town."""
    x, y = map(int, cell.split("."))
    directions = ((x, "east" if x > 0 else "west"), (y, "north" if y > 0 else "south"))
    parts = [f"{abs(n)} {way}" for n, way in directions if n]
    return ", ".join(parts) or HOME_CELL


def column_name(cell: Cell) -> str:
    """`Column 2 east`: the cells north and south of each other."""
    x, _ = map(int, cell.split("."))
    return f"Column {abs(x)} {'east' if x > 0 else 'west'}" if x else "First column"


def on_cell(board: Board, seat: Seat, cell: Cell) -> str:
    """A tile of a town with its cell: `Apothecary 1 (2 east)`; of an empty one the cell alone."""
    lot = board.side(seat).lot(cell)
    return f"{tile_name(board, lot.tile)} ({cell_name(cell)})" if lot else cell_name(cell)


# --- what a power is used on

LEFT_OUT = "-"
"""The target of an optional deed that is left out."""


def target_name(board: Board, seat: Seat, target: str) -> str:
    """A target of a power of `seat`."""
    if target in ("", LEFT_OUT):
        return "Skip it"
    if target in board.components.tile:
        return offered_name(board, target)
    if target in board.components.hero:
        return hero_name(board, target)
    owner, _, cell = target.partition(":")
    if cell:
        return f"{on_cell(board, int(owner), cell)} of {{{owner}}}"
    parts = target.split(".")
    if len(parts) == 1:
        return f"{{{target}}}"
    return _die_target(*parts) if parts[1] in FACE else on_cell(board, seat, target)


def _die_target(owner: str, die: Die, new: Die = "") -> str:
    """`{2}'s grey 3 to 4`; of one that is to be rolled, or stays as it is, the die alone."""
    return f"{{{owner}}}'s {turned_name(die, new) if new not in ('', die) else die_name(die)}"
