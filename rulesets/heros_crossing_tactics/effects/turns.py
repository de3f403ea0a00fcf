"""Turns, rounds and the end of the game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from msgspec.structs import replace

from rulesets.heros_crossing_tactics.board import Board, Front
from rulesets.heros_crossing_tactics.ids import front_id
from rulesets.heros_crossing_tactics.names import hero_name
from rulesets.heros_crossing_tactics.phases import TURN, TURN_OVER, GameOver
from rulesets.heros_crossing_tactics.pieces import Column, other
from rulesets.kit.facts import Fact
from rulesets.kit.phases import Seat
from rulesets.kit.structs import Effect
from rulesets.kit.tuples import put

if TYPE_CHECKING:
    from collections.abc import Iterable


class FrontActivated(Effect[Board], frozen=True):
    """A Front takes its action. Unless a later effect asks for a choice, the turn is then over."""

    seat: Seat
    column: Column
    action: Literal["hire", "recruit", "flank", "attack"]

    def apply(self, board: Board) -> Board:
        side = board.sides[self.seat - 1]
        front = replace(side.fronts[self.column - 1], activated=True)
        side = replace(side, fronts=put(side.fronts, self.column - 1, front))
        return replace(board, pending=TURN_OVER, sides=put(board.sides, self.seat - 1, side))

    def touches(self) -> tuple[str, ...]:
        return (front_id(self.seat, self.column),)

    def sentence(self, board: Board) -> str:
        front = board.front(self.seat, self.column)
        if self.action == "recruit":
            nobody = "" if board.components.recruits(front.heroes) else ", whose heroes bring no Soldiers"
            return f"{{{self.seat}}} recruits with Front {self.column}{nobody}."
        if self.action == "flank":
            nobody = "" if front.soldiers else ", which has no Soldiers to send"
            return f"{{{self.seat}}} flanks from Front {self.column}{nobody}."
        return ""  # hiring and attacking have sentences of their own

    def facts(self, board: Board) -> Iterable[Fact]:
        return (Fact(seat=self.seat, place=front_id(self.seat, self.column), kind=self.action),)


class TurnEnded(Effect[Board], frozen=True):
    """The next seat takes its turn. It is no row of the statistics."""

    silent = {"next": "each row says whose turn it is"}
    next: Seat

    def apply(self, board: Board) -> Board:
        return replace(board, seat=self.next, turn=board.turn + 1, pending=TURN)

    def facts(self, board: Board) -> Iterable[Fact]:
        return ()


class RoundEnded(Effect[Board], frozen=True):
    """All six Fronts are refreshed and the First Player card goes to `first`, who begins the next round.

    The seat of its row is that one.
    """

    columns = {"first": "seat"}
    first: Seat

    def apply(self, board: Board) -> Board:
        one, two = board.sides
        return replace(
            board,
            round=board.round + 1,
            turn=board.turn + 1,
            first=self.first,
            seat=self.first,
            pending=TURN,
            sides=(replace(one, fronts=_refreshed(one.fronts)), replace(two, fronts=_refreshed(two.fronts))),
        )

    def sentence(self, board: Board) -> str:
        return f"Round {board.round + 1} starts; {{{self.first}}} goes first."


def _refreshed(fronts: tuple[Front, Front, Front]) -> tuple[Front, Front, Front]:
    one, two, three = fronts
    return Front(one.heroes, one.soldiers), Front(two.heroes, two.soldiers), Front(three.heroes, three.soldiers)


class GameWon(Effect[Board], frozen=True):
    """The other Monarch is dead."""

    seat: Seat

    def apply(self, board: Board) -> Board:
        return replace(board, pending=GameOver((self.seat,), "monarch", board.attack))

    def touches(self) -> tuple[str, ...]:
        return (f"seat:{self.seat}",)

    def sentence(self, board: Board) -> str:
        loser = other(self.seat)
        return f"{{{self.seat}}} wins: {{{loser}}}'s {hero_name(board, board.side(loser).monarch)} is dead."
