"""Hero powers: when they may be used, and what each word of their language does."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from rulesets.heros_crossing import RULESET
from rulesets.heros_crossing.board import Owned
from rulesets.heros_crossing.components import COLOURS
from rulesets.heros_crossing.effects import (
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
    ExtraActionGiven,
    HandEntered,
    HandStarted,
    HeroExhausted,
    HeroRefreshed,
    JoinPowerLost,
    LandPlaced,
    LandWon,
    ModifiersGained,
    ModifiersLost,
    PointsGained,
    PowerCalledUp,
    PowerUsed,
    ResourcesMoved,
    ResourcesProduced,
    SaleOpened,
    SpySent,
)
from rulesets.heros_crossing.phases import ByHand, Extra, Joining, Placing, Selling, Settling, Turn
from rulesets.heros_crossing.rules.actions import GetLand, GetModifiers, Move, Produce
from rulesets.heros_crossing.rules.attract import Attract
from rulesets.heros_crossing.rules.bidding import Bid
from rulesets.heros_crossing.rules.by_hand import EnterByHand
from rulesets.heros_crossing.rules.claiming import PlaceTile
from rulesets.heros_crossing.rules.donations import Donate, GiveCubes
from rulesets.heros_crossing.rules.resolution import EndSale, SellCube
from rulesets.heros_crossing.rules.spies import ExpelSpy, SendSpy
from rulesets.heros_crossing.rules.turns import DraftDie, EndExtra, EndTurn, GiveDie, StealDie, TakeDie
from rulesets.heros_crossing.rules.using import UsePower
from rulesets.kit.by_hand import WHERE_THE_TABLE_ROLLS
from tests.rulesets.heros_crossing.boards import at, last_die, new_round, side, slot, stake, table, using, visit
from tests.rulesets.heros_crossing.powers import HERO, OWNED, power, under

GAIN = {"do": "gain_vp", "value": {"const": 1}}
USE = UsePower(HERO)


def targets(board: Any, seat: int = 1) -> set[tuple[str, ...]]:
    """What the Cook's power may be used on."""
    return {action.targets for action in RULESET.legal_actions(board, seat) if isinstance(action, UsePower)}


# --- when


@pytest.mark.rule("HCX-POW-01")
def test_only_the_owner_uses_a_power_and_only_in_turns_after_it_was_taken() -> None:
    """A visiting hero, another's, or one that joined this round helps nobody."""
    mine = under(table(side(heroes=OWNED)), power(GAIN))
    at(mine).when(1, USE).then_includes(PointsGained(1, 1))
    at(under(table(side(), side(heroes=OWNED)), power(GAIN))).when(1, USE).refused("HCX-POW-01")
    at(under(table(visiting={0: "cook"}), power(GAIN))).when(1, USE).refused("HCX-POW-01")
    at(under(table(side(heroes=(Owned(HERO, 2),))), power(GAIN))).when(1, USE).refused("HCX-POW-01")


@pytest.mark.rule("HCX-POW-01", "HCX-AMB-30")
def test_passive_powers_wait_for_the_next_round_too() -> None:
    """A hero taken this round bends nothing yet."""
    bonus = power({"do": "produce_bonus", "n": 2}, when="passive")
    for joined, made in ((1, 3), (2, 1)):
        own = side("apothecary-1", heroes=(Owned(HERO, joined),))
        board = under(table(own, pending=using("green-1", "produce")), bonus)
        at(board).when(1, Produce("0.0")).then_includes(ResourcesProduced(1, "0.0", "potion", made))


@pytest.mark.rule("HCX-POW-02")
def test_a_card_goes_before_the_rules() -> None:
    """Spies and thieves meet refusals that only a card can give."""
    board = under(
        table(side(pool="red-1"), side("land land", pool="blue-2", heroes=OWNED), pending=using("red-2", "spy")),
        power({"do": "spy_rule", "immune": True}, when="passive"),
    )
    at(board).when(1, SendSpy(2, "0.0")).refused("HCX-POW-02")
    safe = under(
        table(side(pool="red-1"), side(pool="blue-2", heroes=OWNED)),
        power({"do": "steal_rule", "immune": True}, when="passive"),
    )
    at(safe).when(1, StealDie(2)).refused("HCX-POW-02")


@pytest.mark.rule("HCX-POW-03")
@pytest.mark.parametrize(
    ("window", "drafting", "acting"),
    [("own_turn", True, True), ("at_draft", True, False), ("in_action", False, True), ("resolution", False, False)],
)
def test_a_power_is_used_in_its_window(window: str, drafting: bool, acting: bool) -> None:
    """In the own turn, before or after the die is drafted; never when another is at turn."""
    for pending, legal in ((None, drafting), (using("red-1", "spy"), acting)):
        more = {"pending": pending} if pending else {}
        board = under(table(side(heroes=OWNED), **more), power(GAIN, window=window))
        scenario = at(board).when(1, USE)
        if legal:
            scenario.then_includes(PowerUsed(1, HERO), HeroExhausted(1, HERO))
        else:
            scenario.refused("HCX-POW-03")
        assert (targets(board) == {()}) is legal
    theirs = under(table(side(), side(heroes=OWNED)), power(GAIN))
    at(theirs).when(2, USE).refused("HCX-TRN-04")


@pytest.mark.rule("HCX-POW-04")
def test_an_exhausted_hero_helps_nobody() -> None:
    """Using it turns the card, and a turned card cannot be used."""
    board = under(table(side(heroes=OWNED)), power(GAIN))
    after = at(board).when(1, USE).then(PowerUsed(1, HERO), HeroExhausted(1, HERO), PointsGained(1, 1))
    after.when(1, USE).refused("HCX-POW-04")
    assert targets(after.board) == set()


@pytest.mark.rule("HCX-POW-05")
def test_heroes_are_fresh_again_in_the_next_round() -> None:
    """So a power with the symbol is used once a round at most."""
    board = under(last_die(side(heroes=(Owned(HERO, 1, exhausted=True),))), power(GAIN))
    after = at(board).when(1, EndTurn(), new_round()).board
    assert after.round == 3
    assert not after.side(1).heroes[0].exhausted


@pytest.mark.rule("HCX-POW-06", "HCX-AMB-47")
def test_a_power_without_the_symbol_has_no_limit_but_its_cost() -> None:
    """It is used as often as it can be paid for."""
    board = under(table(side(heroes=OWNED, modifiers=2)), power(GAIN, exhaust=False, cost={"modifiers": 1}))
    twice = at(board).when(1, USE).when(1, USE)
    assert (twice.board.side(1).vp, twice.board.side(1).modifiers) == (2, 0)
    twice.when(1, USE).refused("HCX-POW-15")


@pytest.mark.rule("HCX-POW-07")
def test_a_die_is_turned_within_its_faces() -> None:
    """A 6 cannot be raised, a 1 not lowered, and the hero stays fresh."""
    form = power({"do": "adjust_die", "whose": "self", "by": [-1, 1]})
    board = under(table(side(pool="blue-1 grey-6", heroes=OWNED)), form)
    assert targets(board) == {("1.blue-1.blue-2",), ("1.grey-6.grey-5",)}
    at(board).when(1, UsePower(HERO, ("1.grey-6.grey-7",))).refused("HCX-POW-07")
    at(board).when(1, UsePower(HERO, ("1.blue-1.blue-0",))).refused("HCX-POW-07")


@pytest.mark.rule("HCX-POW-08")
def test_a_face_that_a_power_sets_counts_for_both_actions() -> None:
    """A red 6 turned to 3 attracts with 3, and is a 3 for the other action."""
    form = power({"do": "waive_color", "action": "attract"}, {"do": "set_die", "faces": [3], "whose": "self"})
    board = under(table(side(pool="red-6", heroes=OWNED), card="heroes"), form)
    used = at(board).when(1, UsePower(HERO, ("1.red-6.red-3",)))
    used.then_includes(PowerCalledUp(1, f"{HERO}.0"), DieChanged(1, "red-6", "red-3"))
    drafted = used.when(1, DraftDie("red-3", 0))
    attracted = drafted.when(1, Attract("monk"))
    assert attracted.board.visiting[3].stakes[0].total == 3
    assert drafted.board.pending.value == 3  # type: ignore[union-attr]


@pytest.mark.rule("HCX-POW-09")
def test_a_waived_colour_is_waived_for_one_action() -> None:
    """A red die attracts whomever, and still produces Weapons only."""
    form = power({"do": "waive_color", "action": "attract"}, when="passive")
    own = side("apothecary-1 land smithy-1", heroes=OWNED)
    board = under(table(own, pending=using("red-2", "attract", "produce")), form)
    at(board).when(1, Attract("monk")).then_includes()
    at(board).when(1, Produce("0.0")).refused("HCX-PRD-01")
    at(board).when(1, Produce("2.0")).then_includes(ResourcesProduced(1, "2.0", "weapon", 1))
    at(table(own, pending=using("red-2", "attract"))).when(1, Attract("monk")).refused("HCX-ATT-02")


@pytest.mark.rule("HCX-POW-10")
def test_modifiers_go_on_top_of_a_face_set_by_a_power() -> None:
    """A die set to 6 counts 8 with two of them."""
    board = under(table(side(pool="red-2", heroes=OWNED)), power({"do": "set_die", "faces": [6]}))
    after = at(board).when(1, UsePower(HERO, ("1.red-2.red-6",))).when(1, DraftDie("red-6", 0, 2)).board
    assert after.pending.value == 8  # type: ignore[union-attr]


@pytest.mark.rule("HCX-POW-11", "HCX-AMB-43")
def test_the_defender_turns_any_grey_die_that_is_not_drafted() -> None:
    """Its owner's or another's, up or down by one; no other colour, and no die that is spent."""
    form = RULESET.starter_components.hero["defender"].power
    own, other = side(pool="blue-2 grey-3", heroes=OWNED), side(pool="grey-6 red-1")
    board = under(table(own, other, graveyard=("grey-1",)), form)
    assert targets(board) == {("1.grey-3.grey-2",), ("1.grey-3.grey-4",), ("2.grey-6.grey-5",)}
    after = at(board).when(1, UsePower(HERO, ("2.grey-6.grey-5",)))
    assert after.board.side(2).pool == ("grey-5", "red-1")
    assert after.board.side(1).heroes[0].exhausted


@pytest.mark.rule("HCX-POW-14")
def test_what_no_word_says_is_entered_by_hand() -> None:
    """The table tells what happens; each part must be possible on the board that it meets."""
    own = side("apothecary-1 land", heroes=OWNED)
    board = under(table(own), power({"do": "by_hand"}))
    asked = at(board).when(1, USE).then_includes(HandStarted(1, HERO)).waits_for(ByHand, 1)
    entry = EnterByHand((PointsGained(1, 2), CubesGained(1, "0.0", "potion", 3), ModifiersLost(2, 2)))
    done = asked.when(1, entry).then(*entry.effects, HandEntered(1, HERO)).waits_for(Turn, 1)
    assert (done.board.side(1).vp, done.board.side(2).modifiers) == (2, 0)
    for effect, rule in (
        (PointsGained(9, 2), "HCX-POW-14"),
        (PointsGained(1, -1), "HCX-POW-14"),
        (CubesGained(1, "0.0", "potion", 5), "HCX-TWN-08"),
        (CubesGained(1, "1.0", "potion", 1), "HCX-POW-14"),
        (CubesRemoved(1, "0.0", "potion", 1), "HCX-POW-14"),
        (ModifiersLost(2, 3), "HCX-POW-14"),
        (ModifiersGained(0, 1), "HCX-POW-14"),
        (DieChanged(1, "red-6", "red-5"), "HCX-POW-14"),
        (SpySent(1, 1, "1.0"), "HCX-SPY-02"),
        (HeroRefreshed(1, "monk"), "HCX-POW-14"),
    ):
        asked.when(1, EnterByHand((effect,))).refused(rule)


def test_nothing_is_entered_where_the_service_rolls() -> None:
    """A player could enter any fate, so the power cannot be used at all."""
    board = replace(under(table(side(heroes=OWNED)), power({"do": "by_hand"})), chance="server")
    at(board).when(1, USE).refused("HCX-POW-15")
    waiting = replace(board, pending=ByHand(1, HERO, Turn()))
    at(waiting).when(1, EnterByHand()).refused(WHERE_THE_TABLE_ROLLS)


@pytest.mark.rule("HCX-POW-15")
def test_a_power_is_carried_out_as_a_whole_or_not_at_all() -> None:
    """Cost, condition and every part that is not optional have to be possible."""
    rich, poor = side(heroes=OWNED, modifiers=2, vp=1), side(heroes=OWNED, modifiers=0)
    for more in ({"cost": {"modifiers": 1}}, {"cost": {"vp": 1}}, {"if": {"count": "modifiers"}}):
        form = power(GAIN, **more)
        at(under(table(rich), form)).when(1, USE).then_includes(PointsGained(1, 1))
        at(under(table(poor), form)).when(1, USE).refused("HCX-POW-15")
    mandatory = power(GAIN, {"do": "refresh_hero"})
    at(under(table(rich), mandatory)).when(1, UsePower(HERO, ("-",))).refused("HCX-POW-15")
    optional = power({"do": "lose_modifiers", "n": 1, "optional": True}, GAIN)
    board = under(table(rich, side(modifiers=0)), optional)
    assert targets(board) == {("-",)}
    at(board).when(1, UsePower(HERO, ("-",))).then_includes(PointsGained(1, 1))


@pytest.mark.rule("HCX-POW-15")
def test_each_part_meets_the_board_that_those_before_it_left() -> None:
    """A hero that tires by its own use can be refreshed by it."""
    form = power(GAIN, {"do": "refresh_hero"})
    board = under(table(side(heroes=OWNED)), form)
    at(board).when(1, UsePower(HERO, (HERO,))).then(
        PowerUsed(1, HERO), HeroExhausted(1, HERO), PointsGained(1, 1), HeroRefreshed(1, HERO)
    )


def last_cube(*effects: dict[str, Any], **more: Any) -> Any:
    """A board on which seat 1 sells the Cook the last Potion that it wants."""
    cook = visit(HERO, stake(1, "green-3"), filled="potion -")
    own = side("potion-shop-1*1 land apothecary-1", **more)
    board = last_die(own, visiting={0: cook}, left=(0, 0, 0), pending=Selling(1, 0))
    return under(board, power(*effects, when="on_join"))


@pytest.mark.rule("HCX-POW-17")
def test_what_a_hero_does_as_it_joins_is_done_at_once() -> None:
    """Before anybody sells on; where there is a choice, its owner makes it."""
    asked = at(last_cube({"do": "gain_cubes", "n": 2}, heroes=("herald",))).when(1, SellCube(1, "0.0"))
    asked.waits_for(Joining, 1)
    assert targets(asked.board) == {("0.0",), ("2.0",)}
    asked.when(1, UsePower("herald")).refused("HCX-POW-17")
    asked.when(1, UsePower(HERO, ("2.0",)), new_round()).then_includes(CubesGained(1, "2.0", "potion", 2))
    alone = at(last_cube({"do": "gain_modifiers", "n": 2})).when(1, SellCube(1, "0.0"), new_round())
    alone.then_includes(PowerUsed(1, HERO), ModifiersGained(1, 2))
    lost = at(last_cube({"do": "lose_modifiers", "n": 2})).when(1, SellCube(1, "0.0"), new_round())
    assert ModifiersLost(2, 2) in lost.effects
    never = at(last_cube({"do": "refresh_hero"})).when(1, SellCube(1, "0.0"), new_round())
    never.then_includes(JoinPowerLost(1, HERO))


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
def test_bid_rules() -> None:
    """A tie is enough; others must beat the owner by more; a withdrawn tile is open again."""
    tile = "smithy-1c"
    on = {"supply": {4: slot(tile, stake(2, "red-3"))}, "pending": using("red-3", "bid")}
    at(bending({"do": "bid_rule", "win_ties": True}, side(), **on)).when(1, Bid(tile)).then_includes()
    at(bending({"do": "bid_rule"}, side(), **on)).when(1, Bid(tile)).refused("HCX-BID-06")
    guarded = under(
        table(side(), side(heroes=OWNED), **{**on, "pending": using("red-4", "bid")}),
        power({"do": "bid_rule", "min_margin": 1}, when="passive"),
    )
    at(guarded).when(1, Bid(tile)).refused("HCX-BID-06")
    barred = {"supply": {4: slot(tile, barred=(1,))}, "pending": using("red-3", "bid")}
    at(bending({"do": "bid_rule", "rebid": True}, side(), **barred)).when(1, Bid(tile)).then_includes()


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
    assert next(effect for effect in opened.effects if isinstance(effect, SaleOpened)).seat == first


@pytest.mark.rule("HCX-POW-14")
def test_an_extra_worker_sells_once_more() -> None:
    """After all others have sold."""
    cook = visit("fighter", stake(1, "red-3"), stake(2, "red-2"))
    board = last_die(side("weapon-shop-1*2", heroes=OWNED), side("weapon-shop-1b*1"), visiting={1: cook})
    board = under(board, power({"do": "attract_rule", "extra_worker": True}, when="passive"))
    sold = at(board).when(1, EndTurn()).when(1, EndSale()).when(2, EndSale())
    sold.then_includes(SaleOpened(1, 1, ())).waits_for(Selling, 1)


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
    own, on = side("apothecary-1 land"), {"zoning": "N", "pending": using("red-1", "get_land")}
    at(table(own, **on)).when(1, GetLand("2.0")).refused("HCX-ZON-03")
    at(bending({"do": "place_rule", "ignore_zoning": True}, own, **on)).when(1, GetLand("2.0")).then_includes()
    at(bending({"do": "set_zoning", "face": "E"}, own, **on)).when(1, GetLand("2.0")).then_includes()
    placing = {"pending": Placing(1, "smithy-1b", Settling(), 0), "supply": {0: ""}, "empty": (1,)}
    town = side("apothecary-1")
    at(table(town, **placing)).when(1, PlaceTile("1.0")).refused("HCX-TWN-05")
    beside = bending({"do": "place_rule", "ignore_adjacency": True}, town, **placing)
    at(beside).when(1, PlaceTile("1.0")).then_includes(BuildingPlaced(1, "1.0", "smithy-1b"))


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


def used(effect: dict[str, Any], *told: str, own: Any = None, **more: Any) -> Any:
    """What follows when seat 1 uses a power that does one thing."""
    sides = (replace(own or side(), heroes=OWNED), *more.pop("others", ()))
    window = more.pop("window", "own_turn")
    return at(under(table(*sides, **more), power(effect, window=window))).when(1, UsePower(HERO, told))


@pytest.mark.rule("HCX-POW-14")
def test_deeds_about_dice() -> None:
    """Flipped, recoloured, rolled again."""
    dice = side(pool="blue-2 red-6")
    used({"do": "flip_die", "whose": "self"}, "1.blue-2.blue-5", own=dice).then_includes(
        DieChanged(1, "blue-2", "blue-5")
    )
    used({"do": "recolor_die", "to": "grey", "whose": "self"}, "1.red-6.grey-6", own=dice).then_includes(
        DieChanged(1, "red-6", "grey-6")
    )
    used({"do": "recolor_die", "to": "blue", "whose": "self"}, "1.blue-2.blue-2", own=dice).refused("HCX-POW-15")
    board = under(table(replace(dice, heroes=OWNED)), power({"do": "reroll_die", "colors": ["red"]}))
    at(board).when(1, UsePower(HERO, ("1.red-6",))).needs_chance("roll", "HCX-POW-15")
    at(board).when(1, UsePower(HERO, ("1.red-6",)), [2]).then_includes(DieRerolled(1, "red-6", "red-2"))


@pytest.mark.rule("HCX-POW-14")
def test_deeds_about_modifiers_points_and_cubes() -> None:
    """Gained, lost, as far as there are any and as far as there is room."""
    used({"do": "gain_modifiers", "n": 3}).then_includes(ModifiersGained(1, 3))
    used({"do": "lose_modifiers", "n": 3}, "2").then_includes(ModifiersLost(2, 2))
    value = {"add": [{"count": "modifiers"}, {"multiply": [{"const": 2}, {"count": "heroes"}]}]}
    used({"do": "gain_vp", "value": value}).then_includes(PointsGained(1, 4))
    stocked = side("apothecary-1*3 land potion-shop-1*4")
    used({"do": "gain_cubes", "n": 2}, "0.0", own=stocked).then_includes(CubesGained(1, "0.0", "potion", 1))
    used({"do": "gain_cubes", "n": 2}, "2.0", own=stocked).refused("HCX-POW-15")
    used({"do": "gain_cubes", "n": 2, "override_limit": True}, "2.0", own=stocked).then_includes(
        CubesGained(1, "2.0", "potion", 2)
    )
    used({"do": "remove_cubes", "n": 2}, "2:0.0", others=(stocked,)).then_includes(CubesRemoved(2, "0.0", "potion", 2))


@pytest.mark.rule("HCX-POW-14")
def test_deeds_that_lead_on_to_an_action() -> None:
    """A Move without a die, one more action with it or without, one more draft."""
    town = side("apothecary-1*2 land potion-shop-1")
    moving = used({"do": "move_cubes", "points": 4}, own=town).waits_for(Extra, 1)
    moving.when(1, Move("0.0", "2.0", 2)).then_includes(ResourcesMoved(1, "0.0", "2.0", "potion", 2, 4, 0))
    moving.when(1, EndExtra()).waits_for(Turn, 1)
    used({"do": "move_cubes", "points": 4, "types": ["magic"]}, own=town).when(1, Move("0.0", "2.0", 1)).refused(
        "HCX-MOV-01"
    )
    land = used({"do": "extra_action", "action": "get_land"}).then_includes(ExtraActionGiven(1, "get_land", 4, COLOURS))
    land.when(1, GetLand("1.0")).then_includes(LandPlaced(1, "1.0")).waits_for(Turn, 1)
    more = {"pending": using("green-4", "spy"), "own": town, "window": "in_action"}
    again = used({"do": "extra_action", "action": "move", "with_die": True}, **more)
    again.when(1, Move("0.0", "2.0", 2)).then_includes(ResourcesMoved(1, "0.0", "2.0", "potion", 2, 4, 0))
    dice = side(pool="blue-1 red-1")
    drafts = used({"do": "extra_draft", "n": 1}, own=dice).then_includes(DraftsGained(1))
    second = drafts.when(1, DraftDie("blue-1", 0)).when(1, DraftDie("red-1", 0))
    assert second.board.side(1).pool == ()
    at(table(dice)).when(1, DraftDie("blue-1", 0)).when(1, DraftDie("red-1", 0)).refused("HCX-TRN-01")


@pytest.mark.rule("HCX-POW-14")
def test_deeds_about_tiles() -> None:
    """Land is placed; a tile without bids is taken, placed and its space filled."""
    land = used({"do": "place_land"}).then_includes(LandWon(1, "land"))
    land.when(1, PlaceTile("0.1")).then_includes(LandPlaced(1, "0.1")).waits_for(Turn, 1)
    take = {"do": "take_tile", "level": 1}
    taken = used(take, "smithy-1c").then_includes(BuildingWon(1, "smithy-1c", 4))
    taken.when(1, PlaceTile("0.1"), ["smithy-1a"]).then_includes(BuildingPlaced(1, "0.1", "smithy-1c"))
    used(take, "smithy-1c", supply={4: slot("smithy-1c", stake(2, "red-1"))}).refused("HCX-POW-15")


@pytest.mark.rule("HCX-POW-14")
def test_deeds_about_heroes() -> None:
    """One of the own is refreshed, one of another's tires."""
    tired = side(heroes=(*OWNED, Owned("herald", 1, exhausted=True)))
    board = under(table(tired), power({"do": "refresh_hero"}))
    assert targets(board) == {("herald",), (HERO,)}
    at(board).when(1, UsePower(HERO, ("herald",))).then_includes(HeroRefreshed(1, "herald"))
    rival = under(table(side(heroes=OWNED), side(heroes=("herald",))), power({"do": "exhaust_hero"}))
    at(rival).when(1, UsePower(HERO, ("herald",))).then_includes(HeroExhausted(2, "herald"))
