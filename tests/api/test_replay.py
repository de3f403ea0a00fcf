"""A whole game in one download, and the difference between two versions."""

from __future__ import annotations

import gzip
from typing import Any

import jsonpatch
import pytest
from msgspec import json

from api.resources import replays
from tests.api.client import Client
from tests.api.conftest import record, refused

LENGTH = 31


@pytest.fixture
def forked(client: Client) -> str:
    """A game of 31 versions that was undone to 20, and continues with 33."""
    game = record(client, count=LENGTH - 1)
    client.post(f"/v1/games/{game}/undo", json={"to": "20"})
    legal = client.get(f"/v1/games/{game}/legal-actions").json["items"]
    bodies = ({"seat": each["seat"], "action": each["action"]} for each in legal)
    assert any(client.post(f"/v1/games/{game}/actions", json=each).status_code == 201 for each in bodies)
    return game


def board(client: Client, game: str, **query: Any) -> Any:
    return client.get(f"/v1/games/{game}/board", query_string=query).json["board"]


@pytest.mark.parametrize("viewer", ["table", "1", "spectator"])
def test_a_download_holds_every_board_as_its_viewer_sees_it(client: Client, forked: str, viewer: str) -> None:
    """It has the sentence and the ids of each event, along any line, from any version to any other."""
    whole = client.get(f"/v1/games/{forked}/replay", query_string={"viewer": viewer, "line": 25, "from": 5}).json
    assert (whole["viewer"], whole["line"], whole["first"], whole["last"], whole["next"]) == (viewer, 1, 5, 31, None)
    assert [event["version"] for event in whole["events"]] == list(range(5, 32))
    for event in whole["events"][::6]:
        assert event["view"] == board(client, forked, at=event["version"], viewer=viewer)
    items = client.get(f"/v1/games/{forked}/events", query_string={"viewer": viewer, "limit": 200}).json["items"]
    texts = {event["version"]: event["text"] for event in items}
    assert [event["text"] for event in whole["events"]] == [texts[event["version"]] for event in whole["events"]]


def test_a_download_as_json_lines_and_compressed(client: Client, forked: str) -> None:
    """One line for the head, one for each event; in gzip for clients that accept it."""
    whole = client.get(f"/v1/games/{forked}/replay").json
    lines = client.get(f"/v1/games/{forked}/replay", headers={"Accept": "application/x-ndjson"})
    head, *events = map(json.decode, lines.data.splitlines())
    assert {**head, "events": events} == whole
    squeezed = Client(client.application).get(f"/v1/games/{forked}/replay", headers={"Accept-Encoding": "gzip"})
    assert squeezed.headers["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in squeezed.headers["Vary"]
    assert json.decode(gzip.decompress(squeezed.data)) == whole
    assert len(squeezed.data) < len(lines.data) / 3


def test_a_long_game_comes_in_parts(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replays, "MOST", 10)
    game, at, seen = record(client, count=LENGTH - 1), 1, []
    while at:
        part = client.get(f"/v1/games/{game}/replay?from={at}").json
        seen += [event["version"] for event in part["events"]]
        at = part["next"]
    assert seen == list(range(1, LENGTH + 1))


def test_a_patch_leads_from_one_board_to_the_other(client: Client, forked: str) -> None:
    """Also across lines, with the standing of both."""
    for one, other in ((5, 17), (31, 33), (33, 25), (9, 9)):
        found = client.get(f"/v1/games/{forked}/diff?from={one}&to={other}").json
        before, after = board(client, forked, at=one), board(client, forked, at=other)
        assert jsonpatch.apply_patch(before, found["patch"]) == after
        assert (found["from"]["version"], found["to"]["version"]) == (one, other)
        assert (found["patch"] == []) == (one == other)
    assert (found["from"]["line"], client.get(f"/v1/games/{forked}/diff?from=25").json["to"]["line"]) == (1, 33)
    standing = client.get(f"/v1/games/{forked}").json["standing"]
    assert client.get(f"/v1/games/{forked}/diff?from=1").json["to"]["standing"] == standing
    assert client.get(f"/v1/games/{forked}/diff?from=-2&to=end&line=25").json["from"]["version"] == 29


def test_unknown_versions_and_lines_are_not_found(client: Client, forked: str) -> None:
    for query in ("replay?from=99", "replay?to=25", "replay?line=999", "diff?from=99", "diff?from=1&to=round:77"):
        refused(client.get(f"/v1/games/{forked}/{query}"), 404, "unknown-version")
    for query in ("diff", "diff?from=x", "replay?viewer=9", "replay?limit=5"):
        refused(client.get(f"/v1/games/{forked}/{query}"), 422, "invalid-request")
    refused(client.get(f"/v1/games/{forked}/replay", headers={"Accept": "image/png"}), 406, "not-acceptable")
