"""What interrupts an action, or a stay in Camp, and how both go on."""

from __future__ import annotations

import pytest

from rulesets.card_tactics import RULESET
from rulesets.card_tactics.board import Board
from rulesets.card_tactics.effects import (
    ActionEnded,
    BootUsed,
    DescriptionStarted,
    MovementEnded,
    SkillStopped,
    TokensDiscarded,
    TokensGained,
    UnitMoved,
)
from rulesets.card_tactics.phases import Acted, Camp, Deciding, Moving
from rulesets.card_tactics.rules.camp import UseCampItem
from rulesets.card_tactics.rules.skills import Stay, UseBoot
from rulesets.card_tactics.rules.slots import EndAction, UseItem, UseSkill
from rulesets.kit.scenario import Scenario
from tests.rulesets.card_tactics.build import (
    TWO,
    Word,
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


# --- boots are counted when they are used


def hurt(*cards: Word, pool: tuple[str, ...] = (), **tokens: int) -> Scenario[Board]:
    """A hero with 1 health behind a plain one, about to act."""
    components = variant(*cards)
    line = (unit("plain", exhausted=True), holding(unit("tester", 1, of=components), tokens))
    return at(table(heroes=line, enemies=TWO, pool=pool, components=components))


@pytest.mark.rule("CDT-MOV-07", "CDT-MOV-13", "CDT-RST-05")
def test_a_restrained_hero_that_heals_itself_uses_its_boot_after_the_description() -> None:
    """Before it, it cannot move; the healing loosens it."""
    scenario = hurt(hero(skill(does("heal"), boots=1)), restrain=1).when(1, UseSkill("test")).waits_for(Moving, 1)

    scenario.then_includes(DescriptionStarted(1), TokensDiscarded("tester", "restrain"))
    moved = scenario.when(1, UseBoot("pull")).then_includes(BootUsed("tester", "pull"), ActionEnded("tester"))
    assert lines(moved.board)[0] == ("tester", "plain")
    scenario.when(1, Stay()).then_includes(MovementEnded(1), ActionEnded("tester"))


@pytest.mark.rule("CDT-MOV-07", "CDT-MOV-13", "CDT-MOV-11")
def test_a_restrained_hero_that_an_item_heals_uses_the_items_boots() -> None:
    """All of those that it has not used."""
    salve = item(skill(does("heal"), boots=2))
    scenario = hurt(salve, hero(), pool=("tool",), restrain=1).when(1, UseItem("tool", "test")).waits_for(Moving, 1)

    there_and_back = scenario.when(1, UseBoot("pull")).when(1, UseBoot("push"))

    there_and_back.then_includes(ActionEnded("tester"))
    assert lines(there_and_back.board)[0] == ("plain", "tester")


@pytest.mark.rule("CDT-MOV-07", "CDT-MOV-13", "CDT-QRK-01")
def test_a_restrained_hero_that_a_quirk_heals_uses_its_boot() -> None:
    """Its own quirk answers the token that its skill gives it."""
    tough = hero(skill(gain(), boots=1), quirk=quirk("token_gained", does("heal"), token="defence_plus"))

    hurt(tough, restrain=1).when(1, UseSkill("test")).waits_for(Moving, 1).when(1, UseBoot("pull")).then_includes(
        BootUsed("tester", "pull")
    )


@pytest.mark.rule("CDT-MOV-13")
def test_a_hero_that_stays_restrained_uses_no_boot() -> None:
    """Nobody is asked, and nothing is said of it."""
    before = hurt(hero(skill(gain(), boots=1)), restrain=1)

    used = before.when(1, UseSkill("test"))

    used.then_includes(DescriptionStarted(1), MovementEnded(), ActionEnded("tester")).then_never(BootUsed)
    sentence = RULESET.sentence(before.board, used.effects)
    assert "Tester uses Test." in sentence
    assert "stays in place" not in sentence


@pytest.mark.rule("CDT-MOV-13")
def test_a_hero_that_its_own_skill_restrains_uses_no_boot_after_it() -> None:
    """The boot that it kept is lost."""
    kept = hurt(hero(skill(gain("restrain"), boots=1))).when(1, UseSkill("test")).waits_for(Moving, 1)

    kept.when(1, Stay()).then_includes(MovementEnded(), ActionEnded("tester"))


@pytest.mark.rule("CDT-MOV-07", "CDT-MOV-12")
@pytest.mark.parametrize(("n", "steps"), [(1, 1), (2, 2), (-1, 0)])
def test_boots_that_a_skill_gives_or_takes_count_after_its_description(n: int, steps: int) -> None:
    """Its one boot is used before; what comes with the description is used after, and what it takes is gone."""
    change = {"op": "ongoing", "modifier": {"kind": "boots", "n": n}, "until": "end_of_action"}
    scenario = hurt(hero(skill(change, boots=1))).when(1, UseSkill("test"))
    scenario = scenario.when(1, UseBoot("pull") if n > 0 else Stay())

    for step in range(steps):
        scenario = scenario.waits_for(Moving, 1).when(1, UseBoot("push" if step % 2 == 0 else "pull"))

    scenario.then_includes(MovementEnded(), ActionEnded("tester"))


@pytest.mark.rule("CDT-MOV-12")
def test_boots_of_no_skill_are_not_used() -> None:
    """A hero with one boot more uses a skill that prints none: it does not move."""
    winged = hero(skill(gain()), quirk=quirk("static", modifier={"kind": "boots", "n": 1}))

    hurt(winged).when(1, UseSkill("test")).then_includes(ActionEnded("tester")).then_never(BootUsed, MovementEnded)
