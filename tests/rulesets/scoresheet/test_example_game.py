"""The example game of the documentation, replayed."""

from __future__ import annotations

from rulesets.kit.phases import GameOver
from rulesets.scoresheet import RULESET
from rulesets.scoresheet.effects import LastRoundEnded, ScoreCorrected
from rulesets.scoresheet.standing import standing
from tests.rulesets.examples import replayed


def test_the_example_ends_as_its_page_describes_it() -> None:
    """Three seats have 83 points, and goods break the tie for two of them."""
    steps = replayed(RULESET)
    assert isinstance(steps[14].effects[0], ScoreCorrected)
    assert isinstance(steps[18].effects[0], LastRoundEnded)
    last = steps[23].after
    assert standing(last) == ((1, 83), (2, 83), (3, 78), (4, 83))
    assert [last.written(seat, 1, "goods") for seat in (1, 2, 3, 4)] == [21, 21, 30, 17]
    assert last.pending == GameOver((1, 2), "finished")
    assert len(steps) == 24
