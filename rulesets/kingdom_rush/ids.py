"""Ids of pieces and places, as screens, pictures and statistics know them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulesets.kingdom_rush.pieces import CardId, SpaceId


def horde_id(card: CardId) -> str:
    """The id of a Horde."""
    return f"horde:{card}"


def space_id(space: SpaceId) -> str:
    """The id of a space of the map."""
    return f"space:{space}"
