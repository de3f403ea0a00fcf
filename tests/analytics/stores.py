"""An S3 server on this machine, and a proxy before it that fails as it is told.

with Proxy(server) as proxy:
    proxy.fault = lambda asked: "cut" if asked.number == 3 else None
"""

from __future__ import annotations

import http.client
import logging
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Lock, Thread
from typing import TYPE_CHECKING, Literal, NamedTuple

from moto.server import ThreadedMotoServer

from tests.waiting import pause

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import pytest

SECRET = "hush-hush/secret+key"
KEY_ID = "AKIDNOTTOBESHOWN"
BUCKET = "club"
PIECES = 20

Fault = Literal["cut", "unanswered", "half", "slow"] | int
"""Cut before the store sees it; the store does it, and the answer is lost; half of the answer; the answer a little at a
time; or this status."""


class Asked(NamedTuple):
    """A request."""

    number: int
    method: str
    path: str

    @property
    def writes(self) -> bool:
        return self.method in ("PUT", "POST", "DELETE")

    @property
    def lists(self) -> bool:
        return "list-type" in self.path


def never(_asked: Asked) -> Fault | None:
    """No fault."""
    return None


class Proxy:
    """Passes requests on to a server."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.fault: Callable[[Asked], Fault | None] = never
        self.asked: list[Asked] = []
        self.lock = Lock()
        self._server = _Server(self)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_port}"

    def begin(self, fault: Callable[[Asked], Fault | None] = never) -> None:
        """Count requests from here on, with these faults."""
        self.asked, self.fault = [], fault

    def __enter__(self) -> Proxy:
        self._thread = Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, proxy: Proxy) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.proxy = proxy

    def handle_error(self, request: object, client_address: object) -> None:
        """Connections break here on purpose."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Server

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""

    def _pass_on(self) -> None:
        proxy = self.server.proxy
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        with proxy.lock:
            asked = Asked(len(proxy.asked), self.command, self.path)
            proxy.asked.append(asked)
            fault = proxy.fault(asked)
        if fault == "cut":
            self.close_connection = True
            return
        if isinstance(fault, int):
            self._answer(fault, [], b"<Error><Code>Told</Code></Error>")
            return
        connection = http.client.HTTPConnection("127.0.0.1", proxy.port)
        connection.request(self.command, self.path, body, dict(self.headers))
        answer = connection.getresponse()
        data = answer.read()
        connection.close()
        if fault == "unanswered":
            self.close_connection = True
            return
        self._answer(answer.status, answer.getheaders(), data, fault)

    def _answer(self, status: int, headers: list[tuple[str, str]], data: bytes, fault: Fault | None = None) -> None:
        length = dict(headers).get("Content-Length", "0") if self.command == "HEAD" else str(len(data))
        self.send_response(status)
        for name, value in headers:
            if name.lower() not in ("transfer-encoding", "content-length", "connection", "server", "date"):
                self.send_header(name, value)
        self.send_header("Content-Length", length)
        self.end_headers()
        if fault == "half":
            self.wfile.write(data[: len(data) // 2])
            self.close_connection = True
            return
        for piece in _pieces(data) if fault == "slow" else [data]:
            self.wfile.write(piece)
            self.wfile.flush()

    do_GET = do_PUT = do_POST = do_DELETE = do_HEAD = _pass_on  # noqa: N815  the library's names


def _pieces(data: bytes) -> Iterator[bytes]:
    size = len(data) // PIECES + 1
    for start in range(0, len(data), size):
        pause()
        yield data[start : start + size]


def start_server() -> ThreadedMotoServer:
    """A server of its own process's memory, with nothing in it."""
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    return server


def environment(url: str) -> dict[str, str]:
    """What readers and writers of the store find in their environment."""
    return {
        **{"AWS_ACCESS_KEY_ID": KEY_ID, "AWS_SECRET_ACCESS_KEY": SECRET, "AWS_REGION": "eu-west-1"},
        **{"AWS_ENDPOINT_URL": url, "AWS_ALLOW_HTTP": "true"},
    }


def request(port: int, method: str, path: str) -> bytes:
    """Ask a server without credentials."""
    connection = http.client.HTTPConnection("127.0.0.1", port)
    with suppress(http.client.HTTPException):
        connection.request(method, path)
        return connection.getresponse().read()
    return b""


@contextmanager
def lake_in_a_store(patch: pytest.MonkeyPatch) -> Iterator[tuple[int, dict[str, str]]]:
    """A store with a bucket, where the environment says that the lake is.

    Yields its port, and the variables that workers need.
    """
    server = start_server()
    try:
        port = server.get_host_and_port()[1]
        request(port, "PUT", f"/{BUCKET}")
        access = environment(f"http://127.0.0.1:{port}")
        for name, value in {**access, "TABLETALE_LAKE": f"s3://{BUCKET}/lake"}.items():
            patch.setenv(name, value)
        yield port, access
    finally:
        server.stop()
