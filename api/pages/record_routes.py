"""Routes of the record page."""

from __future__ import annotations

import hashlib
import re
from typing import TYPE_CHECKING

import msgspec
from flask import make_response, redirect, render_template, request, url_for
from msgspec import Struct
from msgspec.structs import replace

from api.errors import UnknownAddress
from api.pages.base import blueprint
from api.pages.chance import group_of, one_at_a_time, outcomes_in, with_outcomes
from api.pages.context import sent, service, unknown_form
from api.pages.game_list import game_id
from api.pages.numbers import BadNumber, whole, with_number
from api.pages.perspective import Perspective, asks_perspective, hidden_hands_page, perspective_page
from api.pages.record_page import UNFIT, Fault, RecordPageMaker
from api.pages.selection import Selection
from api.pages.view import arrangement_of
from api.recording.decide import Entry
from events import KeyReused, Request, Stale
from rulesets.kit.errors import ChanceNeeded, LeftoverOutcomes, Refused, UnknownAction

if TYPE_CHECKING:
    from collections.abc import Mapping
    from uuid import UUID

    from werkzeug.wrappers import Response as AnyResponse

    from api.pages.chance import Group
    from api.pages.numbers import NumberEntry
    from api.recording.recorder import Recorded

PAGE, STEP = "pages/record.html", "pages/record_step.html"
"""The whole page, and the part that a script swaps."""

KEY = re.compile(r"[\w-]{1,80}", re.ASCII)

MEANWHILE = "Somebody else was faster, and your move was not recorded. Since then:"
SENT = "This page was already sent with different answers. Nothing more was recorded."


class Taken(Struct, frozen=True):
    """What the button sends; the outcomes of chance are further fields."""

    seat: int
    action: str
    expected: int
    """The version of the game that the page showed."""
    key: str
    """Idempotency key of the form: sent twice, it is recorded once."""
    roll: str = ""
    """Tabletale rolls what was not entered."""
    field: str = ""
    """The field of the action that the number is put into."""
    number: str = ""
    """As it was typed."""


@blueprint.get("/games/<game>/record")
def record(game: str) -> AnyResponse:
    """The record page with the current selection."""
    return Visit(game, PAGE).shown()


@blueprint.post("/games/<game>/record")
def take(game: str) -> AnyResponse:
    """Record the chosen action, or first ask for the rolls and draws that it needs."""
    return Visit(game, PAGE).take()


@blueprint.get("/games/<game>/record/step")
def record_step(game: str) -> AnyResponse:
    """The changed part of the record page, for a script."""
    return Visit(game, STEP).shown()


@blueprint.post("/games/<game>/record/step")
def take_step(game: str) -> AnyResponse:
    """Record the action and return the changed part of the page, for a script."""
    return Visit(game, STEP).take()


class Visit:
    """One request for the record page, by a browser or a script."""

    def __init__(self, game: str, template: str) -> None:
        """Raises UnknownGame, UnknownAddress."""
        self.id, self.template, self.selection = game_id(game), template, Selection.read(request.args)
        self.have = request.args.get("have", "") if template == STEP else ""
        self.perspective = Perspective.read(request.cookies)

    def shown(self) -> AnyResponse:
        """The page; with `cover` in the address, the page that hides hands."""
        page = self._page(self.selection)
        if request.args.get("cover") and page.seat:
            return hidden_hands_page(
                page.game, page.seat, back=url_for("pages.record", game=self.id) + self.selection.query
            )
        return self._uncovered(page)

    def _uncovered(self, page: RecordPageMaker) -> AnyResponse:
        """The page if this device may show the hand; otherwise the page that asks for the seat, or hides hands."""
        if asks_perspective(page.game) and not self.perspective.seats:
            return perspective_page(page.game)
        if asks_perspective(page.game) and page.seat and page.seat != self.perspective.now:
            return hidden_hands_page(page.game, page.seat)
        return self._rendered(page)

    def take(self) -> AnyResponse:
        """The page after recording the action, or with the reason why it was not recorded."""
        given = sent()
        taken = _taken(given)
        if taken.field:
            try:
                taken = replace(taken, action=with_number(taken.action, taken.field, self._number(taken)))
            except BadNumber as error:
                return self._rendered(self._page(self.selection), 422, Fault(str(error), typed=taken.number))
            except UnknownAction:
                raise unknown_form() from None
        return self._recorded(taken, given)

    def _number(self, taken: Taken) -> int:
        """The number that was entered. Raises BadNumber.

        The limits are those of the board that it was asked on: on another one, the form was sent twice or too late, and
        the log says which.
        """
        page = self._page(self.selection)
        return entered_number(page.number if page.game.version == taken.expected else None, taken.number)

    def _recorded(self, taken: Taken, given: Mapping[str, str]) -> AnyResponse:
        try:
            recorded = _act(self.id, taken, given)
        except ChanceNeeded as error:
            return self._again(taken, group=group_of(error, given))
        except LeftoverOutcomes:
            return self._recorded(taken, one_at_a_time(given))
        except (Refused, UnknownAction) as error:
            return self._again(taken, 422, fault=fault_of(self.id, error))
        except KeyReused:
            return self._again(taken, 422, fault=Fault(SENT))
        except Stale:
            return self._again(taken, 412, moved=True)
        waiting = recorded.game.summary.waiting_for
        return self._on(taken.seat if taken.seat in waiting else None)

    def _on(self, seat: int | None) -> AnyResponse:
        """The page after an action: for the same seat if the game waits for it."""
        if self.template == PAGE:
            return redirect(url_for("pages.record", game=self.id, seat=seat), 303)
        return self._uncovered(self._page(Selection(seat)))

    def _again(
        self,
        taken: Taken,
        status: int = 200,
        *,
        fault: Fault | None = None,
        group: Group | None = None,
        moved: bool = False,
    ) -> AnyResponse:
        """The same page again, with the selection as far as it is still possible."""
        page = self._page(Selection(self.selection.seat or taken.seat, self.selection.pairs, taken.action))
        if moved:
            fault = Fault(MEANWHILE, between=page.since(taken.expected))
        return self._rendered(page, status, fault, group, taken.key if group else None)

    def _page(self, selection: Selection) -> RecordPageMaker:
        library = service().library
        game = library.game(self.id)
        arrangement = arrangement_of(request.args, request.cookies)
        return RecordPageMaker(library, game, selection, arrangement, self.perspective)

    def _rendered(
        self,
        page: RecordPageMaker,
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


def entered_number(entry: NumberEntry | None, text: str) -> int:
    """The number in a form; if the question is no longer asked, any: whether it still fits is for the rules to say.

    Raises BadNumber.
    """
    if entry:
        return entry.number(text)
    number = whole(text)
    if number is None:
        raise BadNumber(UNFIT)
    return number


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
    """The request that identifies a form in the log, so that it is recorded once."""
    return Request(scope, key, hashlib.sha256(msgspec.json.encode(sorted(given.items()))).digest())


def _json(text: str) -> object:
    try:
        return msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError):
        raise UnknownAction("an action is an object with a `type`", "") from None


def fault_of(id: UUID, error: Refused | UnknownAction) -> Fault:
    """Why the rules do not allow an action."""
    if isinstance(error, UnknownAction):
        return Fault("This game has no such action.")
    rules = service().loaded.get(id).ruleset.rules
    return Fault(rules.get(error.rule, "The rules do not allow it."), error.rule)
