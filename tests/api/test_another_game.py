"""A game without a rulebook: its sheet is made of a title and a way of scoring."""

from __future__ import annotations

from typing import Any

import pytest

from api.app import create_app
from api.resources.rulesets import put_starters
from api.service import Service
from rulesets.scoresheet.titles import SCORINGS
from tests.api.client import Answer
from tests.api.conftest import CheckedClient, refused
from tests.api.recording import Form, Reader
from tests.api.test_new_game import game_of

SHEET = "scoresheet"
PAGE = {"Accept": "text/html"}


@pytest.fixture
def client(full_service: Service) -> CheckedClient:
    return CheckedClient(create_app(full_service))


def form(client: CheckedClient) -> Form:
    (found,) = Reader(client.get("/new").text).forms
    return found


def send(client: CheckedClient, title: str, *names: str, **more: str) -> Answer:
    """Fill in the form of the page, and send it."""
    given = form(client)
    seats = {f"seat.{seat}": name for seat, name in enumerate(names, 1)}
    return client.post("/new", data=given.fields | {"title": title, "scoring": "highest"} | seats | more, headers=PAGE)


def begin(client: CheckedClient, title: str, **more: Any) -> Answer:
    """Start a game over REST."""
    sheet = {"title": title} | ({"scoring": more.pop("scoring")} if "scoring" in more else {})
    body = {"ruleset": SHEET, "sheet": sheet, "seats": [{"name": "Ada"}, {"name": "Ben"}], **more}
    return client.post("/v1/games", json=body)


def sets(client: CheckedClient) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = client.get(f"/v1/rulesets/{SHEET}/component-sets").json["items"]
    return found


def games(client: CheckedClient) -> int:
    return len(client.get("/v1/games").json["items"])


@pytest.mark.parametrize("scoring", SCORINGS)
def test_a_game_begins_with_title_names_and_scoring(client: CheckedClient, scoring: str) -> None:
    answer = send(client, "Island Trade", "Ada", "Ben", "", "Cleo", scoring=scoring)
    assert answer.status_code == 303, answer.text
    game = client.get(f"/v1/games/{game_of(answer)}").json
    assert [seat["name"] for seat in game["seats"]] == ["Ada", "Ben", "Cleo"]
    assert game["ruleset"] == SHEET
    sheet = client.get(f"/v1/component-sets/{game['component_set']}").json
    assert sheet["name"] == "Island Trade"
    assert sheet["document"]["id"] == "island-trade"


def test_every_way_of_scoring_can_be_chosen(client: CheckedClient) -> None:
    assert form(client).choices["scoring"] == [*SCORINGS]
    assert client.get(f"/v1/rulesets/{SHEET}").json["scorings"] == SCORINGS


def test_over_rest_it_is_one_request(client: CheckedClient) -> None:
    answer = begin(client, "Island Trade", scoring="lowest")
    assert answer.status_code == 201
    document = client.get(f"/v1/component-sets/{answer.json['component_set']}").json["document"]
    assert (document["name"], document["scoring"]) == ("Island Trade", "lowest")


@pytest.mark.parametrize("again", ["Island Trade", "ISLAND  trade", " island trade "])
def test_a_title_that_is_known_is_played_with_its_set(client: CheckedClient, again: str) -> None:
    """In large and small letters, however it is scored now."""
    first = begin(client, "Island Trade").json["component_set"]
    before = len(sets(client))
    assert begin(client, again, scoring="lowest").json["component_set"] == first
    assert game_set(client, send(client, again, "Ada", scoring="win")) == first
    assert len(sets(client)) == before


def game_set(client: CheckedClient, answer: Answer) -> str:
    assert answer.status_code == 303, answer.text
    return str(client.get(f"/v1/games/{game_of(answer)}").json["component_set"])


def test_a_sheet_is_refined_without_losing_what_was_recorded(client: CheckedClient) -> None:
    """The next game is played with the newest set of the title, earlier ones keep theirs."""
    first = begin(client, "Island Trade").json
    source = client.get(f"/v1/component-sets/{first['component_set']}").json["source"]
    refined = source + "roles: [{id: smith, name: Smith}, {id: baker, name: Baker}]\n"
    answer = client.post(f"/v1/rulesets/{SHEET}/component-sets", data=refined, content_type="application/yaml")
    assert answer.status_code == 201, answer.json
    assert begin(client, "island trade").json["component_set"] == answer.json["hash"] != first["component_set"]
    assert client.get(f"/v1/games/{first['id']}").json["component_set"] == first["component_set"]
    assert client.get(f"/v1/games/{first['id']}/board").status_code == 200


def test_titles_are_offered_from_the_one_played_last(client: CheckedClient) -> None:
    """Each once; sheets that nobody has played are not."""
    for title in ("Harbour", "Island Trade", "Bees", "harbour"):
        begin(client, title)
    text = client.get("/new").text.partition('<datalist id="titles">')[2].partition("</datalist>")[0]
    assert [part.partition('"')[0] for part in text.split('value="')[1:]] == ["Harbour", "Bees", "Island Trade"]


def test_a_sheet_that_ships_is_played_by_its_title(client: CheckedClient, full_service: Service) -> None:
    put_starters(full_service)
    shipped = {each["name"]: each["hash"] for each in sets(client)}
    assert "Points by category" in shipped
    assert begin(client, "win or lose").json["component_set"] == shipped["Win or lose"]


BAD: list[tuple[dict[str, Any], str, str]] = [
    ({"title": ""}, "/sheet/title", "Title: "),
    ({"title": "   "}, "/sheet/title", "Title: "),
    ({"title": "x" * 200}, "/sheet/title", "Title: at most 100 characters"),
    ({"title": "🎲" * 200}, "/sheet/title", "Title: at most 100 characters"),
    ({"title": "x" * 101}, "/sheet/title", "Title: at most 100 characters"),
    ({"title": "Isl\u200band"}, "/sheet/title", "Title: enter text on one line: no control characters"),
    ({"names": ["Ada\u200b"]}, "/seats/0/name", "Player 1: enter text on one line: no control characters"),
    ({"title": "with {2} braces"}, "/sheet/title", "Title: a name is 1 to 100 letters"),
    ({"scoring": "most"}, "/sheet/scoring", "Scoring: there is no"),
    ({"names": []}, "/seats", "Players: enter at least one name"),
    ({"names": ["Ada", "x" * 201]}, "/seats/1/name", "Player 2: at most 200 characters"),
    ({"names": [*"ABCDEFGHIJKLM"]}, "/seats", "Players: the game takes 1 to 12 seats"),
]


@pytest.mark.parametrize(("wrong", "pointer", "words"), BAD, ids=[words for _, _, words in BAD])
def test_what_is_wrong_names_its_field_and_nothing_is_stored(
    client: CheckedClient, wrong: dict[str, Any], pointer: str, words: str
) -> None:
    given = {"title": "Island Trade", "scoring": "highest", "names": ["Ada", "Ben"]} | wrong
    body = {"seats": [{"name": name} for name in given["names"]]}
    before = sets(client)
    problem = refused(begin(client, given["title"], scoring=given["scoring"], **body), 422, "invalid-request")
    assert problem["errors"][0]["pointer"] == pointer
    answer = send(client, given["title"], *given["names"], scoring=given["scoring"])
    assert answer.status_code == 422
    assert f'role="alert" id="fault">{words}' in answer.text
    assert games(client) == 0
    assert sets(client) == before


SEATS = ["13", "0", "99", "9" * 5_000, "x", "01", "\u0662"]


@pytest.mark.parametrize("address", ["/new", "/new/result"])
@pytest.mark.parametrize("seat", SEATS, ids=[seat[:5] for seat in SEATS])
def test_a_player_beyond_the_seats_is_refused(client: CheckedClient, address: str, seat: str) -> None:
    given = form(client).fields | {"title": "Harbour", "scoring": "highest", "seat.1": "Ada", "score.1": "3"}
    answer = client.post(address, data=given | {f"seat.{seat}": "Ben"}, headers=PAGE)
    assert answer.status_code == 422
    assert "Players: the game takes 1 to 12 seats" in answer.text
    assert 'value="Ada"' in answer.text
    assert games(client) == 0
    assert client.get(f"{address}?seat.{seat}=Ben").status_code == 200


@pytest.mark.parametrize("address", ["/new", "/new/result"])
def test_a_title_may_have_a_hundred_letters(client: CheckedClient, address: str) -> None:
    assert 'name="title" value="" maxlength="100"' in client.get(address).text
    assert begin(client, "x" * 100).status_code == 201


def test_a_player_who_is_not_known_leaves_no_sheet_behind(client: CheckedClient) -> None:
    nobody = {"player": "00000000-0000-7000-8000-000000000000"}
    before = sets(client)
    refused(begin(client, "Island Trade", seats=[nobody]), 422, "invalid-request")
    assert sets(client) == before


def test_what_was_entered_stays_when_something_is_wrong(client: CheckedClient) -> None:
    (found,) = Reader(send(client, "", "Ada", "", "Ben", scoring="lowest").text).forms
    assert (found.fields["seat.1"], found.fields["seat.3"]) == ("Ada", "Ben")


def test_a_title_and_a_component_set_do_not_go_together(client: CheckedClient) -> None:
    known = begin(client, "Island Trade").json["component_set"]
    problem = refused(begin(client, "Bees", component_set=known), 422, "invalid-request")
    assert problem["errors"][0]["pointer"] == "/sheet"


def test_a_game_with_a_rulebook_takes_no_title(client: CheckedClient) -> None:
    body = {"ruleset": "heros_crossing", "sheet": {"title": "Bees"}, "seats": [{"name": "Ada"}, {"name": "Ben"}]}
    problem = refused(client.post("/v1/games", json=body), 422, "invalid-request")
    assert problem["errors"][0]["pointer"] == "/sheet"


def test_a_form_that_is_sent_twice_starts_one_game(client: CheckedClient) -> None:
    given = form(client).fields | {"title": "Bees", "scoring": "highest", "seat.1": "Ada"}
    one, two = (client.post("/new", data=given, headers=PAGE) for _ in range(2))
    assert one.headers["Location"] == two.headers["Location"]
    assert games(client) == 1


def test_who_begins_is_asked_where_a_sheet_has_an_order(client: CheckedClient) -> None:
    first = begin(client, "Island Trade").json["component_set"]
    source = client.get(f"/v1/component-sets/{first}").json["source"] + "turn_order: true\n"
    client.post(f"/v1/rulesets/{SHEET}/component-sets", data=source, content_type="application/yaml")
    answer = send(client, "Island Trade", "Ada", "Ben")
    assert answer.status_code == 200
    assert "<title>Set-up: Island Trade</title>" in answer.text
    (asked,) = Reader(answer.text).forms
    done = client.post("/new", data=asked.fields | {"roll": "yes"}, headers=PAGE)
    assert done.status_code == 303
