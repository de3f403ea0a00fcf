"""What the timeline says of events: whole sentences, none of them empty."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Literal

import pytest
from msgspec.structs import replace

from rulesets.card_tactics import RULESET
from rulesets.card_tactics.board import Board
from rulesets.card_tactics.effects import (
    CampEntered,
    CampLeft,
    ChoiceMade,
    DiceRerolled,
    DiceRolled,
    HealthLost,
    HeroesChosen,
    HeroesRearranged,
    ItemUsed,
    TotalModified,
)
from rulesets.card_tactics.phases import CAMP, Attacking, Choosing, ChoosingHeroes, Following
from rulesets.card_tactics.rules.camp import LeaveCamp
from rulesets.card_tactics.rules.choosing import Choose
from rulesets.card_tactics.rules.quirks import UseQuirk
from rulesets.card_tactics.rules.setup import ChooseHeroes
from rulesets.card_tactics.rules.skills import Stay, UseBoot
from rulesets.card_tactics.rules.slots import EndAction, Skip, UseItem, UseSkill
from rulesets.kit.bots import random_bot
from rulesets.kit.chance import ServerChance
from rulesets.kit.structs import Start
from tests.rulesets.card_tactics.build import (
    Word,
    acts,
    at,
    attack,
    does,
    event,
    gain,
    hero,
    item,
    quirk,
    skill,
    table,
    unit,
    variant,
)

if TYPE_CHECKING:
    from rulesets.kit.scenario import Scenario
    from rulesets.kit.structs import Action


def sentence(scenario: Scenario[Board], action: Action[Board], outcomes: tuple[int | str, ...] = ()) -> str:
    """What an action's event is told as."""
    board = scenario.board
    taken = at(board).when(1, action, outcomes)
    assert taken.board is not board  # it was taken
    return RULESET.sentence(board, taken.effects)


ELVES = at(table(("plain", "mender"), ("elf-1", "elf-2")))


@pytest.mark.parametrize(("dice", "expected"), [((6, 6), "hits Elf 1 critically"), ((1, 1), "misses Elf 1")])
def test_an_attack_tells_what_came_of_it(dice: tuple[int, int], expected: str) -> None:
    """With its total and the defence."""
    lone = at(table(("plain",), ("elf-1",)))
    total = f"{dice[0]} + {dice[1]} = {sum(dice)}"
    assert sentence(lone, UseSkill("hit"), dice).startswith(
        f"{{1}}'s Plain uses Hit. Plain attacks Elf 1. Plain rolls {total}. "
        f"Plain {expected}: {sum(dice)} against defence 6"
    )


def test_a_total_is_told_with_all_that_makes_it() -> None:
    """What the skill and tokens add; a re-roll is one more."""
    strong = at(table((unit("plain", attack_minus=1),), ("elf-1",), components=variant(hero(skill(attack(bonus=3))))))
    board = strong.board
    attacking = replace(board, pending=Attacking("plain", ("elf-1",), 3, board.pending))
    assert DiceRolled("plain", (2, 4), -1).sentence(attacking) == "Plain rolls 2 + 4 + 3 \N{MINUS SIGN} 1 = 8."
    rolled = DiceRolled("plain", (2, 4), -1).apply(attacking)
    assert DiceRerolled("plain", (5, 5)).sentence(rolled) == "Plain rolls again: 5 + 5 + 3 \N{MINUS SIGN} 1 = 12."
    assert TotalModified(2).sentence(rolled) == "The total changes by +2 to 10."


def test_boots_are_told_by_where_they_lead() -> None:
    """Also that its player lets it stay where it could move, for now or for good."""
    asked = ELVES.when(1, UseSkill("dance"))
    assert sentence(asked, UseBoot("pull")).startswith("{1}'s Mender moves towards the centre, past Plain.")
    assert sentence(asked, Stay(), (1, 1)).startswith("{1}'s Mender stays in place for now.")
    assert Stay().label(asked.board, 1) == "Use Dance from here"
    assert UseBoot("pull").label(asked.board, 1) == "Move towards the centre, past Plain"
    late = at(asked.board).when(1, Stay(), [1, 1])
    assert sentence(late, Stay()).startswith("{1}'s Mender stays in place.")


def test_the_skill_of_an_item_is_told_only_where_there_are_two() -> None:
    """Else the item says enough."""
    one, two = item(skill(gain())), item(skill(gain()), skill(gain("bleed"), id="other"))
    assert sentence(_with(one), UseItem("tool", "test")).startswith(
        "{1}'s Plain uses Tool. Plain gains 1 defence +1 token."
    )
    assert sentence(_with(two), UseItem("tool", "other")).startswith(
        "{1}'s Plain uses Tool. Its skill is Other. Plain gains"
    )


def _with(card: Word) -> Scenario[Board]:
    return at(table(("plain",), ("elf-1",), pool=("tool",), components=variant(card)))


def test_the_end_of_an_action_is_told_where_it_is_chosen() -> None:
    """With a free item at hand; else it ends by itself."""
    board = table(("plain", "archer"), ("elf-1",), pool=("stone-1",))
    skipped = at(board).when(1, Skip())
    assert sentence(skipped, EndAction()).startswith("{1} ends the action of Archer.")
    assert "ends the action" not in sentence(at(table(("plain", "archer"), ("elf-1",))), Skip())


def test_a_quirk_is_told_by_its_name() -> None:
    """Used or not; that of an item is the item's."""
    proud = variant(hero(skill(gain()), quirk=quirk("token_gained", does("heal"), optional=True)))
    offered = at(table(("tester",), ("elf-1",), components=proud)).when(1, UseSkill("test"))
    assert sentence(offered, UseQuirk(True)).startswith("{1} uses Tester's quirk Quirk.")
    assert sentence(offered, UseQuirk(False)).startswith("{1} does without Tester's quirk Quirk.")
    assert UseQuirk(True).label(offered.board, 1) == "Use Tester's quirk Quirk"
    assert UseQuirk(False).label(offered.board, 1) == "Do without Tester's quirk Quirk"
    sharp = item(skill(gain()), quirk=quirk("token_gained", gain("bleed")))
    assert "Tool's quirk Quirk takes place. Plain gains 1 Bleed token." in sentence(
        _with(sharp), UseItem("tool", "test")
    )


@pytest.mark.parametrize(
    ("modifier", "until", "expected"),
    [
        ({"kind": "defence", "n": 2}, "end_of_round", "Tester has defence +2 until the end of the round."),
        ({"kind": "immunity"}, "end_of_combat", "Tester has no loss of health until the end of the combat."),
        (
            {"kind": "immunity", "token": "bleed"},
            "end_of_game",
            "Tester has no Bleed tokens until the end of the game.",
        ),
    ],
)
def test_a_continuous_change_is_told_with_its_end(modifier: Word, until: str, expected: str) -> None:
    """For whom, and what changes."""
    assert expected in sentence(acts({"op": "ongoing", "modifier": modifier, "until": until}), UseSkill("test"))


def test_a_choice_is_told_by_what_it_is_about() -> None:
    """A branch says what it does; an order who comes first."""
    branches = acts({"op": "choose", "options": [[gain()], [gain("bleed")]]}).when(1, UseSkill("test"))
    expected = sentence(branches, Choose(("1",)))
    assert expected.startswith("{1} chooses: give Tester 1 Bleed token. Tester gains 1 Bleed token.")
    assert Choose(("1",)).label(branches.board, 1) == "Give Tester 1 Bleed token"
    order = at(table(("plain",), ("brute-1",))).board
    following = Following("archer.rain.0", "archer", "skill", order.pending)
    choosing = replace(order, pending=Choosing(1, "order", ("brute-1", "plain"), 1, 1, following))
    assert ChoiceMade(("plain",), 2).sentence(choosing) == "{2} chooses: attack Plain first."


def test_branches_that_read_alike_are_told_apart() -> None:
    """By their place in the text."""
    branches = acts({"op": "choose", "options": [[gain()], [gain(), gain("bleed")], [gain()]]}).when(
        1, UseSkill("test")
    )
    assert [action.label(branches.board, 1) for action in RULESET.legal_actions(branches.board, 1)] == [
        "Give Tester 1 defence +1 token (first way)",
        "Give Tester 1 defence +1 token and give Tester 1 Bleed token",
        "Give Tester 1 defence +1 token (third way)",
    ]


def test_an_option_says_what_it_chooses_for() -> None:
    """Not only whom."""
    board = ELVES.when(1, UseSkill("mend")).board
    labels = {action.label(board, 1) for action in RULESET.legal_actions(board, 1)}
    assert labels == {"Heal Mender by 2", "Heal Plain by 2"}


def test_whoever_acts_for_all_is_named() -> None:
    """In camp any seat does, also with another's hero."""
    board = table(("plain", "archer"), pending=CAMP, pool=("potion-1",), seats=2)
    assert ItemUsed("potion-1", "archer", 1).sentence(board) == "{1} has {2}'s Archer use Potion 1."
    assert ItemUsed("potion-1", "archer", 2).sentence(board) == "{2}'s Archer uses Potion 1."
    assert CampLeft(2).sentence(board) == "{2} leads the heroes out of the camp."
    assert HeroesRearranged(("archer", "plain"), 2).sentence(board) == (
        "{2} lines the heroes up: Archer in front, then Plain."
    )


def test_who_leads_which_heroes_is_told_by_name() -> None:
    """In labels and in the sentence; alone, nobody else could."""
    three, two, one = (replace(table(()), pending=ChoosingHeroes(), seats=seats) for seats in (3, 2, 1))
    trio = ("archer", "mender", "plain")
    assert ChooseHeroes(trio).label(three, 1) == "{1} leads Archer, {2} leads Mender, {3} leads Plain"
    assert ChooseHeroes(trio).label(two, 1) == "{1} leads Archer and Mender, {2} leads Plain"
    assert ChooseHeroes(trio).label(one, 1) == "Set out with Archer, Mender and Plain"
    assert HeroesChosen(trio, (1, 1, 2), 2).sentence(two) == (
        "{2} chooses the heroes: {1} leads Archer and Mender, {2} leads Plain."
    )


def test_what_a_text_costs_is_told_with_its_name() -> None:
    """A skill by its own, a quirk as one."""
    board = table(("plain",), ("elf-1",))
    skill, quirk = (Following("plain.hit.0", "plain", source, board.pending) for source in SOURCES)
    for frame, expected in ((skill, "Hit"), (quirk, "The quirk Hit")):
        under_way = replace(board, pending=frame)
        assert HealthLost("elf-1", 1, 2, "text").sentence(under_way) == f"{expected} costs Elf 1 2 health, 1 left."


SOURCES: tuple[Literal["skill"], Literal["quirk"]] = ("skill", "quirk")


def test_an_instruction_of_an_event_that_is_passed_over_says_why() -> None:
    """And the rest is followed."""
    omen = variant(event({"op": "discard_item"}, does("lose_health", "closest", "hero"), copies=9))
    camp = at(table(("plain",), pending=CAMP, components=omen))
    expected = sentence(camp, LeaveCamp(), ("omen-1", "brute-1", "brute-2", "big"))
    assert (
        "The event is Omen. A part of Omen is passed over: there is no card. Omen costs Plain 1 health, 4 left."
        in expected
    )


def test_heroes_that_come_back_are_told_together() -> None:
    """One is back, two are."""
    assert CampEntered().sentence(table(("plain",))) == "The heroes make camp."
    assert (
        CampEntered().sentence(table(("plain",), aside=("archer",)))
        == "The heroes make camp. Archer is back with 1 health."
    )
    both = table(("plain",), aside=("archer", "mender"))
    assert CampEntered().sentence(both) == "The heroes make camp. Archer and Mender are back with 1 health."


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
