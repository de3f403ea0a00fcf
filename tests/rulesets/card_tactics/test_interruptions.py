"""What interrupts an action, or a stay in Camp, and how both go on."""

from __future__ import annotations

import pytest

from rulesets.card_tactics.effects import ActionEnded, BootUsed, SkillStopped, TokensGained, UnitMoved
from rulesets.card_tactics.phases import Acted, Camp, Deciding
from rulesets.card_tactics.rules.camp import UseCampItem
from rulesets.card_tactics.rules.skills import UseBoot
from rulesets.card_tactics.rules.slots import EndAction, UseItem, UseSkill
from tests.rulesets.card_tactics.build import (
    at,
    does,
    enemy,
    gain,
    hero,
    holding,
    item,
    lines,
    quirk,
    skill,
    table,
    unit,
    variant,
)

WATCHER = enemy(id="watcher", quirk=quirk("moved", gain("bleed"), of="any"))


@pytest.mark.rule("CDT-ACT-01", "CDT-ITM-08", "CDT-QRK-01")
def test_a_quirk_does_not_end_the_action_that_set_it_off() -> None:
    """Set off by the last phrase of a skill, it takes place, and a free item may still be used."""
    components = variant(WATCHER, hero(skill(does("pull"))))
    foes = (unit("watcher", of=components, exhausted=True), unit("elf-1", exhausted=True))
    board = table(heroes=("plain", "tester"), enemies=foes, pool=("stone-1",), components=components)

    scenario = at(board).when(1, UseSkill("test"))

    scenario.then_includes(UnitMoved("tester", "pull"), TokensGained("watcher", "bleed"))
    scenario.waits_for(Acted, 1).when(1, UseItem("stone-1", "whet")).then_includes(
        TokensGained("tester", "attack_plus"), ActionEnded("tester")
    )
    scenario.when(1, EndAction()).then_includes(ActionEnded("tester")).waits_for(Deciding, 1)


@pytest.mark.rule("CDT-ACT-01", "CDT-SKL-09", "CDT-QRK-01")
def test_quirks_at_the_end_of_an_action_come_after_those_in_its_midst() -> None:
    """A step that stops the skill and stirs a watcher leaves the quirk after the action its place."""
    tidy = hero(skill(does("push", n=2)), quirk=quirk("after_action", gain("defence_plus")))
    components = variant(WATCHER, tidy)
    foes = (unit("watcher", of=components, exhausted=True), unit("elf-1", exhausted=True))
    board = table(heroes=("tester", unit("plain", exhausted=True)), enemies=foes, components=components)

    at(board).when(1, UseSkill("test")).then_includes(
        UnitMoved("tester", "push"),
        SkillStopped("tester", "tester.test.0", "there is no space to move to"),
        TokensGained("watcher", "bleed"),
        TokensGained("tester", "defence_plus"),
        ActionEnded("tester"),
    )


@pytest.mark.rule("CDT-CMP-13", "CDT-RST-01")
@pytest.mark.parametrize("bond", ["restrain", "stun"])
def test_nothing_binds_a_hero_in_camp(bond: str) -> None:
    """No action, no hindrance: a restrained or stunned hero uses the boots of a Camp item, and pulls itself."""
    shoes = item(skill(does("pull"), reach=None, boots=1), id="shoes", phases=["camp"])
    components = variant(shoes)
    line = ("plain", "archer", holding(unit("mender"), {bond: 1}))
    scenario = at(table(heroes=line, pool=("shoes",), components=components))

    scenario = scenario.when(1, UseCampItem("shoes", "mender", "test")).when(1, UseBoot("pull"))

    scenario.then_includes(BootUsed("mender", "pull"), UnitMoved("mender", "pull")).waits_for(Camp, 1)
    assert lines(scenario.board)[0] == ("mender", "plain", "archer")
