"""analytics.cluster and analytics.cluster_export: statistics and an export on two workers with one thread each,
compared with one such worker."""

from __future__ import annotations

import os
import shutil
import statistics
import subprocess
import sys
from contextlib import ExitStack
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple

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
from tests.benchmarks.analytics import record
from tests.benchmarks.games import RULESETS
from tests.benchmarks.harness import Bench, Measured, measure, needs, new_folder
from tests.benchmarks.store import on_postgresql

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from analytics.lake import Part

RULESET = RULESETS[0]
STATISTICS = ("action_mix", "opening_tree", "ngrams")
COPIES = 12
"""How many parts the lake has: the same games, with ids of their own."""
FACTS = 120_000
"""How many facts a part has at least."""
EVENTS = 12_000
"""How many events of each ruleset are exported, at least."""


class Round(NamedTuple):
    """What a round took, in seconds."""

    clock: float
    path: float
    """Of processor time on the longest path: of the busiest worker, of the scheduler and of this process."""
    busy: float
    """Of processor time of all processes of this machine, so of the database too."""


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
        self.rounds: list[Round] = []

    def __call__(self) -> float:
        before, busy, begin = self._spent(), _busy(), perf_counter()
        done = self._work(self._cluster)
        seconds, busy = perf_counter() - begin, _busy() - busy
        here, scheduler, *of_workers = (after - earlier for after, earlier in zip(self._spent(), before, strict=True))
        self.rounds.append(Round(seconds, here + scheduler + max(of_workers), busy))
        return done / seconds

    def median(self) -> Round:
        """Of all rounds but the first, which is not measured."""
        return Round(*map(statistics.median, zip(*self.rounds[1:], strict=True)))

    def _spent(self) -> list[float]:
        pids = (None, self._processes.scheduler.pid, *(worker.pid for worker in self._processes.running))
        times = (psutil.Process(pid).cpu_times() for pid in pids)
        return [each.user + each.system for each in times]


def _compared(name: str, unit: str, bar: float, two: Side, one: Side) -> Measured:
    bench = Bench(name=name, unit=unit, against="one worker", bar=bar, stretch=1.9, ours=two, theirs=one, rounds=5)
    found = measure(bench)
    ones, twos, cores = one.median(), two.median(), os.cpu_count() or 1
    texts = [
        f"{ones.path / twos.path:.2f} by processor time on the longest path",
        f"{ones.clock / (twos.busy / cores):.2f} if all {cores} cores were busy all the time",
        f"two processes that only compute do {_gain():.2f} times as much as one",
        f"load of the machine {os.getloadavg()[0]:.1f}",
    ]
    return replace(found, notes=(f"({'; '.join(texts)})",))


def _busy() -> float:
    """Seconds of processor time of all processes so far."""
    times = psutil.cpu_times()
    return times.user + times.system


COMPUTE = "sum(number * number for number in range(10_000_000))"


def _gain() -> float:
    """How much more two processes compute here than one: two cores may share what is in them, or other machines."""
    return statistics.median(2 * _seconds(1) / _seconds(2) for _ in range(5))


def _seconds(number: int) -> float:
    """Until so many processes have computed, each the same."""
    begin = perf_counter()
    processes = [subprocess.Popen([sys.executable, "-c", COMPUTE]) for _ in range(number)]
    for process in processes:
        process.wait()
    return perf_counter() - begin


@needs("distributed")
def counting() -> Measured:
    """Three statistics over parts of 120,000 facts, none of them cached."""
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
        return _compared("analytics.cluster", "facts/s", 1.6, two, one)


@needs("distributed")
def exporting() -> Measured:
    """A whole log on PostgreSQL, exported into a new lake."""
    with new_folder() as folder, ExitStack() as stack:
        url = stack.enter_context(on_postgresql())
        store = stack.enter_context(Store.open(url, migrate=True))
        events = sum(record(store, ruleset, EVENTS) for ruleset in RULESETS)
        rulesets = {ruleset.name: ruleset for ruleset in RULESETS}

        def export_all(cluster: Cluster) -> int:
            lake = Lake(folder / "lake")
            export(store, rulesets, lake, cluster=cluster)
            shutil.rmtree(lake.folder)
            return events

        two, one = (Side(stack, folder, number, export_all, TABLETALE_DATABASE_URL=url) for number in (2, 1))
        return _compared("analytics.cluster_export", "events/s", 1.7, two, one)


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
