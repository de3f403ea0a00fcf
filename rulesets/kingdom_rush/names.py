"""What Hordes, heroes, Towers, abilities and Spells are called in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.kingdom_rush.board import Board
from rulesets.kingdom_rush.geometry import Facing
from rulesets.kingdom_rush.pieces import WILDCAT, CardId, HeroName, SpaceId
from rulesets.kit.words import joined

if TYPE_CHECKING:
    from rulesets.kingdom_rush.programs import Shot

FACING: dict[Facing, str] = {"N": "north", "E": "east", "S": "south", "W": "west"}
"""The ways to face, in words."""

ENDINGS = {
    "portals": "all Portals are destroyed",
    "rounds": "it has held out",
    "hordes": "no Horde is left",
    "boss": "the Boss is defeated",
    "exit": "a Portal reached the Exit",
    "hearts": "no Heart is left",
    "time": "time is up",
    "time_mage": "a Time Mage reached the white site",
    "lilith": "Lilith cannot be stopped",
}
"""Why a game is won or lost."""


def ending(reason: str) -> str:
    """Why a game is over; a reason that the rulebook does not know stays as it was entered."""
    return ENDINGS.get(reason, reason)


def horde_name(board: Board, card: CardId) -> str:
    """What a Horde is called; copies differ by their number."""
    if card in board.components.boss_life:
        return "the Boss Life card"
    name, number = board.components.horde[card].name, card.rpartition("-")[2]
    return f"{name} {number}"


def space_name(board: Board, space: SpaceId) -> str:
    """What a space of the map is called: `site s3`, `space p4`."""
    return f"{'site' if space in board.setting.sites(board.seats) else 'space'} {space}"


def facing_words(facing: str) -> str:
    """Where a card looks to, at the end of a sentence."""
    return f", facing {FACING.get(facing, facing)}"  # type: ignore[call-overload]


def cells_name(cells: str) -> str:
    """Some squares of a tray: `b2, b3 and c3`."""
    return joined(cells.split(" "))


def source_name(board: Board, source: str) -> str:
    """What a Tower, hero, ability or Spell is called."""
    c = board.components
    for table in (c.tower, c.ability, c.spell):
        if source in table:
            return table[source].name
    return hero_name(board, source)


def boss_name(boss: str) -> str:
    """What a Boss is called."""
    return boss.replace("_", " ").title()


def tile_name(tile: str) -> str:
    """What a Portal tile is called."""
    return tile.replace("-", " ").replace("_", " ").capitalize()


def piece_name(shot: Shot) -> str:
    """What a piece of a Tower is called."""
    if shot.soldiers:
        return "the Soldiers"
    return f"the {shot.shape} tile" if shot.shape else "the tile"


def piece_kind(shot: Shot) -> str:
    """The same in one word."""
    return "soldiers" if shot.soldiers else shot.shape


def hero_name(board: Board, hero: HeroName) -> str:
    """What a hero is called."""
    return "the Wildcat" if hero == WILDCAT else board.components.hero[hero].name


def of_hero(board: Board, hero: HeroName) -> str:
    """`Malik's`, before what is a hero's."""
    return f"{hero_name(board, hero)}'s"


def opening(text: str) -> str:
    """A text as a sentence begins."""
    return text[:1].upper() + text[1:]
