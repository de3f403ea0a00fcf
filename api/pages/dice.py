"""The page on which a browser verifies the dice of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from flask import render_template

from api.pages.base import blueprint
from api.pages.context import service
from api.pages.game_list import game_id
from api.recording.dice import NoKey, proof

if TYPE_CHECKING:
    from api.recording.dice import Proof
    from events import Game


@blueprint.get("/games/<game>/dice")
def dice(game: str) -> str:
    """The rolls and draws of a finished game, and their key."""
    library = service().library
    found = library.game(game_id(game))
    return render_template(
        "pages/dice.html",
        game=found,
        title=library.title(found),
        proof=_proof(found),
        plain=lambda value: msgspec.json.encode(value).decode(),
    )


def _proof(game: Game) -> Proof | None:
    try:
        return proof(service().library, game)
    except NoKey:
        return None
