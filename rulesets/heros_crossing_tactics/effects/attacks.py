"""An attack: reserves, the points of damage, and who dies."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from msgspec.structs import replace

from rulesets.heros_crossing_tactics.board import Board
from rulesets.heros_crossing_tactics.ids import front_id, soldiers_id
from rulesets.heros_crossing_tactics.names import named
from rulesets.heros_crossing_tactics.phases import TURN_OVER, Attack, AttackerReserve, Damage, DefenderReserve
from rulesets.heros_crossing_tactics.pieces import NONE, CardId, Column, Kind, Level, Soldiers, Striking, other
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
        card = f"a level {self.level} card" if self.card is None or is_back(self.card) else named(board, self.card)
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
        return (f"card:{self.card}", f"reserve:{self.seat}")

    def says(self, board: Board) -> str:
        return f"{{{self.seat}}} shows {named(board, self.card)}."

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


class SoldierKilled(Effect[Board], frozen=True):
    """One point of damage kills one Soldier, the value of its row."""

    seat: Seat
    """Whose Soldier it was."""
    column: Column
    kind: Kind
    source: Literal["cube", "temporary"]
    by: Striking

    def apply(self, board: Board) -> Board:
        attack = board.attack.less_a_point(self.by)
        if self.source == "temporary":
            return replace(board, pending=Damage(replace(attack, temporary=attack.temporary.plus(self.kind, -1))))
        side = board.sides[self.seat - 1]
        front = side.fronts[self.column - 1]
        front = replace(front, soldiers=front.soldiers.plus(self.kind, -1))
        side = replace(side, fronts=put(side.fronts, self.column - 1, front))
        return replace(
            board,
            sides=put(board.sides, self.seat - 1, side),
            supply=board.supply.plus(self.kind, 1),
            pending=Damage(attack),
        )

    def touches(self) -> tuple[str, ...]:
        if self.source == "temporary":
            return (f"reserve:{self.seat}",)
        return (soldiers_id(self.seat, self.column, self.kind),)

    def says(self, board: Board) -> str:
        which = "a reserve" if self.source == "temporary" else "a"
        if which == "a" and self.kind == "armor":
            which = "an"
        return f"{self.by.capitalize()} kills {which} {self.kind.capitalize()}."

    def facts(self, board: Board) -> Iterable[Fact]:
        place = front_id(self.seat, self.column)
        return (Fact(seat=self.seat, place=place, kind=self.kind, target=self.source, value=1),)


class MonarchDamaged(Effect[Board], frozen=True):
    """A point of damage finds no Soldier. The value of its row is the health left."""

    seat: Seat
    health: int
    """What is left."""
    by: Striking

    def apply(self, board: Board) -> Board:
        side = replace(board.sides[self.seat - 1], health=self.health)
        return replace(
            board,
            sides=put(board.sides, self.seat - 1, side),
            pending=Damage(board.attack.less_a_point(self.by)),
        )

    def touches(self) -> tuple[str, ...]:
        return (f"health:{self.seat}",)

    def says(self, board: Board) -> str:
        return f"{self.by.capitalize()} hits the Monarch of {{{self.seat}}}: {self.health} left."

    def facts(self, board: Board) -> Iterable[Fact]:
        return (Fact(seat=self.seat, kind=self.by, value=self.health),)


class MagicBlocked(Effect[Board], frozen=True):
    """Armor stops all Magic. The value of its row is how many points."""

    seat: Seat
    """Whose Armor."""
    column: Column
    points: int
    """Points that have no effect."""

    def apply(self, board: Board) -> Board:
        return replace(board, pending=Damage(replace(board.attack, magic=0)))

    def touches(self) -> tuple[str, ...]:
        return (soldiers_id(self.seat, self.column, "armor"),)

    def says(self, board: Board) -> str:
        return f"Armor stops {self.points} Magic."

    def facts(self, board: Board) -> Iterable[Fact]:
        return (Fact(seat=self.seat, place=front_id(self.seat, self.column), value=self.points),)


class AttackEnded(Effect[Board], frozen=True):
    """Reserve cards are discarded, temporary Soldiers vanish, and the turn is over."""

    cards: tuple[CardId, ...] = ()

    def apply(self, board: Board) -> Board:
        discard = board.discard
        for card in self.cards:
            discard = insert(discard, card)
        return replace(board, discard=discard, pending=TURN_OVER)

    def touches(self) -> tuple[str, ...]:
        return (*(f"card:{card}" for card in self.cards), "discard") if self.cards else ()
