"""A browser checks the dice of a game by itself, and asks nobody."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from tests.api.test_dice import finished
from tests.browser.conftest import PHONE, Hall
from tests.tables import WIDEST, Table

Opened = Callable[..., Page]


NOT_ROLLED = "heroes_of_the_campaign"
"""In a game of these nothing has to be rolled."""


@pytest.mark.parametrize("table", [table for table in WIDEST if table.ruleset != NOT_ROLLED], ids=str)
def test_a_game_is_found_fair_and_a_changed_roll_is_named(hall: Hall, opened: Opened, table: Table) -> None:
    """Fair as it is; with one outcome changed its version is named. Nobody is asked but for the page itself."""
    game = finished(hall.service, table.ruleset)
    page = opened(f"{hall.address}/games/{game.id}/dice", viewport=PHONE)
    expect(page.locator("#verdict")).to_contain_text("Fair: all ")
    changed, asked = "", list[str]()

    def lie(route: Route) -> None:
        nonlocal changed
        text = route.fetch().text()
        stands, changed = re.findall(r'data-stands="([^"]*)"><th scope="row"><a[^>]*>(\d+)', text)[-1]
        at = text.rindex(f'data-stands="{stands}"')
        lied = f'{text[:at]}data-stands="-1"{text[at + len(stands) + 14 :]}'
        route.fulfill(body=lied, content_type="text/html")

    page.route("**/dice", lie)
    page.on("request", lambda request: asked.append(request.url))
    page.reload()
    said = f"Not fair: at version {changed} the log has something else than the key gives."
    expect(page.locator("#verdict")).to_have_text(said)
    assert all("/assets/" in url or url.endswith("/dice") for url in asked)
    assert not page.evaluate("document.documentElement.scrollWidth > innerWidth")


def test_a_game_in_which_nothing_was_rolled_says_so(hall: Hall, opened: Opened) -> None:
    game = finished(hall.service, NOT_ROLLED)
    page = opened(f"{hall.address}/games/{game.id}/dice")
    expect(page.locator("#verdict")).to_have_text("Nothing was rolled or drawn in this game.")
