"""Ids of places and pieces, on screens and in facts."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulesets.heros_crossing_tactics.board import Board
    from rulesets.heros_crossing_tactics.pieces import CardId, Column, Kind, Level
    from rulesets.kit.phases import Seat

CACHE_SIZE = 1024
"""Ids that are remembered: a fact takes several, and most are equal."""


@lru_cache(CACHE_SIZE)
def card_id(card: CardId) -> str:
    """The id of a card, wherever it lies."""
    return f"card:{card}"


def hero_id(board: Board, card: CardId | None) -> str | None:
    """The id of a card in facts: one for all its equal copies, none of an unknown card."""
    face = board.components.face.get(card or "")
    return card_id(face) if face else None


def pile_id(level: Level) -> str:
    """The id of a pile of cards."""
    return f"pile:{level}"


@lru_cache(CACHE_SIZE)
def front_id(seat: Seat, column: Column) -> str:
    """The id of a Front on screens and in facts."""
    return f"front:{seat}.{column}"


def soldiers_id(seat: Seat, column: Column, kind: Kind) -> str:
    """The id of the stack of cubes of one type in a Front."""
    return f"soldiers:{seat}.{column}.{kind}"
