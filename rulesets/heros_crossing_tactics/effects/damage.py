"""The points of damage: who dies, what is stopped, and the end of the attack."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from msgspec.structs import replace

from rulesets.heros_crossing_tactics.board import Board
from rulesets.heros_crossing_tactics.ids import card_id, front_id, hero_id, soldiers_id
from rulesets.heros_crossing_tactics.names import hero_name
from rulesets.heros_crossing_tactics.phases import TURN_OVER, Damage
from rulesets.heros_crossing_tactics.pieces import STRIKING, CardId, Column, Kind, Striking, striking_words
from rulesets.kit.facts import Fact
from rulesets.kit.phases import Seat
from rulesets.kit.structs import Effect
from rulesets.kit.tuples import insert, put

if TYPE_CHECKING:
    from collections.abc import Iterable


def striker(board: Board, by: Striking) -> str | None:
    """What deals the next point, as an id: the Soldiers of the Front, and after them the attacker's reserve card.

    So the card is credited with what it adds.
    """
    attack, card = board.attack, board.attack.attacker_card
    lent = board.components.hero[card].recruits.count(by) if card else 0
    return hero_id(board, card) if attack.left(by) <= lent else soldiers_id(board.seat, attack.column, by)


class SoldierKilled(Effect[Board], frozen=True):
    """One point of damage kills one Soldier, the value of its row.

    `card` is the reserve card that a temporary Soldier came with. `source` is what dealt the point: the Soldiers of the
    Front, or the attacker's reserve card. `choice` is how the attack goes: `straight` or `diagonal`.
    """

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

    def sentence(self, board: Board) -> str:
        dies = f"1 {self.kind.capitalize()}{' of the reserve' if self.source == 'temporary' else ''}"
        if self._chosen(board):
            return f"{{{board.seat}}} chooses: {striking_words(self.by, 'kill')} {dies}."
        return f"{striking_words(self.by, 'kill')} {dies}."

    def _chosen(self, board: Board) -> bool:
        """Whether another type could have lost a Soldier (HCT-DMG-05, 08)."""
        defenders = board.front(self.seat, self.column).soldiers + board.attack.temporary
        return self.kind in STRIKING and all(defenders.count(kind) for kind in STRIKING)

    def facts(self, board: Board) -> Iterable[Fact]:
        card = board.attack.defender_card if self.source == "temporary" else None
        return (
            Fact(
                seat=self.seat,
                card=hero_id(board, card),
                place=front_id(self.seat, self.column),
                kind=self.kind,
                choice=board.attack.direction,
                source=striker(board, self.by),
                value=1,
            ),
        )


class MonarchDamaged(Effect[Board], frozen=True):
    """A point of damage finds no Soldier. The value of its row is the health lost.

    `source` and `choice` are as of a Soldier killed.
    """

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

    def sentence(self, board: Board) -> str:
        monarch = hero_name(board, board.side(self.seat).monarch)
        return f"{striking_words(self.by, 'hit')} {{{self.seat}}}'s {monarch}: {self.health} health left."

    def facts(self, board: Board) -> Iterable[Fact]:
        lost = board.side(self.seat).health - self.health
        return (
            Fact(
                seat=self.seat,
                place=front_id(self.seat, board.attack.target),
                kind=self.by,
                choice=board.attack.direction,
                source=striker(board, self.by),
                value=lost,
            ),
        )


class MagicBlocked(Effect[Board], frozen=True):
    """Armor stops all Magic. The value of its row is how many points, `source` whose Armor: a Front's or a card's."""

    seat: Seat
    """Whose Armor."""
    column: Column
    points: int
    """Points that have no effect."""

    def apply(self, board: Board) -> Board:
        return replace(board, pending=Damage(replace(board.attack, magic=0)))

    def touches(self) -> tuple[str, ...]:
        return (soldiers_id(self.seat, self.column, "armor"),)

    def sentence(self, board: Board) -> str:
        return f"{{{self.seat}}}'s Armor stops {self.points} Magic."

    def facts(self, board: Board) -> Iterable[Fact]:
        attack, place = board.attack, front_id(self.seat, self.column)
        cubes = board.front(self.seat, self.column).soldiers.armor
        source = soldiers_id(self.seat, self.column, "armor") if cubes else hero_id(board, attack.defender_card)
        return (Fact(seat=self.seat, place=place, choice=attack.direction, source=source, value=self.points),)


class AttackEnded(Effect[Board], frozen=True):
    """Reserve cards are discarded, temporary Soldiers vanish, and the turn is over. It is no row of the statistics."""

    silent = {"cards": "`ReserveShown` names them"}
    cards: tuple[CardId, ...] = ()

    def apply(self, board: Board) -> Board:
        discard = board.discard
        for card in self.cards:
            discard = insert(discard, card)
        return replace(board, discard=discard, pending=TURN_OVER)

    def touches(self) -> tuple[str, ...]:
        return (*(card_id(card) for card in self.cards), "discard") if self.cards else ()

    def sentence(self, board: Board) -> str:
        return ("", "The reserve card is discarded.", "Both reserve cards are discarded.")[len(self.cards)]

    def facts(self, board: Board) -> Iterable[Fact]:
        return ()
