"""The set-up: teams chosen in secret, laid open together, and who begins."""

from typing import Literal

import pytest

from rulesets.heroes_of_the_campaign import RULESET
from rulesets.heroes_of_the_campaign import effects as e
from rulesets.heroes_of_the_campaign.board import Board
from rulesets.heroes_of_the_campaign.phases import AgreeingStarter, ChoosingTeams, Turn
from rulesets.heroes_of_the_campaign.rules.running import Choose
from rulesets.heroes_of_the_campaign.rules.setup import AgreeStarter, PickHero, PickStrategy
from rulesets.heroes_of_the_campaign.rules.strategies import UseEvent
from rulesets.heroes_of_the_campaign.rules.tasks import StartTask
from rulesets.kit.chance import GivenChance
from rulesets.kit.scenario import Scenario, begun
from rulesets.kit.structs import SPECTATOR, Start
from tests.rulesets.heroes_of_the_campaign.build import at, cards, set_text, side, table

TEXT = set_text("- {id: inn, name: Inn, type: location, tasks: [{id: rest, actions: [{do: earn_copper, amount: 1}]}]}")
HEROES = ("anna", "bert", "cora")


def game() -> Scenario[Board]:
    """A game at a table, as it begins."""
    return begun(RULESET, sets=TEXT)


def with_team(scenario: Scenario[Board], seat: int, strategies: tuple[str, ...]) -> Scenario[Board]:
    """The seat chooses Anna, Bert and Cora and these strategy cards."""
    for card in HEROES:
        scenario = scenario.when(seat, PickHero(card))
    for card in strategies:
        scenario = scenario.when(seat, PickStrategy(card))
    return scenario


def revealed() -> Scenario[Board]:
    """Both have chosen; seat 1 brings the inn."""
    return with_team(with_team(game(), 1, ("inn", "nap", "toll")), 2, ("nap", "toll", "void"))


@pytest.mark.rule("HOC-SET-01")
def test_a_team_has_three_heroes_all_different() -> None:
    """Not the same one twice, not a fourth."""
    game().when(1, PickHero("anna")).when(1, PickHero("anna")).refused("HOC-SET-01")
    three = game().when(1, PickHero("anna")).when(1, PickHero("bert")).when(1, PickHero("cora"))
    three.when(1, PickHero("anna")).refused("HOC-SET-01")
    three.waits_for(ChoosingTeams, 1, 2)


@pytest.mark.rule("HOC-SET-02")
def test_a_team_has_three_strategy_cards_all_different() -> None:
    """Of any mix of types."""
    game().when(1, PickStrategy("nap")).when(1, PickStrategy("nap")).refused("HOC-SET-02")
    full = game().when(1, PickStrategy("nap")).when(1, PickStrategy("toll")).when(1, PickStrategy("inn"))
    full.when(1, PickStrategy("void")).refused("HOC-SET-02")
    with_team(full.when(2, PickStrategy("nap")), 1, ()).waits_for(ChoosingTeams, 2)


@pytest.mark.rule("HOC-SET-03")
def test_both_choose_from_the_whole_set() -> None:
    """So both may bring the same card, and nobody one that the set does not have."""
    both = revealed().board
    assert [hero.name for hero in both.heroes] == ["1.anna", "1.bert", "1.cora", "2.anna", "2.bert", "2.cora"]
    game().when(1, PickHero("nobody")).refused("HOC-SET-03")
    game().when(1, PickHero("nap")).refused("HOC-SET-03")
    game().when(1, PickStrategy("anna")).refused("HOC-SET-03")


@pytest.mark.rule("HOC-SET-04", "HOC-SET-05")
def test_heroes_and_locations_are_laid_open_together() -> None:
    """Nothing is shown before both have chosen everything."""
    almost = with_team(with_team(game(), 1, ("inn", "nap", "toll")), 2, ("nap", "toll"))
    almost.then_never(e.TeamsRevealed)
    last = almost.when(2, PickStrategy("void"))
    last.then(e.StrategyPicked(2, "void"), e.TeamsRevealed((HEROES, HEROES), (("inn",), ())))
    assert last.board.side(1).locations == ("inn",)
    assert last.board.side(1).hand == ("nap", "toll")


@pytest.mark.rule("HOC-SET-01", "HOC-SET-06")
def test_a_choice_is_nobody_elses_business() -> None:
    """Until the reveal others see that a card was chosen; strategy cards stay hidden after it."""
    assert PickHero("anna").seen_by(2, 1) == PickHero("?")
    assert PickHero("anna").seen_by(1, 1) == PickHero("anna")
    assert e.HeroPicked(1, "anna").seen_by(SPECTATOR) == e.HeroPicked(1, "?")
    board = RULESET.empty_board(Start(2, "", "table", "free"), RULESET.load(TEXT))
    for effect in (e.StrategyPicked(1, "inn"), e.StrategyPicked(1, "nap"), e.StrategyPicked(1, "toll")):
        board = effect.seen_by(2).apply(board)
    seen = e.TeamsRevealed((HEROES, HEROES), (("inn",), ())).apply(board)
    assert (seen.side(1).hand, seen.side(1).unknown, seen.side(1).hidden) == ((), 2, 2)


@pytest.mark.parametrize("chance", ["table", "server"])
@pytest.mark.rule("HOC-SET-04", "HOC-SET-05")
def test_a_seat_that_tries_the_last_choice_is_asked_for_the_others_cards(chance: Literal["table", "server"]) -> None:
    """On its own view the other player's heroes and locations are unknown: chance names them, hidden cards stay so."""
    almost = with_team(_seen(chance), 1, ("nap", "toll"))
    last = PickStrategy("void")
    assert almost.when(1, last).needs_chance("reveal", "HOC-SET-04").allowed == HEROES
    almost.when(1, last, ["anna"]).needs_chance("reveal", "HOC-SET-04")
    asked = almost.when(1, last, ["cora", "bert", "anna"]).needs_chance("draw", "HOC-SET-05")
    assert (asked.allowed, asked.unknown_ok) == (("inn",), True)
    revealed = almost.when(1, last, ["cora", "bert", "anna", None, "inn"])
    revealed.then(e.StrategyPicked(1, "void"), e.TeamsRevealed((HEROES, HEROES), ((), ("inn",))))
    assert (revealed.board.side(2).unknown, revealed.board.side(2).locations) == (2, ("inn",))
    revealed.when(1, AgreeStarter(1)).when(2, AgreeStarter(1)).waits_for(Turn, 1)


def _seen(chance: Literal["table", "server"]) -> Scenario[Board]:
    """What seat 1 sees once seat 2 has chosen."""
    board = RULESET.empty_board(Start(2, "", chance, "free"), RULESET.load(TEXT))
    for effect in (*(e.HeroPicked(2, card) for card in HEROES), *(e.StrategyPicked(2, "nap") for _ in range(3))):
        board = effect.seen_by(1).apply(board)
    return at(board)


@pytest.mark.rule("HOC-SET-05")
def test_a_view_that_knows_the_heroes_alone_asks_for_locations() -> None:
    """Where the service rolls every card was seen by its player, so an unknown one may be a location."""
    board = RULESET.empty_board(Start(2, "", "server", "free"), RULESET.load(TEXT))
    for _ in range(3):
        board = e.StrategyPicked(2, "?").apply(board)
    seen = with_team(with_team(at(board), 2, ()), 1, ("nap", "toll"))
    seen.when(1, PickStrategy("void")).needs_chance("draw", "HOC-SET-05")


@pytest.mark.rule("HOC-SET-06")
def test_a_table_need_not_know_hidden_cards() -> None:
    """It enters `?`, and binds the card when it is used; where the service rolls nothing is unknown."""
    unseen = with_team(with_team(game(), 1, ("inn", "?", "?")), 2, ("?", "?", "?"))
    assert unseen.board.side(2).unknown == 3
    start = Start(2, "", "server", "free")
    served = RULESET.begin(start, RULESET.load(TEXT), GivenChance()).board
    at(served).when(1, PickStrategy("?")).refused("HOC-SET-06")
    at(served).when(1, PickStrategy("nap")).then(e.StrategyPicked(1, "nap"))


@pytest.mark.rule("HOC-SET-07")
def test_the_players_agree_who_begins() -> None:
    """Both name the same player; whoever named the other one may give way."""
    apart = revealed().waits_for(AgreeingStarter, 1, 2).when(1, AgreeStarter(1)).waits_for(AgreeingStarter, 2)
    apart = apart.when(2, AgreeStarter(2)).waits_for(AgreeingStarter, 1, 2)
    apart.when(1, AgreeStarter(1)).refused("HOC-SET-07")
    apart.when(1, AgreeStarter(3)).refused("HOC-SET-07")
    agreed = apart.when(1, AgreeStarter(2))
    agreed.then(e.StarterNamed(1, 2), e.StarterAgreed(2), e.RoundStarted(1, 2), e.TurnStarted(2)).waits_for(Turn, 2)


@pytest.mark.rule("HOC-SET-08", "HOC-SET-09", "HOC-CMB-05")
def test_in_round_1_those_who_do_not_begin_take_no_wounds() -> None:
    """They can be attacked, and they deal wounds; on their own turn they take none either."""
    first = at(table(cards(), round=1)).when(1, StartTask("1.anna", "anna.hit")).when(1, Choose(("2.cora",)))
    first.then_includes(e.HeroWounded("2.cora", 2, 0, "1.anna"), e.HeroWounded("1.anna", 3, 3, "2.cora"))
    own = at(table(cards(), round=1, seat=2)).when(2, StartTask("2.anna", "anna.hit")).when(2, Choose(("1.bert",)))
    own.then_includes(e.HeroWounded("1.bert", 2, 2, "2.anna"), e.HeroWounded("2.anna", 1, 0, "1.bert"))
    later = at(table(cards(), round=2)).when(1, StartTask("1.anna", "anna.hit")).when(1, Choose(("2.cora",)))
    later.then_includes(e.HeroWounded("2.cora", 2, 2, "1.anna"))


@pytest.mark.rule("HOC-SET-08")
def test_protection_is_from_any_source() -> None:
    """From effects as well as from attacks, and from the hero's own; a card may lift it."""
    flood = cards(
        """
- {id: flood, name: Flood, type: event, actions: [{do: wound, amount: 1, target: {all: {}}}]}
- {id: reckless, name: Reckless, attack: 1, resistance: 3, abilities: [{kind: static,
     modifiers: [{allow: wounds_in_round_1}]}]}
"""
    )
    board = table(flood, side("anna", hand=("flood",)), side("anna", "reckless"), round=1)
    at(board).when(1, UseEvent("flood")).then_includes(
        e.HeroWounded("1.anna", 1, 1), e.HeroWounded("2.anna", 1, 0), e.HeroWounded("2.reckless", 1, 1)
    )


@pytest.mark.rule("HOC-SET-08", "HOC-VOC-13")
def test_a_task_or_card_may_wound_in_round_1() -> None:
    """Whomever its own wounds are dealt to, in combat as well (HOC-AMB-47); others stay protected."""
    text = """
- {id: ram, name: Ram, attack: 2, resistance: 4, tasks: [
     {id: burst, allows: [wounds_in_round_1], actions: [{do: wound, amount: 1, target: {all: {side: opposing}}}]},
     {id: charge, allows: [wounds_in_round_1], actions: [{do: attack}]}, {id: hit, actions: [{do: attack}]}]}
- {id: quake, name: Quake, type: event, allows: [wounds_in_round_1],
   actions: [{do: wound, amount: 1, target: {all: {side: opposing}}}]}
"""
    teams = side("ram", hand=("quake",)), side("ram", hand=("quake",))
    first, second = (table(cards(text), *teams, round=1, seat=seat) for seat in (1, 2))

    at(first).when(1, StartTask("1.ram", "ram.burst")).then_includes(e.HeroWounded("2.ram", 1, 1, "1.ram"))
    at(first).when(1, UseEvent("quake")).then_includes(e.HeroWounded("2.ram", 1, 1))
    at(first).when(1, StartTask("1.ram", "ram.charge")).then_includes(e.HeroWounded("2.ram", 2, 2, "1.ram"))
    at(second).when(2, StartTask("2.ram", "ram.charge")).then_includes(e.HeroWounded("2.ram", 2, 2, "1.ram"))
    at(second).when(2, StartTask("2.ram", "ram.hit")).then_includes(e.HeroWounded("2.ram", 2, 0, "1.ram"))


@pytest.mark.rule("HOC-SET-10")
def test_everybody_starts_in_the_camp_without_copper_or_wounds() -> None:
    """Nothing is given at the start."""
    board = revealed().board
    assert [side.copper for side in board.sides] == [0, 0]
    assert {(hero.place, hero.wounds) for hero in board.heroes} == {("camp", 0)}


def test_the_plain_set_loads() -> None:
    """What the other tests are built on."""
    assert set(cards().heroes) == set(HEROES)
    assert side("anna")[1].copper == 0
