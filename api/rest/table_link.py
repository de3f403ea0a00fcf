"""Table mode: other machines reach the service, and whoever opens its link is the table, which sees everything.

The link holds a token, which is made when the service starts and never stored, so it expires with the process. A
browser that opens the link gets the token as a cookie and is redirected, so that the token stays in no address; a
program may send it as `Authorization: Bearer`. Guesses need no delay: there are 2^128 tokens.
"""

from __future__ import annotations

import base64
import hashlib
import secrets
from functools import cache
from hmac import compare_digest
from typing import TYPE_CHECKING

from flask import Response, redirect, request
from markupsafe import Markup
from msgspec import Struct

from api.errors import HostNotAllowed, OriginNotAllowed, Problem, TokenNeeded
from api.rest.addresses import authority
from api.rest.problems import PROBLEM_JSON, answer
from api.rest.web import HTML
from rulesets.kit.look import LOOK

if TYPE_CHECKING:
    from werkzeug.wrappers import Response as AnyResponse

TOKEN_BYTES = 16
"""A longer token would make the QR code harder to scan."""
PATH = "/table/"
"""The link's path, before the token."""
COOKIE_SECONDS = 24 * 60 * 60
"""A session cookie would be lost whenever a phone closes its browser; when the process ends it opens nothing."""


class TableLink(Struct, frozen=True, kw_only=True):
    """The link of a process, and the only address that it answers under."""

    host: str
    """The name or address as a browser writes it, but without the brackets of IPv6."""
    port: int
    token: str

    @classmethod
    def make(cls, host: str, port: int) -> TableLink:
        """A link with a token of its own."""
        return cls(host=host.lower(), port=port, token=secrets.token_urlsafe(TOKEN_BYTES))

    @property
    def authority(self) -> str:
        """What browsers send as `Host`: they leave out port 80."""
        return authority(self.host, self.port).removesuffix(":80")

    @property
    def origin(self) -> str:
        return f"http://{self.authority}"

    @property
    def address(self) -> str:
        """The link itself."""
        return f"{self.origin}{PATH}{self.token}"

    @property
    def cookie(self) -> str:
        """The cookie's name. Services on other ports of a machine get its cookies too, and set theirs."""
        return f"tabletale_{self.port}"

    def need(self, given: str | None) -> None:
        """Refuse a caller without the token. Raises TokenNeeded."""
        if not given:
            raise TokenNeeded("Only those who opened the table's link may see and record games here.")
        if not compare_digest(given.encode(errors="replace"), self.token.encode()):
            old = TokenNeeded("This is not the token of the link: each start of the service makes a new one.")
            raise old.advise(
                "Open the link that the table's machine shows now, or scan its code; a program sends its last "
                "part as Authorization: Bearer."
            )


def admit(link: TableLink) -> AnyResponse | None:
    """Answer the request that opens the link, and every one that comes without its token; None lets it pass."""
    try:
        _need_own_address(link)
        if request.method == "GET" and request.path.startswith(PATH):
            link.need(request.path.removeprefix(PATH))
            return _welcome(link)
        link.need(_token_of_caller(link))
    except Problem as problem:
        return _refuse(problem)
    return None


def _need_own_address(link: TableLink) -> None:
    """Raises HostNotAllowed, OriginNotAllowed."""
    host, origin = request.headers.get("Host", ""), request.headers.get("Origin")
    if host.lower() != link.authority:
        raise HostNotAllowed(f"The request names the host {host[:80]!r}.")
    if origin is not None and origin != link.origin:
        raise OriginNotAllowed(f"The request comes from {origin[:80]!r}.")


def _token_of_caller(link: TableLink) -> str | None:
    given = request.authorization
    if given is not None:
        return given.token if given.type == "bearer" else None
    return request.cookies.get(link.cookie)


def _welcome(link: TableLink) -> AnyResponse:
    """Trade the token in the address for a cookie."""
    response = redirect("/", 303)
    response.set_cookie(link.cookie, link.token, max_age=COOKIE_SECONDS, httponly=True, samesite="Strict")
    response.headers["Referrer-Policy"] = "no-referrer"
    return response


# --- the refusal


PAGE = Markup("""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{title}</title>
<style>{style}</style>
</head>
<body>
<main>
<h1>{title}</h1>
<p>{detail}</p>
{what_to_do}
</main>
</body>
</html>
""")
"""It stands alone, since style sheets are not sent either."""
OPENED = Markup("""
<p><a href="">I have opened it: continue</a></p>""")
"""A browser that opened the link in a page of another site sends the cookie only once it follows a link of ours."""

PAGE_RULES = """
body { margin: 0; background: var(--page); color: var(--ink); font: 16px/1.5 var(--sans) }
main { max-width: 560px; margin: 0 auto; padding: 28px 16px }
h1 { font: 600 26px/1.25 var(--serif) }
p { overflow-wrap: anywhere }
a { display: inline-block; padding: 10px 0; color: var(--accent) }
"""


def _refuse(problem: Problem) -> Response:
    """A problem as usual; for a browser, a page."""
    in_words = request.accept_mimetypes.best_match((PROBLEM_JSON, HTML)) == HTML
    response = _page(problem) if in_words else answer(problem)
    response.headers["Referrer-Policy"] = "no-referrer"  # the address may hold a token
    response.headers["Vary"] = "Accept, Cookie"
    if isinstance(problem, TokenNeeded):
        response.headers["WWW-Authenticate"] = 'Bearer realm="Tabletale"'
    return response


def _page(problem: Problem) -> Response:
    style, its_hash = _style()
    to_do = Markup("<p>{}</p>").format(problem.next_click)
    if isinstance(problem, TokenNeeded):
        to_do += OPENED
    page = PAGE.format(title=problem.title, detail=problem.detail, what_to_do=to_do, style=style)
    policy = f"default-src 'none'; style-src 'sha256-{its_hash}'; base-uri 'none'; frame-ancestors 'none'"
    return Response(page, problem.status, {"Content-Security-Policy": policy}, mimetype=HTML)


@cache
def _style() -> tuple[Markup, str]:
    """The page's style sheet, and the hash by which a browser allows it."""
    style = (LOOK / "tokens.css").read_text(encoding="utf-8") + PAGE_RULES
    return Markup(style), base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
