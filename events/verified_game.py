"""Verifying one game: its events, what its row says about them, and what lies beside them."""

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
from events.verify_queries import Asked, Beside, Queries

PAGE = 500
"""Events that are read at once."""

MARKERS = (b"undo", b"redo")
HASH_BYTES = 32


class Row(NamedTuple):
    """An event as it is read: the columns in their order, its id and texts as bytes."""

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
    """One game while its events pass by: take those that are `sound`, then ask for its `faults`."""

    def __init__(
        self,
        queries: Queries,
        raw_id: bytes,
        beside: Beside,
        pages: Iterator[Sequence[Any]],
        see: Callable[[Sequence[Any]], None],
    ) -> None:
        """A game whose first events, or none, come in `pages`. The others are asked for; `see` is told of all."""
        self._queries = queries
        self._raw_id = raw_id
        self.id = UUID(bytes=raw_id)
        self.beside = beside
        self.fault: LogFault | None = None
        """The first event that is not as it was written. What follows it is not looked at."""
        self.version = 0
        """The last version that is."""
        self.last_hash = ORIGIN
        self._position = 0
        self._upto = NO_LIMIT if beside.version is None else beside.version
        self._later = False
        """Whether there are events that were stored after the row was read."""
        self._newest = 0
        self._times: dict[object, list[int]] = {asked.recorded_at: [] for asked in beside.requests}
        self._forks: list[tuple[int, int, bytes]] = []
        self._adjusts: list[int] = []
        self._events = self._read(pages, see)

    # --- events

    def sound(self) -> Iterator[Sequence[Row]]:
        """The events that are as they were written, in order, some at a time. Raises Unavailable."""
        return self._events

    def finish(self) -> None:
        """Read the events that nobody has asked for."""
        for _ in self._events:
            pass

    def _read(self, pages: Iterator[Sequence[Any]], see: Callable[[Sequence[Any]], None]) -> Iterator[Sequence[Row]]:
        last = 0
        for rows in pages:
            if rows:
                see(rows)
                last = rows[-1][2]
                yield self._linked(rows)
        try:
            while last < self._upto or self._continues(last):
                if not (rows := self._queries.events_of(self._raw_id, last, PAGE)):
                    return
                see(rows)
                last = rows[-1][2]
                yield self._linked(rows)
        except Damaged as error:
            self.fault = self.fault or LogFault(self.id, 0, f"cannot be read: {error.why}")

    def _continues(self, last: int) -> bool:
        """Whether there are events after the last that the row counts, and it is the row that is wrong."""
        if self._later or self.fault:
            return False
        newest = self._queries.last_version(self._raw_id)
        return bool(newest > last) and self._counts(newest)

    def _linked(self, rows: Sequence[Any]) -> Sequence[Row]:
        """The events of these that are linked to the one before; the first that is not is the game's fault."""
        if self.fault or self._later:
            return ()
        sound = 0
        try:
            for row in rows:
                if row[2] > self._upto and not self._counts(row[2]):
                    break
                if what := self._unlinked(row):
                    self.fault = LogFault(self.id, self.version + 1, what)
                    break
                sound += 1
        except (TypeError, ValueError, struct.error) as error:  # a broken file may hold anything
            self.fault = LogFault(self.id, self.version + 1, f"cannot be read: {error}")
        return [*map(Row._make, rows[:sound])]

    def _counts(self, version: int) -> bool:
        """Whether an event after those that the row counts belongs to the game as it was when the row was read."""
        now = self._queries.version_now(self._raw_id)
        self._later = now is not None and now >= version
        if not self._later:
            self._upto = NO_LIMIT
        return not self._later

    def _unlinked(self, row: Any) -> str | None:
        """Link an event to the one before; what is wrong with it, if anything."""
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

    # --- the row, and what lies beside

    def faults(self) -> Iterator[LogFault]:
        """What is wrong with the game: its first event at fault; else its row and all that lies beside."""
        self.finish()
        if self.fault:
            yield self.fault
            return
        yield from self._of_the_row()
        for what in self.beside.unread:
            yield LogFault(self.id, 0, what, kind="row")
        if self.beside.row is not None and self.version:
            yield from self._of_notes()
            yield from self._of_requests()
            yield from self._of_indexes()

    @property
    def is_unknown(self) -> bool:
        """Whether there is neither a row nor an event of it."""
        return self.beside.row is None and not (self.version or self.fault or self.beside.unread)

    @property
    def is_whole(self) -> bool:
        """Whether the events are those that the row is about, so that all of it can be worked out from them."""
        row = self.beside.row
        if self.fault or row is None or not self.version:
            return False
        return bool(row["version"] == self.version or row["last_hash"] == self.last_hash)

    def of_row(self, column: str, stored: Any, worked_out: Any, *, at: int | None = None) -> LogFault:
        """The fault that a column of the game's row holds another value than its events lead to."""
        stored, worked_out = plain(stored), plain(worked_out)
        return LogFault(
            self.id,
            self.version if at is None else at,
            f"games.{column} is {stored!r}, and by the events {worked_out!r}",
            kind="row",
            column=column,
            stored=stored,
            worked_out=worked_out,
        )

    def _of_the_row(self) -> Iterator[LogFault]:
        row = self.beside.row
        if row is None:
            if not (self.beside.unread or self.is_unknown):
                yield LogFault(self.id, self.version, "the row of the game is missing", kind="row")
            return
        if row["version"] != self.version:
            counted = row["version"] if isinstance(row["version"], int) else self.version
            yield self.of_row("version", row["version"], self.version, at=max(0, min(counted, self.version)) + 1)
        if row["last_hash"] != self.last_hash:
            yield self.of_row("last_hash", row["last_hash"], self.last_hash)

    def _has(self, version: int) -> bool:
        """Whether the game has a version, those stored after its row was read included."""
        if version > max(self._newest, self.version):
            self._newest = self._queries.last_version(self._raw_id)
        return 1 <= version <= max(self._newest, self.version)

    def _of_notes(self) -> Iterator[LogFault]:
        """Notes, undo requests and labels name versions, seats and lines of the game."""
        seats = range(1, len(self.beside.seats) + 1)
        for n, version, seat in self.beside.notes:
            if not self._has(version):
                yield self._beside(version, f"note {n} is on version {version}, which there is not")
            if seat is not None and seat not in seats:
                yield self._beside(version, f"note {n} is of seat {seat}, which there is not")
        for number, version, seat, target in self.beside.undo_requests:
            if not (self._has(version) and self._has(target) and seat in seats):
                what = f"undo {number} was asked for by seat {seat} at version {version}, back to version {target}"
                yield self._beside(version, what)
        lines = self._lines() if self.beside.labels else ()
        for line in self.beside.labels:
            if line not in lines and not (line > self.version and self._has(line)):
                yield self._beside(line, f"there is a label of line {line}, and no such line")

    def _of_requests(self) -> Iterator[LogFault]:
        """Requests led to events of the game, and to all that were stored with them."""
        for asked in self.beside.requests:
            if asked.game_id == self._raw_id and (what := asked.misshapen or self._unlike(asked)):
                key = asked.key.decode("utf-8", "backslashreplace")
                yield self._beside(asked.first, f"the request under the key {key!r} {what}")

    def _unlike(self, asked: Asked) -> str | None:
        """What a request says that cannot be; None where all is as it was stored.

        It led to the events of one append, which have its time; or to none; or to a note or the label of a line, whose
        number is then stored in the place of versions.
        """
        first, last = asked.first, asked.last
        led = f"led to versions {first} to {last}"
        if versions := self._times.get(asked.recorded_at):
            if (first, last) == (versions[0], versions[-1]):
                return None
            return f"{led}, and by the events to versions {versions[0]} to {versions[-1]}"
        if first == last + 1:
            return None if self._has(last) else f"{led}, which there are not"
        if first > self.version:  # a note's number, or it was sent after the row was read
            return None if first == last or self._has(last) else f"{led}, which there are not"
        if first == last and (first in self._lines() or any(first == n for n, _, _ in self.beside.notes)):
            return None
        return f"{led}, which were not stored with it"

    def _of_indexes(self) -> Iterator[LogFault]:
        """The index of forks decides what builds on what: it has to hold what the events say, as that of adjusts."""
        upto = min(self.version, self._upto)
        if wrong := {*self._forks} ^ {fork for fork in self.beside.forks if fork[0] <= upto}:
            yield self._beside(min(wrong)[0], "the index of forks and the events differ on what it builds on")
        if adjusts := {*self._adjusts} ^ {version for version in self.beside.adjusts if version <= upto}:
            yield self._beside(min(adjusts), "the index of adjusts and the events differ on whether it is one")

    def _lines(self) -> set[int]:
        """The names of the lines: the first event of the game, and each that builds on what had a successor already."""
        forked = {version for version, _, _ in self._forks}
        found, built_on = {1}, set()
        for version, parent, kind in self._forks:
            if kind not in MARKERS:
                if parent in built_on or (parent + 1 < version and parent + 1 not in forked):
                    found.add(version)
                built_on.add(parent)
        return found

    def _beside(self, version: int, what: str) -> LogFault:
        return LogFault(self.id, version if 0 < version <= self.version else 0, what, kind="beside")


def plain(value: object) -> Any:
    """A value of a column as text or a number, to be printed."""
    if isinstance(value, UUID):
        return str(value)
    if isinstance(value, bytes | memoryview):
        raw = bytes(value)
        return raw.hex() if len(raw) == HASH_BYTES else raw.decode("utf-8", "backslashreplace")
    return value
