"""Undo requests on the pages, by links and forms alone."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.api.conftest import CheckedClient, begin, record
from tests.api.recording import Form, Reader, button

UNDO = re.compile(r'(?:action|href)="(/games/[^"]*/undo[^"]*)"(?:[^<]*<input type="hidden" name="to" value="(\d+)")?')


@pytest.fixture
def game(client: CheckedClient) -> str:
    return record(client, count=10, undo="consent")


def state(client: CheckedClient, game: str) -> Any:
    return client.get(f"/v1/games/{game}").json


def send(client: CheckedClient, form: Form, **more: str) -> Any:
    answer = client.post(form.action, data=form.fields | more)
    assert answer.status_code == 303, answer.text
    return client.get(answer.headers["Location"])


def shown(client: CheckedClient, address: str) -> Reader:
    answer = client.get(address)
    assert answer.status_code == 200, answer.text
    return Reader(answer.text)


def asking(client: CheckedClient, page: str) -> Reader:
    """Press a button of a page; returns the page that asks for confirmation."""
    text = client.get(page).text
    found = UNDO.search(text)
    assert found, text
    return shown(client, found[1].replace("&amp;", "&") + (f"?to={found[2]}" if found[2] else ""))


@pytest.mark.parametrize("page", ["record", ""])
def test_a_request_is_made_and_accepted_on_pages(client: CheckedClient, game: str, page: str) -> None:
    """A button leads to the request, which goes to the other seats; when the last one accepts, the move is undone."""
    address = f"/games/{game}/{page}".rstrip("/")
    question = asking(client, address)
    assert "have to agree" in question.text
    done = send(client, button(question, "Request undo"), seat="1", reason="a slip & more")
    assert "Ada asks to go back to version" in done.text
    assert "a slip &amp; more" in done.text
    assert state(client, game)["version"] == 11
    for other in (address, f"/games/{game}", f"/games/{game}?v=3", f"/games/{game}/step?v=3"):
        assert "Ada asks to go back to version" in client.get(other).text
    granted = send(client, button(shown(client, address), "Accept for Ben"))
    assert "asks to go back" not in granted.text
    assert (state(client, game)["version"], state(client, game)["undo_request"]) == (12, None)


def test_a_request_is_declined_or_withdrawn_by_a_button(client: CheckedClient, game: str) -> None:
    for words in ("Decline for Ben", "Withdraw"):
        asked = client.post(f"/v1/games/{game}/undo", json={"seat": 1, "to": "8"})
        assert asked.status_code == 202
        for page in (f"/games/{game}/record", f"/games/{game}"):
            assert words in client.get(page).text
        assert "asks to go back" not in send(client, button(shown(client, f"/games/{game}"), words)).text
        assert state(client, game)["undo_request"] is None


def test_a_viewer_sees_only_the_buttons_of_its_own_seat(client: CheckedClient) -> None:
    """In a game that the service deals, a seat has its own buttons, a spectator none; with spoilers off, the request is
    not shown."""
    game = begin(client, chance="server", outcomes=[], undo="consent")
    legal = client.get(f"/v1/games/{game}/legal-actions?seat=1&limit=1").json["items"][0]
    act = {"seat": 1, "action": legal["action"]}
    assert client.post(f"/v1/games/{game}/actions", json=act, headers={"If-Match": '"1"'}).status_code == 201
    assert client.post(f"/v1/games/{game}/undo", json={"seat": 1, "to": "1"}).status_code == 202
    words = ("asks to go back", "Accept for Ben", "Decline for Ben", "Withdraw")
    looks: list[tuple[str, tuple[int, ...]]] = [
        ("viewer=1", (0, 3)),
        ("viewer=2", (0, 1, 2)),
        ("viewer=spectator", (0,)),
        ("spoilers=off", ()),
    ]
    for query, seen in looks:
        text = client.get(f"/games/{game}?{query}").text
        assert [word in text for word in words] == [place in seen for place in range(4)], query
    devices: list[tuple[str, tuple[int, ...]]] = [("1.1", (0, 3)), ("2.2", (0, 1, 2)), ("12.2", (0, 1, 2, 3))]
    for perspective, here in devices:
        text = client.get(f"/games/{game}/record", headers={"Cookie": f"eyes={perspective}"}).text
        assert [word in text for word in words] == [place in here for place in range(4)], perspective


def test_a_redo_request_has_its_own_words(client: CheckedClient, game: str) -> None:
    client.post(f"/v1/games/{game}/undo", json={"seat": 1, "to": "8"})
    client.post(f"/v1/games/{game}/undo-requests/1/accept", json={"seat": 2})
    question = shown(client, f"/games/{game}/redo?to=11")
    assert "redoes 3 events" in question.text
    done = send(client, button(question, "Request redo"), seat="2")
    assert "Ben asks to go on to version 11." in done.text


def test_a_polling_page_gets_the_request_too(client: CheckedClient, game: str) -> None:
    assert client.get(f"/games/{game}/updates").json == {"version": 11, "undo_request": None}
    asked = client.post(f"/v1/games/{game}/undo", json={"seat": 1, "to": "8"}).json
    assert client.get(f"/games/{game}/updates").json == {"version": 11, "undo_request": asked}


def test_no_button_leads_to_a_refusal(client: CheckedClient, game: str) -> None:
    """The pages offer no correction in a game that needs consent, and no second request while one is open."""
    assert "Correct this move" not in client.get(f"/games/{game}?v=5").text
    client.post(f"/v1/games/{game}/undo", json={"seat": 1, "to": "8"})
    for page in (f"/games/{game}/record", f"/games/{game}", f"/games/{game}?v=5"):
        assert "/undo?" not in client.get(page).text
        assert "Undo</button>" not in client.get(page).text


@pytest.mark.parametrize(
    ("address", "fields", "status"),
    [
        ("undo-requests/1/accept", {}, 404),
        ("undo-requests/1/accept", {"seat": "x"}, 404),
        ("undo-requests/1/accept", {"seat": "9"}, 422),
        ("undo-requests/1/accept", {"seat": "1"}, 409),
        ("undo-requests/1/wave", {"seat": "2"}, 404),
        ("undo-requests/x/accept", {"seat": "2"}, 404),
        ("undo-requests/2/accept", {"seat": "2"}, 404),
        ("undo-requests/1/withdraw", {"seat": "2"}, 403),
        ("undo", {"to": "8", "expected": "11", "seat": "1", "reason": "\x07"}, 404),
        ("undo", {"to": "8", "expected": "11", "seat": "9"}, 422),
        ("undo", {"to": "8", "expected": "11", "seat": "1"}, 409),
    ],
)
def test_a_malformed_form_is_no_internal_error(
    client: CheckedClient, game: str, address: str, fields: dict[str, str], status: int
) -> None:
    client.post(f"/v1/games/{game}/undo", json={"seat": 1, "to": "8"})
    assert client.post(f"/games/{game}/{address}", data=fields).status_code == status
    assert state(client, game)["undo_request"]["n"] == 1


def test_games_without_consent_have_no_requests(client: CheckedClient) -> None:
    game = record(client, count=10)
    assert "Request undo" not in client.get(f"/games/{game}/undo?to=5").text
