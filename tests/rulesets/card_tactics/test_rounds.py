"""Who acts, and when."""

from __future__ import annotations

import pytest

from rulesets.card_tactics.effects import (
    ActionEnded,
    RoundEnded,
    RoundStarted,
    SlotStarted,
    TokensGained,
    UnitExhausted,
    UnitMoved,
    UnitReadied,
)
from rulesets.card_tactics.phases import Deciding
from rulesets.card_tactics.pieces import Item
from rulesets.card_tactics.rules.choosing import Choose
from rulesets.card_tactics.rules.slots import Skip, UseItem, UseSkill
from tests.rulesets.card_tactics.build import (
    TWO,
    at,
    does,
    enemy,
    gain,
    hero,
    item,
    quirk,
    skill,
    table,
    unit,
    variant,
)


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


@pytest.mark.rule("CDT-RND-05", "CDT-RND-02")
def test_who_acts_next_is_worked_out_after_each_action() -> None:
    """An enemy pushed outward acts before the one that was outermost a moment ago."""
    board = table(heroes=("basher", unit("plain", exhausted=True)), enemies=("elf-1", "elf-2"))

    scenario = at(board).when(1, UseSkill("bash")).when(1, Choose(("elf-1",)), [6, 1])

    scenario.then_includes(
        UnitMoved("elf-1", "push"), SlotStarted("elf-1", "elf.idle"), SlotStarted("elf-2", "elf.idle")
    )


@pytest.mark.rule("CDT-RND-06", "CDT-RND-09")
def test_a_readied_unit_has_not_acted_yet() -> None:
    """It acts again in this round; an exhausted one no more."""
    components = variant(hero(skill(does("ready", "closest", "hero"))))
    board = table(heroes=(unit("plain", exhausted=True), "tester"), enemies=("elf-1",), components=components)

    at(board).when(1, UseSkill("test")).then_includes(
        UnitReadied("plain"), ActionEnded("tester"), SlotStarted("elf-1", "elf.idle"), SlotStarted("plain")
    )
    tire = variant(hero(skill(does("exhaust", "closest", "enemy"))))
    scenario = at(table(heroes=("tester",), enemies=TWO, components=tire)).when(1, UseSkill("test"))
    scenario.then_includes(UnitExhausted("elf-1"), SlotStarted("elf-2", "elf.idle"), RoundEnded())
    assert SlotStarted("elf-1", "elf.idle") not in scenario.effects[: scenario.effects.index(RoundEnded())]


@pytest.mark.rule("CDT-RND-07", "CDT-RND-08", "CDT-ITM-05")
def test_rounds_follow_one_another_without_limit() -> None:
    """All units and items are readied at the end of each."""
    scenario = at(table(heroes=("plain",), enemies=TWO, pool=(Item("dagger", True),)))
    for number in range(2, 14):
        scenario = scenario.when(1, Skip()).then_includes(RoundEnded(), RoundStarted())
        assert scenario.board.combat_round == number
        assert not scenario.board.pool[0].exhausted


@pytest.mark.rule("CDT-ACT-01")
def test_a_slot_runs_in_its_order() -> None:
    """Quirks before, the skill, quirks after, Bleed, then the item and the unit are exhausted."""
    quick = hero(id="quick", quirk=quirk("before_action", gain("bleed")))
    late = enemy(id="late", quirk=quirk("after_action", gain("bleed"), of="opponent"))
    tool = item(skill(gain("attack_plus")), id="tool")
    components = variant(quick, late, tool)
    board = table(heroes=("quick",), enemies=(unit("late", of=components),), pool=("tool",), components=components)

    scenario = at(board).then_includes(SlotStarted("quick"), TokensGained("quick", "bleed"))
    scenario = scenario.when(1, UseItem("tool", "test"))

    kinds = [type(effect).__name__ for effect in scenario.effects]
    order = ["ItemUsed", "SkillUsed", "PhraseEnded", "QuirkStarted", "BleedTriggered", "ItemPutAway", "ActionEnded"]
    assert [kind for kind in kinds if kind in order][: len(order) + 1] == [
        "ItemUsed",
        "SkillUsed",
        "PhraseEnded",
        "QuirkStarted",
        "PhraseEnded",
        "BleedTriggered",
        "ItemPutAway",
        "ActionEnded",
    ]


@pytest.mark.rule("CDT-ACT-02", "CDT-QRK-01")
def test_quirks_of_all_units_are_checked_in_any_action() -> None:
    """A hero's quirk stirs in the enemy's action, and the enemy's in the hero's."""
    watcher = hero(id="watcher", quirk=quirk("before_action", gain("attack_plus"), of="opponent"))
    components = variant(watcher)
    board = table(heroes=("watcher",), enemies=("elf-1",), components=components)

    at(board).when(1, Skip()).then_includes(SlotStarted("elf-1", "elf.idle"), TokensGained("watcher", "attack_plus"))


@pytest.mark.rule("CDT-RND-01", "CDT-RND-04")
def test_a_round_begins_with_the_heroes_whoever_acted_last() -> None:
    """The last to act was a hero: the next round is begun by a hero all the same."""
    board = table(heroes=("plain", "archer"), enemies=(unit("elf-1", exhausted=True),))

    scenario = at(board).when(1, Skip()).when(1, Skip())

    scenario.then_includes(ActionEnded("plain"), RoundEnded(), RoundStarted(), SlotStarted("archer"))
    assert SlotStarted("elf-1", "elf.idle") not in scenario.effects
