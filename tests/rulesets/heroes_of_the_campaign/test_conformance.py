"""Random games of Heroes of the Campaign under the conformance suite.

The long form is `make long SUITE=conformance RULESET=heroes_of_the_campaign ARGS="--games 500"`:
so many in each of the four cases.
"""

import pytest

from rulesets.heroes_of_the_campaign import RULESET
from rulesets.kit.conformance import check
from tests.rulesets.heroes_of_the_campaign.profile import PROFILE

FEW = 5
FAR_APART = 100_000
"""Games of one case never are those of another, however many are played."""


@pytest.mark.parametrize("case", range(4))
def test_random_games_hold_every_promise(case: int, games: int | None) -> None:
    """Whatever is played, nothing is lost, leaked or listed wrongly, and what follows is what was foretold."""
    report = check(RULESET, PROFILE, games=games or FEW, seed=case * FAR_APART)

    assert report.games == (games or FEW)
    waited_in = {"ChoosingTeams", "AgreeingStarter", "Turn", "Choosing"}
    assert waited_in <= report.exact.keys()
    assert report.candidates > 50_000
    assert report.commuted > 10
    assert report.dry_runs["whole"] > 100
    assert report.dry_runs["stopped"] >= report.games
    assert {"StartTask", "Choose", "EndTurn"} <= report.actions.keys()
