"""Following the log: nothing is missed, nothing comes twice, and who cannot go on is told why.

Where it says so, a test was seen to fail.
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

from events import AheadOfLog, AnotherLog, Event, Follower, NotReached, Stale, StaleFollower, Store
from events.follower import Write
from events.store import _NEWS
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
"""Without a key: what is written twice is there twice."""


@pytest.fixture(autouse=True)
def seen(store: Store) -> Iterator[None]:
    with store._engines.writer.begin() as connection:
        SEEN.create(connection)
    yield
    with store._engines.writer.begin() as connection:
        SEEN.drop(connection)


def write(connection: Connection, build: int, event: Event) -> None:
    """Note an event. One that tells of nonsense cannot be read."""
    row = {"build": build, "position": event.position, "game_id": event.game_id, "version": event.version}
    connection.execute(sa.insert(SEEN).values(row))
    if "nonsense" in event.action:
        raise ValueError("nonsense")


def drop(connection: Connection, build: int) -> None:
    connection.execute(sa.delete(SEEN).where(SEEN.c.build == build))


def follower(store: Store, batch: int = 3, write: Write = write) -> Follower:
    return Follower(store._engines, store._hot, NAME, write, batch=batch)


def positions(store: Store, build: int = 1) -> list[int]:
    """What was written, in order."""
    with store._engines.reader.connect() as connection:
        query = sa.select(SEEN.c.position).where(SEEN.c.build == build).order_by(SEEN.c.position)
        return list(connection.scalars(query))


def test_a_follower_goes_on_where_it_stopped(store: Store) -> None:
    """Each event is written once, whoever works and however often it begins anew."""
    game_id = begin(store, 4)
    assert follower(store).standing() == "behind"
    assert follower(store).step()
    assert positions(store) == [1, 2, 3]
    assert follower(store).catch_up().position == 4
    assert not follower(store).step()
    assert follower(store).standing() == "level"
    play(store, game_id, 4, 5)
    assert follower(store).checkpoint().position == 4
    assert follower(store).catch_up().position == store.position()
    assert positions(store) == list(range(1, 10))


def test_what_is_not_committed_does_not_count(store: Store) -> None:
    """A worker that stops within a step leaves nothing of it, not even the checkpoint.

    Seen to fail with a checkpoint that moved in a transaction of its own.
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


def test_a_stale_worker_is_told(store: Store) -> None:
    """Of two workers that are at one position, the second finds that the first was quicker, and has written nothing.

    Seen to fail without the old position in the condition of the update.
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


def test_two_workers_never_do_one_thing_twice(store: Store) -> None:
    """Several workers at once write each event once, in order."""
    for _ in range(6):
        begin(store, 20)
    workers = [follower(store) for _ in range(4)]
    with ThreadPoolExecutor(4) as pool:
        ends = [each.position for each in pool.map(Follower.catch_up, workers)]
    assert ends == [120] * 4
    assert positions(store) == list(range(1, 121))


def test_a_checkpoint_beyond_the_log_is_named(store: Store) -> None:
    """A log that was restored from an older copy ends before the checkpoint: nothing is written on that ground."""
    begin(store, 5)
    follower(store).catch_up()
    tamper(store, "delete from events where position > 3")
    assert follower(store).standing() == "ahead"
    with pytest.raises(AheadOfLog, match=r"position 5.*rebuild"):
        follower(store).step()
    assert [type(each) for each in store.strays()] == [AheadOfLog]


def test_a_checkpoint_of_another_log_is_named(store: Store) -> None:
    """The log has as many events, but others: a restored log that went on, or another one.

    Seen to fail with the position alone as checkpoint.
    """
    begin(store, 5)
    at = follower(store).catch_up()
    tamper(store, "update followers set hash = :hash", hash=at.hash[::-1])
    begin(store, 5)
    assert follower(store).standing() == "another"
    with pytest.raises(AnotherLog, match="another event"):
        follower(store).step()
    assert [type(each) for each in store.strays()] == [AnotherLog]
    assert positions(store) == [1, 2, 3, 4, 5]


def test_waiting_for_a_position(store: Store) -> None:
    """Who has recorded something may wait until it is followed; and is told where it is not in time."""
    begin(store, 5)
    with pytest.raises(NotReached) as waited:
        follower(store).wait(5, timeout=0)
    assert (waited.value.wanted, waited.value.found) == (5, 0)
    with ThreadPoolExecutor(1) as pool:
        reached = pool.submit(follower(store).wait, 5, LIMIT)
        follower(store).catch_up()
        assert reached.result().position == 5
    assert follower(store).wait(3, timeout=0).position == 5


def nonsense(store: Store, versions: int = 2) -> object:
    """A game whose second event cannot be read."""
    game = new_game(store)
    events = [event(1, "start"), event(2, action='{"type":"nonsense"}'), *map(event, range(3, versions + 1))]
    store.create(game, events, summary(len(events)))
    return game.id


def test_an_event_that_cannot_be_read_is_parked(store: Store) -> None:
    """With its error; the game's later events are left out, and all other games go on. A worker that begins anew
    leaves it where it is.

    Seen to fail without the savepoint around the batch: what was written before the error stayed, and came again.
    """
    begin(store, 3)
    bad = nonsense(store, 4)
    begin(store, 2)
    follower(store, 20).catch_up()
    assert positions(store) == [1, 2, 3, 4, 8, 9]
    (parked,) = follower(store).parked()
    assert (parked.game_id, parked.version, parked.position) == (bad, 2, 5)
    assert parked.error == "ValueError: nonsense"
    play(store, parked.game_id, 4, 2)
    follower(store).catch_up()
    assert positions(store) == [1, 2, 3, 4, 8, 9]
    assert store.parked() == [parked]


def test_a_parked_game_is_tried_again(store: Store) -> None:
    """Once a program can read it, from the event that it stopped at to the checkpoint; until then it stays parked."""
    bad = nonsense(store, 4)
    follower(store).catch_up()
    assert positions(store) == [1]
    (parked,) = store.parked()
    assert not follower(store).retry(parked.game_id)
    assert [each.version for each in store.parked()] == [2]

    def mended(connection: Connection, build: int, event: Event) -> None:
        connection.execute(sa.insert(SEEN).values(build=build, position=event.position))

    assert follower(store, write=mended).retry(parked.game_id)
    assert follower(store, write=mended).retry(parked.game_id)
    assert (positions(store), store.parked()) == ([1, 2, 3, 4], [])
    assert bad == parked.game_id


def test_a_broken_row_is_parked(sqlite_url: str, store: Store) -> None:
    """An event whose text is no text any more is parked like any other that cannot be read."""
    begin(store, 3)
    broken = begin(store, 3)
    begin(store, 3)
    if store._engines.on_sqlite:  # PostgreSQL stores no such text
        tamper(store, "update events set action = cast(x'ff' as text) where position = 5")
        follower(store, 20).catch_up()
        assert positions(store) == [1, 2, 3, 4, 7, 8, 9]
        (parked,) = store.parked()
        assert (parked.game_id, parked.version, parked.position) == (broken, 2, 5)
        assert "UTF-8" in parked.error
    assert sqlite_url


def test_a_rebuild_beside_equals_one_at_rest(store: Store) -> None:
    """While others write and the live build goes on, a new one is made; then it is switched to, and the old is gone.

    Seen to fail where `switch` did not look how far the live build was.
    """
    live = follower(store)
    games = [begin(store, 4) for _ in range(5)]
    bad = nonsense(store)
    live.catch_up()
    new = live.rebuild()
    new.step()
    assert live.checkpoint().build == 1
    with pytest.raises(NotReached):
        new.switch(drop)
    stop = threading.Event()

    def going_on() -> None:
        worker = follower(store)
        while not stop.is_set():
            worker.step()

    def record(number: int) -> None:
        play(store, games[number], 4, 6)

    with ThreadPoolExecutor(6) as pool:
        going = pool.submit(going_on)
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
    assert [(each.build, each.game_id) for each in store.parked()] == [(2, bad)]
    at_rest = live.rebuild()
    at_rest.catch_up()
    assert positions(store, 2) == positions(store, 3)
    assert len(positions(store, 2)) == store.position() - 1


WRITERS, APPENDS = 8, 12


def test_followers_under_writers_miss_nothing(store: Store) -> None:
    """Eight writers with jitter, refused appends, transactions that are rolled back and slow ones; two workers follow.

    Seen to fail with a worker that did not compare.
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
        """Positions that are taken and given back; and a lock that is held for long."""
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


def test_a_change_that_is_no_event_is_told(store: Store) -> None:
    """Who follows hears of changed flags, seats and players, and of a game's own events as events alone.

    Seen to fail with a trigger on every update of a game.
    """
    ann, bea = (store.create_player(name).id for name in ("Ann", "Bea"))
    game_id, other = begin(store, seats=(ann, None)), begin(store)
    place = store.place()
    play(store, game_id, 1)
    assert store.news(place).beside == {}
    for change in (
        lambda: store.update_game(game_id, archived=True),
        lambda: store.rename_player(ann, "Anne"),
        lambda: store.merge_players(ann, bea),
        lambda: store.forget_player(bea),
    ):
        place = store.place()
        change()
        assert list(store.news(place).beside) == [game_id]
    assert other


def test_who_seats_and_who_renames_wait_for_each_other_once(store: Store) -> None:
    """Who seats a player has locked a game and waits for the player; who renames the player has locked it, and tells
    of the player's games. Neither may hold the numbers of what changes before all that it waits for.

    Seen to fail on PostgreSQL with a trigger that was not deferred: a deadlock.
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

    place = store.place()
    with ThreadPoolExecutor(5) as pool:
        working = [pool.submit(seat, games) for games in fresh] + [pool.submit(rename, number) for number in range(2)]
        for each in working:
            each.result()
    assert len(store.news(place).beside) == 3 * 30 + 2


def test_news_are_found_by_position(sqlite_url: str) -> None:
    """However long the log, only what is new is read.

    Seen to fail with the events grouped by game at once: SQLite then goes through all of them.
    """
    with Store.open(sqlite_url) as opened, opened._engines.reader.connect() as connection:
        asked = sa.text(f"EXPLAIN QUERY PLAN {_NEWS.compile()}")
        rows = connection.execute(asked, {"position": 5, "number": 5}).all()
    plan = [row[-1] for row in rows]
    assert any("events_position (position>?)" in step for step in plan)
    assert not any(step.startswith("SCAN events") for step in plan)
