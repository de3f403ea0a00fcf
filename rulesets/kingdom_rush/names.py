"""What Hordes, heroes, Towers, abilities and Spells are called in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.kingdom_rush.board import Board
from rulesets.kingdom_rush.pieces import WILDCAT, CardId, HeroName

if TYPE_CHECKING:
    from rulesets.kingdom_rush.programs import Shot

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
    """Why a game is over; a reason that the rulebook does not know is told as it was entered."""
    return ENDINGS.get(reason, reason)


def horde_name(board: Board, card: CardId) -> str:
    """What a Horde is called; copies are told apart by their number."""
    if card in board.components.boss_life:
        return "the Boss Life card"
    name, number = board.components.horde[card].name, card.rpartition("-")[2]
    return f"{name} {number}"


def source_name(board: Board, source: str) -> str:
    """What a Tower, hero, ability or Spell is called."""
    c = board.components
    for table in (c.tower, c.ability, c.spell):
        if source in table:
            return table[source].name
    return hero_name(board, source)


def piece_name(shot: Shot) -> str:
    """What a piece of a Tower is called."""
    return "the Soldiers" if shot.soldiers else f"the {shot.shape} tile"


def piece_kind(shot: Shot) -> str:
    """The same in one word."""
    return "soldiers" if shot.soldiers else shot.shape


def hero_name(board: Board, hero: HeroName) -> str:
    """What a hero is called."""
    return "The Wildcat" if hero == WILDCAT else board.components.hero[hero].name
