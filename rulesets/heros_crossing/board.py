"""The table of Hero's Crossing: what stands on it. `phases.py` lists what it can wait for."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from rulesets.heros_crossing.components import Components
from rulesets.heros_crossing.phases import Pending
from rulesets.heros_crossing.pieces import Cell, Die, HeroId, Side, Slot, Stack, TileId, Visit
from rulesets.kit.phases import Seat
from rulesets.kit.piles import Pile
from rulesets.kit.tuples import put


class Board(Struct, frozen=True, gc=False):
    """The whole table at one version."""

    components: Components
    pending: Pending
    sides: tuple[Side, ...]
    supply: tuple[Slot, ...]
    """By the spaces of SLOT_LEVELS."""
    stacks: tuple[Stack, Stack, Stack]
    """Tiles, by the level on their back."""
    visiting: tuple[Visit, Visit, Visit, Visit]
    heroes: tuple[Pile, Pile, Pile]
    """The hero stack by level; names that left the game unseen stay in its pools (HCX-SET-11)."""
    deck: tuple[str, ...]
    """Action Cards not drawn; sorted."""
    chance: Literal["table", "server"] = "table"
    """Who answers for chance: what a card does by hand is entered only where the table does."""
    discard: tuple[str, ...] = ()
    """Action Cards used; sorted."""
    card: str = ""
    """The Action Card in force."""
    rolled: str = ""
    """The face that the Zoning Die was rolled to."""
    zoning: str = ""
    """The face that counts."""
    graveyard: tuple[Die, ...] = ()
    """Sorted."""
    first: Seat = 1
    """Who holds the Zoning Die."""
    seat: Seat = 1
    """Whose turn it is."""
    era: int = 1
    last_round: int = 0
    """Once the last hero has been drawn: the round after which the game ends."""
    steals: int = 0
    """In this turn."""
    drafts: int = 0
    """Dice that may still be drafted in this turn."""
    raises: tuple[TileId, ...] = ()
    """Announced at the start of this turn and not yet made; sorted."""
    round: int = 0
    """From 1; 0 in the set-up."""
    turn: int = 0
    """From 1 over the whole game; 0 in the set-up."""

    @property
    def seats(self) -> int:
        return len(self.sides)

    def side(self, seat: Seat) -> Side:
        return self.sides[seat - 1]

    def with_side(self, seat: Seat, side: Side) -> Board:
        return replace(self, sides=put(self.sides, seat - 1, side))

    def clockwise(self, seat: Seat) -> tuple[Seat, ...]:
        """All seats from `seat` on."""
        return (*range(seat, self.seats + 1), *range(1, seat))

    def left_of(self, seat: Seat) -> Seat:
        """The clockwise neighbour."""
        return seat % self.seats + 1

    def offers(self, tile: TileId) -> bool:
        """Whether a tile lies face up in the supply."""
        return bool(tile) and any(slot.tile == tile for slot in self.supply)

    def slot_of(self, tile: TileId) -> int:
        """The place in `supply` of a face-up tile."""
        return next(index for index, slot in enumerate(self.supply) if slot.tile == tile)

    def slot(self, tile: TileId) -> Slot:
        """The building space of a face-up tile."""
        return self.supply[self.slot_of(tile)]

    def visited_by(self, hero: HeroId) -> bool:
        """Whether a hero visits."""
        return bool(hero) and any(visit.hero == hero for visit in self.visiting)

    def space_of(self, hero: HeroId) -> int:
        """The place in `visiting` of a visiting hero."""
        return next(index for index, visit in enumerate(self.visiting) if visit.hero == hero)

    def bids_of(self, seat: Seat) -> list[Slot]:
        """The slots that a seat has a bid on."""
        return [slot for slot in self.supply if slot.bids and slot.bid(seat)]

    @property
    def heroes_left(self) -> int:
        """Cards in the hero stack."""
        return sum(pile.size for pile in self.heroes)


def spies_of(board: Board, seat: Seat) -> tuple[tuple[Seat, Cell], ...]:
    """Where a seat's spies stand."""
    found = [(other, lot.cell) for other, side in enumerate(board.sides, 1) for lot in side.town if seat in lot.spies]
    return tuple(found)
