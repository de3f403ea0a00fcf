"""What may be entered by hand: effects that a ruleset marks as adjustable are checked with these."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.kit.play import need

if TYPE_CHECKING:
    from rulesets.heros_crossing.board import Board
    from rulesets.kit.phases import Seat

BY_HAND = "HCX-POW-14"
"""What a table enters by hand must be possible on its board."""
LARGEST = 99
"""VP or modifiers entered at once."""


def need_seat(board: Board, seat: Seat) -> None:
    """Refuse a seat that is not at the table."""
    need(1 <= seat <= board.seats, BY_HAND)
