"""`kill -9` of a process that writes with four threads, again and again, and what is left of the log."""

from __future__ import annotations

import os
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from random import Random
from uuid import UUID

from events import Answer, Repeated, Store
from tests.events.build import asks, begin, play
from tests.waiting import until

THREADS, COUNT = 4, 3
LONGEST = 0.08
"""Seconds from the first answer to the kill."""

_FORKS = get_context("forkserver")  # loads the program once; each writer is a process all the same
_FORKS.set_forkserver_preload(["tests.faults.kills"])


def write(url: str, games: list[UUID], told: str) -> None:
    """In the process that is killed: append to each game in a thread of its own, and note what was acknowledged."""
    notes = os.open(told, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    with Store.open(url) as store, ThreadPoolExecutor(THREADS) as pool:
        list(pool.map(partial(_append, store, notes), range(len(games)), games))


def _append(store: Store, notes: int, n: int, game: UUID) -> None:
    at = store.game(game).version
    while True:
        play(store, game, at, COUNT, request=asks(game, f"at {at}"))
        at += COUNT
        os.write(notes, f"{n} {at}\n".encode())


def kill(url: str, games: list[UUID], told: Path, seconds: float) -> dict[int, int]:
    """Let a process write, and kill it a while after its first answer; the versions that it was told, by game."""
    told.unlink(missing_ok=True)
    process = _FORKS.Process(target=write, args=(url, games, str(told)))
    process.start()
    until(lambda: not process.is_alive() or (told.exists() and told.stat().st_size), "an answer")
    time.sleep(seconds)
    process.kill()
    process.join()
    return {int(n): int(at) for n, at in (line.split() for line in told.read_text().splitlines())}


def kills(url: str, folder: Path, count: int, seed: int = 1) -> tuple[int, list[str]]:
    """Kill so many writers of one log, which must be empty; what was acknowledged in all, and what is wrong.

    After each, every acknowledged event is there; what was asked is there whole or not at all, and may be sent again.
    """
    rng, acknowledged, wrong = Random(seed), 0, list[str]()
    with Store.open(url) as store:
        for n in range(count):
            games = [begin(store) for _ in range(THREADS)]
            told = kill(url, games, folder / "told", rng.uniform(0, LONGEST))
            for number, game in enumerate(games):
                at, version = told.get(number, 1), store.game(game).version
                acknowledged += (at - 1) // COUNT
                if version not in (at, at + COUNT):
                    wrong.append(f"kill {n}: at version {version}, and {at} was acknowledged")
                with suppress(Repeated):
                    play(store, game, at, COUNT, request=asks(game, f"at {at}"))
                if store.answered(asks(game, f"at {at}")) != Answer(game, at + 1, at + COUNT):
                    wrong.append(f"kill {n}: what was sent again is not answered")
                wrong += [f"kill {n}: {fault.what}" for fault in store.verify(game)]
        wrong += [fault.what for fault in store.verify()]
    return acknowledged, wrong
