"""A process of the tests that dies says why: which signal ended it, and what its threads were doing.

pytest itself shows the threads where a process crashes (a segmentation fault, an abort). Nothing shows them where
another signal ends it, and of a `kill -9` only its parent learns.
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
"""What ends a process by default, and says nothing."""


def pytest_configure(config: pytest.Config) -> None:
    """In a worker, show all threads before such a signal ends it: on stderr, which is not yet captured here."""
    if hasattr(config, "workerinput"):
        shown = os.fdopen(os.dup(sys.__stderr__.fileno() if sys.__stderr__ else 2), "w")
        config.add_cleanup(shown.close)
        for deadly in DEADLY:
            faulthandler.register(deadly, file=shown, all_threads=True, chain=True)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any, error: object) -> None:
    """Say what ended a worker."""
    if error:
        print(f"\n{node.gateway.id}: {_end_of(node.gateway)}", file=sys.stderr, flush=True)


def _end_of(gateway: Any) -> str:
    try:
        status = gateway._io.popen.wait(LIMIT)
    except TimeoutExpired:
        return "its connection ended, and the process goes on"
    return f"ended by {signal.Signals(-status).name}" if status < 0 else f"ended with exit status {status}"
