"""The ids of pieces and places."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulesets.card_tactics.board import Board
    from rulesets.card_tactics.pieces import CardId


def unit_id(card: CardId) -> str:
    """A hero or an enemy: `unit:orc-2`."""
    return f"unit:{card}"


def item_id(card: CardId) -> str:
    """An item: `item:dagger`."""
    return f"item:{card}"


def stack_id(kind: str) -> str:
    """A face-down stack: `stack:common`, `stack:events`, `stack:challenge`."""
    return f"stack:{kind}"


def place_id(board: Board, card: CardId) -> str | None:
    """The space that a unit stands on, `hero:1` being the hero space next to the centre; None for one in no line."""
    position = board.position(card)
    return f"{'hero' if board.is_hero(card) else 'enemy'}:{position}" if position else None
