"""Notes: texts and bookmarks on versions, written by a seat or by the table."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any
from uuid import UUID

import pytest

from api.recording.decide import Entry
from events import notes as module
from rulesets.heros_crossing_tactics import RULESET
from rulesets.kit.bots import BOTS
from tests.api.conftest import TACTICS, action_bodies, begin, record, refused

if TYPE_CHECKING:
    from api.service import Service
    from tests.api.client import Answer, Client

VIEWERS = ("table", "1", "2", "spectator")


def served(client: Client, actions: int = 3) -> str:
    """A game that the service deals, with some actions."""
    body = {"ruleset": TACTICS, "seats": [{"name": "Ada"}, {"name": "Ben"}], "chance": "server"}
    game = str(client.post("/v1/games", json=body).json["id"])
    for _ in range(actions):
        seat = client.get(f"/v1/games/{game}").json["waiting_for"][0]
        (legal,) = client.get(f"/v1/games/{game}/legal-actions?seat={seat}&limit=1").json["items"]
        act = {"seat": seat, "action": legal["action"]}
        assert client.post(f"/v1/games/{game}/actions", json=act).status_code == 201
    return game


def write(client: Client, game: str, version: int = 2, headers: dict[str, str] | None = None, **body: Any) -> Answer:
    return client.post(f"/v1/games/{game}/annotations", json={"version": version, **body}, headers=headers or {})


def notes(client: Client, game: str, viewer: str | None = None, **query: Any) -> list[dict[str, Any]]:
    asked = {"viewer": viewer, **query} if viewer else query
    answer = client.get(f"/v1/games/{game}/annotations", query_string=asked)
    assert answer.status_code == 200, answer.json
    return list(answer.json["items"])


def read_by(client: Client, game: str, viewers: tuple[str, ...] = VIEWERS) -> dict[str, int]:
    """How many notes each viewer reads."""
    return {viewer: len(notes(client, game, viewer)) for viewer in viewers}


def test_a_note_is_written_read_changed_and_deleted(client: Client) -> None:
    """The game and its events stay as they are."""
    game = record(client, count=10)
    before = client.get(f"/v1/games/{game}").json, client.get(f"/v1/games/{game}/events").json
    written = write(client, game, 5, text="Here it was lost.\nOr was it?")
    assert written.status_code == 201
    note = written.json
    assert (note["version"], note["seat"], note["text"]) == (5, None, "Here it was lost.\nOr was it?")
    assert (note["visible_to"], note["visible_from"]) == ("table", "now")
    address = f"/v1/games/{game}/annotations/{note['n']}"
    assert written.headers["Location"] == address
    assert notes(client, game) == [note]
    changed = client.patch(address, json={"text": None, "visible_to": "all"}).json
    assert changed == {**note, "text": None, "visible_to": "all", "changed_at": changed["changed_at"]}
    assert client.delete(address).status_code == 204
    assert notes(client, game) == []
    refused(client.delete(address), 404, "unknown-note")
    refused(client.patch(address, json={"text": "more"}), 404, "unknown-note")
    assert (client.get(f"/v1/games/{game}").json, client.get(f"/v1/games/{game}/events").json) == before


def test_who_reads_a_note_in_a_game_with_own_dice_and_cards(client: Client) -> None:
    """The table sees everything, so it reads all notes; a seat reads its own notes and those for all."""
    whole = len(action_bodies())
    cases: list[tuple[dict[str, Any], str, str]] = [
        ({"visible_to": "seat", "seat": 1}, "table 1", "table 1"),
        ({"visible_to": "table"}, "table", "table 1 2 spectator"),
        ({"visible_to": "table", "seat": 2}, "table 2", "table 1 2 spectator"),
        ({"visible_to": "all", "seat": 1}, "table 1 2 spectator", "table 1 2 spectator"),
        ({"visible_to": "all", "seat": 1, "visible_from": "end"}, "table 1", "table 1 2 spectator"),
        ({"visible_to": "all", "visible_from": "end"}, "table", "table 1 2 spectator"),
    ]
    for body, running, over in cases:
        game = record(client, count=whole - 1)
        assert write(client, game, **body).status_code == 201
        assert [viewer for viewer, n in read_by(client, game).items() if n] == running.split(), body
        client.post(f"/v1/games/{game}/actions", json=action_bodies()[whole - 1])
        assert client.get(f"/v1/games/{game}").json["status"] == "finished"
        assert [viewer for viewer, n in read_by(client, game).items() if n] == over.split(), body


def test_who_reads_a_note_in_a_game_that_the_service_deals(client: Client, service: Service) -> None:
    """While the game runs there is no table that writes or reads.

    A private note of a seat stays private after the end.
    """
    game = served(client)
    refused(write(client, game, text="from nobody"), 403, "hidden-while-running")
    refused(client.get(f"/v1/games/{game}/annotations?viewer=table"), 403, "hidden-while-running")
    for audience, since in (("seat", "now"), ("table", "now"), ("all", "end")):
        written = write(client, game, seat=1, visible_to=audience, visible_from=since)
        assert written.status_code == 201
    assert read_by(client, game, ("1", "2", "spectator")) == {"1": 3, "2": 0, "spectator": 0}
    assert notes(client, game) == []  # a viewer without a seat is a spectator
    played_out(service, game)
    assert client.get(f"/v1/games/{game}").json["status"] == "finished"
    assert read_by(client, game) == {"table": 2, "1": 3, "2": 2, "spectator": 2}


def test_notes_for_the_end_can_be_read_in_an_abandoned_game(client: Client) -> None:
    """Notes that wait for the end can be read, and those for the table."""
    game = served(client)
    for audience, since in (("seat", "now"), ("table", "now"), ("all", "end")):
        write(client, game, seat=1, visible_to=audience, visible_from=since)
    assert client.post(f"/v1/games/{game}/abandon", json={}).status_code == 201
    assert read_by(client, game) == {"table": 2, "1": 3, "2": 2, "spectator": 2}


def played_out(service: Service, game: str) -> None:
    """Let bots play a game to its end."""
    rng, found = Random(1), service.library.game(UUID(game))
    while found.summary.status == "running":
        seat = found.summary.waiting_for[0]
        board: Any = service.library.head(found, seat)
        action = BOTS["random"](RULESET, board, seat, rng)
        found = service.recorder.act(found.id, [Entry(seat=seat, action=action)]).game


def test_a_note_is_changed_by_the_table_or_by_its_seat(client: Client) -> None:
    """In local mode `seat` in the request is trusted. A note that a seat may not read is not found."""
    game = record(client, count=10)
    address = f"/v1/games/{game}/annotations/{{}}"
    shared = address.format(write(client, game, seat=1, visible_to="all").json["n"])
    own = address.format(write(client, game, seat=1, visible_to="seat").json["n"])
    tables = address.format(write(client, game, visible_to="all").json["n"])
    refused(client.patch(shared, json={"seat": 2, "text": "no"}), 403, "not-your-note")
    refused(client.delete(f"{shared}?seat=2"), 403, "not-your-note")
    refused(client.patch(tables, json={"seat": 1, "text": "no"}), 403, "not-your-note")
    refused(client.patch(own, json={"seat": 2, "text": "no"}), 404, "unknown-note")
    refused(client.delete(f"{own}?seat=2"), 404, "unknown-note")
    for asks in ({"seat": 1}, {}):
        assert client.patch(own, json={**asks, "text": "mine"}).json["text"] == "mine"
    assert client.delete(f"{shared}?seat=1").status_code == 204
    assert client.delete(own).status_code == 204


def test_only_its_seat_changes_a_note_in_a_game_that_the_service_deals(client: Client) -> None:
    """There is no table that could change it."""
    game = served(client)
    note = f"/v1/games/{game}/annotations/{write(client, game, seat=1, visible_to='all').json['n']}"
    refused(client.patch(note, json={"text": "no"}), 403, "hidden-while-running")
    refused(client.delete(note), 403, "hidden-while-running")
    refused(client.delete(f"{note}?seat=2"), 403, "not-your-note")
    assert client.patch(note, json={"seat": 1, "text": "mine"}).status_code == 200
    assert client.delete(f"{note}?seat=1").status_code == 204


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({"version": 0}, "/version"),
        ({"version": 99}, "/version"),
        ({"version": 2, "text": ""}, "/text"),
        ({"version": 2, "text": "x" * 5001}, "/text"),
        ({"version": 2, "text": "a bell\x07"}, "/text"),
        ({"version": 2, "text": "turned \u202e about"}, "/text"),
        ({"version": 2, "seat": 3}, "/seat"),
        ({"version": 2, "visible_to": "me"}, "/visible_to"),
        ({"version": 2, "visible_to": "seat"}, "/visible_to"),
        ({"version": 2, "visible_from": "later"}, "/visible_from"),
    ],
)
def test_an_invalid_note_is_refused(client: Client, body: dict[str, Any], pointer: str) -> None:
    """The text has at most 5,000 characters, and no control characters but line breaks."""
    game = record(client, count=3)
    problem = refused(client.post(f"/v1/games/{game}/annotations", json=body), 422, "invalid-request")
    assert problem["errors"][0]["pointer"] == pointer
    assert notes(client, game) == []


def test_an_invalid_change_of_a_note_is_refused(client: Client) -> None:
    game = record(client, count=3)
    address = f"/v1/games/{game}/annotations/{write(client, game, visible_to='all').json['n']}"
    for body, pointer in (({"visible_to": "seat"}, "/visible_to"), ({"seat": 3}, "/seat"), ({"text": "\x00"}, "/text")):
        assert refused(client.patch(address, json=body), 422, "invalid-request")["errors"][0]["pointer"] == pointer
    refused(client.delete(f"{address}?seat=3"), 422, "invalid-request")
    for n in ("0", "x", "9" * 30, "7"):
        refused(client.delete(f"/v1/games/{game}/annotations/{n}"), 404, "unknown-note")


def test_writing_a_note_checks_version_and_idempotency_key(client: Client) -> None:
    """As every write to a game that has them."""
    game = record(client, count=3)
    refused(write(client, game, headers={"If-Match": '"3"'}), 412, "stale-version")
    headers = {"If-Match": '"4"', "Idempotency-Key": "k"}
    first, again = (write(client, game, headers=headers, text="once") for _ in range(2))
    assert first.json == again.json
    assert notes(client, game) == [first.json]
    refused(write(client, game, headers=headers, text="twice"), 422, "idempotency-key-reused")
    address = f"/v1/games/{game}/annotations/{first.json['n']}"
    for _ in range(2):
        changed = client.patch(address, json={"text": "more"}, headers={"Idempotency-Key": "l"})
        assert changed.json["text"] == "more"
    for _ in range(2):
        assert client.delete(address, headers={"Idempotency-Key": "m"}).status_code == 204
    refused(write(client, game, headers=headers, text="once"), 404, "unknown-note")


def test_the_number_of_notes_is_limited(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """The limit is for each seat, so that it reveals nothing about the notes of others."""
    monkeypatch.setattr(module, "MAX_NOTES", 2)
    game = record(client, count=3)
    for seat in (1, 2):
        for _ in range(2):
            write(client, game, seat=seat)
        refused(write(client, game, seat=seat), 409, "too-many-notes")


def test_notes_are_paged_and_filtered_by_version(client: Client) -> None:
    game = record(client, count=5)
    for version in (4, 2, 4, 3):
        write(client, game, version)
    answer = client.get(f"/v1/games/{game}/annotations?limit=3").json
    rest = client.get(f"/v1/games/{game}/annotations?limit=3&cursor={answer['next']}").json
    assert [note["version"] for note in answer["items"] + rest["items"]] == [2, 3, 4, 4]
    assert rest["next"] is None
    assert len(notes(client, game, version=4)) == 2


def test_the_reason_of_an_undo_is_a_note(client: Client) -> None:
    """It belongs to the seat that asked, on the version of the undo; the table reads, changes and deletes it as any
    other."""
    game = begin(client)
    client.post(f"/v1/games/{game}/actions", json=action_bodies()[:2])
    client.post(f"/v1/games/{game}/undo", json={"seat": 1, "to": "2", "reason": "a slip"})
    (note,) = notes(client, game)
    assert (note["version"], note["seat"], note["text"], note["visible_to"]) == (4, 1, "a slip", "table")
    assert read_by(client, game) == {"table": 1, "1": 1, "2": 0, "spectator": 0}
    assert client.delete(f"/v1/games/{game}/annotations/{note['n']}?seat=1").status_code == 204
