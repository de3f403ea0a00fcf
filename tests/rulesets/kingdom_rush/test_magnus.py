"""Magnus: his basic attack and his special abilities."""

from typing import Literal

import pytest

from rulesets.kingdom_rush import RULESET
from rulesets.kingdom_rush.effects import HeroConjured, HeroDamaged, WildcatCalled
from rulesets.kingdom_rush.geometry import mask_of
from rulesets.kingdom_rush.phases import Activating, Attacking, Conjuring, Engaging, PlayCards
from rulesets.kingdom_rush.pieces import AbilityTile, Tower
from rulesets.kingdom_rush.rules.abilities import Conjure, UseAbility
from rulesets.kingdom_rush.rules.attacks import LeaveOut, PlacePieces, PlaceTile
from rulesets.kingdom_rush.rules.heroes import ActivateHero, BasicAttack, EndActivation, Engage, MoveHero
from rulesets.kingdom_rush.rules.towers import PlayTower
from tests.rulesets.kingdom_rush.build import FIELD, hero, horde, pack, portal, road
from tests.rulesets.kingdom_rush.checked import after, done, legal, tiles


@pytest.mark.rule("KRR-MAG-01")
def test_on_a_building_site_his_attack_is_stronger() -> None:
    """A 1x2 may be added on the Horde that was hit; not from the Path, and not on another Horde."""
    board = road(hero("magnus", "r2"), pack("gob", "p2"), pack("foe", "p3"))
    hit = after(board, ActivateHero(), BasicAttack("N"), PlaceTile("gob", "b2")).waits_for(Attacking, 1)
    assert {action.horde for action in legal(hit, PlaceTile)} == {"gob"}
    assert tiles(hit.when(1, PlaceTile("gob", "b3 c3")).board, "gob") == ["b2", "b3 c3"]
    assert tiles(hit.when(1, LeaveOut()).waits_for(Activating, 1).board, "gob") == ["b2"]

    board = road(hero("magnus", "p8"), pack("gob", "p2"))
    hit = after(board, ActivateHero(), BasicAttack("N"), PlaceTile("gob", "b2")).waits_for(Activating, 1)
    assert tiles(hit.board, "gob") == ["b2"]


@pytest.mark.rule("KRR-MAG-02")
def test_no_tower_is_built_where_magnus_stands() -> None:
    """Worked example: he attacks from the site with the extra tile, leaves it, and a Tower may be built there."""
    board = road(hero("magnus", "p8"), pack("gob", "p2"), hands=(("archer",),))
    on_site = after(board, ActivateHero(), MoveHero("r2"), EndActivation())
    on_site.when(1, PlayTower("archer", "r2", "N")).refused("KRR-TWR-02")

    board = road(hero("magnus", "r2"), pack("gob", "p2"), hands=(("archer",),))
    left = after(
        board,
        ActivateHero(),
        BasicAttack("N"),
        PlaceTile("gob", "b2"),
        PlaceTile("gob", "b3 c3"),
        MoveHero("p8"),
        PlayTower("archer", "r2", "N"),
    )
    assert [tower.site for tower in left.board.towers] == ["r2"]


@pytest.mark.rule("KRR-MAG-03")
def test_hocus_pocus_moves_a_hero_anywhere_and_lets_it_attack() -> None:
    """Any hero in play, Magnus included, to any legal space; a hero on its board is not in play."""
    board = road(
        hero("magnus", "p1", abilities=("hocus_pocus",)),
        hero("ignus", "p9", seat=2, ready=False),
        hero("malik", seat=3),
        pack("gob", "p5"),
        portal("rift", "p6"),
        Tower("b1", "archer", 2, "N"),
        seats=3,
    )
    pocus = after(board, ActivateHero(), UseAbility("hocus_pocus", "N")).waits_for(Conjuring, 1)

    assert {action.hero for action in legal(pocus, Conjure)} == {"magnus", "ignus"}
    pocus.when(1, Conjure("malik", "p3")).refused("KRR-MAG-03")
    pocus.when(1, Conjure("ignus", "p6")).refused("KRR-POR-12")
    pocus.when(1, Conjure("ignus", "b1")).refused("KRR-MOV-04")
    pocus.when(1, Conjure("ignus", "moon")).refused("KRR-MOV-03")
    pocus.when(1, Conjure("ignus", "gate")).refused("KRR-MOV-11")
    conjured = pocus.when(1, Conjure("ignus", "p5")).waits_for(Engaging, 2).when(2, Engage("d4"))
    assert legal(conjured.waits_for(Activating, 2), MoveHero, 2) == []
    attack = conjured.when(2, BasicAttack("N")).waits_for(Attacking, 2)
    assert {action.horde for action in legal(attack, PlaceTile, 2)} == {"gob"}


@pytest.mark.rule("KRR-MAG-03", "KRR-ENG-07")
def test_hocus_pocus_may_leave_a_hero_where_it_is() -> None:
    """It has not moved: its base stays as it lies, and it attacks from there."""
    board = road(
        hero("magnus", "p1", abilities=("hocus_pocus",)),
        hero("ignus", "p8", "b2", seat=2),
        horde("gob", "p8", *FIELD),
    )
    pocus = after(board, ActivateHero(), UseAbility("hocus_pocus", "N"))
    assert Conjure("ignus", "p8").label(pocus.board, 1) == "Leave Ignus on space p8, to attack"

    stayed = pocus.when(1, Conjure("ignus", "p8")).then(HeroConjured("ignus", "p8")).waits_for(Activating, 2)
    assert RULESET.sentence(pocus.board, stayed.effects) == "{1} leaves Ignus on space p8, to attack there."
    assert stayed.board.hero("ignus").base == "b2"
    attack = stayed.when(2, BasicAttack("N")).waits_for(Attacking, 2)
    attack.when(2, PlaceTile("gob", "b2 c2 d2")).refused("KRR-DMG-05")
    assert tiles(attack.when(2, PlaceTile("gob", "a1 b1 c1")).board, "gob") == ["a1 b1 c1"]


@pytest.mark.rule("KRR-MAG-03", "KRR-ENG-01", "KRR-MOV-10")
def test_a_hero_that_hocus_pocus_moves_engages_anew() -> None:
    """It uncovers the Horde that it is taken from, and its base is put on the one where it comes."""
    board = road(
        hero("magnus", "p1", abilities=("hocus_pocus",)),
        hero("ignus", "p8", "b2", seat=2),
        pack("gob", "p8"),
        horde("foe", "p5", *FIELD, tiled="b2"),
    )
    moved = after(board, ActivateHero(), UseAbility("hocus_pocus", "N"), Conjure("ignus", "p5"))
    moved.then(HeroConjured("ignus", "p5", True)).waits_for(Engaging, 2).when(2, Engage("b2")).refused("KRR-ENG-02")
    engaged = moved.when(2, Engage("d4")).board

    assert engaged.covered(engaged.horde("gob")) == 0
    assert engaged.covered(engaged.horde("foe")) == mask_of("b2 d4 e4 d5 e5")


@pytest.mark.rule("KRR-MAG-03", "KRR-WLD-08")
def test_whom_hocus_pocus_leaves_where_she_is_has_not_moved() -> None:
    """The Wildcat comes at the end of Alleria's first movement, and that is still to come."""
    board = road(
        hero("magnus", "p1", abilities=("hocus_pocus",)), hero("alleria", "p9", seat=2), hero("wildcat", fresh=True)
    )
    pocus = after(board, ActivateHero(), UseAbility("hocus_pocus", "N"))

    pocus.when(1, Conjure("alleria", "p9")).then_never(WildcatCalled)
    pocus.when(1, Conjure("alleria", "p6")).then_includes(WildcatCalled())


@pytest.mark.rule("KRR-MAG-04")
def test_hocus_pocus_adds_three_tiles_on_the_horde_attacked() -> None:
    """On the Horde that the attack hit, and on no other; without a hit there are none."""
    board = road(hero("magnus", "p1", abilities=("hocus_pocus",)), horde("gob", "p2", *FIELD), pack("foe", "p5"))
    pocus = after(board, ActivateHero(), UseAbility("hocus_pocus", "N"), Conjure("magnus", "p8"))
    hit = pocus.when(1, BasicAttack("N")).when(1, PlaceTile("gob", "a1")).waits_for(Attacking, 1)

    assert {action.horde for action in legal(hit, PlacePieces)} == {"gob"}
    hit.when(1, PlacePieces("gob", "b1 c1 d1 e1")).refused("KRR-MAG-04")
    added = hit.when(1, PlacePieces("gob", "b1 c1 d1")).waits_for(Activating, 1)
    assert tiles(added.board, "gob") == ["a1", "b1", "c1", "d1"]
    missed = pocus.when(1, BasicAttack("W")).waits_for(Activating, 1)
    assert tiles(missed.board, "gob") == []


@pytest.mark.rule("KRR-MAG-05")
def test_mirage_strikes_one_adjacent_horde() -> None:
    """Two Soldiers and two 1x2, magical: Hexers resist, and a second Horde gets nothing."""
    mixed = (".oooo", ".....", "ooooo", "m....", ".....")
    board = road(hero("magnus", "p8", abilities=("mirage",)), horde("east", "p7", *mixed), pack("west", "p9"))
    mirage = after(board, ActivateHero(), UseAbility("mirage", "N"))

    assert {action.horde for action in legal(mirage, PlacePieces)} == {"east", "west"}
    mirage.when(1, PlacePieces("east", "a4")).refused("KRR-SOL-03")
    placed = mirage.when(1, PlacePieces("east", "b1 c1"))
    placed.when(1, PlaceTile("west", "b2 b3")).refused("KRR-MAG-05")
    placed.when(1, PlaceTile("east", "a4 b4")).refused("KRR-DEF-05")
    placed = placed.when(1, PlaceTile("east", "d1 e1")).when(1, PlaceTile("east", "a3 b3")).waits_for(Activating, 1)
    assert (tiles(placed.board, "east"), placed.board.soldiers) == (["d1 e1", "a3 b3"], 10)


@pytest.mark.rule("KRR-MAG-06")
def test_knowledge_is_power_copies_any_other_tile_in_play() -> None:
    """His own or another's; not itself, and not a tile that is in no slot."""
    board = road(
        hero("magnus", "p3", abilities=("knowledge_is_power", "mirage")),
        hero("malik", "p8", seat=2, down=True, abilities=("earthquake", AbilityTile("hammer_smash", "used"))),
    )
    activated = after(board, ActivateHero())

    copies = {action.copies for action in legal(activated, UseAbility) if action.ability == "knowledge_is_power"}
    assert copies == {"mirage", "earthquake", "hammer_smash"}
    activated.when(1, UseAbility("knowledge_is_power", "N")).refused("KRR-MAG-06")
    activated.when(1, UseAbility("knowledge_is_power", "N", "knowledge_is_power")).refused("KRR-MAG-06")
    activated.when(1, UseAbility("knowledge_is_power", "N", "lets_burn")).refused("KRR-MAG-06")
    activated.when(1, UseAbility("mirage", "N", "earthquake")).refused("KRR-MAG-06")


@pytest.mark.rule("KRR-MAG-07")
@pytest.mark.parametrize("state", ["ready", "used", "active"])
def test_the_copied_tile_is_not_used_up(state: Literal["ready", "used", "active"]) -> None:
    """Face up or down it stays as it lies; Magnus's own tile turns face down."""
    copied = AbilityTile("lets_burn", state)
    board = road(
        hero("magnus", "p3", abilities=("knowledge_is_power",)),
        hero("ignus", "p8", seat=2, abilities=(copied,)),
        pack("gob", "p2"),
    )
    used = after(board, ActivateHero(), UseAbility("knowledge_is_power", "N", "lets_burn"))
    used = used.when(1, PlaceTile("gob", "b2 b3 b4"))

    assert used.board.hero("ignus").abilities == (copied,)
    assert used.board.hero("magnus").abilities == (AbilityTile("knowledge_is_power", "used"),)
    assert tiles(used.board, "gob") == ["b2 b3 b4"]


@pytest.mark.rule("KRR-MAG-08")
def test_the_copy_speaks_of_magnus() -> None:
    """Worked example: he copies Can't Touch This; he is protected, not Malik, and performs his own basic attack."""
    board = road(
        hero("magnus", "p8", "a4", abilities=("knowledge_is_power",)),
        hero("malik", "p8", "d4", seat=2, abilities=(AbilityTile("cant_touch_this", "used"),)),
        pack("gob", "p8"),
        pack("foe", "p2"),
    )
    copied = after(board, ActivateHero(), UseAbility("knowledge_is_power", "N", "cant_touch_this"))
    struck = copied.waits_for(Activating, 1).when(1, BasicAttack("N")).when(1, PlaceTile("foe", "b2"))
    over = done(struck.when(1, EndActivation()).waits_for(PlayCards, 1, 2).board)

    over.then_includes(HeroDamaged("malik", 4, "gob"))
    assert over.board.hero("magnus").health == 3
    assert over.board.hero("malik").abilities == (AbilityTile("cant_touch_this", "used"),)
