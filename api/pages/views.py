"""The addresses of the pages."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from flask import Blueprint, Response, current_app, make_response, redirect, render_template, request, url_for
from msgspec import Struct

from api.errors import Problem, UnknownAddress
from api.pages.assets import ASSETS, release, release_of, symbols
from api.pages.games import STATUSES, game_id, listing
from api.pages.look import Look, word
from api.pages.replay import Replay, replay
from api.recording.recorder import LostRace
from api.recording.undo import UndoRefused
from api.rest.markup import code
from api.rest.problems import problem_of
from api.rest.web import whole_body
from events import LogError
from projections import ProjectionError

if TYPE_CHECKING:
    from werkzeug.wrappers import Response as AnyResponse

    from api.service import Service

blueprint = Blueprint("pages", __name__, template_folder="templates")
blueprint.add_app_template_filter(code)

FOREVER = "public, max-age=31536000, immutable"


class MovingForm(Struct, frozen=True, forbid_unknown_fields=True):
    """What a button for undo or redo sends."""

    to: int
    expected: int
    """The version of the game that the page showed."""
    seat: int | None = None


@blueprint.get("/")
def home() -> str:
    """The games."""
    page = listing(_service(), request.args)
    return render_template("pages/games.html", page=page, rulesets=_service().rulesets, statuses=STATUSES)


@blueprint.get("/games/<game>")
def show(game: str) -> str:
    """A game at a version."""
    return render_template("pages/replay.html", page=_page(game))


@blueprint.get("/games/<game>/step")
def step(game: str) -> str:
    """The parts of that page that differ between versions, for the script that steps through them."""
    return render_template("pages/step.html", page=_page(game))


@blueprint.get("/games/<game>/news")
def news(game: str) -> dict[str, int]:
    """How many versions a game has: a page that follows the game asks every few seconds."""
    return {"version": _service().library.game(game_id(game)).version}


@blueprint.post("/games/<game>/undo", defaults={"verb": "undo"})
@blueprint.post("/games/<game>/redo", defaults={"verb": "redo"})
def move(game: str, verb: str) -> AnyResponse:
    """Undo or redo, then show the version that the game is at."""
    id, form, look = game_id(game), _form(), Look.read(request.args)
    recorder = _service().recorder
    take = recorder.undo if verb == "undo" else recorder.redo
    take(id, to=str(form.to), seat=form.seat, expected=form.expected)
    return redirect(url_for("pages.show", game=id) + look.href(), 303)


@blueprint.get("/assets/<version>/<name>")
def asset(version: str, name: str) -> Response:
    """A style sheet, a module or a picture of the pages."""
    if (path := ASSETS.get(name)) is None:
        raise UnknownAddress
    return _asset(path.read_bytes(), path.suffix, version == release())


@blueprint.get("/assets/<version>/rulesets/<name>.css")
def rules(version: str, name: str) -> Response:
    """The rules that a ruleset brings for its pictures."""
    if (ruleset := _service().rulesets.get(name)) is None:
        raise UnknownAddress
    own = ruleset.look.rules
    return _asset(own.encode(), ".css", version == release_of(own))


def _asset(content: bytes, suffix: str, fixed: bool) -> Response:
    types = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
    response = Response(content, content_type=f"{types[suffix]}; charset=utf-8")
    response.headers["Cache-Control"] = FOREVER if fixed else "no-cache"
    return response


def _service() -> Service:
    service: Service = current_app.extensions["tabletale"]
    return service


def _page(game: str) -> Replay:
    library = _service().library
    return replay(library, library.game(game_id(game)), Look.read(request.args), word(request.args, "v"))


def _form() -> MovingForm:
    whole_body()  # a form that was cut off could mean something else
    given = {name: value for name, value in request.form.items() if value}
    try:
        return msgspec.convert(given, MovingForm, strict=False)
    except msgspec.ValidationError:
        raise UnknownAddress("This form is not one of this service.") from None


@blueprint.context_processor
def _helpers() -> dict[str, object]:
    return {
        "asset": lambda name: url_for("pages.asset", version=release(), name=name),
        "own_rules": _own_rules,
        "symbols": symbols,
    }


def _own_rules(name: str) -> str | None:
    """The address of the rules that a ruleset brings for its pictures, if it brings any."""
    own = _service().rulesets[name].look.rules
    return url_for("pages.rules", version=release_of(own), name=name) if own else None


@blueprint.errorhandler(Problem)
@blueprint.errorhandler(LogError)
@blueprint.errorhandler(ProjectionError)
@blueprint.errorhandler(UndoRefused)
@blueprint.errorhandler(LostRace)
def _sorry(error: Exception) -> Response:
    """A problem as a page."""
    problem = problem_of(error, _service().rulesets.values())
    if problem is None:
        raise error
    return make_response(render_template("pages/problem.html", problem=problem), problem.status)


@blueprint.after_request
def _allow_keeping(response: Response) -> Response:
    """A page is asked for again each time, and sent only when it changed."""
    if request.method == "GET" and response.status_code == 200:
        response.headers.setdefault("Cache-Control", "private, no-cache")
        response.add_etag()
        response.make_conditional(request)
    return response
