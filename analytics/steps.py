"""What a seat decided, one after another: the steps that openings and sequences are made of.

A step is the type of a decision and what it is about: `HirePlace hero:monk`. What is about nothing is its type alone.
Forced decisions are no steps, and neither are those that only end something: types that begin with `End`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

import polars as pl
from msgspec import Meta

from analytics.params import Params, filters
from analytics.schema import DECISION

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


def steps(tables: Tables, params: SteppingParams) -> pl.LazyFrame:
    """The steps of each seat: `game_id`, `seat`, `move`, `decision_no` to sort them by, and `step`."""
    kind = pl.col("type").cast(pl.String)
    decided = tables.facts.filter(
        pl.col("category").cast(pl.String) == DECISION,
        ~pl.col("undone"),
        pl.lit(params.forced) | ~(pl.col("forced").fill_null(False) | pl.col("type").is_in(_ending_types(tables))),
        pl.lit(True) if params.setup else pl.col("turn") > 0,
        *filters(params),
    )
    about = pl.coalesce(pl.col(name).cast(pl.String) for name in ABOUT)
    step = pl.when(pl.lit(params.key == "object") & about.is_not_null()).then(kind + " " + about).otherwise(kind)
    return decided.select("game_id", "seat", "move", "decision_no", step=step)


def _ending_types(tables: Tables) -> list[str]:
    """The types of a part that only end something: looked for among its few types, not in each row."""
    kinds = tables.facts.select(pl.col("type").unique().cast(pl.String)).collect()
    return kinds.filter(pl.col("type").str.contains(ENDS))["type"].to_list()


def as_enum(frame: pl.DataFrame, column: str) -> pl.DataFrame:
    """The frame with a column of text as an Enum of the values that it has: it is grouped and joined as numbers."""
    return frame.with_columns(pl.col(column).cast(pl.Enum(frame[column].unique().drop_nulls().sort())))


def label_of(step: str, names: Names) -> str:
    """A step as a player reads it: `Hire, Monk`."""
    kind, _, about = step.partition(" ")
    return f"{names.type(kind)}, {names.thing(about)}" if about else names.type(kind)


def options_of(params: SteppingParams) -> str:
    """The options of the steps, as a question says them."""
    begins = ", from the set-up on" if params.setup else ""
    forced = ", including forced ones" if params.forced else ""
    return f"{begins}{forced}, by type alone" if params.key == "type" else f"{begins}{forced}"
