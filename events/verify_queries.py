"""What verifying asks the database: in statements of the driver's own, each a transaction by itself.

Ids and text are read as bytes: a damaged file may hold anything in their place.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple
from uuid import UUID

import sqlalchemy as sa
from msgspec import Struct

from events.engines import Engines, driver, failing_clearly
from events.errors import Damaged
from events.tables import ADJUSTS, FORKS, component_sets, events, games, metadata, requests

ID_BYTES, FINGERPRINT_BYTES = 16, 32
SETS = 4
"""Component sets that are read at once: each may have some hundred kilobytes."""
REQUESTS = 2_000
PLACES = 2_000

Query = Callable[[str, Sequence[Any]], list[Any]]


class Asked(NamedTuple):
    """A request as it is remembered."""

    scope: bytes
    key: bytes
    fingerprint: bytes
    game_id: bytes
    first: int
    last: int
    recorded_at: int

    @property
    def misshapen(self) -> str | None:
        """What is wrong with it by itself."""
        if len(self.fingerprint) != FINGERPRINT_BYTES:
            return f"has a fingerprint of {len(self.fingerprint)} bytes"
        return None if 0 < self.first <= self.last + 1 else f"led to versions {self.first} to {self.last}"


class Beside(Struct):
    """What is stored of a game beside its events."""

    row: Mapping[str, Any] | None = None
    """The columns of the game's row; none where it is missing."""
    seats: Sequence[int] = ()
    keys: Sequence[bytes] = ()
    """What the server's chance is drawn from, one at most: a secret as long as the game runs."""
    notes: Sequence[tuple[int, int, int | None]] = ()
    """Number, version, seat."""
    labels: Sequence[int] = ()
    """The lines that are called something."""
    undo_requests: Sequence[tuple[int, int, int, int]] = ()
    """Number, version, seat, target."""
    requests: Sequence[Asked] = ()
    """Those that were sent to this game."""
    forks: Sequence[tuple[int, int, bytes]] = ()
    """Version, parent and kind of the events in the index of forks."""
    adjusts: Sequence[int] = ()
    """The versions in the index of adjusts."""
    unread: Sequence[str] = ()
    """What of this cannot be read, and why."""

    @property
    def version(self) -> int | None:
        """The version that the row counts; none where it holds no number."""
        found = None if self.row is None else self.row["version"]
        return found if isinstance(found, int) else None


_BESIDE = {
    "seats": ("seats", ("seat",), "TRUE"),
    "keys": ("chance_keys", ("key",), "TRUE"),
    "notes": ("notes", ("n", "version", "seat"), "TRUE"),
    "labels": ("line_labels", ("line",), "TRUE"),
    "undo_requests": ("undo_requests", ("number", "version", "seat", "target"), "TRUE"),
    "forks": ("events", ("version", "parent", "kind"), FORKS),
    "adjusts": ("events", ("version",), ADJUSTS),
}
"""Where each part of `Beside` is stored: table, columns, which rows."""


class Queries:
    """The questions, in the words of one database."""

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
        asked = ", ".join(self._column(requests.c[name]) for name in Asked._fields)
        within = "scope BETWEEN ? AND ?" if self._sqlite else "scope = ANY(?)"
        self._requests = f"SELECT {asked} FROM requests WHERE {within}"
        self._all_requests = (
            f"SELECT {asked} FROM requests WHERE (scope, key) > (?, ?) ORDER BY scope, key LIMIT {REQUESTS}"
        )
        self._beside = {part: self._part(*where) for part, where in _BESIDE.items()}

    def _part(self, table: str, names: Sequence[str], which: str) -> str:
        columns = metadata.tables[table].c
        fields = ", ".join(self._column(columns[name]) for name in ("game_id", *names))
        return f"SELECT {fields} FROM {table} WHERE game_id BETWEEN ? AND ? AND {which}"

    def _columns(self, table: sa.Table) -> str:
        return ", ".join(map(self._column, table.columns))

    def _column(self, column: sa.Column[Any]) -> str:
        """A column as it is selected: ids and text as bytes."""
        name = f'"{column.name}"'
        if isinstance(column.type, sa.Text):
            return f"CAST({name} AS BLOB)" if self._sqlite else f"convert_to({name}, 'UTF8')"
        if column.name in ("id", "game_id", "forked_from") and not self._sqlite:
            return f"uuid_send({name})"
        return name

    def ask(self, query: str, values: Sequence[Any] = ()) -> list[Any]:
        """Run a query. Raises Damaged, Unavailable."""
        with failing_clearly(), driver(self._engines.raw) as connection:
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
        """The next events of the log by game and version."""
        return self.ask(self._page, (self._id(after[0]), after[1], limit))

    def events_of(self, raw_id: bytes, after: int, limit: int) -> list[Any]:
        """The next events of a game."""
        return self.ask(self._events, (self._id(raw_id), after, limit))

    def last_version(self, raw_id: bytes) -> int:
        """The version of the last event of a game; 0 where it has none."""
        query = "SELECT coalesce(max(version), 0) FROM events WHERE game_id = ?"
        return int(self.ask(query, (self._id(raw_id),))[0][0])

    def version_now(self, raw_id: bytes) -> int | None:
        """The version that a game's row counts now."""
        rows = self.ask("SELECT version FROM games WHERE id = ?", (self._id(raw_id),))
        return rows[0][0] if rows and isinstance(rows[0][0], int) else None

    # --- the log as a whole

    def extent(self, since: int) -> tuple[int, int]:
        """The last position of the log, and how many events there are after one."""
        query = "SELECT coalesce(max(position), 0), count(*) FROM events WHERE position > ?"
        last, count = self.ask(query, (since,))[0]
        return max(last, since), count

    def heads(self) -> tuple[int, list[tuple[bytes, int, bytes]]]:
        """The last position, and id, version and last hash of every game by id: of one moment, in one statement.

        Raises Damaged for a row that holds anything else.
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
        """How many events the rows of the games of a ruleset, or of one game, count."""
        query, value = ("ruleset = ?", ruleset) if raw_id is None else ("id = ?", self._id(raw_id))
        return int(self.ask(f"SELECT coalesce(sum(version), 0) FROM games WHERE {query}", (value,))[0][0])

    def places(self, first: int, last: int) -> Iterator[tuple[int, bytes, int]]:
        """Position, game and version of the events that the index of positions has from `first` to `last`."""
        game_id = self._column(events.c.game_id)
        query = f"SELECT position, {game_id}, version FROM events WHERE position BETWEEN ? AND ? ORDER BY position"
        while rows := self.ask(f"{query} LIMIT {PLACES}", (first, last)):
            yield from rows
            first = rows[-1][0] + 1

    def component_sets(self) -> Iterator[tuple[bytes, bytes, bytes]]:
        """Ruleset, address and document of each set."""
        names = ("ruleset", "hash", "document")
        fields = ", ".join(self._column(component_sets.c[name]) for name in names)
        query = f"SELECT {fields} FROM component_sets ORDER BY ruleset, hash LIMIT {SETS} OFFSET ?"
        seen = 0
        while rows := self.ask(query, (seen,)):
            yield from rows
            seen += len(rows)

    def orphans(self, limit: int) -> Iterator[tuple[str, bytes]]:
        """Tables that speak of games that have no row, each with the ids of some of these."""
        for table in metadata.sorted_tables:
            if "game_id" in table.c and table is not events:
                query = (
                    f"SELECT DISTINCT {self._column(table.c.game_id)} FROM {table.name} "
                    f"WHERE NOT EXISTS (SELECT 1 FROM games WHERE games.id = {table.name}.game_id) LIMIT {limit}"
                )
                yield from ((table.name, row[0]) for row in self.ask(query))

    def all_requests(self) -> Iterator[Asked]:
        """Every request, by scope and key."""
        after: tuple[Any, Any] = ("", "")
        while rows := self.ask(self._all_requests, after):
            yield from map(Asked._make, rows)
            try:
                after = (rows[-1][0].decode(), rows[-1][1].decode())
            except UnicodeDecodeError as error:
                raise Damaged("What is remembered of requests", error) from error

    def times(self, raw_id: bytes, versions: Sequence[int]) -> dict[int, int]:
        """When events of a game were recorded."""
        query = f"SELECT version, recorded_at FROM events WHERE game_id = ? AND version IN ({_marks(versions)})"
        return dict(self.ask(query, (self._id(raw_id), *versions)))

    # --- games, and what lies beside their events

    def ids_since(self, since: int, ruleset: str | None) -> list[bytes]:
        """The games that have events after a position, of a ruleset unless of all."""
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
        """The game after an id that has a row."""
        query = f"SELECT {self._column(games.c.id)} FROM games WHERE id > ? ORDER BY id LIMIT 1"
        rows = self.ask(query, (self._id(raw_id),))
        return rows[0][0] if rows else None

    def besides(self, after: bytes, upto: bytes, limit: int) -> dict[bytes, Beside]:
        """The games after one id up to another that have a row, in order. Raises Damaged where ids cannot be read."""
        within = (self._id(after), self._id(upto), limit)
        try:
            found = {row[0]: Beside(row=self._named(row)) for row in self.ask(self._rows, within)}
        except Damaged:  # one of them: the others can be read
            return {row[0]: self.alone(row[0]) for row in self.ask(self._ids, within)}
        if found:
            try:
                self._fill(found)
            except Damaged:
                found = {raw_id: self._alone(raw_id, beside.row) for raw_id, beside in found.items()}
        return found

    def alone(self, raw_id: bytes) -> Beside:
        """What is stored of one game beside its events, as far as it can be read."""
        try:
            rows = self.ask(self._row, (self._id(raw_id),))
        except Damaged as error:
            beside = self._alone(raw_id, None)
            beside.unread = [f"the row of the game cannot be read: {error.why}", *beside.unread]
            return beside
        return self._alone(raw_id, self._named(rows[0]) if rows else None)

    def _named(self, row: Sequence[Any]) -> dict[str, Any]:
        return dict(zip(self._names, row, strict=True))

    def _alone(self, raw_id: bytes, row: Mapping[str, Any] | None) -> Beside:
        beside, unread = Beside(row=row), []
        for part in (*self._beside, "requests"):
            try:
                self._fill({raw_id: beside}, [part])
            except Damaged as error:
                unread.append(f"its {part.replace('_', ' ')} cannot be read: {error.why}")
        beside.unread = unread
        return beside

    def _fill(self, found: Mapping[bytes, Beside], parts: Iterable[str] | None = None) -> None:
        for part in parts or (*self._beside, "requests"):
            rows: dict[bytes, list[Any]] = defaultdict(list)
            if part == "requests":
                texts = {raw_id: str(UUID(bytes=raw_id)) for raw_id in found if len(raw_id) == ID_BYTES}
                scopes = sorted(texts.values())
                values = (scopes[0], scopes[-1]) if self._sqlite and scopes else (scopes,)
                ids = {text.encode(): raw_id for raw_id, text in texts.items()}
                for row in self.ask(self._requests, values) if scopes else ():
                    if row[0] in ids:
                        rows[ids[row[0]]].append(Asked._make(row))
            else:
                for raw_id, *row in self.ask(self._beside[part], (self._id(min(found)), self._id(max(found)))):
                    rows[raw_id].append(tuple(row) if len(row) > 1 else row[0])
            for raw_id, beside in found.items():
                setattr(beside, part, rows.get(raw_id, ()))


def _marks(values: Sequence[object]) -> str:
    return ", ".join("?" * len(values))
