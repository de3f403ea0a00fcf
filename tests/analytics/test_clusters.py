"""Rates over whole games: held against SciPy, against fractions, and against chance itself."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import TYPE_CHECKING

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats as scipy  # type: ignore[import-untyped]

from analytics import clusters
from analytics.jobs import action_mix
from tests.analytics import reference
from tests.analytics.made import frame
from tests.analytics.reference import Played

if TYPE_CHECKING:
    from collections.abc import Callable

SUMS = [*clusters.of_x("a"), *clusters.of_m("a"), *clusters.of_x("b"), *clusters.of_m("b")]
SUMS += ["x_a*x_b", "x_a*m_b", "x_b*m_a", "m_a*m_b"]
counted = st.tuples(st.integers(0, 9), st.integers(0, 9), st.integers(0, 9), st.integers(0, 9))


@pytest.mark.parametrize("degrees", [1, 2, 3, 10, 29, 999, 2**20])
def test_student_is_scipys(degrees: int) -> None:
    """Its tails and its quantile."""
    assert clusters.student_quantile(degrees) == pytest.approx(scipy.t.ppf(0.975, degrees), rel=1e-8)
    for t in (0.0, 0.1, -0.7, 2.0, 4.5, 30.0):
        assert clusters.student_tail(t, degrees) == pytest.approx(2 * scipy.t.sf(abs(t), degrees), rel=1e-7)


@given(st.lists(st.floats(0, 1), max_size=30))
def test_false_discoveries_are_scipys(p: list[float]) -> None:
    expected = scipy.false_discovery_control(p) if p else []
    assert clusters.false_discovery(p).to_list() == pytest.approx(list(expected), rel=1e-12)


def test_what_was_not_tested_is_no_part_of_the_family() -> None:
    assert clusters.false_discovery([None, 0.04, None, 0.02]).to_list() == [None, 0.04, None, 0.04]


@given(st.lists(counted, min_size=2, max_size=12), st.sampled_from([1, 2**17]))
@settings(max_examples=50, deadline=None)
def test_variances_are_those_of_residuals(games: list[tuple[int, int, int, int]], scale: int) -> None:
    """Out of sums that add up from part to part, also past 32 bits: exactly what a loop over games finds."""
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


def test_one_draw_a_game_is_wilsons_interval() -> None:
    """With Student's t for the normal quantile: 3 of 12 (t with 11 degrees is 2.200985)."""
    t, p, n = 2.200985, 0.25, 12
    middle, half = (p + t * t / 24) / (1 + t * t / n), t / (1 + t * t / n) * (p * (1 - p) / n + (t / 24) ** 2) ** 0.5
    assert interval(*[(1, 1)] * 3, *[(0, 1)] * 9) == pytest.approx((middle - half, middle + half), abs=1e-5)


def test_a_game_that_says_ten_times_the_same_says_it_once() -> None:
    assert interval(*[(10, 10)] * 3, *[(0, 10)] * 9) == pytest.approx(interval(*[(1, 1)] * 3, *[(0, 1)] * 9))


def test_one_game_tells_nothing_and_equal_games_everything() -> None:
    """None of ten games leaves room for some; half of every game is half."""
    assert interval((3, 4)) == (0, 1)
    assert interval(*[(1, 2)] * 10) == (0.5, 0.5)
    assert interval(*[(0, 5)] * 10) == pytest.approx((0, 0.3385), abs=1e-4)


# --- chance itself


def played(rng: Random, games: int, winners: Callable[[], tuple[int, ...]]) -> list[Played]:
    """Games whose style differs from game to game, so that decisions of one game are far from independent."""
    found = []
    for _ in range(games):
        style = rng.betavariate(1, 1)
        decided = [(seat, "Dig" if rng.random() < style else "Sell") for seat in (1, 2)] * rng.randrange(3, 20)
        found.append(Played(2, winners(), decided))
    return found


def mix(games: list[Played], together: bool = False) -> pl.DataFrame:
    """What `action_mix` says of these games."""
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


def test_differences_are_those_of_the_reference_implementation() -> None:
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
        assert row["p_value"] == pytest.approx(2 * scipy.t.sf(abs(row["difference"]) / error, 59))


@pytest.mark.parametrize("together", [False, True], ids=["one wins", "all win or lose"])
def test_random_winners_make_no_difference(together: bool) -> None:
    """In 95 of 100 shuffles an interval holds 0, and in some 10 of 100 any q is below 0.1."""
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


def test_a_difference_that_is_there_is_found() -> None:
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
