"""Addresses that a service listens on. Imports little, so that the process that only watches the server stays small."""

from __future__ import annotations

import ipaddress

from api.errors import NotLoopback


def is_loopback(host: str) -> bool:
    """Whether only this machine reaches `host`."""
    if host.lower() == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def need_loopback(host: str) -> None:
    """Refuse to listen where other machines could reach the service. Raises NotLoopback."""
    if not is_loopback(host):
        raise NotLoopback(f"Other machines can reach {host!r}, and nothing would keep them out.")


def authority(host: str, port: int) -> str:
    """Host and port as an address writes them."""
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
