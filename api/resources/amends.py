"""Corrections of earlier actions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Annotated, Literal
from uuid import UUID

from msgspec import UNSET, Meta, Raw, Struct

import events
from api import errors
from api.recording.amend import Amended, BehindStop, ChangeRefused, Stop
from api.resources.games import request_of
from api.rest import shapes
from api.rest.entries import changes_of
from api.rest.problems import problem_of, question_of
from api.rest.viewers import need_table
from api.rest.web import Precondition, Reply, Routes
from api.service import Service
from rulesets.kit.errors import ChanceNeeded, KitError, LeftoverOutcomes

routes = Routes(game_id=errors.UnknownGame)


class AmendQuery(Struct, frozen=True):
    """How to correct."""

    viewer: shapes.Viewer | None = None
    dry_run: Annotated[bool, Meta(description="Store nothing.")] = False


@routes.post(
    "/v1/games/<game_id>/amend",
    also={200: shapes.Amended},
    problems=(
        errors.AmendRefused,
        errors.UndoRefused,
        errors.IllegalAction,
        errors.ChanceNeeded,
        errors.TooManyOutcomes,
        errors.VersionNeeded,
        errors.TableOnly,
    ),
)
def amend(
    service: Service, game_id: UUID, query: AmendQuery, body: shapes.AmendBody, precondition: Precondition
) -> Reply[shapes.Amended]:
    """Correct earlier actions.

    Replace an action or its outcomes, insert actions before it, or remove it. What followed is decided again, with the
    outcomes that were entered, up to the first action that is no longer possible: `stopped` says why, and what the
    board waits for there. An undo and the new line are stored in one append; the old line stays. With `dry_run` nothing
    is stored. `If-Match` is required. If Tabletale rolls, nothing can be corrected.
    """
    ruleset = service.loaded.get(game_id).ruleset
    need_table(service.library.game(game_id), query.viewer, "Only the table corrects actions.")
    with pointing(service, AMENDING):
        changes = changes_of(ruleset, body.changes)
        if query.dry_run:
            found, game = service.recorder.would_amend(game_id, changes, expected=precondition.expected, seat=body.seat)
            return Reply(_amended(service, game, found, planned=True), status=200)
        found, recorded = service.recorder.amend(
            game_id,
            changes,
            expected=precondition.expected,
            seat=body.seat,
            reason=body.reason,
            request=request_of(precondition, str(game_id)),
        )
    return Reply(_amended(service, recorded.game, found, stored=recorded.events[-1].version))


AMENDING: dict[type[errors.Problem], str] = {
    errors.IllegalAction: "Read the rule in `rule_text`, and enter an action there that it allows.",
    errors.TooManyOutcomes: "Send in `outcomes` of that change only the rolls and draws that are needed.",
}
"""What to do about a change that is not possible: legal actions are not listed for an earlier board."""


@contextmanager
def pointing(service: Service, advice: Mapping[type[errors.Problem], str]) -> Iterator[None]:
    """Name the change that was refused, and what to do: by `advice`, or the usual next step."""
    try:
        yield
    except BehindStop as refused:
        there = f"Correct version {refused.version} as well, where the new line stops, or leave the later change out."
        raise _problem(service, refused.error, refused.pointer).advise(there) from None
    except ChangeRefused as refused:
        problem = _problem(service, refused.error, refused.pointer)
        if (next_step := advice.get(type(problem))) is not None:
            problem.advise(next_step)
        raise problem from None


def _problem(service: Service, error: KitError, pointer: str) -> errors.Problem:
    problem = problem_of(error, service.rulesets.values(), pointer)
    assert problem
    return problem


# --- answers


def _amended(
    service: Service, game: events.Game, found: Amended, *, planned: bool = False, stored: int = 0
) -> shapes.Amended:
    tree = service.library.tree(game)
    last = game.version + 1 + len(found.decided) if planned else stored
    first = last - len(found.decided) + 1
    head = last if found.decided else found.base
    return shapes.Amended(
        line=first if found.decided else tree.line(found.base),
        head=head,
        previous=shapes.LineEnd(tree.line(found.was), found.was),
        parts_at=found.base,
        kept=found.kept,
        changed=list(found.changed),
        dropped=list(found.left),
        stopped=stopped_shape(service, game, found.stopped),
        version=game.version,
    )


def stopped_shape(service: Service, game: events.Game, stop: Stop | None) -> shapes.Stopped | None:
    """The first action that is no longer possible, if there is one."""
    if stop is None:
        return None
    ruleset, error = service.library.ruleset(game), stop.error
    problem = _problem(service, error, "")
    return shapes.Stopped(
        version=stop.version,
        why=_why(error),
        detail=problem.detail,
        rule=problem.rule,
        chance_needed=question_of(error) if isinstance(error, ChanceNeeded) else UNSET,
        waiting_for=list(ruleset.waiting_for(stop.board)),
        round=stop.board.round,
        turn=stop.board.turn,
        board=Raw(ruleset.show_board(stop.board)),
    )


def _why(error: KitError) -> Literal["illegal_action", "chance_needed", "too_many_outcomes"]:
    if isinstance(error, ChanceNeeded):
        return "chance_needed"
    return "too_many_outcomes" if isinstance(error, LeftoverOutcomes) else "illegal_action"
