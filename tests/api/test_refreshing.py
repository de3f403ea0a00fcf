"""Statistics are answered while what was recorded since is read beside the requests.

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

ASKED = f"/v1/statistics/win_rate_by_seat?ruleset={TACTICS}&min_n=1"


class Club:
    """A service whose lake has one finished game, and is asked again after a second."""

    def __init__(self, folder: Path, store: Store) -> None:
        settings = Settings.read({}, database_url="sqlite://", lake=str(folder / "lake"), statistics_refresh=1)
        self.service = Service.over(store, settings, {RULESET.name: RULESET})
        self.client: Client = CheckedClient(create_app(self.service))
        self.lake = Lake(settings.lake)

    def play(self) -> None:
        """A game to its end; what the lake holds has become old meanwhile."""
        recorder = self.service.recorder
        assert play(recorder, new_game(recorder), 5_000).summary.status == "finished"
        if (checkpoint := self.lake.checkpoint()).exported_at:
            self.lake.publish(replace(checkpoint, exported_at=1))

    def ask(self) -> tuple[int, int]:
        """How many games it counts, and how much of the log it has read."""
        answer = self.client.get(ASKED).json
        return answer["rows"][0]["n"], answer["as_of"]["position"]

    def until(self, games: int) -> int:
        """Ask until it counts so many games; how much of the log it has read."""
        until(lambda: self.ask()[0] == games, f"{games} games")
        return self.ask()[1]


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Club]:
    with Store.open(f"sqlite:///{tmp_path / 'log.db'}", synchronous="NORMAL") as store:
        yield Club(tmp_path, store)


class Held:
    """Exports that begin, and go on once they are let."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.let, self.begun = Event(), 0
        export = Refresher._export

        def held(refresher: Refresher, lake: Lake) -> None:
            self.begun += 1
            assert self.let.wait(LIMIT)
            export(refresher, lake)

        monkeypatch.setattr(Refresher, "_export", held)


def test_who_asks_does_not_wait_for_what_was_recorded_since(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    """The answer says how much of the log it knows. Broken by an export in each request that finds the lake old."""
    club.play()
    before = club.ask()
    assert before == (1, club.service.store.position())
    club.play()
    held = Held(monkeypatch)
    for _ in range(3):
        assert club.ask() == before
    assert held.begun == 1
    held.let.set()
    assert club.until(2) == club.service.store.position()


def test_an_empty_lake_is_filled_before_it_is_asked(club: Club) -> None:
    """Broken by filling it beside."""
    club.play()
    club.play()
    assert club.ask() == (2, club.service.store.position())


def test_an_export_that_fails_is_logged_and_tried_again(
    club: Club, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The request is answered all the same. Broken by never beginning another."""
    club.play()
    before = club.ask()
    club.play()
    with monkeypatch.context() as patch, caplog.at_level(logging.ERROR, "tabletale"):
        patch.setattr(analytics, "export", failing)
        assert club.ask() == before
        assert "no space left" in caplog.text
    club.until(2)


def failing(*_: Any) -> None:
    raise OSError("no space left")
