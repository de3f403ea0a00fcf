"""A mistake of some turns ago is corrected on pages, by links and forms, in every game."""

from __future__ import annotations

import re
from base64 import urlsafe_b64encode
from random import Random
from typing import TYPE_CHECKING, Any
from zlib import compress

import pytest
from msgspec import json

from api.app import create_app
from api.service import Service
from tests.api.client import Answer, Client
from tests.api.conftest import begin, record
from tests.api.recording import Form, NoScriptBrowser, Reader, button
from tests.tables import WIDEST, Table, recorded

if TYPE_CHECKING:
    from collections.abc import Iterator

    pass

BOMB = urlsafe_b64encode(compress(b" " * 50_000_000, 9)).decode()[:2_900]
"""A short text that unpacks to 50 megabytes."""
BACK = 10
"""How many events ago the mistake was."""


def game_of(client: Client, game: str) -> Any:
    return client.get(f"/v1/games/{game}").json


def send_with_outcomes(browser: NoScriptBrowser, form: Form) -> Answer:
    """Send a form, and enter outcomes until no more are needed."""
    for _ in range(400):
        answer = browser.send(form)
        asking = [each for each in Reader(answer.text).forms if each.choices]
        if not asking:
            return answer
        form = asking[0]
    raise AssertionError("outcomes are needed for ever")


@pytest.mark.parametrize("table", WIDEST, ids=str)
def test_a_mistake_is_corrected_and_the_correction_undone(full_service: Service, table: Table) -> None:
    """Another move is chosen and previewed; one button applies the correction, and one undoes it."""
    client, rng = Client(create_app(full_service)), Random(str(table))
    game = str(recorded(full_service, table, most=40).id)
    browser, before = NoScriptBrowser(client, rng), game_of(client, game)
    asked = browser.open(f"/games/{game}/amend/{before['head'] - BACK}")
    for _ in range(20):
        looked = send_with_outcomes(browser, browser.choose(asked))
        if "Nothing is stored yet" in looked.text:
            break
    assert "Nothing is stored yet" in looked.text
    assert re.search(r"(moves? after it (is|are) kept|There are no moves after it)", looked.text)
    assert game_of(client, game) == before
    done = browser.send(button(Reader(looked.text), "Apply correction"))
    assert done.status_code == 200, done.text
    after = game_of(client, game)
    assert after["version"] > before["version"]
    assert browser.send(button(Reader(done.text), "Undo correction")).status_code == 303
    assert game_of(client, game)["head"] == before["head"]


def test_a_move_that_no_longer_fits_can_be_removed_too(client: Client) -> None:
    """Each stop names its rule, and one button removes that move; nothing is stored meanwhile."""
    game = record(client, count=60)
    browser = NoScriptBrowser(client, Random(1))
    page = Reader(browser.send(button(browser.open(f"/games/{game}/amend/10"), "Remove it")).text)
    for _ in range(3):
        assert re.search(r"HCT-\w+-\d\d", page.text)
        page = Reader(browser.send(button(page, r"Remove version \d+ as well")).text)
    assert game_of(client, game)["version"] == 61
    assert browser.send(button(page, "Apply correction")).status_code == 200
    assert game_of(client, game)["version"] > 61


@pytest.mark.parametrize("table", WIDEST, ids=str)
def test_a_move_can_be_inserted_where_a_correction_stops(full_service: Service, table: Table) -> None:
    """The page has rows for what the board waits for; the chosen action is added to the correction."""
    client, rng = Client(create_app(full_service)), Random(str(table))
    game = str(recorded(full_service, table, most=40).id)
    browser, before = NoScriptBrowser(client, rng), game_of(client, game)
    for address, page in stops(browser, f"/games/{game}/amend/", before["head"]):
        first = re.findall(r'class="here-first">.*?</ul>', page.text, re.S)
        rows = Reader(first[0]).rows
        assert rows
        browser.address = address
        looked = send_with_outcomes(browser, browser.choose(browser.open(rng.choice(rows))))
        if "Nothing is stored yet" in looked.text:
            break
    grown = json.decode(button(Reader(looked.text), "Apply correction").fields["changes"])["changes"]
    assert any(change["before"] for change in grown)
    assert game_of(client, game) == before
    assert browser.send(button(Reader(looked.text), "Apply correction")).status_code == 200
    assert game_of(client, game)["version"] > before["version"]


def stops(browser: NoScriptBrowser, address: str, head: int) -> Iterator[tuple[str, Reader]]:
    """Corrections that stop where another move could be inserted, each with its address."""
    for version in range(head - 3, 4, -1):
        looked = browser.send(button(browser.open(f"{address}{version}"), "Remove it"))
        if 'class="here-first"' in looked.text and "<li>" in looked.text.partition('class="here-first"')[2][:20]:
            yield browser.address, Reader(looked.text)


@pytest.mark.parametrize("others", ["x", "====", "eJw", "A" * 2_000, "A" * 4_001, BOMB])
def test_a_malformed_address_is_not_found(client: Client, others: str) -> None:
    """Also one that would unpack to a huge text."""
    game = record(client, count=10)
    assert client.get(f"/games/{game}/amend/with/{others}/5").status_code == 404


def test_a_correction_can_be_continued_at_its_stop(client: Client) -> None:
    game = record(client, count=60)
    browser = NoScriptBrowser(client, Random(1))
    page = Reader(browser.send(button(browser.open(f"/games/{game}/amend/10"), "Remove it")).text)
    there, stop = re.findall(r'href="([^"]*/amend/with/[^/"]*/)(\d+)"', page.text)[0]
    assert ">Correct</h1>" in browser.open(f"{there}{stop}").text
    assert ">Insert</h1>" in browser.open(f"{there}{stop}/before").text
    assert client.get(f"{there}{int(stop) + 1}").status_code == 422


def test_an_action_is_inserted_before_another(client: Client) -> None:
    """The page asks the same question; later moves stay if they still fit."""
    game = record(client, count=3)
    browser = NoScriptBrowser(client, Random(2))
    page = browser.open(f"/games/{game}/amend/4/before")
    assert ">Insert</h1>" in page.text
    assert send_with_outcomes(browser, browser.choose(page)).status_code in (200, 422)


def test_the_replay_page_links_to_the_correction(client: Client) -> None:
    """Only the table has the link, and not at the set-up."""
    game = record(client, count=10)
    assert f"/games/{game}/amend/5" in client.get(f"/games/{game}?v=5").text
    for query in ("v=1", "v=5&viewer=1", "v=5&viewer=spectator", "v=5&spoilers=off"):
        assert "Correct this move" not in client.get(f"/games/{game}?{query}").text
    served = begin(client, chance="server", outcomes=[])
    assert "Correct this move" not in client.get(f"/games/{served}?v=1").text


@pytest.mark.parametrize("address", ["amend/1", "amend/99", "amend/5", "amend/5/before", "amend/0"])
def test_a_version_that_cannot_be_corrected_has_a_problem_page(client: Client, address: str) -> None:
    """The set-up, an unknown version, and a move that the service rolled for cannot be corrected."""
    game = begin(client, chance="server", outcomes=[]) if "5" in address else record(client, count=10)
    answer = client.get(f"/games/{game}/{address}", headers={"Accept": "text/html"})
    assert answer.status_code == 422
    assert "cannot be applied" in answer.text


DROP = '{"changes": [{"version": 5, "drop": true}]}'


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"changes": DROP, "expected": "x", "key": "k"},
        {"changes": "{", "expected": "11", "key": "k"},
        {"changes": '{"changes": []}', "expected": "11", "key": "k"},
        {"changes": json.encode({"changes": [{"version": 5, "drop": True}] * 101}), "expected": "11", "key": "k"},
        {"changes": DROP, "expected": "11", "key": "k", "more": "1"},
        {"changes": DROP, "expected": "11", "key": "<>"},
    ],
)
def test_a_malformed_form_is_refused(client: Client, fields: dict[str, str]) -> None:
    game = record(client, count=10)
    assert client.post(f"/games/{game}/amend", data=fields).status_code == 404
    assert game_of(client, game)["version"] == 11


@pytest.mark.parametrize("fields", [{}, {"seat": "x"}, {"seat": "1", "action": "{"}, {"seat": "9", "action": "{}"}])
def test_a_malformed_choice_is_no_internal_error(client: Client, fields: dict[str, str]) -> None:
    game = record(client, count=10)
    assert client.post(f"/games/{game}/amend/5", data=fields).status_code in (404, 422)
    assert client.get(f"/games/{game}/amend/x").status_code == 404


@pytest.mark.parametrize("action", [{"type": "Fly"}, {"type": "EndTurn"}])
def test_a_forged_illegal_change_is_refused(client: Client, action: dict[str, str]) -> None:
    game = record(client, count=10)
    changes = json.encode({"changes": [{"version": 5, "action": action}]}).decode()
    answer = client.post(f"/games/{game}/amend", data={"changes": changes, "expected": "11", "key": "k"})
    assert answer.status_code == 422
    assert game_of(client, game)["version"] == 11


def test_a_correction_that_is_sent_twice_is_stored_once(client: Client) -> None:
    game = record(client, count=30)
    browser = NoScriptBrowser(client, Random(1))
    page = Reader(browser.send(button(browser.open(f"/games/{game}/amend/12"), "Remove it")).text)
    form = button(page, "Apply correction")
    assert browser.send(form).status_code == browser.send(form).status_code == 200
    assert sum(event["kind"] == "undo" for event in client.get(f"/v1/games/{game}/events").json["items"]) == 1
