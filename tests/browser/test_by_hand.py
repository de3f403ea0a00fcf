"""What a table does by hand from the menu of the record page: it ends a game early, and puts a board right."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESK, PHONE, GameServer, Site
from tests.browser.hindrance import need_no_hindrance
from tests.tables import Table

Opened = Callable[..., Page]


@pytest.mark.parametrize(("size", "theme"), [(PHONE, "dark"), (DESK, "light")], ids=["dark-phone", "light-desk"])
def test_a_game_is_resigned_in_three_taps(site: Site, opened: Opened, size: dict[str, int], theme: str) -> None:
    page = opened(f"{site.game(20)}/record", viewport=size, color_scheme=theme)
    page.get_by_label("Menu").click()
    page.get_by_role("link", name="Resign").click()
    need_no_hindrance(page)
    page.get_by_role("button", name="Resign as Ada").click()
    expect(page.locator("h1")).to_have_text("Ben won")
    need_no_hindrance(page)


@pytest.mark.parametrize(("size", "theme"), [(PHONE, "dark"), (DESK, "light")], ids=["dark-phone", "light-desk"])
def test_a_board_is_adjusted_by_hand(test_server: GameServer, opened: Opened, size: dict[str, int], theme: str) -> None:
    """Each step is in nobody's way; the timeline marks what was done."""
    address, _ = test_server.own(Table("heros_crossing", 4), most=23 if size == PHONE else 24)
    page = opened(f"{address}/record", viewport=size, color_scheme=theme)
    page.get_by_label("Menu").click()
    page.get_by_role("link", name="Adjust the board").click()
    while not page.get_by_role("button", name="Adjust board").count():
        need_no_hindrance(page)
        page.locator(".rows a.row").first.click()
    need_no_hindrance(page)
    page.get_by_label("Reason").fill("we forgot it")
    page.get_by_role("button", name="Adjust board").click()
    expect(page.locator(".last p")).to_contain_text("Board adjusted")
    page.get_by_role("link", name="Replay").click()
    expect(page.locator("#timeline .ev[aria-current] [title='adjusted by hand']")).to_have_count(1)
