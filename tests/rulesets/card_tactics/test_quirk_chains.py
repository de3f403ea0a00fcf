"""Quirks that set one another off."""

from __future__ import annotations

import pytest

from rulesets.card_tactics.board import Board
from rulesets.card_tactics.effects import QuirkStarted, TokensGained, UnitMoved
from rulesets.card_tactics.phases import Offering
from rulesets.card_tactics.rules.quirks import UseQuirk
from rulesets.card_tactics.rules.slots import UseSkill
from rulesets.kit.scenario import Scenario
from tests.rulesets.card_tactics.build import Word, at, does, enemy, gain, hero, quirk, skill, table, unit, variant


def chain(*phrases: Word, sways: Word, watches: Word) -> Scenario[Board]:
    """A hero at H2 that sways when somebody gains a token, before an enemy that watches movement."""
    components = variant(hero(skill(*phrases), quirk=sways), enemy(quirk=watches))
    heroes = (unit("plain", exhausted=True), "tester", unit("archer", exhausted=True))
    foes = (unit("foe", of=components, exhausted=True), unit("elf-1", exhausted=True))
    return at(table(heroes, foes, components=components))


SWAYS = quirk("token_gained", does("push"), of="any")
WATCHES = quirk("moved", gain("bleed"), of="any")


def started(scenario: Scenario[Board]) -> list[str]:
    """Whose quirks took place, one after the other."""
    assert scenario.board
    return [effect.owner for effect in scenario.effects if isinstance(effect, QuirkStarted)]


@pytest.mark.rule("CDT-QRK-01")
def test_two_quirks_that_answer_each_other_come_to_an_end() -> None:
    """The hero moves, the enemy bleeds at the sight, the hero sways: and that is all."""
    scenario = chain(does("pull"), sways=SWAYS, watches=WATCHES).when(1, UseSkill("test"))

    scenario.then_includes(UnitMoved("tester", "pull"), TokensGained("foe", "bleed"), UnitMoved("tester", "push"))
    assert started(scenario) == ["foe", "tester"]


@pytest.mark.rule("CDT-QRK-01", "CDT-QRK-03")
def test_a_quirk_that_was_offered_leads_no_further_than_a_mandatory_one() -> None:
    """Used or not, it ends there."""
    sways = quirk("token_gained", does("push"), of="any", optional=True)
    scenario = chain(does("pull"), sways=sways, watches=WATCHES).when(1, UseSkill("test")).waits_for(Offering, 1)

    used = scenario.when(1, UseQuirk(True))

    assert started(scenario) == ["foe"]
    assert started(used) == ["tester"]


@pytest.mark.rule("CDT-QRK-01")
def test_a_chain_of_three_comes_to_an_end() -> None:
    """Neither the one before nor the one before that is set off again."""
    third = enemy(id="third", quirk=quirk("healed", gain("counter"), of="any"))
    first = enemy(quirk=quirk("token_gained", gain("attack_plus"), token="counter", of="any"))
    second = hero(skill(gain("counter")), quirk=quirk("token_gained", does("heal"), token="attack_plus", of="any"))
    components = variant(first, second, third)
    foes = (unit("foe", of=components, exhausted=True), unit("third", of=components, exhausted=True))
    board = table((unit("tester", 1, of=components),), foes, components=components)

    assert started(at(board).when(1, UseSkill("test"))) == ["foe", "tester", "third"]


@pytest.mark.rule("CDT-QRK-01")
def test_what_comes_later_sets_a_quirk_off_again() -> None:
    """Two phrases move the hero, and the enemy answers both."""
    scenario = chain(does("pull"), does("push"), sways=SWAYS, watches=WATCHES).when(1, UseSkill("test"))

    assert started(scenario) == ["foe", "tester", "foe", "tester"]
