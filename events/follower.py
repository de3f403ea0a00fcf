"""Followers: each reads all events in order, and writes what it derives from them to tables of the log's database.

A follower reads by position. Its checkpoint moves in the same transaction as its writes, by compare-and-set, so several
workers may run for one follower: when two read the same events, one writes, and the other gets `StaleFollower`. The
checkpoint holds the hash of the event at its position, which shows whether it belongs to this log.

When an event of a game cannot be read, the game is quarantined with the error: its later events are skipped until a
retry succeeds, and the other games go on. To build the tables again, a new build is made next to the live one, which is
then replaced.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Literal
from uuid import UUID

import msgspec
import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy import Connection, exc

from events.engines import Engines, translating_errors
from events.envelope import Event
from events.errors import AheadOfLog, AnotherLog, CheckpointMismatch, Damaged, FollowerBehind, LogError, StaleFollower
from events.game import now
from events.hot_path import HotPath
from events.tables import NO_LIMIT, followers, quarantined
from events.tables import events as log

BATCH = 500
"""Events in one transaction; other writers wait while it runs."""

POLL_SECONDS = 0.02
"""Between two reads of the checkpoint, while `wait` waits for a position."""

Write = Callable[[Connection, int, Event], None]
"""Called with a connection, a build and an event: writes to the tables of the build, through that connection only."""

Drop = Callable[[Connection, int], None]
"""Called with a connection and a build: deletes what that build wrote."""

CheckpointState = Literal["caught up", "behind", "beyond the log", "another log"]
"""A checkpoint compared with the log: at its end, before it, after it, or of another log."""


class Checkpoint(Struct, frozen=True):
    """How far a build of a follower has read the log."""

    name: str
    build: int
    position: int
    hash: bytes
    """Of the event at that position; empty before the first."""
    live: bool
    """Whether this is the build that readers use."""
    moved_at: int
    """Microseconds UTC."""


class QuarantinedGame(Struct, frozen=True):
    """A game with an event that a follower could not read."""

    name: str
    build: int
    game_id: UUID
    version: int
    position: int
    error: str
    quarantined_at: int
    """Microseconds UTC."""


class Follower:
    """A worker of a follower; each thread needs its own. All methods raise `LogError`s only."""

    def __init__(
        self, engines: Engines, hot: HotPath, name: str, write: Write, *, build: int | None = None, batch: int = BATCH
    ) -> None:
        """Work on the live build, or on `build`. `write` is called once for each event."""
        self._engines = engines
        self._hot = hot
        self.name = name
        self._write = write
        self._build = build
        self._batch = batch
        self._known: Checkpoint | None = None

    # Progress

    def checkpoint(self) -> Checkpoint:
        """Read the checkpoint of the build. The first call creates that of the first build."""
        with translating_errors():
            with self._engines.reader.connect() as connection:
                found = _fetch(connection, self.name, self._build)
            if found is None and self._build is None:
                with self._engines.writer.begin() as connection:
                    connection.execute(_FIRST, {"name": self.name, "at": now()})
                    found = _fetch(connection, self.name, None)
        if found is None:
            raise StaleFollower(self.name, 0)
        return found

    def state(self) -> CheckpointState:
        """The checkpoint compared with the log."""
        try:
            return "behind" if self._next(self.checkpoint(), 1) else "caught up"
        except AheadOfLog:
            return "beyond the log"
        except AnotherLog:
            return "another log"

    def wait(self, position: int, timeout: float) -> Checkpoint:
        """Wait until the checkpoint reaches a position, at most `timeout` seconds. Raises `FollowerBehind`."""
        until = time.monotonic() + timeout
        while (found := self.checkpoint()).position < position:
            left = until - time.monotonic()
            if left <= 0:
                raise FollowerBehind(self.name, position, found.position)
            time.sleep(min(POLL_SECONDS, left))
        return found

    def quarantined(self) -> list[QuarantinedGame]:
        """The quarantined games of this build."""
        found = self.checkpoint()
        with translating_errors(), self._engines.reader.connect() as connection:
            return [
                each for each in fetch_quarantined(connection) if (each.name, each.build) == (self.name, found.build)
            ]

    # Reading on

    def step(self) -> bool:
        """Process the next events and move the checkpoint; return whether there were any.

        Raises `StaleFollower` if another worker was faster: then nothing is written, and the next call starts at the
        new checkpoint. Raises `AheadOfLog` and `AnotherLog`.
        """
        at = self._known or self.checkpoint()
        self._known = None
        found = self._next(at, self._batch)
        if not found:
            self._known = at
            return False
        moved = Checkpoint(at.name, at.build, found[-1].position, found[-1].hash, at.live, now())
        with translating_errors(), self._engines.writer.begin() as connection:
            _move(connection, at, moved)
            self._write_events(connection, at, found)
        self._known = moved
        return True

    def catch_up(self) -> Checkpoint:
        """Process all events up to the end of the log; other workers may run at the same time."""
        more = True
        while more:
            try:
                more = self.step()
            except StaleFollower:
                if self._build is not None:
                    self.checkpoint()
        return self.checkpoint()

    def retry(self, game_id: UUID) -> bool:
        """Process a quarantined game again, up to the checkpoint; return whether it could be read this time."""
        at = self.checkpoint()
        self.check_log(at)
        with translating_errors(), self._engines.writer.begin() as connection:
            _move(connection, at, at)
            here = (
                (quarantined.c.name == at.name) & (quarantined.c.build == at.build) & (quarantined.c.game_id == game_id)
            )
            version = connection.scalar(sa.select(quarantined.c.version).where(here))
            if version is None:
                return True
            connection.execute(sa.delete(quarantined).where(here))
            events = [event for event in self._stream(game_id, version) if event.position <= at.position]
            return not self._write_events(connection, at, events)

    def _stream(self, game_id: UUID, first: int) -> Iterator[Event]:
        while chunk := self._hot.stream(game_id, first, NO_LIMIT, self._batch):
            yield from chunk
            first = chunk[-1].version + 1

    # A new build next to the live one

    def rebuild(self) -> Follower:
        """Start a new build from the first event. The live build stays in use until `switch`."""
        self.checkpoint()
        with translating_errors(), self._engines.writer.begin() as connection:
            highest = connection.scalar(sa.select(sa.func.max(followers.c.build)).where(followers.c.name == self.name))
            build = (highest or 0) + 1
            new = {"name": self.name, "build": build, "position": 0, "hash": b"", "live": False, "moved_at": now()}
            connection.execute(sa.insert(followers).values(new))
        return Follower(self._engines, self._hot, self.name, self._write, build=build, batch=self._batch)

    def switch(self, drop: Drop) -> None:
        """Make this build the live one, and drop all others with what they wrote.

        Raises `FollowerBehind` if it is behind the live build: catch up, and try again. The workers of the other builds
        get `StaleFollower` from then on.
        """
        at = self.checkpoint()
        with translating_errors(), self._engines.writer.begin() as connection:
            _move(connection, at, at)
            live = connection.execute(_LIVE, {"name": self.name}).first()
            if live is not None and live.position > at.position:
                raise FollowerBehind(self.name, live.position, at.position)
            others = (followers.c.name == self.name) & (followers.c.build != at.build)
            for build in connection.scalars(sa.select(followers.c.build).where(others)).all():
                drop(connection, build)
            connection.execute(sa.delete(followers).where(others))
            connection.execute(
                sa.delete(quarantined).where(quarantined.c.name == self.name, quarantined.c.build != at.build)
            )
            connection.execute(sa.update(followers).where(followers.c.name == self.name).values(live=True))
        self._build = self._known = None

    # Reading the log

    def check_log(self, at: Checkpoint) -> None:
        """Raise `AheadOfLog` or `AnotherLog` if a checkpoint does not belong to this log."""
        self._next(at, 1)

    def _next(self, at: Checkpoint, limit: int) -> Sequence[Event]:
        """The events after a checkpoint. Raises `AheadOfLog`, `AnotherLog`."""
        with translating_errors():
            found = self._read(max(0, at.position - 1), limit + 1)
        if at.position <= 0 and not at.hash:
            return found[:limit]
        if not found:
            raise AheadOfLog(self.name, at.position)
        if (found[0].position, found[0].hash) != (at.position, at.hash):
            raise AnotherLog(self.name, at.position)
        return found[1:]

    def _read(self, after: int, limit: int) -> Sequence[Event]:
        """The next events; before a damaged event only those up to it, then it alone and without its text."""
        try:
            return self._hot.log(after, limit)
        except Damaged:
            if limit > 2:
                return self._read(after, limit // 2)
            first = self._one(after)
            return [*first, *self._one(first[-1].position)] if first and limit > 1 else first

    def _one(self, after: int) -> Sequence[Event]:
        try:
            return self._hot.log(after, 1)
        except Damaged as error:
            with self._engines.reader.connect() as connection:
                row = connection.execute(_WITHOUT_TEXT, {"after": after}).one()
            return [_UnreadableEvent.of(row, error)]

    # Writing what is derived

    def _write_events(self, connection: Connection, at: Checkpoint, found: Sequence[Event]) -> bool:
        """Call `write` for each event; return whether a game was quarantined."""
        skipped = set(connection.scalars(_QUARANTINED_GAMES, {"name": at.name, "build": at.build}))
        left = [event for event in found if event.game_id not in skipped]
        try:
            with connection.begin_nested():
                for event in left:
                    self._write_one(connection, at, event)
        except _TRANSIENT:
            raise
        except Exception:  # `write` may raise anything: find the event by trying them one by one
            return self._write_one_by_one(connection, at, left)
        return False

    def _write_one_by_one(self, connection: Connection, at: Checkpoint, found: Iterable[Event]) -> bool:
        skipped: set[UUID] = set()
        for event in found:
            if event.game_id in skipped:
                continue
            try:
                with connection.begin_nested():
                    self._write_one(connection, at, event)
            except _TRANSIENT:
                raise
            except Exception as error:
                skipped.add(event.game_id)
                reason = error.error if isinstance(error, _UnreadableError) else f"{type(error).__name__}: {error}"
                row = QuarantinedGame(at.name, at.build, event.game_id, event.version, event.position, reason, now())
                connection.execute(_QUARANTINE, msgspec.structs.asdict(row))
        return bool(skipped)

    def _write_one(self, connection: Connection, at: Checkpoint, event: Event) -> None:
        if isinstance(event, _UnreadableEvent):
            raise _UnreadableError(event.error)
        self._write(connection, at.build, event)


class _UnreadableEvent(Event, frozen=True, gc=False):
    """An event with text that cannot be read."""

    error: str = ""

    @classmethod
    def of(cls, row: Any, error: Damaged) -> _UnreadableEvent:
        return cls(
            position=row.position,
            game_id=row.game_id,
            version=row.version,
            parent=row.version - 1,
            kind="play",
            seat=None,
            by=None,
            action="",
            outcomes="",
            effects="",
            ruleset_version=0,
            recorded_at=0,
            occurred_at=None,
            salt=b"",
            board_hash=None,
            hash=row.hash,
            error=error.why,
        )


class _UnreadableError(Exception):
    def __init__(self, error: str) -> None:
        super().__init__(error)
        self.error = error


_TRANSIENT = (LogError, exc.OperationalError, exc.InternalError, exc.InterfaceError, exc.TimeoutError)
"""Errors of the database, not of an event: it cannot be reached at the moment."""


def fetch_checkpoints(connection: Connection) -> list[Checkpoint]:
    """The checkpoints of all followers."""
    rows = connection.execute(sa.select(followers).order_by(followers.c.name, followers.c.build))
    return [_checkpoint(row) for row in rows]


def fetch_quarantined(connection: Connection) -> list[QuarantinedGame]:
    """All quarantined games, by follower and game."""
    query = sa.select(quarantined).order_by(quarantined.c.name, quarantined.c.build, quarantined.c.game_id)
    return [QuarantinedGame(*row) for row in connection.execute(query)]


def checkpoint_mismatches(engines: Engines, hot: HotPath) -> Iterator[CheckpointMismatch]:
    """Check the checkpoint of every follower: an error for each that does not belong to this log."""
    with translating_errors(), engines.reader.connect() as connection:
        found = fetch_checkpoints(connection)
    for each in found:
        try:
            Follower(engines, hot, each.name, _nothing, build=each.build).check_log(each)
        except CheckpointMismatch as error:
            yield error


def _nothing(_connection: Connection, _build: int, _event: Event) -> None:
    pass


def _fetch(connection: Connection, name: str, build: int | None) -> Checkpoint | None:
    asked = {"name": name} if build is None else {"name": name, "build": build}
    row = connection.execute(_LIVE if build is None else _BUILD, asked).first()
    return None if row is None else _checkpoint(row)


def _checkpoint(row: sa.Row[Any]) -> Checkpoint:
    return Checkpoint(row.name, row.build, row.position, row.hash, bool(row.live), row.moved_at)


def _move(connection: Connection, at: Checkpoint, to: Checkpoint) -> None:
    """Compare and set: no other worker can move the checkpoint until the transaction ends."""
    asked = {"at_name": at.name, "at_build": at.build, "at_position": at.position, "at_hash": at.hash}
    moved = {"position": to.position, "hash": to.hash, "moved_at": now()}
    if connection.execute(_MOVE, asked | moved).rowcount != 1:
        raise StaleFollower(at.name, at.position)


# Built once: building a statement costs more than running it
_MINE = followers.c.name == sa.bindparam("name")
_LIVE = sa.select(followers).where(_MINE, followers.c.live == sa.literal(True, followers.c.live.type))
_BUILD = sa.select(followers).where(_MINE, followers.c.build == sa.bindparam("build"))
_FIRST = sa.text(
    "INSERT INTO followers (name, build, position, hash, live, moved_at) VALUES (:name, 1, 0, :empty, 1 = 1, :at) "
    "ON CONFLICT DO NOTHING"
).bindparams(sa.bindparam("empty", b"", type_=followers.c.hash.type))
_MOVE = (
    sa.update(followers)
    .where(
        followers.c.name == sa.bindparam("at_name"),
        followers.c.build == sa.bindparam("at_build"),
        followers.c.position == sa.bindparam("at_position"),
        followers.c.hash == sa.bindparam("at_hash"),
    )
    .values(position=sa.bindparam("position"), hash=sa.bindparam("hash"), moved_at=sa.bindparam("moved_at"))
)
_QUARANTINE = sa.insert(quarantined)
_QUARANTINED_GAMES = sa.select(quarantined.c.game_id).where(
    quarantined.c.name == sa.bindparam("name"), quarantined.c.build == sa.bindparam("build")
)
_WITHOUT_TEXT = (
    sa.select(log.c.position, log.c.game_id, log.c.version, log.c.hash)
    .where(log.c.position > sa.bindparam("after"))
    .order_by(log.c.position)
    .limit(1)
)
