"""Undo requests on the pages of a game: who requests what, and the buttons that answer."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from flask import redirect, request, url_for
from msgspec import Struct

from api.errors import UnknownAddress
from api.pages.base import blueprint
from api.pages.context import form, service
from api.pages.game_list import game_id
from api.pages.view import View
from projections import names
from rulesets.kit.structs import TABLE

if TYPE_CHECKING:
    from collections.abc import Collection

    from werkzeug.wrappers import Response as AnyResponse

    from events import Game


class SeatHere(Struct, frozen=True):
    """A seat that may answer here."""

    seat: int
    name: str


class UndoRequest(Struct, frozen=True, kw_only=True):
    """An undo or redo that the other seats have to accept."""

    n: int
    text: str
    reason: str
    agreed: str
    """Who has agreed so far, in words; empty while nobody has."""
    accepting: tuple[SeatHere, ...]
    """The seats here that have not answered;"""
    withdrawing: SeatHere | None
    """and the seat that requested it, if it is here."""

    @property
    def drawn(self) -> str:
        """A key that changes with the request, so that a script sees whether it is shown already."""
        return f"{self.n}.{self.agreed.count(',') + 1 if self.agreed else 0}"


class WordForm(Struct, frozen=True, forbid_unknown_fields=True):
    """The seat that answers."""

    seat: int


def open_request(game: Game, here: Collection[int]) -> UndoRequest | None:
    """The open undo request of a game, for the seats `here`; None if there is none."""
    asked, called = service().consent.open(game), names(game)
    if asked is None:
        return None
    back = service().consent.leads_back(game, asked.to)
    waiting = [seat for seat in called if seat != asked.seat and seat not in asked.accepted]
    return UndoRequest(
        n=asked.number,
        text=f"{called[asked.seat]} asks to go {'back' if back else 'on'} to version {asked.to:,}.",
        reason=asked.reason or "",
        agreed=", ".join(called[seat] for seat in asked.accepted),
        accepting=tuple(SeatHere(seat, called[seat]) for seat in waiting if seat in here),
        withdrawing=SeatHere(asked.seat, called[asked.seat]) if asked.seat in here else None,
    )


def seats_of_viewer(game: Game, view: View) -> tuple[int, ...]:
    """The seats that a viewer answers for: all for the table, its own for a seat, none for a spectator."""
    if view.viewer == TABLE:
        return tuple(names(game))
    return (view.viewer,) if isinstance(view.viewer, int) else ()


@blueprint.post("/games/<game>/undo-requests/<n>/<answer>")
def answer_undo(game: str, n: str, answer: str) -> AnyResponse:
    """Accept, decline or withdraw an undo, then show the page that asked."""
    id, consent = game_id(game), service().consent
    answers = {"accept": consent.accept, "decline": consent.decline, "withdraw": consent.withdraw}
    if answer not in answers or not re.fullmatch("[0-9]{1,9}", n):
        raise UnknownAddress
    view = View.read(request.args, service().library.game(id))
    answers[answer](id, int(n), form(WordForm).seat)
    if request.args.get("back") == "record":
        return redirect(url_for("pages.record", game=id), 303)
    return redirect(url_for("pages.show", game=id) + view.href(), 303)
