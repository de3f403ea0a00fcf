"""The table of Card Tactics."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from rulesets.card_tactics.components import Components
from rulesets.card_tactics.phases import Pending
from rulesets.card_tactics.pieces import CardId, Item, Ongoing, Position, Rerolls, Side, Slot, Unit, Used, unit_index
from rulesets.kit.phases import Seat
from rulesets.kit.piles import Pile
from rulesets.kit.tuples import put

HEROES = 3
"""CDT-SET-09."""
ROOM = 3
"""CDT-GEO-03."""
PLENTY = 99
"""Tokens of a kind whose supply is no limit."""

DEPTHS: tuple[str, ...] = (
    *["common"] * 5,
    "common_boss",
    *["rare"] * 5,
    "rare_boss",
    *["unique"] * 2,
    "unique_boss",
    *["unique"] * 3,
)
"""The class of each card of the Challenge stack, from the top (CDT-SET-05)."""

CLASSES = tuple(dict.fromkeys(DEPTHS))


class Board(Struct, frozen=True, gc=False):
    """The whole table at one version."""

    components: Components
    pending: Pending
    seats: int
    chance: Literal["table", "server"]
    rerolls: Literal["ask", "negate", "attacker_first", "defender_first"]
    """How competing re-rolls are resolved in combats without an agreement of their own (CDT-ATK-16)."""
    limited: bool
    """Whether tokens run out (CDT-TKN-06)."""
    challenge: tuple[Pile, ...]
    """The cards left in the Challenge stack, by class in the order of `CLASSES`; unused ones are in `unseen` too."""
    stacks: tuple[Pile, Pile, Pile]
    """Common, rare and unique items."""
    events: Pile
    controllers: tuple[tuple[CardId, Seat], ...] = ()
    """Who controls which hero."""
    heroes: tuple[Unit, ...] = ()
    """H1 first."""
    enemies: tuple[Unit, ...] = ()
    """E1 first."""
    aside: tuple[CardId, ...] = ()
    """Defeated heroes, in the order of their defeat."""
    discard: tuple[CardId, ...] = ()
    """Defeated enemies; sorted."""
    pool: tuple[Item, ...] = ()
    """By name."""
    item_discard: tuple[CardId, ...] = ()
    """Sorted."""
    event: CardId = ""
    """The event whose text is being carried out."""
    lasting: tuple[CardId, ...] = ()
    """Events still in force (CDT-EVT-07)."""
    event_discard: tuple[CardId, ...] = ()
    """Sorted."""
    combat: int = 0
    """The number of this combat, or of the last one."""
    fighting: bool = False
    bosses: tuple[str, ...] = ()
    """The classes of the bosses that entered this combat."""
    combat_round: int = 0
    side: Side = "hero"
    """Whose turn it is."""
    slot: Slot | None = None
    using: CardId = ""
    """The item in use."""
    user: CardId = ""
    """The hero that uses it."""
    settled: Rerolls | None = None
    """How this combat resolves competing re-rolls, once that was agreed or had to be decided (CDT-ATK-19)."""
    ongoing: tuple[Ongoing, ...] = ()
    used: tuple[Used, ...] = ()
    """Quirks with a limit that took place."""
    revealed: int = 0
    """How many cards of the Challenge stack were revealed."""
    round: int = 0
    """From 1 over all combats; 0 before the first."""
    turn: int = 0
    """How many slots had their turn, over all combats; from 1."""

    def controller(self, hero: CardId) -> Seat:
        """The seat that acts for a hero (CDT-VAR-02)."""
        for card, seat in self.controllers:
            if card == hero:
                return seat
        return 1

    def is_hero(self, card: CardId) -> bool:
        return self.components.unit[card].hero

    def find(self, card: CardId) -> Unit | None:
        """The unit of a card; None if it is in neither line."""
        for unit in self.heroes:
            if unit.card == card:
                return unit
        for unit in self.enemies:
            if unit.card == card:
                return unit
        return None

    def unit(self, card: CardId) -> Unit:
        """The unit of a card that is known to be in one of the lines."""
        unit = self.find(card)
        assert unit is not None, card
        return unit

    def line_of(self, card: CardId) -> tuple[Unit, ...]:
        return self.heroes if self.components.unit[card].hero else self.enemies

    def is_bound(self, card: CardId) -> bool:
        """Whether Restrain keeps a unit from moving itself; in Camp there is no action to hinder (CDT-CMP-13)."""
        unit = self.find(card)
        return self.fighting and unit is not None and unit.tokens.restrain > 0

    def position(self, card: CardId) -> Position:
        """Where a unit stands in its line: 1 is closest to the centre, 0 in neither line."""
        return unit_index(self.line_of(card), card) + 1

    def place(self, card: CardId) -> int:
        """Where a unit stands in both lines together: heroes at 0, -1, -2, enemies at 1, 2, 3 (CDT-GEO-04)."""
        for index, unit in enumerate(self.heroes):
            if unit.card == card:
                return -index
        return unit_index(self.enemies, card) + 1

    def distance(self, one: CardId, other: CardId) -> int:
        """Spaces apart, the centre line counting nothing (CDT-GEO-05)."""
        return abs(self.place(one) - self.place(other))

    @property
    def units(self) -> tuple[Unit, ...]:
        return (*self.heroes, *self.enemies)

    def with_unit(self, unit: Unit) -> Board:
        """The board with another state of a unit."""
        index = unit_index(self.heroes, unit.card)
        if index >= 0:
            return replace(self, heroes=put(self.heroes, index, unit))
        return replace(self, enemies=put(self.enemies, unit_index(self.enemies, unit.card), unit))

    def item(self, card: CardId) -> Item | None:
        """The item of a card; None if it is not in the pool."""
        return next((item for item in self.pool if item.card == card), None)

    def tokens_left(self, kind: str) -> int:
        """How many tokens of a kind the supply still holds; plenty where it is no limit (CDT-TKN-06)."""
        if not self.limited or kind not in self.components.supply:
            return PLENTY
        return self.components.supply[kind] - sum(unit.tokens.count(kind) for unit in self.units)

    @property
    def takes_enemy(self) -> bool:
        """Whether another enemy can enter: in a combat with room for it, as long as cards are left (CDT-GEO-03)."""
        return self.fighting and bool(self.top) and len(self.enemies) < ROOM

    @property
    def top(self) -> str:
        """The class of the next card of the Challenge stack; empty when there is none."""
        return DEPTHS[self.revealed] if self.revealed < len(DEPTHS) else ""
