"""What the tests of the log are written with: small games, and a way around the store to the tables."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import sqlalchemy as sa

from events import Event, NewEvent, NewGame, Request, Store, Summary, new_game_id
from events.envelope import Kind
from events.tables import Id

DOCUMENT = '{"cards":["knight","rook"]}'


def summary(version: int, **changes: Any) -> Summary:
    """Where a game stands after a version."""
    usual: dict[str, Any] = {"head": version, "tip": version, "status": "running", "round": 1, "turn": version}
    return Summary(**usual | {"waiting_for": (1,), "standing": ((1, 0), (2, 0.5))} | changes)


def event(version: int, kind: Kind = "play", parent: int | None = None, **fields: Any) -> NewEvent:
    """The event of a version, on the one before it unless told otherwise."""
    usual: dict[str, Any] = {"seat": 1, "action": f'{{"type":"Go","to":{version}}}', "ruleset_version": 1}
    usual |= {"effects": f'[{{"type":"Gone","to":{version}}}]'}
    return NewEvent(kind=kind, parent=version - 1 if parent is None else parent, **usual | fields)


def line(first: int, count: int) -> list[NewEvent]:
    """A number of events, one after the other."""
    return [event(version, "start" if version == 1 else "play") for version in range(first, first + count)]


def new_game(store: Store, **fields: Any) -> NewGame:
    """A game of two unknown players that can be created."""
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
    """Do what the file's owner or the database's can do: take the triggers off and change what is stored."""
    with store._engines.writer.begin() as connection:
        if connection.dialect.name == "postgresql":
            connection.exec_driver_sql("set local session_replication_role = replica")
        else:
            for name in ("events_no_update", "events_no_delete", "events_contiguous"):
                connection.exec_driver_sql(f"drop trigger if exists {name}")
        ids = [sa.bindparam(name, type_=Id()) for name, value in values.items() if isinstance(value, UUID)]
        connection.execute(sa.text(statement).bindparams(*ids), values)
