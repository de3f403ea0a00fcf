"""The record page in a real browser, without script: what a table sees on a phone and on a desk."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from random import Random
from urllib.parse import parse_qs, unquote, urlparse

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.conftest import DESK, LOOKS, PHONE, Cuts, GameServer, Site, contexts
from tests.browser.entering import need_version, settled, to_the_button, version_at
from tests.browser.hindrance import need_no_hindrance
from tests.forms import in_turn
from tests.tables import PLAYERS, WIDEST, Table

Opened = Callable[..., Page]
SIZES = pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
SEEN = 12
"""Pages of a game that are looked at."""
SMALLEST = 44
"""Pixels of what a finger meets."""


def goes_on(page: Page, rng: Random) -> None:
    """Press the button where there is one, follow a row, or let the service roll."""
    if (roll := page.locator('button[name="roll"]')).count():
        roll.click()
    elif (rows := page.locator("a.row")).count() and (not page.locator("button.take").count() or rng.random() < 0.5):
        rows.nth(rng.randrange(rows.count())).click()
    else:
        page.locator("button.take").click()


@pytest.mark.parametrize(
    ("table", "size"), in_turn({str(table): table for table in WIDEST}, {"phone": PHONE, "desk": DESK})
)
def test_the_question_and_the_button_are_always_in_view(
    test_server: GameServer, opened: Opened, table: Table, size: dict[str, int]
) -> None:
    """Nothing scrolls sideways, and nothing that is pressed is smaller than a finger."""
    address, _ = test_server.own(table, 25)
    page = opened(f"{address}/record", viewport=size, java_script_enabled=False)
    rng = Random(f"{table}{size}")
    for _ in range(SEEN):
        assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
        assert page.evaluate("document.documentElement.scrollHeight") <= size["height"]
        for part in ("h2.asks", ".foot .take"):
            expect(page.locator(part)).to_be_in_viewport(ratio=1)
        need_reach(
            page.locator(".answers a, .answers button, .answers label.face, .bar .tool, .tab-bar .tab, .round-btn")
        )
        if "running" not in test_server.client.get(f"/v1{urlparse(address).path}").text:
            break
        goes_on(page, rng)
        page.wait_for_load_state()


def need_reach(parts: Locator) -> None:
    for box in parts.evaluate_all("parts => parts.map(part => part.getBoundingClientRect().toJSON())"):
        assert min(box["width"], box["height"]) >= SMALLEST or not box["width"], box


@pytest.mark.parametrize("table", WIDEST, ids=str)
def test_on_a_desk_the_whole_board_is_in_view(test_server: GameServer, opened: Opened, table: Table) -> None:
    address, _ = test_server.own(table, 25)
    page = opened(f"{address}/record", java_script_enabled=False)
    box = page.locator(".table svg.tt.wide").bounding_box()
    assert box
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= DESK["width"] - 400
    assert box["y"] >= 56
    assert box["y"] + box["height"] <= DESK["height"]


@pytest.mark.parametrize(("size", "theme"), [(PHONE, "dark"), (DESK, "light")], ids=["dark-phone", "light-desk"])
def test_nothing_there_is_seriously_in_the_way_of_anybody(
    site: Site, browser: Browser, size: dict[str, int], theme: str
) -> None:
    """By the rules of axe-core: the question, a choice, the button, chance, and the pages before a game."""
    game = site.game(14)
    with contexts(browser) as context:
        page = context(viewport=size, color_scheme=theme).new_page()
        page.goto(f"{game}/record")
        need_no_hindrance(page)
        page.locator("a.row").first.click()
        need_no_hindrance(page)
        for ruleset in ("", "?ruleset=heros_crossing_tactics"):
            page.goto(f"{site.address}/new{ruleset}")
            if ruleset:
                page.locator("form.begin summary").click()
                expect(page.locator("select[name=undo]")).to_be_visible()
            need_no_hindrance(page)
        page.locator("button.take").click()
        expect(page.locator("h1")).to_contain_text("Set-up")
        need_no_hindrance(page)


def test_a_game_goes_on_by_keyboard_alone(site: Site, opened: Opened) -> None:
    """From the list: to the question, to a row, to the button."""
    game = site.game(14)
    page = opened(f"{game}/record", java_script_enabled=False)
    before = site.client.get(f"/v1{urlparse(game).path}").json["version"]
    for _ in range(8):
        if site.client.get(f"/v1{urlparse(game).path}").json["version"] > before:
            break
        wanted = "button.take" if page.locator("button.take").count() else "a.row"
        if page.locator('button[name="roll"]').count():
            wanted = 'button[name="roll"]'
        page.locator(wanted).first.focus()
        with page.expect_navigation():
            page.keyboard.press("Enter")
    need_version(site, page, before + 1)
    assert re.search("/record$|/record\\?seat=[12]$", page.url)
    assert "action" not in parse_qs(urlparse(page.url).query)


# --- with script


def test_a_tap_on_the_board_narrows_without_a_reload(site: Site, opened: Opened) -> None:
    """The nearest frame counts, also a little beside it; the browser's way back and Escape take it off again."""
    page = opened(f"{site.game(40)}/record?seat={waiting(site, 40)}", viewport=PHONE)
    page.evaluate("window.kept = true")
    before = page.locator("h2.asks").inner_text()
    frame = page.locator(".table .may:visible").first
    expect(frame).to_be_in_viewport()
    box = frame.bounding_box()
    assert box
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + 2)
    expect(page.locator(".trail a")).to_have_count(1)
    assert "tap=" in page.url
    page.go_back()
    expect(page.locator(".trail a")).to_have_count(0)
    page.locator("a.row").first.click()
    expect(page.locator(".trail a").first).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".trail a")).to_have_count(0)
    expect(page.locator("h2.asks")).to_have_text(before)
    page.keyboard.press("1")
    expect(page.locator(".trail a").first).to_be_visible()
    assert page.evaluate("window.kept")


def test_what_is_chosen_has_corners_over_one_picture_of_the_version(site: Site, opened: Opened) -> None:
    """A step draws its frames over the picture that is there; only an action brings a new one."""
    page = opened(f"{site.game(40)}/record?seat={waiting(site, 40)}")
    page.evaluate("document.querySelector('.table svg.tt:not([display=none])').kept = true")
    asked: list[str] = []
    page.on("response", lambda answer: asked.append(answer.text()) if "/record/step" in answer.url else None)
    framed = page.locator(".table .frames .may").evaluate_all("all => all.map(frame => frame.dataset.tap)")
    assert framed
    to_the_button(page)
    assert page.evaluate("document.querySelector('.table svg.tt').kept")
    corners = page.locator(".table .frames .pick")
    expect(corners.first).to_have_attribute("stroke-dasharray", re.compile("^[0-9. ]+$"))
    assert all('aria-label="Board"' not in text for text in asked)
    assert set(
        page.locator(".table .may").evaluate_all("all => all.map(one => one.parentNode.getAttribute('class'))")
    ) <= {"frames"}


def waiting(site: Site, count: int) -> int:
    """Who is asked after so many actions."""
    game = urlparse(site.game(count)).path
    return int(site.client.get(f"/v1{game}").json["waiting_for"][0])


def test_what_is_chosen_by_script_is_recorded_as_well(site: Site, opened: Opened) -> None:
    game = site.game(14)
    page = opened(f"{game}/record", viewport=PHONE)
    to_the_button(page)
    page.locator("button.take").click()
    settled(page)
    if (roll := page.locator('button[name="roll"]')).count():
        roll.click()
    need_version(site, page, 16)
    page.wait_for_url(re.compile("/record([?]seat=[12])?$"))


def test_a_step_that_cannot_be_fetched_is_said_and_the_next_tap_asks_again(site: Site, browser: Browser) -> None:
    with contexts(browser) as context:
        page = context().new_page()
        steps = Cuts(page, "**/record/step?*")
        page.goto(f"{site.game(14)}/record")
        steps.on = True
        page.locator("a.row").first.click()
        expect(page.get_by_role("status")).to_contain_text("Tabletale is not answering")
        expect(page.locator("a.row").first).to_be_visible()
        steps.on = False
        page.locator("a.row").first.click()
        expect(page.locator(".trail a").first).to_be_visible()
        expect(page.get_by_role("status")).to_have_count(0)


def test_a_single_tap_is_sent_at_once_where_the_table_wishes_so(test_server: GameServer, opened: Opened) -> None:
    """The wish is kept; what takes more than a tap waits for the button, as everything does without it."""
    address, _ = test_server.own(Table("heros_crossing_tactics", 2), 0)
    page = opened(f"{address}/record")
    before = version_at(test_server, page)
    tap_a_frame(page)
    expect(page.locator("button.take")).to_be_visible()
    assert version_at(test_server, page) == before
    page.keyboard.press("Escape")
    expect(page.locator("button.take")).to_have_count(0)
    page.get_by_label("Menu").click()
    page.get_by_label("Record single-tap moves immediately").check()
    page.reload()
    tap_a_frame(page)
    expect(page.locator(".last p")).to_contain_text("picks")
    need_version(test_server, page, before + 1)


def tap_a_frame(page: Page) -> None:
    box = page.locator(".table .frames .may").first.bounding_box()
    assert box
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


SQUARES = (Table("kingdom_rush", 2), 36)
"""A game in which a tile is laid on squares of one Horde."""
ZOOMED = "svg => { const [home, shown] = [svg.dataset.home, svg.getAttribute('viewBox')]; return home !== shown }"
SMALLEST_FRAME = (
    "all => Math.min(...all.map(frame => frame.getBoundingClientRect()).map(box => Math.min(box.width, box.height)))"
)


def to_the_squares(page: Page) -> None:
    """By the row that asks for squares, unless they are asked already."""
    if "squares" not in page.locator("h2.asks").inner_text():
        page.locator("a.row", has_text="tile").first.click()
    expect(page.locator("h2.asks")).to_contain_text("squares")


def test_squares_come_near_by_touch_and_go_back_at_the_next_step(test_server: GameServer, opened: Opened) -> None:
    """As far as a finger needs; what is tapped there is chosen, and the whole board comes back with what follows."""
    address, _ = test_server.own(*SQUARES)
    page = opened(f"{address}/record?type=PlaceTile", viewport=PHONE, has_touch=True, is_mobile=True)
    to_the_squares(page)
    board, frames = page.locator(".table svg.tt:visible"), page.locator(".table .frames .may")
    assert board.evaluate(ZOOMED)
    assert 26 < frames.evaluate_all(SMALLEST_FRAME) <= 60
    box = frames.first.bounding_box()
    assert box
    wanted = frames.first.get_attribute("data-tap")
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.wait_for_url(lambda url: f"tap={wanted}" in unquote(url))
    while not page.locator("button.take").count():
        before = page.url
        page.locator("a.row").first.click()
        page.wait_for_url(lambda url, before=before: url != before)  # type: ignore[misc]
    assert not board.evaluate(ZOOMED)


def test_with_a_mouse_the_whole_board_stays(test_server: GameServer, opened: Opened) -> None:
    """And the many rows of squares are found by typing, by keys, and left by Escape."""
    address, _ = test_server.own(*SQUARES)
    page = opened(f"{address}/record?type=PlaceTile")
    to_the_squares(page)
    assert not page.locator(".table svg.tt:visible").evaluate(ZOOMED)
    rows = page.locator(".rows a.row:visible")
    many = rows.count()
    assert many > 8
    last = rows.last.inner_text()
    page.keyboard.press(last[0])
    field = page.get_by_label("Type to filter")
    expect(field).to_be_focused()
    field.fill(last)
    expect(rows).to_have_count(1)
    field.press("Escape")
    expect(rows).to_have_count(many)
    field.fill(last)
    field.press("Enter")
    expect(page.locator(".trail a", has_text=last)).to_be_visible()
    page.keyboard.press("Escape")
    expect(rows).to_have_count(many)
    eighth = rows.nth(7).inner_text()
    page.keyboard.press("8")
    expect(page.locator(".trail a", has_text=eighth)).to_be_visible()
    table = page.locator(".table").bounding_box()
    assert table
    page.mouse.click(table["x"] + 3, table["y"] + 3)
    expect(rows).to_have_count(many)


# --- states


def refused(page: Page) -> None:
    """Send something that the rules forbid."""
    page.evaluate("document.querySelector('form.taking [name=action]').value = '{\"type\":\"Skip\"}'")
    page.locator("button.take").click()
    expect(page.get_by_role("alert")).to_be_visible()


def overtaken(test_server: GameServer, page: Page) -> None:
    """Let somebody else be quicker."""
    game = urlparse(page.url).path.split("/")[2]
    step = test_server.client.get(f"/v1/games/{game}/choices").json["step"]
    while not (entered := next((value for value in step["values"] if value.get("action")), None)):
        chosen = step["values"][0]["value"]
        step = test_server.client.get(f"/v1/games/{game}/choices?{step['field']}={chosen}").json["step"]
    waiting = test_server.client.get(f"/v1/games/{game}").json["waiting_for"][0]
    body = {"seat": waiting, "action": entered["action"]}
    assert test_server.client.post(f"/v1/games/{game}/actions", json=body).status_code == 201
    page.locator("button.take").click()
    expect(page.get_by_role("alert")).to_contain_text("Since then")


def states(test_server: GameServer, page: Page) -> Iterator[str]:
    """One after the other: what the page can be, from a question to the end of a game."""
    steps = Cuts(page, "**/record/step?*")
    address, _ = test_server.own(Table("heros_crossing_tactics", 2), 33)
    page.goto(f"{address}/record")
    yield "asked"
    to_the_button(page)
    yield "ready"
    refused(page)
    yield "refused"
    page.goto(f"{address}/record")
    page.locator("a.row").last.click()
    expect(page.locator(".trail a").first).to_be_visible()
    yield "narrowed"
    page.goto(f"{test_server.own(Table('heros_crossing_tactics', 2), 34)[0]}/record")
    to_the_button(page)
    overtaken(test_server, page)
    yield "overtaken"
    page.goto(f"{test_server.own(Table('card_tactics', 3), 0)[0]}/record")
    to_chance(page, 2)
    page.locator("label.face:visible").first.click()
    yield "chance"
    steps.on = True
    page.locator('button[name="roll"]').click()
    expect(page.get_by_role("status")).to_be_visible()
    yield "not yet sent"
    page.goto(f"{test_server.own(Table('heros_crossing_tactics', 2), 250)[0]}/record")
    steps.on = False
    yield "over"


@LOOKS
def test_every_state_is_in_view_large_enough_and_in_nobody_s_way(
    test_server: GameServer, browser: Browser, size: dict[str, int], theme: str
) -> None:
    """With script: question and button in view, nothing to press under 44 px, no text under 12 px, and axe-core."""
    with contexts(browser) as context:
        page = context(viewport=size, color_scheme=theme).new_page()
        for state in states(test_server, page):
            assert page.evaluate("document.documentElement.scrollWidth") <= size["width"], state
            assert page.evaluate("document.documentElement.scrollHeight") <= size["height"], state
            for part in ("h2.asks", ".foot .take"):
                expect(page.locator(part)).to_be_in_viewport(ratio=1)
            need_reach(page.locator(PRESSED))
            assert page.evaluate(SMALLEST_TEXT) >= 12, state
            need_no_hindrance(page)


PRESSED = (
    ".answers a:not(.plain), .answers button, .answers label.face, .bar .tool, .tab-bar .tab, .bar .round-btn, .filter"
)
SMALLEST_TEXT = """() => {
  const seen = [...document.querySelectorAll("body *:not(svg *)")].filter((one) =>
    [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim()) && one.checkVisibility());
  return Math.min(...seen.map((one) => parseFloat(getComputedStyle(one).fontSize)));
}"""


@pytest.mark.parametrize("table", [Table("kingdom_rush", 4), Table("scoresheet", 12)], ids=str)
def test_tabs_without_room_for_a_name_have_one(test_server: GameServer, opened: Opened, table: Table) -> None:
    """On a phone, where four are asked, most tabs show a sign alone; seats that have no sign show their name."""
    page = opened(f"{test_server.own(table, 0)[0]}/record", viewport=PHONE)
    assert page.locator(".tab-bar .tab").count() == table.seats
    for name in PLAYERS[: table.seats]:
        expect(page.get_by_role("link", name=name, exact=True)).to_be_visible()
    for tab in page.locator(".tab-bar .tab").all():
        assert tab.locator("svg").count() or tab.locator(".cut").bounding_box()["width"] > 8  # type: ignore[index]
    need_no_hindrance(page)


def test_the_tab_of_who_is_asked_is_in_view(test_server: GameServer, opened: Opened) -> None:
    """Of twelve that find no room on a phone; also after a tap on another."""
    page = opened(f"{test_server.own(Table('scoresheet', 12), 0)[0]}/record?seat=9", viewport=PHONE)
    current = page.locator(".tab-bar .tab[aria-current]")
    expect(current).to_have_text(PLAYERS[8])
    expect(current).to_be_in_viewport(ratio=0.9)
    page.locator(".tab-bar .tab").last.click()
    expect(current).to_have_text(PLAYERS[11])
    expect(current).to_be_in_viewport(ratio=0.9)


# --- chance in place


def to_chance(page: Page, slots: int) -> None:
    """Take actions, rolling what comes before, until so many slots are asked at once."""
    page.wait_for_load_state()  # the script listens from then on
    for _ in range(40):
        to_the_button(page)
        page.locator("button.take").click()
        settled(page)
        while page.locator("form.chance").count():
            if page.locator("form.chance fieldset.slot").count() >= slots:
                return
            page.locator('button[name="roll"]').click()
            settled(page)
    raise AssertionError("nothing asks for so many")


@SIZES
def test_outcomes_of_a_group_are_told_one_after_the_other_and_taken_off_again(
    test_server: GameServer, opened: Opened, size: dict[str, int]
) -> None:
    """Each that is told has a chip; a card that is told is off the list; the last answer records."""
    address, _ = test_server.own(Table("card_tactics", 3 if size == PHONE else 2), 0)
    page = opened(f"{address}/record", viewport=size)
    to_chance(page, 2)
    before = version_at(test_server, page)
    asked = page.locator("fieldset.slot:not([hidden])")
    expect(asked).to_have_count(1)
    expect(asked.locator("legend")).to_contain_text("the first")
    slots = page.locator("fieldset.slot").count()
    name = asked.locator("label.face:not([hidden])").first.get_attribute("data-name") or ""
    asked.locator("label.face:not([hidden])").first.click()
    expect(asked.locator("legend")).to_contain_text("the second")
    chips = page.locator(".entered button")
    expect(chips).to_have_text([f"{name} ×"])
    drawn = asked.get_attribute("data-draws")
    assert asked.locator(f'label.face:visible[data-name="{name}"]').count() == (0 if drawn else 1)
    chips.first.click()
    expect(chips).to_have_count(0)
    expect(asked.locator("legend")).to_contain_text("the first")
    for entered in range(slots):
        assert version_at(test_server, page) == before
        asked.locator("label.face:not([hidden])").nth(entered).click()
    expect(page.locator("form.chance")).to_have_count(0)
    need_version(test_server, page, before + 1)


def test_the_face_of_a_card_stands_beside_its_name(test_server: GameServer, opened: Opened) -> None:
    page = opened(f"{test_server.own(Table('heros_crossing_tactics', 2), 20)[0]}/record")
    to_chance(page, 1)
    shown = page.locator('label.face:visible:not([data-name="Not seen"])')
    assert shown.count()
    assert page.locator("label.face:visible i svg").count() == shown.count()
    names = shown.evaluate_all("all => all.map(label => label.dataset.name)")
    assert len({*names}) == len(names)


def test_a_card_is_found_by_typing_on_a_desk(test_server: GameServer, opened: Opened) -> None:
    """Enter takes the first name that is left, and the only answer records."""
    page = opened(f"{test_server.own(Table('card_tactics', 1), 0)[0]}/record")
    to_chance(page, 1)
    before = version_at(test_server, page)
    shown = page.locator("label.face:visible")
    for entered in range(page.locator("fieldset.slot").count()):
        expect(page.locator(".entered button")).to_have_count(entered)
        wanted = shown.last.get_attribute("data-name") or ""
        page.keyboard.press(wanted[0].lower())
        expect(page.get_by_label("Type to filter")).to_be_focused()
        page.keyboard.type(wanted[1:])
        expect(shown.first).to_have_attribute("data-name", wanted)
        page.keyboard.press("Enter")
    expect(page.locator("form.chance")).to_have_count(0)
    need_version(test_server, page, before + 1)


def test_what_a_set_up_drew_is_told_slot_by_slot_as_well(test_server: GameServer, opened: Opened) -> None:
    """Sixteen dice are sixteen taps on one page; from seven on, what is told is one chip that opens."""
    names = "&".join(f"name={name}" for name in PLAYERS[:4])
    page = opened(f"{test_server.address}/new?ruleset=heros_crossing&seats=4&{names}", viewport=PHONE)
    page.locator("button.take").click()
    expect(page.locator("h1")).to_contain_text("Set-up")
    screens, most = 0, 0
    while page.locator("form.begin .slot").count():
        page.wait_for_load_state()  # the script listens from then on
        slots = page.locator("fieldset.slot").count()
        screens, most = screens + 1, max(most, slots)
        for entered in range(slots):
            expect(page.locator("fieldset.slot:visible")).to_have_count(1)
            if entered == 7:
                page.locator(".entered button", has_text="7 entered").click()
                expect(page.locator(".entered button")).to_have_count(7)
            if entered == slots - 1:
                with page.expect_navigation():
                    page.locator("label.face:visible").first.click()
            else:
                page.locator("label.face:visible").first.click()
    assert most > 7
    assert screens <= 5
    expect(page.locator("h2.asks")).to_be_visible()


def test_enter_presses_the_button_that_is_lit(test_server: GameServer, opened: Opened) -> None:
    """After keys alone: a number for a row, Enter for what is left."""
    page = opened(f"{test_server.own(Table('heros_crossing_tactics', 2), 0)[0]}/record")
    before = version_at(test_server, page)
    page.keyboard.press("1")
    expect(page.locator("button.take")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.locator(".last p")).to_contain_text("picks")
    need_version(test_server, page, before + 1)


# --- names, taps and tabs


ODD = ("Ж" * 200, "🐉🏰" * 20, "شهرزاد بنت الوزير", "<b>Ann</b>")


@SIZES
def test_names_of_any_script_and_length_break_nothing(
    test_server: GameServer, opened: Opened, size: dict[str, int]
) -> None:
    """Two hundred letters, emoji, from right to left: the question, the tabs and the button stay where they are."""
    for pair in (ODD[:2], ODD[2:]):
        seats = [{"name": name} for name in pair]
        body = {"ruleset": "heros_crossing_tactics", "seats": seats, "chance": "table"}
        asked = test_server.client.post("/v1/games", json=body).json
        while "chance_needed" in asked:
            entered = body.setdefault("outcomes", [])
            allowed = asked["chance_needed"]["allowed"]
            entered.append(next(value for value in allowed if value not in entered))  # type: ignore[attr-defined]
            asked = test_server.client.post("/v1/games", json=body).json
        assert "id" in asked, asked
        page = opened(f"{test_server.address}/games/{asked['id']}/record", viewport=size)
        for _ in range(2):
            assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
            for part in ("h2.asks", ".foot .take", ".bar .menu"):
                expect(page.locator(part)).to_be_in_viewport(ratio=1)
            need_reach(page.locator(PRESSED))
            to_the_button(page)


def test_a_double_tap_records_once_and_nothing_doubles_by_back_reload_or_a_second_tab(
    test_server: GameServer, browser: Browser
) -> None:
    address, _ = test_server.own(Table("heros_crossing_tactics", 2), 12)
    with contexts(browser) as context:
        window = context(viewport=PHONE)
        page, other = window.new_page(), window.new_page()
        for tab in (page, other):
            tab.goto(f"{address}/record")
            to_the_button(tab)
        before = version_at(test_server, page)
        page.locator("button.take").dblclick(no_wait_after=True)
        page.wait_for_url(lambda url: "action" not in url)
        need_version(test_server, page, before + 1)
        with page.expect_response("**/record/step?*"):
            page.go_back()
        page.reload()
        expect(page.locator("h2.asks")).to_be_visible()
        need_version(test_server, page, before + 1)
        other.locator("button.take").click()
        expect(other.get_by_role("alert")).to_contain_text("Since then")
        need_version(test_server, page, before + 1)


def test_what_others_enter_is_shown_by_itself_while_nothing_is_chosen(test_server: GameServer, opened: Opened) -> None:
    address, _ = test_server.own(Table("heros_crossing_tactics", 2), 16)
    page = opened(f"{address}/record")
    sentence = page.locator(".last p").inner_text()
    other = opened(f"{address}/record")
    to_the_button(other)
    other.locator("button.take").click()
    if other.locator('button[name="roll"]').count():
        other.locator('button[name="roll"]').click()
    expect(page.locator(".last p")).not_to_have_text(sentence)


# --- keys


def test_arrows_go_from_face_to_face_and_tell_nothing(test_server: GameServer, opened: Opened) -> None:
    """The space bar and Enter do, and the next slot has the focus then."""
    page = opened(f"{test_server.own(Table('card_tactics', 3), 0)[0]}/record")
    to_chance(page, 2)
    expect(page.locator("fieldset.slot:visible")).to_have_count(1)
    focused = page.locator("fieldset.slot:visible input:focus")
    entered = page.locator(".entered button")
    for key, chips in (("Space", 1), ("Enter", 2)):
        names = page.locator("label.face:visible").evaluate_all("all => all.map(label => label.dataset.name)")
        while not focused.count():
            page.keyboard.press("Tab")
        for arrow in ("ArrowDown", "ArrowRight", "ArrowUp", "ArrowLeft", "ArrowLeft", "ArrowDown", "ArrowDown"):
            page.keyboard.press(arrow)
            expect(entered).to_have_count(chips - 1)
        last = page.locator("fieldset.slot").count() == chips
        page.keyboard.press(key)
        if last:
            break
        expect(entered.last).to_have_text(f"{names[1]} ×")
        expect(focused).to_have_count(1)


# --- the set-up


def test_the_face_of_a_card_that_a_set_up_drew_stands_beside_its_name(test_server: GameServer, opened: Opened) -> None:
    page = opened(f"{test_server.address}/new?ruleset=heros_crossing_tactics")
    page.locator("button.take").click()
    expect(page.locator("h1")).to_contain_text("Set-up")
    shown = page.locator("fieldset.slot:visible label.face:visible")
    page.wait_for_load_state()  # the script listens from then on
    while not page.locator("fieldset.slot[data-draws]").count():
        with page.expect_navigation():
            shown.first.click()
        page.wait_for_load_state()
    cards = page.locator('fieldset.slot:visible label.face:visible:not([data-name="Not seen"])')
    assert cards.count()
    assert page.locator("fieldset.slot:visible label.face:visible i svg:visible").count() == cards.count()
