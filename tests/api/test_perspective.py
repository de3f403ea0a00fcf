"""In a game that the service deals, nobody sees everything while it runs, not even a viewer that claims to be the
table."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.api.conftest import begin, record, refused

if TYPE_CHECKING:
    from tests.api.client import Client

READ = ("board", "board.svg", "board.png", "events", "timeline", "legal-actions", "choices", "")


@pytest.fixture
def served(client: Client) -> str:
    """A game that the service deals, in its draft."""
    return begin(client, chance="server", outcomes=[])


@pytest.mark.parametrize("what", READ)
def test_the_table_is_refused_as_viewer(client: Client, served: str, what: str) -> None:
    address = f"/v1/games/{served}/{what}".rstrip("/")
    problem = refused(client.get(f"{address}?viewer=table"), 403, "hidden-while-running")
    assert "viewer=1" in problem["next_step"]


def test_the_default_viewer_is_a_spectator(client: Client, served: str) -> None:
    """What a seat may see is shown if the request says which seat it is about."""
    for what in ("board", "events", "timeline", "board.svg"):
        given, public = (client.get(f"/v1/games/{served}/{what}{query}") for query in ("", "?viewer=spectator"))
        assert given.data == public.data
    asked = client.get(f"/v1/games/{served}/choices?seat=1").json
    assert asked == client.get(f"/v1/games/{served}/choices?seat=1&viewer=1").json
    assert asked != client.get(f"/v1/games/{served}/choices?seat=1&viewer=spectator").json


def test_a_write_is_refused_if_its_viewer_may_not_see_the_answer(client: Client, served: str) -> None:
    body = client.get(f"/v1/games/{served}/legal-actions?seat=1").json["items"][0]
    action = {"seat": 1, "action": body["action"]}
    for what in ("actions", "undo", "redo"):
        refused(
            client.post(f"/v1/games/{served}/{what}?viewer=table", json=action if what == "actions" else {}),
            403,
            "hidden-while-running",
        )
    assert client.get(f"/v1/games/{served}").json["version"] == 1
    done = client.post(f"/v1/games/{served}/actions", json=action)
    assert done.status_code == 201
    assert done.json["board"] == client.get(f"/v1/games/{served}/board?viewer=1").json["board"]


def test_only_a_seat_itself_sees_what_it_may_undo(client: Client, served: str) -> None:
    """It depends on what the seat has learned."""
    body = client.get(f"/v1/games/{served}/legal-actions?seat=1").json["items"][0]
    client.post(f"/v1/games/{served}/actions", json={"seat": 1, "action": body["action"]})
    game = f"/v1/games/{served}"
    assert client.get(f"{game}?seat=1").json["can_undo"] == {"to": 1}
    assert client.get(f"{game}?seat=2").json["can_undo"]["blocked_by"] == 2
    for query in ("", "?seat=1&viewer=2", "?seat=1&viewer=spectator"):
        assert not {"can_undo", "can_redo"} & client.get(game + query).json.keys()


def test_a_page_is_shown_to_a_seat_or_a_spectator(client: Client, served: str) -> None:
    page = client.get(f"/games/{served}").text
    assert 'value="spectator" selected' in page
    assert "Table (everything)" not in page
    assert client.get(f"/games/{served}?viewer=table", headers={"Accept": "text/html"}).status_code == 403
    assert client.get(f"/games/{served}?viewer=1").status_code == 200


def test_a_table_with_its_own_dice_and_cards_sees_all(client: Client) -> None:
    game = record(client, count=5)
    assert client.get(f"/v1/games/{game}/board").json == client.get(f"/v1/games/{game}/board?viewer=table").json
    assert "Table (everything)" in client.get(f"/games/{game}").text
