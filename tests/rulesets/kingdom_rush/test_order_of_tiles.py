"""The order of a Tower's tiles and Soldiers where something has to be placed on a Portal."""

import pytest

from rulesets.kingdom_rush import RULESET
from rulesets.kingdom_rush.board import Board
from rulesets.kingdom_rush.effects import PieceBroughtForward
from rulesets.kingdom_rush.geometry import FULL, mask_of, name_of
from rulesets.kingdom_rush.phases import Attacking, PlayCards, Relocating
from rulesets.kingdom_rush.rules.attacks import BringForward, LeaveOut, PlacePieces, PlaceTile
from rulesets.kingdom_rush.rules.heroes import ActivateHero, BasicAttack
from rulesets.kingdom_rush.rules.soldiers import RelocateSoldier
from tests.rulesets.kingdom_rush.build import Drawn, build, hero, horde, portal, table
from tests.rulesets.kingdom_rush.changed import changed, with_tiles_of
from tests.rulesets.kingdom_rush.checked import Checked, after, legal, tiles

FULL_HOUSE = ("ooooo", "ooooo", "oo#oo", "ooooo", "ooooo")


def open_at(free: str, name: str = "gate", space: str = "p3") -> Drawn:
    """A Portal full of enemies, of which these squares are uncovered."""
    return portal(name, space, *FULL_HOUSE, tiled=name_of(FULL & ~mask_of("c3") & ~mask_of(free)))


def facing(free: str, card: str) -> Checked:
    """A Tower fires at such a Portal, and nothing else is in range."""
    return build(table(open_at(free), hands=((card,),)), card, "r3").waits_for(Attacking, 1)


def arrow(*shapes: str, soldiers: int = 0) -> dict[str, object]:
    """What an attack places."""
    shown = [{"shape": shape} for shape in shapes]
    return {"damage": "physical", "arrows": {"N": 1}, "tiles": shown, "soldiers": soldiers}


def armed(card: str, attacks: list[dict[str, object]], *hordes: Drawn, soldiers: int | None = None) -> Board:
    """A board with a Tower in hand that places this with its attacks, as far as its card reaches."""
    board = table(*hordes, soldiers=soldiers, hands=((card,),))
    return with_tiles_of(board, changed("towers", card, "attacks", attacks))


def pieces(scenario: Checked) -> list[int]:
    """Those that may be brought forward."""
    return [action.piece for action in legal(scenario, BringForward)]


def added(board: Board, card: str = "gate") -> list[str]:
    """The tiles of the Tower on a Portal."""
    return tiles(board, card)[1:]


@pytest.mark.rule("KRR-TWR-09", "KRR-POR-09")
def test_the_player_chooses_which_tile_is_forced_on_a_portal_first() -> None:
    """With b2 and b3 free, the 1x1 leaves no room for the 1x2; the 1x2 first covers both."""
    forced = facing("b2 b3", "marksmen")
    small = forced.when(1, PlaceTile("gate", "b3")).waits_for(PlayCards, 1, 2)
    assert added(small.board) == ["b3"]

    first = forced.when(1, BringForward(2)).then(PieceBroughtForward(1)).waits_for(Attacking, 1)
    first.when(1, LeaveOut()).refused("KRR-POR-09")
    first.when(1, PlaceTile("gate", "b3")).refused("KRR-DMG-01")
    large = first.when(1, PlaceTile("gate", "b2 b3")).waits_for(PlayCards, 1, 2)
    assert added(large.board) == ["b2 b3"]
    assert not large.board.towers[0].face_up


@pytest.mark.rule("KRR-TWR-09")
def test_what_is_brought_forward_is_told() -> None:
    """In the list of actions and in the timeline."""
    forced = facing("b2 b3", "marksmen")

    assert BringForward(2).label(forced.board, 1) == "Place piece 2 of Marksmen first: the 1x2 tile"
    sentence = RULESET.sentence(forced.board, forced.when(1, BringForward(2)).effects)
    assert sentence == "{1} attacks with the 1x2 tile of Marksmen first."


@pytest.mark.rule("KRR-TWR-09", "KRR-POR-09")
def test_what_comes_later_has_to_be_placed_all_the_same() -> None:
    """With three squares free the 1x1 follows the 1x2, and cannot be left out."""
    second = facing("b2 b3 d5", "marksmen").when(1, BringForward(2)).when(1, PlaceTile("gate", "b2 b3"))

    second.waits_for(Attacking, 1).when(1, LeaveOut()).refused("KRR-POR-09")
    assert added(second.when(1, PlaceTile("gate", "d5")).waits_for(PlayCards, 1, 2).board) == ["b2 b3", "d5"]


@pytest.mark.rule("KRR-TWR-09")
def test_three_tiles_come_in_any_order() -> None:
    """The last one first, then the second; and nothing goes round in a circle."""
    forced = facing("a1 b1 c1 a2 a3 e5", "ranger_hideout")
    assert pieces(forced) == [2, 3]
    assert pieces(forced.when(1, BringForward(2))) == [3]
    last = forced.when(1, BringForward(2)).when(1, BringForward(3))
    last.when(1, BringForward(1)).refused("KRR-TWR-09")

    small = last.when(1, PlaceTile("gate", "e5"))
    assert pieces(small) == [2]
    both = small.when(1, BringForward(2)).when(1, PlaceTile("gate", "b1 c1"))
    end = both.when(1, PlaceTile("gate", "a1 a2 a3")).waits_for(PlayCards, 1, 2)
    assert added(end.board) == ["e5", "b1 c1", "a1 a2 a3"]


@pytest.mark.rule("KRR-TWR-09", "KRR-SOL-01")
def test_soldiers_come_before_tiles_if_their_player_wants() -> None:
    """Knights have one square to fight for: it is the Soldier's, or the tile's."""
    forced = facing("b2", "knights")

    assert added(forced.when(1, PlaceTile("gate", "b2")).waits_for(PlayCards, 1, 2).board) == ["b2"]
    first = forced.when(1, BringForward(2))
    assert RULESET.sentence(forced.board, first.effects) == "{1} attacks with the Soldiers of Knights first."
    end = first.when(1, PlacePieces("gate", "b2")).waits_for(PlayCards, 1, 2).board
    assert (added(end), name_of(end.horde("gate").soldiers)) == ([], "b2")


@pytest.mark.rule("KRR-TWR-09", "KRR-SOL-09")
def test_soldiers_are_moved_after_the_rest_of_their_attack() -> None:
    """Also where those of the supply were placed before the tile."""
    far = horde("far", "p6", "oo", soldiers="a1")
    board = armed("knights", [arrow("1x1", soldiers=2)], open_at("b2 b3 b4"), far, soldiers=1)
    forced = build(board, "knights", "r3")

    tile = forced.when(1, BringForward(2)).when(1, PlacePieces("gate", "b2")).waits_for(Attacking, 1)
    asked = tile.when(1, PlaceTile("gate", "b4")).waits_for(Relocating, 1)
    end = asked.when(1, RelocateSoldier("far", "a1", "gate", "b3")).waits_for(PlayCards, 1, 2).board
    assert (added(end), name_of(end.horde("gate").soldiers)) == (["b4"], "b2 b3")


@pytest.mark.rule("KRR-TWR-09", "KRR-TWR-06")
def test_a_later_attack_comes_as_a_whole_before_one_that_is_forced() -> None:
    """The two 1x1 of a Tesla Tower take the room of its large tile; equal ones are offered once."""
    forced = facing("a1 b1 b2 c2", "tesla_tower")
    assert added(forced.when(1, PlaceTile("gate", "a1 b1 b2 c2")).board) == ["a1 b1 b2 c2"]
    assert pieces(forced) == [2]

    second = forced.when(1, BringForward(2)).when(1, PlaceTile("gate", "b1")).waits_for(Attacking, 1)
    second.when(1, LeaveOut()).refused("KRR-POR-09")
    end = second.when(1, PlaceTile("gate", "c2")).waits_for(PlayCards, 1, 2)
    assert added(end.board) == ["b1", "c2"]
    adjacent = facing("a1 b1 b2 c2 d4 e4", "tesla_tower").when(1, BringForward(2))
    for cell in ("d4", "e4"):
        adjacent = adjacent.when(1, PlaceTile("gate", cell))
    adjacent.waits_for(Attacking, 1).when(1, LeaveOut()).refused("KRR-POR-09")


@pytest.mark.rule("KRR-TWR-09", "KRR-POR-07")
def test_a_later_attack_may_come_first_before_it_is_forced() -> None:
    """The large tile takes the last room beside the Portal; the small ones, first, still have another target."""
    board = table(
        open_at("a1 b1", space="p5"),
        horde("h", "p3", *("ooooo",) * 5, tiled=name_of(FULL & ~mask_of("a1 b1 b2 c2"))),
        hands=(("tesla_tower",),),
    )
    free = build(board, "tesla_tower", "r3")
    filled = free.when(1, PlaceTile("h", "a1 b1 b2 c2")).waits_for(Attacking, 1)
    filled.when(1, LeaveOut()).refused("KRR-POR-09")

    left_out = free.when(1, BringForward(2)).when(1, LeaveOut()).waits_for(Attacking, 1)
    end = left_out.when(1, PlaceTile("h", "a1 b1 b2 c2")).waits_for(PlayCards, 1, 2).board
    assert (added(end), end.towers[0].face_up) == ([], True)


@pytest.mark.rule("KRR-TWR-09", "KRR-TWR-06")
def test_attacks_are_not_mixed() -> None:
    """Once a tile of an attack is placed, its other tile may still change places, but no other attack comes between."""
    attacks = [arrow("1x1", "1x2", "1x3"), arrow("1x1")]
    forced = build(armed("tesla_tower", attacks, open_at("a1 b1 d1 e1 b2 d2 d3")), "tesla_tower", "r3")
    assert pieces(forced) == [2, 3, 4]

    begun = forced.when(1, PlaceTile("gate", "a1")).waits_for(Attacking, 1)
    assert pieces(begun) == [3]
    begun.when(1, BringForward(4)).refused("KRR-TWR-09")


@pytest.mark.rule("KRR-TWR-09", "KRR-POR-10")
def test_a_tile_left_out_takes_none_with_it_that_was_not_next_to_it() -> None:
    """The first 1x1 covers the last enemy: the 1x2 may be left out, and the other 1x1 is still asked for."""
    board = armed("howitzer", [arrow("1x2", "1x1", "1x1")], portal("gate", "p3", "", ".o", "..#"))
    covered = build(board, "howitzer", "r3").when(1, BringForward(2)).when(1, PlaceTile("gate", "b2"))

    second = covered.when(1, LeaveOut()).waits_for(Attacking, 1)
    assert tiles(second.when(1, PlaceTile("gate", "e5")).waits_for(PlayCards, 1, 2).board, "gate") == ["b2", "e5"]


@pytest.mark.rule("KRR-TWR-09", "KRR-POR-10")
@pytest.mark.parametrize(("covered", "offered"), [("", [2]), ("b2", [])])
def test_a_portal_that_is_covered_asks_for_no_other_order(covered: str, offered: list[int]) -> None:
    """Nothing has to be placed on it, whichever attack comes first."""
    gate = portal("gate", "p5", "", ".o", "..#", tiled=covered)
    board = table(gate, horde("h", "p3", *("ooooo",) * 5), hands=(("tesla_tower",),))

    assert pieces(build(board, "tesla_tower", "r3").waits_for(Attacking, 1)) == offered


@pytest.mark.rule("KRR-TWR-09")
def test_beside_no_portal_the_order_has_no_outcome() -> None:
    """Of a Tower that need not attack the Portal, or a hero, nothing is brought forward."""
    adjacent = table(open_at("b2 b3"), horde("h", "p4", "o"), hands=(("marksmen",),))
    assert pieces(build(adjacent, "marksmen", "r3").waits_for(Attacking, 1)) == []

    archer = after(table(hero("alleria", "r3"), horde("h", "p3", "o")), ActivateHero(), BasicAttack("N"))
    archer.waits_for(Attacking, 1).when(1, BringForward(1)).refused("KRR-TWR-09")
