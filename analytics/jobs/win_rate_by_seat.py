"""How often each seat wins."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

import altair as alt
import polars as pl
from msgspec import Meta

from analytics import charts, stats
from analytics.job import Finished, Job
from analytics.params import Params, wanted, which_games

if TYPE_CHECKING:
    from analytics.job import Asked
    from analytics.lake import Tables


class SeatParams(Params, frozen=True):
    """What `win_rate_by_seat` can be asked."""

    by: Annotated[
        Literal["seat", "turn_order"],
        Meta(
            title="By", description="`seat`: the place at the table. `turn_order`: who has the first turn, and so on."
        ),
    ] = "seat"


COUNTS = {"seats": pl.UInt8, "place": pl.UInt8, "n": pl.UInt32, "wins": pl.Float64, "par": pl.Float64}


def partial(tables: Tables, params: SeatParams) -> pl.DataFrame:
    """Games and won shares of each place, by number of seats."""
    place = pl.col("seat" if params.by == "seat" else "turn_order").alias("place")
    games = tables.seats.filter(*wanted(params)).group_by("seats", place)
    counts = games.agg(n=pl.len(), wins=pl.col("win_share").sum(), par=pl.col("par").sum())
    return counts.select(pl.col(name).cast(kind) for name, kind in COUNTS.items()).collect()


def finish(counts: pl.DataFrame, params: SeatParams) -> Finished:
    """Rates, each beside its par; a place that is unknown is counted as left out."""
    added = counts.group_by("seats", "place").sum().sort("seats", "place")
    known = added.filter(pl.col("place").is_not_null())
    n, wins, par = pl.col("n"), pl.col("wins"), pl.col("par")
    seats = pl.col("seats")
    base = pl.when(par > 0).then(1 / seats).otherwise((wins / seats).sum() / (n / seats).sum())
    low, high = stats.wilson(wins, n)
    rows = (
        known.join(_tests(known, params), on="seats", maintain_order="left")
        .with_columns(value=wins / n, lo=low, hi=high, shrunk=stats.shrunk(wins, n, base), base=base)
        .with_columns(win_index=pl.col("value") / pl.col("base"))
        .with_columns(
            stats.hide_small(("wins", "value", "lo", "hi", "shrunk", "win_index", "p_value"), n, params.min_n)
        )
        .drop("par")
        .rename({"place": params.by})
    )
    without = int(added.filter(pl.col("place").is_null())["n"].sum())
    return Finished(rows, {"seats_without_turn": without} if without else {})


def _tests(known: pl.DataFrame, params: SeatParams) -> pl.DataFrame:
    """How likely differences between the places as large as these are if all are equal: a chi-square test.

    Not for one player's games: there the places are not played in the same games.
    """
    n, wins = pl.col("n"), pl.col("wins")
    tested = known.group_by("seats").agg(
        statistic=stats.chi_square(wins, n * wins.sum() / n.sum()), degrees=pl.len().cast(pl.Int64) - 1
    )
    tails = [
        stats.chi_square_tail(statistic, degrees) if degrees and statistic >= 0 and params.player is None else None
        for _, statistic, degrees in tested.iter_rows()
    ]
    return tested.select("seats", p_value=pl.Series(tails, dtype=pl.Float64))


def question(params: SeatParams, title: str) -> str:
    """The question in words."""
    what = "seat" if params.by == "seat" else "place in the turn order"
    return f"How often does each {what} win in {which_games(params, title)}?"


def chart(rows: pl.DataFrame, asked: Asked[SeatParams]) -> alt.TopLevelMixin:
    """A point with its interval for each place, beside a tick at par."""
    by = asked.params.by
    words = "Seat" if by == "seat" else "Turn"
    data = charts.inline(
        rows.with_columns(
            label=pl.format(f"{words} {{}}", by),
            table=pl.format("{} seats", "seats"),
            place=pl.col(by).cast(pl.String),
            note=pl.when(pl.col("value").is_null()).then(pl.lit("too few: ")).otherwise(pl.lit(""))
            + pl.format("n = {}", "n"),
            percent=charts.percent("value"),
            par=pl.format("par {}", charts.percent("base")),
        )
    )
    y = alt.Y("label:N", title=None, sort=None, axis=alt.Axis(ticks=False, domain=False, labelPadding=10))
    x = alt.X("value:Q", title="Share of wins", scale=alt.Scale(domain=[0, 1]), axis=alt.Axis(format="%", tickCount=5))
    tips = charts.tips(("Place", "label:N"), ("Games", "n:Q"), *charts.RATE_TIPS, ("Par", "base:Q"))
    base = alt.Chart(data).encode(y=y, tooltip=tips)
    colour, shape = charts.seat_colour("place"), charts.seat_shape("place")
    drawn = alt.layer(
        base.mark_tick(thickness=2, size=24, color=charts.EDGE).encode(x="base:Q"),
        base.mark_text(dy=20, fontSize=11, color=charts.INK_2).encode(x="base:Q", text="par:N"),
        base.mark_bar(height=5, cornerRadius=2.5, opacity=0.45).encode(x="lo:Q", x2="hi:Q", color=colour),
        base.mark_point(size=190, filled=True, opacity=1, stroke=charts.INK, strokeWidth=1).encode(
            x=x, color=colour, shape=shape
        ),
        base.mark_text(dy=-20, fontWeight=600).encode(x="value:Q", text="percent:N"),
        base.mark_text(align="right", dx=-6, color=charts.INK_2).encode(x=alt.value(charts.WIDTH), text="note:N"),
    ).properties(width=charts.WIDTH, height=alt.Step(60))
    return charts.faceted(drawn, rows["seats"].n_unique(), alt.Row("table:N", title=None, sort=None))


def sample(rows: pl.DataFrame) -> str:
    """Games, whatever their number of seats."""
    games = rows.group_by("seats").agg(pl.col("n").max())["n"].sum()
    return f"n = {games} games"


JOB = Job(
    name="win_rate_by_seat",
    title="Win rate by seat",
    about="The share of wins of each seat (a win that m seats share counts 1/m for each) beside its par, 1 over the "
    "number of seats; `win_index` is one over the other. Where all win or lose together, a win is wholly everybody's, "
    "and par is the share of all games that are won. `n` counts games. `p_value` tests if all seats are equal.",
    params=SeatParams,
    question=question,
    partial=partial,
    finish=finish,
    chart=chart,
    sample=sample,
    empty=pl.DataFrame(schema=COUNTS),
)
