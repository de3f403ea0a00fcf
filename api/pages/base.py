"""The blueprint of all pages, their assets, and what every template can call."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Blueprint, Response, request, url_for

from api.errors import UnknownAddress
from api.pages.assets import ASSETS, release, release_of, symbols
from api.pages.context import service
from api.rest.markup import code

if TYPE_CHECKING:
    pass

blueprint = Blueprint("pages", __name__, template_folder="templates")
blueprint.add_app_template_filter(code)

PLACES = {
    "games": ("Games", "pages.home"),
    "statistics": ("Statistics", "pages.statistics"),
    "rules": ("Rules", "pages.rulesets"),
    "players": ("Players", "pages.players"),
    "docs": ("API", "pages.docs"),
}
"""The links in the header of every page: text and endpoint."""

FOREVER = "public, max-age=31536000, immutable"


@blueprint.get("/assets/<version>/<name>")
def asset(version: str, name: str) -> Response:
    """A style sheet, a script or an image of the pages."""
    if (path := ASSETS.get(name)) is None:
        raise UnknownAddress
    return _asset(path.read_bytes(), path.suffix, version == release())


@blueprint.get("/assets/<version>/rulesets/<name>.css")
def rules(version: str, name: str) -> Response:
    """The CSS of a ruleset."""
    if (ruleset := service().rulesets.get(name)) is None:
        raise UnknownAddress
    own = ruleset.look.rules
    return _asset(own.encode(), ".css", version == release_of(own))


def _asset(content: bytes, suffix: str, fixed: bool) -> Response:
    types = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
    response = Response(content, content_type=f"{types[suffix]}; charset=utf-8")
    response.headers["Cache-Control"] = FOREVER if fixed else "no-cache"
    return response


@blueprint.app_context_processor
def _helpers() -> dict[str, object]:
    return {
        "asset": lambda name: url_for("pages.asset", version=release(), name=name),
        "own_rules": _own_rules,
        "places": _places,
        "symbols": symbols,
    }


def _places() -> list[tuple[str, str, str]]:
    """Name, text and address of each link in the header."""
    return [(name, text, url_for(endpoint)) for name, (text, endpoint) in PLACES.items()]


def _own_rules(name: str) -> str | None:
    """The address of the CSS of a ruleset; None if it has none."""
    own = service().rulesets[name].look.rules
    return url_for("pages.rules", version=release_of(own), name=name) if own else None


@blueprint.after_request
def _allow_keeping(response: Response) -> Response:
    """Let browsers store pages, but revalidate them each time."""
    if request.method == "GET" and response.status_code == 200:
        response.headers.setdefault("Cache-Control", "private, no-cache")
        response.add_etag()
        response.make_conditional(request)
    return response
