"""An attack: its declaration and its reserve cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from rulesets.heros_crossing_tactics.board import Board
from rulesets.heros_crossing_tactics.ids import card_id, front_id
from rulesets.heros_crossing_tactics.names import card_name
from rulesets.heros_crossing_tactics.phases import Attack, AttackerReserve, Damage, DefenderReserve
from rulesets.heros_crossing_tactics.pieces import NONE, CardId, Column, Level, Soldiers, other
from rulesets.kit.facts import Fact
from rulesets.kit.phases import Seat
from rulesets.kit.piles import is_back
from rulesets.kit.structs import Effect, Viewer, sees
from rulesets.kit.tuples import insert, put, without

if TYPE_CHECKING:
    from collections.abc import Iterable


class AttackDeclared(Effect[Board], frozen=True):
    """A Front attacks one of the other seat's Fronts."""

    seat: Seat
    column: Column
    target: Column

    def apply(self, board: Board) -> Board:
        return replace(board, pending=AttackerReserve(Attack(self.column, self.target)))

    def touches(self) -> tuple[str, ...]:
        return front_id(self.seat, self.column), front_id(other(self.seat), self.target)

    def says(self, board: Board) -> str:
        soldiers = board.front(self.seat, self.column).soldiers
        if self.column == self.target:
            force = Soldiers(weapon=soldiers.weapon, magic=soldiers.magic).words()
            return f"Front {self.column} attacks straight ahead, with {force}."
        return f"Front {self.column} attacks Front {self.target}, with {Soldiers(magic=soldiers.magic).words()}."

    def facts(self, board: Board) -> Iterable[Fact]:
        place, against = front_id(self.seat, self.column), front_id(other(self.seat), self.target)
        kind = "straight" if self.column == self.target else "diagonal"
        return (Fact(seat=self.seat, place=place, target=against, kind=kind),)


class ReserveCommitted(Effect[Board], frozen=True):
    """A card is laid face down for the attack. `card` is null for those who may not see it.

    The value of its row is the level.
    """

    seat: Seat
    level: Level
    card: CardId | None = None

    def apply(self, board: Board) -> Board:
        side = board.sides[self.seat - 1]
        card = self.card or next(card for card in side.hand if card.startswith(f"?{self.level}"))
        side = replace(side, hand=without(side.hand, card))
        return replace(board, sides=put(board.sides, self.seat - 1, side), pending=_answered(board, self.seat, card))

    def seen_by(self, viewer: Viewer) -> ReserveCommitted:
        return self if sees(viewer, self.seat) else ReserveCommitted(self.seat, self.level)

    def touches(self) -> tuple[str, ...]:
        return (f"reserve:{self.seat}", f"hand:{self.seat}")

    def says(self, board: Board) -> str:
        who = "Lays" if self.seat == board.seat else f"{{{self.seat}}} lays"
        card = f"a level {self.level} card" if self.card is None or is_back(self.card) else card_name(board, self.card)
        return f"{who} {card} in reserve, face down."

    def facts(self, board: Board) -> Iterable[Fact]:
        return (Fact(seat=self.seat, card=self.card, value=self.level),)


class ReserveDeclined(Effect[Board], frozen=True):
    """No card is laid."""

    seat: Seat

    def apply(self, board: Board) -> Board:
        return replace(board, pending=_answered(board, self.seat, None))

    def touches(self) -> tuple[str, ...]:
        return (f"reserve:{self.seat}",)

    def says(self, board: Board) -> str:
        return "Lays no reserve." if self.seat == board.seat else f"{{{self.seat}}} lays no reserve."


def _answered(board: Board, seat: Seat, card: CardId | None) -> DefenderReserve | Damage:
    attack = board.attack
    if seat == board.seat:
        return DefenderReserve(replace(attack, attacker_card=card))
    return Damage(replace(attack, defender_card=card))


class ReserveShown(Effect[Board], frozen=True):
    """A reserve card is turned up; for whoever did not know it, it gets its name here.

    The value of its row is the level.
    """

    mark = "reveal"
    seat: Seat
    level: Level
    card: CardId

    def apply(self, board: Board) -> Board:
        attack = board.attack
        laid = attack.attacker_card if self.seat == board.seat else attack.defender_card
        if laid == self.card:
            return board
        assert laid is not None
        pile, side = board.piles[self.level - 1], board.sides[self.seat - 1]
        back = pile.back_of(self.card, self.level)
        if back != laid:  # taken for a card of another generation when it was laid: that one is in the hand still
            side = replace(side, hand=insert(without(side.hand, back), laid))
        if self.seat == board.seat:
            attack = replace(attack, attacker_card=self.card)
        else:
            attack = replace(attack, defender_card=self.card)
        return replace(
            board,
            sides=put(board.sides, self.seat - 1, side),
            piles=put(board.piles, self.level - 1, pile.placed(self.card)),
            pending=Damage(attack),
        )

    def touches(self) -> tuple[str, ...]:
        return (card_id(self.card), f"reserve:{self.seat}")

    def says(self, board: Board) -> str:
        return f"{{{self.seat}}} shows {card_name(board, self.card)}."

    def facts(self, board: Board) -> Iterable[Fact]:
        return (Fact(seat=self.seat, card=self.card, value=self.level),)


class ReservesRevealed(Effect[Board], frozen=True):
    """Both seats have decided: the points of the attack, and the Soldiers that the defender's card gives."""

    weapon: int = 0
    magic: int = 0
    temporary: Soldiers = NONE

    def apply(self, board: Board) -> Board:
        return replace(
            board,
            pending=Damage(replace(board.attack, weapon=self.weapon, magic=self.magic, temporary=self.temporary)),
        )
