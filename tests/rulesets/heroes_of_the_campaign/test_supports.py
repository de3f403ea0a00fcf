"""Supports."""

import pytest

from rulesets.heroes_of_the_campaign import effects as e
from rulesets.heroes_of_the_campaign.rules.locations import SendHero
from rulesets.heroes_of_the_campaign.rules.strategies import DeploySupport, LearnManeuver, UseEvent
from rulesets.heroes_of_the_campaign.rules.tasks import StartTask
from rulesets.heroes_of_the_campaign.rules.turns import EndTurn
from tests.rulesets.heroes_of_the_campaign.build import cards, hero, side, table
from tests.rulesets.heroes_of_the_campaign.checked import after, at, chosen, fallen, legal, wounds

PAGE = """
- {id: page, name: Page, type: support, classes: [mage], attack: 1, resistance: 2%s,
   tasks: [{id: work, actions: [{do: earn_copper, amount: 1}]}, {id: hit, actions: [{do: attack}]}]}
"""
FREE = cards(PAGE % "")
DEPLOY = DeploySupport("page")


@pytest.mark.rule("HOC-SUP-01")
def test_a_support_is_deployed_for_nothing_when_its_conditions_hold() -> None:
    """Only cards in hand that are supports are deployed."""
    needy = cards(PAGE % ", conditions: [{exists: {side: own, wounded: true}}]")

    after(table(FREE, side("anna", hand=("page",))), DEPLOY).then(
        e.CardShown(1, "page", False), e.SupportDeployed(1, "page")
    )
    at(table(needy, side("anna", hand=("page",)))).when(1, DEPLOY).refused("HOC-STR-05")
    after(table(needy, side(hero("anna", 1), hand=("page",))), DEPLOY).then_includes(e.SupportDeployed(1, "page"))
    at(table(FREE, side("anna", hand=("nap",)))).when(1, DeploySupport("nap")).refused("HOC-SUP-01")
    at(table(FREE, side("anna"))).when(1, DEPLOY).refused("HOC-STR-01")


@pytest.mark.rule("HOC-SUP-01", "HOC-COP-03")
def test_a_support_that_prints_a_cost_is_paid() -> None:
    """In full, or not deployed."""
    dear = cards(PAGE % ", cost: 2")

    at(table(dear, side("anna", hand=("page",), copper=1))).when(1, DEPLOY).refused("HOC-COP-03")
    scenario = after(table(dear, side("anna", hand=("page",), copper=3)), DEPLOY).then_includes(
        e.CopperPaid(1, 2, "page")
    )
    assert scenario.board.side(1).copper == 1


EVERYTHING = (
    PAGE % ""
    + """
- {id: drill, name: Drill, type: maneuver, learner: {class: mage}}
- {id: inn, name: Inn, type: location}
- {id: mend, name: Mend, type: event, actions: [{do: heal, amount: 1, target: {pick: {kind: support}}}]}
"""
)


@pytest.mark.rule("HOC-SUP-02")
def test_a_support_counts_as_a_hero() -> None:
    """It performs tasks, learns, is sent to places, is healed, is attacked, and goes to the infirmary."""
    board = table(
        cards(EVERYTHING), side("anna", hand=("page", "drill", "mend"), locations=("inn",)), side("cora", copper=1)
    )

    scenario = after(board, DEPLOY, LearnManeuver("drill", "1.page"), SendHero("1.page", "1.inn"))
    assert scenario.board.hero("1.page").learned == ("drill",)
    scenario = scenario.when(1, StartTask("1.page", "page.hit")).then_includes(
        e.HeroWounded("2.cora", 1, 1, "1.page"), e.HeroSentToInfirmary("1.page", 2, "1.inn", "2.cora")
    )
    scenario = scenario.when(1, UseEvent("mend")).then_includes(e.HeroLeftInfirmary("1.page", 1)).when(1, EndTurn())
    attack = scenario.when(2, StartTask("2.cora", "cora.hit"))
    assert legal(attack, type(chosen()), 2) == [chosen("1.anna"), chosen("1.page")]


@pytest.mark.rule("HOC-SUP-03")
def test_a_support_starts_unwounded_in_the_camp_and_may_act_at_once() -> None:
    """In the turn it is deployed, once as any hero."""
    scenario = after(table(FREE, side("anna", hand=("page",))), DEPLOY)

    page = scenario.board.hero("1.page")
    assert (page.place, page.wounds, page.support) == ("camp", 0, True)
    scenario = scenario.when(1, StartTask("1.page", "page.work")).then_includes(e.CopperEarned(1, 1))
    scenario.when(1, StartTask("1.page", "page.hit")).refused("HOC-TSK-01")


@pytest.mark.rule("HOC-SUP-03")
def test_a_support_deployed_on_the_opponents_turn_does_not_act_in_it() -> None:
    """It waits for its own player's turn."""
    anytime = cards(PAGE % ", at_any_time: true")
    board = table(anytime, None, side("anna", hand=("page",), watches="all"))

    scenario = at(board).when(2, DEPLOY)
    scenario.when(2, StartTask("2.page", "page.work")).refused("HOC-TRN-04")
    scenario.when(1, EndTurn()).when(2, StartTask("2.page", "page.work")).then_includes(e.CopperEarned(2, 1))


@pytest.mark.rule("HOC-SUP-04")
@pytest.mark.parametrize(("starter", "taken"), [(1, 0), (2, 2)])
def test_supports_of_those_who_did_not_begin_are_protected_in_round_1(starter: int, taken: int) -> None:
    """As their heroes are."""
    board = table(FREE, side("anna"), side(hero("page", support=True)), round=1, starter=starter)

    after(board, StartTask("1.anna", "anna.hit")).then_includes(e.HeroWounded("2.page", 2, taken, "1.anna"))


@pytest.mark.rule("HOC-SUP-05")
def test_a_support_does_not_return_to_the_hand() -> None:
    """Neither when it is deployed nor when it goes to the infirmary, and it cannot be deployed twice."""
    scenario = after(table(FREE, side("anna", hand=("page",)), side("anna")), DEPLOY)
    scenario = scenario.when(1, StartTask("1.page", "page.hit"))

    assert (fallen(scenario), wounds(scenario)["1.page"]) == (["1.page"], 2)
    assert scenario.board.side(1).in_hand == 0
    scenario.when(1, DEPLOY).refused("HOC-STR-01")


@pytest.mark.rule("HOC-SUP-05")
def test_a_table_that_knows_no_hand_knows_that_a_deployed_support_is_not_in_it() -> None:
    """An unknown card may be any but those that lie open."""
    board = table(FREE, side("anna", hero("page", support=True), unknown=2))

    at(board).when(1, DEPLOY).refused("HOC-STR-01")
    after(board, UseEvent("nap")).then_includes(e.CardShown(1, "nap", True))
