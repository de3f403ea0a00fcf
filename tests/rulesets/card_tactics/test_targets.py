"""Whether a skill has a target before it is used, and whom a rank means."""

from __future__ import annotations

import pytest

from rulesets.card_tactics.board import Board
from rulesets.card_tactics.effects import AttackDeclared, HealthLost, SkillStopped, TokensGained, UnitsSwapped
from rulesets.card_tactics.phases import Choosing
from rulesets.card_tactics.rules.choosing import Choose
from rulesets.card_tactics.rules.slots import Skip, UseSkill
from rulesets.kit.scenario import Scenario
from tests.rulesets.card_tactics.build import TWO, Word, at, attack, enemy, gain, hero, skill, table, unit, variant

LINE = (unit("plain", exhausted=True), "tester")


def using(*phrases: Word, heroes: tuple[object, ...] = LINE, reach: tuple[int, int] = (1, 1)) -> Scenario[Board]:
    """A hero at H2, behind a plain one, about to use a skill of range 1."""
    components = variant(hero(skill(*phrases, reach=reach)))
    return at(table(heroes=heroes, enemies=TWO, components=components))  # type: ignore[arg-type]


def swap(a: Word, b: Word) -> Word:
    """A phrase that exchanges two units."""
    return {"op": "swap", "a": a, "b": b}


ME: Word = {"pick": "self"}
FRIEND: Word = {"pick": "chosen", "of": "ally", "in_range": True}


@pytest.mark.rule("CDT-SKL-03")
def test_a_skill_that_begins_with_an_exchange_needs_both_units() -> None:
    """With a friend in range it is used; alone, or with the friend out of range, it is not."""
    using(swap(ME, FRIEND)).when(1, UseSkill("test")).then_includes(UnitsSwapped("tester", "plain"))

    using(swap(ME, FRIEND), reach=(2, 5)).when(1, UseSkill("test")).refused("CDT-SKL-03")
    using(swap(ME, FRIEND), heroes=("tester",)).when(1, UseSkill("test")).refused("CDT-SKL-03")


@pytest.mark.rule("CDT-SKL-03", "CDT-GEO-02")
def test_an_exchange_needs_two_units_of_one_side() -> None:
    """Of two heroes, the closest and the farthest other one are the same; friend and foe are of two sides."""
    first: Word = {"pick": "closest", "of": "hero"}
    last: Word = {"pick": "farthest", "of": "hero"}
    foe: Word = {"pick": "closest", "of": "enemy"}

    using(swap(first, last)).when(1, UseSkill("test")).refused("CDT-SKL-03")
    using(swap(first, foe)).when(1, UseSkill("test")).refused("CDT-SKL-03")
    three = (unit("plain", exhausted=True), unit("archer", exhausted=True), "tester")
    using(swap(first, last), heroes=three).when(1, UseSkill("test")).then_includes(UnitsSwapped("archer", "plain"))


@pytest.mark.rule("CDT-SKL-03")
def test_a_skill_that_begins_with_a_redirection_needs_somebody_to_redirect_to() -> None:
    """Nobody in range: refused."""
    to = {"op": "redirect", "to": {"pick": "chosen", "of": "enemy", "in_range": True}}

    using(to, gain()).when(1, UseSkill("test")).refused("CDT-SKL-03")


@pytest.mark.rule("CDT-SKL-03", "CDT-SKL-02")
def test_a_branch_that_begins_with_an_exchange_is_offered_only_with_both_units() -> None:
    """Alone in its line the hero has one branch left, and nothing is asked."""
    choice: Word = {"op": "choose", "options": [[swap(ME, FRIEND)], [gain("counter")]]}

    using(choice).when(1, UseSkill("test")).waits_for(Choosing, 1)
    using(choice, heroes=("tester",)).when(1, UseSkill("test")).then_includes(TokensGained("tester", "counter"))


SECOND: Word = {"pick": "second_closest", "of": "enemy"}


@pytest.mark.rule("CDT-SKL-03")
def test_the_second_closest_needs_two() -> None:
    """With one enemy left the skill is not used; an enemy whose card says so stops."""
    harm: Word = {"op": "lose_health", "sel": SECOND}
    components = variant(hero(skill(harm)), enemy(skill({**harm, "sel": {**SECOND, "of": "hero"}}, reach=None)))
    two = at(table(("tester",), ("elf-1", "elf-2"), components=components)).when(1, UseSkill("test"))

    two.then_includes(HealthLost("elf-2", 2, 1, "text"))
    alone = at(table(("tester",), ("foe",), components=components))
    alone.when(1, UseSkill("test")).refused("CDT-SKL-03")
    alone.when(1, Skip()).then_includes(SkillStopped("foe", "foe.test.0", "there is nobody to do it to"))


@pytest.mark.rule("CDT-ENM-08")
def test_all_that_tie_for_the_second_place_are_meant() -> None:
    """Two rounds of it: the hero behind the closest loses health, the closest none."""
    harm: Word = {"op": "lose_health", "sel": {"pick": "second_closest", "of": "hero", "count": "all"}}
    components = variant(enemy(skill(harm, reach=None)))

    scenario = at(table(("archer", "plain"), ("foe",), components=components)).when(1, Skip()).when(1, Skip())

    assert [one.health for one in scenario.board.heroes] == [4, 4]  # of 4 and 5


@pytest.mark.rule("CDT-QRK-01")
def test_a_condition_about_the_second_closest_is_not_about_the_closest() -> None:
    """The enemy at E2 bleeds, the one at E1 does not."""
    bleeds: Word = {"is": "has_token", "kind": "bleed", "sel": SECOND}
    either: Word = {"op": "if", "cond": bleeds, "then": [gain("counter")], "else": [gain("attack_plus")]}
    components = variant(hero(skill(either)))

    def held(*foes: object) -> int:
        board = table(("tester",), foes, components=components)  # type: ignore[arg-type]
        return at(board).when(1, UseSkill("test")).board.unit("tester").tokens.counter

    assert held("elf-1", unit("elf-2", bleed=1)) == 1
    assert held(unit("elf-1", bleed=1), "elf-2") == 0


@pytest.mark.rule("CDT-SKL-04")
def test_whoever_is_chosen_is_one_of_those_in_range() -> None:
    """The hero next to it may be chosen for an exchange, an enemy three spaces away may not."""
    near: Word = {"pick": "chosen", "in_range": True}
    scenario = using(swap(ME, near), reach=(1, 2)).when(1, UseSkill("test")).waits_for(Choosing, 1)

    scenario.when(1, Choose(("elf-2",))).refused("CDT-SKL-04")


@pytest.mark.rule("CDT-ATK-10")
def test_the_closest_target_is_resolved_first_whichever_side_it_is_of() -> None:
    """A hero in the third space attacks everybody else: its neighbour, the one beyond, the enemies."""
    components = variant(hero(skill(attack("all", "unit") | {"targets": OTHERS})))
    line = (unit("plain", exhausted=True), unit("archer", exhausted=True), "tester")

    scenario = at(table(line, TWO, components=components)).when(1, UseSkill("test"), [1, 1])

    scenario.then_includes(AttackDeclared("tester", ("archer", "plain", "elf-1", "elf-2")))


OTHERS: Word = {"pick": "all", "where": {"is": "not", "of": {"is": "card_is", "id": "tester"}}}


@pytest.mark.rule("CDT-SKL-03")
def test_a_skill_needs_a_target_for_the_branch_that_it_would_follow() -> None:
    """The branch that the condition leads to, or any of those that can be chosen."""
    far: Word = {"op": "heal", "sel": {"pick": "chosen", "of": "hero", "in_range": True}}
    hurt: Word = {"is": "health", "cmp": "<", "n": "printed"}
    either: Word = {"op": "if", "cond": hurt, "then": [far], "else": [gain()]}
    choice: Word = {"op": "choose", "options": [[far], [far, gain()]]}

    def lone(phrase: Word, health: int) -> Scenario[Board]:
        components = variant(hero(skill(phrase, reach=(1, 1))))
        return at(table((unit("tester", health, of=components),), TWO, components=components))

    lone(either, 4).when(1, UseSkill("test")).refused("CDT-SKL-03")
    lone(either, 5).when(1, UseSkill("test")).then_includes(TokensGained("tester", "defence_plus"))
    lone(choice, 5).when(1, UseSkill("test")).refused("CDT-SKL-03")
