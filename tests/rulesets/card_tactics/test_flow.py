"""Texts that branch, repeat, stop or last, and items that come and go."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from rulesets.card_tactics.effects import ActionEnded, HealthLost, ItemDiscarded, ItemDrawn, SkillStopped, TokensGained
from rulesets.card_tactics.phases import Choosing, Moving
from rulesets.card_tactics.rules.choosing import Choose
from rulesets.card_tactics.rules.skills import UseBoot
from rulesets.card_tactics.rules.slots import Skip, UseSkill
from tests.rulesets.card_tactics.build import Word, at, does, gain, hero, quirk, skill, table, unit, variant

if TYPE_CHECKING:
    from rulesets.card_tactics.board import Board
    from rulesets.kit.scenario import Scenario

ELVES = (unit("elf-1", exhausted=True), unit("elf-2", exhausted=True))


def using(*phrases: Word, heroes: tuple[object, ...] = ("plain",), **parts: object) -> Scenario[Board]:
    """A scenario in which the outermost hero uses a skill of these phrases."""
    components = variant(hero(skill(*phrases)))
    mine = (*heroes, unit("tester", 4, of=components))
    return at(table(mine, ELVES, components=components, **parts))  # type: ignore[arg-type]


@pytest.mark.rule("CDT-SKL-02")
def test_one_branch_of_several_is_chosen() -> None:
    """By whoever controls the unit, among those that can be begun; the text goes on behind the branch."""
    nobody = does("heal", "all", "unit", n=1) | {"sel": {"pick": "all", "where": {"is": "at_position", "n": 3}}}
    choice = {"op": "choose", "options": [[gain("counter")], [nobody], [gain("attack_plus")]]}
    scenario = using(choice, gain("defence_plus")).when(1, UseSkill("test")).waits_for(Choosing, 1)

    scenario.when(1, Choose(("1",))).refused("CDT-SKL-02")
    scenario.when(1, Choose(("2",))).then_includes(
        TokensGained("tester", "attack_plus"), TokensGained("tester", "defence_plus")
    )


@pytest.mark.rule("CDT-SKL-13")
def test_phrases_are_repeated_for_each_unit_from_the_closest_on() -> None:
    """That unit is then the target; one that cannot take it does not stop the others."""
    each = {"op": "for_each", "sel": {"of": "enemy", "pick": "all"}, "phrases": [does("lose_health", "target")]}
    push = {"op": "for_each", "sel": {"of": "enemy", "pick": "all"}, "phrases": [does("push", "target")]}

    using(each, gain("counter")).when(1, UseSkill("test")).then_includes(
        HealthLost("elf-1", 2, 1, "text"), HealthLost("elf-2", 2, 1, "text"), TokensGained("tester", "counter")
    )
    using(push, gain("counter")).when(1, UseSkill("test")).then_includes(TokensGained("tester", "counter"))


@pytest.mark.rule("CDT-SKL-07", "CDT-SKL-09")
def test_a_text_may_end_the_action() -> None:
    """What stands behind is lost; the action ends as any other."""
    scenario = using(gain("counter"), {"op": "end_action"}, gain("attack_plus")).when(1, UseSkill("test"))

    scenario.then_includes(
        TokensGained("tester", "counter"),
        SkillStopped("tester", "tester.test.1", "a text ends the action"),
        ActionEnded("tester"),
    ).then_never(ItemDrawn)
    assert scenario.board.unit("tester").tokens.attack_plus == 0


@pytest.mark.rule("CDT-ITM-12", "CDT-SKL-07")
def test_items_are_drawn_into_the_pool_as_long_as_there_are_any() -> None:
    """With an empty stack the phrase cannot be completed."""
    draws = ({"op": "draw_item", "rarity": "unique", "n": 2}, gain("counter"))
    full = using(*draws).when(1, UseSkill("test"), ["crown-2", "crown-1"])

    full.then_includes(ItemDrawn("crown-2", "unique"), ItemDrawn("crown-1", "unique"))
    assert [one.card for one in full.board.pool] == ["crown-1", "crown-2"]
    empty = using(*draws, pool=("crown-1", "crown-2")).when(1, UseSkill("test"))
    empty.then_includes(SkillStopped("tester", "tester.test.0", "there is no card")).then_never(TokensGained)


def test_items_are_discarded_by_choice() -> None:
    """Out of those of the rarity that the text names; with one alone nothing is asked."""
    rare = {"op": "discard_item", "rarity": "rare"}
    pool = ("dagger", "horn-1", "horn-2")

    scenario = using(rare, pool=pool).when(1, UseSkill("test")).waits_for(Choosing, 1)
    scenario.when(1, Choose(("dagger",))).refused("CDT-SKL-02")
    scenario.when(1, Choose(("horn-2",))).then_includes(ItemDiscarded("horn-2"))
    using(rare, pool=pool[:2]).when(1, UseSkill("test")).then_includes(ItemDiscarded("horn-1"))


def ward(until: str, **modifier: object) -> Word:
    """A continuous change of all heroes."""
    heroes = {"of": "hero", "pick": "all"}
    return {"op": "ongoing", "until": until, "sel": heroes, "modifier": {"kind": "immunity", **modifier}}


@pytest.mark.rule("CDT-TRM-07")
def test_who_is_immune_gains_no_token_of_that_kind_or_loses_no_health() -> None:
    """One kind of tokens is told, or else it is health; other tokens are gained as ever."""
    stung = [gain("bleed", "all", "hero"), gain("counter")]
    immune = using(ward("end_of_round", token="bleed"), *stung).when(1, UseSkill("test")).board
    unharmed = using(ward("end_of_round"), does("lose_health")).when(1, UseSkill("test")).board

    assert [(one.tokens.bleed, one.tokens.counter) for one in immune.heroes] == [(0, 0), (0, 1)]
    assert unharmed.unit("tester").health == 4


@pytest.mark.rule("CDT-RND-07")
@pytest.mark.parametrize(
    ("until", "after_action", "after_round"),
    [("end_of_action", 0, 0), ("end_of_round", 1, 0), ("end_of_combat", 1, 1), ("end_of_game", 1, 1)],
)
def test_a_continuous_change_lasts_as_long_as_it_says(until: str, after_action: int, after_round: int) -> None:
    """To the end of the action, of the round, of the combat, or of the game."""
    one = using(ward(until)).when(1, UseSkill("test"))
    assert len(one.board.ongoing) == after_action
    assert len(one.when(1, Skip()).board.ongoing) == after_round


@pytest.mark.rule("CDT-SKL-13")
def test_a_repetition_begins_with_the_closest() -> None:
    """Seen from a hero in the third space: the one next to it, then those farther away."""
    each = {"op": "for_each", "sel": {"pick": "all", "of": "ally"}, "phrases": [gain("bleed", "target")]}
    heroes = (unit("plain", exhausted=True), unit("archer", exhausted=True))

    scenario = using(each, heroes=heroes).when(1, UseSkill("test"))

    scenario.then_includes(TokensGained("archer", "bleed"), TokensGained("plain", "bleed"))


@pytest.mark.rule("CDT-MOV-07", "CDT-TRM-07")
@pytest.mark.parametrize(("n", "steps"), [(1, 2), (0, 1), (-1, 0)])
def test_a_text_may_give_boots_or_take_them(n: int, steps: int) -> None:
    """As many steps as the skill prints, and what the change adds; never less than none."""
    winged = quirk("static", modifier={"kind": "boots", "n": n})
    components = variant(hero(skill(gain("counter"), boots=1), quirk=winged))
    line = (unit("plain", exhausted=True), unit("archer", exhausted=True), unit("tester", of=components))
    scenario = at(table(line, ELVES, components=components)).when(1, UseSkill("test"))

    for _ in range(steps):
        scenario = scenario.waits_for(Moving, 1).when(1, UseBoot("pull"))

    scenario.then_includes(TokensGained("tester", "counter"))
    assert scenario.board.position("tester") == 3 - steps
