"""A browser checks the dice of a game by itself, and asks nobody."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from api.recording.dice import proof
from rulesets.heros_crossing_tactics import RULESET
from tests.api.test_dice import change, finished
from tests.browser.conftest import PHONE, GameServer, contexts, serving
from tests.tables import WIDEST, Table

Opened = Callable[..., Page]


NOT_ROLLED = ("heroes_of_the_campaign", "scoresheet")
"""In a game of these with the set that ships nothing has to be rolled."""


@pytest.mark.parametrize("table", [table for table in WIDEST if table.ruleset not in NOT_ROLLED], ids=str)
def test_a_game_is_found_fair_and_a_changed_roll_is_named(
    test_server: GameServer, opened: Opened, table: Table
) -> None:
    """Fair as it is; with one outcome changed its version is named. Nobody is asked but for the page itself."""
    game = finished(test_server.service, table.ruleset)
    page = opened(f"{test_server.address}/games/{game.id}/dice", viewport=PHONE)
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
    sentence = f"Not fair: at version {changed} the log differs from the key."
    expect(page.locator("#verdict")).to_have_text(sentence)
    assert all("/assets/" in url or url.endswith("/dice") for url in asked)
    assert not page.evaluate("document.documentElement.scrollWidth > innerWidth")


@pytest.mark.parametrize("ruleset", NOT_ROLLED)
def test_a_game_in_which_nothing_was_rolled_says_so(test_server: GameServer, opened: Opened, ruleset: str) -> None:
    game = finished(test_server.service, ruleset)
    page = opened(f"{test_server.address}/games/{game.id}/dice")
    expect(page.locator("#verdict")).to_have_text("Fair: this game had no rolls or draws.")


HOLD = """(() => {
  const digest = crypto.subtle.digest.bind(crypto.subtle);
  const cut = new Promise((resolve) => { window.cut = resolve; });
  crypto.subtle.digest = async (...told) => { await cut; return digest(...told); };
})()"""
"""The check waits until the line is cut."""


def verdict_offline(browser: Browser, address: str) -> str:
    """What the page finds once it is cut off from the service."""
    with contexts(browser) as context:
        opened = context(viewport=PHONE)
        page = opened.new_page()
        page.add_init_script(HOLD)
        page.goto(address)
        verdict = page.locator("#verdict")
        expect(verdict).to_have_text("Not verified yet.")
        opened.set_offline(True)
        page.evaluate("cut()")
        expect(verdict).not_to_have_text("Not verified yet.")
        return verdict.inner_text()


@pytest.mark.parametrize("table", WIDEST, ids=str)
def test_a_finished_game_is_found_fair_offline(test_server: GameServer, browser: Browser, table: Table) -> None:
    game = finished(test_server.service, table.ruleset, seed=2)
    assert verdict_offline(browser, f"{test_server.address}/games/{game.id}/dice").startswith("Fair: ")


def test_an_outcome_that_was_changed_in_the_log_is_named_offline(browser: Browser, tmp_path: Path) -> None:
    """Its version, and no other."""
    with serving(tmp_path, {RULESET.name: RULESET}) as (service, address):
        game = finished(service)
        throws = proof(service.library, game).throws
        last = [throw for throw, after in pairwise(throws) if 1 < throw.version < after.version]
        throw = last[len(last) // 2]
        other = next(value for value in throw.allowed if value != throw.stands)
        change(tmp_path, game, throw.version, throw.index, other)
        sentence = verdict_offline(browser, f"{address}/games/{game.id}/dice")
    assert sentence == f"Not fair: at version {throw.version} the log differs from the key."
