"""How the seats stand, and what a greedy player wants."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.heros_crossing_tactics.effects import MonarchDamaged
from rulesets.heros_crossing_tactics.pieces import other
from rulesets.kit.history import changed_by

if TYPE_CHECKING:
    from rulesets.heros_crossing_tactics.board import Board
    from rulesets.kit.phases import Seat


@changed_by(MonarchDamaged)
def standing(board: Board) -> tuple[tuple[Seat, int], ...]:
    """Health of each Monarch."""
    return tuple((seat, side.health) for seat, side in enumerate(board.sides, 1))


def value_of(board: Board, seat: Seat) -> float:
    """What a greedy player wants: the enemy's health above all, then Soldiers, heroes and cards."""
    mine, theirs = board.side(seat), board.side(other(seat))
    return 10.0 * (mine.health - theirs.health) + _strength(board, seat) - _strength(board, other(seat))


def _strength(board: Board, seat: Seat) -> float:
    side, levels = board.side(seat), board.components.level
    soldiers = sum(front.soldiers.total for front in side.fronts)
    heroes = sum(levels[card] for front in side.fronts for card in front.heroes)
    return soldiers + 1.5 * heroes + 0.5 * len(side.hand)
