"""The result of a game that nobody recorded, by taps on a phone."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import LOOKS, PHONE, GameServer
from tests.browser.taps import screen
from tests.tables import Table

Opened = Callable[..., Page]
MOST_TAPS = 12
SCORES = {"Ada": "41", "Ben": "37", "Cleo": "55", "Dora": "12"}


class Taps:
    """Taps, counted; what is typed is no tap."""

    def __init__(self, page: Page) -> None:
        self.page, self.count = page, 0

    def tap(self, part: Locator) -> None:
        part.scroll_into_view_if_needed()
        part.tap()
        self.count += 1


def four_exist(test_server: GameServer) -> None:
    test_server.table(Table("heros_crossing", 4), most=0)


def test_a_result_of_four_takes_twelve_taps_at_most(test_server: GameServer, opened: Opened) -> None:
    """From the list of games: each player is one tap, and the score is typed at once."""
    four_exist(test_server)
    page = opened(test_server.address, **screen(PHONE))
    taps = Taps(page)
    taps.tap(page.get_by_role("link", name="New game"))
    taps.tap(page.get_by_role("link", name="Only the result"))
    expect(page.get_by_label("Title")).to_be_focused()
    page.keyboard.type("Harbour Results")
    for name, score in SCORES.items():
        taps.tap(page.locator(".known").get_by_text(name, exact=True))
        page.keyboard.type(score)
    taps.tap(page.get_by_role("button", name="Record result"))
    page.wait_for_url("**/end")
    assert taps.count <= MOST_TAPS - 5
    expect(page.locator("main")).to_contain_text("Cleo")
    game = test_server.client.get(f"/v1/games/{page.url.split('/')[-2]}").json
    assert game["status"] == "finished"
    assert game["result"]["winners"] == [3]
    assert [seat["name"] for seat in game["seats"]] == [*SCORES]


def test_without_script_names_are_typed(test_server: GameServer, opened: Opened) -> None:
    page = opened(f"{test_server.address}/new/result", **screen(PHONE), java_script_enabled=False)
    page.get_by_label("Title").fill("Harbour by Hand")
    for seat, (name, score) in enumerate(SCORES.items(), 1):
        page.get_by_label(f"Player {seat}", exact=True).fill(name)
        page.get_by_label(f"Score of player {seat}", exact=True).fill(score)
    assert not page.locator(".known:visible").count()
    page.get_by_role("button", name="Record result").tap()
    page.wait_for_url("**/end")


@pytest.mark.parametrize(
    ("words", "score", "won", "together"),
    [
        ("Most points win", 2, 0, 0),
        ("Won or lost only", 0, 2, 0),
        ("All together against the game", 2, 0, 2),
    ],
)
def test_a_field_is_shown_where_it_is_needed(
    test_server: GameServer, opened: Opened, words: str, score: int, won: int, together: int
) -> None:
    """Scores where something is counted, and who won where nothing is: each, or all."""
    page = opened(f"{test_server.address}/new/result", **screen(PHONE))
    page.locator("label.face", has_text=words).tap()
    assert page.locator(".lines .score:visible").count() == score
    assert page.locator(".lines .won:visible").count() == won
    assert page.locator(".together .face:visible").count() == together


@pytest.mark.parametrize("zone", ["Pacific/Kiritimati", "Pacific/Pago_Pago"])
def test_the_date_is_that_of_the_browser(test_server: GameServer, opened: Opened, zone: str) -> None:
    """14 hours before UTC and 11 hours behind it; a date that was entered stays."""
    today = datetime.now(ZoneInfo(zone)).date()
    page = opened(f"{test_server.address}/new/result", **screen(PHONE), timezone_id=zone)
    expect(page.get_by_label("Date")).to_have_value(re.compile(f"{today}|{today + timedelta(days=1)}"))
    page.goto(f"{test_server.address}/new/result?date=2025-12-24")
    expect(page.get_by_label("Date")).to_have_value("2025-12-24")


def test_a_score_that_was_entered_stays_in_sight(test_server: GameServer, opened: Opened) -> None:
    """Also where nothing is counted, since it would be refused."""
    page = opened(f"{test_server.address}/new/result", **screen(PHONE))
    page.get_by_label("Score of player 1", exact=True).fill("12")
    page.locator("label.face", has_text="Won or lost only").tap()
    expect(page.get_by_label("Score of player 1", exact=True)).to_be_visible()


@LOOKS
def test_the_form_fits_the_screen(test_server: GameServer, opened: Opened, size: dict[str, int], theme: str) -> None:
    four_exist(test_server)
    page = opened(f"{test_server.address}/new/result?seat.1=Ada", **screen(size), color_scheme=theme)
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    for part in page.locator(".result :is(.field, .known button):visible").all():
        box = part.bounding_box()
        assert box
        assert box["height"] >= 44
    expect(page.locator(".known")).not_to_contain_text("Ada")
