"""Turns of many threads at one thing that is written in groups: who finds nobody writing writes for all that wait.

No thread does nothing but write: to hand a write over and fetch its verdict back would take a client alone a third
longer. While one writes the next group gathers, so nobody ever waits for more to come.
"""

from __future__ import annotations

from _thread import LockType
from collections.abc import Callable, Iterable, Sequence
from operator import attrgetter
from threading import Lock
from typing import Generic, TypeVar

Item = TypeVar("Item")
Answer = TypeVar("Answer")

MOST_ITEMS = 32
MOST_SIZE = 1_000_000
"""Of all items of a group: what bounds how long the first of them waits for the last. A larger item goes alone."""

_calling: Callable[[object], LockType] = attrgetter("called")


class _Ticket(Generic[Item, Answer]):
    """One item, and what became of it."""

    __slots__ = ("called", "item", "verdict")

    def __init__(self, item: Item) -> None:
        self.item = item
        self.called = Lock()
        """Held by who waits, until its verdict is there or it is its turn."""
        self.verdict: Answer | Exception | None = None


class Turns(Generic[Item, Answer]):
    """Writes of many threads, in groups and in the order in which they came.

    `write` takes a group and yields the verdict of each, in order, once it is final: an answer, or an exception of its
    own. What it raises ends the group: the thread that writes raises it, and of each other that has no verdict by then
    `retell` makes an exception for it, since one that is raised in two threads mixes their tracebacks. `size` measures
    an item.
    """

    def __init__(
        self,
        write: Callable[[Sequence[Item]], Iterable[Answer | Exception]],
        size: Callable[[Item], int],
        retell: Callable[[BaseException], Exception],
    ) -> None:
        self._write, self._size, self._retell = write, size, retell
        self._guard = Lock()
        self._writer: _Ticket[Item, Answer] | None = None
        self._group: list[_Ticket[Item, Answer]] = []
        """Those that the writer writes for, beside itself."""
        self._waiting: list[_Ticket[Item, Answer]] = []

    @property
    def waiting(self) -> int:
        """How many wait for the next group."""
        return len(self._waiting)

    def write(self, item: Item) -> Answer:
        """Write an item, or have it written by another thread; return what came of it, or raise it."""
        ticket: _Ticket[Item, Answer] = _Ticket(item)
        try:
            with self._guard:
                if self._writer is None:
                    self._writer = ticket
                else:
                    ticket.called.acquire()
                    self._waiting.append(ticket)
            if self._writer is not ticket:
                ticket.called.acquire()
            if ticket.verdict is None:
                self._write_for_all(ticket)
        except BaseException:
            self._leave(ticket)
            raise
        verdict = ticket.verdict
        assert verdict is not None
        if isinstance(verdict, Exception):
            try:
                raise verdict
            finally:
                del ticket, verdict  # its traceback holds this frame: together they would stay until they are collected
        return verdict

    def _write_for_all(self, first: _Ticket[Item, Answer]) -> None:
        try:
            if self._waiting:
                self._gather(first)
            group = [first, *self._group]
            for ticket, verdict in zip(group, self._write([ticket.item for ticket in group]), strict=True):
                ticket.verdict = verdict
        except BaseException as error:
            for ticket in self._group:
                if ticket.verdict is None:
                    ticket.verdict = self._retell(error)
            if first.verdict is None or not isinstance(error, Exception):
                raise
        finally:
            self._leave(first)

    def _gather(self, first: _Ticket[Item, Answer]) -> None:
        """Take those that wait, in order, as many as go into a group."""
        with self._guard:
            count, size = 0, self._size(first.item)
            for ticket in self._waiting[: MOST_ITEMS - 1]:
                size += self._size(ticket.item)
                if size > MOST_SIZE:
                    break
                count += 1
            self._group = self._waiting[:count]
            del self._waiting[:count]

    def _leave(self, ticket: _Ticket[Item, Answer]) -> None:
        """Hand the turn on to who waits longest, and call the others of the group; or leave those that wait.

        An interrupt may come at any call, and then all would wait for ever: so nothing is called in between, and all
        are called within one call. It does nothing the second time.
        """
        with self._guard:
            if self._writer is ticket:
                calls = map(LockType.release, map(_calling, self._waiting[:1] + self._group))
                self._writer, self._group = self._waiting[0] if self._waiting else None, []
                del self._waiting[:1]
                any(calls)
            elif ticket in self._waiting:
                self._waiting.remove(ticket)
