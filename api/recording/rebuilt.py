"""Folds a game from another log: its row is computed here, not taken from the file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from api import errors
from api.recording.line import HASH_EVERY, summary_of
from api.recording.shape import MARKER, OVER, TAINTED, Shape
from projections import board_hash, seen
from rulesets.kit.outcomes import Outcome
from rulesets.kit.play import fold
from rulesets.kit.structs import SPECTATOR, Abandon, Adjust, Resign, Start

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from events import Event, Summary
    from projections.paths import Version
    from rulesets.kit.phases import Board
    from rulesets.kit.ruleset import Ruleset
    from rulesets.kit.structs import Effect

BATCH = 64
"""How many events' effects are decoded at once."""

MARKERS = ("undo", "redo")

SCHEMA_BYTES = 2
"""The bytes at the start of a board's hash that hold the board schema of its ruleset."""

BY_KIND: dict[str, tuple[type, ...]] = {"start": (Start,), "adjust": (Adjust,), "end": (Resign, Abandon)}
NOT_PLAYED = (Start, Adjust, Resign, Abandon)

_outcomes = msgspec.json.Decoder(list[Outcome]).decode


class Rebuilt:
    """The boards of a game that is not in the log yet. The caller holds the events."""

    def __init__(self, ruleset: Ruleset[Any], start: Start, empty_board: Board, events: Sequence[Event]) -> None:
        """A game of these events, whose chain was checked; none is folded yet."""
        self._ruleset = ruleset
        self._start = start
        self._events = events
        self._empty_board = self._board = empty_board
        self._needed = {each.parent for each in events if each.parent != each.version - 1 or each.kind in MARKERS}
        self._boards: dict[Version, Board] = {}
        self._shape = Shape()
        self._at: Version = 0

    def fold(self, line: int) -> None:
        """Fold all events, the first on this line of its file. Raises `BadImport` after folding those before it."""
        for event, effects in self._decoded(line):
            try:
                self._take(line, event, effects)
            except errors.BadImport:
                raise
            except Exception as error:  # effects in a file may expect anything of a board
                why = f"its effects do not fit the board before it ({type(error).__name__}: {str(error)[:200]})"
                raise self._unreadable(line, event, why) from error

    def _decoded(self, line: int) -> Iterator[tuple[Event, Sequence[Effect[Any]]]]:
        for first in range(0, len(self._events), BATCH):
            part = self._events[first : first + BATCH]
            try:
                yield from zip(part, self._effects_of(part), strict=True)
            except (msgspec.MsgspecError, RecursionError):
                for event in part:
                    if event.version > len(self._shape.flags) - 1:
                        yield event, self._alone(line, event)

    def _effects_of(self, events: Sequence[Event]) -> list[list[Effect[Any]]]:
        texts, versions = [each.effects for each in events], [each.ruleset_version for each in events]
        return self._ruleset.stored_effects_of_many(texts, versions)

    def _alone(self, line: int, event: Event) -> list[Effect[Any]]:
        try:
            return self._ruleset.stored_effects(event.effects, event.ruleset_version)
        except (msgspec.MsgspecError, RecursionError) as error:
            why = f"the ruleset does not know one of its effects ({str(error)[:200]})"
            raise self._unreadable(line, event, why) from None

    def _take(self, line: int, event: Event, effects: Sequence[Effect[Any]]) -> None:
        shape, version, parent = self._shape, event.version, event.parent
        if why := self._fault(event):
            raise self._unreadable(line, event, why)
        if event.kind in MARKERS:
            shape.mark(event.kind.encode(), parent, event.recorded_at)
            return
        board = self._board if parent == self._at else self._boards[parent]
        for effect in effects:
            board = effect.apply(board)
        over = self._ruleset.over(board) is not None
        self._need_hash(line, event, board, over=over)
        self._board, self._at = board, version
        shape.play(parent, event.recorded_at, over=over, adjust=event.kind == "adjust")
        if version in self._needed:
            self._boards[version] = board

    def _fault(self, event: Event) -> str | None:
        """Why an event cannot be read as one of its kind."""
        if self._shape.flags[event.parent] & MARKER:
            return f"it builds on version {event.parent}, which is an undo or redo"
        if event.seat is not None and not 1 <= event.seat <= self._start.seats:
            return f"it is of seat {event.seat}, which does not exist"
        if event.ruleset_version > self._ruleset.version:
            return f"it was decided by version {event.ruleset_version} of its ruleset, and an older one is installed"
        if event.kind in MARKERS:
            empty = (event.action, event.effects, event.outcomes) == ("null", "[]", "[]")
            return None if empty else "an undo or redo has no action and no effects"
        try:
            action = self._ruleset.stored_action(event.action, event.ruleset_version)
            _outcomes(event.outcomes)
        except (msgspec.MsgspecError, RecursionError) as error:
            return f"the ruleset does not know its action, or its outcomes ({str(error)[:200]})"
        fits = isinstance(action, wanted) if (wanted := BY_KIND.get(event.kind)) else not isinstance(action, NOT_PLAYED)
        return None if fits else f"an event of the kind {event.kind} has an action of another kind"

    def _need_hash(self, line: int, event: Event, board: Board, *, over: bool) -> None:
        """Compare the board with the stored hash; with another board schema they cannot be compared."""
        stored, version = event.board_hash, event.version
        if stored is not None:
            now = board_hash(self._ruleset, board)
            if stored != now and stored[:SCHEMA_BYTES] == now[:SCHEMA_BYTES]:
                why = f"version {version} leads to another board than when it was recorded"
                raise errors.BoardDiffers(line + version - 1, why, version=version)
        elif version > 1 and (over or not version % HASH_EVERY):
            why = f"version {version} carries no hash of its board, as every {HASH_EVERY}th event and an end do"
            raise errors.BoardDiffers(line + version - 1, why, version=version)

    def _unreadable(self, line: int, event: Event, why: str) -> errors.UnreadableEvent:
        version = event.version
        return errors.UnreadableEvent(line + version - 1, f"version {version}: {why}", version=version)

    # --- the result

    def summary(self, tip: Version) -> tuple[Summary, int | None]:
        """The summary after all events, and when the game was over.

        `tip` is the tip in the file; it is used if it is possible.
        """
        shape = self._shape
        shape.end_append()
        head, flags = shape.head, shape.flags[shape.head]
        board = self._board if head == self._at else self._boards[head]
        public = board if flags & OVER else self._public(head)
        tip = tip if tip in shape.tips else max(shape.tips)
        summary = summary_of(self._ruleset, board, public, head, tip=tip, tainted=bool(flags & TAINTED))
        return summary, shape.finished_at

    def _public(self, head: Version) -> Board:
        """The board for spectators at a version. O(events that lead there)."""
        public = self._empty_board
        for part in self._shape.path(head):
            for version in part:
                event = self._events[version - 1]
                effects = self._ruleset.stored_effects(event.effects, event.ruleset_version)
                public = fold(public, seen(effects, SPECTATOR))
        return public
