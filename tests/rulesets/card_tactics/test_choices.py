"""A wrong choice is refused by the rule that the choice is of."""

from __future__ import annotations

import pytest

from rulesets.card_tactics.phases import Choosing
from rulesets.card_tactics.rules.choosing import Choose
from rulesets.card_tactics.rules.slots import Skip, UseSkill
from tests.rulesets.card_tactics.build import (
    TWO,
    at,
    attack,
    does,
    enemy,
    gain,
    hero,
    quirk,
    skill,
    table,
    unit,
    variant,
)

LINE = (unit("plain", exhausted=True), "tester", unit("archer", exhausted=True))
"""A hero between two others, who are as far from it as each other."""


@pytest.mark.rule("CDT-ATK-11")
def test_the_order_of_targets_as_close_is_the_players_choice() -> None:
    """Both are attacked, one first; nobody else can be told."""
    components = variant(hero(skill(attack("all", "ally"))))
    scenario = at(table(heroes=LINE, enemies=TWO, components=components)).when(1, UseSkill("test"))

    scenario.waits_for(Choosing, 1).when(1, Choose(("elf-1",))).refused("CDT-ATK-11")


@pytest.mark.rule("CDT-QRK-06")
def test_the_order_of_quirks_as_close_is_the_players_choice() -> None:
    """Two heroes stir, as far from the one that acts; the first is chosen among them."""
    stir = quirk("healed", gain("attack_plus"), of="any")
    components = variant(hero(skill(does("heal"))), hero(id="one", quirk=stir), hero(id="two", quirk=stir))
    near = (unit("one", of=components, exhausted=True), unit("tester", 1, of=components))
    line = (*near, unit("two", of=components, exhausted=True))
    scenario = at(table(heroes=line, enemies=TWO, components=components)).when(1, UseSkill("test"))

    scenario.waits_for(Choosing, 1).when(1, Choose(("tester",))).refused("CDT-QRK-06")


@pytest.mark.rule("CDT-SKL-02")
def test_a_branch_is_one_of_those_offered() -> None:
    """There is no third of two."""
    components = variant(hero(skill({"op": "choose", "options": [[gain()], [gain("bleed")]]})))
    scenario = at(table(heroes=("tester",), enemies=TWO, components=components)).when(1, UseSkill("test"))

    scenario.waits_for(Choosing, 1).when(1, Choose(("2",))).refused("CDT-SKL-02")


@pytest.mark.rule("CDT-ENM-08")
def test_players_break_a_tie_of_an_enemy_only_among_those_that_tie() -> None:
    """The weakest are two, and the third is not offered."""
    components = variant(enemy(skill(does("lose_health", "lowest_health", "hero"), reach=None)))
    line = (unit("plain", 4, exhausted=True), unit("basher", 5, exhausted=True), unit("archer", 4))
    scenario = at(table(heroes=line, enemies=("foe",), components=components)).when(1, Skip())

    scenario.waits_for(Choosing, 1).when(1, Choose(("basher",))).refused("CDT-ENM-08")


@pytest.mark.rule("CDT-VAR-02", "CDT-ENM-08")
def test_whoever_controls_the_hero_chooses_for_it() -> None:
    """Of two seats only that one; for an enemy any of them."""
    either = does("lose_health", "lowest_health", "hero")
    components = variant(hero(skill(attack())), enemy(skill(either, reach=None)))
    line = (unit("plain", 4, exhausted=True), unit("archer", 4, exhausted=True), "tester")
    board = table(heroes=line, enemies=("foe",), seats=2, components=components)
    seat = board.controller("tester")
    scenario = at(board).when(seat, UseSkill("test")).waits_for(Choosing, seat)

    scenario.when(3 - seat, Choose(("foe",))).refused("CDT-ENM-08")
    at(board).when(seat, Skip()).waits_for(Choosing, 1, 2)
