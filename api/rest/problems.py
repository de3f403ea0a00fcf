"""Problems as answers: errors of the layers below, translated to the one tree of errors, in the form of RFC 9457."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

from flask import Response
from msgspec import UNSET
from msgspec.structs import replace
from werkzeug.exceptions import HTTPException, MethodNotAllowed, RequestEntityTooLarge

import events
from api import errors
from api.errors import FieldFault, PossibleOutcome, Problem, Question, Slot
from api.recording import recorder
from api.recording.adopt import AdoptRefused, NothingFollows
from api.recording.amend import AmendRefused, OverForGood, Rolled, SeatsAgree, TooMany
from api.recording.consent import NotYourRequest, OwnRequest
from api.recording.decide import EntryTooLarge
from api.recording.ends import NoDuel
from api.recording.fork import ForkRefused
from api.recording.labels import NoLine
from api.recording.notes import NoSeat, NotYours
from api.recording.seats import UnknownSeat
from api.recording.titles import BadSheet
from api.recording.undo import KeyShown, SeatNeeded, UndoRefused
from api.rest import shapes
from api.rest.web import encode, invalid
from projections import errors as projected
from rulesets.kit import errors as kit
from rulesets.kit.sheets import BadResult
from rulesets.kit.words import counted

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable

    from flask import Flask

    from rulesets.kit.ruleset import Ruleset

PROBLEM_JSON = "application/problem+json"

log = logging.getLogger("tabletale")

BY_RULESET = "Correct the places named in `errors`; GET /v1/rulesets/{ruleset} says what actions and options may hold."
"""For what the OpenAPI document does not describe, since it differs for each ruleset."""

OVER = "The game is over: undo its end as far as `can_undo` allows, or continue from an earlier version in a what-if."

OFF_LINE = "Set `line` to the line that the version is on, or leave `line` out."

UNDO_INSTEAD = "Undo as far as the game allows it, and continue from there."

IN_A_WHAT_IF = "Continue from an earlier version in a what-if (fork): this game stays as it is."
"""For a game that can no longer be changed."""


def details(problem: Problem) -> shapes.ProblemDetails:
    """A problem in the form of RFC 9457."""
    return shapes.ProblemDetails(
        type=f"/problems/{problem.slug}",
        title=problem.title,
        status=problem.status,
        detail=problem.detail,
        next_step=problem.next_step,
        rule=problem.rule,
        rule_text=problem.rule_text,
        version=problem.version,
        undo_request=problem.undo_request,
        between=problem.between,
        chance_needed=problem.chance_needed,
        errors=problem.errors,
    )


def answer(problem: Problem) -> Response:
    """A problem as an answer."""
    return Response(encode(details(problem)), problem.status, headers_of(problem), content_type=PROBLEM_JSON)


def headers_of(problem: Problem) -> dict[str, str]:
    """The headers of an answer with this problem, in any format."""
    may_pass = problem.status == 503 and not isinstance(problem, errors.DamagedData | errors.RulesetMissing)
    return {"Vary": "Accept"} | ({"Retry-After": "1"} if may_pass else {})


def problem_of(error: BaseException, rulesets: Iterable[Ruleset[Any]], pointer: str = "") -> Problem | None:
    """The problem for an error of the layers below, with the text of its rule from `rulesets`.

    None for a fault of the program. `pointer` points to the action that caused the error.
    """
    if isinstance(error, Problem):
        return error
    if isinstance(error, kit.Refused):
        return _refused(error, rulesets, pointer)
    return next((_TRANSLATIONS[kind](error, pointer) for kind in type(error).__mro__ if kind in _TRANSLATIONS), None)


def _refused(error: kit.Refused, rulesets: Iterable[Ruleset[Any]], pointer: str) -> Problem:
    text = next((ruleset.rules[error.rule] for ruleset in rulesets if error.rule in ruleset.rules), "")
    return errors.IllegalAction(
        f"Rule {error.rule} forbids it.", rule=error.rule, rule_text=text, errors=_at(pointer, error.rule)
    )


def _chance_needed(error: kit.ChanceNeeded, pointer: str) -> Problem:
    question = question_of(error)
    impossible = f", and {error.rejected[0]!r} is not one of them" if error.rejected else ""
    return errors.ChanceNeeded(
        f"Outcome {error.index} is a {question.kind} with {len(question.allowed)} possible answers{impossible}.",
        rule=question.rule,
        chance_needed=question,
        errors=_at(pointer, f"outcome {error.index} is missing or impossible"),
    )


def question_of(error: kit.ChanceNeeded) -> Question:
    """The roll or draw that is missing."""
    asked, outlook = error.asked, error.outlook
    question = Question(
        kind=asked.kind, index=error.index, allowed=asked.allowed, unknown_ok=asked.unknown_ok, rule=asked.rule
    )
    if outlook is None:
        return question
    return replace(
        question,
        about=outlook.slots[0].about,
        place=asked.place,
        values=tuple(PossibleOutcome(value.value, value.label, value.touches) for value in outlook.values),
        alike=len(outlook.slots),
        slots=tuple(Slot(slot.about, slot.place) for slot in outlook.slots),
        ahead=outlook.following,
    )


def _leftover(error: kit.LeftoverOutcomes, pointer: str) -> Problem:
    return errors.TooManyOutcomes(f"{str(error).capitalize()}.", errors=_at(pointer, str(error)))


def _entry_too_large(error: EntryTooLarge, pointer: str) -> Problem:
    return errors.ActionTooLarge(f"{str(error).capitalize()}.", errors=_at(pointer, str(error)))


def _bad_set(error: kit.BadComponentSet, _pointer: str) -> Problem:
    faults = tuple(
        FieldFault(pointer=fault.path, detail=fault.detail, line=fault.line, column=fault.column)
        for fault in error.faults[:100]
    )
    first, *others = error.faults
    text = f"{counted(len(error.faults), 'error')}; the first is {first}." if others else f"{first}."
    return errors.BadComponentSet(text, errors=faults)


def _undo_refused(error: UndoRefused, _pointer: str) -> Problem:
    return errors.UndoRefused(f"Policy {error.policy}, at version {error.blocker}: {error.why}.", version=error.blocker)


def _in_place(kind: type[Problem], error: AmendRefused | AdoptRefused) -> Problem:
    """A problem with the error's own words, at the place in the body that is wrong."""
    text = str(error)
    faults = _at(error.pointer, text) if error.pointer else UNSET
    return kind(f"{text[:1].upper()}{text[1:]}.", errors=faults)


def _amend_refused(error: AmendRefused, _pointer: str) -> Problem:
    return _in_place(errors.AmendRefused, error)


ADOPTING = {
    "/game": "Name a what-if of this game: GET /v1/games?forked_from= lists them.",
    "/line": "Name a line that the game is not on: GET /v1/games/{id}/lines lists them.",
    "/after": "Set `after` to a later version, or leave it out.",
    "/to": "Choose `to` from the line or what-if that you named, or leave it out.",
}
"""What to do, by the place in the body that is wrong."""


def _adopt_refused(error: AdoptRefused, _pointer: str) -> Problem:
    return _in_place(errors.AdoptRefused, error).advise(ADOPTING[error.pointer])


def _fork_refused(error: ForkRefused, _pointer: str) -> Problem:
    return invalid(str(error), error.pointer)


def _stale(error: events.Stale, _pointer: str) -> Problem:
    return errors.StaleVersion(f"The game is at version {error.version} now.", version=error.version)


def _damaged(error: events.Damaged, _pointer: str) -> Problem:
    """A problem that names the damaged game; the file is named in the service's log only."""
    log.error("%s", error)
    return errors.DamagedData(error.detail if isinstance(error, events.DamagedGame) else "")


def _bad_seats(error: recorder.BadSeats, _pointer: str) -> Problem:
    return invalid(str(error), "/seats")


def _bad_sheet(error: BadSheet, _pointer: str) -> Problem:
    return invalid(error.detail, f"/sheet/{error.field}".removesuffix("/"))


def _bad_result(error: BadResult, _pointer: str) -> Problem:
    match error.field:
        case "ruleset":
            return invalid(error.detail, "/result").advise("Leave out `result`, and record the moves of the game.")
        case "title":
            return invalid(error.detail, "/result").advise("Leave out `result`, and record the scores as moves.")
        case "score":
            return invalid(error.detail, f"/result/scores/{(error.seat or 1) - 1}")
    return invalid(error.detail, "/result/won")


def _undo_asked(error: events.UndoAsked, _pointer: str) -> Problem:
    return errors.UndoRequestOpen(str(error), undo_request=error.number)


def _in_a_sentence(kind: type[Problem]) -> Callable[[Any, str], Problem]:
    """A problem with the error's own words, made a sentence."""
    return lambda error, _pointer: kind(f"{str(error)[:1].upper()}{str(error)[1:]}.")


def _unknown_seat(error: UnknownSeat, _pointer: str) -> Problem:
    return invalid(str(error), "/seat")


def _same_player(error: events.SamePlayer, _pointer: str) -> Problem:
    return invalid(str(error), "/into")


def _bad_viewer(error: projected.BadViewer, _pointer: str) -> Problem:
    return invalid(str(error), "/viewer", "query")


def _unknown_action(error: kit.UnknownAction, pointer: str) -> Problem:
    return invalid(error.detail, pointer + error.path).advise(BY_RULESET, click=errors.InvalidRequest.next_click)


def _not_yours(error: NotYours, _pointer: str) -> Problem:
    problem = _in_a_sentence(errors.NotYourNote)(error, "")
    return problem if error.seat else problem.advise("Ask as the table, without a seat, or write your own note.")


def _advising(translate: Callable[[Any, str], Problem], next_step: str) -> Callable[[Any, str], Problem]:
    """The same problem with a next step of its own."""
    return lambda error, pointer: translate(error, pointer).advise(next_step)


def _as(kind: type[Problem]) -> Callable[[Any, str], Problem]:
    """A problem with the error's own words."""
    return lambda error, _pointer: kind(str(error))


def _bare(kind: type[Problem]) -> Callable[[Any, str], Problem]:
    """A problem without the error's words: they may contain details of the machine."""
    return lambda _error, _pointer: kind()


def _at(pointer: str, detail: str) -> tuple[FieldFault, ...]:
    return (FieldFault(pointer=pointer, detail=detail),)


_TRANSLATIONS: dict[type[BaseException], Callable[[Any, str], Problem]] = {
    kit.ChanceNeeded: _chance_needed,
    kit.LeftoverOutcomes: _leftover,
    EntryTooLarge: _entry_too_large,
    kit.UnknownAction: _unknown_action,
    kit.BadComponentSet: _bad_set,
    events.UnknownGame: _as(errors.UnknownGame),
    events.UnknownVersion: _as(errors.UnknownVersion),
    events.UnknownNote: _as(errors.UnknownNote),
    events.TooManyNotes: _as(errors.TooManyNotes),
    events.UnknownPlayer: lambda error, _pointer: errors.UnknownPlayer(f"No player has the id {error.player}."),
    events.MergedPlayer: _as(errors.PlayerMerged),
    events.SamePlayer: _same_player,
    events.UnknownComponentSet: lambda error, _pointer: errors.UnknownComponentSet(
        f"No component set has the hash {error.hash}."
    ),
    events.EventTooLarge: _as(errors.ActionTooLarge),
    events.Stale: _stale,
    events.KeyReused: _as(errors.IdempotencyKeyReused),
    events.UnknownUndoRequest: _as(errors.UnknownUndoRequest),
    events.UndoAsked: _undo_asked,
    events.UndoVoid: _as(errors.UndoRequestClosed),
    events.NameTaken: _as(errors.NameTaken),
    events.Unavailable: _bare(errors.DatabaseUnavailable),
    events.Damaged: _damaged,
    events.Unusable: _as(errors.BadDatabase),
    projected.BadAddress: _as(errors.UnknownVersion),
    projected.OffLine: _advising(_as(errors.UnknownVersion), OFF_LINE),
    projected.BadViewer: _bad_viewer,
    projected.TableCovered: _in_a_sentence(errors.HiddenWhileRunning),
    projected.RulesetMissing: _as(errors.RulesetMissing),
    kit.UpcastFailed: _as(errors.RulesetMissing),
    recorder.BadSeats: _bad_seats,
    BadResult: _bad_result,
    BadSheet: _bad_sheet,
    recorder.VersionNeeded: _bare(errors.VersionNeeded),
    recorder.LostRace: _bare(errors.ConflictingWrites),
    UnknownSeat: _unknown_seat,
    NoDuel: _in_a_sentence(errors.ResignRefused),
    OwnRequest: _in_a_sentence(errors.OwnUndoRequest),
    NotYourRequest: _in_a_sentence(errors.NotYourUndoRequest),
    UndoRefused: _undo_refused,
    SeatNeeded: _advising(_undo_refused, "Set `seat` to the seat that requests it."),
    KeyShown: _advising(_undo_refused, IN_A_WHAT_IF),
    ForkRefused: _fork_refused,
    NoLine: _in_a_sentence(errors.UnknownLine),
    AmendRefused: _amend_refused,
    OverForGood: _advising(_amend_refused, IN_A_WHAT_IF),
    Rolled: _advising(_amend_refused, UNDO_INSTEAD),
    SeatsAgree: _advising(_amend_refused, "Undo with the consent of the other seats, then enter the rest again."),
    TooMany: _advising(_amend_refused, "Begin at a later version."),
    AdoptRefused: _adopt_refused,
    NothingFollows: _advising(_adopt_refused, "Record a move there first, or set `after` to a version before the end."),
    NotYours: _not_yours,
    NoSeat: lambda error, _pointer: invalid(str(error), "/visible_to"),
    RequestEntityTooLarge: _bare(errors.BodyTooLarge),
}
"""The errors of the layers below, and the problem for each; a subclass is treated as its base."""


def catch_all(
    app: Flask, rulesets: Collection[Ruleset[Any]], page: Callable[[Problem], Response | None] = lambda _problem: None
) -> None:
    """Answer every error of an app with a problem: unforeseen ones are logged, and answered without details.

    `page` gives the answer for a caller who reads pages, and None for a program.
    """

    def handle(error: Exception) -> Response:
        if isinstance(error, HTTPException) and (error.code or 500) < 400:  # a redirect
            return Response(status=error.code, headers=error.get_headers())
        problem = problem_of(error, rulesets) or _of_routing(error)
        response = page(problem) or answer(problem)
        if isinstance(error, MethodNotAllowed):
            response.headers["Allow"] = ", ".join(sorted(error.valid_methods or ()))
        return response

    app.register_error_handler(Exception, handle)


def _of_routing(error: Exception) -> Problem:
    """What Flask itself refuses, such as an unknown address; anything else is a fault of the program."""
    status = (error.code or 500) if isinstance(error, HTTPException) else 500
    if isinstance(error, MethodNotAllowed):
        return errors.MethodNotAllowed()
    if status == 404:
        return errors.UnknownAddress()
    if status < 500:
        return errors.InvalidHttp()
    log.error("an unforeseen error", exc_info=error)
    return errors.InternalError()
