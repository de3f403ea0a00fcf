"""The example game of the documentation, replayed, with what its page says of its lines."""

from __future__ import annotations

import pytest

from rulesets.card_tactics import RULESET
from rulesets.card_tactics.board import Board
from rulesets.card_tactics.phases import GameOver
from rulesets.kit.conformance import GameStep
from tests.rulesets.card_tactics.profile import profile
from tests.rulesets.examples import EXAMPLES, replayed

PROFILE = profile()
TOLD = (EXAMPLES / RULESET.name / "README.md").read_text(encoding="utf-8")
NOT_SHOWN = {"Skip", "Stay", "UseCampItem", "EnterByHand"}
"""Types of action that the game did not need."""


@pytest.fixture(scope="module")
def steps() -> list[GameStep[Board]]:
    """The events of the example; `steps[n]` is line n of its actions, `steps[0]` the start."""
    return replayed(RULESET)


def sentences_at(steps: list[GameStep[Board]], line: int) -> str:
    """What the timeline says of a line."""
    return RULESET.sentence(steps[line].before, steps[line].effects)


def test_it_holds_every_invariant(steps: list[GameStep[Board]]) -> None:
    """The example is a game like any other."""
    for step in steps:
        PROFILE.invariants(step.after)
        PROFILE.transitions(step)
    PROFILE.game(steps)


@pytest.mark.rule("CDT-END-04", "CDT-END-05", "CDT-END-06")
def test_both_win_with_every_hero(steps: list[GameStep[Board]]) -> None:
    """In its last line, and not before, when the Dragon was defeated and the Wyvern was not; three cards are left."""
    last = steps[-1].after
    assert last.pending == GameOver(winners=(1, 2), reason="unique_boss")
    assert (last.combat, last.round, len(last.heroes), last.aside) == (5, 21, 3, ())
    assert sum(pile.size for pile in last.challenge) == 3
    assert not any(RULESET.over(step.after) for step in steps[:-1])
    assert [unit.card for unit in steps[189].after.enemies] == ["wyvern"]
    assert f"-{len(steps) - 1} | an eleven" in TOLD


def test_nearly_every_type_of_action_is_shown(steps: list[GameStep[Board]]) -> None:
    """Whoever copies a line finds one of each kind that is common."""
    assert {kind.__name__ for kind in RULESET.actions} - {type(step.action).__name__ for step in steps} == NOT_SHOWN


def test_every_die_is_in_it(steps: list[GameStep[Board]]) -> None:
    """Two for each roll, told with the action after which they fell; line 60 has three re-rolls."""
    for step in steps:
        rolled = [die for effect in step.effects for die in getattr(effect, "dice", ())]
        assert [outcome for outcome in step.outcomes if isinstance(outcome, int)] == rolled
    assert steps[60].outcomes == (1, 2, 5, 6, 3, 4)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (1, "The items drawn are Dagger, Potion 1 and Sling 1."),
        (4, "The event is A Quiet Night. Combat 1 begins. Goblin 1 appears with 1 health."),
        (5, "{1}'s Ranger uses Long Shot."),
        (6, "{1} chooses Wolf 1. Ranger attacks Wolf 1. Ranger rolls 5 + 3 + 2 = 10."),
        (7, "{1} does without Ranger's quirk Steady aim. Ranger hits Wolf 1: 10 against defence 6."),
        (11, "Combat 1 is won. The heroes find Smoke Bomb. The heroes find Buckler."),
        (14, "Guardian gains 1 Counter token."),
        (18, "Guardian counters with the same total. Guardian hits Ogre: 7 against defence 7."),
        (24, "{1}'s Alchemist uses Smoke Bomb."),
        (25, "Alchemist and Ranger change places."),
        (32, "Guardian is attacked instead of Ranger."),
        (41, "Fog stays in force."),
        (44, "Troll 1 uses Drag. Ranger is pulled towards the centre, past Alchemist."),
        (58, "Ranger rolls 6 + 6 + 2 + 2 = 16."),
        (59, "{1} settles for this combat: the attacker re-rolls first."),
        (60, "Longbow's quirk Steady string takes place."),
        (60, "Pixie 1's quirk Glamour takes place."),
        (65, "Guardian does not finish Shield Bash: none of its targets could take what the attack does."),
        (86, "Guardian hits Troll 1: 9 against defence 6."),
        (86, "Combat 3 is won."),
        (89, "{1} chooses: heal a hero by 2."),
        (90, "Guardian recovers 2 health"),
        (96, "War Horn is ready again."),
        (114, "Alchemist hits Orc Chieftain: 11 against defence 8."),
        (138, "Combat 4 is won."),
        (140, "Wyvern appears with 3 health. Basilisk appears with 2 health. Dragon appears with"),
        (146, "Dragon hits Ranger"),
        (149, "Guardian discards 1 Restrain token."),
        (171, "Dragon is pushed away from the centre"),
        (189, "Dragon is defeated."),
        (198, "Ranger hits Wyvern critically: 20 against defence 8, at least twice that."),
    ],
)
def test_what_its_page_names_happens_in_it(steps: list[GameStep[Board]], line: int, words: str) -> None:
    """At the lines of its table."""
    assert words in sentences_at(steps, line)


def test_the_troll_acts_from_the_third_position(steps: list[GameStep[Board]]) -> None:
    """And the Guardian had nobody behind him to Push the other one against."""
    assert steps[43].after.position("troll-1") == 3
    assert steps[64].before.position("troll-1") == len(steps[64].before.enemies)
