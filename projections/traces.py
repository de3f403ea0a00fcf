"""What a page tells of every event of a line, kept in memory: an event never changes, and telling it folds the line."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from projections.spans import first_where, since
from projections.views import names

if TYPE_CHECKING:
    from collections.abc import Iterator
    from uuid import UUID

    from events import Game
    from projections.library import Library, Step
    from projections.spans import Path
    from projections.tree import Version
    from rulesets.kit.phases import Board
    from rulesets.kit.ruleset import Ruleset
    from rulesets.kit.structs import Viewer

KEPT_TRACES = 50_000
"""Events that a process keeps traces of: about 1 kB each."""


class Trace(Struct, frozen=True, gc=False):
    """One event as a viewer may see it, without its boards."""

    version: int
    seat: int | None
    by: str | None
    round: int
    turn: int
    """As the board before it has them."""
    type: str
    """Of the action that was taken."""
    begins: bool
    """A move begins with it."""
    text: str
    marks: tuple[str, ...]
    touches: tuple[str, ...]
    standing: tuple[tuple[int, int | float], ...]
    """The score of each seat after it."""
    recorded_at: int
    """Microseconds UTC, as `occurred_at`."""
    occurred_at: int | None

    @property
    def time(self) -> int:
        """When it was taken, as far as is known."""
        return self.recorded_at if self.occurred_at is None else self.occurred_at


Key = tuple["UUID", "Viewer", tuple[str, ...]]
"""The game, who looks, and what the seats are called."""


class Traces:
    """The traces that a process has in memory. Safe to share between threads.

    What is kept of a path is always its beginning, so a game that grew is read from where it was left.
    """

    def __init__(self, most: int = KEPT_TRACES) -> None:
        self._most = most
        self._kept: OrderedDict[Key, dict[Version, Trace]] = OrderedDict()
        self._lock = Lock()

    def of(self, library: Library, game: Game, path: Path, viewer: Viewer) -> list[Trace]:
        """The events of a path from its start. O(events of the path), and reads those that are not kept."""
        key = (game.id, library.effective(game, viewer), tuple(names(game).values()))
        with self._lock:
            kept = self._kept.setdefault(key, {})
            self._kept.move_to_end(key)
        if first := first_where(path, lambda version: version not in kept):
            for trace in _traces(library, game, path, viewer, first):
                kept[trace.version] = trace
            self._forget(key)
        return [kept[version] for part in path for version in part]

    def _forget(self, newest: Key) -> None:
        """Forget the games that were longest not asked for."""
        with self._lock:
            size = sum(map(len, self._kept.values()))
            while size > self._most and (oldest := next(iter(self._kept))) != newest:
                size -= len(self._kept.pop(oldest))


def _traces(library: Library, game: Game, path: Path, viewer: Viewer, first: Version) -> Iterator[Trace]:
    ruleset = library.ruleset(game)
    for step, after in library.steps(game, since(path, first), viewer):
        yield _trace(step, after, ruleset)


def _trace(step: Step, after: Board, ruleset: Ruleset[Any]) -> Trace:
    return Trace(
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
