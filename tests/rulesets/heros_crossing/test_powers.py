"""Hero powers: when they may be used, and how they are carried out."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from rulesets.heros_crossing import RULESET
from rulesets.heros_crossing.effects import (
    ActionTaken,
    BidPlaced,
    CubesGained,
    CubesRemoved,
    DieAssigned,
    DieChanged,
    HandEntered,
    HandStarted,
    HeroesRefreshed,
    HeroExhausted,
    HeroRefreshed,
    ModifiersGained,
    ModifiersLost,
    PointsGained,
    PowerUsed,
    ResourcesProduced,
    SpySent,
)
from rulesets.heros_crossing.phases import TURN, ByHand, Joining, Pending, Selling, Turn
from rulesets.heros_crossing.pieces import Assigned, Owned
from rulesets.heros_crossing.rules.actions import Move, Produce
from rulesets.heros_crossing.rules.attract import Attract
from rulesets.heros_crossing.rules.bidding import Bid
from rulesets.heros_crossing.rules.by_hand import EnterByHand
from rulesets.heros_crossing.rules.resolution import SellCube
from rulesets.heros_crossing.rules.spies import SendSpy
from rulesets.heros_crossing.rules.stealing import GiveDie, StealDie, TakeDie
from rulesets.heros_crossing.rules.turns import DraftDie, EndTurn
from rulesets.heros_crossing.rules.using import UsePower
from rulesets.kit.adjusting import WHERE_THE_TABLE_ROLLS
from rulesets.kit.structs import ChoiceForgone
from tests.rulesets.heros_crossing.boards import (
    at,
    laid,
    last_die,
    new_round,
    side,
    stake,
    starter,
    table,
    using,
    visit,
)
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
    at(mine).when(1, USE).then_includes(PointsGained(1, 1, source=HERO))
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
    for one, kind in ((board, SendSpy), (safe, StealDie)):
        assert kind not in {type(action) for action in RULESET.legal_actions(one, 1)}


@pytest.mark.rule("HCX-POW-03")
@pytest.mark.parametrize(
    ("window", "drafting", "acting"),
    [("own_turn", True, True), ("at_draft", True, False), ("in_action", False, True), ("resolution", False, False)],
)
def test_a_power_is_used_in_its_window(window: str, drafting: bool, acting: bool) -> None:
    """In the own turn, before or after the die is drafted; never when another is at turn."""
    windows: dict[Pending, bool] = {TURN: drafting, using("red-1", "spy"): acting}
    for pending, legal in windows.items():
        board = under(table(side(heroes=OWNED), pending=pending), power(GAIN, window=window))
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
    after = at(board).when(1, USE).then(PowerUsed(1, HERO), HeroExhausted(1, HERO), PointsGained(1, 1, source=HERO))
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


FAQ = power({"do": "assign_die", "action": "attract", "faces": [3]}, window="at_draft")
"""A die of any colour attracts, and is turned to its 3."""


@pytest.mark.rule("HCX-POW-08")
def test_the_die_that_is_turned_to_a_face_is_the_one_that_attracts() -> None:
    """A red 6 turned to 3 attracts whom red does not, with 3, and is a red 3 for the other action."""
    own = side("apothecary-1 land smithy-1", pool="grey-1 red-6", heroes=OWNED)
    used = at(under(table(own, card="heroes"), FAQ)).when(1, UsePower(HERO, ("1.red-6.red-3",)))
    used.then(
        PowerUsed(1, HERO),
        HeroExhausted(1, HERO),
        DieChanged(1, "red-6", "red-3", source=HERO),
        DieAssigned(1, "red-3", "attract", source=HERO),
    )
    drafted = used.when(1, DraftDie("red-3", 0, 1))
    attracted = drafted.when(1, Attract("monk"))
    assert attracted.board.visiting[3].stakes == (stake(1, "red-3+1"),)
    attracted.when(1, Produce("0.0")).refused("HCX-PRD-01")
    attracted.when(1, Produce("2.0")).then_includes(ResourcesProduced(1, "2.0", "weapon", 2))


@pytest.mark.rule("HCX-POW-08", "HCX-AMB-50")
def test_no_other_die_is_drafted_than_the_one_that_was_turned() -> None:
    """A grey 1 that was turned to 3 does not let a red 6 attract with 6."""
    board = under(table(side(pool="grey-1 red-6", heroes=OWNED), card="heroes"), FAQ)
    used = at(board).when(1, UsePower(HERO, ("1.grey-1.grey-3",)))

    used.when(1, DraftDie("red-6", 0)).refused("HCX-POW-08")
    assert {a.die for a in RULESET.legal_actions(used.board, 1) if isinstance(a, DraftDie)} == {"grey-3"}
    attracted = used.when(1, DraftDie("grey-3", 0)).when(1, Attract("monk"))
    assert attracted.board.visiting[3].stakes == (stake(1, "grey-3"),)
    plain = at(board).when(1, DraftDie("red-6", 0))
    plain.when(1, Attract("monk")).refused("HCX-ATT-02")


@pytest.mark.rule("HCX-POW-08")
def test_a_die_that_shows_the_face_already_is_used_as_it_lies() -> None:
    """Nothing is turned; of two dice that show the same, one alone attracts."""
    board = under(table(side(pool="red-3 red-3 red-6", heroes=OWNED), card="heroes"), FAQ)
    assert targets(board) == {("1.red-3.red-3",), ("1.red-6.red-3",)}
    use = UsePower(HERO, ("1.red-3.red-3",))
    assert use.label(board, 1) == "Use the Cook: {1}'s red 3"
    used = (
        at(board)
        .when(1, use)
        .then(PowerUsed(1, HERO), HeroExhausted(1, HERO), DieAssigned(1, "red-3", "attract", source=HERO))
    )
    first = used.when(1, DraftDie("red-3", 1)).when(1, Attract("monk"))
    assert first.board.side(1).assigned == ()
    more = replace(first.board, drafts=1)
    at(more).when(1, DraftDie("red-3", 1)).when(1, Attract("knight")).refused("HCX-ATT-02")


@pytest.mark.rule("HCX-POW-08")
def test_a_die_is_assigned_for_the_turn_and_as_long_as_it_is_there() -> None:
    """One that is given away leaves the others free; with the turn it ends."""
    own = side(pool="grey-1 red-6", heroes=OWNED)
    board = under(table(own, side(pool="blue-2"), card="heroes"), FAQ)
    used = at(board).when(1, UsePower(HERO, ("1.grey-1.grey-3",)))
    assert used.board.side(1).assigned == (Assigned("grey-3", "attract"),)

    given = used.when(1, StealDie(2)).when(1, TakeDie("blue-2")).when(1, GiveDie("grey-3"))
    given.when(1, DraftDie("red-6", 0)).when(1, Attract("monk")).refused("HCX-ATT-02")
    kept = used.when(1, StealDie(2)).when(1, TakeDie("blue-2")).when(1, GiveDie("red-6"))
    kept.when(1, DraftDie("blue-2", 0)).refused("HCX-POW-08")
    both = table(replace(own, assigned=(Assigned("grey-1", "attract"), Assigned("red-6", "attract"))), card="heroes")
    over = at(both).when(1, DraftDie("grey-1", 0)).when(1, EndTurn())
    assert over.board.side(1).assigned == ()


@pytest.mark.rule("HCX-POW-08")
def test_a_die_assigned_without_a_face_stays_as_it_is() -> None:
    """It may bid whatever its colour; it is not turned."""
    form = power({"do": "assign_die", "action": "bid"}, window="at_draft")
    board = under(table(side("smithy-3", pool="red-6", heroes=OWNED), card="bids"), form)
    assert targets(board) == {("1.red-6.red-6",)}
    drafted = at(board).when(1, UsePower(HERO, ("1.red-6.red-6",))).when(1, DraftDie("red-6", 0))
    drafted.when(1, Bid("enchanter-1c")).then_includes(BidPlaced(1, "enchanter-1c", laid("red-6"), "first"))
    plain = at(board).when(1, DraftDie("red-6", 0))
    plain.when(1, Bid("enchanter-1c")).refused("HCX-BID-02")


@pytest.mark.rule("HCX-POW-08")
@pytest.mark.parametrize(("action", "does"), [("produce", Produce("0.0")), ("move", Move("0.0", "2.0", 1))])
def test_a_die_is_assigned_to_production_or_to_a_move(action: str, does: Produce | Move) -> None:
    """As to any other action that asks for a colour."""
    form = power({"do": "assign_die", "action": action, "faces": [4]}, window="at_draft")
    board = under(table(side("apothecary-1*1 land potion-shop-1", pool="red-6", heroes=OWNED)), form)
    drafted = at(board).when(1, UsePower(HERO, ("1.red-6.red-4",))).when(1, DraftDie("red-4", 0))
    drafted.when(1, does).then_includes(ActionTaken(1, action))
    other = Move("0.0", "2.0", 1) if action == "produce" else Produce("0.0")
    drafted.when(1, other).refused("HCX-MOV-01" if action == "produce" else "HCX-PRD-01")


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
    form = starter().hero["defender"].power
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
        (ModifiersGained(1, 1, source=HERO), "HCX-POW-14"),  # whose doings are entered, the board knows
        (DieChanged(1, "red-6", "red-5"), "HCX-POW-14"),
        (SpySent(1, 1, "1.0"), "HCX-SPY-02"),
        (HeroRefreshed(1, "monk"), "HCX-POW-14"),
    ):
        asked.when(1, EnterByHand((effect,))).refused(rule)


@pytest.mark.rule("HCX-POW-14")
def test_a_die_keeps_its_colour_when_it_is_changed_by_hand() -> None:
    """It shows another face of its own; no die becomes one of another colour, or of no die at all."""
    board = under(table(side(pool="blue-1 red-6", heroes=OWNED)), power({"do": "by_hand"}))
    asked = at(board).when(1, USE)

    turned = asked.when(1, EnterByHand((DieChanged(1, "blue-1", "blue-4"),)))
    turned.then(DieChanged(1, "blue-1", "blue-4"), HandEntered(1, HERO))
    assert turned.board.side(1).pool == ("blue-4", "red-6")
    for new in ("red-1", "grey-4", "blue-7", "blue", ""):
        asked.when(1, EnterByHand((DieChanged(1, "blue-1", new),))).refused("HCX-POW-14")


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
        at(under(table(rich), form)).when(1, USE).then_includes(PointsGained(1, 1, source=HERO))
        at(under(table(poor), form)).when(1, USE).refused("HCX-POW-15")
    mandatory = power(GAIN, {"do": "refresh_hero"})
    at(under(table(rich), mandatory)).when(1, UsePower(HERO, ("-",))).refused("HCX-POW-15")
    optional = power({"do": "lose_modifiers", "n": 1, "optional": True}, GAIN)
    board = under(table(rich, side(modifiers=0)), optional)
    assert targets(board) == {("-",)}
    at(board).when(1, UsePower(HERO, ("-",))).then_includes(PointsGained(1, 1, source=HERO))
    assert UsePower(HERO, ("-",)).label(board, 1) == UsePower(HERO).label(board, 1)


@pytest.mark.rule("HCX-POW-15", "HCX-POW-06")
def test_what_a_power_costs_is_paid_each_time() -> None:
    """One without the symbol is used as often as it can be paid for."""
    form = power({"do": "gain_modifiers", "n": 1}, cost={"vp": 2}, exhaust=False)
    once = at(under(table(side(heroes=OWNED, modifiers=0, vp=5)), form)).when(1, USE)
    once.then(PowerUsed(1, HERO, 0, 2), ModifiersGained(1, 1, source=HERO))
    twice = once.when(1, USE)
    assert (twice.board.side(1).vp, twice.board.side(1).modifiers) == (1, 2)
    twice.when(1, USE).refused("HCX-POW-15")
    form = power(GAIN, cost={"modifiers": 1})
    assert at(under(table(side(heroes=OWNED, modifiers=2)), form)).when(1, USE).board.side(1).modifiers == 1


@pytest.mark.rule("HCX-POW-15")
def test_each_part_meets_the_board_that_those_before_it_left() -> None:
    """A die that the first part turned to 6 can be flipped to 1 by the second."""
    form = power({"do": "set_die", "faces": [6], "whose": "self"}, {"do": "flip_die", "whose": "self"})
    board = under(table(side(heroes=OWNED, pool="red-2")), form)
    assert targets(board) == {("1.red-2.red-6", "1.red-6.red-1")}
    at(board).when(1, UsePower(HERO, ("1.red-2.red-6", "1.red-6.red-1"))).then(
        PowerUsed(1, HERO),
        HeroExhausted(1, HERO),
        DieChanged(1, "red-2", "red-6", source=HERO),
        DieChanged(1, "red-6", "red-1", source=HERO),
    )


@pytest.mark.rule("HCX-POW-05")
def test_no_hero_refreshes_itself() -> None:
    """It would be used again and again in one turn."""
    board = under(table(side(heroes=OWNED)), power(GAIN, {"do": "refresh_hero", "optional": True}))
    assert targets(board) == {("-",)}
    at(board).when(1, UsePower(HERO, (HERO,))).refused("HCX-AMB-48")
    spent = at(board).when(1, UsePower(HERO, ("-",))).then_includes(PointsGained(1, 1, source=HERO))
    spent.when(1, UsePower(HERO, ("-",))).refused("HCX-POW-04")


@pytest.mark.rule("HCX-POW-05")
def test_heroes_that_refresh_each_other_are_each_refreshed_once_in_a_turn() -> None:
    """Two of them are used twice each and no more; in the next turn it can be done again."""
    form = power(GAIN, {"do": "refresh_hero", "optional": True})
    board = under(under(table(side(heroes=(Owned("herald", 1), *OWNED))), form), form, "herald")
    used = at(board).when(1, UsePower(HERO, ("-",))).when(1, UsePower("herald", (HERO,)))
    used = used.when(1, UsePower(HERO, ("herald",))).then_includes(HeroRefreshed(1, "herald", source=HERO))
    used.when(1, UsePower("herald", (HERO,))).refused("HCX-AMB-48")
    done = used.when(1, UsePower("herald", ("-",)))
    assert done.board.side(1).vp == 4
    assert targets(done.board) == set()
    later = replace(used.board, turn=used.board.turn + 1)
    at(later).when(1, UsePower("herald", (HERO,))).then_includes(HeroRefreshed(1, HERO, source="herald"))
    rested = HeroesRefreshed().apply(done.board)
    assert rested.side(1).heroes == board.side(1).heroes


def last_cube(*effects: dict[str, Any], only: dict[str, Any] | None = None, **more: Any) -> Any:
    """A board on which seat 1 sells the Cook the last Potion that it wants."""
    cook = visit(HERO, stake(1, "green-3"), filled="potion -")
    own = side("potion-shop-1*1 land apothecary-1", **more)
    board = last_die(own, visiting={0: cook}, left=(0, 0, 0), pending=Selling(1, 0))
    return under(board, power(*effects, when="on_join", **(only or {})))


@pytest.mark.rule("HCX-POW-17")
def test_what_a_hero_does_as_it_joins_is_done_at_once() -> None:
    """Before anybody sells on; where there is a choice, its owner makes it."""
    asked = at(last_cube({"do": "gain_cubes", "n": 2}, heroes=("herald",))).when(1, SellCube(1, "0.0"))
    asked.waits_for(Joining, 1)
    assert targets(asked.board) == {("0.0",), ("2.0",)}
    asked.when(1, UsePower("herald")).refused("HCX-POW-17")
    asked.when(1, UsePower(HERO, ("2.0",)), new_round()).then_includes(CubesGained(1, "2.0", "potion", 2, source=HERO))
    alone = at(last_cube({"do": "gain_modifiers", "n": 2})).when(1, SellCube(1, "0.0"), new_round())
    alone.then_includes(PowerUsed(1, HERO), ModifiersGained(1, 2, source=HERO))
    lost = at(last_cube({"do": "lose_modifiers", "n": 2})).when(1, SellCube(1, "0.0"), new_round())
    assert ModifiersLost(2, 2, source=HERO) in lost.effects
    if_rich = {"if": {"at_least": [{"count": "vp"}, {"const": 9}]}}
    poor = at(last_cube(GAIN, only=if_rich)).when(1, SellCube(1, "0.0"), new_round())
    poor.then_includes(ChoiceForgone())
    assert ChoiceForgone().sentence(asked.board) == "Nothing comes of its power."
    rich = at(last_cube(GAIN, only=if_rich, vp=8)).when(1, SellCube(1, "0.0"), new_round())
    rich.then_includes(PointsGained(1, 1, source=HERO))
    never = at(last_cube({"do": "refresh_hero"})).when(1, SellCube(1, "0.0"), new_round())
    never.then_includes(ChoiceForgone())
