"""What heroes do in their slots: skills followed phrase by phrase, or a skip."""

from __future__ import annotations

import pytest

from rulesets.card_tactics.effects import (
    ActionEnded,
    ActionSkipped,
    AttackDeclared,
    AttackEnded,
    BootUsed,
    BranchStopped,
    PhraseEnded,
    SkillStopped,
    SlotStarted,
    TokensGained,
    UnitDefeated,
    UnitMoved,
)
from rulesets.card_tactics.phases import Deciding
from rulesets.card_tactics.rules.choosing import Choose
from rulesets.card_tactics.rules.skills import Stay
from rulesets.card_tactics.rules.slots import Skip, UseSkill
from tests.rulesets.card_tactics.build import (
    TWO,
    at,
    attack,
    does,
    gain,
    hero,
    skill,
    table,
    unit,
    variant,
)


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
        PhraseEnded("tester.test.1", ("tester",)),
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

    scenario.then_includes(SkillStopped("tester", "tester.test.2", "there is nobody to do it to")).waits_for(
        Deciding, 1
    )
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
        UnitDefeated("elf-1"),
        BranchStopped("basher.bash.0.on_hit.0", "there is nobody to do it to"),
        ActionEnded("basher"),
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
