"""A row compared with all rows of the same games."""

from __future__ import annotations

import polars as pl
import pytest

from analytics import against


def compared(rows: list[tuple[int, str, float]]) -> pl.DataFrame:
    """Compare rows of `game_id`, `what` and `x`, each with a denominator of 1."""
    cells = pl.LazyFrame(rows, schema=["game_id", "what", "x"], orient="row").with_columns(m=1.0)
    counts = pl.concat(pl.collect_all(against.sums(cells, ["what"])), how="diagonal")
    return against.compared(counts, ["what"]).sort("what")


def test_the_sample_is_the_games_that_have_the_row() -> None:
    """Of 3,000 games three have Ann, with 1, 2 and 6; the mean of all is 3.

    The squares about it add up to 14, so the error is that of a mean of three games, sqrt(14 / 2 / 3), times 1 -
    1/1,000, since her rows are one in a thousand.
    """
    own = [(game, "ann", x) for game, x in enumerate((1.0, 2.0, 6.0))]
    rows = compared([*own, *((game, "others", 3.0) for game in range(3, 3_000))])
    assert rows.select("what", "found", "difference").row(0) == ("ann", 3, 0)
    assert rows["error"][0] == pytest.approx((14 / 2 / 3) ** 0.5 * 0.999, rel=1e-9)


def test_a_row_of_a_single_game_has_no_error() -> None:
    rows = compared([(1, "ann", 5.0), (1, "others", 3.0), (2, "others", 2.0)])
    assert rows.select("found", "error").row(0) == (1, None)
