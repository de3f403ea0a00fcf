"""Another way is tried, compared and taken over in a browser; and where lines part, keys choose one."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlparse

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESK, PHONE, GameServer
from tests.browser.entering import need_version, settled, to_the_button
from tests.browser.hindrance import need_no_hindrance
from tests.tables import WIDEST, Table

Opened = Callable[..., Page]
TRIED = 3
"""Actions in the what-if game."""


@pytest.mark.parametrize("table", WIDEST, ids=str)
def test_another_way_is_tried_in_two_clicks_compared_and_taken_over(
    test_server: GameServer, opened: Opened, table: Table
) -> None:
    """Nothing of it changes the game before a button takes it over."""
    address, events = test_server.own(table, 26)
    page = opened(address, viewport=PHONE)
    page.get_by_role("link", name="Start what-if", exact=True).first.click()
    need_no_hindrance(page)
    page.get_by_role("button", name="Start what-if").first.click()
    page.wait_for_url("**/record")
    fork = page.url.removesuffix("/record")
    for entered in range(1, TRIED + 1):
        to_the_button(page)
        page.locator("button.take").click()
        settled(page)
        while page.locator('button[name="roll"]').count():
            page.locator('button[name="roll"]').click()
            settled(page)
        need_version(test_server, page, events + entered)
    page.goto(fork)
    page.get_by_role("link", name="Compare").click()
    expect(page.locator("h1")).to_contain_text(f"Compare from version {events}")
    need_no_hindrance(page)
    answer = test_server.client.post(
        f"/v1{urlparse(address).path}/adopt?dry_run=1",
        json={"game": fork.rpartition("/")[2]},
        headers={"If-Match": f'"{events}"'},
    )
    kept = answer.json["kept"]  # where chance was asked, nobody at the table has rolled
    button = page.locator("form[action*=compare] button")
    assert button.count() == bool(kept)
    if kept:
        button.click()
        page.wait_for_url(address)
        need_version(test_server, page, events + kept)


@pytest.mark.parametrize("script", [True, False], ids=["script", "none"])
@pytest.mark.parametrize(("size", "arrangement"), [(PHONE, "narrow"), (DESK, "wide")], ids=["phone", "desk"])
def test_boards_that_are_compared_are_arranged_for_the_screen(
    test_server: GameServer, opened: Opened, size: dict[str, int], arrangement: str, script: bool
) -> None:
    """Each once: a phone does not load those for a desk."""
    address, events = test_server.own(Table("heros_crossing_tactics", 2), 28)
    fork = test_server.client.post(f"/v1{urlparse(address).path}/fork", json={"at": str(events - 5)}).json["id"]
    page = opened("about:blank", viewport=size, java_script_enabled=script)
    drawn: list[str] = []
    page.on("response", lambda answer: drawn.append(answer.url) if "board.svg" in answer.url else None)
    page.goto(f"{test_server.address}/games/{fork}/compare")
    boards = page.locator(".both img")
    expect(boards).to_have_count(2)
    for board in boards.all():
        board.scroll_into_view_if_needed()
    page.wait_for_load_state("networkidle")
    assert len(drawn) == 2
    assert all(("arrangement=narrow" in url) == (arrangement == "narrow") for url in drawn)


def test_arrows_choose_a_line_where_several_part(test_server: GameServer, opened: Opened) -> None:
    """The address bar is always a link that opens the same picture."""
    address, events = test_server.own(Table("heros_crossing_tactics", 2), 27)
    path = f"/v1{urlparse(address).path}"
    assert test_server.client.post(f"{path}/undo", json={"to": "20"}).status_code == 201
    legal = test_server.client.get(f"{path}/legal-actions").json["items"]
    bodies = ({"seat": each["seat"], "action": each["action"]} for each in legal)
    assert any(test_server.client.post(f"{path}/actions", json=body).status_code == 201 for body in bodies)
    page = opened(f"{address}?v=20")
    at = page.locator("#steps .row")
    page.keyboard.press("ArrowUp")
    page.wait_for_url(f"{address}?v=20&line=21")
    page.keyboard.press("ArrowRight")
    expect(at).to_have_attribute("data-at", "21")
    page.keyboard.press("End")
    expect(at).to_have_attribute("data-at", str(events))
    shown = page.locator("#picture svg.tt").first.get_attribute("aria-label")
    page.reload()
    expect(at).to_have_attribute("data-at", str(events))
    assert page.locator("#picture svg.tt").first.get_attribute("aria-label") == shown
    page.goto(f"{address}?v=20&line=21")
    page.keyboard.press("ArrowDown")
    page.wait_for_url(f"{address}?v=20")
    page.keyboard.press("ArrowRight")
    expect(at).to_have_attribute("data-at", str(events + 2))
