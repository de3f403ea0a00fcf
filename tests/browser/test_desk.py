"""The replay page on a desk, with every ruleset: how large its picture is, what its keys and its pointer do."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.api.conftest import begin
from tests.browser.conftest import DESK, PHONE, GameServer, Site
from tests.browser.stepping import DRAG
from tests.tables import WIDEST, Table

Opened = Callable[..., Page]
TACTICS = Table("heros_crossing_tactics", 2)
WITHOUT_SIGNS = ("scoresheet",)
"""Rulesets whose pictures are words and numbers."""

SIZES = """() => {
  const place = document.getElementById("picture").getBoundingClientRect();
  const boards = [...document.querySelectorAll("#picture svg.tt")];
  const board = boards.find((svg) => svg.checkVisibility()).getBoundingClientRect();
  return [board.width / place.width, board.height / place.height];
}"""
"""How much of the width and of the height that there is a picture fills."""


@pytest.mark.parametrize("table", WIDEST, ids=str)
def test_the_picture_fills_the_room_that_it_has(test_server: GameServer, opened: Opened, table: Table) -> None:
    """95 % of the width or of the height, whichever binds, and three quarters of the area; nothing scrolls."""
    address, events = test_server.table(table)
    for version in (1, 4, events // 3, events - 1):
        page = opened(f"{address}?v={version}")
        width, height = page.evaluate(SIZES)
        assert 0.95 <= max(width, height) <= 1.001
        assert width * height >= 0.75
        assert page.evaluate("document.documentElement.scrollHeight") <= DESK["height"]
        assert page.evaluate("document.documentElement.scrollWidth") <= DESK["width"]


def test_the_sides_fold_and_the_board_stands_alone(test_server: GameServer, opened: Opened) -> None:
    """What is folded stays so on the next page."""
    page = opened(f"{test_server.table(TACTICS)[0]}?v=20")
    size = page.locator("#picture").bounding_box()
    page.keyboard.press("[")
    expect(page.locator("#standing")).to_be_hidden()
    expect(page.locator("#timeline")).to_be_visible()
    page.keyboard.press("]")
    expect(page.locator("#timeline")).to_be_hidden()
    page.reload()
    expect(page.locator("#timeline")).to_be_hidden()
    alone = page.locator("#picture").bounding_box()
    assert size
    assert alone
    assert alone["width"] > 1.5 * size["width"]
    expect(page.locator("#step-next")).to_be_visible()
    page.keyboard.press("f")
    expect(page.locator("#standing")).to_be_visible()
    expect(page.locator("#timeline")).to_be_visible()
    page.keyboard.press("f")
    expect(page.locator("#standing")).to_be_hidden()
    page.keyboard.press("f")


HOLD = """([key, times]) => new Promise((done) => {
  const shown = (window.shown = []);
  document.addEventListener("shown", () => shown.push(Number(document.querySelector("#steps .row").dataset.index)));
  let left = times;
  const press = () => {
    const init = { key, bubbles: true, cancelable: true, repeat: left < times };
    document.body.dispatchEvent(new KeyboardEvent("keydown", init));
    if (--left > 0) setTimeout(press, 30);
    else done({ shown, at: Number(document.querySelector("#steps .row").dataset.index) });
  };
  press();
})"""
"""Holds a key down for so many repeats; what was shown meanwhile, and where it is when the key is let go."""


def test_a_held_key_shows_each_frame_and_ends_where_it_is_let_go(test_server: GameServer, opened: Opened) -> None:
    page = opened(f"{test_server.table(TACTICS)[0]}?v=20")
    held = page.evaluate(HOLD, ["ArrowRight", 30])
    assert held["shown"] == list(range(21, 21 + len(held["shown"])))
    page.keyboard.press("Home")  # after all that was asked for before
    expect(page.locator("#steps .row")).to_have_attribute("data-index", "1")
    *shown, first = page.evaluate("window.shown")
    ended = shown[-1]
    assert (first, ended - held["at"] <= 1) == (1, True)  # the one that was on its way
    assert ended > 25


def test_a_dragged_scrubber_ends_where_it_is_let_go(test_server: GameServer, opened: Opened) -> None:
    """It shows frames on the way, and never waits for those that it has passed."""
    address, events = test_server.table(TACTICS)
    page = opened(f"{address}?v=2")
    page.evaluate(DRAG, [2, events])
    expect(page.locator("#steps .row")).to_have_attribute("data-index", str(events))
    expect(page.locator("#knob")).to_have_attribute("cx", "100.00%")
    expect(page.locator("#timeline a.ev[aria-current]")).to_have_attribute("data-v", str(events))


SLOWLY = """() => {
  const [fetched, range] = [window.fetch, document.getElementById("range")];
  window.asked = [];
  window.fetch = async (address) => {
    const version = Number(new URL(address, location.href).searchParams.get("v"));
    window.asked.push([version, Number(range.value)]);
    await new Promise((done) => setTimeout(done, 400));
    return fetched(address);
  };
}"""
"""Makes each answer late; the versions that are asked for from now on, and where the scrubber is then."""


def test_what_is_late_is_asked_for_ahead_of_the_finger(test_server: GameServer, opened: Opened) -> None:
    """So that it shows where the finger is, not where it was; never past the end, and at last where it rests."""
    address, events = test_server.table(TACTICS)
    page = opened(f"{address}?v=2")
    page.wait_for_load_state("networkidle")
    page.evaluate(SLOWLY)
    page.evaluate(DRAG, [2, events // 2])
    expect(page.locator("#steps .row")).to_have_attribute("data-index", str(events // 2))
    asked = page.evaluate("window.asked.filter(([version]) => version)")
    assert any(version > finger for version, finger in asked)
    assert all(version <= events for version, _ in asked)


def test_also_the_first_is_asked_for_ahead_where_the_last_step_was_late(
    test_server: GameServer, opened: Opened
) -> None:
    """A moment after the finger set off: as fast as it goes from there, as late as the step before was."""
    address, events = test_server.table(TACTICS)
    page = opened(f"{address}?v=2")
    page.wait_for_load_state("networkidle")
    page.evaluate(SLOWLY)
    page.keyboard.press("End")
    expect(page.locator("#steps .row")).to_have_attribute("data-index", str(events))
    page.wait_for_function("() => window.asked.length > 1")  # its neighbours, which come before a drag is asked for
    page.evaluate("window.asked = []")
    page.evaluate(DRAG, [20, events // 2])
    version, finger = page.evaluate("window.asked[0]")
    assert version > finger


def test_a_version_that_came_before_the_finger_rested_is_marked(test_server: GameServer, opened: Opened) -> None:
    """It was shown ahead, while the finger was still to come: its pieces and its entry in the timeline are as any."""
    address, events = test_server.table(TACTICS)
    page = opened(f"{address}?v=2")
    page.wait_for_load_state("networkidle")
    page.evaluate(SLOWLY)
    page.evaluate(DRAG, [2, events])
    expect(page.locator("#timeline a.ev[aria-current]")).to_have_attribute("data-v", str(events))
    expect(page.locator("#range")).to_have_value(str(events))
    expect(page.locator("#picture svg.tt:visible [data-id^='seat:']").first).to_have_attribute("role", "link")


HURRY = """([from, to]) => new Promise((done) => {
  const [range, told] = [document.getElementById("range"), []];
  document.addEventListener("shown", () => {
    const shown = Number(document.querySelector("#steps .row").dataset.index);
    told.push([shown, Number(range.value)]);
    if (shown === to) done(told);
  });
  for (const step of [1, 2]) {
    setTimeout(() => {
      range.value = from + ((to - from) * step) / 2;
      range.dispatchEvent(new Event("input", { bubbles: true }));
    }, 10 * step);
  }
})"""
"""Drags the scrubber a little way, fast, and holds it there; what was shown, and where the scrubber was then."""


def test_the_scrubber_stays_where_the_finger_is(test_server: GameServer, opened: Opened) -> None:
    """Also while a version is shown that was asked for ahead: a finger that moved there would change nothing, and no
    one would hear of it."""
    address, events = test_server.table(TACTICS)
    page = opened(f"{address}?v=2")
    page.wait_for_load_state("networkidle")
    page.evaluate(SLOWLY)
    for key, index in (("End", events), ("Home", 1)):
        page.keyboard.press(key)
        expect(page.locator("#steps .row")).to_have_attribute("data-index", str(index))
    shown_and_at = page.evaluate(HURRY, [10, 20])
    assert any(shown > 20 for shown, _ in shown_and_at), shown_and_at
    assert {at for _, at in shown_and_at} == {20}


@pytest.mark.parametrize("table", WIDEST, ids=str)
def test_a_piece_is_opened_by_keyboard_and_shows_face_text_and_history(
    test_server: GameServer, opened: Opened, table: Table
) -> None:
    address, events = test_server.table(table)
    page = opened(f"{address}?v={events // 2}")
    piece = page.locator("#picture svg.tt:visible [data-id^='seat:']").first
    expect(piece).to_have_attribute("role", "link")
    name = piece.get_attribute("aria-label") or ""
    piece.focus()
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog")
    title = dialog.get_by_role("heading").inner_text()
    assert title
    assert name.startswith(title)
    face = dialog.locator("#piece-face svg").bounding_box()
    assert face
    assert face["width"] > 100
    expect(dialog.locator("#piece-events li").first).to_be_visible()
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()


@pytest.mark.parametrize("table", WIDEST, ids=str)
def test_a_key_tells_what_the_signs_mean(test_server: GameServer, opened: Opened, table: Table) -> None:
    address, events = test_server.table(table)
    page = opened(f"{address}?v={events // 2}")
    page.keyboard.press("i")
    if table.ruleset in WITHOUT_SIGNS:
        expect(page.get_by_role("dialog")).to_contain_text("There are no symbols on this board.")
    else:
        signs = page.get_by_role("dialog").locator("li")
        expect(signs.first).to_be_visible()
        assert signs.count() > 3
    page.keyboard.press("Escape")
    expect(page.locator("#signs")).to_be_hidden()


def test_a_version_is_seen_as_its_line_is_pointed_at(test_server: GameServer, opened: Opened) -> None:
    page = opened(f"{test_server.table(TACTICS)[0]}?v=20")
    entry = page.locator("#timeline a.ev:not([aria-current])").first
    entry.hover()
    peek = page.locator("#peek svg.tt")
    expect(peek).to_be_visible()
    expect(peek.locator("title").first).to_contain_text(f"version {entry.get_attribute('data-v')}")
    page.mouse.move(5, 5)
    expect(page.locator("#peek")).to_be_hidden()


GLIDES = """() => new Promise((done) => {
  const gliding = () => document.getAnimations().filter((one) => one.effect.getTiming().duration === 200);
  document.addEventListener("shown", () => done(gliding().length), { once: true });
  document.getElementById("step-next").click();
})"""
"""Takes a step; how many pieces glide then."""


MOST_STEPS = 60
"""The first piece that moves comes after a few."""


def test_a_piece_that_moves_glides_unless_motion_is_reduced(test_server: GameServer, opened: Opened) -> None:
    address, events = test_server.table(Table("card_tactics", 3))
    page, most = opened(f"{address}?v=2"), min(events - 3, MOST_STEPS)
    steps = next(step for step in range(1, most + 1) if page.evaluate(GLIDES))
    page = opened(f"{address}?v=2", reduced_motion="reduce")
    assert [page.evaluate(GLIDES) for _ in range(steps)] == [0] * steps


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_hands_are_hidden_by_a_switch(test_server: GameServer, opened: Opened, size: dict[str, int]) -> None:
    """Without script too."""
    address, _ = test_server.table(TACTICS)
    page = opened(f"{address}?v=30", viewport=size, java_script_enabled=False)
    hand = page.locator("#picture svg.tt:visible [data-id^='hand:'] > :not(title)").first
    expect(hand).to_be_visible()
    page.get_by_label("Hide hands").check()
    expect(hand).to_be_hidden()
    page.get_by_label("Hide hands").uncheck()
    expect(hand).to_be_visible()


def test_a_finished_game_changes_by_no_single_click_or_key(site: Site, opened: Opened) -> None:
    game = site.game()
    page = opened(game)
    takes = re.compile(r"This undoes \d+ events?, and (Ada|Ben)'s victory")
    for by_key in (True, False):
        page.goto(game)
        if by_key:
            page.keyboard.press("Control+z")
        else:
            page.get_by_role("button", name="Undo").click()
        expect(page.get_by_role("main")).to_contain_text(takes)
        assert site.client.get(f"/v1/games/{game.rpartition('/')[2]}").json["status"] == "finished"
    page.get_by_role("link", name="Cancel").click()
    expect(page.locator("#steps .row")).to_be_visible()
    assert site.client.get(f"/v1/games/{game.rpartition('/')[2]}").json["status"] == "finished"


def test_a_tick_of_a_short_line_is_a_tick(site: Site, opened: Opened) -> None:
    """At the first version too: 8 px wide, with the set-up's name below it."""
    page = opened(f"{site.address}/games/{begin(site.client)}")
    expect(page.locator("#ticks")).to_have_attribute("stroke-width", "8")
    assert page.locator("#ticks").get_attribute("class") == "px"
    expect(page.locator("#sentence small")).to_have_text("1 of 1 · set-up")
    expect(page.locator(".rounds")).to_have_text(re.compile("Set-up"))
