"""Ends outside the rulebook: resign and abandon."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from uuid import UUID

from msgspec import Struct

from api import errors
from api.resources.actions import recorded_shape
from api.resources.games import request_of
from api.rest import shapes
from api.rest.problems import problem_of
from api.rest.viewers import need_viewer, viewer_of
from api.rest.web import Precondition, Reply, Routes
from api.service import Service
from rulesets.kit.errors import Refused

routes = Routes(game_id=errors.UnknownGame)


class EndQuery(Struct, frozen=True):
    """The viewer of the answer."""

    viewer: shapes.Viewer | None = None


ALREADY_OVER = "Nothing is left to do: GET /v1/games/{id} says how the game ended."


@contextmanager
def _ending(service: Service) -> Iterator[None]:
    """If the game is over already, say so."""
    try:
        yield
    except Refused as error:
        problem = problem_of(error, service.rulesets.values())
        assert problem
        raise problem.advise(ALREADY_OVER) from None


@routes.post("/v1/games/<game_id>/resign", problems=(errors.ResignRefused, errors.IllegalAction))
def resign(
    service: Service, game_id: UUID, query: EndQuery, body: shapes.ResignBody, precondition: Precondition
) -> Reply[shapes.Recorded]:
    """Resign a game of two players.

    The other seat wins, and the game counts in statistics.
    """
    need_viewer(service, game_id, query.viewer)
    with _ending(service):
        recorded = service.recorder.resign(
            game_id, body.seat, expected=precondition.expected, request=request_of(precondition, str(game_id))
        )
    return Reply(recorded_shape(service, recorded, viewer_of(recorded.game, query.viewer, body.seat)))


@routes.post("/v1/games/<game_id>/abandon", problems=(errors.IllegalAction,))
def abandon(
    service: Service, game_id: UUID, query: EndQuery, body: shapes.AbandonBody, precondition: Precondition
) -> Reply[shapes.Recorded]:
    """End a game without a winner.

    Its status is `abandoned`, and statistics leave it out.
    """
    need_viewer(service, game_id, query.viewer)
    with _ending(service):
        recorded = service.recorder.abandon(
            game_id, seat=body.seat, expected=precondition.expected, request=request_of(precondition, str(game_id))
        )
    return Reply(recorded_shape(service, recorded, viewer_of(recorded.game, query.viewer, body.seat)))
