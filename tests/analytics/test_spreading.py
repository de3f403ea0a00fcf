"""How an export divides games among the workers of a cluster."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest

from analytics import spreading
from analytics.cluster import Site, installed_on, versions
from events import new_game_id
from tests.analytics.toy import RULESETS
from tests.analytics.workers import no_log

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rulesets.kit.ruleset import Ruleset

GAMES = [new_game_id() for _ in range(3_000)]


@pytest.mark.parametrize("threads", [1, 2, 7, 64])
@pytest.mark.parametrize("games", [0, 1, 2, 31, 500, 3_000])
def test_each_game_is_in_one_batch(games: int, threads: int) -> None:
    batches = list(spreading.batches(GAMES[:games], threads))
    assert [game for batch in batches for game in batch] == GAMES[:games]
    assert all(batches)


@pytest.mark.parametrize("threads", [1, 2, 7])
def test_batches_become_smaller_so_that_workers_end_together(threads: int) -> None:
    sizes = [len(batch) for batch in spreading.batches(GAMES, threads)]
    assert all(size >= following for size, following in pairwise(sizes))
    assert sizes[0] == min(spreading.LARGEST, len(GAMES) // (2 * threads))
    assert sizes[-1] <= len(GAMES) / threads / spreading.LAST
    assert len(sizes) <= 8 * threads


def test_batches_of_a_long_log_are_no_larger() -> None:
    sizes = [len(batch) for batch in spreading.batches(GAMES * 20, 2)]
    assert max(sizes) == spreading.LARGEST


def test_a_worker_loads_the_rulesets_once() -> None:
    loaded = []

    def load() -> Mapping[str, Ruleset[Any]]:
        loaded.append(True)
        return RULESETS

    site = Site(load, no_log)
    assert versions(load)
    assert installed_on(site) is installed_on(site)
    assert len(loaded) == 1
