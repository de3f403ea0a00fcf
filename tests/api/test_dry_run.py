"""A dry run is a recording that stores nothing: the same loop and the same refusals, on the viewer's board."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from api.app import create_app
from api.resources.rulesets import put_starters
from api.service import Service
from api.settings import Settings
from events import Store
from rulesets import heroes_of_the_campaign
from tests.api.client import Answer, Client
from tests.api.conftest import CheckedClient, action_bodies, begin, record, refused

ATTACK = {"type": "Attack", "column": 1, "target": 1}


def dry_run(client: Client, game: str, bodies: object, query: str = "", **headers: str) -> Answer:
    return client.post(f"/v1/games/{game}/actions?dry_run=1{query}", json=bodies, headers=headers)


def test_a_problem_names_the_entry_at_fault(client: Client) -> None:
    game = begin(client)
    batch = [*action_bodies()[:2], {"seat": 1, "action": ATTACK}]
    problem = refused(dry_run(client, game, batch), 422, "illegal-action")
    assert problem["errors"][0]["pointer"] == "/2/action"


def test_too_many_outcomes_are_refused_as_in_a_recording(client: Client) -> None:
    game = begin(client)
    batch = [action_bodies()[0], {**action_bodies()[1], "outcomes": [6]}]
    problem = refused(dry_run(client, game, batch), 422, "too-many-outcomes")
    assert problem["errors"][0]["pointer"] == "/1/action"


def test_an_impossible_outcome_is_refused_as_in_a_recording(client: Client) -> None:
    bodies = action_bodies()
    drawn = next(index for index, body in enumerate(bodies) if body["outcomes"])
    game = record(client, count=drawn)
    wrong = {**bodies[drawn], "outcomes": ["dragon"]}
    assert refused(dry_run(client, game, wrong), 422, "chance-needed")["chance_needed"]["index"] == 0


def test_an_old_version_is_refused(client: Client) -> None:
    game = record(client, count=1)
    refused(dry_run(client, game, action_bodies()[1], **{"If-Match": '"1"'}), 412, "stale-version")
    assert dry_run(client, game, action_bodies()[1], **{"If-Match": '"2"'}).status_code == 200


def test_until_refused_returns_the_effects_before_the_refused_action(client: Client) -> None:
    """Nothing is stored, so the advice differs from that of a recording: the legal actions are still those of the first
    entry."""
    game = begin(client)
    batch = [*action_bodies()[:2], {"seat": 1, "action": ATTACK}]
    tried = dry_run(client, game, batch, "&until_refused=1").json
    stored = client.post(f"/v1/games/{game}/actions?until_refused=1", json=batch).json
    assert len(tried["effects"]) == 2
    assert {**tried["refused"], "next_step": ""} == {**stored["refused"], "next_step": ""}
    assert tried["board"] == stored["board"]


def test_until_refused_returns_the_effects_before_an_impossible_outcome(client: Client) -> None:
    bodies = action_bodies()
    drawn = next(index for index, body in enumerate(bodies) if body["outcomes"])
    game = record(client, count=drawn - 1)
    batch = [bodies[drawn - 1], {**bodies[drawn], "outcomes": ["dragon"]}]
    tried = dry_run(client, game, batch, "&until_refused=1").json
    stored = client.post(f"/v1/games/{game}/actions?until_refused=1", json=batch).json
    assert tried["refused"] == stored["refused"]
    assert tried["board"] == stored["board"]


def test_a_dry_run_answers_as_the_recording_would(client: Client) -> None:
    """Legal batches, and batches with one fault, give the same effects or the same problem."""
    bodies, rng = action_bodies(), Random(1)
    for _ in range(40):
        game = record(client, count=(start := rng.randrange(len(bodies) - 6)))
        batch = [dict(body) for body in bodies[start : start + 5]]
        spoilt = rng.choice(batch)
        spoilt.update(rng.choice([{}, {"seat": 3 - spoilt["seat"]}, {"outcomes": [*spoilt["outcomes"], 1]}]))
        tried, taken = dry_run(client, game, batch), client.post(f"/v1/games/{game}/actions", json=batch)
        if taken.status_code == 201:
            assert tried.json["effects"] == [event["effects"] for event in taken.json["events"]]
        elif "chance_needed" in tried.json and tried.status_code == 200:
            assert tried.json["chance_needed"] == taken.json["chance_needed"]
        else:
            assert tried.json == taken.json


@pytest.fixture
def campaign(tmp_path: Path) -> Iterator[CheckedClient]:
    """A game in which two seats choose their heroes and cards at the same time, hidden from each other."""
    ruleset = heroes_of_the_campaign.RULESET
    settings = Settings.read({}, database_url=f"sqlite:///{tmp_path / 'log.db'}", lake=str(tmp_path / "lake"))
    with Store.open(settings.database_url, synchronous="NORMAL") as store:
        service = Service.over(store, settings, {ruleset.name: ruleset})
        put_starters(service)
        yield CheckedClient(create_app(service))


def legal(client: Client, game: str, seat: int) -> list[dict[str, Any]]:
    url = f"/v1/games/{game}/legal-actions?seat={seat}&limit=200&viewer={seat}"
    return [item["action"] for item in client.get(url).json["items"]]


def answered(client: Client, game: str, seat: int, action: dict[str, Any], *then: dict[str, Any]) -> Answer:
    """The effects of a seat's action by its own view, with every outcome entered."""
    entry: dict[str, Any] = {"seat": seat, "action": action, "outcomes": []}
    for _ in range(40):
        answer = dry_run(client, game, [entry, *then], f"&viewer={seat}")
        assert answer.status_code == 200, answer.json
        if "chance_needed" not in answer.json:
            break
        entry["outcomes"].append(answer.json["chance_needed"]["allowed"][0])
    return answer


@pytest.mark.parametrize("chance", ["table", "server"])
def test_a_seat_may_try_each_action_of_the_draft_on_what_it_sees(campaign: CheckedClient, chance: str) -> None:
    """The last choice reveals everything: the dry run asks for the other seat's choice, and neither guesses nor shows
    it."""
    body = {"ruleset": "heroes_of_the_campaign", "seats": [{}, {}], "chance": chance}
    game = campaign.post("/v1/games", json=body).json["id"]
    rng, last = Random(2), []
    while waiting := campaign.get(f"/v1/games/{game}").json["waiting_for"]:
        seat = rng.choice(waiting)
        actions = legal(campaign, game, seat)
        if actions[0]["type"] == "AgreeStarter":
            break
        tried = [dry_run(campaign, game, {"seat": seat, "action": action}, f"&viewer={seat}") for action in actions]
        assert {answer.status_code for answer in tried} == {200}
        last = [action for action, answer in zip(actions, tried, strict=True) if "chance_needed" in answer.json]
        if last:
            agree = [{"seat": seat, "action": {"type": "AgreeStarter", "starter": 1}} for seat in (1, 2)]
            for action in last:
                assert len(answered(campaign, game, seat, action, *agree).json["effects"]) == 3
        taken = {"seat": seat, "action": rng.choice(actions)}
        assert campaign.post(f"/v1/games/{game}/actions", json=taken).status_code == 201
    assert last
