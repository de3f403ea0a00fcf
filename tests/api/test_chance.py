"""The rolls and draws that the service needs: with words, and with similar questions put together."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from api.app import create_app
from api.service import Service, installed_rulesets
from api.settings import Settings
from events import Store
from tests.api.client import Client
from tests.api.conftest import CheckedClient, action_bodies, begin, game_body, refused

NAMES = ("Ada", "Ben", "Cleo", "Dan")


@pytest.fixture
def crossing(settings: Settings) -> Iterator[CheckedClient]:
    rulesets = {name: ruleset for name, ruleset in installed_rulesets().items() if name == "heros_crossing"}
    with Store.open(settings.database_url, synchronous="NORMAL") as store:
        yield CheckedClient(create_app(Service.over(store, settings, rulesets)))


def needed(client: Client, body: dict[str, Any], outcomes: list[Any]) -> dict[str, Any] | None:
    """The outcomes that are missing, if any."""
    answer = client.post("/v1/games", json={**body, "outcomes": outcomes})
    if answer.status_code == 201:
        return None
    return dict(refused(answer, 422, "chance-needed")["chance_needed"])


def test_a_set_up_with_four_seats_needs_four_screens(crossing: CheckedClient) -> None:
    """Similar ones among its twenty-six questions are answered together."""
    body = {"ruleset": "heros_crossing", "seats": [{"name": name} for name in NAMES]}
    outcomes: list[Any] = []
    screens = []
    while question := needed(crossing, body, outcomes):
        assert question["index"] == len(outcomes)
        assert len(question["slots"]) == question["alike"]
        assert question["slots"][0] == {"about": question["about"], "place": question["place"]}
        screens.append((question["about"], question["alike"], question["ahead"]))
        left = list(question["allowed"])
        outcomes += [left.pop(0) for _ in range(question["alike"])]
    assert screens == [
        ("who goes first", 1, 25),
        ("the hero that comes to visiting space 1", 4, 21),
        ("the tile from the top of stack 1", 5, 16),
        ("a tile that Ada drafts from", 16, 0),
    ]


def test_possible_outcomes_have_words(crossing: CheckedClient) -> None:
    """A seat is named by its player, a card by its name, and each value is listed once."""
    body = {"ruleset": "heros_crossing", "seats": [{"name": name} for name in NAMES[:3]]}
    first = needed(crossing, body, [])
    assert first
    assert [value["label"] for value in first["values"]] == ["Ada", "Ben", "Cleo"]
    hero = needed(crossing, body, [2])
    assert hero
    assert {"value": "acolyte", "label": "Acolyte", "touches": []} in hero["values"]
    assert [value["value"] for value in hero["values"]] == sorted({*hero["allowed"]})
    assert [slot["place"] for slot in hero["slots"]] == ["space:1", "space:2", "space:3", "space:4"]


def test_a_dry_run_names_the_same_missing_outcomes(client: Client) -> None:
    """They have the same words, worked out on the viewer's board."""
    game, entered = begin(client), []
    for body in action_bodies():
        if body["outcomes"]:
            break
        entered.append(body)
    client.post(f"/v1/games/{game}/actions", json=entered)
    asked = {**body, "outcomes": []}
    recorded = refused(client.post(f"/v1/games/{game}/actions", json=asked), 422, "chance-needed")["chance_needed"]
    tried = client.post(f"/v1/games/{game}/actions?dry_run=1&viewer={body['seat']}", json=asked).json["chance_needed"]
    assert recorded["about"]
    assert {**tried, "allowed": [], "values": []} == {**recorded, "allowed": [], "values": []}


def test_an_impossible_outcome_is_asked_for_again(client: Client) -> None:
    """The answer names its place, with everything about the question."""
    body = game_body()
    wrong = [*body["outcomes"][:2], "nobody"]
    problem = refused(client.post("/v1/games", json={**body, "outcomes": wrong}), 422, "chance-needed")
    question = problem["chance_needed"]
    assert question["index"] == 2
    assert question["about"].startswith("a hero that ")
    assert "nobody" not in [value["value"] for value in question["values"]]
