"""Spies: sent to other towns, moved, expelled."""

import pytest

from rulesets.heros_crossing import RULESET
from rulesets.heros_crossing.board import spies_of
from rulesets.heros_crossing.effects import ActionTaken, SpyExpelled, SpySent
from rulesets.heros_crossing.rules.spies import ExpelSpy, SendSpy
from rulesets.heros_crossing.rules.turns import DraftDie, EndTurn
from rulesets.kit.errors import Refused
from tests.rulesets.heros_crossing.boards import at, last_die, new_round, side, table, using

DICE = ("grey-1", "green-6", "blue-3", "red-4")


def spying(*towns: str, die: str = "red-1") -> list[SendSpy]:
    """Where seat 1 may send its spy."""
    board = table(*(side(town) for town in towns), seats=len(towns), pending=using(die, "spy"))
    return [action for action in RULESET.legal_actions(board, 1) if isinstance(action, SendSpy)]


@pytest.mark.rule("HCX-SPY-01")
@pytest.mark.parametrize("die", DICE)
def test_any_die_sends_a_spy_to_land_of_another_town(die: str) -> None:
    """Plain land, a Wishing Well or a Supply Line, in any town but the own; nowhere else."""
    assert spying("land", "land well-1 line-1", "land", die=die) == [
        SendSpy(2, "0.0"),
        SendSpy(2, "1.0"),
        SendSpy(2, "2.0"),
        SendSpy(3, "0.0"),
    ]
    board = table(side(), side("land land"), pending=using(die, "spy"))
    at(board).when(1, SendSpy(2, "1.0")).then_includes(ActionTaken(1, "spy"), SpySent(1, 2, "1.0"))
    for town, cell in ((2, "0.1"), (2, "nowhere"), (3, "0.0"), (0, "0.0"), (-1, "0.0")):
        at(board).when(1, SendSpy(town, cell)).refused("HCX-SPY-01")


@pytest.mark.rule("HCX-SPY-02")
def test_no_spy_stands_in_the_own_town() -> None:
    """Its owner cannot place it there."""
    board = table(side("land land"), pending=using("red-1", "spy"))

    at(board).when(1, SendSpy(1, "0.0")).refused("HCX-SPY-02")
    assert all(action.town != 1 for action in spying("land", "land", "land"))


@pytest.mark.rule("HCX-SPY-03")
@pytest.mark.parametrize("building", ["smithy-1", "weapon-shop-2", "base-3"])
def test_no_spy_stands_on_a_building(building: str) -> None:
    """Production Centers, Shops and Foundations are closed to it."""
    board = table(side(), side(f"land {building}"), pending=using("red-1", "spy"))

    at(board).when(1, SendSpy(2, "1.0")).refused("HCX-SPY-03")
    assert spying("land", f"land {building}") == [SendSpy(2, "0.0")]


@pytest.mark.rule("HCX-SPY-04")
def test_no_spy_is_sent_to_a_guarded_land() -> None:
    """Whatever its back."""
    board = table(side(), side("land guard-1 guard-3"), pending=using("red-1", "spy"))

    at(board).when(1, SendSpy(2, "1.0")).refused("HCX-SPY-04")
    at(board).when(1, SendSpy(2, "2.0")).refused("HCX-SPY-04")
    assert spying("land", "land guard-1 guard-3") == [SendSpy(2, "0.0")]


@pytest.mark.rule("HCX-SPY-05")
@pytest.mark.parametrize(("town", "cell"), [(2, "1.0"), (3, "0.0")])
def test_a_spy_that_is_out_is_moved(town: int, cell: str) -> None:
    """Each player has one: it leaves its old place, for the same town or another one."""
    board = table(side(), side("land!1 land"), side("land"), pending=using("red-1", "spy"))

    scenario = at(board).when(1, SendSpy(town, cell)).then_includes(SpySent(1, town, cell, 2, "0.0"))
    assert spies_of(scenario.board, 1) == ((town, cell),)
    at(board).when(1, SendSpy(town, cell, 3, "0.0")).refused("HCX-SPY-05")


@pytest.mark.rule("HCX-SPY-05")
@pytest.mark.parametrize("start", ["1.0", "7.7"])
def test_a_table_enters_a_spy_from_where_it_stands(start: str) -> None:
    """Not from a tile where another's stands, and not from where there is no tile."""
    board = table(side(), side("land!1 land!3 land"), side("land"))

    SpySent(1, 3, "0.0", 2, "0.0").check(board)
    with pytest.raises(Refused, match="HCX-SPY-05"):
        SpySent(1, 3, "0.0", 2, start).check(board)


@pytest.mark.rule("HCX-SPY-06")
def test_a_spy_goes_to_another_tile_where_others_may_stand() -> None:
    """It does not stay where it is; the spies of several players share a tile."""
    board = table(side(), side("land!1 land!3"), side(), pending=using("red-1", "spy"))

    at(board).when(1, SendSpy(2, "0.0")).refused("HCX-SPY-06")
    scenario = at(board).when(1, SendSpy(2, "1.0"))
    assert [lot.spies for lot in scenario.board.side(2).town] == [(), (1, 3)]


@pytest.mark.rule("HCX-SPY-07")
def test_a_spy_stays_over_rounds() -> None:
    """The clean-up leaves it where it stands."""
    board = last_die(side("land"), side("land!1 land"))

    assert spies_of(at(board).when(1, EndTurn(), new_round()).board, 1) == ((2, "0.0"),)


# --- Expel


@pytest.mark.rule("HCX-EXP-01")
@pytest.mark.parametrize("die", ["grey-4", "green-5", "blue-6", "red-3+1", "red-1+3"])
def test_a_value_of_four_expels(die: str) -> None:
    """Any colour will do, and modifiers count."""
    board = table(side("land!2"), pending=using(die, "expel"))

    scenario = at(board).when(1, ExpelSpy("0.0", 2)).then_includes(ActionTaken(1, "expel"), SpyExpelled(1, "0.0", 2))
    assert spies_of(scenario.board, 2) == ()


@pytest.mark.rule("HCX-EXP-01")
@pytest.mark.parametrize("die", ["grey-1", "green-3", "red-2+1"])
def test_a_lower_value_does_not_expel(die: str) -> None:
    """The action is refused, and not offered."""
    board = table(side("land!2"), pending=using(die, "expel"))

    at(board).when(1, ExpelSpy("0.0", 2)).refused("HCX-EXP-01")
    assert not any(isinstance(action, ExpelSpy) for action in RULESET.legal_actions(board, 1))


@pytest.mark.rule("HCX-EXP-02")
def test_an_expelled_spy_may_come_again() -> None:
    """It is with its owner, who sends it out as at first."""
    board = table(side("land!2"), side(), pending=using("red-4", "expel"))
    gone = at(board).when(1, ExpelSpy("0.0", 2)).when(1, EndTurn()).when(2, DraftDie("blue-1", 1))

    gone.when(2, SendSpy(1, "0.0")).then_includes(SpySent(2, 1, "0.0"))


@pytest.mark.rule("HCX-EXP-03")
def test_one_spy_is_expelled() -> None:
    """With several in town the player chooses which; the others stay, also on the same tile."""
    board = table(side("land!23 land!4"), seats=4, pending=using("red-6", "expel"))

    offered = [action for action in RULESET.legal_actions(board, 1) if isinstance(action, ExpelSpy)]
    assert offered == [ExpelSpy("0.0", 2), ExpelSpy("0.0", 3), ExpelSpy("1.0", 4)]
    scenario = at(board).when(1, ExpelSpy("0.0", 3))
    assert [lot.spies for lot in scenario.board.side(1).town] == [(2,), (4,)]
    scenario.when(1, ExpelSpy("0.0", 2)).refused("HCX-DUA-06")


@pytest.mark.rule("HCX-EXP-04")
def test_there_must_be_a_spy_to_expel() -> None:
    """One of that player, on that tile of the own town."""
    board = table(side("land land!2"), side("land!1"), seats=3, pending=using("red-6", "expel"))

    for cell, spy in (("0.0", 2), ("1.0", 3), ("0.0", 1), ("5.5", 2), ("1.0", 0)):
        at(board).when(1, ExpelSpy(cell, spy)).refused("HCX-EXP-04")
    empty = table(side("land"), side("land!1"), pending=using("red-6", "expel"))
    assert not any(isinstance(action, ExpelSpy) for action in RULESET.legal_actions(empty, 1))
