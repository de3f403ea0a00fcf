"""What a table enters by hand, on the record page: one effect after the other, by links and forms alone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from random import Random
from typing import Any
from urllib.parse import parse_qsl, quote, urlparse

import pytest
from msgspec import json

from api.app import create_app
from api.service import Service, installed_rulesets
from api.settings import Settings
from events import Store
from tests.api.client import Client
from tests.api.recording import Hand, Reader
from tests.forms import either
from tests.recording.handmade import CHANGES, begun, uploaded


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    folder = tmp_path_factory.mktemp("by-hand")
    settings = Settings.read({}, database_url=f"sqlite:///{folder / 'log.db'}", lake=str(folder / "lake"))
    with Store.open(settings.database_url, synchronous="NORMAL") as store:
        yield Service.over(store, settings, installed_rulesets())


def at_hand(service: Service, name: str, seed: int = 1) -> tuple[Client, str, Hand, Reader]:
    """A game in which something may be entered, and the page that asks what happens."""
    client, (game, seat) = Client(create_app(service)), begun(service, name, seed)
    hand = Hand(client, Random(seed))
    return client, game, hand, hand.open(f"/games/{game}/record?seat={seat}&type=EnterByHand")


def entered(hand: Hand, page: Reader) -> Reader:
    """Answer at random until one effect more is whole."""
    before = effects_in(hand.address)
    for _ in range(12):
        page = hand.open(hand.rng.choice([row for row in page.rows if "effect=" in row or "effects=" in row]))
        if len(effects_in(hand.address)) > len(before):
            return page
    raise AssertionError(f"no effect is whole: {hand.address}")


def effects_in(address: str) -> list[Any]:
    """The effects in an address."""
    return [json.decode(value) for name, value in parse_qsl(urlparse(address).query) if name == "effects"]


def question(page: Reader) -> str:
    found = re.search(r'<h2 class="asks"[^>]*>([^<]*)<', page.text)
    assert found
    return unescape(found[1])


@pytest.mark.parametrize("name", CHANGES)
def test_effects_are_entered_one_after_the_other(service: Service, name: str) -> None:
    """After each it is asked what then; the button takes those so far, and the log has what REST would store."""
    client, game, hand, page = at_hand(service, name)
    assert question(page).lower().endswith("what happens?")
    for count in range(1, 4):
        page = entered(hand, page)
        assert len(effects_in(hand.address)) == count
        assert question(page).lower().endswith("and then?")
        assert page.taking
        assert json.decode(page.taking.fields["action"]) == {"type": "EnterByHand", "effects": effects_in(hand.address)}
    effects = effects_in(hand.address)
    assert page.taking
    assert hand.settle(page.taking).status_code == 303
    event = client.get(f"/v1/games/{game}/events?from=head").json["items"][0]
    assert event["action"] == {"type": "EnterByHand", "effects": effects}
    kinds, chosen = [effect["type"] for effect in event["effects"]], [effect["type"] for effect in effects]
    assert chosen == [kind for kind in kinds if kind in chosen][:3]


@pytest.mark.parametrize("name", CHANGES)
def test_each_effect_is_told_in_words_and_can_be_taken_off(service: Service, name: str) -> None:
    """A chip for each, with what it tells; its link leads back to before it."""
    _, _, hand, page = at_hand(service, name, 2)
    first = entered(hand, page)
    before = hand.address
    second = entered(hand, first)
    chips = re.findall(r'<a href="([^"]*)" title="Change this choice"><span class="cut">([^<]*)<', second.text)
    (kind, title), (_, one), (href, other) = chips
    assert unescape(title)[0].isupper()
    for effects in (one, other):
        assert effects[0] != "{"
        assert not re.search(r"\{\d\}|&quot;type", effects)
    assert effects_in(unescape(href)) == effects_in(before)
    assert effects_in(unescape(kind)) == []
    back = hand.open(unescape(href))
    assert question(back) == question(first)


@pytest.mark.parametrize("name", CHANGES)
def test_the_picture_shows_what_is_entered_so_far(service: Service, name: str) -> None:
    """Each effect is chosen on the board after those before it: all that can be tapped is drawn there."""
    for seed in range(1, either(3, 4)):
        _, _, hand, page = at_hand(service, name, seed)
        pictures = {part_of(page, "drawn")}
        for count in range(1, 4):
            page = entered(hand, page)
            whole = hand.address
            pictures.add(part_of(page, "drawn"))
            assert len(pictures) == count + 1
            for row in (row for row in page.rows if "effect=" in row):
                asked = hand.open(row)
                drawn = set(re.findall(r'data-(?:id|holds)="([^"]*)"', asked.text))
                assert set(part_of(asked, "may").split()) <= {id for ids in drawn for id in ids.split()}, row
            page = hand.open(whole)


def part_of(page: Reader, name: str) -> str:
    """What the answers carry for a script."""
    found = re.search(f'<section class="answers"[^>]* data-{name}="([^"]*)"', page.text)
    assert found
    return unescape(found[1])


def test_what_was_entered_is_marked_in_the_timeline(service: Service) -> None:
    client, game, hand, page = at_hand(service, "heroes_of_the_campaign")
    page = entered(hand, page)
    assert page.taking
    hand.settle(page.taking)
    assert 'title="by hand"' in client.get(f"/games/{game}?round=all").text


def test_nothing_is_entered_where_the_service_rolls(service: Service) -> None:
    """The way to it is not offered, and its address leads to nothing."""
    client = Client(create_app(service))
    name = "heroes_of_the_campaign"
    body = {"ruleset": name, "seats": [{"name": "Ada"}, {"name": "Ben"}], "chance": "server"}
    game = client.post("/v1/games", json=body | {"component_set": uploaded(service, name).hash}).json["id"]
    hand, address = Hand(client, Random(1)), f"/games/{game}/record?seat=1"
    hand.open(address)  # it is asked whose eyes
    assert "fits all your choices" in hand.open(f"{address}&type=EnterByHand").text


@pytest.mark.parametrize(
    "effects",
    [
        ["{"],
        ["[" * 2_000],
        ['{"type":"TurnEnded"}'],
        ['{"type":"CopperEarned","seat":9,"amount":1}'],
        ['{"type":"CopperEarned","seat":"x"}'],
        ['{"type":"CopperEarned","seat":1,"amount":1},{"type":"CopperEarned","seat":1,"amount":1}'],
        ['{"type":"Nobody"}'],
        ["{}"] * 55,
    ],
    ids=range(8),
)
def test_effects_that_cannot_be_are_said_to_fit_nothing(service: Service, effects: list[str]) -> None:
    """Whatever an address holds: the page asks anew."""
    client, game, hand, _ = at_hand(service, "heroes_of_the_campaign")
    seat = dict(parse_qsl(urlparse(hand.address).query))["seat"]
    query = "&".join(f"effects={quote(effect)}" for effect in effects)
    answer = client.get(f"/games/{game}/record?seat={seat}&type=EnterByHand&{query}")
    assert answer.status_code == 200
    assert "fits" in answer.text
    assert Reader(answer.text).rows
