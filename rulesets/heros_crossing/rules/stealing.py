"""Stealing: an unused die of another player, for an own one and a modifier."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.heros_crossing import effects as e
from rulesets.heros_crossing.board import Board
from rulesets.heros_crossing.effects.common import about_die
from rulesets.heros_crossing.ids import seat_id
from rulesets.heros_crossing.names import die_name
from rulesets.heros_crossing.phases import Acting, Giving, Stealing, Turn
from rulesets.heros_crossing.pieces import Die
from rulesets.heros_crossing.rules.values import values
from rulesets.kit.facts import Fact
from rulesets.kit.phases import seats_of
from rulesets.kit.play import Play, need
from rulesets.kit.structs import Action

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rulesets.kit.phases import Seat


class StealDie(Action[Board], frozen=True):
    """Steal an unused die of another player, for an own one and a modifier (HCX-STL-01): from whom."""

    title = "Steal a die"
    victim: int
    phase = (Turn, Acting)
    exact = True
    rare = True

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterator[StealDie]:
        v, side = values(board, seat), board.sides[seat - 1]
        if board.steals >= v.steals or not (side.modifiers or v.steal_free) or not (side.pool or v.steal_keep):
            return
        for victim in seats_of(board):
            if victim != seat and board.sides[victim - 1].pool and not values(board, victim).steal_immune:
                yield cls(victim)

    def check(self, board: Board, seat: Seat) -> None:
        v, side = values(board, seat), board.side(seat)
        need(board.steals < v.steals, "HCX-STL-07")
        need(1 <= self.victim <= board.seats and self.victim != seat, "HCX-STL-01")
        need(side.modifiers or v.steal_free, "HCX-STL-05")
        need(side.pool or v.steal_keep, "HCX-STL-04")
        need(board.side(self.victim).pool, "HCX-STL-03")
        need(not values(board, self.victim).steal_immune, "HCX-POW-02")

    def perform(self, play: Play[Board]) -> None:
        play.emit(e.StealStarted(play.seat, self.victim))

    def fact(self, board: Board, seat: Seat) -> Fact:
        return Fact(target=seat_id(self.victim))

    def label(self, board: Board, seat: Seat) -> str:
        return f"Steal a die from {{{self.victim}}}"


class TakeDie(Action[Board], frozen=True):
    """Which die is stolen (HCX-STL-03)."""

    title = "Choose the die to steal"
    die: Die
    phase = Stealing
    exact = True

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterable[TakeDie]:
        return map(cls, dict.fromkeys(board.side(Stealing.of(board).victim).pool))

    def check(self, board: Board, seat: Seat) -> None:
        need(self.die in board.side(Stealing.of(board).victim).pool, "HCX-STL-03")

    def perform(self, play: Play[Board]) -> None:
        pending = Stealing.of(play.board)
        v = values(play.board, play.seat)
        if v.steal_keep:
            play.emit(e.DieStolen(play.seat, pending.victim, self.die, "", 0 if v.steal_free else 1))
        else:
            play.emit(e.DieTaken(play.seat, pending.victim, self.die))

    def fact(self, board: Board, seat: Seat) -> Fact:
        return about_die(self.die, Fact(target=seat_id(Stealing.of(board).victim)))

    def label(self, board: Board, seat: Seat) -> str:
        return f"Take {die_name(self.die)}"


class GiveDie(Action[Board], frozen=True):
    """Which own die is given for the one that is stolen (HCX-STL-04)."""

    title = "Give a die for it"
    die: Die
    phase = Giving
    exact = True

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterable[GiveDie]:
        return map(cls, dict.fromkeys(board.side(seat).pool))

    def check(self, board: Board, seat: Seat) -> None:
        need(self.die in board.side(seat).pool, "HCX-STL-04")

    def perform(self, play: Play[Board]) -> None:
        pending = Giving.of(play.board)
        paid = 0 if values(play.board, play.seat).steal_free else 1
        play.emit(e.DieStolen(play.seat, pending.victim, pending.die, self.die, paid))

    def fact(self, board: Board, seat: Seat) -> Fact:
        return about_die(self.die, Fact(target=seat_id(Giving.of(board).victim)))

    def label(self, board: Board, seat: Seat) -> str:
        return f"Give {die_name(self.die)}"
