"""Rounds and turns: cards and dice, whose turn it is, the two actions of a row, modifiers."""

import pytest
from msgspec.structs import replace

from rulesets.heros_crossing import RULESET
from rulesets.heros_crossing.effects import (
    ActionCardDrawn,
    ActionDeckReshuffled,
    ActionSkipped,
    ActionTaken,
    Asked,
    BidPlaced,
    BidWithdrawn,
    CleanupStarted,
    ClosingStarted,
    DiceRolled,
    DieDrafted,
    DieStolen,
    HeroAttracted,
    LandPlaced,
    ModifiersGained,
    ResolutionStarted,
    ResourcesMoved,
    ResourcesProduced,
    RoundEnded,
    RoundStarted,
    SpySent,
    TurnEnded,
    TurnStarted,
    ZoningRolled,
)
from rulesets.heros_crossing.phases import (
    ROUND_STARTING,
    SETTLING,
    TURN,
    Acting,
    ChoosingZoning,
    Donating,
    Settling,
    Turn,
)
from rulesets.heros_crossing.pieces import Laid, Owned, Side
from rulesets.heros_crossing.rules.actions import GetLand, GetModifiers, Move, Produce
from rulesets.heros_crossing.rules.attract import Attract
from rulesets.heros_crossing.rules.bidding import Bid
from rulesets.heros_crossing.rules.claiming import AnnounceRaise, WithdrawBid
from rulesets.heros_crossing.rules.donations import Donate
from rulesets.heros_crossing.rules.rounds import ChooseZoning
from rulesets.heros_crossing.rules.spies import ExpelSpy, SendSpy
from rulesets.heros_crossing.rules.stealing import GiveDie, StealDie, TakeDie
from rulesets.heros_crossing.rules.turns import DraftDie, EndTurn
from rulesets.heros_crossing.rules.using import UsePower
from tests.rulesets.heros_crossing.boards import (
    at,
    last_die,
    lots,
    new_round,
    settled,
    side,
    slot,
    stake,
    table,
    using,
)

ONES = ("blue-1", "green-1", "grey-1", "red-1")


@pytest.mark.rule("HCX-RND-01")
def test_a_round_has_six_steps() -> None:
    """Action Card, Zoning Die, dice, draft; then heroes are resolved and the table cleaned up, and the next begins."""
    scenario = at(last_die()).when(1, EndTurn(), new_round("quiet", "W"))

    scenario.then_includes(
        TurnEnded(1),
        ResolutionStarted(),
        ClosingStarted(1, (2,)),
        CleanupStarted(),
        RoundEnded(),
        RoundStarted(),
        ActionCardDrawn("quiet"),
        ZoningRolled("W"),
        DiceRolled((ONES, ONES)),
        TurnStarted(2),
    )
    scenario.waits_for(Turn, 2)


@pytest.mark.rule("HCX-RND-02")
def test_one_action_card_is_drawn_for_the_round() -> None:
    """It comes out of the cards that are still in the deck, and lies open."""
    board = table(pending=ROUND_STARTING, card="", deck=("bids", "still"))

    asked = settled(board).needs_chance("draw", "HCX-RND-02")
    assert asked.allowed == ("bids", "still")
    after = settled(board, new_round("still")).board
    assert (after.card, after.deck) == ("still", ("bids",))


@pytest.mark.rule("HCX-RND-03", "HCX-RND-05")
def test_used_cards_become_the_deck_when_it_is_empty() -> None:
    """The card of a round is discarded with it: five rounds show five cards, and then all five come anew."""
    four = at(last_die(deck=("still",))).when(1, EndTurn())
    assert four.needs_chance("draw", "HCX-RND-02").allowed == ("still",)
    fifth = at(last_die(deck=("still",))).when(1, EndTurn(), new_round("still")).then_never(ActionDeckReshuffled)
    assert fifth.board.deck == ()
    assert fifth.board.discard == ("bids", "deeds", "heroes", "quiet")

    sixth = at(last_die(deck=())).when(1, EndTurn(), new_round("deeds"))
    sixth.then_includes(ActionDeckReshuffled(), ActionCardDrawn("deeds"))
    assert sixth.board.deck == ("bids", "heroes", "quiet", "still")
    assert sixth.board.discard == ()


@pytest.mark.rule("HCX-RND-04")
@pytest.mark.parametrize("seat", [1, 2, 3])
def test_the_action_card_is_the_same_for_all(seat: int) -> None:
    """Every seat drafts for its rows, in each of its turns of the round."""
    board = table(seats=3, seat=seat, card="quiet")

    scenario = at(board).when(seat, DraftDie("blue-1", 0))
    scenario.then(DieDrafted(seat, "blue-1", 0, ("get_modifiers", "get_land"), 0))
    assert scenario.when(seat, EndTurn()).board.card == "quiet"


@pytest.mark.rule("HCX-RND-06")
def test_the_zoning_die_comes_before_the_dice() -> None:
    """Where the first player has the choice, no die is rolled before it is made."""
    board = table(pending=ROUND_STARTING, card="", deck=("quiet",))
    scenario = settled(board, ["quiet", 6]).then_never(DiceRolled).waits_for(ChoosingZoning, 1)

    assert scenario.when(1, ChooseZoning("S")).needs_chance("roll", "HCX-RND-07").allowed == (1, 2, 3, 4, 5, 6)
    scenario.when(1, ChooseZoning("S"), [1] * 8).then_includes(DiceRolled((ONES, ONES)), TurnStarted(1))


@pytest.mark.rule("HCX-RND-07")
def test_all_seats_roll_their_four_dice_at_once() -> None:
    """The dice are told from the first player on, grey, green, blue, red; all pools lie open before the first turn."""
    board = table(pending=ROUND_STARTING, card="", deck=("quiet",), first=2, seat=2)

    after = settled(board, ["quiet", 5, 1, 2, 3, 4, 6, 5, 6, 5]).waits_for(Turn, 2).board
    assert after.side(2).pool == ("blue-3", "green-2", "grey-1", "red-4")
    assert after.side(1).pool == ("blue-6", "green-5", "grey-6", "red-5")


@pytest.mark.rule("HCX-RND-08")
def test_turns_go_clockwise_one_die_each_until_all_are_drafted() -> None:
    """From the first player round and round; after the last die the heroes are resolved."""
    scenario = at(table(*[side(pool="blue-1 red-1")] * 3, seat=2, first=2))
    for seat in (2, 3, 1, 2, 3):
        following = seat % 3 + 1
        scenario = scenario.when(seat, DraftDie(scenario.board.side(seat).pool[0], 0))
        scenario = scenario.when(seat, EndTurn()).then_includes(TurnEnded(seat), TurnStarted(following))
        scenario.then_never(ResolutionStarted).waits_for(Turn, following)
    last = scenario.when(1, DraftDie("red-1", 0)).when(1, EndTurn(), new_round(seats=3))
    last.then_includes(TurnEnded(1), ResolutionStarted())


@pytest.mark.rule("HCX-RND-09")
def test_who_has_no_die_is_skipped() -> None:
    """The turn goes on to the next seat that has one, if need be the same again."""
    board = table(side(), side(pool=""), side(), pending=using("red-1", "spy"))
    at(board).when(1, EndTurn()).then_includes(TurnStarted(3)).waits_for(Turn, 3)

    alone = table(side(), side(pool=""), side(pool=""), pending=using("red-1", "spy"))
    at(alone).when(1, EndTurn()).then_includes(TurnStarted(1)).waits_for(Turn, 1)


@pytest.mark.rule("HCX-RND-10")
def test_everybody_has_four_turns() -> None:
    """A steal is one die for one die, so no pool grows or shrinks by it."""
    board = table(side(pool="blue-1 red-1"), side(pool="grey-3 green-2"))

    after = at(board).when(1, StealDie(2)).when(1, TakeDie("grey-3")).when(1, GiveDie("red-1")).board
    assert [len(one.pool) for one in after.sides] == [2, 2]
    fresh = at(last_die()).when(1, EndTurn(), new_round()).board
    assert [len(one.pool) for one in fresh.sides] == [4, 4]


# --- a turn


@pytest.mark.rule("HCX-TRN-01")
def test_a_turn_is_one_die() -> None:
    """Bids are settled, one die is drafted, its actions are done, and the turn passes."""
    board = table(side(pool="blue-1 red-1"), pending=SETTLING)
    scenario = settled(board).then(Asked(TURN)).waits_for(Turn, 1)

    scenario = scenario.when(1, DraftDie("blue-1", 1)).waits_for(Acting, 1)
    scenario.when(1, DraftDie("red-1", 1)).refused("HCX-TRN-01")
    scenario = scenario.when(1, GetLand("1.0")).when(1, SendSpy(2, "0.0")).then_includes(SpySent(1, 2, "0.0"))
    scenario.when(1, EndTurn()).then(TurnEnded(1), TurnStarted(2), Asked(TURN)).waits_for(Turn, 2)


@pytest.mark.rule("HCX-TRN-02")
def test_bids_are_settled_before_anything_else() -> None:
    """No steal, no donation, no power and no draft comes before it."""
    contested = slot("armorer-1c", stake(1, "grey-2"), stake(2, "grey-3"))
    board = table(side("smithy-3*4", heroes=("herald",)), supply={0: contested}, pending=SETTLING, card="bids")
    scenario = settled(board).then().waits_for(Settling, 1)

    for action in (StealDie(2), Donate(), UsePower("herald"), DraftDie("blue-1", 0)):
        scenario.when(1, action).refused("HCX-TRN-02")
    scenario.when(1, WithdrawBid("armorer-1c")).waits_for(Turn, 1)


@pytest.mark.rule("HCX-TRN-03")
def test_free_actions_fit_before_between_and_after() -> None:
    """Steals, donations and powers are taken before the die, between its actions, and after them."""
    board = table(side("smithy-3*4", pool="blue-1 red-1", heroes=("herald",)), card="quiet")
    before = at(board)
    between = before.when(1, DraftDie("blue-1", 0)).when(1, GetModifiers())
    after = between.when(1, GetLand("1.0")).waits_for(Acting, 1)

    for scenario in (before, between, after):
        scenario.when(1, StealDie(2)).when(1, TakeDie("blue-1")).when(1, GiveDie("red-1")).then_includes(
            DieStolen(1, 2, "blue-1", "red-1")
        )
        scenario.when(1, Donate()).waits_for(Donating, 1)
        assert scenario.when(1, UsePower("herald")).board.drafts == scenario.board.drafts + 1


@pytest.mark.rule("HCX-TRN-03", "HCX-AMB-49")
@pytest.mark.parametrize(
    ("own", "other"),
    [
        (side(pool="blue-1"), side(pool="red-6")),  # a die to steal, one to give, and modifiers
        (side("smithy-3*4", pool=""), side()),  # four cubes to donate
        (side(pool="", heroes=("herald",)), side()),  # a power
    ],
)
def test_a_turn_waits_while_a_free_action_is_possible(own: Side, other: Side) -> None:
    """Nobody has to announce it before the last action of the row; the player says when the turn is over."""
    board = table(own, other, pending=using("red-1", "get_land"))

    scenario = at(board).when(1, GetLand("0.1")).then_never(TurnEnded).waits_for(Acting, 1)
    scenario.when(1, EndTurn()).then_includes(TurnEnded(1), TurnStarted(2))


@pytest.mark.rule("HCX-TRN-03", "HCX-AMB-49")
@pytest.mark.parametrize(
    ("own", "other"),
    [
        (side(pool=""), side(pool="red-6")),  # no die to give for one
        (side(modifiers=0), side(pool="red-6")),  # nothing to pay a steal with
        (side(), side(pool="")),  # nothing to steal
        (side("smithy-3*3", pool=""), side()),  # too few cubes
        (side(pool="", heroes=(Owned("herald", 1, exhausted=True),)), side()),
    ],
)
def test_a_turn_ends_by_itself_where_no_free_action_is_possible(own: Side, other: Side) -> None:
    """With an action of the row left it waits all the same: the player may let it go."""
    board = table(own, other, pending=using("red-1", "get_land"))
    at(board).when(1, GetLand("0.1")).then_includes(LandPlaced(1, "0.1"), TurnEnded(1))

    more = replace(board, pending=using("red-1", "get_land", "get_modifiers"))
    at(more).when(1, GetLand("0.1")).then_never(TurnEnded).waits_for(Acting, 1)


@pytest.mark.rule("HCX-TRN-04")
def test_a_die_has_to_be_drafted() -> None:
    """A turn cannot be passed before it."""
    board = table()

    at(board).when(1, EndTurn()).refused("HCX-TRN-04")
    assert not any(isinstance(action, EndTurn) for action in RULESET.legal_actions(board, 1))
    at(board).when(2, DraftDie("blue-1", 0)).refused("HCX-TRN-04")


@pytest.mark.rule("HCX-TRN-05")
def test_the_die_comes_out_of_the_own_pool() -> None:
    """One stolen in this turn will do, one given away will not, nor one that lies elsewhere."""
    board = table(side(pool="blue-1"), side(pool="red-6"), graveyard=("grey-3",))

    for die in ("red-6", "grey-3", "blue-2", "", "blue"):
        at(board).when(1, DraftDie(die, 0)).refused("HCX-TRN-05")
    stolen = at(board).when(1, StealDie(2)).when(1, TakeDie("red-6")).when(1, GiveDie("blue-1"))
    stolen.when(1, DraftDie("blue-1", 0)).refused("HCX-TRN-05")
    stolen.when(1, DraftDie("red-6", 0)).then_includes(DieDrafted(1, "red-6", 0, ("produce", "move")))


@pytest.mark.rule("HCX-TRN-06")
def test_modifiers_are_spent_when_the_die_is_drafted() -> None:
    """No action adds one later, whatever is left or gained."""
    scenario = at(table(side(pool="blue-2 red-1"), card="quiet")).when(1, DraftDie("blue-2", 0, 1))
    pending = scenario.board.pending
    assert isinstance(pending, Acting)
    assert (pending.value, pending.modifiers) == (3, 1)

    scenario.when(1, DraftDie("blue-2", 0, 1)).refused("HCX-TRN-01")
    pending = scenario.when(1, GetModifiers()).board.pending
    assert isinstance(pending, Acting)
    assert (pending.value, pending.modifiers) == (3, 1)


def test_an_extra_draft_buries_the_die_before_it() -> None:
    """The first die of the turn lies in the graveyard when the second is drafted."""
    board = table(side(pool="blue-1 red-1", heroes=("herald",)))

    scenario = at(board).when(1, UsePower("herald")).when(1, DraftDie("blue-1", 0)).when(1, DraftDie("red-1", 1))
    scenario.then_includes(ActionSkipped(1, "produce"), ActionSkipped(1, "move"))
    assert scenario.board.graveyard == ("blue-1",)
    assert scenario.when(1, EndTurn()).board.graveyard == ("blue-1", "red-1")


def test_an_extra_draft_keeps_the_turn_open() -> None:
    """It does not end by itself before the second die; a draft that is not used is gone with the turn."""
    board = table(side(pool="blue-1 green-1 red-1", heroes=("herald",)), card="quiet")
    scenario = at(board).when(1, UsePower("herald")).when(1, DraftDie("blue-1", 0))
    scenario = scenario.when(1, GetModifiers()).when(1, GetLand("1.0")).then_never(TurnEnded).waits_for(Acting, 1)

    second = scenario.when(1, DraftDie("green-1", 0)).when(1, GetModifiers()).when(1, GetLand("2.0"))
    second.when(1, EndTurn()).then_includes(TurnEnded(1), TurnStarted(2))
    unused = scenario.when(1, EndTurn()).when(2, DraftDie("blue-1", 0)).when(2, EndTurn()).waits_for(Turn, 1)
    assert unused.board.drafts == 1
    last = table(side(pool="blue-1", heroes=("herald",)), card="quiet")
    none = at(last).when(1, UsePower("herald")).when(1, DraftDie("blue-1", 0)).when(1, GetModifiers())
    none.when(1, GetLand("1.0")).then_includes(TurnEnded(1))


# --- the two actions of a row


@pytest.mark.rule("HCX-DUA-01")
def test_a_row_of_the_card_is_picked() -> None:
    """Rows are counted from 0; the card of the tests has five."""
    board = table(card="deeds")

    at(board).when(1, DraftDie("blue-1", 4)).then(DieDrafted(1, "blue-1", 4, ("move", "move")))
    for row in (-1, 5, 99):
        at(board).when(1, DraftDie("blue-1", row)).refused("HCX-DUA-01")


@pytest.mark.rule("HCX-DUA-02", "HCX-DUA-03")
def test_both_actions_one_or_none_in_any_order() -> None:
    """What is not done is left out when the turn ends."""
    start = at(table(card="quiet")).when(1, DraftDie("blue-1", 0))
    land, modifiers = GetLand("1.0"), GetModifiers()

    start.when(1, land).when(1, modifiers).then_includes(ModifiersGained(1, 2), TurnEnded(1))
    start.when(1, modifiers).when(1, land).then_includes(LandPlaced(1, "1.0"), TurnEnded(1))
    start.when(1, land).when(1, EndTurn()).then_includes(ActionSkipped(1, "get_modifiers"), TurnEnded(1))
    start.when(1, modifiers).when(1, EndTurn()).then_includes(ActionSkipped(1, "get_land"), TurnEnded(1))
    start.when(1, EndTurn()).then_includes(
        ActionSkipped(1, "get_modifiers"), ActionSkipped(1, "get_land"), TurnEnded(1)
    )
    start.when(1, land).when(1, GetLand("2.0")).refused("HCX-DUA-06")


@pytest.mark.rule("HCX-DUA-04")
def test_colour_and_value_hold_for_both_actions() -> None:
    """Modifiers count in the first action and in the second."""
    town = "apothecary-1*1 land land potion-shop-1"
    board = table(side(town, pool="green-2 red-1"))
    raised = at(board).when(1, DraftDie("green-2", 0, 2))

    raised.when(1, Produce("0.0")).then_includes(ResourcesProduced(1, "0.0", "potion", 2))
    raised.when(1, Produce("0.0")).when(1, Move("0.0", "3.0", 1)).then_includes(
        ResourcesMoved(1, "0.0", "3.0", "potion", 1, 3, 1)
    )
    plain = at(board).when(1, DraftDie("green-2", 0))
    plain.when(1, Produce("0.0")).then_includes(ResourcesProduced(1, "0.0", "potion", 1))
    plain.when(1, Move("0.0", "3.0", 1)).refused("HCX-MOV-03")
    red = at(board).when(1, DraftDie("red-1", 0, 2))
    red.when(1, Produce("0.0")).refused("HCX-PRD-01")
    red.when(1, Move("0.0", "3.0", 1)).refused("HCX-MOV-01")


@pytest.mark.rule("HCX-DUA-05")
def test_an_illegal_action_leaves_the_other() -> None:
    """Without a spy to expel modifiers are gained all the same; without a suiting center one may still bid."""
    scenario = at(table()).when(1, DraftDie("blue-1", 2))
    scenario.when(1, ExpelSpy("0.0", 2)).refused("HCX-EXP-01")
    scenario.when(1, GetModifiers()).then_includes(ModifiersGained(1, 2))

    scenario = at(table(card="bids")).when(1, DraftDie("blue-1", 0))
    scenario.when(1, Produce("0.0")).refused("HCX-PRD-01")
    scenario.when(1, Bid("enchanter-1c")).then_includes(BidPlaced(1, "enchanter-1c", Laid("blue-1"), "first"))


@pytest.mark.rule("HCX-DUA-06")
def test_actions_of_two_rows_do_not_mix() -> None:
    """A die is used for the two actions of its row, and for no other."""
    scenario = at(table(side("land"), card="deeds", supply={})).when(1, DraftDie("blue-1", 1))

    for action in (Produce("0.0"), Move("0.0", "1.0", 1), GetModifiers(), ExpelSpy("0.0", 2)):
        scenario.when(1, action).refused("HCX-DUA-06")
    scenario.when(1, Bid("enchanter-1c")).refused("HCX-DUA-06")
    scenario.when(1, Attract("dancer")).refused("HCX-DUA-06")
    other = at(table(card="quiet")).when(1, DraftDie("blue-1", 0))
    other.when(1, SendSpy(2, "0.0")).refused("HCX-DUA-06")
    at(table()).when(1, DraftDie("blue-1", 0)).when(1, GetLand("1.0")).refused("HCX-DUA-06")


@pytest.mark.rule("HCX-DUA-07")
def test_the_die_is_spent_whatever_was_done_with_it() -> None:
    """It lies in the graveyard after the turn, its actions done or not."""
    scenario = at(table(side(pool="blue-1 red-1"))).when(1, DraftDie("blue-1", 1))

    after = scenario.when(1, EndTurn()).board
    assert after.graveyard == ("blue-1",)
    assert after.side(1).pool == ("red-1",)
    assert scenario.when(1, GetLand("1.0")).when(1, EndTurn()).board.graveyard == ("blue-1",)


@pytest.mark.rule("HCX-DUA-08")
def test_the_second_action_finds_what_the_first_did() -> None:
    """A cube that was just made is moved."""
    board = table(side("apothecary-1 line-1 potion-shop-1", pool="green-1"))

    scenario = at(board).when(1, DraftDie("green-1", 0))
    scenario.when(1, Move("0.0", "2.0", 1)).refused("HCX-MOV-02")
    scenario = scenario.when(1, Produce("0.0")).when(1, Move("0.0", "2.0", 1))
    assert lots(scenario.board)["2.0"] == ("potion-shop-1a", 1)


@pytest.mark.rule("HCX-DUA-09")
def test_a_die_that_bids_or_attracts_lies_there() -> None:
    """It is not in the graveyard, and in neither place can it be drafted or stolen again."""
    supply = {2: slot("enchanter-1c")}
    board = table(side(pool="blue-1 red-1"), side(pool="red-2"), card="bids", supply=supply)
    after = at(board).when(1, DraftDie("blue-1", 2)).when(1, Bid("enchanter-1c")).when(1, EndTurn()).board
    assert after.graveyard == ()
    assert after.supply[2].bids == (stake(1, "blue-1"),)

    thief = at(after).when(2, StealDie(1))
    thief.when(2, TakeDie("blue-1")).refused("HCX-STL-03")
    attracted = at(board).when(1, DraftDie("blue-1", 2)).when(1, Attract("dancer")).when(1, EndTurn()).board
    assert attracted.graveyard == ()
    assert attracted.visiting[0].stakes == (stake(1, "blue-1"),)


@pytest.mark.rule("HCX-DUA-10")
def test_one_die_bids_and_attracts() -> None:
    """It counts in full in both places and marks the second with a substitute; never twice in the same place."""
    board = table(side(pool="blue-3 red-1"), card="bids")
    bid = at(board).when(1, DraftDie("blue-3", 2, 1)).when(1, Bid("enchanter-1c"))
    both = bid.when(1, Attract("dancer"))
    both.then_includes(HeroAttracted(1, "dancer", Laid("blue-3", 1, substitute=True)))
    assert both.board.supply[2].bids[0].total == both.board.visiting[0].stakes[0].total == 4
    assert both.board.graveyard == ()
    first = at(board).when(1, DraftDie("blue-3", 2, 1)).when(1, Attract("dancer")).when(1, Bid("enchanter-1c"))
    first.then_includes(BidPlaced(1, "enchanter-1c", Laid("blue-3", 1, substitute=True), "first"))

    twice = at(board).when(1, DraftDie("blue-3", 1)).when(1, Bid("enchanter-1c"))
    twice.when(1, Bid("enchanter-1c")).refused("HCX-DUA-10")
    twice.when(1, Bid("magic-shop-1c")).then_includes(ActionTaken(1, "bid"))
    hero = at(table(side(pool="blue-3 red-1"), card="heroes")).when(1, DraftDie("blue-3", 1)).when(1, Attract("dancer"))
    hero.when(1, Attract("dancer")).refused("HCX-DUA-10")


@pytest.mark.rule("HCX-DUA-10")
def test_a_withdrawn_bid_leaves_the_attraction() -> None:
    """The substitute stays on the hero, and the die comes into the graveyard once."""
    board = table(side(pool="blue-3 red-1"), side(pool="blue-5 red-1"), card="bids")
    scenario = at(board).when(1, DraftDie("blue-3", 2)).when(1, Bid("enchanter-1c")).when(1, Attract("dancer"))
    scenario = scenario.when(1, EndTurn()).when(2, DraftDie("blue-5", 0)).when(2, Bid("enchanter-1c"))
    scenario = scenario.when(2, EndTurn())

    scenario = scenario.waits_for(Settling, 1).when(1, WithdrawBid("enchanter-1c"))
    assert scenario.board.graveyard == ("blue-3",)
    assert scenario.board.visiting[0].stakes[0].total == 3


# --- modifiers


@pytest.mark.rule("HCX-FRE-01", "HCX-FRE-02")
@pytest.mark.parametrize("spent", [0, 1, 5])
def test_each_modifier_adds_one(spent: int) -> None:
    """Any number of the own ones may be spent, also beyond a value of 6; no more than there are."""
    board = table(side(pool="red-6", modifiers=5))

    scenario = (
        at(board).when(1, DraftDie("red-6", 0, spent)).then(DieDrafted(1, "red-6", 0, ("produce", "move"), spent))
    )
    pending = scenario.board.pending
    assert isinstance(pending, Acting)
    assert pending.value == 6 + spent
    assert scenario.board.side(1).modifiers == 5 - spent
    at(board).when(1, DraftDie("red-6", 0, 6)).refused("HCX-FRE-01")


@pytest.mark.rule("HCX-FRE-03")
def test_modifiers_only_raise() -> None:
    """A value is never lowered by them."""
    at(table()).when(1, DraftDie("blue-1", 0, -1)).refused("HCX-FRE-03")


@pytest.mark.rule("HCX-FRE-04")
def test_spent_modifiers_are_gone() -> None:
    """Neither an action left out nor a withdrawn bid brings them back."""
    board = table(side(pool="blue-1 red-1", modifiers=3))
    assert at(board).when(1, DraftDie("blue-1", 0, 2)).when(1, EndTurn()).board.side(1).modifiers == 1

    beaten = slot("armorer-1c", stake(1, "grey-2+2"), stake(2, "grey-5"))
    raised = table(side(pool="blue-1 red-1"), supply={0: beaten}, card="bids", pending=SETTLING)
    withdrawn = at(raised).when(1, WithdrawBid("armorer-1c"))
    assert withdrawn.board.side(1).modifiers == 2
    announced = at(raised).when(1, AnnounceRaise("armorer-1c")).when(1, DraftDie("red-1", 0)).when(1, EndTurn())
    announced.then_includes(BidWithdrawn(1, "armorer-1c", "not_raised"))
    assert announced.board.side(1).modifiers == 2


@pytest.mark.rule("HCX-FRE-05")
def test_modifiers_are_kept_from_round_to_round() -> None:
    """There is no limit to them."""
    after = at(last_die(side(modifiers=40), side(modifiers=1))).when(1, EndTurn(), new_round()).board

    assert [one.modifiers for one in after.sides] == [40, 1]
