"""The web server over real connections, with clients that disconnect, are slow, never close, or send too much."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest
from msgspec import json

from api.serving import limits
from tests.api.conftest import action_bodies, game_body, validator
from tests.api.serving import Running, first_answer, serving
from tests.api.test_whole import ACTIONS, chunked, json_lines
from tests.waiting import LIMIT, until

HOST = b"Host: localhost\r\n"
HEALTH = b"GET /healthz HTTP/1.1\r\n" + HOST + b"\r\n"
LAST = HEALTH[:-2] + b"Connection: close\r\n\r\n"
ADA = b'{"name": "Ada"}'
NEW_PLAYER = b"POST /v1/players HTTP/1.1\r\n" + HOST + b"Content-Type: application/json\r\n"


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with serving(tmp_path_factory.mktemp("served")) as running:
        yield running


@pytest.fixture(scope="module")
def impatient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A service that waits only half a second for a silent client."""
    folder = tmp_path_factory.mktemp("hasty")
    with serving(folder, "limits.HEAD_SECONDS = 0.5") as running:
        yield running


CLOCK = """
from api.serving import worker
from api.serving.partial_request import PartialRequest
hours, feed = [0.0], PartialRequest.feed
def fed(gathering, data, now):
    whole = feed(gathering, data, now)
    hours[0] += not whole
    return whole
PartialRequest.feed, worker.monotonic = fed, lambda: 3_600 * hours[0]
"""
"""The clock of a service that stands still, except for one hour after each incomplete part of a request."""


@pytest.fixture(scope="module")
def timing_out(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A service for which every incomplete request comes too slowly, however busy the machine is."""
    with serving(tmp_path_factory.mktemp("late"), f"exec({CLOCK!r}, {{}})") as running:
        yield running


_numbers = count(100)


def player_body() -> bytes:
    """A body of 15 bytes that creates a profile, each time with another name."""
    return b'{"name": "%d"}' % next(_numbers)


def begin(service: Running) -> str:
    return str(service.ask("POST", "/v1/games", game_body())["id"])


def recording(game: str, in_chunks: bool) -> tuple[bytes, bytes]:
    """Head and body of a request that records ninety actions."""
    data = json_lines()
    head = (
        f"POST /v1/games/{game}/actions HTTP/1.1\r\nIdempotency-Key: evening\r\nContent-Type: application/x-ndjson\r\n"
    )
    framing = b"Transfer-Encoding: chunked\r\n\r\n" if in_chunks else b"Content-Length: %d\r\n\r\n" % len(data)
    return head.encode() + HOST + framing, chunked(data) if in_chunks else data


def problem_of(answers: bytes) -> tuple[int, str]:
    """Status and slug of the problem in the first answer."""
    answer, body = first_answer(answers)
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    problem = json.decode(body)
    validator("#/components/schemas/ProblemDetails").validate(problem)
    assert problem["status"] == answer.status
    return answer.status, problem["type"].removeprefix("/problems/")


BROWSER = HOST + b"Accept: text/html,application/xhtml+xml,*/*;q=0.8\r\n"
TOO_LONG = b"GET /" + b"a" * 5_000 + b" HTTP/1.1\r\n"
TOO_LARGE = b"POST /games/new HTTP/1.1\r\nContent-Length: 2000000\r\n"


@pytest.mark.parametrize("first", [TOO_LONG, TOO_LARGE, b"nonsense\r\n"], ids=["address", "body", "nonsense"])
def test_a_browser_gets_a_page_for_a_request_that_never_reached_the_app(service: Running, first: bytes) -> None:
    """The page has the usual header; a program gets JSON."""
    answer, body = first_answer(service.connect().send(first + BROWSER + b"\r\n").answers())
    page = body.decode()
    assert answer.headers["Content-Type"] == "text/html; charset=utf-8"
    assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
    assert re.search(r'<header class="bar">.*<h1>', page, re.DOTALL)
    status, slug = problem_of(service.connect().send(first + HOST + b"\r\n").answers())
    assert status == answer.status
    assert f"/problems/{slug}" in page


@pytest.mark.parametrize("in_chunks", [False, True])
def test_an_interrupted_recording_stores_nothing_and_can_be_sent_again(service: Running, in_chunks: bool) -> None:
    game = begin(service)
    head, body = recording(game, in_chunks)
    sent = head + body
    lines = [len(head) + at for at, byte in enumerate(body) if byte == ord("\n")]
    cuts = {*range(1, len(sent), 5), *lines, *(at + 1 for at in lines), len(sent) - 2, len(sent) - 1} - {len(sent)}
    for cut in sorted(cuts):
        answers = service.connect().send(sent[:cut]).shut_down_writing().answers()
        assert problem_of(answers) == (400, "incomplete-request"), cut
    for cut in sorted(cuts)[::7]:
        service.connect().send(sent[:cut]).reset()
    assert service.ask("GET", f"/v1/games/{game}")["version"] == 1
    assert service.connect().send(sent).shut_down_writing().answers().startswith(b"HTTP/1.1 201")
    assert service.ask("GET", f"/v1/games/{game}")["version"] == 1 + ACTIONS


@pytest.mark.parametrize(
    ("sent", "status", "slug"),
    [
        (b"BREW /tea\r\n\r\n", 400, "invalid-http"),
        (b"GET /healthz HTTP/1.1\r\nHost localhost\r\n\r\n", 400, "invalid-http"),
        (NEW_PLAYER + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n" + ADA, 400, "invalid-http"),
        (NEW_PLAYER + b"Transfer-Encoding: chunked\r\n\r\nf\r\n" + ADA + b"!!0\r\n\r\n", 400, "invalid-http"),
        (NEW_PLAYER + b"Content-Length: 1048577\r\n\r\n" + ADA, 413, "body-too-large"),
        (b"GET /?" + b"q" * 5_000, 414, "address-too-long"),
        (NEW_PLAYER + b"Expect: tea\r\nContent-Length: 2\r\n\r\n{}", 417, "unmet-expectation"),
        (b"GET / HTTP/1.1\r\n" + HOST + b"A: " + b"a" * 10_000 + b"\r\n\r\n", 431, "headers-too-large"),
        (NEW_PLAYER + b"Transfer-Encoding: rot13\r\n\r\n", 501, "unsupported-transfer-coding"),
    ],
)
def test_a_refusal_by_the_web_server_is_a_problem_too(service: Running, sent: bytes, status: int, slug: str) -> None:
    assert problem_of(service.connect().send(sent).answers()) == (status, slug)


def test_two_hundred_incomplete_requests_block_nobody(service: Running) -> None:
    game = begin(service)
    head = NEW_PLAYER + b"Content-Length: 15\r\n\r\n"
    beginnings = (b"", head[:30], head + ADA[:5])
    slow = [service.connect().send(beginnings[number % 3]) for number in range(200)]
    for action in action_bodies()[:50]:
        assert service.ask("GET", "/healthz")["status"] == "ok"
        service.ask("POST", f"/v1/games/{game}/actions", action)
    assert service.ask("GET", f"/v1/games/{game}")["version"] == 51
    for wire, rest in zip(slow[:3], (head + player_body(), head[30:] + player_body(), player_body()[5:]), strict=True):
        assert wire.send(rest).answer().status == 201
    for wire in slow:
        wire.socket.close()


def test_clients_that_do_not_close_their_connections_block_nobody(service: Running) -> None:
    stubborn = [service.connect().send(LAST if number % 2 else b"BREW /tea\r\n\r\n") for number in range(60)]
    assert service.ask("GET", "/healthz")["status"] == "ok"
    for wire in stubborn:
        assert b"application/" in wire.answers()


def test_pipelined_requests_are_answered_in_order(service: Running) -> None:
    player = NEW_PLAYER + b"Transfer-Encoding: chunked\r\n\r\nf\r\n" + player_body() + b"\r\n0\r\n\r\n"
    wire = service.connect().send(HEALTH + player + LAST)
    answers = wire.answers()
    assert [part[:3] for part in answers.split(b"HTTP/1.1 ")[1:]] == [b"200", b"201", b"200"]
    assert answers.count(b"Connection: close") == 1


def test_a_connection_is_kept_alive(service: Running) -> None:
    wire = service.connect()
    for cut in range(0, len(HEALTH), 7):
        assert wire.send(HEALTH[:cut]).send(HEALTH[cut:]).answer().status == 200
    unread = b"GET /healthz HTTP/1.1\r\n" + HOST + b"Content-Length: 200000\r\n\r\n" + b"x" * 200_000
    assert wire.send(unread + LAST).answers().count(b"HTTP/1.1 200") == 2


def test_a_broken_unread_body_closes_the_connection_without_a_second_answer(service: Running) -> None:
    sent = HEALTH[:-2] + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n" + HEALTH
    answers = service.connect().send(sent).answers()
    assert answers.startswith(b"HTTP/1.1 200")
    assert answers.count(b"HTTP/1.1") == 1


def test_a_client_that_expects_100_continue_gets_it(service: Running) -> None:
    wire = service.connect().send(
        NEW_PLAYER + b"Expect: 100-continue\r\nConnection: close\r\nContent-Length: 15\r\n\r\n"
    )
    assert wire.socket.recv(100) == b"HTTP/1.1 100 Continue\r\n\r\n"
    answers = wire.send(player_body()).answers()
    assert answers.startswith(b"HTTP/1.1 201")
    assert b"100 Continue" not in answers


@pytest.mark.parametrize("sent", [b"GET /healthz HT", NEW_PLAYER + b"Content-Length: 15\r\n\r\n{"])
def test_a_request_that_comes_too_slowly_times_out(timing_out: Running, sent: bytes) -> None:
    """Broken by a limit of two hours."""
    assert problem_of(timing_out.connect().send(sent).answers()) == (408, "request-timeout")


def test_a_silent_connection_is_closed_without_an_answer(impatient: Running) -> None:
    assert impatient.connect().answers() == b""


def test_of_too_many_incomplete_requests_the_oldest_is_refused(tmp_path: Path) -> None:
    with serving(tmp_path, "limits.CONNECTIONS = 10") as service:
        slow = [service.connect().send(HEALTH[:-1]) for _ in range(11)]
        assert problem_of(slow[0].answers()) == (503, "overloaded")
        assert service.ask("GET", "/healthz")["status"] == "ok"
        assert slow[10].send(HEALTH[-1:]).answer().status == 200
        for wire in slow:
            wire.socket.close()


def test_the_service_raises_a_low_limit_of_open_files(tmp_path: Path) -> None:
    few = "from resource import *; setrlimit(RLIMIT_NOFILE, (60, getrlimit(RLIMIT_NOFILE)[1]))"
    with serving(tmp_path, few) as service:
        slow = [service.connect().send(HEALTH[:-1]) for _ in range(100)]
        assert service.ask("GET", "/healthz")["status"] == "ok"
        assert slow[0].send(HEALTH[-1:]).answer().status == 200
        for wire in slow:
            wire.socket.close()


def test_a_service_that_stops_still_answers_incomplete_requests(tmp_path: Path) -> None:
    with serving(tmp_path) as service:
        wire = service.connect().send(NEW_PLAYER + b"Content-Length: 15\r\n\r\n" + ADA[:-1])
        other = service.connect()
        assert other.send(HEALTH).answer().status == 200
        service.process.send_signal(signal.SIGTERM)
        while other.send(HEALTH).answer().headers["Connection"] != "close":
            pass  # the service has not handled the signal yet
        assert wire.send(ADA[-1:]).answers().startswith(b"HTTP/1.1 201")


def test_many_large_files_are_imported_one_after_the_other(tmp_path: Path) -> None:
    """More files than are allowed at once, over connections that are kept alive. Broken by keeping their files open."""
    small = "from api.rest import web; from api.serving import partial_request as p; p.MAX_BODY = web.MAX_BODY = 1_000"
    with serving(tmp_path, small) as service:
        game = begin(service)
        export = b"GET /v1/games/%s/export HTTP/1.1\r\n" % game.encode() + HOST
        _, data = first_answer(service.connect().send(export + b"Connection: close\r\n\r\n").answers())
        head = b"POST /v1/imports HTTP/1.1\r\nContent-Type: application/x-ndjson\r\nContent-Length: %d\r\n" % len(data)
        for _ in range(limits.UPLOADS + 2):
            wire = service.connect()
            assert wire.send(head + HOST + b"\r\n" + data).answer().status == 200
        _, answered = first_answer(wire.send(head + HOST + b"Connection: close\r\n\r\n" + data).answers())
        assert [json.decode(line)["state"] for line in answered.splitlines()] == ["here"]


@pytest.mark.parametrize("url", ["sqlite:///{folder}/README.md", "mysql://games"])
def test_a_log_that_cannot_be_opened_ends_the_service_with_the_reason(tmp_path: Path, url: str) -> None:
    """The process that opens it says why, and nothing else is printed. Broken by messages of the web server."""
    (tmp_path / "README.md").write_text("# No database\n" * 400)
    command = [sys.executable, "-m", "api.cli", "serve", "--port", "0", "--database", url.format(folder=tmp_path)]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=LIMIT, check=False)
    assert ended.returncode == 1
    assert not ended.stdout
    message, *_ = ended.stderr.splitlines()
    assert message.startswith("Error: ")
    assert len(ended.stderr.splitlines()) == 2
    assert (tmp_path / "README.md").read_text().startswith("# No database\n")


def test_the_process_that_watches_stays_small() -> None:
    """It imports neither the app nor the log. Broken by any import that reaches them: a hundred MiB."""
    code = "import sys, api.cli, api.commands.serve; print(*sys.modules)"
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=LIMIT, check=True)
    assert "gunicorn.arbiter" in ended.stdout.split()
    assert not {"flask", "sqlalchemy", "jinja2", "polars", "events", "rulesets"} & set(ended.stdout.split())


def test_a_log_in_a_file_is_served_without_what_only_others_need(service: Running) -> None:
    """The driver of PostgreSQL, statistics and pictures in pixels are loaded when the first request needs them."""
    serving = Path(f"/proc/{service.process.pid}/task/{service.process.pid}/children").read_text().split()
    assert len(serving) == 1
    assert service.ask("GET", "/v1/games")["items"] is not None
    code = Path(f"/proc/{serving[0]}/maps").read_text()
    assert "_sqlite3" in code
    assert not re.search("psycopg|polars|vl_convert", code)


def test_a_log_may_take_longer_to_open_than_the_web_server_waits(tmp_path: Path) -> None:
    """As when a large log is migrated: nobody ends a process that has not begun to serve."""
    slowly = (
        "import time; from api.commands import common; from api.commands.serve import Server; "
        "opened, config = common.serving_service, Server._config; "
        "common.serving_service = lambda *a, **more: (time.sleep(4), opened(*a, **more))[1]; "
        "Server._config = lambda self: config(self) | {'timeout': 1}"
    )
    with serving(tmp_path, slowly) as service:
        assert service.ask("GET", "/healthz")


def test_a_process_that_fails_is_started_again(tmp_path: Path) -> None:
    """Broken by taking every exit code above 64 for a log that cannot be opened: here it is 255."""
    failing = (
        "from api.serving.worker import Worker; waited = Worker.wait_for_and_dispatch_events; "
        "Worker.wait_for_and_dispatch_events = "
        "lambda self, timeout: 1 / 0 if self.age == 1 and self.nr_conns else waited(self, timeout)"
    )
    with serving(tmp_path, failing) as service:
        children = Path(f"/proc/{service.process.pid}/task/{service.process.pid}/children")
        first = children.read_text()
        service.connect()
        until(lambda: children.read_text() not in ("", first), "another process serves")
        assert service.ask("GET", "/healthz")


def test_a_thread_that_fails_closes_its_own_connection_alone(tmp_path: Path) -> None:
    """Broken by letting its error reach the loop, which ends the process with all connections."""
    failing = (
        "from api.serving.worker import Worker; handle, first = Worker.handle, iter('1'); "
        "Worker.handle = lambda self, conn: 1 / 0 if next(first, '') else handle(self, conn)"
    )
    with serving(tmp_path, failing) as service:
        other = service.connect()
        assert service.connect().send(HEALTH).answers() == b""
        assert other.send(LAST).answers().startswith(b"HTTP/1.1 200")
