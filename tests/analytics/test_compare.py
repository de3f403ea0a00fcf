"""Two sides compared, where groups of games are small."""

from __future__ import annotations

from itertools import combinations
from random import Random
from statistics import pvariance
from typing import TYPE_CHECKING

import polars as pl
import pytest

from analytics import clusters, compare

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    Sides = tuple[Sequence[float], Sequence[float]]


def sums(one: Sequence[float], other: Sequence[float], seats: int, *, team: bool = True) -> dict[str, object]:
    """The sums of a group of games: the values of one side and of the other; of rivals, those of the same games."""
    both = 0.0 if team else sum(a * b for a, b in zip(one, other, strict=True))
    games = {"games_a": float(len(one)), "games_b": float(len(other)), "a": float(sum(one)), "b": float(sum(other))}
    squares = {"a*a": sum(a * a for a in one), "b*b": sum(b * b for b in other), "a*b": both}
    return {
        "what": "dig",
        "seats": seats,
        "team": team,
        **games,
        **{name: float(sum_) for name, sum_ in squares.items()},
    }


def compared(groups: Iterable[Sides], *, team: bool = True) -> pl.DataFrame:
    """Groups of games, each of another number of seats."""
    rows = [sums(*group, seats, team=team) for seats, group in enumerate(groups, 1)]
    return compare.compared(pl.DataFrame(rows), ["what"])


def test_few_games_of_a_side_are_as_uncertain_as_lots_are() -> None:
    """Eight games of which three are won, and one or two of which are on one side: the squared error is the variance of
    the difference over all ways to draw which."""
    won = [1, 1, 1, 0, 0, 0, 0, 0]
    for few in (1, 2):
        sides = [
            ([won[i] for i in drawn], [won[i] for i in range(8) if i not in drawn])
            for drawn in combinations(range(8), few)
        ]
        found = pl.concat([compared([side]) for side in sides])
        assert found["error"].to_list() == pytest.approx([pvariance(found["difference"]) ** 0.5] * len(sides))


def test_many_games_of_both_sides_vary_each_by_themselves() -> None:
    """Thirty games of 0 and 2 in turn, and ninety of 5: the spread of the second side is none, so the squared error is
    30 / (30 * 29)."""
    found = compared([([0, 2] * 15, [5] * 90)])
    assert found["error"].item() == pytest.approx(29**-0.5)


def test_games_that_stand_against_no_other_are_not_counted() -> None:
    """Forty games of two seats with it and one without; of three seats thirty without."""
    found = compared([([1] * 40, [0]), ([], [1] * 30)])
    assert found.select("n_a", "n_b", "fewer").row(0) == (40, 31, 1)
    none = compared([([1] * 40, [])])
    assert none.select("fewer", "difference").row(0) == (0, None)


def test_games_of_rivals_are_one_sample_however_many_seats_they_have() -> None:
    """Differences 1 and 3 of two seats, 2 of three and 6 of four: mean 3, squares about it 14, error
    sqrt(14 / 3 / 4)."""
    found = compared([([1, 3], [0, 0]), ([2], [0]), ([6], [0])], team=False)
    assert found.select("difference", "error").row(0) == pytest.approx((3, (14 / 12) ** 0.5))


def test_small_groups_do_not_seem_certain() -> None:
    """Forty groups of six games, half of them won by lot, one of each with it: 3 to 7 of 100 tests find one."""
    rng, found = Random(5), []
    for _ in range(800):
        won = [rng.sample([1] * 3 + [0] * 3, 6) for _ in range(40)]
        rows = compared([(group[:1], group[1:]) for group in won])
        found.append(clusters.tested(rows, "fewer", "fewer")["p_value"].item())
    assert 0.03 <= sum(p < 0.05 for p in found) / len(found) <= 0.07
