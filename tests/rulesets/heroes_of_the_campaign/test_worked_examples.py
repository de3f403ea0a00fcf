"""The worked examples of the rules, with their numbers."""

from rulesets.heroes_of_the_campaign import effects as e
from rulesets.heroes_of_the_campaign.phases import GameOver, Turn
from rulesets.heroes_of_the_campaign.rules.locations import SendHero
from rulesets.heroes_of_the_campaign.rules.strategies import EnactLaw, UseEvent
from rulesets.heroes_of_the_campaign.rules.tasks import StartTask
from rulesets.heroes_of_the_campaign.rules.turns import EndTurn
from tests.rulesets.heroes_of_the_campaign.build import cards, hero, side, status, table
from tests.rulesets.heroes_of_the_campaign.checked import after, at, chosen, copper, fallen, wounds


def one(actions: str, numbers: str = "attack: 0, resistance: 4", cost: int = 0) -> str:
    """A hero called Ada with one task, `do`."""
    return f"- {{id: ada, name: Ada, {numbers}, tasks: [{{id: do, cost: {cost}, actions: [{actions}]}}]}}\n"


DO = StartTask("1.ada", "ada.do")


def test_example_1_taking_more_than_there_is() -> None:
    """A has 4 copper and takes 3 of B: all there is moves, and nothing where there is none."""
    take = cards(one("{do: take_copper, amount: 3}"))

    assert copper(after(table(take, side("ada", copper=4), side("bert", copper=1)), DO)) == (5, 0)
    assert copper(after(table(take, side("ada", copper=4), side("bert")), DO)) == (4, 0)


def test_example_2_excess_healing() -> None:
    """A hero with 1 wound is healed by 3: it has none. One without wounds may be chosen; nothing changes."""
    board = table(
        cards(one("{do: heal, amount: 3, target: {pick: {side: own}}}")), side(hero("ada", 1), "bert"), side("bert")
    )

    after(board, DO, chosen("1.ada")).then_includes(e.HeroHealed("1.ada", 3, 1, "1.ada"))
    scenario = after(board, DO, chosen("1.bert")).then_includes(e.HeroHealed("1.bert", 3, 0, "1.ada"))
    assert wounds(scenario) == {"1.ada": 1, "1.bert": 0, "2.bert": 0}


def test_example_3_simultaneous_wounds() -> None:
    """3 against resistance 3, 2 against resistance 4 with 2 wounds: both go to the infirmary."""
    text = one("{do: attack}", "attack: 3, resistance: 4") + "- {id: eve, name: Eve, attack: 2, resistance: 3}"

    scenario = after(table(cards(text), side(hero("ada", 2)), side("eve")), DO)
    assert fallen(scenario) == ["1.ada", "2.eve"]
    assert wounds(scenario) == {"1.ada": 4, "2.eve": 3}


def test_example_4_interrupted_task() -> None:
    """The wound it deals itself is its fourth: no attack, nothing earned, and the 2 copper are paid."""
    charge = "{do: wound, amount: 1, target: self}, {do: attack}, {do: earn_copper, amount: 1}"
    board = table(cards(one(charge, "attack: 2, resistance: 4", 2)), side(hero("ada", 3), copper=2), side("bert"))

    scenario = after(board, DO).then(
        e.TaskStarted("1.ada", "ada.do", "task"),
        e.CopperPaid(1, 2, "ada.do"),
        e.HeroWounded("1.ada", 1, 1, "1.ada"),
        e.ActionEnded("ada.do.1", ("1.ada",), 1),
        e.HeroSentToInfirmary("1.ada", 4, "camp", "1.ada"),
        e.TaskAborted("1.ada", "ada.do"),
    )
    assert copper(scenario) == (0, 0)


def test_example_5_infirmary_and_resistance() -> None:
    """Resistance 3 in the infirmary: a law takes 1, wounds 2; it is broken, wounds 3; the hero never leaves."""
    edict = "- {id: edict, name: Edict, type: law, abilities: ["
    edict += "{kind: static, affects: {at: anywhere}, modifiers: [{stat: resistance, add: -1}]}]}"
    board = table(
        cards(one("{do: break_law}") + edict), side("ada", hand=("edict",)), side("anna", hero("bert", 3, "infirmary"))
    )

    scenario = after(board, EnactLaw("edict"))
    assert (wounds(scenario)["2.bert"], fallen(scenario)) == (2, ["2.bert"])
    scenario = scenario.when(1, DO)
    assert (wounds(scenario)["2.bert"], fallen(scenario)) == (3, ["2.bert"])


def test_example_6_win() -> None:
    """Two in the infirmary and one untouchable: an attack wins. Were the third in cover, it would be attacked."""
    gone = hero("anna", 4, "infirmary"), hero("cora", 2, "infirmary")
    plain = cards(one("{do: attack}", "attack: 1, resistance: 4"))

    shy = table(plain, side("ada"), side(*gone, hero("bert", held=(status("untouchable", seat=2),))))
    assert after(shy, DO).waits_for(GameOver).board.pending == GameOver((1,), "nobody_left")
    covered = table(plain, side("ada"), side(*gone, hero("bert", held=(status("in_cover", seat=2),))))
    after(covered, DO).then_includes(e.AttackDeclared("1.ada", "2.bert")).waits_for(Turn, 1)


def test_example_7_event_twice() -> None:
    """Used on A's turn of round 3, refused on B's turn of it, and paid again in round 4."""
    text = "- {id: tip, name: Tip, type: event, at_any_time: true, cost: 1, actions: [{do: earn_copper, amount: 0}]}"
    board = table(cards(text), None, side("bert", copper=2, hand=("tip",), watches="all"), round=3)

    scenario = at(board).when(2, UseEvent("tip")).then_includes(e.CopperPaid(2, 1, "tip")).when(1, EndTurn())
    scenario.when(2, UseEvent("tip")).refused("HOC-EVT-05")
    scenario = scenario.when(2, EndTurn()).when(2, UseEvent("tip")).then_includes(e.CopperPaid(2, 1, "tip"))
    assert (scenario.board.round, copper(scenario)) == (4, (0, 0))


def test_example_8_no_law() -> None:
    """A task that breaks a law and earns 2 is legal without a law, and earns 2."""
    board = table(cards(one("{do: break_law}, {do: earn_copper, amount: 2}")), side("ada"))

    scenario = after(board, DO).then_includes(e.ActionSkipped("ada.do.1", "HOC-LAW-06"))
    assert copper(scenario) == (2, 0)


def test_example_9_capacity() -> None:
    """A second hero is not sent to a place for one, and nothing is paid, until the first goes to the infirmary."""
    text = "- {id: inn, name: Inn, type: location, cost: 1, capacity: 1}\n"
    text += "- {id: bolt, name: Bolt, type: event, actions: [{do: wound, amount: 9, target: {all: {card: anna}}}]}"
    board = table(
        cards(text), side(hero("anna", 0, "inn"), "bert", copper=1, locations=("inn",), hand=("bolt",)), side("cora")
    )

    at(board).when(1, SendHero("1.bert", "1.inn")).refused("HOC-LOC-07")
    scenario = after(board, UseEvent("bolt"), SendHero("1.bert", "1.inn"))
    assert (scenario.board.hero("1.bert").place, copper(scenario)) == ("1.inn", (0, 0))
