"""How heroes come into Fronts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from rulesets.heros_crossing_tactics.board import Board
from rulesets.heros_crossing_tactics.ids import card_id, front_id, hero_id
from rulesets.heros_crossing_tactics.names import SLOTS, card_name
from rulesets.heros_crossing_tactics.pieces import CardId, Column
from rulesets.kit.facts import Fact
from rulesets.kit.phases import Seat
from rulesets.kit.structs import Effect
from rulesets.kit.tuples import insert, put, without

if TYPE_CHECKING:
    from collections.abc import Iterable


class HeroPlaced(Effect[Board], frozen=True):
    """A new hero joins a Front, at its bottom."""

    seat: Seat
    column: Column
    card: CardId

    def apply(self, board: Board) -> Board:
        side = board.sides[self.seat - 1]
        front = side.fronts[self.column - 1]
        front = replace(front, heroes=(*front.heroes, self.card))
        side = replace(side, fronts=put(side.fronts, self.column - 1, front), hand=without(side.hand, self.card))
        return replace(board, sides=put(board.sides, self.seat - 1, side))

    def touches(self) -> tuple[str, ...]:
        return (card_id(self.card), front_id(self.seat, self.column))

    def sentence(self, board: Board) -> str:
        return f"{{{self.seat}}} hires {card_name(board, self.card)} into Front {self.column}."

    def facts(self, board: Board) -> Iterable[Fact]:
        return (Fact(seat=self.seat, card=hero_id(board, self.card), place=front_id(self.seat, self.column)),)


class HeroReplaced(Effect[Board], frozen=True):
    """A hero of the next level takes the place of another, which is discarded.

    In its row the other is the `target`, and `kind` is the slot: `top`, `second` or `third`.
    """

    seat: Seat
    column: Column
    slot: int
    """From 1, the top."""
    old: CardId
    new: CardId

    def apply(self, board: Board) -> Board:
        side = board.sides[self.seat - 1]
        front = side.fronts[self.column - 1]
        front = replace(front, heroes=put(front.heroes, self.slot - 1, self.new))
        side = replace(side, fronts=put(side.fronts, self.column - 1, front), hand=without(side.hand, self.new))
        return replace(board, sides=put(board.sides, self.seat - 1, side), discard=insert(board.discard, self.old))

    def touches(self) -> tuple[str, ...]:
        return (card_id(self.new), card_id(self.old), front_id(self.seat, self.column), "discard")

    def sentence(self, board: Board) -> str:
        old, new = card_name(board, self.old), card_name(board, self.new)
        return f"{{{self.seat}}} replaces {old} with {new} in Front {self.column}."

    def facts(self, board: Board) -> Iterable[Fact]:
        new, old, place = hero_id(board, self.new), hero_id(board, self.old), front_id(self.seat, self.column)
        return (Fact(seat=self.seat, card=new, place=place, target=old, kind=SLOTS[self.slot - 1]),)
