"""Rates with games as clusters: compared with SciPy, with fractions, and with simulated games."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import TYPE_CHECKING

import polars as pl
import pytest
import scipy  # type: ignore[import-untyped]  # loads `scipy.stats` when a test asks for it
from hypothesis import given, settings
from hypothesis import strategies as st

from analytics import clusters
from analytics.jobs import action_mix
from tests.analytics import reference
from tests.analytics.made import frame
from tests.analytics.reference import Played
from tests.forms import mostly

if TYPE_CHECKING:
    from collections.abc import Callable

SUMS = [*clusters.of_x("a"), *clusters.of_m("a"), *clusters.of_x("b"), *clusters.of_m("b")]
SUMS += ["x_a*x_b", "x_a*m_b", "x_b*m_a", "m_a*m_b"]
counted = st.tuples(st.integers(0, 9), st.integers(0, 9), st.integers(0, 9), st.integers(0, 9))


@pytest.mark.parametrize("degrees", [1, 2, 3, 4, 10, 29, 999, 2**20])
def test_student_t_agrees_with_scipy(degrees: int) -> None:
    """The tail and the quantile of Student's t agree with SciPy."""
    for alpha in (0.2, 0.05, 0.001):
        assert clusters.student_quantile(degrees, alpha) == pytest.approx(
            scipy.stats.t.isf(alpha / 2, degrees), rel=1e-8
        )
    for t in (0.0, 0.1, -0.7, 2.0, 4.5, 30.0):
        assert clusters.student_tail(t, degrees) == pytest.approx(2 * scipy.stats.t.sf(abs(t), degrees), rel=1e-7)


@given(st.lists(st.floats(0, 1), max_size=30))
def test_false_discovery_rates_agree_with_scipy(p: list[float]) -> None:
    expected = scipy.stats.false_discovery_control(p) if p else []
    assert clusters.false_discovery(p).to_list() == pytest.approx(list(expected), rel=1e-12)


def test_rows_without_a_test_are_no_part_of_the_family() -> None:
    assert clusters.false_discovery([None, 0.04, None, 0.02]).to_list() == [None, 0.04, None, 0.04]


@given(st.integers(1, 99), st.integers(1, 99), st.lists(st.integers(1, 999), min_size=2, max_size=12))
@settings(max_examples=200, deadline=None)
def test_games_with_equal_rates_vary_in_nothing(x: int, more: int, weights: list[int]) -> None:
    """Only rounding is left of the sums: it makes no interval, which would depend on the order of the games."""
    games = pl.DataFrame({"x_a": [x * n for n in weights], "m_a": [(x + more) * n for n in weights]})
    games = games.with_columns(pl.all() / 7)
    low, high = clusters.interval("a", pl.lit(len(weights)))
    found = games.select(**clusters.total(*SUMS[:5])).select(rate=clusters.rate("a"), low=low, high=high)
    assert found["low"].item() == found["high"].item() == found["rate"].item()


@given(st.lists(counted, min_size=2, max_size=12), st.sampled_from([1, 2**17]))
@settings(max_examples=50, deadline=None)
def test_variances_are_those_of_residuals(games: list[tuple[int, int, int, int]], scale: int) -> None:
    """The variance out of sums of several parts, also past 32 bits, is exactly that of a loop over games."""
    rows = [(min(xa, ma) * scale, ma * scale, min(xb, mb) * scale, mb * scale) for xa, ma, xb, mb in games]
    whole = [sum(column) for column in zip(*rows, strict=True)]
    if not whole[1] or not whole[3]:
        return
    p, q = Fraction(whole[0], whole[1]), Fraction(whole[2], whole[3])
    one = [(xa - p * ma) / whole[1] for xa, ma, _, _ in rows]
    other = [(xb - q * mb) / whole[3] for _, _, xb, mb in rows]
    frame = pl.DataFrame(rows, schema=dict.fromkeys(("x_a", "m_a", "x_b", "m_b"), pl.UInt32), orient="row")
    parts = [part.select(**clusters.total(*SUMS)) for part in (frame[:1], frame[1:])]
    found = (
        pl.concat(parts)
        .sum()
        .select(one=clusters.variance("a"), apart=clusters.variance_of_difference("a", "b"))
        .row(0)
    )
    expected = sum(r**2 for r in one), sum((r - s) ** 2 for r, s in zip(one, other, strict=True))
    assert found == pytest.approx(tuple(map(float, expected)), rel=1e-6, abs=1e-12)


def interval(*games: tuple[int, int]) -> tuple[float | None, ...]:
    rows = pl.DataFrame(games, schema={"x_a": pl.UInt32, "m_a": pl.UInt32}, orient="row")
    counts = rows.select(n=pl.len(), **clusters.total(*clusters.of_x("a"), *clusters.of_m("a")))
    low, high = clusters.interval("a", pl.col("n"))
    return counts.select(low.alias("lo"), high.alias("hi")).row(0)


def test_one_draw_per_game_gives_wilsons_interval() -> None:
    """With Student's t in place of the normal quantile: 3 of 12 (t with 11 degrees is 2.200985)."""
    t, p, n = 2.200985, 0.25, 12
    middle, half = (p + t * t / 24) / (1 + t * t / n), t / (1 + t * t / n) * (p * (1 - p) / n + (t / 24) ** 2) ** 0.5
    assert interval(*[(1, 1)] * 3, *[(0, 1)] * 9) == pytest.approx((middle - half, middle + half), abs=1e-5)


def test_ten_equal_draws_of_a_game_count_as_one() -> None:
    assert interval(*[(10, 10)] * 3, *[(0, 10)] * 9) == pytest.approx(interval(*[(1, 1)] * 3, *[(0, 1)] * 9))


def test_intervals_of_one_game_and_of_equal_games() -> None:
    """One game gives the interval 0 to 1, ten equal games one without width; of none in ten games the interval is above
    0."""
    assert interval((3, 4)) == (0, 1)
    assert interval(*[(1, 2)] * 10) == (0.5, 0.5)
    assert interval(*[(0, 5)] * 10) == pytest.approx((0, 0.3385), abs=1e-4)


# --- simulated games


def played(rng: Random, games: int, winners: Callable[[], tuple[int, ...]]) -> list[Played]:
    """Games whose share of digs differs from game to game, so that decisions of one game are far from independent."""
    found = []
    for _ in range(games):
        style = rng.betavariate(1, 1)
        decided = [(seat, "Dig" if rng.random() < style else "Sell") for seat in (1, 2)] * rng.randrange(3, 20)
        found.append(Played(2, winners(), decided))
    return found


def mix(games: list[Played], together: bool = False) -> pl.DataFrame:
    """The rows of `action_mix` for these games."""
    facts = [
        {"game_id": number, "seat": seat, "type": kind, "third": 1 + at * 3 // len(game.decided)}
        for number, game in enumerate(games)
        for at, (seat, kind) in enumerate(game.decided)
    ]
    seats = [
        {"game_id": number, "seat": seat, "win_share": float(game.share(seat)), "par": None if together else 0.5}
        for number, game in enumerate(games)
        for seat in (1, 2)
    ]
    params = action_mix.MixParams(ruleset="toy")
    counts = action_mix.partial(_Tables(frame("facts", facts), frame("seats", seats)), params)  # type: ignore[arg-type]
    return action_mix.finish(counts, params).rows


class _Tables:
    def __init__(self, facts: pl.DataFrame, seats: pl.DataFrame) -> None:
        self.facts, self.seats = facts.lazy(), seats.lazy()


def test_differences_equal_the_reference_implementation() -> None:
    rng = Random(3)
    games = played(rng, 60, lambda: (rng.choice((1, 2)),))
    expected = reference.action_mix(games)
    for row in mix(games).to_dicts():
        found = expected[row["stage"], row["what"]]
        assert found.winners is not None
        assert found.losers is not None
        assert found.variance is not None
        assert row["difference"] == pytest.approx(float(found.winners - found.losers))
        error = float(found.variance) ** 0.5
        half = clusters.student_quantile(59) * error
        assert (row["difference_hi"] - row["difference_lo"]) / 2 == pytest.approx(half)
        assert row["p_value"] == pytest.approx(2 * scipy.stats.t.sf(abs(row["difference"]) / error, 59))


@pytest.mark.parametrize("together", mostly([False, True], [False], ["one wins", "all win or lose"].__getitem__))
def test_random_winners_make_no_difference(together: bool) -> None:
    """If winners are shuffled, an interval holds 0 in 95 of 100 cases, and a q is below 0.1 in about 10 of 100."""
    rng = Random(6)
    games = played(rng, 80, lambda: ())
    held = tests = tables = 0
    for _ in range(200):
        won: list[tuple[int, ...]] = [(), (1, 2)] * 40 if together else [(1,), (2,)] * 40
        rng.shuffle(won)
        shuffled = [game._replace(won=seats) for game, seats in zip(games, won, strict=True)]
        rows = mix(shuffled, together).filter(pl.col("p_value").is_not_null())
        held += rows.filter(pl.lit(0).is_between("difference_lo", "difference_hi")).height
        tests += rows.height
        tables += bool(rows["q"].min() < 0.1)  # type: ignore[operator]
    assert tests == 200 * 6
    assert 0.90 <= held / tests <= 0.99
    assert tables / 200 <= 0.17


def test_a_true_difference_is_found() -> None:
    """Winners dig in 60 of 100 decisions, losers in 50."""
    rng = Random(9)
    games = []
    for _ in range(400):
        won = rng.choice((1, 2))
        decided = [(seat, "Dig" if rng.random() < (0.6 if seat == won else 0.5) else "Sell") for seat in (1, 2) * 6]
        games.append(Played(2, (won,), decided))
    digs = mix(games).filter(pl.col("what") == "Dig")
    assert digs["q"].max() < 0.1  # type: ignore[operator]
    assert digs.filter(pl.lit(0.1).is_between("difference_lo", "difference_hi")).height == 3
