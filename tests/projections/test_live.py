"""One watcher reads the log for all who follow."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import pytest

from events import NewNote, Place, Store, Unavailable
from events import News as Newest
from projections.live import STOPPED, Change, Watch
from tests.projections.conftest import library, new_game, play, recorder, store
from tests.waiting import LIMIT, until

if TYPE_CHECKING:
    from api.recording.recorder import Recorder
    from projections.live import News

__all__ = ["library", "recorder", "store"]  # fixtures


def told(news: News) -> Change:
    return news.get(timeout=LIMIT)


def test_who_waits_hears_of_its_own_game(recorder: Recorder) -> None:
    """That there is something new, and nothing of other games."""
    watch, game, other = Watch(recorder.store, every=LIMIT), new_game(recorder), new_game(recorder)
    with watch.of(game.id) as news, watch.of(other.id) as quiet:
        for number, each, hears in ((1, game, news), (2, other, quiet)):
            play(recorder, each, 3)
            watch.wake()
            assert told(hears) == Change(look=number, beside=0)
        assert news.empty()


def test_what_another_process_stores_is_told_too(recorder: Recorder) -> None:
    """No wake reaches the watcher: it looks by itself."""
    watch, game = Watch(recorder.store, every=0.01), new_game(recorder)
    with watch.of(game.id) as news:
        play(recorder, game, 1)
        assert told(news).look


def test_a_change_beside_the_log_is_told_to_who_follows_that_game(recorder: Recorder) -> None:
    """Also of another process: a note that is written and deleted; an event after it says when that was."""
    store, (game, other) = recorder.store, (new_game(recorder), new_game(recorder))
    watch = Watch(store, every=0.01)
    with watch.of(game.id) as news, watch.of(other.id) as quiet:
        note = store.add_note(game.id, NewNote(version=1, text="begun"))
        first = told(news)
        store.delete_note(game.id, note.n)
        second = told(news)
        play(recorder, game, 1)
        third = told(news)
        assert first.look == first.beside < second.look == second.beside == third.beside < third.look
        play(recorder, other, 1)
        own = told(quiet)
        assert (own.look > third.look, own.beside) == (True, 0)


def test_nobody_waits_nobody_reads(recorder: Recorder) -> None:
    """The log is read only while somebody follows, however often it is woken."""
    watch, game, before = Watch(recorder.store, every=LIMIT), new_game(recorder), {*threading.enumerate()}
    for _ in range(2):  # it begins again
        looks = watch.looks
        for _ in range(3):
            watch.wake()
        assert ({*threading.enumerate()} - before, watch.looks) == (set(), looks)
        with watch.of(game.id) as news:
            game = play(recorder, game, 1)
            watch.wake()
            assert looks < told(news).look <= watch.looks
        watch.wake()  # it ends at its next look
        until(lambda: not {*threading.enumerate()} - before, "the end of who reads")


def test_two_hundred_cost_one(recorder: Recorder, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many wait, the log is read once for all."""
    watch, game = Watch(recorder.store, every=LIMIT), new_game(recorder)
    reads: list[int] = []
    fetched = Store.news

    def counted(store: Store, since: Place) -> Newest:
        if store is recorder.store:  # the watcher of an earlier test may still have its last look before it
            reads.append(since.position)
        return fetched(store, since)

    monkeypatch.setattr(Store, "news", counted)
    streams = [watch.of(game.id) for _ in range(200)]
    waiting = [stream.__enter__() for stream in streams]
    play(recorder, game, 1)
    watch.wake()
    assert {told(news).look for news in waiting} == {1}
    assert len(reads) == 1
    watch.stop()
    assert {told(news) for news in waiting} == {STOPPED}


def test_it_goes_on_after_the_database_was_away(recorder: Recorder, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was stored meanwhile is told afterwards."""
    watch, game, fetched = Watch(recorder.store, every=0.01), new_game(recorder), Store.news
    failures = iter([True] * 3)

    def away(store: Store, since: Place) -> Newest:
        if store is recorder.store and next(failures, False):  # not for the watcher of an earlier test
            raise Unavailable("it is away")
        return fetched(store, since)

    monkeypatch.setattr(Store, "news", away)
    with watch.of(game.id) as news:
        play(recorder, game, 1)
        assert told(news).look > 3
