"""Whom an action aims at and how much it moved, as the actions after it tell."""

import pytest

from rulesets.heroes_of_the_campaign import effects as e
from rulesets.heroes_of_the_campaign.phases import Turn
from rulesets.heroes_of_the_campaign.rules.locations import SendHero
from rulesets.heroes_of_the_campaign.rules.strategies import EnactLaw, LearnManeuver, UseEvent
from rulesets.heroes_of_the_campaign.rules.tasks import StartTask
from rulesets.heroes_of_the_campaign.values import values
from tests.rulesets.heroes_of_the_campaign.build import cards, hero, side, table
from tests.rulesets.heroes_of_the_campaign.checked import after, at, chosen, copper, legal, wounds


def event(actions: str) -> str:
    """An event that does this."""
    return f"\n- {{id: rite, name: Rite, type: event, actions: [{actions}]}}\n"


TWO = "{do: wound, amount: 1, target: {pick: {side: opposing}, count: 2%s}}"


@pytest.mark.rule("HOC-VOC-02")
def test_as_many_targets_as_told_must_be_chosen() -> None:
    """Two of three; `up_to` makes it one or none as well."""
    pairs = [chosen("2.anna", "2.bert"), chosen("2.anna", "2.cora"), chosen("2.bert", "2.cora")]
    ones = [chosen("2.anna"), chosen("2.bert"), chosen("2.cora")]
    for up_to, expected in (("", pairs), (", up_to: true", [chosen(), *ones, *pairs])):
        board = table(cards(event(TWO % up_to)), side("anna", hand=("rite",)))
        assert legal(after(board, UseEvent("rite")), type(chosen())) == expected


@pytest.mark.rule("HOC-VOC-02")
@pytest.mark.parametrize("foes", [("anna",), ("anna", "bert")])
def test_where_there_are_no_more_all_are_aimed_at_without_a_question(foes: tuple[str, ...]) -> None:
    """One or two candidates for two targets leave nothing to choose."""
    board = table(cards(event(TWO % "")), side("anna", hand=("rite",)), side(*foes))

    assert sum(wounds(after(board, UseEvent("rite")).waits_for(Turn, 1)).values()) == len(foes)


@pytest.mark.rule("HOC-VOC-10")
@pytest.mark.parametrize(
    "verb", ["earn_copper, amount: 1", "lose_copper, amount: 1", "take_copper, amount: 1", "break_law"]
)
def test_what_aims_at_nobody_does_not_change_whom_was_aimed_at(verb: str) -> None:
    """Only an action at heroes does."""
    first, last = "{do: wound, amount: 1, target: {all: {card: bert}}}", "{do: wound, amount: 1, target: last}"
    text = event(f"{first}, {{do: {verb}}}, {last}")
    text += "- {id: rule, name: Rule, type: law, on_enact: [{do: earn_copper, amount: 0}]}"
    board = table(cards(text), side("anna", hand=("rite",)), side("bert", copper=1, laws=("rule",)))

    assert wounds(after(board, UseEvent("rite")))["2.bert"] == 2


@pytest.mark.rule("HOC-VOC-10")
@pytest.mark.parametrize(
    ("actions", "moved"),
    [
        ("{do: take_copper, amount: 5}", 3),
        ("{do: lose_copper, amount: 5}", 3),
        ("{do: earn_copper, amount: 4}", 4),
        ("{do: wound, amount: 2, target: {all: {side: opposing}}}", 4),
        ("{do: heal, amount: 9, target: {all: {side: own}}}", 1),
        ("{do: earn_copper, amount: 4}, {do: wound, amount: 1, target: {all: {class: mage}}}", 0),
        ("{do: earn_copper, amount: 4}, {do: add_status, status: in_cover, target: {all: {}}, until: permanent}", 0),
    ],
)
def test_the_last_amount_is_what_was_really_moved(actions: str, moved: int) -> None:
    """Copper, wounds and healing of the previous action; 0 after one that moved none, or was skipped."""
    found = cards(event(actions + ", {do: earn_copper, amount: last_amount}"))
    board = table(found, side(hero("anna", 1), hand=("rite",)), side("bert", "anna", copper=3))

    effects = after(board, UseEvent("rite")).effects
    assert [effect for effect in effects if isinstance(effect, e.CopperEarned)][-1].value == moved


@pytest.mark.rule("HOC-VOC-10")
def test_of_an_attack_the_last_hero_is_the_defender() -> None:
    """And the last amount the wounds that it took."""
    text = "- {id: anna, name: Anna, attack: 2, resistance: 4, tasks: [{id: hit, actions: [{do: attack},"
    text += " {do: earn_copper, amount: last_amount}, {do: wound, amount: 1, target: last}]}]}"

    scenario = after(table(cards(text), side("anna"), side("anna")), StartTask("1.anna", "anna.hit"))
    assert copper(scenario.then_includes(e.HeroWounded("2.anna", 1, 1, "1.anna"))) == (2, 0)


@pytest.mark.rule("HOC-STR-05")
def test_conditions_of_a_location_can_be_ignored_too() -> None:
    """A law lets its player ignore those of locations."""
    text = "- {id: inn, name: Inn, type: location, conditions: [{turn: opposing}]}\n"
    text += "- {id: pass, name: Pass, type: law, abilities: [{kind: static, modifiers: ["
    text += "{allow: ignore_conditions, cards: location}]}]}"
    send = SendHero("1.anna", "1.inn")

    at(table(cards(text), side("anna", locations=("inn",)))).when(1, send).refused("HOC-STR-05")
    board = table(cards(text), side("anna", locations=("inn",), laws=("pass",)))
    after(board, send).then(e.HeroSentToLocation("1.anna", "1.inn"))


@pytest.mark.rule("HOC-GLD-03")
def test_the_newer_of_two_numbers_counts_whatever_was_worked_out_before() -> None:
    """The same cards in the other order are another table."""
    text = "- {id: five, name: Five, type: law, abilities: ["
    text += "{kind: static, affects: {}, modifiers: [{stat: attack, set: 5}]}]}\n"
    text += "- {id: six, name: Six, type: maneuver, abilities: [{kind: static, modifiers: [{stat: attack, set: 6}]}]}"
    board = table(cards(text), side("anna", hand=("five", "six")))
    five, six = EnactLaw("five"), LearnManeuver("six", "1.anna")

    assert values(after(board, five, six).board).heroes["1.anna"].attack == 6
    assert values(after(board, six, five).board).heroes["1.anna"].attack == 5
