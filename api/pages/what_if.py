"""Starting a what-if: a copy of a game in which other moves are tried."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal
from uuid import uuid4

from flask import redirect, render_template, request, url_for
from msgspec import Struct

from api.pages.base import blueprint
from api.pages.context import form, sent, service, unknown_form
from api.pages.game_list import game_id
from api.pages.origin import viewer_in_words
from api.pages.record_routes import KEY, request_of
from api.pages.replay_page import version_of
from api.pages.view import View, word
from api.recording.fork import ForkRefused, WhatIf
from projections import parse_viewer, viewer_of

if TYPE_CHECKING:
    from werkzeug.wrappers import Response as AnyResponse

    from events import Game


class TryingForm(Struct, frozen=True, forbid_unknown_fields=True):
    """The version where the what-if starts, and who rolls in it."""

    at: int
    viewer: str
    key: str
    chance: Literal["table", "server"] = "table"


@blueprint.get("/games/<game>/fork")
def ask_what_if(game: str) -> str:
    """Ask who rolls in a what-if from a version."""
    found = service().library.game(game_id(game))
    view = View.read(request.args, found)
    return _asking(found, view, version_of(service().library, found, view, word(request.args, "v")))


@blueprint.post("/games/<game>/fork")
def start_what_if(game: str) -> AnyResponse | tuple[str, int]:
    """Copy the game up to that version, then record in the copy."""
    id, wanted = game_id(game), form(TryingForm)
    if not KEY.fullmatch(wanted.key):
        raise unknown_form()
    found = service().library.game(id)
    viewer = viewer_of(found, parse_viewer(wanted.viewer))
    what = WhatIf(at=str(wanted.at), viewer=viewer, chance=wanted.chance)
    try:
        made = service().recorder.fork(id, what, request=request_of(str(id), wanted.key, sent()))
    except ForkRefused as refused:
        return _asking(found, View(viewer=viewer), wanted.at, str(refused)), 422
    return redirect(url_for("pages.record", game=made.game.id), 303)


def _asking(game: Game, view: View, at: int, fault: str = "") -> str:
    library = service().library
    return render_template(
        "pages/what_if.html",
        game=game,
        view=view,
        at=at,
        title=library.title(game),
        text=library.step(game, at, view.viewer).text,
        viewer_name=viewer_in_words(game, library.effective_viewer(game, view.viewer)),
        key=uuid4().hex,
        fault=fault,
    )
