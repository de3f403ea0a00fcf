"""Quantiles out of counts that add up: how many values lie in each eighth of an octave.

Step s holds the values from 2^(s/8) on up to 2^((s+1)/8), so a quantile is right to 5 %. The interval of a median is
that of R. S. Woodruff (JASA 47, 1952): where the share of values below has an interval around one half. That share is
a ratio of sums over games (`analytics.clusters`), so what one game says many times counts once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from analytics import clusters, runs

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

PER_OCTAVE = 8
_OF_A_LOGARITHM, _OF_A_SHARE = 1e-12, 1e-9
"""So far the logarithm of a power of two, or the share of a whole number of values, may fall short of it."""

SUMS = ("x", "xx", "xm", "games")


def step_of(value: pl.Expr) -> pl.Expr:
    """The step that a value of 1 or more lies in."""
    return (value.cast(pl.Float64).log(2.0) * PER_OCTAVE + _OF_A_LOGARITHM).floor().cast(pl.Int16)


def middle(step: pl.Expr) -> pl.Expr:
    """What stands for the values of a step."""
    return pl.lit(2.0) ** ((step + 0.5) / PER_OCTAVE)


def counted(values: pl.LazyFrame, key: Sequence[str]) -> pl.LazyFrame:
    """Sums over games by `key` and `step`, out of rows with `game_id`, `key` and `step`; see `added_up`."""
    return added_up(values.group_by("game_id", *key, "step").agg(k=pl.len().cast(pl.Float64)), key)


def added_up(cells: pl.LazyFrame, key: Sequence[str]) -> pl.LazyFrame:
    """The same out of rows that stand for `k` values each.

    `x` counts the values. A game has c values up to a step, c0 before it and m in all: `xx` adds up c^2 - c0^2, and
    `xm` (c - c0) m, so that running totals over steps are the sums of c^2 and of c m over all games, also over those
    without a value in the step. `games` counts the games whose first step it is.
    """
    of_game, k = ["game_id", *key], pl.col("k")
    in_order = cells.group_by(*of_game, "step").agg(k.sum()).sort(*of_game, "step")
    cumulated = in_order.with_columns(c=runs.running_total("k", of_game), m=k.sum().over(of_game))
    before = pl.col("c") - k
    return cumulated.group_by(*key, "step").agg(
        x=k.sum(),
        xx=(pl.col("c") ** 2 - before**2).sum(),
        xm=(k * pl.col("m")).sum(),
        games=(before == 0).sum().cast(pl.Float64),
    )


def quantiles(counts: pl.DataFrame, key: Sequence[str], levels: Mapping[str, float]) -> pl.DataFrame:
    """By `key`: `games`, the quantiles of these levels, and `lo` and `hi` of the median.

    `lo` and `hi` are null where games are too few to tell, as where there is one.
    """
    below = _below(counts.group_by(*key, "step").agg(pl.col(SUMS).sum()).sort(*key, "step"), key)
    low, high = clusters.interval("below", pl.col("n"))
    found = below.with_columns(low=low, high=high)
    share, some = clusters.rate("below"), pl.col("n") > 1
    step = pl.col("step")
    return found.group_by(*key).agg(
        games=pl.col("n").first(),
        lo=_edge(step.filter(some, pl.col("high") >= 0.5).min()),
        hi=_edge(step.filter(some, pl.col("low") >= 0.5).min() + 1),
        **{name: middle(step.filter(share >= level - _OF_A_SHARE).min()) for name, level in levels.items()},
    )


def _edge(step: pl.Expr) -> pl.Expr:
    return pl.lit(2.0) ** (step / PER_OCTAVE)


def _below(counts: pl.DataFrame, key: Sequence[str]) -> pl.DataFrame:
    """The sums of how much of a game lies at or below each step, as `analytics.clusters` names them."""
    over = list(key)
    return counts.with_columns(
        pl.col("x").cum_sum().over(over).alias("x_below"),
        pl.col("xx").cum_sum().over(over).alias("x_below*x_below"),
        pl.col("xm").cum_sum().over(over).alias("x_below*m_below"),
        pl.col("x").sum().over(over).alias("m_below"),
        pl.col("xx").sum().over(over).alias("m_below*m_below"),
        n=pl.col("games").sum().over(over).cast(pl.UInt32),
    )
