"""Benchmarks of the packages with which the log is compared: `eventsourcing` with its default settings, and a bare
Flask view."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any
from uuid import UUID, uuid4

if TYPE_CHECKING:
    from collections.abc import Callable


def es_append(env: dict[str, str], effects: str, count: int, at_once: int = 1) -> Callable[[], float]:
    """Save events of one action each to one aggregate, `at_once` per save; returns actions a second."""
    from eventsourcing.application import Application

    from tests.benchmarks.es_game import EsGame

    def side() -> float:
        database = f"{env.get('SQLITE_DBNAME', '')}-{uuid4().hex}"
        app: Application[UUID] = Application(env={**env, "SQLITE_DBNAME": database})
        game = EsGame("x")
        app.save(game)
        begin = perf_counter()
        for _ in range(count):
            for _ in range(at_once):
                game.act(1, ACTION, effects)
            app.save(game)
        spent = perf_counter() - begin
        app.close()
        return count * at_once / spent

    return side


ACTION = '{"type":"HirePlace","column":2,"card":"knight-1"}'


def es_cold(folder: str, ruleset_name: str) -> Callable[[], float]:
    """Rebuild one of twenty aggregates of 10,000 events, whose handler folds the same effects."""
    from eventsourcing.application import Application

    from tests.benchmarks import cold
    from tests.benchmarks.es_game import EsGame, fold_with

    app: Application[UUID] = Application(
        env={"PERSISTENCE_MODULE": "eventsourcing.sqlite", "SQLITE_DBNAME": str(Path(folder) / "es.sqlite3")}
    )
    ruleset, empty_board, texts = cold.events(ruleset_name)
    fold_with(ruleset, empty_board)
    games = [EsGame("x") for _ in range(cold.GAMES)]
    for begin in range(0, len(texts), cold.SLICE):
        for game in games:
            for text in texts[begin : begin + cold.SLICE]:
                game.act(1, ACTION, text)
            app.save(game)
    wanted = games[cold.GAMES // 2].id

    def side() -> float:
        begin = perf_counter()
        found: EsGame = app.repository.get(wanted)
        spent = perf_counter() - begin
        assert found.board is not None
        return len(texts) / spent

    return side


def bare_flask(folder: Path, count: int) -> Callable[[], float]:
    """POST through WSGI to a view that does one raw durable insert; returns the p50 as calls a second."""
    from flask import Flask, request

    app = Flask("bare")
    connection = sqlite3.connect(folder / "bare.sqlite3", isolation_level=None, check_same_thread=False)
    connection.execute("pragma journal_mode=wal")
    connection.execute("pragma synchronous=full")
    connection.execute("create table events (id integer primary key, body text not null)")

    @app.post("/actions")
    def act() -> Any:
        body = request.get_json()
        connection.execute("insert into events (body) values (?)", (request.get_data(as_text=True),))
        return {"stored": body}, 201

    client = app.test_client()
    body = {"seat": 1, "action": {"type": "HirePlace", "column": 2, "card": "knight-1"}}

    def side() -> float:
        times = []
        for _ in range(count):
            begin = perf_counter()
            answer = client.post("/actions", json=body)
            times.append(perf_counter() - begin)
            assert answer.status_code == 201
        return 1 / sorted(times)[count // 2]

    return side
