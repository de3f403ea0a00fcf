"""Malik: his basic attack and his special abilities."""

import pytest

from rulesets.kingdom_rush.effects import AbilityTurned, HeroDamaged
from rulesets.kingdom_rush.phases import Activating, Attacking, Refreshing
from rulesets.kingdom_rush.pieces import AbilityTile
from rulesets.kingdom_rush.rules.abilities import Forgo, Refresh, UseAbility
from rulesets.kingdom_rush.rules.attacks import LeaveOut, PlacePieces, PlaceTile
from rulesets.kingdom_rush.rules.heroes import ActivateHero, BasicAttack, EndActivation, MoveHero, Recover
from tests.rulesets.kingdom_rush.build import hero, horde, pack, road
from tests.rulesets.kingdom_rush.checked import after, done, legal, tiles

GOBLINS = pack("gob", "p8")
"""Malik stands on them at d4, beside the four enemies on b2 c2 b3 c3."""


@pytest.mark.rule("KRR-MAL-01")
def test_each_blank_square_under_his_tile_is_a_tile_next_door() -> None:
    """Two of three squares are blank: two 1x1 on adjacent Hordes, on one or on different ones."""
    board = road(hero("malik", "p8", "d4"), GOBLINS, pack("east", "p7"), pack("west", "p9"), pack("far", "p2"))
    hit = after(board, ActivateHero(), BasicAttack("N"), PlaceTile("gob", "a1 b1 c1")).waits_for(Attacking, 1)
    assert {action.horde for action in legal(hit, PlacePieces)} == {"east", "west"}

    hit = after(board, ActivateHero(), BasicAttack("N"), PlaceTile("gob", "a2 b2 c2"))
    hit.when(1, PlacePieces("east", "a1 b1")).refused("KRR-MAL-01")
    hit.when(1, PlacePieces("far", "a1")).refused("KRR-MAL-01")
    assert tiles(hit.when(1, PlacePieces("west", "a1")).board, "west") == ["a1"]
    hit = after(board, ActivateHero(), BasicAttack("N"), PlaceTile("gob", "a1 a2 a3"))
    shared = hit.when(1, PlacePieces("east", "a1 b1")).when(1, PlacePieces("west", "c2")).waits_for(Activating, 1)
    assert (tiles(shared.board, "east"), tiles(shared.board, "west")) == (["a1", "b1"], ["c2"])


@pytest.mark.rule("KRR-MAL-01")
def test_the_bonus_may_be_left_out_and_needs_blank_squares() -> None:
    """He may place; where the tile covers enemies only, there is nothing to place."""
    rows = (".....", "ooo..", ".....", ".....", ".....")
    board = road(hero("malik", "p8", "d4"), horde("gob", "p8", *rows), pack("east", "p7"))
    after(board, ActivateHero(), BasicAttack("N"), PlaceTile("gob", "a2 b2 c2")).waits_for(Activating, 1)

    hit = after(board, ActivateHero(), BasicAttack("N"), PlaceTile("gob", "a1 b1 c1")).when(1, LeaveOut())
    assert tiles(hit.waits_for(Activating, 1).board, "east") == []


@pytest.mark.rule("KRR-MAL-02")
def test_hammer_time_turns_a_face_down_tile_of_anybody_up() -> None:
    """Of Malik or of another, one tile; it may be nobody's."""
    board = road(
        hero("malik", "p3", abilities=("its_hammer_time", AbilityTile("earthquake", "used"))),
        hero("ignus", "p8", seat=2, abilities=(AbilityTile("lets_burn", "used"), "flaming_frenzy")),
    )
    hammer = after(board, ActivateHero(), UseAbility("its_hammer_time", "N")).waits_for(Refreshing, 1)

    assert set(legal(hammer, Refresh)) == {Refresh("malik", "earthquake"), Refresh("ignus", "lets_burn")}
    hammer.when(1, Refresh("ignus", "flaming_frenzy")).refused("KRR-MAL-02")
    turned = hammer.when(1, Refresh("ignus", "lets_burn")).then_includes(AbilityTurned("ignus", "lets_burn", "ready"))
    assert turned.board.hero("ignus").abilities[0].state == "ready"
    assert hammer.when(1, Forgo()).board.hero("ignus").abilities[0].state == "used"


@pytest.mark.rule("KRR-MAL-03")
def test_after_hammer_time_another_action_follows() -> None:
    """A basic attack, Recover or another ability, but not Hammer Time again; Recover may turn that up, though."""
    tiles_ = ("its_hammer_time", "hammer_smash")
    board = road(hero("malik", "p8", "d4", health=2, abilities=tiles_), GOBLINS)
    again = after(board, ActivateHero(), UseAbility("its_hammer_time", "N")).waits_for(Activating, 1)

    assert again.board.hero("malik").abilities[0].state == "used"
    again.when(1, UseAbility("its_hammer_time", "N")).refused("KRR-SPC-01")
    again.when(1, BasicAttack("N")).waits_for(Attacking, 1)
    smash = again.when(1, UseAbility("hammer_smash", "N")).waits_for(Attacking, 1)
    smash.when(1, LeaveOut()).when(1, BasicAttack("N")).refused("KRR-HRO-05")
    recovered = again.when(1, Recover()).board.hero("malik")
    assert (recovered.health, recovered.abilities[0].state) == (5, "ready")


@pytest.mark.rule("KRR-MAL-03")
def test_a_copy_of_hammer_time_does_not_lead_to_another() -> None:
    """Magnus copies it; his extra action is neither Hammer Time nor Knowledge is Power."""
    board = road(
        hero("magnus", "p3", abilities=("knowledge_is_power", "mirage")),
        hero("malik", "p8", seat=2, abilities=("its_hammer_time",)),
    )
    copied = after(board, ActivateHero(), UseAbility("knowledge_is_power", "N", "its_hammer_time"))

    assert {action.ability for action in legal(copied.waits_for(Activating, 1), UseAbility)} == {"mirage"}


@pytest.mark.rule("KRR-MAL-04")
def test_earthquake_hits_the_horde_in_his_space() -> None:
    """Its tile goes nowhere else."""
    board = road(hero("malik", "p8", "d4", abilities=("earthquake",)), GOBLINS, pack("east", "p7"))
    quake = after(board, ActivateHero(), UseAbility("earthquake", "N"))

    assert {action.horde for action in legal(quake, PlaceTile)} == {"gob"}
    assert tiles(quake.when(1, PlaceTile("gob", "b2 b3")).board, "gob") == ["b2 b3"]


@pytest.mark.rule("KRR-MAL-05")
def test_earthquake_protects_whoever_shares_his_space() -> None:
    """Both heroes on the Horde come off unhurt; one in the next space does not."""
    board = road(
        hero("malik", "p8", "a1", ongoing=("earthquake",)), hero("ignus", "p8", "d4", seat=2), pack("gob", "p8")
    )
    done(board).then_never(HeroDamaged)

    apart = road(
        hero("malik", "p8", "a1", ongoing=("earthquake",)),
        hero("ignus", "p7", "d4", seat=2),
        pack("gob", "p8"),
        pack("foe", "p7"),
    )
    over = done(apart).board
    assert (over.hero("malik").health, over.hero("ignus").health) == (5, 3)


@pytest.mark.rule("KRR-MAL-05")
def test_leaving_his_space_ends_the_protection_and_entering_begins_it() -> None:
    """A sniper shoots at all around p4: Ignus walks in and is safe; Malik walks out, and Ignus is not."""
    eye = horde("eye", "p4", "o....", ".....", ".....", ".....", "....E", soldiers="a1")

    apart = road(hero("malik", "p3", ongoing=("earthquake",)), hero("ignus", "p5", seat=2), eye)
    assert done(apart).board.hero("ignus").health == 3
    entered = after(apart, ActivateHero(), MoveHero("p3"), EndActivation(), seat=2).board
    assert done(entered).board.hero("ignus").health == 4

    shared = road(hero("malik", "p3", ongoing=("earthquake",)), hero("ignus", "p3", seat=2), eye)
    assert done(shared).board.hero("ignus").health == 4
    left = done(after(shared, ActivateHero(), MoveHero("p5"), EndActivation()).board).board
    assert (left.hero("ignus").health, left.hero("malik").health) == (3, 5)


@pytest.mark.rule("KRR-MAL-06")
def test_hammer_smash_throws_its_hits_on_one_horde() -> None:
    """Each square with an enemy under the tile is a 1x1, all on one adjacent Horde."""
    board = road(
        hero("malik", "p8", "d4", abilities=("hammer_smash",)), GOBLINS, pack("east", "p7"), pack("west", "p9")
    )
    smash = after(board, ActivateHero(), UseAbility("hammer_smash", "N"), PlaceTile("gob", "a2 b2 c2"))

    smash.when(1, PlacePieces("east", "a1 b1 c1")).refused("KRR-MAL-06")
    assert {action.horde for action in legal(smash, PlacePieces)} == {"east", "west"}
    hit = smash.when(1, PlacePieces("east", "a1")).waits_for(Activating, 1)
    assert (tiles(hit.board, "east"), tiles(hit.board, "west")) == (["a1"], [])
    assert tiles(smash.when(1, PlacePieces("west", "a1 b1")).board, "west") == ["a1", "b1"]


@pytest.mark.rule("KRR-MAL-06")
def test_a_big_enemy_counts_by_its_squares() -> None:
    """Two squares of an Ogre under the tile are two hits."""
    ogre = horde("ogre", "p8", ".....", ".11..", ".11..", ".....", ".....")
    board = road(hero("malik", "p8", "d4", abilities=("hammer_smash",)), ogre, pack("east", "p7"))
    smash = after(board, ActivateHero(), UseAbility("hammer_smash", "N"), PlaceTile("ogre", "a2 b2 c2"))

    assert tiles(smash.when(1, PlacePieces("east", "a1 b1")).board, "east") == ["a1", "b1"]


@pytest.mark.rule("KRR-MAL-07")
def test_cant_touch_this_protects_and_lets_him_strike() -> None:
    """He is protected from now on, and may perform his basic attack; no other action."""
    board = road(hero("malik", "p8", "b2", abilities=("cant_touch_this", "hammer_smash")), GOBLINS)
    strike = after(board, ActivateHero(), UseAbility("cant_touch_this", "N")).waits_for(Activating, 1)

    strike.when(1, UseAbility("hammer_smash", "N")).refused("KRR-HRO-05")
    strike.when(1, Recover()).refused("KRR-REC-02")
    struck = strike.when(1, BasicAttack("N")).when(1, PlaceTile("gob", "a1 b1 c1")).waits_for(Activating, 1)
    assert tiles(struck.board, "gob") == ["a1 b1 c1"]
    assert struck.board.hero("malik").abilities[0] == AbilityTile("cant_touch_this", "active")
    done(struck.when(1, EndActivation()).board).then_never(HeroDamaged)
