"""Statistics find what is there."""

from __future__ import annotations

from random import Random

import polars as pl
import pytest

from tests.statistics import covering, planted
from tests.statistics.drawn import Odds, X, games


@pytest.mark.parametrize("odds", sorted({here.odds for here in planted.PLANTED}, key=str))
def test_a_planted_difference_is_found(odds: Odds) -> None:
    """In each of three draws, with its sign; in two of them at least its interval holds the truth."""
    histories = [games(Random(seed), odds) for seed in range(3)]
    for here in planted.there():
        if here.odds == odds:
            found = planted.look_in(here, histories)
            assert found.clear == found.seeds, here
            assert found.within >= 2, here


def test_something_is_planted_in_every_statistic() -> None:
    """A new one has to find something too."""
    assert planted.unplanted() == []


def test_a_difference_of_the_wrong_sign_is_not_what_was_planted() -> None:
    here = next(here for here in planted.there() if here.job == "action_mix")
    found = planted.look(here._replace(truth=-here.truth), seeds=2)
    assert (found.clear, found.within) == (0, 0)
    assert found.faults == ["clear in 0 of 2", "within in 0 of 2"]


def test_too_few_intervals_are_asked_again() -> None:
    """One of 63 good intervals holds the truth in fewer than 17 of 20 draws; of others hardly any does again."""
    found = planted.Found(planted.PLANTED[0], 20, 20, 16, 0.02, 1.0)
    assert found.faults == ["within in 16 of 20"]
    assert found._replace(again=170).faults == []
    assert found._replace(again=162).faults == ["within in 16 of 20, 162 of 180 others"]
    assert found._replace(within=17).faults == []


def test_intervals_hold_the_truth() -> None:
    """In 35 of 40 tables of 60 games at least; over 2,000 tables it is 93 to 97 of 100."""
    covered = covering.cover(60, tables=40)
    assert covered.held
    assert all(held >= 35 / 40 for held in covered.held.values()), covered


def test_games_are_drawn_as_they_are_told() -> None:
    """X is in half of the games, of one seat; it wins 60 of 100 of them."""
    seats = games(Random(1), Odds(4000, 0.5, 0.6)).frames
    with_x = seats["facts"].filter(type=X, undone=False).select("game_id", "seat", "win_share")
    assert with_x["game_id"].is_unique().all()
    assert with_x.height / 4000 == pytest.approx(0.5, abs=0.03)
    assert with_x["win_share"].mean() == pytest.approx(0.6, abs=0.03)
    assert seats["seats"].filter(faction="colour=red").height == with_x.height
    assert seats["seats"].group_by("game_id").agg(pl.col("win_share").sum())["win_share"].unique().to_list() == [1.0]
