"""Verifying the log: is every stored event still as it was written?

The chain finds what was changed, dropped or put in within a game; contiguous positions find whole games that are gone;
the game row finds events lost at the end. Each fault is named at the first version of its game where it shows.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from typing import Any
from uuid import UUID

import sqlalchemy as sa
from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DatabaseError

from events import chain
from events.engines import failing_clearly
from events.envelope import LogFault
from events.errors import Damaged
from events.tables import events, games

NAMELESS = UUID(int=0)
"""The id that is reported for a game whose id was overwritten."""

_TEXT = {"kind", "by", "action", "outcomes", "effects"}


def faults(reader: Engine, game_id: UUID | None = None) -> Iterator[LogFault]:
    """Check one game, or every game and the positions of the whole log. Each game is read in a snapshot of its own."""
    if game_id is not None:
        yield from _game_faults(reader, game_id)
        return
    with failing_clearly(), reader.connect() as connection:
        ids = _all_ids(connection)
        missing = _gap(connection)
    for each in ids:
        yield from _game_faults(reader, each) if isinstance(each, UUID) else (_no_id(each),)
    if missing is not None:
        yield missing


def _no_id(found: object) -> LogFault:
    return LogFault(NAMELESS, 0, f"a game or its events are stored under {found!r}, which is not an id")


def _all_ids(connection: Connection) -> Sequence[UUID]:
    """List the games that have a row or an event: either may have been lost without the other."""
    return connection.scalars(sa.union(sa.select(games.c.id), sa.select(events.c.game_id)).order_by("id")).all()


def _gap(connection: Connection) -> LogFault | None:
    c = events.c
    before = sa.func.lag(c.position, 1, 0).over(order_by=c.position).label("before")
    placed = sa.select(c.game_id, c.version, c.position, before).subquery()
    query = sa.select(placed).where(placed.c.position != placed.c.before + 1).order_by(placed.c.position).limit(1)
    row = connection.execute(query).first()
    if row is None:
        return None
    return LogFault(
        row.game_id, row.version, f"positions {row.before + 1} to {row.position - 1} of the log are missing"
    )


def _game_faults(reader: Engine, game_id: UUID) -> Iterator[LogFault]:
    """Yield the first fault of a game, if there is one: later ones follow from it."""
    try:
        with reader.connect() as connection:
            fault = _first_fault(connection, game_id)
    except (Damaged, DatabaseError, TypeError, ValueError, struct.error) as error:
        why = error.why if isinstance(error, Damaged) else getattr(error, "orig", error)
        fault = LogFault(game_id, 0, f"cannot be read: {why}")
    if fault is not None:
        yield fault


def _first_fault(connection: Connection, game_id: UUID) -> LogFault | None:
    previous, position, expected = chain.ORIGIN, 0, 1
    for row in connection.execute(_as_written(connection).where(events.c.game_id == game_id)):
        if row.version != expected:
            return LogFault(game_id, expected, f"version {expected} is missing")
        if row.hash != chain.link(previous, chain.digest(chain.bytes_of(game_id.bytes, *row[1:-1]))):
            return LogFault(game_id, expected, "the event, or the one before it, is not as it was written")
        if row.position <= position:
            return LogFault(game_id, expected, "the event comes before its predecessor in the log")
        previous, position, expected = row.hash, row.position, expected + 1
    return _row_fault(connection, game_id, expected - 1, previous)


def _as_written(connection: Connection) -> sa.Select[Any]:
    """Select position, the fields of the digest in their order (but the game id), and the hash; text as its bytes."""
    names = [column.name for column in events.columns if column.name not in ("game_id", "position", "hash")]
    fields = [_bytes(connection, name) if name in _TEXT else events.c[name] for name in names]
    return sa.select(events.c.position, *fields, events.c.hash).order_by(events.c.version)


def _bytes(connection: Connection, name: str) -> sa.ColumnElement[Any]:
    if connection.dialect.name == "postgresql":
        return sa.func.convert_to(events.c[name], "UTF8").label(name)
    return sa.cast(events.c[name], sa.LargeBinary).label(name)  # damaged text need not be UTF-8


def _row_fault(connection: Connection, game_id: UUID, last: int, last_hash: bytes) -> LogFault | None:
    row = connection.execute(sa.select(games.c.version, games.c.last_hash).where(games.c.id == game_id)).first()
    if row is None:
        return LogFault(game_id, last, "the row of the game is missing") if last else None
    if row.version != last:
        counted = row.version if isinstance(row.version, int) else last  # a broken file may hold anything
        return LogFault(game_id, min(counted, last) + 1, f"{last} events are stored, the game counts {row.version}")
    if row.last_hash != last_hash:
        return LogFault(game_id, last, "the game row has another hash of the last event")
    return None
