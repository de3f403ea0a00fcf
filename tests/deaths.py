"""When a process of the tests dies, report why: which signal ended it, and what its threads were doing.

pytest shows the threads when a process crashes (segmentation fault, abort), but not when another signal ends it. Of a
`kill -9`, only the parent process can know.
"""

from __future__ import annotations

import faulthandler
import os
import signal
import sys
from subprocess import TimeoutExpired
from typing import Any

import pytest

from tests.waiting import LIMIT

DEADLY = (signal.SIGTERM, signal.SIGHUP, signal.SIGALRM, signal.SIGUSR1, signal.SIGUSR2)
"""Signals that end a process by default, without a message."""


def pytest_configure(config: pytest.Config) -> None:
    """In a worker, print all threads before such a signal ends it, to stderr, which is not captured yet."""
    if hasattr(config, "workerinput"):
        shown = os.fdopen(os.dup(sys.__stderr__.fileno() if sys.__stderr__ else 2), "w")
        config.add_cleanup(shown.close)
        for deadly in DEADLY:
            faulthandler.register(deadly, file=shown, all_threads=True, chain=True)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any, error: object) -> None:
    """Print what ended a worker."""
    if error:
        print(f"\n{node.gateway.id}: {_end_of(node.gateway)}", file=sys.stderr, flush=True)


def _end_of(gateway: Any) -> str:
    try:
        status = gateway._io.popen.wait(LIMIT)
    except TimeoutExpired:
        return "its connection ended, but the process is running"
    return f"ended by {signal.Signals(-status).name}" if status < 0 else f"ended with exit status {status}"
