"""Seats: roles, teams, who leaves and who comes back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.kit.facts import Fact
from rulesets.kit.play import Play, need
from rulesets.kit.structs import Action
from rulesets.scoresheet import effects as e
from rulesets.scoresheet.board import Board
from rulesets.scoresheet.ids import role_id, seat_id, team_id
from rulesets.scoresheet.phases import FinalScoring, Free, Turn

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rulesets.kit.phases import Seat


class TakeRole(Action[Board], frozen=True):
    """Play a role."""

    phase = (Free, Turn, FinalScoring)
    anytime = True
    role: str

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterable[TakeRole]:
        return map(cls, board.components.role)

    def check(self, board: Board, seat: Seat) -> None:
        need(self.role in board.components.role, "SHT-ROL-01")
        need(not board.place(seat).role, "SHT-ROL-02")
        need(all(place.role != self.role for place in board.places), "SHT-ROL-03")

    def perform(self, play: Play[Board]) -> None:
        play.emit(e.RoleTaken(play.seat, self.role))

    def touches(self, board: Board, seat: Seat) -> tuple[str, ...]:
        return (seat_id(seat),)

    def fact(self, board: Board, seat: Seat) -> Fact:
        return Fact(source=role_id(self.role))

    def label(self, board: Board, seat: Seat) -> str:
        return f"Play {board.components.role[self.role].name}"


class JoinTeam(Action[Board], frozen=True):
    """Play for another team."""

    phase = (Free, Turn)
    anytime = True
    rare = True
    team: str

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterable[JoinTeam]:
        return map(cls, board.components.team)

    def check(self, board: Board, seat: Seat) -> None:
        need(self.team in board.components.team, "SHT-SID-02")
        need(board.place(seat).team != self.team, "SHT-SID-04")
        need(not any(place.cells or place.won for place in board.places), "SHT-SID-05")

    def perform(self, play: Play[Board]) -> None:
        play.emit(e.TeamJoined(play.seat, self.team))

    def touches(self, board: Board, seat: Seat) -> tuple[str, ...]:
        return (seat_id(seat),)

    def fact(self, board: Board, seat: Seat) -> Fact:
        return Fact(source=team_id(self.team))

    def label(self, board: Board, seat: Seat) -> str:
        return f"Play for {board.components.team[self.team].name}"


class Leave(Action[Board], frozen=True):
    """Play no longer."""

    title = "Leave the game"
    phase = (Free, Turn)
    anytime = True
    rare = True

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterable[Leave]:
        return (cls(),)

    def check(self, board: Board, seat: Seat) -> None:
        need(board.place(seat).playing, "SHT-SEA-01")
        need(board.untouched, "SHT-SEA-02")
        need(len(board.playing) > board.components.sheet.seats.least, "SHT-SEA-03")

    def perform(self, play: Play[Board]) -> None:
        board, seat = play.board, play.seat
        play.emit(e.SeatLeft(seat, board.next_seat(seat) if seat == board.seat else board.seat))

    def touches(self, board: Board, seat: Seat) -> tuple[str, ...]:
        return (seat_id(seat),)

    def label(self, board: Board, seat: Seat) -> str:
        return "Leave the game"


class Return(Action[Board], frozen=True):
    """Play again."""

    title = "Return to the game"
    phase = (Free, Turn)
    anytime = True

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterable[Return]:
        return (cls(),)

    def check(self, board: Board, seat: Seat) -> None:
        need(not board.place(seat).playing, "SHT-SEA-04")
        need(board.untouched, "SHT-SEA-02")

    def perform(self, play: Play[Board]) -> None:
        play.emit(e.SeatReturned(play.seat))

    def touches(self, board: Board, seat: Seat) -> tuple[str, ...]:
        return (seat_id(seat),)

    def label(self, board: Board, seat: Seat) -> str:
        return "Return to the game"
