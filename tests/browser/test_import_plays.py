"""A file of plays, checked and imported on a phone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import LOOKS, PHONE, GameServer
from tests.browser.taps import screen

Opened = Callable[..., Page]
CSV = "date,game,player,score,winner\n2025-03-02,{title},Ann,12,1\n2025-03-02,{title},Ben,7,0\n"
BAD = "2025-03-04,{title},Ann,four,1\n"


@pytest.fixture
def file(tmp_path: Path) -> Callable[[str, str], str]:
    """Writes a file of plays of a title."""

    def write(text: str, title: str) -> str:
        path = tmp_path / "plays.csv"
        path.write_text(text.format(title=title))
        return str(path)

    return write


def tap(page: Page, button: str) -> None:
    page.get_by_role("button", name=button).tap()


def test_the_file_stays_chosen_from_check_to_import(
    test_server: GameServer, opened: Opened, file: Callable[[str, str], str]
) -> None:
    page = opened(f"{test_server.address}/new", **screen(PHONE))
    page.get_by_role("link", name="Import plays").tap()
    page.wait_for_url("**/new/plays")  # loaded whole: the script keeps the file
    page.get_by_label("File", exact=True).set_input_files(file(CSV, "Harbour Logged"))
    tap(page, "Check the file")
    expect(page.get_by_role("heading", name="Checked")).to_be_focused()
    expect(page.locator(".outcome")).to_contain_text("1 game would be stored, 0 plays here already.")
    expect(page.get_by_text("choose the same file again")).to_be_hidden()
    tap(page, "Import")
    expect(page.get_by_role("heading", name="Imported")).to_be_focused()
    tap(page, "Import")
    expect(page.locator(".outcome")).to_contain_text("0 games stored, 1 play here already.")
    page.get_by_role("link", name="Show imported games").tap()
    expect(page.locator("main")).to_contain_text("Harbour Logged")


def test_faults_are_shown_in_place_and_can_be_left_out(
    test_server: GameServer, opened: Opened, file: Callable[[str, str], str]
) -> None:
    page = opened(f"{test_server.address}/new/plays", **screen(PHONE))
    page.get_by_label("File", exact=True).set_input_files(file(CSV + BAD, "Harbour Faulty"))
    tap(page, "Check the file")
    expect(page.locator(".outcome")).to_contain_text("Line 4, score 'four' is not a number")
    page.get_by_label("Leave out plays with faults").check()
    tap(page, "Import")
    expect(page.locator(".outcome")).to_contain_text("1 game stored, 0 plays here already, 1 fault.")


def test_a_service_that_is_not_reachable_is_said(
    test_server: GameServer, opened: Opened, file: Callable[[str, str], str]
) -> None:
    page = opened(f"{test_server.address}/new/plays", **screen(PHONE))
    page.get_by_label("File", exact=True).set_input_files(file(CSV, "Harbour Lost"))
    page.evaluate("() => { window.fetch = () => Promise.reject(new TypeError()); }")
    tap(page, "Check the file")
    expect(page.get_by_role("alert")).to_contain_text("the service is not reachable")
    expect(page.get_by_role("button", name="Import")).to_be_enabled()


def test_without_script_the_file_is_chosen_again(
    test_server: GameServer, opened: Opened, file: Callable[[str, str], str]
) -> None:
    page = opened(f"{test_server.address}/new/plays", **screen(PHONE), java_script_enabled=False)
    chosen = file(CSV, "Harbour by File")
    page.get_by_label("File", exact=True).set_input_files(chosen)
    tap(page, "Check the file")
    expect(page.get_by_text("choose the same file again")).to_be_visible()
    page.get_by_label("File", exact=True).set_input_files(chosen)
    tap(page, "Import")
    expect(page.get_by_role("heading", name="Imported")).to_be_visible()


@LOOKS
def test_long_names_and_faults_fit_the_screen(
    test_server: GameServer,
    opened: Opened,
    size: dict[str, int],
    theme: str,
    file: Callable[[str, str], str],
) -> None:
    page = opened(f"{test_server.address}/new/plays", **screen(size), color_scheme=theme)
    long = file((CSV + BAD * 30).replace("Ann", "A" * 190), "Harbour" * 8)
    page.get_by_label("File", exact=True).set_input_files(long)
    page.get_by_role("button", name="Check the file").click()
    expect(page.get_by_role("heading", name="Checked")).to_be_focused()
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    for part in page.locator(".import :is(.field, .face span, .foot button):visible").all():
        box = part.bounding_box()
        assert box
        assert box["height"] >= 44
