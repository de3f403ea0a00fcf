"""What statistics keep of a game of Hero's Crossing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace

from rulesets.heros_crossing import RULESET
from rulesets.heros_crossing import effects as e
from rulesets.heros_crossing.board import Board
from rulesets.heros_crossing.phases import (
    Arranging,
    ByHand,
    Donating,
    Extra,
    GameOver,
    Giving,
    LastDonations,
    Placing,
    Scoring,
    Selling,
    Stealing,
    Turn,
)
from rulesets.heros_crossing.pieces import Stack
from rulesets.heros_crossing.rules.actions import GetLand, GetModifiers, Move, Produce
from rulesets.heros_crossing.rules.attract import Attract
from rulesets.heros_crossing.rules.bidding import Bid
from rulesets.heros_crossing.rules.by_hand import EnterByHand
from rulesets.heros_crossing.rules.claiming import PlaceTile
from rulesets.heros_crossing.rules.donations import CloseDonations, Donate, GiveCubes
from rulesets.heros_crossing.rules.layout import LayTile, SwapDuplicate
from rulesets.heros_crossing.rules.resolution import EndSale, SellCube
from rulesets.heros_crossing.rules.rounds import ChooseZoning
from rulesets.heros_crossing.rules.setup import ChooseColour
from rulesets.heros_crossing.rules.spies import ExpelSpy, SendSpy
from rulesets.heros_crossing.rules.stealing import GiveDie, StealDie, TakeDie
from rulesets.heros_crossing.rules.turns import DraftDie, EndExtra, EndTurn
from rulesets.heros_crossing.rules.using import UsePower
from rulesets.kit.facts import Fact
from rulesets.kit.piles import Pile
from rulesets.kit.structs import Action, Effect
from tests.rulesets.heros_crossing.boards import laid, side, slot, stake, table, using, visit
from tests.rulesets.heros_crossing.random_games import game

if TYPE_CHECKING:
    from rulesets.heros_crossing.phases import Pending


def facts_of(effect: Effect[Board], board: Board | None = None) -> list[Fact]:
    """The rows of an effect, before the kit fills in where they stand."""
    return list(effect.facts(board or table()))


def row(effect: Effect[Board], board: Board | None = None) -> Fact:
    """The only row of an effect."""
    (found,) = facts_of(effect, board)
    return found


def decision(action: Action[Board], board: Board) -> Fact:
    """The row of an action of seat 1."""
    return RULESET.facts(board, 1, action, ())[0]


TOWN = side("smithy-1*2 weapon-shop-1*1", "land!2 .")
"""A Weapon Smithy at 0.0, a Weapon Shop east of it, land north of it with the spy of seat 2."""


def waiting(pending: Pending) -> Board:
    """A board of two seats, the first with TOWN."""
    return table(TOWN, side("base-1 land"), pending=pending)


SELLING = Selling(1, 1, sold=1)

DECISIONS: list[tuple[Action[Board], Board, Fact]] = [
    (ChooseColour("black"), table(), Fact(kind="colour", choice="black")),
    (SwapDuplicate("smithy-1b", "well-1a"), table(), Fact(card="tile:wishing_well", target="tile:smithy-1")),
    (LayTile("smithy-1b", "0.0"), waiting(Arranging()), Fact(card="tile:smithy-1", place="cell:1.0.0")),
    (ChooseZoning("N"), table(), Fact(kind="zoning", choice="north")),
    (
        DraftDie("grey-4", 1, 2),
        table(),
        Fact(card="card:deeds", kind="get_land+spy", value=2, source="die:grey", die_sides=6, die_face=4),
    ),
    (GetLand("1.1"), waiting(using("red-4", "get_land")), Fact(place="cell:1.1.1")),
    (GetModifiers(), waiting(using("red-3", "get_modifiers")), Fact(value=2)),
    (GetModifiers(), waiting(using("red-4", "get_modifiers")), Fact(value=1)),
    (
        Produce("0.1"),
        waiting(using("red-4", "produce")),
        Fact(place="cell:1.0.1", source="tile:smithy-1", kind="weapon"),
    ),
    (
        Move("0.1", "1.1", 2),
        waiting(using("red-4", "move")),
        Fact(place="cell:1.0.1", target="cell:1.1.1", source="tile:smithy-1", kind="weapon", value=2),
    ),
    (Bid("smithy-1c"), waiting(using("red-4", "bid")), Fact(card="tile:smithy-1")),
    (Attract("fighter"), waiting(using("red-4", "attract")), Fact(card="hero:fighter")),
    (SendSpy(2, "1.0"), waiting(using("red-4", "spy")), Fact(place="cell:2.1.0", target="seat:2")),
    (
        SendSpy(2, "1.0", 3, "0.0"),
        waiting(using("red-4", "spy")),
        Fact(place="cell:2.1.0", target="seat:2", choice="cell:3.0.0"),
    ),
    (ExpelSpy("0.0", 2), waiting(using("red-4", "expel")), Fact(place="cell:1.0.0", target="seat:2")),
    (EndTurn(), waiting(using("red-4", "bid", "move")), Fact(kind="bid+move", value=2)),
    (EndTurn(), waiting(using("red-4")), Fact(value=0)),
    (EndExtra(), waiting(Extra(1, ("move",), 4, (), Turn())), Fact(kind="move", value=1)),
    (
        PlaceTile("0.1"),
        waiting(Placing(1, "smithy-2a", Turn())),
        Fact(card="tile:smithy-2", place="cell:1.0.1", target="tile:smithy-1"),
    ),
    (UsePower("cook"), table(), Fact(card="hero:cook", source="hero:cook")),
    (StealDie(2), table(), Fact(target="seat:2")),
    (TakeDie("red-4"), waiting(Stealing(2, Turn())), Fact(card="die:red", target="seat:2", die_sides=6, die_face=4)),
    (
        GiveDie("blue-4"),
        waiting(Giving(2, "red-1", Turn())),
        Fact(card="die:blue", target="seat:2", die_sides=6, die_face=4),
    ),
    (Donate(), table(), Fact(source="donation", value=4)),
    (
        GiveCubes("0.1", 2),
        waiting(Donating(1, 4, Turn())),
        Fact(place="cell:1.0.1", source="tile:smithy-1", kind="weapon", value=2),
    ),
    (CloseDonations(), waiting(LastDonations()), Fact(value=3)),
    (
        SellCube(1, "1.1"),
        waiting(SELLING),
        Fact(card="hero:fighter", place="cell:1.1.1", source="tile:weapon-shop-1", kind="weapon", choice="wild"),
    ),
    (EndSale(), waiting(SELLING), Fact(card="hero:fighter", value=1)),
    (
        EnterByHand((e.PointsGained(1, 2),)),
        waiting(ByHand(1, "cook", Turn())),
        Fact(card="hero:cook", source="hero:cook", value=1),
    ),
]


@pytest.mark.parametrize(("action", "board", "fact"), DECISIONS, ids=[repr(action) for action, _, _ in DECISIONS])
def test_a_decision_tells_what_was_decided(action: Action[Board], board: Board, fact: Fact) -> None:
    """Which tile, hero, die or seat; how many; and what was left out."""
    fact.type, fact.seat = type(action).__name__, 1
    assert decision(action, board) == fact


@pytest.mark.parametrize(
    ("target", "choice"),
    [
        ("2.grey-3.grey-4", "die:2.grey-3 grey-4"),
        ("1.red-6", "die:1.red-6"),
        ("2:0.-1", "cell:2.0.-1"),
        ("0.-1", "cell:1.0.-1"),
        ("smithy-1c", "tile:smithy-1"),
        ("monk", "hero:monk"),
        ("2", "seat:2"),
        ("-", "no"),
    ],
)
def test_a_power_tells_what_it_is_used_on(target: str, choice: str) -> None:
    """By the ids of dice, cells, tiles, heroes and seats; an optional part that is left out is `no`."""
    assert decision(UsePower("cook", (target,)), table()).choice == choice


def test_a_rolled_die_tells_what_dice_give_on_average() -> None:
    """Colour and face, the sides that it could have shown, and 3.5 as the mean; a die that is set has none."""
    rows = facts_of(e.DiceRolled((("grey-4", "red-1"), ("blue-6",))))
    assert [(row.seat, row.card, row.die_face) for row in rows] == [
        (1, "die:grey", 4),
        (1, "die:red", 1),
        (2, "die:blue", 6),
    ]
    assert {(row.die_sides, row.mean, row.chance) for row in rows} == {(6, 3.5, True)}
    again, turned = row(e.DieRerolled(2, "red-6", "red-2", source="cook")), row(e.DieChanged(2, "red-6", "blue-2"))
    assert (again.card, again.die_face, again.mean, again.source) == ("die:red", 2, 3.5, "hero:cook")
    assert (turned.card, turned.kind, turned.die_face, turned.value, turned.mean) == ("die:red", "blue", 2, -4, None)


def test_bids_tell_their_dice_and_what_became_of_them() -> None:
    """What a bid comes to when it is made, withdrawn, won, or lost since there is no place for the tile."""
    bid = row(e.BidPlaced(1, "smithy-1c", laid("red-3+1"), "first"))
    assert (bid.card, bid.kind, bid.value, bid.source, bid.die_face) == ("tile:smithy-1", "first", 4, "die:red", 3)
    contested = table(supply={4: slot("smithy-1c", stake(1, "red-3+1"), stake(2, "red-6"))}, zoning="E")
    gone, stuck = e.BidWithdrawn(1, "smithy-1c"), e.BuildingLeftInSupply(2, "smithy-1c")
    assert (row(gone, contested).kind, row(gone, contested).value) == ("withdrawn", 4)
    assert (row(stuck, contested).kind, row(stuck, contested).value) == ("east", 6)


def test_a_tile_that_is_won_tells_what_it_cost() -> None:
    """Alone, against others (also one who withdrew), or by a power."""
    won, taken = e.BuildingWon(1, "smithy-1c", 4), e.BuildingWon(1, "smithy-1c", 4, source="cook")
    alone = table(supply={4: slot("smithy-1c", stake(1, "red-3"))})
    left = table(supply={4: slot("smithy-1c", stake(1, "red-3", "blue-2"), barred=(2,))})
    final = table(supply={4: slot("smithy-1c", stake(1, "red-3"), stake(2, "red-2"))})
    assert [(row(won, board).kind, row(won, board).value) for board in (alone, left, final)] == [
        ("alone", 3),
        ("contested", 5),
        ("contested", 3),
    ]
    assert row(taken) == Fact(seat=1, card="tile:smithy-1", kind="power", source="hero:cook")


def test_a_steal_tells_both_dice() -> None:
    """The one that is taken, with the modifiers paid, and the one that is given, if any is."""
    taken, given = facts_of(e.DieStolen(1, 2, "blue-2", "red-5"))
    assert (taken.card, taken.die_face, taken.target, taken.value) == ("die:blue", 2, "seat:2", 1)
    assert (given.type, given.card, given.die_face, given.target) == ("DieGiven", "die:red", 5, "seat:2")
    assert len(facts_of(e.DieStolen(1, 2, "blue-2"))) == 1


def test_a_spy_that_moves_leaves_where_it_stood() -> None:
    """So that the time that it stood there can be counted."""
    sent, left = facts_of(e.SpySent(1, 2, "1.0", 3, "0.0"))
    assert (sent.place, sent.target) == ("cell:2.1.0", "seat:2")
    assert (left.type, left.seat, left.place, left.target) == ("SpyLeft", 1, "cell:3.0.0", "seat:3")
    assert len(facts_of(e.SpySent(1, 2, "1.0"))) == 1


@pytest.mark.parametrize(("filled", "kind"), [("weapon -", "sniped"), ("- -", "served")])
def test_a_hero_tells_whether_it_was_sniped(filled: str, kind: str) -> None:
    """Its taker, seat 1, filled less than half of what seat 2 left open of three needs; or all of it."""
    full = visit("dancer", filled=f"{filled} weapon")
    served = replace(full, by=tuple(by or 1 for by in full.by)) if kind == "sniped" else replace(full, by=(1, 1, 2))
    joined = row(e.HeroJoined(1, "dancer"), table(visiting={0: served}))
    assert (joined.card, joined.kind, joined.value) == ("hero:dancer", kind, 3)


def test_a_tile_that_everybody_knows_is_not_turned_up_by_chance() -> None:
    """It was put back to the bottom of its stack, and nothing hidden lies above it."""
    board = table(empty=(2,))
    known = replace(board, stacks=(board.stacks[0], Stack(Pile(0), ("smithy-2a",)), board.stacks[2]))
    turned = row(e.BuildingRevealed(5, "smithy-2a"), known)
    assert (turned.card, turned.place, turned.chance) == ("tile:smithy-2", "stack:2", False)
    assert row(e.BuildingRevealed(5, "smithy-2a"), table()).chance is True
    assert row(e.TileTurnedUp(1, "smithy-1a", "smithy-1b", fits=False), table()) == Fact(
        seat=1, card="tile:smithy-1", target="tile:smithy-1", kind="does_not_fit", chance=True
    )


def test_an_era_is_a_kind_of_its_own() -> None:
    """So that the first time of each can be asked for."""
    assert [(row(e.EraAdvanced(era)).kind, row(e.EraAdvanced(era)).value) for era in (2, 3)] == [
        ("era_2", 2),
        ("era_3", 3),
    ]


# --- the score


SOURCES: list[tuple[Effect[Board], str]] = [
    (e.CubeSold(1, "fighter", 1, "1.1", "weapon", 1), "tile:weapon-shop-1"),
    (e.ResourcesDonated(1, 1), "donation"),
    (e.HeroJoined(1, "fighter"), "hero:fighter"),
    (e.EndPowerScored(1, "miser", 3), "hero:miser"),
    (e.BuildingPlaced(1, "2.1", "well-1a"), "tile:wishing_well"),
    (e.TileLaid(1, "well-1a", "2.1"), "tile:wishing_well"),
    (e.TileReplaced(1, "2.1", "guard-1a", "well-1a"), "tile:wishing_well"),
    (e.PowerUsed(1, "cook", vp=2), "hero:cook"),
    (e.PointsGained(1, 2, source="cook"), "hero:cook"),
    (e.PointsLost(2, 1, source="cook"), "hero:cook"),
]


@pytest.mark.parametrize(("effect", "source"), SOURCES, ids=[type(effect).__name__ for effect, _ in SOURCES])
def test_what_changes_the_score_names_its_source(effect: Effect[Board], source: str) -> None:
    """The Shop, the donation, the hero, the Wishing Well: also one that is built over."""
    assert row(effect, waiting(SELLING)).source == source


def test_what_is_entered_by_hand_has_the_hero_as_its_source() -> None:
    """It is that hero who does it, though the table says what it does."""
    board = table(TOWN, pending=ByHand(1, "cook", Turn()))
    entered = (
        e.PointsGained(1, 2),
        e.SpyExpelled(1, "0.0", 2),
        e.CubesGained(1, "0.1", "weapon", 1),
        e.HeroExhausted(1, "monk"),
    )
    assert {row(effect, board).source for effect in entered} == {"hero:cook"}
    assert row(e.SpyExpelled(1, "0.0", 2), table(TOWN)).source is None


def test_only_a_well_is_the_source_of_its_placing() -> None:
    """Other tiles bring no VP by lying there."""
    placed = row(e.BuildingPlaced(1, "2.1", "smithy-1c"))
    assert (placed.card, placed.source) == ("tile:smithy-1", None)


def test_the_final_score_is_a_row_of_each_seat() -> None:
    """Whether it won, and with how many points."""
    rows = facts_of(e.FinalScoreComputed((12, 9), (1,)))
    assert [(row.seat, row.kind, row.value) for row in rows] == [(1, "won", 12), (2, "lost", 9)]


# --- whole games


@pytest.mark.parametrize("seats", RULESET.seats)
def test_the_changes_of_the_score_add_up_to_it(seats: int) -> None:
    """Each of them happens in one effect with one row of that seat, which names its source."""
    whole = game(seats)
    assert isinstance(whole.board.pending, GameOver)
    assert whole.unexplained == []
    assert tuple(whole.changes[seat] for seat in range(1, seats + 1)) == whole.board.pending.scores


def test_what_only_moves_the_game_on_is_no_row() -> None:
    """Turns, rounds and steps stand in columns of all rows."""
    moved = (
        e.RoundStarted(),
        e.TurnStarted(1),
        e.TurnEnded(1),
        e.ResolutionStarted(),
        e.SaleEnded(1),
        e.CleanupStarted(),
        e.WorkersReturned(),
        e.RoundEnded(),
        e.ScoringStarted(),
    )
    assert [facts_of(effect, waiting(Scoring("rounds"))) for effect in moved] == [[]] * len(moved)


def test_a_row_of_a_hidden_tile_does_not_name_it() -> None:
    """To others than the seat that picks it, it is a tile that nobody sees."""
    picked, dealt = e.DraftTilePicked(1, "smithy-1a"), e.DraftHandDealt(1, ("smithy-1a", "smithy-1b"))
    assert [row.card for viewer in (1, 2) for row in facts_of(picked.seen_by(viewer))] == ["tile:smithy-1", None]
    assert [row.card for row in facts_of(dealt)] == ["tile:smithy-1"] * 2
    assert [row.card for row in facts_of(dealt.seen_by(2))] == [None] * 2
