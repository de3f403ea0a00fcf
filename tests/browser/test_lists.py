"""Lists, players, ends and statistics in a real browser."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.api.conftest import record
from tests.api.test_player_pages import STRANGE
from tests.browser.conftest import LOOKS, PHONE, Seen, Site, contexts
from tests.browser.hindrance import hindrances
from tests.forms import mostly

Opened = Callable[..., Page]
TACTICS = "heros_crossing_tactics"
QUESTION = f"/statistics/win_rate_by_seat?ruleset={TACTICS}&min_n=1"


def test_a_chart_is_read_by_keyboard(site: Site, opened: Opened) -> None:
    """One stop of the tab key, and the arrows from mark to mark; what a mark says stands below the chart."""
    for seed in (1, 2, 3):
        record(site.client, seed)
    page = opened(f"{site.address}{QUESTION}")
    marks = page.locator("#chart svg .light [aria-label][tabindex]")
    expect(marks.first).to_be_visible()
    assert page.locator('#chart [tabindex="0"]').count() == 1
    marks.first.focus()
    expect(page.locator("#mark-text")).to_contain_text(re.compile(r"Seat 1; Games: \d+"))
    page.keyboard.press("ArrowRight")
    expect(page.locator("#mark-text")).to_contain_text(re.compile(r"Seat 2; Games: \d+"))
    page.keyboard.press("ArrowRight")
    expect(page.locator("#mark-text")).to_contain_text("Seat 2")
    page.keyboard.press("Home")
    expect(page.locator("#mark-text")).to_contain_text("Seat 1")
    marks.nth(1).hover(force=True)
    expect(page.locator("#mark-text")).to_contain_text("Seat 2")


def test_without_script_a_chart_is_a_picture(site: Site, opened: Opened) -> None:
    record(site.client)
    page = opened(f"{site.address}{QUESTION}", java_script_enabled=False)
    picture = page.locator("#chart img")
    expect(picture).to_be_visible()


def test_a_chart_that_cannot_be_fetched_is_a_picture_too(site: Site, browser: Browser) -> None:
    record(site.client)
    with contexts(browser) as context:
        page = context().new_page()
        page.route("**/marks?*", lambda route: route.fulfill(status=200, body="no chart"))
        page.goto(f"{site.address}{QUESTION}")
        expect(page.locator("#chart img")).to_be_visible()


WIDE = STRANGE[:3]
"""The others are as wide as names that nobody finds strange."""


@pytest.mark.parametrize("name", mostly(STRANGE, WIDE, lambda name: str(STRANGE.index(name))))
def test_no_page_is_wider_than_a_phone(site: Site, opened: Opened, name: str) -> None:
    """Whatever players, places and tags are called."""
    game = record(site.client, seats=[{"name": name}, {"name": f"Z{name[1:]}"}], place=name, tags=[name])
    ids = [seat["player"] for seat in site.client.get(f"/v1/games/{game}").json["seats"]]
    page = opened(site.address, viewport=PHONE, java_script_enabled=False)
    for address in addresses(game, *ids):
        page.goto(f"{site.address}{address}")
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= PHONE["width"], address


def addresses(game: str, one: str, other: str) -> list[str]:
    """The pages about a game and its two players."""
    return [
        *("/", f"/?player={one}&place=x", "/?player=nobody&tag=x", "/players", "/players?search=zzz"),
        *(f"/players/{one}", f"/games/{game}/end", f"/games/{game}/end?v=3"),
        *(f"/players/{one}/{more}" for more in ("delete", "delete?sure=once", "merge", f"merge?into={other}")),
        f"/players/{one}/merge?into={other}&sure=once",
        *(f"/statistics?ruleset={TACTICS}&player={one}", QUESTION, f"{QUESTION}&player={one}"),
        *(
            f"/statistics/{name}?ruleset={TACTICS}&min_n=1"
            for name in ("player_profile", "lead_curves", "opening_tree")
        ),
        f"/statistics/win_rate_by_seat/games?ruleset={TACTICS}&min_n=1&row=2+1",
    ]


@LOOKS
def test_nothing_there_is_seriously_in_the_way_of_anybody(
    site: Site, browser: Browser, seen: Seen[str], size: dict[str, int], theme: str
) -> None:
    """By the rules of axe-core, also where a form has a fault."""
    game = record(site.client)
    ids = [seat["player"] for seat in site.client.get(f"/v1/games/{game}").json["seats"]]
    found = []
    with contexts(browser) as context:
        page = context(viewport=size, color_scheme=theme).new_page()
        for address in seen((*addresses(game, *ids), f"/statistics/game_length?ruleset={TACTICS}&min_n=0&seats=x")):
            page.goto(f"{site.address}{address}")
            page.wait_for_function(DRAWN)
            found += [(address, *hindrance) for hindrance in hindrances(page)]
    assert found == []


DRAWN = "() => [...document.querySelectorAll('#chart')].every((chart) => chart.querySelector('svg, img'))"
"""Whether a page has no chart that is still to come."""


def test_a_row_of_games_is_one_link_and_leads_to_its_end_as_well(site: Site, opened: Opened) -> None:
    game = record(site.client)
    page = opened(site.address)
    page.locator(".game").first.click(position={"x": 300, "y": 10})
    expect(page).to_have_url(re.compile(game))
    page.goto(site.address)
    page.get_by_role("link", name="Result").first.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("won")
    assert unescape(page.title())
