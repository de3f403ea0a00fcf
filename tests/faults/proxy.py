"""A proxy in front of a PostgreSQL server: it leads to another one when it is told, and cuts a connection when a given
text passes through it."""

from __future__ import annotations

import socket
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Lock, Thread
from typing import TYPE_CHECKING, Literal, NamedTuple

from tests.faults.servers import SOCKET, folders, url_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from random import Random

    from tests.faults.servers import Server

Moment = Literal["before the request", "after the request", "before the answer"]
"""When to cut: nothing has reached the server; it is working; it is done, and nothing has reached the client."""


class Cut(NamedTuple):
    """Where to cut a connection."""

    text: bytes
    """Text in the request."""
    moment: Moment
    wait: Callable[[], object] = lambda: None
    """Called after the request, before the cut."""


class Proxy:
    """Listens in a folder, and passes on what comes to the server in another folder."""

    def __init__(self, folder: Path, server: Path) -> None:
        self.url = url_of(folder)
        self.server = server
        """New connections lead to the server in this folder."""
        self.cut: Cut | None = None
        """The next cut."""
        self.cuts = 0
        self.dice: tuple[Random, float] | None = None
        """Cuts at random, with this chance for each piece that passes."""
        self._lock = Lock()
        self._listening = socket.socket(socket.AF_UNIX)
        self._listening.bind(str(folder / SOCKET))
        self._listening.listen()
        Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        """Accept no more connections."""
        with suppress(OSError):
            self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._listening.accept()
                Thread(target=self._serve, args=(client,), daemon=True).start()

    def _serve(self, client: socket.socket) -> None:
        with client, socket.socket(socket.AF_UNIX) as server, suppress(OSError):
            server.connect(str(self.server / SOCKET))
            last_words: list[bool] = []
            answers = Thread(target=self._carry_answers, args=(server, client, last_words), daemon=True)
            answers.start()
            with suppress(OSError):
                self._carry_requests(client, server, last_words)
            with suppress(OSError):
                server.shutdown(socket.SHUT_RDWR)
            answers.join()

    def _carry_requests(self, client: socket.socket, server: socket.socket, last_words: list[bool]) -> None:
        while (request := client.recv(1 << 20)) and not self._by_chance():
            cut = self._due(request)
            if cut and cut.moment == "before the request":
                return
            if cut and cut.moment == "before the answer":
                last_words.append(True)
            server.sendall(request)
            if cut and cut.moment == "after the request":
                cut.wait()
                return

    def _carry_answers(self, server: socket.socket, client: socket.socket, last_words: list[bool]) -> None:
        with suppress(OSError):
            while (answer := server.recv(1 << 20)) and not last_words and not self._by_chance():
                client.sendall(answer)
        with suppress(OSError):
            client.shutdown(socket.SHUT_RDWR)

    def _due(self, request: bytes) -> Cut | None:
        with self._lock:
            if self.cut is None or self.cut.text not in request:
                return None
            cut, self.cut = self.cut, None
            self.cuts += 1
            return cut

    def _by_chance(self) -> bool:
        with self._lock:
            if self.dice is None or self.dice[0].random() >= self.dice[1]:
                return False
            self.cuts += 1
            return True


@contextmanager
def proxied(server: Server) -> Iterator[Proxy]:
    """A proxy in front of a server."""
    with folders(1) as (place,):
        proxy = Proxy(place, server.folder)
        try:
            yield proxy
        finally:
            proxy.close()
