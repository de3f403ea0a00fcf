"""The file of a component set: heroes and cubes, as it is written."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from rulesets.heros_crossing_tactics.pieces import Soldiers
from rulesets.kit.components import Entries, Id, Name

Count = Annotated[int, Meta(ge=0, le=99)]


class Icons(Struct, frozen=True, forbid_unknown_fields=True):
    """A number for each type of Soldier; 0 by default."""

    weapon: Count = 0
    armor: Count = 0
    potion: Count = 0
    magic: Count = 0

    def soldiers(self) -> Soldiers:
        return Soldiers(self.weapon, self.armor, self.potion, self.magic)


class Cubes(Icons, frozen=True, forbid_unknown_fields=True):
    """The cubes in the box."""

    weapon: Count = 15
    armor: Count = 15
    potion: Count = 15
    magic: Count = 15


class HeroCard(Struct, frozen=True, forbid_unknown_fields=True):
    """One Hero Card as the file writes it."""

    id: Id
    name: Name
    level: Annotated[int, Meta(ge=1, le=3)]
    recruits: Icons = Icons()
    drawing_power: Annotated[int, Meta(ge=0, le=9)] = 0
    monarch: Literal["king", "queen"] | None = None
    printed: tuple[Literal["name", "level", "recruits", "drawing_power"], ...] = ()
    """Which of its facts the rulebooks print; all others are invented."""


class Document(Struct, frozen=True, forbid_unknown_fields=True):
    """The whole file."""

    game: Literal["heros_crossing_tactics"]
    id: Id
    name: Name
    source: Literal["printed", "invented"]
    heroes: Entries[HeroCard]
    cubes: Cubes = Cubes()
