"""Locations."""

import pytest

from rulesets.heroes_of_the_campaign import effects as e
from rulesets.heroes_of_the_campaign.phases import Turn
from rulesets.heroes_of_the_campaign.rules.locations import SendHero
from rulesets.heroes_of_the_campaign.rules.strategies import UseEvent
from rulesets.heroes_of_the_campaign.rules.tasks import StartTask
from rulesets.heroes_of_the_campaign.rules.turns import EndTurn
from rulesets.heroes_of_the_campaign.values import values
from tests.rulesets.heroes_of_the_campaign.build import cards, hero, side, table
from tests.rulesets.heroes_of_the_campaign.checked import after, at, chosen, copper, legal

PLACES = """
- {id: inn, name: Inn, type: location, cost: 1, capacity: 2,
   abilities: [{kind: static, modifiers: [{stat: attack, add: 3}]}],
   tasks: [{id: serve, cost: 1, actions: [{do: earn_copper, amount: 4}]}]}
- {id: mill, name: Mill, type: location}
- {id: gate, name: Gate, type: location, conditions: [{compare: [round, '>=', 3]}]}
- {id: hike, name: Hike, type: event, at_any_time: true, actions: [
   {do: send, target: {all: {side: own, kind: hero}}, to: inn}]}
- {id: roam, name: Roam, type: event, actions: [{do: send, target: {all: {side: own}}, to: chosen_location}]}
- {id: recall, name: Recall, type: event, actions: [{do: send, target: {all: {side: own}}, to: camp}]}
- {id: haul, name: Haul, type: event, actions: [{do: send, target: {all: {at: anywhere}}, to: inn}]}
"""
SET = cards(PLACES)
GO = SendHero("1.anna", "1.inn")
SERVE = StartTask("1.anna", "inn.serve")
BOTH = ("inn", "mill")


@pytest.mark.rule("HOC-LOC-01")
def test_an_own_hero_at_the_side_is_sent_to_an_own_location() -> None:
    """On the own turn, between tasks; where the location's conditions hold."""
    there = hero("bert", 3, "infirmary")
    board = table(SET, side("anna", there, copper=9, locations=("gate", "inn"), hand=("nap",), watches="all"))

    assert legal(at(board), SendHero) == [GO]
    after(board, GO).then(e.CopperPaid(1, 1, "inn"), e.HeroSentToLocation("1.anna", "1.inn"))
    for name, place in (("1.bert", "1.inn"), ("2.anna", "1.inn"), ("1.anna", "1.mill"), ("1.anna", "infirmary")):
        at(board).when(1, SendHero(name, place)).refused("HOC-LOC-01")
    at(board).when(1, SendHero("1.anna", "1.gate")).refused("HOC-STR-05")
    after(board, EndTurn()).when(1, GO).refused("HOC-LOC-01")


@pytest.mark.rule("HOC-LOC-01")
def test_nobody_is_sent_while_a_task_is_performed() -> None:
    """While a target is to be chosen there is no time for it."""
    board = table(SET, side("anna", copper=9, locations=("inn",)))

    after(board, StartTask("1.anna", "anna.hit")).when(1, GO).refused("HOC-TSK-07")


@pytest.mark.rule("HOC-LOC-02", "HOC-COP-03")
def test_each_sending_costs_the_travel_cost() -> None:
    """For each hero anew, in full or not at all."""
    board = table(SET, side("anna", "bert", copper=2, locations=("inn",)))

    scenario = after(board, GO, SendHero("1.bert", "1.inn"))
    assert copper(scenario) == (0, 0)
    at(table(SET, side("anna", locations=("inn",)))).when(1, GO).refused("HOC-LOC-02")


@pytest.mark.rule("HOC-LOC-02")
@pytest.mark.parametrize(("change", "paid"), [(1, 2), (-1, 0), (-5, 0)])
def test_the_travel_cost_of_a_hero_can_change(change: int, paid: int) -> None:
    """But never falls below nothing."""
    text = PLACES + "- {id: anna, name: Anna, attack: 2, resistance: 4,"
    text += " abilities: [{kind: static, modifiers: [{travel_cost: %d}]}]}"
    board = table(cards(text % change), side("anna", "bert", copper=9, locations=("inn",)))

    assert copper(after(board, GO)) == (9 - paid, 0)
    assert copper(after(board, SendHero("1.bert", "1.inn"))) == (8, 0)


@pytest.mark.rule("HOC-LOC-03")
def test_sending_is_no_task() -> None:
    """A hero is sent before and after its task, and more than once in a turn."""
    board = table(SET, side("anna", copper=9, locations=BOTH))

    scenario = after(board, GO, StartTask("1.anna", "anna.work"), SendHero("1.anna", "1.mill"), GO)
    assert scenario.board.hero("1.anna").used == ("task",)
    assert (scenario.board.hero("1.anna").place, copper(scenario)) == ("1.inn", (9, 0))


@pytest.mark.rule("HOC-LOC-04")
def test_only_own_locations_are_used() -> None:
    """Unless a card lets a hero use those of the opponent."""
    spy = PLACES + "- {id: spy, name: Spy, attack: 1, resistance: 3,"
    spy += " abilities: [{kind: static, modifiers: [{allow: use_opposing_location}]}]}"
    board = table(cards(spy), side("anna", "spy", copper=9), side("bert", locations=("inn",)))

    at(board).when(1, SendHero("1.anna", "2.inn")).refused("HOC-LOC-04")
    scenario = after(board, SendHero("1.spy", "2.inn"))
    assert values(scenario.board).heroes["1.spy"].attack == 4
    scenario.when(1, StartTask("1.spy", "inn.serve")).then_includes(e.CopperEarned(1, 4))


@pytest.mark.rule("HOC-LOC-05")
def test_a_hero_stays_until_it_is_sent_elsewhere() -> None:
    """Turns and rounds do not move it, and it is at one place."""
    board = table(SET, side("anna", copper=9, locations=BOTH))

    scenario = after(board, GO, EndTurn()).when(2, EndTurn())
    assert scenario.board.hero("1.anna").place == "1.inn"
    scenario = scenario.when(1, SendHero("1.anna", "1.mill"))
    assert scenario.board.hero("1.anna").place == "1.mill"


@pytest.mark.rule("HOC-LOC-05", "HOC-INF-08")
def test_going_to_the_infirmary_ends_the_stay() -> None:
    """A hero that is healed does not return to its location."""
    text = PLACES + "- {id: woe, name: Woe, type: event, actions: [{do: wound, amount: 9, target: {all: {side: own}}},"
    text += " {do: heal, amount: 1, target: last}]}"
    board = table(cards(text), side(hero("anna", 0, "inn"), locations=("inn",), hand=("woe",)))

    assert after(board, UseEvent("woe")).board.hero("1.anna").place == "camp"


@pytest.mark.rule("HOC-LOC-06")
def test_the_camp_is_no_destination() -> None:
    """Neither from a location nor from the camp, unless a card lets a hero return or sends it."""
    guide = PLACES + "- {id: guide, name: Guide, attack: 1, resistance: 3,"
    guide += " abilities: [{kind: static, modifiers: [{allow: return_to_camp}]}]}"
    heroes = hero("anna", 0, "inn"), hero("guide", 0, "mill"), "bert"
    board = table(cards(guide), side(*heroes, locations=BOTH, hand=("recall",)))

    at(board).when(1, SendHero("1.anna", "camp")).refused("HOC-LOC-06")
    at(board).when(1, SendHero("1.bert", "camp")).refused("HOC-LOC-06")
    after(board, SendHero("1.guide", "camp")).then(e.HeroSentToCamp("1.guide")).when(
        1, SendHero("1.guide", "camp")
    ).refused("HOC-LOC-06")
    recalled = after(board, UseEvent("recall"))
    assert {found.place for found in recalled.board.team(1)} == {"camp"}


@pytest.mark.rule("HOC-LOC-06")
def test_camp_location_and_infirmary_are_three_things() -> None:
    """Cards tell them apart."""
    text = "- {id: inn, name: Inn, type: location}\n"
    text += "- {id: rite, name: Rite, type: event, actions: [{do: add_status, status: in_cover, until: permanent,"
    text += " target: {all: {place: %s, at: anywhere}}}]}"
    heroes = hero("anna", 0, "inn"), "cora", hero("bert", 3, "infirmary")
    for place, who in (("camp", ["1.cora"]), ("any_location", ["1.anna"]), ("inn", ["1.anna"])):
        board = table(cards(text % place), side(*heroes, locations=("inn",), hand=("rite",)), side())
        marked = [found.name for found in after(board, UseEvent("rite")).board.heroes if found.held]
        assert marked == who, place


@pytest.mark.rule("HOC-LOC-07")
def test_a_location_holds_no_more_than_its_capacity() -> None:
    """Two at the inn; any number where none is told; more only where a card lets a hero in."""
    thin = PLACES + "- {id: thin, name: Thin, attack: 1, resistance: 3,"
    thin += " abilities: [{kind: static, modifiers: [{allow: exceed_capacity}]}]}"
    heroes = hero("anna", 0, "inn"), hero("bert", 0, "inn"), "cora", "thin"
    board = table(cards(thin), side(*heroes, copper=9, locations=BOTH))

    at(board).when(1, SendHero("1.cora", "1.inn")).refused("HOC-LOC-07")
    after(board, SendHero("1.thin", "1.inn")).then_includes(e.HeroSentToLocation("1.thin", "1.inn"))
    everybody = [SendHero(f"1.{name}", "1.mill") for name in ("anna", "bert", "cora", "thin")]
    scenario = after(board, *everybody)
    assert {found.place for found in scenario.board.team(1)} == {"1.mill"}


@pytest.mark.rule("HOC-LOC-07")
def test_capacity_holds_for_heroes_that_a_card_sends() -> None:
    """Without travel cost, as many as there is room for; those in the infirmary stay there."""
    board = table(SET, side("anna", "bert", "cora", locations=("inn",), hand=("hike",)))

    scenario = after(board, UseEvent("hike")).then_includes(
        e.HeroSentToLocation("1.anna", "1.inn"), e.HeroSentToLocation("1.bert", "1.inn")
    )
    assert scenario.board.hero("1.cora").place == "camp"
    down = table(SET, side(hero("anna", 4, "infirmary"), locations=("inn",), hand=("hike",)))
    after(down, UseEvent("hike")).then_includes(e.ActionSkipped(None, "HOC-TSK-08"))
    full = hero("anna", 0, "inn"), hero("bert", 0, "inn")
    crowd = table(SET, side(*full, "cora", locations=("inn",), hand=("hike",)))
    after(crowd, UseEvent("hike")).then_never(e.HeroSentToLocation)


@pytest.mark.rule("HOC-LOC-04", "HOC-TSK-07")
def test_a_card_that_sends_to_any_location_lets_its_player_choose() -> None:
    """Among those of the heroes' player that have room; heroes of both sides share none."""
    board = table(SET, side("anna", locations=BOTH, hand=("roam",)), side("bert", locations=("inn",)))

    scenario = after(board, UseEvent("roam"))
    assert legal(scenario, type(chosen())) == [chosen("1.inn"), chosen("1.mill")]
    scenario.when(1, chosen("1.mill")).then_includes(e.HeroSentToLocation("1.anna", "1.mill"))
    haul = table(SET, side("anna", locations=("inn",), hand=("haul",)), side("bert", locations=("inn",)))
    nobody = e.ActionSkipped(None, "HOC-TSK-08", ("1.anna", "2.bert"))
    after(haul, UseEvent("haul")).then_includes(nobody)


@pytest.mark.rule("HOC-VOC-15", "HOC-STR-05")
def test_a_card_sends_nobody_where_it_could_not_be_sent_otherwise() -> None:
    """Neither past the visitors nor past the conditions of a location (HOC-AMB-48)."""
    text = """
- {id: inn, name: Inn, type: location, visitor: {wounded: false}, conditions: [{compare: [round, ">", 2]}]}
- {id: hike, name: Hike, type: event, actions: [{do: send, target: {all: {side: own}}, to: inn}]}
- {id: pass, name: Pass, type: law, abilities: [{kind: static, modifiers: [{allow: ignore_conditions}]}]}
"""
    heroes = hero("anna", 1), "bert"

    def sent(round: int, *laws: str) -> list[str]:
        board = table(cards(text), side(*heroes, locations=("inn",), hand=("hike",), laws=laws), round=round)
        return [found.name for found in after(board, UseEvent("hike")).board.heroes if found.location]

    assert (sent(2), sent(3), sent(2, "pass")) == ([], ["1.bert"], ["1.bert"])


@pytest.mark.rule("HOC-LOC-04", "HOC-VOC-13")
def test_a_card_may_send_a_hero_to_an_opposing_location() -> None:
    """Where the hero, or the task that sends it, has the permission."""
    text = (
        PLACES
        + """
- {id: spy, name: Spy, attack: 1, resistance: 3, tasks: [
     {id: sneak, allows: [use_opposing_location], actions: [{do: send, target: self, to: chosen_location}]},
     {id: stroll, actions: [{do: send, target: self, to: chosen_location}]}]}
- {id: envoy, name: Envoy, attack: 1, resistance: 3, abilities: [{kind: static,
     modifiers: [{allow: use_opposing_location}]}],
   tasks: [{id: stroll, actions: [{do: send, target: self, to: chosen_location}]}]}
"""
    )
    board = table(cards(text), side("spy", "envoy"), side("bert", locations=("inn",)))

    sent = e.HeroSentToLocation("1.spy", "2.inn")
    after(board, StartTask("1.spy", "spy.sneak")).then_includes(sent)
    after(board, StartTask("1.spy", "spy.stroll")).then_includes(e.ActionSkipped(None, "HOC-TSK-08", ("1.spy",)))
    after(board, StartTask("1.envoy", "envoy.stroll")).then_includes(e.HeroSentToLocation("1.envoy", "2.inn"))


@pytest.mark.rule("HOC-LOC-08")
def test_nobody_is_sent_to_where_it_is() -> None:
    """Not even where there is room."""
    at(table(SET, side(hero("anna", 0, "inn"), copper=9, locations=("inn",)))).when(1, GO).refused("HOC-LOC-08")


@pytest.mark.rule("HOC-LOC-09")
def test_a_hero_at_a_location_has_its_abilities_and_tasks() -> None:
    """The task is its regular one, paid as any; heroes elsewhere have neither."""
    board = table(SET, side(hero("anna", 0, "inn"), "bert", copper=2, locations=("inn",)))

    found = values(board).heroes
    assert (found["1.anna"].attack, found["1.bert"].attack) == (5, 1)
    scenario = (
        after(board, SERVE).then_includes(e.CopperPaid(1, 1, "inn.serve"), e.CopperEarned(1, 4)).waits_for(Turn, 1)
    )
    scenario.when(1, StartTask("1.anna", "anna.work")).refused("HOC-TSK-01")
    at(board).when(1, StartTask("1.bert", "inn.serve")).refused("HOC-TSK-01")


@pytest.mark.rule("HOC-LOC-10")
def test_leaving_ends_its_abilities_and_tasks_at_once() -> None:
    """For that hero."""
    board = table(SET, side(hero("anna", 0, "inn"), copper=2, locations=BOTH))

    scenario = after(board, SendHero("1.anna", "1.mill"))
    assert values(scenario.board).heroes["1.anna"].attack == 2
    scenario.when(1, SERVE).refused("HOC-TSK-01")
