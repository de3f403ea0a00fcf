"""The service as a process of its own, for tests that speak to it as a user would."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parent.parent

ADDRESS = "http://127.0.0.1:8000"
"""Where README and guide find the service."""


@contextmanager
def running(folder: Path) -> Iterator[str]:
    """`tabletale serve` on a free port, with log and lake in `folder`; its address."""
    environ = {
        "PATH": "/usr/bin:/bin",
        "TABLETALE_DATABASE_URL": f"sqlite:///{folder / 'log.db'}",
        "TABLETALE_LAKE": str(folder / "lake"),
        "XDG_DATA_HOME": str(folder),
    }
    command = [sys.executable, "-m", "api.cli", "serve", "--port", "0"]
    server = subprocess.Popen(command, cwd=ROOT, env=environ, stdout=subprocess.PIPE, text=True)
    assert server.stdout
    try:
        said = server.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:\d+", said)
        assert found, said
        yield found[0]
    finally:
        server.send_signal(signal.SIGTERM)
        assert server.wait(timeout=30) == 0
