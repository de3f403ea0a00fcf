"""Laws."""

import pytest

from rulesets.heroes_of_the_campaign import effects as e
from rulesets.heroes_of_the_campaign.phases import Choosing
from rulesets.heroes_of_the_campaign.rules.strategies import EnactLaw
from rulesets.heroes_of_the_campaign.rules.tasks import StartTask
from rulesets.heroes_of_the_campaign.rules.turns import EndTurn
from rulesets.heroes_of_the_campaign.values import values
from tests.rulesets.heroes_of_the_campaign.build import cards, hero, side, table
from tests.rulesets.heroes_of_the_campaign.checked import after, at, chosen, copper, legal

LAWS = """
- {id: drill, name: Drill, type: law, cost: 2, conditions: [{exists: {side: own, wounded: true}}],
   abilities: [{kind: static, affects: {side: own}, modifiers: [{stat: attack, add: 1}]}]}
- {id: gift, name: Gift, type: law, on_enact: [{do: earn_copper, amount: 4}, {do: heal, amount: 1, target: {all: {}}}]}
- {id: rebel, name: Rebel, attack: 1, resistance: 3, tasks: [
   {id: defy, actions: [{do: break_law}, {do: earn_copper, amount: 2}]},
   {id: undermine, actions: [{do: break_law, whose: opposing}]}]}
"""
SET = cards(LAWS)
HURT = hero("anna", 1)
ENACT = EnactLaw("drill")
DEFY = StartTask("1.rebel", "rebel.defy")


@pytest.mark.rule("HOC-LAW-01")
def test_a_law_is_shown_paid_and_in_effect_at_once() -> None:
    """If its conditions hold and its cost can be paid."""
    scenario = after(table(SET, side(HURT, copper=2, hand=("drill",))), ENACT)

    scenario.then(e.CardShown(1, "drill", False), e.LawEnacted(1, "drill"), e.CopperPaid(1, 2, "drill"))
    assert values(scenario.board).heroes["1.anna"].attack == 3
    at(table(SET, side("anna", copper=2, hand=("drill",)))).when(1, ENACT).refused("HOC-STR-05")
    at(table(SET, side(HURT, copper=1, hand=("drill",)))).when(1, ENACT).refused("HOC-COP-03")
    at(table(SET, side(HURT, hand=("nap",)))).when(1, EnactLaw("nap")).refused("HOC-LAW-01")
    at(table(SET, side(HURT, copper=2))).when(1, ENACT).refused("HOC-STR-01")


@pytest.mark.rule("HOC-LAW-01")
def test_what_a_law_does_as_it_is_enacted_is_done_once() -> None:
    """Copper and healing, and no more in later turns."""
    scenario = after(table(SET, side(HURT, hand=("gift",))), EnactLaw("gift")).then_includes(
        e.LawEnacted(1, "gift"), e.CopperEarned(1, 4), e.HeroHealed("1.anna", 1, 1), e.EffectEnded()
    )
    assert copper(scenario.when(1, EndTurn()).when(2, EndTurn())) == (4, 0)


@pytest.mark.rule("HOC-LAW-02")
def test_a_law_stays_in_effect_without_its_conditions_and_without_further_payment() -> None:
    """Nobody is wounded any more, rounds pass, and it holds."""
    board = table(SET, side(HURT, copper=2, hand=("drill", "gift")))

    scenario = after(board, ENACT, EnactLaw("gift"), EndTurn()).when(2, EndTurn())
    assert scenario.board.hero("1.anna").wounds == 0
    assert scenario.board.side(1).laws == ("drill", "gift")
    assert values(scenario.board).heroes["1.anna"].attack == 3
    assert copper(scenario) == (4, 0)


@pytest.mark.rule("HOC-LAW-03")
def test_a_broken_law_leaves_the_game() -> None:
    """Its effect ends, it is in no hand, and it is never enacted again."""
    board = table(SET, side("rebel", copper=9, laws=("drill",)))

    scenario = after(board, DEFY).then_includes(e.LawBroken(1, "drill", "1.rebel"), e.CopperEarned(1, 2))
    own = scenario.board.side(1)
    assert (own.laws, own.removed, own.in_hand) == ((), ("drill",), 0)
    assert values(scenario.board).heroes["1.rebel"].attack == 1
    scenario.when(1, ENACT).refused("HOC-STR-01")


@pytest.mark.rule("HOC-LAW-03")
def test_a_table_that_knows_no_hand_knows_that_a_broken_law_is_not_in_it() -> None:
    """An unknown card cannot be it."""
    board = table(SET, side("rebel", HURT, copper=9, laws=("drill",), unknown=2))

    at(board).when(1, ENACT).refused("HOC-STR-01")
    after(board, DEFY).when(1, ENACT).refused("HOC-STR-01")


@pytest.mark.rule("HOC-LAW-04")
def test_the_breaker_chooses_among_own_and_opposing_laws() -> None:
    """Unless its card names whose."""
    board = table(SET, side("rebel", laws=("drill",)), side("anna", laws=("gift", "drill")))

    scenario = after(board, DEFY).waits_for(Choosing, 1)
    assert legal(scenario, type(chosen())) == [chosen("1.drill"), chosen("2.drill"), chosen("2.gift")]
    scenario.when(1, chosen("2.gift")).then_includes(e.LawBroken(2, "gift", "1.rebel"))
    narrow = after(board, StartTask("1.rebel", "rebel.undermine"))
    assert legal(narrow, type(chosen())) == [chosen("2.drill"), chosen("2.gift")]


@pytest.mark.rule("HOC-LAW-05")
def test_a_law_must_be_broken_if_there_is_one() -> None:
    """Even if it is the own one: nobody is asked, and nobody may decline."""
    after(table(SET, side("rebel", laws=("drill",))), DEFY).then_includes(e.LawBroken(1, "drill", "1.rebel"))
    two = after(table(SET, side("rebel", laws=("drill", "gift"))), DEFY)
    two.when(1, chosen()).refused("HOC-VOC-02")


@pytest.mark.rule("HOC-LAW-06", "HOC-TSK-08")
def test_without_a_law_breaking_one_is_ignored() -> None:
    """The task is legal and goes on; so it is where only the own laws are spared."""
    after(table(SET, side("rebel")), DEFY).then_includes(
        e.ActionSkipped("rebel.defy.1", "HOC-LAW-06"), e.CopperEarned(1, 2)
    )
    board = table(SET, side("rebel", laws=("drill",)))
    after(board, StartTask("1.rebel", "rebel.undermine")).then_includes(e.ActionSkipped(None, "HOC-LAW-06"))


@pytest.mark.rule("HOC-LAW-01")
def test_what_a_law_costs_can_change() -> None:
    """Support, maneuver and law costs are changed apart."""
    text = LAWS + "- {id: tax, name: Tax, type: law, abilities: [{kind: static, modifiers: [{%s: 1, player: both}]}]}"
    for word, paid in (("law_cost", 3), ("event_cost", 2), ("support_cost", 2), ("maneuver_cost", 2)):
        board = table(cards(text % word), side(HURT, copper=3, hand=("drill",)), side("bert", laws=("tax",)))
        assert copper(after(board, ENACT)) == (3 - paid, 0), word
