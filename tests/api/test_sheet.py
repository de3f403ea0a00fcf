"""The sheet of a title is changed on a page: the next game is played with it, and recorded games keep theirs."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
import yaml

from api.app import create_app
from api.service import Service
from tests.api.client import Answer
from tests.api.conftest import CheckedClient
from tests.api.recording import Reader

SHEET = "scoresheet"
ADDRESS = f"/rulesets/{SHEET}/sheet?title=Harbour"
HARBOUR = """game: scoresheet
id: harbour
name: Harbour
seats: {least: 2, most: 4}
categories:
  - {id: goods, name: Goods, unit: crate, least: 0, most: 50, step: 5}
  - {id: farms, name: Farms}
  - {id: bonus, name: Bonus, when: end}
tie_breaks: [{category: goods}]
rounds: {number: 3}
"""


@pytest.fixture
def client(full_service: Service) -> CheckedClient:
    client = CheckedClient(create_app(full_service))
    upload(client, HARBOUR)
    return client


def upload(client: CheckedClient, text: str) -> None:
    yaml_type = {"Content-Type": "application/yaml"}
    assert client.post(f"/v1/rulesets/{SHEET}/component-sets", data=text.encode(), headers=yaml_type).status_code == 201


def sets(client: CheckedClient) -> list[str]:
    return [each["hash"] for each in client.get(f"/v1/rulesets/{SHEET}/component-sets").json["items"]]


def fields_of(answer: Answer) -> dict[str, str]:
    """The fields of the form as a browser would send them."""
    (found,) = Reader(answer.text).forms
    (way,) = re.findall(r'name="way" value="(\w+)" checked', answer.text) or ("",)
    return found.fields | {"way": way}


def send(client: CheckedClient, given: dict[str, str] | None = None, **more: str) -> Answer:
    """Send the form as the page has it, with changes: `name_1` is the field `name.1`."""
    fields = fields_of(client.get(ADDRESS)) if given is None else given
    changes = {name.replace("_", "."): text for name, text in more.items()}
    return client.post(ADDRESS, data=fields | changes, headers={"Accept": "text/html"})


def saved(client: CheckedClient, answer: Answer) -> dict[str, Any]:
    """The file of the newest sheet."""
    assert answer.status_code == 303, answer.text
    found: dict[str, Any] = yaml.safe_load(client.get(f"/v1/component-sets/{sets(client)[-1]}").json["source"])
    return found


def begin(client: CheckedClient) -> dict[str, Any]:
    body = {"ruleset": SHEET, "sheet": {"title": "Harbour"}, "seats": [{"name": "Ada"}, {"name": "Ben"}]}
    return client.post("/v1/games", json=body).json


def test_the_form_has_the_newest_sheet_and_saving_it_unchanged_stores_nothing(client: CheckedClient) -> None:
    fields = fields_of(client.get(ADDRESS))
    assert [fields[f"{name}.0"] for name in ("id", "name", "least", "most", "step")] == [
        "goods",
        "Goods",
        "0",
        "50",
        "5",
    ]
    assert (fields["name.2"], fields["most.2"], fields["rows"]) == ("Bonus", "100", "3")
    before = sets(client)
    assert send(client).headers["Location"] == "/?ruleset=scoresheet&sheet=Harbour"
    assert sets(client) == before


def test_the_next_game_has_the_new_sheet_and_recorded_ones_keep_theirs(client: CheckedClient) -> None:
    """What the form does not have stays: units, ends, rounds, tie breaks."""
    old = begin(client)
    file = saved(client, send(client, name_0="Cargo", most_0="100", least_1="-10", way="lowest"))
    assert file == {
        **yaml.safe_load(HARBOUR),
        "scoring": "lowest",
        "categories": [
            {"id": "goods", "name": "Cargo", "unit": "crate", "least": 0, "most": 100, "step": 5},
            {"id": "farms", "name": "Farms", "least": -10},
            {"id": "bonus", "name": "Bonus", "when": "end"},
        ],
    }
    assert begin(client)["component_set"] == sets(client)[-1] != old["component_set"]
    assert client.get(f"/v1/games/{old['id']}").json["component_set"] == old["component_set"]


def test_categories_are_added_moved_and_removed_and_nothing_is_stored_before_it_is_saved(client: CheckedClient) -> None:
    before, given = sets(client), fields_of(client.get(ADDRESS))
    given["name.1"] = "Fields"
    for change in ("add", "up.1", "remove.2", "down.1"):
        answer = send(client, given | {"change": change})
        assert answer.status_code == 200
        given = fields_of(answer)
    assert [given[f"name.{at}"] for at in range(3)] == ["Fields", "", "Goods"]
    assert sets(client) == before
    given["name.1"] = "Goods of others"
    file = saved(client, send(client, given))
    assert [(each["id"], each["name"]) for each in file["categories"]] == [
        ("farms", "Fields"),
        ("goods-of-others", "Goods of others"),
        ("goods", "Goods"),
    ]


@pytest.mark.parametrize("way", ["highest", "lowest", "noted", "win", "together"])
def test_every_way_to_work_out_who_won_can_be_chosen(client: CheckedClient, way: str) -> None:
    upload(client, "game: scoresheet\nid: harbour\nname: Harbour\nsides: together\n")
    given = fields_of(client.get(ADDRESS))
    assert given["way"] == "together"
    if way != "win":
        given = fields_of(send(client, given | {"change": "add"})) | {"name.0": "Points"}
    file = saved(client, send(client, given, way=way))
    assert file.get("scoring", "together") == way
    assert fields_of(client.get(ADDRESS))["way"] == way


WRONG: dict[str, tuple[dict[str, str], str]] = {
    "no name": ({"name_1": ""}, "Name of category 2: enter a name, or remove the category"),
    "a name twice": ({"name_1": "goods"}, "Name of category 2: "),
    "braces": ({"name_1": "{1}"}, "Name of category 2: a name is 1 to 60 letters"),
    "a long name": ({"name_1": "x" * 61}, "Name of category 2: at most 60 characters"),
    "letters": ({"most_1": "many"}, "Most of category 2: enter a whole number"),
    "5000 figures": ({"most_1": "9" * 5_000}, "Most of category 2: enter a whole number"),
    "nothing": ({"least_1": ""}, "Least of category 2: enter a whole number"),
    "far away": ({"most_1": "1000001"}, "Most of category 2: a whole number, at most 1000000"),
    "no step": ({"step_1": "0"}, "Step of category 2: a whole number, 1 or more"),
    "a step beside": ({"step_1": "7"}, "Step of category 2: steps of 7 from 0 never come to 100"),
    "too many amounts": ({"most_1": "5000"}, "Most of category 2: 5001 amounts; at most 1000"),
    "points where nothing is counted": ({"way": "win"}, "Categories: where a game is only won or lost"),
    "ties that are not broken": ({"way": "noted"}, "Tie breaks: where the winners note their win"),
    "no way": ({"way": "most"}, "Winners: choose one"),
    "an id": ({"id_1": "../x"}, "Category 2: "),
}


@pytest.mark.parametrize(("more", "text"), WRONG.values(), ids=WRONG)
def test_what_is_wrong_is_named_by_its_field_and_nothing_is_stored(
    client: CheckedClient, more: dict[str, str], text: str
) -> None:
    before = sets(client)
    answer = send(client, None, name_2="Prize", **more)
    assert answer.status_code == 422
    assert text in unescape(answer.text)
    assert 'role="alert"' in answer.text
    assert 'value="Prize"' in answer.text
    assert sets(client) == before


def test_a_category_that_breaks_ties_is_not_removed(client: CheckedClient) -> None:
    given = fields_of(send(client, change="remove.0"))
    answer = send(client, given)
    assert answer.status_code == 422
    assert "Tie breaks: " in answer.text


def test_a_sheet_that_another_one_followed_cannot_come_back(client: CheckedClient) -> None:
    """The newest set of a title is the one that was stored last, and each is stored once."""
    saved(client, send(client, name_0="Cargo"))
    answer = send(client, name_0="Goods")
    assert answer.status_code == 422
    assert "This title had exactly this sheet before" in answer.text


def test_two_people_do_not_overwrite_each_other(client: CheckedClient) -> None:
    given = fields_of(client.get(ADDRESS))
    saved(client, send(client, name_0="Cargo"))
    answer = send(client, given, name_1="Fields")
    assert answer.status_code == 422
    assert "Somebody else saved another sheet" in answer.text
    assert 'value="Fields"' in answer.text


@pytest.mark.parametrize(
    "address",
    [
        f"/rulesets/{SHEET}/sheet",
        f"/rulesets/{SHEET}/sheet?title=Nowhere",
        "/rulesets/heros_crossing_tactics/sheet?title=starter",
    ],
)
def test_other_titles_have_no_such_page(client: CheckedClient, address: str) -> None:
    assert client.get(address).status_code == 404


@pytest.mark.parametrize(
    ("field", "text"), [("rows", "21"), ("rows", "9" * 5_000), ("change", "up.7"), ("change", "sideways.1")]
)
def test_a_form_that_no_page_has_is_refused(client: CheckedClient, field: str, text: str) -> None:
    assert send(client, {**fields_of(client.get(ADDRESS)), field: text}).status_code == 404


def test_the_games_of_a_title_lead_there(client: CheckedClient) -> None:
    begin(client)
    assert 'href="/rulesets/scoresheet/sheet?title=Harbour"' in client.get("/?sheet=Harbour").text
    assert "/sheet?" not in client.get("/").text
