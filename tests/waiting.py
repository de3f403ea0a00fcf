"""Tests wait for a state, never for a time, so no result depends on how busy the machine is.

All waits have the same limit, which a passing test never comes near. To show that something does not happen, a test
waits for a later state that could not come if it had happened.
"""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic, sleep
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from playwright.sync_api import Page

T = TypeVar("T")

LIMIT = 300.0
"""Seconds after which a wait gives up."""
LIMIT_MS = LIMIT * 1000
TICK = 0.005
"""Seconds between two checks."""
TICK_MS = TICK * 1000


def pause() -> None:
    """Sleep between two checks."""
    sleep(TICK)


def until(holds: Callable[[], T], what: str, between: Callable[[], object] = pause) -> T:
    """Wait until `holds` returns something true, and return it. Raises AssertionError with `what` after the limit.

    `between` is called between two checks.
    """
    end = monotonic() + LIMIT
    while not (found := holds()):
        assert monotonic() < end, f"{what}: not within {LIMIT:.0f} seconds"
        between()
    return found


def until_on(page: Page, holds: Callable[[], T], what: str) -> T:
    """Wait for something that a page causes. Playwright handles events of pages only while it waits itself."""
    return until(holds, what, lambda: page.wait_for_timeout(TICK_MS))
