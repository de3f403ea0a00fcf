"""How long something lasts, where some had not ended yet when they were last seen: out of counts by time.

The share that lasts longer than t is the product of 1 - d / r over the times up to t at which d of the r that had
lasted so long ended (E. L. Kaplan and P. Meier, JASA 53, 1958). What was last seen at a time is still counted there.
Its interval is that of Greenwood's variance on the scale of log(-log), so it lies within 0 and 1 (J. D. Kalbfleisch and
R. L. Prentice, 1980); that of a quantile holds the times at which the share may be the quantile's (R. Brookmeyer and J.
Crowley, Biometrics 38, 1982).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from analytics.stats import Z

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_ROUNDING = 1e-9
"""So far a product of fractions may be from a quantile that it is."""


def curve(counts: pl.DataFrame, key: Sequence[str]) -> pl.DataFrame:
    """By `key` and `length`, out of how many `ended` there and how many were last seen there (`censored`): `value`, the
    share that lasts longer, with `lo` and `hi`; null where all have ended, since nothing can vary there.

    One row for each length at which something ended.
    """
    over = list(key)
    ended, seen = pl.col("ended").cast(pl.Float64), pl.col("censored").cast(pl.Float64)
    cells = counts.sort(*key, "length").with_columns(ended=ended, seen=ended + seen)
    gone = pl.col("seen").cum_sum().over(over) - pl.col("seen")
    lasting = cells.with_columns(at_risk=pl.col("seen").sum().over(over) - gone).filter(pl.col("ended") > 0)
    d, r = pl.col("ended"), pl.col("at_risk")
    return (
        lasting.with_columns(
            value=(1 - d / r).cum_prod().over(over),
            greenwood=pl.when(r > d).then(d / (r * (r - d))).cum_sum().over(over),
        )
        .with_columns(lo=_end(1), hi=_end(-1))
        .drop("seen", "greenwood")
    )


def _end(sign: int) -> pl.Expr:
    share = pl.col("value")
    spread = pl.col("greenwood").sqrt() / share.log().abs()
    return pl.when(share > _ROUNDING).then(share ** (sign * Z * spread).exp())


def quantiles(curve: pl.DataFrame, key: Sequence[str], levels: Mapping[str, float]) -> pl.DataFrame:
    """By `key`: the lengths by which these shares have ended, null where not so many have; `lo` and `hi` of the median,
    null where the sample does not reach so far."""
    length, share = pl.col("length"), pl.col("value")
    low, high = pl.col("lo").fill_null(0.0), pl.col("hi")
    return curve.group_by(*key).agg(
        lo=length.filter(low <= 0.5).min(),
        hi=length.filter(high <= 0.5).min(),
        **{name: length.filter(share <= 1 - level + _ROUNDING).min() for name, level in levels.items()},
    )


def thinned(curve: pl.DataFrame, key: Sequence[str]) -> pl.DataFrame:
    """The last length at which each whole percent of the share stands: at most 101 rows of each key."""
    percent = (pl.col("value") * 100 + _ROUNDING).floor()
    kept = (
        curve.sort(*key, "length").with_columns(percent=percent).group_by(*key, "percent", maintain_order=True).last()
    )
    return kept.drop("percent")
