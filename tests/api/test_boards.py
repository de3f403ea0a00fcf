"""Endpoints that show games: boards, pictures, events, timelines, exports."""

from __future__ import annotations

import pytest
from msgspec import json

from api.service import Service
from tests.api.client import Client
from tests.api.conftest import record, refused


def test_a_board_names_the_versions_before_and_after_it(client: Client) -> None:
    game = record(client, count=20)
    seen, version = [], 1
    while version:
        board = client.get(f"/v1/games/{game}/board?at={version}").json
        seen.append(board["version"])
        version = board["next"]
    assert seen == list(range(1, 22))
    assert board["prev"] == 20
    assert client.get(f"/v1/games/{game}/board?at=start").json["version"] == 1
    assert client.get(f"/v1/games/{game}/board?at=-2").json["version"] == 19
    assert client.get(f"/v1/games/{game}/board?at=round:1").json["round"] == 1


def test_an_answer_that_did_not_change_is_not_sent_again(client: Client) -> None:
    game = record(client, count=3)
    for path in ("", "/board", "/board.svg", "/events", "/timeline", "/export", "/legal-actions?seat=1"):
        url = f"/v1/games/{game}{path}"
        first = client.get(url)
        assert first.headers["Cache-Control"].startswith("private")
        again = client.get(url, headers={"If-None-Match": first.headers["ETag"]})
        assert (again.status_code, again.data) == (304, b"")
        assert client.get(url, headers={"If-None-Match": '"other"'}).data == first.data


def test_the_etag_differs_between_viewers(client: Client) -> None:
    game = record(client, count=3)
    tags = {client.get(f"/v1/games/{game}/board?viewer={who}").headers["ETag"] for who in ("table", "1", "2")}
    assert len(tags) == 3


def test_a_picture_of_a_numbered_version_is_immutable(client: Client) -> None:
    game = record(client, count=3)
    fixed = client.get(f"/v1/games/{game}/board.svg?at=3")
    assert fixed.mimetype == "image/svg+xml"
    assert fixed.data.startswith(b"<svg")
    assert "immutable" in fixed.headers["Cache-Control"]
    assert "style-src 'unsafe-inline'" in fixed.headers["Content-Security-Policy"]
    assert "immutable" not in client.get(f"/v1/games/{game}/board.svg").headers["Cache-Control"]
    # a seat will see more of this version once the game is over
    assert "immutable" not in client.get(f"/v1/games/{game}/board.svg?at=3&viewer=2").headers["Cache-Control"]


def test_a_picture_of_a_game_that_the_service_deals_is_immutable_once_it_is_over(client: Client) -> None:
    """While the game runs, the same version shows less than after its end."""
    begun = {"ruleset": "heros_crossing_tactics", "seats": [{}, {}], "chance": "server"}
    game = client.post("/v1/games", json=begun).json
    picture = f"/v1/games/{game['id']}/board.svg?at=1"
    assert "immutable" not in client.get(picture).headers["Cache-Control"]
    while game["waiting_for"]:
        (seat, *_) = game["waiting_for"]
        legal = client.get(f"/v1/games/{game['id']}/legal-actions?seat={seat}").json["items"]
        body = {"seat": seat, "action": legal[game["version"] * 7 % len(legal)]["action"]}
        game |= client.post(f"/v1/games/{game['id']}/actions", json=body).json
    assert game["status"] == "finished"
    assert "immutable" in client.get(picture).headers["Cache-Control"]


def test_a_picture_names_no_player(client: Client) -> None:
    game = record(client, count=3, seats=[{"name": "Zenobia"}, {"name": "Xerxes"}])
    picture = client.get(f"/v1/games/{game}/board.svg").get_data(as_text=True)
    assert "Zenobia" not in picture
    assert "Xerxes" not in picture


def test_events_are_listed_by_version_from_any_version_on(client: Client) -> None:
    game = record(client, count=10)
    page = client.get(f"/v1/games/{game}/events?limit=4&from=3").json
    assert [event["version"] for event in page["items"]] == [3, 4, 5, 6]
    page = client.get(f"/v1/games/{game}/events?limit=200&cursor={page['next']}").json
    assert [event["version"] for event in page["items"]] == [7, 8, 9, 10, 11]
    assert page["next"] is None


def test_the_events_of_a_line_leave_out_what_was_undone(client: Client) -> None:
    game = record(client, count=4)
    client.post(f"/v1/games/{game}/undo", json={"to": "4"})
    assert [event["version"] for event in client.get(f"/v1/games/{game}/events?line=1").json["items"]] == [1, 2, 3, 4]
    assert len(client.get(f"/v1/games/{game}/events").json["items"]) == 6
    refused(client.get(f"/v1/games/{game}/events?line=99"), 404, "unknown-version")
    refused(client.get(f"/v1/games/{game}/timeline?line=99"), 404, "unknown-version")


def test_only_the_table_sees_outcomes_until_the_game_is_finished(client: Client) -> None:
    running, finished = record(client, count=5), record(client)
    (start, *_) = client.get(f"/v1/games/{running}/events?viewer=table").json["items"]
    assert start["outcomes"]
    for who in ("1", "2", "spectator"):
        assert "outcomes" not in client.get(f"/v1/games/{running}/events?viewer={who}").json["items"][0]
        assert client.get(f"/v1/games/{finished}/events?viewer={who}").json["items"][0]["outcomes"]


def test_the_timeline_has_a_sentence_for_each_event(client: Client) -> None:
    game = record(client)
    timeline = client.get(f"/v1/games/{game}/timeline").json
    listed = [event for each in timeline["rounds"] for turn in each["turns"] for event in turn["events"]]
    assert [event["version"] for event in listed] == list(range(1, len(listed) + 1))
    assert all(event["text"] for event in listed)
    piece = listed[1]["touches"][0]
    history = client.get(f"/v1/games/{game}/timeline?touches={piece}").json
    kept = [event for each in history["rounds"] for turn in each["turns"] for event in turn["events"]]
    assert 0 < len(kept) < len(listed)
    assert all(piece in event["touches"] for event in kept)


def test_an_export_has_everything_that_the_hash_chain_covers(client: Client, service: Service) -> None:
    game = record(client, count=6)
    answer = client.get(f"/v1/games/{game}/export")
    assert answer.mimetype == "application/x-ndjson"
    header, *lines = [json.decode(line) for line in answer.data.splitlines()]
    assert (header["format"], header["version"], header["id"]) == ("tabletale.game", 7, game)
    assert [line["version"] for line in lines] == list(range(1, 8))
    stored = list(service.store.events(service.store.games()[0].id))
    for raw, event in zip(answer.data.splitlines()[1:], stored, strict=True):
        assert event.effects.encode() in raw
        assert event.action.encode() in raw
        assert event.hash.hex().encode() in raw
    (components,) = header["component_sets"]
    assert components["hash"] == client.get(f"/v1/games/{game}").json["component_set"]
    assert lines[0]["salt"] == stored[0].salt.hex()


def test_only_the_table_may_export_a_running_game(client: Client) -> None:
    running, finished = record(client, count=3), record(client)
    for who in ("1", "2", "spectator"):
        refused(client.get(f"/v1/games/{running}/export?viewer={who}"), 403, "hidden-while-running")
        assert client.get(f"/v1/games/{finished}/export?viewer={who}").status_code == 200


# --- pictures for other programs


def test_a_picture_has_its_colours_as_values(client: Client) -> None:
    """A picture uses no CSS variables: it has the light colours with the dark ones as an alternative, or those of one
    theme."""
    address = f"/v1/games/{record(client, count=3)}/board.svg"
    auto = client.get(address).get_data(as_text=True)
    assert "var(" not in auto
    assert "prefers-color-scheme: dark" in auto
    light, dark = (client.get(f"{address}?theme={theme}").get_data(as_text=True) for theme in ("light", "dark"))
    assert ("#FFFDF8" in light, "#FFFDF8" in dark) == (True, False)
    assert "@media" not in light + dark


def test_a_png_is_as_wide_as_requested(client: Client) -> None:
    """A high picture is narrower, so that its height stays within the limit."""
    address = f"/v1/games/{record(client, count=3)}/board.png"
    for asked, width in (("", 1280), ("?width=1", 1), ("?width=320&theme=dark&at=2&arrangement=narrow", 320)):
        reply = client.get(address + asked)
        assert (reply.status_code, reply.mimetype) == (200, "image/png")
        assert size_of(reply.data)[0] == width
    assert max(size_of(client.get(f"{address}?width=4000").data)) == 4000


def size_of(png: bytes) -> tuple[int, int]:
    """Width and height of a PNG."""
    return int.from_bytes(png[16:20], "big"), int.from_bytes(png[20:24], "big")


@pytest.mark.parametrize(
    ("query", "pointer"),
    [
        ("board.png?width=0", "width"),
        ("board.png?width=100000", "width"),
        ("board.png?width=wide", "width"),
        ("board.svg?theme=sepia", "theme"),
        ("board.png?arrangement=round", "arrangement"),
    ],
)
def test_an_invalid_size_theme_or_arrangement_is_refused(client: Client, query: str, pointer: str) -> None:
    """Its size is bounded, and its theme and arrangement are known ones."""
    reply = client.get(f"/v1/games/{record(client, count=1)}/{query}")
    assert reply.status_code == 422
    assert pointer in str(reply.get_json())
