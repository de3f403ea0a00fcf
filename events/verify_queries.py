"""The queries of a verification, as statements of the driver; each is a transaction of its own.

Ids and text are read as bytes, since a damaged file may hold anything there.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple
from uuid import UUID

import sqlalchemy as sa
from msgspec import Struct

from events import tables
from events.engines import Engines, driver, translating_errors
from events.errors import Damaged
from events.tables import ADJUSTS, FORKS, component_sets, events, games, requests

ID_BYTES, FINGERPRINT_BYTES = 16, 32
SET_ROWS = 4
"""Component sets per query: each may have several hundred kilobytes."""
REQUEST_ROWS = 2_000
INDEX_ROWS = 2_000

Query = Callable[[str, Sequence[Any]], list[Any]]


class StoredRequest(NamedTuple):
    """A request as it is stored, for idempotency."""

    scope: bytes
    key: bytes
    fingerprint: bytes
    game_id: bytes
    first: int
    last: int
    recorded_at: int

    @property
    def malformed(self) -> str | None:
        """What is wrong with the row itself."""
        if len(self.fingerprint) != FINGERPRINT_BYTES:
            return f"has a fingerprint of {len(self.fingerprint)} bytes"
        return None if 0 < self.first <= self.last + 1 else f"led to versions {self.first} to {self.last}"


class Metadata(Struct):
    """What is stored about a game outside its events."""

    row: Mapping[str, Any] | None = None
    """The columns of the game's row; None if it is missing."""
    seats: Sequence[int] = ()
    keys: Sequence[bytes] = ()
    """The key that rolls and draws are derived from, one at most: secret while the game is running."""
    notes: Sequence[tuple[int, int, int | None]] = ()
    """Number, version, seat."""
    labels: Sequence[int] = ()
    """The lines with a label."""
    undo_requests: Sequence[tuple[int, int, int, int]] = ()
    """Number, version, seat, target."""
    requests: Sequence[StoredRequest] = ()
    """Those with this game as their scope."""
    forks: Sequence[tuple[int, int, bytes]] = ()
    """Version, parent and kind of the events in the index of forks."""
    adjusts: Sequence[int] = ()
    """The versions in the index of adjusts."""
    unread: Sequence[str] = ()
    """Which of these parts cannot be read, and why."""

    @property
    def version(self) -> int | None:
        """The version of the row; None if it is not a number."""
        found = None if self.row is None else self.row["version"]
        return found if isinstance(found, int) else None


_PARTS = {
    "seats": ("seats", ("seat",), "TRUE"),
    "keys": ("chance_keys", ("key",), "TRUE"),
    "notes": ("notes", ("n", "version", "seat"), "TRUE"),
    "labels": ("line_labels", ("line",), "TRUE"),
    "undo_requests": ("undo_requests", ("number", "version", "seat", "target"), "TRUE"),
    "forks": ("events", ("version", "parent", "kind"), FORKS),
    "adjusts": ("events", ("version",), ADJUSTS),
}
"""Where each part of `Metadata` is stored: table, columns, which rows."""


class Queries:
    """The queries in the SQL of one database."""

    def __init__(self, engines: Engines) -> None:
        self._engines = engines
        self._sqlite = engines.on_sqlite
        fields = self._columns(events)
        self._page = f"SELECT {fields} FROM events WHERE (game_id, version) > (?, ?) ORDER BY game_id, version LIMIT ?"
        self._events = f"SELECT {fields} FROM events WHERE game_id = ? AND version > ? ORDER BY version LIMIT ?"
        self._names = [column.name for column in games.columns]
        self._rows = f"SELECT {self._columns(games)} FROM games WHERE id > ? AND id <= ? ORDER BY id LIMIT ?"
        self._ids = f"SELECT {self._column(games.c.id)} FROM games WHERE id > ? AND id <= ? ORDER BY id LIMIT ?"
        self._row = f"SELECT {self._columns(games)} FROM games WHERE id = ?"
        names = ", ".join(self._column(requests.c[name]) for name in StoredRequest._fields)
        within = "scope BETWEEN ? AND ?" if self._sqlite else "scope = ANY(?)"
        self._requests = f"SELECT {names} FROM requests WHERE {within}"
        self._all_requests = (
            f"SELECT {names} FROM requests WHERE (scope, key) > (?, ?) ORDER BY scope, key LIMIT {REQUEST_ROWS}"
        )
        self._parts = {part: self._part(*where) for part, where in _PARTS.items()}

    def _part(self, table: str, names: Sequence[str], which: str) -> str:
        columns = tables.metadata.tables[table].c
        fields = ", ".join(self._column(columns[name]) for name in ("game_id", *names))
        return f"SELECT {fields} FROM {table} WHERE game_id BETWEEN ? AND ? AND {which}"

    def _columns(self, table: sa.Table) -> str:
        return ", ".join(map(self._column, table.columns))

    def _column(self, column: sa.Column[Any]) -> str:
        """The expression that selects a column: ids and text as bytes."""
        name = f'"{column.name}"'
        if isinstance(column.type, sa.Text):
            return f"CAST({name} AS BLOB)" if self._sqlite else f"convert_to({name}, 'UTF8')"
        if column.name in ("id", "game_id", "forked_from") and not self._sqlite:
            return f"uuid_send({name})"
        return name

    def ask(self, query: str, values: Sequence[Any] = ()) -> list[Any]:
        """Run a query. Raises Damaged, Unavailable."""
        with translating_errors(), driver(self._engines.raw) as connection:
            if self._sqlite:
                rows: list[Any] = connection.execute(query, values).fetchall()
                return rows
            cursor = connection.cursor(binary=True)
            rows = cursor.execute(query.replace("%", "%%").replace("?", "%s"), values).fetchall()
            return rows

    def _id(self, raw: bytes) -> Any:
        return raw if self._sqlite else UUID(bytes=raw[:ID_BYTES].ljust(ID_BYTES, b"\0"))

    # --- events

    def page(self, after: tuple[bytes, int], limit: int) -> list[Any]:
        """The next events, by game and version."""
        return self.ask(self._page, (self._id(after[0]), after[1], limit))

    def events_of(self, raw_id: bytes, after: int, limit: int) -> list[Any]:
        """The next events of a game."""
        return self.ask(self._events, (self._id(raw_id), after, limit))

    def last_version(self, raw_id: bytes) -> int:
        """The version of the last event of a game; 0 if it has none."""
        query = "SELECT coalesce(max(version), 0) FROM events WHERE game_id = ?"
        return int(self.ask(query, (self._id(raw_id),))[0][0])

    def version_now(self, raw_id: bytes) -> int | None:
        """The version of a game's row now."""
        rows = self.ask("SELECT version FROM games WHERE id = ?", (self._id(raw_id),))
        return rows[0][0] if rows and isinstance(rows[0][0], int) else None

    # --- the log as a whole

    def extent(self, since: int) -> tuple[int, int]:
        """The last position of the log, and the number of events after `since`."""
        query = "SELECT coalesce(max(position), 0), count(*) FROM events WHERE position > ?"
        last, count = self.ask(query, (since,))[0]
        return max(last, since), count

    def heads(self) -> tuple[int, list[tuple[bytes, int, bytes]]]:
        """The last position, and (id, version, last hash) of every game by id, read in one statement.

        Raises Damaged for a row with other values.
        """
        query = (
            f"SELECT (SELECT coalesce(max(position), 0) FROM events), {self._column(games.c.id)}, version, last_hash "
            "FROM games ORDER BY id"
        )
        rows = self.ask(query)
        for _, raw_id, version, last in rows:
            if not (isinstance(version, int) and 0 <= version < 2**63 and isinstance(last, bytes)):
                raise Damaged("The row of a game", f"{raw_id.hex()} has version {version!r} with the hash {last!r}")
        return (rows[0][0] if rows else 0), [(raw_id, version, last) for _, raw_id, version, last in rows]

    def events_counted(self, ruleset: str | None, raw_id: bytes | None) -> int:
        """The sum of the versions in the rows of one game, or of the games of a ruleset."""
        query, value = ("ruleset = ?", ruleset) if raw_id is None else ("id = ?", self._id(raw_id))
        return int(self.ask(f"SELECT coalesce(sum(version), 0) FROM games WHERE {query}", (value,))[0][0])

    def indexed_positions(self, first: int, last: int) -> Iterator[tuple[int, bytes, int]]:
        """(position, game, version) from the index of positions, from `first` to `last`."""
        game_id = self._column(events.c.game_id)
        query = f"SELECT position, {game_id}, version FROM events WHERE position BETWEEN ? AND ? ORDER BY position"
        while rows := self.ask(f"{query} LIMIT {INDEX_ROWS}", (first, last)):
            yield from rows
            first = rows[-1][0] + 1

    def component_sets(self) -> Iterator[tuple[bytes, bytes, bytes]]:
        """(ruleset, address, document) of each set."""
        names = ("ruleset", "hash", "document")
        fields = ", ".join(self._column(component_sets.c[name]) for name in names)
        query = f"SELECT {fields} FROM component_sets ORDER BY ruleset, hash LIMIT {SET_ROWS} OFFSET ?"
        seen = 0
        while rows := self.ask(query, (seen,)):
            yield from rows
            seen += len(rows)

    def orphans(self, limit: int) -> Iterator[tuple[str, bytes]]:
        """(table, game id) for games that a table refers to and that have no row, `limit` per table at most."""
        for table in tables.metadata.sorted_tables:
            if "game_id" in table.c and table is not events:
                query = (
                    f"SELECT DISTINCT {self._column(table.c.game_id)} FROM {table.name} "
                    f"WHERE NOT EXISTS (SELECT 1 FROM games WHERE games.id = {table.name}.game_id) LIMIT {limit}"
                )
                yield from ((table.name, row[0]) for row in self.ask(query))

    def all_requests(self) -> Iterator[StoredRequest]:
        """Every request, by scope and key."""
        after: tuple[Any, Any] = ("", "")
        while rows := self.ask(self._all_requests, after):
            yield from map(StoredRequest._make, rows)
            try:
                after = (rows[-1][0].decode(), rows[-1][1].decode())
            except UnicodeDecodeError as error:
                raise Damaged("The table of requests", error) from error

    def times(self, raw_id: bytes, versions: Sequence[int]) -> dict[int, int]:
        """When these versions of a game were recorded."""
        query = f"SELECT version, recorded_at FROM events WHERE game_id = ? AND version IN ({_marks(versions)})"
        return dict(self.ask(query, (self._id(raw_id), *versions)))

    # --- games and their metadata

    def ids_since(self, since: int, ruleset: str | None) -> list[bytes]:
        """The games with events after a position: of one ruleset, or of all."""
        game_id = self._column(events.c.game_id)
        of = "" if ruleset is None else " AND EXISTS (SELECT 1 FROM games WHERE id = game_id AND ruleset = ?)"
        values = (since,) if ruleset is None else (since, ruleset)
        rows = self.ask(f"SELECT DISTINCT {game_id} FROM events WHERE position > ?{of}", values)
        return sorted(row[0] for row in rows)

    def ids_of(self, ruleset: str) -> Iterator[bytes]:
        """The games of a ruleset."""
        game_id = self._column(games.c.id)
        query = f"SELECT {game_id} FROM games WHERE ruleset = ? AND id > ? ORDER BY id LIMIT 500"
        last = b""
        while rows := self.ask(query, (ruleset, self._id(last))):
            yield from (row[0] for row in rows)
            last = rows[-1][0]

    def next_id(self, raw_id: bytes) -> bytes | None:
        """The next game with a row after an id."""
        query = f"SELECT {self._column(games.c.id)} FROM games WHERE id > ? ORDER BY id LIMIT 1"
        rows = self.ask(query, (self._id(raw_id),))
        return rows[0][0] if rows else None

    def metadata_after(self, after: bytes, upto: bytes, limit: int) -> dict[bytes, Metadata]:
        """The games with a row, after one id and up to another, in order. Raises Damaged if ids cannot be read."""
        within = (self._id(after), self._id(upto), limit)
        try:
            found = {row[0]: Metadata(row=self._named(row)) for row in self.ask(self._rows, within)}
        except Damaged:  # one row is damaged: read them one by one
            return {row[0]: self.metadata_of(row[0]) for row in self.ask(self._ids, within)}
        if found:
            try:
                self._fill(found)
            except Damaged:
                found = {raw_id: self._read_metadata(raw_id, stored.row) for raw_id, stored in found.items()}
        return found

    def metadata_of(self, raw_id: bytes) -> Metadata:
        """The metadata of one game, as far as it can be read."""
        try:
            rows = self.ask(self._row, (self._id(raw_id),))
        except Damaged as error:
            stored = self._read_metadata(raw_id, None)
            stored.unread = [f"the row of the game cannot be read: {error.why}", *stored.unread]
            return stored
        return self._read_metadata(raw_id, self._named(rows[0]) if rows else None)

    def _named(self, row: Sequence[Any]) -> dict[str, Any]:
        return dict(zip(self._names, row, strict=True))

    def _read_metadata(self, raw_id: bytes, row: Mapping[str, Any] | None) -> Metadata:
        stored, unread = Metadata(row=row), []
        for part in (*self._parts, "requests"):
            try:
                self._fill({raw_id: stored}, [part])
            except Damaged as error:
                unread.append(f"its {part.replace('_', ' ')} cannot be read: {error.why}")
        stored.unread = unread
        return stored

    def _fill(self, found: Mapping[bytes, Metadata], parts: Iterable[str] | None = None) -> None:
        for part in parts or (*self._parts, "requests"):
            rows: dict[bytes, list[Any]] = defaultdict(list)
            if part == "requests":
                texts = {raw_id: str(UUID(bytes=raw_id)) for raw_id in found if len(raw_id) == ID_BYTES}
                scopes = sorted(texts.values())
                values = (scopes[0], scopes[-1]) if self._sqlite and scopes else (scopes,)
                ids = {text.encode(): raw_id for raw_id, text in texts.items()}
                for row in self.ask(self._requests, values) if scopes else ():
                    if row[0] in ids:
                        rows[ids[row[0]]].append(StoredRequest._make(row))
            else:
                for raw_id, *row in self.ask(self._parts[part], (self._id(min(found)), self._id(max(found)))):
                    rows[raw_id].append(tuple(row) if len(row) > 1 else row[0])
            for raw_id, stored in found.items():
                setattr(stored, part, rows.get(raw_id, ()))


def _marks(values: Sequence[object]) -> str:
    return ", ".join("?" * len(values))
