"""Games of which only the result is known: what was decided is worked out from it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import Struct

from api.recording.decide import Entry, Source, decide
from api.recording.line import event_of
from projections import seen
from rulesets.kit.phases import Board
from rulesets.kit.play import fold
from rulesets.kit.sheets import BadResult
from rulesets.kit.structs import SPECTATOR

if TYPE_CHECKING:
    from events import NewEvent
    from rulesets.kit.ruleset import Ruleset


class Result(Struct, frozen=True):
    """How a game ended."""

    scores: tuple[int | None, ...]
    """Of each seat; None where nothing is counted."""
    won: tuple[bool, ...] | None
    """Whether each seat won, None if nobody said; it does not matter where the scores tell."""
    ended_at: int | None = None
    """When it ended at the table, in microseconds UTC."""


class PlayedToItsEnd(Struct, frozen=True):
    """What follows the start of such a game."""

    events: tuple[NewEvent, ...]
    board: Board
    public: Board
    """The board as a spectator sees it."""


def played_to_its_end(
    ruleset: Ruleset[Any], board: Board, public: Board, result: Result, by: str | None
) -> PlayedToItsEnd:
    """Decide what leads to a result, from the board after the start. Raises BadResult, Refused."""
    if ruleset.sheets is None:
        raise BadResult("ruleset", None, f"{ruleset.title} is recorded move by move, and not by its result alone")
    written = ruleset.sheets.result(board.components, result.scores, result.won)
    entries = [Entry(seat=seat, action=action, occurred_at=result.ended_at) for seat, action in written]
    run = decide(ruleset, board, entries, Source())
    run.refused(until_refused=False)
    events: list[NewEvent] = []
    for entry, text, play, _ in run.decided:
        board, public = play.board, fold(public, seen(play.effects, SPECTATOR))
        events.append(
            event_of(
                ruleset,
                "play",
                1 + len(events),
                entry.seat,
                text,
                play.chance.outcomes,
                play.effects,
                by=by,
                occurred_at=entry.occurred_at,
                hashed=board if ruleset.over(board) else None,
            )
        )
    return PlayedToItsEnd(tuple(events), board, public)
