"""The CSS classes that colour each seat."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any

from events import LogError
from projections import ProjectionError
from rulesets.kit.structs import SPECTATOR

if TYPE_CHECKING:
    from events import Game
    from projections import Library
    from rulesets.kit.ruleset import Ruleset

EARLY = (8, 64)
"""Versions by which seats have usually chosen their colours."""


def tints(ruleset: Ruleset[Any], game: Game, board: Any) -> dict[int, str]:
    """By seat: its own class, and that of the colour that it chose in the game."""
    chosen = ruleset.colours(board)
    return {
        seated.seat: f"seat-{seated.seat}" + (f" paint-{chosen[seated.seat]}" if chosen.get(seated.seat) else "")
        for seated in game.seats
    }


def listed_tints(library: Library, game: Game) -> dict[int, str]:
    """The same for a list of games, from the first board on which all seats have a colour.

    Of a game that cannot be read, the seats' own.
    """
    try:
        return _as_chosen(library, game)
    except (LogError, ProjectionError):
        return {seated.seat: f"seat-{seated.seat}" for seated in game.seats}


def _as_chosen(library: Library, game: Game) -> dict[int, str]:
    ruleset, head = library.ruleset(game), game.summary.head
    early = list(islice(library.tree(game).versions(head), max(EARLY)))
    for version in (*(early[min(count, len(early)) - 1] for count in EARLY), head):
        board = library.board(game, version, SPECTATOR)
        if all(ruleset.colours(board).values()):
            break
    return tints(ruleset, game, board)
