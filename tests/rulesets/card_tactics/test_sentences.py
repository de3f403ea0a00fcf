"""What the timeline says of events: whole sentences, none of them empty."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace

from rulesets.card_tactics import RULESET
from rulesets.card_tactics.board import Board
from rulesets.card_tactics.effects import CampEntered, ChoiceMade
from rulesets.card_tactics.phases import CAMP, Choosing
from rulesets.card_tactics.rules.camp import LeaveCamp
from rulesets.card_tactics.rules.choosing import Choose
from rulesets.card_tactics.rules.quirks import UseQuirk
from rulesets.card_tactics.rules.skills import Stay, UseBoot
from rulesets.card_tactics.rules.slots import EndAction, Skip, UseItem, UseSkill
from rulesets.kit.bots import random_bot
from rulesets.kit.chance import ServerChance
from rulesets.kit.structs import Start
from tests.rulesets.card_tactics.build import (
    Word,
    acts,
    at,
    does,
    event,
    gain,
    hero,
    item,
    quirk,
    skill,
    table,
    variant,
)

if TYPE_CHECKING:
    from rulesets.kit.scenario import Scenario
    from rulesets.kit.structs import Action


def said(scenario: Scenario[Board], action: Action[Board], outcomes: tuple[int | str, ...] = ()) -> str:
    """What an action's event is told as."""
    board = scenario.board
    taken = at(board).when(1, action, outcomes)
    assert taken.board is not board  # it was taken
    return RULESET.sentence(board, taken.effects)


ELVES = at(table(("plain", "mender"), ("elf-1", "elf-2")))


@pytest.mark.parametrize(("dice", "told"), [((6, 6), "hits Elf 1 critically"), ((1, 1), "misses Elf 1")])
def test_an_attack_tells_what_came_of_it(dice: tuple[int, int], told: str) -> None:
    """With its total and the defence."""
    lone = at(table(("plain",), ("elf-1",)))
    assert f"Plain {told} with {sum(dice)} against 6." in said(lone, UseSkill("hit"), dice)


def test_boots_are_told_by_where_they_lead() -> None:
    """Also that a hero that could move does not, yet or any more."""
    asked = ELVES.when(1, UseSkill("dance"))
    assert said(asked, UseBoot("pull")).startswith("Mender moves towards the centre.")
    assert said(asked, Stay(), (1, 1)).startswith("Mender does not move yet.")
    assert Stay().label(asked.board, 1) == "Use Dance from here"
    late = at(asked.board).when(1, Stay(), [1, 1])
    assert said(late, Stay()).startswith("Mender moves no more.")


def test_the_skill_of_an_item_is_told_only_where_there_are_two() -> None:
    """Else the item says enough."""
    one, two = item(skill(gain())), item(skill(gain()), skill(gain("bleed"), id="other"))
    assert said(_with(one), UseItem("tool", "test")).startswith("Plain uses Tool. Plain gains 1 defence +1 token.")
    assert said(_with(two), UseItem("tool", "other")).startswith("Plain uses Tool. Its skill is Other. Plain gains")


def _with(card: Word) -> Scenario[Board]:
    return at(table(("plain",), ("elf-1",), pool=("tool",), components=variant(card)))


def test_the_end_of_an_action_is_told_where_it_is_chosen() -> None:
    """With a free item at hand; else it ends by itself."""
    board = table(("plain", "archer"), ("elf-1",), pool=("stone-1",))
    skipped = at(board).when(1, Skip())
    assert said(skipped, EndAction()).startswith("Archer ends its action.")
    assert "ends its action" not in said(at(table(("plain", "archer"), ("elf-1",))), Skip())


def test_a_quirk_is_told_by_its_name() -> None:
    """Used or not; that of an item is the item's."""
    proud = variant(hero(skill(gain()), quirk=quirk("token_gained", does("heal"), optional=True)))
    offered = at(table(("tester",), ("elf-1",), components=proud)).when(1, UseSkill("test"))
    assert said(offered, UseQuirk(True)).startswith("Tester's quirk: Quirk.")
    assert said(offered, UseQuirk(False)).startswith("Tester's quirk Quirk is not used.")
    assert UseQuirk(True).label(offered.board, 1) == "Use Tester's quirk Quirk"
    assert UseQuirk(False).label(offered.board, 1) == "Do without Tester's quirk Quirk"
    sharp = item(skill(gain()), quirk=quirk("token_gained", gain("bleed")))
    assert "Tool's quirk: Quirk. Plain gains 1 Bleed token." in said(_with(sharp), UseItem("tool", "test"))


@pytest.mark.parametrize(
    ("modifier", "until", "told"),
    [
        ({"kind": "defence", "n": 2}, "end_of_round", "Until the end of the round, for Tester: defence +2."),
        ({"kind": "immunity"}, "end_of_combat", "Until the end of the combat, for Tester: no health is lost."),
        (
            {"kind": "immunity", "token": "bleed"},
            "end_of_game",
            "Until the end of the game, for Tester: no Bleed tokens.",
        ),
    ],
)
def test_a_continuous_change_is_told_with_its_end(modifier: Word, until: str, told: str) -> None:
    """For whom, and what changes."""
    assert told in said(acts({"op": "ongoing", "modifier": modifier, "until": until}), UseSkill("test"))


def test_a_choice_is_told_by_what_it_is_about() -> None:
    """Branches are counted from 1; an order says who comes first."""
    branches = acts({"op": "choose", "options": [[gain()], [gain("bleed")]]}).when(1, UseSkill("test"))
    assert said(branches, Choose(("1",))).startswith("The choice is option 2. Tester gains 1 Bleed token.")
    assert Choose(("1",)).label(branches.board, 1) == "Option 2"
    order = at(table(("plain",), ("brute-1",))).board
    choosing = replace(order, pending=Choosing(1, "order", ("brute-1", "plain"), 1, 1, order.pending))
    assert ChoiceMade(("plain",)).says(choosing) == "First comes Plain."


def test_an_instruction_of_an_event_that_is_passed_over_says_why() -> None:
    """And the rest is followed."""
    omen = variant(event({"op": "discard_item"}, does("lose_health", "closest", "hero"), copies=9))
    camp = at(table(("plain",), pending=CAMP, components=omen))
    told = said(camp, LeaveCamp(), ("omen-1", "brute-1", "brute-2", "big"))
    assert "Event: Omen. That cannot be followed: there is no card. Plain loses 1 health, 4 left." in told


def test_heroes_that_come_back_are_told_together() -> None:
    """One is back, two are."""
    assert CampEntered().says(table(("plain",))) == "They make camp."
    assert CampEntered().says(table(("plain",), aside=("archer",))) == "They make camp. Archer is back with 1 health."
    both = table(("plain",), aside=("archer", "mender"))
    assert CampEntered().says(both) == "They make camp. Archer and Mender are back with 1 health."


@pytest.mark.parametrize("seats", RULESET.seats)
def test_every_event_of_a_game_says_something(seats: int) -> None:
    """Whatever is done, the timeline has a sentence for it."""
    rng, key, components = Random(seats), b"%d" % seats, RULESET.starter_components
    board = RULESET.begin(Start(seats, components.hash, "server", "free"), components, ServerChance(key, b"")).board
    taken = 0
    while waiting := RULESET.waiting_for(board):
        seat = rng.choice(waiting)
        action = random_bot(RULESET, board, seat, rng)
        play = RULESET.decide(board, seat, action, ServerChance(key, b"%d" % taken))
        assert RULESET.sentence(board, play.effects), action
        board, taken = play.board, taken + 1
