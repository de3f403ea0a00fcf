"""Tests wait for a state, never for a time: no outcome depends on how busy the machine is.

All that wait have one limit, and no test that passes comes near it. That something does not happen is shown by a later
state, which could not be there without it having happened.
"""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic, sleep
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from playwright.sync_api import Page

T = TypeVar("T")

LIMIT = 300.0
"""Seconds after which what should have come is given up."""
LIMIT_MS = LIMIT * 1000
TICK = 0.005
"""Seconds between two looks."""
TICK_MS = TICK * 1000


def pause() -> None:
    """The time between two looks."""
    sleep(TICK)


def until(holds: Callable[[], T], what: str, between: Callable[[], object] = pause) -> T:
    """Wait until something is there, or true: that. Raises AssertionError with `what` did not come.

    `between` is done between two looks.
    """
    end = monotonic() + LIMIT
    while not (found := holds()):
        assert monotonic() < end, f"{what}: not within {LIMIT:.0f} seconds"
        between()
    return found


def until_on(page: Page, holds: Callable[[], T], what: str) -> T:
    """Wait for something that a page leads to. Only while Playwright itself waits does it hear of pages."""
    return until(holds, what, lambda: page.wait_for_timeout(TICK_MS))
