"""Problems as pages for browsers."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from flask import Response, render_template, request, url_for
from markupsafe import Markup
from msgspec import UNSET

from api.pages.base import blueprint
from api.pages.context import service
from api.rest.markup import code
from api.rest.problems import PROBLEM_JSON, headers_of
from api.rest.web import HTML, JSON

if TYPE_CHECKING:
    from api.errors import Problem

PAGES = (HTML, "application/xhtml+xml")


def problem_page(problem: Problem) -> Response | None:
    """A problem as a page; None if the client does not want HTML."""
    if not _wants_page():
        return None
    text = render_template("pages/problem.html", problem=problem, ruleset=_ruleset_of(problem))
    return Response(text, problem.status, headers_of(problem), content_type=f"{HTML}; charset=utf-8")


def _wants_page() -> bool:
    """Whether the client accepts HTML before JSON; if it names neither, whether the address is a page."""
    named = (media for media, quality in request.accept_mimetypes if quality)
    first = next((media for media in named if media in (*PAGES, JSON, PROBLEM_JSON)), None)
    return request.blueprint == blueprint.name if first is None else first in PAGES


@blueprint.app_template_global()
def next_step(problem: Problem | type[Problem]) -> Markup:
    """What to do next, in the words of the pages for people on a page; `/docs` becomes a link."""
    on_page = not (isinstance(problem, type) or request.path.startswith("/v1"))
    link = f'<a class="plain" href="{url_for("pages.docs")}">/docs</a>'
    return Markup(re.sub(r"(?<!\S)/docs\b", link, code(problem.next_click if on_page else problem.next_step)))


def _ruleset_of(problem: Problem) -> str | None:
    """The first ruleset that has the rule of the problem."""
    if problem.rule is UNSET:
        return None
    return next((name for name, ruleset in service().rulesets.items() if problem.rule in ruleset.rules), None)
