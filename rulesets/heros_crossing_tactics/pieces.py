"""Pieces and places: columns, levels, and Soldiers, whose four types always come in the printed order."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct
from msgspec.structs import astuple

from rulesets.kit.phases import Seat
from rulesets.kit.words import joined

Column = int
"""1 to 3, shared by both players: a Front faces the other player's Front of its column (HCT-AMB-08)."""

Level = int
"""Of a hero, 1 to 3; its back shows it."""

CardId = str
"""The name of a card, or the back of one that the recorder cannot see (`?2`)."""

COLUMNS: tuple[Column, ...] = (1, 2, 3)
OTHERS: dict[Column, tuple[Column, Column]] = {1: (2, 3), 2: (1, 3), 3: (1, 2)}
"""The two other columns, ascending."""

LEVELS: tuple[Level, ...] = (1, 2, 3)


def other(seat: Seat) -> Seat:
    """The opponent's seat."""
    return 3 - seat


Kind = Literal["weapon", "armor", "potion", "magic"]
"""A type of Soldier (HCT-CMP-02)."""

Striking = Literal["weapon", "magic"]
"""A type that deals damage (HCT-DMG-02)."""

STRIKING: tuple[Striking, ...] = ("weapon", "magic")


def striking_words(by: Striking, does: str) -> str:
    """What those of a type do: `Weapons kill`, `Magic kills`."""
    return f"Weapons {does}" if by == "weapon" else f"Magic {does}s"


Direction = Literal["straight", "diagonal"]
"""How an attack goes (HCT-ATK-05)."""

KINDS: tuple[Kind, ...] = ("weapon", "armor", "potion", "magic")


def soldiers_of(kind: Kind, n: int) -> str:
    """`1 Weapon`, `no Weapons`; Armor and Magic are not counted in words: `2 Magic`."""
    return f"{n or 'no'} {kind.capitalize()}{'s' if n != 1 and kind in ('weapon', 'potion') else ''}"


class Soldiers(Struct, frozen=True, gc=False, omit_defaults=True):
    """A number of each type."""

    weapon: int = 0
    armor: int = 0
    potion: int = 0
    magic: int = 0

    def __add__(self, more: Soldiers) -> Soldiers:
        return Soldiers(
            self.weapon + more.weapon, self.armor + more.armor, self.potion + more.potion, self.magic + more.magic
        )

    def __sub__(self, less: Soldiers) -> Soldiers:
        return Soldiers(
            self.weapon - less.weapon, self.armor - less.armor, self.potion - less.potion, self.magic - less.magic
        )

    def __bool__(self) -> bool:
        return bool(self.weapon or self.armor or self.potion or self.magic)

    def at_most(self, most: Soldiers) -> Soldiers:
        """Type by type the smaller number."""
        return Soldiers(
            min(self.weapon, most.weapon),
            min(self.armor, most.armor),
            min(self.potion, most.potion),
            min(self.magic, most.magic),
        )

    def plus(self, kind: Kind, n: int) -> Soldiers:
        """`n` more of one type; written out because a computed field name costs three times as much."""
        weapon, armor, potion, magic = self.weapon, self.armor, self.potion, self.magic
        if kind == "weapon":
            weapon += n
        elif kind == "armor":
            armor += n
        elif kind == "potion":
            potion += n
        else:
            magic += n
        return Soldiers(weapon, armor, potion, magic)

    def count(self, kind: Kind) -> int:
        """How many of one type."""
        number: int = getattr(self, kind)
        return number

    @property
    def total(self) -> int:
        return self.weapon + self.armor + self.potion + self.magic

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """The types of which there is at least one."""
        return tuple([kind for kind, _ in self.counts()])

    def counts(self) -> list[tuple[Kind, int]]:
        """The types of which there is at least one, and how many of each."""
        return [(kind, n) for kind, n in zip(KINDS, astuple(self), strict=True) if n]

    def words(self) -> str:
        """`2 Weapons and 1 Magic`, in the printed order; `no Soldiers` for none."""
        return joined(soldiers_of(kind, self.count(kind)) for kind in self.kinds) or "no Soldiers"


NONE = Soldiers()
