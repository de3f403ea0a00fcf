"""The addresses of the replay page."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from flask import current_app, redirect, render_template, request, url_for
from msgspec import Struct

from api.errors import UnknownAddress
from api.pages.games import game_id
from api.pages.look import Look, word
from api.pages.replay import Replay, replay
from api.pages.views import blueprint
from api.rest.web import whole_body

if TYPE_CHECKING:
    from werkzeug.wrappers import Response as AnyResponse

    from api.service import Service


class MovingForm(Struct, frozen=True, forbid_unknown_fields=True):
    """What a button for undo or redo sends."""

    to: int
    expected: int
    """The version of the game that the page showed."""
    seat: int | None = None


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
