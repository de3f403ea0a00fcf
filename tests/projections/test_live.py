"""One watcher reads the log for all who follow."""

from __future__ import annotations

from queue import Empty
from threading import Thread
from typing import TYPE_CHECKING

import pytest

from events import NewNote, Place, Store, Unavailable
from events import News as Newest
from projections.live import STOPPED, Change, Watch
from tests.projections.conftest import library, new_game, play, recorder, store

if TYPE_CHECKING:
    from api.recording.recorder import Recorder
    from projections.live import News

__all__ = ["library", "recorder", "store"]  # fixtures
PATIENCE = 20


def told(news: News) -> Change:
    return news.get(timeout=PATIENCE)


def test_who_waits_hears_of_its_own_game(recorder: Recorder) -> None:
    """That there is something new, and nothing of other games."""
    watch, game, other = Watch(recorder.store), new_game(recorder), new_game(recorder)
    with watch.of(game.id) as news, watch.of(other.id) as quiet:
        play(recorder, game, 3)
        assert told(news) == Change(look=watch.looks, beside=0)
        with pytest.raises(Empty):
            quiet.get(timeout=0.1)


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
        with pytest.raises(Empty):
            quiet.get(timeout=0.1)


def test_nobody_waits_nobody_reads(recorder: Recorder) -> None:
    """The log is read only while somebody follows, however often it is woken."""
    watch, game = Watch(recorder.store, every=0.01), new_game(recorder)
    for _ in range(3):
        watch.wake()
    assert watch.looks == 0
    for _ in range(2):  # it begins again
        with watch.of(game.id) as news:
            game = play(recorder, game, 1)
            assert told(news).look == watch.looks
    looks = -1
    while looks != watch.looks:  # it ends at its next look
        looks = watch.looks
        Thread(target=watch.wake).start()
        with pytest.raises(Empty):
            news.get(timeout=0.2)


def test_two_hundred_cost_one(recorder: Recorder, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many wait, the log is read once for all."""
    watch, game = Watch(recorder.store, every=60), new_game(recorder)
    reads: list[int] = []
    fetched = Store.news

    def counted(store: Store, since: Place) -> Newest:
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
        if next(failures, False):
            raise Unavailable("it is away")
        return fetched(store, since)

    monkeypatch.setattr(Store, "news", away)
    with watch.of(game.id) as news:
        play(recorder, game, 1)
        assert told(news).look > 3
