"""Classes, sides, cover, and being untouchable: what they mean, and what they do not."""

import pytest

from rulesets.heroes_of_the_campaign import effects as e
from rulesets.heroes_of_the_campaign.rules.strategies import UseEvent
from rulesets.heroes_of_the_campaign.rules.tasks import StartTask
from rulesets.heroes_of_the_campaign.values import values
from tests.rulesets.heroes_of_the_campaign.build import cards, hero, side, status, table
from tests.rulesets.heroes_of_the_campaign.checked import after, fallen, wounds

HIT = StartTask("1.anna", "anna.hit")


def marked(found: str, *foes: object, own: object = "anna") -> list[str]:
    """Whom an event finds that marks all heroes of a filter."""
    text = "- {id: mage, name: Mage, classes: [mage], attack: 1, resistance: 3}\n"
    text += (
        "- {id: lord, name: Lord, attack: 1, resistance: 3, abilities: [{kind: static, modifiers: [{class: mage}]}]}\n"
    )
    text += "- {id: fool, name: Fool, classes: [mage], attack: 1, resistance: 3,"
    text += " abilities: [{kind: static, modifiers: [{lose_class: all}]}]}\n"
    text += "- {id: rite, name: Rite, type: event, actions: [{do: add_status, status: draws_attacks, until: permanent,"
    text += f" target: {{all: {found}}}}}]}}"
    board = table(cards(text), side(own, hand=("rite",)), side(*foes))  # type: ignore[arg-type]
    return [
        one.name for one in after(board, UseEvent("rite")).board.heroes if one.held and one.held[-1].source == "rite"
    ]


@pytest.mark.rule("HOC-CLS-01")
def test_classes_do_nothing_by_themselves() -> None:
    """Numbers, flags and costs of a hero are the same with a class and without."""
    text = "- {id: plain, name: Plain, attack: 1, resistance: 3}\n"
    text += "- {id: mage, name: Mage, classes: [mage, rogue, soldier], attack: 1, resistance: 3}"
    found = values(table(cards(text), side("plain", "mage"))).heroes

    one, two = found["1.plain"], found["1.mage"]
    same = [name for name in type(one).__struct_fields__ if getattr(one, name) == getattr(two, name)]
    assert {*type(one).__struct_fields__} - {*same} == {"classes"}


@pytest.mark.rule("HOC-CLS-01")
def test_cards_refer_to_classes_and_change_them() -> None:
    """A hero that has gained a class is found by it, one that has lost all is not."""
    assert marked("{class: mage}", "mage", "lord", "fool", "bert") == ["2.mage", "2.lord"]


@pytest.mark.rule("HOC-SID-01")
def test_at_the_side_means_not_in_the_infirmary() -> None:
    """Of one's own heroes, or, for the opponent's, at theirs; at a location as well."""
    foes = "cora", hero("bert", 3, "infirmary")

    assert marked("{side: opposing}", *foes) == ["2.cora"]
    assert marked("{side: own}", *foes) == ["1.anna"]
    assert marked("{side: own}", *foes, own=hero("anna", 4, "infirmary")) == []
    assert marked("{at: infirmary}", *foes) == ["2.bert"]
    assert marked("{at: anywhere}", *foes) == ["1.anna", "2.cora", "2.bert"]


@pytest.mark.rule("HOC-COV-01")
def test_cover_does_nothing_by_itself() -> None:
    """A hero in cover is attacked and wounded, heals, attacks and acts as ever."""
    covered = status("in_cover", seat=2)
    board = table(cards(), side(hero("anna", held=(covered,))), side(hero("bert", held=(covered,))))

    scenario = after(board, HIT).then_includes(e.AttackMade("1.anna", "2.bert", 2, 1))
    assert wounds(scenario) == {"1.anna": 1, "2.bert": 2}


@pytest.mark.rule("HOC-COV-01")
def test_cards_refer_to_cover() -> None:
    """However a hero got it."""
    covered = hero("bert", held=(status("in_cover", seat=2),))

    assert marked("{side: opposing, status: in_cover}", covered, "cora") == ["2.bert"]
    assert marked("{side: opposing, not_status: in_cover}", covered, "cora") == ["2.cora"]


UNTOUCHABLE = """
- {id: rite, name: Rite, type: event, actions: [{do: %s, amount: 2, target: {all: {card: bert}}}]}
"""


@pytest.mark.rule("HOC-UNT-01")
def test_an_untouchable_hero_is_reached_by_all_but_attacks() -> None:
    """By wounds and healing of cards, and by statuses."""
    shy = hero("bert", 1, held=(status("untouchable", seat=2),))
    for verb, left in (("wound", 3), ("heal", 0)):
        board = table(cards(UNTOUCHABLE % verb), side("anna", hand=("rite",)), side(shy))
        scenario = after(board, UseEvent("rite"))
        assert wounds(scenario)["2.bert"] == left, verb
        assert fallen(scenario) == (["2.bert"] if verb == "wound" else [])
    assert marked("{card: bert}", shy) == ["2.bert"]


@pytest.mark.rule("HOC-UNT-01", "HOC-CMB-04")
def test_an_untouchable_hero_is_never_the_defender() -> None:
    """The other one is, without a question."""
    board = table(cards(), side("anna"), side(hero("bert", held=(status("untouchable", seat=2),)), "cora"))

    after(board, HIT).then_includes(e.AttackDeclared("1.anna", "2.cora"))
