"""Whose quirk comes first, and what becomes of those that wait."""

from __future__ import annotations

import pytest

from rulesets.card_tactics.effects import QuirkLapsed, QuirkStarted, UnitDefeated
from rulesets.card_tactics.phases import Fired
from rulesets.card_tactics.rules.slots import UseSkill
from tests.rulesets.card_tactics.build import at, attack, does, enemy, gain, hero, quirk, skill, table, unit, variant


@pytest.mark.rule("CDT-QRK-06")
def test_the_acting_units_quirk_comes_first_then_by_distance() -> None:
    """All four answer the same healing: the one that acts, its neighbour, the next, and the enemy beyond."""
    stir = quirk("healed", gain("bleed"), of="any")
    components = variant(
        hero(skill(does("heal")), quirk=stir),
        hero(id="near", quirk=stir),
        hero(id="next", quirk=stir),
        enemy(quirk=stir),
    )
    heroes = (unit("next", of=components, exhausted=True), unit("near", of=components, exhausted=True))
    line = (*heroes, unit("tester", 1, of=components))
    foes = (unit("foe", of=components, exhausted=True), unit("elf-1", exhausted=True))

    scenario = at(table(line, foes, components=components)).when(1, UseSkill("test"))

    started = [effect.owner for effect in scenario.effects if isinstance(effect, QuirkStarted)]
    assert started == ["tester", "near", "next", "foe"]


@pytest.mark.rule("CDT-QRK-05")
def test_a_quirk_whose_owner_falls_before_its_turn_does_not_take_place() -> None:
    """The hero's quirk comes first and defeats the foe, whose quirk waits for the same hit."""
    finish = quirk("hit_dealt", does("lose_health", "closest", "enemy", n=9))
    components = variant(
        hero(skill(attack("closest", "enemy")), quirk=finish), enemy(quirk=quirk("hit_taken", gain("bleed", "all")))
    )
    board = table(("tester",), ("foe", unit("elf-1", exhausted=True)), components=components)

    scenario = at(board).when(1, UseSkill("test"), [3, 3])

    scenario.then_includes(UnitDefeated("foe"), QuirkLapsed(Fired("foe", "foe.quirk", "foe")))
    assert scenario.board.unit("tester").tokens.bleed == 0
