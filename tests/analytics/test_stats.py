"""The formulas of statistics, compared with published values and by simulation."""

from __future__ import annotations

from random import Random

import polars as pl
import pytest

from analytics import stats


def of(expression: pl.Expr, **columns: float) -> float:
    value = pl.DataFrame({name: [value] for name, value in columns.items()}).select(expression).item()
    assert isinstance(value, float)
    return value


@pytest.mark.parametrize(
    ("wins", "n", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_wilson_agrees_with_the_published_examples(wins: int, n: int, low: float, high: float) -> None:
    """Wilson's interval agrees with Newcombe's table of examples (1998, table I, method 3)."""
    ends = stats.wilson(pl.col("w"), pl.col("n"))
    assert [of(end, w=wins, n=n) for end in ends] == pytest.approx([low, high], abs=5e-5)


@pytest.mark.parametrize(
    ("a", "m", "b", "n", "low", "high"),
    [
        (56, 70, 48, 80, 0.0524, 0.3339),
        (9, 10, 3, 10, 0.1705, 0.8090),
        (5, 56, 0, 29, -0.0381, 0.1926),
        (10, 10, 0, 10, 0.6075, 1.0),
    ],
)
def test_newcombe_agrees_with_the_published_examples(a: int, m: int, b: int, n: int, low: float, high: float) -> None:
    """The interval of a difference agrees with Newcombe's table of examples (1998, table II, method 10)."""
    ends = stats.newcombe(pl.col("a"), pl.col("m"), pl.col("b"), pl.col("n"))
    assert [of(end, a=a, m=m, b=b, n=n) for end in ends] == pytest.approx([low, high], abs=5e-5)


@pytest.mark.parametrize("n", [2**15, 2**16, 2**31])
def test_intervals_of_many_games_are_narrow(n: int) -> None:
    """Counts are unsigned whole numbers of 32 bits: their squares are not. One in four of n, by Wilson's formula."""
    counts = pl.DataFrame({"w": [n // 4], "n": [n]}, schema={"w": pl.UInt32, "n": pl.UInt32})
    half = stats.Z * (3 / 16 / n + stats.Z**2 / 4 / n**2) ** 0.5 / (1 + stats.Z**2 / n)
    middle = (1 / 4 + stats.Z**2 / 2 / n) / (1 + stats.Z**2 / n)
    assert counts.select(*_wilson("w", "n")).row(0) == pytest.approx((middle - half, middle + half), rel=1e-12)
    low, high = counts.select(*_newcombe("w", "n", "w", "n")).row(0)
    assert (low, high) == pytest.approx((-(2**0.5) * half, 2**0.5 * half), rel=1e-2)
    rate = counts.select(stats.shrunk(pl.col("w"), pl.col("n"), pl.lit(0.5))).item()
    assert rate == pytest.approx((n // 4 + 10) / (n + 20), rel=1e-12)


def _wilson(wins: str, n: str) -> list[pl.Expr]:
    low, high = stats.wilson(pl.col(wins), pl.col(n))
    return [low.alias("lo"), high.alias("hi")]


def _newcombe(*columns: str) -> list[pl.Expr]:
    low, high = stats.newcombe(*map(pl.col, columns))
    return [low.alias("lo"), high.alias("hi")]


@pytest.mark.parametrize(
    ("statistic", "degrees"),
    [(3.841459, 1), (5.991465, 2), (7.814728, 3), (9.487729, 4), (11.070498, 5), (18.307038, 10), (30.143527, 19)],
)
def test_chi_square_tail_agrees_with_the_tables(statistic: float, degrees: int) -> None:
    """The tail beyond each tabled 95 % point of chi-square is 5 %."""
    assert stats.chi_square_tail(statistic, degrees) == pytest.approx(0.05, abs=1e-6)


def test_a_chi_square_of_zero_has_p_one() -> None:
    """A statistic of 0 is always reached."""
    assert stats.chi_square_tail(0, 3) == 1


def test_shrinking_moves_a_rate_towards_the_base() -> None:
    """A shrunken rate is that of the games and of twenty more at the base rate: (3 + 20/4) / (4 + 20) = 1/3."""
    assert of(stats.shrunk(pl.col("w"), pl.col("n"), pl.lit(0.25)), w=3, n=4) == pytest.approx(1 / 3)


def test_win_shares_add_up_to_one_win() -> None:
    """The shares of a win are equal and add up to one, for any number of winners; without winners all are 0."""
    for winners in ((1,), (1, 3), (1, 2, 3)):
        shares = [stats.win_share(seat, winners) for seat in (1, 2, 3)]
        assert sum(shares) == pytest.approx(1)
        assert len({share for share in shares if share}) == 1
    assert stats.win_share(1, ()) == 0


@pytest.mark.parametrize("rate", [0.5, 1 / 3, 0.1])
def test_intervals_have_the_promised_coverage(rate: float) -> None:
    """Of 2,000 simulated tables of 100 fair games, 93 to 97 in a hundred intervals hold the true rate."""
    rng = Random(7)
    wins = [sum(rng.random() < rate for _ in range(100)) for _ in range(2_000)]
    low, high = stats.wilson(pl.col("wins"), pl.lit(100))
    covered = pl.DataFrame({"wins": wins}).select(((low <= rate) & (rate <= high)).mean()).item()
    assert 0.93 <= covered <= 0.97


def test_false_positives_are_as_rare_as_promised() -> None:
    """Of 2,000 simulated logs in which all three seats are equal, about 5 in a hundred have a p-value below 5 %."""
    rng = Random(11)
    alarms = 0
    for _ in range(2_000):
        won = [0, 0, 0]
        for _ in range(90):
            won[rng.randrange(3)] += 1
        alarms += stats.chi_square_tail(sum((w - 30) ** 2 / 30 for w in won), 2) < 0.05
    assert 0.035 <= alarms / 2_000 <= 0.065
