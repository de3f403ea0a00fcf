"""What enemies do in their slots: by their cards, and by where they stand."""

from __future__ import annotations

import pytest

from rulesets.card_tactics.effects import (
    ActionEnded,
    AttackDeclared,
    BootUsed,
    DiceRolled,
    SkillStopped,
    SkillUsed,
    SlotStarted,
    TokensGained,
    UnitDefeated,
    UnitMoved,
)
from rulesets.card_tactics.phases import Choosing
from rulesets.card_tactics.rules.choosing import Choose
from rulesets.card_tactics.rules.slots import Skip, UseSkill
from tests.rulesets.card_tactics.build import (
    TWO,
    at,
    blow,
    does,
    enemy,
    gain,
    hero,
    skill,
    table,
    unit,
    variant,
)


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

    scenario.then_includes(SkillStopped("lone", "lone.test.0", "there is nobody to do it to"), ActionEnded("lone"))
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
