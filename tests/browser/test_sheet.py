"""The sheet of a title, changed on a phone and on a desk."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.conftest import LOOKS, GameServer
from tests.browser.taps import screen

Opened = Callable[..., Page]


def opened_sheet(test_server: GameServer, opened: Opened, title: str, size: dict[str, int], theme: str) -> Page:
    body = {"ruleset": "scoresheet", "sheet": {"title": title}, "seats": [{"name": "Ada"}]}
    assert test_server.client.post("/v1/games", json=body).status_code == 201
    page = opened(f"{test_server.address}/?sheet={title}", **screen(size), color_scheme=theme)
    page.get_by_role("link", name="Sheet", exact=True).click()
    return page


@LOOKS
def test_a_category_is_added_and_enter_saves(
    test_server: GameServer, opened: Opened, size: dict[str, int], theme: str
) -> None:
    """Enter in a field is no tap on the first arrow."""
    title = f"Sheet{size['width']}{theme}"
    page = opened_sheet(test_server, opened, title, size, theme)
    page.get_by_role("button", name="Add category").click()
    page.get_by_label("Name of category 2").fill("Goals")
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    for part in page.locator(".category :is(.field, .tool):visible").all():
        box = part.bounding_box()
        assert box
        assert box["height"] >= 44
    page.get_by_label("Name of category 2").press("Enter")
    page.wait_for_url("**/?ruleset=scoresheet&sheet=*")
    page.get_by_role("link", name="Sheet", exact=True).click()
    expect(page.get_by_label("Name of category 2")).to_have_value("Goals")
