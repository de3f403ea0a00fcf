"""The rules as they are for one seat: what is printed, changed by the powers that hold for it.

A check never asks which hero is there. It asks `values(board, seat)` one question, such as `.expel_threshold` or
`.suits(...)`; the answer is the printed rule where no power says otherwise.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.heros_crossing.values import PRINTED, Values

if TYPE_CHECKING:
    from rulesets.heros_crossing.board import Board
    from rulesets.kit.phases import Seat


def values(board: Board, seat: Seat) -> Values:
    """The rules as they are for `seat` now: its passive powers, and what it has called up this turn."""
    side = board.sides[seat - 1]
    if not side.heroes and not side.bends:
        return PRINTED
    passive = board.components.passive
    bends = side.bends
    for own in side.heroes:
        if own.joined < board.round:  # HCX-POW-01: in turns after it was taken
            bends += passive[own.hero]
    return board.components.values(bends)
