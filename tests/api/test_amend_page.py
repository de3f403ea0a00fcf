"""A mistake of some turns ago is corrected on pages: by links and forms, for every game."""

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
from tests.api.recording import Form, Hand, Reader, button
from tests.tables import WIDEST, Table, recorded

if TYPE_CHECKING:
    from collections.abc import Iterator

    pass

BOMB = urlsafe_b64encode(compress(b" " * 50_000_000, 9)).decode()[:2_900]
"""Short, and unpacked without end."""
BACK = 10
"""So many events ago was the slip."""


def game_of(client: Client, game: str) -> Any:
    return client.get(f"/v1/games/{game}").json


def settled(hand: Hand, form: Form) -> Answer:
    """Send a form, and tell what chance is asked, until nothing more is."""
    for _ in range(400):
        answer = hand.send(form)
        asking = [each for each in Reader(answer.text).forms if each.ways]
        if not asking:
            return answer
        form = asking[0]
    raise AssertionError("chance is asked for ever")


@pytest.mark.parametrize("table", WIDEST, ids=str)
def test_a_mistake_is_corrected_and_the_correction_undone(every: Service, table: Table) -> None:
    """Another move and its preview; one button applies the correction, and one undoes it."""
    client, rng = Client(create_app(every)), Random(str(table))
    game = str(recorded(every, table, most=40).id)
    hand, before = Hand(client, rng), game_of(client, game)
    asked = hand.open(f"/games/{game}/amend/{before['head'] - BACK}")
    for _ in range(20):
        looked = settled(hand, hand.choose(asked))
        if "Nothing is stored yet" in looked.text:
            break
    assert "Nothing is stored yet" in looked.text
    assert re.search(r"(moves? after it (is|are) kept|There are no moves after it)", looked.text)
    assert game_of(client, game) == before
    done = hand.send(button(Reader(looked.text), "Apply correction"))
    assert done.status_code == 200, done.text
    after = game_of(client, game)
    assert after["version"] > before["version"]
    assert hand.send(button(Reader(done.text), "Undo correction")).status_code == 303
    assert game_of(client, game)["head"] == before["head"]


def test_what_stops_can_be_left_out_as_well(client: Client) -> None:
    """Each stop names its rule, and is left out by one button; nothing is stored meanwhile."""
    game = record(client, count=60)
    hand = Hand(client, Random(1))
    page = Reader(hand.send(button(hand.open(f"/games/{game}/amend/10"), "Remove it")).text)
    for _ in range(3):
        assert re.search(r"HCT-\w+-\d\d", page.text)
        page = Reader(hand.send(button(page, r"Remove version \d+ as well")).text)
    assert game_of(client, game)["version"] == 61
    assert hand.send(button(page, "Apply correction")).status_code == 200
    assert game_of(client, game)["version"] > 61


@pytest.mark.parametrize("table", WIDEST, ids=str)
def test_where_it_stops_something_can_be_done_first(every: Service, table: Table) -> None:
    """What the board waits for stands on the page: a row of it, and what was looked at grows by an action."""
    client, rng = Client(create_app(every)), Random(str(table))
    game = str(recorded(every, table, most=40).id)
    hand, before = Hand(client, rng), game_of(client, game)
    for address, page in stops(hand, f"/games/{game}/amend/", before["head"]):
        first = re.findall(r'class="here-first">.*?</ul>', page.text, re.S)
        rows = Reader(first[0]).rows
        assert rows
        hand.address = address
        looked = settled(hand, hand.choose(hand.open(rng.choice(rows))))
        if "Nothing is stored yet" in looked.text:
            break
    grown = json.decode(button(Reader(looked.text), "Apply correction").fields["changes"])["changes"]
    assert any(change["before"] for change in grown)
    assert game_of(client, game) == before
    assert hand.send(button(Reader(looked.text), "Apply correction")).status_code == 200
    assert game_of(client, game)["version"] > before["version"]


def stops(hand: Hand, address: str, head: int) -> Iterator[tuple[str, Reader]]:
    """Amends that stop, where something else could be done first: each with its address."""
    for version in range(head - 3, 4, -1):
        looked = hand.send(button(hand.open(f"{address}{version}"), "Remove it"))
        if 'class="here-first"' in looked.text and "<li>" in looked.text.partition('class="here-first"')[2][:20]:
            yield hand.address, Reader(looked.text)


@pytest.mark.parametrize("others", ["x", "====", "eJw", "A" * 2_000, "A" * 4_001, BOMB])
def test_an_address_of_another_make_leads_nowhere(client: Client, others: str) -> None:
    """Also one that would grow without end."""
    game = record(client, count=10)
    assert client.get(f"/games/{game}/amend/with/{others}/5").status_code == 404


def test_an_address_of_changes_leads_to_where_they_stop(client: Client) -> None:
    game = record(client, count=60)
    hand = Hand(client, Random(1))
    page = Reader(hand.send(button(hand.open(f"/games/{game}/amend/10"), "Remove it")).text)
    there, stop = re.findall(r'href="([^"]*/amend/with/[^/"]*/)(\d+)"', page.text)[0]
    assert ">Correct</h1>" in hand.open(f"{there}{stop}").text
    assert ">Insert</h1>" in hand.open(f"{there}{stop}/before").text
    assert client.get(f"{there}{int(stop) + 1}").status_code == 422


def test_an_action_is_put_in_before_another(client: Client) -> None:
    """The same question, and both stay where both hold."""
    game = record(client, count=3)
    hand = Hand(client, Random(2))
    page = hand.open(f"/games/{game}/amend/4/before")
    assert ">Insert</h1>" in page.text
    assert settled(hand, hand.choose(page)).status_code in (200, 422)


def test_the_page_of_a_version_leads_here(client: Client) -> None:
    """For the table that records, and for nobody else; not from the set-up."""
    game = record(client, count=10)
    assert f"/games/{game}/amend/5" in client.get(f"/games/{game}?v=5").text
    for query in ("v=1", "v=5&viewer=1", "v=5&viewer=spectator", "v=5&spoilers=off"):
        assert "Correct this move" not in client.get(f"/games/{game}?{query}").text
    served = begin(client, chance="server", outcomes=[])
    assert "Correct this move" not in client.get(f"/games/{served}?v=1").text


@pytest.mark.parametrize("address", ["amend/1", "amend/99", "amend/5", "amend/5/before", "amend/0"])
def test_what_cannot_be_corrected_is_a_page_that_says_so(client: Client, address: str) -> None:
    """The set-up, what is not there, and what the service rolled."""
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
def test_a_form_of_another_make_is_refused(client: Client, fields: dict[str, str]) -> None:
    game = record(client, count=10)
    assert client.post(f"/games/{game}/amend", data=fields).status_code == 404
    assert game_of(client, game)["version"] == 11


@pytest.mark.parametrize("fields", [{}, {"seat": "x"}, {"seat": "1", "action": "{"}, {"seat": "9", "action": "{}"}])
def test_a_choice_of_another_make_is_no_fault_of_the_service(client: Client, fields: dict[str, str]) -> None:
    game = record(client, count=10)
    assert client.post(f"/games/{game}/amend/5", data=fields).status_code in (404, 422)
    assert client.get(f"/games/{game}/amend/x").status_code == 404


@pytest.mark.parametrize("action", [{"type": "Fly"}, {"type": "EndTurn"}])
def test_a_forged_change_that_does_not_hold_is_refused(client: Client, action: dict[str, str]) -> None:
    game = record(client, count=10)
    changes = json.encode({"changes": [{"version": 5, "action": action}]}).decode()
    answer = client.post(f"/games/{game}/amend", data={"changes": changes, "expected": "11", "key": "k"})
    assert answer.status_code == 422
    assert game_of(client, game)["version"] == 11


def test_sent_twice_it_is_stored_once(client: Client) -> None:
    game = record(client, count=30)
    hand = Hand(client, Random(1))
    page = Reader(hand.send(button(hand.open(f"/games/{game}/amend/12"), "Remove it")).text)
    form = button(page, "Apply correction")
    assert hand.send(form).status_code == hand.send(form).status_code == 200
    assert sum(event["kind"] == "undo" for event in client.get(f"/v1/games/{game}/events").json["items"]) == 1
