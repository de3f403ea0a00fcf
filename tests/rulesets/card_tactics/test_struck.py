"""What is left of a hit whose target is gone before it loses health."""

from __future__ import annotations

import pytest

from rulesets.card_tactics.effects import AttackResolved, LossPrevented, SlotStarted, TokensGained, UnitDefeated
from rulesets.card_tactics.rules.choosing import Choose
from rulesets.card_tactics.rules.slots import UseSkill
from tests.rulesets.card_tactics.build import at, attack, does, enemy, gain, hero, quirk, skill, table, variant


@pytest.mark.rule("CDT-QRK-01", "CDT-ATK-13")
def test_a_quirk_may_take_the_target_before_the_hit_does() -> None:
    """The hit then costs nobody anything; what it sets off for others, and the rest of the skill, is followed."""
    doomed = quirk("hit_taken", does("lose_health", n=9))
    fighter = hero(skill(attack(on_hit=[gain("attack_plus")]), gain("counter")))
    components = variant(fighter, enemy(quirk=doomed))
    board = table(("tester",), ("foe", "elf-1"), components=components)

    scenario = at(board).when(1, UseSkill("test")).when(1, Choose(("foe",)), [3, 3])

    scenario.then_includes(
        AttackResolved("tester", "foe", "hit", 6, 5, 0, 1, ("tester.test.0.on_hit.0",)),
        UnitDefeated("foe"),
        LossPrevented(1),
        TokensGained("tester", "attack_plus"),
        TokensGained("tester", "counter"),
        SlotStarted("elf-1", "elf.idle"),
    )
