"""Parts of a board: units with their tokens, items, the slot in progress."""

from __future__ import annotations

from typing import Literal, TypeVar

from msgspec import Struct
from msgspec.structs import astuple, replace

CardId = str
"""The name of one physical card: `guardian`, `orc-2`."""

Position = int
"""1 to 3, 1 being closest to the centre (CDT-GEO-01)."""

Side = Literal["hero", "enemy"]
Rerolls = Literal["negate", "attacker_first", "defender_first"]
Until = Literal["end_of_action", "end_of_round", "end_of_combat", "end_of_game"]


class Tokens(Struct, frozen=True, gc=False, omit_defaults=True):
    """The tokens on one unit, but for its health."""

    attack_plus: int = 0
    attack_minus: int = 0
    defence_plus: int = 0
    defence_minus: int = 0
    bleed: int = 0
    counter: int = 0
    restrain: int = 0
    stun: int = 0
    hound: int = 0
    guard_dog: int = 0
    dragon_shield: int = 0

    def count(self, kind: str) -> int:
        n: int = getattr(self, kind)
        return n

    def plus(self, kind: str, n: int) -> Tokens:
        """With `n` more of a kind (fewer, if negative)."""
        counts = list(astuple(self))
        counts[INDEX[kind]] += n
        return Tokens(*counts)

    @property
    def attack(self) -> int:
        """What they add to an attack (CDT-MOD-01)."""
        return self.attack_plus - self.attack_minus

    @property
    def defence(self) -> int:
        """What they add to the defence (CDT-MOD-03)."""
        return self.defence_plus - self.defence_minus

    def counts(self) -> tuple[tuple[str, int], ...]:
        """Kinds that there are, and how many of each."""
        if self == NONE:  # as most often: the list takes 2 us
            return ()
        return tuple((kind, n) for kind, n in zip(KINDS, astuple(self), strict=True) if n)


KINDS: tuple[str, ...] = Tokens.__struct_fields__
INDEX = {kind: index for index, kind in enumerate(KINDS)}
NONE = Tokens()

TOKEN_NAMES = {
    **{kind: kind.replace("_", " ").title() for kind in KINDS},
    "attack_plus": "attack +1",
    "attack_minus": "attack -1",
    "defence_plus": "defence +1",
    "defence_minus": "defence -1",
}


class Unit(Struct, frozen=True, gc=False):
    """A hero or an enemy in its line."""

    card: CardId
    health: int
    exhausted: bool = False
    tokens: Tokens = NONE

    def with_tokens(self, tokens: Tokens) -> Unit:
        return Unit(self.card, self.health, self.exhausted, tokens)


class Item(Struct, frozen=True, gc=False):
    """An item in the pool."""

    card: CardId
    exhausted: bool = False


class Slot(Struct, frozen=True, gc=False):
    """A unit's time to act."""

    unit: CardId
    skipped: bool = False
    """Stunned, it had to skip (CDT-RST-09): only then its Stun goes at the end."""
    moved: tuple[CardId, ...] = ()
    """Units that moved since it began; sorted."""
    called_off: bool = False
    """A text has ended its action: it stops as soon as the attack under way is resolved (CDT-SKL-13, 15)."""


class Ongoing(Struct, frozen=True, gc=False):
    """A continuous change in force; what it changes stands at its phrase."""

    at: str
    units: tuple[CardId, ...]
    until: Until


class Used(Struct, frozen=True, gc=False):
    """A quirk with a limit that has taken place."""

    owner: CardId
    quirk: str
    limit: str


def unit_index(line: tuple[Unit, ...], card: CardId) -> int:
    """Where a card stands in a line, from 0; -1 if nowhere."""
    for index, unit in enumerate(line):
        if unit.card == card:
            return index
    return -1


Card = TypeVar("Card", Unit, Item)


def readied(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """All of them upright."""
    return tuple(replace(card, exhausted=False) if card.exhausted else card for card in cards)
