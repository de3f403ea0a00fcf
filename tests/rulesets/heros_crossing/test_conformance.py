"""Random games of Hero's Crossing under the conformance suite, with each number of players.

`HEROS_CROSSING_GAMES` is how many of each; the long form is 2,000.
"""

import os

import pytest

from rulesets.heros_crossing import RULESET
from rulesets.kit.conformance import check
from tests.rulesets.heros_crossing.profile import PROFILE, only

GAMES = int(os.environ.get("HEROS_CROSSING_GAMES", "1"))


@pytest.mark.parametrize("seats", RULESET.seats)
def test_random_games_hold_every_promise(seats: int) -> None:
    """Whatever is played, nothing is lost, leaked or listed wrongly, and the game ends."""
    report = check(only(seats), PROFILE, games=GAMES, seed=seats)

    assert (report.games, report.unfinished) == (GAMES, 0)
