"""Resigning, or ending a game without a winner: the page that asks for confirmation, and the action."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Literal

from flask import make_response, redirect, render_template, request, url_for
from msgspec import Struct

from api.errors import ResignRefused
from api.pages.base import blueprint
from api.pages.context import form, service
from api.pages.game_list import game_id
from api.pages.perspective import Perspective, asks_perspective
from api.pages.undo_requests import SeatHere
from api.recording.ends import is_duel
from projections import names
from rulesets.kit.errors import Refused

if TYPE_CHECKING:
    from werkzeug.wrappers import Response as AnyResponse

    from events import Game

End = Literal["resign", "abandon"]


class EndForm(Struct, frozen=True, forbid_unknown_fields=True):
    """The seat that ends the game, and the version that it saw."""

    expected: int
    seat: int | None = None


class Ending(Struct, frozen=True, kw_only=True):
    """What the page shows."""

    game: Game
    title: str
    end: End
    voices: tuple[SeatHere, ...]
    """The seats here that can resign."""
    over: bool
    stands: bool
    """It cannot be undone: Tabletale rolled, and shows its key then."""


@blueprint.get("/games/<game>/resign", defaults={"end": "resign"})
@blueprint.get("/games/<game>/abandon", defaults={"end": "abandon"})
def ask_to_end(game: str, end: End) -> str:
    """Ask for confirmation."""
    found, library = service().library.game(game_id(game)), service().library
    ruleset = library.ruleset(found)
    if end == "resign" and not is_duel(ruleset, found, library.components(found)):
        raise ResignRefused
    page = Ending(
        game=found,
        title=library.title(found),
        end=end,
        voices=tuple(SeatHere(seat, name) for seat, name in names(found).items() if seat in _here(found)),
        over=library.over(found),
        stands=found.chance == "server",
    )
    return render_template("pages/early_end.html", page=page)


@blueprint.post("/games/<game>/resign", defaults={"end": "resign"})
@blueprint.post("/games/<game>/abandon", defaults={"end": "abandon"})
def end_early(game: str, end: End) -> AnyResponse:
    """End the game, then show how it ended."""
    id, wanted, recorder = game_id(game), form(EndForm), service().recorder
    with suppress(Refused):  # it is over already: the page says how it ended
        if end == "resign":
            recorder.resign(id, wanted.seat or 0, expected=wanted.expected)
        else:
            recorder.abandon(id, seat=wanted.seat, expected=wanted.expected)
    return make_response(redirect(url_for("pages.end", game=id), 303))


def _here(game: Game) -> tuple[int, ...]:
    """The seats at this device; all if nobody has chosen yet."""
    perspective = Perspective.read(request.cookies)
    return perspective.seats if asks_perspective(game) and perspective.seats else tuple(names(game))
