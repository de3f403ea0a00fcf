"""Connections to the database: one way in for writing, one for reading, and the settings that durability depends on."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import Any, Literal, NamedTuple

import psycopg
import sqlalchemy as sa
from sqlalchemy import URL, Connection, Engine, ExceptionContext, event, exc, make_url

from events.errors import BadDatabaseUrl, Damaged, Unavailable

Synchronous = Literal["FULL", "NORMAL"]

BUSY_SECONDS: float = 10
"""How long a write on SQLite waits for another process to finish its own."""

# The borrower of a connection ends its transaction; one more rollback on each return would cost a tenth of an append
_POOL: dict[str, Any] = {"pool_timeout": 30, "pool_reset_on_return": None}


class Engines(NamedTuple):
    """The ways into one database.

    `writer` begins a transaction that may write, `reader` one that sees a single state of the log, and `raw` hands out
    driver connections that commit each statement by itself.
    """

    writer: Engine
    reader: Engine
    raw: Engine

    @classmethod
    def open(cls, url: str, synchronous: Synchronous = "FULL") -> Engines:
        """Open a SQLite file or a PostgreSQL database. No connection is made yet."""
        try:
            address = make_url(url)
        except exc.ArgumentError:
            raise BadDatabaseUrl(url, "it is not a database URL, such as sqlite:///games.sqlite3.") from None
        match address.get_backend_name():
            case "sqlite":
                return _sqlite(address, synchronous)
            case "postgresql" | "postgres":
                return _postgresql(address)
        raise BadDatabaseUrl(url, "only SQLite and PostgreSQL hold a log.")

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
    # SQLite has one writer at a time: queue for it here, in order, rather than in the file's lock, by polling
    writer = sa.create_engine(address, pool_size=1, max_overflow=0, **_POOL)
    reader = sa.create_engine(address, pool_size=8, max_overflow=56, **_POOL)
    event.listen(writer, "connect", _pragmas(journal_mode="WAL", synchronous=synchronous))
    event.listen(reader, "connect", _pragmas(query_only="ON"))
    # A transaction that begins by reading cannot wait for its turn to write: it fails at once. So begin as a writer
    event.listen(writer, "begin", _begin("BEGIN IMMEDIATE"))
    event.listen(reader, "begin", _begin("BEGIN"))
    for engine in (writer, reader):
        event.listen(engine, "handle_error", _damage_in)
    return Engines(writer, reader, reader)


def _pragmas(**special: str) -> Any:
    pragmas = {"busy_timeout": round(BUSY_SECONDS * 1000), "foreign_keys": "ON", "trusted_schema": "OFF"}
    pragmas |= {"cache_size": -20_000, "temp_store": "MEMORY"} | special

    def connect(connection: sqlite3.Connection, _: object) -> None:
        connection.isolation_level = None  # the driver would begin transactions of its own, and not the right ones
        for name, value in pragmas.items():
            connection.execute(f"PRAGMA {name} = {value}")
        connection.create_function("lower", 1, _lower, deterministic=True)  # its own knows the letters A to Z only

    return connect


def _lower(text: str | None) -> str | None:
    return None if text is None else text.lower()


def _begin(statement: str) -> Any:
    def begin(connection: Connection) -> None:
        connection.exec_driver_sql(statement)

    return begin


def _postgresql(address: URL) -> Engines:
    # What a function reads after it took the lock must be what is committed by then: whatever the server's default
    options = "-c default_transaction_isolation=read\\ committed"
    address = address.set(drivername="postgresql+psycopg")
    raw = sa.create_engine(
        address,
        isolation_level="AUTOCOMMIT",
        pool_size=8,
        max_overflow=24,
        **_POOL,
        connect_args={"options": options, "prepare_threshold": 2},
    )
    event.listen(raw, "handle_error", _damage_in)
    return Engines(
        writer=raw.execution_options(isolation_level="READ COMMITTED"),
        reader=raw.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True),
        raw=raw,
    )


_UNREADABLE = ("Could not decode to UTF-8", "JSON cannot hold BLOB values")
"""What SQLite says of bytes that are not text."""


def is_damage(error: object) -> bool:
    """Whether a driver reports that what is stored can never be read, however often one tries.

    SQLite says so with the bare `DatabaseError`: of a file that is not a database, of a malformed page, and also where
    the disk fails while it reads.
    """
    if isinstance(error, sqlite3.OperationalError):
        return str(error).startswith(_UNREADABLE)
    broken = (psycopg.errors.DataCorrupted, psycopg.errors.IndexCorrupted)
    return type(error) is sqlite3.DatabaseError or isinstance(error, broken)


def _damaged(engine: Engine | None, error: object) -> Damaged:
    return Damaged(f"The log at {engine.url}" if engine else "The log", error)  # the URL's text hides its password


def _damage_in(context: ExceptionContext) -> Damaged | None:
    """Raise `Damaged` instead of SQLAlchemy's error."""
    error = context.original_exception
    return _damaged(context.engine, error) if is_damage(error) else None


@contextmanager
def finding_damage(engine: Engine) -> Iterator[None]:
    """Raise `Damaged` with the name of the log, where a driver's own connection is used within one of SQLAlchemy's."""
    try:
        yield
    except (sqlite3.Error, psycopg.Error) as error:
        if is_damage(error):
            raise _damaged(engine, error) from error
        raise


def retell(error: BaseException) -> Damaged | Unavailable:
    """Say what failed to another who waited for it, in an exception of its own."""
    if isinstance(error, Damaged):
        return Damaged(error.what, error.why)
    return Unavailable(getattr(error, "orig", None) or str(error) or f"a write was stopped by {type(error).__name__}")


@contextmanager
def failing_clearly() -> Iterator[None]:
    """Raise `Unavailable` for any error of a driver or a pool when the database cannot be used just now.

    Raise `Damaged` where a driver's message repeats broken text of the file, and Python fails on the message.
    """
    try:
        yield
    except UnicodeDecodeError as error:
        raise _damaged(None, error) from error
    except (exc.OperationalError, exc.InternalError, exc.TimeoutError) as error:
        raise Unavailable(getattr(error, "orig", None) or error) from error
    except (sqlite3.OperationalError, psycopg.OperationalError, psycopg.InternalError) as error:
        raise Unavailable(error) from error


@contextmanager
def driver(engine: Engine) -> Iterator[Any]:
    """Lend a driver's own connection from the engine's pool; one that broke is not handed out again."""
    pooled = None
    try:
        pooled = engine.raw_connection()
        yield pooled.driver_connection
    except (sqlite3.Error, psycopg.Error) as error:
        if pooled and engine.dialect.is_disconnect(error, pooled.dbapi_connection, None):  # type: ignore[arg-type]
            pooled.invalidate(error)
            engine.dispose()  # the others in the pool broke with it
        if is_damage(error):
            raise _damaged(engine, error) from error
        raise
    finally:
        if pooled:
            pooled.close()
