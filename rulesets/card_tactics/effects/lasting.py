"""What lasts for a time: to the end of an action, a round, a combat."""

from __future__ import annotations

from msgspec.structs import replace

from rulesets.card_tactics.board import Board
from rulesets.card_tactics.pieces import Used

SPANS = ("action", "round", "combat", "game")
"""From the shortest to the longest."""


def at_end_of(board: Board, span: str) -> Board:
    """Without what lasts no longer: continuous changes, and the use of quirks that have a limit."""
    if not board.ongoing and not board.used:
        return board
    ends = SPANS.index(span)
    ongoing = tuple([change for change in board.ongoing if SPANS.index(change.until.removeprefix("end_of_")) > ends])
    return replace(board, ongoing=ongoing, used=still_used(board.used, span))


def still_used(used: tuple[Used, ...], span: str) -> tuple[Used, ...]:
    """Quirks that are used up for longer than a span."""
    return tuple([quirk for quirk in used if SPANS.index(quirk.limit) > SPANS.index(span)])
