"""Following games as they are recorded: one watcher in a process reads the log, and tells all who wait."""

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

    from events import News as Newest
    from events import Place, Store

EVERY = 0.25
"""Seconds between two looks at the log: so long an event of another process waits at most."""


class Change(Struct, frozen=True):
    """Something of a game is new: events, or what lies beside its log."""

    look: int
    """At the log, counted from 1: what is read after it was told holds all that is new by then."""
    beside: int
    """The last look at which something beside the log was new; 0 for none since somebody waits."""


STOPPED = Change(0, 0)
"""Told when nothing more will come."""

News = SimpleQueue[Change]
"""What is new of a game, as it comes; STOPPED at the end."""


class Watch:
    """Tells who waits for a game that something of it is new. Reads the log only while somebody waits.

    Each waits on a queue of its own: with one condition for all, the last of two hundred hears seven times as late.
    """

    def __init__(self, store: Store, every: float = EVERY) -> None:
        self._store = store
        self._every = every
        self._waiting: dict[UUID, set[News]] = {}
        self._beside: dict[UUID, int] = {}
        self._lock = Lock()
        self._look = Event()
        self._place: Place | None = None
        self._runs = False
        self.stopped = False
        self.looks = 0
        """How often the log was read."""

    def wake(self) -> None:
        """Look at once: this process has stored something."""
        self._look.set()

    def stop(self) -> None:
        """Tell everybody that nothing more will come. Takes no lock, so a signal may call it."""
        self.stopped = True
        self._look.set()

    @contextmanager
    def of(self, game: UUID) -> Iterator[News]:
        """News of a game. What is stored before this is entered has to be asked of the game itself."""
        news: News = SimpleQueue()
        with self._lock:
            self._waiting.setdefault(game, set()).add(news)
            if not self._runs:
                self._begin()
        try:
            yield news
        finally:
            with self._lock:
                self._waiting[game].discard(news)
                if not self._waiting[game]:
                    del self._waiting[game]
                    self._beside.pop(game, None)

    def _begin(self) -> None:
        """Read on from here; who waits looks at its game after this, so nothing falls between. The lock is held."""
        self._place = self._store.place()
        self._runs = True
        Thread(target=self._run, name="watch", daemon=True).start()

    def _run(self) -> None:
        while not self._is_over():
            self._look.wait(self._every)
            self._look.clear()
            try:
                self.looks += 1
                assert self._place
                found = self._store.news(self._place)
            except LogError:
                continue  # the database is away for a moment
            self._place = found.place
            self._tell(found)

    def _is_over(self) -> bool:
        """Whether nobody waits any more, or nobody shall."""
        with self._lock:
            if self.stopped:
                for waiting in self._waiting.values():
                    for news in waiting:
                        news.put(STOPPED)
            self._runs = bool(self._waiting) and not self.stopped
            return not self._runs

    def _tell(self, found: Newest) -> None:
        with self._lock:
            self._beside |= dict.fromkeys(found.beside.keys() & self._waiting.keys(), self.looks)
            for game in (found.versions.keys() | found.beside.keys()) & self._waiting.keys():
                change = Change(self.looks, self._beside.get(game, 0))
                for news in self._waiting[game]:
                    news.put(change)
