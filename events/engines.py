"""Connections to the database: for writing and for reading, with the settings that durability depends on."""

from __future__ import annotations

import sqlite3
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import Any, Literal, NamedTuple

import sqlalchemy as sa
from sqlalchemy import URL, Connection, Dialect, Engine, ExceptionContext, event, exc, make_url

from events.errors import BadDatabaseUrl, Damaged, Unavailable

Synchronous = Literal["FULL", "NORMAL"]

BUSY_SECONDS: float = 10
"""How long a write on SQLite waits for another process to finish its own."""

# Whoever takes a connection ends its transaction: a rollback on each return would make appends a tenth slower
_POOL: dict[str, Any] = {"pool_timeout": 30, "pool_reset_on_return": None}


class Engines(NamedTuple):
    """The engines for one database.

    `writer` begins transactions that may write, `reader` transactions that see one state of the log, and `raw` gives
    connections of the driver that commit each statement.
    """

    writer: Engine
    reader: Engine
    raw: Engine

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
        for engine in self:
            engine.dispose()

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
    writer = sa.create_engine(address, pool_size=1, max_overflow=0, **_POOL)
    reader = sa.create_engine(address, pool_size=8, max_overflow=56, **_POOL)
    event.listen(writer, "connect", _pragmas(journal_mode="WAL", synchronous=synchronous))
    event.listen(reader, "connect", _pragmas(query_only="ON"))
    # A transaction that starts by reading fails at once when it wants to write: so begin as a writer
    event.listen(writer, "begin", _begin("BEGIN IMMEDIATE"))
    event.listen(reader, "begin", _begin("BEGIN"))
    for engine in (writer, reader):
        event.listen(engine, "handle_error", _on_error)
    return Engines(writer, reader, reader)


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
    raw = sa.create_engine(
        address,
        isolation_level="AUTOCOMMIT",
        pool_size=8,
        max_overflow=24,
        **_POOL,
        connect_args={"options": options, "prepare_threshold": 2, **limits},
    )
    event.listen(raw, "handle_error", _on_error)
    return Engines(
        writer=raw.execution_options(isolation_level="READ COMMITTED"),
        reader=raw.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True),
        raw=raw,
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


def _on_error(context: ExceptionContext) -> Damaged | None:
    """Raise `Damaged` instead of SQLAlchemy's error, and give up a connection that is of no more use."""
    error = context.original_exception
    context.is_disconnect = context.is_disconnect or _is_useless(context.dialect, error)
    return _damaged(context.engine, error) if is_damage(error) else None


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


@contextmanager
def translating_errors() -> Iterator[None]:
    """Raise `Unavailable` for errors of drivers and pools that say that the database cannot be used at the moment.

    Raise `Damaged` if the message of a driver contains broken text from the file, which Python cannot decode.
    """
    try:
        yield
    except UnicodeDecodeError as error:
        raise _damaged(None, error) from error
    except (exc.OperationalError, exc.InternalError, exc.TimeoutError) as error:
        raise Unavailable(getattr(error, "orig", None) or error) from error
    except errors_of_drivers("OperationalError", "InternalError") as error:
        raise Unavailable(error) from error


@contextmanager
def driver(engine: Engine) -> Iterator[Any]:
    """Take a connection of the driver from the pool; a broken one is not used again."""
    pooled = None
    try:
        pooled = engine.raw_connection()
        yield pooled.driver_connection
    except errors_of_drivers("Error") as error:
        if pooled and _is_useless(engine.dialect, error, pooled.dbapi_connection):
            pooled.invalidate(error)
            engine.dispose()  # the other connections in the pool are broken too
        if is_damage(error):
            raise _damaged(engine, error) from error
        raise
    finally:
        if pooled:
            pooled.close()
