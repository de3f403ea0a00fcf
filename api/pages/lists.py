"""The addresses of the list of games, and of how each ended."""

from __future__ import annotations

from flask import render_template, request

from api.pages.end import end as end_of
from api.pages.games import STATUSES, game_id, listing
from api.pages.here import service
from api.pages.look import word
from api.pages.players import like
from api.pages.views import blueprint


@blueprint.get("/")
def home() -> str:
    """The games."""
    page = listing(service(), request.args)
    offered = like(service(), page.asked["player"]) if page.nobody else []
    rulesets = service().rulesets
    return render_template("pages/games.html", page=page, rulesets=rulesets, statuses=STATUSES, like=offered)


@blueprint.get("/games/<game>/end")
def end(game: str) -> str:
    """How a game ended, and how it came to that."""
    library = service().library
    return render_template("pages/end.html", page=end_of(library, library.game(game_id(game)), word(request.args, "v")))
