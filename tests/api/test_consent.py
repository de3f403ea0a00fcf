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


def asks(client: CheckedClient, game: str, **body: Any) -> dict[str, Any]:
    """Ada asks; what for."""
    answer = client.post(f"/v1/games/{game}/undo", json={"seat": 1, "to": "8", **body})
    assert answer.status_code == 202, answer.json
    return answer.json


def header(client: CheckedClient, game: str) -> Any:
    return client.get(f"/v1/games/{game}").json["undo_request"]


def answered(client: CheckedClient, game: str, n: int, what: str, body: dict[str, int], **more: Any) -> Answer:
    return client.post(f"/v1/games/{game}/undo-requests/{n}/{what}", json=body, **more)


def test_nothing_is_taken_back_before_the_other_agrees(client: CheckedClient, game: str) -> None:
    """The request stands in the header of the game, and the last who accepts carries it out, in one event."""
    wanted = {"n": 1, "seat": 1, "to": 8, "version": 11, "accepted": []}
    assert header(client, game) is None
    assert asks(client, game, reason="a slip") == wanted
    assert header(client, game) == wanted
    assert client.get(f"/v1/games/{game}").json["version"] == 11
    done = answered(client, game, 1, "accept", BEN)
    assert done.status_code == 201
    assert (done.json["version"], done.json["head"]) == (12, 8)
    event = done.json["events"][0]
    assert (event["kind"], event["seat"], event["parent"]) == ("undo", 1, 8)
    assert header(client, game) is None


def test_the_reason_becomes_a_note(client: CheckedClient, service: Service, game: str) -> None:
    """As that of any undo; nothing of it stays where nothing came of it."""
    asks(client, game, reason="a slip")
    answered(client, game, 1, "decline", BEN)
    assert service.store.undo_request(UUID(game), 1).reason is None
    assert service.store.notes(UUID(game)) == []
    asks(client, game, reason="a slip")
    answered(client, game, 2, "accept", BEN)
    assert [(note.version, note.text) for note in service.store.notes(UUID(game))] == [(12, "a slip")]
    assert service.store.undo_request(UUID(game), 2).reason is None


def test_without_a_target_it_is_the_start_of_the_move(client: CheckedClient, game: str) -> None:
    can = client.get(f"/v1/games/{game}").json["can_undo"]["to"]
    answer = client.post(f"/v1/games/{game}/undo", json=ADA)
    assert (answer.status_code, answer.json["to"]) == (202, can)


def test_redo_is_asked_for_as_well(client: CheckedClient, game: str) -> None:
    asks(client, game)
    answered(client, game, 1, "accept", BEN)
    answer = client.post(f"/v1/games/{game}/redo", json={"seat": 2, "to": "11"})
    assert (answer.status_code, answer.json) == (202, {"n": 2, "seat": 2, "to": 11, "version": 12, "accepted": []})
    done = answered(client, game, 2, "accept", ADA)
    assert (done.status_code, done.json["head"], done.json["events"][0]["kind"]) == (201, 11, "redo")


def test_it_goes_past_a_roll_of_the_service(client: CheckedClient) -> None:
    """All agreed; and the version that is rolled on is another one then."""
    game = begin(client, undo="consent", chance="server", outcomes=[])
    for _ in range(30):
        first_legal(client, game)
    assert client.post(f"/v1/games/{game}/undo", json={"seat": 1, "to": "2"}).status_code == 202
    assert answered(client, game, 1, "accept", BEN).json["head"] == 2


def test_an_event_between_makes_it_void(client: CheckedClient, game: str) -> None:
    """Nobody agrees to what is not asked any more; and the next one has a number of its own."""
    asks(client, game)
    assert client.post(f"/v1/games/{game}/actions", json=action_bodies()[10]).status_code == 201
    assert header(client, game) is None
    for what in ("accept", "decline"):
        refused(answered(client, game, 1, what, BEN), 409, "undo-request-closed")
    refused(client.delete(f"/v1/games/{game}/undo-requests/1?seat=1"), 409, "undo-request-closed")
    assert asks(client, game)["n"] == 2
    assert client.get(f"/v1/games/{game}").json["version"] == 12


def test_one_is_open_at_a_time(client: CheckedClient, game: str) -> None:
    """Whoever asks, the answer names the one that is open."""
    asks(client, game)
    for seat in (1, 2):
        answer = client.post(f"/v1/games/{game}/undo", json={"seat": seat, "to": "9"})
        assert refused(answer, 409, "undo-request-open")["undo_request"] == 1
    answered(client, game, 1, "decline", BEN)
    assert asks(client, game)["n"] == 2


def test_who_asked_does_not_answer(client: CheckedClient, game: str) -> None:
    asks(client, game)
    for what in ("accept", "decline"):
        refused(answered(client, game, 1, what, ADA), 409, "own-undo-request")
    refused(client.delete(f"/v1/games/{game}/undo-requests/1?seat=2"), 403, "not-your-undo-request")
    assert header(client, game)["n"] == 1


@pytest.mark.parametrize("sent", [{"query_string": {"seat": 1}}, {"json": ADA}])
def test_who_asked_may_withdraw_it(client: CheckedClient, game: str, sent: Any) -> None:
    """The seat in the address or in the body."""
    asks(client, game)
    assert client.delete(f"/v1/games/{game}/undo-requests/1", **sent).status_code == 204
    assert header(client, game) is None
    refused(answered(client, game, 1, "accept", BEN), 409, "undo-request-closed")


def test_what_is_declined_is_not_asked_any_more(client: CheckedClient, game: str) -> None:
    asks(client, game)
    assert answered(client, game, 1, "decline", BEN).status_code == 204
    assert header(client, game) is None
    refused(answered(client, game, 1, "accept", BEN), 409, "undo-request-closed")


def test_all_of_three_have_to_agree(every: Service) -> None:
    """Who has agreed stands beside it; to agree twice changes nothing."""
    client = CheckedClient(create_app(every))
    game = three(client)
    asked = client.post(f"/v1/games/{game}/undo", json={"seat": 2, "to": "1"})
    assert asked.status_code == 202, asked.json
    for _ in range(2):
        half = answered(client, game, 1, "accept", {"seat": 3})
        assert (half.status_code, half.json["accepted"]) == (202, [3])
    assert header(client, game)["accepted"] == [3]
    assert client.get(f"/v1/games/{game}").json["version"] == 2
    done = answered(client, game, 1, "accept", ADA)
    assert (done.status_code, done.json["head"]) == (201, 1)


def first_legal(client: CheckedClient, game: str) -> None:
    """The first action of a seat that is waited for, as that seat sees the game."""
    found = client.get(f"/v1/games/{game}").json
    seat, seen = found["waiting_for"][0], {"If-Match": f'"{found["version"]}"'}
    item = client.get(f"/v1/games/{game}/legal-actions?limit=1&seat={seat}").json["items"][0]
    body = {"seat": seat, "action": item["action"]}
    assert client.post(f"/v1/games/{game}/actions", json=body, headers=seen).status_code == 201


def three(client: CheckedClient) -> str:
    """A game of three with one action."""
    body = {"ruleset": "kingdom_rush", "seats": [{}, {}, {}], "chance": "server", "undo": "consent"}
    made = client.post("/v1/games", json=body)
    assert made.status_code == 201, made.json
    first_legal(client, made.json["id"])
    return str(made.json["id"])


def test_who_plays_alone_agrees(every: Service) -> None:
    client = CheckedClient(create_app(every))
    body = {"ruleset": "kingdom_rush", "seats": [{}], "chance": "server", "undo": "consent"}
    game = client.post("/v1/games", json=body).json["id"]
    first_legal(client, game)
    assert client.post(f"/v1/games/{game}/undo", json={"to": "1"}).status_code == 201


def test_sent_twice_it_is_one(client: CheckedClient, game: str) -> None:
    """Each of them, under a key; the same key for something else is refused."""
    path = f"/v1/games/{game}"

    def twice(send: Any, address: str, key: str, **more: Any) -> list[tuple[int, bytes]]:
        answers = [send(address, headers={"Idempotency-Key": key}, **more) for _ in range(2)]
        return [(answer.status_code, answer.data) for answer in answers]

    one, other = twice(client.post, f"{path}/undo", "a", json={"seat": 1, "to": "8"})
    assert one == other
    assert json.decode(one[1])["n"] == 1
    one, other = twice(client.post, f"{path}/undo-requests/1/decline", "b", json=BEN)
    assert one == other == (204, b"")
    assert asks(client, game)["n"] == 2
    one, other = twice(client.delete, f"{path}/undo-requests/2", "c", json=ADA)
    assert one == other == (204, b"")
    assert asks(client, game)["n"] == 3
    one, other = twice(client.post, f"{path}/undo-requests/3/accept", "d", json=BEN)
    assert (one[0], json.decode(one[1])["head"]) == (201, 8)
    assert one == other
    for key in "abcd":
        again = client.post(f"{path}/undo", json={"seat": 1, "to": "2"}, headers={"Idempotency-Key": key})
        refused(again, 422, "idempotency-key-reused")
    assert client.get(path).json["version"] == 12


def test_the_first_of_two_acceptances_is_answered_again(every: Service) -> None:
    """Also once the last has carried it out: the game is not asked again."""
    client = CheckedClient(create_app(every))
    game, key = three(client), {"Idempotency-Key": "k"}
    client.post(f"/v1/games/{game}/undo", json={"seat": 2, "to": "1"})
    assert answered(client, game, 1, "accept", {"seat": 3}, headers=key).status_code == 202
    assert answered(client, game, 1, "accept", ADA).status_code == 201
    assert answered(client, game, 1, "accept", {"seat": 3}, headers=key).status_code == 202
    assert client.get(f"/v1/games/{game}").json["version"] == 3


def test_another_version_than_was_seen_is_told(client: CheckedClient, game: str) -> None:
    old = {"If-Match": '"9"'}
    refused(client.post(f"/v1/games/{game}/undo", json={"seat": 1, "to": "8"}, headers=old), 412, "stale-version")
    asks(client, game)
    for what in ("accept", "decline"):
        refused(answered(client, game, 1, what, BEN, headers=old), 412, "stale-version")
    refused(client.delete(f"/v1/games/{game}/undo-requests/1?seat=1", headers=old), 412, "stale-version")
    assert answered(client, game, 1, "accept", BEN, headers={"If-Match": '"11"'}).status_code == 201


def test_what_is_not_asked_for_is_not_there(client: CheckedClient, game: str) -> None:
    for number in ("1", "0", "-1", "x", "99999999999999999999"):
        for answer in (answered(client, game, number, "accept", BEN), answered(client, game, number, "decline", BEN)):  # type: ignore[arg-type]
            refused(answer, 404, "unknown-undo-request")
        refused(client.delete(f"/v1/games/{game}/undo-requests/{number}?seat=1"), 404, "unknown-undo-request")


def test_what_is_no_seat_is_told(client: CheckedClient, game: str) -> None:
    refused(client.post(f"/v1/games/{game}/undo", json={"seat": 3, "to": "8"}), 422, "invalid-request")
    problem = refused(client.post(f"/v1/games/{game}/undo", json={"to": "8"}), 422, "undo-refused")
    assert "name the seat" in problem["detail"]
    asks(client, game)
    for body in ({"seat": 3}, {"seat": 0}, {}, {"seat": "1"}, {"seat": 2, "more": 1}):
        refused(answered(client, game, 1, "accept", body), 422, "invalid-request")  # type: ignore[arg-type]
    refused(client.delete(f"/v1/games/{game}/undo-requests/1"), 422, "invalid-request")
    refused(client.delete(f"/v1/games/{game}/undo-requests/1", json={"seat": 7}), 403, "not-your-undo-request")


def test_nothing_is_amended_where_undo_needs_consent(client: CheckedClient, game: str) -> None:
    """An amend takes back as undo does: it would be a way around the others."""
    body = {"changes": [{"version": 8, "drop": True}], "seat": 1}
    for query in ("", "?dry_run=1"):
        answer = client.post(f"/v1/games/{game}/amend{query}", json=body, headers={"If-Match": '"11"'})
        assert "agree" in refused(answer, 422, "amend-refused")["detail"]


# --- followed


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Any:
    with serving(tmp_path_factory.mktemp("consenting")) as service:
        yield service


def consenting(service: Running) -> str:
    return str(service.ask("POST", "/v1/games", game_body(undo="consent"))["id"])


def test_who_follows_hears_what_is_asked_for(running: Running) -> None:
    """When it is asked, when it is declined, and after the event that makes it void; who comes later hears it too."""
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
