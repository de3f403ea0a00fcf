"""Frequent queries use an index."""

from __future__ import annotations

import re
from typing import Any
from uuid import UUID

import pytest
import sqlalchemy as sa

from events import Store, game_rows, new_game_id
from events.engines import driver
from events.hot_path import PostgresHotPath, SqliteHotPath
from events.tables import ADJUSTS, FORKS

RANGE = "SEARCH events USING PRIMARY KEY (game_id=? AND version>? AND version<?)"
SHAPE = f"select version, parent, kind from events where game_id = {{}} and {FORKS} order by version"
NOWHERE = new_game_id()
LAST = "select max(position) from events"


@pytest.mark.parametrize(
    ("query", "values", "plan"),
    [
        (
            SqliteHotPath._EFFECTS,
            (b"", 1, 9),
            "SEARCH events USING PRIMARY KEY (game_id=? AND version>? AND version<?)",
        ),
        (
            SqliteHotPath._STREAM,
            (b"", 1, 9, 9),
            "SEARCH events USING PRIMARY KEY (game_id=? AND version>? AND version<?)",
        ),
        (SqliteHotPath._LOG, (0, 9), "SEARCH events USING INDEX events_position (position>?)"),
        (SHAPE.format("?"), (b"",), "SEARCH events USING COVERING INDEX events_forks (game_id=?)"),
        (
            f"select version from events where game_id = ? and {ADJUSTS} order by version",
            (b"",),
            "SEARCH events USING COVERING INDEX events_adjusts (game_id=? AND kind=?)",
        ),
        (LAST, (), "SEARCH events USING COVERING INDEX events_position"),
        (SqliteHotPath._KNOWN, ("", ""), "SEARCH requests USING PRIMARY KEY (scope=? AND key=?)"),
    ],
)
def test_sqlite_uses_an_index(sqlite_url: str, query: str, values: tuple[Any, ...], plan: str) -> None:
    """No query of the hot path on SQLite scans a table or sorts."""
    with Store.open(sqlite_url) as store, driver(store._engines.raw) as connection:
        rows = connection.execute(f"explain query plan {query}", values).fetchall()
    assert [row[3] for row in rows] == [plan]


def test_games_of_sets_are_counted_in_their_index_alone(sqlite_url: str) -> None:
    """However many games there are, none of their rows is read."""
    run: list[str] = []
    with Store.open(sqlite_url) as store, driver(store._engines.raw) as connection:
        sa.event.listen(store._engines.reader, "before_cursor_execute", lambda *of: run.append(of[2]))
        assert store.played_sets("scoresheet") == {}
        (statement,) = (each for each in run if "component_sets" in each)
        rows = connection.execute(f"explain query plan {statement}", ("scoresheet",) * statement.count("?")).fetchall()
    read = [row[3] for row in rows if " games " in row[3]]
    assert read
    assert all("USING COVERING INDEX games_component_set (component_set=? AND archived=?" in step for step in read)


def test_an_append_writes_no_index_of_games(sqlite_url: str) -> None:
    """An append that leaves the status as it is changes the game's row alone, however many indexes lists need."""
    with Store.open(sqlite_url) as store, driver(store._engines.raw_writer) as connection:
        row = tuple(None for _ in range(SqliteHotPath._SUMMARY.count("?")))
        opened = {
            step[3] for step in connection.execute(f"explain {SqliteHotPath._SUMMARY}", row) if step[1] == "OpenWrite"
        }
        names = {
            name for name, page in connection.execute("select name, rootpage from sqlite_master") if page in opened
        }
    assert {name for name in names if name.startswith("games")} == {"games"}


LISTS = [
    ("games_place", "SEARCH games USING INDEX games_place (place=?)", game_rows.GameFilter(place="Kiel")),
    ("games_ruleset", "SEARCH games USING INDEX games_ruleset (ruleset=?)", game_rows.GameFilter(ruleset="chess")),
    ("games_status", "SEARCH games USING INDEX games_status (status=?)", game_rows.GameFilter(status="running")),
    (
        "games_ruleset_status",
        "SEARCH games USING INDEX games_ruleset_status (ruleset=? AND status=?)",
        game_rows.GameFilter(ruleset="chess", status="running"),
    ),
    *[
        (f"games_{index}", f"SEARCH games USING INDEX games_{index} ({found})", game_rows.GameFilter(**which))
        for index, found, which in (
            ("created", "created_at>?", {"since": 1}),
            ("created", "created_at<?", {"until": 9, "forks": False}),
            ("created", "created_at>? AND created_at<?", {"since": 1, "until": 9}),
            ("created", "created_at>? AND (created_at,id)<(?,?)", {"since": 1, "before": NOWHERE}),
            ("ruleset_created", "ruleset=? AND created_at>?", {"ruleset": "chess", "since": 1}),
            ("status_created", "status=? AND created_at<?", {"status": "running", "until": 9}),
            (
                "ruleset_status_created",
                "ruleset=? AND status=? AND created_at>?",
                {"ruleset": "chess", "status": "running", "since": 1},
            ),
        )
    ],
    ("games_archived", "SCAN games USING INDEX games_archived", game_rows.GameFilter(archived=True)),
    ("games_forks", "SCAN games USING INDEX games_forks", game_rows.GameFilter(forks=True)),
    ("seats_player", "SEARCH seats USING COVERING INDEX seats_player (player=?)", game_rows.GameFilter(player=NOWHERE)),
    ("tags_tag", "SEARCH tags USING COVERING INDEX tags_tag (tag=?)", game_rows.GameFilter(tag="final")),
]
"""Lists of games, and the index that finds them."""


def plan_of(store: Store, which: game_rows.GameFilter) -> str:
    """The query plan for a list of games."""
    with store._engines.writer.begin() as connection:
        query = game_rows.listing(which, 50).compile(connection, compile_kwargs={"render_postcompile": True})
        postgresql = connection.dialect.name == "postgresql"
        if postgresql:
            connection.exec_driver_sql("set local enable_seqscan = off")
            connection.exec_driver_sql("set local enable_bitmapscan = off")
        values: Any = query.params if postgresql else tuple(_plain(query.params[n]) for n in query.positiontup or ())
        plan_text = connection.exec_driver_sql(f"explain {'' if postgresql else 'query plan '}{query}", values)
        return "\n".join(str(row[-1]) for row in plan_text)


def _plain(value: object) -> object:
    return value.bytes if isinstance(value, UUID) else value


@pytest.mark.parametrize(("index", "plan", "which"), LISTS)
def test_a_list_of_games_is_found_by_an_index(store: Store, index: str, plan: str, which: game_rows.GameFilter) -> None:
    """Under no filter does a database read all games, or sort those of a place or a range of dates."""
    found = plan_of(store, which)
    if store._engines.on_sqlite:
        assert plan in found
        assert "SCAN games" not in found.replace(plan, "")
        assert "TEMP B-TREE" not in found
    else:
        assert re.search(f" using {index} on ", found)
        if which.has_dates or which.place:
            assert "Sort" not in found


@pytest.mark.parametrize(
    ("query", "values", "index"),
    [
        (PostgresHotPath._EFFECTS, (NOWHERE, 1, 9), "events_pkey"),
        (PostgresHotPath._STREAM, (NOWHERE, 1, 9, 9), "events_pkey"),
        (PostgresHotPath._LOG, (0, 9), "events_position"),
        (SHAPE.format("%s"), (NOWHERE,), "events_forks"),
        (LAST, (), "events_position"),
    ],
)
def test_postgresql_uses_an_index(postgresql_url: str, query: str, values: tuple[Any, ...], index: str) -> None:
    """No query of the hot path on PostgreSQL has to scan a table or to sort."""
    with Store.open(postgresql_url) as store, driver(store._engines.raw) as connection, connection.transaction():
        connection.execute("set local enable_seqscan = off")  # it would rather read a small table whole
        connection.execute("set local enable_bitmapscan = off")
        plan = "\n".join(row[0] for row in connection.execute(f"explain {query}", values))
    assert f" using {index} on " in plan
    assert "Sort" not in plan
