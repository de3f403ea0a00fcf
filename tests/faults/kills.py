"""A process that writes with four threads is killed (`kill -9`), and the log is checked; again and again."""

from __future__ import annotations

import os
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from pathlib import Path
from random import Random
from uuid import UUID

from events import Answer, Repeated, Store
from tests.events.build import asks, begin, play
from tests.forked import FORKS
from tests.waiting import until

THREADS, COUNT = 4, 3
LONGEST = 0.08
"""Seconds from the first answer to the kill."""


def write(url: str, games: list[UUID], path: str) -> None:
    """In the process that is killed: append to each game in its own thread, and record what was acknowledged."""
    notes = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    with Store.open(url) as store, ThreadPoolExecutor(THREADS) as pool:
        list(pool.map(partial(_append, store, notes), range(len(games)), games))


def _append(store: Store, notes: int, n: int, game: UUID) -> None:
    at = store.game(game).version
    while True:
        play(store, game, at, COUNT, request=asks(game, f"at {at}"))
        at += COUNT
        os.write(notes, f"{n} {at}\n".encode())


def kill(url: str, games: list[UUID], path: Path, seconds: float) -> dict[int, int]:
    """Let a process write, kill it `seconds` after its first answer, and return the acknowledged versions by game."""
    path.unlink(missing_ok=True)
    process = FORKS.Process(target=write, args=(url, games, str(path)))
    process.start()
    until(lambda: not process.is_alive() or (path.exists() and path.stat().st_size), "an answer")
    time.sleep(seconds)
    process.kill()
    process.join()
    return {int(n): int(at) for n, at in (line.split() for line in path.read_text().splitlines())}


def kills(url: str, folder: Path, count: int, seed: int = 1) -> tuple[int, list[str]]:
    """Kill `count` writers of an empty log; return the number of acknowledged appends, and what is wrong.

    After each kill, every acknowledged event is there; other requests are stored completely or not at all, and may be
    sent again.
    """
    rng, acknowledged, wrong = Random(seed), 0, list[str]()
    with Store.open(url) as store:
        for n in range(count):
            games = [begin(store) for _ in range(THREADS)]
            versions = kill(url, games, folder / "acknowledged", rng.uniform(0, LONGEST))
            for number, game in enumerate(games):
                at, version = versions.get(number, 1), store.game(game).version
                acknowledged += (at - 1) // COUNT
                if version not in (at, at + COUNT):
                    wrong.append(f"kill {n}: at version {version}, but {at} was acknowledged")
                with suppress(Repeated):
                    play(store, game, at, COUNT, request=asks(game, f"at {at}"))
                if store.answered(asks(game, f"at {at}")) != Answer(game, at + 1, at + COUNT):
                    wrong.append(f"kill {n}: the request that was sent again has another answer")
                wrong += [f"kill {n}: {fault.what}" for fault in store.verify(game)]
        wrong += [fault.what for fault in store.verify()]
    return acknowledged, wrong
