"""A damaged game is answered with a problem at once; all other games still work.

Damage is written over the row of a game or over its events.
"""

from __future__ import annotations

import logging
import re
import signal
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from shutil import copyfile
from types import FrameType
from typing import Any, NamedTuple
from uuid import UUID

import pytest
from click.testing import CliRunner
from msgspec import json

from api.app import create_app
from api.cli import tabletale
from api.recording.recorder import Recorder
from api.service import Service
from api.settings import Settings
from events import Damaged, LogFault, Store
from events.verify import Verification
from projections import Library
from rulesets.heros_crossing_tactics import RULESET
from tests.api.client import Answer, Client
from tests.api.conftest import TACTICS, CheckedClient
from tests.events.build import HUGE, IMPOSSIBLE, MISTYPED, mistype_row
from tests.forms import either
from tests.projections.conftest import new_game, play
from tests.waiting import LIMIT

CLAIMS: list[tuple[str, Any]] = [
    ("status", "finished"),
    ("status", "abandoned"),
    ("head", "marker"),
    ("tip", 2),
    ("tip", "marker"),
    ("version", 20),
    ("chance", "table"),
    ("undo", "own_turn"),
    ("component_set", "0" * 64),
    ("ruleset", "heros_crossing"),
]
"""What a row can say, and what the game's events deny; `marker` stands for the version of an undo."""

BROKEN: list[tuple[int, str, Any]] = [
    (1, "parent", 1),
    (1, "kind", "undo"),
    (1, "action", "{}"),
    (5, "parent", 5),
    (5, "parent", 9),
    (5, "parent", HUGE),
    (5, "parent", 0),
    (5, "parent", -3),
    (5, "kind", "undo"),
    (5, "parent", "x"),
    (5, "effects", '[{"type":"Nothing"}]'),
    (5, "effects", "["),
    (5, "effects", []),
    (5, "version", 5_000),
]
"""Damage to events: version, column, value."""


class Log(NamedTuple):
    """A log file with four games of two seats; the server rolls in all."""

    path: Path
    game: UUID
    """A running game with an undo."""
    undo: int
    """The version of that undo."""
    key: str
    """The key that its rolls are made from, in hex."""
    others: tuple[UUID, ...]
    """Newest first: one runs, two are finished."""


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Log:
    path = tmp_path_factory.mktemp("recorded") / "log.db"
    with Store.open(f"sqlite:///{path}", synchronous="NORMAL") as store:
        recorder = Recorder(store, Library(store, {RULESET.name: RULESET}))
        others = [play(recorder, new_game(recorder), 5_000) for _ in range(2)]
        assert {game.summary.status for game in others} == {"finished"}
        game = recorder.undo(play(recorder, new_game(recorder), 24).id, to="-2").game
        undo = game.version
        game = play(recorder, game, 4, seed=2)
        others.append(play(recorder, new_game(recorder), 9))
        key = store.secret_key(game.id)
        assert key
    return Log(path, game.id, undo, key.hex(), tuple(other.id for other in reversed(others)))


@pytest.fixture
def log(recorded: Log, tmp_path: Path) -> Log:
    return recorded._replace(path=Path(copyfile(recorded.path, tmp_path / "log.db")))


@contextmanager
def with_deadline() -> Iterator[None]:
    """Fail if the code inside does not end."""

    def stop(_signal: int, _frame: FrameType | None) -> None:
        raise TimeoutError("no answer came")

    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(round(LIMIT))
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


class ClientWithDeadline(CheckedClient):
    """A client that fails if an answer takes too long."""

    def open(self, *args: Any, **kwargs: Any) -> Answer:
        with with_deadline():
            return super().open(*args, **kwargs)


@contextmanager
def served(log: Log) -> Iterator[Client]:
    """A service that has just started."""
    settings = Settings.read({}, database_url=f"sqlite:///{log.path}", lake=str(log.path.parent / "lake"))
    with Store.open(settings.database_url, synchronous="NORMAL") as store:
        yield ClientWithDeadline(create_app(Service.over(store, settings, {RULESET.name: RULESET})))


def damage_event(log: Log, version: int, column: str, value: object) -> None:
    """Write a value over a column of an event, as the owner of the file can."""
    with closing(sqlite3.connect(log.path)) as database, database:
        database.execute("PRAGMA writable_schema = ON")
        for word in ("NOT NULL", ",\n STRICT"):
            database.execute("UPDATE sqlite_master SET sql = replace(sql, ?, '') WHERE name = 'events'", [word])
        database.execute("UPDATE sqlite_master SET sql = replace(sql, ') AND', ') OR 1 AND') WHERE name = 'events'")
    with closing(sqlite3.connect(log.path)) as database, database:
        for (trigger,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            database.execute(f"DROP TRIGGER {trigger}")
        database.execute("PRAGMA ignore_check_constraints = ON")
        written = "cast(x'ff' AS TEXT)" if value == [] else "?"
        values = [] if value == [] else [value]
        where = "game_id = ? AND version = ?"
        database.execute(f"UPDATE events SET {column} = {written} WHERE {where}", [*values, log.game.bytes, version])


def answers(client: Client, game: UUID, viewer: str) -> dict[str, Answer]:
    """The answers of every address of a game."""
    url = f"/v1/games/{game}"
    at = [f"{path}?at={at}&viewer={viewer}" for path in ("/board", "/board.svg") for at in ("head", "1", "5", "turn:1")]
    looked = ["", *at, f"/legal-actions?seat=1&viewer={viewer}", f"/timeline?viewer={viewer}"]
    looked += [f"/events?viewer={viewer}", f"/events?viewer={viewer}&line=3", f"/timeline?viewer={viewer}&line=4"]
    found = {path: client.get(f"{url}{path}") for path in looked}
    for verb in ("undo", "redo"):
        found[verb] = client.post(f"{url}/{verb}?viewer={viewer}", json={"to": "2"})
    action = {"seat": 1, "action": {"type": "Pass"}}
    for query in ("", "&dry_run=1"):
        found[f"actions{query}"] = client.post(f"{url}/actions?viewer={viewer}{query}", json=action)
    found["patch"] = client.patch(url, json={"place": "Kiel"})
    found["page"] = client.get(f"/games/{game}?viewer={viewer}")
    found["step"] = client.get(f"/games/{game}/step?viewer={viewer}&v=5")
    return found


def assert_damaged(log: Log, *, everywhere: bool = True) -> None:
    """Assert that every address of the game answers with the problem and reveals nothing, and that other games work."""
    with served(log) as client:
        for viewer in ("spectator", "1", "table"):
            for path, answer in answers(client, log.game, viewer).items():
                assert answer.status_code == 503 or not everywhere, (path, answer.data[:300])
                assert answer.status_code < 500 or answer.status_code == 503, (path, answer.data[:300])
                if answer.status_code == 503:
                    assert "Retry-After" not in answer.headers
                    assert b"/problems/damaged-data" in answer.data or answer.mimetype == "text/html"
                assert log.key.encode() not in answer.data
        assert client.get(f"/v1/games/{log.game}/export?viewer=spectator").status_code in (403, 503)
        assert_others(client, log)


def assert_others(client: Client, log: Log) -> None:
    listed = [game["id"] for game in client.get("/v1/games").json["items"]]
    assert [game for game in listed if game != str(log.game)] == [str(other) for other in log.others]
    assert client.get("/").status_code == 200
    for other in log.others:
        assert client.get(f"/v1/games/{other}/board?viewer=spectator").status_code == 200
    counted = client.get(f"/v1/statistics/win_rate_by_seat?ruleset={TACTICS}&min_n=1").json
    assert [row["n"] for row in counted["rows"]] == [2, 2]


SOME = IMPOSSIBLE + either(MISTYPED[::2], MISTYPED)


@pytest.mark.parametrize(("column", "value"), [case for case in SOME if case[0] != "id"])
def test_an_impossible_row_is_answered_as_damaged(log: Log, column: str, value: object) -> None:
    """For any value, every answer comes at once, and lists and statistics still work."""
    mistype_row(log.path, log.game, column, value)
    assert_damaged(log)


@pytest.mark.parametrize(("column", "value"), CLAIMS)
def test_a_row_that_contradicts_its_events_reveals_nothing(log: Log, column: str, value: object) -> None:
    """The events decide whether a game is over, who plays, and where the head can be: no key and no card is revealed
    early."""
    mistype_row(log.path, log.game, column, log.undo if value == "marker" else value)
    if column == "ruleset":
        with served(log) as client:
            assert client.get(f"/v1/games/{log.game}/board").status_code == 503
            return
    assert_damaged(log)


@pytest.mark.parametrize("status", ["finished", "abandoned"])
def test_a_repeated_request_reveals_nothing_if_only_the_row_says_that_the_game_is_over(log: Log, status: str) -> None:
    """Neither does the first answer to the request, which is sent again."""
    body = {"ruleset": TACTICS, "seats": [{}, {}], "chance": "server"}
    with served(log) as client:
        begun = client.post("/v1/games", json=body, headers={"Idempotency-Key": "k"}).json
        assert "chance_proof" not in begun
        mistype_row(log.path, UUID(begun["id"]), "status", status)
        answer = client.post("/v1/games", json=body, headers={"Idempotency-Key": "k"})
    assert answer.status_code == 503
    assert b"chance_proof" not in answer.data


def test_a_finished_game_with_a_row_that_says_running_cannot_be_continued(log: Log) -> None:
    """Its key was shown, so a player who undoes moves would know all later rolls."""
    over = log.others[-1]
    mistype_row(log.path, over, "status", "running")
    with served(log) as client:
        answer = client.post(f"/v1/games/{over}/undo", json={})
        assert answer.status_code == 503
        assert answer.json["type"] == "/problems/damaged-data"
        assert str(over) in answer.json["detail"]


@pytest.mark.parametrize(("version", "column", "value"), BROKEN)
def test_impossible_events_are_answered_as_damaged(log: Log, version: int, column: str, value: object) -> None:
    """A cycle, a parent with a higher version, or invalid effects: no code loops for ever."""
    damage_event(log, version, column, value)
    assert_damaged(log, everywhere=False)
    with served(log) as client:
        answer = client.get(f"/v1/games/{log.game}/board")
        assert (answer.status_code, answer.json["type"]) == (503, "/problems/damaged-data")


def test_damage_is_logged(log: Log, caplog: pytest.LogCaptureFixture) -> None:
    mistype_row(log.path, log.game, "head", 99_999)
    with served(log) as client, caplog.at_level(logging.ERROR, "tabletale"):
        client.get(f"/v1/games/{log.game}/board")
        assert f"Game {log.game} cannot be read" in caplog.text
        caplog.clear()
        client.get("/v1/games")
        assert f"Left out of a list: Game {log.game}" in caplog.text


@pytest.mark.parametrize(
    ("column", "value"), [*CLAIMS, *IMPOSSIBLE[:4], ("standing", "[["), ("turn", []), ("version", "x"), ("head", None)]
)
def test_verify_names_a_game_whose_row_is_impossible_and_continues(log: Log, column: str, value: object) -> None:
    mistype_row(log.path, log.game, column, log.undo if value == "marker" else value)
    kinds = verified(log)
    assert kinds <= {"row", "chain"} or (column == "ruleset" and kinds <= {"row", "board"})


@pytest.mark.parametrize(("version", "column", "value"), BROKEN)
def test_verify_names_a_game_whose_events_are_impossible_and_continues(
    log: Log, version: int, column: str, value: object
) -> None:
    damage_event(log, version, column, value)
    assert verified(log) == {"chain"}


def test_verify_names_a_game_whose_row_lost_its_id(log: Log) -> None:
    mistype_row(log.path, log.game, "id", b"short")
    result = CliRunner().invoke(tabletale, ["verify", "--database", f"sqlite:///{log.path}"])
    assert result.exit_code == 1
    assert re.search(rf"game {log.game}  version \d+: the row of the game is missing", result.stdout)
    assert "stored under b'short', which is not an id" in result.stdout


def test_verify_prints_its_findings_if_the_whole_log_cannot_be_checked(
    log: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    mistype_row(log.path, log.game, "tip", 2)

    def faults(_: Verification) -> Iterator[LogFault]:
        raise Damaged("The log", "database disk image is malformed")

    monkeypatch.setattr(Verification, "faults", faults)
    result = CliRunner().invoke(tabletale, ["verify", "--database", f"sqlite:///{log.path}"])
    assert result.exit_code == 1
    assert result.stdout.startswith(f"row  game {log.game}")
    assert "The log cannot be read: database disk image is malformed." in result.stderr


def verified(log: Log) -> set[str]:
    """The kinds of the findings, all of which are about the damaged game."""
    with with_deadline():
        result = CliRunner().invoke(tabletale, ["verify", "--json", "--database", f"sqlite:///{log.path}"])
    assert result.exit_code == 1
    assert "restore a backup" in result.stderr
    report = json.decode(result.stdout)
    assert report["games"] == 4
    assert {finding["game"] for finding in report["findings"]} == {str(log.game)}
    return {finding["kind"] for finding in report["findings"]}
