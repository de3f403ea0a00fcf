"""An undo is asked for in one browser and granted in another, which hears of it by itself."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from api.recording.recorder import NewGameRequest
from api.service import Service
from events import Game
from tests.browser.conftest import PHONE, GameServer, Site
from tests.browser.hindrance import need_no_hindrance
from tests.forms import mostly
from tests.tables import PLAYERS, WIDEST, Table, played

Opened = Callable[..., Page]


def under_consent(service: Service, table: Table) -> Game:
    """The first actions of a random game whose seats agree on what is taken back."""
    play = played(table, 3, 21)
    wanted = NewGameRequest(
        ruleset=table.ruleset,
        players=PLAYERS[: table.seats],
        options=play.options,
        outcomes=play.outcomes,
        undo="consent",
    )
    return service.recorder.act(service.recorder.create(wanted).game.id, play.entries, expected=1).game


ASKED = "asks to go back to version"


TWO_AND_FOUR = (WIDEST[0], WIDEST[-1])
"""Seats."""


@pytest.mark.parametrize("table", mostly(WIDEST, TWO_AND_FOUR))
def test_it_is_asked_in_one_and_granted_in_the_other(test_server: GameServer, opened: Opened, table: Table) -> None:
    """Both at the table, and one who looks back at an old version and is never moved off it."""
    game = under_consent(test_server.service, table)
    address = f"{test_server.address}/games/{game.id}"
    one, other = (opened(f"{address}/record", viewport=PHONE, has_touch=True) for _ in range(2))
    looking_back = opened(f"{address}?v=5")
    one.get_by_role("link", name="Undo", exact=True).click()
    one.get_by_label("Reason (optional)").fill("a slip")
    one.get_by_role("button", name="Request undo").click()
    for page in (one, other, looking_back):
        expect(page.locator(".undo-request")).to_contain_text(ASKED)
        expect(page.locator(".undo-request q")).to_have_text("a slip")
        need_no_hindrance(page)
    others = len(game.seats) - 1
    for left in range(others, 0, -1):
        accept = other.get_by_role("button", name="Accept for")
        expect(accept).to_have_count(left)
        accept.first.click()
    for page in (one, other, looking_back):
        expect(page.locator(".undo-request")).to_have_count(0)
    for page in (one, other):
        expect(page.locator(".last p")).not_to_contain_text("Undone")
    expect(looking_back.locator("#steps .row")).to_have_attribute("data-at", "5")
    after = test_server.service.library.game(game.id)
    assert after.version == game.version + 1
    assert after.summary.head < game.summary.head


def test_it_is_withdrawn_where_it_was_asked(site: Site, opened: Opened) -> None:
    address = site.game(20, undo="consent")
    one, other = (opened(f"{address}/record") for _ in range(2))
    one.keyboard.press("Escape")
    one.get_by_role("link", name="Undo", exact=True).click()
    one.get_by_role("button", name="Request undo").click()
    expect(other.locator(".undo-request")).to_contain_text(ASKED)
    one.get_by_role("button", name="Withdraw request").click()
    for page in (one, other):
        expect(page.locator(".undo-request")).to_have_count(0)
