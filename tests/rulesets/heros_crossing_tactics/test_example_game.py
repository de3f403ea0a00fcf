"""The example game of the documentation, replayed, with the rulebook's numbers at the lines that show its examples."""

from collections.abc import Callable

import pytest

from rulesets.heros_crossing_tactics import RULESET
from rulesets.heros_crossing_tactics.board import Board
from rulesets.heros_crossing_tactics.effects import HeroPlaced, HeroReplaced, MagicBlocked, SoldierKilled
from rulesets.heros_crossing_tactics.phases import Recruiting
from rulesets.heros_crossing_tactics.pieces import NONE, Soldiers
from rulesets.kit.conformance import GameStep
from tests.rulesets.examples import replayed
from tests.rulesets.heros_crossing_tactics.profile import PROFILE


@pytest.fixture(scope="module")
def steps() -> list[GameStep[Board]]:
    """The events of the example; `steps[n]` is line n of its actions, `steps[0]` the start."""
    return replayed(RULESET)


def _soldiers(step: GameStep[Board], seat: int, column: int) -> tuple[Soldiers, Soldiers]:
    return step.before.front(seat, column).soldiers, step.after.front(seat, column).soldiers


def _kills(step: GameStep[Board]) -> list[tuple[str, str, str]]:
    return [(e.by, e.source, e.kind) for e in step.effects if isinstance(e, SoldierKilled)]


def hire_place(steps: list[GameStep[Board]]) -> None:
    step = steps[14]
    assert HeroPlaced(1, 1, "knight-1") in step.effects
    before, after = _soldiers(step, 1, 1)
    assert after - before == Soldiers(armor=1)
    assert step.after.front(1, 1).activated


def diagonal_attack(steps: list[GameStep[Board]]) -> None:
    declared, revealed = steps[24], steps[26]
    assert declared.before.front(1, 2).soldiers.magic == 2
    assert _soldiers(revealed, 2, 3) == (Soldiers(weapon=2, potion=1), Soldiers(weapon=1))
    assert _kills(revealed) == [
        ("magic", "temporary", "potion"),
        ("magic", "cube", "potion"),
        ("magic", "cube", "weapon"),
    ]
    assert revealed.after.side(2).health == 6
    assert revealed.after.discard == ("acolyte-2", "monk-1")


def recruit(steps: list[GameStep[Board]]) -> None:
    before, after = _soldiers(steps[27], 2, 3)
    assert after - before == Soldiers(weapon=2, potion=1)
    assert steps[27].after.pending == Recruiting(2)
    assert [steps[n].outcomes for n in (28, 29)] == [(None,), (None,)]
    assert steps[29].after.seat == 1


def flank(steps: list[GameStep[Board]]) -> None:
    start, end = steps[30].before, steps[32].after
    assert (start.front(1, 1).soldiers, end.front(1, 1).soldiers) == (Soldiers(weapon=1, armor=1), NONE)
    assert end.front(1, 3).soldiers - start.front(1, 3).soldiers == Soldiers(weapon=1, armor=1)


def hire_replace(steps: list[GameStep[Board]]) -> None:
    step = steps[45]
    assert HeroReplaced(1, 1, 2, "knight-1", "cleric-1") in step.effects
    before, after = _soldiers(step, 1, 1)
    assert after - before == Soldiers(potion=1, magic=1)
    assert "knight-1" in step.after.discard


def straight_into_armor(steps: list[GameStep[Board]]) -> None:
    step = steps[54]
    assert step.before.front(1, 2).soldiers == Soldiers(weapon=1, armor=1, magic=2)
    assert _soldiers(step, 2, 2) == (Soldiers(armor=2), Soldiers(armor=1))
    assert _kills(step) == [("weapon", "cube", "armor")]
    assert MagicBlocked(2, 2, 2) in step.effects
    assert step.after.side(2).health == 6


def straight_with_overflow(steps: list[GameStep[Board]]) -> None:
    step = steps[77]
    assert step.outcomes == ("monk-2",)
    assert step.before.front(1, 2).soldiers == Soldiers(weapon=2, armor=1, magic=2)
    assert _soldiers(step, 2, 2) == (Soldiers(weapon=1, armor=1), NONE)
    assert _kills(step) == [
        ("weapon", "temporary", "potion"),
        ("weapon", "cube", "armor"),
        ("magic", "cube", "weapon"),
    ]
    assert (step.before.side(2).health, step.after.side(2).health) == (6, 5)


EXAMPLES = (
    hire_place, diagonal_attack, recruit, flank, hire_replace, straight_into_armor, straight_with_overflow,
)  # fmt: skip


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.__name__)
def test_the_rulebooks_examples_happen_in_it(
    steps: list[GameStep[Board]], example: Callable[[list[GameStep[Board]]], None]
) -> None:
    """At the lines that its page names, the numbers are the rulebook's."""
    example(steps)


def test_it_holds_every_invariant(steps: list[GameStep[Board]]) -> None:
    """The example is a game like any other."""
    for step in steps:
        PROFILE.invariants(step.after)
        PROFILE.transitions(step)
    PROFILE.game(steps)


def test_it_ends_with_a_win_and_unknown_cards(steps: list[GameStep[Board]]) -> None:
    """Seat 1 wins; of Ben's last cards nobody ever learned the names."""
    over = RULESET.over(steps[-1].after)

    assert over is not None
    assert over.winners == (1,)
    assert steps[-1].after.side(2).hand == ("?1", "?3")
    assert sum(step.outcomes.count(None) for step in steps) == 15
    assert len(steps) - 1 == 90


def test_every_action_type_but_a_choice_of_casualty_is_shown(steps: list[GameStep[Board]]) -> None:
    """Whoever copies a line finds one of almost every kind."""
    shown = {type(step.action) for step in steps[1:]}

    assert {kind.__name__ for kind in set(RULESET.actions) - shown} == {"ChooseCasualty"}
