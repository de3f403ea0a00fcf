"""Followers read every event once and in order, and say why when they cannot go on.

Some docstrings name the change to the code that made the test fail.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from random import Random
from uuid import UUID

import pytest
import sqlalchemy as sa
from sqlalchemy import Connection

from events import AheadOfLog, AnotherLog, Event, Follower, FollowerBehind, Stale, StaleFollower, Store
from events.follower import Write
from events.store import _CHANGES
from events.tables import Id
from tests.events.build import begin, event, new_game, play, summary, tamper
from tests.waiting import LIMIT

NAME = "seen"
SEEN = sa.Table(
    "seen_by_tests",
    sa.MetaData(),
    sa.Column("build", sa.BigInteger),
    sa.Column("position", sa.BigInteger),
    sa.Column("game_id", Id),
    sa.Column("version", sa.BigInteger),
)
"""It has no key, so a row that is written twice is there twice."""


@pytest.fixture(autouse=True)
def seen(store: Store) -> Iterator[None]:
    with store._engines.writer.begin() as connection:
        SEEN.create(connection)
    yield
    with store._engines.writer.begin() as connection:
        SEEN.drop(connection)


def write(connection: Connection, build: int, event: Event) -> None:
    """Record that an event was read; an event with "nonsense" in its action cannot be read."""
    row = {"build": build, "position": event.position, "game_id": event.game_id, "version": event.version}
    connection.execute(sa.insert(SEEN).values(row))
    if "nonsense" in event.action:
        raise ValueError("nonsense")


def drop(connection: Connection, build: int) -> None:
    connection.execute(sa.delete(SEEN).where(SEEN.c.build == build))


def follower(store: Store, batch: int = 3, write: Write = write) -> Follower:
    return Follower(store._engines, store._hot, NAME, write, batch=batch)


def positions(store: Store, build: int = 1) -> list[int]:
    """The positions that were written, in order."""
    with store._engines.reader.connect() as connection:
        query = sa.select(SEEN.c.position).where(SEEN.c.build == build).order_by(SEEN.c.position)
        return list(connection.scalars(query))


def test_a_follower_continues_from_its_checkpoint(store: Store) -> None:
    """Each event is processed once, whichever worker does it and however often it restarts."""
    game_id = begin(store, 4)
    assert follower(store).state() == "behind"
    assert follower(store).step()
    assert positions(store) == [1, 2, 3]
    assert follower(store).catch_up().position == 4
    assert not follower(store).step()
    assert follower(store).state() == "caught up"
    play(store, game_id, 4, 5)
    assert follower(store).checkpoint().position == 4
    assert follower(store).catch_up().position == store.position()
    assert positions(store) == list(range(1, 10))


def test_a_step_that_is_not_committed_leaves_nothing(store: Store) -> None:
    """When a worker dies within a step, neither its writes nor the checkpoint are stored.

    Failed when the checkpoint moved in a separate transaction.
    """
    begin(store, 4)

    class Killed(BaseException):
        pass

    def stopping(connection: Connection, build: int, event: Event) -> None:
        write(connection, build, event)
        if event.position == 3:
            raise Killed

    with pytest.raises(Killed):
        follower(store, 9, stopping).step()
    assert (positions(store), follower(store).checkpoint().position) == ([], 0)
    follower(store).catch_up()
    assert positions(store) == [1, 2, 3, 4]


def test_the_slower_of_two_workers_is_stale(store: Store) -> None:
    """When two workers are at the same position, the second gets `StaleFollower` and writes nothing.

    Failed without the old position in the condition of the update.
    """
    begin(store, 9)
    first, second = follower(store), follower(store)
    assert first.step()
    assert second.step()
    assert second.step()
    with pytest.raises(StaleFollower) as stale:
        first.step()
    assert (stale.value.name, stale.value.position) == (NAME, 3)
    assert positions(store) == list(range(1, 10))
    assert not first.step()


def test_workers_never_process_an_event_twice(store: Store) -> None:
    """Several workers at the same time process each event once, in order."""
    for _ in range(6):
        begin(store, 20)
    workers = [follower(store) for _ in range(4)]
    with ThreadPoolExecutor(4) as pool:
        ends = [each.position for each in pool.map(Follower.catch_up, workers)]
    assert ends == [120] * 4
    assert positions(store) == list(range(1, 121))


def test_a_checkpoint_beyond_the_log_is_reported(store: Store) -> None:
    """A log that was restored from an older copy ends before the checkpoint: the follower refuses to go on."""
    begin(store, 5)
    follower(store).catch_up()
    tamper(store, "delete from events where position > 3")
    assert follower(store).state() == "beyond the log"
    with pytest.raises(AheadOfLog, match=r"position 5.*rebuild"):
        follower(store).step()
    assert [type(each) for each in store.checkpoint_mismatches()] == [AheadOfLog]


def test_a_checkpoint_of_another_log_is_reported(store: Store) -> None:
    """The log has as many events, but different ones: it was restored and went on, or it is another log.

    Failed when the checkpoint was the position alone.
    """
    begin(store, 5)
    at = follower(store).catch_up()
    tamper(store, "update followers set hash = :hash", hash=at.hash[::-1])
    begin(store, 5)
    assert follower(store).state() == "another log"
    with pytest.raises(AnotherLog, match="another event"):
        follower(store).step()
    assert [type(each) for each in store.checkpoint_mismatches()] == [AnotherLog]
    assert positions(store) == [1, 2, 3, 4, 5]


def test_waiting_for_a_position(store: Store) -> None:
    """A caller may wait until a follower has read a position; after the time limit it gets `FollowerBehind`."""
    begin(store, 5)
    with pytest.raises(FollowerBehind) as waited:
        follower(store).wait(5, timeout=0)
    assert (waited.value.expected, waited.value.found) == (5, 0)
    with ThreadPoolExecutor(1) as pool:
        reached = pool.submit(follower(store).wait, 5, LIMIT)
        follower(store).catch_up()
        assert reached.result().position == 5
    assert follower(store).wait(3, timeout=0).position == 5


def nonsense(store: Store, versions: int = 2) -> object:
    """Create a game whose second event cannot be read."""
    game = new_game(store)
    events = [event(1, "start"), event(2, action='{"type":"nonsense"}'), *map(event, range(3, versions + 1))]
    store.create(game, events, summary(len(events)))
    return game.id


def test_a_game_with_an_unreadable_event_is_quarantined(store: Store) -> None:
    """The error is stored, the later events of the game are skipped, and the other games go on. A new worker does not
    retry it.

    Failed without the savepoint around the batch: what was written before the error stayed, and was written again.
    """
    begin(store, 3)
    bad = nonsense(store, 4)
    begin(store, 2)
    follower(store, 20).catch_up()
    assert positions(store) == [1, 2, 3, 4, 8, 9]
    (quarantined,) = follower(store).quarantined()
    assert (quarantined.game_id, quarantined.version, quarantined.position) == (bad, 2, 5)
    assert quarantined.error == "ValueError: nonsense"
    play(store, quarantined.game_id, 4, 2)
    follower(store).catch_up()
    assert positions(store) == [1, 2, 3, 4, 8, 9]
    assert store.quarantined() == [quarantined]


def test_a_quarantined_game_can_be_retried(store: Store) -> None:
    """A retry reads from the failed event to the checkpoint; if that fails, the game stays quarantined."""
    bad = nonsense(store, 4)
    follower(store).catch_up()
    assert positions(store) == [1]
    (quarantined,) = store.quarantined()
    assert not follower(store).retry(quarantined.game_id)
    assert [each.version for each in store.quarantined()] == [2]

    def mended(connection: Connection, build: int, event: Event) -> None:
        connection.execute(sa.insert(SEEN).values(build=build, position=event.position))

    assert follower(store, write=mended).retry(quarantined.game_id)
    assert follower(store, write=mended).retry(quarantined.game_id)
    assert (positions(store), store.quarantined()) == ([1, 2, 3, 4], [])
    assert bad == quarantined.game_id


def test_a_game_with_a_broken_row_is_quarantined(sqlite_url: str, store: Store) -> None:
    """An event with invalid text is handled like any other that cannot be read."""
    begin(store, 3)
    broken = begin(store, 3)
    begin(store, 3)
    if store._engines.on_sqlite:  # PostgreSQL stores no such text
        tamper(store, "update events set action = cast(x'ff' as text) where position = 5")
        follower(store, 20).catch_up()
        assert positions(store) == [1, 2, 3, 4, 7, 8, 9]
        (quarantined,) = store.quarantined()
        assert (quarantined.game_id, quarantined.version, quarantined.position) == (broken, 2, 5)
        assert "UTF-8" in quarantined.error
    assert sqlite_url


def test_a_rebuild_while_others_write_equals_one_at_rest(store: Store) -> None:
    """A new build is made while others write and the live build goes on; the switch then drops the old build.

    Failed when `switch` did not check the position of the live build.
    """
    live = follower(store)
    games = [begin(store, 4) for _ in range(5)]
    bad = nonsense(store)
    live.catch_up()
    new = live.rebuild()
    new.step()
    assert live.checkpoint().build == 1
    with pytest.raises(FollowerBehind):
        new.switch(drop)
    stop = threading.Event()

    def keep_up() -> None:
        worker = follower(store)
        while not stop.is_set():
            worker.step()

    def record(number: int) -> None:
        play(store, games[number], 4, 6)

    with ThreadPoolExecutor(6) as pool:
        going = pool.submit(keep_up)
        recording = [pool.submit(record, number) for number in range(5)]
        new.catch_up()
        for each in recording:
            each.result()
        stop.set()
        going.result()
    new.catch_up()
    new.switch(drop)
    with pytest.raises(StaleFollower):
        live.step()
    live.catch_up()
    assert (live.checkpoint().build, positions(store, 1)) == (2, [])
    assert [(each.build, each.game_id) for each in store.quarantined()] == [(2, bad)]
    at_rest = live.rebuild()
    at_rest.catch_up()
    assert positions(store, 2) == positions(store, 3)
    assert len(positions(store, 2)) == store.position() - 1


WRITERS, APPENDS = 8, 12


def test_followers_under_writers_miss_nothing(store: Store) -> None:
    """Eight writers with random delays, refused appends, slow transactions and rollbacks; two workers follow.

    Failed with a worker that did not compare its checkpoint.
    """
    stop = threading.Event()

    def record(number: int) -> None:
        random = Random(number)
        game_id = begin(store)
        for version in range(1, APPENDS + 1):
            time.sleep(random.uniform(0, 0.01))
            with pytest.raises(Stale):
                play(store, game_id, version - 1 if version > 1 else 7)
            play(store, game_id, version)
        store.update_game(game_id, tags=("club",))

    def disturb() -> None:
        """Hold the lock of the followers for a while, and roll back."""
        while not stop.is_set():
            with store._engines.writer.connect() as connection:
                transaction = connection.begin()
                connection.exec_driver_sql("update followers set moved_at = moved_at")
                time.sleep(0.05)
                transaction.rollback()
            time.sleep(0.02)

    def follow() -> None:
        worker = follower(store, 7)
        while True:
            over = stop.is_set()
            worker.catch_up()
            if over:
                return

    with ThreadPoolExecutor(WRITERS + 3) as pool:
        following = [pool.submit(follow) for _ in range(2)]
        disturbing = pool.submit(disturb)
        try:
            list(pool.map(record, range(WRITERS)))
        finally:
            stop.set()
        for each in (*following, disturbing):
            each.result()
    assert positions(store) == list(range(1, WRITERS * (1 + APPENDS) + 1))


def test_changes_of_metadata_are_reported(store: Store) -> None:
    """Changed flags, seats and players count as changes of metadata; the events of a game do not.

    Failed with a trigger on every update of a game.
    """
    ann, bea = (store.create_player(name).id for name in ("Ann", "Bea"))
    game_id, other = begin(store, seats=(ann, None)), begin(store)
    cursor = store.cursor()
    play(store, game_id, 1)
    assert store.changes(cursor).metadata == {}
    for change in (
        lambda: store.update_game(game_id, archived=True),
        lambda: store.rename_player(ann, "Anne"),
        lambda: store.merge_players(ann, bea),
        lambda: store.forget_player(bea),
    ):
        cursor = store.cursor()
        change()
        assert list(store.changes(cursor).metadata) == [game_id]
    assert other


def test_seating_and_renaming_a_player_do_not_deadlock(store: Store) -> None:
    """Seating locks a game and waits for the player; renaming locks the player and marks the player's games as changed.
    Neither may take a number of the changes before it has all its locks.

    Failed on PostgreSQL when the trigger was not deferred: a deadlock.
    """
    players = [store.create_player(f"P{number}").id for number in range(2)]
    for player in players:
        begin(store, seats=(player, None))
    fresh = [[begin(store) for _ in range(30)] for _ in range(3)]

    def seat(games: list[UUID]) -> None:
        for turn, game_id in enumerate(games):
            store.update_game(game_id, seats={1: players[turn % 2]})

    def rename(number: int) -> None:
        for turn in range(20):
            store.rename_player(players[number], f"P{number}.{turn}")

    cursor = store.cursor()
    with ThreadPoolExecutor(5) as pool:
        working = [pool.submit(seat, games) for games in fresh] + [pool.submit(rename, number) for number in range(2)]
        for each in working:
            each.result()
    assert len(store.changes(cursor).metadata) == 3 * 30 + 2


def test_changes_are_found_by_position(sqlite_url: str) -> None:
    """However long the log is, only new events are read.

    Failed when the query grouped the events by game at once: SQLite then scans all of them.
    """
    with Store.open(sqlite_url) as opened, opened._engines.reader.connect() as connection:
        asked = sa.text(f"EXPLAIN QUERY PLAN {_CHANGES.compile()}")
        rows = connection.execute(asked, {"position": 5, "number": 5}).all()
    plan = [row[-1] for row in rows]
    assert any("events_position (position>?)" in step for step in plan)
    assert not any(step.startswith("SCAN events") for step in plan)
