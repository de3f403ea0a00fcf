"""The table of Hero's Crossing: Tactics."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from rulesets.heros_crossing_tactics.components import Components
from rulesets.heros_crossing_tactics.phases import Attack, Pending
from rulesets.heros_crossing_tactics.pieces import NONE, CardId, Column, Level, Soldiers
from rulesets.kit.phases import Seat
from rulesets.kit.piles import Pile
from rulesets.kit.tuples import put

FULL_HEALTH = 6
"""HCT-SET-04."""


class Front(Struct, frozen=True, gc=False):
    """A column of heroes with its Soldiers."""

    heroes: tuple[CardId, ...] = ()
    """The top one, nearest to the enemy, first. While they are being placed they lie face down."""
    soldiers: Soldiers = NONE
    activated: bool = False


class Side(Struct, frozen=True, gc=False):
    """All that belongs to one seat."""

    monarch: CardId = ""
    health: int = FULL_HEALTH
    hand: tuple[CardId, ...] = ()
    """Sorted."""
    fronts: tuple[Front, Front, Front] = (Front(), Front(), Front())
    draft: tuple[CardId, ...] = ()
    """The draft hand; sorted."""
    drafted: tuple[CardId, ...] = ()
    """Picked in the draft and not yet placed; sorted."""
    first_heroes: tuple[CardId, ...] = ()
    """The heroes that it began with, by Front, as they were turned up; they may have left since."""


class Board(Struct, frozen=True, gc=False):
    """The whole table at one version."""

    components: Components
    pending: Pending
    first: Seat
    """Who holds the First Player card."""
    seat: Seat
    """Whose turn it is; in the set-up, who draws or is first to."""
    sides: tuple[Side, Side]
    piles: tuple[Pile, Pile, Pile]
    """Of level 1, 2 and 3."""
    supply: Soldiers
    discard: tuple[CardId, ...] = ()
    """Face up, sorted (HCT-AMB-14)."""
    round: int = 0
    """From 1; 0 in the set-up."""
    turn: int = 0
    """From 1 over the whole game; 0 in the set-up."""

    @property
    def seats(self) -> int:
        return len(self.sides)

    def side(self, seat: Seat) -> Side:
        return self.sides[seat - 1]

    def front(self, seat: Seat, column: Column) -> Front:
        return self.sides[seat - 1].fronts[column - 1]

    def pile(self, level: Level) -> Pile:
        return self.piles[level - 1]

    @property
    def attack(self) -> Attack:
        """The attack under way; only in the phases that have one."""
        attack: Attack = self.pending.attack  # type: ignore[union-attr, assignment]
        return attack

    def fighting(self, seat: Seat) -> Column:
        """The column that a seat attacks from, or defends."""
        return self.attack.column if seat == self.seat else self.attack.target

    def highest(self, seat: Seat) -> Level:
        """The highest level on the Front that a seat attacks from or defends."""
        return max(map(self.components.level.__getitem__, self.front(seat, self.fighting(seat)).heroes))

    def with_side(self, seat: Seat, side: Side) -> Board:
        return replace(self, sides=put(self.sides, seat - 1, side))

    def with_front(self, seat: Seat, column: Column, front: Front) -> Board:
        side = self.sides[seat - 1]
        return replace(self, sides=put(self.sides, seat - 1, replace(side, fronts=put(side.fronts, column - 1, front))))

    def with_pile(self, level: Level, pile: Pile) -> Board:
        return replace(self, piles=put(self.piles, level - 1, pile))
