"""Soldiers, and Towers that attack Portals."""

import pytest
from msgspec.structs import replace

from rulesets.kingdom_rush.effects import AttackEnded, TowerPlayed
from rulesets.kingdom_rush.geometry import mask_of, name_of
from rulesets.kingdom_rush.phases import Activating, Attacking, PlayCards, Relocating
from rulesets.kingdom_rush.rules.attacks import LeaveOut, PlacePieces, PlaceTile
from rulesets.kingdom_rush.rules.heroes import ActivateHero, BasicAttack, MoveHero
from rulesets.kingdom_rush.rules.soldiers import RelocateSoldier, StopRelocating
from rulesets.kingdom_rush.rules.spells import UseSpell
from rulesets.kit.structs import ChoiceForgone
from tests.rulesets.kingdom_rush.build import Drawn, build, hero, horde, portal, table, tower
from tests.rulesets.kingdom_rush.checked import at, done, legal, spaces, tiles

OPEN = ("ooooo",) * 5


# --- Soldiers


@pytest.mark.rule("KRR-SOL-01")
def test_soldiers_are_split_at_will() -> None:
    """Two Soldiers of a Militia go on one Horde in range, or on two; they come out of the supply."""
    board = table(horde("a", "p3", *OPEN), horde("b", "p4", *OPEN), horde("far", "p6", *OPEN), hands=(("militia",),))
    aiming = build(board, "militia", "r3")

    one = aiming.when(1, PlacePieces("a", "a1 b1")).waits_for(PlayCards, 1, 2).board
    two = aiming.when(1, PlacePieces("a", "a1")).when(1, PlacePieces("b", "e5")).waits_for(PlayCards, 1, 2).board

    assert (name_of(one.horde("a").soldiers), one.soldiers) == ("a1 b1", 10)
    assert (name_of(two.horde("a").soldiers), name_of(two.horde("b").soldiers), two.soldiers) == ("a1", "e5", 10)
    aiming.when(1, PlacePieces("far", "a1")).refused("KRR-RNG-06")
    aiming.when(1, PlacePieces("a", "a1 b1 c1")).refused("KRR-SOL-01")


@pytest.mark.rule("KRR-SOL-02")
def test_a_soldier_stands_on_an_enemy() -> None:
    """A part of a Big one will do, a blank square will not."""
    aiming = build(table(horde("h", "p3", "11", "11"), hands=(("militia",),)), "militia", "r3")

    assert name_of(aiming.when(1, PlacePieces("h", "b2")).board.horde("h").soldiers) == "b2"
    aiming.when(1, PlacePieces("h", "c1")).refused("KRR-SOL-02")


@pytest.mark.rule("KRR-SOL-03", "KRR-DEF-02", "KRR-DEF-04", "KRR-DEF-06")
def test_a_soldier_obeys_its_type_of_damage() -> None:
    """A physical one covers no enemy that resists it, and none at all covers a deadly one."""
    board = table(horde("h", "p3", "opmd"), hands=(("militia", "footmen"),))
    physical, true = build(board, "militia", "r3"), build(board, "footmen", "r3")

    physical.when(1, PlacePieces("h", "b1")).refused("KRR-SOL-03")
    physical.when(1, PlacePieces("h", "d1")).refused("KRR-SOL-03")
    assert physical.when(1, PlacePieces("h", "a1 c1")).board
    assert true.when(1, PlacePieces("h", "a1 b1 c1")).board
    true.when(1, PlacePieces("h", "d1")).refused("KRR-SOL-03")


@pytest.mark.rule("KRR-SOL-04")
def test_a_soldier_shares_its_square_with_nothing() -> None:
    """No tile, Soldier or base is on it, and it is no bar."""
    board = table(
        hero("malik", "p3", "a4"),
        horde("h", "p3", "oooFF", *OPEN[:4], tiled="a1", soldiers="b1"),
        hands=(("militia",),),
    )
    aiming = build(board, "militia", "r3")

    for cell in ("a1", "b1", "d1", "a4"):
        aiming.when(1, PlacePieces("h", cell)).refused("KRR-SOL-04")
    assert aiming.when(1, PlacePieces("h", "c1")).board


@pytest.mark.rule("KRR-SOL-05")
def test_a_soldier_without_a_square_does_not_come() -> None:
    """The other one does, and the rest of the Tower's effect too."""
    board = table(horde("h", "p3", "o"), hands=(("militia", "knights"),))

    end = build(board, "militia", "r3").when(1, PlacePieces("h", "a1")).waits_for(PlayCards, 1, 2).board
    tile_only = build(table(horde("h", "p3", "d"), hands=(("knights",),)), "knights", "r3")

    assert end.soldiers == 11
    assert tiles(tile_only.when(1, PlaceTile("h", "a1")).waits_for(PlayCards, 1, 2).board, "h") == ["a1"]


@pytest.mark.rule("KRR-SOL-06", "KRR-SOL-07", "KRR-ADV-05", "KRR-ADV-06")
def test_soldiers_hold_a_horde_up_and_are_gone() -> None:
    """It stays where it is; they suffer 1 damage each, and have no more."""
    end = done(table(horde("h", "p3", "ooo", soldiers="a1 b1"))).board

    assert spaces(end) == {"h": "p3"}
    assert end.horde("h").soldiers == 0
    assert end.soldiers == 12


@pytest.mark.rule("KRR-SOL-08")
def test_no_more_soldiers_come_than_the_supply_holds() -> None:
    """With one left in the supply, one comes."""
    board = table(horde("h", "p3", *OPEN), hands=(("militia",),), soldiers=1)
    aiming = build(board, "militia", "r3")

    aiming.when(1, PlacePieces("h", "a1 b1")).refused("KRR-SOL-08")
    assert aiming.when(1, PlacePieces("h", "a1")).board.soldiers == 0


@pytest.mark.rule("KRR-SOL-09")
def test_soldiers_that_the_supply_lacks_are_moved() -> None:
    """For each of them the player may move one from any Horde to a legal square in range."""
    far = horde("far", "p6", *OPEN, soldiers="a1 b1 c1")
    board = table(far, horde("h", "p3", "oo", "d"), hands=(("militia",),), soldiers=1)

    asked = build(board, "militia", "r3").when(1, PlacePieces("h", "a1")).waits_for(Relocating, 1)
    asked.when(1, RelocateSoldier("far", "a1", "far", "d1")).refused("KRR-SOL-09")
    asked.when(1, RelocateSoldier("far", "d1", "h", "b1")).refused("KRR-SOL-09")
    asked.when(1, RelocateSoldier("far", "a1", "h", "a2")).refused("KRR-SOL-03")
    asked.when(1, RelocateSoldier("far", "a1", "h", "a1")).refused("KRR-SOL-04")
    asked.when(1, RelocateSoldier("far", "a1", "h", "c1")).refused("KRR-SOL-02")
    wide = table(far, horde("h", "p3", "ooo"), hands=(("militia",),), soldiers=0)
    build(wide, "militia", "r3").when(1, RelocateSoldier("far", "a1", "h", "b1 c1")).refused("KRR-SOL-02")
    end = asked.when(1, RelocateSoldier("far", "a1", "h", "b1")).waits_for(PlayCards, 1, 2).board

    assert name_of(end.horde("far").soldiers) == "b1 c1"
    assert name_of(end.horde("h").soldiers) == "a1 b1"
    assert end.soldiers == 0
    assert asked.when(1, StopRelocating()).waits_for(PlayCards, 1, 2).board.horde("far").soldiers == mask_of("a1 b1 c1")


@pytest.mark.rule("KRR-SOL-09")
def test_no_more_soldiers_are_moved_than_find_a_place() -> None:
    """With one enemy in range and two Soldiers missing, one is moved, and nobody is asked about the other."""
    far = horde("far", "p6", *OPEN, soldiers="a1 b1")
    board = table(far, horde("h", "p3", "o"), hands=(("militia",),), soldiers=0)

    asked = build(board, "militia", "r3").waits_for(Relocating, 1)
    moved = asked.when(1, RelocateSoldier("far", "a1", "h", "a1")).waits_for(PlayCards, 1, 2)
    assert moved.then_includes(ChoiceForgone()).board.soldiers == 0


@pytest.mark.rule("KRR-SOL-09")
@pytest.mark.parametrize(
    ("supply", "first", "moves"), [(0, None, 2), (1, "a2", 1), (1, "", 1), (2, "a2 b2", 0), (2, "", 0)]
)
def test_as_many_soldiers_are_moved_as_the_supply_lacks(supply: int, first: str | None, moves: int) -> None:
    """Of the two of a Militia; one that could have come from the supply, and was left out, is not moved instead."""
    far = horde("far", "p6", *OPEN, soldiers="a1 b1 c1 d1")
    moving = build(table(far, horde("h", "p3", *OPEN), hands=(("militia",),), soldiers=supply), "militia", "r3")
    if first is not None:
        moving = moving.when(1, PlacePieces("h", first) if first else LeaveOut())

    for cell in "abcd"[:moves]:
        moving.waits_for(Relocating, 1)
        moving = moving.when(1, RelocateSoldier("far", f"{cell}1", "h", f"{cell}5"))
    end = moving.waits_for(PlayCards, 1, 2).board
    assert end.horde("far").soldiers.bit_count() == 4 - moves
    assert end.horde("h").soldiers.bit_count() == len((first or "").split()) + moves


@pytest.mark.rule("KRR-SOL-10")
def test_spells_move_no_soldiers() -> None:
    """Reinforcements that the supply lacks stay away, whatever stands on the Hordes."""
    board = table(horde("h", "p3", *OPEN, soldiers="a1 b1"), soldiers=0)

    at(replace(board, spells=("reinforcements",))).when(1, UseSpell("reinforcements")).waits_for(PlayCards, 1, 2)


# --- Portals


@pytest.mark.rule("KRR-POR-01")
def test_the_centre_of_a_portal_is_never_covered() -> None:
    """Its two enemies are all that must be."""
    board = table(portal("gate", "p3"), hands=(("archer",),))
    aiming = build(board, "archer", "r3")

    aiming.when(1, PlaceTile("gate", "c2 c3")).refused("KRR-DMG-06")
    build(table(portal("gate", "p3"), hands=(("militia",),)), "militia", "r3").when(
        1, PlacePieces("gate", "c2 c3")
    ).refused("KRR-SOL-04")
    assert done(table(portal("gate", "p3", tiled="c2 c4"))).board.destroyed == ("gate",)


@pytest.mark.rule("KRR-POR-02", "KRR-POR-11")
def test_a_portal_of_level_3() -> None:
    """A level-2 Tower cannot attack it and need not; a level-3 Tower can."""
    low = table(portal("gate", "p3", level=3), hands=(("adept",),))
    high = table(portal("gate", "p3", level=3), hands=(("wizard",),))

    build(low, "adept", "r3").then(TowerPlayed(1, "adept", "r3", "N"), AttackEnded("adept"))
    build(high, "wizard", "r3").waits_for(Attacking, 1)
    both = table(portal("gate", "p3", level=3), horde("h", "p4", *OPEN), hands=(("adept",),))
    build(both, "adept", "r3").when(1, PlaceTile("gate", "c4")).refused("KRR-POR-02")


@pytest.mark.rule("KRR-POR-03", "KRR-POR-04")
@pytest.mark.parametrize("card", ["archer", "militia"])
def test_a_tower_that_attacked_a_portal_is_turned_face_down(card: str) -> None:
    """Tiles and Soldiers are placed as on any Horde."""
    aiming = build(table(portal("gate", "p3"), hands=((card,),)), card, "r3")
    attack = PlaceTile("gate", "c1 c2") if card == "archer" else PlacePieces("gate", "c2 c4")

    end = aiming.when(1, attack).then_includes(AttackEnded(card, "r3")).board

    assert not end.towers[0].face_up


@pytest.mark.rule("KRR-POR-05")
@pytest.mark.parametrize("order", [("gate", "h"), ("h", "gate")])
def test_one_tile_on_a_portal_is_enough(order: tuple[str, str]) -> None:
    """Whichever of the tiles it is; the Tower is turned once all are placed."""
    board = table(portal("gate", "p3"), horde("h", "p4", *OPEN), hands=(("marksmen",),))
    first, second = order

    one = build(board, "marksmen", "r3").when(1, PlaceTile(first, "a1"))
    two = one.when(1, PlaceTile(second, "b1 b2"))

    assert one.board.towers[0].face_up
    assert not two.board.towers[0].face_up


@pytest.mark.rule("KRR-POR-04", "KRR-POR-05", "KRR-SOL-09")
@pytest.mark.parametrize("supply", [0, 1])
@pytest.mark.parametrize(
    ("to", "face_up"),
    [(("gate", "h"), False), (("h", "gate"), False), (("gate",), False), (("h", "h"), True), (("h",), True)],
    ids=str,
)
def test_one_soldier_on_a_portal_is_enough_however_it_came(supply: int, to: tuple[str, ...], face_up: bool) -> None:
    """Out of the supply or from another Horde, before a Soldier that goes elsewhere or after it."""
    far, gate = horde("far", "p6", "oo", soldiers="a1 b1"), portal("gate", "p4")
    board = table(far, gate, horde("h", "p3", *OPEN), hands=(("militia",),), soldiers=supply)
    moving = build(board, "militia", "r3")

    for cell, square, card in zip(("a1", "b1"), ("c2", "c4"), to, strict=False):
        from_supply = isinstance(moving.board.pending, Attacking)
        moving = moving.when(
            1, PlacePieces(card, square) if from_supply else RelocateSoldier("far", cell, card, square)
        )
    if len(to) == 1:
        moving = moving.when(1, StopRelocating())
    assert moving.waits_for(PlayCards, 1, 2).board.towers[0].face_up is face_up


@pytest.mark.rule("KRR-POR-06")
def test_the_other_tower_of_the_stack_stays_face_up() -> None:
    """Only the one that attacked is turned."""
    board = table(tower("r3", "militia"), portal("gate", "p3"), hands=(("archer",),))

    end = build(board, "archer", "r3").when(1, PlaceTile("gate", "c1 c2")).board

    assert [(own.card, own.face_up) for own in end.towers] == [("militia", True), ("archer", False)]


@pytest.mark.rule("KRR-POR-07")
def test_beside_another_target_a_portal_forces_nothing() -> None:
    """The Tower may attack the other Horde, or nothing."""
    board = table(portal("gate", "p3"), horde("h", "p4", *OPEN), hands=(("adept",),))
    aiming = build(board, "adept", "r3")

    end = aiming.when(1, PlaceTile("h", "a1")).when(1, PlaceTile("h", "b1 b2")).board

    assert end.towers[0].face_up
    assert aiming.when(1, LeaveOut()).when(1, LeaveOut()).waits_for(PlayCards, 1, 2).board.towers[0].face_up


@pytest.mark.rule("KRR-POR-08")
@pytest.mark.parametrize(
    "other",
    [horde("h", "p6", *OPEN), horde("h", "p4", *("ppppp",) * 5), horde("h", "p4", *("dFFdd",), *("ddddd",) * 4)],
)
def test_a_horde_that_takes_nothing_is_no_target(other: Drawn) -> None:
    """Out of range, or without a square where a piece fits: then a Portal is the only one."""
    board = table(portal("gate", "p3"), other, hands=(("militia",),))

    build(board, "militia", "r3").when(1, LeaveOut()).refused("KRR-POR-09")


@pytest.mark.rule("KRR-POR-09", "KRR-TWR-08")
def test_a_portal_alone_has_to_be_attacked() -> None:
    """With every tile that fits, also on blank squares as long as an enemy is uncovered; Soldiers too."""
    board = table(portal("gate", "p3"), hands=(("marksmen", "militia"),))
    tiles_first = build(board, "marksmen", "r3")

    tiles_first.when(1, LeaveOut()).refused("KRR-POR-09")
    second = tiles_first.when(1, PlaceTile("gate", "a1"))
    second.when(1, LeaveOut()).refused("KRR-POR-09")
    assert tiles(second.when(1, PlaceTile("gate", "b1 b2")).board, "gate") == ["a1", "b1 b2"]
    build(board, "militia", "r3").when(1, PlacePieces("gate", "c2")).refused("KRR-POR-09")


@pytest.mark.rule("KRR-POR-10")
def test_a_portal_whose_enemies_are_covered_forces_nothing() -> None:
    """A Tower that places nothing on its blank squares stays face up."""
    covered = table(portal("gate", "p3", tiled="c2 c4"), hands=(("marksmen",),))
    end = build(covered, "marksmen", "r3").when(1, LeaveOut()).when(1, LeaveOut()).waits_for(PlayCards, 1, 2).board
    nearly = table(portal("gate", "p3", tiled="c4"), hands=(("marksmen",),))
    rest = build(nearly, "marksmen", "r3").when(1, PlaceTile("gate", "c2")).when(1, LeaveOut())

    assert end.towers[0].face_up
    assert not rest.waits_for(PlayCards, 1, 2).board.towers[0].face_up


@pytest.mark.rule("KRR-POR-12")
def test_a_hero_passes_a_portal_and_does_not_end_there() -> None:
    """From p1, Malik gets past it to p3."""
    board = table(hero("malik", "p1"), portal("gate", "p2"))
    moving = at(board).when(1, ActivateHero())

    moving.when(1, MoveHero("p2")).refused("KRR-POR-12")
    assert moving.when(1, MoveHero("p3")).board.hero("malik").space == "p3"


@pytest.mark.rule("KRR-POR-13", "KRR-BAS-04")
def test_hero_attacks_place_nothing_on_portals() -> None:
    """Alleria shoots at a Horde, never at a Portal in its place."""
    shots = [
        at(table(hero("alleria", "r3"), target)).when(1, ActivateHero()).when(1, BasicAttack("N"))
        for target in (horde("h", "p3", *OPEN), portal("h", "p3", *OPEN[:2], "oo#oo"))
    ]

    shots[0].waits_for(Attacking, 1)
    shots[1].waits_for(Activating, 1)


@pytest.mark.rule("KRR-POR-14")
def test_portals_advance_and_pay() -> None:
    """Like other Hordes."""
    assert spaces(done(table(portal("gate", "p3"))).board) == {"gate": "p2"}
    assert done(table(portal("gate", "p3", tiled="c2 c4", crystals=3), crystals=1)).board.crystals == 4


@pytest.mark.rule("KRR-FLY-07")
def test_a_horde_beneath_a_flying_one_is_no_target() -> None:
    """The top one hides it."""
    board = table(horde("below", "p3", *OPEN), horde("above", "p3", "oFF", "o"), hands=(("archer",),))
    aiming = build(board, "archer", "r3")

    assert {action.horde for action in legal(aiming, PlaceTile)} == {"above"}
    aiming.when(1, PlaceTile("below", "a1 a2")).refused("KRR-FLY-07")
