"""Records games as a user without scripts does: by links and forms alone."""

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

PICTURE = re.compile("<svg.*?</svg>", re.DOTALL)
"""Most of a page that records; links and forms stand outside of it."""


class Form:
    """A POST form: fixed fields, and the values to choose from for the others."""

    def __init__(self, action: str) -> None:
        self.action = action
        self.fields: dict[str, str] = {}
        self.choices: dict[str, list[str]] = {}
        self.numbers: dict[str, range] = {}
        """The numbers that fields take."""
        self.label = ""

    def filled(self, rng: Random) -> dict[str, str]:
        """The fields, with random values for those with a choice."""
        numbers = {name: str(rng.choice(values)) for name, values in self.numbers.items()}
        return self.fields | numbers | {name: rng.choice(values) for name, values in self.choices.items()}


class Reader(HTMLParser):
    """The links and forms of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text = text
        self.rows: list[str] = []
        """The addresses of the rows to choose from."""
        self.forms: list[Form] = []
        self._form: Form | None = None
        self._select = ""
        self._in_button = False
        self.feed(PICTURE.sub("", text))

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
            form.choices.setdefault(given["name"], []).append(given["value"])
        elif tag == "input" and given.get("type") == "number":
            form.numbers[given["name"]] = range(int(given["min"]), int(given["max"]) + 1, int(given["step"]))
        elif tag == "input" and given.get("name"):
            form.fields[given["name"]] = given.get("value", "")
        elif tag == "select":
            self._select = given["name"]
        elif tag == "option" and self._select and given.get("value"):
            form.choices.setdefault(self._select, []).append(given["value"])
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
    def record_form(self) -> Form | None:
        """The form that records an action, if only one action is left."""
        return next((form for form in self.forms if "action" in form.fields), None)


class NoScriptBrowser:
    """A browser without scripts, used by one person."""

    def __init__(self, client: Client, rng: Random) -> None:
        self.client, self.rng = client, rng
        self.address = ""
        self.headers: dict[str, str] = {}
        """The cookie with the seats of this device."""

    def open(self, address: str) -> Reader:
        """Follow a link."""
        self.address = urljoin(self.address, address)
        answer = self.client.get(self.address, headers=self.headers)
        assert answer.status_code == 200, answer.text
        page = Reader(answer.text)
        looking = next((form for form in reversed(page.forms) if form.action.endswith("/perspective")), None)
        return self.choose_perspective(looking) if looking else page

    def choose_perspective(self, looking: Form) -> Reader:
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
        """Follow random rows until a single action is left."""
        for _ in range(60):
            if page.record_form and (not page.rows or self.rng.random() < 0.5):
                return page.record_form
            page = self.open(self.rng.choice(page.rows))
        raise AssertionError(f"nothing is left: {self.address}")

    def send_with_outcomes(self, form: Form, **more: str) -> Answer:
        """Send a form, and enter outcomes until no more are needed."""
        sent = form
        for _ in range(400):
            answer = self.send(sent, **more)
            if answer.status_code != 200:
                return answer
            sent = self.chance_form(Reader(answer.text), sent)
        raise AssertionError("outcomes are needed for ever")

    def chance_form(self, page: Reader, before: Form) -> Form:
        """The form for outcomes; if two outcomes name the same card, it asks for the first one again."""
        form = next(form for form in page.forms if form.choices)
        if before.choices.keys() & form.choices.keys():  # the same card was entered twice
            assert "is not possible for" in page.text
        return form


def button(page: Reader, words: str) -> Form:
    """The form with a button of these words."""
    found = re.findall(r"<form(?:(?!</form>).)*?<button[^>]*>" + words, page.text, re.S)
    assert found, page.text
    action = re.findall(r'action="([^"]*)"', found[0])[-1].replace("&amp;", "&")
    fields = dict(re.findall(r'name="(\w+)" value="([^"]*)"', found[0][found[0].rindex("<form") :]))
    form = Form(action)
    form.fields = {name: unescape(value) for name, value in fields.items()}
    return form
