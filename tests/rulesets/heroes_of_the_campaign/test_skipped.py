"""A skipped action says why."""

import pytest

from rulesets.heroes_of_the_campaign import RULESET
from rulesets.heroes_of_the_campaign import effects as e
from rulesets.heroes_of_the_campaign.board import Board
from rulesets.heroes_of_the_campaign.components import Components
from rulesets.heroes_of_the_campaign.pieces import Hero, Side
from rulesets.heroes_of_the_campaign.rules.running import Choose
from rulesets.heroes_of_the_campaign.rules.strategies import UseEvent
from rulesets.kit.chance import GivenChance
from rulesets.kit.structs import Action
from tests.rulesets.heroes_of_the_campaign.build import cards, hero, side, status, table

STATUSES = "- {id: frailty, name: Frailty, modifiers: [{flag: cannot_attack}]}"
TEXT = """
- {id: deed, name: Deed, type: event, actions: [{do: %s}]}
- {id: inn, name: Inn, type: location, capacity: 1}
- {id: rite, name: Rite, type: law, on_enact: [{do: earn_copper, amount: 0}]}
- {id: peace, name: Peace, type: law, abilities: [{kind: static, affects: {side: any}, modifiers: [
     {flag: cannot_attack}]}]}
- {id: bar, name: Bar, type: law, abilities: [{kind: static, modifiers: [{forbid: earn_copper, player: both},
     {forbid: lose_copper, player: both}, {forbid: break_law, player: both},
     {forbid: send_to_location, player: both}]}]}
- {id: root, name: Roots, type: law, abilities: [{kind: static, affects: {side: any}, modifiers: [
     {forbid: be_sent}]}]}
- {id: idle, name: Idle, attack: 1, resistance: 2, abilities: [{kind: static, modifiers: [
     {flag: cannot_perform_tasks}]}]}
"""
TEAM = (hero("anna"), hero("bert", 3, "infirmary"))
FOES = side("anna", "cora")
ANNA = "{pick: {side: own, card: anna}}"
FALLEN = "{pick: {side: own, at: infirmary}}"


def with_deed(verb: str) -> Components:
    """A set in which the Deed does one thing."""
    return cards(TEXT % verb, statuses=STATUSES)


def sentence(board: Board, *actions: Action[Board]) -> str:
    """All that the game tells of what seat 1 does, but for the first sentence, which is what it did."""
    sentences: list[str] = []
    for action in actions:
        play = RULESET.decide(board, 1, action, GivenChance())
        sentences.append(RULESET.sentence(board, play.effects))
        board = play.board
    return " ".join(filter(None, sentences)).partition(" uses Deed. ")[2]


def deed(
    verb: str,
    *heroes: Hero,
    laws: tuple[str, ...] = (),
    foes: tuple[tuple[Hero, ...], Side] = FOES,
    chance: str = "table",
) -> str:
    """What is told when seat 1 uses the Deed."""
    one = side(*(heroes or TEAM), hand=("deed",), laws=laws, locations=("inn",))
    return sentence(table(with_deed(verb), one, foes, chance=chance), UseEvent("deed"))  # type: ignore[arg-type]


@pytest.mark.rule("HOC-TSK-11")
@pytest.mark.parametrize(
    ("held", "laws", "why"),
    [
        (("frailty",), (), "Frailty"),
        (("cannot_attack",), (), "Nap"),
        ((), ("peace",), "Peace"),
        (("frailty", "frailty"), ("peace",), "Peace and Frailty"),
    ],
)
def test_who_cannot_attack_is_told_with_what_forbids_it(held: tuple[str, ...], laws: tuple[str, ...], why: str) -> None:
    """A status by its name in the set, another one by the card that put it, a law by its name; each once."""
    anna = hero("anna", held=tuple(map(status, held)))
    text = deed(f"attack, with: {ANNA}", anna, laws=laws)
    assert text == f"Nobody is attacked: {{1}}'s Anna cannot attack because of {why}."


def test_a_flag_that_is_lost_is_not_why() -> None:
    """Only what really gives it is told."""
    free = "- {id: free, name: Free, type: law, abilities: [{kind: static, affects: {card: anna}, modifiers: ["
    free += "{lose_flag: cannot_attack}]}]}"
    found = cards(TEXT % f"attack, with: {ANNA}" + free, statuses=STATUSES)
    one = side(hero("anna", held=(status("frailty"),)), hand=("deed",), laws=("free",))
    assert sentence(table(found, one, side("cora")), UseEvent("deed")).startswith("{1}'s Anna attacks {2}'s Cora.")


@pytest.mark.rule("HOC-CMB-10", "HOC-VOC-15")
def test_an_attack_without_attacker_or_defender_says_so() -> None:
    """Nobody in its filter can be attacked; its hero is in the infirmary; it names no hero."""
    assert deed(f"attack, with: {ANNA}, against: {{class: mage}}") == "Nobody is attacked: no fitting defender."
    assert deed(f"attack, with: {FALLEN}") == "Nobody is attacked: {1}'s Bert is in the infirmary."
    assert deed("attack, with: {pick: {class: mage}}") == "Nobody is attacked: no fitting hero."


@pytest.mark.rule("HOC-TSK-08")
@pytest.mark.parametrize(
    ("verb", "nothing"),
    [
        ("heal, amount: 1", "Nobody is healed"),
        ("wound, amount: 1", "Nobody is wounded"),
        ("add_status, status: in_cover, until: permanent", "Nobody gets a status"),
        ("remove_status", "Nobody loses a status"),
        ("send, to: inn", "Nobody is sent"),
        ("send, to: infirmary", "Nobody is sent"),
    ],
)
def test_an_action_without_a_target_says_so(verb: str, nothing: str) -> None:
    """No hero fits; or it was left out by choice, which is told once."""
    assert deed(f"{verb}, target: {{all: {{class: mage}}}}") == f"{nothing}: no fitting hero."
    found = with_deed(f"{verb}, target: {{pick: {{}}, up_to: true}}")
    board = table(found, side(*TEAM, hand=("deed",), locations=("inn",)), FOES)
    assert sentence(board, UseEvent("deed"), Choose(())) == "{1} chooses nobody."


@pytest.mark.rule("HOC-LOC-07", "HOC-VOC-11", "HOC-LAW-06")
def test_what_is_impossible_now_is_told() -> None:
    """A location that is full, tasks none of which is possible, a law where none is enacted."""
    guests = hero("anna", place="inn"), hero("cora")
    assert deed("send, target: {all: {side: own}}, to: inn", *guests) == (
        "Nobody is sent: no location takes {1}'s Anna and {1}'s Cora."
    )
    assert deed("perform_task, with: {pick: {card: idle}}", hero("idle")) == (
        "No task is performed: {1}'s Idle cannot perform any now."
    )
    assert deed("break_law") == "No law is broken: there is none to break."
    assert deed("break_law, whose: opposing", laws=("rite",)) == "No law is broken: there is none to break."


@pytest.mark.rule("HOC-VOC-12")
@pytest.mark.parametrize(
    ("verb", "law", "why"),
    [
        ("earn_copper, amount: 1", "bar", "No copper is earned: forbidden by Bar."),
        ("lose_copper, amount: 1", "bar", "No copper is lost: forbidden by Bar."),
        ("take_copper, amount: 1", "bar", "No copper is taken: forbidden by Bar."),
        ("break_law", "bar", "No law is broken: forbidden by Bar."),
        ("send, target: {all: {side: own}}, to: inn", "bar", "Nobody is sent: forbidden by Bar."),
        ("send, target: {all: {side: own}}, to: chosen_location", "root", "Nobody is sent: forbidden by Roots."),
    ],
)
def test_a_prohibition_is_told_with_its_card(verb: str, law: str, why: str) -> None:
    """Once, whoever enacted it."""
    assert deed(verb, laws=(law,)) == why
    assert deed(verb, foes=side("anna", laws=(law,))) == why


@pytest.mark.rule("HOC-GLD-01")
def test_what_only_a_table_enters_is_told() -> None:
    """Where the service rolls."""
    text = deed("by_hand, text: Ask the stars.", chance="server")
    assert text == "Nothing is entered by hand: Tabletale rolls and deals in this game."


def test_a_skipped_action_touches_its_heroes() -> None:
    """For screens."""
    assert e.ActionSkipped(None, "HOC-TSK-11", ("1.anna",), ("frailty",)).touches() == ("hero:1.anna",)
