"""The cards of the sets that ship, each by itself: all of them, drawn and told."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any
from xml.etree import ElementTree

import pytest

from api.service import installed_rulesets
from rulesets.kit.ruleset import Ruleset

RULESETS = installed_rulesets()
BOX = {"heros_crossing_tactics": 45, "card_tactics": 66, "heroes_of_the_campaign": 50}
"""How many cards there are."""
PRINTED = [name for name in RULESETS if name != "scoresheet"]
"""Games of which somebody prints cards; a sheet has parts that are cards to look at, and nobody prints them."""


@pytest.fixture(params=list(RULESETS.values()), ids=list(RULESETS))
def ruleset(request: pytest.FixtureRequest) -> Ruleset[Any]:
    found: Ruleset[Any] = request.param
    return found


def test_every_card_is_drawn_once_and_told(ruleset: Ruleset[Any]) -> None:
    cards = ruleset.cards(ruleset.starter_components)
    assert len({card.id for card in cards}) == len(cards) > (20 if ruleset.name in PRINTED else 4)
    assert sum(card.copies for card in cards) == BOX.get(ruleset.name, sum(card.copies for card in cards))
    for card in cards:
        assert card.name
        assert card.picture, card.id
        assert card.text or card.kind == "Pathbreakers", card.id
        assert not re.search(r"[{}\[\]_]|None|True,", " ".join(card.text)), card.text


def test_cards_of_a_kind_lie_together(ruleset: Ruleset[Any]) -> None:
    kinds = [card.kind for card in ruleset.cards(ruleset.starter_components)]
    assert len(list(dict.fromkeys(kinds))) == 1 + sum(one != two for one, two in pairwise(kinds))


def test_a_face_is_a_picture_of_its_own_with_all_symbols_that_it_uses(ruleset: Ruleset[Any]) -> None:
    for card in ruleset.cards(ruleset.starter_components):
        root = ElementTree.fromstring(card.picture)
        assert root.get("aria-label"), card.id
        ids = {part.get("id") for part in root.iter()}
        used = set(re.findall(r'(?:href="|url\()#([\w-]+)', card.picture))
        assert used <= ids, card.id
        assert 'data-id="card' not in card.picture


@pytest.mark.parametrize("name", PRINTED)
def test_what_is_made_up_is_marked(name: str) -> None:
    """No rulebook prints all of its cards, and the sets that ship say what is made up."""
    ruleset = RULESETS[name]
    cards = ruleset.cards(ruleset.starter_components)
    assert sum(bool(card.invented) for card in cards) > len(cards) / 2
