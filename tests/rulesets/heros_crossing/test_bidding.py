"""Bids on tiles of the supply: the first, those that contest it, raises and withdrawals."""

from typing import Any

import pytest

from rulesets.heros_crossing import RULESET
from rulesets.heros_crossing.board import Board
from rulesets.heros_crossing.effects import (
    ActionTaken,
    Asked,
    BidPlaced,
    BidStood,
    BidWithdrawn,
    BuildingWon,
    RaiseAnnounced,
    ResourcesProduced,
    TurnStarted,
)
from rulesets.heros_crossing.phases import SETTLING, TURN, Acting, Settling, Turn
from rulesets.heros_crossing.pieces import Laid
from rulesets.heros_crossing.rules.actions import GetLand, Produce
from rulesets.heros_crossing.rules.bidding import Bid
from rulesets.heros_crossing.rules.claiming import AnnounceRaise, LetBidStand, WithdrawBid
from rulesets.heros_crossing.rules.stealing import GiveDie, StealDie, TakeDie
from rulesets.heros_crossing.rules.turns import DraftDie, EndTurn
from tests.rulesets.heros_crossing.boards import (
    at,
    settled,
    side,
    slot,
    stake,
    table,
    using,
)

ARMORER = "armorer-1c"
"""A grey tile of level 1, in the first space."""


def bidding(die: str, *bids: Any, tile: str = ARMORER, town: str = "land", barred: tuple[int, ...] = ()) -> Board:
    """Seat 1 of three has a die in use for a Bid; the tile in the first space has these bids."""
    return table(
        side(town), seats=3, card="bids", pending=using(die, "bid"), supply={0: slot(tile, *bids, barred=barred)}
    )


def contested(*bids: Any, own: str = "blue-1 grey-1", card: str = "bids", **more: Any) -> Board:
    """Seat 1 of three is at the start of its turn; the first tile has these bids."""
    return table(side(pool=own), seats=3, card=card, pending=SETTLING, supply={0: slot(ARMORER, *bids)}, **more)


@pytest.mark.rule("HCX-BID-01")
def test_face_up_tiles_of_the_supply_are_bid_on() -> None:
    """No tile of a stack, of a town or of a level that is not there yet."""
    board = table(side("armorer-1"), card="bids", pending=using("grey-3", "bid"))

    assert [action for action in RULESET.legal_actions(board, 1) if isinstance(action, Bid)] == [Bid("armor-shop-1c")]
    for tile in ("armorer-1b", "armorer-1a", "armorer-2a", "land", "", "nothing"):
        at(board).when(1, Bid(tile)).refused("HCX-BID-01")
    later = table(card="bids", pending=using("grey-3", "bid"), supply={5: "armorer-2"}, era=2)
    at(later).when(1, Bid("armorer-2a")).then_includes(BidPlaced(1, "armorer-2a", Laid("grey-3"), "first"))


@pytest.mark.rule("HCX-BID-02")
@pytest.mark.parametrize("die", ["grey-1", "green-6", "blue-6", "red-6"])
@pytest.mark.parametrize(
    ("tile", "colour"),
    [("armorer-1c", "grey"), ("potion-shop-1", "green"), ("enchanter-1", "blue"), ("smithy-1", "red")],
)
def test_the_die_has_the_colour_of_the_building(die: str, tile: str, colour: str) -> None:
    """Production Centers and Shops want the colour of what they deal in."""
    name = tile if tile[-1].isalpha() else f"{tile}a"
    scenario = at(bidding(die, tile=tile)).when(1, Bid(name))

    if die.startswith(colour):
        scenario.then_includes(BidPlaced(1, name, Laid(die), "first"))
    else:
        scenario.refused("HCX-BID-02")


@pytest.mark.rule("HCX-BID-03")
@pytest.mark.parametrize("die", ["grey-5", "green-5", "blue-5", "red-5"])
@pytest.mark.parametrize("tile", ["well-1", "guard-1", "line-1", "base-1"])
def test_any_die_bids_on_a_special_tile(die: str, tile: str) -> None:
    """As the first bid, against others, and to raise."""
    name = f"{tile}a"
    at(bidding(die, tile=tile)).when(1, Bid(name)).then_includes(BidPlaced(1, name, Laid(die), "first"))
    against = bidding(die, stake(2, "red-4"), tile=tile)
    at(against).when(1, Bid(name)).then_includes(BidPlaced(1, name, Laid(die), "contested"))
    again = bidding(die, stake(1, "blue-1"), stake(2, "red-4"), tile=tile)
    at(again).when(1, Bid(name)).then_includes(BidPlaced(1, name, Laid(die), "raised"))


@pytest.mark.rule("HCX-BID-04")
@pytest.mark.parametrize("face", [1, 2, 6])
def test_the_first_bid_may_have_any_value(face: int) -> None:
    """The die and a worker lie on the tile."""
    scenario = at(bidding(f"grey-{face}")).when(1, Bid(ARMORER))

    scenario.then_includes(ActionTaken(1, "bid"), BidPlaced(1, ARMORER, Laid(f"grey-{face}"), "first"))
    assert scenario.board.supply[0].bids == (stake(1, f"grey-{face}"),)


@pytest.mark.rule("HCX-BID-05", "HCX-BID-06")
def test_a_bid_is_the_sum_of_its_dice() -> None:
    """Values with modifiers are added up, so a single die has to beat the whole sum."""
    bids = stake(2, "grey-1"), stake(3, "grey-2", "grey-1+2")
    assert [bid.total for bid in bids] == [1, 5]

    at(bidding("grey-5", *bids)).when(1, Bid(ARMORER)).refused("HCX-BID-06")
    at(bidding("grey-3", *bids)).when(1, Bid(ARMORER)).refused("HCX-BID-06")
    at(bidding("grey-6", *bids)).when(1, Bid(ARMORER)).then_includes(BidPlaced(1, ARMORER, Laid("grey-6"), "contested"))
    raised = at(bidding("grey-4", stake(1, "grey-3"), stake(2, "grey-6"))).when(1, Bid(ARMORER)).board
    bid = raised.supply[0].bid(1)
    assert bid is not None
    assert bid.total == 7


@pytest.mark.rule("HCX-BID-06")
@pytest.mark.parametrize(
    ("die", "enough"), [("grey-3", False), ("grey-4", False), ("grey-5", True), ("grey-4+1", True)]
)
def test_a_contesting_die_is_higher_than_the_highest_bid(die: str, enough: bool) -> None:
    """An equal value is not enough."""
    scenario = at(bidding(die, stake(2, "grey-4"))).when(1, Bid(ARMORER))

    if enough:
        scenario.when(1, EndTurn()).then_never(BidWithdrawn).waits_for(Settling, 2)
    else:
        scenario.refused("HCX-BID-06")
        assert Bid(ARMORER) not in RULESET.legal_actions(bidding(die, stake(2, "grey-4")), 1)


@pytest.mark.rule("HCX-BID-07")
def test_later_bids_lie_below() -> None:
    """The tile is contested then: its bids stand in the order in which they came."""
    after = at(bidding("grey-5", stake(2, "grey-4"))).when(1, Bid(ARMORER)).board

    assert [bid.seat for bid in after.supply[0].bids] == [2, 1]
    turn = settled(table(seats=3, seat=2, card="bids", pending=SETTLING, supply={0: after.supply[0]}))
    turn.then_never(BuildingWon).waits_for(Settling, 2)


@pytest.mark.rule("HCX-BID-08")
def test_nobody_bids_on_a_building_that_stands_in_the_own_town() -> None:
    """The same name and level, whichever copy it is; in another's town it does not matter."""
    at(bidding("grey-5", town="armorer-1")).when(1, Bid(ARMORER)).refused("HCX-BID-08")
    other = table(side(), side("armorer-1"), card="bids", pending=using("grey-1", "bid"))
    at(other).when(1, Bid(ARMORER)).then_includes(ActionTaken(1, "bid"))


@pytest.mark.rule("HCX-BID-09")
@pytest.mark.parametrize(("stands", "tile", "slot_"), [(1, 2, 5), (2, 1, 0), (3, 2, 5), (2, 3, 8), (1, 3, 8)])
def test_another_level_of_the_name_is_no_obstacle(stands: int, tile: int, slot_: int) -> None:
    """Neither upward nor downward."""
    name = f"armorer-{tile}a"
    board = table(
        side(f"armorer-{stands}"),
        card="bids",
        pending=using("grey-1", "bid"),
        supply={0: "smithy-1", slot_: name},
        era=3,
    )

    at(board).when(1, Bid(name)).then_includes(BidPlaced(1, name, Laid("grey-1"), "first"))


@pytest.mark.rule("HCX-BID-10")
def test_a_bid_needs_no_place_for_the_tile() -> None:
    """A building of level 2 without the one below it, or no cell under the zoning: one may bid all the same."""
    upper = table(side("land"), card="bids", pending=using("grey-1", "bid"), supply={5: "armorer-2"}, era=2)
    at(upper).when(1, Bid("armorer-2a")).then_includes(ActionTaken(1, "bid"))
    full = table(side("smithy-1"), card="bids", zoning="N", pending=using("grey-1", "bid"))
    at(full).when(1, Bid(ARMORER)).then_includes(ActionTaken(1, "bid"))


@pytest.mark.rule("HCX-BID-11")
def test_who_withdrew_does_not_bid_on_the_tile_again() -> None:
    """Not in this round, however high the value; others may."""
    at(bidding("grey-6+3", barred=(1,))).when(1, Bid(ARMORER)).refused("HCX-BID-11")
    at(bidding("grey-1", barred=(2, 3))).when(1, Bid(ARMORER)).then_includes(ActionTaken(1, "bid"))

    withdrawn = settled(contested(stake(1, "grey-2"), stake(2, "grey-3"))).when(1, WithdrawBid(ARMORER))
    assert withdrawn.board.supply[0].barred == (1,)
    withdrawn.when(1, DraftDie("grey-1", 0, 2)).when(1, Bid(ARMORER)).refused("HCX-BID-11")


@pytest.mark.rule("HCX-BID-12", "HCX-BID-13")
@pytest.mark.parametrize("bids", [(), (stake(2, "red-5"),), (stake(1, "red-1"), stake(2, "red-5"))])
def test_the_other_action_stays_with_every_bid(bids: tuple[Any, ...]) -> None:
    """First, contesting or raising; modifiers on the die count for both and lie on the tile with it."""
    board = table(
        side("smithy-1", pool="red-4 blue-1"), card="bids", supply={0: slot("weapon-shop-1", *bids), 4: "magic-shop-1"}
    )
    scenario = at(board).when(1, DraftDie("red-4", 0, 2)).when(1, Bid("weapon-shop-1a"))
    bid = scenario.board.supply[0].bid(1)

    assert bid is not None
    assert bid.dice[-1] == Laid("red-4", 2)
    assert bid.dice[-1].value == 6
    scenario.when(1, Produce("0.0")).then_includes(ResourcesProduced(1, "0.0", "weapon", 2))


@pytest.mark.rule("HCX-BID-14")
def test_no_modifier_comes_to_a_die_on_a_tile() -> None:
    """What was laid stays as it was, in this turn and in later ones."""
    board = table(side(pool="grey-2 red-1", modifiers=9), card="bids")
    scenario = at(board).when(1, DraftDie("grey-2", 0)).when(1, Bid(ARMORER))
    kinds = {type(action).__name__ for action in RULESET.legal_actions(scenario.board, 1)}
    assert kinds == {"EndTurn", "StealDie"}

    scenario.when(1, DraftDie("grey-2", 0, 3)).refused("HCX-TRN-01")
    assert scenario.when(1, EndTurn()).board.supply[0].bids == (stake(1, "grey-2"),)


@pytest.mark.rule("HCX-BID-15")
def test_any_number_of_players_bid_on_a_tile() -> None:
    """All four may."""
    bids = stake(2, "grey-1"), stake(3, "grey-2"), stake(4, "grey-3")
    board = table(seats=4, card="bids", pending=using("grey-4", "bid"), supply={0: slot(ARMORER, *bids)})

    assert [bid.seat for bid in at(board).when(1, Bid(ARMORER)).board.supply[0].bids] == [2, 3, 4, 1]


@pytest.mark.rule("HCX-BID-16")
@pytest.mark.parametrize("special", ["well", "guard", "line", "base"])
def test_a_town_may_hold_several_special_tiles_of_a_kind(special: str) -> None:
    """The first is no bar to a second."""
    scenario = at(bidding("red-1", tile=f"{special}-2", town=f"{special}-1")).when(1, Bid(f"{special}-2a"))
    scenario.then_includes(ActionTaken(1, "bid"))


@pytest.mark.rule("HCX-BID-17")
def test_a_row_with_two_bids_gives_two_tiles() -> None:
    """No rule limits the number of tiles; a row that holds Bid once gives one."""
    scenario = at(table(side(pool="grey-3 blue-1"), card="bids")).when(1, DraftDie("grey-3", 1))
    scenario = scenario.when(1, Bid(ARMORER)).when(1, Bid("armor-shop-1c"))
    assert [one.tile for one in scenario.board.bids_of(1)] == [ARMORER, "armor-shop-1c"]

    one = at(table(side(pool="grey-3 blue-1"), card="bids")).when(1, DraftDie("grey-3", 0)).when(1, Bid(ARMORER))
    one.when(1, Bid("armor-shop-1c")).refused("HCX-DUA-06")


# --- contested bids


@pytest.mark.rule("HCX-CON-01")
def test_a_beaten_bid_is_decided_about_first() -> None:
    """Withdraw or raise: nothing else, and nothing before."""
    scenario = settled(contested(stake(1, "grey-2"), stake(2, "grey-3"))).waits_for(Settling, 1)

    assert list(RULESET.legal_actions(scenario.board, 1)) == [WithdrawBid(ARMORER), AnnounceRaise(ARMORER)]
    scenario.when(1, WithdrawBid("armor-shop-1c")).refused("HCX-CON-01")
    scenario.when(1, AnnounceRaise("armor-shop-1c")).refused("HCX-CON-01")
    scenario.when(1, DraftDie("grey-1", 0)).refused("HCX-TRN-02")
    raised = scenario.when(1, AnnounceRaise(ARMORER)).then(RaiseAnnounced(1, ARMORER), Asked(TURN))
    assert raised.board.raises == (ARMORER,)


@pytest.mark.rule("HCX-CON-02")
def test_a_raise_that_is_not_made_is_a_withdrawal() -> None:
    """At the end of the turn the bid is taken off; to let it stand is not possible."""
    scenario = settled(contested(stake(1, "grey-2"), stake(2, "grey-3")))
    scenario.when(1, LetBidStand(ARMORER)).refused("HCX-CON-02")

    scenario = scenario.when(1, AnnounceRaise(ARMORER)).when(1, DraftDie("blue-1", 0)).when(1, EndTurn())
    scenario.then_includes(BidWithdrawn(1, ARMORER, "not_raised"), TurnStarted(2))
    assert scenario.board.graveyard == ("blue-1", "grey-2", "grey-3")  # seat 2 was alone then, and claimed the tile


@pytest.mark.rule("HCX-CON-02")
def test_a_raise_that_is_made_stands() -> None:
    """Nothing is withdrawn at the end of the turn."""
    scenario = settled(contested(stake(1, "grey-2"), stake(2, "grey-3"), own="grey-2 blue-1"))
    scenario = scenario.when(1, AnnounceRaise(ARMORER)).when(1, DraftDie("grey-2", 0)).when(1, Bid(ARMORER))
    assert scenario.board.raises == ()

    scenario = scenario.when(1, EndTurn()).then_never(BidWithdrawn)
    assert [(bid.seat, bid.total) for bid in scenario.board.supply[0].bids] == [(2, 3), (1, 4)]


@pytest.mark.rule("HCX-CON-03")
def test_a_withdrawal_spends_the_dice() -> None:
    """Worker and dice leave the tile, for the graveyard; modifiers are gone, and the turn goes on with its draft."""
    board = contested(stake(1, "grey-2+2", "grey-1"), stake(2, "grey-6"))
    scenario = settled(board).when(1, WithdrawBid(ARMORER)).then(BidWithdrawn(1, ARMORER), Asked(TURN))

    assert scenario.board.supply[0].bids == (stake(2, "grey-6"),)
    assert scenario.board.graveyard == ("grey-1", "grey-2")
    assert scenario.board.side(1).modifiers == board.side(1).modifiers
    scenario.waits_for(Turn, 1).when(1, DraftDie("blue-1", 0)).waits_for(Acting, 1)


@pytest.mark.rule("HCX-CON-04", "HCX-CON-05")
@pytest.mark.parametrize(
    ("die", "enough"), [("grey-1", False), ("grey-2", False), ("grey-3", True), ("grey-1+2", True)]
)
def test_a_raise_beats_the_others_with_its_sum(die: str, enough: bool) -> None:
    """The new die alone may be low; an equal sum is not enough, and the die has the colour of the building."""
    bids = stake(1, "grey-4"), stake(2, "grey-6")
    scenario = at(bidding(die, *bids)).when(1, Bid(ARMORER))

    if enough:
        scenario.then_includes(BidPlaced(1, ARMORER, Laid(die.split("+")[0], int(die[7:] or 0)), "raised"))
    else:
        scenario.refused("HCX-CON-04")
    at(bidding("red-6", *bids)).when(1, Bid(ARMORER)).refused("HCX-BID-02")


@pytest.mark.rule("HCX-CON-06")
def test_no_more_raises_than_the_best_row_has_bids() -> None:
    """One Bid raises one tile: who has two beaten bids withdraws from one, where no row holds Bid twice."""
    two = {
        0: slot(ARMORER, stake(1, "grey-2"), stake(2, "grey-3")),
        1: slot("armor-shop-1c", stake(1, "grey-2"), stake(2, "grey-3")),
    }
    heroes = table(seats=3, card="heroes", pending=SETTLING, supply=two)
    once = settled(heroes).when(1, AnnounceRaise(ARMORER)).waits_for(Settling, 1)
    once.when(1, AnnounceRaise("armor-shop-1c")).refused("HCX-CON-06")
    once.when(1, WithdrawBid("armor-shop-1c")).waits_for(Turn, 1)

    twice = settled(table(seats=3, card="bids", pending=SETTLING, supply=two)).when(1, AnnounceRaise(ARMORER))
    twice.when(1, AnnounceRaise("armor-shop-1c")).waits_for(Turn, 1)
    none = settled(table(seats=3, card="quiet", pending=SETTLING, supply=two))
    none.when(1, AnnounceRaise(ARMORER)).refused("HCX-CON-06")


@pytest.mark.rule("HCX-CON-07", "HCX-CON-08")
def test_the_last_bidder_waits_for_the_own_turn() -> None:
    """The tile stays in the supply after a withdrawal, and others may still contest it until it is claimed."""
    board = contested(stake(1, "grey-2"), stake(3, "grey-3"))
    scenario = settled(board).when(1, WithdrawBid(ARMORER)).then_never(BuildingWon)
    scenario = scenario.when(1, DraftDie("blue-1", 0)).when(1, EndTurn()).waits_for(Turn, 2).then_never(BuildingWon)
    assert scenario.board.supply[0].bids == (stake(3, "grey-3"),)

    other = table(seats=3, seat=2, card="bids", pending=using("grey-4", "bid"), supply={0: scenario.board.supply[0]})
    at(other).when(2, Bid(ARMORER)).then_includes(BidPlaced(2, ARMORER, Laid("grey-4"), "contested"))
    alone = scenario.when(2, DraftDie("blue-1", 0)).when(2, EndTurn())
    alone.then_includes(TurnStarted(3), BuildingWon(3, ARMORER, 0))


@pytest.mark.rule("HCX-CON-09")
def test_the_highest_bidder_may_let_the_bid_stand() -> None:
    """Who leads on a contested tile at the start of the own turn need not raise; to withdraw is possible."""
    scenario = settled(contested(stake(2, "grey-2"), stake(1, "grey-3"))).waits_for(Settling, 1)

    assert set(RULESET.legal_actions(scenario.board, 1)) == {WithdrawBid(ARMORER), LetBidStand(ARMORER)}
    scenario.when(1, AnnounceRaise(ARMORER)).refused("HCX-CON-01")
    stood = scenario.when(1, LetBidStand(ARMORER)).then(BidStood(1, ARMORER), Asked(TURN))
    assert len(stood.board.supply[0].bids) == 2


@pytest.mark.rule("HCX-CON-10")
def test_a_raise_takes_a_second_die_of_the_colour() -> None:
    """A seat brings one of each; a stolen one serves to raise."""
    board = table(
        side(pool="blue-6 red-6"),
        side(pool="grey-5"),
        card="bids",
        pending=SETTLING,
        supply={0: slot(ARMORER, stake(1, "grey-2"), stake(2, "grey-3"))},
    )
    scenario = settled(board).when(1, AnnounceRaise(ARMORER))
    scenario.when(1, DraftDie("blue-6", 0, 2)).when(1, Bid(ARMORER)).refused("HCX-BID-02")
    stolen = scenario.when(1, StealDie(2)).when(1, TakeDie("grey-5")).when(1, GiveDie("blue-6"))
    raised = stolen.when(1, DraftDie("grey-5", 0)).when(1, Bid(ARMORER))
    raised.then_includes(BidPlaced(1, ARMORER, Laid("grey-5"), "raised"))


def test_land_may_follow_a_bid() -> None:
    """The other action of a row with a Bid is done before or after it."""
    board = table(side(pool="grey-1 red-1"), card="bids")

    scenario = at(board).when(1, DraftDie("grey-1", 3)).when(1, GetLand("1.0")).when(1, Bid(ARMORER))
    scenario.when(1, EndTurn()).waits_for(Turn, 2)
