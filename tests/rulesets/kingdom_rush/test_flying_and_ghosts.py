"""Flying and Ghost Hordes in phases 3 and 4."""

import pytest

from rulesets.kingdom_rush.effects import (
    AdvanceStarted,
    GhostStayedAway,
    HeroDamaged,
    HeroDisplaced,
    HordeBlocked,
    HordeDestroyed,
    HordeMoved,
    HordeRose,
    HordeSpawned,
    IconsSeen,
)
from rulesets.kingdom_rush.phases import Buying, Displacing
from rulesets.kingdom_rush.rules.displacing import Displace
from tests.rulesets.kingdom_rush.build import ghost, hero, horde, table
from tests.rulesets.kingdom_rush.checked import done, spaces, ways

# --- Flying


@pytest.mark.rule("KRR-FLY-03", "KRR-FLY-04", "KRR-FLY-05")
def test_a_flying_horde_shakes_off_what_is_on_it() -> None:
    """Soldiers go to the supply, heroes to an adjacent free space, unharmed; then its icons are seen, and it moves."""
    board = table(hero("malik", "p4", "a1"), horde("bats", "p4", "Sooo.", "oo.FF", "o", soldiers="c1 d1"))
    asked = done(board).then_includes(HordeRose("bats", ("malik",))).waits_for(Displacing, 1)
    asked.when(1, Displace("p1")).refused("KRR-FLY-04")
    end = asked.when(1, Displace("p5"))

    assert asked.board.soldiers == 12
    end.then_includes(IconsSeen("bats", False, 2, False), HordeMoved("bats", "p3"), HordeMoved("bats", "p2"))
    end.then_never(HeroDamaged, HordeBlocked)
    assert "4-3" not in ways(asked)
    assert "5-3" in ways(asked)


@pytest.mark.rule("KRR-FLY-03", "KRR-FLY-05")
def test_a_flying_horde_shakes_off_soldiers_alone() -> None:
    """No hero is on it: the Soldiers hold nothing up, and their squares are open when its icons are looked at."""
    end = done(table(horde("bats", "p4", "Soo..", "...FF", soldiers="a1 b1"))).waits_for(Buying, 1, 2)

    end.then_includes(HordeRose("bats"), IconsSeen("bats", False, 2, False), HordeMoved("bats", "p3"))
    end.then_never(HordeBlocked)
    assert (spaces(end.board), end.board.horde("bats").soldiers, end.board.soldiers) == ({"bats": "p2"}, 0, 12)


@pytest.mark.rule("KRR-FLY-06", "KRR-FLY-08")
def test_a_flying_horde_lands_on_another() -> None:
    """The top of a stack acts first."""
    landed = done(table(horde("below", "p2", "oo", soldiers="a1"), horde("bats", "p3", "oFF", "o")))
    landed.then_includes(HordeMoved("bats", "p2", (), True))
    assert [one.card for one in landed.board.hordes] == ["below", "bats"]

    stacked = table(horde("below", "p3", "oo"), horde("bats", "p3", "oFF", "o"))
    done(stacked).then_includes(AdvanceStarted(("bats", "below")))


@pytest.mark.rule("KRR-FLY-09")
def test_other_hordes_do_not_land() -> None:
    """They go past a Horde, and past a stack."""
    things = (
        horde("below", "p2", "oo", soldiers="a1"),
        horde("bats", "p3", "oFF", "o"),
        horde("h", "p4", "oS"),
    )

    scenario = done(table(*things))

    assert spaces(scenario.board) == {"below": "p2", "bats": "p2", "h": "p1"}
    scenario.then_includes(HordeMoved("h", "p3"), HordeMoved("h", "p1", ("p2",)))


@pytest.mark.rule("KRR-FLY-11")
def test_heroes_beneath_a_flying_horde_make_way() -> None:
    """Soldiers beneath stay: they had their damage before."""
    things = (hero("malik", "p2", "a1"), horde("below", "p2", "ooo"), horde("bats", "p3", "oFF", "o"))
    asked = done(table(*things)).waits_for(Displacing, 1)

    end = asked.when(1, Displace("r1")).board
    assert (end.hero("malik").space, end.hero("malik").base) == ("r1", None)
    assert end.hero("malik").health == 4


@pytest.mark.rule("KRR-FLY-12", "KRR-DES-09")
def test_heroes_on_the_destroyed_top_of_a_stack_make_way() -> None:
    """After their damage, for a Horde still fills the space."""
    things = (hero("malik", "p3", "a1"), horde("below", "p3", "...oo"), horde("bats", "p3", "ooFF"))
    asked = done(table(*things)).then_includes(HordeDestroyed("bats", 1, ("malik",)), HeroDamaged("malik", 4, "bats"))

    asked.waits_for(Displacing, 1).when(1, Displace("p4")).then_includes(HeroDisplaced("malik", "p4"))
    asked.when(1, Displace("p3")).refused("KRR-FLY-12")


# --- Ghosts


@pytest.mark.rule("KRR-GHO-02", "KRR-GHO-03", "KRR-GHO-04", "KRR-ADV-17")
def test_a_ghost_comes_where_a_ghost_horde_was_destroyed() -> None:
    """The hero on it is damaged and leaves; the new Horde acts in the same round. The old one paid nothing."""
    board = table(hero("malik", "p3", "a1"), horde("h", "p3", "ooGGG", crystals=0), ghosts=(ghost(),))
    asked = done(board).waits_for(Displacing, 1)
    asked.when(1, Displace("p3")).refused("KRR-GHO-02")
    assert asked.when(1, Displace("5-3"), ("ghost",)).board.hero("malik").space == "5-3"
    end = asked.when(1, Displace("p4"), ("ghost",))

    asked.then_includes(HordeDestroyed("h", 0, ("malik",)), HeroDamaged("malik", 4, "h"))
    end.then_includes(HordeSpawned("ghost", 1, 0, "p3", cause="ghost", token=1), HordeMoved("ghost", "p2"))
    assert (end.board.crystals, end.board.ghosts.size) == (2, 0)


@pytest.mark.rule("KRR-GHO-05")
def test_a_horde_of_the_ghost_deck_pays_2_crystals() -> None:
    """When it is destroyed; no Ghost follows it."""
    board = table(horde("h", "p3", "o", tiled="a1", crystals=2, ghost_deck=True), ghosts=(ghost(),))

    done(board).then_includes(HordeDestroyed("h", 2)).then_never(HordeSpawned)


@pytest.mark.rule("KRR-GHO-06")
def test_an_empty_ghost_deck_spawns_nothing() -> None:
    """The round goes on."""
    done(table(horde("h", "p3", "oGGG", tiled="a1"))).then_includes(GhostStayedAway()).waits_for(Buying, 1, 2)


@pytest.mark.rule("KRR-GHO-07")
def test_ghosts_come_in_the_order_of_phase_4() -> None:
    """The nearest to the Exit first."""
    things = (horde("far", "p5", "oGGG", tiled="a1"), horde("near", "p3", "oGGG", tiled="a1"))
    board = table(*things, ghosts=(ghost("g1"), ghost("g2")))

    done(board, ("g2", "g1")).then_includes(
        HordeSpawned("g2", 1, 0, "p3", cause="ghost", token=1), HordeSpawned("g1", 1, 0, "p5", cause="ghost", token=1)
    )


@pytest.mark.rule("KRR-GHO-08")
def test_a_ghost_that_finds_its_space_taken_goes_on() -> None:
    """To the first space without a Horde on the route."""
    things = (horde("below", "p3", "oo"), horde("h", "p3", "oGGG", "FF", tiled="a1"), horde("x", "p2", "oo"))

    done(table(*things, ghosts=(ghost(),)), ("ghost",)).then_includes(
        HordeSpawned("ghost", 1, 0, "p1", cause="ghost", token=1)
    )
