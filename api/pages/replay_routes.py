"""Routes of the replay page."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Literal

from flask import Response, redirect, render_template, request, url_for
from markupsafe import Markup
from msgspec import Struct

from api.errors import UnknownAddress
from api.pages.base import blueprint
from api.pages.context import form, service
from api.pages.game_list import game_id
from api.pages.pieces import titles_in
from api.pages.replay_page import ReplayPage, preview, shown, version_of
from api.pages.score_curves import WIDTH
from api.pages.scrubber import percent
from api.pages.timeline import line_of, rounds_of
from api.pages.undo_buttons import question
from api.pages.view import View, arrangement_of, word
from api.recording.consent import in_public
from api.recording.undo import ConsentNeeded
from api.rest.shapes import Line
from api.rest.web import PICTURE_POLICY, SVG
from api.streams import notes_digest
from rulesets.kit.look.values import as_file

if TYPE_CHECKING:
    from werkzeug.wrappers import Response as AnyResponse

    from projections import Library


class MovingForm(Struct, frozen=True, forbid_unknown_fields=True):
    """The form of an undo or redo button."""

    to: int
    expected: int
    """The version of the game that the page showed."""
    seat: int | None = None
    reason: Line | None = None
    """For the others, if they have to agree."""


@blueprint.get("/games/<game>")
def show(game: str) -> str:
    """The replay page at a version."""
    page = _shown(game)
    line = line_of(_library(), page.game, page.view, page.at, str(page.picture))
    tried = bool(service().store.games(forked_from=page.game.id, archived=None, limit=1))
    return render_template(
        "pages/replay.html",
        page=page,
        line=line,
        preview=preview(_library(), page),
        tried=tried,
        notes_digest=notes_digest(page.noting.readable),
        **PLACES,
    )


@blueprint.get("/games/<game>/step")
def step(game: str) -> str:
    """The parts of the replay page that differ between versions, for a script.

    With its line where `drawn`, the newest version of the game and the end of the line as that page has them, is not
    what they are.
    """
    page = _shown(game)
    grows = not page.view.spoilers  # then all that the page draws of the line grows with each step
    old = request.args.get("drawn", now := f"{page.game.version}.{page.last}") != now
    line = line_of(_library(), page.game, page.view, page.at, str(page.picture)) if grows or old else None
    return render_template("pages/step.html", page=page, line=line, **PLACES)


@blueprint.get("/games/<game>/board.svg")
def board(game: str) -> Response:
    """The board at a version as an SVG image with the names of the players."""
    library = _library()
    found = library.game(game_id(game))
    view = View.read(request.args, found)
    at = version_of(library, found, view, word(request.args, "v"))
    arrangement = arrangement_of(request.args, {})
    alone = "wide" if arrangement == "both" else arrangement  # nothing on a page chooses within a file
    scene = library.scene(found, at, view.viewer, named=True, arrangement=alone)
    ruleset = library.ruleset(found)
    response = Response(as_file(ruleset.picture(scene), ruleset.look.css), content_type=f"{SVG}; charset=utf-8")
    response.headers["Content-Security-Policy"] = PICTURE_POLICY
    return response


@blueprint.get("/games/<game>/timeline")
def timeline_round(game: str) -> str:
    """A round of the timeline, or the history of a piece, for a script."""
    page = _shown(game)
    rounds = rounds_of(_library(), page.game, page.view, page.at)
    return render_template("pages/rounds.html", page=page, rounds=rounds)


@blueprint.get("/games/<game>/pieces")
def pieces(game: str) -> str:
    """The pieces on the board at a version, as links to their histories."""
    page = _shown(game)
    named = sorted(titles_in(str(page.picture)).items(), key=lambda piece: piece[1])
    return render_template("pages/pieces.html", page=page, pieces=named)


@blueprint.get("/games/<game>/legend")
def legend(game: str) -> str:
    """The legend of the board at a version."""
    page = _shown(game)
    drawing = _library().ruleset(page.game).look
    found = drawing.legend(str(page.picture))
    return render_template(
        "pages/legend.html",
        page=page,
        signed=Markup("".join(drawing.symbols[sign.symbol] for sign in found)),
        legend=[(Markup(drawing.drawn(sign)), sign.words) for sign in found],
    )


@blueprint.get("/games/<game>/undo", defaults={"verb": "undo"})
@blueprint.get("/games/<game>/redo", defaults={"verb": "redo"})
def ask(game: str, verb: str) -> str:
    """Ask for confirmation of an undo or redo, and say what it changes."""
    page = _shown(game)
    to = word(request.args, "to") or ""
    if not re.fullmatch("[0-9]{1,9}", to):
        raise UnknownAddress("`to` must be a version.")
    asked = question(_library(), page.game, page.view, verb, int(to))
    return render_template("pages/undo.html", page=page, asked=asked, back=_back())


@blueprint.get("/games/<game>/updates")
def updates(game: str) -> dict[str, object]:
    """The newest version and the open undo request, for pages that poll."""
    found = _library().game(game_id(game))
    asked = service().consent.open(found)
    return {"version": found.version, "undo_request": None if asked is None else in_public(asked)}


@blueprint.post("/games/<game>/undo", defaults={"verb": "undo"})
@blueprint.post("/games/<game>/redo", defaults={"verb": "redo"})
def move(game: str, verb: Literal["undo", "redo"]) -> AnyResponse:
    """Undo or redo, or request it from the others; then show the game on the page that asked."""
    id, wanted = game_id(game), form(MovingForm)
    view = View.read(request.args, _library().game(id))
    result: dict[str, Any] = {"to": str(wanted.to), "seat": wanted.seat, "expected": wanted.expected}
    try:
        service().recorder.move_head(verb, id, **result)
    except ConsentNeeded:
        service().consent.ask(id, verb, **result, reason=wanted.reason)
    if back := _back():
        return redirect(url_for(f"pages.{back}", game=id), 303)
    return redirect(url_for("pages.show", game=id) + view.href(), 303)


def _back() -> str | None:
    """The page to go back to; None for the replay page."""
    return "record" if request.args.get("back") == "record" else None


def _library() -> Library:
    return service().library


def _shown(game: str) -> ReplayPage:
    """The version that the address asks for."""
    library = _library()
    found = library.game(game_id(game))
    view = View.read(request.args, found)
    at = version_of(library, found, view, word(request.args, "v"))
    return shown(library, found, view, at, arrangement_of(request.args, request.cookies))


def _knob(page: ReplayPage) -> str:
    """The position of the marker on the scrubber."""
    return percent(page.index, page.length)


def _across(page: ReplayPage) -> str:
    """The position of the marker on the score curves."""
    return f"{WIDTH * page.index / page.length:.1f}"


PLACES = {"knob": _knob, "across": _across}
"""Positions of the markers that a script moves."""
