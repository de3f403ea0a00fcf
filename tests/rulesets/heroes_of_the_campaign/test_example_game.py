"""The example game of the documentation, replayed."""

import pytest

from rulesets.heroes_of_the_campaign import RULESET
from rulesets.heroes_of_the_campaign import effects as e
from rulesets.heroes_of_the_campaign.board import Board
from rulesets.heroes_of_the_campaign.phases import Entering, Running
from rulesets.kit.conformance import GameStep
from tests.rulesets.examples import replayed
from tests.rulesets.heroes_of_the_campaign.profile import PROFILE


@pytest.fixture(scope="module")
def steps() -> list[GameStep[Board]]:
    """The events of the example; `steps[n]` is line n of its actions, `steps[0]` the start."""
    return replayed(RULESET)


def test_it_holds_every_invariant(steps: list[GameStep[Board]]) -> None:
    """The example is a game like any other."""
    for step in steps:
        PROFILE.invariants(step.after)
        PROFILE.transitions(step)
    PROFILE.game(steps)


def test_it_ends_with_a_win(steps: list[GameStep[Board]]) -> None:
    """In its last line, and not before."""
    over = RULESET.over(steps[-1].after)
    assert over is not None
    assert over.winners == (2,)
    assert len(steps) - 1 == 76
    assert not any(RULESET.over(step.after) for step in steps[:-1])


def test_every_type_of_action_is_shown(steps: list[GameStep[Board]]) -> None:
    """Whoever copies a line finds one of each kind."""
    assert {type(step.action) for step in steps[1:]} == set(RULESET.actions)


def test_what_its_page_names_happens_in_it(steps: list[GameStep[Board]]) -> None:
    """At the lines of its table."""
    assert e.TeamsRevealed in {type(effect) for effect in steps[12].effects}
    assert e.StarterAgreed(2) in steps[15].effects
    assert isinstance(steps[18].after.pending, Running)
    assert isinstance(steps[19].after.pending, Entering)
    assert e.CopperEarned(1, 2) in steps[20].effects
    assert e.HeroSentToLocation("1.priestess", "1.tower") in steps[21].effects
    assert (steps[22].after.side(2).unknown, steps[29].after.side(2).unknown) == (3, 1)
    assert e.HeroSentToInfirmary("2.thief", 2, by="1.priestess") in steps[32].effects
    assert e.ManeuverLearned(1, "shield_wall", "1.captain") in steps[34].effects
    assert e.StatusEnded("2.troll", "untouchable", 0) in steps[49].effects
    assert e.HeroSentToInfirmary("1.oracle", 3, by="2.troll") in steps[55].effects
    assert e.HeroWounded("2.troll", 1, 0, "1.captain") in steps[59].effects
    assert e.HeroLeftInfirmary("2.thief", 0, "2.thief") in steps[61].effects
    fallen = [effect.hero for effect in steps[65].effects if isinstance(effect, e.HeroSentToInfirmary)]
    assert fallen == ["1.priestess", "1.captain"]
    assert e.GameWon(2, "2.thief") in steps[76].effects
