"""Random games of Kingdom Rush under the conformance suite, in each scenario and with each number of players.

The long form is `make long SUITE=conformance RULESET=kingdom_rush ARGS="--games 500"`: so many of each.
"""

import pytest

from rulesets.kingdom_rush import RULESET
from rulesets.kit.conformance import check
from tests.rulesets.kingdom_rush.profile import only, profile, starter


@pytest.mark.parametrize("seats", RULESET.seats)
@pytest.mark.parametrize("scenario", tuple(starter().scenario))
def test_random_games_hold_every_promise(scenario: str, seats: int, games: int | None) -> None:
    """Whatever is played, nothing is lost, leaked or listed wrongly, and the game ends."""
    ruleset, components = only(scenario, seats)

    report = check(ruleset, profile(components), games=games or 1, seed=0)

    assert (report.games, report.unfinished) == (games or 1, 0)
