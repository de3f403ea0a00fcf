"""Lilith: her basic attack and her special abilities."""

import pytest

from rulesets.kingdom_rush.effects import AbilityTurned, HeroDamaged, HeroHealed, HeroResurrected, HordeDestroyed
from rulesets.kingdom_rush.phases import Activating, Attacking, Blessing
from rulesets.kingdom_rush.pieces import AbilityTile
from rulesets.kingdom_rush.rules.abilities import Bless, UseAbility
from rulesets.kingdom_rush.rules.attacks import PlacePieces, PlaceTile
from rulesets.kingdom_rush.rules.heroes import ActivateHero, BasicAttack
from tests.rulesets.kingdom_rush.build import FIELD, hero, horde, pack, portal, road
from tests.rulesets.kingdom_rush.checked import Checked, after, done, legal, tiles

KNIGHTS = ("bbbbb", "bbbbb", "bbbbb", "bbbbb", "bbbbb")
"""Black Knights, whom only true damage covers."""


@pytest.mark.rule("KRR-LIL-01")
def test_her_attack_is_melee_or_ranged() -> None:
    """One 1x1 on the Horde that she stands on, or on the one that her arrow reaches."""
    board = road(hero("lilith", "p9", "a1"), horde("here", "p9", *FIELD), pack("there", "p8"), pack("far", "p7"))
    attack = after(board, ActivateHero(), BasicAttack("E")).waits_for(Attacking, 1)

    assert {action.horde for action in legal(attack, PlaceTile)} == {"here", "there"}
    hit = attack.when(1, PlaceTile("here", "c3")).waits_for(Blessing, 1)
    assert tiles(hit.board, "here") == ["c3"]


@pytest.mark.rule("KRR-LIL-02")
def test_after_it_a_hero_nearby_heals_and_turns_a_tile_up() -> None:
    """Herself, or one in her space or next to it; one who is farther away cannot be chosen."""
    used = AbilityTile("lets_burn", "used")
    board = road(
        hero("lilith", "p2", health=2),
        hero("ignus", "p3", seat=2, health=2, abilities=(used, "surge_of_flames")),
        hero("malik", "p6", seat=3, health=2),
        seats=3,
    )
    blessing = after(board, ActivateHero(), BasicAttack("N")).waits_for(Blessing, 1)

    assert set(legal(blessing, Bless)) == {Bless("lilith"), Bless("ignus", "lets_burn")}
    blessing.when(1, Bless("malik")).refused("KRR-LIL-02")
    blessed = blessing.when(1, Bless("ignus", "lets_burn"))
    blessed.then_includes(AbilityTurned("ignus", "lets_burn", "ready"), HeroHealed("ignus", 3))
    assert blessed.board.hero("ignus").abilities == (AbilityTile("lets_burn"), AbilityTile("surge_of_flames"))


@pytest.mark.rule("KRR-LIL-03")
def test_infernal_wheel_burns_each_adjacent_horde() -> None:
    """One 1x2 each, turned freely, of true damage; not the one in her space, no Portal, none twice."""
    board = road(
        hero("lilith", "p8", "a1", abilities=("infernal_wheel",)),
        horde("east", "p7", *KNIGHTS),
        horde("here", "p8", *FIELD),
        horde("west", "p9", *KNIGHTS),
        pack("north", "p2"),
        portal("rift", "p3"),
    )
    wheel = after(board, ActivateHero(), UseAbility("infernal_wheel", "N"))

    assert {action.horde for action in legal(wheel, PlaceTile)} == {"east", "west"}
    both = wheel.when(1, PlaceTile("east", "a1 b1"))
    both.when(1, PlaceTile("east", "a2 b2")).refused("KRR-LIL-03")
    both = both.when(1, PlaceTile("west", "a1 a2")).waits_for(Activating, 1)
    assert (tiles(both.board, "east"), tiles(both.board, "west")) == (["a1 b1"], ["a1 a2"])


def reaper(*more: str) -> Checked:
    """Lilith in the middle of a field of Black Knights uses Reaper's Harvest."""
    board = road(
        hero("lilith", "p8", "b2", abilities=("reapers_harvest",)),
        horde("here", "p8", *KNIGHTS, tiled=" ".join(more)),
        horde("east", "p7", *KNIGHTS),
    )
    return after(board, ActivateHero(), UseAbility("reapers_harvest", "N"))


@pytest.mark.rule("KRR-LIL-04")
def test_reapers_harvest_mows_around_her() -> None:
    """Worked example: two 1x2 and two 1x1 on the Horde in her space, true damage, nothing elsewhere."""
    harvest = reaper()
    assert {action.horde for action in legal(harvest, PlaceTile)} == {"here"}
    harvest.when(1, PlaceTile("here", "b1")).refused("KRR-DMG-01")

    for cells in ("b1 c1", "b4 c4", "d2", "a3"):
        harvest = harvest.when(1, PlaceTile("here", cells))
    assert tiles(harvest.waits_for(Activating, 1).board, "here") == ["b1 c1", "b4 c4", "d2", "a3"]


@pytest.mark.rule("KRR-LIL-05")
def test_each_tile_touches_another_side_of_her_base() -> None:
    """A tile away from her, or at a side that is taken, is refused."""
    harvest = reaper()
    harvest.when(1, PlaceTile("here", "a5 b5")).refused("KRR-LIL-05")

    north = harvest.when(1, PlaceTile("here", "b1 c1")).when(1, PlaceTile("here", "d2 d3"))
    north.when(1, PlaceTile("here", "e1")).refused("KRR-LIL-05")
    south = north.when(1, PlaceTile("here", "c4"))
    south.when(1, PlaceTile("here", "b4")).refused("KRR-LIL-05")
    south.when(1, PlaceTile("here", "a2")).waits_for(Activating, 1)


@pytest.mark.rule("KRR-LIL-05")
def test_a_side_without_room_gets_no_tile() -> None:
    """With three sides full there is one tile, and that is all."""
    harvest = reaper("b1", "c1", "a2", "d2", "a3", "d3").when(1, PlaceTile("here", "b4 c4"))

    assert tiles(harvest.waits_for(Activating, 1).board, "here")[1:] == ["b4 c4"]


@pytest.mark.rule("KRR-LIL-06")
def test_heavenly_chaos_strikes_one_horde() -> None:
    """A 1x1, a 1x2 and two Soldiers, all on the same adjacent Horde, true damage."""
    board = road(hero("lilith", "p8", abilities=("heavenly_chaos",)), horde("east", "p7", *KNIGHTS), pack("west", "p9"))
    chaos = after(board, ActivateHero(), UseAbility("heavenly_chaos", "N"), PlaceTile("east", "a1"))

    chaos.when(1, PlaceTile("west", "b2 b3")).refused("KRR-LIL-06")
    chaos = chaos.when(1, PlaceTile("east", "b1 c1"))
    chaos.when(1, PlacePieces("east", "a2 b2 c2")).refused("KRR-LIL-06")
    chaos = chaos.when(1, PlacePieces("east", "a2 b2")).waits_for(Activating, 1)
    assert tiles(chaos.board, "east") == ["a1", "b1 c1"]
    assert (chaos.board.horde("east").soldiers.bit_count(), chaos.board.soldiers) == (2, 10)


@pytest.mark.rule("KRR-LIL-07")
def test_resurrection_places_a_tile_in_her_space() -> None:
    """A 1x2 of true damage; then it lies on the portrait until the round ends."""
    board = road(
        hero("lilith", "p8", "d4", abilities=("resurrection",)), horde("here", "p8", *KNIGHTS), pack("east", "p7")
    )
    used = after(board, ActivateHero(), UseAbility("resurrection", "N"))
    assert {action.horde for action in legal(used, PlaceTile)} == {"here"}

    placed = used.when(1, PlaceTile("here", "a1 b1")).board
    assert (tiles(placed, "here"), placed.hero("lilith").ongoing) == (["a1 b1"], ("resurrection",))
    assert placed.hero("lilith").abilities == (AbilityTile("resurrection", "active"),)


@pytest.mark.rule("KRR-LIL-08")
def test_resurrection_heals_when_her_horde_is_destroyed() -> None:
    """Three health more and no damage; whoever stands beside her is hurt."""
    board = road(
        hero("lilith", "p8", "b2", health=1, ongoing=("resurrection",)),
        hero("malik", "p8", "d4", seat=2),
        pack("gob", "p8"),
    )
    over = done(board).then_includes(
        HordeDestroyed("gob", 1, ("lilith", "malik")), HeroResurrected("lilith", 4), HeroDamaged("malik", 4, "gob")
    )
    assert over.board.hero("lilith").health == 4


@pytest.mark.rule("KRR-LIL-08")
@pytest.mark.parametrize("base", ["d4", None], ids=["beside her", "elsewhere"])
def test_resurrection_heals_whoever_is_protected_already(base: str | None) -> None:
    """With Malik's Earthquake around her she heals 3 as she does without, and neither of them is hurt."""
    board = road(
        hero("lilith", "p8", "b2", health=1, ongoing=("resurrection",)),
        hero("malik", "p8" if base else "p4", base, seat=2, ongoing=("earthquake",)),
        pack("gob", "p8"),
    )
    over = done(board).then_includes(HeroResurrected("lilith", 4)).then_never(HeroDamaged)
    assert over.board.hero("lilith").health == 4


@pytest.mark.rule("KRR-LIL-08")
def test_resurrection_protects_for_the_rest_of_the_round() -> None:
    """A sniper that comes next to her cannot hurt her once her Horde was destroyed; without Resurrection he does."""
    eye = horde("eye", "p5", ".....", ".....", ".....", ".....", "....E")
    for ongoing, health in ((("resurrection",), 4), ((), 1)):
        board = road(hero("lilith", "p3", "b2", health=3, ongoing=ongoing), pack("gob", "p3"), eye)
        over = done(board).board
        assert over.horde("eye").space == "p4"
        assert over.hero("lilith").health == health
