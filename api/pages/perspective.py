"""Whose hand the record page shows: if Tabletale rolls, each device has its seats, and shows one hand at a time.

This is a courtesy between people who share a screen, stored in a cookie of the game. It is not access control.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from flask import make_response, redirect, render_template, request, url_for
from msgspec import Struct

from api.errors import UnknownAddress
from api.pages.base import blueprint
from api.pages.context import form, service
from api.pages.game_list import game_id
from projections import names

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from werkzeug.wrappers import Response as AnyResponse

    from events import Game

COOKIE = "eyes"
KEPT_FOR = 90 * 24 * 3600
"""Seconds."""
SEAT_SIGNS = "0123456789abcdefghijklmnopqrstuvwxyz"
"""One for each seat: `a` is seat 10."""


class Perspective(Struct, frozen=True):
    """The seats at a device."""

    seats: tuple[int, ...] = ()
    """The seats that play on it; empty until somebody chooses."""
    now: int | None = None
    """The seat whose hand is shown."""

    @classmethod
    def read(cls, cookies: Mapping[str, str]) -> Perspective:
        """Read the cookie of a game: `13.1` means seats 1 and 3, and the hand of 1 is shown."""
        found = re.fullmatch(r"([1-9a-z]{1,35})(?:\.([1-9a-z]))?", cookies.get(COOKIE, ""))
        if not found:
            return cls()
        return cls(tuple(map(SEAT_SIGNS.index, found[1])), SEAT_SIGNS.index(found[2]) if found[2] else None)

    def looking(self, seat: int) -> Perspective:
        """The same with the hand of `seat` shown; the seat joins the device if necessary."""
        return Perspective(tuple(sorted({*self.seats, seat})), seat)

    def foremost(self, waiting: Collection[int]) -> int | None:
        """The seat to show: one of this device that the game waits for, first the one that looks now."""
        asked = [seat for seat in (self.now, *self.seats) if seat in waiting]
        return next(iter(asked), self.now or next(iter(self.seats), None))

    @property
    def text(self) -> str:
        """The text of the cookie."""
        seats = "".join(map(SEAT_SIGNS.__getitem__, self.seats))
        return f"{seats}.{SEAT_SIGNS[self.now]}" if self.now else seats


def asks_perspective(game: Game) -> bool:
    """Whether the page asks who plays on the device: in a running game of several seats if Tabletale rolls."""
    return game.chance == "server" and len(game.seats) > 1 and game.summary.status == "running"


class PerspectiveForm(Struct, frozen=True):
    """Who plays on this device, or whose hand to show now."""

    seats: str = ""
    now: int | None = None


@blueprint.post("/games/<game>/perspective")
def choose_perspective(game: str) -> AnyResponse:
    """Store who plays on this device, and show the hand of the seat that looks now."""
    id = game_id(game)
    seats = [seat.seat for seat in service().library.game(id).seats]
    sent = form(PerspectiveForm)
    perspective = Perspective.read({COOKIE: sent.seats}) if sent.seats else Perspective.read(request.cookies)
    if sent.now is not None:
        perspective = perspective.looking(sent.now)
    elif len(perspective.seats) == 1:
        perspective = perspective.looking(perspective.seats[0])
    if not perspective.seats or not {*perspective.seats} <= {*seats}:
        raise UnknownAddress(f"The game has seats 1 to {len(seats)}.")
    response = redirect(url_for("pages.record", game=id, seat=perspective.now), 303)
    path = url_for("pages.show", game=id)
    response.set_cookie(COOKIE, perspective.text, max_age=KEPT_FOR, path=path, httponly=True, samesite="Lax")
    return response


def perspective_page(game: Game) -> AnyResponse:
    """The page that asks who plays on this device, once for each game."""
    called = names(game)
    alone = {seat: Perspective((seat,)).text for seat in called}
    everybody = Perspective(tuple(called)).text
    page = render_template("pages/perspective.html", game=game, called=called, alone=alone, everybody=everybody)
    return make_response(page)


def hidden_hands_page(game: Game, seat: int, back: str | None = None) -> AnyResponse:
    """The page that hides hands between two seats; `back` is the address of the link that shows them again."""
    return make_response(
        render_template("pages/hidden_hands.html", game=game, seat=seat, name=names(game)[seat], back=back)
    )
