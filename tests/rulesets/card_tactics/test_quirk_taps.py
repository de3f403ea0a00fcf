"""A quirk that may be used is used, or done without, by a tap on the board."""

from __future__ import annotations

import pytest

from rulesets.card_tactics import RULESET
from rulesets.card_tactics.phases import Offering
from rulesets.card_tactics.rules.quirks import UseQuirk
from rulesets.kit.phases import Seat
from rulesets.kit.steps import next_step
from rulesets.kit.structs import Chosen
from tests.recording.boards import Position, positions
from tests.recording.reaching import ARRANGEMENTS, action_of_button, ids_in


@pytest.fixture(scope="module")
def offered() -> list[tuple[Position, Seat]]:
    """Boards on which a quirk may be used, and who may."""
    return [
        (position, seat)
        for position in positions(RULESET, 3, 100)
        for seat in RULESET.waiting_for(position.board)
        if isinstance(position.board.pending, Offering)
    ]


@pytest.mark.parametrize("use", [True, False])
def test_one_tap_says_whether_a_quirk_is_used(offered: list[tuple[Position, Seat]], use: bool) -> None:
    """On the quirk itself, or on what is drawn beside it to do without it: in either arrangement."""
    assert offered
    for position, seat in offered:
        board = position.views[seat]
        for tap in RULESET.touches(board, seat, UseQuirk(use)):
            assert action_of_button(next_step(RULESET, board, seat, Chosen(taps=(tap,)))) == UseQuirk(use)
            for arrangement in ARRANGEMENTS:
                assert (tap,) in ids_in(RULESET, board, seat, arrangement)
