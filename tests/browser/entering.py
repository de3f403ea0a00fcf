"""Enters actions on the record page in a browser, as somebody with a finger does."""

from __future__ import annotations

import re
import socket
from threading import Thread
from typing import TYPE_CHECKING
from urllib.parse import urlparse

from playwright.sync_api import expect

from tests.waiting import until_on

if TYPE_CHECKING:
    from random import Random

    from playwright.sync_api import Page

    from tests.browser.conftest import Site


def to_the_button(page: Page) -> None:
    """By the first row of each step, until one action is left; a number that is asked for is the least."""
    for _ in range(8):
        if (number := page.locator("form.number input[name=number]")).count():
            number.fill(number.get_attribute("min") or "")
        if page.locator("button.take").count():
            return
        before = page.url
        page.locator("a.row").first.click()
        page.wait_for_url(lambda url, before=before: url != before)  # type: ignore[misc]
    raise AssertionError("nothing is left")


def version_at(test_server: Site, page: Page) -> int:
    game = urlparse(page.url).path.split("/")[2]
    return int(test_server.client.get(f"/v1/games/{game}").json["version"])


def need_version(test_server: Site, page: Page, version: int) -> None:
    """Wait until the game of a page has come to a version: what a page shows may have been there before."""
    until_on(page, lambda: version_at(test_server, page) >= version, f"version {version}")
    assert version_at(test_server, page) == version


def settled(page: Page) -> None:
    """Wait until nothing is under way."""
    expect(page.locator("body:not(.sending) .answers .foot")).to_be_visible()
    page.wait_for_load_state()


CUTS = ("before", "during", "after", "answer")


class Line:
    """A way to a service that is cut at random: before a request, in the middle of it, or after it."""

    def __init__(self, port: int, rng: Random) -> None:
        self.to, self.rng = port, rng
        self.cuts: list[str] = []
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self.listening.getsockname()[1]}"
        Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        while True:
            try:
                caller, _ = self.listening.accept()
            except OSError:
                return
            Thread(target=self._carry, args=(caller,), daemon=True).start()

    def _carry(self, caller: socket.socket) -> None:
        """One request and its answer; the line of an action is cut in half of the cases."""
        with caller, socket.create_connection(("127.0.0.1", self.to)) as service:
            asked = _whole(caller)
            cut = self.rng.choice(CUTS) if asked[:4] == b"POST" and self.rng.random() < 0.5 else ""
            if cut:
                self.cuts.append(cut)
            if cut == "before":
                return
            service.sendall(asked[: len(asked) - 20] if cut == "during" else asked)
            if cut == "during":
                return
            answer = b"".join(iter(lambda: service.recv(65536), b""))
            if cut != "after":
                caller.sendall(answer[: len(answer) // 2] if cut == "answer" else answer)


def _whole(caller: socket.socket) -> bytes:
    """A request with its body."""
    got = b""
    while b"\r\n\r\n" not in got:
        if not (more := caller.recv(65536)):
            return got
        got += more
    head, _, body = got.partition(b"\r\n\r\n")
    length = re.search(rb"(?i)content-length: (\d+)", head)
    while length and len(body) < int(length[1]):
        body += caller.recv(65536)
    return head.replace(b"keep-alive", b"close") + b"\r\n\r\n" + body
