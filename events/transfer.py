"""Importing a game from another log: its events with their hashes, and a row that is computed from them.

`CheckedEvents` takes the events one by one and refuses the first that is not the next link of the hash chain, so all of
a game is checked before anything is written. `put` then stores it in one transaction: all of a new game, or the events
that an existing game lacks.

Locks are taken in the order of every append, that of the log last. A holder of that lock waits for nobody, so an import
cannot deadlock with appends, and others wait only while the events are copied from a temporary table.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Literal
from uuid import UUID

import msgspec
import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy import Connection

from events import chain, component_sets, game_rows, people
from events import notes as stored_notes
from events.envelope import Event, NewEvent
from events.errors import BrokenChain, EventTooLarge, GameDiffers
from events.game import ComponentSet, NewGame, Seated, Summary, new_id, now
from events.hot_path import MAX_EVENT_BYTES, SALT_BYTES, draft, insertions, stored_of, summary_columns
from events.notes import Note
from events.tables import chance_keys, games, merged, players, seats, tags
from events.tables import events as log

if TYPE_CHECKING:
    import psycopg

HASH_BYTES = 32

BOARD_HASH_BYTES = 2 + HASH_BYTES
"""The first two bytes are the schema of the board."""

LOCK = 499_850_046_565
"""The advisory lock that every append on PostgreSQL takes before it reads the last position."""

_COLUMNS = tuple(log.columns.keys())
_NAMES = ", ".join(f'"{name}"' for name in _COLUMNS)
_REST = ", ".join(f'"{name}"' for name in _COLUMNS[1:])


# Built once: building a statement costs more than running it
_ROW = sa.select(games.c.version, games.c.last_hash).where(games.c.id == sa.bindparam("game")).with_for_update()
_LAST = sa.select(sa.func.coalesce(sa.func.max(log.c.position), 0))
_PROFILE = (
    sa.select(players.c.id)
    .where(players.c.id == sa.bindparam("player"))
    .union(sa.select(merged.c.player).where(merged.c.id == sa.bindparam("player")))
)
_INSERTS = {table.name: sa.insert(table) for table in (games, seats, tags, chance_keys)}


class CheckedEvents:
    """The events of a game from another log, in order; each is checked before it is added."""

    def __init__(self, game_id: UUID) -> None:
        self.game_id = game_id
        self.events: list[Event] = []
        """The added events, with the positions of the other log."""

    @property
    def last_hash(self) -> bytes:
        """The hash of the last event."""
        return self.events[-1].hash if self.events else chain.ORIGIN

    def hash_at(self, version: int) -> bytes:
        """The hash of a version that was added."""
        return self.events[version - 1].hash

    @classmethod
    def of_new(cls, game_id: UUID, appends: Sequence[tuple[int, Sequence[NewEvent]]]) -> CheckedEvents:
        """The events of a game that no log holds yet, as appends at these times (microseconds UTC) would store them.

        Raises `EventTooLarge`.
        """
        checked = cls(game_id)
        for recorded_at, new in appends:
            ready = draft(game_id, len(checked.events), new, NO_SUMMARY, recorded_at)
            checked.events += stored_of(ready, len(checked.events) + 1, checked.last_hash)
        return checked

    def add(self, event: Event) -> None:
        """Add the next event. Raises `BrokenChain` or `EventTooLarge`, and does not add it then."""
        version = len(self.events) + 1
        size = len(event.action) + len(event.outcomes) + len(event.effects)
        if 4 * size > MAX_EVENT_BYTES:  # a character has 4 bytes at most
            size = sum(len(text.encode()) for text in (event.action, event.outcomes, event.effects))
            if size > MAX_EVENT_BYTES:
                raise EventTooLarge(version, size, MAX_EVENT_BYTES)
        if why := self._fault(event, version):
            raise BrokenChain(version, why)
        self.events.append(event)

    def _fault(self, event: Event, version: int) -> str | None:
        """Why an event cannot be the next one, or None."""
        if event.game_id != self.game_id:
            return f"it is an event of game {event.game_id}"
        if event.version != version:
            return f"the event that follows version {version - 1} is numbered {event.version}"
        if (event.kind == "start") != (version == 1):
            return "the first event of a game is its only start"
        if not (version == 1 and event.parent == 0) and not 0 < event.parent < version:
            return f"it builds on version {event.parent}"
        if len(event.salt) != SALT_BYTES or len(event.board_hash or bytes(BOARD_HASH_BYTES)) != BOARD_HASH_BYTES:
            return "its salt or the hash of its board has the wrong length"
        if event.by is not None and "\0" in event.by:
            return "the name of its recorder holds the character U+0000"
        try:
            linked = chain.link(self.last_hash, _digest(event)) == event.hash
        except struct.error:
            return "it holds a number that is too large"
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


NO_SUMMARY = Summary(head=1, tip=1, status="running", round=0, turn=0)
"""Events do not depend on the summary that is stored with them."""


class IncomingGame(Struct, frozen=True, kw_only=True):
    """A game from another log, with all its events checked."""

    checked: CheckedEvents
    """Its events; there is at least one."""
    game: NewGame
    """The game by its first event and its file; `seats` is ignored."""
    sitters: Sequence[Seated]
    """The players. A known id is that player; else the name finds a profile, or a new one gets this id."""
    archived: bool = False
    summary: Summary
    """Computed from the events."""
    finished_at: int | None
    """Computed from the events, too."""
    component_sets: Sequence[ComponentSet] = ()
    """They are stored too, if this log does not have them."""
    notes: Sequence[Note] = ()
    """They are stored with a game that is new here."""


class ImportResult(Struct, frozen=True):
    """The result of an import."""

    game_id: UUID
    state: Literal["new", "continued", "here"]
    """The game was not in this log; it was here with fewer events; it was here with all of them, or more."""
    first: int
    """The first version that was stored; greater than `last` if none was."""
    last: int


def put(connection: Connection, incoming: IncomingGame) -> ImportResult:
    """Store what this log lacks of a game, in a transaction of a writer. Raises `GameDiffers`."""
    checked, game_id = incoming.checked, incoming.checked.game_id
    here = connection.execute(_ROW, {"game": game_id}).first()
    first = 1 if here is None else here.version + 1
    if here is None:
        _create(connection, incoming)
        stored_notes.put(connection, game_id, incoming.notes)
    elif not _is_prefix(connection, checked, here.version, here.last_hash):
        raise GameDiffers(game_id, _first_difference(connection, checked))
    elif here.version >= len(checked.events):
        return ImportResult(game_id, "here", here.version + 1, here.version)
    else:
        _update_row(connection, incoming)
    _insert(connection, checked.events[first - 1 :])
    return ImportResult(game_id, "new" if here is None else "continued", first, len(checked.events))


def _is_prefix(connection: Connection, checked: CheckedEvents, version: int, last_hash: bytes) -> bool:
    """Whether the events in this log are the beginning of the incoming ones, or the other way round."""
    if version <= len(checked.events):
        return checked.hash_at(version) == last_hash
    stored = sa.select(log.c.hash).where(log.c.game_id == checked.game_id, log.c.version == len(checked.events))
    return connection.scalar(stored) == checked.last_hash


def _first_difference(connection: Connection, checked: CheckedEvents) -> int:
    stored = sa.select(log.c.version, log.c.hash).where(log.c.game_id == checked.game_id).order_by(log.c.version)
    for version, found in connection.execute(stored):
        if version > len(checked.events) or checked.hash_at(version) != found:
            return int(version)
    return len(checked.events)


def _create(connection: Connection, incoming: IncomingGame) -> None:
    """Store the row of a game and all that it refers to, in the order in which every writer takes its locks."""
    for new in sorted(incoming.component_sets, key=lambda each: each.hash):
        component_sets.put(connection, new)
    sitters = dict(_players(connection, incoming.sitters))
    game = msgspec.structs.replace(
        incoming.game, seats=tuple(sitters.get(each.seat) for each in sorted(incoming.sitters, key=lambda s: s.seat))
    )
    events = incoming.checked.events
    rows = dict(game_rows.rows_of(game, incoming.summary, events[0].recorded_at))
    new_rows = {**rows["games"][0], **_moved(incoming), "archived": incoming.archived, "revision": 1}
    for name, insert in _INSERTS.items():
        if rows_of_table := [new_rows] if name == "games" else rows[name]:
            connection.execute(insert, rows_of_table)


def _update_row(connection: Connection, incoming: IncomingGame) -> None:
    moved = {**_moved(incoming), "revision": games.c.revision + 1}
    connection.execute(sa.update(games).where(games.c.id == incoming.checked.game_id).values(moved))


def _moved(incoming: IncomingGame) -> dict[str, Any]:
    """The columns of the game's row that follow from its events."""
    events = incoming.checked.events
    columns = {"version": len(events), "last_hash": events[-1].hash, "finished_at": incoming.finished_at}
    return columns | summary_columns(incoming.summary)


def _players(connection: Connection, sitters: Sequence[Seated]) -> Iterator[tuple[int, UUID | None]]:
    """Each seat with its player. Sorted by name, so two transactions with the same names cannot deadlock."""
    for seated in sorted(sitters, key=lambda each: each.name or ""):
        if seated.player is not None and (known := _known(connection, seated.player)):
            yield seated.seat, known
        elif seated.name is not None:
            new = {"id": seated.player or new_id(), "name": seated.name, "owner": None, "created_at": now()}
            yield seated.seat, people.find_or_add(connection, new)


def _known(connection: Connection, player: UUID) -> UUID | None:
    """The profile of an id, also if it was merged into another; None if there is none."""
    return connection.scalar(_PROFILE, {"player": player})


def _insert(connection: Connection, events: Sequence[Event]) -> None:
    """Store events at the next positions of the log."""
    raw: Any = connection.connection.driver_connection
    if connection.dialect.name == "postgresql":
        _copy(raw, events)
        return
    last = connection.scalar(_LAST) or 0
    raw_id = events[0].game_id.bytes
    rows = [(last + n, raw_id, *msgspec.structs.astuple(event)[2:]) for n, event in enumerate(events, 1)]
    for statement, values in insertions(rows):
        raw.execute(statement, values)


def _copy(raw: psycopg.Connection[Any], events: Sequence[Event]) -> None:
    """Copy the events into a temporary table, then take the lock, insert and commit in one message."""
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
