"""The layers of a POST, tested with calls that take the time that the test gives them."""

from __future__ import annotations

import pytest

from tests.benchmarks import post_costs
from tests.benchmarks.harness import new_folder
from tests.benchmarks.post_costs import LAYERS, Clock, layers


def test_a_layer_has_the_time_that_no_layer_below_it_has(monkeypatch: pytest.MonkeyPatch) -> None:
    """Broken by counting the time of a call twice, and by losing it where a call fails."""
    times = iter([0, 1, 3, 4, 6, 10])
    monkeypatch.setattr(post_costs, "perf_counter", lambda: next(times))
    clock = Clock()

    def fail() -> None:
        raise ValueError("refused")

    def above() -> None:
        clock.timed("below", int)()
        with pytest.raises(ValueError, match="refused"):
            clock.timed("below", fail)()

    clock.timed("above", above)()
    assert clock.reset() == {"below": 2 + 2, "above": 10 - 4}
    assert clock.reset() == {}


def test_each_layer_is_passed_on_the_way() -> None:
    """Broken by a call that was renamed or is imported before it is timed: its layer has no time."""
    with new_folder() as folder:
        own, whole = layers(folder, "heros_crossing_tactics", 5)
    assert set(own) == {layer.name for layer in LAYERS}
    assert min(own.values()) > 0
    assert whole > 0
