"""The schema of the database: what the migrations create, and what the program accepts."""

from __future__ import annotations

import importlib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import msgspec
import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from msgspec.structs import replace

from events import BadDatabaseUrl, Player, SchemaAhead, SchemaBehind, Store, Unavailable, new_game_id
from events.schema import HEAD, configuration
from events.tables import Id, metadata
from tests.databases import database, sql
from tests.events.build import begin, event, summary

TRIGGERS = {
    "sqlite": {
        ("events", "events_no_update"),
        ("events", "events_no_delete"),
        ("events", "events_contiguous"),
        ("component_sets", "component_sets_no_update"),
        ("component_sets", "component_sets_no_replace"),
        ("undo_requests", "undo_requests_told_insert"),
        ("undo_requests", "undo_requests_told_update"),
        ("notes", "notes_told_insert"),
        ("notes", "notes_told_update"),
        ("notes", "notes_told_delete"),
        ("games", "games_told"),
    },
    "postgresql": {
        ("events", "events_append_only"),
        ("component_sets", "component_sets_immutable"),
        ("undo_requests", "undo_requests_told"),
        ("notes", "notes_told"),
        ("games", "games_told"),
    },
}
"""The triggers that every migration must keep."""

FIND_TRIGGERS = {
    "sqlite": "select tbl_name, name from sqlite_master where type = 'trigger'",
    "postgresql": "select tgrelid::regclass::text, tgname from pg_trigger where not tgisinternal and tgenabled = 'O'",
}


@pytest.mark.filterwarnings("ignore:.*expression-based index")
def test_the_migrations_create_the_tables_of_the_program(store: Store) -> None:
    """After all migrations, the tables are those that the queries use."""
    with store._engines.reader.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, metadata) == []


def test_the_triggers_are_there_after_every_migration(store: Store) -> None:
    """No migration loses a trigger, as Alembic's batch mode would, since it rebuilds the table."""
    dialect = store._engines.reader.dialect.name
    with store._engines.reader.connect() as connection:
        found = {tuple(row) for row in connection.exec_driver_sql(FIND_TRIGGERS[dialect])}
    assert found == TRIGGERS[dialect]


def test_rows_are_stored_in_key_order(sqlite_url: str) -> None:
    """On SQLite, the events of a game are stored together, and values have the type of their column."""
    with Store.open(sqlite_url) as store, store._engines.reader.connect() as connection:
        query = "select name from pragma_table_list where schema = 'main' and wr and strict order by name"
        found = set(connection.exec_driver_sql(query).scalars())
    assert found == set(metadata.tables) - {"component_sets"}


def test_the_newest_migration_is_the_one_that_the_program_expects() -> None:
    """So a log that is up to date is opened without loading Alembic."""
    assert ScriptDirectory.from_config(configuration()).get_heads() == [HEAD]


def test_sqlite_is_migrated_when_it_is_opened(tmp_path: Path) -> None:
    """Opening creates and migrates a SQLite file, also if two programs open it at the same moment."""
    url = f"sqlite:///{tmp_path / 'new.sqlite3'}"
    with pytest.raises(SchemaBehind, match="tabletale serve --migrate"):
        Store.open(url, migrate=False)
    with ThreadPoolExecutor(4) as pool:
        for opened in pool.map(Store.open, [url] * 4):
            assert opened.position() == 0
            opened.close()


def test_postgresql_is_migrated_when_asked_to(server: str) -> None:
    """PostgreSQL is only checked by default; if several programs migrate, one does."""
    sql(server, "create database tabletale_bare")
    url = database(server, "tabletale_bare")
    try:
        with pytest.raises(SchemaBehind, match="tabletale serve --migrate"):
            Store.open(url)
        with ThreadPoolExecutor(4) as pool:
            for opened in pool.map(lambda _: Store.open(url, migrate=True), range(4)):
                opened.close()
        Store.open(url).close()
    finally:
        sql(server, "drop database tabletale_bare with (force)")


def test_players_with_equal_names_in_an_older_log_get_a_number(url: str) -> None:
    """Players with the same name keep their profiles and seats; the later ones get a number."""
    with Store.open(url) as store:
        kept = [
            store.create_player(name, owner=owner) for name, owner in (("Ann", None), ("Ann (2)", None), ("Ann", "o"))
        ]
        with store._engines.writer.begin() as connection:
            connection.exec_driver_sql("drop index players_name")
            connection.exec_driver_sql("create index players_name on players (name)")
            connection.exec_driver_sql("drop table merged")
            connection.exec_driver_sql("drop table undo_requests")
            connection.exec_driver_sql("drop table beside")
            connection.exec_driver_sql("drop index games_place")
            without_notes_of_today(connection)
            without_what_ifs(connection)
            connection.exec_driver_sql("update alembic_version set version_num = '0001'")
            for player in (namesakes := [Player(new_game_id(), "Ann", None, 1) for _ in range(2)]):
                connection.execute(metadata.tables["players"].insert().values(msgspec.structs.asdict(player)))
            if url.startswith("postgresql"):
                connection.exec_driver_sql("drop function tell_beside")
                connection.exec_driver_sql("drop function append_events")
                connection.exec_driver_sql(first_append_events())
    with Store.open(url, migrate=True) as store:
        assert store.players() == [*kept, *(replace(p, name=f"Ann ({n})") for n, p in enumerate(namesakes, 3))]
        begin(store, seats=("Ann", "Ann (3)"))
        assert len(store.players()) == 5


def without_what_ifs(connection: sa.Connection) -> None:
    """The games as they were before forks, adjusted boards and followers."""
    for table in ("followers", "parked"):
        connection.exec_driver_sql(f"drop table {table}")
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql("drop function tell_game cascade")
    else:
        connection.exec_driver_sql("drop trigger games_told")
    indexes = ("status", "ruleset_status", "archived", "forks", "forked_from", "component_set")
    of_a_time = ("created", "ruleset_created", "status_created", "ruleset_status_created")
    for index in ("events_adjusts", *(f"games_{name}" for name in (*indexes, *of_a_time))):
        connection.exec_driver_sql(f"drop index {index}")
    connection.exec_driver_sql("alter table games drop column name")


def without_notes_of_today(connection: sa.Connection) -> None:
    """The notes before they had numbers: one reason for each version."""
    for table in ("notes", "line_labels"):
        connection.exec_driver_sql(f"drop table {table}")
    id_type = "uuid" if connection.dialect.name == "postgresql" else "blob"
    connection.exec_driver_sql(
        f"create table notes (game_id {id_type} not null, version integer not null, text text not null, "
        "primary key (game_id, version))"
    )


def test_reasons_of_an_older_log_become_notes(url: str) -> None:
    """As notes of the seat that undid, for the table; new ones are written as before."""
    with Store.open(url) as store:
        game_id = begin(store, 2)
        (undone,) = store.append(game_id, 2, [event(3, "undo", 1, seat=2)], summary(3))
        with store._engines.writer.begin() as connection:
            without_what_ifs(connection)
            without_notes_of_today(connection)
            old = sa.table("notes", sa.column("game_id", Id), sa.column("version"), sa.column("text"))
            connection.execute(sa.insert(old).values(game_id=game_id, version=3, text="a slip"))
            connection.exec_driver_sql("update alembic_version set version_num = '0004'")
    with Store.open(url, migrate=True) as store:
        (note,) = store.notes(game_id)
        assert (note.version, note.seat, note.text, note.visible_to) == (3, 2, "a slip", "table")
        assert note.created_at == note.changed_at == undone.recorded_at
        store.append(game_id, 3, [event(4, "redo", 2)], summary(4), notes={4: "no slip"})
        assert [each.text for each in store.notes(game_id)] == ["a slip", "no slip"]
        store.delete_note(game_id, note.n)


def first_append_events() -> str:
    """The function as the first migration creates it."""
    first = importlib.import_module("migrations.versions.0001_the_log")
    function: str = next(statement for statement in first.POSTGRESQL if "append_events(" in statement)
    return function.replace("%", "%%")


def test_a_newer_log_is_left_alone(url: str) -> None:
    """A log that a newer program has migrated is refused by an older one, with both versions."""
    with Store.open(url) as store:
        writer = store._engines.writer
        try:
            with writer.begin() as connection:
                connection.execute(sa.text("update alembic_version set version_num = '9999'"))
            with pytest.raises(SchemaAhead, match=f"at schema 9999, and this program knows schemas up to {HEAD}"):
                Store.open(url)
        finally:
            with writer.begin() as connection:
                connection.execute(sa.text(f"update alembic_version set version_num = '{HEAD}'"))


@pytest.mark.parametrize("url", ["sqlite://", "sqlite:///:memory:", "mysql://localhost/log", "games.sqlite3"])
def test_a_log_is_a_sqlite_file_or_a_postgresql_database(url: str) -> None:
    """Other databases and memory are refused with the reason."""
    with pytest.raises(BadDatabaseUrl, match="cannot be stored"):
        Store.open(url)


@pytest.mark.parametrize(
    "url", ["sqlite:////nowhere/at/all/log.sqlite3", "postgresql://127.0.0.1:9/log?connect_timeout=2"]
)
def test_an_unreachable_database_is_reported(url: str) -> None:
    """Opening it raises `Unavailable`."""
    with pytest.raises(Unavailable):
        Store.open(url)


def test_the_durability_settings_of_sqlite(sqlite_url: str) -> None:
    """SQLite uses a write-ahead log and waits for the disk, unless another mode is set."""
    settings = {"journal_mode": "wal", "foreign_keys": 1, "trusted_schema": 0}
    with Store.open(sqlite_url) as store, store._engines.writer.connect() as connection:
        found = {name: connection.exec_driver_sql(f"pragma {name}").scalar() for name in (*settings, "synchronous")}
    assert found == {**settings, "synchronous": 2}
    with Store.open(sqlite_url, synchronous="NORMAL") as store, store._engines.writer.connect() as connection:
        assert connection.exec_driver_sql("pragma synchronous").scalar() == 1
