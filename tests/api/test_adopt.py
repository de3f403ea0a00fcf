"""Moves of another line or of a what-if game are applied to the game: decided again on its head, until one is
refused."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from api.app import create_app
from api.recording.fork import WhatIf
from api.recording.verify import findings
from tests.api.amends import service_in
from tests.api.client import Client
from tests.api.conftest import action_bodies, begin, record, refused
from tests.api.test_fork import events_of, go_on, make_what_if, served
from tests.tables import WIDEST, Table, recorded

if TYPE_CHECKING:
    from pathlib import Path

    from tests.api.client import Answer

AT = 30


def adopt(client: Client, of: str, version: int | None = None, **body: Any) -> Answer:
    """Apply moves, at the newest version unless another is given; `dry_run` and `viewer` are sent in the query."""
    query = {name: body.pop(name) for name in ("dry_run", "viewer") if name in body}
    headers = body.pop("headers", {})
    seen = client.get(f"/v1/games/{of}").json["version"] if version is None else version
    return client.post(
        f"/v1/games/{of}/adopt", json=body, query_string=query, headers={"If-Match": f'"{seen}"', **headers}
    )


def board(client: Client, game: str, at: int | str = "head") -> Any:
    return client.get(f"/v1/games/{game}/board", query_string={"at": at}).json["board"]


@pytest.fixture
def undone_game(client: Client) -> str:
    """A game of 41 versions that was undone to version 30."""
    game = record(client, count=40)
    assert client.post(f"/v1/games/{game}/undo", json={"to": str(AT)}).status_code == 201
    return game


def test_an_undone_line_is_applied_with_its_outcomes(client: Client, undone_game: str) -> None:
    """The moves are those that an undo or a correction left.

    A dry run gives the same answer, and an undo undoes them.
    """
    before = board(client, undone_game, 41)
    planned = adopt(client, undone_game, line=41, dry_run=1)
    assert planned.status_code == 200
    assert client.get(f"/v1/games/{undone_game}").json["version"] == 42
    done = adopt(client, undone_game, line=41)
    assert done.status_code == 201
    assert {**planned.json, "version": 53} == done.json
    assert (done.json["kept"], done.json["changed"], done.json["dropped"], done.json["stopped"]) == (11, [], [], None)
    assert (done.json["line"], done.json["head"], done.json["parts_at"]) == (43, 53, AT)
    assert board(client, undone_game) == before
    outcomes = {event["version"]: event["outcomes"] for event in events_of(client, undone_game)}
    assert [outcomes[version] for version in range(43, 54)] == [outcomes[version] for version in range(31, 42)]
    assert client.post(f"/v1/games/{undone_game}/undo", json={"to": str(AT)}).status_code == 201
    assert board(client, undone_game) == board(client, undone_game, AT)


def test_a_part_of_a_line_is_applied(client: Client, undone_game: str) -> None:
    """`after` says from which version on, and `to` up to which one."""
    one = adopt(client, undone_game, line=41, to=35).json
    assert (one["kept"], one["dropped"], one["head"]) == (5, [], 47)
    assert board(client, undone_game) == board(client, undone_game, 35)
    other = adopt(client, undone_game, line=41, after=35).json
    assert (other["kept"], other["stopped"]) == (6, None)
    assert board(client, undone_game) == board(client, undone_game, 41)


def test_moves_of_a_what_if_are_applied_without_outcomes(client: Client) -> None:
    """Nobody at the table has rolled yet: the moves stop where an outcome is needed, and the answer says which."""
    bodies = action_bodies()
    asks = next(index for index in range(20, 60) if bodies[index]["outcomes"] and not bodies[index - 1]["outcomes"])
    game = record(client, count=asks - 1)
    tried = make_what_if(client, game)["id"]
    assert client.post(f"/v1/games/{tried}/actions", json=bodies[asks - 1 : asks + 3]).status_code == 201
    planned = adopt(client, game, game=tried, dry_run=1).json
    done = adopt(client, game, game=tried).json
    assert {**planned, "version": done["version"]} == done
    assert (done["kept"], done["head"]) == (1, asks + 1)
    assert done["dropped"] == [asks + 2, asks + 3, asks + 4]
    assert (done["stopped"]["version"], done["stopped"]["why"]) == (asks + 2, "chance_needed")
    assert done["stopped"]["chance_needed"]["index"] == 0
    assert board(client, game) == board(client, tried, asks + 1)
    problem = refused(adopt(client, game, game=tried, after=asks + 1), 422, "chance-needed")
    assert problem["errors"][0]["pointer"] == "/after"
    assert client.get(f"/v1/games/{game}").json["version"] == done["version"]


def test_moves_that_are_sent_twice_are_applied_once(client: Client, undone_game: str) -> None:
    key = {"headers": {"Idempotency-Key": "k1"}}
    one, two = (adopt(client, undone_game, 42, line=41, **key) for _ in range(2))
    assert one.json == two.json
    assert client.get(f"/v1/games/{undone_game}").json["version"] == 53
    refused(adopt(client, undone_game, 42, line=41, to=35, **key), 422, "idempotency-key-reused")


def test_moves_that_cannot_be_applied(client: Client, undone_game: str) -> None:
    """Each problem names its parameter, and nothing is stored."""
    tried, other = make_what_if(client, undone_game)["id"], record(client, count=5)
    places: list[tuple[dict[str, Any], str]] = [
        ({"line": 999}, "/line"),
        ({"line": 41, "after": 12}, "/after"),
        ({"line": 41, "after": 41}, "/after"),
        ({"line": 41, "to": 42}, "/to"),
        ({"game": other}, "/game"),
        ({"game": undone_game}, "/game"),
        ({"game": "019a9d3e-7c1a-7b4e-9f1d-2f6f8c0d5a11"}, "/game"),
        ({"game": tried}, "/after"),
        ({"game": tried, "after": 3}, "/after"),
        ({"game": tried, "to": 99}, "/to"),
    ]
    for body, pointer in places:
        problem = refused(adopt(client, undone_game, **body), 422, "adopt-refused")
        assert problem["errors"][0]["pointer"] == pointer, body
    assert refused(adopt(client, other, line=3), 422, "adopt-refused")["errors"][0]["pointer"] == "/line"
    for body in ({}, {"line": 41, "game": tried}, {"line": "x"}):
        refused(adopt(client, undone_game, **body), 422, "invalid-request")
    refused(adopt(client, undone_game, 41, line=41), 412, "stale-version")
    refused(adopt(client, undone_game, line=41, viewer="1"), 403, "table-only")
    refused(client.post(f"/v1/games/{undone_game}/adopt", json={"line": 41}), 428, "version-needed")
    refused(adopt(client, "019a9d3e-7c1a-7b4e-9f1d-2f6f8c0d5a11", 1, line=41), 404, "unknown-game")
    assert client.get(f"/v1/games/{undone_game}").json["version"] == 42


def test_the_service_rolls_again_for_applied_moves(client: Client) -> None:
    """A dry run does not know the dice: it stops where one is needed.

    The answer has the board as the viewer sees it.
    """
    game = begin(client, chance="server", outcomes=[])
    tried = make_what_if(client, game, viewer="1", chance="server")["id"]
    for _ in range(12):
        seat = client.get(f"/v1/games/{tried}").json["waiting_for"][0]
        legal = client.get(f"/v1/games/{tried}/legal-actions?seat={seat}").json["items"]
        body = {"seat": legal[0]["seat"], "action": legal[0]["action"]}
        answer = client.post(f"/v1/games/{tried}/actions", json=body)
        assert answer.status_code == 201, answer.json
    planned = adopt(client, game, game=tried, dry_run=1, viewer="1").json
    done = adopt(client, game, game=tried, viewer="1").json
    assert planned["kept"] > 0
    assert done["kept"] > 0
    assert planned["stopped"]["board"]["sides"][1]["drafted"] == ["?1"]  # what the other seat would pick is not dealt
    if done["stopped"]:
        assert done["stopped"]["board"] == client.get(f"/v1/games/{game}/board?viewer=1").json["board"]
    refused(adopt(client, game, game=tried, viewer="table"), 403, "hidden-while-running")


@pytest.mark.parametrize("table", WIDEST, ids=str)
def test_applied_moves_pass_verification_in_every_game(tmp_path: Path, table: Table) -> None:
    """All moves of a line can be applied, and lead to its board; of a what-if of a game that the service deals, as many
    as are legal."""
    with service_in(tmp_path) as service:
        game = recorded(service, table, most=40)
        client, library, head = Client(create_app(service)), service.library, game.summary.head
        service.recorder.undo(game.id, to="12")
        done = adopt(client, str(game.id), line=head)
        assert (done.status_code, done.json["kept"], done.json["stopped"]) == (201, head - 12, None)
        now = library.game(game.id)
        assert library.board(now, now.summary.head) == library.board(now, head)
        assert not list(findings(library, game.id, re_decide=True))
        dealt = served(service, table, 20)
        if dealt.summary.status == "running":
            copy = service.recorder.fork(dealt.id, WhatIf(at="head", viewer=1)).game
            copy = go_on(service, copy, service.rulesets[table.ruleset], Random(7), 10)
            answer = adopt(client, str(dealt.id), game=str(copy.id), viewer="1")
            assert answer.status_code in (201, 422)
            assert not list(findings(library, dealt.id, re_decide=True))


def test_a_dry_run_of_a_line_reveals_nothing_hidden_from_its_viewer(client: Client) -> None:
    """What another seat chose in secret before an undo stays secret.

    Broken once: the stored action was decided on the seat's board, which then showed it.
    """
    game = begin(client, chance="server", outcomes=[], undo="free")
    for seat in (1, 2):
        legal = client.get(f"/v1/games/{game}/legal-actions?seat={seat}").json["items"]
        body = {"seat": seat, "action": legal[0]["action"]}
        assert client.post(f"/v1/games/{game}/actions", json=body).status_code == 201
    (hidden,) = {value for name, value in legal[0]["action"].items() if name != "type"}
    client.post(f"/v1/games/{game}/undo", json={"to": "1"})
    planned = adopt(client, game, line=3, dry_run=1, viewer="1")
    assert planned.json["kept"] >= 1
    assert hidden not in planned.text
    assert hidden not in adopt(client, game, line=3, viewer="1").text
