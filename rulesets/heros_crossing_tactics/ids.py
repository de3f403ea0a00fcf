"""Ids of places and pieces, on screens and in facts."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulesets.heros_crossing_tactics.pieces import CardId, Column, Kind
    from rulesets.kit.phases import Seat


def card_id(card: CardId) -> str:
    """The id of a card, wherever it lies."""
    return f"card:{card}"


def front_id(seat: Seat, column: Column) -> str:
    """The id of a Front on screens and in facts."""
    return f"front:{seat}.{column}"


def soldiers_id(seat: Seat, column: Column, kind: Kind) -> str:
    """The id of the stack of cubes of one type in a Front."""
    return f"soldiers:{seat}.{column}.{kind}"
