"""Plays that were logged elsewhere, from a file that a browser sends: checked first, then imported."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import msgspec
from flask import make_response, render_template
from msgspec import Struct

from api.errors import BodyTooLarge, InvalidPlays, PlaysTooLarge
from api.pages.another_game import Fault
from api.pages.base import blueprint
from api.pages.context import sent_with_file, service, unknown_form
from api.plays.fields import BadCalendar, Calendar
from api.plays.planning import Choices, plan
from api.plays.reading import open_plays
from api.plays.storing import TAG, store_games
from rulesets.kit.words import counted

if TYPE_CHECKING:
    from typing import IO

    from werkzeug.wrappers import Response as AnyResponse

    from api.plays.people import Match
    from api.plays.planning import Plan

MOST_SHOWN = 100
"""Rows of each list."""
SCORINGS = {"highest": "Most points win", "lowest": "Fewest points win"}
PATTERNS = {"%d.%m.%Y": "31.1.2026", "%d/%m/%Y": "31/1/2026", "%m/%d/%Y": "1/31/2026"}
"""Patterns that are offered, each with an example."""
NO_FILE = Fault("file", "File", "choose a file")
ONLY_CSV = Fault("date_pattern", "Dates", "only the dates of a CSV file have a format, so leave it empty")


class PlaysForm(Struct, frozen=True, kw_only=True):
    """The form without its file."""

    step: Literal["check", "import"] = "check"
    scoring: Literal["highest", "lowest"] | None = None
    date_pattern: str = ""
    partial: Literal["yes"] | None = None
    """Import the other plays if some have faults."""


class Outcome(Struct, frozen=True):
    """What became of a file, or would."""

    plan: Plan
    step: Literal["check", "import"]
    games: int
    """How many were stored, or would be."""
    refused: bool
    """Whether faults keep all plays from being imported."""

    @property
    def players(self) -> dict[str, list[Match]]:
        """Players by state, those that need a decision first."""
        found: dict[str, list[Match]] = {"doubtful": [], "new": [], "known": [], "nameless": []}
        for match in self.plan.players:
            found[match.state].append(match)
        return {state: matches for state, matches in found.items() if matches}


class Wrong(Exception):
    """A field of the form is not possible."""

    def __init__(self, fault: Fault, status: int = 422) -> None:
        super().__init__(fault.text)
        self.fault, self.status = fault, status


@blueprint.get("/new/plays")
def choose_plays() -> AnyResponse:
    """The form for a file of plays."""
    return _shown(PlaysForm())


@blueprint.post("/new/plays")
def import_plays() -> AnyResponse:
    """Check a file of plays, or import it.

    Each play has an id, so a file that is sent twice is stored once, and the answer needs no redirect.
    """
    given = PlaysForm()
    try:
        fields, file = _sent()
        given = _form(fields)
        outcome = _outcome(given, file)
    except Wrong as error:
        return _shown(given, fault=error.fault, status=error.status)
    return _shown(given, outcome, status=422 if outcome.refused and given.step == "import" else 200)


def _sent() -> tuple[dict[str, str], IO[bytes] | None]:
    """The fields of the form, and its file. Raises Wrong."""
    try:
        return sent_with_file("file")
    except BodyTooLarge as error:
        raise Wrong(_too_large(error), error.status) from None


def _too_large(error: BodyTooLarge | PlaysTooLarge) -> Fault:
    return Fault("file", "File", f"{error.detail} {PlaysTooLarge.next_step}")


def _form(fields: dict[str, str]) -> PlaysForm:
    """Raises UnknownAddress if the fields do not fit."""
    try:
        return msgspec.convert(fields, PlaysForm)
    except msgspec.ValidationError:
        raise unknown_form() from None


def _outcome(given: PlaysForm, file: IO[bytes] | None) -> Outcome:
    """Plan the import, and store its games if the form says so. Raises Wrong."""
    if file is None:
        raise Wrong(NO_FILE)
    planned = _planned(given, file)
    refused = bool(planned.faults) and not given.partial
    if given.step == "check" or refused:
        return Outcome(planned, given.step, len(planned.games), refused)
    return Outcome(planned, "import", store_games(service().library, planned.games, lambda _done, _of: None), False)


def _planned(given: PlaysForm, file: IO[bytes]) -> Plan:
    try:
        calendar = Calendar.of(given.date_pattern, None)
        plays = open_plays(file)
        if given.date_pattern and plays.source != "csv":
            raise Wrong(ONLY_CSV)
        return plan(service().store, plays.read(calendar), Choices(scoring=given.scoring))
    except BadCalendar as error:
        raise Wrong(Fault("date_pattern", "Dates", str(error))) from None
    except PlaysTooLarge as error:
        raise Wrong(_too_large(error), error.status) from None
    except InvalidPlays as error:
        raise Wrong(Fault("file", "File", error.detail)) from None


def _shown(
    given: PlaysForm, outcome: Outcome | None = None, *, fault: Fault | None = None, status: int = 200
) -> AnyResponse:
    page = render_template(
        "pages/import_plays.html",
        form=given,
        outcome=outcome,
        fault=fault,
        scorings=SCORINGS,
        patterns=PATTERNS,
        most=MOST_SHOWN,
        counted=counted,
        tag=TAG,
    )
    return make_response(page, status)
