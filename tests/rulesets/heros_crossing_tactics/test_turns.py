"""Turns and rounds."""

import pytest
from msgspec.structs import replace

from rulesets.heros_crossing_tactics import RULESET
from rulesets.heros_crossing_tactics.board import Board
from rulesets.heros_crossing_tactics.effects import (
    Asked,
    AttackDeclared,
    FrontActivated,
    RoundEnded,
    SoldiersFlanked,
    TurnEnded,
)
from rulesets.heros_crossing_tactics.phases import Flanking, Turn
from rulesets.heros_crossing_tactics.pieces import Soldiers
from rulesets.heros_crossing_tactics.rules.attack import Attack
from rulesets.heros_crossing_tactics.rules.flank import Flank, Send
from rulesets.heros_crossing_tactics.rules.hire import HirePlace, HireReplace
from rulesets.heros_crossing_tactics.rules.recruit import Recruit
from rulesets.heros_crossing_tactics.rules.setup import PickHero
from tests.rulesets.heros_crossing_tactics.build import at, front, side, table


def last_turn() -> Board:
    """Seat 2 takes the last turn of round 2: five Fronts are activated."""
    done = front(activated=True, weapon=1)
    return table(side(done, done, done), side(done, done, front(magic=2)), seat=2, turn=12)


@pytest.mark.rule("HCT-TRN-01")
def test_the_first_player_takes_the_first_turn() -> None:
    """After five turns and the sixth, whoever then holds the card begins."""
    scenario = at(last_turn()).when(2, Recruit(3)).waits_for(Turn, 2)
    assert scenario.board.first == 2 == scenario.board.seat


@pytest.mark.rule("HCT-TRN-02")
def test_a_turn_is_one_front_and_one_of_four_actions() -> None:
    """A turn offers Hire, Recruit, Flank and Attack with own Fronts only, and is over after one of them."""
    board = table(side(front(weapon=1), hand=("knight-1", "cleric-1")))
    kinds = {type(action) for action in RULESET.legal_actions(board, 1)}

    assert kinds == {HirePlace, HireReplace, Recruit, Flank, Attack}
    assert not list(RULESET.legal_actions(board, 2))
    at(board).when(2, Recruit(1)).refused("HCT-TRN-02")
    at(board).when(1, PickHero("knight-1")).refused("HCT-TRN-02")
    at(board).when(1, Recruit(2)).then(FrontActivated(1, 2, "recruit"), TurnEnded(2)).waits_for(Turn, 2)


@pytest.mark.rule("HCT-TRN-03")
@pytest.mark.parametrize("action", [Recruit(2), Flank(2), HirePlace(2, "knight-1"), Attack(2, 1)])
def test_acting_marks_the_front(action: Recruit) -> None:
    """Whatever a Front does, it is activated, and no other Front is."""
    board = at(table(side(hand=("knight-1",)))).when(1, action).board

    assert [f.activated for own in board.sides for f in own.fronts] == [False, True, False, False, False, False]


@pytest.mark.rule("HCT-TRN-04")
@pytest.mark.parametrize(
    "action", [Recruit(1), Flank(1), HirePlace(1, "knight-1"), HireReplace(1, 1, "cleric-1"), Attack(1, 1)]
)
def test_no_front_acts_twice_in_a_round(action: Recruit) -> None:
    """An activated Front is refused, whatever it is to do, and is not offered."""
    board = table(side(front("knight-2", activated=True), hand=("knight-1", "cleric-1")))

    at(board).when(1, action).refused("HCT-TRN-04")
    assert not [a for a in RULESET.legal_actions(board, 1) if getattr(a, "column", None) == 1]


@pytest.mark.rule("HCT-TRN-05")
def test_turns_alternate() -> None:
    """Seat 1, seat 2, seat 1 and so on, each turn counted."""
    scenario = at(table())
    for turn, seat in enumerate((1, 2, 1, 2, 1), 7):
        assert (scenario.board.seat, scenario.board.turn) == (seat, turn)
        scenario = scenario.when(seat, Recruit((turn - 5) // 2))


@pytest.mark.rule("HCT-TRN-06")
@pytest.mark.rule("HCT-AMB-07")
def test_nobody_may_pass() -> None:
    """Every action of a turn activates a Front; the one that does nothing else is a Flank without Soldiers."""
    board = table(side(hand=("knight-1",)))
    for action in RULESET.legal_actions(board, 1):
        after = at(board).when(1, action).board
        assert sum(f.activated for f in after.side(1).fronts) == 1
    at(board).when(1, Flank(1)).then(FrontActivated(1, 1, "flank"), TurnEnded(2))


@pytest.mark.rule("HCT-TRN-07")
def test_a_round_ends_when_all_six_fronts_are_activated() -> None:
    """After the fifth turn it goes on; after the sixth the round is over."""
    scenario = at(table(side(*[front(activated=True)] * 2), side(*[front(activated=True)] * 2), turn=11))

    scenario = scenario.when(1, Recruit(3)).then_includes(TurnEnded(2)).then_never(RoundEnded)
    scenario = scenario.when(2, Recruit(3)).then_includes(RoundEnded(2)).then_never(TurnEnded)
    assert scenario.board.round == 3


@pytest.mark.rule("HCT-TRN-08")
@pytest.mark.parametrize("first", [1, 2])
def test_the_first_player_card_changes_hands(first: int) -> None:
    """Whoever held it in this round does not in the next."""
    done = side(*[front(activated=True)] * 3)
    last = side(front(activated=True), front(activated=True))
    sides = (done, last) if first == 1 else (last, done)
    board = table(*sides, seat=3 - first, first=first, turn=12)

    assert at(board).when(3 - first, Recruit(3)).board.first == 3 - first


@pytest.mark.rule("HCT-TRN-09")
def test_refreshing_takes_the_marks_off_and_nothing_else() -> None:
    """Heroes, Soldiers, hands and health are as before."""
    before = last_turn()
    after = at(before).when(2, Recruit(3)).board

    assert not any(f.activated for own in after.sides for f in own.fronts)
    for one, two in zip(before.sides, after.sides, strict=True):
        assert [(f.heroes, f.soldiers) for f in one.fronts] == [(f.heroes, f.soldiers) for f in two.fronts]
        assert (one.hand, one.health) == (two.hand, two.health)


@pytest.mark.rule("HCT-TRN-10")
def test_the_new_first_player_takes_two_turns_in_a_row() -> None:
    """The last turn of a round and the first of the next belong to the same seat."""
    scenario = at(last_turn()).when(2, Recruit(3)).when(2, Recruit(1)).then_includes(TurnEnded(1))
    assert scenario.board.turn == 14


@pytest.mark.rule("HCT-TRN-11")
def test_an_activated_front_defends_and_receives_soldiers() -> None:
    """The mark hinders neither an attack on the Front nor its defence nor Soldiers that flank into it."""
    marked = front(activated=True, armor=1)
    board = table(side(front(weapon=1), marked), side(marked))

    attack = at(board).when(1, Attack(1, 1)).then_includes(AttackDeclared(1, 1, 1))
    assert attack.board.front(2, 1).activated
    flank = at(board).when(1, Flank(1)).then_includes(Asked(Flanking(1, ("weapon",))))
    assert flank.when(1, Send("weapon", 1, 0)).then_includes(SoldiersFlanked(1, 1, "weapon", 1, 0)).board.front(
        1, 2
    ).soldiers == Soldiers(weapon=1, armor=1)


@pytest.mark.rule("HCT-TRN-12")
def test_there_is_no_last_round() -> None:
    """Round 1,000 is followed by another as long as both Monarchs live."""
    board = replace(last_turn(), round=1_000, turn=6_000)
    assert at(board).when(2, Recruit(3)).waits_for(Turn, 2).board.round == 1_001
