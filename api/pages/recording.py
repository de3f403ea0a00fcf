"""The addresses of the record page: who is asked, and what was decided."""

from __future__ import annotations

import hashlib
import re
from typing import TYPE_CHECKING

import msgspec
from flask import make_response, redirect, render_template, request, url_for
from msgspec import Struct

from api.errors import UnknownAddress
from api.pages.chance import group_of, outcomes_in, with_outcomes
from api.pages.games import game_id
from api.pages.here import sent, service
from api.pages.look import arrangement_of
from api.pages.narrowing import Way
from api.pages.record import Fault, Page
from api.pages.views import blueprint
from api.recording.decide import Entry
from events import KeyReused, Request, Stale
from rulesets.kit.errors import ChanceNeeded, Refused, UnknownAction

if TYPE_CHECKING:
    from collections.abc import Mapping
    from uuid import UUID

    from werkzeug.wrappers import Response as AnyResponse

    from api.pages.chance import Group
    from api.recording.recorder import Recorded

KEY = re.compile(r"[\w-]{1,80}", re.ASCII)

MEANWHILE = "Somebody was quicker, and nothing was recorded. Meanwhile:"
SENT = "This page was sent before, with other answers: nothing more was recorded."


class Taken(Struct, frozen=True):
    """What the button of the page sends, beside the outcomes of chance."""

    seat: int
    action: str
    expected: int
    """The version of the game that the page showed."""
    key: str
    """Made with the page: what is sent twice is recorded once."""
    roll: str = ""
    """The service rolls what is not told."""


@blueprint.get("/games/<game>/record")
def record(game: str) -> AnyResponse:
    """What is asked at the head of a game, after what is chosen."""
    return make_response(_rendered(_page(game_id(game), Way.read(request.args))))


@blueprint.post("/games/<game>/record")
def take(game: str) -> AnyResponse:
    """Record the action that is left; where it needs chance, ask for it first."""
    id, given = game_id(game), sent()
    taken, way = _taken(given), Way.read(request.args)
    try:
        recorded = _act(id, taken, given)
    except ChanceNeeded as error:
        return _again(id, way, taken, group=group_of(error, given))
    except (Refused, UnknownAction) as error:
        return _again(id, way, taken, 422, fault=_fault(id, error))
    except KeyReused:
        return _again(id, way, taken, 422, fault=Fault(SENT))
    except Stale:
        return _again(id, way, taken, 412, moved=True)
    waiting = recorded.game.summary.waiting_for
    seat = taken.seat if taken.seat in waiting else None
    return redirect(url_for("pages.record", game=id, seat=seat), 303)


def _taken(given: Mapping[str, str]) -> Taken:
    try:
        taken = msgspec.convert(given, Taken, strict=False)
    except msgspec.ValidationError:
        raise UnknownAddress("This form is not one of this service.") from None
    if not KEY.fullmatch(taken.key):
        raise UnknownAddress("This form is not one of this service.")
    return taken


def _act(id: UUID, taken: Taken, given: Mapping[str, str]) -> Recorded:
    """Raises ChanceNeeded, Refused, UnknownAction, Stale, KeyReused."""
    ruleset, seats = service().loaded.get(id)
    if taken.seat not in range(1, seats + 1):
        raise UnknownAddress(f"The game has the seats 1 to {seats}.")
    action = ruleset.read_action(_json(taken.action))
    once = request_of(str(id), taken.key, given)
    return with_outcomes(
        outcomes_in(given),
        lambda outcomes: service().recorder.act(
            id,
            [Entry(seat=taken.seat, action=action, outcomes=tuple(outcomes))],
            expected=taken.expected,
            request=once,
        ),
        roll=bool(taken.roll),
    )


def request_of(scope: str, key: str, given: Mapping[str, str]) -> Request:
    """A form as the log remembers it, so that it is taken once."""
    return Request(scope, key, hashlib.sha256(msgspec.json.encode(sorted(given.items()))).digest())


def _json(text: str) -> object:
    try:
        return msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError):
        raise UnknownAction("an action is an object with a `type`", "") from None


# --- the page


def _page(id: UUID, way: Way) -> Page:
    library = service().library
    return Page(library, library.game(id), way, arrangement_of(request.args, request.cookies))


def _again(
    id: UUID,
    way: Way,
    taken: Taken,
    status: int = 200,
    *,
    fault: Fault | None = None,
    group: Group | None = None,
    moved: bool = False,
) -> AnyResponse:
    """The page once more, with the choice as it was as far as it still fits."""
    page = _page(id, Way(way.seat or taken.seat, way.pairs, taken.action))
    if moved:
        fault = Fault(MEANWHILE, between=page.since(taken.expected))
    return make_response(_rendered(page, fault, group, taken.key if group else None), status)


def _rendered(page: Page, fault: Fault | None = None, group: Group | None = None, key: str | None = None) -> str:
    return render_template("pages/record.html", page=page.shown(fault, group), key=key)


def _fault(id: UUID, error: Refused | UnknownAction) -> Fault:
    """Why the rules refuse an action."""
    if isinstance(error, UnknownAction):
        return Fault("This is no action of this game.")
    rules = service().loaded.get(id).ruleset.rules
    return Fault(rules.get(error.rule, "The rules forbid it."), error.rule)
