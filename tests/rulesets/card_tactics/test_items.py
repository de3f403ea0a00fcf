"""Items: used, exhausted, discarded, and free ones before or after the action."""

from __future__ import annotations

import pytest

from rulesets.card_tactics import RULESET
from rulesets.card_tactics.board import Board
from rulesets.card_tactics.effects import (
    ActionEnded,
    CombatWon,
    DiceRolled,
    ItemDiscarded,
    ItemExhausted,
    ItemPutAway,
    ItemUsed,
    SkillStopped,
    TokensGained,
    UnitDefeated,
)
from rulesets.card_tactics.phases import Acted, Deciding
from rulesets.card_tactics.pieces import Item
from rulesets.card_tactics.rules.slots import EndAction, Skip, UseItem, UseSkill
from rulesets.kit.scenario import Scenario
from tests.rulesets.card_tactics.build import (
    TWO,
    at,
    attack,
    does,
    gain,
    hero,
    item,
    quirk,
    skill,
    table,
    unit,
    variant,
)


@pytest.mark.rule("CDT-ITM-01", "CDT-ITM-02", "CDT-ITM-04", "CDT-ITM-07", "CDT-HRO-01")
def test_any_hero_may_spend_its_action_on_an_item_of_the_pool() -> None:
    """Both the item and the hero are exhausted by it; an item elsewhere cannot be used."""
    scenario = at(table(heroes=("plain", "archer"), enemies=TWO, pool=("crown-1", "dagger")))
    scenario.when(1, UseItem("crown-2", "rule")).refused("CDT-ITM-01")

    scenario = scenario.when(1, UseItem("crown-1", "rule"))

    scenario.then_includes(
        ItemUsed("crown-1", "archer", 1),
        TokensGained("archer", "counter"),
        ItemPutAway("exhaust"),
        ActionEnded("archer"),
    )
    assert scenario.board.item("crown-1") == Item("crown-1", True)


@pytest.mark.rule("CDT-ITM-05")
def test_an_exhausted_item_cannot_be_used() -> None:
    """Until the round is over."""
    board = table(heroes=("plain", "archer"), enemies=TWO, pool=(Item("crown-1", True),))

    at(board).when(1, UseItem("crown-1", "rule")).refused("CDT-ITM-05")


@pytest.mark.rule("CDT-ITM-06")
def test_an_item_that_says_so_is_discarded() -> None:
    """It does not come back."""
    board = table(heroes=(unit("plain", 1),), enemies=TWO, pool=("potion-1",))

    scenario = at(board).when(1, UseItem("potion-1", "drink")).then_includes(ItemPutAway("discard"))

    assert scenario.board.pool == ()
    assert scenario.board.item_discard == ("potion-1",)


@pytest.mark.rule("CDT-ITM-03")
def test_of_an_item_with_two_skills_one_is_used() -> None:
    """One of its own."""
    tool = item(skill(gain("attack_plus"), id="one"), skill(gain("bleed"), id="two"), id="tool")
    scenario = at(table(heroes=("plain",), enemies=TWO, pool=("tool",), components=variant(tool)))

    scenario.when(1, UseItem("tool", "three")).refused("CDT-ITM-03")
    chosen = scenario.when(1, UseItem("tool", "two")).then_includes(TokensGained("plain", "bleed"))
    assert TokensGained("plain", "attack_plus") not in chosen.effects


@pytest.mark.rule("CDT-ITM-03", "CDT-SKL-03")
def test_an_item_is_used_by_one_of_its_skills_that_finds_a_target() -> None:
    """One with skills cannot be used by none of them, one without by none but that; and not where nobody is meant."""
    near = item(skill(attack("closest", "enemy"), reach=(1, 1)))
    components = variant(near, item(id="charm", quirk=quirk("item_used", gain())))
    second, first = (
        at(table(heroes, TWO, pool=("charm", "tool"), components=components))
        for heroes in (("plain", "archer"), ("plain",))
    )

    second.when(1, UseItem("tool", "test")).refused("CDT-SKL-03")
    first.when(1, UseItem("tool", "test"), [1, 1]).then_includes(ItemUsed("tool", "plain", 1))
    first.when(1, UseItem("tool")).refused("CDT-ITM-03")
    first.when(1, UseItem("charm", "test")).refused("CDT-ITM-03")
    first.when(1, UseItem("charm")).then_includes(ItemUsed("charm", "plain", 1, True))


@pytest.mark.rule("CDT-ITM-08")
def test_a_free_item_is_used_before_or_after_the_action() -> None:
    """Once, as it is exhausted; it leaves the action to the hero; after a skip too."""
    board = table(heroes=("plain",), enemies=TWO, pool=("stone-1",))
    before = at(board).when(1, UseItem("stone-1", "whet")).waits_for(Deciding, 1)
    before.then_includes(TokensGained("plain", "attack_plus"), ItemPutAway("exhaust"))
    before.when(1, UseItem("stone-1", "whet")).refused("CDT-ITM-05")
    before.when(1, UseSkill("rest")).then_includes(ActionEnded("plain"))

    after = at(board).when(1, Skip()).waits_for(Acted, 1)
    after.when(1, UseItem("stone-1", "whet")).then_includes(TokensGained("plain", "attack_plus"), ActionEnded("plain"))
    after.when(1, EndAction()).then_includes(ActionEnded("plain"))


@pytest.mark.rule("CDT-ITM-08", "CDT-CMP-06")
def test_after_the_action_only_free_items_are_used() -> None:
    """The dagger costs the action; the horn is for Camp."""
    scenario = at(table(heroes=("plain",), enemies=TWO, pool=("stone-1", "dagger", "horn-1")))

    scenario.when(1, UseItem("horn-1", "blow")).refused("CDT-CMP-06")
    scenario.when(1, Skip()).when(1, UseItem("dagger", "stab")).refused("CDT-ITM-08")


@pytest.mark.rule("CDT-ITM-13")
def test_after_a_stop_no_free_item_is_used() -> None:
    """And a free item that is stopped ends the action itself."""
    stuck = hero(skill(does("pull")))
    tool = item(skill(does("pull")), id="tool", costs_action=False)
    components = variant(stuck, tool)
    board = table(heroes=("tester",), enemies=TWO, pool=("stone-1", "tool"), components=components)

    at(board).when(1, UseSkill("test")).then_includes(
        SkillStopped("tester", "tester.test.0", "there is no space to move to"), ActionEnded("tester")
    )
    at(board).when(1, UseItem("tool", "test")).then_includes(
        SkillStopped("tester", "tool.test.0", "there is no space to move to"), ActionEnded("tester")
    )


@pytest.mark.rule("CDT-ITM-09", "CDT-MOD-01")
def test_an_attack_with_an_item_is_the_heros() -> None:
    """It uses that hero's attack tokens."""
    tool = item(skill(attack("closest", "enemy")), id="tool")
    board = table(heroes=(unit("plain", attack_plus=2),), enemies=TWO, pool=("tool",), components=variant(tool))

    at(board).when(1, UseItem("tool", "test"), [1, 1]).then_includes(DiceRolled("plain", (1, 1), 2))


@pytest.mark.rule("CDT-ITM-10", "CDT-SKL-09", "CDT-END-01")
def test_a_used_item_counts_as_used_however_its_skill_ends() -> None:
    """Stopped early, or with the combat."""
    tool = item(skill(does("pull")), id="tool", after_use="discard")
    bomb = item(skill(does("lose_health", "all", "enemy", n=9)), id="bomb", after_use="discard")
    components = variant(tool, bomb)
    board = table(heroes=("plain",), enemies=TWO, pool=("tool", "bomb"), components=components)

    assert at(board).when(1, UseItem("tool", "test")).board.item_discard == ("tool",)
    won = at(board).when(1, UseItem("bomb", "test"), ["dagger", "potion-1", "horn-1"])
    won.then_includes(ItemPutAway("discard"), CombatWon())
    assert won.board.item_discard == ("bomb",)


@pytest.mark.rule("CDT-ITM-11", "CDT-ITM-10")
def test_an_item_outlives_its_user() -> None:
    """The hero falls in using it; it lies exhausted in the pool."""
    tool = item(skill(does("lose_health", "self", n=9)), id="tool")
    board = table(heroes=("plain", "archer"), enemies=TWO, pool=("tool",), components=variant(tool))

    scenario = at(board).when(1, UseItem("tool", "test")).then_includes(UnitDefeated("archer"), ItemPutAway("exhaust"))

    assert scenario.board.pool == (Item("tool", True),)


@pytest.mark.rule("CDT-ITM-05", "CDT-CMP-06", "CDT-ITM-08")
def test_only_items_that_can_be_used_now_are_offered() -> None:
    """Neither an exhausted one nor one for the Camp; after the action only those that cost none."""
    pool = (Item("dagger", True), "horn-1", "potion-1", Item("stone-1", True), "stone-2")
    scenario = at(table(heroes=(unit("plain", 4),), enemies=TWO, pool=pool))

    def offered(now: Scenario[Board]) -> list[str]:
        return [one.item for one in RULESET.legal_actions(now.board, 1) if isinstance(one, UseItem)]

    assert offered(scenario) == ["potion-1", "stone-2"]
    assert offered(scenario.when(1, Skip())) == ["stone-2"]


@pytest.mark.rule("CDT-ITM-10")
@pytest.mark.parametrize("op", ["discard_item", "exhaust"])
def test_the_item_in_use_is_no_item_that_its_text_can_choose(op: str) -> None:
    """Another one is discarded or exhausted; with no other the phrase cannot be completed."""
    phrase = {"op": op, "item": "chosen"} if op == "exhaust" else {"op": op}
    tool = item(skill(phrase), after_use="keep_ready")
    components = variant(tool)
    both = at(table(heroes=("plain",), enemies=TWO, pool=("dagger", "tool"), components=components))
    alone = at(table(heroes=("plain",), enemies=TWO, pool=("tool",), components=components))

    gone = ItemDiscarded("dagger") if op == "discard_item" else ItemExhausted("dagger")
    both.when(1, UseItem("tool", "test")).then_includes(gone)
    alone.when(1, UseItem("tool", "test")).then_includes(SkillStopped("plain", "tool.test.0", "there is no card"))
