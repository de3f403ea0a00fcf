"""Rounds."""

from __future__ import annotations

from msgspec.structs import replace

from rulesets.kit.phases import Seat
from rulesets.kit.structs import Effect
from rulesets.scoresheet.board import Board
from rulesets.scoresheet.phases import FINAL_SCORING


class GameStarted(Effect[Board], frozen=True):
    """The sheet is laid out. The kind of its row is the difficulty, if it has one."""

    columns = {"difficulty": "kind"}
    difficulty: str | None = None

    def apply(self, board: Board) -> Board:
        return board

    def sentence(self, board: Board) -> str:
        harder = f", {board.components.difficulty[self.difficulty].name}" if self.difficulty else ""
        return f"{board.components.sheet.name}{harder}: the sheet is laid out."


class SeatBegins(Effect[Board], frozen=True):
    """Who has the first turn."""

    mark = "draw"
    seat: Seat

    def apply(self, board: Board) -> Board:
        return replace(board, first=self.seat, seat=self.seat)

    def touches(self) -> tuple[str, ...]:
        return (f"seat:{self.seat}",)

    def sentence(self, board: Board) -> str:
        return f"{{{self.seat}}} begins."


class RoundEnded(Effect[Board], frozen=True):
    """A round is over, the value of its row; another one begins, with `first` where there is an order."""

    columns = {"round": "value"}
    silent = {"first": "each row says whose turn it is"}
    seat: Seat
    round: int
    first: Seat | None = None

    def apply(self, board: Board) -> Board:
        first = self.first or board.first
        return replace(board, round=self.round + 1, turn=board.turn + 1, first=first, seat=first)

    def touches(self) -> tuple[str, ...]:
        return (f"round:{self.round + 1}",)

    def sentence(self, board: Board) -> str:
        goes_first = f" {{{self.first}}} goes first." if self.first else ""
        return f"{{{self.seat}}} ends round {self.round}.{goes_first}"


class LastRoundEnded(Effect[Board], frozen=True):
    """The last round is over, the value of its row."""

    columns = {"round": "value"}
    seat: Seat
    round: int

    def apply(self, board: Board) -> Board:
        return replace(board, turn=board.turn + 1, pending=FINAL_SCORING)

    def sentence(self, board: Board) -> str:
        return f"{{{self.seat}}} ends round {self.round}, the last one."

    def touches(self) -> tuple[str, ...]:
        return (f"round:{self.round}",)
