"""Records games as somebody does who reads the pages: by links and forms alone."""

from __future__ import annotations

import re
from html import unescape
from html.parser import HTMLParser
from typing import TYPE_CHECKING
from urllib.parse import urljoin

if TYPE_CHECKING:
    from random import Random

    from tests.api.client import Answer, Client

Attributes = list[tuple[str, "str | None"]]


class Form:
    """A form that is sent with POST: its fields as they are, and what may be chosen for others."""

    def __init__(self, action: str) -> None:
        self.action = action
        self.fields: dict[str, str] = {}
        self.ways: dict[str, list[str]] = {}
        self.label = ""

    def filled(self, rng: Random) -> dict[str, str]:
        """The fields, with what is open chosen at random."""
        return self.fields | {name: rng.choice(ways) for name, ways in self.ways.items()}


class Reader(HTMLParser):
    """What there is on a page to go on with."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text = text
        self.rows: list[str] = []
        """The addresses of the rows."""
        self.forms: list[Form] = []
        self._form: Form | None = None
        self._select = ""
        self._in_button = False
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: Attributes) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "a" and given.get("class") == "row":
            self.rows.append(given["href"])
        if tag == "form" and given.get("method") == "post":
            self._form = Form(given["action"])
            self.forms.append(self._form)
        if self._form:
            self._in_form(self._form, tag, given)

    def _in_form(self, form: Form, tag: str, given: dict[str, str]) -> None:
        if tag == "input" and given.get("type") == "radio":
            form.ways.setdefault(given["name"], []).append(given["value"])
        elif tag == "input" and given.get("name"):
            form.fields[given["name"]] = given.get("value", "")
        elif tag == "select":
            self._select = given["name"]
        elif tag == "option" and self._select and given.get("value"):
            form.ways.setdefault(self._select, []).append(given["value"])
        self._in_button = tag == "button" and "take" in given.get("class", "")

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._form = None
        elif tag == "select":
            self._select = ""
        elif tag == "button":
            self._in_button = False

    def handle_data(self, data: str) -> None:
        if self._form and self._in_button:
            self._form.label += data

    @property
    def taking(self) -> Form | None:
        """The form that records the action that is left."""
        return next((form for form in self.forms if "action" in form.fields), None)


class Hand:
    """Somebody at a browser without script."""

    def __init__(self, client: Client, rng: Random) -> None:
        self.client, self.rng = client, rng
        self.address = ""
        self.headers: dict[str, str] = {}
        """The cookie that says who plays."""

    def open(self, address: str) -> Reader:
        """Follow a link."""
        self.address = urljoin(self.address, address)
        answer = self.client.get(self.address, headers=self.headers)
        assert answer.status_code == 200, answer.text
        page = Reader(answer.text)
        looking = next((form for form in reversed(page.forms) if form.action.endswith("/perspective")), None)
        return self.uncover(looking) if looking else page

    def uncover(self, looking: Form) -> Reader:
        """Choose all seats, then show the hand of the seat to act."""
        answer = self.client.post(looking.action, data=looking.fields, headers=self.headers)
        assert answer.status_code == 303, answer.text
        self.headers = {"Cookie": answer.headers["Set-Cookie"].split(";")[0]}
        return self.open(answer.headers["Location"])

    def send(self, form: Form, **more: str) -> Answer:
        """Press the button of a form."""
        fields = form.filled(self.rng) | more
        return self.client.post(urljoin(self.address, form.action), data=fields, headers=self.headers)

    def choose(self, page: Reader) -> Form:
        """Go by rows at random until one action is left."""
        for _ in range(60):
            if page.taking and (not page.rows or self.rng.random() < 0.5):
                return page.taking
            page = self.open(self.rng.choice(page.rows))
        raise AssertionError(f"nothing is left: {self.address}")

    def settle(self, form: Form, **more: str) -> Answer:
        """Send a form, and tell what chance is asked until nothing more is."""
        sent = form
        for _ in range(400):
            answer = self.send(sent, **more)
            if answer.status_code != 200:
                return answer
            sent = self.asking(Reader(answer.text), sent)
        raise AssertionError("chance is asked for ever")

    def asking(self, page: Reader, before: Form) -> Form:
        """The form that asks chance; of two slots that name one card, the first alone."""
        form = next(form for form in page.forms if form.ways)
        if before.ways.keys() & form.ways.keys():  # a card was told twice: told anew
            assert "is not possible for" in page.text
        return form


def button(page: Reader, words: str) -> Form:
    """The form with this button."""
    found = re.findall(r"<form(?:(?!</form>).)*?<button[^>]*>" + words, page.text, re.S)
    assert found, page.text
    action = re.findall(r'action="([^"]*)"', found[0])[-1].replace("&amp;", "&")
    fields = dict(re.findall(r'name="(\w+)" value="([^"]*)"', found[0][found[0].rindex("<form") :]))
    form = Form(action)
    form.fields = {name: unescape(value) for name, value in fields.items()}
    return form
