"""Sequences of decisions that a seat takes one after another, and whether seats with a sequence win more often."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

import polars as pl
from msgspec import Meta

from analytics import runs, with_it
from analytics.job import Finished, Job
from analytics.params import which_games
from analytics.selection import seated
from analytics.steps import LEFT_OUT, SteppingParams, as_enum, in_order, label_of, options_of, steps

if TYPE_CHECKING:
    import altair as alt

    from analytics.job import Asked
    from analytics.lake import Tables
    from analytics.panels import Panel
    from analytics.rulebook import Rulebook


class SequenceParams(SteppingParams, frozen=True):
    """What `ngrams` can be asked."""

    length: Annotated[int, Meta(title="Length", description="How many steps a sequence has.", ge=2, le=4)] = 2
    within: Annotated[
        Literal["move", "game"],
        Meta(
            title="Within",
            description="`move`: the steps are in the same move of the seat. `game`: they may be in different moves.",
        ),
    ] = "move"


THEN = " > "
"""Joins the steps of a sequence to its key, `what`."""


def partial(tables: Tables, params: SequenceParams) -> pl.DataFrame:
    """The sums over games by sequence; see `with_it.COUNTS`.

    A seat that stays in the game longer takes more steps and so has more sequences. Therefore, where seats compete, win
    rates with and without a sequence are compared over the same number of steps of each seat: a sequence counts only
    if it ends within the first `shared` steps.
    """
    taken, found = _sequences(tables, params)
    seats = _seats(tables, taken, params).collect().lazy()  # once for all frames
    ends = pl.col("number").cast(pl.Int64) + params.length - 1
    have = found.join(seats.select("game_id", "seat", "team", "shared"), on=["game_id", "seat"]).select(
        "game_id", "seat", "what", times=pl.lit(1, pl.UInt32), fair=pl.col("team") | (ends <= pl.col("shared"))
    )
    return with_it.counts(seats.drop("shared"), have)


def _sequences(tables: Tables, params: SequenceParams) -> tuple[pl.LazyFrame, pl.LazyFrame]:
    """Two frames: the steps of each seat, and one row for each step that begins a sequence. The second frame adds the
    sequence as `what`, and the `number` of the step among those of its seat, from 1."""
    one_seat = ["game_id", "seat"]
    taken = in_order(steps(tables, params).with_columns(pl.col("move").fill_null(0))).lazy()
    together = [*one_seat, "move"] if params.within == "move" else one_seat
    names = [f"step_{place}" for place in range(1, params.length)]
    last = {name: pl.col(name).shift(1 - params.length) for name in together}
    following = taken.with_columns(
        pl.all_horizontal(pl.col(name) == last[name] for name in together).alias("whole"),
        *(pl.col("step").shift(-place).alias(name) for place, name in enumerate(names, 1)),
        number=runs.number(one_seat),
    )
    found = following.filter("whole").collect()
    # few sequences of many rows: as Enums they are compared as numbers
    kinds = found.select("step", *names).unique()
    whats = as_enum(kinds.with_columns(what=pl.concat_str("step", *names, separator=THEN)), "what")
    return taken, found.join(whats, on=["step", *names]).lazy()


def example_games(tables: Tables, params: SequenceParams) -> pl.LazyFrame:
    """`game_id` and `row_key`, the sequence, for each time that a seat takes these steps."""
    return _sequences(tables, params)[1].select("game_id", row_key="what")


def _seats(tables: Tables, taken: pl.LazyFrame, params: SequenceParams) -> pl.LazyFrame:
    """One row for each selected seat, with `able`, `shared` and `life`.

    `able`: whether the seat took enough steps for a sequence; true for all seats of a team. `shared`: the smallest
    number of steps of any able seat of the game. `life`: for cooperative games, the base-2 logarithm of the game's
    steps, rounded down, so that games are compared only with others as long, within a factor of 2; otherwise 0.
    """
    lengths = taken.group_by("game_id", "seat").agg(steps=pl.len().cast(pl.Int64))
    seats = seated(tables, params).join(lengths, on=["game_id", "seat"], how="left")
    able = pl.col("steps").fill_null(0) >= params.length
    octave = pl.col("steps").sum().over("game_id").clip(1).log(2).floor()
    return seats.with_columns(
        able=able | pl.col("team"),
        shared=pl.when(able).then("steps").min().over("game_id"),
        life=pl.when("team").then(octave).otherwise(0).cast(pl.UInt8),
    ).drop("steps")


def finish(counts: pl.DataFrame, params: SequenceParams) -> Finished:
    """One row for each sequence, those of the most games first: how often it occurs, and the win rates of seats with it
    and without it."""
    return Finished(with_it.rows(counts, params.min_n))


def question(params: SequenceParams, ruleset: Rulebook) -> str:
    """The question in words."""
    within = "within a move" if params.within == "move" else "within a game"
    what = f"Which {params.length} steps follow each other {within}{options_of(params)}"
    return f"{what}, and how often do seats with them win, in {which_games(params, ruleset.title)}?"


def _label(asked: Asked[SequenceParams], row: dict[str, Any]) -> str:
    return " → ".join(label_of(step, asked.names) for step in row["what"].split(THEN))


def finding(rows: pl.DataFrame, asked: Asked[SequenceParams]) -> str:
    """The most frequent sequence, and the clearest difference."""
    return with_it.finding(rows, lambda row: _label(asked, row), asked.ruleset.cooperative)


def panels(rows: pl.DataFrame, asked: Asked[SequenceParams]) -> list[Panel]:
    """A panel of the most frequent sequences, and one of the tested differences between seats with and without them."""
    return with_it.panels(rows, lambda row: _label(asked, row), asked.params.min_n, asked.ruleset.cooperative)


def chart(rows: pl.DataFrame, asked: Asked[SequenceParams]) -> alt.TopLevelMixin:
    """The win rate with each sequence, above the tested differences between seats with it and without it."""
    return with_it.chart(rows, lambda row: _label(asked, row))


JOB = Job(
    name="ngrams",
    title="Action sequences",
    about="Which actions follow each other, and how often seats win with each sequence.",
    definition="Steps that a seat takes one after another: how many `times`, in how many games (`n`), the `share` "
    "of seats (in cooperative games: of games) with the sequence, and their win rate. A step is a type of decision "
    f"and what it is about. {LEFT_OUT} `base` is the win rate expected by chance; in cooperative games, the share of "
    "games with the same number of seats and as many steps that are won. `lift` is the win rate with the sequence "
    f"divided by the win rate without it. Only the {with_it.MOST_ROWS} sequences that occur in the most games are "
    "shown.",
    sample_unit="one game",
    interval=with_it.INTERVAL,
    test=with_it.TEST.format(alike=" and, within a factor of 2, as many steps")
    + " Only the first steps of each seat are compared: as many as every seat of the game took that has enough for a "
    "sequence.",
    independence=with_it.INDEPENDENCE,
    limitations="A sequence may be part of a winning plan, or of a plan that only a leading seat can afford. Some "
    "steps follow each other because the rules say so.",
    params=SequenceParams,
    question=question,
    partial=partial,
    finish=finish,
    finding=finding,
    panels=panels,
    chart=chart,
    sample=with_it.sample,
    example_games=example_games,
    empty=pl.DataFrame(schema=with_it.COUNTS),
    version=2,
)
