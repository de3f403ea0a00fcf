"""The clean-up, the eras, and the end of the game."""

from typing import Any

import pytest

from rulesets.heros_crossing import RULESET
from rulesets.heros_crossing.board import Board
from rulesets.heros_crossing.effects import (
    Asked,
    BidPlaced,
    BuildingLeftInSupply,
    BuildingPlaced,
    BuildingRevealed,
    BuildingWon,
    CleanupStarted,
    ClosingStarted,
    DiceReturned,
    EndGameTriggered,
    EndPowerScored,
    EraAdvanced,
    FinalDonationsEnded,
    FinalDonationsStarted,
    FinalScoreComputed,
    FirstPlayerPassed,
    HeroesRefreshed,
    HeroJoined,
    HeroRevealed,
    ResourcesDonated,
    RoundEnded,
    RoundStarted,
    ScoringStarted,
    WorkersReturned,
)
from rulesets.heros_crossing.phases import (
    CLEANING,
    ChoosingZoning,
    Closing,
    GameOver,
    LastDonations,
    Placing,
    Selling,
    Turn,
)
from rulesets.heros_crossing.pieces import Owned, Slot
from rulesets.heros_crossing.rules.bidding import Bid
from rulesets.heros_crossing.rules.claiming import ClaimTile, PlaceTile
from rulesets.heros_crossing.rules.donations import CloseDonations, Donate, GiveCubes
from rulesets.heros_crossing.rules.resolution import EndSale, SellCube
from rulesets.heros_crossing.rules.turns import DraftDie, EndTurn
from rulesets.kit.outcomes import Outcome
from rulesets.kit.scenario import Scenario
from tests.rulesets.heros_crossing.boards import (
    VISITORS,
    at,
    laid,
    last_die,
    lots,
    new_round,
    settled,
    side,
    slot,
    stake,
    table,
    using,
    visit,
)


def ended(*sides: Any, outcomes: list[Outcome] | None = None, **more: Any) -> Scenario[Board]:
    """The last die of the round is spent, without a hero attracted."""
    return at(last_die(*sides, **more)).when(1, EndTurn(), new_round() if outcomes is None else outcomes)


def bid(tile: str, *bids: Any) -> Slot:
    """A tile with bids."""
    return slot(tile, *bids)


@pytest.mark.rule("HCX-CLN-01")
def test_the_clean_up_has_seven_steps() -> None:
    """Final bids, heroes, era, refresh, workers, dice, first player; then the round is over."""
    scenario = ended(visiting={2: ""}, outcomes=["bard", "smithy-2a", "well-2a", "line-2a", *new_round()])

    scenario.then_includes(
        ClosingStarted(1, (2,)),
        ClosingStarted(2, ()),
        CleanupStarted(),
        HeroRevealed(2, 2, "bard", 2),
        EraAdvanced(2),
        BuildingRevealed(5, "smithy-2a"),
        HeroesRefreshed(),
        WorkersReturned(),
        DiceReturned(),
        FirstPlayerPassed(2),
        RoundEnded(),
        RoundStarted(),
    )


@pytest.mark.rule("HCX-CLN-02")
def test_final_bids_get_their_tiles() -> None:
    """A tile with one bidder goes there; a contested one to the highest sum, and the others get nothing."""
    supply = {
        0: bid("armorer-1c", stake(2, "grey-6"), stake(1, "grey-1")),
        1: bid("well-1", stake(1, "red-2")),
    }
    scenario = ended(side("land"), side("land"), supply=supply, outcomes=[]).then_includes(BuildingWon(1, "well-1a", 1))
    scenario = scenario.waits_for(Placing, 1).when(1, PlaceTile("1.0"), ["guard-1a"])
    scenario = scenario.then_includes(BuildingWon(2, "armorer-1c", 0)).waits_for(Placing, 2)
    done = scenario.when(2, PlaceTile("1.0"), ["line-1a", *new_round()])
    assert lots(done.board, 1) == {"0.0": ("land", 0), "1.0": ("well-1a", 0)}
    assert lots(done.board, 2) == {"0.0": ("land", 0), "1.0": ("armorer-1c", 0)}


@pytest.mark.rule("HCX-CLN-03")
def test_final_bids_are_placed_under_this_rounds_zoning() -> None:
    """New cells follow it, and the space is filled at once."""
    town = side("land . land", "land land land")
    scenario = ended(town, supply={0: bid("armorer-1c", stake(1, "grey-6"))}, zoning="E", outcomes=[])

    scenario.when(1, PlaceTile("0.2")).refused("HCX-ZON-03")
    done = scenario.when(1, PlaceTile("3.0"), ["line-1a", *new_round(zoning="N")])
    done.then_includes(BuildingPlaced(1, "3.0", "armorer-1c"), BuildingRevealed(0, "line-1a"), CleanupStarted())


@pytest.mark.rule("HCX-CLN-04")
def test_a_tile_that_the_winner_cannot_place_stays() -> None:
    """It does not go to the next bidder, and is there for the next round without bids."""
    supply = {0: bid("armorer-1c", stake(2, "grey-1"), stake(1, "grey-6"))}
    scenario = ended(side("smithy-1"), side("land"), supply=supply, zoning="N")

    scenario.then_includes(BuildingLeftInSupply(1, "armorer-1c"), CleanupStarted()).then_never(BuildingWon)
    assert scenario.board.supply[0] == slot("armorer-1c")


@pytest.mark.rule("HCX-CLN-05")
def test_final_bids_are_settled_from_the_first_player_on() -> None:
    """Clockwise, each seat ordering its own tiles."""
    supply = {
        0: bid("armorer-1c", stake(1, "grey-6")),
        1: bid("well-1", stake(2, "red-2")),
        2: bid("guard-1", stake(2, "red-2")),
    }
    scenario = ended(side("land"), side("land"), supply=supply, first=2, outcomes=[]).waits_for(Closing, 2)
    assert list(RULESET.legal_actions(scenario.board, 2)) == [ClaimTile("well-1a"), ClaimTile("guard-1a")]
    scenario.when(2, ClaimTile("armorer-1c")).refused("HCX-CLM-01")
    scenario.when(1, ClaimTile("armorer-1c")).refused("HCX-CLN-05")

    scenario = scenario.when(2, ClaimTile("guard-1a")).when(2, PlaceTile("1.0"), ["line-1a"])
    scenario = scenario.then_includes(BuildingWon(2, "well-1a", 1)).when(2, PlaceTile("2.0"), ["base-1a"])
    scenario.then_includes(ClosingStarted(1, ()), BuildingWon(1, "armorer-1c", 0))


@pytest.mark.rule("HCX-CLN-06")
def test_empty_building_spaces_are_filled() -> None:
    """From left to right, on all levels that the era has reached, as far as the stacks go."""
    supply: dict[int, Any] = {1: "", 3: "", 5: "smithy-2", 6: ""}
    scenario = ended(supply=supply, era=2, outcomes=["well-1a", "line-1a", "well-2a", "line-2a", *new_round()])
    scenario.then_includes(
        BuildingRevealed(1, "well-1a"),
        BuildingRevealed(3, "line-1a"),
        BuildingRevealed(6, "well-2a"),
        BuildingRevealed(7, "line-2a"),
        CleanupStarted(),
    )
    assert scenario.board.supply[8].tile == ""

    short = ended(supply=supply, era=2, empty=(1,), outcomes=["well-2a", "line-2a", *new_round()])
    assert short.board.supply[1].tile == ""


@pytest.mark.rule("HCX-CLN-07")
def test_empty_visiting_spaces_are_filled() -> None:
    """From the top of the stack, left to right; heroes that are there do not move."""
    scenario = ended(
        visiting={0: "", 2: ""}, era=2, left=(1, 4, 4), supply=_full(2), outcomes=["knight", "bard", *new_round()]
    )

    scenario.then_includes(HeroRevealed(0, 1, "knight", 1), HeroRevealed(2, 2, "bard", 2))
    assert [one.hero for one in scenario.board.visiting] == ["knight", "fighter", "bard", "monk"]
    assert scenario.board.heroes_left == 7
    asked = ended(visiting={0: ""}, era=2, left=(1, 4, 4), supply=_full(2), outcomes=[]).needs_chance(
        "draw", "HCX-CLN-07"
    )
    assert set(asked.allowed) == {"cook", "dancer"}


def _full(era: int) -> dict[int, Any]:
    """Spaces of the higher levels, filled."""
    tiles = {5: "smithy-2a", 6: "smithy-2b", 7: "well-2a", 8: "smithy-3a", 9: "well-3a"}
    return {index: tile for index, tile in tiles.items() if index < (8 if era == 2 else 10)}


@pytest.mark.rule("HCX-CLN-08")
def test_a_hero_stack_that_runs_out_leaves_spaces_empty() -> None:
    """The rest of the spaces wait for nobody."""
    board = {"visiting": {0: "", 2: ""}, "era": 3, "supply": _full(3), "left": (0, 0, 1)}
    scenario = ended(**board, outcomes=["king", *new_round()])

    assert [one.hero for one in scenario.board.visiting] == ["king", "fighter", "", "monk"]
    later = ended(visiting={0: "", 2: ""}, era=3, supply=_full(3), left=(0, 0, 0), last_round=9)
    later.then_never(HeroRevealed, EndGameTriggered)


@pytest.mark.rule("HCX-CLN-09")
def test_a_new_level_is_bid_on_in_the_next_round() -> None:
    """Its tiles come after the final bids of the round."""
    scenario = ended(visiting={2: ""}, outcomes=["bard", "smithy-2a", "well-2a", "line-2a", *new_round("bids")])
    scenario.then_includes(CleanupStarted(), EraAdvanced(2), RoundEnded())

    scenario = scenario.when(2, DraftDie("red-1", 0)).when(2, Bid("smithy-2a"))
    scenario.then_includes(BidPlaced(2, "smithy-2a", laid("red-1"), "first"))


@pytest.mark.rule("HCX-CLN-10")
def test_all_heroes_are_refreshed() -> None:
    """Those of every player."""
    tired = side(heroes=(Owned("herald", 1, exhausted=True), Owned("rogue", 1)))
    other = side(heroes=(Owned("runner", 1, exhausted=True),))
    scenario = ended(tired, other)

    assert [own.exhausted for one in scenario.board.sides for own in one.heroes] == [False, False, False]


@pytest.mark.rule("HCX-CLN-11")
def test_workers_return_and_spies_stay() -> None:
    """From heroes and from buildings; VP stay too."""
    scenario = ended(
        side("land!2", vp=5),
        visiting={0: visit("dancer", stake(1, "blue-2"))},
        supply={0: bid("armorer-1c", stake(1, "grey-6"))},
        outcomes=[],
    )
    scenario = scenario.when(1, PlaceTile("1.0"), ["line-1a", *new_round()])

    assert all(not one.stakes for one in scenario.board.visiting)
    assert all(not one.bids for one in scenario.board.supply)
    assert scenario.board.side(1).town[0].spies == (2,)
    assert scenario.board.side(1).vp == 5


@pytest.mark.rule("HCX-CLN-12")
def test_everybody_has_one_die_of_each_colour_again() -> None:
    """Whatever was stolen; spent modifiers do not come back."""
    board = last_die(side(modifiers=1), pending=using("red-1+2", "spy"), graveyard=("red-2", "red-3", "red-4"))
    after = at(board).when(1, EndTurn(), new_round()).board

    for one in after.sides:
        assert one.pool == ("blue-1", "green-1", "grey-1", "red-1")
    assert after.graveyard == ()
    assert after.side(1).modifiers == 1


@pytest.mark.rule("HCX-CLN-12")
def test_no_die_stays_in_a_pool() -> None:
    """Before the dice of the next round are rolled all pools are empty."""
    board = table(side(pool="blue-1"), pending=CLEANING)

    waiting = settled(board, ["quiet", 6]).waits_for(ChoosingZoning, 2).board
    assert [one.pool for one in waiting.sides] == [(), ()]


@pytest.mark.rule("HCX-CLN-13")
@pytest.mark.parametrize(("first", "following"), [(1, 2), (2, 3), (3, 1)])
def test_the_left_neighbour_is_first_in_the_next_round(first: int, following: int) -> None:
    """The Zoning Die goes round the table."""
    scenario = ended(seats=3, first=first, outcomes=new_round(seats=3)).then_includes(FirstPlayerPassed(following))

    scenario.waits_for(Turn, following)


@pytest.mark.rule("HCX-CLN-14")
def test_who_withdrew_may_bid_again_in_the_next_round() -> None:
    """The bar ends with the round."""
    scenario = ended(supply={0: slot("armorer-1c", barred=(1, 2))}, outcomes=new_round("bids"))
    assert scenario.board.supply[0].barred == ()

    scenario.when(2, DraftDie("grey-1", 0)).when(2, Bid("armorer-1c")).then_includes(
        BidPlaced(2, "armorer-1c", laid("grey-1"), "first")
    )


# --- eras


@pytest.mark.rule("HCX-ERA-01", "HCX-ERA-04")
def test_an_era_starts_once() -> None:
    """The first lasts while no higher hero has come; further heroes of a level change nothing."""
    assert ended().then_never(EraAdvanced).board.era == 1
    second = ended(visiting={0: "bard", 2: ""}, era=2, supply=_full(2), outcomes=["sage", *new_round()])
    assert second.then_never(EraAdvanced).board.era == 2
    third = ended(
        visiting={0: "king", 1: "bard", 2: ""}, era=3, left=(0, 1, 3), supply=_full(3), outcomes=["sage", *new_round()]
    )
    assert third.then_never(EraAdvanced).board.era == 3


@pytest.mark.rule("HCX-ERA-02", "HCX-ERA-06")
def test_the_first_hero_of_level_two_starts_the_second_era() -> None:
    """It is the first one restocked in the game; the three spaces of level 2 are filled at once, left to right."""
    outcomes = ["bard", "smithy-2a", "well-2a", "line-2a", *new_round()]
    scenario = ended(visiting={2: ""}, outcomes=outcomes).then_includes(
        HeroRevealed(2, 2, "bard", 2),
        EraAdvanced(2),
        BuildingRevealed(5, "smithy-2a"),
        BuildingRevealed(6, "well-2a"),
        BuildingRevealed(7, "line-2a"),
    )
    assert [one.tile for one in scenario.board.supply[8:]] == ["", ""]
    empty = ended(visiting={2: ""}, empty=(2,), outcomes=["bard", *new_round()])
    assert [one.tile for one in empty.board.supply[5:]] == [""] * 5


@pytest.mark.rule("HCX-ERA-03", "HCX-ERA-07")
def test_the_first_hero_of_level_three_starts_the_third_era() -> None:
    """It is the fifth one restocked; the two spaces of level 3 are filled at once."""
    visiting = {0: "bard", 1: "sage", 2: "rogue", 3: ""}
    sides = side(heroes=("mason",)), side(heroes=("dancer", "fighter", "knight", "monk"))
    scenario = ended(
        *sides, visiting=visiting, era=2, supply=_full(2), outcomes=["king", "smithy-3a", "well-3a", *new_round()]
    )

    scenario.then_includes(
        HeroRevealed(3, 3, "king", 3),
        EraAdvanced(3),
        BuildingRevealed(8, "smithy-3a"),
        BuildingRevealed(9, "well-3a"),
    )
    assert scenario.board.heroes_left == 3


@pytest.mark.rule("HCX-ERA-05")
def test_all_levels_reached_are_open_to_bids() -> None:
    """Lower ones stay open."""
    supply = {0: "smithy-1", 4: "well-1", 5: "smithy-2", 8: "smithy-3"}
    board = table(card="bids", pending=using("red-1", "bid"), era=3, supply=supply)

    bids = [action for action in RULESET.legal_actions(board, 1) if isinstance(action, Bid)]
    assert bids == [Bid("smithy-1a"), Bid("well-1a"), Bid("smithy-2a"), Bid("smithy-3a")]


@pytest.mark.rule("HCX-ERA-08")
def test_two_eras_may_start_at_once() -> None:
    """Level 2 is filled first."""
    scenario = ended(
        visiting={0: "", 1: ""},
        left=(0, 1, 4),
        outcomes=["bard", "king", "smithy-2a", "well-2a", "line-2a", "smithy-3a", "well-3a", *new_round()],
    )

    scenario.then_includes(
        HeroRevealed(0, 2, "bard", 2),
        HeroRevealed(1, 3, "king", 3),
        EraAdvanced(2),
        BuildingRevealed(7, "line-2a"),
        EraAdvanced(3),
        BuildingRevealed(8, "smithy-3a"),
    )


# --- the end


@pytest.mark.rule("HCX-END-01", "HCX-END-02")
def test_the_last_hero_announces_the_end() -> None:
    """Two more rounds are played in full after the round in whose clean-up it comes."""
    scenario = ended(visiting={0: ""}, era=3, supply=_full(3), left=(0, 0, 1), round=8, outcomes=["king", *new_round()])
    scenario.then_includes(HeroRevealed(0, 3, "king", 3), EndGameTriggered(10), RoundStarted())
    two = ended(visiting={0: ""}, era=3, supply=_full(3), left=(0, 0, 2), round=8, outcomes=["king", *new_round()])
    two.then_never(EndGameTriggered)

    ended(last_round=10, round=9).then_includes(RoundStarted()).then_never(FinalDonationsStarted)
    last = ended(last_round=10, round=10, outcomes=[])
    last.then_includes(CleanupStarted(), WorkersReturned(), RoundEnded(), FinalDonationsStarted("rounds"))
    last.then_never(RoundStarted)
    assert (last.board.card, last.board.rolled, last.board.zoning) == ("", "", "")
    assert RULESET.over(last.board) == GameOver((1, 2), "rounds", (0, 0))


def served(*visits: Any, left: tuple[int, int, int] = (0, 0, 0), **more: Any) -> Scenario[Board]:
    """The heroes are resolved; seat 1 has a Potion to sell, and fills the last need of the Monk."""
    visiting = dict(enumerate(visits)) | {3: visit("monk", stake(1, "green-1"))}
    board = last_die(
        side("potion-shop-1*1"), visiting=dict.fromkeys(range(3), "") | visiting, left=left, era=3, last_round=9, **more
    )
    return at(board).when(1, EndTurn())


@pytest.mark.rule("HCX-END-03", "HCX-END-04")
def test_the_game_ends_at_once_when_all_heroes_are_served() -> None:
    """Nothing more of the round happens: no clean-up, and bids are lost."""
    bids = {0: bid("armorer-1c", stake(1, "grey-6"))}
    scenario = served(supply=bids).when(1, SellCube(0, "0.0"))

    scenario.then_includes(HeroJoined(1, "monk"), FinalDonationsStarted("all_fulfilled"))
    scenario.then_never(ClosingStarted, BuildingWon, CleanupStarted)
    over = RULESET.over(scenario.board)
    assert over is not None
    assert over.reason == "all_fulfilled"

    more = served("dancer", supply=_full(3)).when(1, SellCube(0, "0.0"), new_round())
    more.then_includes(HeroJoined(1, "monk"), ClosingStarted(1, (2,))).then_never(FinalDonationsStarted)


@pytest.mark.rule("HCX-END-05")
def test_heroes_in_the_stack_keep_the_game_going() -> None:
    """Four visitors served are not the end as long as others may come."""
    scenario = served(left=(0, 0, 1), supply=_full(3)).when(1, SellCube(0, "0.0"), ["king", *new_round()])

    scenario.then_includes(HeroJoined(1, "monk"), CleanupStarted(), HeroRevealed(0, 3, "king", 3))
    scenario.then_never(FinalDonationsStarted)


def over(*sides: Any, **more: Any) -> Scenario[Board]:
    """The last round is over."""
    return settled(table(*sides, pending=LastDonations(), visiting=dict.fromkeys(range(4), ""), era=3, **more))


@pytest.mark.rule("HCX-END-06")
def test_all_may_donate_after_the_end() -> None:
    """Any number of times, in any order of the seats; who has too few cubes is done."""
    scenario = over(side("smithy-1*4 land weapon-shop-1*4"), side("smithy-2*4"), side("land"), seats=3)
    scenario.then(FinalDonationsEnded(3)).waits_for(LastDonations, 1, 2)

    scenario = scenario.when(2, Donate()).when(2, GiveCubes("0.0", 4))
    scenario.then_includes(ResourcesDonated(2, 1), FinalDonationsEnded(2)).waits_for(LastDonations, 1)
    scenario.when(2, CloseDonations()).refused("HCX-END-06")
    scenario = scenario.when(1, Donate()).when(1, GiveCubes("0.0", 4)).waits_for(LastDonations, 1)
    scenario = scenario.when(1, CloseDonations())
    scenario.then_includes(FinalDonationsEnded(1), ScoringStarted(), FinalScoreComputed((1, 1, 0), (1, 2)))


@pytest.mark.rule("HCX-END-07")
def test_powers_count_after_all_donations() -> None:
    """On what is left in the towns then."""
    scenario = over(side("smithy-1*4 land weapon-shop-1*2", heroes=("miser",)), side("smithy-2*4"))
    scenario = scenario.waits_for(LastDonations, 1, 2).when(1, Donate()).when(1, GiveCubes("0.0", 4))
    scenario.then_never(EndPowerScored)

    scenario = scenario.when(2, CloseDonations())
    scenario.then(
        FinalDonationsEnded(2), ScoringStarted(), EndPowerScored(1, "miser", 2), FinalScoreComputed((10, 0), (1,))
    )


@pytest.mark.rule("HCX-END-08")
def test_the_final_score_adds_everything_up() -> None:
    """VP of the track, of the own heroes, of Wishing Wells, and of powers at the end."""
    scenario = over(side("well-1 well-2 smithy-1*3", vp=11, heroes=("king", "miser")), side("land", vp=2))

    scenario.then_includes(EndPowerScored(1, "miser", 3), FinalScoreComputed((11 + 9 + 7 + 6 + 3, 2), (1,)))


@pytest.mark.rule("HCX-END-09", "HCX-END-10", "HCX-END-11", "HCX-END-12")
@pytest.mark.parametrize(
    ("one", "two", "winners"),
    [
        (side(vp=5), side(vp=4, heroes=(), modifiers=9), (1,)),
        (side(vp=4, modifiers=9), side(vp=5), (2,)),
        (side(vp=9, modifiers=9), side(heroes=("king",), modifiers=0), (2,)),
        (side(vp=9, modifiers=1), side(vp=9, modifiers=2), (2,)),
        (side(vp=7, heroes=("fighter",)), side(heroes=("king",)), (1, 2)),
        (side(vp=9, modifiers=3), side(vp=9, modifiers=3), (1, 2)),
    ],
)
def test_the_highest_score_wins(one: Any, two: Any, winners: tuple[int, ...]) -> None:
    """Of equal ones who owns more heroes, then who has more modifiers left; else the victory is shared."""
    end = RULESET.over(over(one, two).board)

    assert end is not None
    assert end.winners == winners


@pytest.mark.rule("HCX-END-13")
def test_unfinished_heroes_bring_nothing() -> None:
    """Neither the cubes on them nor the cards in the visiting spaces count."""
    visiting: dict[int, Any] = {0: visit("dancer", filled="magic potion -"), 1: "king", 2: "queen", 3: "bard"}
    board = table(side(vp=3), side(vp=4), pending=LastDonations(), visiting=visiting)

    settled(board).then_includes(FinalScoreComputed((3, 4), (2,)))


@pytest.mark.rule("HCX-END-14")
def test_no_round_is_the_last_before_the_last_hero() -> None:
    """However many have been played."""
    assert ended(round=5_000).waits_for(Turn, 2).board.round == 5_001


def test_the_resolution_comes_before_the_final_bids() -> None:
    """A hero that was attracted is served first."""
    board = last_die(
        side("potion-shop-1*1 land"),
        supply={0: bid("armorer-1c", stake(1, "grey-6"))},
        visiting={VISITORS.index("monk"): visit("monk", stake(1, "green-1"))},
    )
    scenario = at(board).when(1, EndTurn()).then_includes(Asked(Selling(1, 3))).waits_for(Selling, 1)
    scenario.when(1, EndSale()).then_includes(ClosingStarted(1, (2,)), BuildingWon(1, "armorer-1c", 0))
