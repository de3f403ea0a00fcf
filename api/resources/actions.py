"""Actions, undo and redo; legal actions and choices."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Annotated, Any, Literal
from uuid import UUID

from msgspec import UNSET, Meta, Raw, Struct, UnsetType

import events
from api import errors
from api.recording import recorder
from api.recording.between import between
from api.recording.consent import in_public
from api.recording.decide import Entry
from api.recording.undo import ConsentNeeded
from api.resources.games import request_of
from api.rest import shapes
from api.rest.choices import choices_shape, flags_of
from api.rest.entries import entry_of, microseconds
from api.rest.paging import cursor_of, read_number
from api.rest.problems import BY_RULESET, OVER, details, problem_of, question_of
from api.rest.viewers import event_shapes, need_viewer, viewer_of
from api.rest.web import JSON, JSON_LINES, Many, Precondition, Reply, Rest, Routes, encode, invalid
from api.service import Service
from projections import BadAddress
from rulesets.kit.errors import KitError, UnknownAction
from rulesets.kit.ruleset import Ruleset
from rulesets.kit.structs import Action, Chosen, Viewer

MOST_BETWEEN = 20
"""How many of the events since a stale version the answer tells at most."""

routes = Routes(game_id=errors.UnknownGame)


class ActQuery(Struct, frozen=True):
    """How to take actions."""

    viewer: shapes.Viewer | None = None
    dry_run: Annotated[bool, Meta(description="Store nothing.")] = False
    until_refused: Annotated[bool, Meta(description="Store the actions before the first refused one.")] = False
    next: Annotated[bool, Meta(description="Answer with the next choices as well.")] = False


Seat = Annotated[shapes.SeatNumber | None, Meta(description="By default, every seat that must act.")]


class LegalQuery(Struct, frozen=True):
    """Which legal actions to list."""

    seat: Seat = None
    viewer: shapes.Viewer | None = None
    type: Annotated[str, Meta(max_length=100, description="Only actions of this type.")] | None = None
    limit: shapes.Limit = 100
    cursor: shapes.Cursor | None = None


class ChoicesQuery(Struct, frozen=True):
    """Which seat to ask, and which type of action was chosen."""

    seat: Seat = None
    viewer: shapes.Viewer | None = None
    type: Annotated[str, Meta(max_length=100, description="The type of action.")] | None = None


class MoveHeadQuery(Struct, frozen=True):
    """The viewer of the answer."""

    viewer: shapes.Viewer | None = None


@routes.get("/v1/games/<game_id>/legal-actions")
def list_legal_actions(service: Service, game_id: UUID, query: LegalQuery, rest: Rest) -> shapes.LegalActions:
    """List legal actions.

    They are exactly what the rules allow a seat, or every seat that must act. Any other parameter is a field of the
    action: only actions with that value are listed.
    """
    game = service.library.game(game_id)
    ruleset = service.library.ruleset(game)
    _need_seat(game, query.seat)
    _need_known(ruleset, query.type, rest)
    start = read_number(query.cursor) or 0

    def of_page(legal: Iterator[tuple[int, Action[Any]]]) -> Iterator[tuple[int, Action[Any]]]:
        matching = (each for each in legal if _matches(each[1], query.type, rest))
        return islice(matching, start, start + query.limit + 1)

    page = list(service.library.legal_actions(game, query.seat, viewer_of(game, query.viewer, query.seat), of_page))
    items = [
        shapes.LegalAction(
            seat=legal.seat,
            action=Raw(ruleset.encode(legal.action).encode()),
            label=legal.label,
            touches=list(legal.touches),
            **flags_of(type(legal.action)),
        )
        for legal in page[: query.limit]
    ]
    return shapes.LegalActions(items, cursor_of(start + query.limit) if len(page) > query.limit else None, game.version)


@routes.get("/v1/games/<game_id>/choices")
def list_choices(service: Service, game_id: UUID, query: ChoicesQuery, many: Many) -> shapes.Choices:
    """List the choices of the next step.

    They build an action tap by tap: its type, then field by field, or by what is tapped. `type`, fields
    (`tower=archer`; a field with several pieces: `cells=a1&cells=b1`) and `tap` (the id of something in the picture,
    once for each tap) narrow the choices in any order. `values` is empty if no legal action fits.
    """
    game = service.library.game(game_id)
    _need_seat(game, query.seat)
    fields = {name: values for name, values in many.items() if name != "tap"}
    chosen = Chosen(query.type, fields, many.get("tap", ()))
    return choices_shape(service.library, game, viewer_of(game, query.viewer, query.seat), query.seat, chosen)


@routes.post(
    "/v1/games/<game_id>/actions",
    reads=(JSON, JSON_LINES),
    also={200: shapes.DryRun},
    problems=(
        errors.IllegalAction,
        errors.ChanceNeeded,
        errors.TooManyOutcomes,
        errors.ActionTooLarge,
        errors.VersionNeeded,
        errors.ConflictingWrites,
    ),
)
def take_actions(
    service: Service, game_id: UUID, query: ActQuery, body: shapes.ActionBodies, precondition: Precondition
) -> Reply[shapes.Recorded] | Reply[shapes.DryRun]:
    """Take one or several actions.

    Several are taken one after the other: all or nothing. With `until_refused`, the actions before the first refused
    one are stored. With `dry_run`, nothing is stored: the answer is what would follow on the viewer's board, up to the
    first roll or draw that was not entered.
    """
    ruleset = service.loaded.get(game_id).ruleset
    need_viewer(service, game_id, query.viewer)
    try:
        entries = list(_entries(ruleset, body))
        if query.dry_run:
            viewer = viewer_of(service.library.game(game_id), query.viewer, _seat_of(body))
            return _dry_run(service, game_id, entries, viewer, query, precondition)
        recorded = service.recorder.act(
            game_id,
            entries,
            expected=precondition.expected,
            request=request_of(precondition, str(game_id)),
            until_refused=query.until_refused,
        )
    except KitError as error:
        raise _refusal(service, game_id, body, error) from None
    except events.Stale as error:
        raise _stale(service, game_id, query.viewer, precondition, error) from None
    viewer = viewer_of(recorded.game, query.viewer, _seat_of(body))
    return Reply(recorded_shape(service, recorded, viewer, asks_next=query.next))


READ_BETWEEN = "Read in `between` what happened since, decide again, and send `version` in If-Match."

WHERE_TO = {
    "undo": "Leave `to` out to go back as far as the policy allows, or set it to an earlier version.",
    "redo": "Choose `to` from the versions that were undone: `can_redo` of the game says where redo leads.",
}
"""What to do if `to` leads nowhere."""

MOVING: dict[str, Any] = {
    "also": {202: shapes.UndoRequest},
    "problems": (errors.UndoRefused, errors.UnknownVersion, errors.ConflictingWrites, errors.UndoRequestOpen),
}
"""The answers of undo and redo."""


@routes.post("/v1/games/<game_id>/undo", **MOVING)
def undo(
    service: Service, game_id: UUID, query: MoveHeadQuery, body: shapes.MoveHeadBody, precondition: Precondition
) -> Reply[shapes.Recorded] | Reply[shapes.UndoRequest]:
    """Undo: go back to an earlier version.

    What is undone stays in the log, on a line of its own. With the undo policy `consent` the answer is 202 with an undo
    request: it is carried out when all other seats have accepted it.
    """
    return _move_head(service, "undo", game_id, query, body, precondition)


@routes.post("/v1/games/<game_id>/redo", **MOVING)
def redo(
    service: Service, game_id: UUID, query: MoveHeadQuery, body: shapes.MoveHeadBody, precondition: Precondition
) -> Reply[shapes.Recorded] | Reply[shapes.UndoRequest]:
    """Redo: go forward again to an undone version.

    The policy `consent` works as for undo.
    """
    return _move_head(service, "redo", game_id, query, body, precondition)


def _move_head(
    service: Service,
    kind: Literal["undo", "redo"],
    game_id: UUID,
    query: MoveHeadQuery,
    body: shapes.MoveHeadBody,
    precondition: Precondition,
) -> Reply[shapes.Recorded] | Reply[shapes.UndoRequest]:
    need_viewer(service, game_id, query.viewer)
    arguments: dict[str, Any] = {
        "to": body.to,
        "seat": body.seat,
        "reason": body.reason,
        "occurred_at": microseconds(body.occurred_at),
        "expected": precondition.expected,
        "request": request_of(precondition, str(game_id)),
    }
    try:
        try:
            recorded = service.recorder.move_head(kind, game_id, **arguments)
        except ConsentNeeded:
            asked = service.consent.ask(game_id, kind, **arguments)
            return Reply(shapes.UndoRequest(**in_public(asked)), status=202)
    except BadAddress as error:
        raise errors.UnknownVersion(str(error)).advise(WHERE_TO[kind]) from None
    except events.Stale as error:
        raise _stale(service, game_id, query.viewer, precondition, error) from None
    return Reply(recorded_shape(service, recorded, viewer_of(recorded.game, query.viewer, body.seat)))


# --- reading actions


def _entries(ruleset: Ruleset[Any], body: shapes.ActionBodies) -> Iterator[Entry]:
    for index, item in enumerate(body if isinstance(body, list) else [body]):
        try:
            yield entry_of(ruleset, item, "" if item is body else f"/{index}")
        except UnknownAction as error:
            error.entry = index
            raise


def _seat_of(body: shapes.ActionBodies) -> int | None:
    """The seat that acts, if it is only one."""
    seats = {item.seat for item in body} if isinstance(body, list) else {body.seat}
    return seats.pop() if len(seats) == 1 else None


CHANGE_ONE = "Read the rule in `rule_text`, and change this action or one of those that were sent before it."


def _refusal(service: Service, game_id: UUID, body: shapes.ActionBodies, error: KitError) -> errors.Problem:
    """The problem that names the action that was refused, and what to do."""
    pointer = f"/{error.entry}/action" if isinstance(body, list) else "/action"
    problem = problem_of(error, service.rulesets.values(), pointer)
    assert problem
    return _advised(service.library.game(game_id), problem, before=error.entry)


def _advised(game: events.Game, problem: errors.Problem, *, before: int) -> errors.Problem:
    """A problem with its next step; `before` is the number of unstored actions before it.

    Legal actions are listed for the head only, and there are none when the game is over.
    """
    if not isinstance(problem, errors.IllegalAction):
        return problem
    if before:
        return problem.advise(CHANGE_ONE)
    return problem if game.summary.status == "running" else problem.advise(OVER)


def _stale(
    service: Service, game_id: UUID, viewer: str | None, precondition: Precondition, error: events.Stale
) -> errors.Problem:
    """The problem that tells what happened since the version that the caller saw."""
    game = service.library.game(game_id)
    since = between(service.library, game, precondition.expected or 0, viewer_of(game, viewer), MOST_BETWEEN)
    problem = errors.StaleVersion(
        f"The game is at version {error.version} now.",
        version=error.version,
        between=tuple(errors.Between(version=version, text=text) for version, text in since),
    )
    return problem.advise(READ_BETWEEN) if problem.between else problem


def _need_seat(game: events.Game, seat: int | None) -> None:
    if seat is not None and seat > len(game.seats):
        raise invalid(f"the game has the seats 1 to {len(game.seats)}", "/seat", "query")


def _need_known(ruleset: Ruleset[Any], kind: str | None, fields: dict[str, str]) -> None:
    kinds = [action for action in ruleset.actions if kind in (None, action.__name__)]
    if not kinds:
        known = ", ".join(action.__name__ for action in ruleset.actions)
        raise invalid(f"no such action; the actions are {known}", "/type", "query").advise(BY_RULESET)
    for name in fields:
        if not any(name in action.__struct_encode_fields__ for action in kinds):
            raise invalid("no action has such a field", f"/{name[:80]}", "query").advise(BY_RULESET)


def _matches(action: Action[Any], kind: str | None, fields: dict[str, str]) -> bool:
    if kind not in (None, type(action).__name__):
        return False
    return all(text == _text(getattr(action, name, UNSET)) for name, text in fields.items())


def _text(value: object) -> str | None:
    """The value of a field as a query writes it: text as it is, everything else as JSON."""
    if value is UNSET:
        return None
    return value if isinstance(value, str) else encode(value).decode()


# --- answers


def recorded_shape(
    service: Service, recorded: recorder.Recorded, viewer: Viewer, *, asks_next: bool = False
) -> shapes.Recorded:
    """What was stored, as a viewer may see it."""
    game, library = recorded.game, service.library
    stored = list(event_shapes(service, game, recorded.events, viewer, new=True))
    board = library.head(game, viewer)
    return shapes.Recorded(
        events=stored,
        version=game.version,
        head=game.summary.head,
        status=game.summary.status,
        waiting_for=list(game.summary.waiting_for),
        board=Raw(library.ruleset(game).show_board(board)),
        refused=_why(service, game.id, recorded.refused),
        next=choices_shape(library, game, viewer, None, Chosen()) if asks_next else UNSET,
    )


def _why(
    service: Service, game_id: UUID, refused: KitError | None, *, before: int = 0
) -> shapes.ProblemDetails | UnsetType:
    if refused is None:
        return UNSET
    problem = problem_of(refused, service.rulesets.values(), f"/{refused.entry}/action")
    assert problem
    return details(_advised(service.library.game(game_id), problem, before=before))


def _dry_run(
    service: Service,
    game_id: UUID,
    entries: Sequence[Entry],
    viewer: Viewer,
    query: ActQuery,
    precondition: Precondition,
) -> Reply[shapes.DryRun]:
    ruleset = service.loaded.get(game_id).ruleset
    run = service.recorder.dry_run(
        game_id, entries, viewer, expected=precondition.expected, until_refused=query.until_refused
    )
    answer = shapes.DryRun(
        effects=[Raw(ruleset.encode(effects).encode()) for effects in run.effects],
        board=Raw(ruleset.show_board(run.board)),
        waiting_for=list(ruleset.waiting_for(run.board)),
        chance_needed=question_of(run.stopped) if run.stopped else UNSET,
        refused=_why(service, game_id, run.refused, before=len(run.effects)),
    )
    return Reply(answer, status=200)
