"""Setup: heroes, the building supply, colours, the draft, swaps and the first towns."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest
from msgspec.structs import replace

from rulesets.heros_crossing import RULESET
from rulesets.heros_crossing.board import Board
from rulesets.heros_crossing.effects import (
    ColourChosen,
    DraftHandDealt,
    DraftHandsPassed,
    DraftTilePicked,
    DraftTileRevealed,
    DuplicateKept,
    DuplicateSwapped,
    HeroRevealed,
    TileLaid,
    TileTurnedUp,
)
from rulesets.heros_crossing.phases import Arranging, ChoosingColours, Drafting, Swapping, Turn
from rulesets.heros_crossing.pieces import PLAYER_COLOURS, Side
from rulesets.heros_crossing.rules.layout import LayTile, SwapDuplicate
from rulesets.heros_crossing.rules.setup import ChooseColour, PickTile
from rulesets.heros_crossing.rules.town import around, xy
from rulesets.heros_crossing.tiles import LAND
from rulesets.kit.piles import is_back
from rulesets.kit.scenario import Scenario, begun
from tests.rulesets.heros_crossing.boards import at, settled, starter, table
from tests.rulesets.heros_crossing.boards import town as drawn
from tests.rulesets.heros_crossing.profile import one_group

STARTER = starter()
VISITORS = ("defender", "fighter", "squire", "page")
SUPPLY = ("weapon-smithy-1a", "weapon-shop-1a", "armor-smithy-1a", "armor-shop-1a", "wishing-well-1a")
HAND_1 = ("apothecary-1a", "magic-shop-1a", "potion-shop-1a", "weapon-smithy-1b")
HAND_2 = ("apothecary-1b", "armor-shop-1b", "enchanter-1a", "weapon-shop-1b")
DEALT = (1, *VISITORS, *SUPPLY, *HAND_1, *HAND_2)


def dealt(*outcomes: object) -> Scenario[Board]:
    """Two seats, seat 1 first, hands as above (or as chance tells)."""
    return begun(RULESET, outcomes=outcomes or DEALT)  # type: ignore[arg-type]


def coloured() -> Scenario[Board]:
    return dealt().when(1, ChooseColour("black")).when(2, ChooseColour("yellow"))


def drafted() -> Scenario[Board]:
    """Seat 1 has Weapon Smithy, Weapon Shop, Apothecary, Armor Shop; seat 2 the others."""
    scenario = coloured()
    for one, two in (("weapon-smithy-1b", "enchanter-1a"), ("weapon-shop-1b", "magic-shop-1a")):
        scenario = scenario.when(1, PickTile(one)).when(2, PickTile(two))
    return scenario.when(1, PickTile("apothecary-1a")).when(2, PickTile("apothecary-1b"))


# --- components, heroes, supply


@pytest.mark.rule("HCX-SET-01")
def test_each_player_takes_another_colour() -> None:
    """One of four, and none that is taken."""
    scenario = dealt().waits_for(ChoosingColours, 1, 2)
    chosen = scenario.when(2, ChooseColour("black")).then(ColourChosen(2, "black")).waits_for(ChoosingColours, 1)
    chosen.when(1, ChooseColour("black")).refused("HCX-SET-01")
    chosen.when(1, ChooseColour("white")).refused("HCX-SET-01")
    assert chosen.when(1, ChooseColour("purple")).board.side(1).colour == "purple"
    assert set(PLAYER_COLOURS) == {"black", "purple", "orange", "yellow"}


@pytest.mark.rule("HCX-SET-02", "HCX-SET-03", "HCX-SET-04", "HCX-SET-06", "HCX-SET-08", "HCX-SET-18")
def test_the_table_at_the_start() -> None:
    """Five cards in the deck, an empty graveyard, no VP, two modifiers each, no cubes, spies or owned heroes."""
    board = dealt().board
    assert len(board.deck) == 5
    assert (board.discard, board.card, board.graveyard, board.era) == ((), "", (), 1)
    for side in board.sides:
        assert (side.vp, side.modifiers, side.heroes, side.town) == (0, 2, (), ())


@pytest.mark.rule("HCX-SET-05")
@pytest.mark.parametrize("first", [1, 2])
def test_chance_chooses_the_first_player(first: int) -> None:
    """Who then holds the Zoning Die."""
    board = dealt(first, *DEALT[1:]).board
    assert board.first == first
    begun(RULESET).needs_chance("pick", "HCX-SET-05")


@pytest.mark.rule("HCX-SET-07")
def test_everybody_rolls_one_die_of_each_colour() -> None:
    """Red, blue, grey and green."""
    board = laid_out().board
    for side in board.sides:
        assert sorted(die.split("-")[0] for die in side.pool) == ["blue", "green", "grey", "red"]


@pytest.mark.rule("HCX-SET-09", "HCX-SET-10", "HCX-SET-11", "HCX-SET-12", "HCX-SET-13", "HCX-CMP-03")
def test_twelve_heroes_are_in_the_game_and_nobody_knows_which() -> None:
    """Four of level 1 visit; below them lie four of level 2 and four of level 3, any that nobody has seen."""
    scenario = dealt()
    board = scenario.board
    assert tuple(visit.hero for visit in board.visiting) == VISITORS
    assert [pile.size for pile in board.heroes] == [0, 4, 4]
    assert [len(pile.unseen) for pile in board.heroes] == [11, 15, 15]
    assert sum(isinstance(effect, HeroRevealed) for effect in scenario.effects) == 4
    asked = begun(RULESET, outcomes=(1,)).needs_chance("draw", "HCX-SET-13")
    assert asked.allowed == STARTER.heroes[0]
    begun(RULESET, outcomes=(1, "dancer")).needs_chance("draw", "HCX-SET-13")


@pytest.mark.rule("HCX-SET-14", "HCX-SET-15", "HCX-SET-16", "HCX-CMP-02")
def test_five_tiles_of_level_one_are_turned_up_and_no_others() -> None:
    """Special tiles lie in the stacks by their backs, and may be among them."""
    board = dealt().board
    assert tuple(slot.tile for slot in board.supply) == (*SUPPLY, "", "", "", "", "")
    asked = begun(RULESET, outcomes=(1, *VISITORS)).needs_chance("draw", "HCX-SET-15")
    assert asked.allowed == STARTER.stacks[0]
    assert "foundation-1a" in asked.allowed
    assert not {tile for tile in STARTER.stacks[0] if STARTER.tile[tile].back != 1}
    sizes = [len(stack) for stack in STARTER.stacks]
    assert [stack.size for stack in board.stacks] == [sizes[0] - 5 - 8, sizes[1], sizes[2]]


@pytest.mark.rule("HCX-SET-17")
def test_land_tiles_are_all_equal() -> None:
    """They share one id."""
    assert dealt().board.side(1).tiles == (LAND, LAND)
    assert [tile.id for tile in STARTER.tile.values() if tile.kind == "land"] == [LAND]


# --- the draft


@pytest.mark.rule("HCX-DRF-01")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_four_tiles_and_two_lands_are_dealt(seats: int) -> None:
    """To each player, out of the stack of level 1."""
    tiles = [tile for tile in STARTER.stacks[0] if tile not in SUPPLY][: 4 * seats]
    board = begun(RULESET, seats=seats, outcomes=(1, *VISITORS, *SUPPLY, *tiles)).board
    assert [len(side.hand) for side in board.sides] == [4] * seats
    assert all(side.tiles == (LAND, LAND) for side in board.sides)


@pytest.mark.rule("HCX-DRF-02")
def test_a_hand_is_seen_by_its_holder_alone() -> None:
    """Others see backs, and so does whoever records a table."""
    (effect,) = (effect for effect in dealt().effects if isinstance(effect, DraftHandDealt) and effect.seat == 1)
    assert effect.seen_by(1).tiles == HAND_1
    assert all(map(is_back, effect.seen_by(2).tiles))
    assert all(map(is_back, effect.seen_by("spectator").tiles))
    unseen = dealt(*DEALT[:10], *[None] * 8).board
    assert unseen.side(1).hand == ("?1",) * 4


@pytest.mark.rule("HCX-DRF-03")
def test_all_choose_face_down_and_then_show() -> None:
    """A pick is a secret until the last one is made; only a tile of the own hand is picked."""
    scenario = coloured().waits_for(Drafting, 1, 2)
    picked = scenario.when(1, PickTile("apothecary-1a")).then(DraftTilePicked(1, "apothecary-1a"))
    assert picked.effects[0].seen_by(2) == DraftTilePicked(1, "?1")
    assert PickTile("apothecary-1a").seen_by(2, 1) == PickTile("?1")
    picked.waits_for(Drafting, 2).when(2, PickTile("apothecary-1a")).refused("HCX-DRF-03")
    picked.when(1, PickTile("magic-shop-1a")).refused("HCX-DRF-03")
    shown = picked.when(2, PickTile("enchanter-1a"))
    shown.then_includes(DraftTileRevealed(1, "apothecary-1a"), DraftTileRevealed(2, "enchanter-1a"))
    assert shown.board.side(1).tiles == ("apothecary-1a", LAND, LAND)


@pytest.mark.rule("HCX-DRF-03")
def test_an_unknown_tile_is_named_when_it_is_shown() -> None:
    """It can be any whose place is not told."""
    scenario = dealt(*DEALT[:10], *[None] * 8).when(1, ChooseColour("black")).when(2, ChooseColour("orange"))
    both = scenario.when(1, PickTile("?1"))
    asked = both.when(2, PickTile("?1")).needs_chance("reveal", "HCX-DRF-03")
    assert not set(SUPPLY) & set(asked.allowed)
    shown = both.when(2, PickTile("?1"), ["apothecary-1a", "foundation-1a"])
    assert shown.board.side(2).tiles == ("foundation-1a", LAND, LAND)


@pytest.mark.rule("HCX-DRF-04")
def test_the_rest_goes_to_the_left() -> None:
    """Of four players each gets what the one before had."""
    tiles = [tile for tile in STARTER.stacks[0] if tile not in SUPPLY][:16]
    scenario = begun(RULESET, seats=4, outcomes=(1, *VISITORS, *SUPPLY, *tiles))
    for seat, colour in enumerate(PLAYER_COLOURS, 1):
        scenario = scenario.when(seat, ChooseColour(colour))
    hands = [side.hand for side in scenario.board.sides]
    for seat, hand in enumerate(hands, 1):
        scenario = scenario.when(seat, PickTile(hand[0]))
    assert [side.hand for side in scenario.board.sides] == [hand[1:] for hand in (hands[3], *hands[:3])]
    scenario.then_includes(DraftHandsPassed(tuple(hand[1:] for hand in (hands[3], *hands[:3]))))


@pytest.mark.rule("HCX-DRF-05", "HCX-DRF-06", "HCX-AMB-09")
def test_the_last_tile_is_no_choice_and_lands_are_kept() -> None:
    """Three picks are made, the fourth follows."""
    board = drafted().board
    assert board.side(1).tiles == ("apothecary-1a", "armor-shop-1b", LAND, LAND, "weapon-shop-1b", "weapon-smithy-1b")
    assert board.side(2).tiles == ("apothecary-1b", "enchanter-1a", LAND, LAND, "magic-shop-1a", "potion-shop-1a")
    drafted().waits_for(Arranging, 1, 2)


# --- swaps


def doubled(*tiles: str, supply: tuple[str, ...] = (), empty: bool = False) -> Board:
    """Seat 1 has drafted some tiles, and swaps."""
    board = table(pending=Swapping(1), round=0, supply=dict(enumerate(supply)), empty=(1,) if empty else ())
    board = board.with_side(1, Side(tiles=tuple(sorted((*tiles, LAND, LAND)))))
    board = board.with_side(2, Side(tiles=(LAND, LAND)))
    stack = board.stacks[0]
    names = tuple(tile for tile in stack.hidden.unseen if tile not in tiles)
    hidden = replace(stack.hidden, size=len(names), unseen=names)
    return replace(board, stacks=(replace(stack, hidden=hidden), *board.stacks[1:]))


@pytest.mark.rule("HCX-DRF-07", "HCX-DRF-08")
def test_a_second_copy_is_swapped_for_a_face_up_tile() -> None:
    """One of another building; the copy takes its space, so that five stay face up."""
    board = doubled("smithy-1a", "smithy-1b", "enchanter-1a")
    scenario = settled(board).waits_for(Swapping, 1)
    scenario.when(1, SwapDuplicate("smithy-1b", "smithy-1c")).refused("HCX-DRF-07")
    scenario.when(1, SwapDuplicate("smithy-1b", "enchanter-1c")).refused("HCX-DRF-07")
    scenario.when(1, SwapDuplicate("enchanter-1a", "armorer-1c")).refused("HCX-DRF-07")
    after = scenario.when(1, SwapDuplicate("smithy-1b", "armorer-1c"))
    after.then_includes(DuplicateSwapped(1, "smithy-1b", "armorer-1c")).waits_for(Arranging, 1, 2)
    assert after.board.supply[0].tile == "smithy-1b"
    assert after.board.side(1).tiles == ("armorer-1c", "enchanter-1a", LAND, LAND, "smithy-1a")


@pytest.mark.rule("HCX-DRF-07")
def test_tiles_taken_must_differ_from_each_other() -> None:
    """Of three copies two are swapped, for two different buildings."""
    board = doubled("smithy-1a", "smithy-1b", "smithy-1c", supply=("armorer-1a", "armorer-1b", "", "", ""))
    scenario = settled(board)
    first = {action.taken for action in RULESET.legal_actions(board, 1) if isinstance(action, SwapDuplicate)}
    assert first == {"armorer-1a", "armorer-1b"}
    once = scenario.when(1, SwapDuplicate("smithy-1c", "armorer-1a"), ["armorer-1c", "enchanter-1a"])
    once.then_includes(
        DuplicateSwapped(1, "smithy-1c", "armorer-1a"),
        TileTurnedUp(1, "smithy-1b", "armorer-1c", fits=False),
        TileTurnedUp(1, "smithy-1b", "enchanter-1a", fits=True),
    )
    assert once.board.stacks[0].bottom == ("armorer-1c", "smithy-1b")


@pytest.mark.rule("HCX-DRF-07", "HCX-AMB-07")
def test_the_stack_is_turned_up_where_nothing_fits() -> None:
    """What does not fit goes to the bottom, the doubled tile last; without a stack it is kept."""
    board = doubled("smithy-1a", "smithy-1b", supply=("smithy-1c", "", "", "", ""))
    turned = settled(board, ["armorer-1a"])
    turned.then_includes(TileTurnedUp(1, "smithy-1b", "armorer-1a", fits=True))
    assert turned.board.stacks[0].bottom == ("smithy-1b",)
    kept = doubled("smithy-1a", "smithy-1b", supply=("smithy-1c", "", "", "", ""), empty=True)
    settled(kept).then_includes(DuplicateKept(1, "smithy-1b")).waits_for(Arranging, 1, 2)


@pytest.mark.rule("HCX-DRF-09", "HCX-AMB-06")
def test_special_tiles_are_no_duplicates_and_may_be_taken() -> None:
    """Two of them stay, and one may come for a doubled building."""
    same = doubled("well-1a", "well-1a")
    settled(same).waits_for(Arranging, 1, 2)
    board = doubled("smithy-1a", "smithy-1b", "well-1a", supply=("well-1a",))
    assert SwapDuplicate("smithy-1b", "well-1a") in set(RULESET.legal_actions(board, 1))


@pytest.mark.rule("HCX-DRF-10")
def test_swaps_go_round_from_the_first_player() -> None:
    """Only then are the towns laid out."""
    board = doubled("smithy-1a", "smithy-1b")
    board = replace(board, first=2, pending=Swapping(2))
    board = board.with_side(2, Side(tiles=("enchanter-1a", "enchanter-1b", LAND, LAND)))
    scenario = settled(board).waits_for(Swapping, 2)
    scenario.when(1, SwapDuplicate("smithy-1b", "armorer-1c")).refused("HCX-DRF-10")
    after = scenario.when(2, SwapDuplicate("enchanter-1b", "armorer-1c")).waits_for(Swapping, 1)
    after.when(1, LayTile(LAND, "0.0")).refused("HCX-DRF-10")


# --- the first town


def laid_out() -> Scenario[Board]:
    """Both towns lie, the round has begun."""
    scenario = drafted()
    for seat in (1, 2):
        for _ in range(6):
            action = next(iter(RULESET.legal_actions(scenario.board, seat)))
            last = seat == 2 and len(scenario.board.side(2).tiles) == 1
            scenario = scenario.when(seat, action, ["festival", 5, *[1] * 8] if last else [])
    return scenario


@pytest.mark.rule("HCX-DRF-11", "HCX-ZON-10")
def test_all_six_tiles_are_laid_without_zoning() -> None:
    """Then the first round begins, and only then is the Zoning Die rolled."""
    board = laid_out().waits_for(Turn, 1).board
    assert all(len(side.town) == 6 and not side.tiles for side in board.sides)
    assert (drafted().board.zoning, board.round) == ("", 1)
    for tile in ("armor-shop-1a", "magic-shop-1a", "?1", ""):
        drafted().when(1, LayTile(tile, "0.0")).refused("HCX-DRF-11")


@pytest.mark.rule("HCX-DRF-11")
def test_cells_are_counted_from_the_first_tile() -> None:
    """Any of the six may be the first; it lies at the origin."""
    legal = list(RULESET.legal_actions(drafted().board, 1))
    tiles = ("apothecary-1a", "armor-shop-1b", LAND, "weapon-shop-1b", "weapon-smithy-1b")
    assert legal == [LayTile(tile, "0.0") for tile in tiles]
    for cell in ("1.0", "0.-1", "9.9", "nowhere"):
        drafted().when(1, LayTile(LAND, cell)).refused("HCX-DRF-11")


def shuffled(town: tuple[str, ...], rng: Random) -> list[LayTile]:
    """The tiles of a drawn town in any order, their cells counted from the first."""
    lots = list(drawn(*town))
    rng.shuffle(lots)
    east, north = xy(lots[0].cell)
    return [LayTile(lot.tile, f"{xy(lot.cell)[0] - east}.{xy(lot.cell)[1] - north}") for lot in lots]


@pytest.mark.rule("HCX-DRF-11", "HCX-AMB-08")
@pytest.mark.parametrize(
    "rows",
    [
        (". enchanter-1 .", "smithy-1 land armorer-1", ". land .", ". apothecary-1 ."),
        ("smithy-1 land enchanter-1 land armorer-1", ". . . apothecary-1 ."),
        ("smithy-1 land line-1 land well-1 armorer-1",),
        ("base-1 . smithy-1", "land line-1 land", ". enchanter-1 ."),
        ("line-1 well-1 land", "land guard-1 guard-2"),
    ],
)
def test_a_first_town_is_laid_in_any_order(rows: tuple[str, ...]) -> None:
    """Two lands side by side, a building before any land, row by row, or from both ends: what counts is the result."""
    for seed in range(30):
        actions = shuffled(rows, Random(seed))
        board = table(pending=Arranging(), round=0).with_side(2, Side(tiles=(LAND,)))
        scenario = at(board.with_side(1, Side(tiles=tuple(sorted(action.tile for action in actions)))))
        for action in actions:
            assert action in set(RULESET.legal_actions(scenario.board, 1))
            scenario = scenario.when(1, action).then_includes(TileLaid(1, action.tile, action.cell))
        assert not scenario.board.side(1).tiles


@pytest.mark.rule("HCX-DRF-12")
def test_no_two_buildings_are_laid_side_by_side() -> None:
    """Not even in the first town."""
    scenario = drafted().when(1, LayTile(LAND, "0.0")).when(1, LayTile(LAND, "1.0"))
    scenario = scenario.when(1, LayTile("apothecary-1a", "0.1"))
    scenario.when(1, LayTile("armor-shop-1b", "1.1")).refused("HCX-DRF-12")
    scenario.when(1, LayTile("armor-shop-1b", "1.-1")).then(TileLaid(1, "armor-shop-1b", "1.-1"))


@pytest.mark.rule("HCX-DRF-13", "HCX-AMB-08", "HCX-TWN-01")
def test_the_first_town_is_one_group() -> None:
    """A tile may lie apart only as long as those left can join it."""
    scenario = drafted().when(1, LayTile(LAND, "0.0"))
    scenario.when(1, LayTile(LAND, "3.0")).refused("HCX-DRF-13")  # four buildings are left: two would be neighbours
    scenario.when(1, LayTile(LAND, "0.0")).refused("HCX-TWN-01")
    apart = scenario.when(1, LayTile(LAND, "2.0"))
    for cell in ("-1.0", "0.1", "3.0"):
        apart = apart.when(1, LayTile(apart.board.side(1).tiles[0], cell))
    apart.when(1, LayTile("weapon-smithy-1b", "2.1")).refused("HCX-DRF-13")
    apart.when(1, LayTile("weapon-smithy-1b", "1.0")).then(TileLaid(1, "weapon-smithy-1b", "1.0"))
    far = drafted().when(1, LayTile("apothecary-1a", "0.0"))
    far.when(1, LayTile("armor-shop-1b", "4.0")).then(TileLaid(1, "armor-shop-1b", "4.0"))
    far.when(1, LayTile("armor-shop-1b", "5.0")).refused("HCX-DRF-13")  # land, two buildings, land between them
    far.when(1, LayTile("armor-shop-1b", "4.2")).refused("HCX-DRF-13")


@pytest.mark.rule("HCX-DRF-12", "HCX-DRF-13")
@pytest.mark.parametrize(
    "tiles",
    [
        (),
        ("line-1a",),
        ("well-1a", "guard-1a"),
        ("base-1a", "line-1a", "well-1a"),
        ("guard-1a", "line-1a", "well-1a"),
        ("guard-1a", "guard-2a", "line-1a", "well-1a"),
    ],
)
def test_every_first_town_can_be_finished(tiles: tuple[str, ...]) -> None:
    """Whatever is laid, there is a place for the next tile, and the town ends as one group."""
    every = (*tiles, *("smithy-1a", "enchanter-1a", "armorer-1a", "apothecary-1a")[len(tiles) :], LAND, LAND)
    for seed in range(60):
        rng, board = Random(seed), table(pending=Arranging(), round=0)
        board = board.with_side(1, Side(tiles=tuple(sorted(every)))).with_side(2, Side(tiles=(LAND,)))
        while board.side(1).tiles:
            legal = list(RULESET.legal_actions(board, 1))
            assert legal
            board = at(board).when(1, rng.choice(legal)).board
        town = {lot.cell: board.components.tile[lot.tile] for lot in board.side(1).town}
        assert len(town) == 6
        assert one_group(set(town))
        assert not any(
            one in around(two) and town[one].building and town[two].building for one, two in combinations(town, 2)
        )


@pytest.mark.rule("HCX-SET-18", "HCX-ERA-01")
def test_round_one_begins_in_era_one() -> None:
    """With the first player's start step, which has nothing to settle."""
    board = laid_out().board
    assert (board.round, board.turn, board.era, board.seat) == (1, 1, 1, 1)
    assert not any(lot.cubes or lot.spies for side in board.sides for lot in side.town)
