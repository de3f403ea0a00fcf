"""analytics.cluster and analytics.cluster_export: statistics and an export on two workers with one thread and half a
core each, compared with one such worker."""

from __future__ import annotations

import os
import shutil
import signal
import statistics
import subprocess
import sys
from contextlib import ExitStack, contextmanager
from random import Random
from time import perf_counter
from typing import TYPE_CHECKING, Any

import polars as pl
import psutil
from msgspec.structs import replace

from analytics import Lake, export, prepare
from analytics.cluster import Cluster, Site
from analytics.schema import to_words
from api.cluster import open_log
from api.service import installed_rulesets
from events import Store
from tests.analytics.workers import workers
from tests.benchmarks.analytics import played, put_components, record, record_game
from tests.benchmarks.games import RULESETS
from tests.benchmarks.harness import Bench, Measured, measure, needs, new_folder
from tests.benchmarks.store import on_postgresql

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from analytics.lake import Part

RULESET = RULESETS[0]
STATISTICS = ("action_mix", "opening_tree", "ngrams")
COPIES = 8
"""How many parts the lake has: the same games, with ids of their own."""
FACTS = 1_900_000
"""How many facts a part has at least: nearly as many as a part may have, as in a lake that needs a cluster."""
EVENTS = 12_000
"""How many events of each ruleset are played, at least,"""
TIMES = 4
"""and how often each game is recorded."""


class Side:
    """A cluster that does some work; called, it says how much it did in a second."""

    def __init__(self, stack: ExitStack, folder: Path, number: int, work: Callable[[Cluster], int], **environ: str):
        """`work` does it once on the cluster with so many workers, and returns how much that was."""
        own = folder / f"cluster-{number}"
        own.mkdir()
        self._processes = stack.enter_context(workers(own, number, **environ))
        self._cluster = Cluster(self._processes.address, Site(installed_rulesets, open_log), only=True)
        stack.callback(self._cluster.close)
        self._work = work
        self._paths: list[float] = []

    def __call__(self) -> float:
        with _by_turns([worker.pid for worker in self._processes.running]):
            before, begin = self._spent(), perf_counter()
            speed = self._work(self._cluster) / (perf_counter() - begin)
        here, scheduler, *of_workers = (after - earlier for after, earlier in zip(self._spent(), before, strict=True))
        self._paths.append(here + scheduler + max(of_workers))
        return speed

    def path(self) -> float:
        """Seconds of processor time on the longest path: of the busiest worker, of the scheduler and of this process.
        The median of all rounds but the first, which is not measured."""
        return statistics.median(self._paths[1:])

    def _spent(self) -> list[float]:
        pids = (None, self._processes.scheduler.pid, *(worker.pid for worker in self._processes.running))
        times = (psutil.Process(pid).cpu_times() for pid in pids)
        return [each.user + each.system for each in times]


def _compared(name: str, unit: str, bar: float, two: Side, one: Side, rounds: int) -> Measured:
    bench = Bench(
        name=name,
        unit=unit,
        against="one worker, half a core each",
        bar=bar,
        stretch=1.9,
        ours=two,
        theirs=one,
        rounds=rounds,
    )
    found = measure(bench)
    return replace(found, notes=(f"({one.path() / two.path():.2f} by processor time on the longest path)",))


@contextmanager
def _by_turns(pids: Sequence[int]) -> Iterator[None]:
    """Let two processes run in turns, or one in turns with something else that computes.

    So each worker has half a core to itself, as if it were a slower machine. What a cluster has besides (scheduler,
    database, the process that asks) has the other core, as it would have machines of its own. With a core for each, two
    workers would share them with all of that, and one would not. And cores of one machine share caches and power: one
    computes up to 1.7 times as fast while the other is idle.
    """
    with ExitStack() as stack:
        for pid in pids:
            stack.callback(os.kill, pid, signal.SIGCONT)
        others = [stack.enter_context(_running(COMPUTING)) for _ in range(2 - len(pids))]
        stack.enter_context(_running(TURNS, str(TURN), *map(str, (*pids, *others))))
        yield


COMPUTING = """
import os
parent = os.getppid()
while os.getppid() == parent:
    sum(range(10_000))
"""


TURN = 0.05
"""Seconds that a turn lasts: much longer than an answer of the database, so a worker waits for that in its own time."""
TURNS = """
import itertools, os, signal, sys, time
turn, pids = float(sys.argv[1]), [int(pid) for pid in sys.argv[2:]]
for whose in itertools.cycle(pids):
    for pid in pids:
        os.kill(pid, signal.SIGCONT if pid == whose else signal.SIGSTOP)
    time.sleep(turn)
"""


@contextmanager
def _running(program: str, *arguments: str) -> Iterator[int]:
    """A Python program that runs until the block ends; its process id."""
    with subprocess.Popen([sys.executable, "-c", program, *arguments]) as process:
        try:
            yield process.pid
        finally:
            process.kill()


@needs("distributed")
def counting() -> Measured:
    """Three statistics over large parts, none of them cached."""
    with new_folder() as folder, ExitStack() as stack:
        lake = _lake(folder)
        queries = [prepare(lake, name, {"ruleset": RULESET.name}) for name in STATISTICS]
        facts = len(queries) * sum(part.facts.rows for part in lake.checkpoint().parts)

        def count(cluster: Cluster) -> int:
            shutil.rmtree(lake.folder / "_counts", ignore_errors=True)
            for query in queries:
                query._counts(cluster, None)
            return facts

        two, one = (Side(stack, folder, number, count) for number in (2, 1))
        return _compared("analytics.cluster", "facts/s", 1.6, two, one, rounds=5)


@needs("distributed")
def exporting() -> Measured:
    """A whole log on PostgreSQL, exported into a new lake."""
    with new_folder() as folder, ExitStack() as stack:
        url = stack.enter_context(on_postgresql())
        store = stack.enter_context(Store.open(url, migrate=True))
        events = _record_mixed(store)
        rulesets = {ruleset.name: ruleset for ruleset in RULESETS}

        def export_all(cluster: Cluster) -> int:
            lake = Lake(folder / "lake")
            export(store, rulesets, lake, cluster=cluster)
            shutil.rmtree(lake.folder)
            return events

        two, one = (Side(stack, folder, number, export_all, TABLETALE_DATABASE_URL=url) for number in (2, 1))
        return _compared("analytics.cluster_export", "events/s", 1.7, two, one, rounds=2)


def _record_mixed(store: Store) -> int:
    """Record games of all rulesets in no order, each several times, as a log that needs a cluster has them; returns the
    number of events."""
    for ruleset in RULESETS:
        put_components(store, ruleset)
    games = [(ruleset, game) for ruleset in RULESETS for game in played(ruleset, EVENTS)] * TIMES
    Random(1).shuffle(games)
    return sum(record_game(store, ruleset, game, hour) for hour, (ruleset, game) in enumerate(games, 1))


def _lake(folder: Path) -> Lake:
    """A lake of large parts: a few random games, copied."""
    lake = Lake(folder / "lake")
    with Store.open(f"sqlite:///{folder / 'log.sqlite3'}", synchronous="NORMAL") as store:
        record(store, RULESET, 6_000)
        export(store, {RULESET.name: RULESET}, lake)
    checkpoint = lake.checkpoint()
    first = checkpoint.parts[0]
    times = -(-FACTS // first.facts.rows)
    parts = tuple(_copied(lake, first, range(number * times, (number + 1) * times)) for number in range(COPIES))
    lake.publish(replace(checkpoint, parts=parts))
    return lake


def _copied(lake: Lake, part: Part, numbers: range) -> Part:
    """A part with the games of another one, as often as there are numbers, with an id for each."""
    files: dict[str, Any] = {}
    for name in ("facts", "seats", "games", "holdings", "cards"):
        frame = to_words(lake.read(getattr(part, name)), name)
        if name != "cards":
            most = 1 << 40
            frame = pl.concat(frame.with_columns(pl.col("game_id") + number * most) for number in numbers)
        files[name] = lake.write(name, frame, part.ruleset, part.month)
    return replace(part, **files)
