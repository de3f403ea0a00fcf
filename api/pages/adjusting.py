"""Putting a board right by hand: one effect after the other by links, and then the reason."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import msgspec
from flask import make_response, redirect, render_template, request, url_for
from msgspec import Struct

from api.pages.by_hand import EFFECTS, entering, is_more_to_come, words
from api.pages.chance import group_of, outcomes_in, with_outcomes
from api.pages.games import game_id
from api.pages.here import sent, service, unknown_form
from api.pages.narrowing import Narrowed
from api.pages.recording import KEY, fault_of, request_of
from api.pages.views import blueprint
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
    from api.pages.record import Fault
    from events import Game
    from rulesets.kit.ruleset import Ruleset
    from rulesets.kit.structs import ChoiceStep, Value


class AdjustForm(Struct, frozen=True):
    """What is put right and why, beside the outcomes of chance."""

    effects: str
    """As JSON."""
    expected: int
    key: str
    reason: Prose
    roll: str = ""


class Link(Struct, frozen=True):
    """An answer, or what was answered: it leads on, or back to before it."""

    label: str
    href: str


class Adjusting(Struct, frozen=True, kw_only=True):
    """The page."""

    game: Game
    title: str
    why_not: str
    """Why nothing can be put right here; empty where it can."""
    asks: str
    rows: tuple[Link, ...]
    trail: tuple[Link, ...]
    back: str | None
    effects: str
    """What is entered so far, as JSON; empty while nothing is whole."""
    key: str
    reason: str = ""
    fault: Fault | None = None
    group: Group | None = None
    """What chance is asked."""


@blueprint.get("/games/<game>/adjust")
def ask_to_adjust(game: str) -> AnyResponse:
    """What happens next, by hand."""
    return make_response(render_template("pages/adjust.html", page=_page(game, Narrowed.read(request.args))))


@blueprint.post("/games/<game>/adjust")
def adjust_now(game: str) -> AnyResponse:
    """Put the board right; where something follows that needs chance, ask for it first."""
    id, given = game_id(game), sent()
    wanted, ruleset = _wanted(given), service().loaded.get(id).ruleset
    way = _way_back(wanted.effects)
    try:
        effects = [ruleset.read_effect(each) for each in _listed(wanted.effects)]
        with_outcomes(
            outcomes_in(given),
            lambda outcomes: service().recorder.adjust(
                id,
                Adjustment(effects=effects, outcomes=outcomes, reason=wanted.reason),
                expected=wanted.expected,
                request=request_of(str(id), wanted.key, given),
            ),
            roll=bool(wanted.roll),
        )
    except ChanceNeeded as error:
        return _again(game, way, wanted, 200, group=group_of(error, given))
    except (Refused, UnknownAction) as error:
        return _again(game, way, wanted, 422, fault=fault_of(id, error))
    return redirect(url_for("pages.record", game=id), 303)


def _again(game: str, way: Narrowed, wanted: AdjustForm, status: int, **more: Any) -> AnyResponse:
    page = msgspec.structs.replace(_page(game, way), reason=wanted.reason, key=wanted.key, **more)
    return make_response(render_template("pages/adjust.html", page=page), status)


def _page(game: str, way: Narrowed) -> Adjusting:
    library = service().library
    found = library.game(game_id(game))
    ruleset, board = library.ruleset(found), library.head(found, TABLE if found.chance == "table" else "spectator")
    kind, called = adjusting_action(ruleset), names(found)
    why_not = _why_not(found, ruleset, over=library.over(found))
    step = HandSteps(kind, ruleset, board, 1, way.chosen).step() if kind and not why_not else None
    entered = [value for name, value in way.pairs if name == EFFECTS]
    return Adjusting(
        game=found,
        title=ruleset.title,
        why_not=why_not,
        asks=with_names(step.asks, called) if step else "",
        rows=tuple(_rows(ruleset, way, step, called)) if step else (),
        trail=tuple(_trail(ruleset, board, way, called)),
        back=way.first(len(way.pairs) - 1).query if way.pairs else None,
        effects=f"[{','.join(entered)}]" if step and step.enough and entered else "",
        key=uuid4().hex,
    )


def _why_not(game: Game, ruleset: Ruleset[Any], *, over: bool) -> str:
    if game.chance == "server":
        return "Tabletale rolls in this game, so its board cannot be adjusted."
    if over:
        return "The game is over. Undo its end first."
    if adjusting_action(ruleset) is None:
        return f"{ruleset.title} has nothing that can be entered by hand. Undo, and enter the move again."
    return ""


def _rows(ruleset: Ruleset[Any], way: Narrowed, step: ChoiceStep, called: Mapping[int, str]) -> Iterator[Link]:
    for value in step.values:
        yield Link(with_names(value.label, called), _on(ruleset, way, step, value))


def _on(ruleset: Ruleset[Any], way: Narrowed, step: ChoiceStep, value: Value) -> str:
    if value.action is not None and is_more_to_come(value.action):
        return entering(way, ruleset, value.action).query
    return way.then(step.field, text_of(value.value)).query


def _trail(ruleset: Ruleset[Any], board: Any, way: Narrowed, called: Mapping[int, str]) -> Iterator[Link]:
    """What is entered and chosen so far."""
    for place, (name, value) in enumerate(way.pairs):
        before = way.first(place)
        if name == EFFECTS:
            yield Link(with_names(words(ruleset, board, before, value) or value[:40], called), before.query)
        elif name == "effect":
            yield Link(ruleset.titles.get(value, value[:40]), before.query)


def _way_back(effects: str) -> Narrowed:
    """The address of a page on which the effects are entered."""
    return Narrowed(pairs=tuple((EFFECTS, msgspec.json.encode(each).decode()) for each in _listed(effects)))


def _listed(text: str) -> list[Any]:
    try:
        return msgspec.json.decode(text, type=list[Any])
    except (msgspec.MsgspecError, RecursionError):
        raise unknown_form() from None


def _wanted(given: Mapping[str, str]) -> AdjustForm:
    try:
        wanted = msgspec.convert(given, AdjustForm, strict=False)
    except msgspec.ValidationError:
        raise unknown_form() from None
    if not re.fullmatch(KEY, wanted.key):
        raise unknown_form()
    return wanted
