"""A new game is started by links and forms alone, up to its first question."""

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
from tests.api.recording import Form, NoScriptBrowser, Reader
from tests.tables import EVERY, PLAYERS, Table

TACTICS = "heros_crossing_tactics"
PAGE = {"Accept": "text/html"}


@pytest.fixture
def client(full_service: Service) -> Client:
    return Client(create_app(full_service))


def form(client: Client, query: str) -> Form:
    """The form of a new game."""
    answer = client.get(f"/new?{query}")
    assert answer.status_code == 200
    (found,) = Reader(answer.text).forms
    return found


def named(given: Form, *names: str) -> dict[str, str]:
    return given.fields | {f"seat.{seat}": name for seat, name in enumerate(names, 1)}


@pytest.mark.parametrize("table", EVERY, ids=str)
def test_a_game_starts_with_names_and_the_outcomes_of_its_set_up(client: Client, table: Table) -> None:
    browser = NoScriptBrowser(client, Random(str(table)))
    given = form(client, f"ruleset={table.ruleset}&seats={table.seats}")
    given.fields |= named(given, *PLAYERS) | {"chance": "table"}
    given.choices = {name: values[:1] for name, values in given.choices.items()}
    assert given.choices.pop("chance") == ["table"]
    answer = browser.send_with_outcomes(given)
    assert answer.status_code == 303, answer.text
    game = game_of(answer)
    about = client.get(f"/v1/games/{game}").json
    assert [seat["name"] for seat in about["seats"]] == [*PLAYERS[: table.seats]]
    assert about["ruleset"] == table.ruleset
    assert Reader(client.get(f"/games/{game}/record").text).rows


DRAWING = (Table("heros_crossing", 2), Table("heros_crossing_tactics", 2))
"""Tables whose set-up draws cards that have a picture."""


@pytest.mark.parametrize("table", DRAWING, ids=str)
def test_cards_to_choose_in_the_set_up_have_their_faces(client: Client, table: Table) -> None:
    """As on the record page: a script shows the faces beside the names, each once, and only of cards that can come."""
    browser, shown = NoScriptBrowser(client, Random(str(table))), 0
    sent = form(client, f"ruleset={table.ruleset}&seats={table.seats}")
    sent.fields |= named(sent, *PLAYERS) | {"chance": "table"}
    sent.choices = {name: values[:1] for name, values in sent.choices.items()}
    while (answer := browser.send(sent)).status_code == 200:
        sent = browser.chance_form(Reader(answer.text), sent)
        faces = [unescape(of) for of in re.findall(r'<i data-of="([^"]*)"><svg ', answer.text)]
        assert len(faces) == len({*faces})
        assert {*faces} <= {value for values in sent.choices.values() for value in values}
        shown += len(faces)
        assert bool(faces) == ("data-draws" in answer.text)
    assert answer.status_code == 303
    assert shown


def game_of(answer: Answer) -> str:
    found = re.fullmatch("/games/([0-9a-f-]{36})/record", answer.headers["Location"])
    assert found
    return found[1]


@pytest.mark.parametrize("more", [{"chance": "server"}, {"chance": "table", "roll": "yes"}], ids=str)
def test_the_service_rolls_if_that_is_chosen(client: Client, more: dict[str, str]) -> None:
    """It rolls in a game that it deals, or once for a table that has not entered an outcome yet."""
    answer = client.post("/new", data=named(form(client, f"ruleset={TACTICS}"), "Ada", "Ben") | more)
    assert answer.status_code == 303
    assert client.get(f"/v1/games/{game_of(answer)}").json["chance"] == more["chance"]


def test_a_form_that_is_sent_twice_starts_one_game(client: Client) -> None:
    sent = named(form(client, f"ruleset={TACTICS}"), "Ada", "Ben") | {"chance": "server"}
    one, two = (client.post("/new", data=sent) for _ in range(2))
    assert one.headers["Location"] == two.headers["Location"]
    assert len(client.get("/v1/games").json["items"]) == 1


def test_options_can_be_chosen_and_names_left_empty(client: Client) -> None:
    given = form(client, "ruleset=kingdom_rush&seats=2")
    assert given.choices["option.difficulty"] == ["easy", "normal", "hard"]
    sent = named(given, "Ada") | {"chance": "server", "option.difficulty": "hard", "option.scenario": "two-bridges"}
    game = game_of(client.post("/new", data=sent))
    assert [seat["name"] for seat in client.get(f"/v1/games/{game}").json["seats"]] == ["Ada", None]
    board = client.get(f"/v1/games/{game}/board").json["board"]
    assert (board["difficulty"], board["scenario"]) == ("hard", "two-bridges")


@pytest.mark.parametrize("chance", ["table", "server"])
def test_the_undo_rules_can_be_chosen(client: Client, chance: str) -> None:
    """Each policy of the API can be chosen; without a choice the game has the default."""
    given = form(client, f"ruleset={TACTICS}")
    assert set(given.choices["undo"]) == set(get_args(UndoPolicy))
    sent = named(given, "Ada", "Ben") | {"chance": chance, "roll": "yes"}
    usual = client.post("/v1/games", json=sample(chance)).json["undo"]
    for undo in ("", *given.choices["undo"]):
        fresh = sent | {"key": form(client, f"ruleset={TACTICS}").fields["key"], "undo": undo}
        made = client.post("/new", data=fresh)
        assert made.status_code == 303, made.text
        assert client.get(f"/v1/games/{game_of(made)}").json["undo"] == (undo or usual)
    without = {name: value for name, value in sent.items() if name != "undo"}
    assert client.get(f"/v1/games/{game_of(client.post('/new', data=without))}").json["undo"] == usual


def sample(chance: str) -> dict[str, object]:
    """The request body that starts such a game over REST."""
    seats = [{"name": "Ada"}, {"name": "Ben"}]
    return game_body() if chance == "table" else {"ruleset": TACTICS, "seats": seats, "chance": chance}


def test_a_solo_game_does_not_offer_consent(client: Client) -> None:
    assert "consent" not in form(client, "ruleset=kingdom_rush&seats=1").choices["undo"]
    assert "consent" in form(client, "ruleset=kingdom_rush&seats=2").choices["undo"]


def test_the_undo_rules_are_kept_through_the_questions_of_the_set_up(client: Client) -> None:
    """They are also kept on a page with an error, and the game has them in the end."""
    browser = NoScriptBrowser(client, Random(1))
    given = form(client, f"ruleset={TACTICS}")
    given.fields |= named(given, *PLAYERS) | {"undo": "consent"}
    given.choices = {"chance": ["table"]}
    assert client.get(f"/v1/games/{game_of(browser.send_with_outcomes(given))}").json["undo"] == "consent"
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
def test_an_error_is_shown_at_its_field(client: Client, wrong: dict[str, str]) -> None:
    """All other fields keep what was entered."""
    sent = named(form(client, "ruleset=kingdom_rush&seats=2"), "Ada", "Ben") | {"chance": "server"}
    answer = client.post("/new", data=sent | wrong)
    assert answer.status_code == 422
    assert 'role="alert"' in answer.text
    assert 'value="Ben"' in answer.text
    assert not client.get("/v1/games").json["items"]


@pytest.mark.parametrize("query", ["ruleset=nothing", f"ruleset={TACTICS}&seats=9", f"ruleset={TACTICS}&seats=x"])
def test_an_impossible_game_has_a_problem_page(client: Client, query: str) -> None:
    answer = client.get(f"/new?{query}", headers=PAGE)
    assert answer.status_code == 404
    assert "<h1>" in answer.text


def test_malformed_forms_are_refused(client: Client) -> None:
    assert client.post("/new", data={}, headers=PAGE).status_code == 404
    assert client.post("/new", data={"ruleset": TACTICS, "seats": "7"}, headers=PAGE).status_code == 404
    sent = named(form(client, f"ruleset={TACTICS}"), "Ada", "Ben")
    assert client.post("/new", data=sent | {"outcome.0": "{"}, headers=PAGE).status_code == 404
    assert client.put("/new", headers=PAGE).status_code == 405


def test_names_of_any_script_are_stored_as_they_are(client: Client) -> None:
    names = ("x" * 200, "שלום <b>")
    sent = named(form(client, f"ruleset={TACTICS}"), *names) | {"chance": "server"}
    game = game_of(client.post("/new", data=sent))
    assert tuple(seat["name"] for seat in client.get(f"/v1/games/{game}").json["seats"]) == names
    assert "<b>" not in client.get(f"/games/{game}/record").text
    assert "<b>" not in client.get(f"/new?ruleset={TACTICS}").text


# --- links to the page


def test_known_players_are_suggested(client: Client) -> None:
    record(client)
    assert '<option value="Ada"></option>' in client.get(f"/new?ruleset={TACTICS}").text


def test_pages_of_games_link_to_the_next_step(client: Client) -> None:
    """The list links to a new game and to running games; the replay page links to recording; the end page to a
    rematch."""
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
