"""The helpers of tests are tested: an expectation that is not met fails."""

from collections.abc import Callable

import pytest

from rulesets.heros_crossing_tactics.board import Board
from rulesets.heros_crossing_tactics.effects import FrontActivated, HeroDrawn, TurnEnded
from rulesets.heros_crossing_tactics.phases import Recruiting, Turn
from rulesets.heros_crossing_tactics.rules.attack import Attack
from rulesets.heros_crossing_tactics.rules.recruit import DrawHero, Recruit
from rulesets.kit.scenario import Scenario
from tests.rulesets.heros_crossing_tactics.build import at, front, side, table

TAKEN = at(table()).when(1, Recruit(1))
REFUSED = at(table()).when(1, Recruit(9))
ASKED = at(table(side(front("scout-1")))).when(1, Recruit(1)).when(1, DrawHero(1))
ACTIVATED, ENDED = FrontActivated(1, 1, "recruit"), TurnEnded(2)


@pytest.mark.parametrize(
    "expectation",
    [
        lambda: TAKEN.then(ACTIVATED),
        lambda: TAKEN.then(ENDED, ACTIVATED),
        lambda: TAKEN.then_includes(ENDED, ACTIVATED),
        lambda: TAKEN.then_includes(TurnEnded(1)),
        lambda: TAKEN.then_never(TurnEnded),
        lambda: TAKEN.waits_for(Recruiting, 2),
        lambda: TAKEN.waits_for(Turn, 1),
        lambda: TAKEN.refused("HCT-CMP-05"),
        lambda: TAKEN.needs_chance("draw"),
        lambda: REFUSED.refused("HCT-CMP-04"),
        lambda: REFUSED.then(),
        lambda: REFUSED.then_never(TurnEnded),
        lambda: REFUSED.board,
        lambda: REFUSED.when(1, Recruit(1)),
        lambda: REFUSED.needs_chance("draw"),
        lambda: ASKED.needs_chance("roll"),
        lambda: ASKED.needs_chance("draw", "HCT-LIM-01"),
        lambda: ASKED.refused("HCT-REC-07"),
        lambda: at(table()).when(1, Recruit(1), ["monk-1"]).then(ACTIVATED, ENDED),
    ],
)
def test_an_expectation_that_is_not_met_fails(expectation: Callable[[], Scenario[Board]]) -> None:
    """Wrong effects, order, phase, seat, rule, question; and outcomes that nothing asked for."""
    with pytest.raises(AssertionError):
        expectation()


def test_expectations_that_are_met_pass() -> None:
    """They give the scenario back, so that they can be chained."""
    assert TAKEN.then(ACTIVATED, ENDED).then_includes(ENDED).then_never(HeroDrawn).waits_for(Turn, 2) is TAKEN
    assert REFUSED.refused("HCT-CMP-05") is REFUSED
    assert ASKED.needs_chance("draw", "HCT-REC-07").kind == "draw"
    at(table()).when(1, Attack(1, 1)).then_includes(FrontActivated(1, 1, "attack"))
