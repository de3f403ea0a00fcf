"""The lines of a game: moves that an undo or a correction left are still there, and can be stepped through."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.api.conftest import record, refused

if TYPE_CHECKING:
    from tests.api.client import Answer, Client


@pytest.fixture
def forked(client: Client) -> str:
    """A game of 31 versions, corrected at 20: 32 goes back to 19, and 33 is the first version of the new line."""
    game = record(client, count=30)
    body, seen = {"changes": [{"version": 20, "drop": True}]}, {"If-Match": '"31"'}
    done = client.post(f"/v1/games/{game}/amend", json=body, headers=seen).json
    if done["head"] == 19:  # no move still fits: another one is played
        legal = client.get(f"/v1/games/{game}/legal-actions").json["items"]
        bodies = ({"seat": each["seat"], "action": each["action"]} for each in legal)
        assert any(client.post(f"/v1/games/{game}/actions", json=each).status_code == 201 for each in bodies)
    return game


def board(client: Client, game: str, **query: Any) -> Any:
    return client.get(f"/v1/games/{game}/board", query_string=query).json


def test_lines_are_listed_oldest_first(client: Client, forked: str) -> None:
    """Each has its label, the versions where it parts and ends, and whether it is the main line."""
    game = client.get(f"/v1/games/{forked}").json
    first, second = client.get(f"/v1/games/{forked}/lines").json["items"]
    assert (first["line"], first["parts_at"], first["end"], first["length"]) == (1, None, 31, 31)
    assert (second["line"], second["parts_at"], second["end"]) == (33, 19, game["head"])
    assert second["length"] == game["head"] - 32
    assert [line["main"] for line in (first, second)] == [False, True]


def test_next_and_previous_follow_the_requested_line(client: Client, forked: str) -> None:
    """They follow it before the fork too; `forks` lists the next versions of all lines."""
    assert board(client, forked, at=19)["next"] == 33
    assert board(client, forked, at=19, line=1)["next"] == 20
    assert board(client, forked, at=19)["forks"] == [20, 33]
    assert board(client, forked, at=18)["forks"] == []
    step, seen = 1, []
    while step:
        seen.append(step)
        step = board(client, forked, at=step, line=1)["next"]
    assert seen == list(range(1, 32))


def test_relative_versions_count_on_the_requested_line(client: Client, forked: str) -> None:
    """`-3`, `end`, `round:1` and `move:start` lead into a side line as they do on the main one."""
    assert board(client, forked, at="-3", line=1)["version"] == 28
    assert board(client, forked, line=1)["version"] == board(client, forked, at="end", line=1)["version"] == 31
    assert board(client, forked, at="move:start", line=1)["version"] in range(20, 31)
    assert board(client, forked, at="round:1", line=1)["version"] == board(client, forked, at="round:1")["version"]
    main, side = (client.get(f"/v1/games/{forked}/board.svg{query}").data for query in ("", "?line=1"))
    assert main != side


def test_a_version_of_another_line_or_an_unknown_line_is_not_found(client: Client, forked: str) -> None:
    refused(client.get(f"/v1/games/{forked}/board?at=25&line=33"), 404, "unknown-version")
    refused(client.get(f"/v1/games/{forked}/board?at=25&line=9999"), 404, "unknown-version")


def label(client: Client, game: str, line: object, called: object, **headers: str) -> Answer:
    return client.patch(f"/v1/games/{game}/lines/{line}", json={"label": called}, headers=headers)


def labels(client: Client, game: str) -> list[str | None]:
    return [line["label"] for line in client.get(f"/v1/games/{game}/lines").json["items"]]


def test_a_line_can_be_labelled(client: Client, forked: str) -> None:
    """The main line too; labels can be changed and removed. The game and its events stay as they are."""
    before = client.get(f"/v1/games/{forked}").json
    assert labels(client, forked) == [None, None]
    answer = label(client, forked, 33, "with the archer")
    assert answer.status_code == 200
    assert answer.json == client.get(f"/v1/games/{forked}/lines").json["items"][1]
    label(client, forked, 1, "as it was entered first")
    label(client, forked, 33, "without the monk")
    assert labels(client, forked) == ["as it was entered first", "without the monk"]
    label(client, forked, 33, None)
    assert labels(client, forked) == ["as it was entered first", None]
    assert client.get(f"/v1/games/{forked}").json == before


@pytest.mark.parametrize("called", ["", "x" * 201, "two\nlines", "a bell\x07", "turned \u202e about", 7])
def test_a_label_is_one_line_of_text(client: Client, forked: str, called: object) -> None:
    problem = refused(label(client, forked, 33, called), 422, "invalid-request")
    assert problem["errors"][0]["pointer"] == "/label"
    assert labels(client, forked) == [None, None]


@pytest.mark.parametrize("line", [2, 20, 31, 32, 34, 9999, 0, "x", "9" * 30])
def test_only_lines_can_be_labelled(client: Client, forked: str, line: object) -> None:
    """The number may be a version inside a line, an undo, or no version at all."""
    refused(label(client, forked, line, "none"), 404, "unknown-line")


def test_labelling_checks_version_and_idempotency_key(client: Client, forked: str) -> None:
    refused(label(client, forked, 33, "late", **{"If-Match": '"1"'}), 412, "stale-version")
    for called in ("once", "otherwise"):
        label(client, forked, 33, "once", **{"Idempotency-Key": "k"})
        label(client, forked, 33, called)
    label(client, forked, 33, "once", **{"Idempotency-Key": "k"})
    assert labels(client, forked) == [None, "otherwise"]
    refused(label(client, forked, 33, "other", **{"Idempotency-Key": "k"}), 422, "idempotency-key-reused")
