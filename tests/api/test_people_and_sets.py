"""Players, rulesets and component sets over HTTP."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from api.resources.rulesets import put_starters
from rulesets.heros_crossing_tactics import RULESET
from tests.api.client import Client
from tests.api.conftest import TACTICS, CheckedClient, begin, game_body, refused

SETS = f"/v1/rulesets/{TACTICS}/component-sets"


def upload(client: Client, text: str, media: str = "application/yaml") -> Any:
    return client.post(SETS, data=text.encode(), content_type=media)


def test_a_player_is_created_renamed_and_deleted(client: Client) -> None:
    made = client.post("/v1/players", json={"name": "Ada"})
    assert made.status_code == 201
    url = made.headers["Location"]
    assert client.get(url).json == made.json
    assert client.patch(url, json={"name": "Adah"}).json["name"] == "Adah"
    assert client.delete(url).status_code == 204
    refused(client.get(url), 404, "unknown-player")
    refused(client.delete(url), 404, "unknown-player")
    refused(client.patch(url, json={"name": "x"}), 404, "unknown-player")


def test_no_two_players_have_the_same_name(client: Client) -> None:
    ada, ben = (client.post("/v1/players", json={"name": name}).headers["Location"] for name in ("Ada", "Ben"))
    problem = refused(client.post("/v1/players", json={"name": "Ada"}), 409, "name-taken")
    assert "Ada" in problem["detail"]
    refused(client.patch(ben, json={"name": "Ada"}), 409, "name-taken")
    assert client.patch(ada, json={"name": "Ada"}).status_code == 200


def test_games_with_the_same_new_players_at_once_share_them(client: Client) -> None:
    """A game among them that is refused does not remove the players of the others."""

    def bring(number: int) -> tuple[int, str | None]:
        seats = [{"name": f"Player {number // 3}"}, {"name": f"Player {number // 3 + 1}"}]
        outcomes: dict[str, Any] = {"outcomes": ["no such card"]} if number % 3 == 0 else {}
        answer = CheckedClient(client.application).post("/v1/games", json=game_body(seats=seats, **outcomes))
        return answer.status_code, answer.json.get("id")

    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(bring, range(60)))
    assert [status for status, _ in answers] == [422 if number % 3 == 0 else 201 for number in range(60)]
    for game in filter(None, (game for _, game in answers)):
        assert all(seat["name"] for seat in client.get(f"/v1/games/{game}").json["seats"])
    names = [player["name"] for player in client.get("/v1/players").json["items"]]
    assert sorted(names) == sorted(f"Player {number}" for number in range(21))


def test_deleting_a_player_leaves_the_game_without_the_name(client: Client) -> None:
    game = begin(client)
    ada = client.get(f"/v1/games/{game}").json["seats"][0]["player"]
    client.delete(f"/v1/players/{ada}")
    assert client.get(f"/v1/games/{game}").json["seats"][0] == {"seat": 1, "player": None, "name": None}
    for path in ("events", "timeline", "export", "board"):
        assert "Ada" not in client.get(f"/v1/games/{game}/{path}").get_data(as_text=True)


def test_players_are_listed_page_by_page(client: Client) -> None:
    names = ["Ada", "Ben", "Cleo", "Дев", "Élif"]
    for name in names:
        client.post("/v1/players", json={"name": name})
    page = client.get("/v1/players?limit=2").json
    seen = [player["name"] for player in page["items"]]
    while page["next"]:
        page = client.get(f"/v1/players?limit=2&cursor={page['next']}").json
        seen += [player["name"] for player in page["items"]]
    assert seen == names


def test_a_ruleset_lists_its_actions_and_its_rules(client: Client) -> None:
    (listed,) = client.get("/v1/rulesets").json["items"]
    assert listed == {"name": TACTICS, "title": RULESET.title, "version": RULESET.version, "seats": [2]}
    shown = client.get(f"/v1/rulesets/{TACTICS}").json
    assert {rule["id"]: rule["text"] for rule in shown["rules"]} == RULESET.rules
    assert set(shown["actions"]) == {kind.__name__ for kind in RULESET.actions}
    assert shown["starter"] == RULESET.starter_components.hash


def test_the_starter_set_exists_from_the_start(client: Client) -> None:
    (starter,) = client.get(SETS).json["items"]
    shown = client.get(f"/v1/component-sets/{starter['hash']}").json
    assert shown["source"] == RULESET.starter
    assert len(shown["document"]["heroes"]) == 45


def test_an_uploaded_set_can_be_played_with(client: Client) -> None:
    text = RULESET.starter.replace("fletcher", "bowyer")
    made = upload(client, text)
    assert made.status_code == 201
    assert client.get(made.headers["Location"]).json["source"] == text
    body = game_body(component_set=made.json["hash"], chance="server", outcomes=[])
    assert client.post("/v1/games", json=body).json["component_set"] == made.json["hash"]


def test_a_comment_does_not_make_another_set(client: Client) -> None:
    one, two = upload(client, RULESET.starter), upload(client, "# ours\n" + RULESET.starter)
    assert one.json["hash"] == two.json["hash"] == RULESET.starter_components.hash
    assert len(client.get(SETS).json["items"]) == 1


def test_a_set_may_be_json_too(client: Client) -> None:
    made = upload(client, RULESET.starter_document, "application/json")
    assert made.json["hash"] == RULESET.starter_components.hash


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        (RULESET.starter + "colour: red\n", RULESET.starter.count("\n") + 1, 1),
        ("heroes: [", 1, 10),
        ("a: &x 1\nb: *x\n", 1, 4),
        ("", 1, 1),
        ("[1, 2]", 1, 1),
        ("{}", 1, 1),
        ('{"heroes": [' + '{"a": ' * 40 + "1" + "}" * 40 + "]}", 1, None),
    ],
)
def test_errors_in_a_set_have_line_and_column(client: Client, text: str, line: int, column: int | None) -> None:
    for media in ("application/yaml", "application/json"):
        problem = refused(upload(client, text, media), 422, "bad-component-set")
        assert problem["errors"][0]["line"] == line
        assert column is None or problem["errors"][0]["column"] == column


def test_a_set_with_a_control_character_in_its_name_is_refused(client: Client) -> None:
    name = next(line for line in RULESET.starter.splitlines() if line.startswith("name:"))
    answer = upload(client, RULESET.starter.replace(name, 'name: "a\\u0007b"', 1))
    assert answer.status_code == 422


def test_a_set_that_is_no_text_is_malformed(client: Client) -> None:
    refused(client.post(SETS, data=b"\xff\xfe", content_type="application/yaml"), 400, "invalid-json")


def test_all_sets_that_ship_are_listed(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """Besides the starter those of the folder `sets`, under the names that they give."""
    text = RULESET.starter.replace("name: Starter", "name: A second box")
    monkeypatch.setitem(vars(RULESET), "other_sets", {"second": text})
    put_starters(client.application.extensions["tabletale"])
    items = client.get(SETS).json["items"]
    assert [item["name"] for item in items] == ["starter", "A second box"]
    assert client.get(f"/v1/component-sets/{items[1]['hash']}").json["source"] == text
