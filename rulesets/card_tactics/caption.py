"""What the picture of a table says in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.card_tactics.names import item_name, unit_name
from rulesets.card_tactics.phases import Camp, GameOver
from rulesets.kit.svg import legible

if TYPE_CHECKING:
    from rulesets.card_tactics.board import Board


def title(board: Board, version: int) -> str:
    """The game and the moment."""
    return f"Card Tactics, {moment(board)}, version {version}"


def moment(board: Board) -> str:
    """Where in the loop the board stands."""
    pending = board.pending
    if isinstance(pending, GameOver):
        return "won" if pending.winners else f"over: {legible(pending.reason)}"
    if board.fighting:
        return f"combat {board.combat}, round {board.combat_round}"
    if not board.heroes:
        return "set-up"
    return f"camp before combat {board.combat + 1}" if isinstance(pending, Camp) else f"between combats {board.combat}"


def description(board: Board) -> str:
    """Both lines, from the centre outward."""
    heroes = ", ".join(f"{unit_name(board, unit.card)} {unit.health}" for unit in board.heroes) or "nobody"
    enemies = ", ".join(f"{unit_name(board, unit.card)} {unit.health}" for unit in board.enemies) or "nobody"
    return legible(f"Heroes from the centre: {heroes}. Enemies from the centre: {enemies}. {items(board)}")


def items(board: Board) -> str:
    """The pool in words."""
    names = ", ".join(item_name(board, item.card) + (" (exhausted)" if item.exhausted else "") for item in board.pool)
    return f"Items: {names or 'none'}."
