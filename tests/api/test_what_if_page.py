"""What-ifs on pages: they are started by links and forms, from any version, as the viewer sees it."""

from __future__ import annotations

import re
from html import unescape
from typing import TYPE_CHECKING

from tests.api.conftest import action_bodies, begin, record
from tests.api.recording import Reader

if TYPE_CHECKING:
    from tests.api.client import Answer, Client


def link(page: Answer, words: str) -> str:
    """The address of the link with these words."""
    found = re.search(rf'<a [^>]*href="([^"]*)"[^>]*>{words}</a>', unescape(page.text))
    assert found, page.text
    return found[1]


def start_what_if(client: Client, path: str) -> tuple[str, Answer]:
    """Start a what-if from the version of a page, in two clicks; returns its address and its record page."""
    asked = client.get(link(client.get(path), "Start what-if"))
    (form,) = Reader(asked.text).forms
    answer = client.post(form.action, data=form.fields | {"chance": "table"})
    assert answer.status_code == 303
    return answer.location.removesuffix("/record"), client.get(answer.location)


def test_two_clicks_lead_to_the_record_page_of_the_copy(client: Client) -> None:
    """The page names the game and version that it was copied from, links to them, and asks the same question."""
    game = record(client, count=40)
    fork, page = start_what_if(client, f"/games/{game}?v=30")
    assert link(page, "version 30 of Hero's Crossing: Tactics") == f"/games/{game}?v=30"
    assert Reader(page.text).rows
    assert client.get(f"/v1{fork}").json["version"] == 30
    looked = client.get(fork)
    assert link(looked, "version 30 of Hero's Crossing: Tactics") == f"/games/{game}?v=30"
    assert '<h1 class="title cut" title="What if from 30' in looked.text
    assert link(client.get(f"/games/{game}"), "What-ifs from this game") == f"/?forked_from={game}"
    assert client.get(f"/?forked_from={game}").text.count("What if from 30") == 1


def test_a_what_if_copies_what_its_viewer_sees(client: Client) -> None:
    """In a game that the service deals, a seat gets a copy of what it sees, and a spectator one of what everybody
    sees."""
    game = begin(client, chance="server", outcomes=[])
    fork, page = start_what_if(client, f"/games/{game}?v=1&viewer=2")
    assert "as Ben saw it" in page.text
    assert client.get(f"/v1{fork}").json["fork"] == {"version": 1, "viewer": "2", "copied": 1}
    fork, page = start_what_if(client, f"/games/{game}?v=1")
    assert "as a spectator saw it" in page.text


def test_a_form_that_is_sent_twice_starts_one_what_if(client: Client) -> None:
    game = record(client, count=10)
    (form,) = Reader(client.get(f"/games/{game}/fork?v=5").text).forms
    one, two = (client.post(form.action, data=form.fields | {"chance": "server"}) for _ in range(2))
    assert one.location == two.location


def test_malformed_forms_and_addresses_are_refused(client: Client) -> None:
    game = record(client, count=10)
    (form,) = Reader(client.get(f"/games/{game}/fork?v=5").text).forms
    good = form.fields | {"chance": "table"}
    for bad in ({"key": "?"}, {"at": "x"}, {"at": "999"}, {"chance": "dice"}, {"more": "1"}):
        assert client.post(form.action, data=good | bad).status_code == 404, bad
    assert client.post(form.action, data=good | {"viewer": "7"}).status_code == 422
    assert client.get(f"/games/{game}/fork?v=999").status_code == 404
    assert client.get("/games/nonsense/fork?v=1").status_code == 404
    served = begin(client, chance="server", outcomes=[])
    assert client.post(f"/games/{served}/fork", data=good | {"at": "1"}).status_code == 403
    assert client.get("/v1/games?forks=true").json["items"] == []


def test_a_what_if_is_compared_and_applied(client: Client) -> None:
    """The page shows both boards, the standing, and the sentences since the fork; a button applies the moves that are
    legal."""
    bodies = action_bodies()
    plain = next(at for at in range(20, 60) if not any(body["outcomes"] for body in bodies[at : at + 3]))
    game = record(client, count=plain)
    fork, _ = start_what_if(client, f"/games/{game}")
    assert client.post(f"/v1{fork}/actions", json=bodies[plain : plain + 3]).status_code == 201
    page = client.get(link(client.get(fork), "Compare"))
    assert f"Compare from version {plain + 1}" in page.text
    assert "All 3 moves of the variation can follow" in page.text
    texts = [event["text"] for event in client.get(f"/v1{fork}/events?from={plain + 2}").json["items"]]
    assert all(text in unescape(page.text) for text in texts)
    (form,) = Reader(page.text).forms
    path = f"{fork}/compare"
    assert client.post(path, data=form.fields | {"expected": "3"}).status_code == 412
    done = client.post(path, data=form.fields)
    assert (done.status_code, done.location) == (303, f"/games/{game}")
    assert client.get(f"/v1/games/{game}").json["version"] == plain + 4
    assert client.get(f"/v1/games/{game}/board").json["board"] == client.get(f"/v1{fork}/board").json["board"]
    assert client.post(path, data=form.fields).status_code == 303
    assert client.get(f"/v1/games/{game}").json["version"] == plain + 4


def test_compared_boards_name_the_players(client: Client) -> None:
    """In the comparison with a what-if, with a line, and with a what-if of a seat."""
    game = record(client, count=30)
    fork, _ = start_what_if(client, f"/games/{game}?v=20")
    client.post(f"/v1/games/{game}/undo", json={"to": "20"})
    served = begin(client, chance="server", outcomes=[])
    seen, _ = start_what_if(client, f"/games/{served}?v=1&viewer=2")
    for path in (f"{fork}/compare", f"/games/{game}/compare?line=31", f"{seen}/compare"):
        boards = re.findall(r'<(?:img src|source [^>]*srcset)="([^"]*)"', client.get(path).text)
        assert len(boards) == 4, path  # for desktops and for phones
        for address in map(unescape, boards):
            picture = client.get(address)
            assert (picture.status_code, picture.mimetype) == (200, "image/svg+xml"), address
            assert all(name in picture.text for name in ("Ada", "Ben")), address
            assert "Seat 1" not in picture.text, address


def test_a_board_picture_is_wide_by_default(client: Client) -> None:
    """A file has one arrangement, since it cannot know the width of the page that shows it."""
    game = record(client, count=5)
    address = f"/games/{game}/board.svg"
    wide, narrow = (
        re.search(r'viewBox="[^"]*"', client.get(f"/v1/games/{game}/board.svg?arrangement={each}").text)
        for each in ("wide", "narrow")
    )
    assert wide
    assert narrow
    assert wide[0] != narrow[0]
    for query, drawn in (("", wide), ("?arrangement=wide", wide), ("?arrangement=narrow", narrow)):
        assert f'<svg xmlns="http://www.w3.org/2000/svg" {drawn[0]}' in client.get(address + query).text
    assert client.get(f"{address}?arrangement=round").status_code == 404


def test_a_line_is_compared_with_the_main_line(client: Client) -> None:
    game = record(client, count=30)
    client.post(f"/v1/games/{game}/undo", json={"to": "20"})
    page = client.get(f"/games/{game}/compare?line=31")
    assert "Compare from version 20" in page.text
    assert "All 11 moves of the variation can follow" in page.text
    (form,) = Reader(page.text).forms
    assert client.post(f"/games/{game}/compare", data=form.fields).status_code == 303
    assert client.get(f"/v1/games/{game}").json["version"] == 43


def test_what_cannot_be_compared_or_applied(client: Client) -> None:
    """A game that is no what-if needs a line to compare with; if the first move needs an outcome, there is nothing to
    apply."""
    bodies = action_bodies()
    asks = next(at for at in range(20, 60) if bodies[at]["outcomes"])
    game = record(client, count=asks)
    assert client.get(f"/games/{game}/compare").status_code == 404
    for line in ("999", "9" * 5_000, "\u00b2"):
        assert client.get(f"/games/{game}/compare?line={line}").status_code == 404
    assert "already" in client.get(f"/games/{game}/compare?line=5").text
    fork, _ = start_what_if(client, f"/games/{game}")
    assert "Nothing follows" in client.get(f"{fork}/compare").text
    assert client.post(f"/v1{fork}/actions", json=bodies[asks]).status_code == 201
    page = client.get(f"{fork}/compare")
    assert "A roll or draw is needed there" in page.text
    assert not Reader(page.text).forms
    sent = {"expected": str(asks + 1), "key": "k"}
    assert client.post(f"{fork}/compare", data=sent).status_code == 422
    assert client.post(f"{fork}/compare", data=sent | {"key": "?"}).status_code == 404
