"""Scores entered with a thumb: a tap on a cell, the keys of the page, the button."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import LOOKS, PHONE, GameServer
from tests.browser.entering import need_version, settled
from tests.browser.taps import screen
from tests.tables import PLAYERS, Table, recorded

Opened = Callable[..., Page]
SCORES = {1: "12", 2: "7", 3: "0", 4: "58"}
FINGER = 44
"""CSS pixels."""


def of_four(test_server: GameServer, opened: Opened, size: dict[str, int] = PHONE, **more: object) -> Page:
    game = recorded(test_server.service, Table("scoresheet", 4), most=0)
    return opened(f"{test_server.address}/games/{game.id}/record", **screen(size), **more)


def tap_cell(page: Page, seat: int, category: str = "buildings") -> None:
    frame = page.locator(f'.table .frames [data-tap="cell:{seat}.1.{category}"]').bounding_box()
    assert frame
    page.touchscreen.tap(frame["x"] + frame["width"] / 2, frame["y"] + frame["height"] / 2)
    expect(page.locator("h2.asks")).to_have_text(f"{PLAYERS[seat - 1]}: how many?")


def key(page: Page, text: str) -> None:
    page.locator(".keypad").get_by_text(text, exact=True).tap()


def shown(page: Page) -> str:
    return page.locator("form.number input[name=number]").input_value()


def test_a_round_of_four_is_recorded_with_a_thumb(test_server: GameServer, opened: Opened) -> None:
    """One tap on a cell, one for each digit, one on the button: and Undo takes back the last."""
    page = of_four(test_server, opened)
    for seat, number in SCORES.items():
        tap_cell(page, seat)
        for digit in number:
            key(page, digit)
        page.locator("button.take").tap()
        expect(page.locator(".last p")).to_contain_text(f"{PLAYERS[seat - 1]} scores {number} points for Buildings.")
        settled(page)
    need_version(test_server, page, 1 + len(SCORES))
    page.get_by_text("Undo", exact=True).tap()
    expect(page.locator(".last p")).to_contain_text("Cleo scores 0 points for Buildings.")
    tap_cell(page, 4)


def test_the_keys_enter_a_number_within_its_limits(test_server: GameServer, opened: Opened) -> None:
    """Digits, the sign where numbers may be below 0, and what a number grows by at a time."""
    page = of_four(test_server, opened)
    tap_cell(page, 1)
    assert not page.locator('[data-key="-"]').count()
    for text, then in (("+5", "5"), ("+10", "15"), ("+1", "16"), ("⌫", "1"), ("9", "19"), ("+10", "29"), ("⌫", "2")):
        key(page, text)
        assert shown(page) == then
    expect(page.locator("button.take")).to_have_text("Record 2")
    tap_cell(page, 2, "penalties")
    assert shown(page) == ""
    for text, then in (("±", "−"), ("1", "−1"), ("5", "−15"), ("+10", "−5"), ("+10", "0"), ("4", "4"), ("±", "−4")):
        key(page, text)
        assert shown(page) == then
    page.locator("button.take").tap()
    expect(page.locator(".last p")).to_contain_text("Ben scores −4 points for Penalties.")


def test_a_number_beyond_its_limits_is_not_sent(test_server: GameServer, opened: Opened) -> None:
    page = of_four(test_server, opened)
    tap_cell(page, 1)
    for digit in "999":
        key(page, digit)
    expect(page.locator("button.take")).to_have_text("Record")
    page.locator("button.take").tap()
    field = page.locator("form.number input[name=number]")
    assert field.evaluate("(field) => field.validationMessage") == "0 to 60"
    need_version(test_server, page, 1)
    tap_cell(page, 1, "goods")


def test_a_keyboard_enters_a_number_as_well(test_server: GameServer, opened: Opened) -> None:
    """Digits, Backspace and Enter; Escape goes back."""
    page = of_four(test_server, opened)
    tap_cell(page, 3)
    for pressed in ("4", "5", "Backspace", "2"):
        page.keyboard.press(pressed)
    assert shown(page) == "42"
    page.keyboard.press("Enter")
    expect(page.locator(".last p")).to_contain_text("Cleo scores 42 points for Buildings.")
    tap_cell(page, 3, "goods")
    page.keyboard.press("Escape")
    expect(page.locator("form.number")).to_have_count(0)


@LOOKS
def test_all_keys_are_on_screen_and_fit_a_finger(
    test_server: GameServer, opened: Opened, size: dict[str, int], theme: str
) -> None:
    page = of_four(test_server, opened, size, color_scheme=theme)
    page.goto(f"{page.url}?tap=cell:2.1.penalties")
    for part in (*page.locator(".keypad button").all(), page.locator("button.take"), page.locator("a.back")):
        box = part.bounding_box()
        assert box
        assert min(box["width"], box["height"]) >= FINGER
        assert box["y"] + box["height"] <= size["height"]


@pytest.mark.parametrize("seat", [1, 4])
def test_without_script_a_field_and_a_button_do(test_server: GameServer, opened: Opened, seat: int) -> None:
    page = of_four(test_server, opened, java_script_enabled=False)
    page.goto(f"{page.url}?seat={seat}&type=Score&category=buildings")
    assert not page.locator(".keypad:visible").count()
    page.get_by_label("How many?").fill("33")
    page.get_by_role("button", name="Record").click()
    expect(page.locator(".last p")).to_contain_text(f"{PLAYERS[seat - 1]} scores 33 points for Buildings.")


@pytest.mark.parametrize("script", [True, False], ids=["script", "no-script"])
def test_a_whole_round_is_one_form(test_server: GameServer, opened: Opened, script: bool) -> None:
    page = of_four(test_server, opened, java_script_enabled=script)
    page.get_by_label("Menu").tap()
    page.get_by_role("link", name="Enter a whole round").tap()
    for seat, number in SCORES.items():
        page.get_by_label(f"{PLAYERS[seat - 1]}, Buildings", exact=True).fill(number)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    page.get_by_role("button", name="Record all").tap()
    page.wait_for_url("**/record")
    need_version(test_server, page, 1 + len(SCORES))
