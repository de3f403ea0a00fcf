"""A game without a rulebook, from the first page to its first score, by taps and names alone."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page

from tests.browser.conftest import PHONE, GameServer
from tests.browser.entering import need_version, settled

Opened = Callable[..., Page]
ON_A_PHONE = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
TO_THE_SCORES = 3
"""Taps before scores are entered: a new game, how it is scored, start."""
MOST_OF_A_SCORE = 5
"""Taps for a score: what is entered, how much, and the button."""


class Taps:
    """Taps, counted."""

    def __init__(self) -> None:
        self.count = 0

    def tap(self, part: Locator) -> None:
        part.scroll_into_view_if_needed()
        part.tap()
        self.count += 1


@pytest.mark.parametrize("script", [True, False], ids=["script", "no-script"])
def test_three_taps_and_the_names_lead_to_the_first_score(
    test_server: GameServer, opened: Opened, script: bool
) -> None:
    page, taps = opened(test_server.address, **ON_A_PHONE, java_script_enabled=script), Taps()
    taps.tap(page.get_by_role("link", name="New game"))
    form = page.locator("#another form")
    form.get_by_label("Title").fill("Harbour Lights" if script else "Harbour Nights")
    for seat, name in enumerate(("Ada", "Ben", "Cleo"), 1):
        form.get_by_label(f"Player {seat}", exact=True).fill(name)
    taps.tap(form.locator("label.face", has_text="Fewest points win"))
    taps.tap(form.get_by_role("button", name="Start game"))
    page.wait_for_url("**/record")
    assert taps.count == TO_THE_SCORES
    game = page.url.split("/")[-2]
    assert [seat["name"] for seat in test_server.client.get(f"/v1/games/{game}").json["seats"]] == [
        "Ada",
        "Ben",
        "Cleo",
    ]
    score(page, taps)
    page.wait_for_load_state()
    need_version(test_server, page, 2)
    (_, entered) = test_server.client.get(f"/v1/games/{game}/events").json["items"]
    assert entered["action"]["type"] == "Score"
    assert taps.count <= TO_THE_SCORES + MOST_OF_A_SCORE


def score(page: Page, taps: Taps) -> None:
    """Enter a score by the first of what is offered."""
    for _ in range(MOST_OF_A_SCORE):
        settled(page)
        if page.locator("form.number").count():
            enter_one(page, taps)
        if (take := page.locator(".foot button.take")).count():
            taps.tap(take)
            return
        scores = page.locator(".rows a.row", has_text="Score")
        before = page.url
        taps.tap((scores if scores.count() else page.locator(".rows a.row")).first)
        page.wait_for_url(lambda url, before=before: url != before)  # type: ignore[misc]
    raise AssertionError(f"no score after {taps.count} taps: {page.url}")


def enter_one(page: Page, taps: Taps) -> None:
    """By the keypad, or in the field where there is none."""
    if (key := page.locator('.keypad:visible [data-key="1"]')).count():
        taps.tap(key)
    else:
        page.locator("form.number input[name=number]").fill("1")


def test_a_field_for_a_name_follows_those_that_are_filled_in(test_server: GameServer, opened: Opened) -> None:
    """Without script too."""
    page = opened(f"{test_server.address}/new", **ON_A_PHONE, java_script_enabled=False)
    names = page.locator(".names input")
    assert names.locator("visible=true").count() == 2
    for count, name in enumerate("ABCDEFGHIJKL", 1):
        names.nth(count - 1).fill(name)
        assert names.locator("visible=true").count() == min(max(count + 1, 2), 12)


def test_a_title_is_completed_from_those_played_before(test_server: GameServer, opened: Opened) -> None:
    body = {"ruleset": "scoresheet", "sheet": {"title": "Windmills"}, "seats": [{"name": "Ada"}]}
    assert test_server.client.post("/v1/games", json=body).status_code == 201
    page = opened(f"{test_server.address}/new", **ON_A_PHONE)
    assert "Windmills" in page.locator("#titles option").evaluate_all("options => options.map(one => one.value)")
    assert page.locator('[name="title"]').get_attribute("list") == "titles"
