"""Ids of pieces and places, as screens, pictures and statistics know them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulesets.kingdom_rush.pieces import CardId, HeroName, SpaceId, Token
    from rulesets.kit.phases import Seat


def ability_id(ability: str) -> str:
    """The id of a special-ability tile."""
    return f"ability:{ability}"


def boss_id(boss: str) -> str:
    """The id of a Boss miniature."""
    return f"boss:{boss}"


def deck_id(deck: str) -> str:
    """The id of a deck: `ghosts`, `timewarp` or `storm`."""
    return f"deck:{deck}"


def hand_id(seat: Seat) -> str:
    """The id of the hand of a seat."""
    return f"hand:{seat}"


def health_id(hero: HeroName) -> str:
    """The id of the health of a hero."""
    return f"health:{hero}"


def hero_id(hero: HeroName) -> str:
    """The id of a hero."""
    return f"hero:{hero}"


def hero_card_id(hero: HeroName) -> str:
    """The id of a Hero card."""
    return f"herocard:{hero}"


def horde_id(card: CardId) -> str:
    """The id of a Horde."""
    return f"horde:{card}"


def incoming_id(seat: Seat) -> str:
    """The id of the Towers that were passed to a seat."""
    return f"incoming:{seat}"


def life_id(card: CardId) -> str:
    """The id of a Boss Life card."""
    return f"life:{card}"


def pathbreaker_id(card: str) -> str:
    """The id of a Pathbreaker card."""
    return f"pathbreaker:{card}"


def scenario_id(scenario: str) -> str:
    """The id of a scenario."""
    return f"scenario:{scenario}"


def seat_id(seat: Seat) -> str:
    """The id of a seat."""
    return f"seat:{seat}"


def source_id(source: str) -> str:
    """The id of what tiles and Soldiers come from: a Tower, hero, ability or Spell."""
    return f"source:{source}"


def space_id(space: SpaceId) -> str:
    """The id of a space of the map."""
    return f"space:{space}"


def spell_id(spell: str) -> str:
    """The id of a Spell."""
    return f"spell:{spell}"


def stack_id(token: Token) -> str:
    """The id of the stack of a Spawn point."""
    return f"stack:{token}"


def supply_id(type_: str, level: int) -> str:
    """The id of the Tower cards of a type and level in the supply."""
    return f"supply:{type_}.{level}"


def tower_id(tower: str) -> str:
    """The id of a Tower card."""
    return f"tower:{tower}"


def warp_id(card: CardId) -> str:
    """The id of a card of the Timewarp deck or of the Portal storm."""
    return f"warp:{card}"
