"""What a seat decided, one after another: the steps that openings and sequences are made of.

A step is the type of a decision and what it is about: `HirePlace hero:monk`. What is about nothing is its type alone.
Forced decisions are no steps, and neither are those that only end something: types that begin with `End`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal, NamedTuple

import polars as pl
from msgspec import Meta

from analytics.params import Params, filters
from analytics.schema import DECISION, one_of

if TYPE_CHECKING:
    from analytics.lake import Tables
    from analytics.names import Names

ABOUT = ("choice", "card", "kind", "place", "source", "target")
"""What a decision is about: the first of these that it tells."""

ENDS = "^End[A-Z]"
"""Types of decisions that only end something."""

LEFT_OUT = "Forced decisions, and those that only end something (types that begin with `End`), do not count."


class SteppingParams(Params, frozen=True):
    """Parameters of statistics over steps."""

    key: Annotated[
        Literal["object", "type"],
        Meta(
            title="Same step by",
            description="When two decisions are the same step. `object`: type and object are equal (the object is the "
            f"first that it has of {', '.join(ABOUT)}). `type`: the types are equal. {LEFT_OUT}",
        ),
    ] = "object"
    setup: Annotated[
        bool, Meta(title="With set-up", description="Begin with the decisions of the set-up, not with the first turn.")
    ] = False
    forced: Annotated[
        bool,
        Meta(
            title="With forced decisions", description="Also count forced decisions, and those that only end something."
        ),
    ] = False


def steps(tables: Tables, params: SteppingParams) -> pl.DataFrame:
    """The steps of each seat: `game_id`, `seat`, `move`, `decision_no` to sort them by, and `step`, an Enum.

    Few different steps make up many rows: a number stands for each until the texts of those that occur are known.
    """
    words = _Words.of(tables, with_objects=params.key == "object")
    decided = tables.facts.filter(
        one_of("category", DECISION),
        ~pl.col("undone"),
        pl.lit(params.forced) | ~(pl.col("forced").fill_null(False) | one_of("type", *words.endings())),
        pl.lit(True) if params.setup else pl.col("turn") > 0,
        *filters(params),
    )
    rows = decided.select("game_id", "seat", "move", "decision_no", step=words.number()).collect()
    numbers = rows["step"].unique()
    texts = words.texts(numbers)
    kind = _enum_of(texts)
    return rows.with_columns(pl.col("step").replace_strict(numbers, texts.cast(kind), return_dtype=kind))


def in_order(steps: pl.DataFrame) -> pl.DataFrame:
    """The steps of one seat after another. One number is sorted by in less time than three columns, and in half of that
    where it fits in 64 bits."""
    kind = pl.Int128 if (steps["game_id"] >= 2**24).any() else pl.UInt64
    game, seat, decision = (pl.col(name).cast(kind) for name in ("game_id", "seat", "decision_no"))
    return steps.sort(game * 2**40 + seat * 2**32 + decision)


class _Words(NamedTuple):
    """The words that steps are put together from: types, and what they may be about."""

    types: pl.Enum
    about: dict[str, pl.Enum]

    @classmethod
    def of(cls, tables: Tables, *, with_objects: bool) -> _Words:
        """The words of a part."""
        schema = tables.facts.collect_schema()

        def words(name: str) -> pl.Enum:
            kind = schema[name]
            if isinstance(kind, pl.Enum):
                return kind
            return _enum_of(tables.facts.select(name).collect().to_series())  # several parts together have texts

        return cls(words("type"), {name: words(name) for name in ABOUT if with_objects})

    def endings(self) -> list[str]:
        """The types that only end something."""
        types = self.types.categories
        return types.filter(types.str.contains(ENDS)).to_list()

    def number(self) -> pl.Expr:
        """A number for the type and the object of a decision."""
        found, first = [], 1  # 0 is no object
        for name, kind in self.about.items():
            found.append(pl.col(name).cast(kind).to_physical().cast(pl.UInt64) + first)
            first += len(kind.categories)
        objects = pl.coalesce(*found, pl.lit(0, pl.UInt64))
        return pl.col("type").cast(self.types).to_physical().cast(pl.UInt64) * first + objects

    def texts(self, numbers: pl.Series) -> pl.Series:
        """The steps that numbers stand for: the type, and after a space the object."""
        objects = pl.concat([pl.Series([None], dtype=pl.String), *(kind.categories for kind in self.about.values())])
        types, about = self.types.categories.gather(numbers // len(objects)), objects.gather(numbers % len(objects))
        return pl.select(pl.concat_str(types, about, separator=" ", ignore_nulls=True)).to_series()


def as_enum(frame: pl.DataFrame, column: str) -> pl.DataFrame:
    """The frame with a column of text as an Enum of the values that it has: it is grouped and joined as numbers."""
    return frame.with_columns(pl.col(column).cast(_enum_of(frame[column])))


def _enum_of(texts: pl.Series) -> pl.Enum:
    return pl.Enum(texts.unique().drop_nulls().sort())


def label_of(step: str, names: Names) -> str:
    """A step as a player reads it: `Hire, Monk`."""
    kind, _, about = step.partition(" ")
    return f"{names.type(kind)}, {names.thing(about)}" if about else names.type(kind)


def options_of(params: SteppingParams) -> str:
    """The options of the steps, as a question says them."""
    begins = ", from the set-up on" if params.setup else ""
    forced = ", including forced ones" if params.forced else ""
    return f"{begins}{forced}, by type alone" if params.key == "type" else f"{begins}{forced}"
