"""What is offered: each option reads as a person would say it, and no two read the same."""

from collections import Counter
from itertools import islice

import pytest

from rulesets.heroes_of_the_campaign import RULESET
from rulesets.heroes_of_the_campaign.board import Board
from rulesets.heroes_of_the_campaign.components import Components
from rulesets.heroes_of_the_campaign.rules.locations import SendHero
from rulesets.heroes_of_the_campaign.rules.running import Choose
from rulesets.heroes_of_the_campaign.rules.strategies import UseEvent
from rulesets.heroes_of_the_campaign.rules.tasks import StartTask
from rulesets.heroes_of_the_campaign.rules.turns import EndTurn
from rulesets.kit.phases import Seat
from rulesets.kit.scenario import Scenario
from rulesets.kit.structs import Action
from tests.rulesets.heroes_of_the_campaign.build import at, cards, hero, side, starter, table
from tests.rulesets.heroes_of_the_campaign.test_random_games import Chance, walk

TWINS = cards(
    """
- {id: anna, name: Anna, attack: 2, resistance: 4, tasks: [{id: hit, actions: [{do: attack}]},
     {id: slap, name: Hit, actions: [{do: attack}]}, {id: defy, actions: [{do: break_law}]}],
   abilities: [{kind: trigger, on: turn_started, actions: [{do: earn_copper, amount: 1}]}]}
- {id: bert, name: Anna, attack: 1, resistance: 3, tasks: [{id: hit, actions: [{do: attack}]},
     {id: order, actions: [{do: perform_task, with: {pick: {side: own}}, cost: free}]}]}
- {id: cora, name: Cora, attack: 1, resistance: 3, tasks: [{id: roam, actions: [{do: send, target: self,
     to: chosen_location}]}], abilities: [{kind: static, modifiers: [{allow: use_opposing_location}]}]}
- {id: shrine, name: Shrine, type: location,
   tasks: [{id: hit, actions: [{do: attack}]}, {id: pray, actions: [{do: heal, amount: 1, target: self}]}],
   abilities: [{kind: trigger, on: turn_started, player: you, actions: [{do: earn_copper, amount: 1}]},
               {kind: trigger, on: turn_started, player: you, actions: [{do: heal, amount: 1, target: self}]}]}
- {id: grove, name: Shrine, type: location, tasks: [{id: hit, actions: [{do: attack}]}]}
- {id: drill, name: Drill, type: maneuver, tasks: [{id: hit, actions: [{do: attack}]}]}
- {id: oath, name: Oath, type: law, on_enact: [{do: earn_copper, amount: 1}]}
- {id: feast, name: Nap, type: event, at_any_time: true, actions: [{do: choose, options: [[],
     [{do: earn_copper, amount: 1}], [{do: earn_copper, amount: 2}]]}]}
"""
)
"""Everything that can share a name does, and both seats bring the same cards."""


def offered(scenario: Scenario[Board], kind: str, seat: Seat = 1) -> list[str]:
    """What the actions of a type are called that a seat may take now."""
    board = scenario.board
    return [a.label(board, seat) for a in RULESET.legal_actions(board, seat) if type(a).__name__ == kind]


def test_a_law_on_either_side_is_told_apart() -> None:
    """As a hero is: the other player's says whose it is."""
    board = table(TWINS, side("anna", laws=("oath",)), side("cora", laws=("oath",)))
    asked = at(board).when(1, StartTask("1.anna", "anna.defy"))
    assert offered(asked, "Choose") == ["Break Oath", "Break {2}'s Oath"]


def test_a_location_on_either_side_is_told_apart() -> None:
    """Where a card lets a hero use the other player's."""
    board = table(TWINS, side("cora", locations=("shrine",)), side("anna", locations=("shrine",)))
    places = ["Shrine (shrine)", "{2}'s Shrine (shrine)"]
    assert offered(at(board), "SendHero") == [f"Send Cora to {place}" for place in places]
    asked = at(board).when(1, StartTask("1.cora", "cora.roam"))
    assert offered(asked, "Choose") == [f"Send to {place}" for place in places]
    assert SendHero("1.cora", "2.shrine").label(board, 2) == "Send Cora to Shrine (shrine)"


@pytest.mark.rule("HOC-VOC-04")
def test_waiting_abilities_are_offered_with_their_hero_and_what_they_do() -> None:
    """For one card may have two of them."""
    pilgrims = side(hero("anna", place="shrine"), hero("cora", place="shrine"), locations=("shrine",))
    asked = at(table(TWINS, pilgrims, side("cora"), seat=2)).when(2, EndTurn())
    assert offered(asked, "Choose") == [
        "First Anna (anna): {1} earns 1 copper",
        "First Anna (anna) at Shrine (shrine): {1} earns 1 copper",
        "First Cora at Shrine (shrine): {1} earns 1 copper",
        "First Anna (anna) at Shrine (shrine): heal 1 wound",
        "First Cora at Shrine (shrine): heal 1 wound",
    ]


def test_tasks_that_are_called_alike_are_told_apart() -> None:
    """By the card that they stand on, and on one card by their ids."""
    board = table(TWINS, side("bert", hero("anna", place="shrine", learned=("drill",)), locations=("shrine",)))
    assert offered(at(board), "StartTask")[2:] == [
        "Anna (anna) performs Hit (hit)",
        "Anna (anna) performs Hit (slap)",
        "Anna (anna) performs Defy",
        "Anna (anna) performs Hit of Shrine (shrine)",
        "Anna (anna) performs Pray of Shrine (shrine)",
        "Anna (anna) performs Hit of Drill",
    ]
    ordered = at(board).when(1, StartTask("1.bert", "bert.order")).when(1, Choose(("1.anna",)))
    assert "Perform Hit of Drill" in offered(ordered, "Choose")
    assert len(set(offered(ordered, "Choose"))) == len(offered(ordered, "Choose")) == 6


def test_cards_that_are_called_alike_are_told_apart() -> None:
    """By their ids; a name that is a card's own stands alone."""
    board = table(TWINS, side("anna", "bert", hand=("feast", "nap", "toll")))
    assert offered(at(board), "UseEvent") == ["Use Nap (feast)", "Use Nap (nap)"]
    assert UseEvent("toll").label(board, 1) == "Use Toll for 1 copper"
    assert TWINS.name_of("cora") == "Cora"


@pytest.mark.parametrize("chance", ["table", "server"])
@pytest.mark.parametrize("components", [starter(), TWINS], ids=["starter", "twins"])
@pytest.mark.parametrize("seed", range(5))
def test_no_two_options_read_the_same(components: Components, chance: Chance, seed: int) -> None:
    """Of one seat, on whatever board of a random game, by what the seat itself sees."""
    for _, views in islice(walk(seed, chance, components), 200):
        for seat, view in views.items():
            actions: list[Action[Board]] = list(RULESET.legal_actions(view, seat))
            often = Counter(action.label(view, seat) for action in actions)
            assert not [label for label, times in often.items() if times > 1], f"seat {seat} in {view.pending}"
