"""Simulated games, played by several processes at once."""

from __future__ import annotations

import os
import time
from collections import deque
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from multiprocessing import get_context
from typing import TYPE_CHECKING, Any

from api.recording.history import simulate
from api.service import installed_rulesets

if TYPE_CHECKING:
    from collections.abc import Iterator
    from concurrent.futures import Future

    from api.recording.history import Plan, Simulated
    from rulesets.kit.ruleset import Ruleset

ALONE_SECONDS = 3.0
"""How long this process plays alone: starting another takes a second or two, in which it plays many games."""

AHEAD = 4
"""How many games of each process may wait to be recorded, so that a long history does not fill the memory."""


def cores() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def games_of(ruleset: Ruleset[Any], plan: Plan, games: int, processes: int) -> Iterator[Simulated]:
    """Play the games of a plan. They are the same, in the same order, whatever the number of processes."""
    until = time.monotonic() + ALONE_SECONDS
    number = 0
    while number < games and (processes == 1 or time.monotonic() < until):
        yield simulate(ruleset, plan, number)
        number += 1
    if number < games:
        yield from _played_by_others(plan, range(number, games), processes)


def _played_by_others(plan: Plan, numbers: range, processes: int) -> Iterator[Simulated]:
    # Spawned, not forked: a process must not inherit the connections to the log
    with ProcessPoolExecutor(min(processes, len(numbers)), get_context("spawn")) as pool:
        under_way: deque[Future[Simulated]] = deque()
        for number in numbers:
            under_way.append(pool.submit(_play, plan, number))
            if len(under_way) > AHEAD * processes:
                yield under_way.popleft().result()
        while under_way:
            yield under_way.popleft().result()


def _play(plan: Plan, number: int) -> Simulated:
    return simulate(_rulesets()[plan.ruleset], plan, number)


@cache
def _rulesets() -> dict[str, Ruleset[Any]]:
    return installed_rulesets()
