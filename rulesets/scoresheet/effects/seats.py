"""Who plays, for whom, and as what."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from rulesets.kit.facts import Fact
from rulesets.kit.phases import Seat
from rulesets.kit.structs import Effect
from rulesets.scoresheet.board import Board
from rulesets.scoresheet.ids import role_id, seat_id, team_id

if TYPE_CHECKING:
    from collections.abc import Iterable


class RoleTaken(Effect[Board], frozen=True):
    """A seat plays a role."""

    seat: Seat
    role: str

    def apply(self, board: Board) -> Board:
        return board.with_place(self.seat, replace(board.place(self.seat), role=self.role))

    def touches(self) -> tuple[str, ...]:
        return (seat_id(self.seat),)

    def sentence(self, board: Board) -> str:
        return f"{{{self.seat}}} plays {board.components.role[self.role].name}."

    def facts(self, board: Board) -> Iterable[Fact]:
        return (Fact(seat=self.seat, source=role_id(self.role)),)


class TeamJoined(Effect[Board], frozen=True):
    """A seat plays for a team."""

    seat: Seat
    team: str

    def apply(self, board: Board) -> Board:
        return board.with_place(self.seat, replace(board.place(self.seat), team=self.team))

    def touches(self) -> tuple[str, ...]:
        return (seat_id(self.seat),)

    def sentence(self, board: Board) -> str:
        return f"{{{self.seat}}} plays for {board.components.team[self.team].name}."

    def facts(self, board: Board) -> Iterable[Fact]:
        return (Fact(seat=self.seat, source=team_id(self.team)),)


class SeatLeft(Effect[Board], frozen=True):
    """A seat plays no longer; in its turn, `next` is."""

    silent = {"next": "each row says whose turn it is"}
    seat: Seat
    next: Seat

    def apply(self, board: Board) -> Board:
        board = board.with_place(self.seat, replace(board.place(self.seat), playing=False))
        return replace(board, seat=self.next)

    def touches(self) -> tuple[str, ...]:
        return (seat_id(self.seat),)

    def sentence(self, board: Board) -> str:
        return f"{{{self.seat}}} leaves the game."


class SeatReturned(Effect[Board], frozen=True):
    """A seat that had left plays again."""

    seat: Seat

    def apply(self, board: Board) -> Board:
        return board.with_place(self.seat, replace(board.place(self.seat), playing=True))

    def touches(self) -> tuple[str, ...]:
        return (seat_id(self.seat),)

    def sentence(self, board: Board) -> str:
        return f"{{{self.seat}}} plays again."
