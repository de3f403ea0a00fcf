"""Ends that are not in the rulebook: a seat resigns, or the table abandons the game."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import pytest

from analytics import Lake, export
from analytics.excluded import reason_to_exclude
from api.app import create_app
from api.recording.recorder import NewGameRequest
from api.recording.verify import findings
from api.service import Service
from rulesets.heros_crossing_tactics import RULESET
from tests.api.client import Client
from tests.api.conftest import CheckedClient, begin, record, refused
from tests.api.recording import Reader, button
from tests.tables import PLAYERS, WIDEST, Table, played


def a_game(service: Service, table: Table, most: int, **more: Any) -> str:
    """The first actions of a random game; returns its id."""
    game = played(table, 3, most)
    wanted = NewGameRequest(
        ruleset=table.ruleset,
        players=PLAYERS[: table.seats],
        options=game.options,
        outcomes=game.outcomes,
        **more,
    )
    made = service.recorder.create(wanted).game
    return str(service.recorder.act(made.id, game.entries, expected=1).game.id)


def state(client: Client, game: str) -> Any:
    return client.get(f"/v1/games/{game}").json


def test_a_seat_that_resigns_loses(client: CheckedClient, service: Service) -> None:
    """The other seat wins, whoever's turn it is; the game is finished, and counts."""
    game = record(client, count=10)
    answer = client.post(f"/v1/games/{game}/resign", json={"seat": 1})
    assert answer.status_code == 201, answer.json
    (event,) = answer.json["events"]
    assert (event["kind"], event["seat"], event["parent"]) == ("end", 1, 11)
    assert (event["action"], event["text"]) == ({"type": "Resign"}, "Ada resigns.")
    assert (answer.json["status"], answer.json["waiting_for"]) == ("finished", [])
    over = state(client, game)
    assert (over["status"], over["result"]["winners"], over["result"]["reason"]) == ("finished", [2], "resigned")
    assert over["result"]["ranks"] == [{"seat": 1, "rank": 2}, {"seat": 2, "rank": 1}]
    assert over["finished_at"]
    assert reason_to_exclude(service.library.game(UUID(game)), service.rulesets) is None


def test_nobody_wins_an_abandoned_game(client: CheckedClient, service: Service) -> None:
    """Its status says so, and statistics leave it out."""
    game = record(client, count=10)
    answer = client.post(f"/v1/games/{game}/abandon", json={})
    assert answer.status_code == 201, answer.json
    (event,) = answer.json["events"]
    assert (event["kind"], event["seat"], event["action"]) == ("end", None, {"type": "Abandon"})
    assert event["text"] == "The game ends: the table ended it early."
    over = state(client, game)
    assert (over["status"], over["result"]["winners"], over["result"]["reason"]) == ("abandoned", [], "abandoned")
    assert reason_to_exclude(service.library.game(UUID(game)), service.rulesets) == "abandoned"
    assert [each["id"] for each in client.get("/v1/games?status=abandoned").json["items"]] == [game]


@pytest.mark.parametrize("table", WIDEST, ids=str)
@pytest.mark.parametrize("most", [1, 7, 40])
def test_every_game_can_be_ended_at_any_version(full_service: Service, table: Table, most: int) -> None:
    """All pages and answers show the end, `verify` finds nothing, and undo leads back."""
    client, game = CheckedClient(create_app(full_service)), a_game(full_service, table, most)
    before = state(client, game)
    assert client.post(f"/v1/games/{game}/abandon", json={"seat": 2}).status_code == 201
    for path in ("", "/board", "/board.svg", "/events?limit=200", "/timeline", "/choices", "/legal-actions", "/lines"):
        for viewer in ("table", "1", "spectator"):
            between = "&" if "?" in path else "?"
            answer = client.get(
                f"/v1/games/{game}{path}{between}viewer={viewer}" if path != "/lines" else f"/v1/games/{game}/lines"
            )
            assert answer.status_code == 200, (path, answer.data)
    for page in ("", "?viewer=1", "/end", "/record", "/step", "/timeline?round=all"):
        answer = client.get(f"/games/{game}{page}")
        assert answer.status_code == 200, (page, answer.text)
    assert "ended it early" in client.get(f"/games/{game}/end").text
    assert f"Abandoned in round {before['round']}" in client.get("/").text
    assert list(findings(full_service.library, UUID(game), re_decide=True)) == []
    assert state(client, game)["can_undo"] == {"to": before["head"]}
    assert client.post(f"/v1/games/{game}/undo", json={}).status_code == 201
    after = state(client, game)
    assert (after["head"], after["status"], after["result"]) == (before["head"], "running", None)
    assert after["waiting_for"] == before["waiting_for"]
    assert client.post(f"/v1/games/{game}/redo", json={}).status_code == 201
    assert state(client, game)["status"] == "abandoned"


@pytest.mark.parametrize(
    "table", [table for table in WIDEST if table.seats > 2 or table.ruleset == "kingdom_rush"], ids=str
)
def test_a_seat_can_resign_only_against_one_opponent(full_service: Service, table: Table) -> None:
    """With three seats nobody knows who wins then; in a cooperative game nobody does."""
    client, game = CheckedClient(create_app(full_service)), a_game(full_service, table, 5)
    refused(client.post(f"/v1/games/{game}/resign", json={"seat": 1}), 422, "resign-refused")
    assert state(client, game)["status"] == "running"
    assert "Resign" not in client.get(f"/games/{game}/record").text


def test_nobody_resigns_where_a_set_lets_both_win_together(
    client: CheckedClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Other sets of the same ruleset may be duels."""
    monkeypatch.setattr(RULESET, "_cooperative_with", lambda _components: True)
    game = record(client, count=10)
    refused(client.post(f"/v1/games/{game}/resign", json={"seat": 1}), 422, "resign-refused")
    assert "Resign" not in client.get(f"/games/{game}/record").text


def test_a_game_that_is_over_cannot_be_ended(client: CheckedClient) -> None:
    """Neither after an early end nor after one by the rules; nor can it be played on."""
    game = record(client)
    for end, body in (("resign", {"seat": 1}), ("abandon", {})):
        assert refused(client.post(f"/v1/games/{game}/{end}", json=body), 422, "illegal-action")["rule"] == "HCT-END-01"
    game = record(client, count=10)
    client.post(f"/v1/games/{game}/resign", json={"seat": 1})
    again = refused(client.post(f"/v1/games/{game}/resign", json={"seat": 2}), 422, "illegal-action")
    assert again["rule"] == "KIT-OVER-01"


def test_an_end_that_is_sent_twice_is_stored_once(client: CheckedClient) -> None:
    game, key = record(client, count=10), {"Idempotency-Key": "k"}
    one, other = (client.post(f"/v1/games/{game}/resign", json={"seat": 1}, headers=key) for _ in range(2))
    assert (one.status_code, one.data) == (201, other.data)
    refused(client.post(f"/v1/games/{game}/abandon", json={}, headers=key), 422, "idempotency-key-reused")
    game = record(client, count=10)
    refused(client.post(f"/v1/games/{game}/abandon", json={}, headers={"If-Match": '"3"'}), 412, "stale-version")


@pytest.mark.parametrize("end", ["resign", "abandon"])
def test_an_invalid_seat_is_refused(client: CheckedClient, end: str) -> None:
    game = record(client, count=10)
    for body in ({"seat": 3}, {"seat": 0}, {"seat": "x"}, {"more": 1}):
        refused(client.post(f"/v1/games/{game}/{end}", json=body), 422, "invalid-request")
    refused(client.post(f"/v1/games/{game}/{end}?viewer=7", json={"seat": 1}), 422, "invalid-request")
    assert state(client, game)["version"] == 11


def test_the_end_of_a_game_that_the_service_rolled_for_cannot_be_undone(client: CheckedClient) -> None:
    """After it the key is shown, and everybody may see everything."""
    for end in ("resign", "abandon"):
        game = begin(client, chance="server", outcomes=[])
        refused(client.get(f"/v1/games/{game}/board?viewer=table"), 403, "hidden-while-running")
        assert "chance_proof" not in state(client, game)
        assert client.post(f"/v1/games/{game}/{end}", json={"seat": 1}).status_code == 201
        assert state(client, game)["chance_proof"]["key"]
        assert client.get(f"/v1/games/{game}/board?viewer=table").status_code == 200
        refused(client.post(f"/v1/games/{game}/undo", json={"seat": 1}), 422, "undo-refused")
        assert client.get(f"/games/{game}/dice").status_code == 200


@pytest.mark.parametrize(
    ("undo", "seat", "status"),
    [("free", 1, 201), ("own_turn", 1, 201), ("own_turn", 2, 422), ("no_new_information", 1, 422), ("consent", 1, 202)],
)
def test_an_end_is_undone_only_if_the_policy_allows_it(
    client: CheckedClient, undo: str, seat: int, status: int
) -> None:
    """All hands are shown at the end, so nobody can undo it in a game whose policy forbids undo after new
    information."""
    game = record(client, count=10, undo=undo)
    client.post(f"/v1/games/{game}/resign", json={"seat": 1})
    assert client.post(f"/v1/games/{game}/undo", json={"seat": seat}).status_code == status


def test_a_mistake_before_a_resignation_is_corrected(client: CheckedClient) -> None:
    """The resignation stays, as the act of a seat; it cannot itself be corrected."""
    game = record(client, count=20)
    client.post(f"/v1/games/{game}/resign", json={"seat": 2})
    body = {"changes": [{"version": 21, "drop": True}]}
    answer = client.post(f"/v1/games/{game}/amend", json=body, headers={"If-Match": '"22"'})
    assert answer.status_code == 201, answer.json
    assert (answer.json["kept"], answer.json["stopped"]) == (1, None)
    over = state(client, game)
    assert (over["status"], over["result"]["winners"]) == ("finished", [1])
    body = {"changes": [{"version": over["head"], "drop": True}]}
    seen = {"If-Match": f'"{over["version"]}"'}
    refused(client.post(f"/v1/games/{game}/amend", json=body, headers=seen), 422, "amend-refused")
    assert "Correct this move" not in client.get(f"/games/{game}").text
    page = client.get(f"/games/{game}/amend/{over['head']}", headers={"Accept": "text/html"})
    assert page.status_code == 422


def test_the_menu_of_the_record_page_leads_to_a_confirmation(client: CheckedClient) -> None:
    """It says what follows, and whether it can be undone."""
    for end, words in (("resign", "Resign as Ben"), ("abandon", "End game")):
        game = record(client, count=10)
        assert f"/games/{game}/{end}" in client.get(f"/games/{game}/record").text
        page = Reader(client.get(f"/games/{game}/{end}").text)
        assert "You can undo this" in page.text
        form = button(page, words)
        done = client.post(form.action, data=form.fields)
        assert (done.status_code, done.headers["Location"]) == (303, f"/games/{game}/end")
        assert state(client, game)["result"]["winners"] == ([1] if end == "resign" else [])
        assert "already over" in client.get(f"/games/{game}/{end}").text
        for ended in ("resign", "abandon"):
            assert f"/games/{game}/{ended}" not in client.get(f"/games/{game}/record").text
        assert client.post(form.action, data=form.fields).status_code == 412


def test_a_device_resigns_only_for_its_own_seats(client: CheckedClient) -> None:
    game = begin(client, chance="server", outcomes=[])
    page = client.get(f"/games/{game}/resign", headers={"Cookie": "eyes=2.2"}).text
    assert "cannot be undone" in page
    assert ("Resign as Ben" in page, "Resign as Ada" in page) == (True, False)


@pytest.mark.parametrize("fields", [{}, {"expected": "x"}, {"expected": "11", "more": "1"}])
def test_a_malformed_form_is_refused(client: CheckedClient, fields: dict[str, str]) -> None:
    game = record(client, count=10)
    for end in ("resign", "abandon"):
        assert client.post(f"/games/{game}/{end}", data=fields).status_code == 404
    assert client.post(f"/games/{game}/resign", data={"expected": "11"}).status_code == 422
    assert state(client, game)["version"] == 11


def test_statistics_count_a_game_that_was_resigned(client: CheckedClient, service: Service) -> None:
    """It counts as any other finished game."""
    game = record(client, count=30)
    client.post(f"/v1/games/{game}/resign", json={"seat": 1})
    done = export(service.store, service.rulesets, Lake(service.settings.lake))
    assert (done.games, done.faults) == (1, ())
    found = client.get("/v1/statistics/win_rate_by_seat?ruleset=heros_crossing_tactics").json
    assert {row["seat"]: row["n"] for row in found["rows"]} == {1: 1, 2: 1}
