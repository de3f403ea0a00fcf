"""What is decided right after what, and whether seats that do so win more often."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

import polars as pl
from msgspec import Meta

from analytics import with_it
from analytics.job import Finished, Job
from analytics.params import which_games
from analytics.selection import seated
from analytics.steps import LEFT_OUT, SteppingParams, called, options_of, steps

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


def partial(tables: Tables, params: SequenceParams) -> pl.DataFrame:
    """Sums over games, by sequence.

    Where seats compete only as many steps of each count as the shortest sequence of steps in the game has, of seats
    that have enough for one at all: who lives longer does more of everything.
    """
    taken, found = _sequences(tables, params)
    whole = ["game_id", "seat"]
    places = _places(tables, taken, params)
    ends = pl.col("number").cast(pl.Int64) + params.length - 1
    have = (
        found.join(places.select("game_id", "seat", "team", "shared"), on=whole)
        .group_by(*whole, "what")
        .agg(times=pl.len(), fair=(pl.col("team") | (ends <= pl.col("shared"))).any())
    )
    return with_it.counts(places.drop("shared"), have)


def _sequences(tables: Tables, params: SequenceParams) -> tuple[pl.LazyFrame, pl.LazyFrame]:
    """The steps of each seat, and those with which a sequence begins: `what` it is, and their `number`."""
    taken, whole = steps(tables, params).with_columns(pl.col("move").fill_null(0)), ["game_id", "seat"]
    numbered = taken.with_columns(number=pl.col("decision_no").rank("ordinal").over(whole))
    together = [*whole, "move"] if params.within == "move" else whole
    following = [pl.col("step").shift(-i).over(together, order_by="decision_no") for i in range(params.length)]
    return taken, numbered.with_columns(what=pl.concat_str(following, separator=THEN)).drop_nulls("what")


def example_games(tables: Tables, params: SequenceParams) -> pl.LazyFrame:
    """The games in which a seat takes these steps."""
    return _sequences(tables, params)[1].select("game_id", row_key="what")


def _places(tables: Tables, taken: pl.LazyFrame, params: SequenceParams) -> pl.LazyFrame:
    """The seats, whether they took steps enough for a sequence (`able`), how many steps such seats of the game all
    took (`shared`), and for games of teams how long these were: equal within a factor of 2 (`life`)."""
    lengths = taken.group_by("game_id", "seat").agg(steps=pl.len().cast(pl.Int64))
    places = seated(tables, params).join(lengths, on=["game_id", "seat"], how="left")
    able = pl.col("steps").fill_null(0) >= params.length
    octave = pl.col("steps").sum().over("game_id").clip(1).log(2).floor()
    return places.with_columns(
        able=able | pl.col("team"),
        shared=pl.when(able).then("steps").min().over("game_id"),
        life=pl.when("team").then(octave).otherwise(0).cast(pl.UInt8),
    ).drop("steps")


def finish(counts: pl.DataFrame, params: SequenceParams) -> Finished:
    """Sequences, those that most games have first."""
    return Finished(with_it.rows(counts, params.min_n))


def question(params: SequenceParams, ruleset: Rulebook) -> str:
    """The question in words."""
    within = "within a move" if params.within == "move" else "within a game"
    what = f"Which {params.length} steps follow each other {within}{options_of(params)}"
    return f"{what}, and how often do seats with them win, in {which_games(params, ruleset.title)}?"


def _labels(asked: Asked[SequenceParams], row: dict[str, Any]) -> str:
    return " → ".join(called(step, asked.names) for step in row["what"].split(THEN))


def finding(rows: pl.DataFrame, asked: Asked[SequenceParams]) -> str:
    """The most frequent sequence, and the clearest difference."""
    return with_it.finding(rows, lambda row: _labels(asked, row), asked.ruleset.cooperative)


def panels(rows: pl.DataFrame, asked: Asked[SequenceParams]) -> list[Panel]:
    """The most frequent sequences, and how seats with them differ from those without."""
    return with_it.panels(rows, lambda row: _labels(asked, row), asked.params.min_n, asked.ruleset.cooperative)


def chart(rows: pl.DataFrame, asked: Asked[SequenceParams]) -> alt.TopLevelMixin:
    """The same as a picture."""
    return with_it.chart(rows, lambda row: _labels(asked, row))


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
