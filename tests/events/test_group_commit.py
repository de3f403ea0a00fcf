"""Group commit without a database: what each of many concurrent writers can rely on.

"Broken by" names a change to the code that makes the test fail.
"""

from __future__ import annotations

import ctypes
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from functools import partial

import pytest

from events import group_commit
from events.group_commit import GroupCommit
from tests.events.crowds import Gate, begun, outcome, queue_up
from tests.waiting import until


class Refused(Exception):
    """The verdict of a refused item."""


class Failed(Exception):
    """Why the rest of a group was not written."""


class Book:
    """Numbers are written to it, and negative ones refused; it remembers which thread wrote which group."""

    def __init__(self) -> None:
        self.gate = Gate()
        self.groups: list[list[int]] = []
        self.writers: list[int] = []
        self.stops: dict[int, BaseException] = {}
        """Errors that are raised instead of a verdict."""
        self.commits: GroupCommit[int, str] = GroupCommit(self.write, size=abs, copy_error=self.copy_error)

    def write(self, numbers: Sequence[int]) -> Iterator[str | Exception]:
        self.groups.append(list(numbers))
        self.writers.append(threading.get_ident())
        self.gate.pass_by()
        for number in numbers:
            if number in self.stops:
                raise self.stops[number]
            yield Refused(number) if number < 0 else f"{number} by {threading.get_ident()}"

    def copy_error(self, error: BaseException) -> Exception:
        return Failed(error)

    def at_once(self, numbers: Sequence[int]) -> list[str | BaseException]:
        """Write the first number, and the others while it is being written."""
        futures = self.queue_up(self.calls(numbers))
        self.gate.go.set()
        return [outcome(future) for future in futures]

    def queue_up(self, calls: list[Callable[[], str]]) -> list[Future[str]]:
        return queue_up(self.gate, lambda: self.commits.waiting, calls)

    def calls(self, numbers: Sequence[int]) -> list[Callable[[], str]]:
        return [partial(self.commits.write, number) for number in numbers]


@pytest.fixture
def book() -> Book:
    return Book()


@pytest.fixture
def open_book(book: Book) -> Book:
    """A book whose gate stops nobody."""
    book.gate.held.set()
    return book


def test_a_single_writer_writes_in_its_own_thread(open_book: Book) -> None:
    """Without other writers, nothing is handed to another thread.

    Broken by writing in a new thread: the answer named another.
    """
    me = threading.get_ident()
    assert [open_book.commits.write(number) for number in (1, 2)] == [f"1 by {me}", f"2 by {me}"]
    assert open_book.groups == [[1], [2]]


def test_the_thread_that_waits_longest_writes_for_all(book: Book) -> None:
    """While one thread writes, the next group forms in order of arrival; each item has its own answer.

    Broken by calling the last of those that wait (another order), and by gathering nobody (five groups).
    """
    results = book.at_once([1, 2, 3, 4, 5])
    assert book.groups == [[1], [2, 3, 4, 5]]
    first, second = book.writers
    assert first != second
    assert results == [f"1 by {first}", *(f"{number} by {second}" for number in (2, 3, 4, 5))]
    assert book.commits.waiting == 0


def test_the_length_of_a_group_is_limited(book: Book) -> None:
    """However many wait, they are written in groups.

    Broken by taking that many in addition to the writer.
    """
    count = group_commit.MAX_ITEMS + 9
    results = book.at_once([1] * (count + 1))
    assert [len(each) for each in book.groups] == [1, group_commit.MAX_ITEMS, 9]
    assert len(results) == count + 1


def test_the_size_of_a_group_is_limited(book: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    """Large items go in smaller groups, and an item larger than the limit goes alone.

    Broken by leaving out the size of the first: 400 went with 650.
    """
    monkeypatch.setattr(group_commit, "MAX_SIZE", 1000)
    book.at_once([1, 400, 650, 300, 50, 1, 1999, 2])
    assert book.groups == [[1], [400], [650, 300, 50], [1], [1999], [2]]


def test_a_refusal_concerns_one_item_only(book: Book) -> None:
    """Each caller gets its own verdict, and two refusals are two exceptions.

    Broken by raising what was refused: all after it were told that it failed.
    """
    results = book.at_once([1, -2, 3, -2, 5])
    second = book.writers[1]
    assert (results[2], results[4]) == (f"3 by {second}", f"5 by {second}")
    assert isinstance(results[1], Refused)
    assert isinstance(results[3], Refused)
    assert results[1] is not results[3]


def test_a_failed_write_reaches_every_caller(book: Book) -> None:
    """Verdicts that are final stay; the writer raises the error, and each other caller a copy.

    Broken by giving all the same object, and by telling those too that had their verdicts.
    """
    failure = book.stops[4] = RuntimeError("no more")
    results = book.at_once([1, 2, 3, 4, 5, 6])
    second = book.writers[1]
    assert results[:3] == ["1 by " + str(book.writers[0]), f"2 by {second}", f"3 by {second}"]
    assert all(isinstance(error, Failed) and error.args == (failure,) for error in results[3:])
    assert len({id(error) for error in results[3:]}) == 3
    book.stops = {1: failure, 2: failure}
    book.gate = Gate()
    results = book.at_once([1, 2, 3])
    assert (results[0], results[1]) == (failure, failure)
    assert isinstance(results[2], Failed)


def test_an_interrupt_of_the_writer_stays_with_the_writer(book: Book) -> None:
    """The others get an error, and the next waiting thread becomes the writer.

    Broken by handing the turn on only where nothing was raised: the next one waited for ever.
    """
    stop = book.stops[2] = KeyboardInterrupt()
    results = book.at_once([1, 2, 3])
    assert results[1] is stop
    assert isinstance(results[2], Failed)
    assert book.commits.write(4) == f"4 by {threading.get_ident()}"


def test_an_interrupt_of_the_writer_goes_before_its_verdict(book: Book) -> None:
    """Even if the verdict was final, the interrupted thread raises the interrupt.

    Broken by returning the verdict that there was.
    """
    stop = book.stops[3] = KeyboardInterrupt()
    results = book.at_once([1, 2, 3, 4])
    assert results[1] is stop
    assert [type(error) for error in results[2:]] == [Failed, Failed]


def test_a_thread_that_is_interrupted_while_waiting_leaves_the_queue(book: Book) -> None:
    """Its item is not written, and nobody waits for it.

    Broken by staying in the queue: it was called to write, and the others waited for ever.
    """

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    def send() -> None:
        try:
            until(lambda: book.commits.waiting == 2, "two who wait")
        finally:
            signal.pthread_kill(here, signal.SIGUSR1)

    here = threading.get_ident()
    signal.signal(signal.SIGUSR1, interrupt)
    try:
        queued = book.queue_up(book.calls([1, 2]))
        sent = begun(send)
        with pytest.raises(KeyboardInterrupt):
            book.commits.write(3)
        assert outcome(sent) is None
    finally:
        signal.signal(signal.SIGUSR1, signal.SIG_IGN)  # by default, one that came late would end the process
    assert book.commits.waiting == 1
    queued.append(begun(partial(book.commits.write, 4)))
    until(lambda: book.commits.waiting == 2, "two who wait")
    book.gate.go.set()
    assert [str(outcome(future)).split()[0] for future in queued] == ["1", "2", "4"]
    assert book.groups == [[1], [2, 4]]


def interrupted(thread: int) -> None:
    """Interrupt a thread; if it waits for a lock, the interrupt comes when it has the lock."""
    assert ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(KeyboardInterrupt)) == 1


@pytest.mark.parametrize("place", [1, 2], ids=["when it is to write", "when it was written for"])
def test_a_thread_that_is_interrupted_when_woken_passes_the_turn_on(book: Book, place: int) -> None:
    """If it was the next writer, another becomes the writer; an item that was written for it stays written.

    Broken by raising without handing on: those after it waited for ever.
    """
    threads: dict[int, int] = {}

    def write(number: int) -> str:
        threads[number] = threading.get_ident()
        return book.commits.write(number)

    queued = book.queue_up([partial(write, number) for number in range(5)])
    interrupted(threads[place])
    book.gate.go.set()
    results = [outcome(future) for future in queued]
    assert isinstance(results.pop(place), KeyboardInterrupt)
    left = [number for number in range(5) if number != place]
    assert [str(each).split()[0] for each in results] == [str(number) for number in left]
    assert book.groups == [[0], [2, 3, 4] if place == 1 else [1, 2, 3, 4]]
    assert book.commits.write(5) == f"5 by {threading.get_ident()}"
