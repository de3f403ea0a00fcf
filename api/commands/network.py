"""The addresses of this machine, as others in its network may call it. Finding them sends nothing."""

from __future__ import annotations

import socket
from contextlib import suppress
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import TYPE_CHECKING, NamedTuple

import psutil

from api.errors import BadSetting, NoNetwork

if TYPE_CHECKING:
    from collections.abc import Iterator

OWN_ADDRESS = "Give the address of this machine in the network of the phones with --host."

FAR_AWAY = "192.0.2.1"
"""An address for documentation (RFC 5737), which belongs to nobody."""


class OwnAddress(NamedTuple):
    """An address of this machine."""

    text: str
    interface: str


def own_addresses() -> list[OwnAddress]:
    """Those in networks of its own, not in the Internet; the one that others most likely reach first. Raises NoNetwork.

    Those of IPv6 only where there are no others. A tunnel is left out, since no phone is at its other end. The address
    that leads out of the network precedes others, such as that of a bridge to virtual machines.
    """
    found = list(_candidates(socket.AF_INET)) or list(_candidates(socket.AF_INET6))
    if not found:
        raise NoNetwork(
            "The machine is in no network, or its addresses are public: a public one must be chosen with --host."
        )
    leads_out = _address_that_leads_out()
    return sorted(found, key=lambda each: each.text != leads_out)


def _candidates(family: socket.AddressFamily) -> Iterator[OwnAddress]:
    states = psutil.net_if_stats()
    for name, addresses in psutil.net_if_addrs().items():
        if name in states and states[name].isup and "pointopoint" not in states[name].flags.split(","):
            own = [each.address for each in addresses if each.family == family and _is_in_own_network(each.address)]
            yield from (OwnAddress(address, name) for address in own)


def _is_in_own_network(text: str) -> bool:
    address = ip_address(text)
    return not (address.is_global or address.is_loopback or _is_scoped(address))


def _address_that_leads_out() -> str:
    """The address that this machine sends from, if it is in a network: connecting a datagram socket sends nothing."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect((FAR_AWAY, 9))
        return str(probe.getsockname()[0])
    return ""


def need_one_address(host: str) -> str:
    """A host as browsers write it, which others can open. Raises BadSetting."""
    try:
        address = ip_address(host)
    except ValueError:
        return host.lower()  # a name
    if address.is_unspecified or address.is_multicast:
        nobodys = BadSetting(f"With --table the host is the address that is printed, and nobody can open {host}.")
        raise nobodys.advise(OWN_ADDRESS)
    if _is_scoped(address):
        raise BadSetting(f"Browsers cannot open {host}: it is a link-local address of IPv6.").advise(OWN_ADDRESS)
    return str(address)


def _is_scoped(address: IPv4Address | IPv6Address) -> bool:
    """Whether it means something on one interface only, which an address in a browser cannot name."""
    return address.version == 6 and address.is_link_local
