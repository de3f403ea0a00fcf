"""Undo requests over REST."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import pytest
from msgspec import json

from api.app import create_app
from api.service import Service
from tests.api.client import Answer
from tests.api.conftest import CheckedClient, action_bodies, begin, game_body, record, refused
from tests.api.serving import Running, serving
from tests.api.test_stream import act, following

ADA, BEN = {"seat": 1}, {"seat": 2}


@pytest.fixture
def game(client: CheckedClient) -> str:
    return record(client, count=10, undo="consent")


def request_undo(client: CheckedClient, game: str, **body: Any) -> dict[str, Any]:
    """Ada requests an undo; returns the request."""
    answer = client.post(f"/v1/games/{game}/undo", json={"seat": 1, "to": "8", **body})
    assert answer.status_code == 202, answer.json
    return answer.json


def header(client: CheckedClient, game: str) -> Any:
    return client.get(f"/v1/games/{game}").json["undo_request"]


def answer_request(client: CheckedClient, game: str, n: int, what: str, body: dict[str, int], **more: Any) -> Answer:
    return client.post(f"/v1/games/{game}/undo-requests/{n}/{what}", json=body, **more)


def test_nothing_is_undone_before_the_other_seat_accepts(client: CheckedClient, game: str) -> None:
    """The game shows the request; when the last seat accepts, the undo is one event."""
    wanted = {"n": 1, "seat": 1, "to": 8, "version": 11, "accepted": []}
    assert header(client, game) is None
    assert request_undo(client, game, reason="a slip") == wanted
    assert header(client, game) == wanted
    assert client.get(f"/v1/games/{game}").json["version"] == 11
    done = answer_request(client, game, 1, "accept", BEN)
    assert done.status_code == 201
    assert (done.json["version"], done.json["head"]) == (12, 8)
    event = done.json["events"][0]
    assert (event["kind"], event["seat"], event["parent"]) == ("undo", 1, 8)
    assert header(client, game) is None


def test_the_reason_becomes_a_note(client: CheckedClient, service: Service, game: str) -> None:
    """It is a note as that of any undo; if the request is declined, the reason is deleted."""
    request_undo(client, game, reason="a slip")
    answer_request(client, game, 1, "decline", BEN)
    assert service.store.undo_request(UUID(game), 1).reason is None
    assert service.store.notes(UUID(game)) == []
    request_undo(client, game, reason="a slip")
    answer_request(client, game, 2, "accept", BEN)
    assert [(note.version, note.text) for note in service.store.notes(UUID(game))] == [(12, "a slip")]
    assert service.store.undo_request(UUID(game), 2).reason is None


def test_the_default_target_is_the_start_of_the_move(client: CheckedClient, game: str) -> None:
    can = client.get(f"/v1/games/{game}").json["can_undo"]["to"]
    answer = client.post(f"/v1/games/{game}/undo", json=ADA)
    assert (answer.status_code, answer.json["to"]) == (202, can)


def test_redo_needs_a_request_too(client: CheckedClient, game: str) -> None:
    request_undo(client, game)
    answer_request(client, game, 1, "accept", BEN)
    answer = client.post(f"/v1/games/{game}/redo", json={"seat": 2, "to": "11"})
    assert (answer.status_code, answer.json) == (202, {"n": 2, "seat": 2, "to": 11, "version": 12, "accepted": []})
    done = answer_request(client, game, 2, "accept", ADA)
    assert (done.status_code, done.json["head"], done.json["events"][0]["kind"]) == (201, 11, "redo")


def test_an_accepted_undo_may_go_back_before_a_roll(client: CheckedClient) -> None:
    """All seats agreed to it; the version that is played next is rolled anew."""
    game = begin(client, undo="consent", chance="server", outcomes=[])
    for _ in range(30):
        first_legal(client, game)
    assert client.post(f"/v1/games/{game}/undo", json={"seat": 1, "to": "2"}).status_code == 202
    assert answer_request(client, game, 1, "accept", BEN).json["head"] == 2


def test_an_event_withdraws_an_open_request(client: CheckedClient, game: str) -> None:
    """Nobody can accept a request that is no longer open; the next request has another number."""
    request_undo(client, game)
    assert client.post(f"/v1/games/{game}/actions", json=action_bodies()[10]).status_code == 201
    assert header(client, game) is None
    for what in ("accept", "decline"):
        refused(answer_request(client, game, 1, what, BEN), 409, "undo-request-closed")
    refused(client.delete(f"/v1/games/{game}/undo-requests/1?seat=1"), 409, "undo-request-closed")
    assert request_undo(client, game)["n"] == 2
    assert client.get(f"/v1/games/{game}").json["version"] == 12


def test_only_one_request_is_open_at_a_time(client: CheckedClient, game: str) -> None:
    """A second request is refused, and the problem names the open one."""
    request_undo(client, game)
    for seat in (1, 2):
        answer = client.post(f"/v1/games/{game}/undo", json={"seat": seat, "to": "9"})
        assert refused(answer, 409, "undo-request-open")["undo_request"] == 1
    answer_request(client, game, 1, "decline", BEN)
    assert request_undo(client, game)["n"] == 2


def test_a_seat_cannot_accept_its_own_request(client: CheckedClient, game: str) -> None:
    request_undo(client, game)
    for what in ("accept", "decline"):
        refused(answer_request(client, game, 1, what, ADA), 409, "own-undo-request")
    refused(client.delete(f"/v1/games/{game}/undo-requests/1?seat=2"), 403, "not-your-undo-request")
    assert header(client, game)["n"] == 1


@pytest.mark.parametrize("sent", [{"query_string": {"seat": 1}}, {"json": ADA}])
def test_a_seat_may_withdraw_its_own_request(client: CheckedClient, game: str, sent: Any) -> None:
    """The seat is given in the query or in the body."""
    request_undo(client, game)
    assert client.delete(f"/v1/games/{game}/undo-requests/1", **sent).status_code == 204
    assert header(client, game) is None
    refused(answer_request(client, game, 1, "accept", BEN), 409, "undo-request-closed")


def test_a_declined_request_is_closed(client: CheckedClient, game: str) -> None:
    request_undo(client, game)
    assert answer_request(client, game, 1, "decline", BEN).status_code == 204
    assert header(client, game) is None
    refused(answer_request(client, game, 1, "accept", BEN), 409, "undo-request-closed")


def test_all_other_seats_have_to_accept(full_service: Service) -> None:
    """The request lists who has accepted; to accept twice changes nothing."""
    client = CheckedClient(create_app(full_service))
    game = game_of_three(client)
    asked = client.post(f"/v1/games/{game}/undo", json={"seat": 2, "to": "1"})
    assert asked.status_code == 202, asked.json
    for _ in range(2):
        half = answer_request(client, game, 1, "accept", {"seat": 3})
        assert (half.status_code, half.json["accepted"]) == (202, [3])
    assert header(client, game)["accepted"] == [3]
    assert client.get(f"/v1/games/{game}").json["version"] == 2
    done = answer_request(client, game, 1, "accept", ADA)
    assert (done.status_code, done.json["head"]) == (201, 1)


def first_legal(client: CheckedClient, game: str) -> None:
    """The first action of a seat that is waited for, as that seat sees the game."""
    found = client.get(f"/v1/games/{game}").json
    seat, seen = found["waiting_for"][0], {"If-Match": f'"{found["version"]}"'}
    item = client.get(f"/v1/games/{game}/legal-actions?limit=1&seat={seat}").json["items"][0]
    body = {"seat": seat, "action": item["action"]}
    assert client.post(f"/v1/games/{game}/actions", json=body, headers=seen).status_code == 201


def game_of_three(client: CheckedClient) -> str:
    """A game with three seats and one action."""
    body = {"ruleset": "kingdom_rush", "seats": [{}, {}, {}], "chance": "server", "undo": "consent"}
    made = client.post("/v1/games", json=body)
    assert made.status_code == 201, made.json
    first_legal(client, made.json["id"])
    return str(made.json["id"])


def test_a_solo_player_needs_no_consent(full_service: Service) -> None:
    client = CheckedClient(create_app(full_service))
    body = {"ruleset": "kingdom_rush", "seats": [{}], "chance": "server", "undo": "consent"}
    game = client.post("/v1/games", json=body).json["id"]
    first_legal(client, game)
    assert client.post(f"/v1/games/{game}/undo", json={"to": "1"}).status_code == 201


def test_a_request_that_is_sent_twice_is_one(client: CheckedClient, game: str) -> None:
    """This holds for each endpoint with an Idempotency-Key; the same key for another request is refused."""
    path = f"/v1/games/{game}"

    def twice(send: Any, address: str, key: str, **more: Any) -> list[tuple[int, bytes]]:
        answers = [send(address, headers={"Idempotency-Key": key}, **more) for _ in range(2)]
        return [(answer.status_code, answer.data) for answer in answers]

    one, other = twice(client.post, f"{path}/undo", "a", json={"seat": 1, "to": "8"})
    assert one == other
    assert json.decode(one[1])["n"] == 1
    one, other = twice(client.post, f"{path}/undo-requests/1/decline", "b", json=BEN)
    assert one == other == (204, b"")
    assert request_undo(client, game)["n"] == 2
    one, other = twice(client.delete, f"{path}/undo-requests/2", "c", json=ADA)
    assert one == other == (204, b"")
    assert request_undo(client, game)["n"] == 3
    one, other = twice(client.post, f"{path}/undo-requests/3/accept", "d", json=BEN)
    assert (one[0], json.decode(one[1])["head"]) == (201, 8)
    assert one == other
    for key in "abcd":
        again = client.post(f"{path}/undo", json={"seat": 1, "to": "2"}, headers={"Idempotency-Key": key})
        refused(again, 422, "idempotency-key-reused")
    assert client.get(path).json["version"] == 12


def test_an_acceptance_that_is_sent_again_gets_its_first_answer(full_service: Service) -> None:
    """Also after the last seat has accepted: the game is not read again."""
    client = CheckedClient(create_app(full_service))
    game, key = game_of_three(client), {"Idempotency-Key": "k"}
    client.post(f"/v1/games/{game}/undo", json={"seat": 2, "to": "1"})
    assert answer_request(client, game, 1, "accept", {"seat": 3}, headers=key).status_code == 202
    assert answer_request(client, game, 1, "accept", ADA).status_code == 201
    assert answer_request(client, game, 1, "accept", {"seat": 3}, headers=key).status_code == 202
    assert client.get(f"/v1/games/{game}").json["version"] == 3


def test_a_stale_version_is_refused(client: CheckedClient, game: str) -> None:
    old = {"If-Match": '"9"'}
    refused(client.post(f"/v1/games/{game}/undo", json={"seat": 1, "to": "8"}, headers=old), 412, "stale-version")
    request_undo(client, game)
    for what in ("accept", "decline"):
        refused(answer_request(client, game, 1, what, BEN, headers=old), 412, "stale-version")
    refused(client.delete(f"/v1/games/{game}/undo-requests/1?seat=1", headers=old), 412, "stale-version")
    assert answer_request(client, game, 1, "accept", BEN, headers={"If-Match": '"11"'}).status_code == 201


def test_an_unknown_request_is_not_found(client: CheckedClient, game: str) -> None:
    for number in ("1", "0", "-1", "x", "99999999999999999999"):
        for answer in (
            answer_request(client, game, number, "accept", BEN),  # type: ignore[arg-type]
            answer_request(client, game, number, "decline", BEN),  # type: ignore[arg-type]
        ):
            refused(answer, 404, "unknown-undo-request")
        refused(client.delete(f"/v1/games/{game}/undo-requests/{number}?seat=1"), 404, "unknown-undo-request")


def test_an_invalid_seat_is_refused(client: CheckedClient, game: str) -> None:
    refused(client.post(f"/v1/games/{game}/undo", json={"seat": 3, "to": "8"}), 422, "invalid-request")
    problem = refused(client.post(f"/v1/games/{game}/undo", json={"to": "8"}), 422, "undo-refused")
    assert "name the seat" in problem["detail"]
    request_undo(client, game)
    for body in ({"seat": 3}, {"seat": 0}, {}, {"seat": "1"}, {"seat": 2, "more": 1}):
        refused(answer_request(client, game, 1, "accept", body), 422, "invalid-request")  # type: ignore[arg-type]
    refused(client.delete(f"/v1/games/{game}/undo-requests/1"), 422, "invalid-request")
    refused(client.delete(f"/v1/games/{game}/undo-requests/1", json={"seat": 7}), 403, "not-your-undo-request")


def test_a_correction_is_refused_if_undo_needs_consent(client: CheckedClient, game: str) -> None:
    """A correction undoes moves too, so it would be a way around the other seats."""
    body = {"changes": [{"version": 8, "drop": True}], "seat": 1}
    for query in ("", "?dry_run=1"):
        answer = client.post(f"/v1/games/{game}/amend{query}", json=body, headers={"If-Match": '"11"'})
        assert "agree" in refused(answer, 422, "amend-refused")["detail"]


# --- on the stream


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Any:
    with serving(tmp_path_factory.mktemp("consenting")) as service:
        yield service


def consenting(service: Running) -> str:
    return str(service.ask("POST", "/v1/games", game_body(undo="consent"))["id"])


def test_the_stream_sends_undo_requests(running: Running) -> None:
    """It sends them when they are made and declined, and with an event that closes them; a client that connects later
    gets the open one."""
    game = consenting(running)
    act(running, game, 0, 5)
    nothing: Any = ("undo_request", None)
    with following(running, game) as stream:
        assert next(stream)[0] == "hello"
        wanted = running.ask("POST", f"/v1/games/{game}/undo", {"seat": 1, "to": "4"})
        assert next(stream) == ("undo_request", wanted)
        with following(running, game) as later:
            assert [next(later)[0], next(later)] == ["hello", ("undo_request", wanted)]
        running.ask("POST", f"/v1/games/{game}/undo-requests/1/decline", BEN)
        assert next(stream) == nothing
        running.ask("POST", f"/v1/games/{game}/undo", {"seat": 1, "to": "4"})
        assert next(stream)[1]["n"] == 2
        act(running, game, 5, 6)
        assert [next(stream)[1]["version"], next(stream)] == [7, nothing]
        running.ask("POST", f"/v1/games/{game}/undo", {"seat": 1, "to": "4"})
        assert next(stream)[1]["n"] == 3
        running.ask("POST", f"/v1/games/{game}/undo-requests/3/accept", BEN)
        assert [next(stream)[1]["head"], next(stream)] == [4, nothing]
