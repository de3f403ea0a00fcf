"""Rows that share the same games, each against all of them together: x / m of the row less x / m of all.

Both are ratios of sums over games, and the variance is that of one residual a game (`analytics.clusters`). Nearly all
of it comes from the games that the row is in, such as those of one player: so these are the sample. A variance about
a rate of g games is multiplied by g / (g - 1), and g - 1 degrees of freedom are left.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from analytics import clusters

if TYPE_CHECKING:
    from collections.abc import Sequence

OF_ROW = (
    *(*clusters.of_x("row"), *clusters.of_m("row")),
    *("x_row*x_all", "x_row*m_all", "x_all*m_row", "m_row*m_all"),
)
OF_ALL = (*clusters.of_x("all"), *clusters.of_m("all"))
SUMS = ("found", "all_games", *OF_ROW, *OF_ALL)


def sums(cells: pl.LazyFrame, key: Sequence[str]) -> list[pl.LazyFrame]:
    """Sums over games out of `game_id`, `key`, `x` and `m`, a row for each key that a game has: those of each row, and
    those of all, on a row without key."""
    whole = cells.group_by("game_id").agg(x_all=pl.col("x").sum(), m_all=pl.col("m").sum())
    rows = cells.rename({"x": "x_row", "m": "m_row"}).join(whole, on="game_id")
    return [
        rows.group_by(*key).agg(found=pl.len(), **clusters.total(*OF_ROW)),
        whole.select(all_games=pl.len(), **clusters.total(*OF_ALL)),
    ]


def compared(counts: pl.DataFrame, key: Sequence[str]) -> pl.DataFrame:
    """By `key`: `found` games, the sums of the row and of all, `difference` and its `error`.

    The difference is null where there is no other row.
    """
    of_all = counts.select(pl.col("all_games", *OF_ALL).sum())
    rows = counts.filter(pl.col("found") > 0).group_by(*key).agg(pl.col("found", *OF_ROW).sum())
    others = pl.col("m_all") > pl.col("m_row")
    variance = clusters.variance_of_difference("row", "all") * _free()
    return rows.join(of_all, how="cross").with_columns(
        difference=pl.when(others).then(clusters.rate("row") - clusters.rate("all")),
        error=pl.when(others, pl.col("found") > 1).then(variance.sqrt()),
    )


def _free() -> pl.Expr:
    return pl.col("found") / (pl.col("found") - 1)
