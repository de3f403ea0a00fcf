"""A cooperative game with options, for one to four seats, through the API and the pages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from api.app import create_app
from api.recording.simulate import play, record
from api.resources.rulesets import put_starters
from api.service import Service
from api.settings import Settings
from events import Store
from rulesets.kingdom_rush import RULESET
from rulesets.kit.bots import BOTS
from tests.api.conftest import CheckedClient, refused

NAMES = ("Ann", "Ben", "Cleo", "Dev", "Elif")


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    folder = tmp_path_factory.mktemp("log")
    settings = Settings.read({}, database_url=f"sqlite:///{folder / 'log.db'}", lake=str(folder / "lake"))
    with Store.open(settings.database_url, synchronous="NORMAL") as store:
        service = Service.over(store, settings, {RULESET.name: RULESET})
        put_starters(service)
        yield service


@pytest.fixture(scope="module")
def client(service: Service) -> CheckedClient:
    return CheckedClient(create_app(service))


def body(seats: int, **more: Any) -> dict[str, Any]:
    return {"ruleset": RULESET.name, "seats": [{"name": name} for name in NAMES[:seats]], "chance": "server", **more}


def begin(client: CheckedClient, seats: int, **more: Any) -> dict[str, Any]:
    answer = client.post("/v1/games", json=body(seats, **more))
    assert answer.status_code == 201, answer.json
    return answer.json


def legal(client: CheckedClient, game: str, seat: int, **narrowed: str) -> list[dict[str, Any]]:
    answer = client.get(f"/v1/games/{game}/legal-actions", query_string={"seat": seat, "limit": 200, **narrowed})
    assert answer.status_code == 200, answer.json
    return list(answer.json["items"])


def take(client: CheckedClient, game: str, seat: int, action: dict[str, Any], rng: Random) -> dict[str, Any]:
    """Record an action, with any possible outcome where one is needed."""
    outcomes: list[Any] = []
    while True:
        sent = {"seat": seat, "action": action, "outcomes": outcomes}
        answer = client.post(f"/v1/games/{game}/actions", json=sent)
        if answer.status_code == 201:
            return answer.json
        outcomes.append(rng.choice(answer.json["chance_needed"]["allowed"]))


def play_on(client: CheckedClient, game: dict[str, Any], rng: Random, phase: str = "", type_: str = "") -> int | None:
    """Play at random, Towers first, until the phase is reached; returns the seat that is waited for."""
    waiting = game["waiting_for"]
    while waiting:
        if phase and client.get(f"/v1/games/{game['id']}/board").json["board"]["pending"]["type"] == phase:
            return int(waiting[0])
        seat = rng.choice(waiting)
        actions = [item["action"] for item in legal(client, game["id"], seat)]
        action = rng.choice([action for action in actions if action["type"] == type_] or actions)
        waiting = take(client, game["id"], seat, action, rng)["waiting_for"]
    return None


@pytest.mark.parametrize(("seats", "chance"), [(1, "server"), (2, "table"), (4, "server")])
def test_a_game_is_played_to_its_end(client: CheckedClient, seats: int, chance: str) -> None:
    """It is played with its legal actions; at the end all seats have won or none has, and all have the same rank."""
    game = begin(client, seats, chance=chance, options={"scenario": "quiet-road", "difficulty": "hard"})
    assert game["waiting_for"] == list(range(1, seats + 1))
    play_on(client, game, Random(seats))

    over = client.get(f"/v1/games/{game['id']}").json

    assert over["status"] == "finished"
    assert over["result"]["winners"] in ([], list(range(1, seats + 1)))
    assert {rank["rank"] for rank in over["result"]["ranks"]} == {1}
    assert len({score["score"] for score in over["standing"]}) == 1


@pytest.mark.parametrize(
    ("seats", "options", "pointer", "message"),
    [
        (1, {"scenario": "nowhere"}, "/options/scenario", "quiet-road"),
        (1, {"difficulty": "cruel"}, "/options/difficulty", "cruel"),
        (1, {"map": "quiet-road"}, "/options/map", "no option"),
        (1, {"scenario": 3}, "/options/scenario", "str"),
        (5, {}, "/seats", "1 to 4"),
    ],
)
def test_an_unknown_option_is_refused(
    client: CheckedClient, seats: int, options: dict[str, Any], pointer: str, message: str
) -> None:
    """The problem points to the option, and lists the scenarios."""
    problem = refused(client.post("/v1/games", json=body(seats, options=options)), 422, "invalid-request")

    assert problem["errors"][0]["pointer"] == pointer
    assert message in problem["detail"]


def test_the_ruleset_says_that_it_is_cooperative_and_lists_its_options(client: CheckedClient) -> None:
    shown = client.get(f"/v1/rulesets/{RULESET.name}").json

    assert shown["cooperative"] is True
    assert shown["options"]["$defs"]["Options"]["properties"].keys() == {"scenario", "difficulty"}
    assert shown["choices"]["difficulty"] == ["easy", "normal", "hard"]
    for scenario in shown["choices"]["scenario"]:
        assert begin(client, 1, options={"scenario": scenario, "difficulty": "hard"})["status"] == "running"


def test_legal_actions_are_filtered_by_tower_site_and_rotation(client: CheckedClient) -> None:
    """Every field of an action is a filter, so a screen asks for one Tower's places, and then for its rotations."""
    game = begin(client, 2, options={"scenario": "two-bridges"})
    seat = play_on(client, game, Random(3), "PlayCards")
    assert seat
    whole = [item["action"] for item in legal(client, game["id"], seat, type="PlayTower")]
    first = whole[0]

    of_it = [item["action"] for item in legal(client, game["id"], seat, tower=first["tower"], site=first["site"])]

    assert of_it == [a for a in whole if (a["tower"], a["site"]) == (first["tower"], first["site"])]
    assert {action["facing"] for action in of_it} == set("NESW")
    assert len(legal(client, game["id"], seat, tower=first["tower"], site=first["site"], facing="N")) == 1


def test_any_seat_may_undo_an_unfinished_action(client: CheckedClient) -> None:
    """Otherwise a player who left in the middle of one would block all others; a finished action can be undone by its
    player only."""
    game = begin(client, 2, options={"scenario": "two-bridges"}, undo="own_turn")
    rng = Random(4)
    seat = play_on(client, game, rng, "Attacking", "PlayTower")
    assert seat
    id_, other = game["id"], 3 - seat
    open_, before = client.get(f"/v1/games/{id_}").json["head"], client.get(f"/v1/games/{id_}/board?at=move:start")

    done = client.post(f"/v1/games/{id_}/undo", json={"seat": other})

    assert done.status_code == 201, done.json
    assert done.json["head"] == before.json["version"] < open_
    assert done.json["board"] == before.json["board"]
    refused(client.post(f"/v1/games/{id_}/undo", json={"seat": other, "to": "1"}), 422, "undo-refused")


def test_boards_name_squares_as_actions_do(client: CheckedClient) -> None:
    """A square that covers a Horde has the same name as in the action that put it there."""
    game = begin(client, 2, options={"scenario": "two-bridges"})
    rng = Random(4)
    seat = play_on(client, game, rng, "Attacking", "PlayTower")
    assert seat
    action = next(item["action"] for item in legal(client, game["id"], seat) if "cells" in item["action"])
    done = take(client, game["id"], seat, action, rng)

    (hit,) = (horde for horde in done["board"]["hordes"] if horde["card"] == action["horde"])

    assert action["cells"] in (hit["tiled"], hit["soldiers"])
    assert hit["gated"] == ""


def test_the_page_has_one_curve_for_the_team(client: CheckedClient) -> None:
    """All seats have the same Hearts."""
    page = client.get(f"/games/{begin(client, 4)['id']}").text

    assert page.count('class="line team"') == 2
    assert "The team" in page


def test_actions_in_the_timeline_are_grouped_by_seat(client: CheckedClient) -> None:
    """In a round that all seats share, the timeline shows who did what."""
    game = begin(client, 2, options={"scenario": "two-bridges"})
    rng = Random(6)
    play_on(client, game, rng, "PlayCards")
    for seat in (2, 1):
        take(client, game["id"], seat, {"type": "Done"}, rng)
    page = client.get(f"/games/{game['id']}?v=start").text
    first_round = page.partition("Round 1</")[2]

    assert re.findall(r'class="whole">(\w+)</span><small>Done|(\w+) is done', first_round) == [
        ("Ben", ""), ("", "Ben"), ("Ann", ""), ("", "Ann"),
    ]  # fmt: skip


def test_statistics_can_be_filtered_by_scenario(client: CheckedClient, service: Service) -> None:
    """A team's win is one result; each scenario can be selected, also if it was the default."""
    bots = {1: BOTS["greedy"], 2: BOTS["greedy"]}
    for scenario, seed in (("", 1), ("two-bridges", 1)):
        options = {"scenario": scenario, "difficulty": "easy"} if scenario else {}
        played = play(RULESET, RULESET.starter_components, 2, bots, Random(seed), options)
        record(service.recorder, RULESET, played, (None, None))
    asked = {"ruleset": RULESET.name, "seats": 2, "min_n": 1}

    def rows(**more: str) -> list[dict[str, Any]]:
        answer = client.get("/v1/statistics/win_rate_by_seat", query_string=asked | more)
        assert answer.status_code == 200, answer.json
        return list(answer.json["rows"])

    both, first, none = rows(), rows(option="scenario=quiet-road difficulty=normal"), rows(option="scenario=fen")

    assert [(row["options"], row["n"], row["wins"]) for row in first] == [("", 1, 1)]
    n = {row["options"]: row["n"] for row in both}  # other tests may have finished games in this log as well
    assert n[""] >= 2
    assert n.keys() >= {"difficulty=easy", "difficulty=normal", "scenario=quiet-road", "scenario=two-bridges"}
    assert none == []


def test_every_version_has_a_picture(client: CheckedClient) -> None:
    game = begin(client, 3, options={"scenario": "fallen-angel"})
    play_on(client, game, Random(8), "PlayCards")
    head = client.get(f"/v1/games/{game['id']}").json["head"]
    for version in range(1, head + 1):
        picture = client.get(f"/v1/games/{game['id']}/board.svg?at={version}")
        assert picture.status_code == 200
        assert picture.text.startswith("<svg")
