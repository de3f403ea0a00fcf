"""Lines on the replay page: they are chosen by links where they part, and every address shows the same again."""

from __future__ import annotations

import re
from html import unescape
from typing import TYPE_CHECKING, Any

import pytest

from tests.api.conftest import record

if TYPE_CHECKING:
    from tests.api.client import Client


@pytest.fixture
def forked(client: Client) -> str:
    """A game of 31 versions that was undone to 20, and continues with 33."""
    game = record(client, count=30)
    client.post(f"/v1/games/{game}/undo", json={"to": "20"})
    legal = client.get(f"/v1/games/{game}/legal-actions").json["items"]
    bodies = ({"seat": each["seat"], "action": each["action"]} for each in legal)
    assert any(client.post(f"/v1/games/{game}/actions", json=each).status_code == 201 for each in bodies)
    return game


def page(client: Client, game: str, query: str) -> str:
    answer = client.get(f"/games/{game}{query}")
    assert answer.status_code == 200, answer.data
    return unescape(answer.text)


def data(text: str) -> dict[str, str]:
    """The versions that the controls lead to."""
    row = re.search(r'<div class="row" ([^>]*)>', text)
    assert row
    return dict(re.findall(r'data-([\w-]+)="([^"]*)"', row[1]))


def variations(text: str) -> Any:
    """The lines from this version: their addresses, and whether each is the one that is shown."""
    found = re.search(r'<nav class="forks".*?</nav>', text, re.S)
    return [
        (href, "aria-current" in rest)
        for href, rest in re.findall(r'<a class="tool" href="([^"]*)"([^>]*)>', found[0] if found else "")
    ]


def test_a_line_is_chosen_by_a_link_at_the_fork(client: Client, forked: str) -> None:
    """The picture stays, and the controls step along that line; every link of the page keeps it."""
    at_fork = page(client, forked, "?v=20")
    assert variations(at_fork) == [("?v=20&line=21", False), ("?v=20", True)]
    assert (data(at_fork)["next"], data(at_fork)["end"]) == ("?v=33", "33")
    assert (data(at_fork)["line-up"], data(at_fork)["line-down"]) == ("?v=20&line=21", "?v=20&line=21")
    other = page(client, forked, "?v=20&line=21")
    assert variations(other) == [("?v=20&line=21", True), ("?v=20", False)]
    assert (data(other)["next"], data(other)["end"]) == ("?v=21&line=21", "31")
    assert variations(page(client, forked, "?v=19")) == []
    drawn = re.compile(r'<figure class="picture".*?</figure>', re.S)
    assert drawn.search(at_fork)[0] == drawn.search(other)[0]  # type: ignore[index]


def test_the_controls_keep_the_line_before_the_fork(client: Client, forked: str) -> None:
    """An address with a line shows the same page again; relative versions count on that line."""
    seen, query = [], "?v=18&line=21"
    while query:
        now = data(page(client, forked, query))
        seen.append(int(now["at"]))
        query = now.get("next", "")
    assert seen == list(range(18, 32))
    assert data(page(client, forked, "?v=end&line=21"))["at"] == "31"
    assert data(page(client, forked, "?v=-1&line=21"))["at"] == "30"


def test_a_version_of_another_line_is_shown_on_its_own_line(client: Client, forked: str) -> None:
    assert data(page(client, forked, "?v=33&line=21"))["prev"] == "?v=20"
    for query in ("?v=5&line=999", "?v=5&line=x", "?v=5&line=0"):
        assert client.get(f"/games/{forked}{query}").status_code == 404, query


def test_lines_are_hidden_with_spoilers_off(client: Client, forked: str) -> None:
    assert variations(page(client, forked, "?v=20&spoilers=off")) == []


def test_a_labelled_line_is_shown_with_its_label(client: Client, forked: str) -> None:
    assert client.patch(f"/v1/games/{forked}/lines/1", json={"label": "the archer first"}).status_code == 200
    assert "the archer first" in page(client, forked, "?v=20")
