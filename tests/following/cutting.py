"""A way to a service on which every connection is cut again and again, wherever it is."""

from __future__ import annotations

import socket
from contextlib import suppress
from threading import Event, Lock, Thread
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from random import Random

OFTEN = (2, 40)
"""Pieces that are carried between two cuts, at least and at most: by time, hardly a page would come to a busy machine
between two of them."""
MOST = 4_096
"""Bytes that are carried at once: a cut falls in the middle of what is longer."""


class Cutting:
    """Carries connections to a port of this machine; once told to, it cuts all of them again and again."""

    def __init__(self, port: int, rng: Random) -> None:
        self._to, self._rng = port, rng
        self._open: set[socket.socket] = set()
        self._lock = Lock()
        self._cutting, self._shut = Event(), Event()
        self._left = 0
        """Pieces until all is cut."""
        self.cuts = 0
        """Connections that were cut."""
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._listening.getsockname()[1]}"
        Thread(target=self._accept, daemon=True).start()

    def cut_often(self) -> None:
        """Now, and from now on whenever so many pieces were carried."""
        self._cutting.set()
        self._cut()

    def spare(self) -> None:
        """Cut nothing any more."""
        self._cutting.clear()

    def cut_off(self) -> None:
        """Cut all, and carry nothing until they are let in again."""
        self._shut.set()
        self._cut()

    def let_in(self) -> None:
        """Carry connections again."""
        self._shut.clear()

    def close(self) -> None:
        """Cut all, and let nobody in any more."""
        self._listening.close()
        self._cut()

    def _count(self) -> None:
        """A piece is about to be carried: cut all if it is its turn."""
        with self._lock:
            self._left -= 1
            if due := self._left <= 0:
                self._left = self._rng.randint(*OFTEN)
        if due and self._cutting.is_set():
            self._cut()

    def _cut(self) -> None:
        with self._lock:
            self.cuts += len(self._open) // 2
            for end in self._open:
                with suppress(OSError):
                    end.shutdown(socket.SHUT_RDWR)

    def _accept(self) -> None:
        while True:
            try:
                caller, _ = self._listening.accept()
                service = socket.create_connection(("127.0.0.1", self._to))
            except OSError:
                return
            with self._lock:
                self._open |= {caller, service}
            if self._shut.is_set():
                self._cut()
            for ends in ((caller, service, False), (service, caller, True)):
                Thread(target=self._carry, args=(*ends, id(caller)), daemon=True).start()

    def passes(self, came: bytes, connection: int, *, back: bool) -> bytes:
        """What is carried on of what came over a connection; `back` is what the service answers."""
        return came

    def _carry(self, source: socket.socket, to: socket.socket, back: bool, connection: int) -> None:
        with suppress(OSError):
            while came := source.recv(MOST):
                self._count()
                to.sendall(self.passes(came, connection, back=back))
        for end in (source, to):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
        with self._lock:
            if source in self._open:
                self._open -= {source, to}
                source.close()
                to.close()
