"""What statistics say is in the log: counted from its JSON, past rulesets and facts."""

from __future__ import annotations

import json
import sqlite3
from typing import TYPE_CHECKING

import pytest

from analytics import JOBS
from api.service import installed_rulesets
from tests.statistics import logs
from tests.statistics.histories import History, history

if TYPE_CHECKING:
    from pathlib import Path

RULESETS = sorted(installed_rulesets())


@pytest.fixture(scope="module", params=RULESETS)
def played(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> History:
    """A game of each number of seats, and of some a second."""
    return history(request.param, 3, tmp_path_factory.mktemp("histories"))


def test_statistics_say_what_is_in_the_log(played: History) -> None:
    """Each that can be counted from the log alone says the same."""
    counted = logs.COUNTED.keys() & JOBS.keys()
    assert {"action_mix", "opening_tree", "win_rate_by_seat"} <= counted
    for job in counted:
        compared = logs.compare(job, played)
        assert compared.rows, job
        assert compared.faults == [], job


def test_a_log_that_says_something_else_is_found_out(played: History, monkeypatch: pytest.MonkeyPatch) -> None:
    """One decision more than the lake has, and shares and counts differ."""
    games = list(logs.read(played.folder / "log.sqlite3"))
    more = games[0]._replace(decided=(*games[0].decided, games[0].decided[0]))
    monkeypatch.setattr(logs, "read", lambda _log: iter([more, *games[1:]]))
    assert logs.compare("action_mix", played).faults


def test_what_was_undone_is_not_on_the_line(tmp_path: Path) -> None:
    """Event 3 is taken back by event 4, to version 2; event 5 builds on that."""
    log = tmp_path / "log.sqlite3"
    with sqlite3.connect(log) as db:
        db.execute("CREATE TABLE games (id, head, result, status, archived, count_in_statistics, forked_from, tainted)")
        db.execute("CREATE TABLE events (game_id, version, parent, kind, seat, action)")
        row = ("finished", 0, 1, None, 0)
        db.execute("INSERT INTO games VALUES (1, 5, ?, ?, ?, ?, ?, ?)", ('{"winners":[2],"reason":"done"}', *row))
        db.execute("INSERT INTO games VALUES (2, 1, null, 'running', 0, 1, null, 0)")
        start = {"type": "Start", "seats": 2, "options": {"easy": True, "map": "river"}}
        played = [
            (1, 0, "start", None, start),
            (2, 1, "play", 1, {"type": "Dig"}),
            (3, 2, "play", 2, {"type": "Sell"}),
            (4, 2, "undo", None, {"type": "Undo"}),
            (5, 2, "play", 2, {"type": "Wait"}),
        ]
        rows = [(1, *event[:4], json.dumps(event[4])) for event in played]
        db.executemany("INSERT INTO events VALUES (?, ?, ?, ?, ?, ?)", rows)
    (game,) = logs.read(log)
    assert game == logs.Logged(2, "easy=true map=river", (2,), (logs.Decided(1, "Dig"), logs.Decided(2, "Wait")))
    assert game.share(2) == 1
    assert game.lines(1) == {1: ("Dig",), 2: ("Wait",)}
