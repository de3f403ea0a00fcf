"""Choices step by step over HTTP: an action is found tap by tap, and recorded."""

from __future__ import annotations

from random import Random
from typing import Any
from urllib.parse import urlencode

import pytest

from api.app import create_app
from api.service import Service, installed_rulesets
from api.settings import Settings
from events import Store
from tests.api.client import Client
from tests.api.conftest import CheckedClient, begin, record, refused

RULESETS = installed_rulesets()
ACTIONS = 25
MOST_STEPS = 12


def choices(client: Client, game: str, *chosen: tuple[str, Any]) -> dict[str, Any]:
    answer = client.get(f"/v1/games/{game}/choices?{urlencode(chosen)}")
    assert answer.status_code == 200, answer.json
    return dict(answer.json)


@pytest.fixture
def all_rulesets(settings: Settings) -> Any:
    with Store.open(settings.database_url, synchronous="NORMAL") as store:
        yield CheckedClient(create_app(Service.over(store, settings, RULESETS)))


@pytest.mark.parametrize("name", RULESETS)
def test_a_game_is_recorded_step_by_step(all_rulesets: CheckedClient, name: str) -> None:
    """For every question, rows lead to an action, which is recorded; the answer has the next question."""
    rng, client = Random(name), all_rulesets
    seats = [{"name": f"Player {seat}"} for seat in range(1, max(RULESETS[name].seats) + 1)]
    game = client.post("/v1/games", json={"ruleset": name, "seats": seats, "chance": "server"}).json["id"]
    for _ in range(ACTIONS):
        if not (waiting := client.get(f"/v1/games/{game}").json["waiting_for"]):
            break  # a sheet may be finished by anybody
        asked = choices(client, game, ("seat", rng.choice(waiting)))
        seat, action = found(client, game, asked, rng)
        body, version = {"seat": seat, "action": action}, {"If-Match": f'"{asked["version"]}"'}
        answer = client.post(f"/v1/games/{game}/actions?next=1", json=body, headers=version)
        assert answer.status_code == 201, answer.json
        assert answer.json["next"] == choices(client, game, ("viewer", seat))


def found(client: Client, game: str, asked: dict[str, Any], rng: Random) -> tuple[int, dict[str, Any]]:
    """An action that random rows lead to, and its seat."""
    chosen: list[tuple[str, Any]] = [("seat", asked["step"]["seat"])] if asked["step"]["seat"] else []
    for _ in range(MOST_STEPS):
        step = asked["step"]
        assert step["question"]
        rows = [*step["values"], *([step["enough"]] if step["enough"] else ())]
        row = rng.choice(rows)
        if "action" in row:
            assert row["text"]
            return step["seat"], row["action"]
        chosen.append((step["field"], row["value"]))
        asked = choices(client, game, *chosen)
    raise AssertionError(f"nothing is left after {chosen}")


def test_a_question_names_its_seat(client: Client) -> None:
    """It lists each seat that is waited for, and for what; if several could act, the first question is who does."""
    game = begin(client)
    asked = choices(client, game)
    assert asked["waiting_for"] == [
        {"seat": 1, "question": "Ada: pick a hero of the draft"},
        {"seat": 2, "question": "Ben: pick a hero of the draft"},
    ]
    assert asked["anytime"] == []
    step = asked["step"]
    assert (step["seat"], step["field"], step["question"]) == (None, "seat", "Who acts?")
    assert [row["label"] for row in step["values"]] == ["Ada", "Ben"]
    alone = choices(client, game, ("seat", 2))["step"]
    assert (alone["seat"], alone["field"]) == (2, "card")
    assert alone["question"] == "Which hero?"


def test_a_row_has_everything_that_a_screen_needs(client: Client) -> None:
    """Where it is in the picture, how many actions it leads to, and a single action with its label."""
    game = begin(client)
    row = choices(client, game, ("seat", 1))["step"]["values"][0]
    assert row["action"] == {"type": "PickHero", "card": row["value"]}
    assert row["touches"] == [f"card:{row['value']}"]
    assert row["text"] == f"Pick {row['label'].partition(' (')[0]}"
    tapped = choices(client, game, ("seat", 1), ("tap", row["touches"][0]))["step"]
    assert [each["action"] for each in tapped["values"]] == [row["action"]]


def test_choices_reveal_nothing_hidden_from_the_viewer(client: Client) -> None:
    """They are worked out from the viewer's board: a seat's own cards have names, and those of others do not."""
    game = begin(client)
    own, others = (client.get(f"/v1/games/{game}/choices?seat=1&viewer={viewer}") for viewer in (1, 2))
    names = {row["label"] for row in own.json["step"]["values"]}
    assert not any(name in others.text for name in names)


@pytest.mark.parametrize(
    "query",
    [
        "type=NoSuchThing",
        "type=PickHero&card=nobody",
        "type=PickHero&card=knight-1&card=knight-2",
        "nothing=1",
        "card=",
        "card[0]=1",
        "tap=front:9.9",
        "tap=",
        "tap=%F0%9F%90%89&tap=%3Cscript%3E",
        "seat=1&type=PickHero&tap=hand:1&tap=hand:2",
        "cells=a1&cells=a1&cells=a1",
        "card=" + "9" * 3000,
        "&".join(f"tap=card:{n}" for n in range(300)),
    ],
)
def test_a_tap_that_fits_no_action_has_no_values(client: Client, query: str) -> None:
    """A tap on the wrong thing is no error."""
    answer = client.get(f"/v1/games/{begin(client)}/choices?{query}")
    assert answer.status_code == 200
    assert answer.json["step"]["values"] == []
    assert answer.json["step"]["enough"] is None


def test_a_malformed_question_is_refused(client: Client) -> None:
    """An unknown seat or viewer, and a parameter that is given twice, are refused."""
    game = begin(client)
    for query in ("seat=3", "seat=0", "seat=x", "seat=1&seat=2", "viewer=9", "type=A&type=B", "tap=%00"):
        refused(client.get(f"/v1/games/{game}/choices?{query}"), 422, "invalid-request")
    refused(client.get("/v1/games/01890000-0000-7000-8000-000000000000/choices"), 404, "unknown-game")


def test_a_finished_game_has_no_question(client: Client) -> None:
    asked = choices(client, record(client))
    assert (asked["waiting_for"], asked["anytime"], asked["step"]["values"]) == ([], [], [])


def test_legal_actions_of_all_seats_that_are_waited_for(client: Client) -> None:
    """Each names its seat, and has what a screen needs to know of its type."""
    game = begin(client)
    of_all = client.get(f"/v1/games/{game}/legal-actions?limit=200").json["items"]
    each = [client.get(f"/v1/games/{game}/legal-actions?limit=200&seat={seat}").json["items"] for seat in (1, 2)]
    assert of_all == [*each[0], *each[1]]
    assert [item["seat"] for item in of_all] == [1] * len(each[0]) + [2] * len(each[1])
    assert {item[flag] for item in of_all for flag in ("needs_version", "anytime", "by_hand")} == {False}


def test_types_that_need_a_version_or_are_legal_at_any_time_say_so(all_rulesets: CheckedClient) -> None:
    """Heroes of the Campaign has both: letting something pass, and setting when to be asked."""
    client, name = all_rulesets, "heroes_of_the_campaign"
    body = {"ruleset": name, "seats": [{"name": "Ada"}, {"name": "Ben"}], "chance": "server"}
    game, rng = client.post("/v1/games", json=body).json["id"], Random(1)
    flags: dict[str, tuple[bool, bool]] = {}
    for _ in range(40):
        legal = client.get(f"/v1/games/{game}/legal-actions?limit=200").json
        flags |= {item["action"]["type"]: (item["needs_version"], item["anytime"]) for item in legal["items"]}
        item = rng.choice([each for each in legal["items"] if each["action"]["type"] != "WatchFor"] or legal["items"])
        version = {"If-Match": f'"{legal["version"]}"'}
        client.post(f"/v1/games/{game}/actions", json={"seat": item["seat"], "action": item["action"]}, headers=version)
    assert flags["PickHero"] == (False, False)
    assert flags["WatchFor"] == (False, True)


def test_a_number_is_offered_with_its_limits(all_rulesets: CheckedClient) -> None:
    """A client can ask for an amount at once, and record it. Other questions have no limits."""
    seats, sheet = [{"name": "Ada"}, {"name": "Ben"}], {"title": "Island Trade"}
    body = {"ruleset": "scoresheet", "seats": seats, "sheet": sheet}
    game = all_rulesets.post("/v1/games", json=body).json["id"]
    step = choices(all_rulesets, game, ("seat", 1), ("tap", "cell:1.1.points"))["step"]
    numbers = step["numbers"]
    assert (numbers["field"], numbers["least"], numbers["most"], numbers["step"]) == ("amount", -99, 900, 1)
    action = numbers["action"] | {numbers["field"]: 47}
    answer = all_rulesets.post(f"/v1/games/{game}/actions?next=1", json={"seat": 1, "action": action})
    assert answer.status_code == 201
    assert "numbers" not in answer.json["next"]["step"]
