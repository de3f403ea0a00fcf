"""Helpers for concurrent calls: each in its own thread, started in order, stopped and released by the test."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from threading import Event, Thread
from typing import Any, TypeVar

from tests.waiting import LIMIT, until

Result = TypeVar("Result")


def begun(call: Callable[[], Result]) -> Future[Result]:
    """Start a call in a thread. If it hangs, the tests can still end."""
    future: Future[Result] = Future()

    def run() -> None:
        try:
            future.set_result(call())
        except BaseException as error:
            future.set_exception(error)

    Thread(target=run, daemon=True).start()
    return future


def outcome(future: Future[Any]) -> Any:
    """What a call returned or raised."""
    error = future.exception(LIMIT)
    return future.result() if error is None else error


class Gate:
    """Stops the first thread that passes it, until it is released."""

    def __init__(self) -> None:
        self.held, self.go = Event(), Event()

    def pass_by(self) -> None:
        """Stop here, unless another thread did."""
        if not self.held.is_set():
            self.held.set()
            assert self.go.wait(LIMIT)


def queue_up(gate: Gate, waiting: Callable[[], int], calls: list[Callable[[], Result]]) -> list[Future[Result]]:
    """Start the first call, which stops at the gate; then the others, each once the one before it waits."""
    futures = [begun(calls[0])]
    assert gate.held.wait(LIMIT)
    for number, call in enumerate(calls[1:], 1):
        futures.append(begun(call))
        until(lambda number=number: waiting() == number, f"{number} waiting calls")  # type: ignore[misc]
    return futures
