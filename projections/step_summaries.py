"""Summaries of the events of a line, cached: an event never changes, and to describe it the line has to be folded."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from projections.paths import first_where

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from uuid import UUID

    from projections.paths import Path, Version
    from projections.steps import Step
    from rulesets.kit.phases import Board
    from rulesets.kit.ruleset import Ruleset
    from rulesets.kit.structs import Viewer

MAX_SUMMARIES = 50_000
"""In the cache of one process: about 1 kB each."""


class StepSummary(Struct, frozen=True, gc=False):
    """One event as a viewer may see it, without its boards."""

    version: int
    seat: int | None
    by: str | None
    round: int
    turn: int
    """Round and turn on the board before the event."""
    type: str
    """Of the action."""
    begins: bool
    """A move begins with it."""
    text: str
    marks: tuple[str, ...]
    touches: tuple[str, ...]
    standing: tuple[tuple[int, int | float], ...]
    """The score of each seat after the event."""
    recorded_at: int
    """Microseconds UTC, as `occurred_at`."""
    occurred_at: int | None

    @property
    def time(self) -> int:
        """When it happened: at the table if that is known, else when it was recorded."""
        return self.recorded_at if self.occurred_at is None else self.occurred_at


Key = tuple["UUID", "Viewer", tuple[str, ...]]
"""The game, the viewer, and the names of the seats."""


class StepSummaryCache:
    """The step summaries that a process has in memory. Safe to share between threads.

    What it has of a path is always the beginning, so a game that grew is read on from there.
    """

    def __init__(self, max_size: int = MAX_SUMMARIES) -> None:
        self._max_size = max_size
        self._cache: OrderedDict[Key, dict[Version, StepSummary]] = OrderedDict()
        self._lock = Lock()

    def of(self, key: Key, path: Path, read: Callable[[Version], Iterable[StepSummary]]) -> list[StepSummary]:
        """The events of a path from its start; `read` gives those from a version on. O(events of the path)."""
        with self._lock:
            cached = self._cache.setdefault(key, {})
            self._cache.move_to_end(key)
        if first := first_where(path, lambda version: version not in cached):
            for summary in read(first):
                cached[summary.version] = summary
            self._evict(key)
        return [cached[version] for part in path for version in part]

    def _evict(self, newest: Key) -> None:
        """Drop the games that were least recently used."""
        with self._lock:
            size = sum(map(len, self._cache.values()))
            while size > self._max_size and (oldest := next(iter(self._cache))) != newest:
                size -= len(self._cache.pop(oldest))


def summary_of(step: Step, after: Board, ruleset: Ruleset[Any]) -> StepSummary:
    """The summary of a step, given the board after it."""
    return StepSummary(
        version=step.event.version,
        seat=step.event.seat,
        by=step.event.by,
        round=step.before.round,
        turn=step.before.turn,
        type=type(step.action).__name__,
        begins=isinstance(step.before.pending, ruleset.home),
        text=step.text,
        marks=step.marks,
        touches=step.touches,
        standing=tuple(ruleset.standing(after)),
        recorded_at=step.event.recorded_at,
        occurred_at=step.event.occurred_at,
    )
