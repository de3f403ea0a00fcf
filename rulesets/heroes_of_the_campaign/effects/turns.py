"""Turns and rounds. None is a row: `round` and `turn_seat` stand on every row, and `EndTurn` is one itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from rulesets.heroes_of_the_campaign.board import Board
from rulesets.heroes_of_the_campaign.effects import common
from rulesets.heroes_of_the_campaign.phases import TURN, EndingTurn
from rulesets.heroes_of_the_campaign.pieces import REGULAR, Count, Hero
from rulesets.kit.phases import Seat

if TYPE_CHECKING:
    pass


class TurnEnded(common.NoRow, common.OfSeat, frozen=True):
    """A seat is done; what ends with the turn comes next."""

    silent = {"seat": "stands in the row of `EndTurn`"}

    def apply(self, board: Board) -> Board:
        return replace(board, pending=EndingTurn())

    def sentence(self, board: Board) -> str:
        return f"{{{self.seat}}} ends the turn."


class RoundEnded(common.NoRow, frozen=True):
    """Both had their turn."""

    silent = {"value": "stands in `round`"}
    value: int

    def apply(self, board: Board) -> Board:
        return board


class RoundStarted(common.NoRow, frozen=True):
    """Events and maneuvers can be used again, and counts of the round begin anew."""

    silent = {"value": "stands in `round`", "seat": "stands in the row of `StarterAgreed`"}
    value: int
    seat: Seat
    """Who starts it."""

    def apply(self, board: Board) -> Board:
        one, two = (replace(side, used=()) if side.used else side for side in board.sides)
        heroes = tuple([replace(hero, used=()) if hero.used else hero for hero in board.heroes])
        return replace(board, round=self.value, sides=(one, two), heroes=heroes, tally=_forget(board.tally, round=True))

    def sentence(self, board: Board) -> str:
        return f"Round {self.value} begins."


class TurnStarted(common.NoRow, common.OfSeat, frozen=True):
    """Every hero may be sent on a regular task again, and counts of the turn begin anew."""

    silent = {"seat": "stands in `turn_seat`"}

    def apply(self, board: Board) -> Board:
        heroes = tuple([_rested(hero) for hero in board.heroes])
        side = board.side(self.seat)
        if side.later is not None:
            board = board.with_side(self.seat, replace(side, watches=side.later, later=None))
        return replace(
            board, heroes=heroes, seat=self.seat, turn=board.turn + 1, pending=TURN, tally=_forget(board.tally)
        )

    def sentence(self, board: Board) -> str:
        return f"It is {{{self.seat}}}'s turn."


def _rested(hero: Hero) -> Hero:
    if REGULAR not in hero.used:
        return hero
    return replace(hero, used=tuple(slot for slot in hero.used if slot != REGULAR))


def _forget(tally: tuple[Count, ...], *, round: bool = False) -> tuple[Count, ...]:
    if round:
        return tuple([replace(count, turn=0, round=0) if count.round or count.turn else count for count in tally])
    return tuple([replace(count, turn=0) if count.turn else count for count in tally])
