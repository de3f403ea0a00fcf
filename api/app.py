"""The Flask app: all endpoints and pages over one service."""

from __future__ import annotations

import logging
from functools import cache
from typing import TYPE_CHECKING, Any

from flask import Flask, Request, Response, request
from flask.sessions import NullSession, SessionInterface

from api import pages
from api.prepared import prepare_structs
from api.resources import (
    actions,
    adjusts,
    amends,
    boards,
    ends,
    forks,
    games,
    imports,
    lines,
    live,
    notes,
    operations,
    players,
    plays,
    replays,
    rulesets,
    statistics,
    undo_requests,
)
from api.resources.rulesets import put_starters
from api.rest import compressing, guard, openapi, problems, reference
from api.rest.body_limits import MAX_BODY
from api.rest.web import Endpoint, mount
from api.version import VERSION
from rulesets.kit.compiled import compiled_templates

if TYPE_CHECKING:
    from collections.abc import Callable

    from werkzeug.routing import MapAdapter

    from api.rest.table_link import TableLink
    from api.service import Service

log = logging.getLogger("tabletale")

ENDPOINTS: tuple[Endpoint, ...] = tuple(
    endpoint
    for module in (
        rulesets,
        players,
        games,
        imports,
        plays,
        forks,
        actions,
        undo_requests,
        amends,
        adjusts,
        ends,
        boards,
        lines,
        replays,
        notes,
        live,
        statistics,
        operations,
        reference,
    )
    for endpoint in module.routes.endpoints
)
"""All endpoints, in the order of the reference."""


class NoSessions(SessionInterface):
    """No page keeps a session, so all requests have the same empty one."""

    _empty = NullSession()

    def open_session(self, app: Flask, request: Request) -> NullSession:
        return self._empty


class App(Flask):
    """No view of it is a coroutine, so no call of one is checked for that."""

    session_interface = NoSessions()

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        return func

    def create_url_adapter(self, request: Request | None) -> MapAdapter | None:
        """Flask reads the host twice and decodes the path again; no route depends on either, or on a web socket."""
        if request is None:
            return None
        return self.url_map.bind(
            request.host,
            request.root_path,
            "",
            request.scheme,
            request.method,
            request.path,
            request.query_string.decode(errors="replace"),
        )


def create_app(service: Service, link: TableLink | None = None) -> Flask:
    """The app over a service; in table mode if it has a `link`.

    Apps share nothing: there may be one for each service.
    """
    app = App("api", static_folder=None)
    app.config["MAX_CONTENT_LENGTH"] = MAX_BODY + 1  # a longer body in chunks is read up to this size, then refused
    app.extensions["tabletale"] = service
    app.extensions["openapi"] = document
    app.url_map.strict_slashes = False
    app.jinja_options = app.jinja_options | {"bytecode_cache": compiled_templates()}
    _log_missing(service)
    put_starters(service)
    compressing.watch(app)
    guard.watch(app, link)
    problems.catch_all(app, service.rulesets.values(), pages.problem_page)
    mount(app, ENDPOINTS, service)
    prepare_structs(service.rulesets.values())
    app.register_blueprint(pages.blueprint)
    _wake_streams(app, service)
    return app


def _wake_streams(app: Flask, service: Service) -> None:
    """Streams send what this process stores at once, and what others store at the next look."""

    @app.after_request
    def wake(response: Response) -> Response:
        if request.method != "GET":
            service.streams.watch.wake()
        return response


def _log_missing(service: Service) -> None:
    for ruleset in service.missing:
        log.error("the ruleset %s is left out: %s (%s)", ruleset.name, ruleset.why, ruleset.file)


@cache
def document() -> dict[str, Any]:
    """The OpenAPI document of all endpoints."""
    return openapi.document(ENDPOINTS, VERSION)
