"""In which order units act in the rest of the round, as long as nobody moves."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulesets.card_tactics.board import Board
    from rulesets.card_tactics.pieces import CardId, Unit


def acting_order(board: Board) -> dict[CardId, int]:
    """Ready units to their number: 1 acts now, or next (CDT-RND-02 to 06)."""
    if not board.fighting:
        return {}
    heroes, enemies = _ready(board.heroes), _ready(board.enemies)
    acting = board.slot.unit if board.slot else ""
    order = []
    heroes_next = board.side == "hero"
    for line, other_next in ((heroes, False), (enemies, True)):
        if acting in line:
            line.remove(acting)
            order.append(acting)
            heroes_next = other_next
    while heroes or enemies:
        line = heroes if heroes and (heroes_next or not enemies) else enemies
        order.append(line.pop())
        heroes_next = line is enemies
    return {card: number for number, card in enumerate(order, 1)}


def _ready(line: tuple[Unit, ...]) -> list[CardId]:
    """From the centre outward; the last one is the next to act."""
    return [unit.card for unit in line if not unit.exhausted]
