"""What holds on every page in a browser: all can use it, and on a phone nothing leads out of it sideways."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from api.app import create_app
from api.service import Service
from tests.api.client import Client
from tests.api.test_crawl import RULESETS, record_one_of_each
from tests.browser.conftest import DESK, LOOKS, PHONE, Seen, contexts, serving
from tests.browser.hindrance import hindrances
from tests.forms import either

LONG = ("Ω" * 120 + "🐉" * 40 + "w" * 40, "שלום עולם " * 19 + "<script>")
"""Names of 200 letters: without a space, and from right to left."""
TACTICS = "/rulesets/heros_crossing_tactics"
GENERAL = (
    *(
        "/",
        "/statistics",
        "/statistics/game_length",
        "/statistics/win_rate_by_seat?ruleset=kingdom_rush",
        "/docs",
        "/players",
    ),
    *("/problems", "/problems/undo-refused", "/nothing", f"/v1/games?{'x' * 200}=1", "/rulesets", TACTICS),
    *("/rulesets/kingdom_rush", "/rulesets/card_tactics/rules", "/rulesets/kingdom_rush/rules/KRR-SPN-10"),
)


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Service, str]]:
    """A service with a game of each ruleset between two players of long names, and its address."""
    with serving(tmp_path_factory.mktemp("everywhere"), RULESETS) as (service, address):
        record_one_of_each(service, LONG)
        yield service, address


@pytest.fixture(scope="module")
def service(served: tuple[Service, str]) -> Service:
    return served[0]


@pytest.fixture(scope="module")
def address(served: tuple[Service, str]) -> str:
    return served[1]


@pytest.fixture(scope="module")
def long_set(service: Service) -> str:
    """The page of a component set whose cards have the longest names that there can be."""
    longest = "w" * 30 + "Ω" * 20 + "🐉" * 10
    text = RULESETS["heros_crossing_tactics"].starter.replace("name: Acolyte", f"name: '{longest}'")
    client = Client(create_app(service))
    sent = client.post(f"/v1{TACTICS}/component-sets", data=text.encode(), content_type="application/yaml")
    return f"{TACTICS}/cards?set={sent.json['hash']}"


@pytest.fixture
def looked_at(browser: Browser) -> Iterator[Callable[..., Page]]:
    """Opens an address; an answer that is an error opens too."""
    with contexts(browser) as context:

        def open_page(address: str, **options: Any) -> Page:
            page = context(**options).new_page()
            page.goto(address)
            return page

        yield open_page


def cards_of(name: str) -> tuple[str, str]:
    """The pages of the cards of a ruleset, and of one card."""
    first = RULESETS[name].cards(RULESETS[name].starter_components)[0].id
    return f"/rulesets/{name}/cards", f"/rulesets/{name}/cards/{first}"


EVERY = [*GENERAL, *(page for name in RULESETS for page in cards_of(name))]


ALIKE = either({"/docs": "main > section:not(:nth-of-type(6n + 1))"}, {})
"""Parts of a page that are taken away, since others are like them: axe-core needs ten seconds for all of these."""


@LOOKS
def test_nothing_is_seriously_in_the_way_of_anybody(
    looked_at: Callable[..., Page], seen: Seen[str], address: str, long_set: str, size: dict[str, int], theme: str
) -> None:
    """By the rules of axe-core: contrast, names, order, landmarks, and so on."""
    page, found = looked_at(address, viewport=size, color_scheme=theme), []
    for at in seen((*EVERY, long_set)):
        page.goto(address + at)
        if at in ALIKE:
            page.evaluate("selector => document.querySelectorAll(selector).forEach((part) => part.remove())", ALIKE[at])
        found += [(at, *hindrance) for hindrance in hindrances(page)]
    assert found == []


DIALOGS = {"?": "#help", "i": "#signs", "g": "#goto"}
"""The keys of the replay page that open one."""
PIECE = "#picture svg.tt:visible [data-id^='seat:']"


@LOOKS
def test_a_replay_is_in_nobodys_way_with_its_dialogs_open(
    looked_at: Callable[..., Page], seen: Seen[Any], service: Service, address: str, size: dict[str, int], theme: str
) -> None:
    """Of each ruleset, at its first version, whose sentence is short, and at its last; and its end."""
    page = looked_at(address, viewport=size, color_scheme=theme)
    found: list[tuple[str, str, str]] = []

    def look(at: str) -> None:
        found.extend((at, *hindrance) for hindrance in hindrances(page))

    for game in seen(service.store.games()):
        for at in ("/end", "?v=1", ""):
            page.goto(f"{address}/games/{game.id}{at}")
            look(f"{game.ruleset}{at}")
        page.locator(PIECE).first.press("Enter")
        expect(page.locator("#piece")).to_be_visible()
        look(f"{game.ruleset}, a piece")
    page.keyboard.press("Escape")
    for key, dialog in DIALOGS.items():
        page.keyboard.press(key)
        expect(page.locator(dialog)).to_be_visible()
        look(dialog)
        page.keyboard.press("Escape")
    assert found == []


def test_on_a_phone_no_page_is_wider_than_the_screen(
    looked_at: Callable[..., Page], service: Service, address: str, long_set: str
) -> None:
    page = looked_at(address, viewport=PHONE)
    games = [f"/games/{game.id}" for game in service.store.games()]
    players = [f"/players/{player.id}" for player in service.store.players()]
    wide = []
    for at in (*EVERY, long_set, *games, *players):
        page.goto(address + at)
        if page.evaluate("document.documentElement.scrollWidth") > PHONE["width"]:
            wide.append(at)
    assert wide == []


def test_the_header_stands_in_one_row_on_a_phone_and_all_of_it_can_be_tapped(
    looked_at: Callable[..., Page], address: str
) -> None:
    page = looked_at(f"{address}/rulesets", viewport=PHONE)
    links = page.locator("header a")
    boxes = [links.nth(n).bounding_box() for n in range(links.count())]
    assert len(boxes) >= 5
    for box in boxes:
        assert box
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= PHONE["width"]
        assert box["y"] + box["height"] <= 48
        assert min(box["width"], box["height"]) >= 24


def test_the_places_are_reached_from_a_game_without_script(
    looked_at: Callable[..., Page], service: Service, address: str
) -> None:
    game = service.store.games()[0].id
    page = looked_at(f"{address}/games/{game}", viewport=PHONE, java_script_enabled=False)
    page.locator("header details summary").click()
    page.locator("header details").get_by_role("link", name="Rules").click()
    assert page.url == f"{address}/rulesets"


def test_a_rule_is_found_by_keyboard_alone(looked_at: Callable[..., Page], address: str) -> None:
    page = looked_at(f"{address}/rulesets/kingdom_rush/rules", viewport=DESK)
    for _ in range(20):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.name") == "q":
            break
    page.keyboard.type("bleed wildcat")
    page.keyboard.press("Enter")
    page.wait_for_url("**/rules?q=bleed+wildcat")
    assert page.locator(".rules dt, .empty").count() > 0
