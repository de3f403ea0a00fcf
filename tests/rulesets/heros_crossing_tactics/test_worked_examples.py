"""The rulebook's worked examples, with the rulebook's numbers."""

import pytest

from rulesets.heros_crossing_tactics import RULESET
from rulesets.heros_crossing_tactics.effects import (
    AttackDeclared,
    AttackEnded,
    CardShown,
    FrontActivated,
    HeroDrawn,
    HeroPlaced,
    HeroReplaced,
    MagicBlocked,
    MonarchDamaged,
    ReserveCommitted,
    ReserveDeclined,
    ReserveShown,
    ReservesRevealed,
    SoldierKilled,
    SoldiersFlanked,
    SoldiersGained,
    TurnEnded,
)
from rulesets.heros_crossing_tactics.phases import Recruiting, Turn
from rulesets.heros_crossing_tactics.pieces import Soldiers
from rulesets.heros_crossing_tactics.rules.flank import Flank, Send
from rulesets.heros_crossing_tactics.rules.hire import HirePlace, HireReplace
from rulesets.heros_crossing_tactics.rules.recruit import DrawHero, FinishDrawing, Recruit
from tests.rulesets.heros_crossing_tactics.build import at, attacked, front, side, table


def test_example_1_hire_place() -> None:
    """A Knight is placed; he comes with a single Armor Soldier."""
    board = table(side(front("page-1", "scout-1", weapon=1), hand=("knight-1",)), supply=Soldiers(armor=1))

    scenario = at(board).when(1, HirePlace(1, "knight-1"))
    scenario.then(
        FrontActivated(1, 1, "hire"),
        CardShown(1, 1, "knight-1"),
        HeroPlaced(1, 1, "knight-1"),
        SoldiersGained(1, 1, Soldiers(armor=1), hero="knight-1"),
        TurnEnded(2),
    )
    own = scenario.board.front(1, 1)
    assert own == front("page-1", "scout-1", "knight-1", weapon=1, armor=1, activated=True)
    assert scenario.board.supply == Soldiers()


def test_example_2_hire_replace() -> None:
    """A level 1 Knight is replaced by a level 2 Cleric, who comes with a Magic and a Potion Soldier."""
    board = table(side(front("knight-1", armor=1), hand=("cleric-1",)))

    scenario = at(board).when(1, HireReplace(1, 1, "cleric-1"))
    scenario.then_includes(
        HeroReplaced(1, 1, 1, "knight-1", "cleric-1"),
        SoldiersGained(1, 1, Soldiers(potion=1, magic=1), hero="cleric-1"),
    )
    assert scenario.board.front(1, 1) == front("cleric-1", armor=1, potion=1, magic=1, activated=True)
    assert scenario.board.discard == ("knight-1",)


def test_example_3_flank() -> None:
    """The left Front sends its Weapon and its Armor to the right Front."""
    board = table(side(front(weapon=1, armor=1), front(), front(magic=1)))

    scenario = at(board).when(1, Flank(1)).when(1, Send("weapon", 0, 1)).when(1, Send("armor", 0, 1))
    scenario.then(SoldiersFlanked(1, 1, "armor", 0, 1), TurnEnded(2))
    left, middle, right = scenario.board.side(1).fronts
    assert (left.soldiers, right.soldiers) == (Soldiers(), Soldiers(weapon=1, armor=1, magic=1))
    assert [left.activated, middle.activated, right.activated] == [True, False, False]


def test_example_4_recruit() -> None:
    """The Front gains a Potion and 2 Weapons; its Drawing Power of 2 draws two level 1 cards or one level 2 card."""
    board = table(side(front("monk-1", "blade-1", "scout-1")))

    scenario = at(board).when(1, Recruit(1)).then_includes(SoldiersGained(1, 1, Soldiers(weapon=2, potion=1)))
    assert set(RULESET.legal_actions(scenario.board, 1)) == {DrawHero(1), DrawHero(2), FinishDrawing()}
    two = scenario.when(1, DrawHero(1), ["knight-1"]).when(1, DrawHero(1), ["knight-2"])
    assert two.waits_for(Turn, 2).board.side(1).hand == ("knight-1", "knight-2")
    one = scenario.when(1, DrawHero(2), ["wall-1"]).then_includes(HeroDrawn(1, 2, "wall-1"))
    assert one.waits_for(Turn, 2).board.side(1).hand == ("wall-1",)
    scenario.when(1, DrawHero(3)).refused("HCT-REC-05")


@pytest.mark.parametrize("level", [1, 2, 3])
def test_example_5_a_card_costs_its_level(level: int) -> None:
    """A level 3 hero costs 3 Drawing Power, a level 2 hero 2, a level 1 hero 1."""
    scenario = at(table(side(front("sage-1")))).when(1, Recruit(1))
    card = {1: "monk-1", 2: "cleric-1", 3: "mage-1"}[level]

    assert scenario.when(1, DrawHero(level), [card]).board.pending == Recruiting(9 - level)


def test_example_6_diagonal_attack_with_reserves() -> None:
    """3 Magic against a temporary Potion, a Potion and 2 Weapons: one Weapon is left, and the Monarch is unhurt."""
    board = table(
        side(front(), front(weapon=2, magic=2), hand=("spark-1",)),
        side(front(), front(), front(weapon=2, potion=1), hand=("monk-1",)),
    )
    scenario = attacked(board, 2, 3, mine="spark-1", theirs="monk-1")

    scenario.then(
        ReserveCommitted(2, 1, "monk-1"),
        ReserveShown(1, 1, "spark-1"),
        ReserveShown(2, 1, "monk-1"),
        ReservesRevealed(0, 3, Soldiers(potion=1)),
        SoldierKilled(2, 3, "potion", "temporary", "magic"),
        SoldierKilled(2, 3, "potion", "cube", "magic"),
        SoldierKilled(2, 3, "weapon", "cube", "magic"),
        AttackEnded(("spark-1", "monk-1")),
        TurnEnded(2),
    )
    after = scenario.board
    assert after.front(2, 3).soldiers == Soldiers(weapon=1)
    assert after.side(2).health == 6
    assert after.supply - board.supply == Soldiers(weapon=1, potion=1)
    assert after.discard == ("monk-1", "spark-1")


def test_example_7_straight_attack_into_armor() -> None:
    """The Weapon kills one of two Armor; the other nullifies all Magic."""
    board = table(side(front(), front(weapon=1, magic=2)), side(front(), front(armor=2)))
    scenario = attacked(board, 2, 2)

    scenario.then(
        FrontActivated(1, 2, "attack"),
        AttackDeclared(1, 2, 2),
        ReserveDeclined(1),
        ReserveDeclined(2),
        ReservesRevealed(1, 2),
        SoldierKilled(2, 2, "armor", "cube", "weapon"),
        MagicBlocked(2, 2, 2),
        AttackEnded(),
        TurnEnded(2),
    )
    assert scenario.board.front(2, 2).soldiers == Soldiers(armor=1)
    assert scenario.board.side(2).health == 6


def test_example_8_straight_attack_with_overflow() -> None:
    """2 Weapons and 2 Magic against a Monk's Potion, an Armor and one more Soldier: the last point hits the Monarch."""
    board = table(side(front(), front(weapon=2, magic=2)), side(front(), front(weapon=1, armor=1), hand=("monk-1",)))
    scenario = attacked(board, 2, 2, theirs="monk-1")

    scenario.then(
        ReserveCommitted(2, 1, "monk-1"),
        ReserveShown(2, 1, "monk-1"),
        ReservesRevealed(2, 2, Soldiers(potion=1)),
        SoldierKilled(2, 2, "potion", "temporary", "weapon"),
        SoldierKilled(2, 2, "armor", "cube", "weapon"),
        SoldierKilled(2, 2, "weapon", "cube", "magic"),
        MonarchDamaged(2, 5, "magic"),
        AttackEnded(("monk-1",)),
        TurnEnded(2),
    )
    assert scenario.board.supply - board.supply == Soldiers(weapon=1, armor=1)
    assert scenario.board.discard == ("monk-1",)
