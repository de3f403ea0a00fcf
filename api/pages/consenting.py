"""What a seat asks the others for, on the pages of a game: who asks for what, and the buttons that answer it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from flask import redirect, request, url_for
from msgspec import Struct

from api.errors import UnknownAddress
from api.pages.games import game_id
from api.pages.here import form, service
from api.pages.look import Look
from api.pages.views import blueprint
from projections import names
from rulesets.kit.structs import TABLE

if TYPE_CHECKING:
    from collections.abc import Collection

    from werkzeug.wrappers import Response as AnyResponse

    from events import Game


class Voice(Struct, frozen=True):
    """A seat that may answer here."""

    seat: int
    name: str


class Wish(Struct, frozen=True, kw_only=True):
    """An undo or redo that a seat asks the others for."""

    n: int
    text: str
    reason: str
    agreed: str
    """Who has agreed so far, in words; empty while nobody has."""
    accepting: tuple[Voice, ...]
    """The seats here that have not answered;"""
    withdrawing: Voice | None
    """and the one that asked, if it is here."""

    @property
    def drawn(self) -> str:
        """What changes with it, so that a script sees whether the page shows it already."""
        return f"{self.n}.{self.agreed.count(',') + 1 if self.agreed else 0}"


class WordForm(Struct, frozen=True, forbid_unknown_fields=True):
    """Whose word it is."""

    seat: int


def wish_of(game: Game, here: Collection[int]) -> Wish | None:
    """What is asked for in a game now, for who is at the page: the seats `here`."""
    asked, called = service().consent.open(game), names(game)
    if asked is None:
        return None
    back = service().consent.leads_back(game, asked.to)
    waiting = [seat for seat in called if seat != asked.seat and seat not in asked.accepted]
    return Wish(
        n=asked.number,
        text=f"{called[asked.seat]} asks to go {'back' if back else 'on'} to version {asked.to:,}.",
        reason=asked.reason or "",
        agreed=", ".join(called[seat] for seat in asked.accepted),
        accepting=tuple(Voice(seat, called[seat]) for seat in waiting if seat in here),
        withdrawing=Voice(asked.seat, called[asked.seat]) if asked.seat in here else None,
    )


def seats_of_viewer(game: Game, look: Look) -> tuple[int, ...]:
    """The seats that somebody speaks for who looks so: all at the table, one its own, none a spectator."""
    if look.viewer == TABLE:
        return tuple(names(game))
    return (look.viewer,) if isinstance(look.viewer, int) else ()


@blueprint.post("/games/<game>/undo-requests/<n>/<answer>")
def answer_undo(game: str, n: str, answer: str) -> AnyResponse:
    """Accept, decline or withdraw an undo, then show the page that asked."""
    id, consent = game_id(game), service().consent
    answers = {"accept": consent.accept, "decline": consent.decline, "withdraw": consent.withdraw}
    if answer not in answers or not re.fullmatch("[0-9]{1,9}", n):
        raise UnknownAddress
    look = Look.read(request.args, service().library.game(id))
    answers[answer](id, int(n), form(WordForm).seat)
    if request.args.get("back") == "record":
        return redirect(url_for("pages.record", game=id), 303)
    return redirect(url_for("pages.show", game=id) + look.href(), 303)
