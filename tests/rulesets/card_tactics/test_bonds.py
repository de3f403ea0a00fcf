"""Restrain and Stun."""

from __future__ import annotations

import pytest

from rulesets.card_tactics.effects import (
    ActionEnded,
    ActionSkipped,
    HealthRecovered,
    RestrainBecameStun,
    RoundEnded,
    SkillStopped,
    SlotStarted,
    StunBecameRestrain,
    TokensDiscarded,
    TokensGained,
    UnitMoved,
    UnitsSwapped,
)
from rulesets.card_tactics.phases import Deciding
from rulesets.card_tactics.pieces import Tokens
from rulesets.card_tactics.rules.choosing import Choose
from rulesets.card_tactics.rules.slots import Skip, UseSkill
from tests.rulesets.card_tactics.build import (
    TWO,
    acts,
    at,
    attack,
    does,
    enemy,
    gain,
    hero,
    holding,
    lines,
    quirk,
    skill,
    table,
    unit,
    variant,
)


@pytest.mark.rule("CDT-RST-01", "CDT-SKL-06", "CDT-SKL-07", "CDT-SKL-09", "CDT-SKL-16", "CDT-RST-04")
def test_a_restrained_unit_cannot_move_itself() -> None:
    """W14: the skill stops at the phrase that moves its user, the rest is ignored; the token goes at the end."""
    scenario = acts(does("push"), gain("attack_plus"), me={"restrain": 1}).when(1, UseSkill("test"))

    scenario.then_includes(SkillStopped("tester", "tester.test.0", "it is restrained"), ActionEnded("tester"))
    assert scenario.board.unit("tester").tokens == Tokens()


@pytest.mark.rule("CDT-RST-02")
def test_others_can_move_a_restrained_unit() -> None:
    """Its own side or the other."""
    foes = (unit("elf-1", restrain=1, exhausted=True), unit("elf-2", exhausted=True))
    acts(does("push", "closest", "enemy"), foes=foes).when(1, UseSkill("test")).then_includes(
        UnitMoved("elf-1", "push")
    )
    components = variant(hero(skill(does("push", "closest", "ally"))))
    line = (unit("plain", restrain=1, exhausted=True), "tester")
    board = table(heroes=line, enemies=TWO, components=components)
    at(board).when(1, UseSkill("test")).then_includes(UnitMoved("plain", "push"))


@pytest.mark.rule("CDT-RST-17", "CDT-MOV-03")
def test_a_restrained_unit_is_displaced_by_another_that_moves() -> None:
    """It has not moved itself: whoever moves past it changes places with it."""
    components = variant(hero(skill(does("pull"), gain())))
    line = (unit("plain", restrain=1, exhausted=True), "tester")

    scenario = at(table(heroes=line, enemies=TWO, components=components)).when(1, UseSkill("test"))

    scenario.then_includes(UnitMoved("tester", "pull"), TokensGained("tester", "defence_plus"))
    assert lines(scenario.board)[0] == ("tester", "plain")


@pytest.mark.rule("CDT-RST-04")
def test_restrain_is_discarded_at_the_end_of_the_action() -> None:
    """Whatever the action was, also a token gained in it."""
    for scenario in (
        acts(gain("restrain")).when(1, UseSkill("test")),
        acts(gain(), me={"restrain": 1}).when(1, Skip()),
    ):
        assert not scenario.board.unit("tester").tokens.restrain


@pytest.mark.rule("CDT-RST-05", "CDT-RST-11", "CDT-RST-12")
def test_healing_loosens_one_step_whatever_the_amount() -> None:
    """Restrain goes; Stun becomes Restrain."""
    for before, effect, after in (
        ({"restrain": 1}, TokensDiscarded("elf-1", "restrain"), Tokens()),
        ({"stun": 1}, StunBecameRestrain("elf-1"), Tokens(restrain=1)),
    ):
        foes = (holding(unit("elf-1", 1, exhausted=True), before), "elf-2")
        scenario = acts(does("heal", "closest", "enemy", n=2), foes=foes).when(1, UseSkill("test"))
        scenario.then_includes(HealthRecovered("elf-1", 3, 2), effect)
        assert scenario.effects.count(effect) == 1
        assert scenario.board.unit("elf-1").tokens == after


@pytest.mark.rule("CDT-RST-05", "CDT-HP-06", "CDT-HP-07", "CDT-SKL-11")
def test_healing_nobody_needs_loosens_nothing() -> None:
    """At full health nothing is recovered, and the skill goes on."""
    foes = (unit("elf-1", restrain=1, exhausted=True), "elf-2")
    scenario = acts(does("heal", "closest", "enemy", n=2), gain(), foes=foes).when(1, UseSkill("test"))

    scenario.then_never(HealthRecovered).then_includes(TokensGained("tester", "defence_plus"))
    assert TokensDiscarded("elf-1", "restrain") not in scenario.effects


@pytest.mark.rule("CDT-RST-06", "CDT-RST-07", "CDT-RST-08", "CDT-TKN-04", "CDT-SKL-11")
def test_restrain_upon_restrain_is_stun() -> None:
    """A third changes nothing; Stun given directly takes the place of Restrain."""
    foes = (unit("elf-1", exhausted=True), "elf-2")
    thrice = acts(gain("restrain", "closest", "enemy", n=3), foes=foes).when(1, UseSkill("test"))
    thrice.then_includes(TokensGained("elf-1", "restrain"), RestrainBecameStun("elf-1"))
    assert [type(effect) for effect in thrice.effects].count(RestrainBecameStun) == 1
    assert thrice.board.unit("elf-1").tokens == Tokens(stun=1)
    direct = acts(
        gain("stun", "closest", "enemy", n=2), foes=(unit("elf-1", restrain=1, exhausted=True), "elf-2")
    ).when(1, UseSkill("test"))
    direct.then_includes(RestrainBecameStun("elf-1"))
    assert TokensGained("elf-1", "stun") not in direct.effects
    assert direct.board.unit("elf-1").tokens == Tokens(stun=1)


@pytest.mark.rule("CDT-RST-07", "CDT-SKL-11")
@pytest.mark.parametrize("kind", ["restrain", "stun"])
def test_nothing_binds_a_stunned_unit_more(kind: str) -> None:
    """It holds one Stun and no Restrain, whatever comes on top, and the skill goes on."""
    foes = (unit("elf-1", stun=1, exhausted=True), "elf-2")

    scenario = acts(gain(kind, "closest", "enemy"), gain("bleed"), foes=foes).when(1, UseSkill("test"))

    scenario.then_includes(TokensGained("tester", "bleed"))
    assert scenario.board.unit("elf-1").tokens == Tokens(stun=1)


@pytest.mark.rule("CDT-RST-09", "CDT-RST-10", "CDT-RST-15", "CDT-HRO-04", "CDT-ENM-10")
def test_a_stunned_unit_skips_its_action_and_recovers() -> None:
    """Hero or enemy: no skill, no item, no movement; the token goes and leaves no Restrain; the turn passes."""
    board = table(heroes=("plain", unit("archer", stun=1)), enemies=("elf-1", unit("elf-2", stun=1)), pool=("stone-1",))

    scenario = at(board)

    scenario.then(
        SlotStarted("archer"),
        ActionSkipped("archer", True),
        ActionEnded("archer"),
        SlotStarted("elf-2", "elf.idle"),
        ActionSkipped("elf-2", True),
        ActionEnded("elf-2"),
        SlotStarted("plain"),
    )
    assert scenario.board.unit("archer").tokens == scenario.board.unit("elf-2").tokens == Tokens()
    assert scenario.board.unit("archer").exhausted


@pytest.mark.rule("CDT-RST-13", "CDT-RST-03")
def test_healed_out_of_stun_a_unit_acts_restrained() -> None:
    """The mender frees its friend in time."""
    board = table(heroes=(unit("plain", 1, stun=1), "mender"), enemies=(unit("elf-1", exhausted=True),))

    scenario = at(board).when(1, UseSkill("mend")).when(1, Choose(("plain",)))

    scenario.then_includes(StunBecameRestrain("plain"), SlotStarted("plain")).waits_for(Deciding, 1)
    assert scenario.board.pending == Deciding("plain")


@pytest.mark.rule("CDT-RST-14", "CDT-SKL-14")
def test_stunned_after_having_acted_a_unit_skips_its_next_slot() -> None:
    """A hero that stuns itself stops at once; the token stays for the slot that it makes it skip."""
    scenario = acts(gain("stun"), gain("attack_plus")).when(1, UseSkill("test"))

    scenario.then_includes(
        SkillStopped("tester", "tester.test.1", "it is stunned"),
        ActionEnded("tester"),
        RoundEnded(),
        SlotStarted("tester"),
        ActionSkipped("tester", True),
    )
    assert TokensGained("tester", "attack_plus") not in scenario.effects


@pytest.mark.rule("CDT-RST-16", "CDT-QRK-05")
def test_quirks_of_the_stunned_and_the_exhausted_work() -> None:
    """Only acting and countering are out of the question."""
    tough = enemy(id="tough", quirk=quirk("hit_taken", gain("attack_plus")))
    foes = (unit("tough", of=variant(tough), stun=1, exhausted=True),)
    scenario = acts(attack("closest", "enemy"), more=(tough,), foes=foes).when(1, UseSkill("test"), [3, 3])

    scenario.then_includes(TokensGained("tough", "attack_plus"))


@pytest.mark.rule("CDT-RST-01", "CDT-SKL-07")
def test_a_restrained_unit_does_not_exchange_places_of_its_own_accord() -> None:
    """It may begin the skill, and stops; others may exchange it."""
    swap = {"op": "swap", "a": {"pick": "self"}, "b": {"pick": "closest", "of": "ally"}}
    others = {"op": "swap", "a": {"pick": "closest", "of": "ally"}, "b": {"pick": "farthest", "of": "ally"}}
    components = variant(hero(skill(swap), skill(others, id="call")))
    line = (unit("plain", exhausted=True), unit("archer", restrain=1, exhausted=True))
    bound = table((*line, unit("tester", of=components, restrain=1)), ("elf-1",), components=components)

    at(bound).when(1, UseSkill("test")).then_includes(SkillStopped("tester", "tester.test.0", "it is restrained"))
    at(bound).when(1, UseSkill("call")).then_includes(UnitsSwapped("archer", "plain"))
