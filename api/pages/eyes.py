"""Whose hands somebody may see on the record page: in a served game each device has its seats, and one looks at a time.

It is a courtesy between people who share a screen, kept in a cookie of the game: who may ask the service at all is
settled elsewhere.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from flask import make_response, redirect, render_template, request, url_for
from msgspec import Struct

from api.errors import UnknownAddress
from api.pages.games import game_id
from api.pages.here import form, service
from api.pages.views import blueprint
from projections import names

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from werkzeug.wrappers import Response as AnyResponse

    from events import Game

COOKIE = "eyes"
KEPT_FOR = 90 * 24 * 3600
"""Seconds."""


class Eyes(Struct, frozen=True):
    """The seats at a device."""

    seats: tuple[int, ...] = ()
    """Those who play on it; none where nobody said yet."""
    now: int | None = None
    """Whose hand lies open."""

    @classmethod
    def read(cls, cookies: Mapping[str, str]) -> Eyes:
        """What the cookie of a game says: `13.1` are seats 1 and 3, and 1 looks."""
        found = re.fullmatch(r"([1-9]{1,9})(?:\.([1-9]))?", cookies.get(COOKIE, ""))
        return cls(tuple(map(int, found[1])), int(found[2]) if found[2] else None) if found else cls()

    def looking(self, seat: int) -> Eyes:
        """The same with the hand of `seat` open; it joins the device where it was not there."""
        return Eyes(tuple(sorted({*self.seats, seat})), seat)

    def foremost(self, waiting: Collection[int]) -> int | None:
        """The seat whose question is shown: one of the device that is waited for, before all who looks now."""
        asked = [seat for seat in (self.now, *self.seats) if seat in waiting]
        return next(iter(asked), self.now or next(iter(self.seats), None))

    @property
    def text(self) -> str:
        """As the cookie has it."""
        return "".join(map(str, self.seats)) + (f".{self.now}" if self.now else "")


def asked_of(game: Game) -> bool:
    """Whether a game asks whose eyes: one that is served, to several, as long as it runs."""
    return game.chance == "server" and len(game.seats) > 1 and game.summary.status == "running"


class EyesForm(Struct, frozen=True):
    """Who plays on this device, or who looks now."""

    seats: str = ""
    now: int | None = None


@blueprint.post("/games/<game>/eyes")
def look(game: str) -> AnyResponse:
    """Remember on this device whose eyes it has, and open the hand of who looks."""
    id = game_id(game)
    seats = [seat.seat for seat in service().library.game(id).seats]
    sent = form(EyesForm)
    eyes = Eyes.read({COOKIE: sent.seats}) if sent.seats else Eyes.read(request.cookies)
    if sent.now is not None:
        eyes = eyes.looking(sent.now)
    elif len(eyes.seats) == 1:
        eyes = eyes.looking(eyes.seats[0])
    if not eyes.seats or not {*eyes.seats} <= {*seats}:
        raise UnknownAddress(f"The game has seats 1 to {len(seats)}.")
    response = redirect(url_for("pages.record", game=id, seat=eyes.now), 303)
    path = url_for("pages.show", game=id)
    response.set_cookie(COOKIE, eyes.text, max_age=KEPT_FOR, path=path, httponly=True, samesite="Lax")
    return response


def whose(game: Game) -> AnyResponse:
    """The page that asks whose eyes, once for a game and device."""
    called = names(game)
    everybody = "".join(map(str, called))
    return make_response(render_template("pages/eyes.html", game=game, called=called, everybody=everybody))


def cover(game: Game, seat: int, back: str | None = None) -> AnyResponse:
    """The page between two seats; `back` is the address behind it where nothing has to be remembered."""
    return make_response(render_template("pages/cover.html", game=game, seat=seat, name=names(game)[seat], back=back))
