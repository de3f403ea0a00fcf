"""Routes that start a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from uuid import uuid4

from flask import make_response, redirect, render_template, request, url_for
from markupsafe import Markup
from msgspec.structs import replace

from api.errors import InvalidRequest, UnknownRuleset
from api.pages import another_game
from api.pages.base import blueprint
from api.pages.chance import group_of, outcomes_in, pictured, with_outcomes
from api.pages.context import sent, service
from api.pages.game_options import OPTION, SEAT, SUGGESTED, options_of, policies_of, seats_in, wanted_in
from api.pages.record_routes import KEY, SENT, request_of
from api.pages.rulesets import faces_of
from api.recording.recorder import BadSeats
from api.recording.titles import BadSheet
from events import KeyReused
from rulesets.kit.errors import ChanceNeeded, Refused, UnknownAction

if TYPE_CHECKING:
    from collections.abc import Mapping

    from werkzeug.wrappers import Response as AnyResponse

    from api.recording.recorder import NewGameRequest, Recorded
    from rulesets.kit.ruleset import Ruleset

CREATOR = "pages"
"""The owner of the keys of these forms."""


@blueprint.get("/new")
def begin() -> str:
    """Choose a game and its players."""
    if not request.args.get("ruleset"):
        return _choice(request.args)
    names = [name for name in request.args.getlist("name") if name]
    filled = {f"{SEAT}{seat}": name for seat, name in enumerate(names, 1)}
    ruleset = _ruleset(request.args.get("ruleset"))
    if ruleset.sheets and (title := request.args.get("sheet")):
        return _choice(filled | {"title": title})
    return _form(ruleset, seats_in(ruleset, request.args.get("seats"), len(names)), filled)


@blueprint.post("/new")
def create() -> AnyResponse:
    """Start the game, or first ask for the rolls and draws of its set-up."""
    given = sent()
    ruleset = _ruleset(given.get("ruleset"))
    if ruleset.sheets and "another" in given:
        return _create_another(ruleset, given)
    seats = seats_in(ruleset, given.get("seats"), 0)
    try:
        made = _made(wanted_in(ruleset, seats, given), given)
    except ChanceNeeded as error:
        return _set_up(ruleset, error, given)
    except (InvalidRequest, UnknownAction, Refused, KeyReused) as error:
        return make_response(_form(ruleset, seats, given, _why(ruleset, error)), 422)
    return redirect(url_for("pages.record", game=made.game.id), 303)


def _create_another(ruleset: Ruleset[Any], given: Mapping[str, str]) -> AnyResponse:
    """Start a game without a rulebook."""
    try:
        made = _made(another_game.request_in(ruleset, given), given)
    except ChanceNeeded as error:
        return _set_up(ruleset, error, given)
    except (InvalidRequest, UnknownAction, Refused, KeyReused, BadSheet, BadSeats) as error:
        fault = another_game.fault_in(ruleset, error, given) or another_game.Fault("", "", _why(ruleset, error))
        return make_response(_choice(given, fault), 422)
    return redirect(url_for("pages.record", game=made.game.id), 303)


def _choice(given: Mapping[str, str], fault: another_game.Fault | None = None) -> str:
    """The rulebooks, and the form of a game without one."""
    return render_template(
        "pages/new.html",
        ruleset=None,
        rulesets=service().rulesets.values(),
        another=another_game.form_of(given, fault),
        known=service().store.players(limit=SUGGESTED),
        key=uuid4().hex,
    )


def _set_up(ruleset: Ruleset[Any], error: ChanceNeeded, given: Mapping[str, str]) -> AnyResponse:
    """Ask for the rolls and draws of the set-up."""
    asked = {name: value for name, value in given.items() if not name.startswith("outcome.") and name != "roll"}
    group = group_of(error, given)
    components: Any = ruleset.starter_components
    found = pictured(group, faces_of(ruleset, components))
    pictures = [(text, Markup(picture)) for text, picture in found]
    title = given["title"] if ruleset.sheets and "another" in given else ruleset.title
    page = render_template(
        "pages/set_up.html", ruleset=ruleset, title=title, group=group, asked=asked, pictures=pictures
    )
    return make_response(page)


def _made(request: NewGameRequest, given: Mapping[str, str]) -> Recorded:
    """Raises InvalidRequest, ChanceNeeded, BadSeats, BadSheet, UnknownAction, Refused, KeyReused."""
    key = given.get("key", "")
    once = request_of(CREATOR, key, given) if KEY.fullmatch(key) else None
    return with_outcomes(
        outcomes_in(given),
        lambda outcomes: service().recorder.create(replace(request, outcomes=tuple(outcomes)), request=once),
        roll="roll" in given,
    )


def _ruleset(name: str | None) -> Ruleset[Any]:
    if (found := service().rulesets.get(name or "")) is None:
        raise UnknownRuleset(f"There is no ruleset {(name or '')[:80]!r} here.")
    return found


def _why(ruleset: Ruleset[Any], error: Exception) -> str:
    """Why a game cannot start, in words."""
    if isinstance(error, Refused):
        return f"{error.rule}: {ruleset.rules.get(error.rule, 'The rules do not allow it.')}"
    if isinstance(error, KeyReused):
        return SENT
    return str(error)


def _form(ruleset: Ruleset[Any], seats: int, given: Mapping[str, str], fault: str = "") -> str:
    return render_template(
        "pages/new.html",
        ruleset=ruleset,
        seats=seats,
        names=[given.get(f"{SEAT}{seat}", "") for seat in range(1, seats + 1)],
        options=options_of(ruleset, given),
        prefix=OPTION,
        chance=given.get("chance", "table"),
        policies=policies_of(seats),
        undo=given.get("undo", ""),
        place=given.get("place", ""),
        known=service().store.players(limit=SUGGESTED),
        key=uuid4().hex,
        fault=fault,
    )
