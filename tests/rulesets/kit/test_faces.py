"""Cards face up by themselves."""

from __future__ import annotations

import pytest

from rulesets.heroes_of_the_campaign.words.verbs import EarnCopper, Wound
from rulesets.kit.faces import EVERYTHING, CardFace, counted_once, made_up, spelled


def test_a_part_of_a_set_is_told_in_words() -> None:
    assert spelled(Wound(amount=1, target="self")) == "wound, amount 1, target self"
    assert spelled((EarnCopper(amount=2), EarnCopper(amount=1, player="opponent"))) == (
        "earn copper, amount 2; earn copper, amount 1, player opponent"
    )
    assert spelled({"any": [{"task_used": True}, {"task_used": False}]}) == "any (task used; not task used)"
    assert spelled(()) == "nothing"


def test_equal_cards_are_counted() -> None:
    ann, ben = CardFace(id="a-1", name="Ann", kind="Heroes"), CardFace(id="b", name="Ben", kind="Heroes", copies=2)
    found = counted_once([("a", ann), ("b", ben), ("a", CardFace(id="a-2", name="Ann", kind="Heroes"))])
    assert [(card.id, card.copies) for card in found] == [("a-1", 2), ("b", 2)]


@pytest.mark.parametrize(
    ("facts", "expected"), [((), ()), (("drawing_power",), ("drawing power",)), (("name", "level"), EVERYTHING)]
)
def test_what_is_made_up_is_told(facts: tuple[str, ...], expected: tuple[str, ...]) -> None:
    assert made_up(facts, 2) == expected
