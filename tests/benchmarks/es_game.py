"""The aggregate of the compared package `eventsourcing`: an action of a game, whose handler folds the effects with the
same rules."""

from __future__ import annotations

from typing import Any

from eventsourcing.domain import Aggregate, event

_FOLD: dict[str, Any] = {}


def fold_with(ruleset: Any, empty_board: Any) -> None:
    """Have the handler fold with this ruleset; without it, the handler only counts."""
    _FOLD["decode"] = ruleset.decode_effects
    _FOLD["empty_board"] = empty_board


class EsGame(Aggregate):
    """A game as `eventsourcing` keeps it."""

    @event("Started")
    def __init__(self, name: str) -> None:
        self.name = name
        self.board: Any = _FOLD.get("empty_board")

    @event("Acted")
    def act(self, seat: int, action: str, effects: str) -> None:
        """One action with its effects as JSON."""
        if decode := _FOLD.get("decode"):
            board = self.board
            for effect in decode(effects):
                board = effect.apply(board)
            self.board = board
