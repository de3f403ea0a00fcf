"""Gameplay: the turn passes, the round ends."""

from __future__ import annotations

from rulesets.heros_crossing_tactics import effects as e
from rulesets.heros_crossing_tactics.board import Board
from rulesets.heros_crossing_tactics.phases import TurnOver
from rulesets.heros_crossing_tactics.pieces import other
from rulesets.kit.play import Play, automatic


@automatic(TurnOver)
def end_turn(play: Play[Board]) -> None:
    """HCT-TRN-05, 07 to 10: the other seat's turn, or a new round once all six Fronts were activated."""
    board = play.board
    if all(front.activated for side in board.sides for front in side.fronts):
        play.emit(e.RoundEnded(other(board.first)))
    else:
        play.emit(e.TurnEnded(other(board.seat)))
