"""A mistake of ten events ago is corrected in a browser, in a few clicks, and the correction is undone with one."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlparse

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import PHONE, GameServer
from tests.tables import WIDEST, Table

Opened = Callable[..., Page]

BACK = 10
MOST = 6
"""Clicks, from the version that is looked at until another action stands there;"""
EACH_STOP = 2
FIRST = ".here-first .row"
LEAVE = "button:has-text('as well')"
"""and so many more wherever that stops."""


class Clicks:
    """Clicks on a page, and counts them."""

    def __init__(self, page: Page) -> None:
        self.page, self.count = page, 0

    def on(self, found: Locator) -> None:
        """Click, and wait for what it leads to."""
        with self.page.expect_navigation():
            found.first.click()
        self.count += 1

    def choose(self) -> None:
        """By the first row of each step, a number, and the first answer of chance, to what comes of it."""
        while self.page.locator("main.recording").count():
            if (number := self.page.locator("form.number input[name=number]")).count():
                number.fill(str(int(number.get_attribute("min") or "") + int(number.get_attribute("step") or "")))
                self.count += 1
            for way in ("form.chance button[name=roll]", "button.take", "a.row"):
                if (found := self.page.locator(way)).count():
                    self.on(found)
                    break


@pytest.mark.parametrize("table", WIDEST, ids=str)
def test_a_mistake_is_corrected_in_a_few_clicks(test_server: GameServer, opened: Opened, table: Table) -> None:
    """The page says which moves are kept before anything is stored."""
    address, events = test_server.own(table, 30)
    page = opened(f"{address}?v={events - BACK}", viewport=PHONE)
    clicks = Clicks(page)
    clicks.on(page.get_by_role("link", name="Correct this move"))
    clicks.choose()
    expect(page.locator("h1")).to_contain_text("after it")
    stops = 0
    for way in (FIRST, LEAVE) * 2:
        if not page.locator(way).count():
            break
        stops += 1
        clicks.on(page.locator(way))
        clicks.choose()
        expect(page.locator("h1")).to_contain_text("after it")
    assert version_of(test_server, address) == events
    clicks.on(page.get_by_role("button", name="Apply correction"))
    assert clicks.count <= MOST + EACH_STOP * stops
    assert version_of(test_server, address) > events
    clicks.on(page.get_by_role("button", name="Undo correction"))
    assert test_server.client.get(f"/v1{urlparse(address).path}").json["head"] == events


def version_of(test_server: GameServer, address: str) -> int:
    return int(test_server.client.get(f"/v1{urlparse(address).path}").json["version"])
