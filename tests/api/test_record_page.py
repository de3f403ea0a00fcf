"""The record page without script: links and forms, a page each."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from random import Random
from typing import Any
from urllib.parse import parse_qsl, urlparse

import pytest
from msgspec import json

from api.app import create_app
from api.service import Service, installed_rulesets
from api.settings import Settings
from events import Store
from tests.api.client import Client
from tests.api.conftest import begin, record
from tests.api.recording import Form, Hand, Reader
from tests.tables import PLAYERS, WIDEST, Table, recorded

RULESETS = installed_rulesets()
ACTIONS = 800
"""Decisions of a game at most: all of it but where a game has some thousands;"""
FIRST = 60
"""there the first."""


@pytest.fixture
def every(settings: Settings) -> Iterator[Service]:
    with Store.open(settings.database_url, synchronous="NORMAL") as store:
        yield Service.over(store, settings, RULESETS)


def begun(service: Service, table: Table, chance: str) -> str:
    """A game that waits for its first decision; its id."""
    if chance == "table":
        return str(recorded(service, table, most=0).id)
    client = Client(create_app(service))
    seats = [{"name": name} for name in PLAYERS[: table.seats]]
    return str(client.post("/v1/games", json={"ruleset": table.ruleset, "seats": seats, "chance": chance}).json["id"])


@pytest.mark.parametrize("chance", ["table", "server"])
@pytest.mark.parametrize("table", WIDEST, ids=str)
def test_games_are_recorded_by_links_and_forms_alone(every: Service, table: Table, chance: str) -> None:
    """Rows at random until one action is left, and what chance told where the table tells it."""
    client, rng = Client(create_app(every)), Random(f"{table}{chance}")
    game, hand = begun(every, table, chance), Hand(client, rng)
    for _ in range(FIRST if table.ruleset == "heros_crossing" else ACTIONS):
        page = hand.open(f"/games/{game}/record")
        if not page.rows and not page.taking:
            break
        before = version_of(client, game)
        answer = hand.settle(hand.choose(page))
        assert answer.status_code == 303, answer.text
        assert version_of(client, game) == before + 1
    if table.ruleset != "heros_crossing":
        assert client.get(f"/v1/games/{game}").json["status"] == "finished"
    same_by_rest(client, game, chance)


def same_by_rest(client: Client, game: str, chance: str) -> None:
    """The log is the one that REST gives for the same actions; all games of the tests have the same key."""
    events = log_of(client, game)
    about = client.get(f"/v1/games/{game}").json
    body = {"ruleset": about["ruleset"], "seats": [{"name": seat["name"]} for seat in about["seats"]], "chance": chance}
    told = chance == "table"
    twin = client.post("/v1/games", json=body | ({"outcomes": events[0]["outcomes"]} if told else {})).json["id"]
    for event in events[1:]:
        action = {"seat": event["seat"], "action": event["action"]} | ({"outcomes": event["outcomes"]} if told else {})
        version = {"If-Match": f'"{event["version"] - 1}"'}
        assert client.post(f"/v1/games/{twin}/actions", json=action, headers=version).status_code == 201
    again = log_of(client, twin)
    compared = ("version", "parent", "kind", "seat", "action", "effects", "text")
    assert [[event[name] for name in compared] for event in again] == [
        [event[name] for name in compared] for event in events
    ]


def log_of(client: Client, game: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    cursor = ""
    while True:
        page = client.get(f"/v1/games/{game}/events?limit=200{cursor}").json
        found += page["items"]
        if not page["next"]:
            return found
        cursor = f"&cursor={page['next']}"


def version_of(client: Client, game: str) -> int:
    return int(client.get(f"/v1/games/{game}").json["version"])


# --- what is sent


def ready(client: Client, game: str, seed: int = 1) -> Form:
    """The button of an action that rows at random lead to."""
    hand = Hand(client, Random(seed))
    return hand.choose(hand.open(f"/games/{game}/record"))


def test_what_is_sent_twice_is_recorded_once(client: Client) -> None:
    game = begin(client)
    form = ready(client, game)
    answers = [client.post(form.action, data=form.fields) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [303, 303]
    assert answers[0].headers["Location"] == answers[1].headers["Location"]
    assert version_of(client, game) == 2


def test_the_same_page_sent_with_something_else_records_nothing(client: Client) -> None:
    """Somebody went back to a page that was sent, and changed it."""
    game = begin(client)
    one, other = ready(client, game), ready(client, game, 5)
    assert one.fields["action"] != other.fields["action"]
    client.post(one.action, data=one.fields)
    answer = client.post(other.action, data=other.fields | {"key": one.fields["key"]})
    assert answer.status_code == 422
    assert "sent before" in answer.text
    assert version_of(client, game) == 2


def test_who_was_slower_is_told_what_came_between(client: Client) -> None:
    """And what was chosen is kept where it still fits."""
    game = begin(client)
    first, second = ready(client, game), ready(client, game, 5)
    mine = next(form for form in (first, second) if form.fields["seat"] == "1")
    theirs = client.get(f"/games/{game}/record?seat=2")
    row = Reader(theirs.text).rows[0]
    other = Reader(client.get(f"/games/{game}/record{row}").text).taking
    assert other
    assert client.post(other.action, data=other.fields).status_code == 303
    answer = client.post(mine.action, data=mine.fields)
    assert answer.status_code == 412
    assert "Meanwhile:" in answer.text
    assert "Ben" in answer.text
    again = Reader(answer.text).taking
    assert again
    assert again.fields["action"] == mine.fields["action"]
    assert client.post(again.action, data=again.fields).status_code == 303
    assert version_of(client, game) == 3


def test_a_refusal_names_its_rule_and_leaves_the_question_open(client: Client) -> None:
    game = begin(client)
    form = ready(client, game)
    answer = client.post(form.action, data=form.fields | {"action": '{"type":"PickHero","card":"nobody"}'})
    assert answer.status_code == 422
    assert re.search(r'role="alert"><b><a [^>]*href="/rulesets/[^"]+">HCT-[A-Z]+-\d+</a></b> \w', answer.text)
    assert Reader(answer.text).rows
    assert version_of(client, game) == 1


def test_undo_leads_back_to_the_question(client: Client) -> None:
    game = begin(client)
    form = ready(client, game)
    client.post(form.action, data=form.fields)
    page = Reader(client.get(f"/games/{game}/record").text)
    undo = next(form for form in page.forms if "/undo" in form.action)
    answer = client.post(undo.action, data=undo.fields)
    assert answer.headers["Location"] == f"/games/{game}/record"
    assert client.get(f"/v1/games/{game}").json["head"] == 1


def test_chance_that_is_asked_and_left_records_nothing(client: Client) -> None:
    """The page asks for it with everything that was chosen; the service rolls where that is wanted."""
    game, chance = begin(client), None
    for _ in range(60):
        form = ready(client, game, version_of(client, game))
        answer = client.post(form.action, data=form.fields)
        if answer.status_code == 200:
            chance = Reader(answer.text)
            break
    assert chance
    before = version_of(client, game)
    asked = next(form for form in chance.forms if form.ways)
    assert asked.fields["action"] == form.fields["action"]
    assert version_of(client, game) == before
    wrong = client.post(asked.action, data=asked.fields | dict.fromkeys(asked.ways, '"nobody"'))
    assert wrong.status_code == 200
    assert "cannot be" in wrong.text
    assert client.post(asked.action, data=asked.fields | {"roll": "yes"}).status_code == 303
    assert version_of(client, game) == before + 1


def test_a_game_that_is_over_says_who_won(client: Client) -> None:
    game = record(client)
    text = client.get(f"/games/{game}/record").text
    assert re.search(r'<h2 class="asks[^"]*"[^>]*>\w+ won</h2>', text)
    assert f"/games/{game}/end" in text
    assert not Reader(text).taking


# --- what is chosen


def test_the_trail_leads_back_thing_by_thing(every: Service) -> None:
    """A chip for each thing that the address holds beside the seat; its link takes that and what follows away."""
    client, longest = Client(create_app(every)), 0
    game = recorded(every, Table("heros_crossing", 4), most=60).id
    for seed in range(6):
        hand = Hand(client, Random(seed))
        page = hand.open(f"/games/{game}/record")
        while not page.taking:
            page = hand.open(hand.rng.choice(page.rows))
            chosen = [pair for pair in parse_qsl(urlparse(hand.address).query) if pair[0] != "seat"]
            chips = re.findall(r'<a href="([^"]*)" title="Back to before this">', page.text)
            assert len(chips) == len(chosen)
            assert [parse_qsl(unescape(href).lstrip("?"))[1:] for href in chips] == [
                chosen[:place] for place in range(len(chosen))
            ]
            longest = max(longest, len(chosen))
    assert longest > 1


def test_what_is_tapped_narrows_as_well(client: Client) -> None:
    game = begin(client)
    row = client.get(f"/v1/games/{game}/choices?seat=1").json["step"]["values"][0]
    page = Reader(client.get(f"/games/{game}/record?seat=1&tap={row['touches'][0]}").text)
    assert page.taking
    assert json.decode(page.taking.fields["action"]) == row["action"]


@pytest.mark.parametrize(
    "query",
    [
        "type=NoSuchThing",
        "type=PickHero&card=nobody",
        "nothing=1",
        "card[0]=1",
        "tap=front:9.9",
        "tap=%F0%9F%90%89&tap=%3Cscript%3E",
        "action=%7B%7D",
        "action=x",
        "action=" + "[" * 3000,
        "action=%7B%22type%22%3A%22Flank%22%7D",
        "action=%7B%22type%22%3A%22PickHero%22%2C%22card%22%3A%22%F0%9F%90%89%22%7D",
        "&".join(f"tap=card:{n}" for n in range(50)),
    ],
)
def test_what_nothing_fits_is_said_and_asked_anew(client: Client, query: str) -> None:
    answer = client.get(f"/games/{begin(client)}/record?seat=1&{query}")
    assert answer.status_code == 200
    assert "fits" in answer.text
    assert "<script>" not in answer.text
    assert Reader(answer.text).rows


@pytest.mark.parametrize(
    "query",
    [
        *("seat=3", "seat=0", "seat=x", "seat=1&seat=2", "type=A&type=B", "tap=%00", "card=" + "9" * 5000),
        "&".join(f"tap=card:{n}" for n in range(300)),
    ],
)
def test_an_address_that_cannot_be_is_a_page_in_words(client: Client, query: str) -> None:
    answer = client.get(f"/games/{begin(client)}/record?{query}", headers={"Accept": "text/html"})
    assert answer.status_code == 404
    assert "<h1>" in answer.text


@pytest.mark.parametrize(
    "wrong",
    [
        {"seat": "9"},
        {"seat": "x"},
        {"expected": ""},
        {"key": ""},
        {"key": "no key"},
        {"action": ""},
        {"outcome.0": "[1]"},
        {"outcome.0": "{"},
    ],
    ids=str,
)
def test_a_form_of_another_make_is_a_page_in_words(client: Client, wrong: dict[str, str]) -> None:
    game = begin(client)
    form = ready(client, game)
    answer = client.post(form.action, data=form.fields | wrong, headers={"Accept": "text/html"})
    assert answer.status_code == 404
    assert "<h1>" in answer.text
    assert version_of(client, game) == 1


@pytest.mark.parametrize("action", ["x", "[]", "{}", '{"type":"Nobody"}', "[" * 9000, '{"type":"PickHero","card":7}'])
def test_what_is_no_action_is_refused_in_words(client: Client, action: str) -> None:
    game = begin(client)
    form = ready(client, game)
    answer = client.post(form.action, data=form.fields | {"action": action})
    assert answer.status_code == 422
    assert "no action" in answer.text
    assert version_of(client, game) == 1


def test_games_that_there_are_not_and_other_methods(client: Client) -> None:
    game = begin(client)
    page = {"Accept": "text/html"}
    assert client.get("/games/nothing/record", headers=page).status_code == 404
    assert client.get("/games/01890000-0000-7000-8000-000000000000/record", headers=page).status_code == 404
    assert client.delete(f"/games/{game}/record", headers=page).status_code == 405
    assert client.post(f"/games/{game}/record", json={}, headers=page).status_code == 404


# --- secrets


def test_the_page_of_a_seat_shows_nothing_of_another_s(client: Client) -> None:
    """Neither names nor ids of the cards of another's draft, in the picture or in the rows."""
    game = begin(client)
    mine, theirs = (
        {
            row["value"]
            for row in client.get(f"/v1/games/{game}/choices?seat={seat}&viewer={seat}").json["step"]["values"]
        }
        for seat in (1, 2)
    )
    assert mine
    assert theirs
    text = client.get(f"/games/{game}/record?seat=1").text
    assert all(card in text for card in mine)
    assert not any(card in text for card in theirs - mine)
