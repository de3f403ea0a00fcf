"""One watcher polls the log for all subscribers."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import pytest

from events import Changes, Cursor, NewNote, Store, Unavailable
from projections.live import STOPPED, Change, Watcher
from tests.projections.conftest import library, new_game, play, recorder, store
from tests.waiting import LIMIT, until

if TYPE_CHECKING:
    from api.recording.recorder import Recorder
    from projections.live import ChangeQueue

__all__ = ["library", "recorder", "store"]  # fixtures


def next_change(queue: ChangeQueue) -> Change:
    return queue.get(timeout=LIMIT)


def test_a_subscriber_is_notified_of_its_own_game(recorder: Recorder) -> None:
    """That something was stored, and nothing about other games."""
    watcher, game, other = Watcher(recorder.store, LIMIT), new_game(recorder), new_game(recorder)
    with watcher.subscribe(game.id) as changes, watcher.subscribe(other.id) as others:
        for number, each, queue in ((1, game, changes), (2, other, others)):
            play(recorder, each, 3)
            watcher.wake()
            assert next_change(queue) == Change(poll=number, metadata_poll=0)
        assert changes.empty()


def test_a_subscriber_is_notified_of_what_another_process_stores(recorder: Recorder) -> None:
    """Nobody wakes the watcher: it polls."""
    watcher, game = Watcher(recorder.store, 0.01), new_game(recorder)
    with watcher.subscribe(game.id) as changes:
        play(recorder, game, 1)
        assert next_change(changes).poll


def test_a_subscriber_is_notified_of_changed_metadata(recorder: Recorder) -> None:
    """Another process writes a note and deletes it; the event after that says which poll found the last change."""
    store, (game, other) = recorder.store, (new_game(recorder), new_game(recorder))
    watcher = Watcher(store, 0.01)
    with watcher.subscribe(game.id) as changes, watcher.subscribe(other.id) as others:
        note = store.add_note(game.id, NewNote(version=1, text="begun"))
        first = next_change(changes)
        store.delete_note(game.id, note.n)
        second = next_change(changes)
        play(recorder, game, 1)
        third = next_change(changes)
        assert first.poll == first.metadata_poll < second.poll
        assert second.poll == second.metadata_poll == third.metadata_poll < third.poll
        play(recorder, other, 1)
        own = next_change(others)
        assert (own.poll > third.poll, own.metadata_poll) == (True, 0)


def test_without_subscribers_the_log_is_not_polled(recorder: Recorder) -> None:
    """However often the watcher is woken."""
    watcher, game, before = Watcher(recorder.store, LIMIT), new_game(recorder), {*threading.enumerate()}
    for _ in range(2):  # the second time the thread starts again
        polls = watcher.polls
        for _ in range(3):
            watcher.wake()
        assert ({*threading.enumerate()} - before, watcher.polls) == (set(), polls)
        with watcher.subscribe(game.id) as changes:
            game = play(recorder, game, 1)
            watcher.wake()
            assert polls < next_change(changes).poll <= watcher.polls
        watcher.wake()  # it ends at its next poll
        until(lambda: not {*threading.enumerate()} - before, "the end of the watcher's thread")


def test_two_hundred_subscribers_cost_one_poll(recorder: Recorder, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many subscribers there are, the log is read once for all."""
    watcher, game = Watcher(recorder.store, LIMIT), new_game(recorder)
    reads: list[int] = []
    read = Store.changes

    def counted(store: Store, since: Cursor) -> Changes:
        if store is recorder.store:  # the watcher of an earlier test may still have its last poll to do
            reads.append(since.position)
        return read(store, since)

    monkeypatch.setattr(Store, "changes", counted)
    subscriptions = [watcher.subscribe(game.id) for _ in range(200)]
    queues = [subscription.__enter__() for subscription in subscriptions]
    play(recorder, game, 1)
    watcher.wake()
    assert {next_change(queue).poll for queue in queues} == {1}
    assert len(reads) == 1
    watcher.stop()
    assert {next_change(queue) for queue in queues} == {STOPPED}


def test_it_goes_on_after_the_database_was_away(recorder: Recorder, monkeypatch: pytest.MonkeyPatch) -> None:
    """Subscribers are notified afterwards of what was stored meanwhile."""
    watcher, game, read = Watcher(recorder.store, 0.01), new_game(recorder), Store.changes
    failures = iter([True] * 3)

    def away(store: Store, since: Cursor) -> Changes:
        if store is recorder.store and next(failures, False):  # not for the watcher of an earlier test
            raise Unavailable("it is away")
        return read(store, since)

    monkeypatch.setattr(Store, "changes", away)
    with watcher.subscribe(game.id) as changes:
        play(recorder, game, 1)
        assert next_change(changes).poll > 3


def test_a_subscription_that_fails_leaves_nothing_behind(recorder: Recorder, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the database is away when the first one comes, the log is not polled for it later."""
    watcher, game, before = Watcher(recorder.store, LIMIT), new_game(recorder), {*threading.enumerate()}

    def away(_: Store) -> Cursor:
        raise Unavailable("it is away")

    with monkeypatch.context() as patch:
        patch.setattr(Store, "cursor", away)
        with pytest.raises(Unavailable), watcher.subscribe(game.id):
            pass
    assert watcher.subscribers == 0
    with watcher.subscribe(game.id) as changes:
        assert watcher.subscribers == 1
        play(recorder, game, 1)
        watcher.wake()
        assert next_change(changes).poll
    watcher.wake()
    until(lambda: not {*threading.enumerate()} - before, "the end of the watcher's thread")
