"""The card language in plain words."""

from __future__ import annotations

import re

from rulesets.heroes_of_the_campaign import RULESET
from rulesets.heroes_of_the_campaign.components import load
from rulesets.heroes_of_the_campaign.words import verbs as do
from rulesets.heroes_of_the_campaign.words.descriptions import action, actions, amount, condition, heroes, modifiers
from rulesets.heroes_of_the_campaign.words.reading import AmountOf, Condition, Filter, Modifier, TargetOf, Where
from rulesets.kit.cards import traverse, words_below

CARDS = {card.id: card for card in RULESET.cards(RULESET.starter_components)}


def test_a_task_reads_as_a_card_would_say_it() -> None:
    assert "Charge, 1 copper: attack; wound this hero by 1; earn 2 copper." in CARDS["captain"].text
    assert "Cut down, 1 copper: attack against any of the opponent's heroes with the most wounds, with attack +1." in (
        CARDS["veteran"].text
    )
    assert "When a maneuver is learned (this hero, by you, once a game): earn 3 copper." in CARDS["veteran"].text


def test_every_verb_is_told() -> None:
    """The set that ships uses each of them."""
    cards = tuple(load(RULESET.starter).cards.values())
    used = {type(word): word for _, word in traverse(cards) if isinstance(word, do.Do)}
    assert used.keys() == set(words_below(do.Do))
    for word in used.values():
        assert re.fullmatch(r"[^_{}\[\]]+", action(word)), word


def test_numbers_that_are_worked_out() -> None:
    assert amount(-2) == "−2"
    assert amount(AmountOf(min=(AmountOf(copper="you"), 3))) == "the least of your copper and 3"
    assert action(do.EarnCopper(amount=AmountOf(count=Filter(side="own", class_="mage")))) == (
        "earn copper (the number of your mage heroes)"
    )


def test_heroes_are_told_by_all_that_is_asked_of_them() -> None:
    assert (
        heroes(Filter(side="opposing", status="cursed", place="camp"))
        == "the opponent's heroes at the camp who are cursed"
    )
    assert heroes(Filter(side="own", self_="exclude", task_used=False, status="cannot_attack")) == (
        "your other heroes who cannot attack whose task is not used"
    )
    assert heroes(Filter(where=Where(stat="attack", op=">=", value=2))) == "heroes with attack at least 2"


def test_conditions() -> None:
    hurt = Condition(exists=Filter(self_="only", wounded=True))
    assert condition(hurt) == "this hero is wounded"
    assert condition(Condition(not_=hurt)) == "this hero is not wounded"
    assert condition(Condition(not_=Condition(exists=Filter(side="own")))) == "there are none of your heroes"
    assert condition(Condition(any=(Condition(turn="own"), Condition(law="own")))) == (
        "it is your turn or a law of yours is in effect"
    )
    assert condition(Condition(compare=("round", ">", 1))) == "the number of the round is above 1"


def test_what_is_changed_and_what_may_be_chosen() -> None:
    assert modifiers((Modifier(stat="attack", add=-1), Modifier(lose_class="all"))) == "attack −1, no class"
    assert modifiers((Modifier(forbid="enact_law", player="opposing"),)) == "the opponent may not enact laws"
    pick = TargetOf(pick=Filter(side="own"), count=2, up_to=True)
    assert actions((do.Heal(amount=1, target=pick),)) == "heal up to 2 of your heroes by 1"
    assert actions(()) == "nothing"
