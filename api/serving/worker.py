"""gunicorn's thread worker, but a request gets a thread only when all of it has arrived (docs/adr/0007).

The loop that accepts connections also reads and closes them, without ever waiting for one. Sockets are plain: the
service speaks no TLS and no HTTP/2.

The process that only watches the worker imports this module too, and needs little memory: what answers requests is
imported with the app.
"""

from __future__ import annotations

import resource
import socket
from contextlib import suppress
from functools import partial
from selectors import EVENT_READ
from time import monotonic
from typing import TYPE_CHECKING, Any

from gunicorn.http.parser import RequestParser  # type: ignore[import-untyped]
from gunicorn.workers.gthread import TConn, ThreadWorker  # type: ignore[import-untyped]

from api.errors import InternalError, Overloaded, Problem
from api.serving import limits
from api.serving.partial_request import PartialRequest

if TYPE_CHECKING:
    from concurrent.futures import Future
RECEIVE_BYTES = 64 << 10
LOOK_SECONDS = 0.25
"""Seconds between two looks at the deadlines."""
CONTINUE = b"HTTP/1.1 100 Continue\r\n\r\n"


class WholeRequest(RequestParser):  # type: ignore[misc]
    """A request for a thread: parsed already, with every byte of its body."""

    def __init__(self, cfg: Any, request: Any) -> None:
        super().__init__(cfg, (), request.peer_addr)
        self.mesg = request
        self.unreader = request.unreader

    def __next__(self) -> Any:
        return self.mesg

    def finish_body(self, deadline: float | None = None, max_bytes: int | None = None) -> bool:
        """Skip what the app did not read; True if the next request can be found after it."""
        try:
            return bool(super().finish_body())  # without a deadline: all of it is there
        except Exception:  # the app answered already, and the connection ends
            return False

    def take_rest(self) -> bytes:
        """The part of the next request that the client has sent."""
        self.mesg.body = None  # a large body is a file: close it before the client may send another one
        rest: bytes = self.unreader.take_buffered()
        return rest


class Worker(ThreadWorker):  # type: ignore[misc]
    """The loop reads and closes; threads answer. All methods but `handle_error` run in the loop."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self._partial: dict[TConn, PartialRequest] = {}
        """Connections in the middle of a request, the oldest first."""
        self._leaving: dict[TConn, float] = {}
        """Connections with their last answer sent, and when they are closed if the client does not close them."""
        self._next_look = 0.0

    def init_process(self) -> None:
        _allow_files(2 * self.worker_connections)
        super().init_process()

    def load_wsgi(self) -> None:
        super().load_wsgi()
        from api.serving import refusals

        self._refusals = refusals

    # --- reading

    def enqueue_req(self, conn: TConn, sent: bytes = b"") -> None:
        """Read a request, of which the client may have `sent` a part; take a thread when it is whole."""
        conn.sock.setblocking(False)
        self._partial[conn] = PartialRequest(self.cfg, conn.client, monotonic())
        self.poller.register(conn.sock, EVENT_READ, partial(self._receive, conn))
        if sent:
            self._feed(conn, sent)
        else:
            self._receive(conn)
        if len(self._partial) > limits.CONNECTIONS:
            self._give_up(next(iter(self._partial)), Overloaded())

    def _receive(self, conn: TConn, _sock: object = None) -> None:
        if conn not in self._partial:  # it was given up in the meantime
            return
        if data := _received(conn):
            self._feed(conn, data)
        elif data is not None:
            self._give_up(conn, self._partial[conn].incomplete())

    def _feed(self, conn: TConn, data: bytes) -> None:
        partial_request = self._partial[conn]
        try:
            whole = partial_request.feed(data, monotonic())
        except Problem as problem:
            self._give_up(conn, problem)
        except Exception:
            self.log.exception("a request could not be read")
            self._give_up(conn, InternalError())
        else:
            if whole:
                self._take_thread(conn)
            elif partial_request.expects_continue():
                _send(conn, CONTINUE)

    def _take_thread(self, conn: TConn) -> None:
        conn.parser = WholeRequest(self.cfg, self._stop_reading(conn).request())
        conn.initialized = True
        super().enqueue_req(conn)

    def _give_up(self, conn: TConn, problem: Problem) -> None:
        """Answer with the problem, unless nothing was sent: the answer could be taken for that to the next request."""
        partial_request = self._stop_reading(conn)
        if partial_request.begun:
            _send(conn, self._refusals.refusal(self.wsgi, problem, partial_request.accept))
        self._let_go(conn)

    def _stop_reading(self, conn: TConn) -> PartialRequest:
        self.poller.unregister(conn.sock)
        return self._partial.pop(conn)

    # --- after the answer

    def finish_request(self, conn: TConn, job: Future[bool]) -> None:
        if job.cancelled() or job.exception() or not job.result():
            self._let_go(conn)
        elif rest := conn.parser.take_rest():
            self.enqueue_req(conn, rest)
        else:
            super().finish_request(conn, job)

    def _let_go(self, conn: TConn) -> None:
        """Close when the client has closed: earlier, the answer could be lost."""
        try:
            conn.sock.setblocking(False)
            conn.sock.shutdown(socket.SHUT_WR)
            self.poller.register(conn.sock, EVENT_READ, partial(self._throw_away, conn))
        except OSError:  # it is closed already
            self._close(conn)
        else:
            self._leaving[conn] = monotonic() + limits.GOODBYE_SECONDS

    def _throw_away(self, conn: TConn, _sock: object) -> None:
        if conn in self._leaving and _received(conn) == b"":
            self._close_leaving(conn)

    def _close_leaving(self, conn: TConn) -> None:
        del self._leaving[conn]
        self.poller.unregister(conn.sock)
        self._close(conn)

    def _close(self, conn: TConn) -> None:
        self.nr_conns -= 1
        conn.close()

    def handle_error(self, req: Any, client: socket.socket, addr: Any, exc: BaseException) -> None:
        """An error that not even the app caught, in a thread."""
        self.log.exception("an unforeseen error")
        with suppress(OSError):
            client.sendall(self._refusals.failure())

    # --- the end

    def handle_exit(self, sig: int, frame: object) -> None:
        self._end_streams()
        super().handle_exit(sig, frame)

    def handle_quit(self, sig: int, frame: object) -> None:
        self._end_streams()
        super().handle_quit(sig, frame)

    def _end_streams(self) -> None:
        """End live streams, which would never end by themselves. A worker that still boots has no app."""
        app = getattr(self, "wsgi", None)
        if app is not None:
            app.extensions["tabletale"].streams.stop()

    # --- time

    def wait_for_and_dispatch_events(self, timeout: float) -> None:
        watching = self._partial or self._leaving
        super().wait_for_and_dispatch_events(min(timeout, LOOK_SECONDS) if watching else timeout)

    def murder_pending(self) -> None:
        """Give up requests after their deadline."""
        now = monotonic()
        if now < self._next_look:
            return
        self._next_look = now + LOOK_SECONDS
        for conn, partial_request in list(self._partial.items()):
            if partial_request.deadline <= now:
                self._give_up(conn, partial_request.timed_out())
        for conn in [conn for conn, until in self._leaving.items() if until <= now]:
            self._close_leaving(conn)

    def _cap_keepalive(self, deadline: float) -> None:
        """When the service stops, partial requests get as much time as idle connections."""
        super()._cap_keepalive(deadline)
        for partial_request in self._partial.values():
            partial_request.last_call = deadline


def _received(conn: TConn) -> bytes | None:
    """The bytes that arrived; empty if the client is gone or sends no more, None if nothing arrived yet."""
    try:
        data: bytes = conn.sock.recv(RECEIVE_BYTES)
    except (BlockingIOError, InterruptedError):
        return None
    except OSError:
        return b""
    return data


def _send(conn: TConn, data: bytes) -> None:
    """Send something small without waiting; a client that reads nothing gets nothing."""
    with suppress(OSError):
        conn.sock.send(data)


def _allow_files(count: int) -> None:
    """Let this process open this many files and connections, as far as the system allows."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    limit = count if hard == resource.RLIM_INFINITY else min(count, hard)
    if soft != resource.RLIM_INFINITY and soft < limit:
        resource.setrlimit(resource.RLIMIT_NOFILE, (limit, hard))
