"""The rulebook's examples and its answers to questions, played out."""

from __future__ import annotations

import pytest

from rulesets.heros_crossing import RULESET
from rulesets.heros_crossing.effects import (
    Asked,
    BidPlaced,
    BidWithdrawn,
    BuildingPlaced,
    BuildingRevealed,
    BuildingWon,
    CubeSold,
    DieChanged,
    DieStolen,
    HeroAttracted,
    HeroExhausted,
    HeroJoined,
    LandPlaced,
    ModifiersGained,
    ResourcesMoved,
    ResourcesProduced,
    SpyExpelled,
    SpySent,
    TileReplaced,
    ZoningSideChosen,
)
from rulesets.heros_crossing.phases import ChoosingZoning, Placing, Selling, Settling, Turn
from rulesets.heros_crossing.pieces import Owned
from rulesets.heros_crossing.rules.actions import GetLand, GetModifiers, Move, Produce
from rulesets.heros_crossing.rules.attract import Attract
from rulesets.heros_crossing.rules.bidding import Bid
from rulesets.heros_crossing.rules.claiming import AnnounceRaise, PlaceTile, WithdrawBid
from rulesets.heros_crossing.rules.resolution import EndSale, SellCube
from rulesets.heros_crossing.rules.rounds import ChooseZoning
from rulesets.heros_crossing.rules.spies import ExpelSpy, SendSpy
from rulesets.heros_crossing.rules.stealing import GiveDie, StealDie, TakeDie
from rulesets.heros_crossing.rules.turns import DraftDie, EndTurn
from rulesets.heros_crossing.rules.using import UsePower
from tests.rulesets.heros_crossing.boards import (
    at,
    laid,
    last_die,
    new_round,
    settled,
    side,
    slot,
    stake,
    starter,
    table,
    using,
    visit,
)
from tests.rulesets.heros_crossing.powers import HERO, OWNED, power, under


@pytest.mark.rule("HCX-ZON-03")
def test_example_1_zoning_north() -> None:
    """Tiles may only be placed above tiles of the town."""
    board = table(side("land"), zoning="N", pending=using("red-1", "get_land"))
    at(board).when(1, GetLand("0.1")).then_includes(LandPlaced(1, "0.1"))
    for cell in ("1.0", "0.-1", "-1.0"):
        at(board).when(1, GetLand(cell)).refused("HCX-ZON-03")


@pytest.mark.rule("HCX-ZON-07")
def test_example_2_the_first_player_sets_the_die() -> None:
    """After `*` west, it is west for all."""
    board = table(pending=ChoosingZoning(), zoning="*")
    after = at(board).when(1, ChooseZoning("W"), [1] * 8).then_includes(ZoningSideChosen("W"))
    assert after.board.zoning == "W"
    at(board).when(1, ChooseZoning("*")).refused("HCX-ZON-07")


@pytest.mark.rule("HCX-PRD-02", "HCX-PRD-03")
def test_example_3_production() -> None:
    """A level 1 Apothecary makes one Potion, and one more for a 4."""
    board = table(side("apothecary-1"), pending=using("green-4", "produce"))
    at(board).when(1, Produce("0.0")).then_includes(ResourcesProduced(1, "0.0", "potion", 2))


@pytest.mark.rule("HCX-MOV-03", "HCX-MOV-08", "HCX-MOV-11")
def test_example_4_movement() -> None:
    """Three points bring one Potion over the land; the last point is not enough for the other."""
    board = table(side("apothecary-1*2 land potion-shop-1"), pending=using("green-3", "move", "spy"))
    moved = at(board).when(1, Move("0.0", "2.0", 1))
    moved.then_includes(ResourcesMoved(1, "0.0", "2.0", "potion", 1, 2, 1))
    assert not [action for action in RULESET.legal_actions(moved.board, 1) if isinstance(action, Move)]
    at(board).when(1, Move("0.0", "2.0", 2)).refused("HCX-MOV-03")
    at(board).when(1, Move("0.0", "1.0", 1)).refused("HCX-MOV-08")


@pytest.mark.rule("HCX-MOV-04", "HCX-MOV-09", "HCX-MOV-10", "HCX-AMB-16")
def test_example_5_points_are_divided_freely() -> None:
    """One Weapon over five tiles, or five Weapons over one each, which takes Supply Lines and two of everything."""
    far = side("smithy-1*1 land land land land weapon-shop-1")
    at(table(far, pending=using("red-5", "move"))).when(1, Move("0.0", "5.0", 1)).then_includes(
        ResourcesMoved(1, "0.0", "5.0", "weapon", 1, 5, 0)
    )
    near = side("smithy-1*4 line-1 weapon-shop-1 land smithy-2*1 line-2 weapon-shop-2")
    moved = at(table(near, pending=using("red-5", "move"))).when(1, Move("0.0", "2.0", 4))
    moved.when(1, Move("4.0", "6.0", 1)).then_includes(ResourcesMoved(1, "4.0", "6.0", "weapon", 1, 1, 0))


@pytest.mark.rule("HCX-SPY-01", "HCX-MOV-07")
def test_example_6_a_spy_closes_the_way() -> None:
    """As long as it stands on the land between, no Potion passes."""
    town = "apothecary-1*2 land potion-shop-1"
    board = table(side(), side(town), pending=using("red-1", "spy"))
    sent = at(board).when(1, SendSpy(2, "1.0")).then_includes(SpySent(1, 2, "1.0"))
    assert sent.board.side(2).lot("1.0").spies == (1,)  # type: ignore[union-attr]
    moving = table(side("apothecary-1*2 land!2 potion-shop-1"), pending=using("green-6", "move"))
    at(moving).when(1, Move("0.0", "2.0", 1)).refused("HCX-MOV-07")


@pytest.mark.rule("HCX-EXP-01", "HCX-FRE-01")
def test_example_7_a_modifier_makes_a_three_enough() -> None:
    """With it the spy goes; without it the value is too low."""
    board = table(side("land!2", pool="blue-3", modifiers=1))
    after = at(board).when(1, DraftDie("blue-3", 2, 1)).when(1, ExpelSpy("0.0", 2))
    after.then_includes(SpyExpelled(1, "0.0", 2))
    assert after.board.side(1).modifiers == 0
    at(board).when(1, DraftDie("blue-3", 2)).when(1, ExpelSpy("0.0", 2)).refused("HCX-EXP-01")


@pytest.mark.rule("HCX-STL-01", "HCX-STL-08")
def test_example_8_a_stolen_die() -> None:
    """Blue and a modifier for red; then a die is drafted as ever."""
    board = table(side(pool="blue-2", modifiers=1), side(pool="red-5", modifiers=0))
    after = at(board).when(1, StealDie(2)).when(1, TakeDie("red-5")).when(1, GiveDie("blue-2"))
    after.then_includes(DieStolen(1, 2, "red-5", "blue-2", 1)).waits_for(Turn, 1)
    assert (after.board.side(2).pool, after.board.side(2).modifiers) == (("blue-2",), 1)
    after.when(1, DraftDie("red-5", 0)).then_includes()


@pytest.mark.rule("HCX-DUA-02", "HCX-DUA-03", "HCX-DUA-04")
def test_example_9_move_and_spy() -> None:
    """A green die moves Potions only and sends the spy anywhere; in either order, or one of the two."""
    own = side("apothecary-1*1 land potion-shop-1", "land land smithy-1*1 land weapon-shop-1")
    board = table(own, side("land"), pending=using("green-2", "move", "spy"))
    potion, spy = Move("0.1", "2.1", 1), SendSpy(2, "0.0")
    at(board).when(1, potion).when(1, spy).then_includes(SpySent(1, 2, "0.0"))
    at(board).when(1, spy).when(1, potion).then_includes(ResourcesMoved(1, "0.1", "2.1", "potion", 1, 2, 0))
    at(board).when(1, spy).when(1, EndTurn()).then_includes()
    at(board).when(1, Move("2.0", "4.0", 1)).refused("HCX-MOV-01")


@pytest.mark.rule("HCX-DUA-04", "HCX-DUA-05", "HCX-BID-13")
def test_example_10_bid_and_produce() -> None:
    """A red 4 with two modifiers bids 6 and makes one more; each is possible without the other."""
    own = side("smithy-1", pool="red-4", modifiers=2)
    board = table(own, card="bids", supply={0: "weapon-shop-1"})
    drafted = at(board).when(1, DraftDie("red-4", 0, 2))
    bid = drafted.when(1, Bid("weapon-shop-1a"))
    bid.then_includes(BidPlaced(1, "weapon-shop-1a", laid("red-4+2"), "first"))
    assert bid.board.slot("weapon-shop-1a").bids[0].total == 6
    bid.when(1, Produce("0.0")).then_includes(ResourcesProduced(1, "0.0", "weapon", 2))
    none = table(side("land", pool="red-4"), card="bids", supply={0: "weapon-shop-1"})
    at(none).when(1, DraftDie("red-4", 0)).when(1, Bid("weapon-shop-1a")).then_includes()
    unwanted = at(board).when(1, DraftDie("red-4", 0))
    unwanted.when(1, Produce("0.0")).then_includes(ResourcesProduced(1, "0.0", "weapon", 2))


@pytest.mark.rule("HCX-CLM-01", "HCX-CLM-02", "HCX-CLM-03", "HCX-CLM-04")
def test_example_11_a_bid_that_nobody_contests() -> None:
    """At the bidder's next turn the tile is placed, the die buried, the space filled again."""
    board = table(side("land"), supply={0: slot("apothecary-1b", stake(1, "green-3"))}, pending=Settling())
    won = settled(board).then_includes(BuildingWon(1, "apothecary-1b", 0)).waits_for(Placing, 1)
    placed = won.when(1, PlaceTile("0.1"), ["apothecary-1a"])
    placed.then_includes(BuildingPlaced(1, "0.1", "apothecary-1b"), BuildingRevealed(0, "apothecary-1a"))
    assert placed.board.graveyard == ("green-3",)


@pytest.mark.rule("HCX-BID-06", "HCX-BID-11", "HCX-CON-01", "HCX-CON-03", "HCX-CON-04", "HCX-CLM-01")
def test_example_12_a_contested_bid() -> None:
    """3, then 5, then 3 and 5 together; who withdraws loses the die and may not bid there again."""
    tile = "apothecary-1b"
    begun = table(side(), supply={0: slot(tile, stake(2, "green-3"))}, pending=using("green-5", "bid"))
    at(begun).when(1, Bid(tile)).then_includes(BidPlaced(1, tile, laid("green-5"), "contested"))
    both = slot(tile, stake(1, "green-3"), stake(2, "green-5"))
    board = table(side(pool="green-5 red-1"), side(pool="blue-1"), supply={0: both}, card="bids", pending=Settling())
    raised = at(board).when(1, AnnounceRaise(tile)).when(1, DraftDie("green-5", 3)).when(1, Bid(tile))
    raised.then_includes(BidPlaced(1, tile, laid("green-5"), "raised"))
    assert raised.board.slot(tile).bid(1).total == 8  # type: ignore[union-attr]
    beaten = raised.when(1, EndTurn()).waits_for(Settling, 2)
    gone = beaten.when(2, WithdrawBid(tile)).then_includes(BidWithdrawn(2, tile)).waits_for(Turn, 2)
    assert "green-5" in gone.board.graveyard
    again = table(side(), supply={0: slot(tile, stake(2, "green-3"), barred=(1,))}, pending=using("green-6", "bid"))
    at(again).when(1, Bid(tile)).refused("HCX-BID-11")
    back = gone.when(2, DraftDie("blue-1", 3)).when(2, EndTurn())
    back.then_includes(BuildingWon(1, tile, 0)).waits_for(Placing, 1)


@pytest.mark.rule("HCX-ATT-02", "HCX-ATT-04")
def test_example_13_the_colours_that_attract() -> None:
    """Magic, Potion and Wild: blue or green."""
    for die, legal in (("blue-1", True), ("green-1", True), ("red-1", False), ("grey-1", False)):
        scenario = at(table(side(), pending=using(die, "attract"))).when(1, Attract("dancer"))
        if legal:
            scenario.then_includes(HeroAttracted(1, "dancer", laid(die)))
        else:
            scenario.refused("HCX-ATT-02")


@pytest.mark.rule("HCX-RES-02", "HCX-RES-06", "HCX-RES-08", "HCX-RES-10", "HCX-RES-15")
def test_example_14_who_sells_first_and_who_takes_the_hero() -> None:
    """The first sells Magic for 1; the second a Weapon for 2 and a Potion for 1, and takes the Dancer."""
    dancer = visit("dancer", stake(1, "blue-3", "green-2"), stake(2, "green-4"))
    other = side("weapon-shop-2*1 land potion-shop-1*1")
    board = last_die(side("magic-shop-1*1"), other, visiting={0: dancer}, left=(0, 0, 0))
    opened = at(board).when(1, EndTurn()).then_includes(Asked(Selling(1, 0, (2,))))
    first = opened.when(1, SellCube(0, "0.0")).then_includes(CubeSold(1, "dancer", 0, "0.0", "magic", 1))
    second = first.waits_for(Selling, 2).when(2, SellCube(1, "2.0"))
    second.then_includes(CubeSold(2, "dancer", 1, "2.0", "potion", 1))
    last = second.when(2, SellCube(2, "0.0"), new_round())
    last.then_includes(CubeSold(2, "dancer", 2, "0.0", "weapon", 2), HeroJoined(2, "dancer"))
    assert (last.board.side(1).vp, last.board.side(2).vp) == (1, 3)


@pytest.mark.rule("HCX-ATT-04", "HCX-RES-04", "HCX-RES-06", "HCX-RES-09", "HCX-RES-17")
def test_example_15_a_wild_need() -> None:
    """A Potion covers it, and the Fighter stays for a Weapon."""
    fighter = visit("fighter", stake(1, "red-3"))
    board = last_die(side("potion-shop-1*1"), visiting={1: fighter}, left=(0, 0, 0))
    at(table(side(), pending=using("green-3", "attract"))).when(1, Attract("fighter")).refused("HCX-ATT-02")
    sold = at(board).when(1, EndTurn()).when(1, SellCube(1, "0.0"), new_round())
    sold.then_includes(CubeSold(1, "fighter", 1, "0.0", "potion", 1))
    assert sold.board.visiting[1].filled == ("", "potion")


@pytest.mark.rule("HCX-POW-04", "HCX-POW-11")
def test_example_16_the_defender() -> None:
    """A grey 3 becomes 4, and the Defender is exhausted."""
    form = starter().hero["defender"].power
    board = under(table(side(pool="grey-3", heroes=OWNED)), form)
    after = at(board).when(1, UsePower(HERO, ("1.grey-3.grey-4",)))
    after.then_includes(HeroExhausted(1, HERO), DieChanged(1, "grey-3", "grey-4", source=HERO))


@pytest.mark.rule("HCX-FRE-01", "HCX-DUA-04")
def test_example_17_modifiers_on_a_move() -> None:
    """A 2 with two modifiers has four points, and is a 4 for the other action."""
    own = side("enchanter-1*1 land land land magic-shop-1", "land!2", pool="blue-2")
    board = table(own, card="deeds")
    moved = at(board).when(1, DraftDie("blue-2", 3, 2)).when(1, Move("0.1", "4.1", 1))
    moved.then_includes(ResourcesMoved(1, "0.1", "4.1", "magic", 1, 4, 0))


@pytest.mark.rule("HCX-POW-08")
def test_example_18_a_face_set_by_a_power() -> None:
    """A red 6 that a power turns to 3 is a 3 for both actions."""
    form = power({"do": "assign_die", "action": "attract", "faces": [3]}, window="at_draft")
    board = under(table(side("smithy-1", pool="red-6", heroes=OWNED), card="heroes"), form)
    drafted = at(board).when(1, UsePower(HERO, ("1.red-6.red-3",))).when(1, DraftDie("red-3", 0))
    drafted.when(1, Attract("monk")).then_includes(HeroAttracted(1, "monk", laid("red-3")))
    drafted.when(1, Produce("0.0")).then_includes(ResourcesProduced(1, "0.0", "weapon", 1))


@pytest.mark.rule("HCX-POW-07", "HCX-FRE-02")
def test_example_19_a_six_stays_a_six_but_counts_nine() -> None:
    """A power cannot raise it, three modifiers can."""
    board = under(table(side(pool="red-6", modifiers=3, heroes=OWNED)), power({"do": "adjust_die", "by": [1]}))
    at(board).when(1, UsePower(HERO, ("1.red-6.red-7",))).refused("HCX-POW-07")
    drafted = at(board).when(1, DraftDie("red-6", 0, 3)).board
    assert drafted.pending.value == 9  # type: ignore[union-attr]


# --- questions and answers


@pytest.mark.rule("HCX-FRE-02")
def test_answer_modifiers_go_beyond_six() -> None:
    """As many as one likes."""
    board = table(side(pool="red-6", modifiers=9))
    assert at(board).when(1, DraftDie("red-6", 0, 9)).board.pending.value == 15  # type: ignore[union-attr]


@pytest.mark.rule("HCX-BID-14", "HCX-ATT-08", "HCX-TRN-06")
def test_answer_no_modifier_is_added_to_a_die_that_lies_there() -> None:
    """They are spent when the die is drafted, and no action adds one later."""
    board = table(side(modifiers=5), supply={0: slot("apothecary-1b", stake(1, "green-3"))}, visiting={})
    names = {type(action).__name__ for action in RULESET.legal_actions(board, 1)}
    assert names == {"DraftDie", "StealDie"}
    acting = at(table(side(pool="red-3", modifiers=5))).when(1, DraftDie("red-3", 2, 1)).board
    assert not [a for a in RULESET.legal_actions(acting, 1) if getattr(a, "modifiers", 0)]


@pytest.mark.rule("HCX-TWN-11", "HCX-CLM-11")
def test_answer_tiles_are_not_kept_for_later() -> None:
    """What cannot be placed stays in the supply; what can be is placed before anything else."""
    cannot = table(side("land"), supply={0: slot("apothecary-2a", stake(1, "green-3"))}, pending=Settling(), era=2)
    after = settled(cannot).waits_for(Turn, 1)
    assert after.board.supply[0] == slot("apothecary-2a")
    can = table(side("land"), supply={0: slot("apothecary-1b", stake(1, "green-3"))}, pending=Settling())
    settled(can).when(1, DraftDie("blue-1", 0)).refused("HCX-TWN-11")


@pytest.mark.rule("HCX-SPC-01")
def test_answer_special_tiles_have_no_level() -> None:
    """Though they lie in the stacks of the levels."""
    tiles = starter().tile
    assert {(tile.level, tile.back) for tile in tiles.values() if tile.kind == "foundation"} == {(0, 1), (0, 2), (0, 3)}


@pytest.mark.rule("HCX-TWN-10", "HCX-SPC-07", "HCX-SPC-10")
@pytest.mark.parametrize("tile", ["guard-1a", "line-1a"])
def test_answer_spies_stay_on_a_replaced_tile(tile: str) -> None:
    """On a Guarded Land too, which only keeps new ones away."""
    board = table(side("land!2 land"), pending=Placing(1, tile, Settling(), 0), supply={0: ""}, empty=(1,))
    after = at(board).when(1, PlaceTile("0.0")).then_includes(TileReplaced(1, "0.0", tile, "land"))
    assert after.board.side(1).lot("0.0").spies == (2,)  # type: ignore[union-attr]


@pytest.mark.rule("HCX-TWN-10", "HCX-CLM-10")
def test_answer_cubes_stay_on_a_replaced_tile() -> None:
    """On the better Shop."""
    board = table(side("potion-shop-1*3"), pending=Placing(1, "potion-shop-2a", Settling(), 5), era=2, empty=(2,))
    after = at(board).when(1, PlaceTile("0.0"))
    assert after.board.side(1).lot("0.0").cubes == 3  # type: ignore[union-attr]


@pytest.mark.rule("HCX-GMD-03")
def test_answer_modifiers_gained_are_no_use_for_the_same_die() -> None:
    """The value of the second action is what it was."""
    board = table(side("land!2", modifiers=0), pending=using("red-3", "get_modifiers", "expel"))
    gained = at(board).when(1, GetModifiers()).then_includes(ModifiersGained(1, 2))
    gained.when(1, ExpelSpy("0.0", 2)).refused("HCX-EXP-01")


@pytest.mark.rule("HCX-TWN-08")
def test_answer_no_more_than_four_cubes_on_a_tile() -> None:
    """Neither made nor moved."""
    made = table(side("apothecary-3*2"), pending=using("green-6", "produce"))
    at(made).when(1, Produce("0.0")).then_includes(ResourcesProduced(1, "0.0", "potion", 2))
    moved = table(side("apothecary-1*2 land potion-shop-1*3"), pending=using("green-6", "move"))
    at(moved).when(1, Move("0.0", "2.0", 2)).refused("HCX-MOV-10")


@pytest.mark.rule("HCX-RES-11", "HCX-ATT-10")
def test_notes_nobody_has_to_sell() -> None:
    """A hero may be attracted without a cube, and a cube may be kept."""
    monk = visit("monk", stake(1, "green-3"))
    board = last_die(side("potion-shop-1*1"), visiting={3: monk}, left=(0, 0, 0))
    kept = at(board).when(1, EndTurn()).when(1, EndSale(), new_round())
    assert kept.board.side(1).lot("0.0").cubes == 1  # type: ignore[union-attr]
    nothing = last_die(side("land"), visiting={3: monk}, left=(0, 0, 0))
    at(nothing).when(1, EndTurn(), new_round()).waits_for(Turn, 2)
    assert Owned("monk", 1) not in kept.board.side(1).heroes
