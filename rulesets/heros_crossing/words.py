"""The words in which hero powers are written. One struct each; `rules/values.py` and `rules/verbs.py` carry them out.

A bend changes what the rules ask for or give: it holds as long as the hero is owned (a passive power), or for the rest
of the turn in which it is called up (an activated one). A deed does something once.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

Resource = Literal["armor", "potion", "magic", "weapon"]
Colour = Literal["grey", "green", "blue", "red"]
Face = Literal["N", "E", "S", "W", "X"]
ActionName = Literal["get_land", "get_modifiers", "produce", "move", "spy", "expel", "bid", "attract"]
Level = Annotated[int, Meta(ge=1, le=3)]
Whose = Literal["self", "opponent", "any"]
Small = Annotated[int, Meta(ge=0, le=12)]
Step = Annotated[int, Meta(ge=-5, le=5)]
DieFace = Annotated[int, Meta(ge=1, le=6)]

MOST_PARTS = 8
"""Of an expression, a list of colours and the like."""
MOST_DEPTH = 6
"""Expressions may lie this deep in one another."""


class Word(Struct, frozen=True, tag_field="do", forbid_unknown_fields=True, rename=lambda name: name.rstrip("_")):
    """One word of the language, told by its `do`."""


# --- numbers and conditions


class Expr(Struct, frozen=True, forbid_unknown_fields=True, rename=lambda name: name.rstrip("_")):
    """A number, or a condition (true where it is not 0): exactly one of its kinds, the filters go with `count`."""

    const: Annotated[int, Meta(ge=-99, le=99)] | None = None
    count: (
        Literal["heroes", "tiles", "cubes", "modifiers", "vp", "dice", "spies_out", "spies_in", "bids", "attractions"]
        | None
    ) = None
    """Of the owner: heroes owned, tiles of the town, cubes on them, spies sent out or in the town, and so on."""
    distinct: Literal["resources", "buildings", "hero_levels", "cube_types"] | None = None
    """How many different ones there are in the owner's town, or among the owner's heroes."""
    add: tuple[Expr, ...] | None = None
    multiply: tuple[Expr, ...] | None = None
    divide: tuple[Expr, Expr] | None = None
    """Rounded down; by 0 it is 0."""
    least: tuple[Expr, ...] | None = None
    most: tuple[Expr, ...] | None = None
    at_least: tuple[Expr, Expr] | None = None
    """Whether the first is no less than the second."""
    both: tuple[Expr, ...] | None = None
    either: tuple[Expr, ...] | None = None
    not_: Expr | None = None
    kind: Literal["production", "shop", "land", "wishing_well", "guarded_land", "supply_line", "foundation"] | None = (
        None
    )
    resource: Resource | None = None
    level: Level | None = None
    color: Colour | None = None

    def __post_init__(self) -> None:
        kinds = [name for name in KINDS if getattr(self, name) is not None]
        if len(kinds) != 1:
            raise ValueError(f"needs exactly one of: {', '.join(name.rstrip('_') for name in KINDS)}")
        if self.count is None and any((self.kind, self.resource, self.level, self.color)):
            raise ValueError("`kind`, `resource`, `level` and `color` go with `count`")
        if len(self.parts) > MOST_PARTS:
            raise ValueError(f"at most {MOST_PARTS} parts")
        if self.depth > MOST_DEPTH:
            raise ValueError(f"at most {MOST_DEPTH} levels deep")

    @property
    def parts(self) -> tuple[Expr, ...]:
        """The expressions it is made of."""
        return (
            self.add or self.multiply or self.divide or self.least or self.most or self.at_least or self.both or ()
        ) or (self.either or ((self.not_,) if self.not_ else ()))

    @property
    def depth(self) -> int:
        return 1 + max((part.depth for part in self.parts), default=0)


KINDS = (
    "const",
    "count",
    "distinct",
    "add",
    "multiply",
    "divide",
    "least",
    "most",
    "at_least",
    "both",
    "either",
    "not_",
)


# --- bends


class Bend(Word, frozen=True):
    """What holds for a while."""


class WaiveColor(Bend, frozen=True, tag="waive_color"):
    """Dice of these colours (any, if none is told) pass the colour test of one action."""

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


# --- deeds


class Deed(Word, frozen=True, kw_only=True):
    """What is done once. An optional one that cannot be carried out is left out."""

    optional: bool = False


class DieDeed(Deed, frozen=True, kw_only=True):
    """Something about one die of a pool, of these colours (any, if none is told)."""

    colors: tuple[Colour, ...] = ()
    whose: Whose = "any"


class AdjustDie(DieDeed, frozen=True, tag="adjust_die"):
    """Turn it up or down by one of `by`."""

    by: tuple[Step, ...] = (-1, 1)


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
    """One Move without a die: so many points, for cubes of these types (any, if none is told)."""

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
    """What no word says: the table enters what the card does."""


AnyWord = (
    WaiveColor
    | ValueBonus
    | ProduceBonus
    | MoveBonus
    | PassThrough
    | SpyRule
    | BidRule
    | AttractRule
    | SaleRule
    | StealRule
    | DonationRule
    | LimitRule
    | PlaceRule
    | SetZoning
    | ReplaceAction
    | EndVp
    | AdjustDie
    | SetDie
    | FlipDie
    | RerollDie
    | RecolorDie
    | AssignDie
    | GainModifiers
    | LoseModifiers
    | GainVp
    | GainCubes
    | RemoveCubes
    | MoveCubes
    | ExtraAction
    | ExtraDraft
    | PlaceLand
    | TakeTile
    | RefreshHero
    | ExhaustHero
    | ByHand
)

LAST = (RerollDie, MoveCubes, ExtraAction, PlaceLand, TakeTile, ByHand)
"""Deeds that ask chance or lead on to a decision: nothing may follow them."""
