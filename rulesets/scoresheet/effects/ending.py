"""The end of the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from rulesets.kit.phases import GameOver, Seat
from rulesets.kit.structs import Effect
from rulesets.scoresheet.board import Board
from rulesets.scoresheet.ids import seat_id
from rulesets.scoresheet.names import seats_joined

if TYPE_CHECKING:
    from collections.abc import Sequence


class PlayEnded(Effect[Board], frozen=True):
    """The game is over. The seat of its row is who finished it; none where the sheet did."""

    columns = {"reason": "kind"}
    silent = {"winners": "stands in `win_share`"}
    seat: Seat | None
    winners: tuple[Seat, ...]
    reason: str

    def apply(self, board: Board) -> Board:
        return replace(board, pending=GameOver(self.winners, self.reason))

    def touches(self) -> tuple[str, ...]:
        return tuple(map(seat_id, self.winners))

    def sentence(self, board: Board) -> str:
        outcome = _outcome(board, self.winners)
        return f"{{{self.seat}}} finishes the game: {outcome}." if self.seat else f"The game is over: {outcome}."


def _outcome(board: Board, winners: Sequence[Seat]) -> str:
    if board.components.together:
        return "all win" if winners else "the game wins"
    if not winners:
        return "nobody wins"
    return f"{seats_joined(winners)} {'wins' if len(winners) == 1 else 'win'}"
