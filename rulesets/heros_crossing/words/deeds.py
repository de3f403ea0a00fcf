"""Deeds: what is done once. `rules/verbs.py` does them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from msgspec import Meta

from rulesets.heros_crossing.words.common import (
    ActionName,
    Change,
    Colour,
    DieFace,
    Level,
    Resource,
    Small,
    Whose,
    Word,
)
from rulesets.heros_crossing.words.numbers import Expr
from rulesets.kit.cards import union_of


class Deed(Word, frozen=True, kw_only=True):
    """What is done once. An optional one that cannot be carried out is left out."""

    optional: bool = False


class DieDeed(Deed, frozen=True, kw_only=True):
    """Something about one die of a pool, of these colours (any, if none is given)."""

    colors: tuple[Colour, ...] = ()
    whose: Whose = "any"


class AdjustDie(DieDeed, frozen=True, tag="adjust_die"):
    """Turn it up or down by one of `by`."""

    by: tuple[Change, ...] = (-1, 1)


class SetDie(DieDeed, frozen=True, tag="set_die"):
    """Turn it to one of `faces`."""

    faces: tuple[DieFace, ...] = (1, 2, 3, 4, 5, 6)


class FlipDie(DieDeed, frozen=True, tag="flip_die"):
    """Turn it to the opposite face."""


class RerollDie(DieDeed, frozen=True, tag="reroll_die"):
    """Roll it again."""


class RecolorDie(DieDeed, frozen=True, tag="recolor_die"):
    """It counts as a die of the other colour for the rest of the round."""

    to: Colour = "grey"


class AssignDie(Deed, frozen=True, tag="assign_die", kw_only=True):
    """An own die, the next to be drafted, will do one action whatever its colour; it is turned to one of `faces`.

    Without `faces` it stays as it is.
    """

    action: ActionName
    faces: tuple[DieFace, ...] = ()


class GainModifiers(Deed, frozen=True, tag="gain_modifiers"):
    """Modifiers come out of the stock."""

    n: Small


class LoseModifiers(Deed, frozen=True, tag="lose_modifiers"):
    """An opponent of choice loses some, as far as there are any."""

    n: Small


class GainVp(Deed, frozen=True, tag="gain_vp"):
    """VP at once."""

    value: Expr


class GainCubes(Deed, frozen=True, tag="gain_cubes"):
    """Cubes come onto one own tile that takes them."""

    n: Annotated[int, Meta(ge=1, le=8)]
    kind: Literal["production", "shop"] | None = None
    resource: Resource | None = None
    override_limit: bool = False


class RemoveCubes(Deed, frozen=True, tag="remove_cubes"):
    """Cubes go from one tile of an opponent, or of the owner."""

    n: Annotated[int, Meta(ge=1, le=8)]
    whose: Whose = "opponent"
    kind: Literal["production", "shop"] | None = None
    resource: Resource | None = None


class MoveCubes(Deed, frozen=True, tag="move_cubes"):
    """One Move without a die: this many points, for cubes of these types (any, if none is given)."""

    points: Annotated[int, Meta(ge=1, le=12)]
    types: tuple[Resource, ...] = ()


class ExtraAction(Deed, frozen=True, tag="extra_action"):
    """One more action: with the die in use, or without one, for which it counts as any colour with this value."""

    action: ActionName
    with_die: bool = False
    value: DieFace = 4


class ExtraDraft(Deed, frozen=True, tag="extra_draft"):
    """More dice may be drafted this turn."""

    n: Annotated[int, Meta(ge=1, le=3)] = 1


class PlaceLand(Deed, frozen=True, tag="place_land"):
    """A land tile comes into the own town."""


class TakeTile(Deed, frozen=True, tag="take_tile"):
    """A face-up tile without bids comes into the own town."""

    level: Level | None = None


class RefreshHero(Deed, frozen=True, tag="refresh_hero"):
    """Another own hero is exhausted no longer; no hero more than once in a turn."""


class ExhaustHero(Deed, frozen=True, tag="exhaust_hero"):
    """A hero of an opponent becomes exhausted."""


class ByHand(Deed, frozen=True, tag="by_hand"):
    """What no word can express: the table enters what the card does."""


if TYPE_CHECKING:
    AnyDeed = Deed
else:
    AnyDeed = union_of(Deed)

LAST = (RerollDie, MoveCubes, ExtraAction, PlaceLand, TakeTile, ByHand)
"""Deeds that ask chance or lead on to a decision: nothing may follow them."""
