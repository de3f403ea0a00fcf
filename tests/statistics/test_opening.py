"""The opening tree says what the bots at the table noted."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from tests.statistics.opening import Opening, look, play_one

if TYPE_CHECKING:
    from pathlib import Path


def test_the_tree_has_the_rates_that_the_bots_noted(tmp_path: Path) -> None:
    """Of every first decision of a few games."""
    with ThreadPoolExecutor(1) as executor:
        rate, openings = look(executor, 6, tmp_path)
    assert 0 <= rate <= 1
    assert sum(opening.games for opening in openings) >= 6
    assert all(opening.faults == [] for opening in openings)


def test_the_same_seed_is_the_same_game() -> None:
    assert play_one(3) == play_one(3)


def test_a_wrong_rate_is_found_out() -> None:
    """Another rate than was noted; a rate on the wrong side of a half; one that is far too large or small."""
    right = Opening("Dig", 500, 0.6, 0.6, 0.58)
    assert right.faults == []
    assert right._replace(noted=0.59).faults == ["not as noted"]
    for rate in (0.45, 0.8, 0.51):
        assert right._replace(noted=rate, answered=rate).faults == ["wrong sign or size"]
        assert right._replace(noted=rate, answered=rate, games=50).faults == []
