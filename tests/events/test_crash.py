"""The log after the program or the database stopped in the middle of a write."""

from __future__ import annotations

import sqlite3
import time
from contextlib import suppress
from functools import partial
from uuid import UUID

import pytest
import sqlalchemy as sa

from events import Answer, Repeated, Stale, Store, Unavailable
from events.engines import Engines, driver
from tests.databases import sql
from tests.events.build import asks, begin, play
from tests.forked import Forked

WRITER = """
import sys
from uuid import UUID
from events import Store
from tests.events.build import asks, play
url, game_id = sys.argv[1], UUID(sys.argv[2])
with Store.open(url) as store:
    expected = store.game(game_id).version
    while True:
        print(expected, flush=True)
        play(store, game_id, expected, 3, request=asks(game_id, f"at {expected}"))
        expected += 3
"""


BREAK_CONNECTIONS = """
select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()
"""


def test_acknowledged_events_survive_a_kill(store: Store, url: str) -> None:
    """A killed writer has stored all that it acknowledged; the last append is stored completely or not at all.

    If the last request is sent again with its key, it is stored then or gets its first answer.
    """
    game_id = begin(store)
    for pause in (0.0, 0.01, 0.05):
        asked = write_until_killed(url, game_id, pause)
        # read once: PostgreSQL goes on with the last request for a moment, and may store it between two reads
        stored = [event.version for event in store.events(game_id)]
        assert stored in ([*range(1, asked + 1)], [*range(1, asked + 4)])
        with suppress(Repeated):
            play(store, game_id, asked, 3, request=asks(game_id, f"at {asked}"))
        assert store.answered(asks(game_id, f"at {asked}")) == Answer(game_id, asked + 1, asked + 3)
        assert store.game(game_id).version == asked + 3
        assert list(store.verify()) == []


def write_until_killed(url: str, game_id: UUID, pause: float) -> int:
    """Run a writer, kill it, and return the version of its last request."""
    writer = Forked(WRITER, url, str(game_id))
    with writer.stdout:
        asked = [writer.stdout.readline() for _ in range(3)]
        time.sleep(pause)
        writer.kill()
        asked += writer.stdout.readlines()
    writer.wait()
    return int(asked[-1])


def test_a_lost_database_is_reported_and_reconnected(postgresql_url: str) -> None:
    """When the database closes its connections, the caller gets an error, and the next call reconnects."""
    with Store.open(postgresql_url) as store:
        game_id = begin(store)
        before = store.game(game_id)
        calls = (partial(play, store, game_id, 1), partial(store.game, game_id), partial(store.effects, game_id, 1, 1))
        for call in calls:
            sql(postgresql_url, BREAK_CONNECTIONS)
            with pytest.raises(Unavailable):
                call()
            assert store.game(game_id) == before
        play(store, game_id, 1)


def test_a_server_that_is_gone_without_a_word_is_given_up(postgresql_url: str) -> None:
    """After about ten seconds; by default, the system waits two hours. The URL may choose other times."""
    for query, idle in (("", "5"), ("&keepalives_idle=77", "77")):
        with Engines.open(postgresql_url + query) as engines, driver(engines.raw) as connection:
            used = connection.info.get_parameters()
            assert used["keepalives_idle"] == idle
            assert used.keys() >= {"connect_timeout", "keepalives_interval", "keepalives_count", "tcp_user_timeout"}


def reason(error: BaseException) -> str:
    """The name of SQLite's error code."""
    cause = error.__cause__
    cause = getattr(cause, "orig", cause)
    assert isinstance(cause, sqlite3.Error)
    return cause.sqlite_errorname


def test_a_file_that_cannot_be_written_is_reported(sqlite_url: str) -> None:
    """The write raises `Unavailable`, and reading still works."""
    with Store.open(sqlite_url) as store:
        game_id = begin(store)
        with store._engines.writer.connect() as connection:
            pages = connection.exec_driver_sql("pragma page_count").scalar()
            connection.exec_driver_sql(f"pragma max_page_count = {pages}")
        with pytest.raises(Unavailable) as full:
            play(store, game_id, 1, 500)
        assert reason(full.value) == "SQLITE_FULL"
        assert store.game(game_id).version == 1
        play(store, game_id, 1)
        assert list(store.verify()) == []


def test_a_locked_file_is_waited_for(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A writer waits for the lock of the SQLite file, and gets an error if that takes too long."""
    monkeypatch.setattr("events.engines.BUSY_SECONDS", 0.05)
    with Store.open(sqlite_url) as store, Store.open(sqlite_url) as other:
        game_id = begin(store)
        with other._engines.writer.begin(), pytest.raises(Unavailable) as locked:
            play(store, game_id, 1)
        assert reason(locked.value) == "SQLITE_BUSY"
        play(store, game_id, 1)
        with pytest.raises(Stale):
            play(other, game_id, 1)


def test_unreadable_damage_is_found(sqlite_url: str) -> None:
    """Verification continues after a game that the database cannot read."""
    with Store.open(sqlite_url) as store:
        damaged, sound = begin(store, 3), begin(store)
        with store._engines.writer.begin() as connection:
            connection.exec_driver_sql("drop trigger events_no_update")
            broken = sa.text("update events set effects = cast(x'ff' as text) where version = 2")
            connection.execute(broken)
        assert [(fault.game_id, fault.version) for fault in store.verify()] == [(damaged, 2)]
        assert list(store.verify(sound)) == []
