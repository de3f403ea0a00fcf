"""Towns: which cells take which tiles, what the Zoning Die forbids, and where special tiles may lie."""

import pytest
from msgspec.structs import replace

from rulesets.heros_crossing import RULESET
from rulesets.heros_crossing.board import Board
from rulesets.heros_crossing.effects import (
    BuildingPlaced,
    BuildingRevealed,
    LandPlaced,
    ResourcesProduced,
    TileLaid,
    ZoningRolled,
    ZoningSideChosen,
)
from rulesets.heros_crossing.phases import ROUND_STARTING, SETTLING, Arranging, ChoosingZoning, Placing
from rulesets.heros_crossing.rules.actions import GetLand, Move, Produce
from rulesets.heros_crossing.rules.claiming import PlaceTile
from rulesets.heros_crossing.rules.ending import final_score
from rulesets.heros_crossing.rules.layout import LayTile
from rulesets.heros_crossing.rules.rounds import ChooseZoning
from rulesets.heros_crossing.rules.spies import SendSpy
from rulesets.heros_crossing.rules.town import around
from tests.rulesets.heros_crossing.boards import (
    at,
    cards,
    lots,
    new_round,
    settled,
    side,
    slot,
    stake,
    table,
    using,
)


def land(*rows: str, zoning: str = "X", other: str = "land") -> Board:
    """A die is in use for Get Land in a drawn town."""
    return table(side(*rows), side(other), zoning=zoning, pending=using("red-1", "get_land"))


def won(tile: str, *rows: str, zoning: str = "X") -> Board:
    """A tile was won at the start of a turn, and is to be placed in a drawn town."""
    return table(side(*rows), zoning=zoning, pending=Placing(1, tile, SETTLING))


def cells(board: Board) -> list[str]:
    """Where the tile in hand may go."""
    return [a.cell for a in RULESET.legal_actions(board, 1) if isinstance(a, GetLand | PlaceTile)]


@pytest.mark.rule("HCX-TWN-01")
def test_a_cell_holds_one_tile() -> None:
    """A taken cell is refused, and a town may grow as far as one likes in every direction."""
    board = land("land land")

    at(board).when(1, GetLand("1.0")).refused("HCX-TWN-01")
    row = " ".join(["land"] * 60)
    at(land(row)).when(1, GetLand("60.0")).then_includes(LandPlaced(1, "60.0"))
    at(land(row)).when(1, GetLand("59.-1")).then_includes(LandPlaced(1, "59.-1"))


@pytest.mark.rule("HCX-TWN-02", "HCX-TWN-04")
def test_a_new_cell_shares_an_edge_with_a_tile_of_the_town() -> None:
    """A corner is not enough, nor is a cell further away."""
    board = land("land")

    assert around("0.0") == ("0.1", "1.0", "0.-1", "-1.0")
    assert sorted(cells(board)) == sorted(around("0.0"))
    at(board).when(1, GetLand("1.1")).refused("HCX-TWN-04")
    at(board).when(1, GetLand("2.0")).refused("HCX-TWN-04")
    at(board).when(1, GetLand("nowhere")).refused("HCX-TWN-04")


@pytest.mark.rule("HCX-TWN-03")
def test_production_centers_shops_and_foundations_are_buildings() -> None:
    """All other tiles are land, special ones too."""
    buildings = {tile.kind for tile in cards().tile.values() if tile.building}

    assert buildings == {"production", "shop", "foundation"}
    assert {tile.kind for tile in cards().tile.values()} - buildings == {
        "land",
        "wishing_well",
        "guarded_land",
        "supply_line",
    }


@pytest.mark.rule("HCX-TWN-05")
@pytest.mark.parametrize("tile", ["armorer-1a", "potion-shop-1a", "base-1a"])
@pytest.mark.parametrize("stands", ["smithy-1", "magic-shop-1", "base-2"])
def test_buildings_do_not_touch(tile: str, stands: str) -> None:
    """Whatever building stands there, the cells beside it take no other; a corner does no harm."""
    board = won(tile, f"land {stands}")

    at(board).when(1, PlaceTile("2.0")).refused("HCX-TWN-05")
    at(board).when(1, PlaceTile("1.1")).refused("HCX-TWN-05")
    at(board).when(1, PlaceTile("0.1")).then_includes(BuildingPlaced(1, "0.1", tile))


@pytest.mark.rule("HCX-TWN-06")
@pytest.mark.parametrize("tile", ["well-1a", "guard-1a", "line-1a"])
def test_land_lies_beside_anything(tile: str) -> None:
    """Land, plain or special, is placed beside buildings as beside land."""
    at(won(tile, "smithy-1")).when(1, PlaceTile("1.0")).then_includes(BuildingPlaced(1, "1.0", tile))
    at(land("smithy-1")).when(1, GetLand("1.0")).then_includes(LandPlaced(1, "1.0"))


@pytest.mark.rule("HCX-TWN-07")
def test_tiles_are_placed_in_the_own_town() -> None:
    """A cell that only another town could grow into is refused."""
    board = land("land", other="land land land")

    at(board).when(1, GetLand("3.0")).refused("HCX-TWN-04")
    after = at(board).when(1, GetLand("1.0")).board
    assert len(after.side(1).town) == 2
    assert len(after.side(2).town) == 3


@pytest.mark.rule("HCX-TWN-08", "HCX-TWN-09")
def test_a_tile_holds_four_cubes_of_its_own_type() -> None:
    """A Production Center of level 3 with two cubes makes two more, all of the kind it deals in."""
    board = table(side("smithy-3*2"), pending=using("red-6", "produce"))

    scenario = at(board).when(1, Produce("0.0")).then_includes(ResourcesProduced(1, "0.0", "weapon", 2))
    assert lots(scenario.board)["0.0"] == ("smithy-3a", 4)


@pytest.mark.rule("HCX-TWN-10")
def test_cubes_and_spies_stay_when_a_tile_is_replaced() -> None:
    """The new tile lies below what stood on the old one."""
    board = at(won("smithy-2a", "smithy-1*3 land")).when(1, PlaceTile("0.0")).board
    assert lots(board)["0.0"] == ("smithy-2a", 3)

    board = at(won("line-1a", "smithy-1 land!2")).when(1, PlaceTile("1.0")).board
    assert board.side(1).lot("1.0") is not None
    assert board.side(1).town[1].spies == (2,)


@pytest.mark.rule("HCX-TWN-11")
def test_a_tile_is_placed_at_once() -> None:
    """Nothing else can be done before, and a claim leaves nothing in the hand."""
    board = table(side("land"), supply={0: slot("armorer-1c", stake(1, "grey-2"))}, pending=SETTLING)

    scenario = settled(board).waits_for(Placing, 1)
    scenario.when(1, GetLand("1.0")).refused("HCX-TWN-11")
    assert {type(a) for a in RULESET.legal_actions(scenario.board, 1)} == {PlaceTile}


@pytest.mark.rule("HCX-TWN-12")
def test_a_placed_tile_stays_where_it_is() -> None:
    """All other cells are as before when a tile comes, also when it replaces one."""
    before = won("smithy-2a", "land smithy-1*2 land", "potion-shop-1 . line-2")
    after = at(before).when(1, PlaceTile("1.1")).board

    assert lots(after) == lots(before) | {"1.1": ("smithy-2a", 2)}


@pytest.mark.rule("HCX-TWN-13")
def test_a_shop_takes_cubes_of_its_own_type() -> None:
    """Potions do not go into a Weapon Shop, even a wild die's way: only into a Potion Shop."""
    board = table(side("weapon-shop-1 land apothecary-1*2 land potion-shop-1"), pending=using("green-5", "move"))

    at(board).when(1, Move("2.0", "0.0", 1)).refused("HCX-MOV-02")
    assert lots(at(board).when(1, Move("2.0", "4.0", 1)).board)["4.0"] == ("potion-shop-1a", 1)


# --- the Zoning Die


@pytest.mark.rule("HCX-ZON-01")
@pytest.mark.parametrize(("face", "shown"), list(enumerate("NESWX", 1)))
def test_the_zoning_die_has_six_faces(face: int, shown: str) -> None:
    """Four directions, no restriction, and the first player's choice."""
    board = table(pending=ROUND_STARTING, card="", deck=("quiet",))

    settled(board, ["quiet", face, *[1] * 8]).then_includes(ZoningRolled(shown))
    settled(board, ["quiet", 6]).then_includes(ZoningRolled("*"))


@pytest.mark.rule("HCX-ZON-02")
def test_the_zoning_die_is_rolled_once_a_round() -> None:
    """It is rolled as the round begins, openly, and holds for every seat, and for tiles won in the clean-up too."""
    board = table(pending=ROUND_STARTING, card="", deck=("quiet",))
    scenario = settled(board, new_round("quiet", "N"))
    assert [effect for effect in scenario.effects if isinstance(effect, ZoningRolled)] == [ZoningRolled("N")]
    assert scenario.board.zoning == "N"

    for seat in (1, 2):
        at(table(zoning="N", seat=seat, pending=using("red-1", "get_land"))).when(seat, GetLand("1.0")).refused(
            "HCX-ZON-03"
        )


@pytest.mark.rule("HCX-ZON-03", "HCX-ZON-04")
@pytest.mark.parametrize(("zoning", "legal"), [("N", "0.1"), ("E", "1.0"), ("S", "0.-1"), ("W", "-1.0")])
def test_towns_grow_the_way_the_zoning_die_shows(zoning: str, legal: str) -> None:
    """Under north a new tile lies north of a tile of the town, away from its owner; east is the owner's right."""
    board = land("land", zoning=zoning)

    assert cells(board) == [legal]
    for cell in around("0.0"):
        scenario = at(board).when(1, GetLand(cell))
        if cell == legal:
            scenario.then_includes(LandPlaced(1, cell))
        else:
            scenario.refused("HCX-ZON-03")


@pytest.mark.rule("HCX-ZON-04")
def test_each_town_has_its_own_north() -> None:
    """All seats build into the same direction of their own frame, wherever they sit."""
    for seat in (1, 2, 3, 4):
        board = table(zoning="E", seats=4, seat=seat, pending=using("red-1", "get_land"))
        at(board).when(seat, GetLand("1.0")).then_includes(LandPlaced(seat, "1.0"))


@pytest.mark.rule("HCX-ZON-05")
def test_neighbours_on_the_other_sides_do_not_matter() -> None:
    """They make no cell legal, and forbid none."""
    board = land("land . land", "land land land", zoning="N")

    assert cells(board) == ["0.2", "1.1", "2.2"]
    at(board).when(1, GetLand("3.0")).refused("HCX-ZON-03")


@pytest.mark.rule("HCX-ZON-06")
def test_no_restriction_leaves_the_other_rules() -> None:
    """Under X any side will do; a building still keeps its distance, and every tile touches the town."""
    assert len(cells(land("land"))) == 4
    board = won("armorer-1a", "land smithy-1")
    assert cells(board) == ["-1.0", "0.-1", "0.1"]
    at(board).when(1, PlaceTile("2.0")).refused("HCX-TWN-05")
    at(board).when(1, PlaceTile("5.5")).refused("HCX-TWN-04")


@pytest.mark.rule("HCX-ZON-07")
@pytest.mark.parametrize("face", "NESWX")
def test_the_first_player_sets_the_die_when_it_leaves_the_choice(face: str) -> None:
    """Any face but the star, at once, for everybody: the dice are rolled after it."""
    board = table(pending=ROUND_STARTING, card="", deck=("quiet",), first=2, seat=2)
    scenario = settled(board, ["quiet", 6]).waits_for(ChoosingZoning, 2)

    scenario.when(2, ChooseZoning("*")).refused("HCX-ZON-07")
    scenario.when(2, ChooseZoning("")).refused("HCX-ZON-07")
    scenario.when(1, ChooseZoning(face)).refused("HCX-ZON-07")
    after = scenario.when(2, ChooseZoning(face), [1] * 8).then_includes(ZoningSideChosen(face))
    assert (after.board.rolled, after.board.zoning) == ("*", face)


@pytest.mark.rule("HCX-ZON-08")
@pytest.mark.parametrize("tile", ["smithy-1a", "well-1a", "guard-1a", "line-1a", "base-1a"])
def test_zoning_holds_for_every_tile_in_a_new_cell(tile: str) -> None:
    """Buildings of level 1 and special tiles follow it as land does."""
    board = won(tile, "land", zoning="S")

    at(board).when(1, PlaceTile("0.1")).refused("HCX-ZON-03")
    at(board).when(1, PlaceTile("0.-1")).then_includes(BuildingPlaced(1, "0.-1", tile))
    at(land("land", zoning="S")).when(1, GetLand("0.1")).refused("HCX-ZON-03")


@pytest.mark.rule("HCX-ZON-09")
def test_zoning_does_not_hold_for_replacing() -> None:
    """A tile is built upon whatever the Zoning Die shows, with nothing on the opposite side."""
    assert cells(won("smithy-2a", "smithy-1 land", zoning="N")) == ["0.0"]
    assert "0.0" in cells(won("line-1a", "land", zoning="N"))


@pytest.mark.rule("HCX-ZON-10")
def test_zoning_does_not_hold_for_the_first_town() -> None:
    """The first town grows in any direction."""
    board = table(zoning="N", pending=Arranging())
    board = board.with_side(1, replace(board.side(1), town=(), tiles=("land", "land", "smithy-1a")))

    scenario = at(board).when(1, LayTile("land", "0.0")).when(1, LayTile("land", "1.0"))
    scenario.then_includes(TileLaid(1, "land", "1.0"))
    scenario.when(1, LayTile("smithy-1a", "0.-1"), new_round()).then_includes(TileLaid(1, "smithy-1a", "0.-1"))


# --- special tiles


@pytest.mark.rule("HCX-SPC-01")
def test_special_tiles_lie_in_the_stack_of_their_back_and_have_no_level() -> None:
    """One turned up from the stack of level 2 fills a space of that level."""
    assert all(
        cards().tile[f"{id_}-{back}a"].level == 0 for id_ in ("well", "guard", "line", "base") for back in (1, 2)
    )
    for back in (1, 2, 3):
        assert f"well-{back}a" in cards().stacks[back - 1]

    board = table(side("smithy-1"), supply={5: slot("smithy-2a", stake(1, "red-3"))}, era=2, pending=SETTLING)
    scenario = settled(board, ["well-2a"]).then_includes(BuildingRevealed(5, "well-2a"))
    assert scenario.board.supply[5].tile == "well-2a"


@pytest.mark.rule("HCX-SPC-02", "HCX-SPC-05")
@pytest.mark.parametrize("special", ["well-1", "guard-1"])
def test_cubes_cross_special_land_for_a_point(special: str) -> None:
    """A Wishing Well and a Guarded Land are crossed like plain land."""
    town = f"apothecary-1*2 {special} potion-shop-1"

    at(table(side(town), pending=using("green-1", "move"))).when(1, Move("0.0", "2.0", 1)).refused("HCX-MOV-03")
    scenario = at(table(side(town), pending=using("green-2", "move"))).when(1, Move("0.0", "2.0", 1))
    assert lots(scenario.board)["2.0"] == ("potion-shop-1a", 1)


@pytest.mark.rule("HCX-SPC-02")
def test_a_spy_may_stand_on_a_wishing_well() -> None:
    """It is land like any other to a spy."""
    board = table(side(), side("land well-1"), pending=using("red-1", "spy"))

    assert at(board).when(1, SendSpy(2, "1.0")).board.side(2).town[1].spies == (1,)


@pytest.mark.rule("HCX-SPC-03")
def test_wishing_wells_count_at_the_end() -> None:
    """Three points each, which are on nobody's track before."""
    board = table(side("well-1 land well-2", vp=4), side("land"))

    assert final_score(board, 1) == 10
    assert final_score(board, 2) == 0
    placed = at(won("well-1a", "land")).when(1, PlaceTile("1.0"))
    assert placed.board.side(1).vp == 0


@pytest.mark.rule("HCX-SPC-04")
def test_a_wishing_well_replaces_nothing() -> None:
    """It comes into a new cell, as the zoning has it."""
    board = won("well-1a", "land smithy-1", zoning="E")

    at(board).when(1, PlaceTile("0.0")).refused("HCX-SPC-04")
    at(board).when(1, PlaceTile("1.0")).refused("HCX-SPC-04")
    at(board).when(1, PlaceTile("0.1")).refused("HCX-ZON-03")
    assert cells(board) == ["2.0"]


@pytest.mark.rule("HCX-SPC-05")
def test_no_spy_comes_onto_a_guarded_land() -> None:
    """Its neighbours are open to spies."""
    board = table(side(), side("land guard-1"), pending=using("red-1", "spy"))

    at(board).when(1, SendSpy(2, "1.0")).refused("HCX-SPY-04")
    assert [a.cell for a in RULESET.legal_actions(board, 1) if isinstance(a, SendSpy)] == ["0.0"]


@pytest.mark.rule("HCX-SPC-08")
def test_a_supply_line_costs_nothing_to_enter() -> None:
    """Only the Shop is paid for; a spy on the line stops cubes all the same."""
    town = "apothecary-1*2 line-1 line-2 potion-shop-1"

    board = table(side(town), pending=using("green-1", "move"))
    assert lots(at(board).when(1, Move("0.0", "3.0", 1)).board)["3.0"] == ("potion-shop-1a", 1)
    spied = table(side(town.replace("line-2", "line-2!2")), pending=using("green-6", "move"))
    at(spied).when(1, Move("0.0", "3.0", 1)).refused("HCX-MOV-07")


@pytest.mark.rule("HCX-SPC-11")
def test_a_foundation_is_a_building_that_holds_nothing() -> None:
    """Cubes neither cross it nor lie on it, and no spy is sent to it."""
    board = table(
        side("apothecary-1*2 base-1 potion-shop-1"), side("land base-2"), pending=using("green-6", "move", "spy")
    )

    at(board).when(1, Move("0.0", "2.0", 1)).refused("HCX-MOV-06")
    at(board).when(1, Move("0.0", "1.0", 1)).refused("HCX-MOV-02")
    at(board).when(1, SendSpy(2, "1.0")).refused("HCX-SPY-03")


@pytest.mark.rule("HCX-SPC-12")
def test_a_foundation_comes_into_a_new_cell_away_from_buildings() -> None:
    """It replaces nothing, follows the zoning, and keeps its distance; nothing is built beside it later."""
    board = won("base-1a", "land smithy-1", zoning="N")
    at(board).when(1, PlaceTile("0.0")).refused("HCX-SPC-12")
    at(board).when(1, PlaceTile("1.0")).refused("HCX-SPC-12")
    at(board).when(1, PlaceTile("-1.0")).refused("HCX-ZON-03")
    at(board).when(1, PlaceTile("1.1")).refused("HCX-TWN-05")
    assert cells(board) == ["0.1"]

    at(won("base-2a", "land base-1")).when(1, PlaceTile("2.0")).refused("HCX-TWN-05")
    at(won("smithy-1a", "land base-1")).when(1, PlaceTile("2.0")).refused("HCX-TWN-05")


@pytest.mark.rule("HCX-SPC-17")
def test_special_tiles_produce_and_sell_nothing() -> None:
    """They have no type, so no die makes cubes on them."""
    for id_ in ("well", "guard", "line", "base"):
        tile = cards().tile[f"{id_}-1a"]
        assert (tile.resource, tile.colour, tile.amount) == ("", "", 0)
    board = table(side("well-1 line-1 base-1"), pending=using("red-6", "produce"))
    for cell in ("0.0", "1.0", "2.0"):
        at(board).when(1, Produce(cell)).refused("HCX-PRD-01")
