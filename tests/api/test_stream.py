"""Following a game while it is recorded, over real connections."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPResponse
from itertools import count
from pathlib import Path
from threading import Thread
from typing import Any
from uuid import UUID

import pytest
from msgspec import json

from api.service import Service
from events import NewNote, Store
from tests.api.client import Client
from tests.api.conftest import action_bodies, begin, game_body, refused
from tests.api.serving import Running, serving
from tests.waiting import LIMIT, until

FIELDS = {"version", "line", "head", "seat", "round", "turn", "text", "touches", "waiting_for", "status"}
Message = tuple[str, dict[str, Any]]


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with serving(tmp_path_factory.mktemp("streamed")) as service:
        yield service


@contextmanager
def following(service: Running, game: str, *, last: object = None, **query: str) -> Iterator[Iterator[Message]]:
    """The messages of a stream as they come."""
    connection = HTTPConnection("127.0.0.1", service.port, timeout=LIMIT)
    asked = "&".join(f"{name}={value}" for name, value in query.items())
    headers = {} if last is None else {"Last-Event-ID": str(last)}
    connection.request("GET", f"/v1/games/{game}/stream?{asked}", headers=headers)
    answer = connection.getresponse()
    assert answer.status == 200, answer.read()
    assert answer.headers["Content-Type"].startswith("text/event-stream")
    try:
        yield messages(answer)
    finally:
        connection.close()


def messages(answer: HTTPResponse) -> Iterator[Message]:
    """What comes, until the service hangs up."""
    kind, data, number = "", b"", ""
    while line := answer.readline():
        name, _, value = line.rstrip(b"\n").partition(b": ")
        match name:
            case b"event":
                kind = value.decode()
            case b"data":
                data = value
            case b"id":
                number = value.decode()
            case b"" if kind:
                received = json.decode(data)
                assert not number or int(number) == received["version"]
                yield kind, received
                kind, data, number = "", b"", ""


def new_game(service: Running) -> str:
    return str(service.ask("POST", "/v1/games", game_body())["id"])


def act(service: Running, game: str, first: int, last: int) -> None:
    for body in action_bodies()[first:last]:
        service.ask("POST", f"/v1/games/{game}/actions", body)


def test_each_action_is_told_in_a_sentence(running: Running) -> None:
    """After `hello`, what is stored: its sentence, what it touched, who is waited for; no board."""
    game = new_game(running)
    with following(running, game) as received:
        assert next(received) == (
            "hello",
            {"version": 1, "head": 1, "status": "running", "undo_request": None, "notes": ""},
        )
        act(running, game, 0, 3)
        running.ask("POST", f"/v1/games/{game}/undo", {"to": "2"})
        came = [next(received) for _ in range(4)]
    lines = running.ask("GET", f"/v1/games/{game}/events?limit=200")["items"]
    assert [kind for kind, _ in came] == ["event"] * 4
    assert all(event.keys() == FIELDS for _, event in came)
    assert [event["text"] for _, event in came] == [line["text"] for line in lines[1:]]
    assert [event["head"] for _, event in came] == [2, 3, 4, 2]


def test_a_stream_goes_on_where_it_was_cut_off(tmp_path: Path) -> None:
    """Twenty times, and over a restart of the service: no event is missing, none comes twice."""
    seen: list[int] = []
    with serving(tmp_path) as service:
        game = new_game(service)
        writer = Thread(target=act, args=(service, game, 0, 40))
        writer.start()
        for _ in range(20):
            with following(service, game, last=seen[-1] if seen else 1) as received:
                assert next(received)[0] == "hello"
                seen += [next(received)[1]["version"] for _ in range(2)]
        writer.join()
    with serving(tmp_path) as service:
        act(service, game, 40, 45)
        with following(service, game, last=seen[-1]) as received:
            assert next(received)[1]["version"] == 46
            seen += [next(received)[1]["version"] for _ in range(5)]
    assert seen == list(range(2, 47))


@pytest.mark.parametrize("after", [99, 2**31, "x", -1, ""])
def test_what_is_no_version_of_the_game_begins_at_the_newest(running: Running, after: object) -> None:
    """A number of another game is no error: `hello` says where this one is."""
    game = new_game(running)
    act(running, game, 0, 2)
    with following(running, game, last=after) as received:
        assert next(received) == (
            "hello",
            {"version": 3, "head": 3, "status": "running", "undo_request": None, "notes": ""},
        )
        act(running, game, 2, 3)
        assert next(received)[1]["version"] == 4


def test_who_knows_a_version_says_so(running: Running) -> None:
    """A page that was made a moment ago misses nothing; what the stream told last counts before that."""
    game = new_game(running)
    act(running, game, 0, 4)
    with following(running, game, after="2") as received:
        assert [next(received)[1]["version"] for _ in range(4)] == [5, 3, 4, 5]
    with following(running, game, last=4, after="2") as received:
        assert [next(received)[1]["version"] for _ in range(2)] == [5, 5]


def test_a_seat_is_told_what_it_may_know(running: Running) -> None:
    """As the events of that viewer have it: the same words."""
    game = new_game(running)
    act(running, game, 0, 30)
    for viewer in ("1", "2", "spectator", "table"):
        lines = running.ask("GET", f"/v1/games/{game}/events?limit=200&viewer={viewer}")["items"]
        with following(running, game, last=1, viewer=viewer) as received:
            next(received)
            assert [next(received)[1]["text"] for _ in range(30)] == [line["text"] for line in lines[1:]]


def test_notes_are_told_to_who_may_read_them(running: Running) -> None:
    """As they are written, changed and deleted; a seat hears nothing of another's. The end shows what waited for it."""
    game, whole = new_game(running), len(action_bodies())
    act(running, game, 0, whole - 1)
    address = f"/v1/games/{game}/annotations"
    with following(running, game, viewer="1") as one, following(running, game, viewer="2") as two:
        assert next(one)[0] == next(two)[0] == "hello"
        own = running.ask("POST", address, {"version": 2, "seat": 1, "visible_to": "seat", "text": "mine"})
        assert next(one) == ("annotation", received_note(own))
        late = running.ask("POST", address, {"version": 3, "visible_to": "all", "visible_from": "end"})
        shared = running.ask("POST", address, {"version": 4, "visible_to": "all", "text": "ours"})
        here = f"{address}/{shared['n']}"
        assert next(one) == next(two) == ("annotation", received_note(shared))
        running.ask("PATCH", here, {"text": "ours, changed"})
        assert next(one) == next(two) == ("annotation", {**received_note(shared), "text": "ours, changed"})
        running.ask("PATCH", here, {"visible_to": "table"})
        assert next(one) == next(two) == ("annotation", {"n": shared["n"], "version": 4, "gone": True})
        running.ask("DELETE", here)
        act(running, game, whole - 1, whole)
        for received in (one, two):
            assert [next(received)[0] for _ in range(2)] == ["event", "end"]
            assert next(received) == ("annotation", received_note(late))


def test_who_was_cut_off_sees_that_notes_went_by(running: Running) -> None:
    """One that is new, changed or gone does; not one of another seat, or one that waits for the end."""
    game = new_game(running)
    address = f"/v1/games/{game}/annotations"

    def received(viewer: str) -> Any:
        with following(running, game, viewer=viewer, last=1) as messages:
            return next(messages)[1]["notes"]

    seen, note = [received("2")], 0
    for method, path, body, differs in (
        ("POST", "", {"version": 1, "seat": 1, "visible_to": "seat", "text": "mine"}, False),
        ("POST", "", {"version": 1, "visible_to": "all", "visible_from": "end", "text": "later"}, False),
        ("POST", "", {"version": 1, "visible_to": "all", "text": "ours"}, True),
        ("PATCH", "/{n}", {"text": "ours, changed"}, True),
        ("DELETE", "/{n}", None, True),
    ):
        answer = running.ask(method, address + path.format(n=note), body)
        note = answer["n"] if answer else note
        seen.append(received("2"))
        assert (seen[-1] != seen[-2]) == differs, (method, body)
    assert seen[0] == seen[-1] == ""
    assert received("1") != ""


def test_who_was_cut_off_sees_that_a_wish_was_withdrawn(running: Running) -> None:
    """`hello` tells what is asked for now, and `null` where nothing is."""
    game = str(running.ask("POST", "/v1/games", game_body(undo="consent"))["id"])
    act(running, game, 0, 1)
    running.ask("POST", f"/v1/games/{game}/undo", {"seat": 1, "to": "1"})
    with following(running, game) as received:
        asked = next(received)[1]["undo_request"]
        assert (asked["n"], asked["seat"]) == (1, 1)
    running.ask("DELETE", f"/v1/games/{game}/undo-requests/1?seat=1")
    with following(running, game, last=2) as received:
        assert next(received)[1]["undo_request"] is None


def received_note(note: dict[str, Any]) -> dict[str, Any]:
    """A note as a stream tells it."""
    return {name: value for name, value in note.items() if not name.endswith("_at")}


def test_a_note_of_another_process_is_told_too(tmp_path: Path) -> None:
    """No wake reaches the watcher: it looks by itself, in the one query that finds new events too."""
    with serving(tmp_path) as service, Store.open(f"sqlite:///{tmp_path / 'log.db'}") as store:
        game = new_game(service)
        with following(service, game, viewer="spectator") as received:
            assert next(received)[0] == "hello"
            note = store.add_note(UUID(game), NewNote(version=1, visible_to="all", text="from elsewhere"))
            assert next(received)[1]["n"] == note.n


def test_the_end_is_told(running: Running) -> None:
    game, whole = new_game(running), len(action_bodies())
    act(running, game, 0, whole - 1)
    with following(running, game, last=whole) as received:
        next(received)
        act(running, game, whole - 1, whole)
        last, end = next(received), next(received)
    assert last[1]["status"] == "finished"
    assert end == ("end", {"version": whole + 1})


def test_a_game_is_read_once_for_all_who_follow(
    service: Service, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its row and each event, and its notes where one is new: however many follow."""
    game, reads = service.library.game(UUID(begin(client))), list[str]()
    opened = [service.streams.open(game, "spectator", None, lambda: None) for _ in range(20)]
    streams = [stream for stream in opened if stream]
    assert len(streams) == 20
    assert all(b"hello" in next(stream) for stream in streams)
    client.post(f"/v1/games/{game.id}/actions", json=action_bodies()[0])
    assert all(b"id: 2\n" in next(stream) for stream in streams)
    client.post(f"/v1/games/{game.id}/actions", json=action_bodies()[1])
    for name in ("game", "notes", "event"):
        fetch = getattr(Store, name)
        monkeypatch.setattr(Store, name, lambda *args, n=name, f=fetch: reads.append(n) or f(*args))  # type: ignore[func-returns-value]
    assert all(b"id: 3\n" in next(stream) for stream in streams)
    assert sorted(reads) == ["event", "game"]
    for stream in streams:
        stream.close()


def test_threads_are_left_for_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With ten threads two may follow; a third is told to come later, and everything else is answered."""
    monkeypatch.setenv("TABLETALE_THREADS", "10")
    with serving(tmp_path) as service:
        game = new_game(service)
        with following(service, game) as one, following(service, game) as other:
            assert next(one)[0] == next(other)[0] == "hello"
            connection = HTTPConnection("127.0.0.1", service.port, timeout=LIMIT)
            connection.request("GET", f"/v1/games/{game}/stream")
            answer = connection.getresponse()
            assert (answer.status, answer.headers["Retry-After"]) == (503, "1")
            assert json.decode(answer.read())["type"] == "/problems/too-many-streams"
            act(service, game, 0, 1)
            assert next(one) == next(other)
        entered = count(1)

        def enter() -> None:
            act(service, game, at := next(entered), at + 1)

        until(lambda: follows(service, game), "a place", between=enter)  # what is told finds out that they are gone


def test_a_stream_that_nobody_reads_gives_its_place_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As a HEAD request never does: else a few of them would leave no stream to anybody."""
    monkeypatch.setenv("TABLETALE_THREADS", "10")
    with serving(tmp_path) as service:
        game = new_game(service)

        def opens() -> bool:
            connection = HTTPConnection("127.0.0.1", service.port, timeout=LIMIT)
            connection.request("HEAD", f"/v1/games/{game}/stream")
            status = connection.getresponse().status
            connection.close()
            return status == 200

        for _ in range(5):
            until(opens, "a stream")  # the one before is closed shortly after it was answered
        until(lambda: follows(service, game), "a stream")


def follows(service: Running, game: str) -> bool:
    """Whether one more may follow."""
    try:
        with following(service, game) as received:
            return next(received)[0] == "hello"
    except AssertionError:
        return False


def test_the_service_ends_its_streams_when_it_ends(tmp_path: Path) -> None:
    """It hangs up on who follows: else it would wait for them, here for ten minutes."""
    with serving(tmp_path, "limits.GRACE_SECONDS = 600") as service:
        game = new_game(service)
        streams = [following(service, game) for _ in range(5)]
        received = [stream.__enter__() for stream in streams]
        assert [next(each)[0] for each in received] == ["hello"] * 5
        service.process.terminate()
        assert service.process.wait(timeout=LIMIT) == 0
        assert [list(each) for each in received] == [[]] * 5


def test_who_may_not_look_may_not_follow(client: Client) -> None:
    served = begin(client, chance="server", outcomes=[])
    refused(client.get(f"/v1/games/{served}/stream?viewer=table"), 403, "hidden-while-running")
    refused(client.get(f"/v1/games/{served}/stream?viewer=7"), 422, "invalid-request")
    refused(client.get("/v1/games/01890000-0000-7000-8000-000000000000/stream"), 404, "unknown-game")
