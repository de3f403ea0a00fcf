"""Hire: place a hero, or replace one."""

import pytest

from rulesets.heros_crossing_tactics import RULESET
from rulesets.heros_crossing_tactics.effects import (
    Asked,
    CardShown,
    FrontActivated,
    HeroDrawn,
    HeroPlaced,
    HeroReplaced,
    SoldiersGained,
    TurnEnded,
)
from rulesets.heros_crossing_tactics.pieces import Soldiers
from rulesets.heros_crossing_tactics.rules.hire import HirePlace, HireReplace
from tests.rulesets.heros_crossing_tactics.build import at, front, side, table


@pytest.mark.rule("HCT-HIR-01")
def test_a_hire_adds_or_replaces_one_hero() -> None:
    """One hero comes in, and at most one goes out; nothing else can be hired."""
    board = table(side(front("scout-1"), hand=("knight-1", "cleric-1")))

    at(board).when(1, HirePlace(1, "knight-1")).then_never(HeroReplaced)
    at(board).when(1, HireReplace(1, 1, "cleric-1")).then_never(HeroPlaced)
    hires = [a for a in RULESET.legal_actions(board, 1) if isinstance(a, HirePlace | HireReplace)]
    assert len(hires) == 6  # the Knight into three Fronts, the Cleric for the one hero of each


@pytest.mark.rule("HCT-HIR-02")
@pytest.mark.parametrize("card", ["cleric-1", "mage-1", "monk-1", "page-1", "king", "?1"])
def test_only_a_level_one_card_of_the_own_hand_is_placed(card: str) -> None:
    """Cards of other levels, of others, of a pile or of a Front cannot be placed."""
    board = table(side(hand=("cleric-1", "knight-1", "mage-1")), side(hand=("monk-1",)))

    at(board).when(1, HirePlace(1, card)).refused("HCT-HIR-02")
    at(board).when(1, HirePlace(1, "knight-1")).then_includes(HeroPlaced(1, 1, "knight-1"))


@pytest.mark.rule("HCT-HIR-03")
def test_a_placed_hero_goes_to_the_bottom() -> None:
    """The heroes that were there stay above it."""
    board = table(side(front("scout-1", "scout-2"), hand=("knight-1",)))

    assert at(board).when(1, HirePlace(1, "knight-1")).board.front(1, 1).heroes == ("scout-1", "scout-2", "knight-1")


@pytest.mark.rule("HCT-HIR-04")
def test_a_front_of_three_is_full() -> None:
    """A third hero fits, a fourth does not."""
    board = table(side(front("scout-1", "scout-2", "scout-3"), front("page-2", "monk-1"), hand=("knight-1",)))

    at(board).when(1, HirePlace(1, "knight-1")).refused("HCT-HIR-04")
    assert len(at(board).when(1, HirePlace(2, "knight-1")).board.front(1, 2).heroes) == 3


@pytest.mark.rule("HCT-HIR-05")
@pytest.mark.parametrize(
    ("slot", "card", "legal"),
    [
        (1, "clerk-1", True),
        (2, "mage-1", True),
        (1, "mage-1", False),
        (1, "knight-1", False),
        (2, "clerk-1", False),
        (2, "knight-1", False),
        (3, "mage-1", False),
        (1, "blade-1", False),
    ],
)
def test_a_replacing_card_is_one_level_higher(slot: int, card: str, legal: bool) -> None:
    """Level 2 replaces level 1, level 3 replaces level 2; nothing replaces level 3; the card is of the own hand."""
    board = table(side(front("scout-1", "cleric-1", "lord-1"), hand=("clerk-1", "knight-1", "mage-1")))
    scenario = at(board).when(1, HireReplace(1, slot, card))

    if legal:
        scenario.then_includes(HeroReplaced(1, 1, slot, board.front(1, 1).heroes[slot - 1], card))
    else:
        scenario.refused("HCT-HIR-05")


@pytest.mark.rule("HCT-HIR-06")
@pytest.mark.parametrize("slot", [1, 2, 3])
def test_any_hero_of_the_front_is_replaced_in_its_place(slot: int) -> None:
    """The new hero lies exactly where the old one lay."""
    heroes = ["scout-1", "scout-2", "scout-3"]
    board = table(side(front(*heroes), hand=("cleric-1",)))
    heroes[slot - 1] = "cleric-1"

    assert at(board).when(1, HireReplace(1, slot, "cleric-1")).board.front(1, 1).heroes == tuple(heroes)
    at(board).when(1, HireReplace(1, 4, "cleric-1")).refused("HCT-HIR-06")
    at(board).when(1, HireReplace(1, 0, "cleric-1")).refused("HCT-HIR-06")


@pytest.mark.rule("HCT-HIR-07")
def test_replacing_is_possible_in_a_full_front() -> None:
    """Three heroes stay three."""
    board = table(side(front("scout-1", "scout-2", "scout-3"), hand=("cleric-1",)))

    assert len(at(board).when(1, HireReplace(1, 2, "cleric-1")).board.front(1, 1).heroes) == 3


@pytest.mark.rule("HCT-HIR-08")
def test_replacing_the_top_hero_keeps_the_front_activated() -> None:
    """The mark belongs to the Front, whichever hero shows it."""
    board = table(side(front("scout-1"), hand=("cleric-1",)))

    assert at(board).when(1, HireReplace(1, 1, "cleric-1")).board.front(1, 1).activated


@pytest.mark.rule("HCT-HIR-09")
def test_a_replaced_hero_is_discarded() -> None:
    """It lies face up in the discard, and the new one has left the hand."""
    board = at(table(side(front("scout-1"), hand=("cleric-1",)))).when(1, HireReplace(1, 1, "cleric-1")).board

    assert board.discard == ("scout-1",)
    assert board.side(1).hand == ()


@pytest.mark.rule("HCT-HIR-10")
def test_only_the_new_hero_brings_soldiers() -> None:
    """The other heroes of the Front bring nothing again."""
    board = table(side(front("sword-1", "spark-1"), hand=("cleric-1", "knight-1")))

    placed = at(board).when(1, HirePlace(1, "knight-1"))
    placed.then(
        FrontActivated(1, 1, "hire"),
        CardShown(1, 1, "knight-1"),
        HeroPlaced(1, 1, "knight-1"),
        SoldiersGained(1, 1, Soldiers(armor=1), hero="knight-1"),
        TurnEnded(2),
    )
    replaced = at(board).when(1, HireReplace(1, 2, "cleric-1"))
    replaced.then_includes(SoldiersGained(1, 1, Soldiers(potion=1, magic=1), hero="cleric-1"))
    assert replaced.board.front(1, 1).soldiers == Soldiers(potion=1, magic=1)


@pytest.mark.rule("HCT-HIR-11")
@pytest.mark.parametrize("action", [HirePlace(1, "scout-3"), HireReplace(1, 1, "clerk-1"), HireReplace(2, 1, "sage-1")])
def test_a_hire_never_draws(action: HirePlace) -> None:
    """Drawing Power of a hired hero counts nothing when it comes."""
    board = table(side(front("scout-1"), front("cleric-1"), hand=("clerk-1", "sage-1", "scout-3")))

    scenario = at(board).when(1, action).then_never(Asked, HeroDrawn)
    assert scenario.board.seat == 2


@pytest.mark.rule("HCT-HIR-12")
def test_soldiers_stay_when_a_hero_is_replaced() -> None:
    """The cubes that stood on the Front are still there."""
    board = table(side(front("sword-1", weapon=3, armor=1), hand=("wall-1",)))

    assert at(board).when(1, HireReplace(1, 1, "wall-1")).board.front(1, 1).soldiers == Soldiers(weapon=3, armor=3)


def test_an_unknown_card_is_named_when_it_is_hired() -> None:
    """The table says which card it was; a card that is known to lie elsewhere is not accepted."""
    scenario = at(table(side(hand=("?1",)), side(hand=("monk-1",))))
    asked = scenario.when(1, HirePlace(1, "?1")).needs_chance("reveal", "HCT-AMB-21")

    assert "monk-1" not in asked.allowed
    assert "page-1" not in asked.allowed
    after = scenario.when(1, HirePlace(1, "?1"), ["knight-1"]).then_includes(
        CardShown(1, 1, "knight-1"),
        HeroPlaced(1, 1, "knight-1"),
        SoldiersGained(1, 1, Soldiers(armor=1), hero="knight-1"),
    )
    assert "knight-1" not in after.board.pile(1).unseen
    assert after.board.side(1).hand == ()
