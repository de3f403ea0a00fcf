"""What nobody saw of a hand lies there as one: which card it is, is asked by name."""

from __future__ import annotations

from rulesets.heroes_of_the_campaign import RULESET
from tests.recording.boards import positions
from tests.recording.reaching import ARRANGEMENTS, Goal, StepExplorer


def test_cards_that_a_hidden_one_may_be_are_asked_for_by_name() -> None:
    """No place of the picture stands for two of them, and each is found by rows."""
    looked_at = 0
    for position in positions(RULESET, 2, 100):
        for seat, board in position.views.items():
            explorer = StepExplorer(RULESET, board, seat)
            unseen = [action for action in explorer.legal if f"hand:{seat}" in RULESET.touches(board, seat, action)]
            looked_at += len(unseen)
            assert all(Goal(explorer, action).shortest_path("rows") for action in unseen)
            assert not any([*explorer.not_drawn_once(arrangement)] for arrangement in ARRANGEMENTS if unseen)
    assert looked_at
