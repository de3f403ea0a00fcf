"""Bends: what holds for a while. `values.py` adds them up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from msgspec import Meta

from rulesets.heros_crossing.words.common import ActionName, Colour, DieFace, Face, Level, Resource, Small, Word
from rulesets.heros_crossing.words.numbers import Expr
from rulesets.kit.cards import union_of


class Bend(Word, frozen=True):
    """What holds for a while."""


class WaiveColor(Bend, frozen=True, tag="waive_color"):
    """Dice of these colours (any, if none is given) pass the colour test of one action."""

    action: ActionName
    colors: tuple[Colour, ...] = ()


class ValueBonus(Bend, frozen=True, tag="value_bonus"):
    """A die counts for more in one action only."""

    action: ActionName
    n: Small


class ProduceBonus(Bend, frozen=True, tag="produce_bonus"):
    """Production Centers that fit make more."""

    n: Small
    resource: Resource | None = None
    level: Level | None = None


class MoveBonus(Bend, frozen=True, tag="move_bonus"):
    """Each Move has more points."""

    n: Small


class PassThrough(Bend, frozen=True, tag="pass_through"):
    """Cubes may cross spies, or building-class tiles."""

    spies: bool = False
    buildings: bool = False


class SpyRule(Bend, frozen=True, tag="spy_rule"):
    """More spies out at once; no spy may be sent to the own town; Expel asks for another value."""

    extra: Annotated[int, Meta(ge=0, le=3)] = 0
    immune: bool = False
    threshold: DieFace | None = None


class BidRule(Bend, frozen=True, tag="bid_rule"):
    """An equal bid is enough; others must beat the own bids by more; a withdrawn bid is no bar."""

    win_ties: bool = False
    min_margin: Small = 0
    rebid: bool = False


class AttractRule(Bend, frozen=True, tag="attract_rule"):
    """Among equal totals, or at all, the owner sells first; or sells once more when all have sold."""

    win_ties: bool = False
    go_first: bool = False
    extra_worker: bool = False


class SaleRule(Bend, frozen=True, tag="sale_rule"):
    """A cube of one type serves as another; cubes are sold from Production Centers; sales that fit bring more VP."""

    resource: Resource | None = None
    substitute: Resource | None = None
    """Cubes of `resource` fill needs of this type."""
    from_production: bool = False
    """For the VP of a level 1 Shop."""
    vp: Small = 0
    level: Level | None = None


class StealRule(Bend, frozen=True, tag="steal_rule"):
    """Steals without a modifier, more of them, none suffered, or none of the own dice given."""

    free: bool = False
    extra: Annotated[int, Meta(ge=0, le=3)] = 0
    immune: bool = False
    keep_die: bool = False


class DonationRule(Bend, frozen=True, tag="donation_rule"):
    """Another rate of donation."""

    cubes: Annotated[int, Meta(ge=1, le=8)] = 4
    vp: Annotated[int, Meta(ge=1, le=9)] = 1


class LimitRule(Bend, frozen=True, tag="limit_rule"):
    """Tiles that fit hold another number of cubes."""

    n: Annotated[int, Meta(ge=4, le=12)]
    kind: Literal["production", "shop"] | None = None
    level: Level | None = None


class PlaceRule(Bend, frozen=True, tag="place_rule"):
    """Tiles are placed without regard to zoning, or next to buildings."""

    ignore_zoning: bool = False
    ignore_adjacency: bool = False


class SetZoning(Bend, frozen=True, tag="set_zoning"):
    """For the owner alone the Zoning Die shows another face."""

    face: Face


class ReplaceAction(Bend, frozen=True, tag="replace_action"):
    """An action of the row may be done as another."""

    from_: ActionName
    to: ActionName


class EndVp(Bend, frozen=True, tag="end_vp"):
    """VP at the end of the game."""

    value: Expr
    cap: Annotated[int, Meta(ge=0, le=99)] | None = None


if TYPE_CHECKING:
    AnyBend = Bend
else:
    AnyBend = union_of(Bend)
