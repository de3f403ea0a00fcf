"""Free actions: a die stolen for another and a modifier, four cubes donated for a point."""

import pytest

from rulesets.heros_crossing import RULESET
from rulesets.heros_crossing.board import Board
from rulesets.heros_crossing.effects import (
    CubesGiven,
    DieDrafted,
    DieStolen,
    DieTaken,
    DonationStarted,
    ResourcesDonated,
    StealStarted,
)
from rulesets.heros_crossing.phases import Acting, Donating, Giving, Stealing, Turn
from rulesets.heros_crossing.rules.donations import Donate, GiveCubes
from rulesets.heros_crossing.rules.stealing import GiveDie, StealDie, TakeDie
from rulesets.heros_crossing.rules.turns import DraftDie, EndTurn
from rulesets.kit.scenario import Scenario
from tests.rulesets.heros_crossing.boards import at, lots, side, slot, stake, table, using, visit


def stolen(board: Board, taken: str = "red-6", given: str = "blue-1", victim: int = 2) -> Scenario[Board]:
    """Seat 1 steals."""
    return at(board).when(1, StealDie(victim)).when(1, TakeDie(taken)).when(1, GiveDie(given))


def two(mine: str = "blue-1 grey-2", theirs: str = "red-6 green-3", modifiers: int = 2) -> Board:
    """Two players with dice, seat 1 in turn."""
    return table(side(pool=mine, modifiers=modifiers), side(pool=theirs, modifiers=0))


@pytest.mark.rule("HCX-STL-01", "HCX-STL-06")
def test_a_die_is_stolen_for_a_die_and_a_modifier() -> None:
    """From whom, which one, and what for: the dice change pools with the faces they show."""
    start = at(two()).when(1, StealDie(2)).then(StealStarted(1, 2)).waits_for(Stealing, 1)
    chosen = start.when(1, TakeDie("red-6")).then(DieTaken(1, 2, "red-6")).waits_for(Giving, 1)
    after = chosen.when(1, GiveDie("blue-1")).then(DieStolen(1, 2, "red-6", "blue-1", 1)).waits_for(Turn, 1).board

    assert [one.pool for one in after.sides] == [("grey-2", "red-6"), ("blue-1", "green-3")]
    assert [one.modifiers for one in after.sides] == [1, 1]
    for victim in (1, 0, 3, -1):
        at(two()).when(1, StealDie(victim)).refused("HCX-STL-01")


@pytest.mark.rule("HCX-STL-02")
def test_the_victim_is_not_asked() -> None:
    """Only the thief decides anything."""
    scenario = at(two()).when(1, StealDie(2))

    scenario.when(2, TakeDie("red-6")).refused("HCX-STL-01")
    scenario = scenario.when(1, TakeDie("red-6"))
    scenario.when(2, GiveDie("blue-1")).refused("HCX-STL-04")
    assert RULESET.waiting_for(scenario.board) == (1,)


@pytest.mark.rule("HCX-STL-03")
def test_only_unused_dice_are_stolen() -> None:
    """None of the graveyard, of a tile or of a hero, and none of whoever has no more."""
    board = table(
        side(pool="blue-1"),
        side(pool="green-3"),
        side(pool=""),
        graveyard=("grey-5",),
        supply={0: slot("armorer-1c", stake(2, "grey-4"))},
        visiting={1: visit("fighter", stake(2, "red-6"))},
    )
    scenario = at(board).when(1, StealDie(2))
    assert list(RULESET.legal_actions(scenario.board, 1)) == [TakeDie("green-3")]
    for die in ("grey-5", "grey-4", "red-6", "blue-1", ""):
        scenario.when(1, TakeDie(die)).refused("HCX-STL-03")
    at(board).when(1, StealDie(3)).refused("HCX-STL-03")


@pytest.mark.rule("HCX-STL-04")
def test_the_die_given_is_unused() -> None:
    """Neither the one in use nor the one just stolen; with no die left there is no steal."""
    board = table(side(pool="blue-1"), side(pool="red-6"), pending=using("grey-2", "spy"))
    scenario = at(board).when(1, StealDie(2)).when(1, TakeDie("red-6"))
    assert list(RULESET.legal_actions(scenario.board, 1)) == [GiveDie("blue-1")]
    for die in ("grey-2", "red-6", ""):
        scenario.when(1, GiveDie(die)).refused("HCX-STL-04")

    last = table(side(pool=""), side(pool="red-6"), pending=using("grey-2", "spy"))
    at(last).when(1, StealDie(2)).refused("HCX-STL-04")
    assert not any(isinstance(action, StealDie) for action in RULESET.legal_actions(last, 1))


@pytest.mark.rule("HCX-STL-05")
def test_a_steal_takes_a_modifier() -> None:
    """Who has none does not steal."""
    at(two(modifiers=0)).when(1, StealDie(2)).refused("HCX-STL-05")
    assert not any(isinstance(action, StealDie) for action in RULESET.legal_actions(two(modifiers=0), 1))
    assert stolen(two(modifiers=1)).board.side(1).modifiers == 0


@pytest.mark.rule("HCX-STL-07")
def test_one_steal_a_turn() -> None:
    """The next turn gives another, and the same player may suffer it again."""
    scenario = stolen(two(modifiers=5))
    scenario.when(1, StealDie(2)).refused("HCX-STL-07")
    assert not any(isinstance(action, StealDie) for action in RULESET.legal_actions(scenario.board, 1))

    scenario = scenario.when(1, DraftDie("grey-2", 1)).when(1, EndTurn())
    scenario = scenario.when(2, DraftDie("blue-1", 1)).when(2, EndTurn()).waits_for(Turn, 1)
    scenario.when(1, StealDie(2)).waits_for(Stealing, 1)


@pytest.mark.rule("HCX-STL-08")
def test_a_steal_is_not_the_draft() -> None:
    """The turn still has its die, which may be the stolen one."""
    stolen(two()).when(1, DraftDie("red-6", 0)).then(DieDrafted(1, "red-6", 0, ("produce", "move"))).waits_for(
        Acting, 1
    )


@pytest.mark.rule("HCX-STL-09")
def test_the_victim_uses_what_it_got() -> None:
    """The die and the modifier are its own from its next turn on."""
    scenario = stolen(two()).when(1, DraftDie("grey-2", 1)).when(1, EndTurn())

    scenario = scenario.waits_for(Turn, 2).when(2, DraftDie("blue-1", 0, 1))
    scenario.then(DieDrafted(2, "blue-1", 0, ("produce", "move"), 1))


@pytest.mark.rule("HCX-STL-10")
def test_a_steal_may_follow_the_die_of_the_turn() -> None:
    """Between its actions or after them, for an unused die; the row goes on where it was."""
    board = table(side(pool="blue-1"), side(pool="red-6"), pending=using("grey-2", "spy", "get_land"))
    scenario = stolen(board).waits_for(Acting, 1)

    assert scenario.board.pending == board.pending
    assert scenario.board.side(1).pool == ("red-6",)


# --- donations

TOWN = "smithy-1*3 land weapon-shop-2*2 land apothecary-1*4"


@pytest.mark.rule("HCX-DON-01", "HCX-DON-02")
def test_four_cubes_bring_a_point() -> None:
    """Of any types, off Production Centers and out of Shops, in any order."""
    scenario = at(table(side(TOWN, vp=7))).when(1, Donate()).then(DonationStarted(1, 4)).waits_for(Donating, 1)
    scenario = scenario.when(1, GiveCubes("2.0", 1)).then(CubesGiven(1, "2.0", "weapon", 1)).waits_for(Donating, 1)
    scenario.when(1, GiveCubes("1.0", 1)).refused("HCX-DON-02")
    scenario = scenario.when(1, GiveCubes("0.0", 1)).when(1, GiveCubes("0.0", 1)).waits_for(Donating, 1)
    scenario.when(1, GiveCubes("4.0", 2)).refused("HCX-DON-01")
    after = scenario.when(1, GiveCubes("4.0", 1)).then(CubesGiven(1, "4.0", "potion", 1), ResourcesDonated(1, 1))

    assert [cubes for _, cubes in lots(after.waits_for(Turn, 1).board).values()] == [1, 0, 1, 0, 3]
    assert after.board.side(1).vp == 8


@pytest.mark.rule("HCX-DON-01")
def test_exactly_four_cubes_are_donated() -> None:
    """Not with fewer in the town, and never more."""
    at(table(side("smithy-1*3"))).when(1, Donate()).refused("HCX-DON-01")
    assert not any(isinstance(a, Donate) for a in RULESET.legal_actions(table(side("smithy-1*3")), 1))
    four = table(side("smithy-1*4"))
    assert Donate() in set(RULESET.legal_actions(four, 1))
    at(four).when(1, Donate()).when(1, GiveCubes("0.0", 4)).then_includes(ResourcesDonated(1, 1))

    scenario = at(table(side(TOWN))).when(1, Donate())
    for cell, n in (("0.0", 4), ("0.0", 0), ("0.0", -1), ("4.0", 5), ("2.0", 3)):
        scenario.when(1, GiveCubes(cell, n)).refused("HCX-DON-01")
    short = at(table(side("smithy-1*3 land weapon-shop-2*2"))).when(1, Donate())
    short = short.when(1, GiveCubes("2.0", 1)).when(1, GiveCubes("0.0", 1))
    legal = [GiveCubes("0.0", 1), GiveCubes("0.0", 2), GiveCubes("2.0", 1)]
    assert list(RULESET.legal_actions(short.board, 1)) == legal


@pytest.mark.rule("HCX-DON-03")
def test_cubes_on_heroes_are_not_donated() -> None:
    """They are not in the town."""
    board = table(side("smithy-1*3"), visiting={0: visit("dancer", filled="magic potion -")})

    at(board).when(1, Donate()).refused("HCX-DON-01")
    scenario = at(table(side(TOWN))).when(1, Donate())
    scenario.when(1, GiveCubes("9.9", 1)).refused("HCX-DON-02")


@pytest.mark.rule("HCX-DON-04")
def test_any_number_of_donations_in_a_turn() -> None:
    """As long as there are cubes."""
    scenario = at(table(side(TOWN)))
    scenario = scenario.when(1, Donate()).when(1, GiveCubes("4.0", 4))
    scenario = scenario.when(1, Donate()).when(1, GiveCubes("0.0", 3)).when(1, GiveCubes("2.0", 1))
    assert scenario.board.side(1).vp == 2
    scenario.when(1, Donate()).refused("HCX-DON-01")


@pytest.mark.rule("HCX-DON-05")
def test_spies_do_not_hinder_donations() -> None:
    """Nor does the die in use."""
    board = table(side("land!2 smithy-1*4 land!2"), pending=using("red-1", "spy"))

    scenario = at(board).when(1, Donate()).when(1, GiveCubes("1.0", 4)).then_includes(ResourcesDonated(1, 1))
    assert scenario.board.pending == board.pending
