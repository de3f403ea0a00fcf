"""Evenings with games that have no rulebook here, recorded on a phone by taps, and asked about afterwards."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, GameServer
from tests.browser.entering import settled
from tests.browser.taps import screen
from tests.rulesets.scoresheet.profile import sheet, sheets
from tests.waiting import until

Opened = Callable[..., Page]
NAMES = ("Ada", "Ben", "Cleo", "Dora")
WINNERS = {"starter": [4], "teams": [2, 4], "together": [1, 2, 3, 4]}


@pytest.mark.parametrize("name", WINNERS)
def test_an_evening_is_recorded_and_counts(test_server: GameServer, opened: Opened, name: str) -> None:
    """Round after round on one form; the last seat has the most points."""
    loaded = sheet(name).sheet
    client = test_server.client
    uploaded = client.post(
        "/v1/rulesets/scoresheet/component-sets", data=sheets()[name], headers={"Content-Type": "application/yaml"}
    )
    assert uploaded.status_code in (200, 201)
    page = opened(f"{test_server.address}/new", **screen(PHONE))
    form = page.locator("#another form")
    form.get_by_label("Title").fill(loaded.name)
    for seat, player in enumerate(NAMES, 1):
        form.get_by_label(f"Player {seat}", exact=True).fill(player)
    form.get_by_role("button", name="Start game").tap()
    if loaded.turn_order:
        expect(page.locator("h1")).to_contain_text("enter the result")
        page.wait_for_load_state()  # the script sends the form with the last thing that is asked
        page.locator("label.face", has_text="Ben").tap()  # who begins
    page.wait_for_url("**/record*")
    game = page.url.split("/games/")[1].split("/")[0]
    for number in range(1, (loaded.rounds.number or 1) + 1):
        enter_round(page)
        choose(page, f"End round {number}")
    if loaded.sides == "together":  # the last round does not say who won
        choose(page, "Finish the game", "won")
    found = until(lambda: (known := client.get(f"/v1/games/{game}").json)["result"] and known, "the end of the game")
    assert (found["status"], found["result"]["winners"]) == ("finished", WINNERS[name])
    page.goto(f"{test_server.address}/statistics/win_rate_by_seat?ruleset=scoresheet&sheet={loaded.name}&min_n=1")
    expect(page.locator("main")).to_contain_text("1 game")


def enter_round(page: Page) -> None:
    """Enter a number for each player in each field that is open: the last one has one more than the others."""
    settled(page)
    page.get_by_label("Menu").tap()
    page.get_by_role("link", name="Enter a whole round").tap()
    page.wait_for_url("**/round")
    for place, group in enumerate(page.locator("fieldset.numbers").all()):
        for player, field in zip(NAMES, group.locator("input").all(), strict=True):
            field.fill("1" if place == 0 and player == NAMES[-1] else "0")
    page.get_by_role("button", name="Record all").tap()
    page.wait_for_url("**/record*")


def choose(page: Page, *rows: str) -> None:
    """Tap the rows that say so, one after another, and the button."""
    for words in rows:
        settled(page)
        page.locator(".answers a.row", has_text=words).first.tap()
    page.locator(".foot button.take").tap()
