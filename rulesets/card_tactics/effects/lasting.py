"""What lasts for a time: to the end of an action, a round, a combat."""

from __future__ import annotations

from msgspec.structs import replace

from rulesets.card_tactics.board import Board
from rulesets.card_tactics.pieces import Ongoing, Used

ENDS = {"end_of_action": 0, "end_of_round": 1, "end_of_combat": 2, "end_of_game": 3}
LIMITS = {"action": 0, "round": 1, "combat": 2, "game": 3}


def with_action_over(board: Board) -> Board:
    """Without what lasts to the end of an action, where something else stands for one: in Camp, or of an event."""
    if not board.ongoing and not board.used:
        return board
    return replace(board, ongoing=outlasting(board.ongoing, "end_of_action"), used=still_used(board.used, "action"))


def outlasting(ongoing: tuple[Ongoing, ...], end: str) -> tuple[Ongoing, ...]:
    """Continuous changes that last longer."""
    return tuple([change for change in ongoing if ENDS[change.until] > ENDS[end]])


def still_used(used: tuple[Used, ...], limit: str) -> tuple[Used, ...]:
    """Quirks that are used up for longer."""
    return tuple([quirk for quirk in used if LIMITS[quirk.limit] > LIMITS[limit]])
