"""Undo requests: one seat requests an undo or redo, and the last other seat to accept carries it out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from api.recording.seats import need_seat
from api.recording.undo import needs_consent, redo_target, undo_target
from events import Stale, UndoRequest, UndoVoid

if TYPE_CHECKING:
    from typing import Literal
    from uuid import UUID

    from api.recording.recorder import Recorded, Recorder
    from events import Game, Request
    from projections.paths import Version
    from rulesets.kit.phases import Seat


class OwnRequest(Exception):
    """A seat cannot answer its own undo request."""


class NotYourRequest(Exception):
    """Only the seat that requested an undo may withdraw the request."""


class Consent:
    """Undo requests of the games of a log."""

    def __init__(self, recorder: Recorder) -> None:
        self.recorder = recorder
        self.store = recorder.store
        self.library = recorder.library

    def open(self, game: Game) -> UndoRequest | None:
        """The open undo request of a game, if there is one."""
        return self.store.open_undo_request(game.id, game.version) if needs_consent(game) else None

    def ask(
        self,
        game_id: UUID,
        kind: Literal["undo", "redo"],
        *,
        to: str | None = None,
        seat: Seat | None = None,
        reason: str | None = None,
        expected: int | None = None,
        request: Request | None = None,
        occurred_at: int | None = None,
    ) -> UndoRequest:
        """A seat requests an undo or redo. Raises UndoRefused, BadAddress, Stale, UndoAsked, KeyReused."""
        if request and (found := self._asked_before(game_id, request)):
            return found
        game = self.recorder.at(game_id, expected)
        find = undo_target if kind == "undo" else redo_target
        target, _ = find(self.library, game, to, seat)
        assert seat is not None, "the policy needs a seat"
        need_seat(game, seat)
        undo_request = UndoRequest(
            game_id=game.id,
            number=0,
            version=game.version,
            seat=seat,
            to=target,
            reason=reason,
            occurred_at=occurred_at,
        )
        return self.store.request_undo(undo_request, request=request)

    def _asked_before(self, game_id: UUID, request: Request) -> UndoRequest | None:
        """The undo request of an equal HTTP request. Raises KeyReused."""
        if self.store.answered(request) is None:
            return None
        return self.store.undo_request_by_key(game_id, request.key)

    def accept(
        self, game_id: UUID, number: int, seat: Seat, *, expected: int | None = None, request: Request | None = None
    ) -> Recorded | UndoRequest:
        """A seat accepts; the last one carries it out, in one append on the version of the request.

        Raises OwnRequest, UnknownSeat, UndoRefused, Stale, UnknownUndoRequest, UndoVoid, KeyReused.
        """
        if request and (answer := self.store.answered(request)):
            return self.recorder.again(answer) if answer.wrote else self.store.undo_request(game_id, number)
        game = self._need_other(game_id, number, seat, expected)
        others = {seated.seat for seated in game.seats} - {self.store.undo_request(game_id, number).seat}
        undo_request = self.store.accept_undo(game_id, number, seat, others, request=request)
        return self._grant(game, undo_request, request) if others <= {*undo_request.accepted} else undo_request

    def _grant(self, game: Game, undo_request: UndoRequest, request: Request | None) -> Recorded:
        try:
            recorded = self.recorder.move_head(
                "undo" if self.leads_back(game, undo_request.to) else "redo",
                game.id,
                to=str(undo_request.to),
                seat=undo_request.seat,
                reason=undo_request.reason,
                expected=undo_request.version,
                request=request,
                occurred_at=undo_request.occurred_at,
                agreed=True,
            )
        except Stale:
            raise UndoVoid(undo_request.number) from None
        self.store.grant_undo(game.id, undo_request.number)
        return recorded

    def leads_back(self, game: Game, to: Version) -> bool:
        """Whether going to a version is an undo, and not a redo."""
        return self.library.tree(game).is_ancestor(to, game.summary.head)

    def decline(
        self, game_id: UUID, number: int, seat: Seat, *, expected: int | None = None, request: Request | None = None
    ) -> UndoRequest:
        """A seat declines, which closes the request. Raises as `accept` does."""
        if not (request and self.store.answered(request)):
            self._need_other(game_id, number, seat, expected)
        return self.store.close_undo(game_id, number, "declined", request=request)

    def withdraw(
        self, game_id: UUID, number: int, seat: Seat, *, expected: int | None = None, request: Request | None = None
    ) -> UndoRequest:
        """A seat withdraws its own request. Raises NotYourRequest, Stale, UnknownUndoRequest, UndoVoid."""
        if not (request and self.store.answered(request)):
            self.recorder.at(game_id, expected)
            undo_request = self.store.undo_request(game_id, number)
            if seat != undo_request.seat:
                raise NotYourRequest(
                    f"seat {undo_request.seat} requested undo {number}: only that seat may withdraw it"
                )
        return self.store.close_undo(game_id, number, "withdrawn", request=request)

    def _need_other(self, game_id: UUID, number: int, seat: Seat, expected: int | None) -> Game:
        """The game, if another seat made the request. Raises OwnRequest."""
        game = self.recorder.at(game_id, expected)
        need_seat(game, seat)
        if self.store.undo_request(game_id, number).seat == seat:
            raise OwnRequest(
                f"seat {seat} requested undo {number} itself: the other seats answer it, or it withdraws it"
            )
        return game


def in_public(undo_request: UndoRequest) -> dict[str, Any]:
    """What everybody may know of a request: which seat requests what, and which seats have accepted."""
    return {
        "n": undo_request.number,
        "seat": undo_request.seat,
        "to": undo_request.to,
        "version": undo_request.version,
        "accepted": list(undo_request.accepted),
    }
