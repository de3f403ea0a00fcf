"""Group commit: many threads write, and the thread that finds no other writing writes for all that wait.

There is no thread only for writing: to hand each write to it would make a single client a third slower. The next group
forms while one is written, so no thread ever waits for a group to fill.
"""

from __future__ import annotations

from _thread import LockType
from collections.abc import Callable, Iterable, Sequence
from operator import attrgetter
from threading import Lock
from typing import Generic, TypeVar

Item = TypeVar("Item")
Answer = TypeVar("Answer")

MAX_ITEMS = 32
MAX_SIZE = 1_000_000
"""Of all items of a group: it limits how long the first waits for the last. A larger item is written alone."""

_wake_of: Callable[[object], LockType] = attrgetter("wake")


class _Ticket(Generic[Item, Answer]):
    """An item that a thread wants to write, and its result."""

    __slots__ = ("item", "verdict", "wake")

    def __init__(self, item: Item) -> None:
        self.item = item
        self.wake = Lock()
        """Held while the thread waits; released when its verdict is there or it may write."""
        self.verdict: Answer | Exception | None = None


class GroupCommit(Generic[Item, Answer]):
    """Writes the items of many threads in groups, in the order in which they came.

    `write` takes a group and yields the verdict of each item in order, once it is final: an answer or an exception. If
    `write` itself raises, the writing thread raises that error; the others without a verdict raise the result of
    `copy_error`, since one exception that is raised in two threads mixes their tracebacks. `size` measures an item.
    """

    def __init__(
        self,
        write: Callable[[Sequence[Item]], Iterable[Answer | Exception]],
        size: Callable[[Item], int],
        copy_error: Callable[[BaseException], Exception],
    ) -> None:
        self._write, self._size, self._copy_error = write, size, copy_error
        self._guard = Lock()
        self._writer: _Ticket[Item, Answer] | None = None
        self._group: list[_Ticket[Item, Answer]] = []
        """The others that the writer writes for."""
        self._waiting: list[_Ticket[Item, Answer]] = []

    @property
    def waiting(self) -> int:
        """How many threads wait for the next group."""
        return len(self._waiting)

    def write(self, item: Item) -> Answer:
        """Write an item, or let another thread write it; return its verdict, or raise it."""
        ticket: _Ticket[Item, Answer] = _Ticket(item)
        try:
            with self._guard:
                if self._writer is None:
                    self._writer = ticket
                else:
                    ticket.wake.acquire()
                    self._waiting.append(ticket)
            if self._writer is not ticket:
                ticket.wake.acquire()
            if ticket.verdict is None:
                self._write_for_all(ticket)
        except BaseException:
            self._finish(ticket)
            raise
        verdict = ticket.verdict
        assert verdict is not None
        if isinstance(verdict, Exception):
            try:
                raise verdict
            finally:
                del ticket, verdict  # else the traceback and this frame hold each other
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
                    ticket.verdict = self._copy_error(error)
            if first.verdict is None or not isinstance(error, Exception):
                raise
        finally:
            self._finish(first)

    def _gather(self, first: _Ticket[Item, Answer]) -> None:
        """Take as many of the waiting threads, in order, as fit into a group."""
        with self._guard:
            count, size = 0, self._size(first.item)
            for ticket in self._waiting[: MAX_ITEMS - 1]:
                size += self._size(ticket.item)
                if size > MAX_SIZE:
                    break
                count += 1
            self._group = self._waiting[:count]
            del self._waiting[:count]

    def _finish(self, ticket: _Ticket[Item, Answer]) -> None:
        """Make the thread that waits longest the writer, and wake the group; or stop waiting.

        An interrupt may come at any call, and all others would then wait for ever: so nothing is called in between, and
        one call wakes them all. A second call does nothing.
        """
        with self._guard:
            if self._writer is ticket:
                calls = map(LockType.release, map(_wake_of, self._waiting[:1] + self._group))
                self._writer, self._group = self._waiting[0] if self._waiting else None, []
                del self._waiting[:1]
                any(calls)
            elif ticket in self._waiting:
                self._waiting.remove(ticket)
