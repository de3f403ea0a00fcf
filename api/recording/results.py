"""Games of which only the result is known: what was decided is worked out from it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from api.recording.decide import Entry, Source, decide
from rulesets.kit.sheets import BadResult

if TYPE_CHECKING:
    from api.recording.line import NewLine


class Result(Struct, frozen=True):
    """How a game ended."""

    scores: tuple[int | None, ...]
    """Of each seat; None where nothing is counted."""
    won: tuple[bool, ...] | None
    """Whether each seat won, None if nobody said; it does not matter where the scores tell."""
    ended_at: int | None = None
    """When it ended at the table, in microseconds UTC."""


def play_to_its_end(line: NewLine, result: Result) -> None:
    """Decide what leads to a result, on a line from the board after the start. Raises BadResult, Refused."""
    ruleset = line.ruleset
    if ruleset.sheets is None:
        raise BadResult("ruleset", None, f"{ruleset.title} is recorded move by move, and not by its result alone")
    written = ruleset.sheets.result(line.board.components, result.scores, result.won)
    entries = [Entry(seat=seat, action=action, occurred_at=result.ended_at) for seat, action in written]
    run = decide(ruleset, line.board, entries, Source())
    run.refused(until_refused=False)
    for decided in run.decided:
        line.take(decided)
