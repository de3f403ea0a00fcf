"""Following the log: something that is worked out of all events, in their order, and kept in the log's database.

A follower reads by position. Its checkpoint moves in the transaction that holds what it writes, by compare-and-set, so
several workers may run for one follower: of two that read the same events one writes, and the other is told that it is
stale. The checkpoint carries the hash of the event at its position, which says whether it is of this log.

A game of which an event cannot be read is parked with the error, and the others go on; its later events are left out as
well, until it is tried again. What is to be made anew is built beside what is there, and then switched to.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Literal
from uuid import UUID

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy import Connection, exc

from events.engines import Engines, failing_clearly
from events.envelope import Event
from events.errors import AheadOfLog, AnotherLog, Damaged, LogError, NotReached, StaleFollower, Strayed
from events.game import now
from events.hot_path import HotPath
from events.tables import events as log
from events.tables import followers, parked

BATCH = 500
"""Events of one transaction: others who write wait for it."""

EVERY = 0.02
"""Seconds between two looks of who waits for a position."""

EVER = 2**63 - 1

Write = Callable[[Connection, int, Event], None]
"""Writes what follows from an event to the tables of a build, in the transaction of a connection, and nowhere else."""

Drop = Callable[[Connection, int], None]
"""Drops what a build wrote."""

Standing = Literal["level", "behind", "ahead", "another"]
"""A checkpoint beside the log: at its end, before it, beyond it, or of another log."""


class Checkpoint(Struct, frozen=True):
    """How far a build of a follower has come."""

    name: str
    build: int
    position: int
    hash: bytes
    """Of the event at that position; empty before the first."""
    live: bool
    """Whether it is the build that others read."""
    moved_at: int
    """Microseconds UTC."""


class Parked(Struct, frozen=True):
    """A game of which a follower could not read an event."""

    name: str
    build: int
    game_id: UUID
    version: int
    position: int
    error: str
    parked_at: int
    """Microseconds UTC."""


class Follower:
    """A worker of a follower; for each thread its own. All methods raise `LogError`s only."""

    def __init__(
        self, engines: Engines, hot: HotPath, name: str, write: Write, *, build: int | None = None, batch: int = BATCH
    ) -> None:
        """Work on the live build, unless another is named. `write` is called for each event, once."""
        self._engines = engines
        self._hot = hot
        self.name = name
        self._write = write
        self._build = build
        self._batch = batch
        self._at: Checkpoint | None = None

    # How far it is

    def checkpoint(self) -> Checkpoint:
        """How far the build has come. The first look makes the checkpoint of the first build."""
        with failing_clearly():
            with self._engines.reader.connect() as connection:
                found = _fetch(connection, self.name, self._build)
            if found is None and self._build is None:
                with self._engines.writer.begin() as connection:
                    connection.execute(_FIRST, {"name": self.name, "at": now()})
                    found = _fetch(connection, self.name, None)
        if found is None:
            raise StaleFollower(self.name, 0)
        return found

    def standing(self) -> Standing:
        """Where the checkpoint is beside the log."""
        try:
            return "behind" if self._next(self.checkpoint(), 1) else "level"
        except AheadOfLog:
            return "ahead"
        except AnotherLog:
            return "another"

    def wait(self, position: int, timeout: float) -> Checkpoint:
        """Wait until it has come to a position, for so many seconds at most. Raises `NotReached`."""
        until = time.monotonic() + timeout
        while (found := self.checkpoint()).position < position:
            left = until - time.monotonic()
            if left <= 0:
                raise NotReached(self.name, position, found.position)
            time.sleep(min(EVERY, left))
        return found

    def parked(self) -> list[Parked]:
        """The games that are parked in this build."""
        found = self.checkpoint()
        with failing_clearly(), self._engines.reader.connect() as connection:
            return [each for each in fetch_parked(connection) if (each.name, each.build) == (self.name, found.build)]

    # Going on

    def step(self) -> bool:
        """Write what follows from the next events, and move the checkpoint; whether there were any.

        Raises `StaleFollower` where another worker was quicker, which leaves nothing written: the next call begins at
        the checkpoint as it is then. Raises `AheadOfLog` and `AnotherLog`.
        """
        at = self._at or self.checkpoint()
        self._at = None
        found = self._next(at, self._batch)
        if not found:
            self._at = at
            return False
        moved = Checkpoint(at.name, at.build, found[-1].position, found[-1].hash, at.live, now())
        with failing_clearly(), self._engines.writer.begin() as connection:
            _move(connection, at, moved)
            self._carry_out(connection, at, found)
        self._at = moved
        return True

    def catch_up(self) -> Checkpoint:
        """Go on to the end of the log, beside any other worker."""
        more = True
        while more:
            try:
                more = self.step()
            except StaleFollower:
                if self._build is not None:
                    self.checkpoint()
        return self.checkpoint()

    def retry(self, game_id: UUID) -> bool:
        """Try a parked game again, up to the checkpoint; whether it could be read now."""
        at = self.checkpoint()
        self.need_of_log(at)
        with failing_clearly(), self._engines.writer.begin() as connection:
            _move(connection, at, at)
            here = (parked.c.name == at.name) & (parked.c.build == at.build) & (parked.c.game_id == game_id)
            version = connection.scalar(sa.select(parked.c.version).where(here))
            if version is None:
                return True
            connection.execute(sa.delete(parked).where(here))
            events = [event for event in self._stream(game_id, version) if event.position <= at.position]
            return not self._carry_out(connection, at, events)

    def _stream(self, game_id: UUID, first: int) -> Iterator[Event]:
        while chunk := self._hot.stream(game_id, first, EVER, self._batch):
            yield from chunk
            first = chunk[-1].version + 1

    # Another build beside the live one

    def rebuild(self) -> Follower:
        """Begin a new build, before the first event. The live one goes on meanwhile; `switch` ends it."""
        self.checkpoint()
        with failing_clearly(), self._engines.writer.begin() as connection:
            highest = connection.scalar(sa.select(sa.func.max(followers.c.build)).where(followers.c.name == self.name))
            build = (highest or 0) + 1
            new = {"name": self.name, "build": build, "position": 0, "hash": b"", "live": False, "moved_at": now()}
            connection.execute(sa.insert(followers).values(new))
        return Follower(self._engines, self._hot, self.name, self._write, build=build, batch=self._batch)

    def switch(self, drop: Drop) -> None:
        """Make this build the live one, and drop all others, with what they wrote.

        Raises `NotReached` where it is behind the live one: catch up, and try again. Workers of others are stale then.
        """
        at = self.checkpoint()
        with failing_clearly(), self._engines.writer.begin() as connection:
            _move(connection, at, at)
            live = connection.execute(_LIVE, {"name": self.name}).first()
            if live is not None and live.position > at.position:
                raise NotReached(self.name, live.position, at.position)
            others = (followers.c.name == self.name) & (followers.c.build != at.build)
            for build in connection.scalars(sa.select(followers.c.build).where(others)).all():
                drop(connection, build)
            connection.execute(sa.delete(followers).where(others))
            connection.execute(sa.delete(parked).where(parked.c.name == self.name, parked.c.build != at.build))
            connection.execute(sa.update(followers).where(followers.c.name == self.name).values(live=True))
        self._build = self._at = None

    # Reading

    def need_of_log(self, at: Checkpoint) -> None:
        """Raise `AheadOfLog` or `AnotherLog` for a checkpoint that is not of this log."""
        self._next(at, 1)

    def _next(self, at: Checkpoint, limit: int) -> Sequence[Event]:
        """The events after a checkpoint. Raises `AheadOfLog`, `AnotherLog`."""
        with failing_clearly():
            found = self._read(max(0, at.position - 1), limit + 1)
        if at.position <= 0 and not at.hash:
            return found[:limit]
        if not found:
            raise AheadOfLog(self.name, at.position)
        if (found[0].position, found[0].hash) != (at.position, at.hash):
            raise AnotherLog(self.name, at.position)
        return found[1:]

    def _read(self, after: int, limit: int) -> Sequence[Event]:
        """The next events; where one of them is damaged, those before it, or it alone, without its text."""
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
                row = connection.execute(_BARE, {"after": after}).one()
            return [_Broken.of(row, error)]

    # Writing

    def _carry_out(self, connection: Connection, at: Checkpoint, found: Sequence[Event]) -> bool:
        """Write what follows from events; whether a game was parked."""
        waiting = set(connection.scalars(_PARKED_GAMES, {"name": at.name, "build": at.build}))
        left = [event for event in found if event.game_id not in waiting]
        try:
            with connection.begin_nested():
                for event in left:
                    self._write_one(connection, at, event)
        except _PASSING:
            raise
        except Exception:  # one by one, to find which: what is written may raise anything
            return self._one_by_one(connection, at, left)
        return False

    def _one_by_one(self, connection: Connection, at: Checkpoint, found: Iterable[Event]) -> bool:
        waiting: set[UUID] = set()
        for event in found:
            if event.game_id in waiting:
                continue
            try:
                with connection.begin_nested():
                    self._write_one(connection, at, event)
            except _PASSING:
                raise
            except Exception as error:
                waiting.add(event.game_id)
                told = error.error if isinstance(error, _Unreadable) else f"{type(error).__name__}: {error}"
                row = Parked(at.name, at.build, event.game_id, event.version, event.position, told, now())
                connection.execute(_PARK, {name: getattr(row, name) for name in Parked.__struct_fields__})
        return bool(waiting)

    def _write_one(self, connection: Connection, at: Checkpoint, event: Event) -> None:
        if isinstance(event, _Broken):
            raise _Unreadable(event.error)
        self._write(connection, at.build, event)


class _Broken(Event, frozen=True, gc=False):
    """An event whose text cannot be read."""

    error: str = ""

    @classmethod
    def of(cls, row: Any, error: Damaged) -> _Broken:
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


class _Unreadable(Exception):
    def __init__(self, error: str) -> None:
        super().__init__(error)
        self.error = error


_PASSING = (LogError, exc.OperationalError, exc.InternalError, exc.InterfaceError, exc.TimeoutError)
"""What says nothing about an event: the database is away for a moment."""


def fetch_checkpoints(connection: Connection) -> list[Checkpoint]:
    """The checkpoints of all followers."""
    rows = connection.execute(sa.select(followers).order_by(followers.c.name, followers.c.build))
    return [_checkpoint(row) for row in rows]


def fetch_parked(connection: Connection) -> list[Parked]:
    """All games that are parked, by follower and game."""
    query = sa.select(parked).order_by(parked.c.name, parked.c.build, parked.c.game_id)
    return [Parked(*row) for row in connection.execute(query)]


def strays(engines: Engines, hot: HotPath) -> Iterator[Strayed]:
    """The followers whose checkpoints are not of this log."""
    with failing_clearly(), engines.reader.connect() as connection:
        found = fetch_checkpoints(connection)
    for each in found:
        try:
            Follower(engines, hot, each.name, _nothing, build=each.build).need_of_log(each)
        except Strayed as error:
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
    """Compare and set: from then on, to the end of the transaction, no other worker moves it."""
    asked = {"at_name": at.name, "at_build": at.build, "at_position": at.position, "at_hash": at.hash}
    moved = {"position": to.position, "hash": to.hash, "moved_at": now()}
    if connection.execute(_MOVE, asked | moved).rowcount != 1:
        raise StaleFollower(at.name, at.position)


# Built once: to build a statement costs more than to run it
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
_PARK = sa.insert(parked)
_PARKED_GAMES = sa.select(parked.c.game_id).where(
    parked.c.name == sa.bindparam("name"), parked.c.build == sa.bindparam("build")
)
_BARE = (
    sa.select(log.c.position, log.c.game_id, log.c.version, log.c.hash)
    .where(log.c.position > sa.bindparam("after"))
    .order_by(log.c.position)
    .limit(1)
)
