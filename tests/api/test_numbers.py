"""Numbers on the record page: a form with limits, without scripts as with them."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest

from api.app import create_app
from api.service import Service
from tests.api.client import Answer, Client
from tests.api.recording import Form, Reader

SHEET = """game: scoresheet
id: numbers
name: Numbers
categories:
  - {id: farms, name: Farms, least: -5, most: 20, step: 5}
  - {id: goods, name: Goods, least: 0, most: 50}
"""


@pytest.fixture
def sheets(full_service: Service) -> Client:
    return Client(create_app(full_service))


def begin(client: Client, **more: Any) -> str:
    """A game of Ann, Ben and Cleo with that sheet."""
    sets = "/v1/rulesets/scoresheet/component-sets"
    sheet = client.post(sets, data=SHEET.encode(), content_type="application/yaml").json["hash"]
    seats = [{"name": name} for name in ("Ann", "Ben", "Cleo")]
    body = {"ruleset": "scoresheet", "component_set": sheet, "seats": seats, "chance": "table"}
    return str(client.post("/v1/games", json=body | more).json["id"])


def number_form(client: Client, game: str, query: str) -> Form:
    form = Reader(client.get(f"/games/{game}/record?{query}").text).record_form
    assert form
    return form


def sentences(client: Client, game: str) -> list[str]:
    """The sentences of the game after its start."""
    return [event["text"] for event in client.get(f"/v1/games/{game}/events").json["items"]][1:]


def send(client: Client, form: Form, number: str, **more: str) -> Answer:
    return client.post(form.action, data=form.fields | {"number": number} | more)


def test_a_number_is_one_field_with_its_limits(sheets: Client) -> None:
    """Instead of a link for each digit; the same form for a correction."""
    game = begin(sheets)
    text = sheets.get(f"/games/{game}/record?seat=2&type=Score&category=farms").text
    assert re.search(r'<input [^>]*type="number" name="number" min="-5" max="20" step="5" required', text)
    assert not Reader(text).rows[1:]
    assert send(sheets, number_form(sheets, game, "seat=2&type=Score&category=farms"), "15").status_code == 303
    assert sentences(sheets, game) == ["Ben scores 15 points for Farms."]
    send(sheets, number_form(sheets, game, "seat=2&type=Correct"), "-5")
    assert "\u22125 points" in sentences(sheets, game)[1]


def test_a_tap_on_an_empty_cell_asks_for_its_number_whoever_is_asked_now(sheets: Client) -> None:
    """Each of them is framed from the start."""
    game = begin(sheets)
    assert {"cell:1.1.goods", "cell:2.1.farms", "cell:3.1.goods"} <= may(sheets.get(f"/games/{game}/record").text)
    text = sheets.get(f"/games/{game}/record?seat=1&tap=cell:3.1.goods").text
    assert 'data-here="?seat=3&amp;tap=cell%3A3.1.goods"' in text
    assert [*number_form(sheets, game, "seat=1&tap=cell:3.1.goods").numbers] == ["number"]


def may(text: str) -> set[str]:
    """The ids of what can be tapped."""
    found = re.search('data-may="([^"]*)"', text)
    assert found
    return {*found[1].split()}


def test_another_cell_is_one_tap_away_while_a_number_is_asked_for(sheets: Client) -> None:
    game = begin(sheets)
    text = sheets.get(f"/games/{game}/record?seat=1&tap=cell:1.1.farms").text
    assert {"cell:1.1.goods", "cell:2.1.farms"} <= may(text)
    assert "cell:1.1.farms" not in may(text)
    again = sheets.get(f"/games/{game}/record?seat=1&tap=cell:1.1.farms&tap=cell:2.1.goods").text
    assert 'data-here="?seat=2&amp;tap=cell%3A2.1.goods"' in again
    assert "Choose" not in again


def test_where_hands_are_hidden_only_the_own_cells_are_framed(sheets: Client) -> None:
    game = begin(sheets, chance="server")
    looking = next(form for form in Reader(sheets.get(f"/games/{game}/record").text).forms)
    cookie = sheets.post(looking.action, data=looking.fields).headers["Set-Cookie"].split(";")[0]
    text = sheets.get(f"/games/{game}/record?seat=1", headers={"Cookie": cookie}).text
    assert "cell:1.1.farms" in may(text)
    assert "cell:2.1.farms" not in may(text)


WRONG = {
    "letters": "ten",
    "a decimal": "2.5",
    "more than the most": "25",
    "less than the least": "-10",
    "off the steps": "7",
    "nothing": "",
    "spaces": "   ",
    "figures of another alphabet": "\u0661\u0660",
    "200 letters": "x" * 200,
    "200 figures": "9" * 200,
    "two numbers": "5 10",
}


@pytest.mark.parametrize("text", WRONG.values(), ids=WRONG)
def test_what_is_no_possible_number_is_named_with_the_limits(sheets: Client, text: str) -> None:
    """Nothing is recorded, and the form is there again."""
    game = begin(sheets)
    form = number_form(sheets, game, "seat=1&type=Score&category=farms")
    answer = send(sheets, form, text)
    assert answer.status_code == 422
    assert "How many? Enter a whole number, \u22125 to 20, in steps of 5." in unescape(answer.text)
    again = Reader(answer.text).record_form
    assert again
    assert again.fields["field"] == "amount"
    assert not sentences(sheets, game)
    assert send(sheets, again, "20").status_code == 303


@pytest.mark.parametrize("text", ["+10", " 10 ", "010"])
def test_what_means_a_number_is_taken(sheets: Client, text: str) -> None:
    game = begin(sheets)
    assert send(sheets, number_form(sheets, game, "seat=1&type=Score&category=farms"), text).status_code == 303
    assert sentences(sheets, game) == ["Ann scores 10 points for Farms."]


def test_a_number_sent_twice_is_recorded_once_and_another_one_with_its_key_not_at_all(sheets: Client) -> None:
    game = begin(sheets)
    form = number_form(sheets, game, "seat=1&type=Score&category=farms")
    assert [send(sheets, form, "5").status_code for _ in range(2)] == [303, 303]
    assert send(sheets, form, "10").status_code == 422
    assert len(sentences(sheets, game)) == 1


@pytest.mark.parametrize("query", ["seat=1&type=Score&category=goods", "seat=1&tap=cell:1.1.goods"])
def test_the_highest_number_may_be_sent_twice_too(sheets: Client, query: str) -> None:
    """After the first time the question is another one: the cell is written, and a tap on it corrects."""
    game = begin(sheets)
    form = number_form(sheets, game, query)
    assert [send(sheets, form, "50").status_code for _ in range(2)] == [303, 303]
    correction = number_form(sheets, game, "seat=1&type=Correct")
    assert [send(sheets, correction, "0").status_code for _ in range(2)] == [303, 303]
    assert len(sentences(sheets, game)) == 2


def test_a_number_beyond_the_limits_that_came_too_late_is_told_as_late(sheets: Client) -> None:
    game = begin(sheets)
    late = number_form(sheets, game, "seat=1&tap=cell:1.1.goods")
    send(sheets, number_form(sheets, game, "seat=1&tap=cell:1.1.goods"), "50")
    assert send(sheets, late, "50").status_code == 412


def test_a_number_that_came_too_late_is_told_with_the_events_since(sheets: Client) -> None:
    """Somebody else wrote into the cell; letters in such a form are still no number."""
    game = begin(sheets)
    first, late = (number_form(sheets, game, "seat=1&type=Score&category=farms") for _ in range(2))
    send(sheets, first, "5")
    answer = send(sheets, late, "10")
    assert answer.status_code == 412
    assert "Since then:" in answer.text
    assert send(sheets, late, "ten").status_code == 422


def test_the_rules_say_why_a_possible_number_is_refused(sheets: Client) -> None:
    """A correction to what is written already."""
    game = begin(sheets)
    send(sheets, number_form(sheets, game, "seat=1&type=Score&category=farms"), "5")
    answer = send(sheets, number_form(sheets, game, "seat=1&type=Correct"), "5")
    assert answer.status_code == 422
    assert "SHT-SCO-06" in answer.text


@pytest.mark.parametrize(("field", "status"), [("nothing", 422), ("category", 422), ("type", 422)])
def test_a_form_with_another_field_records_nothing(sheets: Client, field: str, status: int) -> None:
    game = begin(sheets)
    form = number_form(sheets, game, "seat=1&type=Score&category=farms")
    assert send(sheets, form, "5", field=field).status_code == status
    assert not sentences(sheets, game)


def test_an_earlier_number_is_corrected_by_the_same_form(sheets: Client) -> None:
    """With its limits, and with what is wrong."""
    game = begin(sheets)
    send(sheets, number_form(sheets, game, "seat=1&type=Score&category=farms"), "5")
    page = Reader(sheets.get(f"/games/{game}/amend/2?type=Score&category=farms").text)
    form = next(form for form in page.forms if "field" in form.fields)
    wrong = send(sheets, form, "6")
    assert wrong.status_code == 422
    assert "in steps of 5" in wrong.text
    assert "Ann scores 15 points for Farms." in send(sheets, form, "15").text
