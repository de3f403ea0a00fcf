"""What lies on the table: Hordes, heroes, Towers, stacks and the rest."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from rulesets.kingdom_rush.geometry import Facing, Mask, Quarter
from rulesets.kit.phases import Seat
from rulesets.kit.piles import Pile

CardId = str
SpaceId = str
"""A space of the map: of the Path, a Building site, or blank terrain (`3-4`: column and row)."""
HeroName = str
"""`alleria`, `malik` and so on, or `wildcat`."""
Token = int
"""A Spawn token, which also names the route of the Hordes of its stack."""

WILDCAT: HeroName = "wildcat"
ALLERIA: HeroName = "alleria"
"""Whose the Wildcat is."""


class Laid(Struct, frozen=True, gc=False):
    """A Damage tile in a tray."""

    source: str
    """The Tower, hero, ability or Spell that it is of."""
    cells: str


class Horde(Struct, frozen=True, gc=False):
    """A Horde or Portal card on the Path. In a space with several, the later one of the board lies on top."""

    card: CardId
    space: SpaceId
    route: Token
    turn: Quarter
    """How its tray is turned; it never changes."""
    level: int = 0
    """The Tower level that it asks for as a Portal; 0 when it is none."""
    tray: bool = True
    tiles: tuple[Laid, ...] = ()
    tiled: Mask = 0
    """The squares of `tiles`."""
    soldiers: Mask = 0
    gate: str = ""
    """The Portal tile on it, which made a Portal of it."""
    gated: Mask = 0
    """The squares under that."""


class AbilityTile(Struct, frozen=True, gc=False):
    """A special-ability tile in a slot of a Hero board."""

    id: str
    state: Literal["ready", "using", "active", "used"] = "ready"
    """Face up; face up while it takes effect; face up on the portrait until the round ends; face down."""


class Hero(Struct, frozen=True, gc=False):
    """A hero's miniature, health and tiles; also the Wildcat, and a Bench Hero that was called."""

    name: HeroName
    seat: Seat
    health: int
    space: SpaceId | None = None
    """Where it stands; None: on its player's board."""
    base: str | None = None
    """The north-west square under its base, while it is engaged."""
    facing: Facing = "N"
    down: bool = False
    """Knocked out: it lies on its player's board."""
    ready: bool = True
    """Its Hero card is in hand (the Wildcat: it may be activated in this round)."""
    abilities: tuple[AbilityTile, ...] = ()
    ongoing: tuple[str, ...] = ()
    """The ongoing effects that act for it until the round ends."""
    bench: bool = False
    """Called from the Bench: it leaves the game when the round ends."""
    fresh: bool = False
    """The Wildcat before it comes into play for the first time."""
    returned: bool = False
    """It came back in this round and is not activated before the next one: it regenerated, or it is the Wildcat that a
    basic attack brought (KRR-HRO-02, KRR-ALL-02)."""


class Side(Struct, frozen=True, gc=False):
    """What belongs to one seat."""

    colour: str = ""
    hero: HeroName = ""
    hand: tuple[str, ...] = ()
    """Towers; sorted."""
    incoming: tuple[str, ...] = ()
    """Towers passed to this seat; sorted. They are picked up in phase 5."""
    done: bool = False


class Tower(Struct, frozen=True, gc=False):
    """A Tower on a Building site. Of two on one site the later one of the board lies on top."""

    site: SpaceId
    card: str
    seat: Seat
    facing: Facing
    face_up: bool = True


class Stack(Struct, frozen=True, gc=False):
    """The face-down Horde cards of a Spawn point."""

    token: Token
    segments: tuple[Pile, ...]
    """From top to bottom. A segment's cards are in no order that anybody knows."""

    @property
    def size(self) -> int:
        return sum([segment.size for segment in self.segments])

    @property
    def on_top(self) -> Pile:
        """The segment that cards are drawn from. StopIteration when the stack is empty."""
        return next(segment for segment in self.segments if segment.size)


class Barrier(Struct, frozen=True, gc=False):
    """A Pathbreaker card in play."""

    card: str
    space: SpaceId
    """No Horde enters it and no hero ends there."""
    token: Token | None = None
    """The Spawn point that it blocks."""


class Boss(Struct, frozen=True, gc=False):
    """A Boss miniature on the map."""

    name: str
    space: SpaceId
