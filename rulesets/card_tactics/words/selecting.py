"""Who is meant, and under which condition."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal, get_args

from msgspec import Meta

from rulesets.kit.cards import Compared, Word, union_of
from rulesets.kit.components import CARD_ID

CardId = Annotated[str, Meta(pattern=CARD_ID, min_length=1, max_length=40)]
Number = Annotated[int, Meta(ge=-99, le=99)]
Amount = Annotated[int, Meta(ge=1, le=9)]
Place = Annotated[int, Meta(ge=1, le=3)]

Of = Literal["unit", "hero", "enemy", "ally", "opponent"]
"""Types of cards; `ally` and `opponent` depend on the owner of the text (CDT-TRM-04)."""

Known = Literal["self", "target", "attacker", "attacked", "mover"]
"""Ways to pick that need no looking around: the unit is known, or there is none."""

Rank = Literal[
    "closest", "second_closest", "farthest", "lowest_health", "highest_health", "lowest_defence", "highest_defence"
]
"""Ways to pick that put the units in an order, in which there may be ties."""

Pick = Literal[Known, Rank, "chosen", "all", "position", "random"]

KNOWN, RANKS = frozenset(get_args(Known)), frozenset(get_args(Rank))

TokenKind = Literal[
    "attack_plus", "attack_minus", "defence_plus", "defence_minus", "bleed", "counter", "restrain", "stun"
]
SpecialKind = Literal["hound", "guard_dog", "dragon_shield"]

Rarity = Literal["common", "rare", "unique"]
PhaseName = Literal["camp", "event", "combat"]


class Selector(Word, frozen=True):
    """Who is meant. Distances are measured from the owner of the text, on an event from the centre.

    Words of distance (`closest`, `farthest`) never mean the owner itself, every other pick may (CDT-AMB-54).
    """

    pick: Pick
    of: Of = "unit"
    n: Place | None = None
    """With `position`: 1 is closest to the centre."""
    count: Annotated[int, Meta(ge=1, le=6)] | Literal["all"] = 1
    """Of a rank, `all` means all that tie for it."""
    in_range: bool = False
    """Within the skill's range; never on enemies, quirks and events."""
    where: Condition | None = None
    """Asked of each candidate, which is then the unit meant by a condition without a `sel`."""
    tie: Literal["players", "centre", "outer"] = "players"
    """Who wins a tie (ruling A15: the players choose, unless the card says)."""


class ConditionWord(Word, tag_field="is", frozen=True):
    """Something that holds or does not; `sel` left out means the candidate, or else the owner of the text."""


class All(ConditionWord, tag="all", frozen=True):
    """Each of some conditions."""

    of: Conditions


class Any(ConditionWord, tag="any", frozen=True):
    """At least one of some conditions."""

    of: Conditions


class Not(ConditionWord, tag="not", frozen=True):
    """The opposite."""

    of: Condition


class HasToken(ConditionWord, tag="has_token", frozen=True):
    """It holds at least `n` tokens of a kind."""

    kind: TokenKind | SpecialKind
    sel: Selector | None = None
    n: Amount = 1


class Health(ConditionWord, tag="health", frozen=True):
    """Its health compared with a number or with what its card prints."""

    cmp: Compared
    n: Number | Literal["printed"]
    sel: Selector | None = None


class AtPosition(ConditionWord, tag="at_position", frozen=True):
    """It stands on a position, 1 being closest to the centre."""

    n: Place
    sel: Selector | None = None


class UnitsLeft(ConditionWord, tag="units_left", frozen=True):
    """How many units of a type stand in the line."""

    of: Of
    cmp: Compared
    n: Number


class NaturalRoll(ConditionWord, tag="natural_roll", frozen=True):
    """The sum of the dice of the attack under way, without modifiers."""

    cmp: Compared
    n: Number


class Total(ConditionWord, tag="total", frozen=True):
    """The total of the attack under way."""

    cmp: Compared
    n: Number


class IsHit(ConditionWord, tag="is_hit", frozen=True):
    """The attack under way hit the target that is being resolved; a critical hit is a hit (CDT-ATK-08)."""


class IsCrit(ConditionWord, tag="is_crit", frozen=True):
    """It was a critical hit."""


class IsMiss(ConditionWord, tag="is_miss", frozen=True):
    """It missed."""


class Defeated(ConditionWord, tag="defeated", frozen=True):
    """Whoever was meant stands in the line no longer."""

    sel: Selector


class MovedThisAction(ConditionWord, tag="moved_this_action", frozen=True):
    """It moved since the slot began; being displaced is no movement (CDT-MOV-03)."""

    sel: Selector | None = None


class CardIs(ConditionWord, tag="card_is", frozen=True):
    """Which card it is."""

    id: CardId
    sel: Selector | None = None


class HasRarity(ConditionWord, tag="rarity", frozen=True):
    """How rare it is; heroes have no rarity."""

    rarity: Rarity
    sel: Selector | None = None


class RoundNumber(ConditionWord, tag="round_number", frozen=True):
    """The round of this combat, from 1."""

    cmp: Compared
    n: Number


class InPhase(ConditionWord, tag="phase", frozen=True):
    """The phase of the game."""

    phase: PhaseName


if TYPE_CHECKING:
    Condition = ConditionWord
else:
    Condition = union_of(ConditionWord)

Conditions = Annotated[tuple[Condition, ...], Meta(min_length=1, max_length=6)]
