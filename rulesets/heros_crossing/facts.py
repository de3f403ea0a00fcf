"""Events of Hero's Crossing as rows for analytics."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.heros_crossing.rules.ending import final_score
from rulesets.kit.facts import Fact

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rulesets.heros_crossing.board import Board
    from rulesets.kit.structs import Action, Effect, Seat, Start


def standing(board: Board) -> tuple[tuple[Seat, int], ...]:
    """VP of each seat: the track, heroes owned, Wishing Wells."""
    return tuple((seat, final_score(board, seat)) for seat in range(1, board.seats + 1))


def facts(
    board: Board, seat: Seat | None, action: Action[Board] | Start, effects: Sequence[Effect[Board]]
) -> Iterator[Fact]:
    """One event's rows; `board` is the one before it."""
    yield Fact(0, type(action).__name__, seat, type(board.pending).__name__)
    for step, effect in enumerate(effects, 1):
        yield Fact(step, type(effect).__name__, getattr(effect, "seat", None) or None)
