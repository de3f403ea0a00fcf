"""What follows from actions of several topics."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from rulesets.heros_crossing_tactics.board import Board
from rulesets.heros_crossing_tactics.ids import card_id, front_id, soldiers_id
from rulesets.heros_crossing_tactics.phases import Pending
from rulesets.heros_crossing_tactics.pieces import KINDS, NONE, CardId, Column, Level, Soldiers
from rulesets.kit import structs
from rulesets.kit.facts import Fact
from rulesets.kit.phases import Seat
from rulesets.kit.structs import Effect
from rulesets.kit.tuples import insert, put, without

if TYPE_CHECKING:
    from collections.abc import Iterable


class Asked(structs.Asked[Board], frozen=True):
    """A choice is put to a seat: what to draw, what to send, where to place. The phase says which."""

    phase: Pending


class CardShown(Effect[Board], frozen=True):
    """A card of a hand becomes public; for whoever did not know it, an unknown card gets its name here."""

    seat: Seat
    level: Level
    card: CardId

    def apply(self, board: Board) -> Board:
        side = board.sides[self.seat - 1]
        if self.card in side.hand:
            return board
        pile = board.piles[self.level - 1]
        hand = insert(without(side.hand, pile.back_of(self.card, self.level)), self.card)
        return replace(
            board,
            sides=put(board.sides, self.seat - 1, replace(side, hand=hand)),
            piles=put(board.piles, self.level - 1, pile.placed(self.card)),
        )

    def touches(self) -> tuple[str, ...]:
        return (card_id(self.card), f"hand:{self.seat}")


class SoldiersGained(Effect[Board], frozen=True):
    """Cubes go from the supply to a Front; `missed` ones were not there to be had.

    A row for each type that was gained, and one (`SoldiersMissed`) for each that was missed: the value is how many.
    """

    seat: Seat
    column: Column
    gained: Soldiers
    missed: Soldiers = NONE

    def apply(self, board: Board) -> Board:
        side = board.sides[self.seat - 1]
        front = side.fronts[self.column - 1]
        front = replace(front, soldiers=front.soldiers + self.gained)
        side = replace(side, fronts=put(side.fronts, self.column - 1, front))
        return replace(board, supply=board.supply - self.gained, sides=put(board.sides, self.seat - 1, side))

    def touches(self) -> tuple[str, ...]:
        return (
            front_id(self.seat, self.column),
            *(soldiers_id(self.seat, self.column, kind) for kind in self.gained.kinds),
        )

    def says(self, board: Board) -> str:
        if board.round == 0:
            return ""
        missed = f" The supply lacks {self.missed.words()}." if self.missed else ""
        return f"Front {self.column} gains {self.gained.words()}.{missed}"

    def facts(self, board: Board) -> Iterable[Fact]:
        place = front_id(self.seat, self.column)
        for kind in KINDS:
            for name, soldiers in (("", self.gained), ("SoldiersMissed", self.missed)):
                if n := soldiers.count(kind):
                    yield Fact(type=name, seat=self.seat, place=place, kind=kind, value=n)
