"""`tabletale serve` as a process of its own, and raw connections to it."""

from __future__ import annotations

import os
import re
import signal
import socket
import struct
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPResponse
from io import BytesIO
from pathlib import Path
from typing import IO, Any, NamedTuple

from msgspec import json

from tests.forked import Forked
from tests.waiting import LIMIT


class Running(NamedTuple):
    """A running service."""

    process: Forked | subprocess.Popen[str]
    port: int
    host: str = "127.0.0.1"

    @property
    def address(self) -> str:
        return f"http://{self.host}:{self.port}"

    def ask(self, method: str, path: str, body: object = None) -> dict[str, Any]:
        """Send JSON over a new connection; returns the answer, which must be a success."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=LIMIT)
        connection.request(method, path, json.encode(body) if body else None, {"Content-Type": "application/json"})
        answer = connection.getresponse()
        data = answer.read()
        connection.close()
        assert answer.status < 300, data
        decoded: dict[str, Any] = json.decode(data) if data else {}
        return decoded

    def connect(self) -> RawConnection:
        """Another connection."""
        return RawConnection(self.port)


class RawConnection:
    """A connection that sends and receives bytes."""

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=LIMIT)

    def send(self, data: bytes) -> RawConnection:
        self.socket.sendall(data)
        return self

    def shut_down_writing(self) -> RawConnection:
        """Send no more; answers may still come."""
        self.socket.shutdown(socket.SHUT_WR)
        return self

    def reset(self) -> None:
        """Close with a reset, as when a process is killed."""
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.socket.close()

    def answers(self) -> bytes:
        """All bytes until the service closes the connection."""
        with self.socket:
            return b"".join(iter(lambda: self.socket.recv(1 << 16), b""))

    def answer(self) -> HTTPResponse:
        """The next answer, read to its end; the connection stays open."""
        found = HTTPResponse(self.socket)
        found.begin()
        found.read()
        return found


def first_answer(data: bytes) -> tuple[HTTPResponse, bytes]:
    """The first of several answers, with its body."""

    class Received:
        def makefile(self, *_: object) -> BytesIO:
            return BytesIO(data)

    found = HTTPResponse(Received())  # type: ignore[arg-type]
    found.begin()
    return found, found.read()


@contextmanager
def serving(
    folder: Path | None = None, before: str = "pass", options: tuple[str, ...] = (), stderr: IO[str] | None = None
) -> Iterator[Running]:
    """Run the service on a free port, after a line of Python; its log is in `folder`, or where the environment says."""
    code = f"from api.serving import limits; {before}; from api.cli import main; main()"
    environ = dict(os.environ)
    if folder:
        environ |= {"TABLETALE_DATABASE_URL": f"sqlite:///{folder / 'log.db'}", "TABLETALE_LAKE": str(folder / "lake")}
    with until_its_end(Forked(code, "serve", "--port", "0", *options, environ=environ, stderr=stderr)) as service:
        yield service


@contextmanager
def until_its_end(process: Forked | subprocess.Popen[str]) -> Iterator[Running]:
    """A process that starts the service. At the end it gets SIGTERM, and must exit with 0."""
    assert process.stdout
    try:
        found = re.search(r"http://([\d.]+):(\d+)", process.stdout.readline())
        assert found
        yield Running(process, int(found[2]), found[1])
    finally:
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=LIMIT) == 0
