"""Compare two sides: winners with losers, seats that did something with seats that did not.

Where seats compete, both sides are in the same game, and each game gives one difference: the mean of one side minus the
mean of the other. The number of seats and the length of games cannot look like an effect, and random winners give a
difference in one test of twenty. In cooperative games, a game is on one side only. There the sides are compared among
games with the same number of seats, and each number of seats has the weight n1 n2 / (n1 + n2) (N. Mantel and W.
Haenszel, 1959). The variance within such a group is that of each side (they need not be equal), if each side has at
least `LEAST_TESTED` games. Fewer games do not show it: one game does not vary at all, and two seldom, so a side of one
game would seem the most certain. There the variance is that of the difference when the games are assigned to the sides
at random, which is exact however few there are (N. Mantel, JASA 58, 1963).

Differences within games do not show the variance either where few seats with something win. If 30 seats have it, one
of four in each game, chance lets none of them win once in 5,600 times; then no game varies, and nothing would seem more
certain. A rate near 0 always seems to vary less than one that is larger by as much, so too low a rate would be found by
chance far more often than too high a rate. Therefore the variance is that of the games, but at least
`chance_variance`: the one that random results of the seats of each game give, which is known exactly. Where many win,
games vary more than at random, and that counts.

A game has `a`, the mean of one side, and `b`, the mean of the other; null where it has no such side. Everything needs
only sums over games, so the counts of two parts of the lake add up.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import polars as pl
from msgspec import Struct

from analytics import clusters, words
from analytics.panels import Panel, Strip
from analytics.words import CLEAR_Q, clear, counted, percent, points, probability

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

GAMES = ("games_a", "games_b")
SUMS = ("a", "b", "a*a", "b*b", "a*b")
CHANCE_VARIANCE = "chance_variance"
"""A sum for sides that are seats with something and seats without it: see `chance_variance`."""
SHARED = "shared"
"""A sum for observations that depend on each other: what this adds to the variance of the sum of differences."""
AT_LEAST_CHANCE = (
    "The variance of a difference within games is at least the one that random results of the seats would give."
)
STRATUM = ("seats", "team")
"""Sums are separate for each number of seats, and for cooperative games."""


def in_pairs(frame: pl.LazyFrame) -> pl.LazyFrame:
    """`a` and `b` of games, null where seats compete and only one side sits in the game."""
    both = pl.col("team") | (pl.col("a").is_not_null() & pl.col("b").is_not_null())
    return frame.with_columns(a=pl.when(both).then("a"), b=pl.when(both).then("b"))


def games() -> dict[str, pl.Expr]:
    """How many games have each side."""
    return {"games_a": pl.col("a").count(), "games_b": pl.col("b").count()}


def sums() -> dict[str, pl.Expr]:
    """The sums over games."""
    return clusters.total(*SUMS)


def chance_variance(k: pl.Expr, m: pl.Expr, won: pl.Expr, squares: pl.Expr) -> pl.Expr:
    """The variance of the mean of `k` seats minus that of the others in one game, if its results are assigned to its
    `m` seats at random: `won` is the sum of the results, and `squares` that of their squares. Null where all seats are
    on one side, and for teams."""
    k, m = k.cast(pl.Float64), m.cast(pl.Float64)
    spread = (squares - won**2 / m).clip(0) / (m - 1)
    return pl.when(~pl.col("team"), k > 0, k < m).then(spread * m / (k * (m - k)))


def in_each(of_x: pl.DataFrame, of_m: pl.DataFrame) -> pl.DataFrame:
    """The sums of each `what` with those of all games, in each stratum: 0 where there are none. One row without `what`
    if there is nothing at all."""
    names = of_x.select("what").unique()
    none = pl.DataFrame({"what": [None]}, schema=names.schema)
    sums = [name for name in of_x.columns if name not in ("what", *STRATUM)]
    grid = of_m.join(names if names.height else none, how="cross").join(of_x, on=["what", *STRATUM], how="left")
    return grid.with_columns(pl.col(sums).fill_null(0.0))


def compared(counts: pl.DataFrame, key: Sequence[str]) -> pl.DataFrame:
    """By `key`: the mean of each side, `difference`, its `error`, and games: `n_a`, `n_b`, and `fewer`, the games of
    the smaller side, summed over numbers of seats.

    `counts` has the sums by `key` and stratum, each once. Sides are null where there is nothing to compare.
    """
    counts = counts.with_columns(
        pl.lit(0.0).alias(name) for name in (CHANCE_VARIANCE, SHARED) if name not in counts.columns
    )
    n_a, n_b = pl.col("games_a"), pl.col("games_b")
    whole = counts.group_by(*key).agg(n_a=n_a.sum().cast(pl.UInt32), n_b=n_b.sum().cast(pl.UInt32))
    strata = _weighted(counts).with_columns(mean_a=pl.col("a") / n_a, mean_b=pl.col("b") / n_b)
    weight, team = pl.col("weight"), pl.col("team")
    spread = (weight**2 * _apart()).filter(team).sum() + _paired(~team)
    found = strata.group_by(*key).agg(
        side_a=(weight * pl.col("mean_a")).sum() / weight.sum(),
        side_b=(weight * pl.col("mean_b")).sum() / weight.sum(),
        error=spread.sqrt() / weight.sum(),
        fewer=pl.min_horizontal(n_a, n_b).sum().cast(pl.UInt32),
    )
    return whole.join(found, on=list(key), how="left", nulls_equal=True).with_columns(
        difference=pl.col("side_a") - pl.col("side_b"), fewer=pl.col("fewer").fill_null(0)
    )


def _weighted(counts: pl.DataFrame) -> pl.DataFrame:
    """The strata that have both sides, and the weight of each."""
    n_a, n_b = pl.col("games_a"), pl.col("games_b")
    weight = pl.when("team").then(n_a * n_b / (n_a + n_b)).otherwise(n_a)
    return counts.filter(n_a > 0, n_b > 0).with_columns(weight=weight)


def sides(counts: pl.DataFrame, key: Sequence[str]) -> pl.DataFrame:
    """By `key`: the 95 % intervals of the means of `compared`, `a_lo` to `a_hi` and `b_lo` to `b_hi`, by Student's t;
    null where a stratum has one game of a side."""
    weight, found = pl.col("weight"), {}
    for side in ("a", "b"):
        n = pl.col(f"games_{side}")
        variance = pl.when(n > 1).then(_spread(side) / (n * (n - 1)))
        error = ((weight**2 * variance).sum() / weight.sum() ** 2).sqrt()
        found[f"mean_{side}"] = (weight * pl.col(side) / n).sum() / weight.sum()
        found[f"error_{side}"] = pl.when(~variance.is_null().any()).then(error)
        found[f"n_{side}"] = n.sum().cast(pl.UInt32)
    return (
        _weighted(counts).group_by(*key).agg(**found).select(*key, *(end for side in ("a", "b") for end in _ends(side)))
    )


def _ends(side: str) -> tuple[pl.Expr, pl.Expr]:
    mean, half = pl.col(f"mean_{side}"), pl.col(f"error_{side}") * clusters.quantile(pl.col(f"n_{side}"))
    return (mean - half).alias(f"{side}_lo"), (mean + half).alias(f"{side}_hi")


def _apart() -> pl.Expr:
    """The variance of a difference of two means, of different games."""
    n_a, n_b = pl.col("games_a"), pl.col("games_b")
    own = _spread("a") / (n_a * (n_a - 1)) + _spread("b") / (n_b * (n_b - 1))
    n, total = n_a + n_b, pl.col("a") + pl.col("b")
    at_random = (pl.col("a*a") + pl.col("b*b") - total**2 / n).clip(0) / (n - 1) * (1 / n_a + 1 / n_b)
    return pl.when(pl.min_horizontal(n_a, n_b) >= clusters.LEAST_TESTED).then(own).otherwise(at_random)


def _paired(which: pl.Expr) -> pl.Expr:
    """The variance of the sum of differences within games with both sides, about the mean of all of them: a stratum of
    few games has no reliable mean. At least `chance_variance`, and at least that of independent observations. 0 without
    such games; null for one."""
    n = pl.col("games_a").filter(which).sum()
    total = (pl.col("a") - pl.col("b")).filter(which).sum()
    squares = (pl.col("a*a") + pl.col("b*b") - 2 * pl.col("a*b")).filter(which).sum()
    shared, by_chance = (pl.col(name).filter(which).sum() for name in (SHARED, CHANCE_VARIANCE))
    about = (squares - total**2 / n).clip(0) * n / (n - 1) + shared.clip(0)
    return pl.when(n > 1).then(pl.max_horizontal(about, by_chance)).when(n == 0).then(0.0)


def _spread(side: str) -> pl.Expr:
    """The sum of squares about the mean."""
    return (pl.col(f"{side}*{side}") - pl.col(side) ** 2 / pl.col(f"games_{side}")).clip(0)


# --- in words

MOST = 20
"""How many rows a panel or a chart shows; a line below counts the others."""


FEW = 3
"""Up to this many rows without a value are shown among the others; if there are more, one line counts them."""


def enough(rows: pl.DataFrame, value: pl.Expr | None = None) -> pl.DataFrame:
    """The rows to show: those with a value, and the others if they are few. If no row has a value, those of the most
    games."""
    known = (pl.col("value") if value is None else value).is_not_null()
    with_value, without = rows.filter(known), rows.filter(~known)
    if without.height <= FEW:
        return rows
    if with_value.is_empty():
        return without.filter(pl.col("n").rank("ordinal", descending=True) <= FEW)
    return with_value


def hidden(rows: pl.DataFrame, shown: pl.DataFrame, min_n: int) -> list[str]:
    """A line that counts the rows without a value that `enough` left out; none if it left out none."""
    left_out = rows.height - shown.height
    return [f"{left_out:,} more with fewer than {counted(min_n, 'game')}"] if left_out else []


class Sides(Struct, frozen=True):
    """The columns of two sides, and how their figures are written."""

    columns: tuple[str, str]
    """The columns of the means; the games of each are in the column with `n_` before its name."""
    names: tuple[str, str]
    figure: Callable[[float | None], str] = percent
    apart: Callable[[float | None], str] = points
    unit: str = "points"
    """The unit of the difference; `points` for two shares, which differ by at most 100."""


def tested(rows: pl.DataFrame, sides: Sides, found: str, min_n: int) -> pl.DataFrame:
    """Rows of `compared` with the columns of these sides, without values of small samples, and with the test of the
    difference where each side, and the column `found`, has at least `LEAST_TESTED` games."""
    named = dict(zip(("side_a", "side_b"), sides.columns, strict=True))
    named |= dict(zip(("n_a", "n_b"), (f"n_{side}" for side in sides.columns), strict=True))
    shown = [
        pl.when(pl.col(f"n_{side}") >= min_n).then(pl.col(side).fill_nan(None)).alias(side) for side in sides.columns
    ]
    hidden = rows.rename(named).with_columns(shown)
    difference = pl.col(sides.columns[0]) - pl.col(sides.columns[1])
    least = pl.min_horizontal("fewer", found)
    rows = clusters.tested(hidden.with_columns(difference=difference, least=least), "fewer", "least")
    return of_shares(rows) if sides.unit == "points" else rows


def of_shares(tested: pl.DataFrame) -> pl.DataFrame:
    """Tested rows with intervals of a difference of two shares: from -1 to 1 at most."""
    return tested.with_columns(pl.col("difference_lo", "difference_hi").clip(-1, 1))


def columns(sides: Sides) -> tuple[str, ...]:
    """The columns of `tested`."""
    means = (f"n_{sides.columns[0]}", sides.columns[0], f"n_{sides.columns[1]}", sides.columns[1])
    return (*means, "difference", "difference_lo", "difference_hi", "p_value", "q")


def clearest(rows: pl.DataFrame) -> pl.DataFrame:
    """Tested rows, clear ones first, then by the size of the difference."""
    unclear = ~(pl.col("q") < CLEAR_Q)
    return rows.filter(pl.col("q").is_not_null()).sort(unclear, -pl.col("difference").abs(), "what")


def panel(rows: pl.DataFrame, sides: Sides, heading: str, labels: Callable[[dict[str, Any]], str]) -> list[Panel]:
    """The differences as a panel; none if nothing was tested."""
    found = clearest(rows).to_dicts()
    if not found:
        return []
    shown = found[:MOST]
    untested, folded = rows.height - len(found), len(found) - len(shown)
    notes = [f"{folded} smaller differences not shown"] if folded else []
    notes += [f"{untested} not tested: fewer than {clusters.LEAST_TESTED} games"] if untested else []
    return differences(
        heading,
        (*sides.names, "difference", "q"),
        [(labels(row), *_cells(row, sides)) for row in shown],
        [strip(row) for row in shown],
        lambda value: _short(sides, value),
        "; ".join(notes),
    )


def strip(row: dict[str, Any]) -> Strip:
    """The tested difference of a row."""
    return Strip(row["difference"], row["difference_lo"], row["difference_hi"])


def differences(
    heading: str,
    columns: tuple[str, ...],
    rows: Sequence[tuple[str, ...]],
    strips: Sequence[Strip],
    end: Callable[[float], str],
    below: str = "",
) -> list[Panel]:
    """A panel of differences, with 0 in the middle and the widest interval at the end; `end` writes the ends of its
    scale. None if there are no rows."""
    if not rows:
        return []
    widest = max(abs(end or 0.0) for each in strips for end in (each.value, each.lo, each.hi)) or 1.0
    return [
        Panel(
            heading=heading,
            columns=("", *columns),
            rows=tuple(rows),
            strips=tuple(strips),
            span=(-widest, widest),
            ends=(end(-widest), end(widest)),
            par=0.0,
            par_is="equal",
            below=below,
        )
    ]


def _short(sides: Sides, value: float) -> str:
    return sides.apart(value).removesuffix(" points")


def _cells(row: dict[str, Any], sides: Sides) -> tuple[str, ...]:
    first, second = (sides.figure(row[side]) for side in sides.columns)
    return first, second, _short(sides, row["difference"]), words.tested(row["q"])


def clearest_difference(
    rows: pl.DataFrame, sides: Sides, label: Callable[[dict[str, Any]], str], claim: Callable[[str, str], str]
) -> str:
    """The clearest difference in one sentence: what `claim` makes of its label and of `more` or `less` if it is clear,
    otherwise that it may be due to chance. Empty if nothing was tested."""
    tested = clearest(rows)
    if tested.is_empty():
        return ""
    best = tested.row(0, named=True)
    first, second = (sides.figure(best[side]) for side in sides.columns)
    test = probability(best["q"], "q")
    if not clear(q=best["q"]):
        figures = f"{sides.names[0]} {first}, {sides.names[1]} {second}, {test}"
        return f"No clear difference: the largest, {label(best)} ({figures}), may be due to chance."
    others = tested.filter(pl.col("q") < CLEAR_Q).height - 1
    also = f"; {others} more {'differs' if others == 1 else 'differ'} clearly" if others else ""
    return (
        f"{claim(label(best), 'more' if best['difference'] > 0 else 'less')}: {first} against {second} ({test}){also}."
    )
