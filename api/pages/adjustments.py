"""Adjusting a board by hand: links choose the effects one by one, and a form asks for the reason."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import msgspec
from flask import make_response, redirect, render_template, request, url_for
from msgspec import Struct

from api.pages.base import blueprint
from api.pages.by_hand import EFFECTS, entering, is_more_to_come, words
from api.pages.chance import group_of, outcomes_in, with_outcomes
from api.pages.context import sent, service, unknown_form
from api.pages.game_list import game_id
from api.pages.record_routes import KEY, fault_of, request_of
from api.pages.selection import Selection
from api.recording.adjust import Adjustment
from api.rest.shapes import Prose
from projections import names, with_names
from rulesets.kit.by_hand import HandSteps, adjusting_action
from rulesets.kit.errors import ChanceNeeded, Refused, UnknownAction
from rulesets.kit.steps import text_of
from rulesets.kit.structs import TABLE

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from werkzeug.wrappers import Response as AnyResponse

    from api.pages.chance import Group
    from api.pages.record_page import Fault
    from events import Game
    from rulesets.kit.ruleset import Ruleset
    from rulesets.kit.structs import ChoiceStep, Value


class AdjustForm(Struct, frozen=True):
    """What changes and why; the outcomes of chance are further fields."""

    effects: str
    """As JSON."""
    expected: int
    key: str
    reason: Prose
    roll: str = ""


class Link(Struct, frozen=True):
    """An option to choose, or a choice made earlier, which the link reopens."""

    label: str
    href: str


class Adjusting(Struct, frozen=True, kw_only=True):
    """What the page shows."""

    game: Game
    title: str
    why_not: str
    """Why the board cannot be adjusted; empty if it can."""
    asks: str
    rows: tuple[Link, ...]
    trail: tuple[Link, ...]
    back: str | None
    effects: str
    """The effects chosen so far, as JSON; empty before the first is complete."""
    key: str
    reason: str = ""
    fault: Fault | None = None
    group: Group | None = None
    """The rolls and draws that are needed."""


@blueprint.get("/games/<game>/adjust")
def ask_to_adjust(game: str) -> AnyResponse:
    """Ask what changes on the board."""
    return make_response(render_template("pages/adjust.html", page=_page(game, Selection.read(request.args))))


@blueprint.post("/games/<game>/adjust")
def adjust_now(game: str) -> AnyResponse:
    """Adjust the board, or first ask for the rolls and draws that this needs."""
    id, given = game_id(game), sent()
    form, ruleset = _form(given), service().loaded.get(id).ruleset
    selection = _selection_of(form.effects)
    try:
        effects = [ruleset.read_effect(each) for each in _listed(form.effects)]
        with_outcomes(
            outcomes_in(given),
            lambda outcomes: service().recorder.adjust(
                id,
                Adjustment(effects=effects, outcomes=outcomes, reason=form.reason),
                expected=form.expected,
                request=request_of(str(id), form.key, given),
            ),
            roll=bool(form.roll),
        )
    except ChanceNeeded as error:
        return _again(game, selection, form, 200, group=group_of(error, given))
    except (Refused, UnknownAction) as error:
        return _again(game, selection, form, 422, fault=fault_of(id, error))
    return redirect(url_for("pages.record", game=id), 303)


def _again(game: str, selection: Selection, form: AdjustForm, status: int, **more: Any) -> AnyResponse:
    page = msgspec.structs.replace(_page(game, selection), reason=form.reason, key=form.key, **more)
    return make_response(render_template("pages/adjust.html", page=page), status)


def _page(game: str, selection: Selection) -> Adjusting:
    library = service().library
    found = library.game(game_id(game))
    ruleset, board = library.ruleset(found), library.head(found, TABLE if found.chance == "table" else "spectator")
    kind, called = adjusting_action(ruleset), names(found)
    title = library.title(found)
    why_not = _why_not(found, title, may=kind is not None, over=library.over(found))
    step = HandSteps(kind, ruleset, board, 1, selection.chosen).step() if kind and not why_not else None
    entered = [value for name, value in selection.pairs if name == EFFECTS]
    return Adjusting(
        game=found,
        title=title,
        why_not=why_not,
        asks=with_names(step.asks, called) if step else "",
        rows=tuple(_rows(ruleset, selection, step, called)) if step else (),
        trail=tuple(_trail(ruleset, board, selection, called)),
        back=selection.first(len(selection.pairs) - 1).query if selection.pairs else None,
        effects=f"[{','.join(entered)}]" if step and step.enough and entered else "",
        key=uuid4().hex,
    )


def _why_not(game: Game, title: str, *, may: bool, over: bool) -> str:
    if game.chance == "server":
        return "Tabletale rolls in this game, so its board cannot be adjusted."
    if over:
        return "The game is over. Undo its end first."
    if not may:
        return f"{title} has nothing that can be entered by hand. Undo, and enter the move again."
    return ""


def _rows(ruleset: Ruleset[Any], selection: Selection, step: ChoiceStep, called: Mapping[int, str]) -> Iterator[Link]:
    for value in step.values:
        yield Link(with_names(value.label, called), _on(ruleset, selection, step, value))


def _on(ruleset: Ruleset[Any], selection: Selection, step: ChoiceStep, value: Value) -> str:
    if value.action is not None and is_more_to_come(value.action):
        return entering(selection, ruleset, value.action).query
    return selection.then(step.field, text_of(value.value)).query


def _trail(ruleset: Ruleset[Any], board: Any, selection: Selection, called: Mapping[int, str]) -> Iterator[Link]:
    """The choices so far."""
    for place, (name, value) in enumerate(selection.pairs):
        before = selection.first(place)
        if name == EFFECTS:
            yield Link(with_names(words(ruleset, board, before, value) or value[:40], called), before.query)
        elif name == "effect":
            yield Link(ruleset.titles.get(value, value[:40]), before.query)


def _selection_of(effects: str) -> Selection:
    """The selection that has these effects."""
    return Selection(pairs=tuple((EFFECTS, msgspec.json.encode(each).decode()) for each in _listed(effects)))


def _listed(text: str) -> list[Any]:
    try:
        return msgspec.json.decode(text, type=list[Any])
    except (msgspec.MsgspecError, RecursionError):
        raise unknown_form() from None


def _form(given: Mapping[str, str]) -> AdjustForm:
    try:
        form = msgspec.convert(given, AdjustForm, strict=False)
    except msgspec.ValidationError:
        raise unknown_form() from None
    if not re.fullmatch(KEY, form.key):
        raise unknown_form()
    return form
