"""The statistics, each in one place: Polars expressions over counts, so that a table is one pass.

Every rate that is shown has its interval, and a shrunken rate to rank by; raw rates are never ranked. All of it is
worked out in 64-bit floats, whatever type the counts have: the square of a count overflows 32 bits from 65,536 on.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import polars as pl

if TYPE_CHECKING:
    from collections.abc import Collection

Z = 1.959963984540054
"""The normal quantile of a 95 % interval."""

WEIGHT = 20
"""How many games at the base rate a shrunken rate is mixed with."""


def win_share(seat: int, winners: Collection[int]) -> float:
    """A seat's share of the win: 1 for a sole winner, 1/m for each of m who share it, else 0."""
    return 1 / len(winners) if seat in winners else 0.0


def wilson(wins: pl.Expr, n: pl.Expr, z: pl.Expr | float = Z) -> tuple[pl.Expr, pl.Expr]:
    """The 95 % interval of the rate `wins / n`, within 0 and 1; null where n is 0.

    `wins` may be a sum of shares. E. B. Wilson, "Probable inference, the law of succession, and statistical
    inference", JASA 22 (1927). It covers well also for few games and rates near 0 and 1, where the textbook interval
    does not.
    """
    wins, n = _floats(wins, n)
    rate = wins / n
    whole = 1 + z**2 / n
    centre = (rate + z**2 / (2 * n)) / whole
    half = z / whole * (rate * (1 - rate) / n + z**2 / (4 * n**2)).sqrt()
    # rounding may put an end on the wrong side of the rate when all or none were won
    low, high = pl.min_horizontal(centre - half, rate), pl.max_horizontal(centre + half, rate)
    return pl.when(n > 0).then(low.clip(0, 1)), pl.when(n > 0).then(high.clip(0, 1))


def newcombe(wins: pl.Expr, n: pl.Expr, other_wins: pl.Expr, other_n: pl.Expr) -> tuple[pl.Expr, pl.Expr]:
    """The 95 % interval of the difference `wins / n - other_wins / other_n`; null where either has no sample.

    R. G. Newcombe, "Interval estimation for the difference between independent proportions", Statistics in Medicine 17
    (1998), method 10: the Wilson intervals of the two, put together.
    """
    wins, n, other_wins, other_n = _floats(wins, n, other_wins, other_n)
    rate, other = wins / n, other_wins / other_n
    (low, high), (other_low, other_high) = wilson(wins, n), wilson(other_wins, other_n)
    below = ((rate - low) ** 2 + (other_high - other) ** 2).sqrt()
    above = ((high - rate) ** 2 + (other - other_low) ** 2).sqrt()
    return rate - other - below, rate - other + above


def shrunk(wins: pl.Expr, n: pl.Expr, base: pl.Expr, weight: float = WEIGHT) -> pl.Expr:
    """The rate drawn towards `base` as if `weight` more games had gone at that rate.

    The mean of a beta-binomial posterior; see B. Efron and C. Morris, "Stein's paradox in statistics" (1977).
    """
    wins, n = _floats(wins, n)
    return (wins + weight * base) / (n + weight)


def unexpected() -> pl.Expr:
    """How far a row's shrunken rate lies from its base, the largest first when sorted by it: what says most."""
    return -(pl.col("shrunk") - pl.col("base")).abs()


def chi_square(observed: pl.Expr, expected: pl.Expr) -> pl.Expr:
    """Pearson's statistic, the sum of (observed - expected)² / expected."""
    observed, expected = _floats(observed, expected)
    return ((observed - expected) ** 2 / expected).sum()


def chi_square_tail(statistic: float, degrees: int) -> float:
    """How likely a statistic this large is by chance alone, with `degrees` of freedom (1 or more).

    The regularised incomplete gamma function Q(degrees/2, statistic/2), which is a finite sum for whole degrees:
    Abramowitz and Stegun 26.4.4 and 26.4.5. O(degrees).
    """
    half = statistic / 2
    if half <= 0:
        return 1.0
    if degrees % 2:
        first, start, tail = math.erfc(math.sqrt(half)), 0.5, degrees // 2
    else:
        first, start, tail = 0.0, 0.0, degrees // 2
    terms = (math.exp((i + start) * math.log(half) - half - math.lgamma(i + start + 1)) for i in range(tail))
    return min(1.0, first + sum(terms))


def most(rows: pl.DataFrame, name: str = "n") -> int:
    """The largest number of any row: of all games, where a row counts them."""
    return int(rows.select(pl.col(name).max()).item())


def hide_small(columns: Collection[str], sample: pl.Expr, min_n: int) -> list[pl.Expr]:
    """These columns, null where the sample is too small to show them."""
    return [pl.when(sample >= min_n).then(pl.col(name)).alias(name) for name in columns]


def _floats(*counts: pl.Expr) -> list[pl.Expr]:
    return [counted.cast(pl.Float64) for counted in counts]
