"""The record page in a real browser, without script: what a table sees on a phone and on a desk."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from urllib.parse import parse_qs, urlparse

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.conftest import DESK, PHONE, Hall, Site, contexts
from tests.tables import WIDEST, Table

Opened = Callable[..., Page]
SIZES = pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
SEEN = 12
"""Pages of a game that are looked at."""
SMALLEST = 44
"""Pixels of what a finger meets."""


def goes_on(page: Page, rng: Random) -> None:
    """Press the button where there is one, follow a row, or let the service roll."""
    if (roll := page.locator('button[name="roll"]')).count():
        roll.click()
    elif (rows := page.locator("a.row")).count() and (not page.locator("button.take").count() or rng.random() < 0.5):
        rows.nth(rng.randrange(rows.count())).click()
    else:
        page.locator("button.take").click()


@SIZES
@pytest.mark.parametrize("table", WIDEST, ids=str)
def test_the_question_and_the_button_are_always_in_view(
    hall: Hall, opened: Opened, table: Table, size: dict[str, int]
) -> None:
    """Nothing scrolls sideways, and nothing that is pressed is smaller than a finger."""
    address, _ = hall.table(table, 25)
    page = opened(f"{address}/record", viewport=size, java_script_enabled=False)
    rng = Random(f"{table}{size}")
    for _ in range(SEEN):
        assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
        assert page.evaluate("document.documentElement.scrollHeight") <= size["height"]
        for part in ("h2.asks", ".foot .take"):
            expect(page.locator(part)).to_be_in_viewport(ratio=1)
        need_reach(
            page.locator(".answers a, .answers button, .answers label.face, .bar .tool, .asked .tab, .round-btn")
        )
        if "running" not in hall.client.get(f"/v1{urlparse(address).path}").text:
            break
        goes_on(page, rng)
        page.wait_for_load_state()


def need_reach(parts: Locator) -> None:
    for box in parts.evaluate_all("parts => parts.map(part => part.getBoundingClientRect().toJSON())"):
        assert min(box["width"], box["height"]) >= SMALLEST or not box["width"], box


@pytest.mark.parametrize("table", WIDEST, ids=str)
def test_on_a_desk_the_whole_board_is_in_view(hall: Hall, opened: Opened, table: Table) -> None:
    address, _ = hall.table(table, 25)
    page = opened(f"{address}/record", java_script_enabled=False)
    box = page.locator(".table svg.tt.wide").bounding_box()
    assert box
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= DESK["width"] - 400
    assert box["y"] >= 56
    assert box["y"] + box["height"] <= DESK["height"]


@pytest.mark.parametrize(("size", "theme"), [(PHONE, "dark"), (DESK, "light")], ids=["dark-phone", "light-desk"])
def test_nothing_there_is_seriously_in_the_way_of_anybody(
    site: Site, browser: Browser, size: dict[str, int], theme: str
) -> None:
    """By the rules of axe-core: the question, a choice, the button, chance, and the pages before a game."""
    game = site.game(14)
    with contexts(browser) as context:
        page = context(viewport=size, color_scheme=theme).new_page()
        page.goto(f"{game}/record")
        need_no_hindrance(page)
        page.locator("a.row").first.click()
        need_no_hindrance(page)
        for ruleset in ("", "?ruleset=heros_crossing_tactics"):
            page.goto(f"{site.address}/new{ruleset}")
            need_no_hindrance(page)
        page.locator("button.take").click()
        expect(page.locator("h1")).to_contain_text("Set-up")
        need_no_hindrance(page)


def need_no_hindrance(page: Page) -> None:
    found = Axe().run(page).response["violations"]
    serious = [each for each in found if each["impact"] in ("serious", "critical")]
    assert not serious, [(each["id"], each["nodes"][0]["html"][:200]) for each in serious]


def test_a_game_goes_on_by_keyboard_alone(site: Site, opened: Opened) -> None:
    """From the list: to the question, to a row, to the button."""
    game = site.game(14)
    page = opened(f"{game}/record", java_script_enabled=False)
    before = site.client.get(f"/v1{urlparse(game).path}").json["version"]
    for _ in range(8):
        if site.client.get(f"/v1{urlparse(game).path}").json["version"] > before:
            break
        wanted = "button.take" if page.locator("button.take").count() else "a.row"
        if page.locator('button[name="roll"]').count():
            wanted = 'button[name="roll"]'
        page.locator(wanted).first.focus()
        with page.expect_navigation():
            page.keyboard.press("Enter")
    assert site.client.get(f"/v1{urlparse(game).path}").json["version"] == before + 1
    assert re.search("/record$|/record\\?seat=[12]$", page.url)
    assert "action" not in parse_qs(urlparse(page.url).query)


# --- with script


def test_a_tap_on_the_board_narrows_without_a_reload(site: Site, opened: Opened) -> None:
    """The nearest frame counts, also a little beside it; the browser's way back and Escape take it off again."""
    page = opened(f"{site.game(40)}/record?seat={waiting(site, 40)}", viewport=PHONE)
    page.evaluate("window.kept = true")
    before = page.locator("h2.asks").inner_text()
    frame = page.locator(".table .may:visible").first
    expect(frame).to_be_in_viewport()
    box = frame.bounding_box()
    assert box
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + 2)
    expect(page.locator(".trail a")).to_have_count(1)
    assert "tap=" in page.url
    page.go_back()
    expect(page.locator(".trail a")).to_have_count(0)
    page.locator("a.row").first.click()
    expect(page.locator(".trail a").first).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".trail a")).to_have_count(0)
    expect(page.locator("h2.asks")).to_have_text(before)
    page.keyboard.press("1")
    expect(page.locator(".trail a").first).to_be_visible()
    assert page.evaluate("window.kept")


def waiting(site: Site, count: int) -> int:
    """Who is asked after so many actions."""
    game = urlparse(site.game(count)).path
    return int(site.client.get(f"/v1{game}").json["waiting_for"][0])


def test_what_is_chosen_by_script_is_recorded_as_well(site: Site, opened: Opened) -> None:
    game = site.game(14)
    page = opened(f"{game}/record", viewport=PHONE)
    for _ in range(8):
        if page.locator("button.take").count():
            break
        before = page.url
        page.locator("a.row").first.click()
        page.wait_for_url(lambda url, before=before: url != before)  # type: ignore[misc]
    page.locator("button.take").click()
    page.wait_for_load_state()
    if (roll := page.locator('button[name="roll"]')).count():
        roll.click()
        page.wait_for_load_state()
    page.wait_for_url(re.compile("/record([?]seat=[12])?$"))
    assert site.client.get(f"/v1{urlparse(game).path}").json["version"] == 16


def test_a_step_that_cannot_be_fetched_is_left_to_the_browser(site: Site, browser: Browser) -> None:
    with contexts(browser) as context:
        page = context().new_page()
        page.goto(f"{site.game(14)}/record")
        page.evaluate("window.kept = true")
        page.route(
            "**/record?*", lambda route: route.abort() if route.request.resource_type == "fetch" else route.continue_()
        )
        page.locator("a.row").first.click()
        page.wait_for_function("!window.kept")
        expect(page.locator(".trail a").first).to_be_visible()
