"""`python -m tests.faults.writing RUN FOLDER`, under the shim: writes a log, and a trace of how it was written.

The trace has a mark for each request of the client, and for each answer.
"""

from __future__ import annotations

import errno
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import NamedTuple
from uuid import UUID

import msgspec

from events import Repeated, Request, Stale, Store, Unavailable
from events.engines import Synchronous, driver
from tests.events.build import asks, event, line, new_game, play, summary
from tests.faults.shim import Shim

CHECKPOINT = 40
"""Pages in the -wal file before a checkpoint. With the default of 1,000, a run this short would have none."""
GAMES, APPENDS = 3, 60
THREADS, EACH = 8, 12
TRIES = 9
OPENED, ASKED, STORED = "opened", "asked", "stored"


class Run(NamedTuple):
    """How a log is written."""

    synchronous: Synchronous = "FULL"
    lies: bool = False
    """The disk reports syncs without doing them."""
    fails: bool = False
    """Syncs fail, and the client sends its request again."""
    crowd: bool = False
    """Eight threads write at the same time, each to its own game."""


RUNS = {
    "FULL": Run(),
    "FULL, eight threads": Run(crowd=True),
    "FULL, syncs that fail": Run(fails=True),
    "NORMAL": Run("NORMAL"),
    "FULL, a disk that lies": Run(lies=True),
}


class Asked(msgspec.Struct, frozen=True):
    """A request, as it stands in a mark of the trace."""

    scope: str
    key: str
    game: UUID
    at: int
    """The version that the game was at."""
    count: int
    """How many events it appends."""

    @property
    def request(self) -> Request:
        return asks(self.scope, self.key)

    @property
    def last(self) -> int:
        return self.at + self.count


class Client:
    """A client that marks its requests and answers in the trace."""

    def __init__(self, shim: Shim, store: Store) -> None:
        self._shim, self._store = shim, store

    def _ask(self, asked: Asked, act: Callable[..., object]) -> None:
        text = msgspec.json.encode(asked).decode()
        self._shim.mark(f"{ASKED} {text}")
        for _ in range(TRIES):
            try:
                act(request=asked.request)
            except Unavailable:
                continue
            except Repeated:
                pass
            self._shim.mark(f"{STORED} {text}")
            return
        raise AssertionError("no try was stored")

    def begin(self) -> UUID:
        new = new_game(self._store)
        self._ask(Asked("me", str(new.id), new.id, 0, 2), partial(self._store.create, new, line(1, 2), summary(2)))
        return new.id

    def append(self, game: UUID, at: int, count: int) -> None:
        self._ask(Asked(str(game), f"at {at}", game, at, count), partial(play, self._store, game, at, count))

    def undo(self, game: UUID, at: int) -> None:
        undo, after = event(at + 1, "undo", parent=at - 1, effects="[]"), summary(at + 1, head=at - 1)
        act = partial(self._store.append, game, at, [undo], after, notes={at + 1: "a slip"})
        self._ask(Asked(str(game), f"at {at}", game, at, 1), act)


def write(shim: Shim, folder: Path, run: Run) -> None:
    """Migrate, create games, append 1 or 3 events, undo with a note; checkpoints come in between."""
    shim.watch(folder / "log")
    shim.trace(folder / "trace")
    if run.lies:
        shim.lie()
    with Store.open(f"sqlite:///{folder / 'log'}", synchronous=run.synchronous) as store:
        shim.mark(OPENED)
        with driver(store._engines.raw_writer) as connection:
            connection.execute(f"PRAGMA wal_autocheckpoint = {CHECKPOINT}")
        client = Client(shim, store)
        games = [client.begin() for _ in range(THREADS if run.crowd else GAMES)]
        if run.crowd:
            with ThreadPoolExecutor(THREADS) as pool:
                list(pool.map(partial(crowd, store, client), games))
            return
        for n in range(APPENDS):
            game = games[n % GAMES]
            at = store.game(game).version
            if run.fails and n % 2:
                shim.arm(1 + n // 2 % 4, 1 + n % 3, errno.EIO, "S")
            if n % 7 == 6:
                client.undo(game, at)
            else:
                client.append(game, at, 3 if n % 5 == 0 else 1)
            if n % 4 == 3:
                shim.disarm()


def crowd(store: Store, client: Client, game: UUID) -> None:
    """One of many clients: its appends are stored, and one that comes too late is refused in between."""
    for at in range(2, 2 + EACH):
        client.append(game, at, 1)
        try:
            play(store, game, at, request=asks(game, "late"))
        except Stale:
            continue
        raise AssertionError("an append came too late, and was stored")


if __name__ == "__main__":
    write(Shim(), Path(sys.argv[2]), RUNS[sys.argv[1]])
