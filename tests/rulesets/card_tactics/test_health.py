"""Health: lost, recovered, and never beyond its bounds."""

from __future__ import annotations

import pytest

from rulesets.card_tactics.effects import (
    HealthLost,
    UnitDefeated,
)
from rulesets.card_tactics.phases import Camp
from rulesets.card_tactics.rules.choosing import Choose
from rulesets.card_tactics.rules.slots import Skip, UseSkill
from tests.rulesets.card_tactics.build import (
    TWO,
    at,
    does,
    enemy,
    hero,
    lines,
    skill,
    table,
    unit,
    variant,
)


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


@pytest.mark.rule("CDT-CMP-12", "CDT-HP-03")
def test_the_set_aside_keep_the_order_of_their_defeat() -> None:
    """First the plain one falls, then the archer: so they come back."""
    harm = skill(does("lose_health", "lowest_health", "ally", n=9))
    components = variant(hero(harm))
    line = (unit("archer", 2, exhausted=True), unit("tester", of=components), unit("plain", 1, exhausted=True))
    scenario = at(table(heroes=line, enemies=(unit("elf-1", exhausted=True),), components=components))

    first = scenario.when(1, UseSkill("test"))
    second = first.when(1, UseSkill("test"))

    assert (first.board.aside, second.board.aside) == (("plain",), ("plain", "archer"))


@pytest.mark.rule("CDT-CMP-12", "CDT-HP-09", "CDT-CMP-01")
def test_of_two_that_fall_together_the_one_nearer_the_centre_comes_back_first() -> None:
    """The weakest is meant first, and stands farthest out; both lose their health before anybody is defeated."""
    weakest = {"pick": "lowest_health", "of": "hero", "count": 2}
    components = variant(enemy(skill({"op": "lose_health", "sel": weakest, "n": 9}, reach=None)))
    line = ("plain", unit("archer", 2, exhausted=True), unit("mender", 1, exhausted=True))
    board = table(heroes=line, enemies=(unit("foe", 1, of=components),), components=components)

    fallen = at(board).when(1, Skip())

    fallen.then_includes(
        HealthLost("mender", 0, 1, "text"),
        HealthLost("archer", 0, 2, "text"),
        UnitDefeated("archer"),
        UnitDefeated("mender"),
    )
    assert fallen.board.aside == ("archer", "mender")
    camp = fallen.when(1, UseSkill("hit"), [6, 6, "dagger", "potion-1", "horn-1"]).waits_for(Camp, 1)
    assert lines(camp.board)[0] == ("plain", "archer", "mender")


@pytest.mark.rule("CDT-HP-06")
def test_a_hero_called_back_has_no_more_health_than_is_printed() -> None:
    """The archer prints 4, whatever the text gives."""
    components = variant(hero(skill({"op": "revive", "health": 9})))
    board = table(heroes=("tester",), enemies=TWO, aside=("archer",), components=components)

    assert at(board).when(1, UseSkill("test")).board.unit("archer").health == 4
