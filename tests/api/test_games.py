"""Recording games over HTTP: starting, listing, changing metadata."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from random import Random
from uuid import uuid4

import pytest

from api.app import create_app
from api.service import Service
from tests.api.client import Client
from tests.api.conftest import TACTICS, action_bodies, begin, game_body, played, record, refused


def test_a_game_begins_with_the_outcomes_of_its_set_up(client: Client) -> None:
    answer = client.post("/v1/games", json=game_body(place="Hamburg", tags=["club"]))
    assert answer.status_code == 201
    game = answer.json
    assert answer.headers["Location"] == f"/v1/games/{game['id']}"
    assert [seat["name"] for seat in game["seats"]] == ["Ada", "Ben"]
    assert (game["status"], game["version"], game["head"], game["chance"], game["undo"]) == (
        "running",
        1,
        1,
        "table",
        "free",
    )
    assert (game["place"], game["tags"]) == ("Hamburg", ["club"])
    assert client.get(answer.headers["Location"]).json == game


def test_no_outcomes_are_needed_if_the_service_rolls(client: Client) -> None:
    game = client.post("/v1/games", json=game_body(chance="server", outcomes=[])).json
    assert (game["chance"], game["undo"], game["status"]) == ("server", "no_new_information", "running")
    assert "chance_proof" not in game


def test_a_player_name_uses_the_profile_of_that_name_or_creates_one(client: Client) -> None:
    ada = client.post("/v1/players", json={"name": "Ada"}).json
    game = client.get(f"/v1/games/{begin(client)}").json
    assert game["seats"][0]["player"] == ada["id"]
    assert [player["name"] for player in client.get("/v1/players").json["items"]] == ["Ada", "Ben"]


def test_the_same_request_under_the_same_key_makes_one_game(client: Client) -> None:
    key = {"Idempotency-Key": "tuesday"}
    first = client.post("/v1/games", json=game_body(), headers=key)
    again = client.post("/v1/games", json=game_body(), headers=key)
    assert (first.json["id"], again.status_code) == (again.json["id"], 201)
    assert len(client.get("/v1/games").json["items"]) == 1


def test_games_are_listed_newest_first_and_page_by_page(client: Client) -> None:
    games = [begin(client, tags=[f"t{number % 2}"]) for number in range(5)]
    page = client.get("/v1/games?limit=2").json
    seen = [game["id"] for game in page["items"]]
    while page["next"]:
        page = client.get(f"/v1/games?limit=2&cursor={page['next']}").json
        seen += [game["id"] for game in page["items"]]
    assert seen == games[::-1]


def test_games_are_filtered(client: Client) -> None:
    one = record(client, tags=["final"])
    two = begin(client, seats=[{"name": "Cleo"}, {"name": "Élif"}], place="Kiel")
    cleo = client.get("/v1/players?name=Cleo").json["items"][0]["id"]
    for query, found in {
        "tag=final": [one],
        "status=finished": [one],
        "status=running": [two],
        f"player={cleo}": [two],
        f"player={uuid4()}": [],
        "player=Cleo": [two],
        "player=E%CC%81lif": [two],
        "place=Kiel": [two],
        "place=Kie": [],
        "place=Kiel&player=Ada": [],
        "ruleset=chess": [],
        f"ruleset={TACTICS}": [two, one],
        "since=2000-01-01T00:00:00Z": [two, one],
        "until=2000-01-01T00:00:00%2B02:00": [],
    }.items():
        assert [game["id"] for game in client.get(f"/v1/games?{query}").json["items"]] == found, query


def test_an_unknown_player_name_is_refused_and_not_ignored(client: Client) -> None:
    """An unknown name is reported, since a list of all games would mislead. Names are compared as they are spelled."""
    begin(client)
    for name in ("ada", "Ad", "x" * 200, "%F0%9F%98%80"):
        (fault,) = refused(client.get(f"/v1/games?player={name}"), 422, "invalid-request")["errors"]
        assert fault["pointer"] == "/player"
    for name in ("x" * 201, "", "a%00b"):
        refused(client.get(f"/v1/games?player={name}"), 422, "invalid-request")


def test_a_finished_game_has_its_result(client: Client) -> None:
    game = client.get(f"/v1/games/{record(client)}").json
    assert game["status"] == "finished"
    assert game["finished_at"]
    assert game["waiting_for"] == []
    (winner,) = game["result"]["winners"]
    assert {"seat": winner, "rank": 1} in game["result"]["ranks"]
    assert sorted(rank["rank"] for rank in game["result"]["ranks"]) == [1, 2]


def test_the_metadata_of_a_game_can_be_changed(client: Client) -> None:
    game = begin(client)
    changes = {
        "place": "Kiel",
        "tags": ["b", "a"],
        "visibility": "public",
        "count_in_statistics": False,
        "seats": [{"seat": 2, "name": "Cleo"}],
    }
    changed = client.patch(f"/v1/games/{game}", json=changes, headers={"If-Match": '"1"'}).json
    assert (changed["place"], changed["tags"], changed["visibility"]) == ("Kiel", ["a", "b"], "public")
    assert [seat["name"] for seat in changed["seats"]] == ["Ada", "Cleo"]
    assert changed["version"] == 1
    assert client.patch(f"/v1/games/{game}", json={"place": None}).json["place"] is None
    assert client.patch(f"/v1/games/{game}", json={"place": "x"}, headers={"If-Match": '"9"'}).status_code == 412


def test_the_player_of_an_unknown_seat_cannot_be_changed(client: Client) -> None:
    game = begin(client)
    answer = client.patch(f"/v1/games/{game}", json={"seats": [{"seat": 3, "name": "Cleo"}]})
    assert answer.json["errors"][0]["pointer"] == "/seats/0/seat"


def test_an_archived_game_leaves_the_lists(client: Client) -> None:
    game = begin(client)
    assert client.patch(f"/v1/games/{game}", json={"archived": True}).json["archived"]
    assert client.get("/v1/games").json["items"] == []
    assert [each["id"] for each in client.get("/v1/games?archived=1").json["items"]] == [game]
    assert client.get(f"/v1/games/{game}").status_code == 200


def test_the_key_of_the_rolls_is_shown_once_nothing_more_can_be_rolled(
    client: Client,
) -> None:
    rng = Random(1)
    game = client.post("/v1/games", json=game_body(chance="server", outcomes=[])).json["id"]
    while waiting := client.get(f"/v1/games/{game}").json["waiting_for"]:
        legal = client.get(f"/v1/games/{game}/legal-actions?seat={waiting[0]}&limit=200").json["items"]
        taken = {"seat": waiting[0], "action": rng.choice(legal)["action"]}
        assert client.post(f"/v1/games/{game}/actions", json=taken).status_code == 201
    proof = client.get(f"/v1/games/{game}").json["chance_proof"]
    assert len(bytes.fromhex(proof["key"])) == 32
    answer = client.post(f"/v1/games/{game}/undo", json={"seat": 1})
    assert answer.json["type"] == "/problems/undo-refused"


def test_two_clients_at_once_never_both_record_the_same_move(service: Service) -> None:
    app = create_app(service)
    game = begin(Client(app))
    body = action_bodies()[0]
    with ThreadPoolExecutor(8) as pool:
        answers = list(
            pool.map(lambda _: Client(app).post(f"/v1/games/{game}/actions", json=body).status_code, range(16))
        )
    assert sorted(answers) == [201] + [422] * 15
    assert Client(app).get(f"/v1/games/{game}").json["version"] == 2


def test_a_recorded_game_has_all_its_events(client: Client) -> None:
    game = client.get(f"/v1/games/{record(client, seed=2)}").json
    assert game["version"] == len(played(2).entries) + 1


@pytest.mark.parametrize("path", ["/v1/games", "/v1/rulesets", "/players"])
def test_an_address_may_end_with_a_slash(client: Client, path: str) -> None:
    assert client.get(f"{path}/").status_code == client.get(path).status_code == 200
