"""Engaging: a hero's base on the grid of a Horde."""

import pytest

from rulesets.kingdom_rush.effects import HeroDamaged, HeroEngaged, HeroMoved, HordeDestroyed
from rulesets.kingdom_rush.geometry import BASES, mask_of
from rulesets.kingdom_rush.phases import Activating, Engaging
from rulesets.kingdom_rush.pieces import Tower
from rulesets.kingdom_rush.rules.attacks import PlaceTile
from rulesets.kingdom_rush.rules.heroes import ActivateHero, BasicAttack, EndActivation, Engage, MoveHero, Recover
from tests.rulesets.kingdom_rush.build import FIELD, hero, horde, pack, road
from tests.rulesets.kingdom_rush.checked import after, done, legal


@pytest.mark.rule("KRR-ENG-01")
def test_a_hero_that_ends_on_a_horde_engages_it() -> None:
    """Its base has to be put on a 2x2 block, before anything else."""
    moved = after(road(hero("malik", "p9"), pack("gob", "p8")), ActivateHero(), MoveHero("p8"))
    moved.waits_for(Engaging, 1).when(1, EndActivation()).refused("KRR-ENG-01")

    engaged = moved.when(1, Engage("b2")).then(HeroEngaged("malik", "gob", "b2")).waits_for(Activating, 1)
    assert engaged.board.covered(engaged.board.horde("gob")) == mask_of("b2 c2 b3 c3")


@pytest.mark.rule("KRR-ENG-02")
def test_the_base_lies_inside_on_free_squares() -> None:
    """Not over the edge, a tile, a Soldier, another base or a bar."""
    board = road(
        hero("malik", "p9"),
        hero("ignus", "p8", "d1", seat=2),
        horde("gob", "p8", "ooooo", "ooooo", "ooooo", "ooooo", "GGG..", tiled="a1", soldiers="a3"),
    )
    moved = after(board, ActivateHero(), MoveHero("p8"))

    assert {action.base for action in legal(moved, Engage)} == {"b1", "b2", "b3", "c3", "d3", "d4"}
    for base in ("a1", "a2", "c1", "b4", "e1", "d5", "z9"):
        moved.when(1, Engage(base)).refused("KRR-ENG-02")


@pytest.mark.rule("KRR-ENG-03")
def test_the_base_covers_whatever_resists() -> None:
    """Orcs, Hexers and Black Knights are covered: the base is true damage."""
    board = road(hero("malik", "p9"), horde("mix", "p8", ".....", ".pm..", ".bb..", ".....", "....."))
    engaged = after(board, ActivateHero(), MoveHero("p8"), Engage("b2")).board

    assert not engaged.face(engaged.horde("mix")).all & ~engaged.covered(engaged.horde("mix"))


@pytest.mark.rule("KRR-ENG-04")
def test_the_base_covers_no_deadly_enemy() -> None:
    """Every block with a square of a Berserker is closed."""
    board = road(hero("malik", "p9"), horde("mix", "p8", ".....", ".....", "..d..", ".....", "....."))
    moved = after(board, ActivateHero(), MoveHero("p8"))

    moved.when(1, Engage("b2")).refused("KRR-ENG-04")
    assert {action.base for action in legal(moved, Engage)} == {b for b in BASES if not BASES[b] & mask_of("c3")}


@pytest.mark.rule("KRR-ENG-05")
def test_the_base_need_cover_nobody() -> None:
    """Four blank squares will do."""
    engaged = after(road(hero("malik", "p9"), pack("gob", "p8")), ActivateHero(), MoveHero("p8"), Engage("d4"))

    assert engaged.board.hero("malik").base == "d4"


@pytest.mark.rule("KRR-ENG-06")
def test_enemies_under_the_base_count_as_covered() -> None:
    """With Malik on the last of them a Horde is destroyed; the round before, without him, it was not."""
    engaged = road(hero("malik", "p8", "b2"), pack("gob", "p8"))
    done(engaged).then_includes(HordeDestroyed("gob", 1, ("malik",)), HeroDamaged("malik", 4, "gob"))
    done(road(hero("malik", "p9"), pack("gob", "p8"))).then_never(HordeDestroyed)


@pytest.mark.rule("KRR-ENG-07")
def test_an_engaged_hero_shifts_only_by_moving() -> None:
    """Whatever it does without moving, its base stays."""
    board = road(hero("malik", "p8", "b2"), horde("gob", "p8", *FIELD))
    activated = after(board, ActivateHero())

    activated.when(1, Engage("d4")).refused("KRR-HRO-03")
    recovered = activated.when(1, Recover()).when(1, EndActivation())
    assert recovered.board.hero("malik").base == "b2"


@pytest.mark.rule("KRR-ENG-07", "KRR-MOV-01")
def test_a_hero_that_leaves_and_comes_back_engages_anew() -> None:
    """For two points; its base may overlap the squares that it covered before, for it had left them."""
    board = road(hero("malik", "p8", "b2"), horde("gob", "p8", *FIELD, tiled="d1 e1"))
    back = after(board, ActivateHero(), MoveHero("p8"))

    back.then(HeroMoved("malik", "p8", True)).waits_for(Engaging, 1).when(1, Engage("d1")).refused("KRR-ENG-02")
    assert {"b2", "c3", "d4"} <= {action.base for action in legal(back, Engage)}
    engaged = back.when(1, Engage("c3")).waits_for(Activating, 1)
    assert engaged.board.covered(engaged.board.horde("gob")) == mask_of("d1 e1 c3 d3 c4 d4")
    engaged.when(1, MoveHero("p8")).refused("KRR-HRO-04")


@pytest.mark.rule("KRR-ENG-01")
def test_alleria_moves_and_attacks() -> None:
    """Worked example: across the site with the Adept onto the Horde where Ignus stands; then she covers the last two
    enemies of the Horde next to it. Both are destroyed, and whoever stands on one suffers."""
    board = road(
        hero("alleria", "p1"),
        hero("ignus", "p8", "d4", seat=2),
        horde("near", "p8", ".....", ".oo..", ".....", ".....", "...oo"),
        horde("next", "p7", ".....", ".oo..", ".....", ".....", "....."),
        Tower("r2", "adept", 2, "N"),
    )
    after(board, ActivateHero(), MoveHero("r2")).refused("KRR-MOV-04")
    fought = after(board, ActivateHero(), MoveHero("p8"), Engage("b2"), BasicAttack("E"), PlaceTile("next", "b2 c2"))
    final = done(fought.board).then_includes(
        HordeDestroyed("next", 1, ()),
        HordeDestroyed("near", 1, ("alleria", "ignus")),
        HeroDamaged("alleria", 2, "near"),
        HeroDamaged("ignus", 3, "near"),
    )
    assert {own.name: own.health for own in final.board.heroes} == {"alleria": 2, "ignus": 3}
