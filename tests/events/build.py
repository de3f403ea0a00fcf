"""Helpers for tests of the log: small games, and direct access to the tables."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any
from uuid import UUID

import sqlalchemy as sa

from events import Event, NewEvent, NewGame, Request, Store, Summary, new_game_id
from events.envelope import Kind
from events.tables import Id

HUGE = 2**62

IMPOSSIBLE: list[tuple[str, Any]] = [
    *[(name, value) for name in ("version", "head", "tip") for value in (-1, 0, 99_999, HUGE)],
    ("status", "won"),
    ("chance", "fate"),
    ("visibility", ""),
    ("waiting_for", "[1,"),
    ("waiting_for", "[9]"),
    ("waiting_for", '{"1":2}'),
    ("standing", "[[1]]"),
    ("standing", "[[0,3]]"),
    ("standing", "[" * 5_000),
    ("result", "null"),
    ("result", '{"winners":[3]}'),
    ("created_at", HUGE),
    ("created_at", -HUGE),
    ("finished_at", HUGE),
]
"""Values of the right type that are impossible in the row of a game with two seats."""

MISTYPED: list[tuple[str, Any]] = [
    *[(name, value) for name in ("version", "head", "tip", "round", "turn") for value in ("x", b"\xff", None, 1.5)],
    *[(name, value) for name in ("status", "chance", "waiting_for", "standing", "result") for value in (7, b"\xff")],
    *[(name, None) for name in ("ruleset", "component_set", "undo", "last_hash", "created_at")],
    *[(name, []) for name in ("ruleset", "component_set", "undo", "last_hash", "created_at")],
    ("last_hash", 32),
    ("created_at", "today"),
    ("forked_from", b"short"),
    ("id", b"short"),
]
"""Values of the wrong type, as in a damaged file; `[]` stands for text that is not UTF-8."""

DOCUMENT = '{"cards":["knight","rook"]}'


def summary(version: int, **changes: Any) -> Summary:
    """The summary of a game after a version."""
    usual: dict[str, Any] = {"head": version, "tip": version, "status": "running", "round": 1, "turn": version}
    return Summary(**usual | {"waiting_for": (1,), "standing": ((1, 0), (2, 0.5))} | changes)


def event(version: int, kind: Kind = "play", parent: int | None = None, **fields: Any) -> NewEvent:
    """The event of a version; its parent is the one before it unless given."""
    usual: dict[str, Any] = {"seat": 1, "action": f'{{"type":"Go","to":{version}}}', "ruleset_version": 1}
    usual |= {"effects": f'[{{"type":"Gone","to":{version}}}]'}
    return NewEvent(kind=kind, parent=version - 1 if parent is None else parent, **usual | fields)


def line(first: int, count: int) -> list[NewEvent]:
    """A number of events, one after the other."""
    return [event(version, "start" if version == 1 else "play") for version in range(first, first + count)]


def new_game(store: Store, **fields: Any) -> NewGame:
    """A new game with two unknown players."""
    put = store.put_component_set("chess", "starter", "cards: [knight, rook]", DOCUMENT)
    usual: dict[str, Any] = {"id": new_game_id(), "ruleset": "chess", "ruleset_version": 1, "component_set": put}
    return NewGame(**usual | {"chance": "table", "undo": "free", "seats": (None, None)} | fields)


def begin(store: Store, versions: int = 1, **fields: Any) -> UUID:
    """Create a game with a number of events."""
    game = new_game(store, **fields)
    store.create(game, line(1, versions), summary(versions))
    return game.id


def play(store: Store, game_id: UUID, expected: int, count: int = 1, **asked: Any) -> tuple[Event, ...]:
    """Append a number of events."""
    return store.append(game_id, expected, line(expected + 1, count), summary(expected + count), **asked)


def asks(scope: object, key: str = "key", what: bytes = b"this") -> Request:
    """A request under a key."""
    return Request(str(scope), key, what.ljust(32))


def tamper(store: Store, statement: str, **values: Any) -> None:
    """Disable the triggers and change what is stored, as the owner of the file or database can."""
    with store._engines.writer.begin() as connection:
        if connection.dialect.name == "postgresql":
            connection.exec_driver_sql("set local session_replication_role = replica")
        else:
            for name in ("events_no_update", "events_no_delete", "events_contiguous"):
                connection.exec_driver_sql(f"drop trigger if exists {name}")
        ids = [sa.bindparam(name, type_=Id()) for name, value in values.items() if isinstance(value, UUID)]
        connection.execute(sa.text(statement).bindparams(*ids), values)


def damage_row(store: Store, game_id: UUID, column: str, value: object) -> None:
    """Overwrite a column of a game's row."""
    tamper(store, f"update games set {column} = :value where id = :id", value=value, id=game_id)


def mistype_row(path: Path, game_id: UUID, column: str, value: object) -> None:
    """Overwrite a column of a game's row in a SQLite file with a value of any type, as in a damaged page."""
    with closing(sqlite3.connect(path)) as log, log:
        log.execute("PRAGMA writable_schema = ON")
        for word in ("NOT NULL", ",\n STRICT"):
            log.execute("UPDATE sqlite_master SET sql = replace(sql, ?, '') WHERE name = 'games'", [word])
    with closing(sqlite3.connect(path)) as log, log:
        written = "cast(x'ff' AS TEXT)" if value == [] else "?"
        values = [] if value == [] else [value]
        log.execute(f"UPDATE games SET {column} = {written} WHERE id = ?", [*values, game_id.bytes])
