"""analytics.cluster and analytics.cluster_export: statistics and an export on two workers with one thread each,
compared with one such worker."""

from __future__ import annotations

import os
import shutil
from contextlib import ExitStack
from time import perf_counter
from typing import TYPE_CHECKING, Any

import polars as pl
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
    from pathlib import Path

    from analytics.lake import Part

RULESET = RULESETS[0]
STATISTICS = ("action_mix", "opening_tree", "ngrams")
COPIES = 12
"""How many parts the lake has: the same games, with ids of their own."""
FACTS = 120_000
"""How many facts a part has at least."""


@needs("distributed")
def counting() -> Measured:
    """Three statistics over parts of 120,000 facts, none of them cached."""
    with new_folder() as folder, ExitStack() as stack:
        lake = _lake(folder)
        queries = [prepare(lake, name, {"ruleset": RULESET.name}) for name in STATISTICS]
        two, one = (_connected(stack, folder, number) for number in (2, 1))

        def on(cluster: Cluster) -> float:
            shutil.rmtree(lake.folder / "_counts", ignore_errors=True)
            begin = perf_counter()
            for query in queries:
                query._counts(cluster, None)
            return len(queries) * sum(part.facts.rows for part in lake.checkpoint().parts) / (perf_counter() - begin)

        return measure(
            Bench(
                name="analytics.cluster",
                unit="facts/s",
                against="one worker",
                bar=1.6,
                stretch=1.9,
                ours=lambda: on(two),
                theirs=lambda: on(one),
                rounds=5,
                notes=(f"(load of the machine at the end: {os.getloadavg()[0]:.1f})",),
            )
        )


def _connected(stack: ExitStack, folder: Path, number: int, **environ: str) -> Cluster:
    """A cluster with so many workers, which have done some work already."""
    own = folder / f"cluster-{number}"
    own.mkdir()
    address = stack.enter_context(workers(own, number, **environ)).address
    cluster = Cluster(address, Site(installed_rulesets, open_log), only=True)
    stack.callback(cluster.close)
    return cluster


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


@needs("distributed")
def exporting() -> Measured:
    """A whole log on PostgreSQL, exported into a new lake."""
    with new_folder() as folder, ExitStack() as stack:
        url = stack.enter_context(on_postgresql())
        store = stack.enter_context(Store.open(url, migrate=True))
        events = sum(record(store, ruleset, 12_000) for ruleset in RULESETS)
        two, one = (_connected(stack, folder, number, TABLETALE_DATABASE_URL=url) for number in (2, 1))
        rulesets = {ruleset.name: ruleset for ruleset in RULESETS}

        def on(cluster: Cluster) -> float:
            lake = Lake(folder / "lake")
            begin = perf_counter()
            export(store, rulesets, lake, cluster=cluster)
            spent = perf_counter() - begin
            shutil.rmtree(lake.folder)
            return events / spent

        return measure(
            Bench(
                name="analytics.cluster_export",
                unit="events/s",
                against="one worker",
                bar=1.7,
                stretch=1.9,
                ours=lambda: on(two),
                theirs=lambda: on(one),
                rounds=5,
                notes=(f"(load of the machine at the end: {os.getloadavg()[0]:.1f})",),
            )
        )
