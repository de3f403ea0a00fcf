"""What units do in their slots: skills, items, skips, enemies by their cards."""

from __future__ import annotations

import pytest

from rulesets.card_tactics.effects import (
    ActionEnded,
    ActionSkipped,
    AttackDeclared,
    AttackEnded,
    BootUsed,
    BranchStopped,
    CombatWon,
    DiceRolled,
    HealthLost,
    ItemPutAway,
    ItemUsed,
    PhraseDone,
    RoundEnded,
    RoundStarted,
    SkillStopped,
    SkillUsed,
    SlotStarted,
    TokensGained,
    UnitDefeated,
    UnitExhausted,
    UnitMoved,
    UnitReadied,
)
from rulesets.card_tactics.parts import Item
from rulesets.card_tactics.phases import Acted, Choosing, Deciding
from rulesets.card_tactics.rules.choosing import Choose
from rulesets.card_tactics.rules.skills import Stay
from rulesets.card_tactics.rules.slots import EndAction, Skip, UseItem, UseSkill
from tests.rulesets.card_tactics.build import (
    at,
    attack,
    blow,
    does,
    enemy,
    gain,
    hero,
    item,
    lines,
    quirk,
    skill,
    table,
    unit,
    variant,
)

TWO = ("elf-1", "elf-2")


# --- order


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
    order = ["ItemUsed", "SkillUsed", "PhraseDone", "QuirkStarted", "BleedTriggered", "ItemPutAway", "ActionEnded"]
    assert [kind for kind in kinds if kind in order][: len(order) + 1] == [
        "ItemUsed",
        "SkillUsed",
        "PhraseDone",
        "QuirkStarted",
        "PhraseDone",
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


# --- heroes


@pytest.mark.rule("CDT-HRO-01", "CDT-HRO-02", "CDT-HRO-03")
def test_a_hero_uses_one_skill_or_one_item_or_skips() -> None:
    """Only skills of its own card; skipping is always possible; then its action is over."""
    scenario = at(table(heroes=("plain", "archer"), enemies=TWO, pool=("dagger",))).waits_for(Deciding, 1)

    scenario.when(1, UseSkill("hit")).refused("CDT-HRO-03")
    scenario.when(1, UseSkill("rain"), [1, 1]).then_includes(ActionEnded("archer"), SlotStarted("elf-2", "elf.idle"))
    scenario.when(1, Skip()).then_includes(ActionSkipped("archer"), ActionEnded("archer"))


@pytest.mark.rule("CDT-SKL-03", "CDT-SKL-05", "CDT-MOV-12")
def test_a_skill_without_a_target_is_not_used_for_its_movement_alone() -> None:
    """Nothing in range, with or without its boots: refused."""
    components = variant(hero(skill(attack(of="enemy"), reach=(5, 5), boots=1)))
    board = table(heroes=("tester",), enemies=TWO, components=components)

    at(board).when(1, UseSkill("test")).refused("CDT-SKL-03")


@pytest.mark.rule("CDT-SKL-04")
def test_an_unwanted_target_is_a_target() -> None:
    """With only a friend in range the skill is used on the friend."""
    scenario = at(table(heroes=(unit("archer", exhausted=True), "plain"), enemies=TWO)).when(1, UseSkill("hit"), [1, 1])

    scenario.then_includes(AttackDeclared("plain", ("archer",)))


@pytest.mark.rule("CDT-SKL-06", "CDT-RST-03")
def test_a_restrained_hero_may_begin_a_skill_that_would_move_it() -> None:
    """No target is asked for what cannot be reached; what comes before still needs its own."""
    components = variant(
        hero(skill(does("pull"), attack(of="enemy"), reach=(5, 5))),
        hero(skill(attack(of="enemy"), does("pull"), reach=(5, 5)), id="other"),
    )
    bound = table(heroes=("plain", unit("tester", of=components, restrain=1)), enemies=TWO, components=components)
    early = table(heroes=("plain", unit("other", of=components, restrain=1)), enemies=TWO, components=components)

    at(bound).when(1, UseSkill("test")).then_includes(SkillStopped("tester", "tester.test.0", "it is restrained"))
    at(early).when(1, UseSkill("test")).refused("CDT-SKL-03")


@pytest.mark.rule("CDT-SKL-01", "CDT-SKL-02", "CDT-SKL-08")
def test_phrases_are_followed_in_order_until_one_fails() -> None:
    """What was done before the stop stays done; what follows is lost."""
    text = (gain("attack_plus"), does("pull"), gain("bleed"))
    board = table(heroes=("tester",), enemies=TWO, components=variant(hero(skill(*text))))

    scenario = at(board).when(1, UseSkill("test"))

    scenario.then_includes(
        TokensGained("tester", "attack_plus"),
        PhraseDone("tester.test.1", ("tester",)),
        SkillStopped("tester", "tester.test.1", "there is no space to move to"),
        ActionEnded("tester"),
    )
    assert TokensGained("tester", "bleed") not in scenario.effects


@pytest.mark.rule("CDT-SKL-07")
def test_a_stop_takes_the_movement_after_with_it() -> None:
    """Boots that were left are lost."""
    nobody = {"op": "heal", "sel": {"pick": "closest", "of": "hero", "where": {"is": "at_position", "n": 3}}}
    components = variant(hero(skill(gain(), gain("attack_plus", "closest", "enemy"), nobody, boots=1)))
    board = table(heroes=("plain", "tester"), enemies=TWO, components=components)
    scenario = at(board).when(1, UseSkill("test")).when(1, Stay())

    scenario.then_includes(SkillStopped("tester", "tester.test.2", "it means nobody")).waits_for(Deciding, 1)
    scenario.then_never(BootUsed)
    assert scenario.board.pending == Deciding("plain")


@pytest.mark.rule("CDT-SKL-10", "CDT-SKL-11")
def test_a_miss_is_a_completed_phrase() -> None:
    """The skill goes on after it."""
    components = variant(hero(skill(attack("closest", "enemy"), gain("attack_plus"))))

    at(table(heroes=("tester",), enemies=TWO, components=components)).when(1, UseSkill("test"), [1, 1]).then_includes(
        AttackEnded("tester.test.1"), TokensGained("tester", "attack_plus")
    )


@pytest.mark.rule("CDT-SKL-12", "CDT-SKL-15")
def test_an_effect_on_the_defeated_stops_the_skill() -> None:
    """The target of the hit is gone: it cannot be pushed, and what follows is lost."""
    board = table(heroes=("basher",), enemies=(unit("elf-1", 1), "elf-2"))

    scenario = at(board).when(1, UseSkill("bash")).when(1, Choose(("elf-1",)), [4, 4])

    scenario.then_includes(
        UnitDefeated("elf-1"), BranchStopped("basher.bash.0.on_hit.0", "it means nobody"), ActionEnded("basher")
    )
    assert TokensGained("basher", "defence_plus") not in scenario.effects


@pytest.mark.rule("CDT-SKL-15", "CDT-CTR-15")
def test_a_stop_does_not_cancel_the_counter() -> None:
    """The pushed target cannot be pushed farther; it counters all the same before the skill stops."""
    board = table(heroes=("basher",), enemies=(unit("elf-1", counter=1),))

    scenario = at(board).when(1, UseSkill("bash"), [4, 4])

    kinds = [type(effect).__name__ for effect in scenario.effects]
    assert kinds.index("BranchStopped") < kinds.index("CounterResolved") < kinds.index("SkillStopped")


@pytest.mark.rule("CDT-SKL-13", "CDT-ATK-13")
def test_a_phrase_for_several_is_completed_if_one_of_them_could_take_it() -> None:
    """Of two enemies hit, one can be pushed: the skill goes on; all targets are resolved in any case."""
    text = attack("all", "enemy", on_hit=[does("push", "target")])
    components = variant(hero(skill(text, gain("attack_plus"))))
    board = table(heroes=("tester",), enemies=TWO, components=components)

    scenario = at(board).when(1, UseSkill("test"), [3, 3])

    scenario.then_includes(UnitMoved("elf-1", "push"), TokensGained("tester", "attack_plus"))
    both = variant(hero(skill(does("pull", "all", "enemy"), gain("attack_plus"))))
    at(table(heroes=("tester",), enemies=TWO, components=both)).when(1, UseSkill("test")).then_includes(
        UnitMoved("elf-2", "pull"), TokensGained("tester", "attack_plus")
    )


# --- terms


@pytest.mark.rule("CDT-TRM-01", "CDT-TRM-04", "CDT-ENM-05")
def test_allies_are_all_others_of_the_same_type() -> None:
    """W01: the chief's drums reach both other enemies, not itself and no hero."""
    board = table(heroes=("plain",), enemies=("elf-1", "elf-2", "chief"))

    scenario = at(board).when(1, Skip())

    drums = (effect for effect in scenario.effects if isinstance(effect, TokensGained))
    gained = [effect.unit for effect in drums if effect.kind == "attack_plus"]
    assert sorted(gained) == ["elf-1", "elf-2"]


@pytest.mark.rule("CDT-TRM-02", "CDT-TRM-03", "CDT-TRM-05")
def test_enemy_on_an_enemys_card_means_itself_too() -> None:
    """ "Unit", "hero" and "enemy" are types of cards, whoever reads them; a boss is an enemy."""
    crier = enemy(skill(gain("attack_plus", "all", "enemy"), gain("bleed", "all"), reach=None), id="crier")
    components = variant(crier)
    board = table(heroes=("plain",), enemies=("big", unit("crier", of=components)), components=components)

    scenario = at(board).when(1, Skip(), [1, 1])

    scenario.then_includes(TokensGained("big", "attack_plus"), TokensGained("crier", "attack_plus"))
    scenario.then_includes(TokensGained("plain", "bleed"), TokensGained("big", "bleed"), TokensGained("crier", "bleed"))


@pytest.mark.rule("CDT-TRM-06")
def test_self_in_a_quirk_is_its_owner() -> None:
    """Set off by another's action, it still means whose quirk it is."""
    watcher = hero(id="watcher", quirk=quirk("hit_dealt", gain("attack_plus"), of="opponent"))
    board = table(heroes=("watcher",), enemies=("brute-1",), components=variant(watcher))

    scenario = at(board).when(1, Skip(), [6, 1])

    scenario.then_includes(TokensGained("watcher", "attack_plus"))
    assert not scenario.board.unit("brute-1").tokens.attack_plus


@pytest.mark.rule("CDT-TRM-07")
def test_a_card_overrides_the_rules() -> None:
    """An item that says so stays ready after its use."""
    tool = item(skill(gain()), id="tool", after_use="keep_ready")
    board = table(heroes=("plain",), enemies=TWO, pool=("tool",), components=variant(tool))

    scenario = at(board).when(1, UseItem("tool", "test")).then_includes(ItemPutAway("keep_ready"))

    assert scenario.board.pool == (Item("tool"),)


# --- enemies


@pytest.mark.rule("CDT-ENM-01", "CDT-ENM-02", "CDT-ENM-03")
def test_with_two_enemies_left_nobody_uses_a_second_skill() -> None:
    """W16: the one from E3, now on E2, uses its first."""
    sharp = hero(skill(does("lose_health", "closest", "enemy", n=3)))
    board = table(heroes=("tester",), enemies=("elf-1", "elf-2", "chief"), components=variant(sharp))

    at(board).when(1, UseSkill("test"), [1, 1]).then_includes(
        UnitDefeated("elf-1"), SlotStarted("chief", "chief.near"), AttackDeclared("chief", ("tester",))
    )


@pytest.mark.rule("CDT-ENM-04", "CDT-ENM-01")
def test_moving_in_mid_skill_does_not_change_the_skill() -> None:
    """From E3 it pulls itself to E2 and goes on with its second skill."""
    runner = enemy(
        skill(blow(), id="one", reach=None), skill(does("pull"), gain("attack_plus"), id="two", reach=None), id="runner"
    )
    board = table(heroes=("plain",), enemies=("elf-1", "elf-2", "runner"), components=variant(runner))

    at(board).when(1, Skip()).then_includes(
        SlotStarted("runner", "runner.two"), UnitMoved("runner", "pull"), TokensGained("runner", "attack_plus")
    )


@pytest.mark.rule("CDT-ENM-02", "CDT-RND-05")
def test_the_position_at_the_beginning_of_the_slot_counts() -> None:
    """Pushed from E2 to E3 before its slot, an enemy uses its second skill."""
    shove = hero(skill(does("push", "position", "enemy") | {"sel": {"pick": "position", "of": "enemy", "n": 2}}))
    board = table(heroes=("tester",), enemies=("elf-1", "chief", "elf-2"), components=variant(shove))

    at(board).when(1, UseSkill("test")).then_includes(UnitMoved("chief", "push"), SlotStarted("chief", "chief.drums"))


@pytest.mark.rule("CDT-ENM-07")
def test_the_only_skill_is_used_everywhere() -> None:
    """Also on E3."""
    board = table(heroes=("plain",), enemies=("elf-1", "elf-2", "elf-3"))

    at(board).when(1, Skip()).then_includes(SkillUsed("elf-3", "elf.idle"))


@pytest.mark.rule("CDT-ENM-06")
def test_an_enemy_without_a_target_stops() -> None:
    """Its action ends, and that is all."""
    lone = enemy(skill(blow("second_closest"), gain("attack_plus"), reach=None), id="lone")
    board = table(heroes=("plain",), enemies=("lone",), components=variant(lone))

    scenario = at(board).when(1, Skip())

    scenario.then_includes(SkillStopped("lone", "lone.test.0", "it means nobody"), ActionEnded("lone"))
    scenario.then_never(TokensGained, DiceRolled)


@pytest.mark.rule("CDT-ENM-08")
def test_the_players_break_an_enemys_tie() -> None:
    """Two heroes with as little health: any seat says whom it means; without a tie nobody is asked."""
    board = table(heroes=("plain", "archer", "mender"), enemies=("hunter",), components=HUNTER, seats=2)

    scenario = at(board).when(1, Skip()).waits_for(Choosing, 1, 2)

    scenario.when(2, Choose(("mender",)), [1, 1]).then_includes(AttackDeclared("hunter", ("mender",)))
    scenario.when(1, Choose(("plain",)), [1, 1]).refused("CDT-ENM-08")


HUNTER = variant(enemy(skill(blow("lowest_health"), reach=None), id="hunter"))


@pytest.mark.rule("CDT-ENM-09")
def test_an_enemy_is_exhausted_after_its_action() -> None:
    """It does not act again in this round."""
    scenario = at(table(heroes=("plain", "archer"), enemies=TWO)).when(1, Skip())

    assert [one.exhausted for one in scenario.board.enemies] == [False, True]


@pytest.mark.rule("CDT-ENM-11", "CDT-MOV-13")
def test_enemies_use_boots_as_their_card_plans() -> None:
    """A step before, a step after; one that is blocked is left out; a restrained enemy takes none."""
    plan = [{"when": "before", "dir": "pull"}, {"when": "after", "dir": "push"}]
    wolf = enemy({**skill(blow(), reach=None, boots=2), "boots_plan": plan}, id="wolf")
    components = variant(wolf)
    free = table(heroes=("plain",), enemies=("elf-1", unit("wolf", of=components)), components=components)
    bound = table(heroes=("plain",), enemies=("elf-1", unit("wolf", of=components, restrain=1)), components=components)

    at(free).when(1, Skip(), [1, 1]).then_includes(
        BootUsed("wolf", "pull"), AttackDeclared("wolf", ("plain",)), BootUsed("wolf", "push")
    )
    at(bound).when(1, Skip(), [1, 1]).then_includes(AttackDeclared("wolf", ("plain",))).then_never(BootUsed)


# --- items


@pytest.mark.rule("CDT-ITM-01", "CDT-ITM-02", "CDT-ITM-04", "CDT-ITM-07", "CDT-HRO-01")
def test_any_hero_may_spend_its_action_on_an_item_of_the_pool() -> None:
    """Both the item and the hero are exhausted by it; an item elsewhere cannot be used."""
    scenario = at(table(heroes=("plain", "archer"), enemies=TWO, pool=("crown-1", "dagger")))
    scenario.when(1, UseItem("crown-2", "rule")).refused("CDT-ITM-01")

    scenario = scenario.when(1, UseItem("crown-1", "rule"))

    scenario.then_includes(
        ItemUsed("crown-1", "archer"), TokensGained("archer", "counter"), ItemPutAway("exhaust"), ActionEnded("archer")
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


@pytest.mark.rule("CDT-HP-01", "CDT-HP-02")
def test_health_is_never_below_zero() -> None:
    """A loss larger than what is left takes what is left, and defeats at once."""
    components = variant(hero(skill(does("lose_health", "closest", "enemy", n=9))))

    at(table(heroes=("tester",), enemies=TWO, components=components)).when(1, UseSkill("test")).then_includes(
        HealthLost("elf-1", 0, 3, "text"), UnitDefeated("elf-1")
    )


@pytest.mark.rule("CDT-HP-06")
def test_health_never_exceeds_what_is_printed() -> None:
    """Healed for 2 with 1 missing, a hero recovers 1."""
    board = table(heroes=("mender", unit("plain", 4, exhausted=True)), enemies=TWO)

    scenario = at(board).when(1, UseSkill("mend")).when(1, Choose(("plain",)))

    assert scenario.board.unit("plain").health == 5


@pytest.mark.rule("CDT-HP-08")
def test_a_set_aside_hero_is_no_target() -> None:
    """It can be neither healed nor hit."""
    board = table(heroes=("mender",), enemies=TWO, aside=("plain",))

    scenario = at(board).when(1, UseSkill("mend"))

    assert lines(scenario.board)[0] == ("mender",)
    assert scenario.board.aside == ("plain",)
