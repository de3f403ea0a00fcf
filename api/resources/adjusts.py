"""Adjustments of the board by hand."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from uuid import UUID

from msgspec import Struct

from api import errors
from api.recording.adjust import Adjustment
from api.resources.actions import recorded_shape
from api.resources.games import request_of
from api.rest import shapes
from api.rest.entries import microseconds
from api.rest.problems import OVER, UNDO_INSTEAD, problem_of
from api.rest.viewers import need_table, viewer_of
from api.rest.web import Precondition, Reply, Routes
from api.service import Service
from rulesets.kit.errors import KitError, UnknownAction
from rulesets.kit.ruleset import Ruleset
from rulesets.kit.structs import Effect

routes = Routes(game_id=errors.UnknownGame)


class AdjustQuery(Struct, frozen=True):
    """The viewer of the answer."""

    viewer: shapes.Viewer | None = None


@routes.post(
    "/v1/games/<game_id>/adjust",
    problems=(errors.IllegalAction, errors.ChanceNeeded, errors.TooManyOutcomes, errors.TableOnly),
)
def adjust(
    service: Service, game_id: UUID, query: AdjustQuery, body: shapes.AdjustBody, precondition: Precondition
) -> Reply[shapes.Recorded]:
    """Adjust the board by hand.

    This is for house rules and slips, with effects that the ruleset marks as adjustable. Only the table can do this,
    and only if the players roll. Each effect must be possible on the board; what the rules make follow from it follows.
    A refusal names the rule that would break. The timeline marks the adjustment, and statistics leave the game out.
    """
    need_table(service.library.game(game_id), query.viewer, "Only the table adjusts the board.")
    with _pointing(service, game_id):
        recorded = service.recorder.adjust(
            game_id,
            Adjustment(
                effects=list(_effects(service.loaded.get(game_id).ruleset, body)),
                outcomes=body.outcomes,
                reason=body.reason,
                occurred_at=microseconds(body.occurred_at),
            ),
            expected=precondition.expected,
            request=request_of(precondition, str(game_id)),
        )
    return Reply(recorded_shape(service, recorded, viewer_of(recorded.game, query.viewer)))


def _effects(ruleset: Ruleset[Any], body: shapes.AdjustBody) -> Iterator[Effect[Any]]:
    for place, given in enumerate(body.effects):
        try:
            yield ruleset.read_effect(given)
        except UnknownAction as error:
            error.entry = place
            raise


@contextmanager
def _pointing(service: Service, game_id: UUID) -> Iterator[None]:
    """Name the effect that was refused, and what to do."""
    try:
        yield
    except KitError as error:
        problem = problem_of(error, service.rulesets.values(), f"/effects/{error.entry}")
        assert problem
        if isinstance(problem, errors.IllegalAction | errors.InvalidRequest):
            problem.advise(_next_step(service, game_id))
        raise problem from None


def _next_step(service: Service, game_id: UUID) -> str:
    """What to do instead of an adjustment that is not possible."""
    game = service.library.game(game_id)
    if game.summary.status != "running":
        return OVER
    if game.chance == "server" or not service.library.ruleset(game).adjustable:
        return UNDO_INSTEAD
    return "Correct the effects that `errors` names."
