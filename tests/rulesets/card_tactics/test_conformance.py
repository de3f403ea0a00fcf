"""Random games of Card Tactics under the conformance suite, with each number of seats.

The long form is `make conformance RULESET=card_tactics GAMES=700`: so many of each.
"""

import pytest

from rulesets.card_tactics import RULESET
from rulesets.kit.conformance import check
from tests.rulesets.card_tactics.profile import only, profile

FEW = 4


@pytest.mark.parametrize("seats", RULESET.seats)
def test_random_games_hold_every_promise(seats: int, games: int | None) -> None:
    """Whatever is played, nothing is lost, leaked or listed wrongly, and the game ends."""
    report = check(only(seats), profile(), games=games or FEW, seed=0)

    assert (report.games, report.unfinished) == (games or FEW, 0)
