"""Tiles are claimed and placed: new cells, tiles built upon, special tiles that replace others."""

from collections.abc import Sequence

import pytest

from rulesets.heros_crossing import RULESET
from rulesets.heros_crossing.board import Board
from rulesets.heros_crossing.effects import (
    Asked,
    BidPlaced,
    BuildingLeftInSupply,
    BuildingPlaced,
    BuildingRevealed,
    BuildingWon,
    ResourcesMoved,
    SpyExpelled,
    TileReplaced,
    TileReturnedToStack,
)
from rulesets.heros_crossing.phases import SETTLING, TURN, Placing, Settling, Turn
from rulesets.heros_crossing.rules.actions import Move
from rulesets.heros_crossing.rules.bidding import Bid
from rulesets.heros_crossing.rules.claiming import ClaimTile, PlaceTile, WithdrawBid
from rulesets.heros_crossing.rules.spies import ExpelSpy, SendSpy
from rulesets.heros_crossing.rules.turns import DraftDie
from rulesets.kit.outcomes import Outcome
from rulesets.kit.scenario import Scenario
from tests.rulesets.heros_crossing.boards import at, cards, laid, lots, settled, side, slot, stake, table, using

ARMORER = "armorer-1c"
SPACES = {1: 0, 2: 5, 3: 8}
"""The first building space of each level."""


def turn(
    tile: str,
    *rows: str,
    zoning: str = "X",
    empty: tuple[int, ...] = (),
    bid: str = "grey-2+1",
    outcomes: Sequence[Outcome] = (),
) -> Scenario[Board]:
    """The start of a turn of seat 1, which alone bids on a tile, in a drawn town.

    `outcomes` are told where the tile is placed by itself: it has one cell, and its space is filled.
    """
    space = SPACES[cards().tile[tile].back]
    return settled(
        table(
            side(*(rows or ("land",))),
            zoning=zoning,
            era=3,
            empty=empty,
            supply={0: "smithy-1c", 4: "", space: slot(tile, stake(1, bid))},
            card="bids",
            pending=SETTLING,
        ),
        outcomes,
    )


def cells(scenario: Scenario[Board]) -> list[str]:
    """Where the tile may go."""
    return [action.cell for action in RULESET.legal_actions(scenario.board, 1) if isinstance(action, PlaceTile)]


@pytest.mark.rule("HCX-CLM-01")
def test_the_only_bidder_gets_the_tile_at_the_start_of_the_turn() -> None:
    """At nobody else's, and not while another bid lies on it."""
    board = table(supply={0: slot(ARMORER, stake(1, "grey-2"))}, pending=SETTLING)
    settled(board).then(BuildingWon(1, ARMORER, 0)).waits_for(Placing, 1)

    other = table(supply={0: slot(ARMORER, stake(1, "grey-2"))}, seat=2, pending=SETTLING)
    settled(other).then(Asked(TURN)).waits_for(Turn, 2)
    contested = table(supply={0: slot(ARMORER, stake(1, "grey-2"), stake(2, "grey-3"))}, pending=SETTLING)
    settled(contested).then().waits_for(Settling, 1).when(1, ClaimTile(ARMORER)).refused("HCX-CLM-01")


@pytest.mark.rule("HCX-CLM-02")
def test_dice_of_a_claimed_tile_are_spent() -> None:
    """They come into the graveyard; modifiers on them are gone."""
    board = table(supply={0: slot(ARMORER, stake(1, "grey-2+1", "grey-5"))}, pending=SETTLING)
    scenario = settled(board)

    assert scenario.board.graveyard == ("grey-2", "grey-5")
    assert scenario.board.side(1).modifiers == board.side(1).modifiers
    assert scenario.board.supply[0].bids == ()


@pytest.mark.rule("HCX-CLM-03", "HCX-CLM-04")
def test_a_claimed_tile_is_placed_and_its_space_filled() -> None:
    """At once, from the stack of the level; the turn goes on after it."""
    asked = turn("armorer-2a", "armorer-1").needs_chance("draw", "HCX-CLM-04")
    assert "armorer-2b" in asked.allowed
    assert "armorer-1b" not in asked.allowed

    placed = turn("armorer-2a", "armorer-1", outcomes=["smithy-2b"])
    placed.then(
        BuildingWon(1, "armorer-2a", 5),
        TileReplaced(1, "0.0", "armorer-2a", "armorer-1a"),
        TileReturnedToStack(1, "armorer-1a"),
        BuildingRevealed(5, "smithy-2b"),
        Asked(TURN),
    )
    placed.waits_for(Turn, 1)


@pytest.mark.rule("HCX-CLM-04")
def test_an_empty_stack_leaves_the_space_empty() -> None:
    """Nothing is turned up; a tile that was just put back comes out at once."""
    scenario = turn("armorer-1b", empty=(1,)).when(1, PlaceTile("1.0"))
    scenario.then_never(BuildingRevealed)
    assert scenario.board.supply[0].tile == ""

    back = turn("guard-1a", "well-1", empty=(1,)).when(1, PlaceTile("0.0"))
    back.then_includes(TileReturnedToStack(1, "well-1a"), BuildingRevealed(0, "well-1a"))


@pytest.mark.rule("HCX-CLM-05")
def test_a_building_of_level_one_goes_to_a_new_cell() -> None:
    """Beside the town, away from buildings, and as the zoning has it."""
    scenario = turn("armorer-1b", "land land smithy-1", zoning="N")

    assert cells(scenario) == ["0.1", "1.1"]
    scenario.when(1, PlaceTile("2.1")).refused("HCX-TWN-05")
    scenario.when(1, PlaceTile("-1.0")).refused("HCX-ZON-03")
    scenario.when(1, PlaceTile("0.0")).refused("HCX-TWN-01")
    scenario.when(1, PlaceTile("2.0")).refused("HCX-TWN-01")
    scenario.when(1, PlaceTile("7.7")).refused("HCX-TWN-04")
    scenario.when(1, PlaceTile("0.1"), ["well-1a"]).then_includes(BuildingPlaced(1, "0.1", "armorer-1b"))


@pytest.mark.rule("HCX-CLM-06", "HCX-CLM-07")
@pytest.mark.parametrize(
    ("tile", "below", "legal"),
    [
        ("armorer-2a", "armorer-1", True),
        ("armorer-2a", "base-2", True),
        ("armorer-2a", "armorer-3", False),
        ("armorer-2a", "smithy-1", False),
        ("armorer-2a", "armor-shop-1", False),
        ("armorer-2a", "land", False),
        ("armorer-2a", "line-1", False),
        ("armorer-3a", "armorer-2", True),
        ("armorer-3a", "base-1", True),
        ("armorer-3a", "armorer-1", False),
        ("armorer-3a", "smithy-2", False),
        ("armorer-3a", "well-3", False),
    ],
)
def test_higher_levels_are_built_upon_the_level_below(tile: str, below: str, legal: bool) -> None:
    """The same name one level lower, or a Foundation; a level is never skipped."""
    level = cards().tile[tile].level
    other = "base-2" if below == "base-1" else "base-1"
    scenario = turn(tile, f"{below} land . land base-3 land {other}")
    placed = scenario.when(1, PlaceTile("0.0"), ["smithy-2b" if level == 2 else "smithy-3a"])

    if legal:
        placed.then_includes(TileReplaced(1, "0.0", tile, below if below[-1].isalpha() else f"{below}a"))
    else:
        placed.refused("HCX-CLM-06" if level == 2 else "HCX-CLM-07")


@pytest.mark.rule("HCX-CLM-08")
def test_the_replaced_building_goes_under_the_stack_of_its_own_level() -> None:
    """Everybody knows it lies there, below all that is hidden."""
    scenario = turn("armorer-3a", "armorer-2", outcomes=["well-3a"])

    scenario.then_includes(TileReturnedToStack(2, "armorer-2a"))
    assert scenario.board.stacks[1].bottom == ("armorer-2a",)
    assert scenario.board.stacks[0].bottom == scenario.board.stacks[2].bottom == ()
    assert "armorer-2a" not in scenario.board.stacks[1].hidden.unseen


@pytest.mark.rule("HCX-CLM-09")
@pytest.mark.parametrize("tile", ["armorer-2a", "armorer-3a"])
def test_higher_levels_never_go_to_an_empty_cell(tile: str) -> None:
    """Not even where a building of level 1 could stand."""
    scenario = turn(tile, "base-1 land base-3")

    scenario.when(1, PlaceTile("3.0")).refused("HCX-CLM-09")
    scenario.when(1, PlaceTile("nowhere")).refused("HCX-CLM-09")
    assert cells(scenario) == ["0.0", "2.0"]


@pytest.mark.rule("HCX-AMB-51")
def test_a_tile_with_one_cell_is_placed_by_itself() -> None:
    """Its owner is asked as soon as there are two."""
    turn("armorer-2a", "armorer-1 land base-3").then(BuildingWon(1, "armorer-2a", 5)).waits_for(Placing, 1)
    alone = turn("armorer-2a", "smithy-1 land base-3", outcomes=["well-2a"])
    alone.then_includes(TileReplaced(1, "2.0", "armorer-2a", "base-3a")).waits_for(Turn, 1)
    alone.when(1, PlaceTile("2.0")).refused("HCX-TRN-04")


@pytest.mark.rule("HCX-CLM-10")
@pytest.mark.parametrize("cubes", [0, 1, 4])
def test_cubes_stay_on_the_new_building(cubes: int) -> None:
    """As many as lay on the old one."""
    scenario = turn("armorer-2a", f"armorer-1*{cubes}", outcomes=["well-2a"])

    assert lots(scenario.board)["0.0"] == ("armorer-2a", cubes)


@pytest.mark.rule("HCX-CLM-11", "HCX-CLM-12")
def test_a_tile_without_a_place_stays_in_the_supply() -> None:
    """Its bids are gone, its dice spent, nothing is refilled; all but those who withdrew may bid on it at once."""
    board = table(
        side("land", pool="grey-1 blue-1"),
        card="bids",
        era=2,
        supply={5: slot("armorer-2", stake(1, "grey-2"), barred=(2,))},
        pending=SETTLING,
    )
    scenario = settled(board).then(BuildingLeftInSupply(1, "armorer-2a"), Asked(TURN)).waits_for(Turn, 1)
    assert scenario.board.graveyard == ("grey-2",)
    assert scenario.board.supply[5] == slot("armorer-2", barred=(2,))

    again = scenario.when(1, DraftDie("grey-1", 0)).when(1, Bid("armorer-2a"))
    again.then_includes(BidPlaced(1, "armorer-2a", laid("grey-1"), "first"))
    barred = table(seat=2, card="bids", supply={5: scenario.board.supply[5]}, era=2, pending=using("grey-6", "bid"))
    at(barred).when(2, Bid("armorer-2a")).refused("HCX-BID-11")


@pytest.mark.rule("HCX-CLM-11")
def test_zoning_may_leave_a_building_without_a_place() -> None:
    """Where every cell that the die allows lies beside a building."""
    scenario = turn("armorer-1b", "smithy-1", zoning="N").then(BuildingLeftInSupply(1, "armorer-1b"), Asked(TURN))

    assert scenario.board.supply[0].tile == "armorer-1b"


@pytest.mark.rule("HCX-CLM-13")
def test_a_tile_that_fits_is_placed() -> None:
    """Only the cell is chosen: there is no way to refuse the tile."""
    scenario = turn("armorer-1b")

    assert {type(action) for action in RULESET.legal_actions(scenario.board, 1)} == {PlaceTile}
    scenario.when(1, DraftDie("blue-1", 0)).refused("HCX-TWN-11")


@pytest.mark.rule("HCX-CLM-14")
def test_several_tiles_are_settled_one_by_one() -> None:
    """In an order of choice, each placed and its space filled before the next; contested ones come after."""
    board = table(
        side("armorer-1 land"),
        supply={
            0: slot("smithy-1", stake(1, "red-2")),
            1: slot("well-1", stake(1, "red-2")),
            2: slot("enchanter-1", stake(1, "blue-2"), stake(2, "blue-3")),
        },
        pending=SETTLING,
    )
    scenario = settled(board).then().waits_for(Settling, 1)
    assert list(RULESET.legal_actions(scenario.board, 1)) == [ClaimTile("smithy-1a"), ClaimTile("well-1a")]
    scenario.when(1, ClaimTile("enchanter-1a")).refused("HCX-CLM-01")
    scenario.when(1, WithdrawBid("enchanter-1a")).refused("HCX-TRN-02")

    first = scenario.when(1, ClaimTile("well-1a")).then(BuildingWon(1, "well-1a", 1)).waits_for(Placing, 1)
    second = first.when(1, PlaceTile("2.0"), ["guard-1a"])
    second.then(BuildingPlaced(1, "2.0", "well-1a"), BuildingRevealed(1, "guard-1a"), BuildingWon(1, "smithy-1a", 0))
    second.when(1, PlaceTile("3.0"), ["line-1a"]).waits_for(Settling, 1)


@pytest.mark.rule("HCX-CLM-15")
def test_two_copies_of_a_building_cannot_both_be_placed() -> None:
    """The second one stays in the supply."""
    board = table(
        side("land"),
        supply={0: slot("smithy-1a", stake(1, "red-2")), 1: slot("smithy-1b", stake(1, "red-2")), 4: "well-1"},
        pending=SETTLING,
    )
    scenario = settled(board).when(1, ClaimTile("smithy-1b")).when(1, PlaceTile("1.0"), ["guard-1a"])

    scenario.then_includes(BuildingPlaced(1, "1.0", "smithy-1b"), BuildingLeftInSupply(1, "smithy-1a"), Asked(TURN))
    higher = turn("smithy-2b", "smithy-2 land base-1").then(BuildingLeftInSupply(1, "smithy-2b"), Asked(TURN))
    assert higher.board.supply[5].tile == "smithy-2b"


@pytest.mark.rule("HCX-CLM-16", "HCX-SPC-13")
@pytest.mark.parametrize(("cell", "old"), [("0.0", "armorer-1a"), ("2.0", "base-2a")])
def test_the_building_below_or_a_foundation_is_replaced_by_choice(cell: str, old: str) -> None:
    """Any name may be built on a Foundation; both levels of a name may then stand in one town."""
    scenario = turn("armorer-2a", "armorer-1 land base-2")

    assert cells(scenario) == ["0.0", "2.0"]
    scenario.when(1, PlaceTile(cell), ["well-2a"]).then_includes(TileReplaced(1, cell, "armorer-2a", old))


# --- special tiles that replace others


@pytest.mark.rule("HCX-SPC-06", "HCX-SPC-09")
@pytest.mark.parametrize(("tile", "rule"), [("guard-2a", "HCX-SPC-06"), ("line-2a", "HCX-SPC-09")])
def test_guarded_lands_and_supply_lines_may_replace_land(tile: str, rule: str) -> None:
    """Any land-class tile of the own town, whatever the zoning; or a new cell, as the zoning has it."""
    scenario = turn(tile, "land well-1 smithy-1 guard-1 line-1", zoning="S")

    assert cells(scenario) == sorted(["0.0", "1.0", "3.0", "4.0", "0.-1", "1.-1", "2.-1", "3.-1", "4.-1"])
    scenario.when(1, PlaceTile("2.0")).refused(rule)
    scenario.when(1, PlaceTile("0.1")).refused("HCX-ZON-03")
    scenario.when(1, PlaceTile("1.0"), ["well-2a"]).then_includes(TileReplaced(1, "1.0", tile, "well-1a"))
    scenario.when(1, PlaceTile("2.-1"), ["well-2a"]).then_includes(BuildingPlaced(1, "2.-1", tile))


@pytest.mark.rule("HCX-SPC-07")
def test_a_spy_under_a_guarded_land_stays_until_it_is_expelled() -> None:
    """It blocks as before; once gone, no spy comes back."""
    placed = turn("guard-2a", "apothecary-1*1 land!2 potion-shop-1").when(1, PlaceTile("1.0"), ["well-2a"])
    town = placed.board.side(1).town
    assert [lot.spies for lot in town if lot.tile == "guard-2a"] == [(2,)]

    stands = "apothecary-1*1 guard-2!2 potion-shop-1"
    at(table(side(stands), pending=using("green-6", "move"))).when(1, Move("0.0", "2.0", 1)).refused("HCX-MOV-07")
    gone = at(table(side(stands), pending=using("red-6", "expel"))).when(1, ExpelSpy("1.0", 2))
    gone.then_includes(SpyExpelled(1, "1.0", 2))
    back = table(side("apothecary-1 guard-2 potion-shop-1"), seat=2, pending=using("red-6", "spy"))
    at(back).when(2, SendSpy(1, "1.0")).refused("HCX-SPY-04")


@pytest.mark.rule("HCX-SPC-10")
def test_a_spy_under_a_supply_line_blocks_it() -> None:
    """It stays when the tile is replaced; without it the line is free."""
    placed = turn("line-2a", "apothecary-1*1 land!2 potion-shop-1").when(1, PlaceTile("1.0"), ["well-2a"])
    assert [lot.spies for lot in placed.board.side(1).town if lot.tile == "line-2a"] == [(2,)]

    spied = table(side("apothecary-1*1 line-2!2 potion-shop-1"), pending=using("green-6", "move"))
    at(spied).when(1, Move("0.0", "2.0", 1)).refused("HCX-MOV-07")
    free = table(side("apothecary-1*1 line-2 potion-shop-1"), pending=using("green-6", "move"))
    at(free).when(1, Move("0.0", "2.0", 1)).then_includes(ResourcesMoved(1, "0.0", "2.0", "potion", 1, 1, 5))


@pytest.mark.rule("HCX-SPC-14")
def test_no_building_of_level_one_goes_onto_a_foundation() -> None:
    """It needs a new cell, away from the Foundation."""
    scenario = turn("armorer-1b", "base-1 land")

    scenario.when(1, PlaceTile("0.0")).refused("HCX-SPC-14")
    assert "0.0" not in cells(scenario)


@pytest.mark.rule("HCX-SPC-15")
def test_a_replaced_foundation_goes_under_the_stack_of_its_back() -> None:
    """Whatever the level of the building that replaces it."""
    scenario = turn("armorer-3a", "base-2 land", outcomes=["well-3a"])

    scenario.then_includes(TileReturnedToStack(2, "base-2a"))
    assert scenario.board.stacks[1].bottom == ("base-2a",)


@pytest.mark.rule("HCX-SPC-16")
def test_replaced_land_goes_back_where_it_came_from() -> None:
    """Plain land to the supply of land, which is not counted; special land under the stack of its back."""
    plain = turn("guard-2a", "land land").when(1, PlaceTile("0.0"), ["well-2a"])
    plain.then_includes(TileReplaced(1, "0.0", "guard-2a", "land")).then_never(TileReturnedToStack)

    special = turn("line-2a", "land guard-3").when(1, PlaceTile("1.0"), ["well-2a"])
    special.then_includes(TileReturnedToStack(3, "guard-3a"))
    assert special.board.stacks[2].bottom == ("guard-3a",)
