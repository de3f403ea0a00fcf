"""Many clients at once on SQLite: appends that arrive while another is stored share one commit, and all promises hold.

"Broken by" names a change to the code that makes the test fail.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from uuid import UUID

import pytest
from sqlalchemy.event import listen

from events import (
    Answer,
    Damaged,
    Event,
    KeyReused,
    Repeated,
    Stale,
    Store,
    Unavailable,
    UnknownGame,
    group_commit,
    new_game_id,
)
from events.engines import copy_error, driver
from events.hot_path import SqliteHotPath
from tests.events.build import asks, begin, line, new_game, play, summary
from tests.events.crowds import Gate, begun, outcome, queue_up
from tests.waiting import LIMIT, pause

Call = Callable[[], tuple[Event, ...]]
Result = tuple[Event, ...] | BaseException


class Crowd:
    """A log whose writer stops at the first transaction, so that other calls queue up."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.gate = Gate()
        self.gates: dict[tuple[str, int], Gate] = {}
        """Where the writer stops: a statement, and which occurrence of it."""
        self.ran: list[str] = []
        """The statements of the writer since the calls were queued."""
        with driver(store._engines.raw_writer) as connection:
            connection.set_trace_callback(self._note)

    def _note(self, statement: str) -> None:
        self.ran.append(statement)
        if gate := self.gates.get((statement, self.ran.count(statement))):
            gate.pass_by()

    def waiting(self) -> int:
        hot = self.store._hot
        assert isinstance(hot, SqliteHotPath)
        return hot._writes.waiting

    def queue_up(self, *calls: Call) -> list[Future[tuple[Event, ...]]]:
        """Start the first call, and the others while its writer is stopped."""
        self.ran.clear()
        self.gates["BEGIN IMMEDIATE", 1] = self.gate
        return queue_up(self.gate, self.waiting, list(calls))

    def at_once(self, *calls: Call) -> list[Result]:
        """The result or error of each call."""
        futures = self.queue_up(*calls)
        self.gate.go.set()
        return [outcome(future) for future in futures]


@pytest.fixture
def store(sqlite_url: str) -> Iterator[Store]:
    with Store.open(sqlite_url) as opened:
        yield opened


@pytest.fixture
def games(store: Store) -> list[UUID]:
    return [begin(store) for _ in range(7)]


@pytest.fixture
def crowd(store: Store, games: list[UUID]) -> Crowd:
    return Crowd(store)


def versions(results: Result) -> list[int]:
    """The versions that were stored."""
    assert not isinstance(results, BaseException)
    return [event.version for event in results]


def assert_sound(store: Store) -> None:
    """Check that the log has no gap and no fault, and takes an append."""
    assert [event.position for event in store.log()] == list(range(1, store.position() + 1))
    play(store, begin(store), 1)
    assert list(store.verify()) == []


def test_appends_that_arrive_during_a_commit_share_the_next(store: Store) -> None:
    """However many there are, nobody waits for one commit each; all are stored in order of arrival.

    Broken by gathering nobody: 41 commits.
    """
    games = [begin(store) for _ in range(group_commit.MAX_ITEMS + 9)]
    crowd = Crowd(store)
    results = crowd.at_once(*(partial(play, store, game, 1, 2, request=asks(game)) for game in games))
    assert crowd.ran.count("COMMIT") == 3
    assert [versions(each) for each in results] == [[2, 3]] * len(games)
    assert [event.game_id for event in store.log(after=len(games))] == [game for game in games for _ in range(2)]
    assert [store.answered(asks(game)) for game in games] == [Answer(game, 2, 3) for game in games]
    assert_sound(store)


def test_large_appends_do_not_share_a_commit(crowd: Crowd, games: list[UUID], monkeypatch: pytest.MonkeyPatch) -> None:
    """The wait is also limited by the size of a group, which counts the text of all events.

    Broken by a size of one event.
    """
    monkeypatch.setattr(group_commit, "MAX_SIZE", 3000)
    sizes = zip(games[:6], (1, 20, 20, 80, 1, 1), strict=True)
    crowd.at_once(*(partial(play, crowd.store, game, 1, count) for game, count in sizes))
    assert crowd.ran.count("COMMIT") == 4
    assert_sound(crowd.store)


def test_each_append_of_a_group_has_its_own_verdict(crowd: Crowd, games: list[UUID]) -> None:
    """A refused append does not affect others and stores nothing; no exception is raised in two threads.

    Broken by raising a refusal (each was tried alone), by writing the request's row before the version was looked at,
    and by writing the events before it: those of the reused key stayed.
    """
    store, nowhere = crowd.store, new_game_id()
    play(store, games[1], 1, request=asks(games[1]))
    results = crowd.at_once(
        partial(play, store, games[0], 1),
        partial(play, store, games[1], 2, request=asks(games[1], what=b"that")),
        partial(play, store, games[1], 1, request=asks(games[1])),
        partial(play, store, games[2], 1, 2, request=asks(games[2])),
        partial(play, store, games[3], 5, request=asks(games[3])),
        partial(play, store, nowhere, 0, request=asks(nowhere)),
        partial(play, store, games[4], 5),
        partial(play, store, games[5], 1, notes={2: "why"}),
    )
    assert [type(each) for each in results] == [tuple, KeyReused, Repeated, tuple, Stale, UnknownGame, Stale, tuple]
    assert isinstance(results[2], Repeated)
    assert results[2].answer == Answer(games[1], 2, 2)
    assert results[4] is not results[6]
    assert crowd.ran.count("COMMIT") == 2
    assert "ROLLBACK" not in crowd.ran
    assert [store.answered(asks(game)) for game in (games[3], nowhere)] == [None, None]
    assert [store.game(game).version for game in games] == [2, 2, 3, 1, 1, 2, 1]
    assert [note.text for note in store.notes(games[5])] == ["why"]
    assert_sound(store)


def test_of_two_appends_to_a_game_the_first_is_stored(crowd: Crowd, games: list[UUID]) -> None:
    """Also within a group: the second sees what the first wrote, and equal requests get one answer.

    Broken by looking at all versions before anything was written: the group failed and was written one by one.
    """
    store = crowd.store
    results = crowd.at_once(
        partial(play, store, games[0], 1),
        partial(play, store, games[1], 1),
        partial(play, store, games[1], 1),
        partial(play, store, games[1], 2),
        partial(play, store, games[2], 1, 3, request=asks(games[2])),
        partial(play, store, games[2], 1, 3, request=asks(games[2])),
        partial(play, store, games[2], 4, request=asks(games[2], what=b"that")),
    )
    assert [versions(results[n]) for n in (0, 1, 3, 4)] == [[2], [2], [3], [2, 3, 4]]
    assert isinstance(results[2], Stale)
    assert results[2].version == 2
    assert isinstance(results[5], Repeated)
    assert results[5].answer == Answer(games[2], 2, 4)
    assert isinstance(results[6], KeyReused)
    assert crowd.ran.count("COMMIT") == 2
    assert_sound(store)


def refuse_its_event(store: Store, game_id: UUID) -> None:
    """The database refuses an event that the program accepts."""
    with store._engines.writer.begin() as connection:
        connection.exec_driver_sql(
            f"create trigger cursed before insert on events when new.game_id = x'{game_id.hex}' "
            "begin select raise(abort, 'cursed'); end"
        )


def refuse_its_commit(store: Store, game_id: UUID) -> None:
    """The database accepts every statement, but refuses to commit."""
    with store._engines.writer.begin() as connection:
        connection.exec_driver_sql(
            "create table curses (game blob references games (id) deferrable initially deferred)"
        )
        connection.exec_driver_sql(
            f"create trigger cursed after insert on events when new.game_id = x'{game_id.hex}' "
            "begin insert into curses values (x'00'); end"
        )


def leave_no_room(store: Store, game_id: UUID) -> None:
    """The disk has space for small events only."""
    with store._engines.writer.connect() as connection:
        pages = connection.exec_driver_sql("pragma page_count").scalar_one()
        connection.exec_driver_sql(f"pragma max_page_count = {pages + 15}")


@pytest.mark.parametrize("curse", [refuse_its_event, refuse_its_commit, leave_no_room])
@pytest.mark.parametrize("place", [1, 3], ids=["who writes", "another"])
def test_after_a_failed_group_each_append_is_tried_alone(
    crowd: Crowd, games: list[UUID], curse: Callable[[Store, UUID], None], place: int
) -> None:
    """One failing append does not stop the others, and nothing that was rolled back is acknowledged.

    Broken by telling all of the failure, and by telling what was written before COMMIT returned: one whose commit was
    refused was said to be stored.
    """
    store = crowd.store
    curse(store, games[place])
    counts = {games[place]: 500}
    asked = [partial(play, store, game, 1, counts.get(game, 2), request=asks(game)) for game in games]
    results = crowd.at_once(*asked)
    failed = results.pop(place)
    assert isinstance(failed, Exception)
    assert [versions(each) for each in results] == [[2, 3]] * 6
    assert crowd.ran.count("BEGIN IMMEDIATE") == 1 + 1 + 6
    assert store.answered(asks(games[place])) is None
    assert store.game(games[place]).version == 1
    assert_sound(store)


def test_no_caller_gets_a_verdict_before_the_commit(crowd: Crowd, games: list[UUID]) -> None:
    """Until it returns, no event of the group can be read, and no caller has a verdict, not even a refusal.

    Broken by a commit of who writes, and one of the others after it.
    """
    store = crowd.store
    gate = crowd.gates["COMMIT", 2] = Gate()
    calls = [partial(play, store, game, 1) for game in games[:4]]
    futures = crowd.queue_up(*calls, partial(play, store, games[4], 3))
    crowd.gate.go.set()
    assert versions(outcome(futures[0])) == [2]
    assert gate.held.wait(LIMIT)
    assert not any(future.done() for future in futures[1:])
    assert [store.game(game).version for game in games[:5]] == [2, 1, 1, 1, 1]
    gate.go.set()
    assert [type(outcome(future)) for future in futures] == [tuple] * 4 + [Stale]
    assert_sound(store)


@pytest.mark.parametrize("count", [1, 6])
def test_a_locked_file_is_reported_to_the_whole_group(
    sqlite_url: str, count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While another process locks the file, the group waits for it once, and each caller gets its own error.

    Broken by trying each alone: seven transactions were begun.
    """
    monkeypatch.setattr("events.engines.BUSY_SECONDS", 0.05)
    with Store.open(sqlite_url) as store, Store.open(sqlite_url) as other:
        games = [begin(store) for _ in range(count + 1)]
        crowd = Crowd(store)
        with other._engines.writer.begin():
            results = crowd.at_once(*(partial(play, store, game, 1, request=asks(game)) for game in games))
        assert all(isinstance(each, Unavailable) and "locked" in str(each) for each in results)
        assert len({id(each) for each in results}) == count + 1
        assert crowd.ran == ["BEGIN IMMEDIATE"] * 2
        again = [play(store, game, 1, request=asks(game)) for game in games]
        assert [versions(each) for each in again] == [[2]] * (count + 1)
        assert_sound(store)


def test_an_interrupt_in_the_middle_of_a_group_stores_nothing_of_it(
    crowd: Crowd, games: list[UUID], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The writer raises the interrupt; the others get `Unavailable`, and send their requests again.

    Broken by rolling back for errors alone: the next append began within what was left of the transaction.
    """
    store, move_on = crowd.store, SqliteHotPath._update_row

    def interrupted(hot: SqliteHotPath, connection: object, draft: object, *rest: object) -> None:
        if getattr(draft, "game_id", None) == games[2]:
            raise KeyboardInterrupt
        move_on(hot, connection, draft, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(SqliteHotPath, "_update_row", interrupted)
    asked = [partial(play, store, game, 1, request=asks(game)) for game in games[:4]]
    results = crowd.at_once(*asked)
    assert [type(each) for each in results] == [tuple, KeyboardInterrupt, Unavailable, Unavailable]
    assert "KeyboardInterrupt" in str(results[2])
    monkeypatch.undo()
    assert [versions(again()) for again in asked[1:]] == [[2]] * 3
    assert_sound(store)


def test_new_games_and_changes_of_metadata_wait_for_their_turn(crowd: Crowd, games: list[UUID]) -> None:
    """Between concurrent appends, a game is created and another changed, all on one connection.

    Broken by appends that keep the connection: there was none for the new game.
    """
    store, game = crowd.store, new_game(crowd.store)
    futures = crowd.queue_up(*(partial(play, store, each, 1) for each in games))
    created = begun(partial(store.create, game, line(1, 2), summary(2), request=asks("creator")))
    changed = begun(partial(store.update_game, games[0], place="Kiel"))
    crowd.gate.go.set()
    assert [versions(outcome(future)) for future in futures] == [[2]] * len(games)
    assert versions(outcome(created)) == [1, 2]
    assert not isinstance(outcome(changed), BaseException)
    assert store.game(games[0]).place == "Kiel"
    assert_sound(store)


def test_an_error_is_copied_for_each_caller() -> None:
    """Damage stays `Damaged`, and every other error becomes `Unavailable`.

    Broken by `Unavailable` for both.
    """
    damage = Damaged("The log at games.sqlite3", "file is not a database")
    again = copy_error(damage)
    assert again is not damage
    assert (type(again), str(again)) == (Damaged, str(damage))
    assert "locked" in str(copy_error(OSError("locked")))


def test_writers_wait_for_one_another_and_not_for_the_lock_of_the_file(sqlite_url: str) -> None:
    """There is one connection that writes: a second one would wait for the lock of the file, and not in order."""
    with Store.open(sqlite_url) as store, ThreadPoolExecutor() as pool:
        writer = store._engines.writer
        opened: list[object] = []
        listen(writer, "connect", lambda *_: opened.append(1))
        with writer.begin():
            waiting = [pool.submit(store.create_player, name) for name in ("Ann", "Ben")]
            pause()
        assert {player.result().name for player in waiting} == {"Ann", "Ben"}
        assert len(opened) <= 1


def test_a_connection_that_writes_nothing_any_more_is_given_up(sqlite_url: str) -> None:
    """Whoever meets it is refused, and the next write has another one; through SQLAlchemy as on the hot path."""
    with Store.open(sqlite_url) as store:
        game_id = begin(store)
        writes: list[Callable[[], object]] = [
            lambda: store.create_player("Ann"),
            lambda: play(store, game_id, store.game(game_id).version, 1),
        ]
        for write in writes:
            with driver(store._engines.raw_writer) as connection:
                connection.execute("PRAGMA query_only = ON")
            with pytest.raises(Unavailable):
                write()
            write()
