"""The colours of what is a seat's, as classes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from events import Game
    from rulesets.kit.ruleset import Ruleset


def tints(ruleset: Ruleset[Any], game: Game, board: Any) -> dict[int, str]:
    """By seat: its own class, and that of the colour that it chose by the rules."""
    chosen = ruleset.colours(board)
    return {
        seated.seat: f"seat-{seated.seat}" + (f" paint-{chosen[seated.seat]}" if chosen.get(seated.seat) else "")
        for seated in game.seats
    }
