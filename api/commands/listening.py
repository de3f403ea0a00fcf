"""Whether a service can listen at an address."""

from __future__ import annotations

import socket
from errno import EADDRNOTAVAIL

from api.errors import CannotListen


def need_port(host: str, port: int) -> None:
    """Check that a service can listen there, before anything is started. Raises CannotListen."""
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # as the web server does
        try:
            probe.bind((host, port))
        except OSError as error:
            problem = CannotListen(f"Port {port} of {host}: {(error.strerror or str(error)).lower()}.")
            if isinstance(error, socket.gaierror) or error.errno == EADDRNOTAVAIL:
                problem.advise("Give an address of this machine with --host.")
            raise problem from None
