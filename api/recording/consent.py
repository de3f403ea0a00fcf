"""Undo and redo that the other seats agree to: one seat asks, and the last who agrees carries it out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from api.recording.seats import need_seat
from api.recording.undo import asks_others, redo_target, undo_target
from events import Stale, UndoRequest, UndoVoid

if TYPE_CHECKING:
    from typing import Literal
    from uuid import UUID

    from api.recording.recorder import Recorded, Recorder
    from events import Game, Request
    from projections.paths import Version
    from rulesets.kit.phases import Seat


class OwnRequest(Exception):
    """A seat need not agree to what it asks for itself."""


class NotTheAsker(Exception):
    """Only the seat that asked may withdraw what it asked for."""


class Consent:
    """Asks seats whether they agree to an undo or redo."""

    def __init__(self, recorder: Recorder) -> None:
        self.recorder = recorder
        self.store = recorder.store
        self.library = recorder.library

    def open(self, game: Game) -> UndoRequest | None:
        """What is asked for in a game now."""
        return self.store.open_undo_request(game.id, game.version) if asks_others(game) else None

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
        """A seat asks the others to go back, or on. Raises UndoRefused, BadAddress, Stale, UndoAsked, KeyReused."""
        if request and (found := self._asked_before(game_id, request)):
            return found
        game = self.recorder.at(game_id, expected)
        find = undo_target if kind == "undo" else redo_target
        target, _ = find(self.library, game, to, seat)
        assert seat is not None, "the policy wants to know who asks"
        need_seat(game, seat)
        asked = UndoRequest(
            game_id=game.id,
            number=0,
            version=game.version,
            seat=seat,
            to=target,
            reason=reason,
            occurred_at=occurred_at,
        )
        return self.store.request_undo(asked, request=request)

    def _asked_before(self, game_id: UUID, request: Request) -> UndoRequest | None:
        """What an equal request asked for. Raises KeyReused."""
        if self.store.answered(request) is None:
            return None
        return self.store.undo_request_by_key(game_id, request.key)

    def accept(
        self, game_id: UUID, number: int, seat: Seat, *, expected: int | None = None, request: Request | None = None
    ) -> Recorded | UndoRequest:
        """A seat agrees; the last one carries it out, in one append on the version that it was asked at.

        Raises OwnRequest, UnknownSeat, UndoRefused, Stale, UnknownUndoRequest, UndoVoid, KeyReused.
        """
        if request and (answer := self.store.answered(request)):
            return self.recorder.again(answer) if answer.wrote else self.store.undo_request(game_id, number)
        game = self._need_other(game_id, number, seat, expected)
        others = {seated.seat for seated in game.seats} - {self.store.undo_request(game_id, number).seat}
        asked = self.store.accept_undo(game_id, number, seat, others, request=request)
        return self._grant(game, asked, request) if others <= {*asked.accepted} else asked

    def _grant(self, game: Game, asked: UndoRequest, request: Request | None) -> Recorded:
        try:
            recorded = self.recorder.move_head(
                "undo" if self.leads_back(game, asked.to) else "redo",
                game.id,
                to=str(asked.to),
                seat=asked.seat,
                reason=asked.reason,
                expected=asked.version,
                request=request,
                occurred_at=asked.occurred_at,
                agreed=True,
            )
        except Stale:
            raise UndoVoid(asked.number) from None
        self.store.grant_undo(game.id, asked.number)
        return recorded

    def leads_back(self, game: Game, to: Version) -> bool:
        """Whether a version is one to go back to, and not one to go on to."""
        return self.library.tree(game).is_ancestor(to, game.summary.head)

    def decline(
        self, game_id: UUID, number: int, seat: Seat, *, expected: int | None = None, request: Request | None = None
    ) -> UndoRequest:
        """A seat does not agree: then nothing comes of it. Raises as `accept` does."""
        if not (request and self.store.answered(request)):
            self._need_other(game_id, number, seat, expected)
        return self.store.close_undo(game_id, number, "declined", request=request)

    def withdraw(
        self, game_id: UUID, number: int, seat: Seat, *, expected: int | None = None, request: Request | None = None
    ) -> UndoRequest:
        """The seat that asked does not want it any more. Raises NotTheAsker, Stale, UnknownUndoRequest, UndoVoid."""
        if not (request and self.store.answered(request)):
            self.recorder.at(game_id, expected)
            asked = self.store.undo_request(game_id, number)
            if seat != asked.seat:
                raise NotTheAsker(f"seat {asked.seat} asked for undo {number}, and alone may withdraw it")
        return self.store.close_undo(game_id, number, "withdrawn", request=request)

    def _need_other(self, game_id: UUID, number: int, seat: Seat, expected: int | None) -> Game:
        """The game, whose seat answers what another asked for."""
        game = self.recorder.at(game_id, expected)
        need_seat(game, seat)
        if self.store.undo_request(game_id, number).seat == seat:
            raise OwnRequest(f"seat {seat} asked for undo {number} itself: the others answer, or it withdraws it")
        return game


def in_public(asked: UndoRequest) -> dict[str, Any]:
    """What everybody may know of it, whoever looks: who asks for what, and who has agreed."""
    return {
        "n": asked.number,
        "seat": asked.seat,
        "to": asked.to,
        "version": asked.version,
        "accepted": list(asked.accepted),
    }
