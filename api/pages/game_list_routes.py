"""Routes of the list of games, and of the result of a game."""

from __future__ import annotations

from flask import render_template, request

from api.pages.base import blueprint
from api.pages.context import service
from api.pages.game_list import STATUSES, game_id, listing, titles
from api.pages.player_pages import like
from api.pages.result import end as end_of
from api.pages.view import word


@blueprint.get("/")
def home() -> str:
    """The list of games."""
    page = listing(service(), request.args)
    offered = like(service(), page.asked["player"]) if page.nobody else []
    rulesets = service().rulesets
    return render_template(
        "pages/games.html",
        page=page,
        rulesets=rulesets,
        statuses=STATUSES,
        like=offered,
        titles=titles(service(), page.asked.get("ruleset")),
    )


@blueprint.get("/games/<game>/end")
def end(game: str) -> str:
    """The result of a game, and its turning points."""
    library = service().library
    return render_template(
        "pages/result.html", page=end_of(library, library.game(game_id(game)), word(request.args, "v"))
    )
