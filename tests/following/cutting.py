"""A proxy that cuts all connections to a service again and again, at any point."""

from __future__ import annotations

import socket
from contextlib import suppress
from threading import Event, Lock, Thread
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from random import Random

OFTEN = (2, 40)
"""The number of pieces between two cuts. After a fixed time instead, hardly a page would load on a busy machine."""
MOST = 4_096
"""The size of a piece in bytes: a longer message can be cut in the middle."""


class CuttingProxy:
    """A proxy for a port of this machine, which can cut all its connections again and again."""

    def __init__(self, port: int, rng: Random) -> None:
        self._to, self._rng = port, rng
        self._open: set[socket.socket] = set()
        self._lock = Lock()
        self._cutting, self._shut = Event(), Event()
        self._left = 0
        """The number of pieces until the next cut."""
        self.cuts = 0
        """The number of connections that were cut."""
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._listening.getsockname()[1]}"
        Thread(target=self._accept, daemon=True).start()

    def cut_often(self) -> None:
        """Cut all connections now, and again and again."""
        self._cutting.set()
        self._cut()

    def stop_cutting(self) -> None:
        """Stop cutting."""
        self._cutting.clear()

    def cut_off(self) -> None:
        """Cut all connections, and accept none until `accept_again`."""
        self._shut.set()
        self._cut()

    def accept_again(self) -> None:
        """Accept connections again."""
        self._shut.clear()

    def close(self) -> None:
        """Cut all connections, and stop listening."""
        with suppress(OSError):
            self._listening.shutdown(socket.SHUT_RDWR)  # ends the waiting for a caller, as closing alone does not
        self._listening.close()
        self._cut()

    def _count(self) -> None:
        """Count a piece, and cut all connections when it is time."""
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
            except OSError:
                return
            try:
                service = socket.create_connection(("127.0.0.1", self._to))
            except OSError:
                caller.close()
                continue
            with self._lock:
                self._open |= {caller, service}
            if self._shut.is_set():
                self._cut()
            Thread(target=self._connect, args=(caller, service), daemon=True).start()

    def _connect(self, caller: socket.socket, service: socket.socket) -> None:
        """Carry both ways, and close when both have ended: the number of a socket that is closed while the other
        thread still reads from it may be that of the next connection by then, whose bytes that thread would take."""
        back = Thread(target=self._carry, args=(service, caller, True, id(caller)), daemon=True)
        back.start()
        self._carry(caller, service, False, id(caller))
        back.join()
        with self._lock:
            self._open -= {caller, service}
            caller.close()
            service.close()

    def passes(self, came: bytes, connection: int, *, back: bool) -> bytes:
        """The bytes to forward of those received; `back` means from the service to the client."""
        return came

    def _carry(self, source: socket.socket, to: socket.socket, back: bool, connection: int) -> None:
        try:
            while came := source.recv(MOST):
                self._count()
                to.sendall(self.passes(came, connection, back=back))
        except OSError:
            pass
        finally:
            for end in (source, to):
                with suppress(OSError):
                    end.shutdown(socket.SHUT_RDWR)
