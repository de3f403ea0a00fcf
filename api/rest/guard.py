"""Local mode: every caller is the table, which sees everything, so only this machine may reach the service.

A page of another website, open in a browser here, could reach loopback too. Its requests show it: by the `Origin` of
that website or, if its host name points to this machine, by another `Host`.

In table mode other machines reach the service; `api.rest.table_link` says who is let in.
"""

from __future__ import annotations

import re
from functools import lru_cache, partial
from typing import TYPE_CHECKING

from flask import request

from api.errors import HostNotAllowed, OriginNotAllowed
from api.rest.addresses import is_loopback
from api.rest.table_link import admit

if TYPE_CHECKING:
    from flask import Flask, Response

    from api.rest.table_link import TableLink

PAGE_POLICY = (
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
"""What a page may load: what this service sends, and nothing else."""

DATA_POLICY = "default-src 'none'; frame-ancestors 'none'"
"""What an answer that is not a page may load: nothing."""


_FOR_ALL = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "private, no-store",
}


def _with_policy(policy: str) -> list[tuple[str, str, str]]:
    """Each header in small letters, as it is written, and its value."""
    return [(name.lower(), name, value) for name, value in {"Content-Security-Policy": policy, **_FOR_ALL}.items()]


_FOR_PAGES = _with_policy(PAGE_POLICY)
_FOR_DATA = _with_policy(DATA_POLICY)


def watch(app: Flask, link: TableLink | None = None) -> None:
    """Refuse callers from other machines and websites, or all without the `link`; restrict what answers may do."""
    app.before_request(partial(admit, link) if link else _refuse_others)
    app.after_request(harden)


def _refuse_others() -> None:
    environ = request.environ  # `request.headers` raises and catches an exception for each header that is not there
    host = environ.get("HTTP_HOST", "")
    if not _is_here(host):
        raise HostNotAllowed(f"The request names the host {host[:80]!r}.")
    origin = environ.get("HTTP_ORIGIN")
    if origin is not None and origin not in (f"http://{host}", f"https://{host}"):
        raise OriginNotAllowed(f"The request comes from {origin[:80]!r}.")


@lru_cache(16)
def _is_here(host: str) -> bool:
    """Whether a `Host` header names this machine."""
    return is_loopback(_name_of(host))


def _name_of(host: str) -> str:
    """The name in a `Host` header, without port and brackets; nothing where it is malformed."""
    found = re.fullmatch(r"(?:\[([0-9A-Fa-f:.]+)\]|([\w.-]+))(?::\d{1,5})?", host)
    return (found[1] or found[2]) if found else ""


def harden(response: Response) -> Response:
    """Set the headers that restrict what a browser does with an answer."""
    headers = response.headers
    given = {name.lower() for name, _ in headers}  # a lookup of each would take five times as long
    for lower, name, value in _FOR_PAGES if response.mimetype == "text/html" else _FOR_DATA:
        if lower not in given:
            headers.add(name, value)
    return response
