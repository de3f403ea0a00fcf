"""Rounds and the end of the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.kit.facts import Fact
from rulesets.kit.play import Play, need
from rulesets.kit.structs import Action
from rulesets.scoresheet import effects as e
from rulesets.scoresheet.board import END, Board
from rulesets.scoresheet.phases import FinalScoring, Free, Turn
from rulesets.scoresheet.schema import MOST_ROUNDS
from rulesets.scoresheet.standing import reached, winners

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rulesets.kit.phases import Seat


class EndRound(Action[Board], frozen=True):
    """End the round: another one begins, or the game is over."""

    title = "End the round"
    phase = (Free, Turn)
    anytime = True
    nowhere = "it ends the round"

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterable[EndRound]:
        return (cls(),)

    def check(self, board: Board, seat: Seat) -> None:
        need(board.round < MOST_ROUNDS or board.components.sheet.rounds.number, "SHT-RND-05")

    def perform(self, play: Play[Board]) -> None:
        board = play.board
        sheet = board.components.sheet
        if board.round == sheet.rounds.number or reached(board):
            play.emit(e.LastRoundEnded(play.seat, board.round))
            if ends_by_itself(play.board):
                reason = "target" if sheet.rounds.target else "rounds"
                play.emit(e.PlayEnded(None, winners(play.board), reason))
            return
        first = board.next_seat(board.first) if sheet.turn_order else None
        play.emit(e.RoundEnded(play.seat, board.round, first))

    def label(self, board: Board, seat: Seat) -> str:
        return f"End round {board.round}"


def ends_by_itself(board: Board) -> bool:
    """Whether nothing is left to be told after the last round (SHT-END-01, 02)."""
    components = board.components
    if components.together or components.wins_are_noted:
        return False
    return all(board.written(seat, END, each) is not None for seat in board.playing for each in components.at_end)


class Finish(Action[Board], frozen=True):
    """Finish the game; where all play together, say how it ended."""

    title = "Finish the game"
    phase = (Free, Turn, FinalScoring)
    anytime = True
    rare = True
    nowhere = "it ends the game"
    columns = {"result": "choice"}
    result: str = ""
    """`won` or `lost` where all play together, else empty."""

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterable[Finish]:
        return map(cls, ("won", "lost") if board.components.together else ("",))

    def check(self, board: Board, seat: Seat) -> None:
        if board.components.together:
            need(self.result in ("won", "lost"), "SHT-END-03")
        else:
            need(not self.result, "SHT-END-03")

    def perform(self, play: Play[Board]) -> None:
        board = play.board
        if not board.components.together:
            won, reason = winners(board), "finished"
        elif self.result == "won":
            won, reason = tuple(range(1, board.seats + 1)), "finished"
        else:
            won, reason = (), "beaten"
        play.emit(e.PlayEnded(play.seat, won, reason))

    def fact(self, board: Board, seat: Seat) -> Fact:
        return Fact(choice=self.result or None)

    def label(self, board: Board, seat: Seat) -> str:
        return {"won": "Finish: we won", "lost": "Finish: we lost"}.get(self.result, "Finish the game")
