"""Effects are entered by hand on the record page: one after the other, by links and forms alone."""

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
from tests.api.recording import NoScriptBrowser, Reader
from tests.forms import either
from tests.recording.handmade import CHANGES, game_by_hand, upload_set


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    folder = tmp_path_factory.mktemp("by-hand")
    settings = Settings.read({}, database_url=f"sqlite:///{folder / 'log.db'}", lake=str(folder / "lake"))
    with Store.open(settings.database_url, synchronous="NORMAL") as store:
        yield Service.over(store, settings, installed_rulesets())


def open_entry_page(service: Service, name: str, seed: int = 1) -> tuple[Client, str, NoScriptBrowser, Reader]:
    """A game in which effects may be entered by hand, with the page that asks for the first one."""
    client, (game, seat) = Client(create_app(service)), game_by_hand(service, name, seed)
    browser = NoScriptBrowser(client, Random(seed))
    return client, game, browser, browser.open(f"/games/{game}/record?seat={seat}&type=EnterByHand")


def enter_effect(browser: NoScriptBrowser, page: Reader) -> Reader:
    """Follow random rows until one more effect is complete."""
    before = effects_in(browser.address)
    for _ in range(12):
        page = browser.open(browser.rng.choice([row for row in page.rows if "effect=" in row or "effects=" in row]))
        if len(effects_in(browser.address)) > len(before):
            return page
    raise AssertionError(f"no effect is whole: {browser.address}")


def effects_in(address: str) -> list[Any]:
    """The complete effects in an address."""
    return [json.decode(value) for name, value in parse_qsl(urlparse(address).query) if name == "effects"]


def question(page: Reader) -> str:
    found = re.search(r'<h2 class="asks"[^>]*>([^<]*)<', page.text)
    assert found
    return unescape(found[1])


@pytest.mark.parametrize("name", CHANGES)
def test_effects_are_entered_one_after_the_other(service: Service, name: str) -> None:
    """After each effect the page asks for the next; the button records those so far, and the log has what REST would
    store."""
    client, game, browser, page = open_entry_page(service, name)
    assert question(page).lower().endswith("what happens?")
    for count in range(1, 4):
        page = enter_effect(browser, page)
        assert len(effects_in(browser.address)) == count
        assert question(page).lower().endswith("and then?")
        assert page.record_form
        assert json.decode(page.record_form.fields["action"]) == {
            "type": "EnterByHand",
            "effects": effects_in(browser.address),
        }
    effects = effects_in(browser.address)
    assert page.record_form
    assert browser.send_with_outcomes(page.record_form).status_code == 303
    event = client.get(f"/v1/games/{game}/events?from=head").json["items"][0]
    assert event["action"] == {"type": "EnterByHand", "effects": effects}
    kinds, chosen = [effect["type"] for effect in event["effects"]], [effect["type"] for effect in effects]
    assert chosen == [kind for kind in kinds if kind in chosen][:3]


@pytest.mark.parametrize("name", CHANGES)
def test_each_entered_effect_has_a_chip_that_removes_it(service: Service, name: str) -> None:
    """The chip describes the effect in words; its link leads back to the page before it."""
    _, _, browser, page = open_entry_page(service, name, 2)
    first = enter_effect(browser, page)
    before = browser.address
    second = enter_effect(browser, first)
    chips = re.findall(r'<a href="([^"]*)" title="Change this choice"><span class="cut">([^<]*)<', second.text)
    (kind, title), (_, one), (href, other) = chips
    assert unescape(title)[0].isupper()
    for effects in (one, other):
        assert effects[0] != "{"
        assert not re.search(r"\{\d\}|&quot;type", effects)
    assert effects_in(unescape(href)) == effects_in(before)
    assert effects_in(unescape(kind)) == []
    back = browser.open(unescape(href))
    assert question(back) == question(first)


@pytest.mark.parametrize("name", CHANGES)
def test_the_picture_shows_the_effects_entered_so_far(service: Service, name: str) -> None:
    """Each effect is chosen on the board after those before it, and all tappable parts are drawn."""
    for seed in range(1, either(3, 4)):
        _, _, browser, page = open_entry_page(service, name, seed)
        pictures = {data_attribute(page, "drawn")}
        for count in range(1, 4):
            page = enter_effect(browser, page)
            whole = browser.address
            pictures.add(data_attribute(page, "drawn"))
            assert len(pictures) == count + 1
            for row in (row for row in page.rows if "effect=" in row):
                asked = browser.open(row)
                drawn = set(re.findall(r'data-(?:id|holds)="([^"]*)"', asked.text))
                assert set(data_attribute(asked, "may").split()) <= {id for ids in drawn for id in ids.split()}, row
            page = browser.open(whole)


def data_attribute(page: Reader, name: str) -> str:
    """The value of a data attribute that scripts read."""
    found = re.search(f'<section class="answers"[^>]* data-{name}="([^"]*)"', page.text)
    assert found
    return unescape(found[1])


def test_entries_by_hand_are_marked_in_the_timeline(service: Service) -> None:
    client, game, browser, page = open_entry_page(service, "heroes_of_the_campaign")
    page = enter_effect(browser, page)
    assert page.record_form
    browser.send_with_outcomes(page.record_form)
    assert 'title="by hand"' in client.get(f"/games/{game}?round=all").text


def test_nothing_is_entered_by_hand_in_a_game_that_the_service_rolls_for(service: Service) -> None:
    """No page links to it, and its address has no actions."""
    client = Client(create_app(service))
    name = "heroes_of_the_campaign"
    body = {"ruleset": name, "seats": [{"name": "Ada"}, {"name": "Ben"}], "chance": "server"}
    game = client.post("/v1/games", json=body | {"component_set": upload_set(service, name).hash}).json["id"]
    browser, address = NoScriptBrowser(client, Random(1)), f"/games/{game}/record?seat=1"
    browser.open(address)  # choose the perspective first
    assert "fits all your choices" in browser.open(f"{address}&type=EnterByHand").text


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
def test_invalid_effects_fit_no_move(service: Service, effects: list[str]) -> None:
    """For any effects in an address, the page asks again."""
    client, game, browser, _ = open_entry_page(service, "heroes_of_the_campaign")
    seat = dict(parse_qsl(urlparse(browser.address).query))["seat"]
    query = "&".join(f"effects={quote(effect)}" for effect in effects)
    answer = client.get(f"/games/{game}/record?seat={seat}&type=EnterByHand&{query}")
    assert answer.status_code == 200
    assert "fits" in answer.text
    assert Reader(answer.text).rows
