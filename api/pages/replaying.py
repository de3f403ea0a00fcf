"""The addresses of the replay page."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Literal

from flask import Response, redirect, render_template, request, url_for
from markupsafe import Markup
from msgspec import Struct

from api.errors import UnknownAddress
from api.pages.games import game_id
from api.pages.here import form, service
from api.pages.line import chapters_of, line_of
from api.pages.look import Look, arrangement_of, word
from api.pages.pieces import titles_in
from api.pages.replay import Shown, preview, shown, version_of
from api.pages.scrubber import percent
from api.pages.standing import WIDTH
from api.pages.undoing import question
from api.pages.views import blueprint
from api.recording.consent import in_public
from api.recording.undo import ConsentNeeded
from api.rest.shapes import Line
from api.rest.web import PICTURE_POLICY, SVG
from rulesets.kit.look.values import as_file

if TYPE_CHECKING:
    from werkzeug.wrappers import Response as AnyResponse

    from projections import Library


class MovingForm(Struct, frozen=True, forbid_unknown_fields=True):
    """What a button for undo or redo sends."""

    to: int
    expected: int
    """The version of the game that the page showed."""
    seat: int | None = None
    reason: Line | None = None
    """Where others are asked."""


@blueprint.get("/games/<game>")
def show(game: str) -> str:
    """A game at a version."""
    page = _shown(game)
    line = line_of(_library(), page.game, page.look, page.at, str(page.picture))
    tried = bool(service().store.games(forked_from=page.game.id, archived=None, limit=1))
    return render_template(
        "pages/replay.html", page=page, line=line, preview=preview(_library(), page), tried=tried, **PLACES
    )


@blueprint.get("/games/<game>/step")
def step(game: str) -> str:
    """What differs between versions of that page, for the script that steps through them.

    With its line where `drawn`, the newest version of the game and the end of the line as that page has them, is not
    what they are.
    """
    page = _shown(game)
    grows = not page.look.spoilers  # then all that the page draws of the line grows with each step
    old = request.args.get("drawn", now := f"{page.game.version}.{page.last}") != now
    line = line_of(_library(), page.game, page.look, page.at, str(page.picture)) if grows or old else None
    return render_template("pages/step.html", page=page, line=line, **PLACES)


@blueprint.get("/games/<game>/board.svg")
def board(game: str) -> Response:
    """The board at a version as a picture of its own, with the names of who plays: wide, or as `arrangement` says."""
    library = _library()
    found = library.game(game_id(game))
    look = Look.read(request.args, found)
    at = version_of(library, found, look, word(request.args, "v"))
    arrangement = arrangement_of(request.args, {})
    alone = "wide" if arrangement == "both" else arrangement  # nothing on a page chooses within a file
    scene = library.scene(found, at, look.viewer, named=True, arrangement=alone)
    ruleset = library.ruleset(found)
    response = Response(as_file(ruleset.picture(scene), ruleset.look.css), content_type=f"{SVG}; charset=utf-8")
    response.headers["Content-Security-Policy"] = PICTURE_POLICY
    return response


@blueprint.get("/games/<game>/timeline")
def chapter(game: str) -> str:
    """A round of its timeline, or the history of a piece, for the script that opens it."""
    page = _shown(game)
    chapters = chapters_of(_library(), page.game, page.look, page.at)
    return render_template("pages/chapter.html", page=page, chapters=chapters)


@blueprint.get("/games/<game>/pieces")
def pieces(game: str) -> str:
    """What is on the board at a version, as links to histories: the pieces of the picture in words."""
    page = _shown(game)
    named = sorted(titles_in(str(page.picture)).items(), key=lambda piece: piece[1])
    return render_template("pages/pieces.html", page=page, pieces=named)


@blueprint.get("/games/<game>/signs")
def signs(game: str) -> str:
    """What the signs on the board of a version mean."""
    page = _shown(game)
    look = _library().ruleset(page.game).look
    legend = look.legend(str(page.picture))
    return render_template(
        "pages/signs.html",
        page=page,
        signed=Markup("".join(look.symbols[sign.symbol] for sign in legend)),
        signs=[(Markup(look.drawn(sign)), sign.words) for sign in legend],
    )


@blueprint.get("/games/<game>/undo", defaults={"verb": "undo"})
@blueprint.get("/games/<game>/redo", defaults={"verb": "redo"})
def ask(game: str, verb: str) -> str:
    """What an undo or redo changes, and whether it is meant."""
    page = _shown(game)
    to = word(request.args, "to") or ""
    if not re.fullmatch("[0-9]{1,9}", to):
        raise UnknownAddress("`to` must be a version.")
    asked = question(_library(), page.game, page.look, verb, int(to))
    return render_template("pages/undo.html", page=page, asked=asked, back=_back())


@blueprint.get("/games/<game>/news")
def news(game: str) -> dict[str, object]:
    """How many versions a game has, and what a seat asks for: a page that follows it asks every few seconds."""
    found = _library().game(game_id(game))
    asked = service().consent.open(found)
    return {"version": found.version, "undo_request": None if asked is None else in_public(asked)}


@blueprint.post("/games/<game>/undo", defaults={"verb": "undo"})
@blueprint.post("/games/<game>/redo", defaults={"verb": "redo"})
def move(game: str, verb: Literal["undo", "redo"]) -> AnyResponse:
    """Undo or redo, or ask the others for it, then show the version that the game is at, on the page that asked."""
    id, wanted = game_id(game), form(MovingForm)
    look = Look.read(request.args, _library().game(id))
    told: dict[str, Any] = {"to": str(wanted.to), "seat": wanted.seat, "expected": wanted.expected}
    try:
        service().recorder.move_head(verb, id, **told)
    except ConsentNeeded:
        service().consent.ask(id, verb, **told, reason=wanted.reason)
    if back := _back():
        return redirect(url_for(f"pages.{back}", game=id), 303)
    return redirect(url_for("pages.show", game=id) + look.href(), 303)


def _back() -> str | None:
    """The page to go back to, where it is not the replay page."""
    return "record" if request.args.get("back") == "record" else None


def _library() -> Library:
    return service().library


def _shown(game: str) -> Shown:
    """The version that the address asks for."""
    library = _library()
    found = library.game(game_id(game))
    look = Look.read(request.args, found)
    at = version_of(library, found, look, word(request.args, "v"))
    return shown(library, found, look, at, arrangement_of(request.args, request.cookies))


def _knob(page: Shown) -> str:
    """Where the hand of the scrubber is."""
    return percent(page.index, page.length)


def _across(page: Shown) -> str:
    """Where the hand of the standing is."""
    return f"{WIDTH * page.index / page.length:.1f}"


PLACES = {"knob": _knob, "across": _across}
"""Where the hands are that a script moves."""
