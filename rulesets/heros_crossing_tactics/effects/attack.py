"""An attack: its declaration and its reserve cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from rulesets.heros_crossing_tactics.board import Board
from rulesets.heros_crossing_tactics.ids import card_id, front_id, hero_id, soldiers_id
from rulesets.heros_crossing_tactics.names import card_name
from rulesets.heros_crossing_tactics.phases import Attack, AttackerReserve, Damage, DefenderReserve
from rulesets.heros_crossing_tactics.pieces import NONE, STRIKING, CardId, Column, Level, Soldiers, Striking, other
from rulesets.kit.facts import Fact
from rulesets.kit.phases import Seat
from rulesets.kit.piles import is_back
from rulesets.kit.structs import Effect, Viewer, sees
from rulesets.kit.tuples import insert, put, without

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


class AttackDeclared(Effect[Board], frozen=True):
    """A Front attacks one of the other seat's Fronts. The value of its row is how many of its Soldiers strike."""

    seat: Seat
    column: Column
    target: Column

    def apply(self, board: Board) -> Board:
        return replace(board, pending=AttackerReserve(Attack(self.column, self.target)))

    def touches(self) -> tuple[str, ...]:
        return front_id(self.seat, self.column), front_id(other(self.seat), self.target)

    def sentence(self, board: Board) -> str:
        attack, force = self._striking(board)
        ahead = ", straight ahead" if attack.straight else ""
        text = f"{{{self.seat}}} attacks {{{other(self.seat)}}}'s Front {self.target} from Front {self.column}{ahead}"
        idle = board.front(self.seat, self.column).soldiers.weapon and not attack.straight
        return f"{text}, with {force.words()}{'; Weapons strike straight ahead only' if idle else ''}."

    def _striking(self, board: Board) -> tuple[Attack, Soldiers]:
        attack = Attack(self.column, self.target)
        return attack, attack.striking(board.front(self.seat, self.column).soldiers)

    def facts(self, board: Board) -> Iterable[Fact]:
        place, against = front_id(self.seat, self.column), front_id(other(self.seat), self.target)
        attack, force = self._striking(board)
        return (Fact(seat=self.seat, place=place, target=against, kind=attack.direction, value=force.total),)


def reserve(board: Board, seat: Seat, card: CardId | None, value: int | None = None) -> Fact:
    """A row of a reserve card, or of none: `place` is the Front that it is for, `kind` what that does."""
    kind, place = "attack" if seat == board.seat else "defence", front_id(seat, board.fighting(seat))
    return Fact(seat=seat, card=hero_id(board, card), place=place, kind=kind, value=value)


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

    def sentence(self, board: Board) -> str:
        card = f"a level {self.level} card" if self.card is None or is_back(self.card) else card_name(board, self.card)
        return f"{{{self.seat}}} lays {card} in reserve, face down."

    def facts(self, board: Board) -> Iterable[Fact]:
        return (reserve(board, self.seat, self.card, self.level),)


class ReserveDeclined(Effect[Board], frozen=True):
    """No card is laid."""

    seat: Seat

    def apply(self, board: Board) -> Board:
        return replace(board, pending=_answered(board, self.seat, None))

    def touches(self) -> tuple[str, ...]:
        return (f"reserve:{self.seat}",)

    def sentence(self, board: Board) -> str:
        level, highest = board.components.level, board.highest(self.seat)
        could = any(level[card] <= highest for card in board.side(self.seat).hand)
        return f"{{{self.seat}}} {'lays no reserve' if could else 'has no card to lay in reserve'}."

    def facts(self, board: Board) -> Iterable[Fact]:
        return (reserve(board, self.seat, None),)


def _answered(board: Board, seat: Seat, card: CardId | None) -> DefenderReserve | Damage:
    attack = board.attack
    if seat == board.seat:
        return DefenderReserve(replace(attack, attacker_card=card))
    return Damage(replace(attack, defender_card=card))


class ReserveShown(Effect[Board], frozen=True):
    """A reserve card is turned up; for whoever did not know it, it gets its name here.

    The value of its row is how many of its Soldiers count in this attack; with none it was a bluff.
    """

    mark = "reveal"
    silent = {"level": "that of the card"}
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

    def sentence(self, board: Board) -> str:
        added = self._counted(board)
        return (
            f"{{{self.seat}}} shows {card_name(board, self.card)}, which adds {added.words() if added else 'nothing'}."
        )

    def _counted(self, board: Board) -> Soldiers:
        """Those of its Soldiers that count in this attack."""
        soldiers = board.components.hero[self.card].recruits
        return board.attack.striking(soldiers) if self.seat == board.seat else soldiers

    def facts(self, board: Board) -> Iterable[Fact]:
        return (reserve(board, self.seat, self.card, self._counted(board).total),)


class ReservesRevealed(Effect[Board], frozen=True):
    """Both seats have decided: the points of the attack, and the Soldiers that the defender's card gives.

    A row for each kind of points that the Soldiers of the Front give, and that the attacker's card adds; and one
    (`TemporarySoldiersGained`) for each type that the defender's card gives. The value is how many.
    """

    title = "Points of an attack"
    weapon: int = 0
    magic: int = 0
    temporary: Soldiers = NONE

    def apply(self, board: Board) -> Board:
        return replace(
            board,
            pending=Damage(replace(board.attack, weapon=self.weapon, magic=self.magic, temporary=self.temporary)),
        )

    def sentence(self, board: Board) -> str:
        force, foe = Soldiers(weapon=self.weapon, magic=self.magic), other(board.seat)
        if not force:
            return f"{{{board.seat}}} has nothing to strike with."
        defenders = board.front(foe, board.attack.target).soldiers + self.temporary
        return f"{{{board.seat}}} strikes with {force.words()} against {defenders.words()} of {{{foe}}}."

    def facts(self, board: Board) -> Iterator[Fact]:
        attack = board.attack
        own = attack.striking(board.front(board.seat, attack.column).soldiers)
        for kind, points in zip(STRIKING, (self.weapon, self.magic), strict=True):
            if n := own.count(kind):
                yield _points(board, kind, n)
            if n := points - own.count(kind):
                yield _points(board, kind, n, hero_id(board, attack.attacker_card))
        for gained in self.temporary.kinds:
            lent = reserve(board, other(board.seat), attack.defender_card, self.temporary.count(gained))
            yield replace(lent, type="TemporarySoldiersGained", kind=gained, source=lent.card)


def _points(board: Board, kind: Striking, value: int, card: str | None = None) -> Fact:
    """Points of one kind, of the Soldiers in the Front or of a card."""
    attack, seat = board.attack, board.seat
    return Fact(
        seat=seat,
        card=card,
        place=front_id(seat, attack.column),
        target=front_id(other(seat), attack.target),
        kind=kind,
        choice=attack.direction,
        source=card or soldiers_id(seat, attack.column, kind),
        value=value,
    )
