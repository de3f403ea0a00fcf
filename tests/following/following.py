"""Clients that record actions and clients that follow them, each with its own connection and thread."""

from __future__ import annotations

import multiprocessing
import re
import selectors
import socket
import time
from datetime import datetime
from itertools import cycle, islice
from threading import Thread
from typing import TYPE_CHECKING, Any, cast

from tests.api.conftest import action_bodies, game_body
from tests.waiting import LIMIT, TICK, pause, until

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from multiprocessing.connection import Connection

    from tests.api.serving import Running

NUMBER = re.compile(rb"(?:^|\n)id: (\d+)\n")
PIECE = 128
"""Bytes that are read at once: fewer than an event has, so that a late reader disconnects just as often."""
EACH_TIME = 100
"""The number of actions before a game is undone to its start."""


def new_game(service: Running) -> str:
    """Start a game of Tactics with given outcomes; returns its id."""
    return str(service.ask("POST", "/v1/games", game_body())["id"])


def requests() -> Iterator[tuple[str, dict[str, Any]]]:
    """Endless requests to a game: a hundred actions, then an undo to the start."""
    actions = [("actions", body) for body in action_bodies()[:EACH_TIME]]
    return cycle([*actions, ("undo", {"to": "1"})])


def enter(services: Sequence[Running], game: str, events: int, first: int = 0) -> Iterator[tuple[int, float]]:
    """Store events with each service in turn; yield the version and the time of recording, in seconds, of each.

    The first `first` of `events` are stored already.
    """
    for (what, body), service in zip(islice(requests(), first, events), cycle(services), strict=False):
        stored = service.ask("POST", f"/v1/games/{game}/{what}", body)["events"][-1]
        yield stored["version"], datetime.fromisoformat(stored["recorded_at"]).timestamp()


def connected(port: int, game: str, last: int) -> socket.socket:
    """A connection that follows a game from a version on."""
    caller = socket.create_connection(("127.0.0.1", port), timeout=LIMIT)
    caller.sendall(
        f"GET /v1/games/{game}/stream HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nLast-Event-ID: {last}\r\n\r\n".encode()
    )
    return caller


class StreamReader:
    """Reads the events of a stream."""

    def __init__(self) -> None:
        self._rest = b""
        self.got_hello = False

    def read(self, came: bytes) -> list[int]:
        """Add received bytes; returns the versions of the events that are now complete."""
        whole, end, self._rest = (self._rest + came).rpartition(b"\n\n")
        self.got_hello |= b"event: hello" in whole
        return [*map(int, NUMBER.findall(whole + end))]


class Follower(Thread):
    """Follows a game up to a version, and reconnects after every `reconnect_every` events."""

    def __init__(self, port: int, game: str, until: int, reconnect_every: int) -> None:
        super().__init__(daemon=True)
        self.port, self.game, self.until, self.every = port, game, until, reconnect_every
        self.seen: list[int] = []
        self.disconnects = 0

    def run(self) -> None:
        """Follow, and reconnect after each cut or restart."""
        until(lambda: self.seen and self.seen[-1] >= self.until, f"version {self.until}", between=self._try)

    def _try(self) -> None:
        try:
            self._follow(connected(self.port, self.game, self.seen[-1] if self.seen else 1))
        except OSError:
            pause()

    def _follow(self, caller: socket.socket) -> None:
        limit, stream = len(self.seen) + self.every, StreamReader()
        with caller:
            while len(self.seen) < limit and (came := caller.recv(PIECE)):
                self.seen += stream.read(came)
                if self.seen and self.seen[-1] >= self.until:
                    return
        self.disconnects += 1


class FollowingClients:
    """Many clients in a separate process that follow one game, and record when each of them saw each version."""

    def __init__(self, port: int, game: str, many: int) -> None:
        """Connect all clients. Raises AssertionError if one is refused."""
        context = multiprocessing.get_context("spawn")
        self.many = many
        self._here, there = context.Pipe()
        self._process = context.Process(target=_follow, args=(there, port, game, many), daemon=True)
        self._process.start()
        assert self._here.poll(LIMIT), "not all were let in"
        self._here.recv()

    def close(self) -> None:
        """Close all connections, and collect what they saw."""
        self._here.send("over")
        self.seen: list[tuple[int, float]] = self._here.recv()
        self._process.join()

    def waits(self, stored: Mapping[int, float]) -> list[float]:
        """The sorted times from recorded to seen, in ms, of each client and version."""
        return sorted((at - stored[version]) * 1000 for version, at in self.seen if version in stored)


def _follow(pipe: Connection, port: int, game: str, many: int) -> None:
    callers = {connected(port, game, 1): StreamReader() for _ in range(many)}
    seen: list[tuple[int, float]] = []
    greeted = False
    with selectors.DefaultSelector() as ready:
        for caller in callers:
            ready.register(caller, selectors.EVENT_READ)
        while not pipe.poll():
            for key, _ in ready.select(TICK):
                caller = cast("socket.socket", key.fileobj)
                came, now = caller.recv(1 << 16), time.time()
                seen += [(version, now) for version in callers[caller].read(came)]
                if not came:
                    ready.unregister(caller)
            if not greeted and all(stream.got_hello for stream in callers.values()):
                pipe.send(greeted := True)
    for caller in callers:
        caller.close()
    pipe.send(seen)
