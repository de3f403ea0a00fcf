"""What the example game tells a reader who did not see the table."""

import pytest

from rulesets.heros_crossing_tactics import RULESET
from rulesets.heros_crossing_tactics.board import Board
from rulesets.kit.conformance import GameStep
from tests.rulesets.examples import replayed


@pytest.fixture(scope="module")
def sentences() -> list[str]:
    """By version; `told[0]` is of none."""
    steps: list[GameStep[Board]] = replayed(RULESET)
    return ["", *(RULESET.sentence(step.before, step.effects) for step in steps)]


def test_an_attack_is_told_with_its_force_and_its_result(sentences: list[str]) -> None:
    """What strikes, what a reserve adds, against what, what dies of it and what is stopped."""
    assert sentences[25] == "{1} attacks {2}'s Front 3 from Front 2, with 2 Magic."
    assert sentences[27] == (
        "{2} lays a level 1 card in reserve, face down. {1} shows Acolyte, which adds 1 Magic. {2} shows Monk, which "
        "adds 1 Potion. {1} strikes with 3 Magic against 2 Weapons and 2 Potions of {2}. Magic kills 1 Potion of the "
        "reserve. Magic kills 1 Potion. Magic kills 1 Weapon. Both reserve cards are discarded."
    )
    assert sentences[55].endswith("Weapons kill 1 Armor. {2}'s Armor stops 2 Magic.")
    assert sentences[91].endswith("Magic hits {2}'s King: 0 health left. {1} wins: {2}'s King is dead.")


def test_what_does_nothing_is_told_with_its_reason(sentences: list[str]) -> None:
    """An attack without force, a recruiting Front whose heroes bring nobody, a flank that sends none."""
    assert (
        sentences[65] == "{2} attacks {1}'s Front 1 from Front 2, with no Soldiers; Weapons strike straight ahead only."
    )
    assert "{2} has nothing to strike with." in sentences[67]
    assert sentences[16] == "{2} recruits with Front 1, whose heroes bring no Soldiers."
    assert sentences[21] == "{2} sends no Armor from Front 2."


def test_labels_tell_where_soldiers_go_from_and_to(sentences: list[str]) -> None:
    """In the words of the sentence that follows."""
    step = replayed(RULESET)[31]
    assert step.seat is not None
    assert sentences[32] == "{1} sends 1 Weapon from Front 1 to Front 3."
    assert step.action.label(step.before, step.seat) == "Send 1 Weapon from Front 1 to Front 3"  # type: ignore[union-attr]
