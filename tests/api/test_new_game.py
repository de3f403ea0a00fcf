"""A new game by links and forms alone, up to its first question."""

from __future__ import annotations

import re
from html import unescape
from random import Random
from typing import get_args

import pytest

from api.app import create_app
from api.pages.new_game import _why
from api.service import Service
from rulesets.heros_crossing_tactics import RULESET
from rulesets.kit.errors import Refused
from rulesets.kit.structs import UndoPolicy
from tests.api.client import Answer, Client
from tests.api.conftest import begin, game_body, record
from tests.api.recording import Form, Hand, Reader
from tests.tables import EVERY, PLAYERS, Table

TACTICS = "heros_crossing_tactics"
PAGE = {"Accept": "text/html"}


@pytest.fixture
def client(every: Service) -> Client:
    return Client(create_app(every))


def form(client: Client, query: str) -> Form:
    """The form of a new game."""
    answer = client.get(f"/new?{query}")
    assert answer.status_code == 200
    (found,) = Reader(answer.text).forms
    return found


def named(given: Form, *names: str) -> dict[str, str]:
    return given.fields | {f"seat.{seat}": name for seat, name in enumerate(names, 1)}


@pytest.mark.parametrize("table", EVERY, ids=str)
def test_a_game_begins_with_names_and_what_the_set_up_drew(client: Client, table: Table) -> None:
    hand = Hand(client, Random(str(table)))
    given = form(client, f"ruleset={table.ruleset}&seats={table.seats}")
    given.fields |= named(given, *PLAYERS) | {"chance": "table"}
    given.ways = {name: ways[:1] for name, ways in given.ways.items()}
    assert given.ways.pop("chance") == ["table"]
    answer = hand.settle(given)
    assert answer.status_code == 303, answer.text
    game = game_of(answer)
    about = client.get(f"/v1/games/{game}").json
    assert [seat["name"] for seat in about["seats"]] == [*PLAYERS[: table.seats]]
    assert about["ruleset"] == table.ruleset
    assert Reader(client.get(f"/games/{game}/record").text).rows


DRAWING = (Table("heros_crossing", 2), Table("heros_crossing_tactics", 2))
"""Tables whose set-up draws cards that have a picture."""


@pytest.mark.parametrize("table", DRAWING, ids=str)
def test_cards_that_a_set_up_drew_have_their_faces(client: Client, table: Table) -> None:
    """As on the record page: for a script to put beside the names, each once, and none of what cannot come."""
    hand, shown = Hand(client, Random(str(table))), 0
    sent = form(client, f"ruleset={table.ruleset}&seats={table.seats}")
    sent.fields |= named(sent, *PLAYERS) | {"chance": "table"}
    sent.ways = {name: ways[:1] for name, ways in sent.ways.items()}
    while (answer := hand.send(sent)).status_code == 200:
        sent = hand.asking(Reader(answer.text), sent)
        faces = [unescape(of) for of in re.findall(r'<i data-of="([^"]*)"><svg ', answer.text)]
        assert len(faces) == len({*faces})
        assert {*faces} <= {way for ways in sent.ways.values() for way in ways}
        shown += len(faces)
        assert bool(faces) == ("data-draws" in answer.text)
    assert answer.status_code == 303
    assert shown


def game_of(answer: Answer) -> str:
    found = re.fullmatch("/games/([0-9a-f-]{36})/record", answer.headers["Location"])
    assert found
    return found[1]


@pytest.mark.parametrize("more", [{"chance": "server"}, {"chance": "table", "roll": "yes"}], ids=str)
def test_the_service_rolls_where_that_is_wanted(client: Client, more: dict[str, str]) -> None:
    """In a game whose chance it rolls, or once for a table that has told nothing yet."""
    answer = client.post("/new", data=named(form(client, f"ruleset={TACTICS}"), "Ada", "Ben") | more)
    assert answer.status_code == 303
    assert client.get(f"/v1/games/{game_of(answer)}").json["chance"] == more["chance"]


def test_what_is_sent_twice_begins_one_game(client: Client) -> None:
    sent = named(form(client, f"ruleset={TACTICS}"), "Ada", "Ben") | {"chance": "server"}
    one, two = (client.post("/new", data=sent) for _ in range(2))
    assert one.headers["Location"] == two.headers["Location"]
    assert len(client.get("/v1/games").json["items"]) == 1


def test_options_are_agreed_on_and_nobody_need_be_known(client: Client) -> None:
    given = form(client, "ruleset=kingdom_rush&seats=2")
    assert given.ways["option.difficulty"] == ["easy", "normal", "hard"]
    sent = named(given, "Ada") | {"chance": "server", "option.difficulty": "hard", "option.scenario": "two-bridges"}
    game = game_of(client.post("/new", data=sent))
    assert [seat["name"] for seat in client.get(f"/v1/games/{game}").json["seats"]] == ["Ada", None]
    board = client.get(f"/v1/games/{game}/board").json["board"]
    assert (board["difficulty"], board["scenario"]) == ("hard", "two-bridges")


@pytest.mark.parametrize("chance", ["table", "server"])
def test_what_may_be_taken_back_is_agreed_on(client: Client, chance: str) -> None:
    """Each policy that the interface knows; without a choice, what a game has there that names none."""
    given = form(client, f"ruleset={TACTICS}")
    assert set(given.ways["undo"]) == set(get_args(UndoPolicy))
    sent = named(given, "Ada", "Ben") | {"chance": chance, "roll": "yes"}
    usual = client.post("/v1/games", json=sample(chance)).json["undo"]
    for undo in ("", *given.ways["undo"]):
        fresh = sent | {"key": form(client, f"ruleset={TACTICS}").fields["key"], "undo": undo}
        made = client.post("/new", data=fresh)
        assert made.status_code == 303, made.text
        assert client.get(f"/v1/games/{game_of(made)}").json["undo"] == (undo or usual)
    without = {name: value for name, value in sent.items() if name != "undo"}
    assert client.get(f"/v1/games/{game_of(client.post('/new', data=without))}").json["undo"] == usual


def sample(chance: str) -> dict[str, object]:
    """The body that begins such a game over REST."""
    seats = [{"name": "Ada"}, {"name": "Ben"}]
    return game_body() if chance == "table" else {"ruleset": TACTICS, "seats": seats, "chance": chance}


def test_who_plays_alone_has_nobody_to_ask(client: Client) -> None:
    assert "consent" not in form(client, "ruleset=kingdom_rush&seats=1").ways["undo"]
    assert "consent" in form(client, "ruleset=kingdom_rush&seats=2").ways["undo"]


def test_what_was_agreed_on_goes_with_the_questions_of_the_set_up(client: Client) -> None:
    """And with a fault: both pages hold the choice, and the game has it in the end."""
    hand = Hand(client, Random(1))
    given = form(client, f"ruleset={TACTICS}")
    given.fields |= named(given, *PLAYERS) | {"undo": "consent"}
    given.ways = {"chance": ["table"]}
    assert client.get(f"/v1/games/{game_of(hand.settle(given))}").json["undo"] == "consent"
    wrong = client.post("/new", data=given.fields | {"chance": "nobody"})
    assert '<option value="consent" selected>' in wrong.text


@pytest.mark.parametrize(
    "wrong",
    [
        {"seat.1": "x" * 201},
        {"seat.1": "a\tb"},
        {"seat.1": "\u200b"},
        {"chance": "nobody"},
        {"place": "x" * 201},
        {"undo": "never"},
        {"option.difficulty": "unheard of"},
        {"option.scenario": "nowhere"},
    ],
    ids=str,
)
def test_a_fault_is_said_where_it_was_entered(client: Client, wrong: dict[str, str]) -> None:
    """And everything else that was entered is still there."""
    sent = named(form(client, "ruleset=kingdom_rush&seats=2"), "Ada", "Ben") | {"chance": "server"}
    answer = client.post("/new", data=sent | wrong)
    assert answer.status_code == 422
    assert 'role="alert"' in answer.text
    assert 'value="Ben"' in answer.text
    assert not client.get("/v1/games").json["items"]


@pytest.mark.parametrize("query", ["ruleset=nothing", f"ruleset={TACTICS}&seats=9", f"ruleset={TACTICS}&seats=x"])
def test_a_game_that_cannot_be_is_a_page_in_words(client: Client, query: str) -> None:
    answer = client.get(f"/new?{query}", headers=PAGE)
    assert answer.status_code == 404
    assert "<h1>" in answer.text


def test_forms_of_another_make(client: Client) -> None:
    assert client.post("/new", data={}, headers=PAGE).status_code == 404
    assert client.post("/new", data={"ruleset": TACTICS, "seats": "7"}, headers=PAGE).status_code == 404
    sent = named(form(client, f"ruleset={TACTICS}"), "Ada", "Ben")
    assert client.post("/new", data=sent | {"outcome.0": "{"}, headers=PAGE).status_code == 404
    assert client.put("/new", headers=PAGE).status_code == 405


def test_names_of_any_script_are_taken_as_they_are(client: Client) -> None:
    names = ("x" * 200, "שלום <b>")
    sent = named(form(client, f"ruleset={TACTICS}"), *names) | {"chance": "server"}
    game = game_of(client.post("/new", data=sent))
    assert tuple(seat["name"] for seat in client.get(f"/v1/games/{game}").json["seats"]) == names
    assert "<b>" not in client.get(f"/games/{game}/record").text
    assert "<b>" not in client.get(f"/new?ruleset={TACTICS}").text


# --- the ways there


def test_known_players_are_suggested(client: Client) -> None:
    record(client)
    assert '<option value="Ada"></option>' in client.get(f"/new?ruleset={TACTICS}").text


def test_every_page_of_games_leads_on(client: Client) -> None:
    """The list to a new game and to those that run; the replay page at the head; the end to the same people again."""
    assert 'href="/new"' in client.get("/").text
    running, over = begin(client), record(client)
    listed = client.get("/").text
    assert f'href="/games/{running}/record"' in listed
    assert f'href="/games/{over}/record"' not in listed
    assert f'href="/games/{running}/record"' in client.get(f"/games/{running}").text
    assert f'href="/games/{over}/record"' not in client.get(f"/games/{over}").text
    end = client.get(f"/games/{over}/end").text
    again = re.findall(r'href="(/new[^"]*)"', end)
    assert again == [f"/new?ruleset={TACTICS}&amp;seats=2&amp;name=Ben&amp;name=Ada"]
    text = client.get(again[0].replace("&amp;", "&")).text
    assert re.search(r'name="seat.1" value="Ben".*name="seat.2" value="Ada"', text, re.S)


def test_a_set_up_that_the_rules_refuse_names_its_rule() -> None:
    rule = next(iter(RULESET.rules))
    assert _why(RULESET, Refused(rule)) == f"{rule}: {RULESET.rules[rule]}"
