"""Playing Tower cards: where they stand, what they reach, how their tiles lie."""

import pytest

from rulesets.kingdom_rush.board import Board
from rulesets.kingdom_rush.effects import TowerPlayed
from rulesets.kingdom_rush.geometry import Facing
from rulesets.kingdom_rush.phases import Attacking, PlayCards
from rulesets.kingdom_rush.rules.attacks import BringForward, LeaveOut, PlaceTile
from rulesets.kingdom_rush.rules.towers import PlayTower
from rulesets.kit.scenario import Scenario
from tests.rulesets.kingdom_rush.build import build, hero, horde, table, tower
from tests.rulesets.kingdom_rush.checked import at, done, legal, tiles

OPEN = ("ooooo",) * 5
"""A tray full of plain enemies."""


def hit(scenario: Scenario[Board], seat: int = 1) -> set[str]:
    """The Hordes on which the next tile may go."""
    return {action.horde for action in legal(scenario, PlaceTile, seat)}


def places(scenario: Scenario[Board], card: str) -> set[str]:
    """Where the next tile may lie on a Horde."""
    return {action.cells for action in legal(scenario, PlaceTile) if action.horde == card}


# --- playing


@pytest.mark.rule("KRR-TWR-01")
def test_a_tower_is_built_from_hand_on_a_site_of_the_own_colour() -> None:
    """The card leaves the hand; a card that is not in hand, or a space that is no site, will not do."""
    board = table(hands=(("archer",),))

    built = build(board, "archer", "r1").then(TowerPlayed(1, "archer", "r1", "N", idle=True)).board

    assert built.side(1).hand == ()
    assert [(own.site, own.card) for own in built.towers] == [("r1", "archer")]
    build(board, "mage", "r1").refused("KRR-TWR-01")
    build(board, "archer", "p1").refused("KRR-TWR-01")


@pytest.mark.rule("KRR-TWR-02")
@pytest.mark.parametrize("name", ["malik", "wildcat"])
def test_no_tower_is_built_on_a_hero(name: str) -> None:
    """A hero on the site keeps it free, and so does the Wildcat."""
    others = (hero("alleria"),) if name == "wildcat" else ()

    build(table(*others, hero(name, "r1"), hands=(("archer",),)), "archer", "r1").refused("KRR-TWR-02")


@pytest.mark.rule("KRR-TWR-03")
def test_no_tower_is_built_on_a_tower() -> None:
    """Unless one of the two is a Soldier Tower."""
    build(table(tower("r1", "mage"), hands=(("archer",),)), "archer", "r1").refused("KRR-TWR-03")


@pytest.mark.rule("KRR-TWR-04")
def test_no_tower_is_built_on_the_site_of_another_player() -> None:
    """Each colour builds on its own sites."""
    board = table(hands=(("archer",), ("archer",)))

    build(board, "archer", "b1").refused("KRR-TWR-04")
    assert build(board, "archer", "b1", seat=2).board.towers


@pytest.mark.rule("KRR-TWR-05", "KRR-RNG-08")
@pytest.mark.parametrize(("facing", "reached"), [("N", {"three"}), ("E", set()), ("S", set()), ("W", set())])
def test_the_orientation_turns_the_arrows(facing: Facing, reached: set[str]) -> None:
    """A card has four orientations, and the direct arrow points where its top does."""
    board = table(horde("three", "p3", *OPEN), horde("four", "p4", *OPEN), hands=(("archer",),))

    assert hit(build(board, "archer", "r3", facing)) == reached
    build(board, "archer", "r3", "NE").refused("KRR-TWR-05")  # type: ignore[arg-type]


@pytest.mark.rule("KRR-TWR-05")
def test_the_orientation_turns_the_tiles() -> None:
    """Upright, an Archer's tile stands; turned by a quarter it lies."""
    upright = build(table(horde("h", "p3", *OPEN), hands=(("archer",),)), "archer", "r3", "N")
    turned = build(table(horde("h", "p2", *OPEN), scenario="fork", hands=(("archer",),)), "archer", "w1", "W")

    assert "a1 a2" in places(upright, "h")
    assert "a1 b1" not in places(upright, "h")
    assert "a1 b1" in places(turned, "h")
    assert "a1 a2" not in places(turned, "h")


@pytest.mark.rule("KRR-TWR-06")
def test_a_tower_attacks_once_with_each_of_its_attacks() -> None:
    """Right after it is placed, one attack follows the other; after that the Tower attacks no more."""
    board = table(horde("a", "p3", *OPEN), horde("b", "p4", *OPEN), hands=(("wizard",),))

    first = build(board, "wizard", "r3").waits_for(Attacking, 1)
    assert hit(first) == {"a"}
    second = first.when(1, PlaceTile("a", "a1"))
    assert hit(second) == {"b"}
    end = second.when(1, PlaceTile("b", "a1 a2")).waits_for(PlayCards, 1, 2)

    assert (tiles(end.board, "a"), tiles(end.board, "b")) == (["a1"], ["a1 a2"])
    assert not legal(end, PlaceTile)


@pytest.mark.rule("KRR-TWR-07")
def test_a_tower_may_be_built_without_a_target() -> None:
    """It just stands there."""
    built = build(table(hands=(("archer",),)), "archer", "r1")

    built.then(TowerPlayed(1, "archer", "r1", "N", idle=True)).waits_for(PlayCards, 1, 2)


@pytest.mark.rule("KRR-TWR-08")
def test_tiles_may_be_left_out() -> None:
    """Attacking is no duty: each tile may be left out."""
    board = table(horde("h", "p3", *OPEN), hands=(("marksmen",),))

    after_one = build(board, "marksmen", "r3").when(1, LeaveOut()).waits_for(Attacking, 1)
    end = after_one.when(1, LeaveOut()).waits_for(PlayCards, 1, 2).board

    assert tiles(end, "h") == []


@pytest.mark.rule("KRR-TWR-09")
def test_any_tile_may_come_to_lie_first() -> None:
    """Away from Portals tiles are asked for in printed order: each square that is free is open to each, and each may be
    left out, so the order has no outcome."""
    aiming = build(table(horde("h", "p3", *OPEN), hands=(("marksmen",),)), "marksmen", "r3")

    small_first = aiming.when(1, PlaceTile("h", "a1")).when(1, PlaceTile("h", "b1 b2")).board
    large_only = aiming.when(1, LeaveOut()).when(1, PlaceTile("h", "a1 a2")).board

    assert tiles(small_first, "h") == ["a1", "b1 b2"]
    assert tiles(large_only, "h") == ["a1 a2"]
    aiming.when(1, PlaceTile("h", "a1")).when(1, PlaceTile("h", "a1 a2")).refused("KRR-DMG-05")
    aiming.when(1, BringForward(2)).refused("KRR-TWR-09")


# --- range


@pytest.mark.rule("KRR-RNG-01")
def test_a_direct_arrow_reaches_the_next_space() -> None:
    """Not the one behind it, and not those beside."""
    board = table(*(horde(f"h{n}", f"p{n}", *OPEN) for n in (2, 3, 4)), hands=(("archer",),))

    assert hit(build(board, "archer", "r3")) == {"h3"}


@pytest.mark.rule("KRR-RNG-02")
def test_an_angled_arrow_reaches_the_space_at_the_corner() -> None:
    """From r3 a Bombard facing north reaches p4, in the north-east."""
    board = table(*(horde(f"h{n}", f"p{n}", *OPEN) for n in (2, 3, 4)), hands=(("bombard",),))

    assert hit(build(board, "bombard", "r3")) == {"h4"}


@pytest.mark.rule("KRR-RNG-03", "KRR-RNG-04")
def test_arrows_in_a_line_reach_all_spaces_of_the_line() -> None:
    """Two arrows reach one or two spaces, past whatever stands between."""
    board = table(
        horde("near", "p2", *OPEN), horde("far", "p1", *OPEN), scenario="fork", hands=(("marksmen", "archer"),)
    )

    assert hit(build(board, "marksmen", "w1", "W")) == {"near", "far"}
    assert hit(build(board, "archer", "w1", "W")) == {"near"}


@pytest.mark.rule("KRR-RNG-05")
def test_a_perfect_attack_reaches_every_path_space() -> None:
    """Wherever the Horde is."""
    board = table(*(horde(f"h{n}", f"p{n}", *OPEN) for n in (1, 6)), hands=(("musketeer_garrison",),))

    assert hit(build(board, "musketeer_garrison", "r3")) == {"h1", "h6"}


@pytest.mark.rule("KRR-RNG-06")
def test_any_of_several_arrows_will_do() -> None:
    """The Adept of the example reaches both spaces that its two arrows point at."""
    board = table(*(horde(f"h{n}", f"p{n}", *OPEN) for n in (2, 3, 4)), hands=(("adept",),))

    assert hit(build(board, "adept", "r3")) == {"h3", "h4"}


@pytest.mark.rule("KRR-RNG-01", "KRR-RNG-02", "KRR-RNG-06")
@pytest.mark.parametrize("card", ["adept", "sharpshooter"])
def test_adept_and_sharpshooter_may_attack_either_of_two_spaces(card: str) -> None:
    """The first example: one space straight ahead and one at the corner, and each is a target for each of the cards."""
    board = table(*(horde(f"h{n}", f"p{n}", *OPEN) for n in (2, 3, 4, 5)), hands=((card,),))
    aiming = build(board, card, "r3")

    assert hit(aiming) == {"h3", "h4"}
    assert all(tiles(aiming.when(1, PlaceTile(target, "c3")).board, target) == ["c3"] for target in ("h3", "h4"))


@pytest.mark.rule("KRR-RNG-07")
def test_only_hordes_on_the_path_are_targets() -> None:
    """A space without a Horde is none, and a Horde out of range is refused."""
    board = table(horde("far", "p6", *OPEN), horde("near", "p3", *OPEN), hands=(("archer",),))

    build(board, "archer", "r3").when(1, PlaceTile("far", "a1 a2")).refused("KRR-RNG-06")
    build(board, "archer", "r3").when(1, PlaceTile("nobody", "a1 a2")).refused("KRR-RNG-07")
    assert hit(build(board, "archer", "r1", "W")) == set()


# --- tiles


@pytest.mark.rule("KRR-DMG-01")
def test_an_attack_places_exactly_the_tiles_shown() -> None:
    """Two tiles, in their shapes; no third."""
    board = table(horde("h", "p3", *OPEN), hands=(("marksmen",),))

    one = build(board, "marksmen", "r3")
    two = one.when(1, PlaceTile("h", "a1"))
    end = two.when(1, PlaceTile("h", "b1 b2")).waits_for(PlayCards, 1, 2).board

    assert all(len(cells.split()) == 1 for cells in places(one, "h"))
    assert all(len(cells.split()) == 2 for cells in places(two, "h"))
    assert tiles(end, "h") == ["a1", "b1 b2"]


@pytest.mark.rule("KRR-DMG-02", "KRR-DMG-04", "KRR-RNG-01")
def test_helanas_archer() -> None:
    """The upright tile covers a Wulf and a Goblin, or two Goblins, and never the two Wulfs side by side."""
    board = table(horde("h", "p3", ".oo..", ".oo..", ".oo.."), hands=(("archer",),))
    aiming = build(board, "archer", "r3")

    assert tiles(aiming.when(1, PlaceTile("h", "b1 b2")).board, "h") == ["b1 b2"]
    assert tiles(aiming.when(1, PlaceTile("h", "b2 b3")).board, "h") == ["b2 b3"]
    aiming.when(1, PlaceTile("h", "b1 c1")).refused("KRR-DMG-02")


@pytest.mark.rule("KRR-DMG-03")
def test_a_free_tile_is_turned_and_flipped_at_will() -> None:
    """Artillery shows the sign of free manipulation, a Howitzer does not."""
    board = table(horde("h", "p3", *OPEN), hands=(("artillery", "howitzer"),))
    corners = {"a1 a2 b2", "a1 b1 a2", "a1 b1 b2", "b1 a2 b2"}

    assert corners <= places(build(board, "artillery", "r3"), "h")
    assert corners & places(build(board, "howitzer", "r3"), "h") == {"a1 a2 b2"}


@pytest.mark.rule("KRR-DMG-04")
def test_a_tile_lies_inside_one_tray() -> None:
    """A standing 1x2 has 20 places in a tray of 5 x 5."""
    aiming = build(table(horde("h", "p3", *OPEN), hands=(("archer",),)), "archer", "r3")

    assert len(places(aiming, "h")) == 20
    aiming.when(1, PlaceTile("h", "a5 a6")).refused("KRR-DMG-04")
    aiming.when(1, PlaceTile("h", "e1 a2")).refused("KRR-DMG-01")


@pytest.mark.rule("KRR-DMG-05")
def test_a_tile_overlaps_nothing() -> None:
    """No Damage tile, no Soldier, no base of a hero."""
    standing = hero("malik", "p3", "a4")
    board = table(standing, horde("h", "p3", *OPEN, tiled="a1", soldiers="b1"), hands=(("archer",),))
    aiming = build(board, "archer", "r3")

    for cells in ("a1 a2", "b1 b2", "a4 a5", "b3 b4"):
        aiming.when(1, PlaceTile("h", cells)).refused("KRR-DMG-05")
    assert "c1 c2" in places(aiming, "h")


@pytest.mark.rule("KRR-DMG-06", "KRR-FLY-01", "KRR-GHO-01", "KRR-PBK-01")
@pytest.mark.parametrize(
    ("row", "bar"), [("oFF..", "b1 b2"), ("oGGG.", "d1 d2"), ("o", "a4 a5")], ids=["flying", "ghost", "pathbreaker"]
)
def test_no_tile_lies_on_a_bar(row: str, bar: str) -> None:
    """Bars cannot be covered, and a Horde is destroyed without that."""
    breaks = ("axe", "ram", "torch") if "a5" in bar else ()
    rows = (row, "", "", "", "KKKKK") if breaks else (row,)
    board = table(horde("h", "p3", *rows, breaks=breaks), hands=(("archer",),))
    aiming = build(board, "archer", "r3")

    aiming.when(1, PlaceTile("h", bar)).refused("KRR-DMG-06")
    end = done(aiming.when(1, PlaceTile("h", "a1 a2")).board)
    assert end.board.destroyed == ("h",)


@pytest.mark.rule("KRR-DMG-07")
def test_a_tile_may_cover_blank_squares() -> None:
    """Also blank squares only."""
    aiming = build(table(horde("h", "p3", "o"), hands=(("archer",),)), "archer", "r3")

    assert tiles(aiming.when(1, PlaceTile("h", "d4 d5")).board, "h") == ["d4 d5"]


@pytest.mark.rule("KRR-DMG-08")
@pytest.mark.parametrize("second", ["a", "b"])
def test_tiles_of_one_attack_may_go_to_different_hordes(second: str) -> None:
    """Each to any Horde in range."""
    board = table(horde("a", "p3", *OPEN), horde("b", "p4", *OPEN), hands=(("marksmen",),))

    end = build(board, "marksmen", "r3").when(1, PlaceTile("a", "a1")).when(1, PlaceTile(second, "b1 b2")).board

    assert "b1 b2" in tiles(end, second)


@pytest.mark.rule("KRR-DMG-09")
def test_linked_tiles_go_on_one_horde() -> None:
    """The first one binds the second."""
    board = table(horde("a", "p3", *OPEN), horde("b", "p4", *OPEN), hands=(("adept",),))
    bound = build(board, "adept", "r3").when(1, PlaceTile("a", "a1"))

    assert hit(bound) == {"a"}
    bound.when(1, PlaceTile("b", "b1 b2")).refused("KRR-DMG-09")


@pytest.mark.rule("KRR-DMG-10")
def test_damage_tiles_never_run_out() -> None:
    """A tray full of tiles keeps nobody from placing more of them."""
    full = horde("full", "p4", *OPEN, tiled="a1 b1 c1 d1 e1 a2 b2 c2 d2 e2 a3 b3 c3 d3 e3")
    board = table(full, horde("h", "p3", *OPEN), hands=(("archer",),))

    assert tiles(build(board, "archer", "r3").when(1, PlaceTile("h", "a1 a2")).board, "h") == ["a1 a2"]


@pytest.mark.rule("KRR-DMG-11")
def test_damage_tiles_stay_from_round_to_round() -> None:
    """A Horde that moves on keeps them."""
    end = done(table(horde("h", "p3", "oo", tiled="a1"))).board

    assert end.horde("h").space == "p2"
    assert tiles(end, "h") == ["a1"]


# --- damage and defence


@pytest.mark.rule("KRR-DEF-01", "KRR-DEF-02", "KRR-DEF-03", "KRR-DEF-04")
@pytest.mark.parametrize(
    ("card", "covered"),
    [("bombard", {"o", "m"}), ("mage", {"o", "p"}), ("sharpshooter", {"o", "p", "m", "b"})],
)
def test_resistance_keeps_off_its_type_of_damage(card: str, covered: set[str]) -> None:
    """Physical and magical damage each has enemies that resist it; true damage has none."""
    board = table(horde("h", "p3" if card == "mage" else "p4", "opmb"), hands=((card,),))

    found = places(build(board, card, "r3"), "h")

    assert {enemy for cell, enemy in zip(("a1", "b1", "c1", "d1"), "opmb", strict=True) if cell in found} == covered


@pytest.mark.rule("KRR-DEF-05")
def test_one_resisting_enemy_keeps_off_a_whole_tile() -> None:
    """As soon as one of its squares would cover it."""
    aiming = build(table(horde("h", "p3", "oo", "op"), hands=(("archer",),)), "archer", "r3")

    aiming.when(1, PlaceTile("h", "b1 b2")).refused("KRR-DEF-05")
    assert "a1 a2" in places(aiming, "h")


@pytest.mark.rule("KRR-DEF-06")
def test_damage_tiles_may_cover_deadly_enemies() -> None:
    """Soldiers and heroes may not."""
    aiming = build(table(horde("h", "p3", "d", "d"), hands=(("archer",),)), "archer", "r3")

    assert "a1 a2" in places(aiming, "h")


# --- stacking


@pytest.mark.rule("KRR-STK-01", "KRR-STK-02", "KRR-STK-03")
@pytest.mark.parametrize(("lower", "upper"), [("archer", "militia"), ("militia", "archer"), ("militia", "footmen")])
def test_two_towers_share_a_site_if_one_has_soldiers(lower: str, upper: str) -> None:
    """A Soldier Tower on a Tower, any Tower on a Soldier Tower."""
    built = build(table(tower("r1", lower), hands=((upper,),)), upper, "r1").board

    assert [own.card for own in built.towers] == [lower, upper]


@pytest.mark.rule("KRR-STK-04")
def test_a_site_holds_no_third_tower() -> None:
    """Whatever it is."""
    board = table(tower("r1", "archer"), tower("r1", "militia"), hands=(("militia", "archer"),))

    build(board, "militia", "r1").refused("KRR-STK-04")
    build(board, "archer", "r1").refused("KRR-STK-04")


@pytest.mark.rule("KRR-STK-05", "KRR-WHT-01")
def test_only_owners_stack() -> None:
    """On a white site everybody is an owner."""
    board = table(tower("b1", "archer", 2), tower("w1", "archer", 2), hands=(("militia",),))

    build(board, "militia", "b1").refused("KRR-TWR-04")
    assert [own.seat for own in build(board, "militia", "w1").board.towers] == [2, 2, 1]


@pytest.mark.rule("KRR-STK-01", "KRR-STK-02", "KRR-STK-04", "KRR-STK-06")
def test_davids_marksmen_on_his_militia() -> None:
    """The one on top attacks as usual, the lower one not again."""
    board = table(tower("r3", "militia"), horde("h", "p3", *OPEN), hands=(("marksmen", "archer"),))

    attack = build(board, "marksmen", "r3").waits_for(Attacking, 1)
    end = attack.when(1, PlaceTile("h", "a1")).when(1, PlaceTile("h", "b1 b2")).waits_for(PlayCards, 1, 2)

    assert [own.card for own in end.board.towers] == ["militia", "marksmen"]
    assert not end.board.horde("h").soldiers
    end.when(1, PlayTower("archer", "r3", "N")).refused("KRR-STK-04")


@pytest.mark.rule("KRR-STK-07")
def test_a_face_down_tower_keeps_its_place_and_type() -> None:
    """It counts for stacking as if it stood face up."""
    board = table(tower("r1", "archer", face_up=False), tower("r2", "militia", face_up=False), hands=(("mage",),))

    build(board, "mage", "r1").refused("KRR-TWR-03")
    assert build(board, "mage", "r2").board.towers


# --- white sites


@pytest.mark.rule("KRR-WHT-01", "KRR-TWR-01")
@pytest.mark.parametrize("seat", [1, 2])
def test_everybody_builds_on_a_white_site(seat: int) -> None:
    """It is owned by all."""
    board = table(hands=(("archer",), ("archer",)))

    assert at(board).when(seat, PlayTower("archer", "w1", "S")).board.towers[0].seat == seat
