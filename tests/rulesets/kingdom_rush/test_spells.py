"""Spells: once a game each, shared by the team."""

import pytest
from msgspec.structs import replace

from rulesets.kingdom_rush.effects import HeroDamaged, SpellUsed
from rulesets.kingdom_rush.phases import Attacking, PlayCards, Sacrificing
from rulesets.kingdom_rush.pieces import Boss
from rulesets.kingdom_rush.rules.attacks import AimAt, LeaveOut, PlacePieces, PlaceTile
from rulesets.kingdom_rush.rules.spells import Suffer, UseHandOfMidas, UseSpell
from tests.rulesets.kingdom_rush.build import hero, horde, pack, portal, road, table
from tests.rulesets.kingdom_rush.checked import Checked, after, at, legal, tiles

ALL = ("rain_of_fire", "reinforcements", "thunderbolt", "lightning_bolt", "hand_of_midas", "gem_of_timewarp")


def targets(scenario: Checked) -> set[str]:
    """The Hordes that something may be placed on."""
    placing: tuple[type[PlaceTile | PlacePieces | AimAt], ...] = (PlaceTile, PlacePieces, AimAt)
    return {action.horde for kind in placing for action in legal(scenario, kind)}


@pytest.mark.rule("KRR-SPL-01")
@pytest.mark.parametrize("seat", [1, 2])
def test_any_player_uses_a_spell(seat: int) -> None:
    """As an action of phase 2; whoever casts it places its tiles."""
    cast = at(road(pack("gob", "p8"), spells=ALL)).when(seat, UseSpell("rain_of_fire"))

    cast.then_includes(SpellUsed(seat, "rain_of_fire")).waits_for(Attacking, seat)
    cast.when(3 - seat, UseSpell("thunderbolt")).refused("KRR-RND-05")


@pytest.mark.rule("KRR-SPL-02")
def test_a_used_spell_leaves_the_game() -> None:
    """Nobody casts it again, nor one that the team did not take along."""
    cast = after(road(pack("gob", "p8"), spells=("rain_of_fire",)), UseSpell("rain_of_fire"), LeaveOut(), LeaveOut())

    assert cast.waits_for(PlayCards, 1, 2).board.spells == ()
    cast.when(2, UseSpell("rain_of_fire")).refused("KRR-SPL-02")
    cast.when(1, UseSpell("thunderbolt")).refused("KRR-SPL-02")


@pytest.mark.rule("KRR-SPL-03")
def test_spells_reach_the_whole_map() -> None:
    """From the first space of the Path to the last."""
    board = road(pack("first", "p9"), pack("last", "p1"), spells=ALL)

    for spell in ("rain_of_fire", "reinforcements", "thunderbolt", "lightning_bolt"):
        assert targets(after(board, UseSpell(spell))) == {"first", "last"}


@pytest.mark.rule("KRR-SPL-04")
@pytest.mark.parametrize("spell", ["rain_of_fire", "reinforcements", "thunderbolt", "lightning_bolt"])
def test_spells_do_not_attack_portals(spell: str) -> None:
    """A Portal is no target, also not as the Horde next to the one that was struck."""
    board = road(pack("gob", "p8"), portal("rift", "p7"), spells=ALL)
    cast = after(board, UseSpell(spell))
    assert targets(cast) == {"gob"}
    if spell == "thunderbolt":
        cast.when(1, PlaceTile("gob", "b2 b3")).waits_for(PlayCards, 1, 2)

    alone = after(road(portal("rift", "p7"), spells=ALL), UseSpell(spell)).waits_for(PlayCards, 1, 2)
    assert alone.board.horde("rift").tiled == alone.board.horde("rift").soldiers == 0


@pytest.mark.rule("KRR-SPL-05")
def test_spell_tiles_follow_the_rules_of_placing() -> None:
    """Turned freely; on free squares, and on nobody who resists."""
    board = road(horde("mix", "p8", "mm...", "oo...", "GGG..", ".....", ".....", tiled="e1"), spells=ALL)
    rain = after(board, UseSpell("rain_of_fire"))

    rain.when(1, PlaceTile("mix", "a1 a2")).refused("KRR-DEF-05")
    rain.when(1, PlaceTile("mix", "a3 a4")).refused("KRR-DMG-06")
    rain.when(1, PlaceTile("mix", "d1 e1")).refused("KRR-DMG-05")
    rain.when(1, PlaceTile("mix", "a2 b2"))
    rain.when(1, PlaceTile("mix", "c1 c2"))


@pytest.mark.rule("KRR-SPL-06")
def test_rain_of_fire_falls_on_one_horde() -> None:
    """A 1x2 and a 1x1, magical, both on the same Horde."""
    board = road(horde("gob", "p8", "oo...", "pp...", "mm...", ".....", "....."), pack("foe", "p2"), spells=ALL)
    rain = after(board, UseSpell("rain_of_fire")).when(1, PlaceTile("gob", "a1 a2"))

    rain.when(1, PlaceTile("foe", "b2")).refused("KRR-SPL-06")
    rain.when(1, PlaceTile("gob", "a3")).refused("KRR-DEF-05")
    assert tiles(rain.when(1, PlaceTile("gob", "b1")).waits_for(PlayCards, 1, 2).board, "gob") == ["a1 a2", "b1"]


@pytest.mark.rule("KRR-SPL-07")
def test_reinforcements_are_two_soldiers() -> None:
    """On one Horde or on two, true damage, on anybody but the deadly; from the supply only."""
    board = road(horde("gob", "p8", "b.d..", *(".....",) * 4), pack("foe", "p2"), spells=ALL)
    cast = after(board, UseSpell("reinforcements"))

    cast.when(1, PlacePieces("gob", "c1")).refused("KRR-SOL-03")
    cast.when(1, PlacePieces("foe", "b2 c2 b3")).refused("KRR-SPL-07")
    both = cast.when(1, PlacePieces("gob", "a1")).when(1, PlacePieces("foe", "b2")).waits_for(PlayCards, 1, 2)
    assert both.board.soldiers == 10
    assert cast.when(1, PlacePieces("foe", "b2 c2")).waits_for(PlayCards, 1, 2).board.soldiers == 10


@pytest.mark.rule("KRR-SPL-08")
def test_thunderbolt_spreads() -> None:
    """A 1x2 on one Horde, then a 1x1 on each Horde next to it, magical; those farther away get none."""
    hexers = (".....", "mm...", "oo...", ".....", ".....")
    board = road(pack("here", "p8"), horde("east", "p7", *hexers), pack("west", "p9"), pack("far", "p5"), spells=ALL)
    bolt = after(board, UseSpell("thunderbolt"), PlaceTile("here", "b2 c2"))
    assert targets(bolt) == {"east", "west"}

    bolt.when(1, PlaceTile("east", "a2")).refused("KRR-DEF-05")
    bolt = bolt.when(1, PlaceTile("east", "a3"))
    bolt.when(1, PlaceTile("east", "b3")).refused("KRR-SPL-08")
    bolt = bolt.when(1, PlaceTile("west", "b2")).waits_for(PlayCards, 1, 2)
    assert [tiles(bolt.board, card) for card in ("here", "east", "west", "far")] == [["b2 c2"], ["a3"], ["b2"], []]


@pytest.mark.rule("KRR-SPL-09")
def test_lightning_bolt_strikes_four_squares_that_hang_together() -> None:
    """Corners count; four apart are refused, and so are three where four fit. Physical."""
    board = road(horde("gob", "p8", "ooooo", "ppppp", "ooooo", "ooooo", "ooooo"), spells=ALL)
    cast = after(board, UseSpell("lightning_bolt"))
    cast.when(1, PlacePieces("gob", "a1 b1 c1 d1")).refused("KRR-SPL-09")
    cast.when(1, AimAt("nobody")).refused("KRR-RNG-07")
    bolt = cast.when(1, AimAt("gob"))

    bolt.when(1, AimAt("gob")).refused("KRR-SPL-09")
    bolt.when(1, PlaceTile("gob", "a1")).refused("KRR-DMG-01")
    bolt.when(1, PlacePieces("gob", "a1 b1 d1 e1")).refused("KRR-SPL-09")
    bolt.when(1, PlacePieces("gob", "a3 b3 c3")).refused("KRR-SPL-09")
    bolt.when(1, PlacePieces("gob", "a1 b1 c1 c2")).refused("KRR-DEF-05")
    assert tiles(bolt.when(1, PlacePieces("gob", "a3 b4 d4 c5")).board, "gob") == ["a3", "b4", "d4", "c5"]


@pytest.mark.rule("KRR-SPL-09")
def test_lightning_bolt_takes_fewer_squares_where_four_do_not_fit() -> None:
    """Three free squares in a corner are all that it can get."""
    board = road(horde("gob", "p8", "ooppp", "opppp", "ppppp", "ppppp", "ppppp"), spells=ALL)
    bolt = after(board, UseSpell("lightning_bolt"), AimAt("gob"))

    bolt.when(1, PlacePieces("gob", "a1 b1")).refused("KRR-SPL-09")
    assert tiles(bolt.when(1, PlacePieces("gob", "a1 b1 a2")).board, "gob") == ["a1", "b1", "a2"]


@pytest.mark.rule("KRR-SPL-10")
def test_hand_of_midas_passes_two_levels_up() -> None:
    """Worked example: an Archer becomes a Sharpshooter in the other's incoming slot, and goes to the supply."""
    board = road(hands=(("archer", "wizard"),), spells=ALL, supply=("adept", "marksmen", "sharpshooter", "tesla_tower"))
    passed = at(board).when(1, UseHandOfMidas("archer", 2, "sharpshooter")).board

    assert (passed.side(1).hand, passed.side(2).incoming) == (("wizard",), ("sharpshooter",))
    assert passed.supply == ("adept", "archer", "marksmen", "tesla_tower")
    assert "hand_of_midas" not in passed.spells
    at(board).when(1, UseHandOfMidas("archer", 2, "marksmen")).refused("KRR-SPL-10")
    at(board).when(1, UseHandOfMidas("wizard", 2, "wizard")).refused("KRR-SPL-10")
    at(board).when(1, UseHandOfMidas("adept", 2, "arcane_wizard")).refused("KRR-PAS-01")
    at(passed).when(2, UseHandOfMidas("sharpshooter", 1, "sharpshooter")).refused("KRR-SPL-02")
    at(board).when(1, UseHandOfMidas("archer", 1, "sharpshooter")).refused("KRR-SPL-10")
    at(board).when(1, UseSpell("hand_of_midas")).refused("KRR-SPL-10")


@pytest.mark.rule("KRR-SPL-11")
def test_gem_of_timewarp_strikes_a_portal_and_a_hero() -> None:
    """A 1x2 of true damage on a Portal, on no other Horde; then a chosen hero suffers 1 damage."""
    board = road(
        hero("malik", "p3"),
        hero("ignus", seat=2),
        portal("rift", "p7", "b....", "b....", "..#..", ".....", "....."),
        pack("gob", "p8"),
        spells=ALL,
    )
    gem = after(board, UseSpell("gem_of_timewarp"))
    assert targets(gem) == {"rift"}
    gem.when(1, PlaceTile("gob", "b2 b3")).refused("KRR-SPL-11")
    gem.when(1, LeaveOut()).waits_for(Sacrificing, 1, 2)

    struck = gem.when(1, PlaceTile("rift", "a1 a2")).waits_for(Sacrificing, 1, 2)
    struck.when(2, Suffer("malik")).then_includes(HeroDamaged("malik", 4, "gem_of_timewarp"))
    assert tiles(struck.board, "rift") == ["a1 a2"]


@pytest.mark.rule("KRR-SPL-11")
def test_gem_of_timewarp_strikes_a_boss_life_card() -> None:
    """The one on top, though it lies in no space of the map."""
    board = table(scenario="angel", bosses=(Boss("lilith", "p3"),), lives=("wing-1", "wing-2"), spells=ALL)
    gem = after(board, UseSpell("gem_of_timewarp"))

    assert targets(gem) == {"wing-1"}
    gem.when(1, PlaceTile("wing-2", "d2 d3")).refused("KRR-SPL-11")
    twice = at(replace(board, lives=gem.when(1, PlaceTile("wing-1", "d2 d3")).board.lives))
    twice.when(1, UseSpell("gem_of_timewarp")).when(1, PlaceTile("wing-1", "d3 d4")).refused("KRR-DMG-05")
    assert gem.when(1, PlaceTile("wing-1", "d2 d3")).board.lives[0].tiles[0].cells == "d2 d3"


@pytest.mark.rule("KRR-SPL-12")
def test_the_level_of_a_portal_does_not_hold_the_gem_back() -> None:
    """A Portal of level 4 is struck; its central square stays free."""
    gem = after(road(portal("rift", "p7", level=4), spells=ALL), UseSpell("gem_of_timewarp"))

    gem.when(1, PlaceTile("rift", "c2 c3")).refused("KRR-DMG-06")
    assert tiles(gem.when(1, PlaceTile("rift", "b2 b3")).board, "rift") == ["b2 b3"]


@pytest.mark.rule("KRR-SPL-13")
def test_any_hero_that_is_not_knocked_out_may_suffer() -> None:
    """On the map or on its board, the Wildcat in play; a protected one may be chosen, and takes nothing."""
    board = road(
        hero("alleria", down=True),
        hero("wildcat", "p9"),
        hero("malik", seat=2),
        hero("ignus", "p3", seat=3, ongoing=("cant_touch_this",)),
        portal("rift", "p7"),
        seats=3,
        spells=ALL,
    )
    struck = after(board, UseSpell("gem_of_timewarp"), PlaceTile("rift", "b2 b3")).waits_for(Sacrificing, 1, 2, 3)

    assert {action.hero for action in legal(struck, Suffer)} == {"wildcat", "malik", "ignus"}
    struck.when(1, Suffer("alleria")).refused("KRR-SPL-13")
    struck.when(1, Suffer("malik")).then_includes(HeroDamaged("malik", 4, "gem_of_timewarp"))
    struck.when(3, Suffer("ignus")).then_never(HeroDamaged).waits_for(PlayCards, 1, 2, 3)


@pytest.mark.rule("KRR-SPL-13", "KRR-MAL-05")
def test_an_earthquake_far_away_protects_nobody_from_the_gem() -> None:
    """Malik has gone back to his board: he shares no space with anybody, and suffers."""
    board = road(hero("malik", ongoing=("earthquake",)), portal("rift", "p7"), spells=ALL)
    struck = after(board, UseSpell("gem_of_timewarp"), PlaceTile("rift", "b2 b3"))

    struck.when(1, Suffer("malik")).then_includes(HeroDamaged("malik", 4, "gem_of_timewarp"))


@pytest.mark.rule("KRR-SPL-13")
def test_with_all_heroes_knocked_out_nobody_suffers() -> None:
    """The Gem is used all the same."""
    board = road(hero("malik", down=True), hero("ignus", seat=2, down=True), portal("rift", "p7"), spells=ALL)

    after(board, UseSpell("gem_of_timewarp"), PlaceTile("rift", "b2 b3")).waits_for(PlayCards, 1, 2)


@pytest.mark.rule("KRR-SPL-14")
def test_alone_hand_of_midas_serves_oneself() -> None:
    """The Tower comes into the player's own incoming slot."""
    board = road(seats=1, hands=(("archer",),), spells=ALL)

    assert at(board).when(1, UseHandOfMidas("archer", 1, "sharpshooter")).board.side(1).incoming == ("sharpshooter",)
    at(board).when(1, UseHandOfMidas("archer", 2, "sharpshooter")).refused("KRR-SPL-14")
