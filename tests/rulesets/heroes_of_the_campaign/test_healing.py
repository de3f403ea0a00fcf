"""Healing: how much, whom, where."""

import pytest

from rulesets.heroes_of_the_campaign import effects as e
from rulesets.heroes_of_the_campaign.board import Board
from rulesets.heroes_of_the_campaign.phases import Choosing
from rulesets.heroes_of_the_campaign.pieces import Hero
from rulesets.heroes_of_the_campaign.rules.running import Choose
from rulesets.heroes_of_the_campaign.rules.tasks import StartTask
from tests.rulesets.heroes_of_the_campaign.build import at, cards, hero, side, status, table

SET = cards(
    """
- {id: nurse, name: Nurse, attack: 1, resistance: 3, tasks: [
     {id: mend, actions: [{do: heal, amount: 2, target: {pick: {}}}]},
     {id: ours, actions: [{do: heal, amount: 2, target: {pick: {side: own, at: side, self: exclude}}}]}]}
"""
)


def ward(*mine: str | Hero, yours: Hero | None = None) -> Board:
    """The nurse and her patients."""
    return table(SET, side("nurse", *mine), side(yours or "anna"))


MEND = StartTask("1.nurse", "nurse.mend")


@pytest.mark.rule("HOC-HEA-01")
def test_excess_healing_is_lost() -> None:
    """No more wounds go than there are."""
    healed = at(ward(hero("anna", 1))).when(1, MEND).when(1, Choose(("1.anna",)))
    healed.then_includes(e.HeroHealed("1.anna", 2, 1, "1.nurse"))
    assert at(ward(hero("anna", 3))).when(1, MEND).when(1, Choose(("1.anna",))).board.hero("1.anna").wounds == 1


@pytest.mark.rule("HOC-HEA-02")
def test_a_hero_without_wounds_may_be_healed() -> None:
    """Nothing happens."""
    at(ward("anna")).when(1, MEND).when(1, Choose(("1.anna",))).then_includes(e.HeroHealed("1.anna", 2, 0, "1.nurse"))


@pytest.mark.rule("HOC-HEA-03")
def test_anybody_may_be_healed() -> None:
    """Own and opposing heroes and the healer herself, unless the card narrows it."""
    asked = at(ward("bert")).when(1, MEND).waits_for(Choosing, 1)
    asked.then_includes(e.ChoiceAsked(1, "target", ("1.bert", "1.nurse", "2.anna"), 1, 1))
    narrow = at(ward("bert", "cora")).when(1, StartTask("1.nurse", "nurse.ours"))
    narrow.then_includes(e.ChoiceAsked(1, "target", ("1.bert", "1.cora"), 1, 1))


@pytest.mark.rule("HOC-HEA-04")
def test_heroes_in_the_infirmary_may_be_healed() -> None:
    """They are among the candidates of healing unless the card says where."""
    asked = at(ward(hero("bert", 3, "infirmary"))).when(1, MEND)
    asked.then_includes(e.ChoiceAsked(1, "target", ("1.bert", "1.nurse", "2.anna"), 1, 1))
    asked.when(1, Choose(("1.bert",))).then_includes(e.HeroLeftInfirmary("1.bert", 1, "1.nurse"))


def test_who_cannot_be_healed_is_not() -> None:
    """It may be chosen, and keeps its wounds."""
    cursed = hero("anna", 2, held=(status("cannot_be_healed"),))
    at(ward(cursed)).when(1, MEND).when(1, Choose(("1.anna",))).then_includes(e.HeroHealed("1.anna", 2, 0, "1.nurse"))
