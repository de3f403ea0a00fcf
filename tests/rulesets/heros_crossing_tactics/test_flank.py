"""Flank: Soldiers move between own Fronts."""

import pytest

from rulesets.heros_crossing_tactics import RULESET
from rulesets.heros_crossing_tactics.effects import FrontActivated, SoldiersFlanked, TurnEnded
from rulesets.heros_crossing_tactics.phases import Flanking, Turn
from rulesets.heros_crossing_tactics.pieces import Soldiers
from rulesets.heros_crossing_tactics.rules.flank import Flank, Send
from tests.rulesets.heros_crossing_tactics.build import at, front, side, table


@pytest.mark.rule("HCT-FLK-01")
@pytest.mark.parametrize("sent", [0, 1, 2, 3])
def test_any_number_of_soldiers_moves(sent: int) -> None:
    """None, some or all of them, but not more than there are, nor anybody else's."""
    scenario = at(table(side(front(), front(weapon=3)), side(front(armor=2)))).when(1, Flank(2))
    board = scenario.when(1, Send("weapon", sent, 0)).board

    assert [board.front(1, column).soldiers.weapon for column in (1, 2, 3)] == [sent, 3 - sent, 0]
    assert board.side(2) == scenario.board.side(2)
    scenario.when(1, Send("weapon", 2, 2)).refused("HCT-FLK-01")
    scenario.when(1, Send("weapon", 4, 0)).refused("HCT-FLK-01")


@pytest.mark.rule("HCT-FLK-02")
def test_a_destination_may_be_activated() -> None:
    """It makes no difference whether the receiving Front has acted."""
    board = table(side(front(magic=2), front(activated=True), front()))
    after = at(board).when(1, Flank(1)).when(1, Send("magic", 1, 1)).board

    assert [after.front(1, column).soldiers.magic for column in (1, 2, 3)] == [0, 1, 1]


@pytest.mark.rule("HCT-FLK-03")
def test_soldiers_may_be_divided_in_any_way() -> None:
    """Each type is sent by itself, in the printed order, any number of it to either other Front."""
    scenario = at(table(side(front(weapon=2, potion=1)))).when(1, Flank(1)).waits_for(Flanking, 1)

    assert set(RULESET.legal_actions(scenario.board, 1)) == {
        Send("weapon", i, j) for i in range(3) for j in range(3) if i + j <= 2
    }
    scenario.when(1, Send("potion", 1, 0)).refused("HCT-FLK-03")
    scenario = scenario.when(1, Send("weapon", 1, 1)).then(SoldiersFlanked(1, 1, "weapon", 1, 1))
    after = scenario.when(1, Send("potion", 0, 1)).waits_for(Turn, 2).board
    assert [after.front(1, column).soldiers for column in (1, 2, 3)] == [
        Soldiers(),
        Soldiers(weapon=1),
        Soldiers(weapon=1, potion=1),
    ]


@pytest.mark.rule("HCT-FLK-04")
def test_soldiers_only_leave_the_activated_front() -> None:
    """Nothing can be sent into it, nor between the two others: a negative number is refused."""
    scenario = at(table(side(front(weapon=1), front(weapon=5), front(weapon=5)))).when(1, Flank(1))

    scenario.when(1, Send("weapon", -1, 1)).refused("HCT-FLK-04")
    scenario.when(1, Send("weapon", 0, -1)).refused("HCT-FLK-04")
    for action in RULESET.legal_actions(scenario.board, 1):
        after = scenario.when(1, action).board
        assert after.front(1, 1).soldiers.weapon <= 1
        assert min(after.front(1, column).soldiers.weapon for column in (2, 3)) >= 5


@pytest.mark.rule("HCT-FLK-05")
def test_a_front_may_be_left_empty() -> None:
    """All Soldiers may go."""
    after = at(table(side(front(magic=2)))).when(1, Flank(1)).when(1, Send("magic", 2, 0)).board

    assert after.front(1, 1).soldiers == Soldiers()


@pytest.mark.rule("HCT-FLK-06")
def test_a_front_holds_any_number_of_soldiers() -> None:
    """All cubes of the game may stand on one Front."""
    after = at(table(side(front(weapon=8), front(weapon=7, armor=15)))).when(1, Flank(1))

    assert after.when(1, Send("weapon", 8, 0)).board.front(1, 2).soldiers == Soldiers(weapon=15, armor=15)


@pytest.mark.rule("HCT-AMB-07")
def test_a_front_without_soldiers_may_flank() -> None:
    """It is the turn that does nothing: no question is asked."""
    at(table()).when(1, Flank(3)).then(FrontActivated(1, 3, "flank"), TurnEnded(2))
