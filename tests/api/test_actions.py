"""Taking actions, undo and redo over HTTP."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

import pytest
from msgspec import json

from api.service import Service
from tests.api.client import Client
from tests.api.conftest import action_bodies, begin, record, refused


def test_an_action_is_answered_with_its_event_and_the_board(client: Client) -> None:
    game = begin(client)
    answer = client.post(f"/v1/games/{game}/actions", json=action_bodies()[0], headers={"If-Match": '"1"'})
    assert answer.status_code == 201
    (event,) = answer.json["events"]
    assert (event["version"], event["parent"], event["kind"]) == (2, 1, "play")
    assert event["action"] == action_bodies()[0]["action"]
    assert event["text"]
    assert answer.json["version"] == answer.json["head"] == 2
    assert answer.json["board"] == client.get(f"/v1/games/{game}/board").json["board"]


@pytest.mark.parametrize("viewer", ["table", "1", "2", "spectator"])
def test_actions_are_answered_with_the_events_that_their_viewer_may_see(client: Client, viewer: str) -> None:
    """To the end, after which everybody sees everything. Broken by answering every viewer with what is stored."""
    game, bodies = begin(client), action_bodies()
    for start in range(0, len(bodies), 30):
        answer = client.post(f"/v1/games/{game}/actions?viewer={viewer}", json=bodies[start : start + 30])
        first = answer.json["events"][0]["version"]
        events = client.get(f"/v1/games/{game}/events?viewer={viewer}&from={first}")
        assert answer.json["events"] == events.json["items"]
    assert answer.json["status"] == "finished"


def test_an_action_reads_nothing_again_that_it_has_just_written(
    client: Client, service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The tree and the viewer's board are updated in memory: only the game's row is read again."""
    game = begin(client)
    for body in action_bodies()[:3]:
        assert client.post(f"/v1/games/{game}/actions?viewer=1", json=body).status_code == 201
    reread: list[str] = []

    def counted(name: str) -> Callable[..., Any]:
        read = getattr(service.store, name)

        def reading(*of: Any) -> Any:
            reread.append(name)
            return read(*of)

        return reading

    for name in ("forks", "effects", "events"):
        monkeypatch.setattr(service.store, name, counted(name))
    assert client.post(f"/v1/games/{game}/actions?viewer=1", json=action_bodies()[3]).status_code == 201
    assert reread == []


@pytest.mark.parametrize("form", ["array", "lines"])
def test_a_whole_game_goes_in_one_request(client: Client, form: str) -> None:
    game, bodies = begin(client), action_bodies()
    if form == "array":
        answer = client.post(f"/v1/games/{game}/actions", json=bodies)
    else:
        lines = b"\n".join(map(json.encode, bodies))
        answer = client.post(f"/v1/games/{game}/actions", data=lines, content_type="application/x-ndjson")
    assert answer.status_code == 201
    assert len(answer.json["events"]) == len(bodies)
    assert answer.json["status"] == "finished"


def test_an_array_of_actions_is_recorded_whole_or_not_at_all(client: Client) -> None:
    game, bodies = begin(client), action_bodies()
    refused(client.post(f"/v1/games/{game}/actions", json=[*bodies[:3], bodies[0]]), 422, "illegal-action")
    assert client.get(f"/v1/games/{game}").json["version"] == 1


def test_until_refused_stores_the_actions_before_the_refused_one(client: Client) -> None:
    game, bodies = begin(client), action_bodies()
    answer = client.post(f"/v1/games/{game}/actions?until_refused=1", json=[*bodies[:3], bodies[0], bodies[3]])
    assert answer.status_code == 201
    assert answer.json["version"] == 4
    assert answer.json["refused"]["type"] == "/problems/illegal-action"
    assert answer.json["refused"]["errors"][0]["pointer"] == "/3/action"


def test_until_refused_without_any_legal_action_is_a_refusal(client: Client) -> None:
    game = record(client, count=1)
    refused(client.post(f"/v1/games/{game}/actions?until_refused=1", json=[action_bodies()[0]]), 422, "illegal-action")


def test_a_request_that_is_sent_twice_is_carried_out_once(client: Client) -> None:
    game, key = begin(client), {"Idempotency-Key": "k"}
    first = client.post(f"/v1/games/{game}/actions", json=action_bodies()[0], headers={**key, "If-Match": '"1"'})
    spaced = json.format(json.encode(action_bodies()[0]), indent=4)
    again = client.post(
        f"/v1/games/{game}/actions",
        data=spaced,
        content_type="application/json",
        headers={**key, "If-Match": '"1"'},
    )
    assert (first.status_code, again.status_code) == (201, 201)
    assert again.json["events"] == first.json["events"]
    assert client.get(f"/v1/games/{game}").json["version"] == 2


def test_a_refused_request_may_be_sent_again_under_its_key(client: Client) -> None:
    game, key = begin(client), {"Idempotency-Key": "k"}
    late = action_bodies()[2]
    assert client.post(f"/v1/games/{game}/actions", json=late, headers=key).status_code == 422
    assert client.post(f"/v1/games/{game}/actions", json=action_bodies()[:2]).status_code == 201
    assert client.post(f"/v1/games/{game}/actions", json=late, headers=key).status_code == 201


def test_a_dry_run_shows_the_effects_and_stores_nothing(client: Client) -> None:
    game = begin(client)
    answer = client.post(f"/v1/games/{game}/actions?dry_run=1&viewer=table", json=action_bodies()[0])
    assert answer.status_code == 200
    assert answer.json["effects"][0][0]["type"] == "DraftCardPicked"
    assert client.get(f"/v1/games/{game}").json["version"] == 1


def test_a_dry_run_stops_where_an_outcome_is_needed(client: Client) -> None:
    bodies = action_bodies()
    drawn = next(index for index, body in enumerate(bodies) if body["outcomes"])
    game = record(client, count=drawn)
    without = {**bodies[drawn], "outcomes": []}
    answer = client.post(f"/v1/games/{game}/actions?dry_run=true", json=without)
    assert answer.status_code == 200
    assert bodies[drawn]["outcomes"][0] in answer.json["chance_needed"]["allowed"]
    refusal = refused(client.post(f"/v1/games/{game}/actions", json=without), 422, "chance-needed")
    assert refusal["chance_needed"] == answer.json["chance_needed"]


def test_the_time_at_the_table_is_kept(client: Client) -> None:
    game = begin(client)
    body = {**action_bodies()[0], "occurred_at": "2026-11-20T21:30:00.250+02:00"}
    (event,) = client.post(f"/v1/games/{game}/actions", json=body).json["events"]
    assert event["occurred_at"] == "2026-11-20T19:30:00.250000Z"


def test_a_game_of_long_ago_is_entered_with_all_its_times(client: Client) -> None:
    """The set-up, undo and redo have a time at the table too; otherwise a game could start after its end."""
    times = [f"2024-11-20T19:{minute}:00Z" for minute in range(30, 35)]
    game = begin(client, occurred_at=times[0])
    first, *_ = action_bodies()
    client.post(f"/v1/games/{game}/actions", json={**first, "occurred_at": times[1]})
    client.post(f"/v1/games/{game}/undo", json={"occurred_at": times[2]})
    client.post(f"/v1/games/{game}/actions", json={**first, "occurred_at": times[3]})
    client.post(f"/v1/games/{game}/undo", json={})
    client.post(f"/v1/games/{game}/redo", json={"occurred_at": times[4]})
    events = client.get(f"/v1/games/{game}/events").json["items"]
    assert [event["occurred_at"] for event in events] == [*times[:4], None, times[4]]


def test_legal_actions_are_exactly_the_accepted_ones(client: Client) -> None:
    game = record(client, count=8)
    seat = client.get(f"/v1/games/{game}").json["waiting_for"][0]
    listed = client.get(f"/v1/games/{game}/legal-actions?seat={seat}&limit=200").json
    assert listed["version"] == 9
    for item in listed["items"]:
        assert item["label"]
        body = {"seat": seat, "action": item["action"]}
        assert client.post(f"/v1/games/{game}/actions?dry_run=1", json=body).status_code == 200


def test_legal_actions_are_paged_and_filtered(client: Client) -> None:
    game = record(client, count=14)
    seat = client.get(f"/v1/games/{game}").json["waiting_for"][0]
    url = f"/v1/games/{game}/legal-actions?seat={seat}"
    everything = client.get(f"{url}&limit=200").json["items"]
    page, seen = client.get(f"{url}&limit=3").json, []
    while True:
        seen += page["items"]
        if not page["next"]:
            break
        page = client.get(f"{url}&limit=3&cursor={page['next']}").json
    assert seen == everything
    for name, value in everything[-1]["action"].items():
        narrowed = client.get(f"{url}&limit=200&{urlencode({name: value})}").json["items"]
        assert narrowed == [item for item in everything if item["action"].get(name) == value]


@pytest.mark.parametrize(
    ("query", "pointer"),
    [("seat=3", "/seat"), ("seat=1&type=Fly", "/type"), ("seat=1&speed=3", "/speed"), ("seat=", "/seat")],
)
def test_legal_actions_with_an_invalid_seat_or_filter_are_refused(client: Client, query: str, pointer: str) -> None:
    game = begin(client)
    problem = refused(client.get(f"/v1/games/{game}/legal-actions?{query}"), 422, "invalid-request")
    assert problem["errors"][0]["pointer"] == pointer


def test_undo_goes_back_and_redo_goes_forward(client: Client) -> None:
    game = record(client, count=12)
    before = client.get(f"/v1/games/{game}/board").json["board"]
    where = client.get(f"/v1/games/{game}").json
    undone = client.post(f"/v1/games/{game}/undo", json={"reason": "a slip"}, headers={"If-Match": '"13"'})
    assert undone.status_code == 201
    assert undone.json["head"] == where["can_undo"]["to"]
    assert undone.json["version"] == 14
    assert undone.json["events"][0]["kind"] == "undo"
    assert client.get(f"/v1/games/{game}").json["can_redo"]["to"]
    redone = client.post(f"/v1/games/{game}/redo", json={"to": "13"})
    assert redone.json["head"] == 13
    assert redone.json["board"] == before


def test_an_action_after_an_undo_begins_a_line_of_its_own(client: Client) -> None:
    game = record(client, count=3)
    client.post(f"/v1/games/{game}/undo", json={"to": "3"})
    legal = client.get(f"/v1/games/{game}/legal-actions?seat={action_bodies()[2]['seat']}").json["items"]
    other = next(item for item in legal if item["action"] != action_bodies()[2]["action"])
    body = {"seat": action_bodies()[2]["seat"], "action": other["action"]}
    answer = client.post(f"/v1/games/{game}/actions", json=body)
    assert (answer.json["head"], answer.json["events"][0]["parent"]) == (6, 3)
    assert client.get(f"/v1/games/{game}/board?at=4").json["line"] == 1
    assert client.get(f"/v1/games/{game}/board").json["line"] == 6


def test_a_refused_undo_names_the_event_that_blocks_it(client: Client) -> None:
    game = begin(client)
    problem = refused(client.post(f"/v1/games/{game}/undo", json={"to": "start"}), 422, "undo-refused")
    assert problem["version"] == 1
    refused(client.post(f"/v1/games/{game}/redo", json={}), 422, "undo-refused")
    assert "why_not" in client.get(f"/v1/games/{game}").json["can_redo"]


def test_undo_checks_idempotency_key_and_version(client: Client) -> None:
    game, key = record(client, count=2), {"Idempotency-Key": "u"}
    first = client.post(f"/v1/games/{game}/undo", json={"to": "2"}, headers=key)
    again = client.post(f"/v1/games/{game}/undo", json={"to": "2"}, headers=key)
    assert first.json["events"] == again.json["events"]
    refused(client.post(f"/v1/games/{game}/redo", json={}, headers=key), 422, "idempotency-key-reused")
    refused(client.post(f"/v1/games/{game}/redo", json={}, headers={"If-Match": '"2"'}), 412, "stale-version")
