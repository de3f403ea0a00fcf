"""Random games of Hero's Crossing under the conformance suite, with each number of players.

The long form is `make long SUITE=conformance RULESET=heros_crossing ARGS="--games 2000"`: so many of each.
"""

import pytest

from rulesets.heros_crossing import RULESET
from rulesets.kit.conformance import check
from tests.rulesets.heros_crossing.profile import PROFILE, only

FEW = 2


@pytest.mark.parametrize("seats", RULESET.seats)
def test_random_games_hold_every_promise(seats: int, games: int | None) -> None:
    """Whatever is played, nothing is lost, leaked or listed wrongly, and the game ends.

    Players who hardly like to bid or to attract may stay for hundreds of rounds: one game in 200 may be left.
    """
    report = check(only(seats), PROFILE, games=games or FEW, seed=seats)

    assert report.games == (games or FEW)
    assert report.unfinished <= report.games // 200
