"""Statistics are answered from the lake while newer events are exported in the background.

Each test names how it was seen to fail.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from msgspec.structs import replace

import analytics
from analytics import Lake
from api.app import create_app
from api.refreshing import Refresher
from api.service import Service
from api.settings import Settings
from events import Store
from rulesets.heros_crossing_tactics import RULESET
from tests.api.client import Client
from tests.api.conftest import TACTICS, CheckedClient
from tests.projections.conftest import new_game, play
from tests.waiting import LIMIT, until

URL = f"/v1/statistics/win_rate_by_seat?ruleset={TACTICS}&min_n=1"


class StatisticsService:
    """A service with a lake that counts as old after a second."""

    def __init__(self, folder: Path, store: Store) -> None:
        settings = Settings.read({}, database_url="sqlite://", lake=str(folder / "lake"), statistics_refresh=1)
        self.service = Service.over(store, settings, {RULESET.name: RULESET})
        self.client: Client = CheckedClient(create_app(self.service))
        self.lake = Lake(settings.lake)

    def play(self) -> None:
        """Play a game to its end, and make the lake old."""
        recorder = self.service.recorder
        assert play(recorder, new_game(recorder), 5_000).summary.status == "finished"
        if (checkpoint := self.lake.checkpoint()).exported_at:
            self.lake.publish(replace(checkpoint, exported_at=1))

    def ask(self) -> tuple[int, int]:
        """How many games the answer counts, and the position of the log that it covers."""
        answer = self.client.get(URL).json
        return answer["rows"][0]["n"], answer["as_of"]["position"]

    def until(self, games: int) -> int:
        """Ask until so many games are counted; returns the position that the answer covers."""
        until(lambda: self.ask()[0] == games, f"{games} games")
        return self.ask()[1]


@pytest.fixture
def statistics(tmp_path: Path) -> Iterator[StatisticsService]:
    with Store.open(f"sqlite:///{tmp_path / 'log.db'}", synchronous="NORMAL") as store:
        yield StatisticsService(tmp_path, store)


class PausedExports:
    """Exports that start and then wait until `resume` is set."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.resume, self.started = Event(), 0
        export = Refresher._export

        def paused(refresher: Refresher, lake: Lake) -> None:
            self.started += 1
            assert self.resume.wait(LIMIT)
            export(refresher, lake)

        monkeypatch.setattr(Refresher, "_export", paused)


def test_a_request_does_not_wait_for_an_export(statistics: StatisticsService, monkeypatch: pytest.MonkeyPatch) -> None:
    """The answer says which position of the log it covers.

    Broken by an export in each request that finds the lake old.
    """
    statistics.play()
    before = statistics.ask()
    assert before == (1, statistics.service.store.position())
    statistics.play()
    paused = PausedExports(monkeypatch)
    for _ in range(3):
        assert statistics.ask() == before
    assert paused.started == 1
    paused.resume.set()
    assert statistics.until(2) == statistics.service.store.position()


def test_an_empty_lake_is_filled_before_the_answer(statistics: StatisticsService) -> None:
    """Broken by filling it in the background."""
    statistics.play()
    statistics.play()
    assert statistics.ask() == (2, statistics.service.store.position())


def test_an_export_that_fails_is_logged_and_tried_again(
    statistics: StatisticsService, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The request is answered all the same. Broken by never starting another export."""
    statistics.play()
    before = statistics.ask()
    statistics.play()
    with monkeypatch.context() as patch, caplog.at_level(logging.ERROR, "tabletale"):
        patch.setattr(analytics, "export", failing)
        assert statistics.ask() == before
        assert "no space left" in caplog.text
    statistics.until(2)


def failing(*_: Any) -> None:
    raise OSError("no space left")
