"""Who acts, and when."""

from __future__ import annotations

import pytest

from rulesets.card_tactics.effects import ActionEnded, RoundEnded, RoundStarted, SlotStarted
from rulesets.card_tactics.phases import Deciding
from rulesets.card_tactics.rules.slots import Skip
from tests.rulesets.card_tactics.build import at, table, unit


@pytest.mark.rule("CDT-RND-01", "CDT-RND-02", "CDT-RND-03", "CDT-RND-06", "CDT-ENM-01")
def test_the_outermost_ready_unit_of_each_side_acts_in_turn() -> None:
    """Heroes begin; a side's outermost ready unit is next; the enemy on space 3 uses its second skill."""
    scenario = at(table(enemies=("elf-1", "elf-2", "chief"))).waits_for(Deciding, 1)

    scenario.then(SlotStarted("mender")).when(1, Skip()).then_includes(
        ActionEnded("mender"), SlotStarted("chief", "chief.drums"), ActionEnded("chief"), SlotStarted("archer")
    )


@pytest.mark.rule("CDT-RND-04", "CDT-RND-07")
def test_a_side_that_has_run_out_leaves_the_rest_of_the_round_to_the_other() -> None:
    """One hero against three: the enemies go on alone until all have acted, then a new round starts with the hero."""
    scenario = at(table(heroes=("plain",), enemies=("elf-1", "elf-2", unit("elf-3"))))

    scenario.when(1, Skip()).then_includes(
        SlotStarted("elf-3", "elf.idle"),
        SlotStarted("elf-2", "elf.idle"),
        SlotStarted("elf-1", "elf.idle"),
        RoundEnded(),
        RoundStarted(),
        SlotStarted("plain"),
    )
