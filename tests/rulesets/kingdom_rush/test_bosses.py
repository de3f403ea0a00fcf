"""The Bosses: two Time Mages, and Lilith, as their reference cards tell."""

import pytest
from msgspec.structs import replace

from rulesets.kingdom_rush import RULESET
from rulesets.kingdom_rush.board import Board
from rulesets.kingdom_rush.effects import (
    AdvanceStarted,
    Asked,
    BossMoved,
    CardsPickedUp,
    GameLost,
    GameWon,
    HeroDamaged,
    HordeMoved,
    LifeLost,
    PortalPlaced,
    TowerLost,
    WarpDrawn,
)
from rulesets.kingdom_rush.phases import BUYING, Buying, LosingTower, PlacingPortal
from rulesets.kingdom_rush.pieces import Boss, Hero, Tower
from rulesets.kingdom_rush.rules.attacks import PlaceTile
from rulesets.kingdom_rush.rules.bosses import GiveUpTower, PlacePortal
from rulesets.kingdom_rush.rules.buying import EndPurchases
from rulesets.kingdom_rush.rules.ending import Done
from rulesets.kingdom_rush.rules.heroes import ActivateHero, BasicAttack, MoveHero
from rulesets.kingdom_rush.rules.spells import UseSpell
from rulesets.kit.structs import Start
from tests.rulesets.kingdom_rush import build
from tests.rulesets.kingdom_rush.build import Drawn, cards, gated, hero, horde, pack, portal, road, table
from tests.rulesets.kingdom_rush.checked import Checked, after, at, done, kinds, legal, tiles, winners

MAGES = (Boss("time_mage_1", "1-4"), Boss("time_mage_2", "6-2"))
TILES = ("azure-rift", "violet-rift")
ANGEL = (Boss("lilith", "p4"),)


def mages(*things: Hero | Drawn, gates: tuple[str, ...] = TILES, bosses: tuple[Boss, ...] = MAGES) -> Checked:
    """Phases 3 and 4 with Time Mages are over."""
    return done(table(*things, scenario="mages", gates=gates, bosses=bosses))


def angel(*things: Hero | Drawn | Tower, warp: str = "stillness-1", bosses: tuple[Boss, ...] = ANGEL) -> Checked:
    """Both seats are done, and Lilith draws a Timewarp card."""
    board = table(*things, scenario="angel", bosses=bosses, lives=("wing-1", "wing-2"))
    return at(board).when(1, Done()).when(2, Done(), [warp])


def laid_out(scenario: str) -> Board:
    """The table of a scenario before anybody has chosen."""
    return RULESET.empty_board(Start(2, cards().hash, "table", "free", options={"scenario": scenario}), cards())


# --- Bosses


@pytest.mark.rule("KRR-BOS-01")
def test_bosses_appear_where_the_scenario_says_so() -> None:
    """On the plain road nobody acts between phase 4 and phase 5."""
    plain = done(road(pack("gob", "p8"))).waits_for(Buying, 1, 2)
    assert plain.board.bosses == ()
    assert "BossStepStarted" not in kinds(plain)

    assert "BossStepStarted" in kinds(mages())


@pytest.mark.rule("KRR-BOS-01")
def test_a_destroyed_portal_takes_a_life_of_lilith() -> None:
    """The Boss Life card on top goes."""
    over = angel(portal("rift", "p9", tiled="c2 c4")).then_includes(LifeLost("wing-1"))

    assert [life.card for life in over.board.lives] == ["wing-2"]


@pytest.mark.rule("KRR-BOS-01", "KRR-WIN-01")
@pytest.mark.parametrize("lives", [("wing-1",), ()])
def test_without_boss_life_cards_lilith_is_defeated(lives: tuple[str, ...]) -> None:
    """At the end of the round in which she lost the last one."""
    ended = at(table(scenario="angel", bosses=ANGEL, lives=lives, pending=BUYING)).when(1, EndPurchases())

    assert (GameWon("boss") in ended.effects) is not bool(lives)


@pytest.mark.rule("KRR-BOS-02")
@pytest.mark.rule("KRR-POR-15")
def test_heroes_and_spells_do_not_touch_bosses() -> None:
    """Lilith's space is no target; a hero that stands in it covers and hits nothing."""
    board = table(
        hero("malik", "p3"), scenario="angel", bosses=ANGEL, lives=("wing-1", "wing-2"), spells=("rain_of_fire",)
    )
    struck = after(board, ActivateHero(), MoveHero("p4"), BasicAttack("N"))
    assert legal(struck, PlaceTile) == []
    assert struck.board.lives == board.lives

    assert at(board).when(2, UseSpell("rain_of_fire")).board.lives == board.lives


@pytest.mark.rule("KRR-BOS-03")
def test_a_boss_at_its_goal_ends_the_game_at_once() -> None:
    """A Time Mage that enters the white site: no phase follows."""
    near = (Boss("time_mage_1", "r2"), Boss("time_mage_2", "6-4"))
    lost = mages(bosses=near)

    assert winners(lost) == ()
    assert isinstance(lost.effects[-1], GameLost)
    lost.then_never(CardsPickedUp)


# --- the Time Mages


@pytest.mark.rule("KRR-TMG-01")
def test_time_mages_act_after_the_hordes_advance() -> None:
    """Then the Towers are picked up."""
    over = mages(pack("gob", "p8"), gates=())
    over.then_includes(HordeMoved("gob", "p7"), BossMoved("time_mage_1", "p9"), CardsPickedUp(("w1",)))


@pytest.mark.rule("KRR-TMG-02")
def test_time_mages_open_portals_until_there_are_two() -> None:
    """None is there: two are placed, one after the other. One is there: one."""
    placing = mages(pack("gob", "p8"), pack("foe", "p6")).waits_for(PlacingPortal, 1, 2)
    once = placing.when(1, PlacePortal("azure-rift", "gob", "a1 b1 c1")).then_includes(Asked(PlacingPortal(placed=1)))
    twice = once.when(2, PlacePortal("violet-rift", "foe", "a1 a2 b2")).waits_for(Buying, 1, 2)
    assert [own.level > 0 for own in twice.board.hordes] == [True, True]
    assert twice.board.gates == ()
    once.when(1, PlacePortal("azure-rift", "foe", "a1 b1 c1")).refused("KRR-TMG-02")

    placing = mages(portal("rift", "p9"), pack("foe", "p6")).waits_for(PlacingPortal, 1, 2)
    placing.when(1, PlacePortal("azure-rift", "foe", "a1 b1 c1")).waits_for(Buying, 1, 2)


@pytest.mark.rule("KRR-TMG-03")
def test_a_portal_opens_on_a_horde_that_bears_it() -> None:
    """Not on a Portal, not under a hero, not where it would cover the last enemies."""
    line = horde("line", "p9", ".....", "ooo..", ".....", ".....", ".....")
    placing = mages(hero("malik", "p5", "d4"), pack("held", "p5"), portal("rift", "p7"), line)

    assert {action.horde for action in legal(placing, PlacePortal)} == {"line"}
    placing.when(1, PlacePortal("azure-rift", "held", "a1 b1 c1")).refused("KRR-TMG-03")
    placing.when(1, PlacePortal("azure-rift", "nobody", "a1 b1 c1")).refused("KRR-TMG-03")
    placing.when(1, PlacePortal("azure-rift", "rift", "a1 b1 c1")).refused("KRR-TMG-03")
    placing.when(1, PlacePortal("azure-rift", "line", "a2 b2 c2")).refused("KRR-TMG-03")
    placing.when(1, PlacePortal("azure-rift", "line", "b2 c2 d2")).then_includes(
        PortalPlaced(1, "azure-rift", "line", "b2 c2 d2", 1)
    )


@pytest.mark.rule("KRR-TMG-04")
@pytest.mark.parametrize("things", [(), (portal("rift", "p9"), portal("door", "p5"))], ids=["no Horde", "two Portals"])
def test_without_a_new_portal_the_mages_move(things: tuple[Drawn, ...]) -> None:
    """Each one space straight towards the white site."""
    over = mages(*things)

    assert over.board.bosses == (Boss("time_mage_1", "p9"), Boss("time_mage_2", "p5"))


@pytest.mark.rule("KRR-TMG-04")
def test_a_mage_in_line_with_the_white_site_walks_along_the_line() -> None:
    """Straight down, straight up, and straight across."""
    over = mages(bosses=(Boss("time_mage_1", "y1"), Boss("time_mage_2", "6-2")), gates=())
    assert over.board.bosses == (Boss("time_mage_1", "p7"), Boss("time_mage_2", "p5"))

    assert mages(bosses=(Boss("time_mage_1", "1-2"), MAGES[1]), gates=()).board.bosses[0].space == "r1"


@pytest.mark.rule("KRR-BOS-01")
def test_each_boss_stands_where_its_scenario_says() -> None:
    """Two Time Mages, by number; Lilith with her Boss Life cards and her deck."""
    boards = {name: laid_out(name) for name in ("mages", "angel", "road")}

    assert boards["mages"].bosses == (Boss("time_mage_1", "p9"), Boss("time_mage_2", "p8"))
    assert boards["angel"].bosses == (Boss("lilith", "p3"),)
    assert [life.card for life in boards["angel"].lives] == ["wing-1", "wing-2"]
    assert (boards["angel"].timewarp.size, boards["road"].timewarp.size) == (17, 0)
    assert not boards["road"].bosses + boards["road"].lives


@pytest.mark.rule("KRR-TMG-04")
def test_with_a_new_portal_the_mages_stay() -> None:
    """One Portal tile placed is enough, though a second one fits nowhere."""
    over = mages(pack("gob", "p8")).when(1, PlacePortal("azure-rift", "gob", "a1 b1 c1")).waits_for(Buying, 1, 2)

    assert over.board.bosses == MAGES


@pytest.mark.rule("KRR-TMG-05")
def test_a_scenario_may_place_one_portal_a_round() -> None:
    """After the Hordes advance, while a tile is left; one in a round, and no Mage walks."""
    board = table(pack("gob", "p8"), pack("foe", "p6"), scenario="rift", gates=TILES)
    placing = done(board).waits_for(PlacingPortal, 1, 2)
    once = placing.when(1, PlacePortal("azure-rift", "gob", "a1 b1 c1")).waits_for(Buying, 1, 2)
    assert once.board.gates == ("violet-rift",)
    placing.when(1, PlacePortal("jade-rift", "gob", "a1 b1 c1")).refused("KRR-TMG-05")

    done(table(pack("gob", "p8"), scenario="rift")).waits_for(Buying, 1, 2)


@pytest.mark.rule("KRR-TMG-05")
def test_where_no_portal_fits_nothing_is_placed() -> None:
    """Without a Horde the round goes on, though no white site is on the map."""
    lone = build.table(scenario="join")

    done(replace(lone, gates=TILES)).waits_for(Buying, 1, 2)


@pytest.mark.rule("KRR-TMG-06")
def test_a_portal_tile_lies_on_free_squares_and_covers() -> None:
    """Not on a tile or a bar, nor over the edge; enemies under it count as covered."""
    gob = horde("gob", "p8", ".oo..", ".oo..", ".....", ".....", "GGG..", tiled="e1")
    placing = mages(gob)
    for cells in ("c1 d1 e1", "a5 b5 c5", "d4 e4 f4", ""):
        placing.when(1, PlacePortal("azure-rift", "gob", cells)).refused("KRR-TMG-06")
    shut = {"e1", "a5", "b5", "c5"}
    assert all(shut.isdisjoint(action.cells.split()) for action in legal(placing, PlacePortal))

    placed = placing.when(1, PlacePortal("azure-rift", "gob", "a1 b1 c1")).board
    uncovered = placed.face(placed.horde("gob")).all & ~placed.covered(placed.horde("gob"))
    assert uncovered.bit_count() == 2


@pytest.mark.rule("KRR-TMG-07")
def test_what_lies_on_a_horde_stays_when_it_becomes_a_portal() -> None:
    """Its tiles stay; from then on heroes neither attack nor engage it."""
    placing = mages(pack("gob", "p8", tiled="b2"))
    placed = placing.when(1, PlacePortal("azure-rift", "gob", "a4 b4 c4")).board
    assert placed.horde("gob").tiled
    assert placed.horde("gob").level == 1

    board = road(hero("magnus", "r2"), gated("gob", "p2", "a4 b4 c4"))
    activated = after(board, ActivateHero())
    activated.when(1, MoveHero("p2")).refused("KRR-POR-12")
    assert tiles(activated.when(1, BasicAttack("N")).board, "gob") == []


# --- Lilith


@pytest.mark.rule("KRR-BLI-01")
def test_lilith_acts_before_the_hordes_advance() -> None:
    """After destruction, before phase 4."""
    over = angel(pack("gob", "p2"))
    over.then_includes(
        WarpDrawn("timewarp", "stillness-1"),
        BossMoved("lilith", "p5"),
        AdvanceStarted(("gob",)),
        HordeMoved("gob", "p1"),
    )


@pytest.mark.rule("KRR-BLI-02")
def test_lilith_begins_with_a_timewarp_card() -> None:
    """It is drawn from her deck, and carried out: sorrow takes a Heart."""
    board = table(scenario="angel", bosses=ANGEL, lives=("wing-1", "wing-2"))
    at(board).when(1, Done()).when(2, Done()).needs_chance("draw", "KRR-BLI-02")

    assert angel(warp="sorrow-1").board.hearts == 8
    assert angel(warp="stillness-1").board.hearts == 9


@pytest.mark.rule("KRR-BLI-03")
def test_lilith_hurts_heroes_near_her() -> None:
    """In her space or next to it, before she moves; not farther away, nor the protected."""
    over = angel(hero("malik", "p3"), hero("ignus", "p7", seat=2))
    over.then_includes(HeroDamaged("malik", 4, "lilith"), BossMoved("lilith", "p5"))
    assert (over.board.hero("malik").health, over.board.hero("ignus").health) == (4, 4)

    angel(hero("malik", "p4", ongoing=("cant_touch_this",))).then_never(HeroDamaged)


@pytest.mark.rule("KRR-BLI-04")
def test_lilith_takes_a_tower_next_to_her() -> None:
    """The team chooses among several; a single one goes by itself; without one, nothing."""
    two = (Tower("w1", "militia", 1, "N"), Tower("w1", "archer", 2, "N"), Tower("b1", "mage", 2, "N"))
    losing = angel(*two).then_includes(Asked(LosingTower())).waits_for(LosingTower, 1, 2)
    losing.when(1, GiveUpTower("b1", "mage")).refused("KRR-BLI-04")
    lost = losing.when(2, GiveUpTower("w1", "archer")).then_includes(TowerLost("w1", "archer", by=2))
    assert lost.board.supply.count("archer") == losing.board.supply.count("archer") + 1

    angel(two[0]).then_includes(TowerLost("w1", "militia"))
    angel(two[2]).then_never(TowerLost)


@pytest.mark.rule("KRR-BLI-04")
@pytest.mark.parametrize(("given", "kept"), [("militia", "archer"), ("archer", "militia")])
def test_lilith_takes_the_tower_of_a_stack_that_the_team_chooses(given: str, kept: str) -> None:
    """The one beneath or the one on top; the other stays and is picked up."""
    losing = angel(Tower("r1", "mage", 1, "N"), Tower("w1", "militia", 1, "N"), Tower("w1", "archer", 2, "N"))
    lost = losing.waits_for(LosingTower, 1, 2).when(1, GiveUpTower("w1", given))

    assert [own.card for own in lost.board.towers if own.site == "w1"] == [kept]


@pytest.mark.rule("KRR-BLI-04", "KRR-PKU-04")
@pytest.mark.parametrize("face_up", [True, False])
def test_of_two_equal_towers_of_a_stack_the_team_chooses_the_one_that_it_gives_up(face_up: bool) -> None:
    """One hit a Portal and lies face down: it would be lost anyway. Two that lie alike are no choice."""
    losing = angel(Tower("w1", "militia", 1, "N", face_up=False), Tower("w1", "militia", 1, "N"))
    assert [action.label(losing.board, 1) for action in legal(losing, GiveUpTower)] == [
        "Give up Militia on site w1, which lies face down",
        "Give up Militia on site w1",
    ]

    lost = losing.waits_for(LosingTower, 1, 2).when(2, GiveUpTower("w1", "militia", face_up))
    assert [own.face_up for own in lost.then_includes(TowerLost("w1", "militia", face_up, 2)).board.towers] == (
        [] if face_up else [True]
    )
    alike = Tower("w1", "militia", 1, "N", face_up=face_up)
    angel(alike, alike).then_includes(TowerLost("w1", "militia", face_up))


@pytest.mark.rule("KRR-BLI-05")
def test_lilith_walks_towards_spawn_point_3() -> None:
    """One space back along the route, where no Horde lies before her."""
    assert angel().board.bosses == (Boss("lilith", "p5"),)
    assert angel(bosses=(Boss("lilith", "p8"),)).board.bosses == (Boss("lilith", "p9"),)


@pytest.mark.rule("KRR-BLI-06")
@pytest.mark.parametrize("where", ["a Horde", "the end"])
def test_if_lilith_cannot_move_all_is_lost(where: str) -> None:
    """A Horde in front of her, or no space."""
    lost = angel(pack("gob", "p5")) if where == "a Horde" else angel(bosses=(Boss("lilith", "p9"),))

    assert winners(lost) == ()
    lost.then_never(AdvanceStarted)
