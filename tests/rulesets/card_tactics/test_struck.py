"""What quirks make of an attack under way: its target gone, another one, a loss prevented."""

from __future__ import annotations

import pytest

from rulesets.card_tactics.effects import (
    AttackRedirected,
    AttackResolved,
    LossPrevented,
    QuirkStopped,
    SlotStarted,
    TokensGained,
    UnitDefeated,
)
from rulesets.card_tactics.rules.choosing import Choose
from rulesets.card_tactics.rules.slots import Skip, UseSkill
from tests.rulesets.card_tactics.build import (
    at,
    attack,
    blow,
    does,
    enemy,
    gain,
    hero,
    quirk,
    skill,
    table,
    unit,
    variant,
)


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


@pytest.mark.rule("CDT-QRK-07", "CDT-ATK-12")
def test_an_attack_is_redirected_to_nobody_whom_it_has_for_a_target_already() -> None:
    """The quirk stops, and both are attacked as they were."""
    aside = quirk("attack_rolled", {"op": "redirect", "to": {"pick": "closest", "of": "hero"}}, role="target")
    components = variant(hero(quirk=aside), enemy(skill(blow("all"), reach=None)))
    line = (unit("tester", of=components), unit("plain", exhausted=True))
    scenario = at(table(line, ("foe",), components=components)).when(1, Skip(), [1, 1])

    scenario.then_includes(QuirkStopped("tester.quirk.0", "there is nobody to do it to")).then_never(AttackRedirected)


@pytest.mark.rule("CDT-QRK-07")
def test_a_loss_is_prevented_only_while_a_hit_is_about_to_cause_one() -> None:
    """After a miss there is none: the quirk stops."""
    shield = quirk("miss_taken", {"op": "prevent_loss"}, gain("bleed"))
    components = variant(hero(skill(attack("closest", "enemy"))), enemy(quirk=shield))

    scenario = at(table(("tester",), ("foe", "elf-1"), components=components)).when(1, UseSkill("test"), [1, 1])

    scenario.then_includes(QuirkStopped("foe.quirk.0", "no attack is under way")).then_never(LossPrevented)
    assert TokensGained("foe", "bleed") not in scenario.effects
