"""The ids of pieces and places."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulesets.card_tactics.board import Board
    from rulesets.card_tactics.pieces import CardId, Position, Side


def card_id(card: CardId) -> str:
    """A hero, an enemy, an item or an event: `card:orc-2`."""
    return f"card:{card}"


def stack_id(kind: str) -> str:
    """A face-down stack: `stack:common`, `stack:events`, `stack:challenge`."""
    return f"stack:{kind}"


def space_id(side: Side, position: Position) -> str:
    """A space of a line: `hero:1` is the hero space next to the centre."""
    return f"{side}:{position}"


def place_id(board: Board, card: CardId) -> str | None:
    """The space that a unit stands on; None for one in no line."""
    position = board.position(card)
    return space_id("hero" if board.is_hero(card) else "enemy", position) if position else None
