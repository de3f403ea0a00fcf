"""The replay page on a phone, with every ruleset: a step shows what it touched, and what it says."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, GameServer
from tests.browser.stepping import JUMP, TAP, faults_of_steps
from tests.forms import mostly
from tests.tables import EVERY, WIDEST, Table

Opened = Callable[..., Page]
ON_A_PHONE = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
STEPS = 20
"""Of each table; `python -m tests.browser` takes more."""


@pytest.mark.parametrize("table", mostly(EVERY, WIDEST))
def test_a_step_shows_what_it_touched_and_its_whole_sentence(
    test_server: GameServer, opened: Opened, table: Table
) -> None:
    address, events = test_server.table(table)
    page = opened(f"{address}?v=2", **ON_A_PHONE)
    assert not list(faults_of_steps(page, events, STEPS))


@pytest.mark.parametrize("table", WIDEST, ids=str)
def test_a_row_of_links_leads_to_the_parts_of_a_tall_board(
    test_server: GameServer, opened: Opened, table: Table
) -> None:
    """Without script too."""
    address, events = test_server.table(table)
    for script in (True, False):
        page = opened(f"{address}?v={events // 2}", **ON_A_PHONE, java_script_enabled=script)
        links = page.locator(".parts a")
        assert links.count() == table.seats + 1
        for link in links.all():
            size = link.bounding_box()
            assert size
            assert min(size["width"], size["height"]) >= 48
            link.click()
            part = page.locator((link.get_attribute("href") or "") + ":visible").bounding_box()
            row = page.locator(".parts").bounding_box()
            assert part
            assert row
            assert row["y"] + row["height"] - 1 <= part["y"] < PHONE["height"] - 200 or _at_the_end(page)


def _at_the_end(page: Page) -> bool:
    """Whether the page cannot be scrolled any further."""
    return bool(page.evaluate("scrollY + innerHeight >= document.documentElement.scrollHeight - 2"))


def test_a_long_sentence_is_cut_after_four_lines_and_a_tap_shows_the_rest(
    test_server: GameServer, opened: Opened
) -> None:
    page = opened(test_server.table(WIDEST[0])[0] + "?v=2", **ON_A_PHONE)
    page.evaluate("document.querySelector('#sentence p').append(' and so it goes on, with more to be told'.repeat(9))")
    page.locator("#sentence").evaluate("(said) => said.classList.replace('all-of', 'more-of')")
    text = page.locator("#sentence p")
    assert text.evaluate("(p) => p.scrollHeight > p.clientHeight + 1")
    page.locator("#sentence").get_by_text("More", exact=True).click()
    assert text.evaluate("(p) => p.scrollHeight <= p.clientHeight + 1")
    box = text.bounding_box()
    assert box
    assert box["y"] > 0
    page.locator("#sentence").get_by_text("Less", exact=True).click()
    assert text.evaluate("(p) => p.scrollHeight > p.clientHeight + 1")


NO_PIECE = """() => {
  for (let y = 0; y < innerHeight; y += 3) for (let x = 3; x < innerWidth; x += 3) {
    const at = document.elementFromPoint(x, y);
    if (at?.closest("#picture") && !at.closest("[data-id]")) return { x, y };
  }
}"""
"""A place in the window where the first of two clicks on the picture opens no piece, as one of a mouse does at once."""


AT_REST = """() => new Promise((done) => {
  const top = () => document.getElementById("picture").getBoundingClientRect().top;
  let before = NaN;
  requestAnimationFrame(function look() {
    if (top() === before) return done();
    before = top();
    requestAnimationFrame(look);
  });
})"""
"""Wait until the page has stopped scrolling: a place in the picture is elsewhere before."""


@pytest.mark.parametrize("table", [WIDEST[0], WIDEST[-1]], ids=str)
def test_keys_and_a_double_tap_enlarge_the_board_and_a_step_keeps_it_so(
    test_server: GameServer, opened: Opened, table: Table
) -> None:
    page = opened(test_server.table(table)[0] + "?v=4", **ON_A_PHONE)
    board = page.locator("#picture svg.tt:visible")
    width = board.bounding_box()["width"]  # type: ignore[index]

    def times() -> float:
        return board.bounding_box()["width"] / width  # type: ignore[index]

    page.keyboard.press("+")
    page.keyboard.press("+")
    assert times() == pytest.approx(1.5625, abs=0.01)
    page.locator("#step-next").click()
    expect(page.locator("#steps .row")).to_have_attribute("data-at", "5")
    assert times() == pytest.approx(1.5625, abs=0.01)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    page.keyboard.press("-")
    assert times() == pytest.approx(1.25, abs=0.01)
    page.keyboard.press("0")
    assert times() == pytest.approx(1)
    for expected in (2.0, 1.0):
        page.evaluate(AT_REST)
        place = page.evaluate(NO_PIECE)
        page.mouse.dblclick(place["x"], place["y"])  # a locator's would scroll first
        assert times() == pytest.approx(expected, abs=0.01)
        assert page.locator("dialog[open]").count() == 0


PINCH = """([from, to]) => {
  const place = document.getElementById("picture");
  const box = place.getBoundingClientRect();
  const fingers = (apart) => [-1, 1].map((side, identifier) => new Touch({
    identifier, target: place, clientX: box.left + box.width / 2 + side * apart / 2, clientY: box.top + 200,
  }));
  for (const [kind, apart] of [["touchstart", from], ["touchmove", (from + to) / 2], ["touchmove", to]]) {
    place.dispatchEvent(new TouchEvent(kind, { touches: fingers(apart), bubbles: true, cancelable: true }));
  }
  place.dispatchEvent(new TouchEvent("touchend", { touches: [], bubbles: true }));
}"""


def test_a_pinch_enlarges_the_board(test_server: GameServer, opened: Opened) -> None:
    page = opened(test_server.table(WIDEST[0])[0] + "?v=4", **ON_A_PHONE)
    board = page.locator("#picture svg.tt:visible")
    before = board.bounding_box()
    page.evaluate(PINCH, [100, 250])
    after = board.bounding_box()
    assert before
    assert after
    assert after["width"] / before["width"] == pytest.approx(2.5, abs=0.02)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_a_phone_asks_for_the_narrow_arrangement_and_a_desk_for_the_wide_one(
    test_server: GameServer, opened: Opened
) -> None:
    """The first page of a newcomer holds both; the next one what the script found."""
    address, events = test_server.table(WIDEST[0])
    page = opened(f"{address}?v=2", **ON_A_PHONE)
    assert page.locator("#picture svg.tt").count() == 2
    page.evaluate(JUMP, 5)
    assert page.locator("#picture svg.tt").count() == 1
    narrow = page.locator("#picture svg.tt").get_attribute("viewBox")
    page.reload()
    assert page.locator("#picture svg.tt").count() == 1
    assert page.locator("#picture svg.tt").get_attribute("viewBox") == narrow
    page.set_viewport_size({"width": 1280, "height": 800})
    expect(page.locator("#picture svg.tt")).not_to_have_attribute("viewBox", narrow or "")
    page.reload()
    expect(page.locator("#picture svg.tt")).not_to_have_attribute("viewBox", narrow or "")
    assert events > 5


MARK = "() => document.querySelectorAll('#picture svg.tt *').forEach((node) => { node.marked = true })"

SAME = """async () => {
  const place = document.getElementById("picture");
  const main = document.querySelector("main");
  const answer = await fetch(`${main.dataset.step}${location.search}&arrangement=narrow`);
  const sent = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("[data-part=picture]");
  const bare = (part) => {
    const copy = document.importNode(part, true);
    for (const name of ["tabindex", "role", "aria-label"]) {
      for (const node of copy.querySelectorAll(`[${name}]`)) node.removeAttribute(name);
    }
    return [...copy.childNodes];
  };
  const [shown, wanted] = [bare(place), bare(sent)];
  const nodes = [...place.querySelectorAll("svg.tt *")];
  return {
    same: shown.length === wanted.length && shown.every((node, at) => node.isEqualNode(wanted[at])),
    kept: nodes.filter((node) => node.marked).length / nodes.length,
  };
}"""
"""Whether the picture is the one that the service sends of this version, and what share of it stood there before."""


@pytest.mark.parametrize("table", WIDEST, ids=str)
def test_a_step_changes_the_picture_only_where_it_differs(
    test_server: GameServer, opened: Opened, table: Table
) -> None:
    """After steps, turns and far jumps it is the picture that the service sends, and what is the same stays."""
    address, events = test_server.table(table)
    page = opened(f"{address}?v=2", **ON_A_PHONE)
    page.evaluate(TAP, "step-next")
    kept = []
    for place, control in enumerate(["step-next"] * 4 + ["step-next-turn", "step-prev"] + ["step-prev-turn"] * 2):
        page.evaluate(MARK)
        page.evaluate(TAP, control)
        found = page.evaluate(SAME)
        assert found["same"], (place, control)
        kept.append(found["kept"])
    assert sorted(kept)[len(kept) // 2] > 0.5, kept
    for version in (events // 2, events, 1):
        page.evaluate(JUMP, version)
        assert page.evaluate(SAME)["same"], version
