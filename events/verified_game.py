"""Verifying one game: its events, its row and its other metadata."""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from typing import Any, NamedTuple
from uuid import UUID

from events.chain import ORIGIN, bytes_of
from events.envelope import LogFault
from events.errors import Damaged
from events.tables import NO_LIMIT
from events.verify_queries import Metadata, Queries, StoredRequest

PAGE = 500
"""Events per page."""

MARKERS = (b"undo", b"redo")
HASH_BYTES = 32


class Row(NamedTuple):
    """An event as it is read from the database: ids and text as bytes."""

    position: int
    game_id: bytes
    version: int
    parent: int
    kind: bytes
    seat: int | None
    by: bytes | None
    action: bytes
    outcomes: bytes
    effects: bytes
    ruleset_version: int
    recorded_at: int
    occurred_at: int | None
    salt: bytes
    board_hash: bytes | None
    hash: bytes


class VerifiedGame:
    """One game of a verification: iterate over its `sound` events, then over its `faults`."""

    def __init__(
        self,
        queries: Queries,
        raw_id: bytes,
        metadata: Metadata,
        pages: Iterator[Sequence[Any]],
        on_rows: Callable[[Sequence[Any]], None],
    ) -> None:
        """`pages` holds the first events, if any; the others are queried. `on_rows` is called with each page."""
        self._queries = queries
        self._raw_id = raw_id
        self.id = UUID(bytes=raw_id)
        self.metadata = metadata
        self.fault: LogFault | None = None
        """The first event that is not as it was written; the events after it are not checked."""
        self.version = 0
        """The last version that is as it was written."""
        self.last_hash = ORIGIN
        self._position = 0
        self._upto = NO_LIMIT if metadata.version is None else metadata.version
        self._later = False
        """Whether events were stored after the row was read."""
        self._newest = 0
        self._times: dict[object, list[int]] = {request.recorded_at: [] for request in metadata.requests}
        self._forks: list[tuple[int, int, bytes]] = []
        self._adjusts: list[int] = []
        self._events = self._read(pages, on_rows)

    # --- events

    def sound(self) -> Iterator[Sequence[Row]]:
        """Pages of the events that are as they were written, in order. Raises Unavailable."""
        return self._events

    def finish(self) -> None:
        """Read the events that the caller has not read."""
        for _ in self._events:
            pass

    def _read(
        self, pages: Iterator[Sequence[Any]], on_rows: Callable[[Sequence[Any]], None]
    ) -> Iterator[Sequence[Row]]:
        last = 0
        for rows in pages:
            if rows:
                on_rows(rows)
                last = rows[-1][2]
                yield self._linked(rows)
        try:
            while last < self._upto or self._continues(last):
                if not (rows := self._queries.events_of(self._raw_id, last, PAGE)):
                    return
                on_rows(rows)
                last = rows[-1][2]
                yield self._linked(rows)
        except Damaged as error:
            self.fault = self.fault or LogFault(self.id, 0, f"cannot be read: {error.why}")

    def _continues(self, last: int) -> bool:
        """Whether there are events after the last one by the row, because the row is wrong."""
        if self._later or self.fault:
            return False
        newest = self._queries.last_version(self._raw_id)
        return bool(newest > last) and self._counts(newest)

    def _linked(self, rows: Sequence[Any]) -> Sequence[Row]:
        """The first of these events that are linked to the one before; the next one becomes the fault of the game."""
        if self.fault or self._later:
            return ()
        sound = 0
        try:
            for row in rows:
                if row[2] > self._upto and not self._counts(row[2]):
                    break
                if what := self._link_fault(row):
                    self.fault = LogFault(self.id, self.version + 1, what)
                    break
                sound += 1
        except (TypeError, ValueError, struct.error) as error:  # a broken file may hold anything
            self.fault = LogFault(self.id, self.version + 1, f"cannot be read: {error}")
        return [*map(Row._make, rows[:sound])]

    def _counts(self, version: int) -> bool:
        """Whether an event after the last one by the row was there when the row was read."""
        now = self._queries.version_now(self._raw_id)
        self._later = now is not None and now >= version
        if not self._later:
            self._upto = NO_LIMIT
        return not self._later

    def _link_fault(self, row: Any) -> str | None:
        """Link an event to the one before; return what is wrong with it, if anything."""
        version, parent = row[2], row[3]
        if version != self.version + 1:
            return f"version {self.version + 1} is missing"
        link = sha256(self.last_hash + sha256(bytes_of(*row[1:-1])).digest()).digest()
        if link != row[15]:
            return "the event, or the one before it, is not as it was written"
        if row[0] <= self._position:
            return "the event comes before its predecessor in the log"
        if parent != self.version or row[4] in MARKERS:
            if not 0 < parent < version:
                return f"it builds on version {parent}"
            self._forks.append((version, parent, row[4]))
        if row[4] == b"adjust":
            self._adjusts.append(version)
        if row[11] in self._times:
            self._times[row[11]].append(version)
        self._position, self.last_hash, self.version = row[0], link, version
        return None

    # --- the row and the other metadata

    def faults(self) -> Iterator[LogFault]:
        """What is wrong with the game: its first wrong event, or if all are right, its row and other metadata."""
        self.finish()
        if self.fault:
            yield self.fault
            return
        yield from self._row_faults()
        for what in self.metadata.unread:
            yield LogFault(self.id, 0, what, kind="row")
        if self.metadata.row is not None and self.version:
            yield from self._note_faults()
            yield from self._request_faults()
            yield from self._index_faults()

    @property
    def is_unknown(self) -> bool:
        """Whether there is no row and no event of the game."""
        return self.metadata.row is None and not (self.version or self.fault or self.metadata.unread)

    @property
    def is_whole(self) -> bool:
        """Whether the row belongs to these events, so it can be computed from them."""
        row = self.metadata.row
        if self.fault or row is None or not self.version:
            return False
        return bool(row["version"] == self.version or row["last_hash"] == self.last_hash)

    def row_fault(self, column: str, stored: Any, worked_out: Any, *, at: int | None = None) -> LogFault:
        """A column of the row that holds another value than the events lead to."""
        stored, worked_out = plain(stored), plain(worked_out)
        return LogFault(
            self.id,
            self.version if at is None else at,
            f"games.{column} is {stored!r}, but the events lead to {worked_out!r}",
            kind="row",
            column=column,
            stored=stored,
            worked_out=worked_out,
        )

    def _row_faults(self) -> Iterator[LogFault]:
        row = self.metadata.row
        if row is None:
            if not (self.metadata.unread or self.is_unknown):
                yield LogFault(self.id, self.version, "the row of the game is missing", kind="row")
            return
        if row["version"] != self.version:
            counted = row["version"] if isinstance(row["version"], int) else self.version
            yield self.row_fault("version", row["version"], self.version, at=max(0, min(counted, self.version)) + 1)
        if row["last_hash"] != self.last_hash:
            yield self.row_fault("last_hash", row["last_hash"], self.last_hash)

    def _has(self, version: int) -> bool:
        """Whether the game has a version; it may have been stored after the row was read."""
        if version > max(self._newest, self.version):
            self._newest = self._queries.last_version(self._raw_id)
        return 1 <= version <= max(self._newest, self.version)

    def _note_faults(self) -> Iterator[LogFault]:
        """Notes, undo requests and labels that refer to versions, seats or lines that do not exist."""
        seats = range(1, len(self.metadata.seats) + 1)
        for n, version, seat in self.metadata.notes:
            if not self._has(version):
                yield self._metadata_fault(version, f"note {n} is on version {version}, which does not exist")
            if seat is not None and seat not in seats:
                yield self._metadata_fault(version, f"note {n} is of seat {seat}, which does not exist")
        for number, version, seat, target in self.metadata.undo_requests:
            if not (self._has(version) and self._has(target) and seat in seats):
                what = f"undo {number} was requested by seat {seat} at version {version}, back to version {target}"
                yield self._metadata_fault(version, what)
        lines = self._lines() if self.metadata.labels else ()
        for line in self.metadata.labels:
            if line not in lines and not (line > self.version and self._has(line)):
                yield self._metadata_fault(line, f"there is a label for line {line}, which does not exist")

    def _request_faults(self) -> Iterator[LogFault]:
        """Requests whose versions are not all events that were stored with them."""
        for request in self.metadata.requests:
            if request.game_id == self._raw_id and (what := request.malformed or self._mismatch(request)):
                key = request.key.decode("utf-8", "backslashreplace")
                yield self._metadata_fault(request.first, f"the request under the key {key!r} {what}")

    def _mismatch(self, request: StoredRequest) -> str | None:
        """What is wrong with a request; None if nothing is.

        It led to the events of one append, which have its time; or to no event; or to a note or the label of a line,
        whose number is then stored instead of versions.
        """
        first, last = request.first, request.last
        led = f"led to versions {first} to {last}"
        if versions := self._times.get(request.recorded_at):
            if (first, last) == (versions[0], versions[-1]):
                return None
            return f"{led}, but the events say {versions[0]} to {versions[-1]}"
        if first == last + 1:
            return None if self._has(last) else f"{led}, which do not exist"
        if first > self.version:  # the number of a note, or the request came after the row was read
            return None if first == last or self._has(last) else f"{led}, which do not exist"
        if first == last and (first in self._lines() or any(first == n for n, _, _ in self.metadata.notes)):
            return None
        return f"{led}, which were not stored with it"

    def _index_faults(self) -> Iterator[LogFault]:
        """Differences between the events and the indexes of forks and adjusts, from which the tree is built."""
        upto = min(self.version, self._upto)
        if wrong := {*self._forks} ^ {fork for fork in self.metadata.forks if fork[0] <= upto}:
            yield self._metadata_fault(min(wrong)[0], "the index of forks and the events differ on its parent")
        if adjusts := {*self._adjusts} ^ {version for version in self.metadata.adjusts if version <= upto}:
            yield self._metadata_fault(min(adjusts), "the index of adjusts and the events differ on its kind")

    def _lines(self) -> set[int]:
        """The names of the lines: the first event of the game, and each event whose parent had a child already."""
        forked = {version for version, _, _ in self._forks}
        found, built_on = {1}, set()
        for version, parent, kind in self._forks:
            if kind not in MARKERS:
                if parent in built_on or (parent + 1 < version and parent + 1 not in forked):
                    found.add(version)
                built_on.add(parent)
        return found

    def _metadata_fault(self, version: int, what: str) -> LogFault:
        return LogFault(self.id, version if 0 < version <= self.version else 0, what, kind="beside")


def plain(value: object) -> Any:
    """The value of a column as text or a number, for a message."""
    if isinstance(value, UUID):
        return str(value)
    if isinstance(value, bytes | memoryview):
        raw = bytes(value)
        return raw.hex() if len(raw) == HASH_BYTES else raw.decode("utf-8", "backslashreplace")
    return value
