"""Table mode in a real browser, under a name that is no secure context, as a phone at the table sees it."""

from __future__ import annotations

import re
import socket
from collections.abc import Callable, Iterator
from threading import Thread

import pytest
from playwright.sync_api import Browser, Page, Request, expect
from werkzeug.serving import make_server

from api.app import create_app
from api.rest.table_link import TableLink
from tests.browser.conftest import PHONE, Site, contexts
from tests.chromium import TABLE_NAME

Opened = Callable[..., Page]


@pytest.fixture(scope="module")
def link(site: Site) -> Iterator[TableLink]:
    """The link of a service in table mode, over the games of the site."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
        link = TableLink.make(TABLE_NAME, port)
        app = create_app(site.service, link)
        server = make_server("127.0.0.1", port, app, threaded=True, fd=listening.fileno())
        thread = Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield link
        server.shutdown()
        thread.join()


def at_the_table(game: str, link: TableLink) -> str:
    """The address of a game of the site in table mode."""
    return link.origin + game[game.index("/games/") :]


def test_the_link_lets_a_phone_in_and_leaves_no_trace_of_its_token(site: Site, link: TableLink, opened: Opened) -> None:
    """It is in no address, in no history, in no `Referer`, and out of reach for scripts."""
    game = at_the_table(site.game(20), link)
    page = opened("about:blank", viewport=PHONE)
    asked: list[Request] = []
    page.on("request", lambda request: asked.append(request))
    page.goto(link.address)
    expect(page).to_have_url(f"{link.origin}/")
    page.goto(game)
    expect(page.locator("#sentence")).to_be_visible()
    assert page.evaluate("isSecureContext") is False
    assert link.token not in page.evaluate("document.cookie")
    (cookie,) = [cookie for cookie in page.context.cookies() if cookie["name"] == link.cookie]
    assert (cookie["value"], cookie["httpOnly"], cookie["sameSite"]) == (link.token, True, "Strict")
    headers = [(request.url, request.all_headers().get("referer", "")) for request in asked]
    assert [url for url, _ in headers if link.token in url] == [link.address]
    assert any(referer for _, referer in headers)
    assert not any(link.token in referer for _, referer in headers)
    page.go_back()
    expect(page).to_have_url(f"{link.origin}/")
    page.go_back()
    expect(page).to_have_url("about:blank")


def test_a_form_of_the_page_undoes_and_redoes(site: Site, link: TableLink, opened: Opened) -> None:
    """A browser says where a form comes from, and this page may send it."""
    page = opened(link.address, viewport=PHONE)
    page.goto(at_the_table(site.game(40), link) + "?v=39")
    sent: list[Request] = []
    page.on("request", lambda request: sent.append(request) if request.method == "POST" else None)
    page.get_by_role("button", name="Undo to here").click()
    page.get_by_role("button", name="Undo to version 39").click()
    expect(page.locator("#timeline")).to_contain_text("Another line: 2 events, undone")
    page.get_by_role("button", name="Redo").click()
    expect(page.locator("#timeline a.ev[data-v='40']")).to_be_visible()
    assert [request.all_headers()["origin"] for request in sent] == [link.origin] * 2


def test_a_link_is_copied_from_a_field_where_there_is_no_clipboard(site: Site, link: TableLink, opened: Opened) -> None:
    page = opened(link.address)
    page.goto(at_the_table(site.game(20), link) + "?v=7")
    expect(page.locator("#sentence")).to_be_visible()
    page.keyboard.press("l")
    field = page.get_by_label("Link to copy")
    expect(field).to_be_focused()
    expect(field).to_have_value(re.compile(r"\?v=7$"))
    assert page.evaluate("document.activeElement.selectionEnd - document.activeElement.selectionStart") > 20
    page.keyboard.press("Escape")
    expect(field).to_be_hidden()


def test_a_browser_that_did_not_open_the_link_is_told_to(
    site: Site, link: TableLink, opened: Opened, browser: Browser
) -> None:
    game = at_the_table(site.game(20), link)
    page = opened(link.address)
    page.goto(game)
    expect(page.locator("#sentence")).to_be_visible()
    with contexts(browser) as context:
        other = context(viewport=PHONE).new_page()
        for path in (game, link.origin, f"{link.origin}/v1/games", f"{link.origin}/table/wrong"):
            answer = other.goto(path)
            assert answer
            assert answer.status == 401
            expect(other.get_by_role("heading")).to_have_text("Table link required")
        assert other.evaluate("getComputedStyle(document.querySelector('main')).maxWidth") == "560px"
        other.goto(link.address)
        other.goto(game)
        expect(other.locator("#sentence")).to_be_visible()


def test_a_link_in_a_page_of_another_site_leads_in_too(link: TableLink, browser: Browser) -> None:
    """A browser that comes from elsewhere sends the cookie only once it follows a link of the service itself."""
    with contexts(browser) as context:
        page = context(viewport=PHONE).new_page()
        chat = f'<a href="{link.address}">Ada: we are here</a>'
        page.route("http://chat.test/", lambda route: route.fulfill(body=chat, content_type="text/html"))
        page.goto("http://chat.test/")
        page.get_by_role("link").click()
        page.wait_for_url(f"{link.origin}/")
        page.get_by_role("link", name="I have opened it: continue").click()
        expect(page).to_have_title(re.compile("Tabletale"))
        expect(page.get_by_role("heading", name="Open the link")).to_have_count(0)


def test_a_page_of_another_site_can_neither_read_nor_write(site: Site, link: TableLink, browser: Browser) -> None:
    """Not even in the browser of somebody at the table."""
    game = site.game(20)
    path = at_the_table(game, link)
    before = site.client.get(f"/v1{game[game.index('/games/') :]}").json["version"]
    form = (
        f'<form method="post" action="{path}/undo"><input name="to" value="3"><input name="expected" value="{before}">'
    )
    with contexts(browser) as context:
        page = context().new_page()
        page.goto(link.address)
        page.route("http://evil.test/", lambda route: route.fulfill(body=form, content_type="text/html"))
        page.goto("http://evil.test/")
        with page.expect_response(f"{path}/undo") as response:
            page.evaluate("document.querySelector('form').submit()")
        assert response.value.status == 403
    assert site.client.get(f"/v1{game[game.index('/games/') :]}").json["version"] == before
