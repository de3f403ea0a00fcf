"""Every query that is asked often is answered from an index."""

from __future__ import annotations

from typing import Any

import pytest

from events import Store, new_game_id
from events.engines import driver
from events.hot_path import PostgresHotPath, SqliteHotPath
from events.tables import FORKS

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
        (LAST, (), "SEARCH events USING COVERING INDEX events_position"),
        (SqliteHotPath._KNOWN, ("", ""), "SEARCH requests USING PRIMARY KEY (scope=? AND key=?)"),
    ],
)
def test_sqlite_answers_from_an_index(sqlite_url: str, query: str, values: tuple[Any, ...], plan: str) -> None:
    """No hot query on SQLite reads a whole table, or sorts."""
    with Store.open(sqlite_url) as store, driver(store._engines.raw) as connection:
        rows = connection.execute(f"explain query plan {query}", values).fetchall()
    assert [row[3] for row in rows] == [plan]


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
def test_postgresql_answers_from_an_index(postgresql_url: str, query: str, values: tuple[Any, ...], index: str) -> None:
    """No hot query on PostgreSQL has to read a whole table, or to sort."""
    with Store.open(postgresql_url) as store, driver(store._engines.raw) as connection, connection.transaction():
        connection.execute("set local enable_seqscan = off")  # it would rather read a small table whole
        connection.execute("set local enable_bitmapscan = off")
        plan = "\n".join(row[0] for row in connection.execute(f"explain {query}", values))
    assert f" using {index} on " in plan
    assert "Sort" not in plan
