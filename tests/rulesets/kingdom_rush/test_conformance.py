"""Random games of Kingdom Rush under the conformance suite, in each scenario and with each number of players.

`KINGDOM_RUSH_GAMES` is how many of each; the long form is 500.
"""

import os

import pytest

from rulesets.kingdom_rush import RULESET
from rulesets.kit.conformance import check
from tests.rulesets.kingdom_rush.profile import only, profile

GAMES = int(os.environ.get("KINGDOM_RUSH_GAMES", "1"))


@pytest.mark.parametrize("seats", RULESET.seats)
@pytest.mark.parametrize("scenario", tuple(RULESET.starter_components.scenario))
def test_random_games_hold_every_promise(scenario: str, seats: int) -> None:
    """Whatever is played, nothing is lost, leaked or listed wrongly, and the game ends."""
    ruleset, components = only(scenario, seats)

    report = check(ruleset, profile(components), games=GAMES, seed=0)

    assert (report.games, report.unfinished) == (GAMES, 0)
