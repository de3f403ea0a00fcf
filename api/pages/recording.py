"""The addresses of the record page: who is asked, and what was decided."""

from __future__ import annotations

import hashlib
import re
from typing import TYPE_CHECKING

import msgspec
from flask import make_response, redirect, render_template, request, url_for
from msgspec import Struct

from api.errors import UnknownAddress
from api.pages.chance import group_of, outcomes_in, told_singly, with_outcomes
from api.pages.eyes import Eyes, asked_of, cover, whose
from api.pages.games import game_id
from api.pages.here import sent, service, unknown_form
from api.pages.look import arrangement_of
from api.pages.narrowing import Narrowed
from api.pages.record import Fault, Page
from api.pages.views import blueprint
from api.recording.decide import Entry
from events import KeyReused, Request, Stale
from rulesets.kit.errors import ChanceNeeded, LeftoverOutcomes, Refused, UnknownAction

if TYPE_CHECKING:
    from collections.abc import Mapping
    from uuid import UUID

    from werkzeug.wrappers import Response as AnyResponse

    from api.pages.chance import Group
    from api.recording.recorder import Recorded

PAGE, STEP = "pages/record.html", "pages/record_step.html"
"""The whole page, and what differs between its steps."""

KEY = re.compile(r"[\w-]{1,80}", re.ASCII)

MEANWHILE = "Somebody else was faster, and your move was not recorded. Since then:"
SENT = "This page was already sent with different answers. Nothing more was recorded."


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
    return Visit(game, PAGE).shown()


@blueprint.post("/games/<game>/record")
def take(game: str) -> AnyResponse:
    """Record the action that is left; where it needs chance, ask for it first."""
    return Visit(game, PAGE).take()


@blueprint.get("/games/<game>/record/step")
def record_step(game: str) -> AnyResponse:
    """What differs there after what is chosen, for the script that swaps it in."""
    return Visit(game, STEP).shown()


@blueprint.post("/games/<game>/record/step")
def take_step(game: str) -> AnyResponse:
    """Record the action as the page does, and answer with what is asked next: one way there and back."""
    return Visit(game, STEP).take()


class Visit:
    """Somebody who is at the page, or a script that is there for them."""

    def __init__(self, game: str, template: str) -> None:
        """Raises UnknownGame, UnknownAddress."""
        self.id, self.template, self.way = game_id(game), template, Narrowed.read(request.args)
        self.have = request.args.get("have", "") if template == STEP else ""
        self.eyes = Eyes.read(request.cookies)

    def shown(self) -> AnyResponse:
        """What is asked; with `cover` in the address nothing before a tap."""
        page = self._page(self.way)
        if request.args.get("cover") and page.seat:
            return cover(page.game, page.seat, back=url_for("pages.record", game=self.id) + self.way.query)
        return self._uncovered(page)

    def _uncovered(self, page: Page) -> AnyResponse:
        """What is asked, if the hand that it shows may be seen: else the question whose eyes, or a cover."""
        if asked_of(page.game) and not self.eyes.seats:
            return whose(page.game)
        if asked_of(page.game) and page.seat and page.seat != self.eyes.now:
            return cover(page.game, page.seat)
        return self._rendered(page)

    def take(self) -> AnyResponse:
        """What is asked after what was sent, or why that was not recorded."""
        given = sent()
        return self._recorded(_taken(given), given)

    def _recorded(self, taken: Taken, given: Mapping[str, str]) -> AnyResponse:
        try:
            recorded = _act(self.id, taken, given)
        except ChanceNeeded as error:
            return self._again(taken, group=group_of(error, given))
        except LeftoverOutcomes:
            return self._recorded(taken, told_singly(given))
        except (Refused, UnknownAction) as error:
            return self._again(taken, 422, fault=fault_of(self.id, error))
        except KeyReused:
            return self._again(taken, 422, fault=Fault(SENT))
        except Stale:
            return self._again(taken, 412, moved=True)
        waiting = recorded.game.summary.waiting_for
        return self._on(taken.seat if taken.seat in waiting else None)

    def _on(self, seat: int | None) -> AnyResponse:
        """What comes after an action: the question to the same seat if it is waited for."""
        if self.template == PAGE:
            return redirect(url_for("pages.record", game=self.id, seat=seat), 303)
        return self._uncovered(self._page(Narrowed(seat)))

    def _again(
        self,
        taken: Taken,
        status: int = 200,
        *,
        fault: Fault | None = None,
        group: Group | None = None,
        moved: bool = False,
    ) -> AnyResponse:
        """The page once more, with the choice as it was as far as it still fits."""
        page = self._page(Narrowed(self.way.seat or taken.seat, self.way.pairs, taken.action))
        if moved:
            fault = Fault(MEANWHILE, between=page.since(taken.expected))
        return self._rendered(page, status, fault, group, taken.key if group else None)

    def _page(self, way: Narrowed) -> Page:
        library = service().library
        game = library.game(self.id)
        return Page(library, game, way, arrangement_of(request.args, request.cookies), self.eyes)

    def _rendered(
        self,
        page: Page,
        status: int = 200,
        fault: Fault | None = None,
        group: Group | None = None,
        key: str | None = None,
    ) -> AnyResponse:
        shown = page.shown(fault, group, self.have)
        return make_response(render_template(self.template, page=shown, key=key), status)


def _taken(given: Mapping[str, str]) -> Taken:
    try:
        taken = msgspec.convert(given, Taken, strict=False)
    except msgspec.ValidationError:
        raise unknown_form() from None
    if not KEY.fullmatch(taken.key):
        raise unknown_form()
    return taken


def _act(id: UUID, taken: Taken, given: Mapping[str, str]) -> Recorded:
    """Raises ChanceNeeded, Refused, UnknownAction, Stale, KeyReused."""
    ruleset, seats = service().loaded.get(id)
    if taken.seat not in range(1, seats + 1):
        raise UnknownAddress(f"The game has seats 1 to {seats}.")
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


def fault_of(id: UUID, error: Refused | UnknownAction) -> Fault:
    """Why the rules refuse an action."""
    if isinstance(error, UnknownAction):
        return Fault("This game has no such action.")
    rules = service().loaded.get(id).ruleset.rules
    return Fault(rules.get(error.rule, "The rules do not allow it."), error.rule)
