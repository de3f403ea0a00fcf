"""Connections to the database: for writing and for reading, with the settings that durability depends on."""

from __future__ import annotations

import sqlite3
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from threading import Lock
from types import TracebackType
from typing import Any, Literal, NamedTuple

import sqlalchemy as sa
from sqlalchemy import (
    URL,
    Connection,
    Dialect,
    Engine,
    ExceptionContext,
    PoolProxiedConnection,
    QueuePool,
    event,
    exc,
    make_url,
)

from events.errors import BadDatabaseUrl, Damaged, Unavailable

Synchronous = Literal["FULL", "NORMAL"]

BUSY_SECONDS: float = 10
"""How long a write on SQLite waits for another process to finish its own."""

# Whoever takes a connection ends its transaction: a rollback on each return would make appends a tenth slower
_POOL: dict[str, Any] = {"pool_timeout": 30, "pool_reset_on_return": None}


SPARE = 4
"""Connections to read with that stay taken from the pool of an engine."""


class Drivers:
    """Connections of the driver, out of the pool of an engine. Safe to share between threads.

    A pool takes as long to give a connection and to take it back as SQLite to read a row, so a few that nobody uses
    stay taken. The pool of the only connection that writes asks for it (`handing_over`).
    """

    engine: Engine
    """Set by whoever makes it, since its pool may have to know these drivers first."""

    def __init__(self, spare: int) -> None:
        self._most = spare
        self._guard = Lock()
        self._spare: list[PoolProxiedConnection] = []
        self._wanted = 0
        """How many threads ask the pool for a connection."""

    def take(self) -> PoolProxiedConnection:
        """A connection, which nobody else uses until it is given back."""
        try:
            return self._spare.pop()
        except IndexError:
            return self.engine.raw_connection()

    def give_back(self, connection: PoolProxiedConnection) -> None:
        """Take back a connection whose transaction has ended."""
        with self._guard:
            if connection.is_valid and not self._wanted and len(self._spare) < self._most:
                self._spare.append(connection)
                return
        connection.close()

    @contextmanager
    def handing_over(self) -> Iterator[None]:
        """Give back to the pool what is not in use, and all that is given back meanwhile."""
        with self._guard:
            self._wanted += 1
            spare, self._spare = self._spare, []
        try:
            for connection in spare:
                connection.close()
            yield
        finally:
            with self._guard:
                self._wanted -= 1

    def close(self) -> None:
        """Close all connections that are not in use."""
        self.close_spare()
        self.engine.dispose()

    def close_spare(self) -> None:
        """Close those that are not in use, and not in the pool either."""
        with self._guard:
            spare, self._spare = self._spare, []
        for connection in spare:
            connection.invalidate()


class Engines(NamedTuple):
    """The engines for one database.

    `writer` begins transactions that may write, `reader` transactions that see one state of the log. `raw` gives
    connections of the driver that commit each statement, and `raw_writer` those that may write.
    """

    writer: Engine
    reader: Engine
    raw: Drivers
    raw_writer: Drivers

    @classmethod
    def open(cls, url: str, synchronous: Synchronous = "FULL") -> Engines:
        """Open a SQLite file or a PostgreSQL database, without connecting yet."""
        try:
            address = make_url(url)
        except exc.ArgumentError:
            raise BadDatabaseUrl(url, "it is not a database URL, such as sqlite:///games.sqlite3.") from None
        match address.get_backend_name():
            case "sqlite":
                return _sqlite(address, synchronous)
            case "postgresql" | "postgres":
                return _postgresql(address)
        raise BadDatabaseUrl(url, "a log is stored in SQLite or PostgreSQL.")

    @property
    def on_sqlite(self) -> bool:
        """Whether the database is SQLite."""
        return self.writer.dialect.name == "sqlite"

    def close(self) -> None:
        """Close every connection that is not in use."""
        self.raw.close()
        self.raw_writer.close()

    def __enter__(self) -> Engines:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()


def _sqlite(address: URL, synchronous: Synchronous) -> Engines:
    if address.database in (None, "", ":memory:"):
        raise BadDatabaseUrl(
            str(address), "a log in memory would be lost; name a file, such as sqlite:///games.sqlite3."
        )
    # SQLite has one writer at a time. This queue is in order, while the lock of the file is polled
    raw, raw_writer = Drivers(SPARE), Drivers(1)
    only = _handing_over(raw_writer)
    writer = sa.create_engine(address, poolclass=only, pool_size=1, max_overflow=0, **_POOL)
    reader = sa.create_engine(address, pool_size=8, max_overflow=56, **_POOL)
    raw.engine, raw_writer.engine = reader, writer
    event.listen(writer, "connect", _pragmas(journal_mode="WAL", synchronous=synchronous))
    event.listen(reader, "connect", _pragmas(query_only="ON"))
    # A transaction that starts by reading fails at once when it wants to write: so begin as a writer
    event.listen(writer, "begin", _begin("BEGIN IMMEDIATE"))
    event.listen(reader, "begin", _begin("BEGIN"))
    for drivers in (raw, raw_writer):
        event.listen(drivers.engine, "handle_error", _on_error(drivers))
    return Engines(writer, reader, raw, raw_writer)


def _handing_over(drivers: Drivers) -> type[QueuePool]:
    """The pool of an engine whose transactions need a connection that the driver's users may keep."""

    class HandingOver(QueuePool):
        def connect(self) -> PoolProxiedConnection:
            with drivers.handing_over():
                return super().connect()

    return HandingOver


def _pragmas(**special: str) -> Any:
    pragmas = {"busy_timeout": round(BUSY_SECONDS * 1000), "foreign_keys": "ON", "trusted_schema": "OFF"}
    pragmas |= {"cache_size": -20_000, "temp_store": "MEMORY"} | special

    def connect(connection: sqlite3.Connection, _: object) -> None:
        connection.isolation_level = None  # else the driver begins transactions itself, of the wrong kind
        for name, value in pragmas.items():
            connection.execute(f"PRAGMA {name} = {value}")
        connection.create_function("lower", 1, _lower, deterministic=True)  # SQLite's knows the letters A to Z only

    return connect


def _lower(text: str | None) -> str | None:
    return None if text is None else text.lower()


def _begin(statement: str) -> Any:
    def begin(connection: Connection) -> None:
        connection.exec_driver_sql(statement)

    return begin


_LOST = {
    "connect_timeout": "10",
    "keepalives_idle": "5",
    "keepalives_interval": "2",
    "keepalives_count": "3",
    "tcp_user_timeout": "10000",
}
"""When libpq gives up a server that is gone without a word, as after a power cut: by default, after two hours.

In seconds, the last one in milliseconds. What the URL has takes precedence.
"""


def _postgresql(address: URL) -> Engines:
    # After a function took the lock, it must see what is committed by then, whatever the server's default is
    options = "-c default_transaction_isolation=read\\ committed"
    address = address.set(drivername="postgresql+psycopg")
    limits = {name: value for name, value in _LOST.items() if name not in address.query}
    engine = sa.create_engine(
        address,
        isolation_level="AUTOCOMMIT",
        pool_size=8,
        max_overflow=24,
        **_POOL,
        connect_args={"options": options, "prepare_threshold": 2, **limits},
    )
    raw = Drivers(SPARE)
    raw.engine = engine
    event.listen(engine, "handle_error", _on_error(raw))
    return Engines(
        writer=engine.execution_options(isolation_level="READ COMMITTED"),
        reader=engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True),
        raw=raw,
        raw_writer=raw,
    )


_UNREADABLE = ("Could not decode to UTF-8", "JSON cannot hold BLOB values")
"""Messages of SQLite about bytes that are not text."""


def errors_of_drivers(*names: str) -> tuple[type[Exception], ...]:
    """The exceptions of both drivers by their names in PEP 249.

    psycopg raises none as long as nothing has imported it, which a log in a file does without.
    """
    psycopg = sys.modules.get("psycopg")
    drivers = (sqlite3, psycopg) if psycopg else (sqlite3,)
    return tuple(getattr(driver, name) for driver in drivers for name in names)


def is_damage(error: object) -> bool:
    """Whether an error of a driver means that the stored data is damaged, so trying again does not help.

    SQLite raises `DatabaseError` itself, no subclass, for a file that is no database, for a malformed page, and for a
    disk that fails while it reads.
    """
    if isinstance(error, sqlite3.OperationalError):
        return str(error).startswith(_UNREADABLE)
    if type(error) is sqlite3.DatabaseError:
        return True
    psycopg = sys.modules.get("psycopg")
    return psycopg is not None and isinstance(error, (psycopg.errors.DataCorrupted, psycopg.errors.IndexCorrupted))


def _damaged(engine: Engine | None, error: object) -> Damaged:
    return Damaged(f"The log at {engine.url}" if engine else "The log", error)  # as text, the URL hides its password


def _is_useless(dialect: Dialect, error: Any, connection: Any = None) -> bool:
    """Whether an error of a driver means that its connection is of no more use.

    If a file cannot be opened for writing at this moment, SQLite opens it for reading alone, and says so at the first
    write. Such a connection would refuse each write for as long as it is in the pool; the next one may be better.
    """
    code: int = getattr(error, "sqlite_errorcode", 0)
    return code & 0xFF == sqlite3.SQLITE_READONLY or dialect.is_disconnect(error, connection, None)


def _on_error(drivers: Drivers) -> Callable[[ExceptionContext], Damaged | None]:
    """Raise `Damaged` instead of SQLAlchemy's error, and give up connections that are of no more use."""

    def on_error(context: ExceptionContext) -> Damaged | None:
        error = context.original_exception
        context.is_disconnect = context.is_disconnect or _is_useless(context.dialect, error)
        if context.is_disconnect:  # SQLAlchemy gives up those in the pool
            drivers.close_spare()
        return _damaged(context.engine, error) if is_damage(error) else None

    return on_error


@contextmanager
def translating_damage(engine: Engine) -> Iterator[None]:
    """Raise `Damaged` with the name of the log, for a connection of the driver inside one of SQLAlchemy."""
    try:
        yield
    except errors_of_drivers("Error") as error:
        if is_damage(error):
            raise _damaged(engine, error) from error
        raise


def copy_error(error: BaseException) -> Damaged | Unavailable:
    """Make a new exception from an error, for another thread that waited for the same write."""
    if isinstance(error, Damaged):
        return Damaged(error.what, error.why)
    return Unavailable(getattr(error, "orig", None) or str(error) or f"a write was stopped by {type(error).__name__}")


class _TranslatingErrors:
    """A class, since each request enters it several times: `contextmanager` would take five times as long."""

    __slots__ = ()

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if error is None:
            return
        if isinstance(error, UnicodeDecodeError):
            raise _damaged(None, error) from error
        if isinstance(error, (exc.OperationalError, exc.InternalError, exc.TimeoutError)):
            raise Unavailable(getattr(error, "orig", None) or error) from error
        if isinstance(error, errors_of_drivers("OperationalError", "InternalError")):
            raise Unavailable(error) from error


_TRANSLATING = _TranslatingErrors()


def translating_errors() -> AbstractContextManager[None]:
    """Raise `Unavailable` for errors of drivers and pools that say that the database cannot be used at the moment.

    Raise `Damaged` if the message of a driver contains broken text from the file, which Python cannot decode.
    """
    return _TRANSLATING


class _Taken:
    """The connection of `driver`; a class for the same reason."""

    __slots__ = ("_connection", "_source")

    def __init__(self, source: Drivers) -> None:
        self._source = source

    def __enter__(self) -> Any:
        try:
            self._connection = self._source.take()
        except errors_of_drivers("Error") as error:
            self._raise_damage(error)
            raise
        return self._connection.driver_connection

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        try:
            if error is not None and isinstance(error, errors_of_drivers("Error")):
                self._close_useless(error)
                self._raise_damage(error)
        finally:
            self._source.give_back(self._connection)

    def _close_useless(self, error: Exception) -> None:
        if _is_useless(self._source.engine.dialect, error, self._connection.dbapi_connection):
            self._connection.invalidate(error)
            self._source.close()  # the other connections are broken too

    def _raise_damage(self, error: Exception) -> None:
        if is_damage(error):
            raise _damaged(self._source.engine, error) from error


def driver(source: Drivers) -> AbstractContextManager[Any]:
    """Take a connection of the driver, and give it back; a broken one is not used again."""
    return _Taken(source)
