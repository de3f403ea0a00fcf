"""Entering over lines that are cut, and by several at once: nothing is lost, and nothing recorded twice."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import count
from random import Random
from urllib.parse import urlparse

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import DESK, PHONE, Cuts, GameServer, contexts
from tests.browser.entering import Line, need_version, settled, to_the_button, version_at
from tests.forms import either
from tests.tables import Table

FEW = either(10, 25)
"""Actions of a short run; `make long SUITE=cut-lines` takes more."""


@pytest.fixture
def actions(request: pytest.FixtureRequest) -> int:
    return int(request.config.getoption("--actions") or FEW)


def test_actions_over_a_line_that_is_cut_are_all_recorded_once(
    test_server: GameServer, browser: Browser, actions: int
) -> None:
    """Before, in the middle of and after the request, and in the middle of the answer; with reloads in between."""
    line, done = Line(urlparse(test_server.address).port or 0, Random(57)), 0
    with contexts(browser) as context:
        page = context(viewport=PHONE).new_page()
        for began in count(5):  # a game each, as one is soon over
            address, before = test_server.own(Table("kingdom_rush", 2), began)
            path = urlparse(address).path
            entered = entered_over(test_server, line, page, path, actions - done)
            assert version_of(test_server, path) == before + entered
            done += entered
            if done == actions:
                break
    line.listening.close()
    assert {*line.cuts} == {"before", "during", "after", "answer"}


def entered_over(test_server: GameServer, line: Line, page: Page, path: str, actions: int) -> int:
    """Enter so many actions over a line, each recorded once, or all until the game is over; how many."""
    page.goto(f"{line.address}{path}/record")
    first = version_at(test_server, page)
    for done in range(actions):
        if page.get_by_role("link", name="Show result").count():
            return done
        to_the_button(page)
        page.locator("button.take").click()
        reloaded = done % 10 == 4
        if reloaded:
            page.reload()
        settled(page)
        while page.locator('button[name="roll"]').count():
            page.locator('button[name="roll"]').click()
            settled(page)
        need_version(test_server, page, first + done + 1)
        if reloaded:  # it may show the version before, which the next action would be refused for
            page.goto(f"{line.address}{path}/record")
    return actions


def version_of(test_server: GameServer, path: str) -> int:
    return int(test_server.client.get(f"/v1{path}").json["version"])


def test_what_is_not_yet_sent_is_told_and_survives_a_reload(test_server: GameServer, browser: Browser) -> None:
    """It is sent again by itself, and given up where somebody wishes so."""
    address, before = test_server.own(Table("kingdom_rush", 2), 3)
    with contexts(browser) as context:
        page = context(viewport=PHONE).new_page()
        actions = Cuts(page, "**/record/step?*", "POST")
        page.goto(f"{address}/record")
        to_the_button(page)
        label = page.locator("button.take").inner_text()
        actions.on = True
        page.locator("button.take").click()
        outcomes = page.get_by_role("status")
        expect(outcomes).to_contain_text(f"Not sent yet: {label}")
        expect(outcomes).to_contain_text("you cannot enter anything else")
        page.locator("a.back").click(force=True)
        expect(outcomes).to_be_visible()
        page.reload()
        expect(outcomes).to_contain_text(label)
        assert version_at(test_server, page) == before
        actions.on = False
        expect(outcomes).to_have_count(0)
        settled(page)
        need_version(test_server, page, before + 1)
        page.reload()
        settled(page)
        need_version(test_server, page, before + 1)


def test_two_browsers_that_enter_at_once_lose_nothing(test_server: GameServer, browser: Browser, actions: int) -> None:
    """Both are heard, or one is told what came between: no answer refuses anything without a sentence."""
    taken = faults = 0
    with contexts(browser) as context:
        pages = [context(viewport=size).new_page() for size in (PHONE, DESK)]
        for began in count(4):  # a game each, as one is soon over
            if taken >= actions:
                break
            address, before = test_server.own(Table("kingdom_rush", 4), began)
            outcomes = list(entered_at_once(test_server, address, pages, actions - taken))
            assert version_of(test_server, urlparse(address).path) == before + outcomes.count("recorded")
            taken, faults = taken + outcomes.count("recorded"), faults + outcomes.count("told")
    assert faults


def entered_at_once(test_server: GameServer, address: str, pages: Sequence[Page], actions: int) -> Iterator[str]:
    """What becomes of actions that are entered by all at once, until so many are recorded or the game is over."""
    path = urlparse(address).path
    first = version_of(test_server, path)
    for page in pages:
        page.goto(f"{address}/record")
    while version_of(test_server, path) < first + actions and not page.get_by_role("link", name="Show result").count():
        for page in pages:
            to_the_button(page)
        at = version_of(test_server, path)
        for page in pages:
            page.evaluate("document.querySelector('button.take').click()")
        outcomes = [outcome(page) for page in pages]
        assert version_of(test_server, path) == at + outcomes.count("recorded")
        yield from outcomes


def outcome(page: Page) -> str:
    """What became of an action: `recorded`, or `told` why it was not."""
    settled(page)
    if page.locator('button[name="roll"]').count():
        page.locator('button[name="roll"]').click()
        settled(page)
    fault = page.get_by_role("alert")
    if not fault.count():
        return "recorded"
    assert re.search(r"Since then:\s+\w+", fault.inner_text()), fault.inner_text()
    return "told"
