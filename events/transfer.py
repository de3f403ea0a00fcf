"""A game from another log: its events exactly as they were hashed there, and a row that was worked out from them.

An `Arrival` takes the events one after the other and refuses the first that is not the next link of its chain, so all
of a game is checked before anything of it is written. `put` then stores it in one transaction: a game that is not here
whole, of one that is here the events that it lacks.

Locks are taken as every append takes them, that of the log last: whoever holds it waits for nobody, so an import
cannot deadlock with appends, and the others wait only while its events are copied from a table that is there already.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from typing import Any, Literal
from uuid import UUID

import msgspec
import psycopg
import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy import Connection

from events import catalogue, chain, component_sets, people
from events.envelope import Event
from events.errors import BrokenChain, EventTooLarge, GameDiffers
from events.game import ComponentSet, NewGame, Seated, Summary, new_id, now
from events.hot_path import MOST_BYTES, SALT_BYTES, summary_columns
from events.tables import chance_keys, games, merged, players, seats, tags
from events.tables import events as log

HASH_BYTES = 32

BOARD_HASH_BYTES = 2 + HASH_BYTES
"""The schema of the board comes first."""

LOCK = 499_850_046_565
"""The advisory lock that every append on PostgreSQL takes before it reads the last position."""

_COLUMNS = tuple(log.columns.keys())
_NAMES = ", ".join(f'"{name}"' for name in _COLUMNS)
_REST = ", ".join(f'"{name}"' for name in _COLUMNS[1:])


class Arrival:
    """The events of a game on their way into this log, in order, each checked before it is added."""

    def __init__(self, game_id: UUID) -> None:
        self.game_id = game_id
        self.events: list[Event] = []
        """Those that were added; their positions mean nothing here."""

    @property
    def last_hash(self) -> bytes:
        """The hash of the last event."""
        return self.events[-1].hash if self.events else chain.ORIGIN

    def hash_at(self, version: int) -> bytes:
        """The hash of a version that was added."""
        return self.events[version - 1].hash

    def add(self, event: Event) -> None:
        """Take the next event. Raises `BrokenChain`, `EventTooLarge`; it is not added then."""
        version = len(self.events) + 1
        size = len(event.action) + len(event.outcomes) + len(event.effects)
        if 4 * size > MOST_BYTES:  # else it is small whatever its letters are
            size = sum(len(text.encode()) for text in (event.action, event.outcomes, event.effects))
            if size > MOST_BYTES:
                raise EventTooLarge(version, size, MOST_BYTES)
        if why := self._fault(event, version):
            raise BrokenChain(version, why)
        self.events.append(event)

    def _fault(self, event: Event, version: int) -> str | None:
        """Why an event cannot be the next one."""
        if event.game_id != self.game_id:
            return f"it is an event of game {event.game_id}"
        if event.version != version:
            return f"the event that follows version {version - 1} is numbered {event.version}"
        if (event.kind == "start") != (version == 1):
            return "a game begins with its start, and with it alone"
        if not (version == 1 and event.parent == 0) and not 0 < event.parent < version:
            return f"it builds on version {event.parent}"
        if len(event.salt) != SALT_BYTES or len(event.board_hash or bytes(BOARD_HASH_BYTES)) != BOARD_HASH_BYTES:
            return "its salt or the hash of its board has another length than these have"
        if event.by is not None and "\0" in event.by:
            return "the name of its recorder holds the character U+0000"
        try:
            linked = chain.link(self.last_hash, _digest(event)) == event.hash
        except struct.error:
            return "a number of it is larger than any that is stored"
        return None if linked else "the event, or the one before it, is not as it was written"


def _digest(e: Event) -> bytes:
    return chain.digest(
        chain.bytes_of(
            e.game_id.bytes,
            e.version,
            e.parent,
            e.kind.encode(),
            e.seat,
            None if e.by is None else e.by.encode(),
            e.action.encode(),
            e.outcomes.encode(),
            e.effects.encode(),
            e.ruleset_version,
            e.recorded_at,
            e.occurred_at,
            e.salt,
            e.board_hash,
        )
    )


class Incoming(Struct, frozen=True, kw_only=True):
    """A game from another log, whole and checked."""

    arrival: Arrival
    """Its events, at least one."""
    game: NewGame
    """What its first event and its file say; its `seats` are not looked at."""
    sitters: Sequence[Seated]
    """Who sits in it. An id that is known here is that player; else the name takes the profile of that name, or makes
    one under that id."""
    archived: bool = False
    summary: Summary
    """Worked out from the events."""
    finished_at: int | None
    """The same."""
    component_sets: Sequence[ComponentSet] = ()
    """Stored with it where they are not here yet."""


class Imported(Struct, frozen=True):
    """What became of a game from another log."""

    game_id: UUID
    state: Literal["new", "continued", "here"]
    """It was not here; it was here with fewer events; it was here with all of them, or with more."""
    first: int
    """The first version that was stored; `first` is after `last` where none was."""
    last: int


def put(connection: Connection, incoming: Incoming) -> Imported:
    """Store what of a game is not here, in the transaction of a writer. Raises `GameDiffers`."""
    arrival, game_id = incoming.arrival, incoming.arrival.game_id
    row = sa.select(games.c.version, games.c.last_hash).where(games.c.id == game_id).with_for_update()
    here = connection.execute(row).first()
    first = 1 if here is None else here.version + 1
    if here is None:
        _create(connection, incoming)
    elif not _is_prefix(connection, arrival, here.version, here.last_hash):
        raise GameDiffers(game_id, _first_difference(connection, arrival))
    elif here.version >= len(arrival.events):
        return Imported(game_id, "here", here.version + 1, here.version)
    else:
        _move_on(connection, incoming)
    _insert(connection, arrival.events[first - 1 :])
    return Imported(game_id, "new" if here is None else "continued", first, len(arrival.events))


def _is_prefix(connection: Connection, arrival: Arrival, version: int, last_hash: bytes) -> bool:
    """Whether of the two, the events here and those that arrive, the shorter is the beginning of the longer."""
    if version <= len(arrival.events):
        return arrival.hash_at(version) == last_hash
    stored = sa.select(log.c.hash).where(log.c.game_id == arrival.game_id, log.c.version == len(arrival.events))
    return connection.scalar(stored) == arrival.last_hash


def _first_difference(connection: Connection, arrival: Arrival) -> int:
    stored = sa.select(log.c.version, log.c.hash).where(log.c.game_id == arrival.game_id).order_by(log.c.version)
    for version, found in connection.execute(stored):
        if version > len(arrival.events) or arrival.hash_at(version) != found:
            return int(version)
    return len(arrival.events)


def _create(connection: Connection, incoming: Incoming) -> None:
    """Store the row of a game, and all that it refers to, in the order in which every writer takes its locks."""
    for new in sorted(incoming.component_sets, key=lambda each: each.hash):
        component_sets.put(connection, new)
    sitters = dict(_players(connection, incoming.sitters))
    game = msgspec.structs.replace(
        incoming.game, seats=tuple(sitters.get(each.seat) for each in sorted(incoming.sitters, key=lambda s: s.seat))
    )
    events = incoming.arrival.events
    rows = dict(catalogue.rows_of(game, incoming.summary, events[0].recorded_at))
    born = {**rows["games"][0], **_moved(incoming), "archived": incoming.archived, "revision": 1}
    connection.execute(sa.insert(games), born)
    for table in (seats, tags, chance_keys):
        if rows[table.name]:
            connection.execute(sa.insert(table), rows[table.name])


def _move_on(connection: Connection, incoming: Incoming) -> None:
    moved = {**_moved(incoming), "revision": games.c.revision + 1}
    connection.execute(sa.update(games).where(games.c.id == incoming.arrival.game_id).values(moved))


def _moved(incoming: Incoming) -> dict[str, Any]:
    """What the events of a game say about its row."""
    events = incoming.arrival.events
    said = {"version": len(events), "last_hash": events[-1].hash, "finished_at": incoming.finished_at}
    return said | summary_columns(incoming.summary)


def _players(connection: Connection, sitters: Sequence[Seated]) -> Iterator[tuple[int, UUID | None]]:
    """Each seat with the player here, sorted by name lest two transactions that take the same names deadlock."""
    for seated in sorted(sitters, key=lambda each: each.name or ""):
        if seated.player is not None and (known := _known(connection, seated.player)):
            yield seated.seat, known
        elif seated.name is not None:
            new = {"id": seated.player or new_id(), "name": seated.name, "owner": None, "created_at": now()}
            yield seated.seat, people.take(connection, new)


def _known(connection: Connection, player: UUID) -> UUID | None:
    """The profile that an id leads to here, if any."""
    leads = sa.select(merged.c.player).where(merged.c.id == player)
    return connection.scalar(sa.select(players.c.id).where(players.c.id == player).union(leads))


def _insert(connection: Connection, events: Sequence[Event]) -> None:
    """Give events the next positions of the log, and store them."""
    raw = connection.connection.driver_connection
    if isinstance(raw, psycopg.Connection):
        _copy(raw, events)
        return
    last = connection.scalar(sa.select(sa.func.coalesce(sa.func.max(log.c.position), 0))) or 0
    raw_id = events[0].game_id.bytes
    rows = ((last + n, raw_id, *msgspec.structs.astuple(event)[2:]) for n, event in enumerate(events, 1))
    assert raw is not None
    raw.executemany(f"INSERT INTO events ({_NAMES}) VALUES ({', '.join('?' * len(_COLUMNS))})", rows)


def _copy(raw: psycopg.Connection[Any], events: Sequence[Event]) -> None:
    """Bring the events into a table of this connection's own first, then take the lock and commit in one message."""
    raw.execute("CREATE TEMPORARY TABLE IF NOT EXISTS incoming (LIKE events) ON COMMIT DELETE ROWS")
    with raw.cursor() as cursor, cursor.copy(f"COPY incoming ({_NAMES}) FROM STDIN") as copy:
        for n, event in enumerate(events, 1):
            copy.write_row((n, *msgspec.structs.astuple(event)[1:]))
    raw.execute(
        f"SELECT pg_advisory_xact_lock({LOCK}); "
        f"INSERT INTO events ({_NAMES}) SELECT last + incoming.position, {_REST} "
        "FROM incoming, (SELECT coalesce(max(position), 0) AS last FROM events) AS log ORDER BY incoming.position; "
        "COMMIT"
    )
