"""Random games of Card Tactics under the conformance suite, with each number of seats.

`CARD_TACTICS_GAMES` is how many of each; the long form is 700.
"""

import os

import pytest

from rulesets.card_tactics import RULESET
from rulesets.kit.conformance import check
from tests.rulesets.card_tactics.profile import only, profile

GAMES = int(os.environ.get("CARD_TACTICS_GAMES", "4"))


@pytest.mark.parametrize("seats", RULESET.seats)
def test_random_games_hold_every_promise(seats: int) -> None:
    """Whatever is played, nothing is lost, leaked or listed wrongly, and the game ends."""
    report = check(only(seats), profile(), games=GAMES, seed=0)

    assert (report.games, report.unfinished) == (GAMES, 0)
