"""The words of hero powers: what each of them does."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from rulesets.heros_crossing import RULESET
from rulesets.heros_crossing.effects import (
    Asked,
    BidPlaced,
    BuildingPlaced,
    BuildingWon,
    CubesGained,
    CubeSold,
    CubesRemoved,
    DieChanged,
    DieRerolled,
    DieStolen,
    DraftsGained,
    ExtraActionEnded,
    ExtraActionGiven,
    HeroExhausted,
    HeroRefreshed,
    LandPlaced,
    LandWon,
    ModifiersGained,
    ModifiersLost,
    PointsGained,
    PowerCalledUp,
    ResourcesMoved,
    ResourcesProduced,
    SpySent,
)
from rulesets.heros_crossing.phases import Extra, Placing, Selling, Settling, Turn
from rulesets.heros_crossing.pieces import Owned
from rulesets.heros_crossing.rules.actions import GetLand, GetModifiers, Move, Produce
from rulesets.heros_crossing.rules.bidding import Bid
from rulesets.heros_crossing.rules.claiming import PlaceTile
from rulesets.heros_crossing.rules.donations import Donate, GiveCubes
from rulesets.heros_crossing.rules.resolution import EndSale, SellCube
from rulesets.heros_crossing.rules.spies import ExpelSpy, SendSpy
from rulesets.heros_crossing.rules.stealing import GiveDie, StealDie, TakeDie
from rulesets.heros_crossing.rules.turns import DraftDie, EndExtra, EndTurn
from rulesets.heros_crossing.rules.using import UsePower
from rulesets.heros_crossing.tiles import COLOURS
from tests.rulesets.heros_crossing.boards import (
    at,
    last_die,
    new_round,
    sellers,
    side,
    slot,
    stake,
    table,
    using,
    visit,
)
from tests.rulesets.heros_crossing.powers import HERO, OWNED, power, under

USE = UsePower(HERO)


def targets(board: Any, seat: int = 1) -> set[tuple[str, ...]]:
    """What the Cook's power may be used on."""
    return {action.targets for action in RULESET.legal_actions(board, seat) if isinstance(action, UsePower)}


# --- bends


def bending(effect: dict[str, Any], own: Any, *others: Any, **more: Any) -> Any:
    """A board on which a passive power of seat 1 holds."""
    return under(table(replace(own, heroes=OWNED), *others, **more), power(effect, when="passive"))


@pytest.mark.rule("HCX-POW-14")
def test_a_value_bonus_counts_in_its_action_only() -> None:
    """It raises a bid, a Move or an Expel, and nothing beside it."""
    own = side("apothecary-1 land")
    rule = {"do": "value_bonus", "action": "bid", "n": 2}
    board = bending(rule, own, supply={0: "potion-shop-1"}, pending=using("green-3", "bid", "produce"))
    placed = at(board).when(1, Bid("potion-shop-1a"))
    (bid,) = (effect for effect in placed.effects if isinstance(effect, BidPlaced))
    assert bid.laid.value == 5
    at(board).when(1, Produce("0.0")).then_includes(ResourcesProduced(1, "0.0", "potion", 1))


@pytest.mark.rule("HCX-POW-14")
def test_a_move_bonus_gives_points() -> None:
    """Two steps with a 1."""
    own = side("apothecary-1*1 land potion-shop-1")
    plain = table(own, pending=using("green-1", "move"))
    at(plain).when(1, Move("0.0", "2.0", 1)).refused("HCX-MOV-03")
    board = bending({"do": "move_bonus", "n": 1}, own, pending=using("green-1", "move"))
    at(board).when(1, Move("0.0", "2.0", 1)).then_includes(ResourcesMoved(1, "0.0", "2.0", "potion", 1, 2, 0))


@pytest.mark.rule("HCX-POW-14")
def test_cubes_pass_spies_and_buildings_where_a_card_says_so() -> None:
    """The path that was closed is open."""
    spied = side("apothecary-1*1 land!2 potion-shop-1")
    board = bending({"do": "pass_through", "spies": True}, spied, pending=using("green-2", "move"))
    at(board).when(1, Move("0.0", "2.0", 1)).then_includes(ResourcesMoved(1, "0.0", "2.0", "potion", 1, 2, 0))
    walled = side("apothecary-1*1 base-1 potion-shop-1")
    board = bending({"do": "pass_through", "buildings": True}, walled, pending=using("green-2", "move"))
    at(board).when(1, Move("0.0", "2.0", 1)).then_includes(ResourcesMoved(1, "0.0", "2.0", "potion", 1, 2, 0))


@pytest.mark.rule("HCX-POW-14")
def test_spy_rules() -> None:
    """A second spy may go out, or the first one moves; a lower value expels."""
    rule = {"do": "spy_rule", "extra": 1, "threshold": 2}
    out = side("land!1 land")
    board = bending(rule, side("land!2"), out, pending=using("red-2", "spy", "expel"))
    at(board).when(1, SendSpy(2, "1.0")).then_includes(SpySent(1, 2, "1.0"))
    at(board).when(1, SendSpy(2, "1.0", 2, "0.0")).then_includes(SpySent(1, 2, "1.0", 2, "0.0"))
    at(board).when(1, SendSpy(2, "1.0", 2, "9.9")).refused("HCX-SPY-05")
    at(board).when(1, ExpelSpy("0.0", 2)).then_includes()
    full = bending(rule, side(), side("land!1 land!1 land"), pending=using("red-2", "spy"))
    at(full).when(1, SendSpy(2, "2.0")).refused("HCX-SPY-05")


@pytest.mark.rule("HCX-POW-14")
@pytest.mark.parametrize("lower_first", [True, False])
def test_of_two_rules_the_better_one_counts(lower_first: bool) -> None:
    """Whichever hero came first: the lower value that expels, the higher limit."""

    def both(rules: list[dict[str, Any]], own: Any, **more: Any) -> Any:
        words = rules if lower_first else rules[::-1]
        return under(table(replace(own, heroes=OWNED), **more), power(*words, when="passive"))

    expels = [{"do": "spy_rule", "threshold": n} for n in (2, 3)]
    at(both(expels, side("land!2"), pending=using("red-2", "expel"))).when(1, ExpelSpy("0.0", 2)).then_includes()
    limits = [{"do": "limit_rule", "n": n} for n in (4, 6)]
    full = both(limits, side("apothecary-1*4"), pending=using("green-1", "produce"))
    at(full).when(1, Produce("0.0")).then_includes(ResourcesProduced(1, "0.0", "potion", 1))


@pytest.mark.rule("HCX-POW-14")
def test_bid_rules() -> None:
    """A tie is enough; others must beat the owner by more; a withdrawn tile is open again."""
    tile = "smithy-1c"
    taken, three = {4: slot(tile, stake(2, "red-3"))}, using("red-3", "bid")
    ties = bending({"do": "bid_rule", "win_ties": True}, side(), supply=taken, pending=three)
    at(ties).when(1, Bid(tile)).then_includes()
    at(bending({"do": "bid_rule"}, side(), supply=taken, pending=three)).when(1, Bid(tile)).refused("HCX-BID-06")
    guarded = under(
        table(side(), side(heroes=OWNED), supply=taken, pending=using("red-4", "bid")),
        power({"do": "bid_rule", "min_margin": 1}, when="passive"),
    )
    at(guarded).when(1, Bid(tile)).refused("HCX-BID-06")
    barred = {4: slot(tile, barred=(1,))}
    again = bending({"do": "bid_rule", "rebid": True}, side(), supply=barred, pending=three)
    at(again).when(1, Bid(tile)).then_includes()


@pytest.mark.rule("HCX-POW-14")
@pytest.mark.parametrize(
    ("rule", "dice", "first"),
    [
        ({"win_ties": True}, ("green-3", "green-3"), 1),
        ({}, ("green-3", "green-3"), 2),
        ({"win_ties": True}, ("green-3", "green-4"), 2),
        ({"go_first": True}, ("green-1", "green-4"), 1),
    ],
)
def test_attract_rules(rule: dict[str, bool], dice: tuple[str, str], first: int) -> None:
    """The order of selling is bent by those who own the hero."""
    monk = visit("monk", stake(2, dice[1]), stake(1, dice[0]))
    own, other = side("potion-shop-1*1", heroes=OWNED), side("potion-shop-1b*1")
    board = last_die(own, other, visiting={3: monk})
    board = under(board, power({"do": "attract_rule", **rule}, when="passive"))
    opened = at(board).when(1, EndTurn())
    assert sellers(opened)[0] == first


@pytest.mark.rule("HCX-POW-14")
def test_an_extra_worker_sells_once_more() -> None:
    """After all others have sold."""
    cook = visit("fighter", stake(1, "red-3"), stake(2, "red-2"))
    board = last_die(side("weapon-shop-1*2", heroes=OWNED), side("weapon-shop-1b*1"), visiting={1: cook})
    board = under(board, power({"do": "attract_rule", "extra_worker": True}, when="passive"))
    sold = at(board).when(1, EndTurn()).when(1, EndSale()).when(2, EndSale())
    sold.then_includes(Asked(Selling(1, 1, ()))).waits_for(Selling, 1)


@pytest.mark.rule("HCX-POW-14")
def test_sale_rules() -> None:
    """A substitute, a cube out of a Production Center, more VP."""
    monk = visit("monk", stake(1, "green-3"))
    for rule, own, vp in (
        ({"resource": "magic", "substitute": "potion"}, "magic-shop-1*1", 1),
        ({"from_production": True}, "apothecary-2*1", 1),
        ({"vp": 2, "level": 3}, "potion-shop-3*1", 5),
        ({"vp": 2, "level": 3}, "potion-shop-2*1", 2),
    ):
        board = last_die(side(own, heroes=OWNED), visiting={3: monk}, left=(0, 0, 0))
        board = under(board, power({"do": "sale_rule", **rule}, when="passive"))
        sold = at(board).when(1, EndTurn()).when(1, SellCube(0, "0.0"), new_round())
        assert next(effect for effect in sold.effects if isinstance(effect, CubeSold)).vp == vp
    both = last_die(side("magic-shop-1*1 land weapon-shop-1*1", heroes=OWNED), visiting={3: monk}, left=(0, 0, 0))
    board = under(both, power({"do": "sale_rule", "resource": "magic", "substitute": "potion"}, when="passive"))
    selling = at(board).when(1, EndTurn()).waits_for(Selling, 1)
    selling.when(1, SellCube(0, "2.0")).refused("HCX-RES-06")
    assert SellCube(0, "2.0") not in set(RULESET.legal_actions(selling.board, 1))


@pytest.mark.rule("HCX-POW-14")
def test_steal_rules() -> None:
    """Without a modifier, once more, or for nothing in return."""
    free = bending({"do": "steal_rule", "free": True, "extra": 1}, side(pool="red-1 red-2", modifiers=0), side())
    once = at(free).when(1, StealDie(2)).when(1, TakeDie("blue-1")).when(1, GiveDie("red-1"))
    once.then_includes(DieStolen(1, 2, "blue-1", "red-1", 0))
    once.when(1, StealDie(2)).when(1, TakeDie("red-1")).when(1, GiveDie("red-2")).then_includes()
    keep = bending({"do": "steal_rule", "keep_die": True}, side(pool="red-1"), side())
    taken = at(keep).when(1, StealDie(2)).when(1, TakeDie("blue-1"))
    taken.then_includes(DieStolen(1, 2, "blue-1", "", 1)).waits_for(Turn, 1)
    assert taken.board.side(1).pool == ("blue-1", "red-1")
    gift = bending({"do": "steal_rule", "keep_die": True, "free": True}, side(pool="", modifiers=0), side())
    at(gift).when(1, StealDie(2)).when(1, TakeDie("blue-1")).then_includes(DieStolen(1, 2, "blue-1", "", 0))


@pytest.mark.rule("HCX-POW-14")
def test_a_donation_rule_is_another_rate() -> None:
    """Three cubes for two VP."""
    board = bending({"do": "donation_rule", "cubes": 3, "vp": 2}, side("apothecary-1*3"))
    assert at(board).when(1, Donate()).when(1, GiveCubes("0.0", 3)).board.side(1).vp == 2


@pytest.mark.rule("HCX-POW-14")
def test_a_limit_rule_is_another_limit() -> None:
    """Six cubes on a Production Center."""
    board = bending({"do": "limit_rule", "n": 6}, side("apothecary-1*4"), pending=using("green-4", "produce"))
    at(board).when(1, Produce("0.0")).then_includes(ResourcesProduced(1, "0.0", "potion", 2))


@pytest.mark.rule("HCX-POW-14")
def test_place_rules() -> None:
    """Without regard to zoning, or to buildings; or by a face of one's own."""
    own, land = side("apothecary-1 land"), using("red-1", "get_land")
    at(table(own, zoning="N", pending=land)).when(1, GetLand("2.0")).refused("HCX-ZON-03")
    for rule in ({"do": "place_rule", "ignore_zoning": True}, {"do": "set_zoning", "face": "E"}):
        at(bending(rule, own, zoning="N", pending=land)).when(1, GetLand("2.0")).then_includes()
    town, placing = side("apothecary-1"), Placing(1, "smithy-1b", Settling(), 0)
    at(table(town, pending=placing, supply={0: ""}, empty=(1,))).when(1, PlaceTile("1.0")).refused("HCX-TWN-05")
    adjacent = {"do": "place_rule", "ignore_adjacency": True}
    next_to = bending(adjacent, town, pending=placing, supply={0: ""}, empty=(1,))
    at(next_to).when(1, PlaceTile("1.0")).then_includes(BuildingPlaced(1, "1.0", "smithy-1b"))


@pytest.mark.rule("HCX-POW-14")
def test_an_action_of_the_row_may_be_another() -> None:
    """Get Modifiers instead of Expel."""
    rule = {"do": "replace_action", "from": "expel", "to": "get_modifiers"}
    board = bending(rule, side(), pending=using("red-1", "expel", "spy"))
    done = at(board).when(1, GetModifiers()).then_includes(ModifiersGained(1, 2))
    assert done.board.pending.left == ("spy",)  # type: ignore[union-attr]
    at(bending(rule, side(), pending=using("red-1", "spy"))).when(1, GetModifiers()).refused("HCX-DUA-06")


def test_what_is_called_up_ends_with_the_turn() -> None:
    """A bend of an activated power holds for one turn."""
    form = power({"do": "produce_bonus", "n": 1})
    board = under(table(side(pool="blue-1 green-1", heroes=OWNED)), form)
    used = at(board).when(1, USE).then_includes(PowerCalledUp(1, f"{HERO}.0"))
    after = used.when(1, DraftDie("blue-1", 0)).when(1, EndTurn())
    assert used.board.side(1).bends == (f"{HERO}.0",)
    assert after.board.side(1).bends == ()


# --- deeds


def used(effect: dict[str, Any], *targets: str, own: Any = None, **more: Any) -> Any:
    """What follows when seat 1 uses a power that does one thing."""
    sides = (replace(own or side(), heroes=OWNED), *more.pop("others", ()))
    window = more.pop("window", "own_turn")
    return at(under(table(*sides, **more), power(effect, window=window))).when(1, UsePower(HERO, targets))


@pytest.mark.rule("HCX-POW-14")
def test_deeds_about_dice() -> None:
    """Flipped, recoloured, rolled again."""
    dice = side(pool="blue-2 red-6")
    used({"do": "flip_die", "whose": "self"}, "1.blue-2.blue-5", own=dice).then_includes(
        DieChanged(1, "blue-2", "blue-5", source=HERO)
    )
    used({"do": "recolor_die", "to": "grey", "whose": "self"}, "1.red-6.grey-6", own=dice).then_includes(
        DieChanged(1, "red-6", "grey-6", source=HERO)
    )
    used({"do": "recolor_die", "to": "blue", "whose": "self"}, "1.blue-2.blue-2", own=dice).refused("HCX-POW-15")
    board = under(table(replace(dice, heroes=OWNED)), power({"do": "reroll_die", "colors": ["red"]}))
    at(board).when(1, UsePower(HERO, ("1.red-6",))).needs_chance("roll", "HCX-POW-15")
    at(board).when(1, UsePower(HERO, ("1.red-6",)), [2]).then_includes(DieRerolled(1, "red-6", "red-2", source=HERO))


@pytest.mark.rule("HCX-POW-14")
def test_deeds_about_modifiers_points_and_cubes() -> None:
    """Gained, lost, as far as there are any and as far as there is room."""
    used({"do": "gain_modifiers", "n": 3}).then_includes(ModifiersGained(1, 3, source=HERO))
    used({"do": "lose_modifiers", "n": 3}, "2").then_includes(ModifiersLost(2, 2, source=HERO))
    value = {"add": [{"count": "modifiers"}, {"multiply": [{"const": 2}, {"count": "heroes"}]}]}
    used({"do": "gain_vp", "value": value}).then_includes(PointsGained(1, 4, source=HERO))
    stocked = side("apothecary-1*3 land potion-shop-1*4")
    used({"do": "gain_cubes", "n": 2}, "0.0", own=stocked).then_includes(
        CubesGained(1, "0.0", "potion", 1, source=HERO)
    )
    used({"do": "gain_cubes", "n": 2}, "2.0", own=stocked).refused("HCX-POW-15")
    used({"do": "gain_cubes", "n": 2, "override_limit": True}, "2.0", own=stocked).then_includes(
        CubesGained(1, "2.0", "potion", 2, source=HERO)
    )
    used({"do": "remove_cubes", "n": 2}, "2:0.0", others=(stocked,)).then_includes(
        CubesRemoved(2, "0.0", "potion", 2, source=HERO)
    )


@pytest.mark.rule("HCX-POW-14")
def test_deeds_that_lead_on_to_an_action() -> None:
    """A Move without a die, one more action with it or without, one more draft."""
    town = side("apothecary-1*2 land potion-shop-1")
    moving = used({"do": "move_cubes", "points": 4}, own=town).waits_for(Extra, 1)
    moving.when(1, Move("0.0", "2.0", 2)).then_includes(ResourcesMoved(1, "0.0", "2.0", "potion", 2, 4, 0))
    moving.when(1, EndExtra()).waits_for(Turn, 1)
    magic = {"do": "move_cubes", "points": 4, "types": ["magic"]}
    both = side("apothecary-1*2 land potion-shop-1 land enchanter-1*1 land magic-shop-1")
    used(magic, own=both).when(1, Move("0.0", "2.0", 1)).refused("HCX-MOV-01")
    land = used({"do": "extra_action", "action": "get_land"}).then_includes(
        ExtraActionGiven(1, "get_land", 4, COLOURS, source=HERO)
    )
    land.when(1, GetLand("1.0")).then_includes(LandPlaced(1, "1.0")).waits_for(Turn, 1)
    more = {"pending": using("green-4", "spy"), "own": town, "window": "in_action"}
    again = used({"do": "extra_action", "action": "move", "with_die": True}, **more)
    again.when(1, Move("0.0", "2.0", 2)).then_includes(ResourcesMoved(1, "0.0", "2.0", "potion", 2, 4, 0))
    dice = side(pool="blue-1 red-1")
    drafts = used({"do": "extra_draft", "n": 1}, own=dice).then_includes(DraftsGained(1, 1, source=HERO))
    second = drafts.when(1, DraftDie("blue-1", 0)).when(1, DraftDie("red-1", 0))
    assert second.board.side(1).pool == ()
    at(table(dice)).when(1, DraftDie("blue-1", 0)).when(1, DraftDie("red-1", 0)).refused("HCX-TRN-01")


@pytest.mark.rule("HCX-AMB-51")
def test_an_action_that_cannot_be_done_is_let_go_by_itself() -> None:
    """A Move without a cube that it may move, and one whose points are spent."""
    stuck = used({"do": "move_cubes", "points": 4}, own=side("apothecary-1 land potion-shop-1"))
    stuck.then_includes(ExtraActionGiven(1, "move", 4, COLOURS, source=HERO), ExtraActionEnded()).waits_for(Turn, 1)
    moving = used({"do": "move_cubes", "points": 2}, own=side("apothecary-1*2 land potion-shop-1")).waits_for(Extra, 1)
    moving.when(1, Move("0.0", "2.0", 1)).then_includes(ExtraActionEnded()).waits_for(Turn, 1)


@pytest.mark.rule("HCX-POW-14")
def test_deeds_about_tiles() -> None:
    """Land is placed; a tile without bids is taken, placed and its space filled."""
    land = used({"do": "place_land"}).then_includes(LandWon(1, "land", source=HERO))
    land.when(1, PlaceTile("0.1")).then_includes(LandPlaced(1, "0.1")).waits_for(Turn, 1)
    take = {"do": "take_tile", "level": 1}
    taken = used(take, "smithy-1c").then_includes(BuildingWon(1, "smithy-1c", 4, source=HERO))
    taken.when(1, PlaceTile("0.1"), ["smithy-1a"]).then_includes(BuildingPlaced(1, "0.1", "smithy-1c"))
    used(take, "smithy-1c", supply={4: slot("smithy-1c", stake(2, "red-1"))}).refused("HCX-POW-15")


@pytest.mark.rule("HCX-POW-14")
def test_deeds_about_heroes() -> None:
    """One of the own is refreshed, one of another's tires."""
    tired = side(heroes=(*OWNED, Owned("herald", 1, exhausted=True)))
    board = under(table(tired), power({"do": "refresh_hero"}))
    assert targets(board) == {("herald",)}
    at(board).when(1, UsePower(HERO, ("herald",))).then_includes(HeroRefreshed(1, "herald", source=HERO))
    rival = under(table(side(heroes=OWNED), side(heroes=("herald",))), power({"do": "exhaust_hero"}))
    at(rival).when(1, UsePower(HERO, ("herald",))).then_includes(HeroExhausted(2, "herald", source=HERO))
