"""The example game of the documentation, replayed, with what its page says of its lines."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets.kingdom_rush import RULESET
from rulesets.kingdom_rush.board import Board
from rulesets.kit.conformance import GameStep
from tests.rulesets.examples import EXAMPLES, replayed
from tests.rulesets.kingdom_rush.profile import profile

PROFILE = profile(RULESET.starter_components)
TOLD = (EXAMPLES / RULESET.name / "README.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def steps() -> list[GameStep[Board]]:
    return replayed(RULESET)


def sentences_at(steps: list[GameStep[Board]], *lines: int) -> str:
    return " ".join(RULESET.sentence(steps[line].before, steps[line].effects) for line in lines)


def test_it_holds_every_invariant(steps: list[GameStep[Board]]) -> None:
    """The example is a game like any other."""
    for step in steps:
        PROFILE.invariants(step.after)
        PROFILE.transitions(step)
    PROFILE.game(steps)


def test_all_win_with_every_heart(steps: list[GameStep[Board]]) -> None:
    over, last = RULESET.over(steps[-1].after), steps[-1].after

    assert over is not None
    assert over.winners == (1, 2)
    assert over.reason == "portals"
    assert (last.round, last.hearts) == (6, 8)
    assert f"| {len(steps) - 1} | all Portals are destroyed" in TOLD


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        ((5, 6, 7), ("Militia on site s1, facing south", "1 Soldier of", "1 Soldier of")),
        ((8, 9), ("becomes Adept", "becomes Marksmen")),
        ((13, 14, 15, 17), ("onto the map", "of Wulf and Goblins 1", "The Wildcat of {2} comes", "covers c3 and e3")),
        ((23,), ("gains 1 Crystal", "suffers 1 damage", "held up")),
        ((24,), ("Artillery with 3 Crystals", "Round 1 ends")),
        ((25, 26), ("out of the way", "out of the way")),
        ((59,), ("recover: 1 health restored",)),
        ((72,), ("where no Horde is in range",)),
        ((101, 102), ("it has to attack", "face down")),
        ((129,), ("Portal 2 is wholly covered and destroyed: the team gains 2 Crystals", "back to the supply")),
        ((143,), ("Earthquake",)),
        ((146,), ("Portal 1 is wholly covered and destroyed", "hurries")),
    ],
    ids=str,
)
def test_the_lines_show_what_the_page_says(
    steps: list[GameStep[Board]], lines: tuple[int, ...], words: tuple[str, ...]
) -> None:
    """Whoever copies a line finds what its row in the table says."""
    text = sentences_at(steps, *lines)
    for word in words:
        assert word in text
        text = text.partition(word)[2]


def test_cards_are_told_with_the_action_that_turns_them_over(steps: list[GameStep[Board]]) -> None:
    """At the end of a round, and where a hero was in the way of a Horde."""
    outcomes_at: dict[int, Any] = {line: step.outcomes for line, step in enumerate(steps) if step.outcomes}

    assert set(outcomes_at) == {24, 51, 52, 77, 99, 100, 131}
    assert all(isinstance(outcome, str) for outcomes in outcomes_at.values() for outcome in outcomes)


def test_most_actions_are_shown(steps: list[GameStep[Board]]) -> None:
    """Towers, heroes, Wildcat, passing, buying: all that a first scenario asks for."""
    shown = {type(step.action).__name__ for step in steps[1:]}

    assert shown >= {
        "ActivateHero", "ActivateWildcat", "BasicAttack", "BuyTower", "ChooseAbilities", "ChooseHero", "Displace",
        "Done", "EndActivation", "EndPurchases", "Engage", "MoveHero", "PassTower", "PlacePieces", "PlaceTile",
        "PlaceWildcat", "PlayTower", "Recover", "UseAbility",
    }  # fmt: skip
