"""serve.start and serve.memory: how long `tabletale serve` takes to be ready, and how much memory it has then.

Both are compared with a limit, not with another program.
"""

from __future__ import annotations

import os
import re
import statistics
import subprocess
import sys
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple

from tests.benchmarks.harness import Measured, Skipped, middle_half, new_folder
from tests.waiting import LIMIT

if TYPE_CHECKING:
    from collections.abc import Iterator

MOST_MILLISECONDS = 1_000
MOST_MIB = 130
"""Resident memory of all processes of an idle service on SQLite."""
STARTS = 7


class Started(NamedTuple):
    """A service that has answered a request."""

    milliseconds: float
    """From the command to the answer."""
    mib: float


def start() -> Measured:
    """The median of several starts on a log that exists."""
    found = [service.milliseconds for service in _starts()]
    return _against_limit("serve.start", statistics.median(found), MOST_MILLISECONDS, "ms", found)


def memory() -> Measured:
    """The resident memory of an idle service on SQLite, in all its processes."""
    found = [service.mib for service in _starts()]
    return _against_limit("serve.memory", statistics.median(found), MOST_MIB, "MiB", found)


def _against_limit(name: str, ours: float, limit: float, unit: str, found: list[float]) -> Measured:
    low, high = middle_half([limit / each for each in found])
    return Measured(
        name=name,
        ours=ours,
        theirs=limit,
        against="its limit",
        unit=unit,
        ratio=limit / ours,
        low=low,
        high=high,
        rounds=len(found),
        bar=1,
        stretch=1.3,
        notes=(f"from {min(found):,.0f} to {max(found):,.0f} {unit}",),
    )


def _starts() -> list[Started]:
    """Starts on one log; the first one creates it, and does not count."""
    if not Path("/proc/self/statm").exists():
        raise Skipped("the memory of processes is read from /proc, which this system does not have")
    with new_folder() as folder:
        return [_started(folder) for _ in range(STARTS + 1)][1:]


def _started(folder: Path) -> Started:
    begin = perf_counter()
    with serving(folder) as (process, port):
        connection = HTTPConnection("127.0.0.1", port, timeout=LIMIT)
        connection.request("GET", "/healthz")
        assert connection.getresponse().status == 200
        ready = perf_counter() - begin
        connection.close()
        return Started(1_000 * ready, sum(map(_resident_mib, _processes(process.pid))))


@contextmanager
def serving(folder: Path) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """`tabletale serve` over the log `log` of a folder, as a process with its port."""
    env = os.environ | {"TABLETALE_LAKE": str(folder / "lake"), "TABLETALE_DATABASE_URL": f"sqlite:///{folder / 'log'}"}
    command = [sys.executable, "-m", "api.cli", "serve", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=env) as process:
        try:
            assert process.stdout
            found = re.search(r":(\d+)/", process.stdout.readline())
            assert found
            yield process, int(found[1])
        finally:
            process.terminate()


def _processes(parent: int) -> list[int]:
    """A process and all that it has started."""
    children = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
    return [parent, *(process for child in children for process in _processes(int(child)))]


def _resident_mib(process: int) -> float:
    pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20
