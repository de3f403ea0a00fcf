"""What can follow from an action: facts in the past tense, folded into the board.

Most changes are written out with `replace` at every level of the nesting: three to five dull lines, and three times as
fast as any helper that would hide them.
"""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from rulesets.heros_crossing_tactics.board import (
    OVER_LIMIT,
    TURN,
    TURN_OVER,
    Attack,
    AttackerReserve,
    Board,
    CardId,
    Column,
    Damage,
    DefenderReserve,
    Drafting,
    Flanking,
    Front,
    GameOver,
    Level,
    Placing,
    Recruiting,
    SetupDrawing,
    other,
)
from rulesets.heros_crossing_tactics.soldiers import NONE, Kind, Soldiers
from rulesets.kit.piles import is_back
from rulesets.kit.structs import Effect, Seat, Viewer, sees
from rulesets.kit.tuples import insert, put, without

UNKNOWN_HERO = "?1"
"""A card of the draft as those see it who do not hold it: all are of level 1."""

Hands = tuple[tuple[CardId, ...], tuple[CardId, ...]]


def named(board: Board, card: CardId) -> str:
    """A card in a sentence: its name, or what its back shows."""
    return f"a level {board.components.level[card]} hero" if is_back(card) else board.components.hero[card].name


def front_id(seat: Seat, column: Column) -> str:
    """The id of a Front on screens and in facts."""
    return f"front:{seat}.{column}"


# --- the set-up


class FirstPlayerDetermined(Effect[Board], frozen=True):
    """Seat `seat` holds the First Player card."""

    mark = "roll"
    seat: Seat

    def apply(self, board: Board) -> Board:
        return replace(board, first=self.seat, seat=self.seat)

    def touches(self) -> tuple[str, ...]:
        return (f"seat:{self.seat}",)

    def says(self, board: Board) -> str:
        return f"{{{self.seat}}} goes first."


class MonarchAssigned(Effect[Board], frozen=True):
    """A Monarch takes its place outside the Fronts."""

    seat: Seat
    card: CardId

    def apply(self, board: Board) -> Board:
        return board.with_side(self.seat, replace(board.side(self.seat), monarch=self.card))

    def touches(self) -> tuple[str, ...]:
        return (f"card:{self.card}",)


class DraftHandDealt(Effect[Board], frozen=True):
    """A seat draws its draft hand."""

    mark = "draw"
    seat: Seat
    cards: tuple[CardId, ...]

    def apply(self, board: Board) -> Board:
        pile = board.piles[0]
        for card in self.cards:
            pile = pile.drawn(None if is_back(card) else card)
        side = replace(board.side(self.seat), draft=tuple(sorted(self.cards)))
        return replace(board.with_side(self.seat, side), piles=put(board.piles, 0, pile), pending=Drafting())

    def seen_by(self, viewer: Viewer) -> DraftHandDealt:
        return self if sees(viewer, self.seat) else replace(self, cards=(UNKNOWN_HERO,) * len(self.cards))

    def touches(self) -> tuple[str, ...]:
        return (f"hand:{self.seat}",)


class DraftCardPicked(Effect[Board], frozen=True):
    """A seat lays one card of its draft hand aside, face down."""

    seat: Seat
    card: CardId

    def apply(self, board: Board) -> Board:
        side = board.side(self.seat)
        side = replace(side, draft=without(side.draft, self.card), drafted=insert(side.drafted, self.card))
        pending = board.pending
        assert isinstance(pending, Drafting)
        return replace(board.with_side(self.seat, side), pending=Drafting(put(pending.picked, self.seat - 1, True)))

    def seen_by(self, viewer: Viewer) -> DraftCardPicked:
        return self if sees(viewer, self.seat) else replace(self, card=UNKNOWN_HERO)

    def touches(self) -> tuple[str, ...]:
        return (f"hand:{self.seat}",)

    def says(self, board: Board) -> str:
        return f"{{{self.seat}}} picks {named(board, self.card)}."


class DraftHandsPassed(Effect[Board], frozen=True):
    """Both seats pass the rest of their draft hands on. `hands` is what each now holds."""

    hands: Hands

    def apply(self, board: Board) -> Board:
        told = {card for hand in self.hands for card in hand}
        pile = board.piles[0]
        for side in board.sides:
            for card in side.draft:
                if card not in told and not is_back(card):  # it went out of the viewer's sight
                    pile = pile.hidden(card)
        for hand in self.hands:
            for card in hand:
                if not is_back(card):  # it came into sight; names already in sight are in no pool
                    pile = pile.placed(card)
        one, two = board.sides
        sides = (replace(one, draft=self.hands[0]), replace(two, draft=self.hands[1]))
        return replace(board, sides=sides, piles=put(board.piles, 0, pile), pending=Drafting())

    def seen_by(self, viewer: Viewer) -> DraftHandsPassed:
        one, two = (
            hand if sees(viewer, seat) else (UNKNOWN_HERO,) * len(hand) for seat, hand in enumerate(self.hands, 1)
        )
        return DraftHandsPassed((one, two))

    def touches(self) -> tuple[str, ...]:
        return ("hand:1", "hand:2")

    def says(self, board: Board) -> str:
        return "The draft hands change places."


class DraftFinished(Effect[Board], frozen=True):
    """All six heroes are picked; now they are placed."""

    def apply(self, board: Board) -> Board:
        return replace(board, pending=Placing())


class HeroesPlaced(Effect[Board], frozen=True):
    """A seat lays its drafted heroes face down, one in each Front."""

    seat: Seat
    cards: tuple[CardId, CardId, CardId]

    def apply(self, board: Board) -> Board:
        pending = board.pending
        assert isinstance(pending, Placing)
        one, two, three = self.cards
        side = replace(board.side(self.seat), drafted=(), fronts=(Front((one,)), Front((two,)), Front((three,))))
        return replace(board.with_side(self.seat, side), pending=Placing(put(pending.placed, self.seat - 1, True)))

    def seen_by(self, viewer: Viewer) -> HeroesPlaced:
        return self if sees(viewer, self.seat) else HeroesPlaced(self.seat, (UNKNOWN_HERO,) * 3)

    def touches(self) -> tuple[str, ...]:
        return tuple(front_id(self.seat, column) for column in (1, 2, 3))

    def says(self, board: Board) -> str:
        return f"{{{self.seat}}} places three heroes, face down."


class HeroFlipped(Effect[Board], frozen=True):
    """A placed hero is turned face up."""

    mark = "reveal"
    seat: Seat
    column: Column
    card: CardId

    def apply(self, board: Board) -> Board:
        side = board.sides[self.seat - 1]
        side = replace(side, fronts=put(side.fronts, self.column - 1, Front((self.card,))))
        return replace(
            board,
            sides=put(board.sides, self.seat - 1, side),
            piles=put(board.piles, 0, board.piles[0].placed(self.card)),
        )

    def touches(self) -> tuple[str, ...]:
        return (f"card:{self.card}", front_id(self.seat, self.column))

    def says(self, board: Board) -> str:
        lead = f"{{{self.seat}}} shows " if self.column == 1 else ""
        return f"{lead}{named(board, self.card)}{'.' if self.column == 3 else ','}"


class SetupDrawingStarted(Effect[Board], frozen=True):
    """A seat may draw cards with the Drawing Power of its first three heroes."""

    seat: Seat
    power: int

    def apply(self, board: Board) -> Board:
        return replace(board, seat=self.seat, pending=SetupDrawing(self.power))


class RoundStarted(Effect[Board], frozen=True):
    """The set-up is over: round 1, first turn."""

    first: Seat

    def apply(self, board: Board) -> Board:
        return replace(board, round=1, turn=1, seat=self.first, pending=TURN)

    def says(self, board: Board) -> str:
        return "Round 1 starts."


# --- cards


class HeroDrawn(Effect[Board], frozen=True):
    """A seat draws a card. `card` is null when it is not told; its back shows the level."""

    mark = "draw"
    seat: Seat
    level: Level
    card: CardId | None = None

    def apply(self, board: Board) -> Board:
        pile = board.piles[self.level - 1]
        side = board.sides[self.seat - 1]
        pending = board.pending
        if type(pending) is Recruiting:
            pending = Recruiting(pending.power - self.level)
        elif type(pending) is SetupDrawing:
            pending = SetupDrawing(pending.power - self.level, pending.drawn + 1)
        return replace(
            board,
            pending=pending,
            piles=put(board.piles, self.level - 1, pile.drawn(self.card)),
            sides=put(
                board.sides,
                self.seat - 1,
                replace(side, hand=insert(side.hand, self.card or pile.back(self.level))),
            ),
        )

    def seen_by(self, viewer: Viewer) -> HeroDrawn:
        return self if sees(viewer, self.seat) else HeroDrawn(self.seat, self.level)

    def touches(self) -> tuple[str, ...]:
        return (f"card:{self.card}", f"hand:{self.seat}") if self.card else (f"hand:{self.seat}", f"pile:{self.level}")

    def says(self, board: Board) -> str:
        return f"Draws {named(board, self.card or board.pile(self.level).back(self.level))}."


class DrawingFinished(Effect[Board], frozen=True):
    """No more cards are drawn; what power is left is lost."""

    seat: Seat
    unspent: int = 0

    def apply(self, board: Board) -> Board:
        return replace(board, pending=OVER_LIMIT)

    def says(self, board: Board) -> str:
        return f"Leaves {self.unspent} Drawing Power unspent." if self.unspent else ""


class PileRecreated(Effect[Board], frozen=True):
    """The discarded cards of a level become its new pile."""

    level: Level
    cards: tuple[CardId, ...]

    def apply(self, board: Board) -> Board:
        made = set(self.cards)
        pile = board.piles[self.level - 1].recreated(self.cards)
        return replace(
            board,
            piles=put(board.piles, self.level - 1, pile),
            discard=tuple(card for card in board.discard if card not in made),
        )

    def touches(self) -> tuple[str, ...]:
        return (f"pile:{self.level}", "discard")

    def says(self, board: Board) -> str:
        return f"The level {self.level} pile is made anew of {len(self.cards)} discarded cards."


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
        return (f"card:{self.card}", f"hand:{self.seat}")


class HeroDiscarded(Effect[Board], frozen=True):
    """A card goes from a hand to the discard."""

    seat: Seat
    card: CardId

    def apply(self, board: Board) -> Board:
        side = board.sides[self.seat - 1]
        return replace(
            board,
            sides=put(board.sides, self.seat - 1, replace(side, hand=without(side.hand, self.card))),
            discard=insert(board.discard, self.card),
        )

    def touches(self) -> tuple[str, ...]:
        return (f"card:{self.card}", f"hand:{self.seat}", "discard")

    def says(self, board: Board) -> str:
        return f"Discards {named(board, self.card)}."


# --- turns and rounds


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

    def says(self, board: Board) -> str:
        if self.action == "recruit":
            return f"Front {self.column} recruits."
        if self.action == "flank":
            return f"Front {self.column} flanks."
        return ""  # hiring and attacking tell more


class TurnEnded(Effect[Board], frozen=True):
    """The next seat takes its turn."""

    next: Seat

    def apply(self, board: Board) -> Board:
        return replace(board, seat=self.next, turn=board.turn + 1, pending=TURN)


class RoundEnded(Effect[Board], frozen=True):
    """All six Fronts are refreshed and the First Player card goes to `first`, who begins the next round."""

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

    def says(self, board: Board) -> str:
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

    def says(self, board: Board) -> str:
        return f"{{{self.seat}}} wins."


# --- heroes and Soldiers


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
        return (f"card:{self.card}", front_id(self.seat, self.column))

    def says(self, board: Board) -> str:
        return f"Places {named(board, self.card)} in Front {self.column}."


class HeroReplaced(Effect[Board], frozen=True):
    """A hero of the next level takes the place of another, which is discarded."""

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
        return (f"card:{self.new}", f"card:{self.old}", front_id(self.seat, self.column))

    def says(self, board: Board) -> str:
        return f"Replaces {named(board, self.old)} with {named(board, self.new)} in Front {self.column}."


class SoldiersGained(Effect[Board], frozen=True):
    """Cubes go from the supply to a Front; `missed` ones were not there to be had."""

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
        return (front_id(self.seat, self.column), *(soldiers_ids(self.seat, self.column, self.gained)))

    def says(self, board: Board) -> str:
        if board.round == 0:
            return ""
        missed = f" The supply lacks {self.missed.words()}." if self.missed else ""
        return f"Front {self.column} gains {self.gained.words()}.{missed}"


def soldiers_ids(seat: Seat, column: Column, soldiers: Soldiers) -> tuple[str, ...]:
    """The ids of the stacks of cubes that some Soldiers stand on."""
    return tuple(f"soldiers:{seat}.{column}.{kind}" for kind in soldiers.kinds)


class DrawingStarted(Effect[Board], frozen=True):
    """A recruiting Front has Drawing Power to spend."""

    power: int

    def apply(self, board: Board) -> Board:
        return replace(board, pending=Recruiting(self.power))


class FlankStarted(Effect[Board], frozen=True):
    """Soldiers of some types may leave a Front."""

    column: Column
    kinds: tuple[Kind, ...]

    def apply(self, board: Board) -> Board:
        return replace(board, pending=Flanking(self.column, self.kinds))


OTHERS: dict[Column, tuple[Column, Column]] = {1: (2, 3), 2: (1, 3), 3: (1, 2)}
"""The two other columns, ascending."""


class SoldiersFlanked(Effect[Board], frozen=True):
    """Soldiers of one type move to the two other Fronts."""

    seat: Seat
    column: Column
    kind: Kind
    first: int = 0
    """To the lower of the other columns."""
    second: int = 0
    """To the higher one."""

    def apply(self, board: Board) -> Board:
        side = board.sides[self.seat - 1]
        fronts = list(side.fronts)
        low, high = OTHERS[self.column]
        for column, n in ((self.column, -self.first - self.second), (low, self.first), (high, self.second)):
            if n:
                front = fronts[column - 1]
                fronts[column - 1] = replace(front, soldiers=front.soldiers.plus(self.kind, n))
        pending = board.pending
        assert isinstance(pending, Flanking)
        rest = pending.kinds[1:]
        one, two, three = fronts
        return replace(
            board,
            sides=put(board.sides, self.seat - 1, replace(side, fronts=(one, two, three))),
            pending=Flanking(self.column, rest) if rest else TURN_OVER,
        )

    def touches(self) -> tuple[str, ...]:
        low, high = OTHERS[self.column]
        moved = ((self.column, self.first + self.second), (low, self.first), (high, self.second))
        return tuple(f"soldiers:{self.seat}.{column}.{self.kind}" for column, n in moved if n)

    def says(self, board: Board) -> str:
        low, high = OTHERS[self.column]
        sent = [
            f"{n} {self.kind.capitalize()} to Front {column}"
            for column, n in ((low, self.first), (high, self.second))
            if n
        ]
        return f"Front {self.column} sends {' and '.join(sent)}." if sent else ""


# --- attacks


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


class ReserveCommitted(Effect[Board], frozen=True):
    """A card is laid face down for the attack. `card` is null for those who may not see it."""

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
    """A reserve card is turned up; for whoever did not know it, it gets its name here."""

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
    """One point of damage kills one Soldier."""

    seat: Seat
    """Whose Soldier it was."""
    column: Column
    kind: Kind
    source: Literal["cube", "temporary"]
    by: Literal["weapon", "magic"]

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
        return (f"soldiers:{self.seat}.{self.column}.{self.kind}",)

    def says(self, board: Board) -> str:
        which = "a reserve" if self.source == "temporary" else "a"
        if which == "a" and self.kind == "armor":
            which = "an"
        return f"{self.by.capitalize()} kills {which} {self.kind.capitalize()}."


class MonarchDamaged(Effect[Board], frozen=True):
    """A point of damage finds no Soldier."""

    seat: Seat
    health: int
    """What is left."""
    by: Literal["weapon", "magic"]

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


class MagicBlocked(Effect[Board], frozen=True):
    """Armor stops all Magic."""

    seat: Seat
    """Whose Armor."""
    column: Column
    points: int
    """Points that have no effect."""

    def apply(self, board: Board) -> Board:
        return replace(board, pending=Damage(replace(board.attack, magic=0)))

    def touches(self) -> tuple[str, ...]:
        return (f"soldiers:{self.seat}.{self.column}.armor",)

    def says(self, board: Board) -> str:
        return f"Armor stops {self.points} Magic."


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
