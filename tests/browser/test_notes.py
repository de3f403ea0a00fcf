"""Notes on the replay page in Chromium: a key opens the form, and who follows sees what is written."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from threading import Semaphore
from urllib.parse import urlparse

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.api.test_notes_page import play_another_line
from tests.browser.conftest import DESK, PHONE, Site, contexts
from tests.browser.hearing import HEARD, asked_by
from tests.browser.hindrance import need_no_hindrance
from tests.following.cutting import CuttingProxy
from tests.waiting import LIMIT

NOTES = "#notes .noted > p"


def test_a_note_is_written_by_a_key_and_seen_by_who_follows(site: Site, opened: Callable[..., Page]) -> None:
    """Of what is for all, at once, and without leaving the version; of what is for another seat nothing."""
    game = site.game(40)
    writer, reader = opened(f"{game}?v=20&viewer=1"), opened(f"{game}?v=20&viewer=2")
    for audience, text in (("seat", "My plan."), ("all", "Well played.")):
        writer.keyboard.press("c")
        writer.keyboard.type(text)
        writer.select_option("#noting select", audience)
        writer.click("#noting button")
        expect(writer.locator(NOTES).get_by_text(text, exact=True)).to_be_visible()
        writer.wait_for_load_state()  # before that a key does nothing
        assert "v=20" in writer.url
    reader.wait_for_selector(NOTES)
    assert reader.locator(NOTES).all_inner_texts() == ["Well played."]
    assert reader.locator("#sentence .says").inner_text() == "Well played."
    assert "My plan." not in reader.content()


def test_a_note_that_is_written_before_the_stream_opens_is_seen(site: Site, browser: Browser) -> None:
    """The page carries the digest of the notes that it was drawn with. Broken by leaving `data-notes` out."""
    game = site.game(40)
    body = {"version": 20, "text": "Well played.", "visible_to": "all"}

    def write_first(route: Route) -> None:
        written = site.client.post(f"/v1/games/{game.rpartition('/')[2]}/annotations", json=body)
        assert written.status_code == 201
        route.continue_()

    with contexts(browser) as context:
        page = context(viewport=DESK).new_page()
        page.route("**/stream?*", write_first, times=1)
        page.goto(f"{game}?v=20&viewer=2")
        expect(page.locator(NOTES)).to_have_text(["Well played."])


class Greeted(CuttingProxy):
    """Knows how often a stream has said where its game is."""

    def __init__(self, port: int) -> None:
        super().__init__(port, Random(1))
        self.greetings = Semaphore(0)

    def passes(self, came: bytes, connection: int, *, back: bool) -> bytes:
        if back and b"event: hello" in came:
            self.greetings.release()
        return came


def test_a_note_that_is_written_while_the_line_is_cut_off_is_seen_afterwards(site: Site, browser: Browser) -> None:
    """Notes have no number to go on from: a page knows by their digest, when it is back, that one went by."""
    id = site.game(40).rpartition("/")[2]
    line = Greeted(urlparse(site.address).port or 0)

    def write(text: str) -> None:
        body = {"version": 20, "text": text, "visible_to": "all"}
        assert site.client.post(f"/v1/games/{id}/annotations", json=body).status_code == 201

    with contexts(browser) as context:
        page = context(viewport=DESK).new_page()
        page.goto(f"{line.address}/games/{id}?v=20&viewer=2")
        assert line.greetings.acquire(timeout=LIMIT)
        write("Here it begins.")
        expect(page.locator(NOTES)).to_have_text(["Here it begins."])  # so the page has read the first digest
        line.cut_off()
        write("Well played.")
        line.accept_again()
        assert line.greetings.acquire(timeout=LIMIT)
        expect(page.locator(NOTES)).to_have_text(["Here it begins.", "Well played."])
        expect(page.locator("#steps .row")).to_have_attribute("data-at", "20")
    line.close()


def test_a_key_in_the_form_is_text(site: Site, opened: Callable[..., Page]) -> None:
    """And the note that is being written stays when another one comes."""
    game = site.game(40)
    page, other = opened("about:blank"), game.rpartition("/")[2]
    page.add_init_script(f"({HEARD})()")
    page.goto(f"{game}?v=20")
    page.keyboard.press("c")
    page.keyboard.type("cjk")
    page.wait_for_load_state("networkidle")
    asked = asked_by(page)
    site.client.post(f"/v1/games/{other}/annotations", json={"version": 20, "visible_to": "all"})
    page.wait_for_function("() => heard.annotation")
    assert not asked
    assert page.locator("#noting textarea").input_value() == "cjk"
    assert "v=20" in page.url


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_notes_and_their_forms_are_in_nobodys_way(
    site: Site, opened: Callable[..., Page], size: dict[str, int], theme: str
) -> None:
    """By the rules of axe-core, with every form open, and what a seat tried."""
    game = site.game(60)
    id = game.rpartition("/")[2]
    start = site.client.get(f"/v1/games/{id}").json["can_undo"]["to"]
    for _ in range(3):
        play_another_line(site.client, id, start)
    site.client.patch(f"/v1/games/{id}/lines/1", json={"label": "as it was first"})
    for body in ({"text": "Here it was lost."}, {"seat": 1, "visible_to": "seat"}):
        site.client.post(f"/v1/games/{id}/annotations", json={"version": start, **body})
    page = opened(f"{game}?v={start}", viewport=size, color_scheme=theme)
    page.evaluate("for (const each of document.querySelectorAll('.note details, .twigs')) each.open = true")
    assert page.locator("details.twigs a").count() >= 2
    need_no_hindrance(page)
