"""The service as a process of its own, for tests that speak to it as a user would."""

from __future__ import annotations

import socket
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from tests.api.serving import serving

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parent.parent

ADDRESS = "http://127.0.0.1:8000"
"""Where README and guide find the service."""


@contextmanager
def running(folder: Path) -> Iterator[str]:
    """`tabletale serve` on a free port, with log and lake in `folder`; its address."""
    with serving(folder) as service:
        yield service.address


def free_port() -> int:
    """A port of this machine that nothing listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
