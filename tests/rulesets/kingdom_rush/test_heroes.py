"""The Hero card: what an activated hero may do, its attacks, its abilities, and Recover."""

import pytest

from rulesets.kingdom_rush.effects import AbilityTurned, HeroActivated, HeroDamaged, TilePlaced
from rulesets.kingdom_rush.phases import Activating, Attacking, PlayCards
from rulesets.kingdom_rush.pieces import AbilityTile
from rulesets.kingdom_rush.rules.abilities import Inspire, UseAbility
from rulesets.kingdom_rush.rules.attacks import LeaveOut, PlaceTile
from rulesets.kingdom_rush.rules.ending import Done
from rulesets.kingdom_rush.rules.heroes import ActivateHero, BasicAttack, EndActivation, MoveHero, Recover
from rulesets.kingdom_rush.rules.towers import PlayTower
from rulesets.kit.structs import ChoiceForgone
from tests.rulesets.kingdom_rush.build import FIELD, hero, horde, pack, portal, road
from tests.rulesets.kingdom_rush.checked import after, at, done, legal, next_round, tiles

# --- the Hero card


@pytest.mark.rule("KRR-HRO-01")
def test_the_hero_card_activates_once_a_round() -> None:
    """A second time in the same round is refused; phase 5 brings the card back."""
    board = road(hero("malik", "p3"))
    activated = after(board, ActivateHero()).then(HeroActivated("malik", 2)).waits_for(Activating, 1)
    done = activated.when(1, EndActivation())

    done.when(1, ActivateHero()).refused("KRR-HRO-01")
    assert done.when(1, Done()).when(2, Done()).board.hero("malik").ready


@pytest.mark.rule("KRR-HRO-02")
def test_a_hero_that_lies_or_has_just_stood_up_is_not_activated() -> None:
    """Knocked out it cannot act; the round in which it regenerates is over for it as well."""
    lying = at(road(hero("malik", down=True)))
    lying.when(1, ActivateHero()).refused("KRR-HRO-02")
    again = next_round(lying.when(1, Done()).when(2, Done()))

    assert again.board.hero("malik").health == 5
    again.when(1, ActivateHero()).refused("KRR-HRO-02")
    after_it = next_round(again.when(1, Done()).when(2, Done()))
    after_it.when(1, ActivateHero()).waits_for(Activating, 1)


@pytest.mark.rule("KRR-HRO-03")
def test_moving_and_acting_come_in_either_order_and_may_be_left_out() -> None:
    """Move and recover, recover and move, one of them, or none."""
    activated = after(road(hero("malik", "p3")), ActivateHero())

    activated.when(1, MoveHero("p4")).when(1, Recover()).waits_for(PlayCards, 1, 2)
    activated.when(1, Recover()).when(1, MoveHero("p4")).waits_for(PlayCards, 1, 2)
    activated.when(1, MoveHero("p4")).when(1, EndActivation()).waits_for(PlayCards, 1, 2)
    activated.when(1, EndActivation()).waits_for(PlayCards, 1, 2)


@pytest.mark.rule("KRR-HRO-04")
def test_a_hero_does_not_move_twice() -> None:
    """Whoever stopped has no points left, though it went only one space."""
    moved = after(road(hero("alleria", "p3")), ActivateHero(), MoveHero("p4"))

    assert not legal(moved, MoveHero)
    moved.when(1, MoveHero("p5")).refused("KRR-HRO-04")


@pytest.mark.rule("KRR-HRO-04")
def test_an_effect_still_moves_a_hero_that_has_moved() -> None:
    """Like the Wind gives a space to Alleria, who has used her move points."""
    board = road(hero("alleria", "p3", abilities=("like_the_wind",)))
    moved = after(board, ActivateHero(), MoveHero("p4"), UseAbility("like_the_wind", "N"), Inspire("alleria"))

    assert moved.when(1, MoveHero("p5")).board.hero("alleria").space == "p5"


@pytest.mark.rule("KRR-HRO-05")
@pytest.mark.parametrize("first", [BasicAttack("N"), UseAbility("mirage", "N"), Recover()])
def test_there_is_one_action(first: BasicAttack | UseAbility | Recover) -> None:
    """After a basic attack, a special ability or Recover no other action follows."""
    acted = after(road(hero("magnus", "p3", abilities=("mirage",))), ActivateHero(), first)

    acted.when(1, BasicAttack("N")).refused("KRR-HRO-05")
    acted.when(1, UseAbility("mirage", "N")).refused("KRR-HRO-05")
    acted.when(1, Recover()).refused("KRR-REC-02")


@pytest.mark.rule("KRR-HRO-06")
def test_nobody_acts_in_the_middle_of_an_activation() -> None:
    """The whole activation is one action: the other seat waits until it is over."""
    activated = after(road(hero("malik", "p3")), ActivateHero()).waits_for(Activating, 1)

    activated.when(2, ActivateHero()).refused("KRR-HRO-03")
    activated.when(1, PlayTower("archer", "r1", "N")).refused("KRR-HRO-03")
    activated.when(1, EndActivation()).when(2, ActivateHero()).waits_for(Activating, 2)


@pytest.mark.rule("KRR-HRO-07")
def test_a_hero_on_its_board_recovers_without_entering() -> None:
    """Attacks need a space; Recover and what protects or refreshes do not."""
    board = road(hero("malik", health=1, abilities=("cant_touch_this", "its_hammer_time")), pack("gob", "p1"))
    activated = after(board, ActivateHero())

    activated.when(1, BasicAttack("N")).refused("KRR-HRO-07")
    assert activated.when(1, Recover()).board.hero("malik").health == 5
    protected = activated.when(1, UseAbility("cant_touch_this", "N")).board.hero("malik")
    assert (protected.space, protected.ongoing) == (None, ("cant_touch_this",))


@pytest.mark.rule("KRR-HRO-07")
def test_from_the_board_nothing_is_adjacent() -> None:
    """An ability that asks for a Horde next to the hero finds none."""
    board = road(hero("ignus", abilities=("lets_burn",)), pack("gob", "p1"))
    used = after(board, ActivateHero(), UseAbility("lets_burn", "N")).waits_for(Activating, 1)

    assert tiles(used.board, "gob") == []


# --- the basic attack


@pytest.mark.rule("KRR-BAS-01")
def test_a_melee_attack_hits_the_engaged_horde_only() -> None:
    """The Horde next door is no target."""
    board = road(hero("malik", "p2", "b2"), pack("here", "p2"), pack("there", "p1"))
    attack = after(board, ActivateHero(), BasicAttack("N")).waits_for(Attacking, 1)

    assert {action.horde for action in legal(attack, PlaceTile)} == {"here"}
    assert attack.when(1, PlaceTile("here", "a1 a2 a3")).effects[0] == TilePlaced("here", "a1 a2 a3", "malik")
    attack.when(1, PlaceTile("there", "a1 a2 a3")).refused("KRR-BAS-01")


@pytest.mark.rule("KRR-BAS-02")
def test_a_ranged_attack_follows_its_arrows() -> None:
    """Alleria's arrows go two spaces ahead and one to the right of it, as she faces; her tile is not turned freely."""
    board = road(hero("alleria", "p8"), pack("ahead", "p2"), pack("right", "p3"), pack("gob", "p7"))
    north = after(board, ActivateHero(), BasicAttack("N"))

    assert {action.horde for action in legal(north, PlaceTile)} == {"ahead"}
    north.when(1, PlaceTile("ahead", "b2 b3"))
    north.when(1, PlaceTile("ahead", "b2 c2")).refused("KRR-DMG-02")
    north.when(1, PlaceTile("right", "b2 b3")).refused("KRR-BAS-02")
    east = after(board, ActivateHero(), BasicAttack("E"))
    assert {action.horde for action in legal(east, PlaceTile)} == {"gob"}
    east.when(1, PlaceTile("gob", "b2 c2"))


@pytest.mark.rule("KRR-BAS-02")
def test_a_ranged_attack_heeds_defences() -> None:
    """Physical tiles do not cover Orcs."""
    board = road(hero("alleria", "r2"), horde("orc", "p2", ".....", ".pp..", ".oo..", ".....", "....."))
    after(board, ActivateHero(), BasicAttack("N"), PlaceTile("orc", "b2 b3")).refused("KRR-DEF-05")


@pytest.mark.rule("KRR-BAS-03")
def test_a_ranged_attack_does_not_hit_the_engaged_horde() -> None:
    """Alleria shoots at others, not at the one that she stands on."""
    board = road(hero("alleria", "p8", "b2"), horde("here", "p8", *FIELD), pack("ahead", "p2"))
    attack = after(board, ActivateHero(), BasicAttack("N"))

    assert {action.horde for action in legal(attack, PlaceTile)} == {"ahead"}
    attack.when(1, PlaceTile("here", "a1 a2")).refused("KRR-BAS-03")


@pytest.mark.rule("KRR-BAS-04")
def test_heroes_do_not_attack_portals() -> None:
    """A Portal in range is no target, and without another nothing is asked."""
    board = road(hero("alleria", "r2"), portal("rift", "p2"), pack("gob", "p3"))
    attack = after(board, ActivateHero(), BasicAttack("N"))

    assert {action.horde for action in legal(attack, PlaceTile)} == {"gob"}
    attack.when(1, PlaceTile("rift", "b2 b3")).refused("KRR-BAS-04")
    alone = after(road(hero("alleria", "r2"), portal("rift", "p2")), ActivateHero(), BasicAttack("N"))
    assert tiles(alone.waits_for(Activating, 1).board, "rift") == []


# --- special abilities


@pytest.mark.rule("KRR-SPC-01")
@pytest.mark.parametrize("tile", [AbilityTile("mirage", "used"), "hocus_pocus"])
def test_an_ability_is_used_face_up(tile: AbilityTile | str) -> None:
    """Face down, or not in a slot, it is refused."""
    board = road(hero("magnus", "p3", abilities=(tile,)))
    activated = after(board, ActivateHero())

    activated.when(1, UseAbility("mirage", "N")).refused("KRR-SPC-01")


@pytest.mark.rule("KRR-SPC-02")
def test_a_used_ability_turns_face_down_when_its_effect_is_over() -> None:
    """While its tiles are placed it is in use; after the last of them it lies face down."""
    board = road(hero("ignus", "p3", abilities=("lets_burn",)), pack("gob", "p2"))
    used = after(board, ActivateHero(), UseAbility("lets_burn", "N"))
    assert used.board.hero("ignus").abilities == (AbilityTile("lets_burn", "using"),)

    over = used.when(1, PlaceTile("gob", "b2 b3 b4")).then_includes(AbilityTurned("ignus", "lets_burn", "used"))
    assert over.board.hero("ignus").abilities == (AbilityTile("lets_burn", "used"),)


@pytest.mark.rule("KRR-SPC-03")
def test_an_ability_without_a_target_is_used_up() -> None:
    """No Horde is near: the tile turns all the same."""
    board = road(hero("ignus", "p3", abilities=("lets_burn",)))
    used = after(board, ActivateHero(), UseAbility("lets_burn", "N")).waits_for(Activating, 1)

    assert used.board.hero("ignus").abilities == (AbilityTile("lets_burn", "used"),)


@pytest.mark.rule("KRR-SPC-04")
def test_the_attack_of_an_ability_is_like_a_basic_attack() -> None:
    """Melee: only in the hero's space. Ranged: by its arrows, not on the engaged Horde. Defences hold."""
    orcs = (".....", ".....", ".....", ".....", "ppp..")
    board = road(
        hero("malik", "p2", "b2", abilities=("hammer_smash",)), horde("here", "p2", *orcs), pack("there", "p1")
    )
    smash = after(board, ActivateHero(), UseAbility("hammer_smash", "N"))
    assert {action.horde for action in legal(smash, PlaceTile)} == {"here"}
    smash.when(1, PlaceTile("here", "a5 b5 c5")).refused("KRR-DEF-05")

    board = road(
        hero("alleria", "p8", "b2", abilities=("like_the_wind",)),
        horde("here", "p8", *FIELD),
        pack("far", "p2"),
        pack("east", "p7"),
    )
    wind = after(board, ActivateHero(), UseAbility("like_the_wind", "E"))
    assert {action.horde for action in legal(wind, PlaceTile)} == {"east"}


# --- instant and ongoing


@pytest.mark.rule("KRR-ONG-01")
def test_an_instant_ability_is_over_at_once() -> None:
    """It leaves nothing that goes on."""
    board = road(hero("malik", "p2", "b2", abilities=("hammer_smash",)), pack("gob", "p2"))
    over = after(board, ActivateHero(), UseAbility("hammer_smash", "N"), LeaveOut()).board.hero("malik")

    assert over.ongoing == ()
    assert over.abilities == (AbilityTile("hammer_smash", "used"),)


@pytest.mark.rule("KRR-ONG-02")
@pytest.mark.rule("KRR-RND-09")
def test_an_ongoing_ability_acts_until_the_end_of_the_round() -> None:
    """Used in phase 2 it protects in phases 3 and 4, and is still there while the team buys; then it is over."""
    board = road(
        hero("malik", "p2", "b2", abilities=("cant_touch_this",)),
        pack("gob", "p2"),
        pack("foe", "p8"),
    )
    used = after(board, ActivateHero(), UseAbility("cant_touch_this", "N"), EndActivation(), EndActivation())
    buying = used.when(1, Done()).when(2, Done())
    assert buying.board.hero("malik").health == 5
    assert buying.board.hero("malik").ongoing == ("cant_touch_this",)
    assert next_round(buying).board.hero("malik").ongoing == ()


@pytest.mark.rule("KRR-ONG-03")
def test_the_tile_of_an_ongoing_ability_lies_on_the_portrait() -> None:
    """While active it cannot be used again, and Recover leaves it so; when the round ends it turns face down."""
    board = road(hero("malik", "p2", abilities=("earthquake", "its_hammer_time")))
    active = road(hero("malik", "p2", abilities=(AbilityTile("earthquake", "active"),), ongoing=("earthquake",)))
    used = after(board, ActivateHero(), UseAbility("earthquake", "N"))
    assert used.board.hero("malik").abilities[0] == AbilityTile("earthquake", "active")

    after(active, ActivateHero(), UseAbility("earthquake", "N")).refused("KRR-ONG-03")
    recovered = after(active, ActivateHero(), Recover()).board
    assert recovered.hero("malik").abilities == (AbilityTile("earthquake", "active"),)
    buying = done(active)
    assert next_round(buying).board.hero("malik").abilities == (AbilityTile("earthquake", "used"),)


@pytest.mark.rule("KRR-ONG-04")
@pytest.mark.parametrize(
    "rows",
    [
        (".....", ".oo..", ".oo..", ".....", "....."),
        (".....", ".oo..", ".oo..", ".....", "....o"),
        (".....",) * 4 + ("E....",),
    ],
    ids=["destroyed", "held up", "dead-eye"],
)
def test_protection_keeps_all_damage_off(rows: tuple[str, ...]) -> None:
    """Destruction, movement and dead-eye of the Horde that it stands on hurt Malik, but not when he is protected."""
    bare = done(road(hero("malik", "p2", "b2"), horde("gob", "p2", *rows)))
    board = road(hero("malik", "p2", "b2", ongoing=("cant_touch_this",)), horde("gob", "p2", *rows))
    protected = done(board).then_never(HeroDamaged)

    assert bare.board.hero("malik").health < 5
    assert protected.board.hero("malik").health == 5


@pytest.mark.rule("KRR-ONG-04", "KRR-ONG-07")
@pytest.mark.parametrize(("ongoing", "health"), [(("arcane_ward",), 3), ((), 2)])
def test_a_tile_of_the_set_may_protect(ongoing: tuple[str, ...], health: int) -> None:
    """Arcane Ward, which the rulebook does not explain, protects Magnus, and nobody beside him."""
    board = road(
        hero("magnus", "p2", "a1", ongoing=ongoing), hero("ignus", "p2", "a4", seat=2), horde("gob", "p2", *FIELD)
    )
    over = done(board).board

    assert (over.hero("magnus").health, over.hero("ignus").health) == (health, 3)


@pytest.mark.rule("KRR-ONG-02", "KRR-ONG-03")
def test_a_tile_of_the_set_lasts_as_it_says() -> None:
    """Used, it lies on the portrait until the round ends."""
    board = road(hero("magnus", "p3", abilities=("arcane_ward",)))
    used = after(board, ActivateHero(), UseAbility("arcane_ward", "N"), EndActivation())

    assert used.board.hero("magnus").ongoing == ("arcane_ward",)
    assert used.board.hero("magnus").abilities == (AbilityTile("arcane_ward", "active"),)


@pytest.mark.rule("KRR-ONG-05")
def test_protection_is_not_for_soldiers() -> None:
    """Soldiers that hold a Horde up beside a protected hero go back to the supply."""
    board = road(hero("malik", "p2", "a4", ongoing=("cant_touch_this",)), pack("gob", "p2", soldiers="b2 c2"))
    after_phase_4 = done(board).board

    assert after_phase_4.horde("gob").soldiers == 0
    assert after_phase_4.soldiers == 12


@pytest.mark.rule("KRR-ONG-06")
def test_a_protected_hero_still_blocks() -> None:
    """The Horde under it does not move."""
    board = road(hero("malik", "p2", "a4", ongoing=("cant_touch_this",)), pack("gob", "p2"), pack("foe", "p8"))
    after_phase_4 = done(board).board

    assert after_phase_4.horde("gob").space == "p2"
    assert after_phase_4.horde("foe").space == "p7"


@pytest.mark.rule("KRR-ONG-07")
def test_protection_is_for_whom_it_names() -> None:
    """Can't Touch This protects Malik, and nobody beside him."""
    board = road(
        hero("malik", "p2", "a1", ongoing=("cant_touch_this",)), hero("ignus", "p2", "a4", seat=2), pack("gob", "p2")
    )
    after_phase_4 = done(board).board

    assert (after_phase_4.hero("malik").health, after_phase_4.hero("ignus").health) == (5, 3)


# --- Recover


@pytest.mark.rule("KRR-REC-01")
def test_recover_restores_health_and_abilities() -> None:
    """Health is full and all tiles are face up."""
    tiles_ = (AbilityTile("hammer_smash", "used"), AbilityTile("its_hammer_time", "used"))
    recovered = after(road(hero("malik", "p3", health=1, abilities=tiles_)), ActivateHero(), Recover()).board

    assert recovered.hero("malik").health == 5
    assert {tile.state for tile in recovered.hero("malik").abilities} == {"ready"}


@pytest.mark.rule("KRR-REC-02")
def test_recover_is_the_action() -> None:
    """No attack before or after it; movement is free."""
    activated = after(road(hero("alleria", "p8", health=1), pack("gob", "p2")), ActivateHero())

    recovered = activated.when(1, Recover())
    assert legal(recovered, MoveHero)
    recovered.when(1, BasicAttack("N")).refused("KRR-HRO-05")
    attacked = activated.when(1, BasicAttack("N")).when(1, PlaceTile("gob", "b2 b3"))
    attacked.when(1, Recover()).refused("KRR-REC-02")


@pytest.mark.parametrize(
    ("name", "ability"),
    [
        pytest.param("alleria", "like_the_wind", marks=pytest.mark.rule("KRR-ALL-06")),
        pytest.param("magnus", "hocus_pocus", marks=pytest.mark.rule("KRR-MAG-03")),
    ],
)
def test_nobody_is_asked_whom_to_choose_where_no_hero_is_in_play(name: str, ability: str) -> None:
    """A hero that uses its ability on its board, alone, goes on with its activation."""
    used = after(road(hero(name, abilities=(ability,))), ActivateHero(), UseAbility(ability, "N"))

    used.waits_for(Activating, 1).then_includes(ChoiceForgone())
