"""Numbers and conditions. `rules/numbers.py` works them out."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from rulesets.heros_crossing.words.common import MOST_DEPTH, MOST_PARTS, Colour, Level, Resource
from rulesets.kit.cards import OneOf

OF_PARTS = ("add", "multiply", "divide", "least", "most", "at_least", "both", "either", "not_")
"""The kinds of an expression that is made of others."""


class Expr(OneOf, frozen=True):
    """A number, or a condition (true where it is not 0): exactly one of its kinds, the filters go with `count`."""

    leads = ("const", "count", "distinct", *OF_PARTS)
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
        super().__post_init__()
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
