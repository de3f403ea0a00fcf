"""Heroes are attracted, served and taken."""

from typing import Any

import pytest
from msgspec.structs import replace

from rulesets.heros_crossing import RULESET
from rulesets.heros_crossing.board import Board
from rulesets.heros_crossing.effects import (
    ActionTaken,
    Asked,
    ClosingStarted,
    CubeSold,
    HeroAttracted,
    HeroJoined,
    HeroRevealed,
    SaleDeclined,
    SaleEnded,
)
from rulesets.heros_crossing.phases import Selling, Turn
from rulesets.heros_crossing.pieces import Laid, Owned, Stake, Visit
from rulesets.heros_crossing.rules.attract import Attract
from rulesets.heros_crossing.rules.resolution import EndSale, SellCube
from rulesets.heros_crossing.rules.turns import DraftDie, EndTurn
from rulesets.kit.scenario import Scenario
from tests.rulesets.heros_crossing.boards import (
    at,
    last_die,
    lots,
    new_round,
    sellers,
    side,
    stake,
    table,
    using,
    visit,
)


def attracting(die: str, hero: str = "dancer", *stakes: Any, **more: Any) -> Board:
    """Seat 1 has a die in use to attract; the hero visits the first space."""
    return table(
        side("land"), seats=3, card="heroes", pending=using(die, "attract"), visiting={0: visit(hero, *stakes, **more)}
    )


@pytest.mark.rule("HCX-ATT-01")
def test_visiting_heroes_are_attracted() -> None:
    """None of the stack, and none that somebody owns."""
    board = attracting("green-2")
    offered = [action for action in RULESET.legal_actions(board, 1) if isinstance(action, Attract)]
    assert offered == [Attract("dancer"), Attract("monk")]
    for hero in ("cook", "bard", "", "nobody"):
        at(board).when(1, Attract(hero)).refused("HCX-ATT-01")
    owned = table(side(heroes=("monk",)), visiting={3: ""}, card="heroes", pending=using("green-2", "attract"))
    at(owned).when(1, Attract("monk")).refused("HCX-ATT-01")


@pytest.mark.rule("HCX-ATT-02", "HCX-ATT-04")
@pytest.mark.parametrize(
    ("hero", "colours"), [("dancer", ("blue", "green")), ("fighter", ("red",)), ("knight", ("grey",))]
)
@pytest.mark.parametrize("die", ["grey-6", "green-6", "blue-6", "red-6"])
def test_the_die_has_a_colour_that_the_hero_wants(hero: str, colours: tuple[str, ...], die: str) -> None:
    """A need of any type makes no colour usable."""
    scenario = at(table(card="heroes", pending=using(die, "attract"))).when(1, Attract(hero))

    if die.split("-")[0] in colours:
        scenario.then_includes(ActionTaken(1, "attract"), HeroAttracted(1, hero, Laid(die)))
    else:
        scenario.refused("HCX-ATT-02")


@pytest.mark.rule("HCX-ATT-03")
def test_a_filled_need_still_attracts() -> None:
    """Its colour stays good for a die."""
    board = attracting("blue-1", "dancer", filled="magic - -")

    at(board).when(1, Attract("dancer")).then_includes(HeroAttracted(1, "dancer", Laid("blue-1")))


@pytest.mark.rule("HCX-ATT-05", "HCX-ATT-06", "HCX-ATT-07")
def test_places_go_by_the_first_attraction() -> None:
    """A new worker lies below the others; a further die joins the own ones, and all of a player's dice add up."""
    new = at(attracting("blue-1", "dancer", stake(2, "blue-2"))).when(1, Attract("dancer")).board
    assert new.visiting[0].stakes == (stake(2, "blue-2"), stake(1, "blue-1"))

    again = attracting("blue-1+2", "dancer", stake(1, "green-2"), stake(2, "blue-2"))
    stakes = at(again).when(1, Attract("dancer")).board.visiting[0].stakes
    assert stakes == (stake(1, "green-2", "blue-1+2"), stake(2, "blue-2"))
    assert stakes[0].total == 5


@pytest.mark.rule("HCX-ATT-08")
def test_no_modifier_comes_to_a_die_on_a_hero() -> None:
    """The total stays what it was when the die was laid."""
    board = table(side(pool="blue-2 red-1", modifiers=5), card="heroes")
    scenario = at(board).when(1, DraftDie("blue-2", 0)).when(1, Attract("dancer"))

    scenario.when(1, DraftDie("blue-2", 0, 3)).refused("HCX-TRN-01")
    assert {type(action).__name__ for action in RULESET.legal_actions(scenario.board, 1)} == {"EndTurn", "StealDie"}
    assert scenario.when(1, EndTurn()).board.visiting[0].stakes[0].total == 2


@pytest.mark.rule("HCX-ATT-09", "HCX-ATT-10")
def test_any_value_attracts_beside_others_and_without_a_cube() -> None:
    """A hero may have several players, a player several heroes; neither a higher total nor a cube is asked for."""
    board = attracting("blue-1", "dancer", stake(2, "blue-6"), stake(3, "green-6"))
    at(board).when(1, Attract("dancer")).then_includes(HeroAttracted(1, "dancer", Laid("blue-1")))

    two = at(table(side("land", pool="green-1 red-1"), card="heroes")).when(1, DraftDie("green-1", 1))
    two = two.when(1, Attract("dancer")).when(1, Attract("monk"))
    assert [len(one.stakes) for one in two.board.visiting] == [1, 0, 0, 1]


@pytest.mark.rule("HCX-ATT-11")
def test_attractions_end_with_the_round() -> None:
    """Workers and dice come back."""
    board = last_die(visiting={0: visit("dancer", stake(1, "blue-3"))})
    after = at(board).when(1, EndTurn(), new_round()).board

    assert all(not one.stakes for one in after.visiting)
    assert len(after.side(1).pool) == 4


# --- resolution


def resolved(*sides: Any, seats: int = 2, outcomes: Any = (), **visits: Any) -> Scenario[Board]:
    """The last die of the round is spent; `one` to `four` are the visitors that are not the usual ones."""
    names = ("one", "two", "three", "four")
    visiting = {names.index(name): dice for name, dice in visits.items()}
    board = last_die(*sides, seats=seats, visiting=visiting)
    return at(board).when(1, EndTurn(), outcomes)


SHOPS = "potion-shop-1*1 land weapon-shop-2*2 land magic-shop-3*1"
"""Potions for 1 VP, Weapons for 2, Magic for 3."""


@pytest.mark.rule("HCX-RES-01")
def test_heroes_are_resolved_from_left_to_right() -> None:
    """Those without workers are skipped, and the clean-up follows the last."""
    scenario = resolved(
        side(SHOPS), two=visit("fighter", stake(1, "red-1")), four=visit("monk", stake(1, "green-1"))
    ).then_includes(Asked(Selling(1, 1)))

    scenario = scenario.when(1, EndSale()).then(SaleDeclined(1, "fighter"), SaleEnded(1), Asked(Selling(1, 3)))
    done = scenario.when(1, EndSale(), new_round())
    done.then_includes(SaleDeclined(1, "monk"), SaleEnded(1), ClosingStarted(1, (2,)))


@pytest.mark.rule("HCX-RES-02", "HCX-RES-03")
@pytest.mark.parametrize(
    ("totals", "order"),
    [
        ((1, 2, 3), [3, 2, 1]),
        ((3, 2, 1), [1, 2, 3]),
        ((2, 2, 2), [1, 2, 3]),
        ((1, 2, 2), [2, 3, 1]),
        ((2, 1, 2), [1, 3, 2]),
    ],
)
def test_sellers_come_by_their_totals(totals: tuple[int, ...], order: list[int]) -> None:
    """Of equal ones the earlier worker comes first."""
    stakes = [stake(seat, f"red-{total}") for seat, total in enumerate(totals, 1)]
    scenario = resolved(*[side(SHOPS)] * 3, seats=3, two=visit("fighter", *stakes))
    asked = []
    for _ in order:
        pending = scenario.board.pending
        assert isinstance(pending, Selling)
        asked.append(pending.seat)
        scenario = scenario.when(pending.seat, EndSale(), new_round(seats=3) if len(asked) == 3 else ())

    assert asked == order


@pytest.mark.rule("HCX-RES-03")
def test_a_later_die_keeps_the_earlier_place() -> None:
    """The first attraction tells the place among equals, not the last one."""
    scenario = resolved(side(SHOPS), side(SHOPS), two=visit("fighter", stake(2, "red-1", "red-3"), stake(1, "red-4")))
    scenario.waits_for(Selling, 2)


@pytest.mark.rule("HCX-RES-04", "HCX-RES-06")
def test_any_open_need_may_be_filled() -> None:
    """Whatever the colour of the dice: a typed need takes its type, the other one any; the seller says which."""
    scenario = resolved(side(SHOPS), one=visit("dancer", stake(1, "blue-1")))

    assert set(RULESET.legal_actions(scenario.board, 1)) == {
        SellCube(0, "4.0"),
        SellCube(1, "0.0"),
        SellCube(2, "0.0"),
        SellCube(2, "2.0"),
        SellCube(2, "4.0"),
        EndSale(),
    }
    scenario.when(1, SellCube(0, "0.0")).refused("HCX-RES-06")
    scenario.when(1, SellCube(1, "2.0")).refused("HCX-RES-06")
    for need in (-1, 3):
        scenario.when(1, SellCube(need, "0.0")).refused("HCX-RES-06")
    scenario.when(1, SellCube(1, "0.0")).then_includes(CubeSold(1, "dancer", 1, "0.0", "potion", 1))


@pytest.mark.rule("HCX-RES-05")
def test_cubes_are_sold_out_of_own_shops() -> None:
    """Not off Production Centers, not out of empty Shops, not out of another's."""
    town = "smithy-1*2 land weapon-shop-1*0 land potion-shop-1*1"
    scenario = resolved(side(town), side("weapon-shop-2*3"), two=visit("fighter", stake(1, "red-1")))

    for cell in ("0.0", "1.0", "2.0", "9.9"):
        scenario.when(1, SellCube(0, cell)).refused("HCX-RES-05")
    assert set(RULESET.legal_actions(scenario.board, 1)) == {SellCube(1, "4.0"), EndSale()}


@pytest.mark.rule("HCX-RES-07")
def test_a_cube_lies_on_the_need_for_good() -> None:
    """It leaves the Shop, and nobody fills the need again."""
    stakes = stake(1, "blue-2"), stake(2, "blue-1")
    scenario = resolved(side(SHOPS), side("magic-shop-1*1"), one=visit("dancer", *stakes)).when(1, SellCube(0, "4.0"))

    assert lots(scenario.board)["4.0"] == ("magic-shop-3a", 0)
    assert scenario.board.visiting[0].filled == ("magic", "", "")
    assert scenario.board.visiting[0].by == (1, 0, 0)
    other = scenario.when(1, EndSale()).waits_for(Selling, 2)
    other.when(2, SellCube(0, "0.0")).refused("HCX-RES-07")


@pytest.mark.rule("HCX-RES-08", "HCX-RES-09")
@pytest.mark.parametrize(("need", "cell", "vp"), [(1, "0.0", 1), (2, "2.0", 2), (2, "4.0", 3), (0, "4.0", 3)])
def test_a_sale_pays_the_level_of_the_shop(need: int, cell: str, vp: int) -> None:
    """At once, for a need of any type as for others."""
    scenario = resolved(side(SHOPS, vp=5), one=visit("dancer", stake(1, "blue-2")))
    scenario = scenario.when(1, SellCube(need, cell))

    assert scenario.board.side(1).vp == 5 + vp


@pytest.mark.rule("HCX-RES-10", "HCX-RES-13")
def test_several_cubes_are_sold_in_one_go_in_any_order() -> None:
    """One for each open need, from several Shops; the sale ends by itself when nothing more can be sold."""
    scenario = resolved(side(SHOPS), one=visit("dancer", stake(1, "blue-2")))
    scenario = scenario.when(1, SellCube(2, "2.0")).then(CubeSold(1, "dancer", 2, "2.0", "weapon", 2))
    scenario = scenario.when(1, SellCube(1, "0.0")).waits_for(Selling, 1)

    end = scenario.when(1, SellCube(0, "4.0"), ["bard", "smithy-2a", "well-2a", "line-2a", *new_round()])
    end.then_includes(CubeSold(1, "dancer", 0, "4.0", "magic", 3), HeroJoined(1, "dancer"))
    assert end.board.side(1).vp == 6


@pytest.mark.rule("HCX-RES-10", "HCX-RES-12")
def test_a_sale_goes_on_as_long_as_a_cube_fits() -> None:
    """Potion for the need of any type leaves Magic to be sold; without more cubes that fit it is over by itself."""
    scenario = resolved(side("potion-shop-1*1 land magic-shop-1*1"), one=visit("dancer", stake(1, "blue-2")))

    scenario = scenario.when(1, SellCube(2, "0.0")).then_never(SaleEnded).waits_for(Selling, 1)
    assert list(RULESET.legal_actions(scenario.board, 1)) == [SellCube(0, "2.0"), EndSale()]
    done = scenario.when(1, SellCube(0, "2.0"), new_round())
    done.then_includes(CubeSold(1, "dancer", 0, "2.0", "magic", 1), SaleEnded(1))
    assert done.board.visiting[0].filled == ("magic", "", "potion")


@pytest.mark.rule("HCX-RES-10", "HCX-RES-13")
def test_equal_needs_are_filled_in_any_order_out_of_any_shops() -> None:
    """Each of them is offered, and told from the other; a lower cell may follow a higher one."""
    scenario = resolved(side("potion-shop-1*2 land potion-shop-2*2"), one=visit("cook", stake(1, "green-1")))
    legal = list(RULESET.legal_actions(scenario.board, 1))
    assert legal == [*(SellCube(need, cell) for need in (0, 1) for cell in ("0.0", "2.0")), EndSale()]
    labels = [action.label(scenario.board, 1) for action in legal]
    assert (
        labels[0]
        == "Sell 1 Potion cube from Potion Shop 1 (the first cell) to the Cook for the need of potion (1 of 2)"
    )
    assert len(set(labels)) == len(labels)

    second = scenario.when(1, SellCube(1, "2.0"))
    assert list(RULESET.legal_actions(second.board, 1)) == [SellCube(0, "0.0"), SellCube(0, "2.0"), EndSale()]
    wells = ["bard", "smithy-2a", "well-2a", "line-2a", *new_round()]
    second.when(1, SellCube(0, "0.0"), wells).then_includes(HeroJoined(1, "cook"))


@pytest.mark.rule("HCX-RES-11")
def test_nobody_has_to_sell() -> None:
    """Less than possible, or nothing, will do."""
    scenario = resolved(side(SHOPS), one=visit("dancer", stake(1, "blue-2")))
    scenario.when(1, EndSale(), new_round()).then_includes(SaleDeclined(1, "dancer"), SaleEnded(1))
    sold = scenario.when(1, SellCube(0, "4.0")).when(1, EndSale(), new_round())
    sold.then_includes(SaleEnded(1)).then_never(SaleDeclined)


@pytest.mark.rule("HCX-RES-12")
def test_who_has_nothing_to_sell_is_passed_over() -> None:
    """The turn comes to the next seller by itself."""
    stakes = stake(1, "red-6"), stake(2, "red-1")
    scenario = resolved(side("land"), side(SHOPS), two=visit("fighter", *stakes))

    scenario.then_includes(Asked(Selling(1, 1, (2,))), SaleDeclined(1, "fighter"), SaleEnded(1), Asked(Selling(2, 1)))
    scenario.waits_for(Selling, 2)
    assert scenario.board.side(1).vp == 0


@pytest.mark.rule("HCX-RES-13", "HCX-RES-17")
def test_a_hero_with_open_needs_stays() -> None:
    """With the cubes on it, for later rounds, and in any order of the needs."""
    scenario = resolved(side(SHOPS), one=visit("dancer", stake(1, "blue-2"))).when(1, SellCube(2, "4.0"))
    scenario = scenario.when(1, EndSale(), new_round())
    assert scenario.board.visiting[0] == Visit("dancer", ("", "", "magic"), (0, 0, 1))
    later = resolved(side(SHOPS), one=visit("dancer", stake(1, "blue-2"), filled="- - magic"))
    later.when(1, SellCube(1, "0.0")).then(CubeSold(1, "dancer", 1, "0.0", "potion", 1))


@pytest.mark.rule("HCX-RES-14")
def test_one_opportunity_for_each_hero() -> None:
    """However many dice a player laid on it."""
    scenario = resolved(side(SHOPS), side(SHOPS), two=visit("fighter", stake(1, "red-2", "red-3"), stake(2, "red-1")))

    scenario = scenario.waits_for(Selling, 1).when(1, EndSale()).waits_for(Selling, 2)
    scenario.when(2, EndSale(), new_round()).waits_for(Turn, 2)


@pytest.mark.rule("HCX-RES-15", "HCX-RES-16")
def test_who_fills_the_last_need_takes_the_hero() -> None:
    """At once, even where others filled the rest; those after it sell nothing."""
    hero = visit("fighter", stake(1, "red-2"), stake(2, "red-1"), filled="weapon -")
    scenario = resolved(side(SHOPS), side(SHOPS), two=hero).when(
        1, SellCube(1, "0.0"), ["bard", "smithy-2a", "well-2a", "line-2a", *new_round()]
    )

    scenario.then_includes(
        CubeSold(1, "fighter", 1, "0.0", "potion", 1), HeroJoined(1, "fighter"), ClosingStarted(1, (2,))
    )
    assert sellers(scenario) == []
    assert scenario.board.side(1).heroes == (Owned("fighter", 2),)
    assert scenario.board.side(2).heroes == ()


@pytest.mark.rule("HCX-DUA-10")
def test_only_dice_themselves_come_from_a_taken_hero_into_the_graveyard() -> None:
    """What marks a die that lies elsewhere is put away."""
    bid_too = Stake(2, (Laid("red-5"), Laid("red-1", substitute=True)))
    board = last_die(visiting={1: visit("fighter", stake(1, "red-2"), bid_too)}, pending=Selling(1, 1, sold=1))
    assert HeroJoined(1, "fighter").apply(replace(board, graveyard=("red-4",))).graveyard == ("red-2", "red-4", "red-5")


@pytest.mark.rule("HCX-RES-18")
def test_a_cube_is_sold_once() -> None:
    """What an earlier hero got is not there for a later one."""
    scenario = resolved(
        side("potion-shop-1*1"), one=visit("dancer", stake(1, "green-1")), four=visit("monk", stake(1, "green-2"))
    )
    scenario = scenario.when(1, SellCube(1, "0.0"), new_round())
    scenario.then_includes(Asked(Selling(1, 3)), SaleDeclined(1, "monk")).then_never(HeroJoined)


@pytest.mark.rule("HCX-RES-19", "HCX-RES-20")
def test_a_taken_hero_leaves_its_space_and_cubes() -> None:
    """The cubes go to the stock; the space stays empty until heroes are restocked."""
    scenario = resolved(
        side(SHOPS), two=visit("fighter", stake(1, "red-2"), filled="weapon -"), four=visit("monk", stake(1, "green-2"))
    ).when(1, SellCube(1, "2.0"))

    scenario.then_includes(HeroJoined(1, "fighter"), Asked(Selling(1, 3))).then_never(HeroRevealed)
    assert scenario.board.visiting[1].hero == ""
    assert scenario.board.visiting[1].filled == ()
    assert sum(cubes for _, cubes in lots(scenario.board).values()) == 3
    assert scenario.board.graveyard == ("red-1", "red-2")


@pytest.mark.rule("HCX-RES-21")
def test_only_attracted_heroes_are_served() -> None:
    """By players whose worker lies there, and in no other step."""
    scenario = resolved(side(SHOPS), side(SHOPS), two=visit("fighter", stake(2, "red-1"))).waits_for(Selling, 2)
    scenario.when(1, SellCube(0, "2.0")).refused("HCX-RES-02")
    none = resolved(side(SHOPS), side(SHOPS), outcomes=new_round())
    assert sellers(none.waits_for(Turn, 2)) == []
    at(table(side(SHOPS))).when(1, SellCube(0, "2.0")).refused("HCX-TRN-04")
