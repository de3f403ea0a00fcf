"""What lies on the table of Hero's Crossing: dice, tiles, bids, heroes, and what belongs to a seat."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from rulesets.kit.phases import Seat
from rulesets.kit.piles import Pile

TileId = str
"""The id of one tile (`apothecary-1b`); `land` for every plain land tile; `?1` for one that nobody at hand can see."""

UNKNOWN: TileId = "?1"
"""A tile of a hand that the viewer does not see."""

HeroId = str

Cell = str
"""A square of a town in its owner's frame (`0.-2`): east before north, from the first tile laid."""

Die = str
"""Colour and face of a die (`red-4`): two dice that show the same are the same."""

PLAYER_COLOURS = ("black", "orange", "purple", "yellow")

FIRST_MODIFIERS = 2
"""HCX-SET-08."""

HERO_SPACES = 4
"""HCX-SET-13."""

SLOT_LEVELS = (1, 1, 1, 1, 1, 2, 2, 2, 3, 3)
"""The building spaces of the board, by level."""

FACE = {f"{colour}-{face}": face for colour in ("grey", "green", "blue", "red") for face in range(1, 7)}
"""What each die shows."""

DIE_SIDES = 6

COLOUR = {die: die[:-2] for die in FACE}
"""The colour of each die."""


class Laid(Struct, frozen=True, gc=False):
    """A die that lies on a tile or a hero."""

    die: Die
    modifiers: int = 0
    bonus: int = 0
    """What powers add to it there."""
    substitute: bool = False
    """The die itself lies elsewhere, or in the graveyard; this marks its second place (HCX-DUA-10)."""

    @property
    def value(self) -> int:
        return FACE[self.die] + self.modifiers + self.bonus


class Stake(Struct, frozen=True, gc=False):
    """A worker and the dice beside it: a bid, or an attraction."""

    seat: Seat
    dice: tuple[Laid, ...]

    @property
    def total(self) -> int:
        return sum(laid.value for laid in self.dice)


class Assigned(Struct, frozen=True, gc=False, order=True):
    """A die of a pool that a power has assigned to an action, which it may do whatever its colour (HCX-POW-08)."""

    die: Die
    action: str


class Slot(Struct, frozen=True, gc=False):
    """A building space of the board."""

    tile: TileId = ""
    bids: tuple[Stake, ...] = ()
    """In the order in which they were made or last raised, so that of equal ones the last is the highest."""
    barred: tuple[Seat, ...] = ()
    """Who withdrew from the tile this round; sorted."""

    def bid(self, seat: Seat) -> Stake | None:
        """The bid of a seat, if it has one."""
        for bid in self.bids:
            if bid.seat == seat:
                return bid
        return None

    @property
    def highest(self) -> Stake | None:
        """The highest bid; the later one of two equal ones, which only a power allows."""
        return max(reversed(self.bids), key=lambda bid: bid.total, default=None)


class Visit(Struct, frozen=True, gc=False):
    """A space for a visiting hero."""

    hero: HeroId = ""
    filled: tuple[str, ...] = ()
    """For each need the type of the cube on it, or `""`."""
    by: tuple[Seat, ...] = ()
    """For each need who filled it, or 0."""
    stakes: tuple[Stake, ...] = ()
    """In the order of each seat's first attraction."""


class Lot(Struct, frozen=True, gc=False):
    """A cell of a town with its tile."""

    cell: Cell
    tile: TileId
    cubes: int = 0
    """All of the tile's own type (HCX-TWN-09, 13)."""
    spies: tuple[Seat, ...] = ()
    """Whose spies stand there; sorted."""


class Owned(Struct, frozen=True, gc=False):
    """A hero in front of its owner."""

    hero: HeroId
    joined: int
    """The round."""
    exhausted: bool = False
    refreshed: int = 0
    """The turn in which something last refreshed it, since the clean-up."""


class Stack(Struct, frozen=True, gc=False):
    """A face-down stack of tiles with one level on their backs."""

    hidden: Pile
    bottom: tuple[TileId, ...] = ()
    """Tiles put back during play, the uppermost first: everybody knows them, and nothing hidden lies below."""

    @property
    def size(self) -> int:
        return self.hidden.size + len(self.bottom)


class Side(Struct, frozen=True, gc=False):
    """All that belongs to one seat."""

    colour: str = ""
    vp: int = 0
    modifiers: int = FIRST_MODIFIERS
    pool: tuple[Die, ...] = ()
    """Unspent dice; sorted."""
    town: tuple[Lot, ...] = ()
    """Sorted by the name of the cell."""
    heroes: tuple[Owned, ...] = ()
    """In the order in which they joined."""
    bends: tuple[str, ...] = ()
    """Addresses of the powers called up this turn (`dancer.0`)."""
    assigned: tuple[Assigned, ...] = ()
    """Sorted; as long as there are any, no other die is drafted."""
    hand: tuple[TileId, ...] = ()
    """The draft hand; sorted."""
    picked: TileId = ""
    """Chosen in this pass of the draft, face down."""
    tiles: tuple[TileId, ...] = ()
    """Drafted and not yet laid, plain land among them; sorted."""

    def lot(self, cell: Cell) -> Lot | None:
        """What stands on a cell, if anything does."""
        for lot in self.town:
            if lot.cell == cell:
                return lot
        return None

    def with_lot(self, lot: Lot) -> Side:
        """The side with this lot, in a new cell or instead of what stood there."""
        for index, old in enumerate(self.town):
            if old.cell >= lot.cell:
                rest = self.town[index + (old.cell == lot.cell) :]
                return replace(self, town=(*self.town[:index], lot, *rest))
        return replace(self, town=(*self.town, lot))

    def with_cubes(self, cell: Cell, more: int) -> Side:
        """The side with more cubes on a cell, or with fewer."""
        lot = self.lot(cell)
        assert lot is not None
        return self.with_lot(replace(lot, cubes=lot.cubes + more))

    def with_pool(self, pool: tuple[Die, ...]) -> Side:
        """The side with other dice in its pool; what a die was assigned to goes with it."""
        assigned = tuple([own for own in self.assigned if own.die in pool]) if self.assigned else ()
        return replace(self, pool=pool, assigned=assigned)

    def owned(self, hero: HeroId) -> Owned | None:
        """An own hero, if it is one."""
        return next((own for own in self.heroes if own.hero == hero), None)
