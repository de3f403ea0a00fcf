"""The replay page in a real browser."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import DESK, PHONE, Cuts, Site, contexts

Opened = Callable[..., Page]


def expect_version(page: Page, version: int) -> None:
    """The page shows this version: in its caption, its address, its timeline."""
    expect(page.locator("#steps .row")).to_have_attribute("data-at", str(version))
    expect(page.locator("#timeline a.ev[aria-current]")).to_have_attribute("data-v", str(version))
    expect(page.locator("#sentence small")).to_contain_text(f"{version} of")
    expect(page.locator("#picture svg.tt title:first-child >> nth=0")).to_contain_text(f"version {version}")


def test_arrow_keys_step_and_home_and_end_jump(site: Site, opened: Opened) -> None:
    page = opened(site.game(40))
    expect_version(page, 41)
    for key, version in (("ArrowLeft", 40), ("k", 39), ("ArrowRight", 40), ("Home", 1), ("j", 2), ("End", 41)):
        page.keyboard.press(key)
        expect_version(page, version)
    expect(page).to_have_url(re.compile(r"\?v=41$"))


def test_arrows_up_and_down_go_by_turns_and_with_shift_sideways_by_rounds(site: Site, opened: Opened) -> None:
    game = site.game()
    turns = site.client.get(f"/v1/games/{game.rpartition('/')[2]}/board?at=20").json
    page = opened(f"{game}?v=20")
    for key, target in (
        ("ArrowUp", "prev_turn"),
        ("ArrowDown", "next_turn"),
        ("Shift+ArrowLeft", "prev_round"),
        ("Shift+ArrowRight", "next_round"),
    ):
        page.goto(f"{game}?v=20")
        page.keyboard.press(key)
        expect_version(page, turns[target])


def markup(page: Page, part: str) -> str:
    """The text of a part of a page, but for white space, what names pieces for a keyboard, and links to rounds."""
    text = re.sub(r"\s*([<>])\s*", r"\1", page.locator(part).inner_html())
    return re.sub(r' (role="(link|group|img)"|tabindex="0"|aria-label="[^"]*"|href="\?v=\d+&amp;round=\d+")', "", text)


LISTED = "entries => Object.fromEntries(entries.map((entry) => [entry.dataset.v, entry.className + entry.textContent]))"
"""The entries of a timeline by version: how they look, and what they say."""


def test_every_step_of_a_game_shows_what_the_page_itself_would_show(site: Site, opened: Opened) -> None:
    game = site.game(60)
    page, whole = opened(f"{game}?v=3"), opened(game)
    for version in range(4, 14):
        page.keyboard.press("ArrowRight")
        expect_version(page, version)
        whole.goto(f"{game}?v={version}")
        for part in ("#picture", "#sentence", "#scrub", "#steps", "#standing", "#why", "#buttons"):
            assert markup(page, part) == markup(whole, part), part
        listed = [page.locator("#timeline a.ev").evaluate_all(LISTED) for page in (page, whole)]
        assert listed[0].items() <= listed[1].items()


def test_a_step_replaces_the_address_and_a_jump_can_be_taken_back(site: Site, opened: Opened) -> None:
    page = opened(f"{site.game(40)}?v=20")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect_version(page, 22)
    page.locator("#timeline a.ev[data-v='35']").click()
    expect_version(page, 35)
    page.go_back()
    expect_version(page, 22)
    page.go_forward()
    expect_version(page, 35)


def test_the_scrubber_is_dragged_clicked_and_moved_by_keys(site: Site, opened: Opened) -> None:
    page = opened(f"{site.game(40)}?v=20")
    place = page.locator("#range").bounding_box()
    assert place
    page.mouse.click(place["x"] + place["width"] * 30 / 41, place["y"] + 30)
    expect_version(page, 30)
    page.mouse.move(place["x"] + place["width"] * 30 / 41, place["y"] + 30)
    page.mouse.down()
    page.mouse.move(place["x"] + place["width"] * 10 / 41, place["y"] + 30, steps=5)
    page.mouse.up()
    expect_version(page, 10)
    page.keyboard.press("ArrowRight")
    expect_version(page, 11)
    expect(page.locator("#range")).to_have_attribute("aria-valuetext", re.compile("^11 of 41 · "))


def test_dragging_the_scrubber_is_one_jump_to_take_back(site: Site, opened: Opened) -> None:
    page = opened(f"{site.game(40)}?v=20")
    place = page.locator("#range").bounding_box()
    assert place
    page.mouse.move(place["x"] + place["width"] * 20 / 41, place["y"] + 30)
    page.mouse.down()
    page.mouse.move(place["x"] + place["width"] * 5 / 41, place["y"] + 30, steps=8)
    page.mouse.up()
    expect_version(page, 5)
    expect(page).to_have_url(re.compile(r"\?v=5$"))
    page.go_back()
    expect_version(page, 20)


def test_undo_to_here_and_redo_by_their_buttons(site: Site, opened: Opened) -> None:
    page = opened(site.game(40))
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect_version(page, 39)
    page.get_by_role("button", name="Undo to here").click()
    expect(page.get_by_role("main")).to_contain_text("This undoes 2 events.")
    assert _head(site, page.url.partition("/undo")[0]) == 41
    page.get_by_role("button", name="Undo to version 39").click()
    expect_version(page, 39)
    expect(page.locator("#timeline")).to_contain_text("Another line: 2 events, undone")
    page.get_by_role("button", name="Redo").click()
    expect(page.locator("#timeline a.ev[data-v='40']")).to_be_visible()


def test_ctrl_z_undoes_and_ctrl_y_redoes(site: Site, opened: Opened) -> None:
    game = site.game(60)
    page = opened(game)
    page.keyboard.press("Control+z")
    expect(page.locator("#steps .row")).to_have_attribute("data-version", "62")
    page.wait_for_load_state()  # before that a key does nothing
    assert _head(site, game) < 61
    page.keyboard.press("Control+y")
    expect(page.locator("#steps .row")).to_have_attribute("data-version", "63")
    assert _head(site, game) == 61


def _head(site: Site, game: str) -> int:
    return int(site.client.get(f"/v1/games/{game.rpartition('/')[2]}").json["head"])


SHOW = """version => {
  history.replaceState(null, "", `?v=${version}`);
  dispatchEvent(new PopStateEvent("popstate"));
}"""
"""Shows a version after all that was asked for before, as the back button does. Nothing is paused by it."""


def test_play_steps_by_itself_until_it_is_paused(site: Site, opened: Opened) -> None:
    page = opened("about:blank")
    page.clock.install()
    page.goto(f"{site.game(40)}?v=5")
    page.evaluate(
        """() => {
            window.seen = [];
            document.addEventListener("shown", () => seen.push(+document.querySelector("#steps .row").dataset.at));
        }"""
    )
    page.keyboard.press("3")
    expect(page.locator("#speed")).to_have_text("4×")
    page.keyboard.press(" ")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    row = page.locator("#steps .row")
    expect(row).to_have_attribute("data-at", re.compile(r"8|9|[1-4]\d"))
    page.keyboard.press(" ")
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    for version in (2, 3):
        page.evaluate(SHOW, version)  # after a step that was on its way
        expect(row).to_have_attribute("data-at", str(version))
        page.clock.run_for("01:00")  # in which every step that is planned would be taken
    seen = page.evaluate("() => seen")
    assert seen == [*range(6, 4 + len(seen)), 2, 3]


def test_go_to_understands_versions_rounds_and_turns(site: Site, opened: Opened) -> None:
    game = site.game()
    page = opened(game)
    addresses = {"12": "12", "r2": "round:2", "t5": "turn:5"}
    for typed, address in addresses.items():
        page.keyboard.press("g")
        page.keyboard.type(typed)
        page.keyboard.press("Enter")
        expect_version(page, site.client.get(f"/v1/games/{game.rpartition('/')[2]}/board?at={address}").json["version"])


def test_keys_are_off_in_fields_and_with_alt_gr(site: Site, opened: Opened) -> None:
    page = opened(f"{site.game(40)}?v=20")
    page.keyboard.press("g")
    page.keyboard.type("1k")
    page.keyboard.press("Escape")
    expect_version(page, 20)
    page.keyboard.press("Alt+j")
    page.locator("#viewer").focus()
    page.keyboard.press("j")
    expect_version(page, 20)


def test_marks_are_stepped_to_with_comma_and_full_stop(site: Site, opened: Opened) -> None:
    game = site.game(60)
    timeline = site.client.get(f"/v1/games/{game.rpartition('/')[2]}/timeline").json
    events = [event for part in timeline["rounds"] for turn in part["turns"] for event in turn["events"]]
    marked = [event["version"] for event in events if event["marks"]]
    page = opened(f"{game}?v=2")
    page.keyboard.press(".")
    expect_version(page, marked[1])
    page.keyboard.press(".")
    expect_version(page, marked[2])
    page.keyboard.press(",")
    expect_version(page, marked[1])


def test_the_focus_stays_on_the_control_that_was_used(site: Site, opened: Opened) -> None:
    page = opened(f"{site.game(40)}?v=20")
    page.locator("#step-next").focus()
    page.keyboard.press("Enter")
    expect_version(page, 21)
    expect(page.locator("#step-next")).to_be_focused()


def test_another_perspective_keeps_the_version(site: Site, opened: Opened) -> None:
    page = opened(f"{site.game(40)}?v=20")
    page.locator("#viewer").select_option("2")
    page.wait_for_url("**/*viewer=2*")
    expect_version(page, 20)
    page.keyboard.press("ArrowRight")
    expect_version(page, 21)
    assert "viewer=2" in page.url


def test_a_click_on_a_piece_shows_its_history_and_n_and_p_walk_it(site: Site, opened: Opened) -> None:
    page = opened(f"{site.game(60)}?v=40")
    page.locator("#picture [data-id='front:1.1']").first.dispatch_event("click")
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("heading")).to_contain_text("Front 1 of Ada")
    expect(dialog.locator("#piece-face svg")).to_be_visible()
    expect(dialog.locator("a.ev").first).to_be_visible()
    dialog.get_by_role("link", name="Show in timeline").click()
    page.wait_for_url("**/*touches=front*")
    expect(page.locator(".time h2")).to_contain_text("History of Front 1")
    versions = [int(entry.get_attribute("data-v") or 0) for entry in page.locator("#timeline a.ev").all()]
    after = next(version for version in versions if version > 40)
    page.keyboard.press("n")
    expect_version(page, after)


def test_without_spoilers_the_timeline_grows_as_one_steps(site: Site, opened: Opened) -> None:
    page = opened(f"{site.game()}?spoilers=off")
    for version in (2, 3, 4):
        page.keyboard.press("ArrowRight")
        expect(page.locator("#steps .row")).to_have_attribute("data-at", str(version))
        expect(page.locator("#timeline a.ev")).to_have_count(version)
        expect(page.locator("#timeline a.ev[aria-current]")).to_have_attribute("data-v", str(version))


def test_a_badge_shows_that_a_followed_game_has_new_versions(site: Site, opened: Opened) -> None:
    game = site.game(20)
    page = opened(game)
    expect(page.locator("#new-events")).to_be_hidden()
    site.client.post(f"/v1/games/{game.rpartition('/')[2]}/undo", json={"to": "18"})
    expect(page.locator("#new-events")).to_have_text("1 new Undone: the game is at version 18 again.")
    expect_version(page, 21)
    page.locator("#new-events").click()
    expect_version(page, 18)


def test_a_step_brings_the_line_with_it_where_the_game_has_gone_on(site: Site, opened: Opened) -> None:
    """The page is not left for that: a line may be cut just then, and no script goes on in a browser's own error.

    Broken by loading the whole page.
    """
    game = site.game(20)
    page = opened(f"{game}?v=10")
    page.evaluate("window.stays = true")
    site.client.post(f"/v1/games/{game.rpartition('/')[2]}/undo", json={"to": "18"})
    expect(page.locator("#new-events b")).to_have_text("1 new")
    page.keyboard.press("ArrowRight")
    expect_version(page, 11)
    expect(page.locator("#steps .row")).to_have_attribute("data-version", "22")
    expect(page.locator("#new-events")).to_be_hidden()
    expect(page.locator("#timeline")).to_contain_text("Another line: 3 events, undone")
    expect(page.locator("#timeline a.ev[aria-current]")).to_have_attribute("data-v", "11")
    page.keyboard.press("End")
    expect_version(page, 18)
    expect(page.locator("#range")).to_have_value(page.locator("#range").get_attribute("max") or "")
    site.client.post(f"/v1/games/{game.rpartition('/')[2]}/redo", json={})
    expect(page.locator("#new-events b")).to_have_text("1 new")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("End")
    expect_version(page, 20)
    assert page.evaluate("window.stays")


def test_where_no_stream_is_to_be_had_the_page_asks(site: Site, opened: Opened) -> None:
    """Every few seconds, whether there are new versions."""
    game = site.game(20)
    page = opened(f"{game}?v=20")
    page.route("**/stream*", lambda route: route.fulfill(status=204))
    page.reload()
    site.client.post(f"/v1/games/{game.rpartition('/')[2]}/undo", json={"to": "18"})
    expect(page.locator("#new-events b")).to_have_text("1 new")
    expect(page.locator("#new-events span")).to_be_empty()


def test_a_step_waits_for_a_service_that_is_away(site: Site, browser: Browser) -> None:
    """The page stays, says so, and shows the version once it comes.

    Broken once: the page was left for the browser's own error, from which no key leads back.
    """
    with contexts(browser) as context:
        page = context(viewport=DESK).new_page()
        steps = Cuts(page, "**/step?*")
        page.goto(f"{site.game(20)}?v=10")
        page.wait_for_load_state("networkidle")
        steps.on = True
        page.keyboard.press("End")
        expect(page.locator("#toast")).to_have_text("Tabletale is not answering. Trying again.")
        expect_version(page, 10)
        steps.on = False
        expect_version(page, 21)
        expect(page.locator("#toast")).to_be_empty()


def test_a_page_that_nobody_sees_gives_its_stream_back(site: Site, opened: Opened) -> None:
    """A browser opens six connections to a host: eight open tabs must not hang the last."""
    game = site.game(20)
    pages = [opened(game) for _ in range(2)]
    pages[0].evaluate("""() => {
      Object.defineProperty(document, "hidden", { value: true, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    }""")
    site.client.post(f"/v1/games/{game.rpartition('/')[2]}/undo", json={"to": "18"})
    expect(pages[1].locator("#new-events b")).to_have_text("1 new")
    expect(pages[0].locator("#new-events")).to_be_hidden()


def test_without_script_the_links_and_forms_do_all(site: Site, opened: Opened) -> None:
    page = opened(f"{site.game(40)}?v=20", java_script_enabled=False)
    page.locator("#step-next").click()
    expect_version(page, 21)
    page.locator("#step-prev").click()
    expect_version(page, 20)
    page.get_by_role("spinbutton", name="Version").fill("10")
    page.get_by_role("button", name="Go").click()
    expect_version(page, 10)
    page.locator("#timeline a[data-round='2']").click()
    expect_version(page, 10)
    page.locator("#timeline a.ev[data-v='30']").click()
    expect_version(page, 30)
    expect(page.locator("#play")).to_be_hidden()
    page.locator("#viewer").select_option("1")
    page.get_by_role("button", name="Show").click()
    assert "viewer=1" in page.url
    page.get_by_role("button", name="Undo to here").click()
    page.get_by_role("button", name="Undo to version 30").click()
    expect_version(page, 30)
    page.get_by_role("link", name="Help and keys").click()
    expect(page.locator("#help")).to_be_visible()


@pytest.mark.parametrize("version", [1, 20, 33, 61])
def test_a_phone_shows_the_sentence_above_the_steps(site: Site, opened: Opened, version: int) -> None:
    """In the fixed foot: a board may be higher than a phone, and scrolls behind it."""
    page = opened(f"{site.game(60)}?v={version}", viewport=PHONE, has_touch=True, is_mobile=True)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    steps = page.locator("#steps .row").bounding_box()
    assert steps
    assert steps["y"] + steps["height"] == PHONE["height"]
    sentence = page.locator("#sentence").bounding_box()
    assert sentence
    assert sentence["y"] > PHONE["height"] / 2
    assert sentence["y"] + sentence["height"] <= steps["y"]
    assert page.locator("#sentence p").evaluate("(said) => said.clientHeight") >= 16
    board = page.locator("#picture svg.tt.narrow").bounding_box()
    assert board
    assert board["width"] > 370
    for control in page.locator("#steps .step").all():
        size = control.bounding_box()
        assert size
        assert min(size["width"], size["height"]) >= 48


@pytest.mark.parametrize("path", ["/", "/statistics"])
def test_the_lists_fit_on_a_phone(site: Site, opened: Opened, path: str) -> None:
    site.game(20)
    page = opened(site.address + path, viewport=PHONE, is_mobile=True)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_a_desk_shows_the_whole_page_without_scrolling(site: Site, opened: Opened) -> None:
    page = opened(f"{site.game(60)}?v=30")
    assert page.evaluate("document.documentElement.scrollHeight") <= 800
    assert page.evaluate("document.documentElement.scrollWidth") <= 1280
    board = page.locator("#picture svg.tt.wide").bounding_box()
    assert board
    assert board["height"] > 520


def test_printed_it_is_the_board_and_the_timeline(site: Site, opened: Opened) -> None:
    page = opened(f"{site.game(40)}?v=20")
    page.emulate_media(media="print")
    for gone in ("#steps .row", "#range", "#viewer", ".keys"):
        expect(page.locator(gone)).to_be_hidden()
    expect(page.locator("#picture svg.tt.wide")).to_be_visible()
    expect(page.locator("#timeline a.ev[data-v='20']")).to_be_visible()


def test_a_long_name_of_a_score_stays_within_its_panel(site: Site, opened: Opened) -> None:
    page = opened(site.game(20))
    heading = page.locator("#standing h2")
    heading.locator("small").evaluate("(small) => small.textContent = 'points if the game ended now'")
    assert heading.evaluate("(heading) => heading.scrollWidth <= heading.clientWidth")
