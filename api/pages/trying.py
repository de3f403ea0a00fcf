"""What if: a copy of a game to go on otherwise, and where it came from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal
from uuid import uuid4

from flask import redirect, render_template, request, url_for
from msgspec import Struct

from api.pages.games import game_id
from api.pages.here import form, sent, service, unknown_form
from api.pages.look import Look, word
from api.pages.origin import in_words
from api.pages.recording import KEY, request_of
from api.pages.replay import version_of
from api.pages.views import blueprint
from api.recording.fork import ForkRefused, WhatIf
from projections import parse_viewer, viewer_of

if TYPE_CHECKING:
    from werkzeug.wrappers import Response as AnyResponse

    from events import Game


class TryingForm(Struct, frozen=True, forbid_unknown_fields=True):
    """Where another way begins, and who tells chance on it."""

    at: int
    viewer: str
    key: str
    chance: Literal["table", "server"] = "table"


@blueprint.get("/games/<game>/fork")
def ask_to_try(game: str) -> str:
    """Whether another way is to be tried from a version on, and who tells chance there."""
    found = service().library.game(game_id(game))
    look = Look.read(request.args, found)
    return _asking(found, look, version_of(service().library, found, look, word(request.args, "v")))


@blueprint.post("/games/<game>/fork")
def try_out(game: str) -> AnyResponse | tuple[str, int]:
    """Copy the game up to that version, and go on recording in the copy."""
    id, wanted = game_id(game), form(TryingForm)
    if not KEY.fullmatch(wanted.key):
        raise unknown_form()
    found = service().library.game(id)
    viewer = viewer_of(found, parse_viewer(wanted.viewer))
    what = WhatIf(at=str(wanted.at), viewer=viewer, chance=wanted.chance)
    try:
        made = service().recorder.fork(id, what, request=request_of(str(id), wanted.key, sent()))
    except ForkRefused as refused:
        return _asking(found, Look(viewer=viewer), wanted.at, str(refused)), 422
    return redirect(url_for("pages.record", game=made.game.id), 303)


def _asking(game: Game, look: Look, at: int, fault: str = "") -> str:
    library = service().library
    return render_template(
        "pages/what_if.html",
        game=game,
        look=look,
        at=at,
        title=library.ruleset(game).title,
        text=library.step(game, at, look.viewer).text,
        eyes=in_words(game, library.effective_viewer(game, look.viewer)),
        key=uuid4().hex,
        fault=fault,
    )
