"""Following games while they are recorded: one watcher for each process polls the log and notifies all subscribers."""

from __future__ import annotations

from contextlib import contextmanager
from queue import SimpleQueue
from threading import Event, Lock, Thread
from typing import TYPE_CHECKING

from msgspec import Struct

from events import LogError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from uuid import UUID

    from events import Changes, Cursor, Store

POLL_SECONDS = 0.25
"""Between two polls: an event that another process stored waits this long at most."""


class Change(Struct, frozen=True):
    """A game has new events, or its metadata changed."""

    poll: int
    """The poll that found it, counted from 1: what is read of the game from now on is at least as new."""
    metadata_poll: int
    """The last poll that found a change of metadata; 0 if none did since the first subscriber came."""


STOPPED = Change(0, 0)
"""The last item of a queue: nothing more will come."""

ChangeQueue = SimpleQueue[Change]
"""The changes of one game, in order; STOPPED at the end."""


class Watcher:
    """Notifies the subscribers of a game of its changes. It polls the log only while there are subscribers.

    Each subscriber has its own queue: with one condition for all, the last of two hundred is notified seven times as
    late.
    """

    def __init__(self, store: Store, poll_seconds: float = POLL_SECONDS) -> None:
        self._store = store
        self._poll_seconds = poll_seconds
        self._subscribers: dict[UUID, set[ChangeQueue]] = {}
        self._metadata_polls: dict[UUID, int] = {}
        self._lock = Lock()
        self._woken = Event()
        self._cursor: Cursor | None = None
        self._runs = False
        self.stopped = False
        self.polls = 0
        """How often the log was polled."""

    @property
    def subscribers(self) -> int:
        """How many subscribers there are, of all games."""
        with self._lock:
            return sum(map(len, self._subscribers.values()))

    def wake(self) -> None:
        """Poll at once: this process has stored something."""
        if not self._woken.is_set():  # a lookup, while to set it takes a lock
            self._woken.set()

    def stop(self) -> None:
        """Notify all subscribers that nothing more will come. Takes no lock, so a signal handler may call it."""
        self.stopped = True
        self._woken.set()

    @contextmanager
    def subscribe(self, game: UUID) -> Iterator[ChangeQueue]:
        """The changes of a game from now on. Read the game itself after this, to see what was stored before.

        Raises `Unavailable`, and nobody is subscribed then.
        """
        queue: ChangeQueue = SimpleQueue()
        try:
            with self._lock:
                self._subscribers.setdefault(game, set()).add(queue)
                if not self._runs:
                    self._start()
            yield queue
        finally:
            with self._lock:
                self._subscribers[game].discard(queue)
                if not self._subscribers[game]:
                    del self._subscribers[game]
                    self._metadata_polls.pop(game, None)

    def _start(self) -> None:
        """Poll from here on; the subscriber reads its game after this, so no change is lost. The lock is held."""
        self._cursor = self._store.cursor()
        self._runs = True
        Thread(target=self._run, name="watcher", daemon=True).start()

    def _run(self) -> None:
        while not self._is_done():
            self._woken.wait(self._poll_seconds)
            self._woken.clear()
            try:
                self.polls += 1
                assert self._cursor
                changes = self._store.changes(self._cursor)
            except LogError:
                continue  # the database cannot be reached at the moment
            self._cursor = changes.cursor
            self._notify(changes)

    def _is_done(self) -> bool:
        """Whether there are no subscribers left, or the watcher was stopped."""
        with self._lock:
            if self.stopped:
                for queues in self._subscribers.values():
                    for queue in queues:
                        queue.put(STOPPED)
            self._runs = bool(self._subscribers) and not self.stopped
            return not self._runs

    def _notify(self, changes: Changes) -> None:
        with self._lock:
            self._metadata_polls |= dict.fromkeys(changes.metadata.keys() & self._subscribers.keys(), self.polls)
            for game in (changes.versions.keys() | changes.metadata.keys()) & self._subscribers.keys():
                change = Change(self.polls, self._metadata_polls.get(game, 0))
                for queue in self._subscribers[game]:
                    queue.put(change)
