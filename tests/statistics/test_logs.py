"""What statistics say is in the log: counted from its JSON, past rulesets and facts."""

from __future__ import annotations

import json
import shutil
import sqlite3
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING
from uuid import UUID

import pytest
from msgspec.json import decode

from analytics import export
from api.recording.adjust import Adjustment
from api.recording.decide import Entry
from api.service import installed_rulesets
from rulesets.kit.errors import KitError
from rulesets.kit.outcomes import Outcome
from tests.adjusting import offered
from tests.statistics import logs
from tests.statistics.counts import half, undo_and_mistakes
from tests.statistics.histories import History, history
from tests.statistics.logged import Decided, read
from tests.statistics.wording import CARDS

if TYPE_CHECKING:
    from pathlib import Path

    from api.service import Service
    from events import Game
    from tests.statistics.logged import Log

RULESETS = sorted(installed_rulesets().keys() & CARDS.keys())
"""Games whose decisions name cards: on a sheet, they name nothing but what points are for."""


@pytest.fixture(scope="module", params=RULESETS)
def played(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> History:
    """A game of each number of seats, and of some a second."""
    return history(request.param, 3, tmp_path_factory.mktemp("histories"))


@pytest.fixture(scope="module")
def log(played: History) -> Log:
    return logs.log_of(played)


def test_statistics_say_what_is_in_the_log(played: History, log: Log) -> None:
    """Each that can be counted from the log alone says the same."""
    for counted in logs.COUNTED:
        compared = logs.compare(counted, played, log)
        assert compared.rows, counted
        assert compared.faults == [], counted


def test_a_log_that_says_something_else_is_found_out(played: History, log: Log) -> None:
    """Of one game there is a decision more than in the lake: each statistic of it says something else."""
    first, *others = log.games
    last = first.plays[-1]
    again = last._replace(version=first.head + 1, parent=first.head)
    twice = replace(first, events=first.events | {again.version: again}, head=again.version)
    assert len(twice.decided) == len(first.decided) + 1
    changed = log._replace(games=[twice, *others])
    for counted in logs.COUNTED:
        if counted.job in ("action_mix", "amounts", "ngrams", "time_per_decision", "undo_and_mistakes"):
            assert logs.compare(counted, played, changed).faults, counted


@pytest.mark.parametrize("played", [name for name in RULESETS if installed_rulesets()[name].adjustable], indirect=True)
def test_adjusted_games_count_where_the_filter_includes_them(played: History, tmp_path: Path) -> None:
    """Of each, the last action was taken back, the board adjusted, and the game played to its end again."""
    changed = History(played.ruleset, shutil.copytree(played.folder, tmp_path / "changed"))
    with changed.opened() as service:
        adjusted = [adjust(service, game) for game in service.store.games() if game.summary.result]
        export(service.store, service.rulesets, changed.lake)
    without, log = logs.log_of(changed), logs.log_of(changed, adjusted=True)
    assert len(log.games) == len(without.games) + sum(adjusted)
    assert sum(adjusted) > 0
    for counted in logs.COUNTED:
        compared = logs.compare(counted, changed, log, adjusted=True)
        assert compared.rows, counted
        assert compared.faults == [], counted


def adjust(service: Service, game: Game) -> bool:
    """Whether a finished game is adjusted so that its last action ends it again; else it is as it was."""
    recorder, ruleset = service.recorder, service.library.ruleset(game)
    last = next(service.store.events(game.id, game.summary.head, game.summary.head))
    again = Entry(
        seat=last.seat or 0,
        action=ruleset.decode_action(last.action),
        outcomes=decode(last.outcomes, type=list[Outcome]),
    )
    taken_back = recorder.undo(game.id, to=str(last.parent)).game
    for effect in offered(ruleset, service.library.head(taken_back), Random(1)):
        try:
            recorder.adjust(game.id, Adjustment(effects=[effect], reason="forgotten"))
            ended = recorder.act(game.id, [again]).game
        except KitError:
            ended = None
        if ended and ended.summary.result:
            return ended.summary.tainted
        recorder.undo(game.id, to=str(last.parent))
    recorder.undo(game.id, to=str(last.version))
    return False


def test_only_what_lies_in_no_log_is_not_counted() -> None:
    """What is held is known by the rules alone."""
    assert logs.uncounted() == ["territory"]


def test_half_of_games_of_which_some_never_ended() -> None:
    """Of lengths 1, 2, 4 and of one that is at 2 yet: 3 of 4 last longer than 1, 1/2 longer than 2."""
    assert half([1, 2, 4], [2]) == 2
    assert half([3], [4, 6]) is None
    assert half([3, 5], [4]) == 5


def test_what_was_undone_is_not_on_the_line(tmp_path: Path) -> None:
    """Event 3 is taken back by event 4, to version 2; event 5 builds on that."""
    path = tmp_path / "log.sqlite3"
    with sqlite3.connect(path) as db:
        db.execute(
            "CREATE TABLE games (id, head, result, status, archived, count_in_statistics, forked_from, tainted, round, "
            "standing)"
        )
        db.execute(f"CREATE TABLE events (game_id, {', '.join(EVENTS)})")
        db.execute("CREATE TABLE seats (game_id, seat, player)")
        db.execute("INSERT INTO seats VALUES (1, 1, ?), (1, 2, null)", (UUID(int=1).bytes,))
        row = ("finished", 0, 1, None, 0, 3, "[[1,4],[2,7]]")
        db.execute("INSERT INTO games VALUES (1, 5, ?, ?, ?, ?, ?, ?, ?, ?)", ('{"winners":[2],"reason":"done"}', *row))
        db.execute("INSERT INTO games VALUES (2, 1, null, 'running', 0, 1, null, 0, 2, '[]')")
        start = {"type": "Start", "seats": 2, "options": {"easy": True, "map": "river"}}
        played = [
            (1, 0, "start", None, start),
            (2, 1, "play", 1, {"type": "Dig"}),
            (3, 2, "play", 2, {"type": "Sell"}),
            (4, 2, "undo", None, {"type": "Undo"}),
            (5, 2, "play", 2, {"type": "Wait"}),
        ]
        rows = [(1, *event[:4], 60 * event[0], None, json.dumps(event[4]), "[]") for event in played]
        db.executemany("INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", [*rows, (2, *rows[0][1:])])
    log = read(path, "toy", together=False)
    (game,), (unfinished,) = log.games, log.open
    assert (game.seats, game.options, game.winners, game.reason) == (2, "easy=true map=river", (2,), "done")
    assert game.decided == [Decided(1, "Dig"), Decided(2, "Wait")]
    assert [event.at for event in game.line] == [60, 120, 300]
    assert game.share(2) == 1
    assert game.place(1) < game.place(2)
    assert game.players == {1: str(UUID(int=1))}
    assert game.lines(1) == {1: ("Dig",), 2: ("Wait",)}
    assert (unfinished.rounds, unfinished.decided) == (2, [])
    assert undo_and_mistakes(log) == {
        "-": (1, 3, 1, 1, 1 / 3, 1, 1, 0),
        "Dig": (1, 1, 0, 0, 0, None, None, None),
        "Sell": (1, 1, 1, 1, 1, 1, 1, 0),
        "Wait": (1, 1, 0, 0, 0, None, None, None),
    }


EVENTS = ("version", "parent", "kind", "seat", "recorded_at", "occurred_at", "action", "effects")
