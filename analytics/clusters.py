"""Rates with games as clusters: the observations of one game depend on each other.

Decisions of one game are not independent, and neither are its seats. So a rate is a ratio of sums over games,
p = sum x / sum m, where a game has m of something and x of them are what is asked about; its variance is that of one
residual a game, sum (x - p m)^2 / (sum m)^2 (W. G. Cochran, "Sampling Techniques", 1977, chapter 6: the ratio
estimator). All of it needs sums over games alone, so the counts of two parts of the lake add up.
"""

from __future__ import annotations

import math
from functools import lru_cache
from statistics import NormalDist
from typing import TYPE_CHECKING

import polars as pl

from analytics.stats import wilson

if TYPE_CHECKING:
    from collections.abc import Sequence

ALPHA = 0.05
"""What an interval may miss, and how often a test of nothing may find something."""

LEAST_TESTED = 30
"""From this many games on, a difference has an interval and is tested; fewer are not enough for Student's t."""

WILSON = "Wilson's, with Student's t, for the effective sample size (games as clusters)."


def total(*names: str) -> dict[str, pl.Expr]:
    """Sums over games, out of columns with one row a game: of `x_won`, and of the product `x_won*m_lost`."""
    return {name: _product(name).sum() for name in names}


def _product(name: str) -> pl.Expr:
    first, *second = (pl.col(part).cast(pl.Float64) for part in name.split("*"))
    return first * second[0] if second else first


def of_x(side: str) -> tuple[str, ...]:
    """The sums over games that a rate of `side` needs and in which x stands."""
    return f"x_{side}", f"x_{side}*x_{side}", f"x_{side}*m_{side}"


def of_m(side: str) -> tuple[str, ...]:
    """The others."""
    return f"m_{side}", f"m_{side}*m_{side}"


def rate(side: str) -> pl.Expr:
    """x / m."""
    return pl.col(f"x_{side}") / pl.col(f"m_{side}")


def variance(side: str) -> pl.Expr:
    """Of the rate."""
    return _varying(_residuals(side, side), pl.col(f"x_{side}*x_{side}")) / pl.col(f"m_{side}") ** 2


def variance_of_difference(one: str, other: str) -> pl.Expr:
    """Of the rate of one side less that of the other, which may sit in the same games: one residual a game.

    It needs the sums `x_one*x_other`, `x_one*m_other`, `x_other*m_one` and `m_one*m_other` as well.
    """
    joint = _residuals(one, other) / (pl.col(f"m_{one}") * pl.col(f"m_{other}"))
    apart = variance(one) + variance(other)
    return _varying(apart - 2 * joint, apart)


def _varying(found: pl.Expr, of: pl.Expr) -> pl.Expr:
    """A difference of sums; 0 where only rounding is left of it, which would depend on the order of the games."""
    return pl.when(found <= 1e-12 * of).then(0.0).otherwise(found)


def _residuals(one: str, other: str) -> pl.Expr:
    """The sum over games of the residual of one side, times that of the other."""
    p, q = rate(one), rate(other)
    crossed = p * pl.col(f"x_{other}*m_{one}") + q * pl.col(f"x_{one}*m_{other}")
    return pl.col(f"x_{one}*x_{other}") - crossed + p * q * pl.col(f"m_{one}*m_{other}")


def interval(side: str, games: pl.Expr) -> tuple[pl.Expr, pl.Expr]:
    """The 95 % interval of the rate, within 0 and 1; null where m is 0.

    Wilson's, with Student's t in place of the normal quantile, for as many independent draws as would vary as much:
    p (1 - p) / variance (E. L. Korn and B. I. Graubard, Survey Methodology 24, 1998). Where all or none are what is
    asked about, nothing varies: then these are the games.
    """
    p = rate(side)
    draws = pl.when((p <= 0) | (p >= 1)).then(games.cast(pl.Float64)).otherwise(p * (1 - p) / variance(side))
    # worked out once: Polars would look for each of them wherever it stands in the formula
    ends = pl.struct(p=p, draws=draws, games=games, t=quantile(games)).map_batches(_ends, return_dtype=_ENDS)
    return ends.struct.field("low"), ends.struct.field("high")


_ENDS = pl.Struct({"low": pl.Float64, "high": pl.Float64})


def _ends(columns: pl.Series) -> pl.Series:
    p, draws, games = (pl.col(name) for name in ("p", "draws", "games"))
    low, high = wilson(p * draws, draws, pl.col("t"))
    # what no game varies in has infinitely many draws; one game alone tells nothing
    ends = {
        name: pl.when(games < 2).then(float(end)).when(draws.is_infinite()).then(p).otherwise(found)
        for name, end, found in (("low", 0, low), ("high", 1, high))
    }
    return columns.struct.unnest().select(**ends).to_struct()


def mean_interval(total: pl.Expr, squares: pl.Expr, games: pl.Expr) -> tuple[pl.Expr, pl.Expr]:
    """The 95 % interval of the mean of one figure a game, out of the sums of figures and of their squares, by Student's
    t; null for one game."""
    spread = _varying(squares - total**2 / games, squares)
    half = pl.when(games > 1).then((spread / (games - 1) / games).sqrt()) * quantile(games.cast(pl.UInt32))
    return total / games - half, total / games + half


def quantile(games: pl.Expr) -> pl.Expr:
    """Student's t of a 95 % interval over so many games: with `games - 1` degrees of freedom; null for one game."""
    return games.map_batches(
        lambda found: pl.Series([student_quantile(int(n) - 1) if n and n > 1 else None for n in found]).cast(
            pl.Float64
        ),
        return_dtype=pl.Float64,
    )


def tested(rows: pl.DataFrame, games: str, least: str) -> pl.DataFrame:
    """Rows with a `difference` and its `error`, and what a test of it says: `difference_lo`, `difference_hi`, `p_value`
    and `q`, each null where there is no difference or the column `least` is below `LEAST_TESTED`.

    Student's t with one degree of freedom fewer than the games counted in the column `games`. All rows are one family
    of tests for `q`.
    """
    enough = rows.with_columns(
        error=pl.when(pl.col(least) >= LEAST_TESTED, pl.col("difference").is_not_null()).then("error")
    )
    columns = enough.select("difference", "error", games)
    tails = [None if error is None else _p_value(apart, error, n) for apart, error, n in columns.iter_rows()]
    half = pl.col("error") * quantile(pl.col(games))
    return enough.with_columns(
        difference_lo=pl.col("difference") - half,
        difference_hi=pl.col("difference") + half,
        p_value=pl.Series(tails, dtype=pl.Float64),
        q=false_discovery(tails),
    )


def _p_value(difference: float, error: float, games: int) -> float:
    if error <= 0:
        return float(difference == 0)
    return student_tail(difference / error, games - 1)


def false_discovery(p: Sequence[float | None]) -> pl.Series:
    """The q of each p-value: the share of false alarms among all that are called differences from there on.

    Y. Benjamini and Y. Hochberg, J. R. Statist. Soc. B 57 (1995). Nulls were not tested, and stay null.
    """
    ranked = sorted((value, index) for index, value in enumerate(p) if value is not None)
    found: list[float | None] = [None] * len(p)
    least = 1.0
    for rank in range(len(ranked), 0, -1):
        value, index = ranked[rank - 1]
        least = min(least, value * len(ranked) / rank)
        found[index] = least
    return pl.Series(found, dtype=pl.Float64)


def student_tail(t: float, degrees: int) -> float:
    """How likely Student's t is to be further from 0 than this, on either side.

    The regularised incomplete beta function I(degrees/2, 1/2) at degrees / (degrees + t^2): Abramowitz and Stegun
    26.7.1, by the continued fraction 26.5.8.
    """
    if math.isinf(t):
        return 0.0
    return _incomplete_beta(degrees / (degrees + t * t), degrees / 2, 0.5)


@lru_cache(maxsize=4096)
def student_quantile(degrees: int, alpha: float = ALPHA) -> float:
    """What Student's t exceeds on either side with probability `alpha`: by Newton's method, to the last bit but few.

    It begins with Abramowitz and Stegun 26.7.5; of one and two degrees of freedom there are formulas.
    """
    exact = {1: math.tan(math.pi / 2 * (1 - alpha)), 2: (1 - alpha) * math.sqrt(2 / (alpha * (2 - alpha)))}
    if degrees in exact:
        return exact[degrees]
    z = NormalDist().inv_cdf(1 - alpha / 2)
    t = z + (z**3 + z) / (4 * degrees) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * degrees**2)
    step, before = t, math.inf
    while 1e-14 * t < abs(step) < before:  # it grows again where only rounding is left
        before, step = abs(step), (student_tail(t, degrees) - alpha) / (2 * _student_density(t, degrees))
        t += step
    return t


def _student_density(t: float, degrees: int) -> float:
    half = (degrees + 1) / 2
    scale = math.exp(math.lgamma(half) - math.lgamma(degrees / 2)) / math.sqrt(degrees * math.pi)
    return scale * math.exp(-half * math.log1p(t * t / degrees))


def _incomplete_beta(x: float, a: float, b: float) -> float:
    if x <= 0 or x >= 1:
        return float(x >= 1)
    if x > (a + 1) / (a + b + 2):
        return 1 - _incomplete_beta(1 - x, b, a)
    front = math.exp(math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log1p(-x))
    return front * _fraction(x, a, b) / a


def _fraction(x: float, a: float, b: float) -> float:
    """The continued fraction of the incomplete beta function, by W. J. Lentz's method (1976)."""
    c, d = 1.0, 1 / _away(1 - (a + b) * x / (a + 1))
    value = d
    for i in range(1, 10_000):
        for term in (
            i * (b - i) * x / ((a + 2 * i - 1) * (a + 2 * i)),
            -(a + i) * (a + b + i) * x / ((a + 2 * i) * (a + 2 * i + 1)),
        ):
            d = 1 / _away(1 + term * d)
            c = _away(1 + term / c)
            value *= c * d
        if abs(c * d - 1) < 1e-15:
            break
    return value


def _away(value: float) -> float:
    """Not so near to 0 that it cannot be divided by."""
    return value if abs(value) > 1e-300 else 1e-300
