"""The comparison of two sides, in particular where groups of games are small."""

from __future__ import annotations

from itertools import combinations
from math import comb
from random import Random
from statistics import pvariance
from typing import TYPE_CHECKING

import polars as pl
import pytest

from analytics import clusters, compare

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    Sides = tuple[Sequence[float], Sequence[float]]


def sums(
    one: Sequence[float], other: Sequence[float], seats: int, *, team: bool = True, chance_variance: float = 0.0
) -> dict[str, object]:
    """The sums of a group of games: the values of both sides, and the variance by chance.

    If not `team`, both are of the same games.
    """
    both = 0.0 if team else sum(a * b for a, b in zip(one, other, strict=True))
    games = {"games_a": float(len(one)), "games_b": float(len(other)), "a": float(sum(one)), "b": float(sum(other))}
    squares = {"a*a": sum(a * a for a in one), "b*b": sum(b * b for b in other), "a*b": both}
    return {
        "what": "dig",
        "seats": seats,
        "team": team,
        **games,
        **{name: float(sum_) for name, sum_ in squares.items()},
        compare.CHANCE_VARIANCE: chance_variance,
    }


def compared(groups: Iterable[Sides], *, team: bool = True) -> pl.DataFrame:
    """Compare groups of games, each with another number of seats."""
    rows = [sums(*group, seats, team=team) for seats, group in enumerate(groups, 1)]
    return compare.compared(pl.DataFrame(rows), ["what"])


def test_few_games_on_one_side_have_the_variance_of_a_permutation_test() -> None:
    """The squared error is the variance of the difference over all ways to draw which games are on the small side.

    Of eight games three are won, and one or two are on that side.
    """
    won = [1, 1, 1, 0, 0, 0, 0, 0]
    for few in (1, 2):
        sides = [
            ([won[i] for i in drawn], [won[i] for i in range(8) if i not in drawn])
            for drawn in combinations(range(8), few)
        ]
        found = pl.concat([compared([side]) for side in sides])
        assert found["error"].to_list() == pytest.approx([pvariance(found["difference"]) ** 0.5] * len(sides))


def test_many_games_on_both_sides_have_a_variance_each() -> None:
    """Thirty games of 0 and 2 in turn, and ninety of 5: the second side does not vary, so the squared error is 30 / (30
    * 29)."""
    found = compared([([0, 2] * 15, [5] * 90)])
    assert found["error"].item() == pytest.approx(29**-0.5)


def test_the_smaller_side_counts_only_games_that_are_compared() -> None:
    """Forty games of two seats on one side and one on the other; the thirty games of three seats are all on one
    side."""
    found = compared([([1] * 40, [0]), ([], [1] * 30)])
    assert found.select("n_a", "n_b", "fewer").row(0) == (40, 31, 1)
    none = compared([([1] * 40, [])])
    assert none.select("fewer", "difference").row(0) == (0, None)


def test_competitive_games_are_one_sample_for_any_number_of_seats() -> None:
    """Differences 1 and 3 of two seats, 2 of three and 6 of four: mean 3, squares about it 14, error sqrt(14 / 3 /
    4)."""
    found = compared([([1, 3], [0, 0]), ([2], [0]), ([6], [0])], team=False)
    assert found.select("difference", "error").row(0) == pytest.approx((3, (14 / 12) ** 0.5))


def chance_variance(k: int, won: Sequence[float], *, team: bool = False) -> float | None:
    """The variance by chance in a game in which so many seats have something."""
    game = {"k": k, "m": len(won), "won": sum(won), "squares": sum(share * share for share in won), "team": team}
    columns = [pl.col(name) for name in ("k", "m", "won", "squares")]
    chance: list[float | None] = (
        pl.DataFrame([game]).select(chance=compare.chance_variance(*columns))["chance"].to_list()
    )
    return chance[0]


@pytest.mark.parametrize("won", [[1, 0, 0, 0], [0.5, 0.5, 0], [1 / 3, 1 / 3, 1 / 3], [1, 0]])
def test_the_variance_by_chance_is_that_of_a_random_draw_of_seats(won: Sequence[float]) -> None:
    """It is the variance of the difference over all ways to draw which seats have something.

    If all seats have it, or none, there is no difference.
    """
    for k in range(1, len(won)):
        sides = [(drawn, [*set(range(len(won))) - {*drawn}]) for drawn in combinations(range(len(won)), k)]
        apart = [sum(won[i] for i in own) / k - sum(won[i] for i in others) / len(others) for own, others in sides]
        assert chance_variance(k, won) == pytest.approx(pvariance(apart))
        assert chance_variance(k, won, team=True) is None
    assert chance_variance(len(won), won) is None
    assert chance_variance(0, won) is None


def test_few_wins_have_the_variance_of_random_wins() -> None:
    """One seat of four has it, in 36 games, and never wins: each game gives -1/3, and the variance by chance is 1/3."""
    chance = chance_variance(1, [1, 0, 0, 0])
    assert chance == pytest.approx(1 / 3)
    rows = [sums([0] * 36, [1 / 3] * 36, 4, team=False, chance_variance=36 * (chance or 0))]
    found = compare.compared(pl.DataFrame(rows), ["what"])
    assert found.select("difference", "error").row(0) == pytest.approx((-1 / 3, (1 / 3 / 36) ** 0.5))


@pytest.mark.parametrize("games", [30, 60, 120])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_very_small_p_values_are_about_as_rare_as_they_say(games: int, seats: int) -> None:
    """If one seat has it and wins at random, p-values below 1 %, 0.1 % and 0.01 % occur at most twice as often as they
    should (by the binomial distribution, without simulation)."""
    others, chance = seats - 1, chance_variance(1, [1, *[0] * (seats - 1)]) or 0
    rows = []
    for wins in range(games + 1):
        of_others = [0.0] * wins + [1 / others] * (games - wins)
        of_it = [1] * wins + [0] * (games - wins)
        rows.append(sums(of_it, of_others, seats, team=False, chance_variance=games * chance) | {"what": wins})
    found = compare.compared(pl.DataFrame(rows), ["what"]).with_columns(n=games)
    tested = clusters.tested(found, "n", "n").sort("what")
    likely = [comb(games, wins) * others ** (games - wins) / seats**games for wins in range(games + 1)]
    for level in (0.01, 0.001, 0.0001):
        often = sum(chance for chance, p in zip(likely, tested["p_value"], strict=True) if p < level)
        assert often < 2 * level, level


def test_small_groups_give_few_false_positives() -> None:
    """Forty groups of six games, half of them won at random, with one game of each on the first side: 3 to 7 of 100
    tests are significant."""
    rng, found = Random(5), []
    for _ in range(800):
        won = [rng.sample([1] * 3 + [0] * 3, 6) for _ in range(40)]
        rows = compared([(group[:1], group[1:]) for group in won])
        found.append(clusters.tested(rows, "fewer", "fewer")["p_value"].item())
    assert 0.03 <= sum(p < 0.05 for p in found) / len(found) <= 0.07
