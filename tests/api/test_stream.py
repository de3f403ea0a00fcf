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
from events import NewNote, Store, Unavailable
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
    """Follow a game; yields the messages of the stream."""
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
    """The messages of a stream, until the service closes it."""
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


def test_each_event_is_sent_with_its_sentence(running: Running) -> None:
    """After `hello` each event comes with its sentence, what it touched, and who is waited for, but without a board."""
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


def test_a_stream_continues_where_it_was_interrupted(tmp_path: Path) -> None:
    """Interrupted twenty times, and by a restart of the service: no event is missing, and none comes twice."""
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
def test_an_unknown_version_starts_the_stream_at_the_newest(running: Running, after: object) -> None:
    """A version of another game is no error: `hello` has the version of this one."""
    game = new_game(running)
    act(running, game, 0, 2)
    with following(running, game, last=after) as received:
        assert next(received) == (
            "hello",
            {"version": 3, "head": 3, "status": "running", "undo_request": None, "notes": ""},
        )
        act(running, game, 2, 3)
        assert next(received)[1]["version"] == 4


def test_a_client_may_start_after_a_known_version(running: Running) -> None:
    """A page that was made a moment ago misses nothing; the id of the last message takes precedence."""
    game = new_game(running)
    act(running, game, 0, 4)
    with following(running, game, after="2") as received:
        assert [next(received)[1]["version"] for _ in range(4)] == [5, 3, 4, 5]
    with following(running, game, last=4, after="2") as received:
        assert [next(received)[1]["version"] for _ in range(2)] == [5, 5]


def test_a_stream_reveals_only_what_its_viewer_may_know(running: Running) -> None:
    """Its sentences are those of the viewer's event list."""
    game = new_game(running)
    act(running, game, 0, 30)
    for viewer in ("1", "2", "spectator", "table"):
        lines = running.ask("GET", f"/v1/games/{game}/events?limit=200&viewer={viewer}")["items"]
        with following(running, game, last=1, viewer=viewer) as received:
            next(received)
            assert [next(received)[1]["text"] for _ in range(30)] == [line["text"] for line in lines[1:]]


def test_notes_are_sent_to_viewers_who_may_read_them(running: Running) -> None:
    """When they are written, changed and deleted; a seat gets no notes of another.

    The end of the game sends notes that waited for it.
    """
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


def test_hello_shows_whether_notes_have_changed(running: Running) -> None:
    """A new, changed or deleted note changes `notes`; a note of another seat, or one that waits for the end, does
    not."""
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


def test_hello_has_the_open_undo_request(running: Running) -> None:
    """It is `null` if there is none, also after a request was withdrawn."""
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
    """A note as the stream sends it."""
    return {name: value for name, value in note.items() if not name.endswith("_at")}


def test_a_note_of_another_process_is_sent_too(tmp_path: Path) -> None:
    """The other process does not wake the watcher: it looks by itself, in the query that finds new events too."""
    with serving(tmp_path) as service, Store.open(f"sqlite:///{tmp_path / 'log.db'}") as store:
        game = new_game(service)
        with following(service, game, viewer="spectator") as received:
            assert next(received)[0] == "hello"
            note = store.add_note(UUID(game), NewNote(version=1, visible_to="all", text="from elsewhere"))
            assert next(received)[1]["n"] == note.n


def test_the_end_of_the_game_is_sent(running: Running) -> None:
    game, whole = new_game(running), len(action_bodies())
    act(running, game, 0, whole - 1)
    with following(running, game, last=whole) as received:
        next(received)
        act(running, game, whole - 1, whole)
        last, end = next(received), next(received)
    assert last[1]["status"] == "finished"
    assert end == ("end", {"version": whole + 1})


def test_a_game_is_read_once_for_all_followers(
    service: Service, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its row, each event, and its notes if one is new, are read once for any number of followers."""
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


@pytest.mark.parametrize("sent", [0, 1])
def test_a_stream_ends_when_the_database_is_away(
    client: Client, service: Service, monkeypatch: pytest.MonkeyPatch, sent: int
) -> None:
    """Its reader connects again, and continues after the last event. Broken by letting the error reach the server."""
    game, ends = service.library.game(UUID(begin(client))), []
    stream = service.streams.open(game, "spectator", None, lambda: ends.append("hung up"))
    assert stream
    for _ in range(sent):
        next(stream)

    def away(*_: object) -> None:
        raise Unavailable("it is away")

    client.post(f"/v1/games/{game.id}/actions", json=action_bodies()[0])
    monkeypatch.setattr(Store, "game", away)
    service.streams.watch.wake()
    assert (list(stream), ends) == ([], ["hung up"])
    stream.close()


def test_streams_leave_threads_for_other_requests(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With ten threads two clients may follow; a third is asked to come later, and all other requests are answered."""
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

        until(lambda: follows(service, game), "a place", between=enter)  # sending an event notices that they are gone


def test_a_stream_that_nobody_reads_is_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A HEAD request never reads its stream, and a few of them would leave none to others."""
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
            until(opens, "a stream")  # the previous stream is closed shortly after its answer
        until(lambda: follows(service, game), "a stream")


def follows(service: Running, game: str) -> bool:
    """Whether one more client may follow."""
    try:
        with following(service, game) as received:
            return next(received)[0] == "hello"
    except AssertionError:
        return False


def test_the_service_ends_its_streams_when_it_ends(tmp_path: Path) -> None:
    """It closes the connections of followers; otherwise it would wait for them, here for ten minutes."""
    with serving(tmp_path, "limits.GRACE_SECONDS = 600") as service:
        game = new_game(service)
        streams = [following(service, game) for _ in range(5)]
        received = [stream.__enter__() for stream in streams]
        assert [next(each)[0] for each in received] == ["hello"] * 5
        service.process.terminate()
        assert service.process.wait(timeout=LIMIT) == 0
        assert [list(each) for each in received] == [[]] * 5


def test_a_viewer_who_may_not_see_the_game_may_not_follow_it(client: Client) -> None:
    served = begin(client, chance="server", outcomes=[])
    refused(client.get(f"/v1/games/{served}/stream?viewer=table"), 403, "hidden-while-running")
    refused(client.get(f"/v1/games/{served}/stream?viewer=7"), 422, "invalid-request")
    refused(client.get("/v1/games/01890000-0000-7000-8000-000000000000/stream"), 404, "unknown-game")
