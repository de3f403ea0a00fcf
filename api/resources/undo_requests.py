"""Undo requests, which the other seats accept or decline."""

from __future__ import annotations

from typing import Annotated
from uuid import UUID

from msgspec import Meta, Struct

from api import errors
from api.recording.consent import in_public
from api.recording.recorder import Recorded
from api.resources.actions import recorded_shape
from api.resources.games import request_of
from api.rest import shapes
from api.rest.viewers import need_viewer, viewer_of
from api.rest.web import Precondition, Reply, Routes, invalid
from api.service import Service

routes = Routes(game_id=errors.UnknownGame, n=errors.UnknownUndoRequest)

Number = Annotated[int, Meta(ge=1, le=2**31 - 1)]

PROBLEMS = (errors.UnknownUndoRequest, errors.UndoRequestClosed)


class AcceptQuery(Struct, frozen=True):
    """The viewer of the answer."""

    viewer: shapes.Viewer | None = None


class WithdrawQuery(Struct, frozen=True):
    """Which seat withdraws it."""

    seat: Annotated[
        shapes.SeatNumber | None, Meta(description="The seat that requested it, unless the body names it.")
    ] = None


@routes.post(
    "/v1/games/<game_id>/undo-requests/<n>/accept",
    also={202: shapes.UndoRequest},
    problems=(*PROBLEMS, errors.OwnUndoRequest, errors.UndoRefused, errors.ConflictingWrites),
)
def accept_undo(
    service: Service,
    game_id: UUID,
    n: Number,
    query: AcceptQuery,
    body: shapes.AnswerBody,
    precondition: Precondition,
) -> Reply[shapes.Recorded] | Reply[shapes.UndoRequest]:
    """Accept an undo request of another seat.

    It is carried out when the last seat accepts. The answer is 202 as long as other seats must still answer.
    """
    need_viewer(service, game_id, query.viewer)
    found = service.consent.accept(
        game_id,
        n,
        body.seat,
        expected=precondition.expected,
        request=request_of(precondition, str(game_id)),
    )
    if isinstance(found, Recorded):
        return Reply(recorded_shape(service, found, viewer_of(found.game, query.viewer, body.seat)))
    return Reply(shapes.UndoRequest(**in_public(found)), status=202)


@routes.post("/v1/games/<game_id>/undo-requests/<n>/decline", status=204, problems=(*PROBLEMS, errors.OwnUndoRequest))
def decline_undo(
    service: Service, game_id: UUID, n: Number, body: shapes.AnswerBody, precondition: Precondition
) -> None:
    """Decline an undo request of another seat."""
    service.consent.decline(
        game_id,
        n,
        body.seat,
        expected=precondition.expected,
        request=request_of(precondition, str(game_id)),
    )


@routes.delete("/v1/games/<game_id>/undo-requests/<n>", problems=(*PROBLEMS, errors.NotYourUndoRequest))
def withdraw_undo(
    service: Service,
    game_id: UUID,
    n: Number,
    query: WithdrawQuery,
    body: shapes.AnswerBody | None,
    precondition: Precondition,
) -> None:
    """Withdraw an undo request.

    Only the seat that requested it may do that; the body or `seat` names it.
    """
    seat = body.seat if body else query.seat
    if seat is None:
        raise invalid("the seat that requested it", "/seat", "query")
    service.consent.withdraw(
        game_id,
        n,
        seat,
        expected=precondition.expected,
        request=request_of(precondition, str(game_id)),
    )
