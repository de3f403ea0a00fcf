"""Get Land, Get Modifiers, Produce and Move."""

import pytest

from rulesets.heros_crossing import RULESET
from rulesets.heros_crossing.board import Board
from rulesets.heros_crossing.effects import (
    ActionTaken,
    LandPlaced,
    ModifiersGained,
    ResourcesMoved,
    ResourcesProduced,
    TurnEnded,
)
from rulesets.heros_crossing.phases import Acting, Extra, Turn
from rulesets.heros_crossing.pieces import Side
from rulesets.heros_crossing.rules.actions import GetLand, GetModifiers, Move, Produce
from rulesets.heros_crossing.rules.spies import SendSpy
from rulesets.heros_crossing.rules.stealing import GiveDie, StealDie, TakeDie
from rulesets.heros_crossing.rules.using import UsePower
from rulesets.heros_crossing.tiles import RESOURCES
from rulesets.kit.steps import LISTED, next_step, text_of
from rulesets.kit.structs import Chosen
from tests.rulesets.heros_crossing.boards import NAMES, at, cards, lots, side, table, using

DICE = ("grey-1", "green-6", "blue-3", "red-4")


# --- Get Land


@pytest.mark.rule("HCX-LND-01")
@pytest.mark.parametrize("die", DICE)
def test_any_die_gets_land(die: str) -> None:
    """One land tile comes into a new cell, beside the town and as the zoning has it."""
    board = table(side("land"), zoning="E", pending=using(die, "get_land"))

    scenario = at(board).when(1, GetLand("1.0")).then_includes(ActionTaken(1, "get_land"), LandPlaced(1, "1.0"))
    assert lots(scenario.board) == {"0.0": ("land", 0), "1.0": ("land", 0)}
    at(board).when(1, GetLand("0.1")).refused("HCX-ZON-03")
    at(board).when(1, GetLand("0.0")).refused("HCX-TWN-01")


@pytest.mark.rule("HCX-LND-02")
def test_without_a_legal_cell_no_land_is_taken() -> None:
    """The action is not offered then, and stays undone."""
    board = table(pending=using("red-1", "get_land"))
    board = board.with_side(1, Side())

    at(board).when(1, GetLand("0.0")).refused("HCX-TWN-04")
    assert not any(isinstance(action, GetLand) for action in RULESET.legal_actions(board, 1))


@pytest.mark.rule("HCX-LND-03")
def test_a_high_value_gets_no_more_land() -> None:
    """The action is done after one tile, whatever the die shows."""
    board = table(side("land"), pending=using("red-6+3", "get_land"))

    scenario = at(board).when(1, GetLand("1.0"))
    assert len(scenario.board.side(1).town) == 2
    scenario.when(1, GetLand("2.0")).refused("HCX-DUA-06")


# --- Get Modifiers


@pytest.mark.rule("HCX-GMD-01", "HCX-GMD-02")
@pytest.mark.parametrize(
    ("die", "gained"),
    [("red-1", 2), ("grey-2", 2), ("blue-3", 2), ("green-4", 1), ("red-6", 1), ("red-3+1", 1), ("red-2+1", 2)],
)
def test_low_dice_bring_two_modifiers_and_high_ones_one(die: str, gained: int) -> None:
    """From 4 on it is one; modifiers spent on the die count, so that a raised 3 brings but one."""
    board = table(side(modifiers=3), pending=using(die, "get_modifiers"))

    scenario = at(board).when(1, GetModifiers()).then_includes(ModifiersGained(1, gained))
    assert scenario.board.side(1).modifiers == 3 + gained


@pytest.mark.rule("HCX-GMD-03")
def test_gained_modifiers_do_not_help_the_die_in_use() -> None:
    """Its value stays for the second action; they pay a steal in the same turn, and the next die."""
    board = table(
        side("smithy-1", modifiers=0, pool="grey-1"),
        side(pool="red-6"),
        pending=using("red-3", "get_modifiers", "produce"),
    )

    at(board).when(1, StealDie(2)).refused("HCX-STL-05")
    scenario = at(board).when(1, GetModifiers())
    pending = scenario.board.pending
    assert isinstance(pending, Acting)
    assert (pending.value, pending.modifiers) == (3, 0)
    scenario.when(1, Produce("0.0")).then_includes(ResourcesProduced(1, "0.0", "weapon", 1))
    stolen = scenario.when(1, StealDie(2)).when(1, TakeDie("red-6")).when(1, GiveDie("grey-1"))
    assert stolen.board.side(1).modifiers == 1


# --- Produce


@pytest.mark.rule("HCX-PRD-01")
@pytest.mark.parametrize("die", DICE)
def test_a_production_center_of_the_colour_of_the_die_produces(die: str) -> None:
    """Another colour, a Shop, land, an empty cell or another's town are refused."""
    centers = [id_ for id_, (_, kind, _) in NAMES.items() if kind == "production"]
    board = table(
        side(" land ".join(f"{id_}-1" for id_ in centers), "weapon-shop-1"),
        side("land", "land", "smithy-1b"),
        pending=using(die, "produce"),
    )
    own = {cards().tile[tile].colour: cell for cell, (tile, _) in lots(board).items() if cards().tile[tile].colour}

    for colour, cell in own.items():
        scenario = at(board).when(1, Produce(cell))
        if die.startswith(colour) and cell != "0.0":
            scenario.then_includes(ActionTaken(1, "produce"))
        else:
            scenario.refused("HCX-PRD-01")
    for cell in ("0.0", "1.1", "0.9", "nowhere"):
        at(board).when(1, Produce(cell)).refused("HCX-PRD-01")


@pytest.mark.rule("HCX-PRD-02", "HCX-PRD-03")
@pytest.mark.parametrize("level", [1, 2, 3])
@pytest.mark.parametrize(("die", "more"), [("red-1", 0), ("red-3", 0), ("red-4", 1), ("red-6", 1), ("red-6+4", 1)])
def test_a_center_makes_as_much_as_its_level(level: int, die: str, more: int) -> None:
    """A value of 4 or more brings one cube on top, never a second one."""
    board = table(side(f"smithy-{level}"), pending=using(die, "produce"))

    at(board).when(1, Produce("0.0")).then_includes(ResourcesProduced(1, "0.0", "weapon", level + more))


@pytest.mark.rule("HCX-PRD-04")
@pytest.mark.parametrize(("stand", "made"), [(0, 4), (1, 3), (2, 2), (3, 1)])
def test_no_more_is_made_than_the_tile_holds(stand: int, made: int) -> None:
    """What would be a fifth cube is not made."""
    board = table(side(f"smithy-3*{stand}"), pending=using("red-5", "produce"))

    scenario = at(board).when(1, Produce("0.0")).then_includes(ResourcesProduced(1, "0.0", "weapon", made))
    assert lots(scenario.board)["0.0"] == ("smithy-3a", 4)


@pytest.mark.rule("HCX-PRD-05")
def test_one_center_produces() -> None:
    """The second one of the colour has to wait for another action."""
    board = table(side("smithy-1 land smithy-2"), pending=using("red-6", "produce"))

    scenario = at(board).when(1, Produce("2.0"))
    assert lots(scenario.board) == lots(board) | {"2.0": ("smithy-2a", 3)}
    scenario.when(1, Produce("0.0")).refused("HCX-DUA-06")


@pytest.mark.rule("HCX-PRD-06")
def test_a_full_center_does_not_produce() -> None:
    """With four cubes on it the action is refused, and not offered."""
    board = table(side("smithy-1*4"), pending=using("red-1", "produce"))

    at(board).when(1, Produce("0.0")).refused("HCX-PRD-06")
    assert not any(isinstance(action, Produce) for action in RULESET.legal_actions(board, 1))


# --- Move


def moving(*rows: str, die: str = "green-6") -> Board:
    """A die is in use for a Move in a drawn town; the turn stays open for a steal."""
    return table(side(*rows), pending=using(die, "move"))


def moves(board: Board) -> list[Move]:
    """All steps that are possible."""
    return [action for action in RULESET.legal_actions(board, 1) if isinstance(action, Move)]


@pytest.mark.rule("HCX-MOV-01")
@pytest.mark.parametrize("die", DICE)
def test_only_cubes_of_the_colour_of_the_die_move(die: str) -> None:
    """Each colour has its own kind of cubes."""
    colour = {"grey": "armor", "green": "potion", "blue": "magic", "red": "weapon"}[die.split("-")[0]]
    rows = {
        "armor": "armorer-1*1 line-1 armor-shop-1",
        "potion": "apothecary-1*1 line-1 potion-shop-1",
        "magic": "enchanter-1*1 line-1 magic-shop-1",
        "weapon": "smithy-1*1 line-1 weapon-shop-1",
    }
    for resource in RESOURCES:
        scenario = at(moving(rows[resource], die=die)).when(1, Move("0.0", "2.0", 1))
        if resource == colour:
            scenario.then_includes(ActionTaken(1, "move"))
        else:
            scenario.refused("HCX-MOV-01")


@pytest.mark.rule("HCX-MOV-02")
@pytest.mark.parametrize(
    ("source", "target"),
    [
        ("0.0", "4.0"),  # to another Production Center of the type
        ("2.0", "6.0"),  # from Shop to Shop
        ("2.0", "0.0"),  # from a Shop back
        ("0.0", "8.0"),  # to a Shop of another type
        ("1.0", "2.0"),  # from land
        ("0.0", "0.0"),
        ("0.0", "9.9"),
        ("9.9", "2.0"),
    ],
)
def test_cubes_go_from_a_production_center_to_a_shop_of_their_type(source: str, target: str) -> None:
    """No other way is open to them."""
    board = moving("apothecary-1*2 land potion-shop-1*2 land apothecary-2*2 land potion-shop-2 land magic-shop-1")

    at(board).when(1, Move(source, target, 1)).refused("HCX-MOV-02")
    at(board).when(1, Move("0.0", "2.0", 0)).refused("HCX-MOV-02")
    at(board).when(1, Move("0.0", "2.0", -1)).refused("HCX-MOV-02")
    at(board).when(1, Move("0.0", "2.0", 3)).refused("HCX-MOV-02")
    at(board).when(1, Move("0.0", "2.0", 2)).then_includes(ResourcesMoved(1, "0.0", "2.0", "potion", 2, 4, 2))


@pytest.mark.rule("HCX-MOV-03", "HCX-MOV-11")
@pytest.mark.parametrize(("lands", "cost"), [(1, 2), (2, 3), (4, 5)])
def test_each_tile_entered_costs_a_point(lands: int, cost: int) -> None:
    """The Shop is entered too, the start is not; points that are left are lost with the action."""
    town = f"apothecary-1*1 {'land ' * lands}potion-shop-1"
    shop = f"{lands + 1}.0"

    enough = moving(town, die=f"green-{cost}")
    at(enough).when(1, Move("0.0", shop, 1)).then(
        ActionTaken(1, "move"), ResourcesMoved(1, "0.0", shop, "potion", 1, cost, 0)
    )
    short = moving(town, die=f"green-{cost - 1}")
    at(short).when(1, Move("0.0", shop, 1)).refused("HCX-MOV-03")
    board = at(moving(town)).when(1, Move("0.0", shop, 1)).board
    assert isinstance(board.pending, Acting)
    assert board.pending.points == 6 - cost
    assert not moves(board)


@pytest.mark.rule("HCX-MOV-04")
def test_points_are_divided_over_cubes_centers_and_shops() -> None:
    """One Move serves several own Production Centers and Shops, and each cube pays its own way."""
    board = moving(". . apothecary-2*1 . .", ". . land . .", "potion-shop-1 land apothecary-1*3 land potion-shop-2")
    scenario = (
        at(board).when(1, Move("2.0", "0.0", 1)).then_includes(ResourcesMoved(1, "2.0", "0.0", "potion", 1, 2, 4))
    )
    scenario = scenario.when(1, Move("2.0", "4.0", 2)).then_includes(ResourcesMoved(1, "2.0", "4.0", "potion", 2, 4, 0))
    assert (lots(scenario.board)["0.0"][1], lots(scenario.board)["4.0"][1], lots(scenario.board)["2.0"][1]) == (1, 2, 0)

    two = moving("apothecary-1*1 land potion-shop-1 land apothecary-2*1")
    scenario = at(two).when(1, Move("0.0", "2.0", 1)).when(1, Move("4.0", "2.0", 1))
    assert lots(scenario.board)["2.0"] == ("potion-shop-1a", 2)


@pytest.mark.rule("HCX-MOV-05")
def test_paths_lead_over_tiles_that_share_an_edge() -> None:
    """An empty cell is not crossed, nor a corner."""
    at(moving("apothecary-1*1 . potion-shop-1", "land . land")).when(1, Move("0.1", "2.1", 1)).refused("HCX-MOV-05")
    at(moving(". land potion-shop-1", "apothecary-1*1 . .")).when(1, Move("0.0", "2.1", 1)).refused("HCX-MOV-05")
    board = moving("apothecary-1*1 . potion-shop-1", "land land land")
    at(board).when(1, Move("0.1", "2.1", 1)).then_includes(ResourcesMoved(1, "0.1", "2.1", "potion", 1, 4, 2))


@pytest.mark.rule("HCX-MOV-06")
@pytest.mark.parametrize("between", ["smithy-1", "magic-shop-1", "base-1", "potion-shop-2", "apothecary-2"])
def test_paths_do_not_cross_buildings(between: str) -> None:
    """No Production Center, Shop or Foundation lies on the way, not even one of the type; a detour is taken."""
    town = f"apothecary-1*1 line-1 {between} line-2 potion-shop-1"

    at(moving(town)).when(1, Move("0.0", "4.0", 1)).refused("HCX-MOV-06")
    around_it = moving(". land land land .", town)
    at(around_it).when(1, Move("0.0", "4.0", 1)).then_includes(ResourcesMoved(1, "0.0", "4.0", "potion", 1, 4, 2))


@pytest.mark.rule("HCX-MOV-07")
@pytest.mark.parametrize("spies", ["2", "3", "23"])
def test_paths_do_not_cross_spies(spies: str) -> None:
    """Whosever spy it is, the tile under it is closed; a detour is taken."""
    town = f"apothecary-1*1 land!{spies} potion-shop-1"

    def board(*rows: str) -> Board:
        return table(side(*rows), seats=3, pending=using("green-6", "move"))

    at(board(town)).when(1, Move("0.0", "2.0", 1)).refused("HCX-MOV-07")
    at(board("land land land", town)).when(1, Move("0.0", "2.0", 1)).then_includes(
        ResourcesMoved(1, "0.0", "2.0", "potion", 1, 4, 2)
    )


@pytest.mark.rule("HCX-MOV-08")
@pytest.mark.parametrize("on", ["land", "well-1", "guard-1", "line-1"])
def test_cubes_do_not_end_on_land(on: str) -> None:
    """A cube that cannot reach a Shop stays where it was."""
    board = moving(f"apothecary-1*2 {on} land potion-shop-1", die="green-3")

    at(board).when(1, Move("0.0", "1.0", 1)).refused("HCX-MOV-08")
    after = at(board).when(1, Move("0.0", "3.0", 1)).board
    assert (lots(after)["0.0"][1], lots(after)["3.0"][1]) == (1, 1)
    assert not moves(after)


@pytest.mark.rule("HCX-MOV-09")
def test_a_supply_line_is_free_and_other_tiles_are_not() -> None:
    """Two Supply Lines and a land tile between cost the land tile and the Shop."""
    board = moving("apothecary-1*1 line-1 land line-2 potion-shop-1")

    at(board).when(1, Move("0.0", "4.0", 1)).then_includes(ResourcesMoved(1, "0.0", "4.0", "potion", 1, 2, 4))


@pytest.mark.rule("HCX-MOV-10")
def test_a_shop_takes_no_fifth_cube() -> None:
    """Three and one are four; three and two are refused."""
    board = moving("apothecary-1*2 line-1 potion-shop-1*3")

    at(board).when(1, Move("0.0", "2.0", 2)).refused("HCX-MOV-10")
    after = at(board).when(1, Move("0.0", "2.0", 1)).board
    assert lots(after)["2.0"] == ("potion-shop-1a", 4)
    assert not moves(after)


@pytest.mark.rule("HCX-MOV-12")
def test_the_cheapest_path_is_paid() -> None:
    """Nobody names a path: a longer way over Supply Lines is taken where it costs less."""
    board = moving("line-1 line-2 line-3", "apothecary-1*1 land potion-shop-1")
    at(board).when(1, Move("0.0", "2.0", 1)).then_includes(ResourcesMoved(1, "0.0", "2.0", "potion", 1, 1, 5))


@pytest.mark.rule("HCX-MOV-04", "HCX-MOV-12")
def test_steps_of_a_move_come_in_any_order() -> None:
    """A Move goes on as long as a cube can be moved with the points left, wherever the last one went."""
    board = moving("potion-shop-1 land apothecary-1*3 land potion-shop-2")
    first = at(board).when(1, Move("2.0", "4.0", 1)).then_includes(ResourcesMoved(1, "2.0", "4.0", "potion", 1, 2, 4))

    again = first.when(1, Move("2.0", "4.0", 1)).then(ResourcesMoved(1, "2.0", "4.0", "potion", 1, 2, 2))
    back = first.when(1, Move("2.0", "0.0", 1)).then(ResourcesMoved(1, "2.0", "0.0", "potion", 1, 2, 2))
    assert set(moves(again.board)) == set(moves(back.board)) == {Move("2.0", "0.0", 1), Move("2.0", "4.0", 1)}
    last = back.when(1, Move("2.0", "4.0", 1)).then(ResourcesMoved(1, "2.0", "4.0", "potion", 1, 2, 0))
    last.when(1, Move("2.0", "0.0", 1)).refused("HCX-DUA-06")


@pytest.mark.rule("HCX-MOV-12", "HCX-AMB-12")
def test_a_step_that_the_points_left_do_not_cover_begins_the_second_move_of_the_row() -> None:
    """What they do cover is paid with them, so that nothing has to be said about where one Move ends."""
    board = table(side("apothecary-1*3 land potion-shop-1 land land land"), pending=using("green-3", "move", "move"))
    first = at(board).when(1, Move("0.0", "2.0", 1)).then_includes(ResourcesMoved(1, "0.0", "2.0", "potion", 1, 2, 1))

    second = first.when(1, Move("0.0", "2.0", 1))
    second.then(ActionTaken(1, "move"), ResourcesMoved(1, "0.0", "2.0", "potion", 1, 2, 1))
    second.when(1, Move("0.0", "2.0", 1)).refused("HCX-MOV-03")
    near = table(side("potion-shop-1 line-1 apothecary-1*3"), pending=using("green-2", "move", "move"))
    spent = at(near).when(1, Move("2.0", "0.0", 1)).when(1, Move("2.0", "0.0", 1))
    spent.then(ResourcesMoved(1, "2.0", "0.0", "potion", 1, 1, 0)).waits_for(Acting, 1)
    assert moves(spent.board) == [Move("2.0", "0.0", 1)]


def test_the_turn_ends_when_no_more_can_be_moved() -> None:
    """With points left and a cube to move the Move goes on, else the action is done."""
    town = "apothecary-1*1 land potion-shop-1 land apothecary-2*1"
    board = table(side(town, modifiers=0), pending=using("green-6", "move"))

    scenario = at(board).when(1, Move("0.0", "2.0", 1)).then_never(TurnEnded)
    scenario.when(1, Move("4.0", "2.0", 1)).then_includes(TurnEnded(1))


def test_a_move_without_a_die_ends_when_no_more_can_be_moved() -> None:
    """The turn goes on with its draft, also with points left."""
    scenario = at(table(side("apothecary-1*2 line-1 potion-shop-1", heroes=("courier",)))).when(1, UsePower("courier"))

    first = scenario.waits_for(Extra, 1).when(1, Move("0.0", "2.0", 1)).waits_for(Extra, 1)
    first.when(1, Move("0.0", "2.0", 1)).then_includes(ResourcesMoved(1, "0.0", "2.0", "potion", 1, 1, 2))
    first.when(1, Move("0.0", "2.0", 1)).waits_for(Turn, 1)


def test_a_second_move_by_a_power_follows_the_first() -> None:
    """The same die moves once more, with all of its points."""
    town = side("apothecary-1*2 land potion-shop-1", heroes=("runner",), modifiers=0)
    board = table(town, pending=using("green-3", "move"))
    scenario = at(board).when(1, UsePower("runner")).when(1, Move("0.0", "2.0", 1))

    scenario = scenario.when(1, Move("0.0", "2.0", 1)).then_includes(ActionTaken(1, "move"), TurnEnded(1))
    assert lots(scenario.board)["2.0"] == ("potion-shop-1a", 2)


@pytest.mark.rule("HCX-MOV-11")
def test_another_action_ends_the_move() -> None:
    """Points that were left are lost with it."""
    board = table(side("apothecary-1*3 land potion-shop-1"), pending=using("green-6", "move", "spy"))
    scenario = at(board).when(1, Move("0.0", "2.0", 1))

    scenario = scenario.when(1, SendSpy(2, "0.0"))
    scenario.when(1, Move("0.0", "2.0", 1)).refused("HCX-DUA-06")


def test_two_moves_of_one_row_are_two_moves() -> None:
    """When the points of the first serve no cube any more, the second begins with all of its own."""
    board = table(side("apothecary-1*2 land potion-shop-1"), pending=using("green-3", "move", "move"))

    scenario = at(board).when(1, Move("0.0", "2.0", 1)).then_never(TurnEnded)
    scenario = scenario.when(1, Move("0.0", "2.0", 1)).then_includes(ActionTaken(1, "move"))
    assert lots(scenario.board)["2.0"] == ("potion-shop-1a", 2)


# --- how cells are asked for


WIDE = " ".join(["land"] * 33)
"""A town with 68 cells around it."""


def test_the_cells_of_a_large_town_are_asked_for_by_columns() -> None:
    """More rows than a screen shows are grouped; each column lies on its cells, so that a tap there is still enough."""
    board = table(side(WIDE), pending=using("red-1", "get_land"))
    step = next_step(RULESET, board, 1, Chosen("GetLand"))
    assert sum(value.count or 0 for value in step.values) == 68 > LISTED >= len(step.values)
    column = next(value for value in step.values if value.label == "Column 2 east")
    assert (column.touches, column.action) == (("cell:1.2.-1", "cell:1.2.1"), None)
    (alone,) = (value for value in step.values if value.label == "33 east")
    assert alone.action == GetLand("33.0")
    fixed = (text_of(column.value),)
    cells = next_step(RULESET, board, 1, Chosen("GetLand", {"cell": fixed}))
    assert {value.label: value.action for value in cells.values} == {
        "2 east, 1 south": GetLand("2.-1"),
        "2 east, 1 north": GetLand("2.1"),
    }
    (left,) = next_step(RULESET, board, 1, Chosen("GetLand", {"cell": (*fixed, "2.1")})).values
    assert left.action == GetLand("2.1")
    (tapped,) = next_step(RULESET, board, 1, Chosen(taps=("cell:1.2.1",))).values
    assert tapped.action == GetLand("2.1")


def test_a_column_that_the_cell_is_not_in_leads_to_nothing() -> None:
    board = table(side(WIDE), pending=using("red-1", "get_land"))
    for wrong in (("Column 2 east", "3.1"), ("Column 99 east",), ("2.1", "Column 2 east"), ("2.1", "2.1")):
        assert not next_step(RULESET, board, 1, Chosen("GetLand", {"cell": wrong})).values
