"""The tiles of Hero's Crossing, and the colours and resources that they deal in."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Kind = Literal["production", "shop", "foundation", "land", "wishing_well", "guarded_land", "supply_line"]

COLOURS = ("grey", "green", "blue", "red")
"""Of dice, in the order of RESOURCES."""

RESOURCES = ("armor", "potion", "magic", "weapon")

COLOUR_OF = dict(zip(RESOURCES, COLOURS, strict=True))

RESOURCE_OF = dict(zip(COLOURS, RESOURCES, strict=True))

BUILDINGS = frozenset({"production", "shop", "foundation"})
"""Building-class tiles; all others are land-class (HCX-TWN-03)."""

SPECIAL_NAMES = {
    "wishing_well": "Wishing Well",
    "guarded_land": "Guarded Land",
    "supply_line": "Supply Line",
    "foundation": "Foundation",
}

LAND = "land"
"""The id that all plain land tiles share: they are all equal (HCX-SET-17)."""


class Tile(Struct, frozen=True, gc=False):
    """One tile. Copies differ in their id alone."""

    id: str
    face: str
    """What its copies share: the id of a building in the set; of other tiles the kind (`wishing_well`)."""
    name: str
    kind: Kind
    back: int
    """The level on its back: the stack it belongs to; 0 of plain land."""
    level: int = 0
    """Of a Production Center or a Shop; a special tile has none (HCX-SPC-01)."""
    resource: str = ""
    amount: int = 0
    """Items produced, or VP for each sale."""
    building: bool = False
    """Building-class rather than land-class."""
    invented: tuple[str, ...] = ()
    """Which of its facts are made up, in a set that is not the printed one."""

    @property
    def colour(self) -> str:
        """Of the dice that suit it; `""` of a special tile, which any die suits."""
        return COLOUR_OF.get(self.resource, "")

    def same_as(self, other: Tile) -> bool:
        """Whether the two are the same building: special tiles never are (HCX-DRF-09, HCX-BID-16)."""
        return self.level > 0 and self.level == other.level and self.name == other.name
