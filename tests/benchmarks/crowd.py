"""store.crowd_sqlite: many threads at once, each with its own game, compared with one thread that commits bare rows."""

from __future__ import annotations

import os
import sqlite3
import statistics
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from threading import Barrier
from time import perf_counter
from typing import TYPE_CHECKING

from msgspec.structs import replace

from events import Request, Store
from tests.benchmarks import store as single
from tests.benchmarks.harness import Bench, Measured, measure, new_folder

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path
    from uuid import UUID

THREADS = 32
EACH = 40
"""Appends of a thread in a round."""
BARE = 1000
"""Rows that the one thread commits in a round."""
SYNCS = 200


def crowd_sqlite() -> Measured:
    """Actions a second of all threads, request keys on, synchronous=FULL."""
    with new_folder() as folder, closing(Writers(f"sqlite:///{folder / 'ours.sqlite3'}")) as ours:
        measured = measure(
            Bench(
                name="store.crowd_sqlite",
                unit="actions/s",
                against="bare insert and commit, one thread",
                bar=1.2,  # with a sync of less than 0.3 ms
                stretch=1.6,
                ours=ours,
                theirs=bare(folder / "bare.sqlite3"),
            )
        )
        waits = sorted(ours.waits)
        notes = (
            f"an append takes {waits[len(waits) // 2] * 1000:.1f} ms, p99 {waits[len(waits) * 99 // 100] * 1000:.1f}",
            f"a sync of 4 KiB takes {sync(folder) * 1000:.2f} ms here",
        )
        return replace(measured, notes=notes)


class Writers:
    """Threads that append one action after the other, each to its own game."""

    def __init__(self, url: str) -> None:
        self._store = Store.open(url)
        self._games = [single.new_game(self._store) for _ in range(THREADS)]
        self._version = 1
        self._together = Barrier(THREADS)
        self._pool = ThreadPoolExecutor(THREADS)
        self.waits: list[float] = []
        """Seconds that each append took."""

    def __call__(self) -> float:
        begin = perf_counter()
        for waits in self._pool.map(self._play, self._games):
            self.waits += waits
        self._version += EACH
        return THREADS * EACH / (perf_counter() - begin)

    def _play(self, game_id: UUID) -> list[float]:
        waits = []
        self._together.wait()
        for version in range(self._version, self._version + EACH):
            request = Request(str(game_id), f"{version}", bytes(32))
            begin = perf_counter()
            single.play(self._store, game_id, version, request)
            waits.append(perf_counter() - begin)
        return waits

    def close(self) -> None:
        """End the threads."""
        self._pool.shutdown()
        self._store.close()


def bare(path: Path) -> Callable[[], float]:
    """Insert rows of an action's size, each with a commit."""
    log = sqlite3.connect(path, isolation_level=None)
    log.execute("pragma journal_mode=wal")
    log.execute("pragma synchronous=full")
    log.execute("create table events (id integer primary key, body text not null)")

    def side() -> float:
        begin = perf_counter()
        for _ in range(BARE):
            log.execute("insert into events (body) values (?)", (single.EFFECTS,))
        return BARE / (perf_counter() - begin)

    return side


def sync(folder: Path) -> float:
    """The median time in seconds for writing a page to disk and syncing it."""
    spent = []
    with (folder / "sync").open("wb") as file:
        for _ in range(SYNCS):
            file.write(bytes(4096))
            file.flush()
            begin = perf_counter()
            os.fdatasync(file.fileno())
            spent.append(perf_counter() - begin)
    return statistics.median(spent)
