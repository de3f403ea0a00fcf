"""The result of a game that nobody recorded: title, players, scores, and when it was played."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, time, timedelta
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from flask import make_response, redirect, render_template, request, url_for
from msgspec import Struct
from msgspec.structs import replace

from api.errors import InvalidRequest, UnknownAddress
from api.pages import another_game
from api.pages.another_game import Fault
from api.pages.base import blueprint
from api.pages.context import sent, service
from api.pages.game_options import SEAT, SUGGESTED
from api.pages.numbers import whole
from api.pages.record_routes import KEY, SENT, request_of
from api.recording.recorder import BadSeats
from api.recording.results import Result
from api.recording.titles import BadSheet, titled
from api.rest.shapes.values import microseconds_of
from events import KeyReused
from rulesets.kit.sheets import BadResult

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from werkzeug.wrappers import Response as AnyResponse

    from api.recording.recorder import NewGameRequest
    from rulesets.kit.ruleset import Ruleset

SCORE, WON = "score.", "won."
"""Prefixes of form fields, before the number of a seat."""
TOGETHER = "together"
"""The scoring where all win or lose, and the field that says which."""
RESULTS = {"won": "All won", "lost": "All lost"}
"""Its values, in words."""
CREATOR = "results"
"""The owner of the keys of these forms."""
EARLIEST = date(1900, 1, 1)
AHEAD = timedelta(days=1)
"""East of Greenwich, it is tomorrow already."""
LONGEST = 7 * 24 * 60
"""At most this many minutes."""
NOON = time(12, tzinfo=UTC)
"""When a game of an earlier day ended, as far as is known."""

DATE = re.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}", re.ASCII)


class Wrong(Exception):
    """A field of the form is not possible."""

    def __init__(self, field: str, label: str, text: str) -> None:
        super().__init__(text)
        self.fault = Fault(field, label, text)


class Line(Struct, frozen=True):
    """A player of the form."""

    seat: int
    name: str
    score: str
    won: bool


class OnlyResult(Struct, frozen=True):
    """The form, as far as it is filled in."""

    another: another_game.AnotherGame
    lines: tuple[Line, ...]
    together: str
    """One of `RESULTS`, or empty."""
    date: str
    today: str
    """By UTC: the usual date, where no script knows that of the browser."""
    latest: str
    minutes: str


@blueprint.get("/new/result")
def only_result() -> AnyResponse:
    """The form for the result of a game."""
    return _shown(request.args)


@blueprint.post("/new/result")
def record_result() -> AnyResponse:
    """Store a game with its result, all or nothing."""
    given = sent()
    ruleset = _ruleset()
    try:
        wanted = _wanted(ruleset, given)
        key = given.get("key", "")
        once = request_of(CREATOR, key, given) if KEY.fullmatch(key) else None
        made = service().recorder.create(wanted, request=once)
    except Wrong as error:
        return _shown(given, error.fault)
    except KeyReused:
        return _shown(given, Fault("", "", SENT))
    except BadResult as error:
        return _shown(given, _fault(error, given))
    except BadSheet as error:
        return _shown(given | ({"scoring": error.scoring} if error.scoring else {}), _bad_sheet(ruleset, error, given))
    except (InvalidRequest, BadSeats) as error:
        return _shown(given, another_game.fault_in(ruleset, error, given) or Fault("", "", str(error)))
    return redirect(url_for("pages.end", game=made.game.id), 303)


def _ruleset() -> Ruleset[Any]:
    """The ruleset for any game. Raises UnknownAddress if none is installed."""
    found = next(iter(titled(service().rulesets)), None)
    if found is None:
        raise UnknownAddress("No ruleset for any game is installed.")
    return found


def _shown(given: Mapping[str, str], fault: Fault | None = None) -> AnyResponse:
    ruleset, today = _ruleset(), _today()
    another = another_game.form_of(given, fault)
    assert another
    form = OnlyResult(
        another=another,
        lines=tuple(_line(given, seat) for seat in ruleset.seats),
        together=given.get(TOGETHER, ""),
        date=given.get("date", ""),
        today=today.isoformat(),
        latest=(today + AHEAD).isoformat(),
        minutes=given.get("minutes", ""),
    )
    page = render_template(
        "pages/only_result.html",
        form=form,
        results=RESULTS,
        fault=fault,
        known=service().store.players(limit=SUGGESTED),
        key=uuid4().hex,
    )
    return make_response(page, 422 if fault else 200)


def _lines(given: Mapping[str, str]) -> list[Line]:
    """The players of the form."""
    return [line for seat in _ruleset().seats if (line := _line(given, seat)).name or line.score or line.won]


def _line(given: Mapping[str, str], seat: int) -> Line:
    texts = (given.get(f"{prefix}{seat}", "").strip() for prefix in (SEAT, SCORE, WON))
    name, score, won = texts
    return Line(seat, name, score, bool(won))


def _wanted(ruleset: Ruleset[Any], given: Mapping[str, str]) -> NewGameRequest:
    """The game that the form describes. Raises Wrong, InvalidRequest."""
    lines = _lines(given)
    _need_names(lines)
    scores = tuple(_score(line) for line in lines)
    ended = _ended(given.get("date", ""))
    begun = ended - timedelta(minutes=_minutes(given.get("minutes", "")))
    result = Result(scores, _won(lines, given), microseconds_of(ended))
    return replace(another_game.request_in(ruleset, given), occurred_at=microseconds_of(begun), result=result)


def _need_names(lines: Sequence[Line]) -> None:
    """Refuse a score of nobody, and a player who plays twice. Raises Wrong."""
    known: set[str] = set()
    for line in lines:
        field, label = f"{SEAT}{line.seat}", f"Player {line.seat}"
        if not line.name:
            raise Wrong(field, label, "enter a name, or remove the score")
        if line.name.casefold() in known:
            raise Wrong(field, label, f"{line.name} plays already")
        known.add(line.name.casefold())


def _score(line: Line) -> int | None:
    if not line.score:
        return None
    number = whole(line.score)
    if number is None:
        raise Wrong(f"{SCORE}{line.seat}", f"Score of player {line.seat}", "enter a whole number")
    return number


def _won(lines: Sequence[Line], given: Mapping[str, str]) -> tuple[bool, ...] | None:
    """Whether each player won; None if the form does not say."""
    if given.get("scoring") == TOGETHER:
        result = given.get(TOGETHER)
        return (result == "won",) * len(lines) if result in RESULTS else None
    won = tuple(line.won for line in lines)
    return won if any(won) else None


def _ended(text: str) -> datetime:
    """When the game ended: now if it was today, otherwise at noon. Raises Wrong."""
    today = _today()
    try:
        day = date.fromisoformat(text) if text else today
    except ValueError:
        day = None
    if day is None or (text and not DATE.fullmatch(text)):
        raise Wrong("date", "Date", "enter a date as 2026-01-31")
    if not EARLIEST <= day <= today + AHEAD:
        raise Wrong("date", "Date", f"enter a day from {EARLIEST} to today")
    return datetime.now(UTC) if day >= today else datetime.combine(day, NOON)


def _minutes(text: str) -> int:
    number = whole(text) if text.strip() else 0
    if number is None or not 0 <= number <= LONGEST:
        raise Wrong("minutes", "Duration", f"enter a whole number of minutes, 0 to {LONGEST}, or nothing")
    return number


def _fault(error: BadResult, given: Mapping[str, str]) -> Fault:
    """What is wrong with a result, by the field of the form."""
    if error.field == "title":
        return Fault("title", "Title", error.detail)
    if error.field == "together":
        return Fault(TOGETHER, "Result", error.detail)
    if error.seat is None:
        return Fault(f"{WON}1", "Who won", error.detail)
    seat = [line.seat for line in _lines(given)][error.seat - 1]
    return Fault(f"{SCORE}{seat}", f"Score of player {seat}", error.detail)


def _bad_sheet(ruleset: Ruleset[Any], error: BadSheet, given: Mapping[str, str]) -> Fault:
    """What is wrong with title or scoring; the scoring of a known title is chosen then."""
    if error.scoring:
        again = "the choice is changed, so check the result and record it again, or enter another title"
        return Fault("scoring", "Scoring", f"{error.detail}; {again}")
    return another_game.fault_in(ruleset, error, given) or Fault("", "", error.detail)


def _today() -> date:
    return datetime.now(UTC).date()
