"""What chance is asked, and what follows it, so that it is told on one screen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from rulesets.heros_crossing_tactics import RULESET
from rulesets.kit.chance import GivenChance
from rulesets.kit.errors import ChanceNeeded
from rulesets.kit.outcomes import ChanceQuestion
from rulesets.kit.outlook import outlook

if TYPE_CHECKING:
    from collections.abc import Callable

    from rulesets.kit.chance import Chance

DIE = ChanceQuestion("roll", (1, 2, 3, 4, 5, 6), "X-01")


def always_three(chance: Chance) -> None:
    for _ in range(3):
        chance.ask(DIE)


def on_while_low(chance: Chance) -> None:
    """Another die for each that is lower than five."""
    while int(str(chance.ask(DIE))) < 5:
        pass


def two_more_on_a_six(chance: Chance) -> None:
    if chance.ask(DIE) == 6:
        chance.ask(DIE)
        chance.ask(DIE)


@pytest.mark.parametrize(("decide", "slots"), [(always_three, 3), (on_while_low, 1), (two_more_on_a_six, 1)])
def test_what_is_told_together_follows_whatever_comes(decide: Callable[[Chance], None], slots: int) -> None:
    """Broken once: one guess, from the first answers."""
    board: Any = None
    with pytest.raises(ChanceNeeded) as needed:
        decide(GivenChance())
    assert len(outlook(RULESET, board, 1, needed.value, (), decide).slots) == slots
