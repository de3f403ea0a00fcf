"""What follows from actions of several topics."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from rulesets.heros_crossing_tactics.board import Board
from rulesets.heros_crossing_tactics.ids import card_id, front_id, hero_id, soldiers_id
from rulesets.heros_crossing_tactics.phases import Pending
from rulesets.heros_crossing_tactics.pieces import NONE, CardId, Column, Level, Soldiers
from rulesets.kit import structs
from rulesets.kit.facts import Fact
from rulesets.kit.phases import Seat
from rulesets.kit.structs import Effect
from rulesets.kit.tuples import insert, put, without

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


class Asked(structs.Asked[Board], frozen=True):
    """A choice is put to a seat: what to draw, what to send, where to place. The phase says which."""

    phase: Pending


class CardShown(Effect[Board], frozen=True):
    """A card of a hand becomes public; for whoever did not know it, an unknown card gets its name here.

    The value of its row is the level.
    """

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

    def facts(self, board: Board) -> Iterable[Fact]:
        return (Fact(seat=self.seat, card=hero_id(board, self.card), value=self.level),)


class SoldiersGained(Effect[Board], frozen=True):
    """Cubes go from the supply to a Front; `missed` ones were not there to be had.

    A row for each hero and type that was gained, and one (`SoldiersMissed`) for each that was missed: the value is how
    many. What the supply has goes to the heroes from the top.
    """

    silent = {"missed": "the icons of the heroes less what was gained"}
    seat: Seat
    column: Column
    gained: Soldiers
    missed: Soldiers = NONE
    hero: CardId | None = None
    """Whose icons they are; null where all heroes of the Front recruit."""

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

    def sentence(self, board: Board) -> str:
        if board.round == 0:
            return ""
        missed = f" The supply lacks {self.missed.words()}." if self.missed else ""
        return f"Front {self.column} gains {self.gained.words()}.{missed}"

    def facts(self, board: Board) -> Iterable[Fact]:
        left = self.gained
        for hero in (self.hero,) if self.hero else board.front(self.seat, self.column).heroes:
            icons = board.components.hero[hero].recruits
            gained = icons.at_most(left)
            left -= gained
            yield from self._rows(board, hero, gained)
            yield from self._rows(board, hero, icons - gained, "SoldiersMissed")

    def _rows(self, board: Board, hero: CardId, soldiers: Soldiers, name: str = "") -> Iterator[Fact]:
        place, source = front_id(self.seat, self.column), hero_id(board, hero)
        for kind, n in soldiers.counts():
            yield Fact(type=name, seat=self.seat, place=place, kind=kind, source=source, value=n)
