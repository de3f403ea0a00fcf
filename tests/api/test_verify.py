"""`verify` computes the row of a game from its events, on both databases, and names each column that differs."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any
from uuid import UUID

import pytest
from sqlalchemy import Connection

from api.app import create_app
from api.recording import line
from api.recording.finding import Finding
from api.recording.fork import WhatIf
from api.recording.shape import Shape
from api.recording.verify import all_findings, findings
from api.service import Service, installed_rulesets
from api.settings import Settings
from events import Event, Game, Store
from rulesets.card_tactics import RULESET as OTHER
from rulesets.heros_crossing_tactics import RULESET
from tests.api.client import Client
from tests.api.conftest import action_bodies, record
from tests.api.test_fork import go_on
from tests.events.build import tamper
from tests.projections.conftest import new_game, play
from tests.tables import WIDEST, Table, recorded

ORIGIN = UUID(int=5)

CHANGED: list[tuple[str, Any]] = [
    ("head", 3),
    ("tip", 3),
    ("status", "finished"),
    ("round", 77),
    ("turn", 77),
    ("waiting_for", "[]"),
    ("standing", "[[1,77],[2,6]]"),
    ("result", '{"winners":[1],"reason":"rounds"}'),
    ("tainted", True),
    ("finished_at", 7),
    ("ruleset_version", 77),
    ("chance", "table"),
    ("undo", "own_turn"),
    ("created_at", 7),
    ("forked_from", ORIGIN),
    ("version", 9),
    ("last_hash", b"\x07" * 32),
]
"""Columns of a row, each with a value that is valid but wrong."""


@pytest.fixture(params=["sqlite", "postgresql"])
def service(request: pytest.FixtureRequest, settings: Settings) -> Iterator[Service]:
    """A service of two rulesets over an empty log on each database in turn."""
    sqlite = request.param == "sqlite"
    url = settings.database_url if sqlite else request.getfixturevalue("postgresql_url")
    with Store.open(url, synchronous="NORMAL") as store:
        yield Service.over(store, settings, {RULESET.name: RULESET, OTHER.name: OTHER})


def running_game(service: Service) -> Game:
    """A game that the service rolls for, with an undone line and a redo."""
    recorder = service.recorder
    game = recorder.undo(play(recorder, new_game(recorder), 20).id, to="-6").game
    game = recorder.redo(game.id, to=str(game.summary.head + 2)).game
    return play(recorder, game, 4, seed=3)


def verify_all(service: Service, **part: Any) -> list[Finding]:
    return list(all_findings(service.library, service.store.verification(**part)))


def column_of(game: Game, column: str) -> Any:
    """A column as `verify` prints it."""
    found = getattr(game.summary, column) if column in game.summary.__struct_fields__ else getattr(game, column)
    if column in ("waiting_for", "standing"):
        return RULESET.encode(found)
    return found.hex() if isinstance(found, bytes) else found


@pytest.mark.parametrize(("column", "value"), CHANGED)
def test_a_changed_column_of_a_row_is_named_with_both_values(service: Service, column: str, value: Any) -> None:
    """Every column that depends on events is computed again: only the changed one is named.

    Broken by leaving a column out of what is compared.
    """
    play(service.recorder, new_game(service.recorder), 5)
    game = running_game(service)
    assert verify_all(service) == []
    tamper(service.store, f"update games set {column} = :value where id = :id", value=value, id=game.id)
    stored = value.hex() if isinstance(value, bytes) else str(value) if isinstance(value, UUID) else value
    (found,) = verify_all(service)
    assert (found.kind, found.game, found.column) == ("row", game.id, column)
    assert (found.stored, found.worked_out) == (stored, column_of(game, column))
    assert f"games.{column} is {found.stored!r}, but the events lead to {found.worked_out!r}" in found.detail
    assert list(findings(service.library, game.id)) == [found]


@pytest.mark.parametrize("column", ["finished_at", "result", "status"])
def test_the_end_of_a_game_is_computed_from_its_events(service: Service, column: str) -> None:
    """Broken by leaving `finished_at` out, and by overwriting it with each append after which the game is over."""
    game = play(service.recorder, new_game(service.recorder), 5_000)
    assert game.summary.status == "finished"
    assert verify_all(service) == []
    value = {"finished_at": game.created_at, "result": '{"winners":[],"reason":null}', "status": "running"}[column]
    tamper(service.store, f"update games set {column} = :value where id = :id", value=value, id=game.id)
    assert [(found.column, found.stored) for found in verify_all(service)] == [(column, value)]


def test_another_ruleset_or_component_set_is_named(service: Service) -> None:
    """The first event names the set, and its effects belong to one ruleset. Broken by trusting the row's ruleset."""
    game = running_game(service)
    store = service.store
    other = store.put_component_set(RULESET.name, "another", "{}", "{}")
    store.put_component_set(OTHER.name, "the same", RULESET.starter, RULESET.starter_document)
    for column, value, was in (
        ("component_set", other, game.component_set),
        ("ruleset", OTHER.name, RULESET.name),
    ):
        tamper(store, f"update games set {column} = :value where id = :id", value=value, id=game.id)
        (found,) = verify_all(service)
        assert (found.kind, found.column, found.stored, found.worked_out) == ("row", column, value, was)
        tamper(store, f"update games set {column} = :value where id = :id", value=was, id=game.id)
    assert verify_all(service) == []


def test_seats_and_key_must_match_the_first_event(service: Service) -> None:
    """The key itself is not printed. Broken by leaving out each of the two comparisons."""
    game = running_game(service)
    store = service.store
    tamper(store, "delete from seats where game_id = :id and seat = 2", id=game.id)
    found = {finding.column for finding in verify_all(service)}
    assert "seats" in found
    tamper(store, "insert into seats (game_id, seat) values (:id, 2)", id=game.id)
    assert verify_all(service) == []
    for statement in (
        "update chance_keys set key = :key where game_id = :id",
        "delete from chance_keys where key = :key and game_id = :id",
    ):
        tamper(store, statement, id=game.id, key=b"K" * 32)
        (finding,) = verify_all(service)
        assert (finding.kind, finding.game) == ("beside", game.id)
        assert "was promised" in finding.detail
        assert "K" * 32 not in finding.detail
        assert (b"K" * 32).hex() not in finding.detail


def test_board_hashes_are_required_every_50_events_and_at_the_end(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Broken by comparing only the hashes that there are."""
    with monkeypatch.context() as patch:
        patch.setattr(line, "HASH_EVERY", 10**9)
        game = play(service.recorder, new_game(service.recorder), 70)
    assert [(found.kind, found.version) for found in verify_all(service)] == [("board", 50)]
    assert all(found.game == game.id for found in verify_all(service))


def test_a_corrected_game_passes_verification(service: Service) -> None:
    """A correction that only removes the last action moves the tip, and is stored as an undo is."""
    client = Client(create_app(service))
    game = record(client)
    for _ in range(2):
        seen = client.get(f"/v1/games/{game}").json
        body = {"changes": [{"version": seen["head"], "drop": True}]}
        answer = client.post(f"/v1/games/{game}/amend", json=body, headers={"If-Match": f'"{seen["version"]}"'})
        assert answer.status_code == 201, answer.json
        assert verify_all(service) == []
    assert client.post(f"/v1/games/{game}/actions", json=action_bodies()[-2:]).status_code == 201
    assert verify_all(service) == []


def test_finished_at_is_the_time_of_the_append_that_ended_the_game() -> None:
    """If its end is undone and played again in one append, as a correction does, the time stays; in two appends it
    changes."""
    for times, finished_at in (((1, 2, 5, 5), 2), ((1, 2, 5, 6), 6), ((1, 2, 5, 5, 7), None)):
        shape = Shape()
        shape.play(0, times[0], over=False, adjust=False)
        shape.play(1, times[1], over=True, adjust=False)
        shape.mark(b"undo", 1, times[2])
        shape.play(1, times[3], over=True, adjust=True)
        for time in times[4:]:
            shape.mark(b"undo", 1, time)
        shape.end_append()
        assert shape.finished_at == finished_at
        assert shape.path(4) == [range(1, 2), range(4, 5)]


@pytest.mark.parametrize("table", WIDEST, ids=str)
def test_games_of_every_ruleset_pass_verification(settings: Settings, table: Table) -> None:
    """With undo, redo and a what-if. Broken by folding a new line on the board of the line before it."""
    with Store.open(settings.database_url, synchronous="NORMAL") as store:
        service = Service.over(store, settings, installed_rulesets())
        game = recorded(service, table, most=60)
        recorder, rng = service.recorder, Random(1)
        for _ in range(6):
            game = recorder.undo(game.id, to=f"-{rng.randint(1, 4)}").game
            if rng.random() < 0.5:
                game = recorder.redo(game.id, to=str(game.summary.tip)).game
            game = go_on(service, game, service.rulesets[table.ruleset], rng, 2)
        recorder.fork(game.id, WhatIf(at="head", viewer=1))
        assert verify_all(service) == []


def test_a_wrong_status_is_the_only_finding(service: Service) -> None:
    """The spectator's board, and the columns made from it, are computed with the right status."""
    game = running_game(service)
    tamper(service.store, "update games set status = 'abandoned' where id = :id", id=game.id)
    assert [found.column for found in verify_all(service)] == ["status"]


def test_followers_are_checked_at_the_end(service: Service) -> None:
    """A game that a follower could not read is no damage; a checkpoint that does not fit this log is."""
    game = play(service.recorder, new_game(service.recorder), 3)

    def unreadable(_connection: Connection, _build: int, event: Event) -> None:
        if event.version == 2:
            raise ValueError("too new")

    service.store.follower("count", unreadable).catch_up()
    (found,) = all_findings(service.library, service.store.verification())
    assert (found.kind, found.game, found.version, found.is_damage) == ("quarantined", game.id, 2, False)
    assert found.detail == "follower 'count' cannot read this event: ValueError: too new"
    assert list(findings(service.library, game.id)) == []
    tamper(service.store, "update followers set position = position + 1")
    (stray, _) = all_findings(service.library, service.store.verification())
    assert (stray.kind, stray.is_damage) == ("follower", True)
    assert "the log ends before that" in stray.detail
