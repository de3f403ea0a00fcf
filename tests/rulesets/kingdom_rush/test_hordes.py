"""Phases 3 and 4: Hordes are destroyed, advance, show their icons, and escape; Big enemies."""

import pytest

from rulesets.kingdom_rush.effects import (
    AdvanceStarted,
    DeadEyeFired,
    GameLost,
    HeroDamaged,
    HeroDisplaced,
    HordeBlocked,
    HordeDestroyed,
    HordeEscaped,
    HordeMoved,
    HordeSpawned,
    IconsSeen,
    PlayStarted,
)
from rulesets.kingdom_rush.phases import Buying, Displacing, GameOver, PlayCards
from rulesets.kingdom_rush.rules.buying import EndPurchases
from rulesets.kingdom_rush.rules.displacing import Displace
from tests.rulesets.kingdom_rush.build import ghost, hero, horde, portal, table, tower
from tests.rulesets.kingdom_rush.checked import done, kinds, spaces, tiles, ways

# --- phase 3


@pytest.mark.rule("KRR-DES-01", "KRR-DES-04")
def test_all_hordes_are_destroyed_before_any_hero_is_damaged() -> None:
    """What is destroyed is fixed first: a hero knocked out by one Horde saves none that it covered."""
    things = (hero("malik", "p3", "a1", health=1), horde("a", "p3", "oo", "oo"), horde("b", "p5", "o", tiled="a1"))

    scenario = done(table(*things))

    assert kinds(scenario)[1:4] == ["HordeDestroyed", "HordeDestroyed", "HeroDamaged"]
    assert scenario.board.destroyed == ("a", "b")
    assert scenario.board.hero("malik").down


@pytest.mark.rule("KRR-DES-02", "KRR-ENG-06")
@pytest.mark.parametrize(("soldiers", "gone"), [("d1", True), ("", False)])
def test_a_horde_is_destroyed_when_every_enemy_is_covered(soldiers: str, gone: bool) -> None:
    """By a tile, a hero and a Soldier together; one square left open saves it."""
    board = table(hero("malik", "p3", "a1"), horde("h", "p3", "oooo", tiled="c1", soldiers=soldiers))

    assert (done(board).board.destroyed == ("h",)) is gone


@pytest.mark.rule("KRR-DES-03")
def test_blank_squares_and_bars_need_no_cover() -> None:
    """Only enemies do."""
    assert done(table(horde("h", "p3", "o.FF", tiled="a1"))).board.destroyed == ("h",)


@pytest.mark.rule("KRR-DES-02", "KRR-DES-05", "KRR-DES-07", "KRR-DES-08", "KRR-DES-09")
def test_malik_and_two_soldiers_on_a_destroyed_horde() -> None:
    """The Soldiers go back to the supply; Malik suffers 1 damage and stays where the Horde was."""
    covered = horde("a", "p3", "oooo", "oo", soldiers="c1 d1")
    end = done(table(hero("malik", "p3", "a1"), covered, horde("b", "p5"), horde("c", "p6"))).board
    malik = end.hero("malik")

    assert set(spaces(end)) == {"b", "c"}
    assert end.soldiers == 12
    assert (malik.space, malik.base, malik.health) == ("p3", None, 4)


@pytest.mark.rule("KRR-DES-05")
def test_the_tray_of_a_destroyed_horde_is_free() -> None:
    """Of twelve Hordes in trays one is destroyed: the Ghost that follows gets the tray."""
    others = [horde(f"h{n}", "p6") for n in range(11)]
    board = table(horde("a", "p3", "oGGG", tiled="a1"), *others, ghosts=(ghost(),))

    done(board, ("ghost",)).then_includes(HordeSpawned("ghost", 1, 0, "p3", tray=True, cause="ghost", token=1))


@pytest.mark.rule("KRR-DES-06", "KRR-CRY-01", "KRR-CRY-02")
@pytest.mark.parametrize(("had", "gained"), [(2, 3), (10, 2), (12, 0)])
def test_a_destroyed_horde_pays_its_crystals(had: int, gained: int) -> None:
    """To the team, which never has more than 12."""
    scenario = done(table(horde("a", "p3", tiled="a1", crystals=3), crystals=had))

    scenario.then_includes(HordeDestroyed("a", gained))
    assert scenario.board.crystals == had + gained


# --- phase 4: the order


@pytest.mark.rule("KRR-ADV-01", "KRR-ADV-02", "KRR-ADV-04")
def test_hordes_advance_from_the_exit_back() -> None:
    """Each once, one space, in the tray as it lies; Portals too."""
    things = [horde(f"h{n}", f"p{n}", "oo", tiled="a1") for n in (6, 2, 4)]
    scenario = done(table(*things, portal("gate", "p3")))

    scenario.then_includes(AdvanceStarted(("h2", "gate", "h4", "h6")))
    assert spaces(scenario.board) == {"h6": "p5", "h2": "p1", "h4": "p3", "gate": "p2"}
    assert all(one.turn == 0 for one in scenario.board.hordes)
    assert kinds(scenario).count("HordeMoved") == 4


@pytest.mark.rule("KRR-ADV-03")
def test_at_a_fork_the_lowest_route_goes_first() -> None:
    """Then what is left of the next one, each from the Exit back."""
    first = [horde(space, space) for space in ("a1", "a2", "a3", "p2", "p1")]
    second = [horde(space, space, route=2) for space in ("c1", "c2", "c3")]

    done(table(*second, *first, scenario="fork")).then_includes(
        AdvanceStarted(("p1", "p2", "a3", "a2", "a1", "c3", "c2", "c1"))
    )


@pytest.mark.rule("KRR-ADV-02", "KRR-ADV-03")
def test_the_order_of_a_forked_path() -> None:
    """The diagram with a Horde on every space: one route from the Exit back, then what is left of the other."""
    first = [horde(f"p{n}", f"p{n}") for n in range(1, 8)]
    second = [horde(f"q{n}", f"q{n}", route=2) for n in (1, 2)]
    straight = ("p7", "p6", "p5", "p4", "p3", "p2", "p1")

    done(table(*first, scenario="join")).then_includes(AdvanceStarted(straight))
    done(table(*second, *first, scenario="join")).then_includes(AdvanceStarted((*straight, "q2", "q1")))


@pytest.mark.rule("KRR-ADV-03")
def test_a_horde_follows_the_route_of_its_token() -> None:
    """Where paths part or meet."""
    end = done(table(horde("a", "a3"), horde("c", "c2", route=2), scenario="fork")).board

    assert spaces(end) == {"a": "p2", "c": "c3"}


# --- held up


@pytest.mark.rule("KRR-ADV-05", "KRR-ADV-06", "KRR-ADV-07")
def test_a_hero_holds_a_horde_up_and_is_damaged() -> None:
    """Everybody on it suffers 1 damage."""
    things = (
        hero("malik", "p3", "a1"),
        hero("ignus", "p3", "c1", seat=2),
        horde("h", "p3", "ooooo", "", "o", soldiers="e1"),
    )
    scenario = done(table(*things))

    scenario.then_includes(HordeBlocked("h"), HeroDamaged("malik", 4, "h")).then_never(HordeMoved)
    assert kinds(scenario).count("HeroDamaged") == 2
    assert kinds(scenario).count("HordeBlocked") == 1
    assert scenario.board.soldiers == 12


@pytest.mark.rule("KRR-ADV-07", "KRR-ADV-08", "KRR-ICN-07")
def test_soldiers_hold_a_speedy_horde_up_once() -> None:
    """They are gone after the first attempt, and the second one succeeds; two icons give no third."""
    scenario = done(table(horde("h", "p5", "oSS", soldiers="a1")))

    scenario.then_includes(IconsSeen("h", False, 2, False), HordeBlocked("h"), HordeMoved("h", "p4"))
    assert spaces(scenario.board) == {"h": "p4"}


@pytest.mark.rule("KRR-ADV-09")
def test_a_hero_holds_a_speedy_horde_up_twice() -> None:
    """And suffers 2 damage."""
    end = done(table(hero("malik", "p3", "a1"), horde("h", "p3", "ooS"))).board

    assert (spaces(end), end.hero("malik").health) == ({"h": "p3"}, 3)


@pytest.mark.rule("KRR-ADV-10", "KRR-HDM-02")
def test_a_hero_knocked_out_by_the_first_attempt_is_no_hindrance_to_the_second() -> None:
    """The Horde moves on."""
    end = done(table(hero("malik", "p3", "a1", health=1), horde("h", "p3", "ooS"))).board

    assert (spaces(end), end.hero("malik").down) == ({"h": "p2"}, True)


# --- on its way


@pytest.mark.rule("KRR-ADV-11", "KRR-ADV-12")
def test_a_hero_makes_way_for_a_horde_that_comes() -> None:
    """To an adjacent Path space without Horde, or a site without Tower; never to blank terrain or the Exit."""
    things = (hero("malik", "p2"), horde("h", "p3"), tower("b1", "archer", 2))
    asked = done(table(*things)).waits_for(Displacing, 1)

    assert asked.board.horde("h").space == "p2"
    assert ways(asked) == {"p1", "p3", "r1", "r2", "r3"}
    asked.when(1, Displace("b1")).refused("KRR-ADV-11")
    assert asked.when(1, Displace("p3")).waits_for(Buying, 1, 2).board.hero("malik").space == "p3"


@pytest.mark.rule("KRR-ADV-13")
def test_a_hero_that_cannot_make_way_goes_to_its_board() -> None:
    """Unharmed: Towers, a Horde that is held up, and one that a Flying Horde has just left are all around."""
    towers = (tower("b1", "archer", 2), tower("w1", "mage"), tower("r2", "bombard"))
    hordes = (horde("held", "p2", "oo", soldiers="a1"), horde("below", "a2", "oo", soldiers="a1"))
    bats = horde("bats", "a2", "oFF")

    scenario = done(table(hero("malik", "a3"), *towers, *hordes, bats, scenario="fork"))

    scenario.then_includes(HordeMoved("bats", "a3"), HeroDisplaced("malik", None)).then_never(HeroDamaged)


@pytest.mark.rule("KRR-ADV-14", "KRR-ADV-16", "KRR-FLY-09")
def test_a_horde_goes_past_those_that_are_in_its_way() -> None:
    """To the first space without a Horde; heroes and Hordes that it passes notice nothing."""
    held = (horde("held", "p3", "ooo"), horde("under", "p2", "oo", soldiers="a1"))
    scenario = done(table(hero("malik", "p3", "a1"), *held, horde("h", "p4")))

    scenario.then_includes(HordeMoved("h", "p1", ("p3", "p2")))
    assert scenario.board.hero("malik").health == 4
    assert spaces(scenario.board) == {"held": "p3", "under": "p2", "h": "p1"}


@pytest.mark.rule("KRR-ADV-15", "KRR-ADV-18")
def test_a_horde_that_finds_no_space_reaches_the_exit() -> None:
    """All spaces before it are full."""
    things = (horde("a", "p1", "oo", soldiers="a1"), horde("b", "p2", "oo", soldiers="a1"), horde("h", "p3", "oS"))
    scenario = done(table(*things))

    scenario.then_includes(HordeEscaped("h", 2, 1))
    assert kinds(scenario).count("HordeMoved") == 0


# --- icons


@pytest.mark.rule("KRR-ICN-01", "KRR-ICN-02")
@pytest.mark.parametrize("cover", ["tile", "soldier", "hero"])
def test_a_covered_icon_is_not_seen(cover: str) -> None:
    """Whatever covers it; an open one is seen before the Horde moves."""
    things = {
        "tile": (horde("h", "p5", "oS", tiled="b1"),),
        "soldier": (horde("h", "p5", "oS", soldiers="b1"),),
        "hero": (horde("h", "p5", "oS..o"), hero("malik", "p5", "b1")),
    }
    done(table(*things[cover])).then_never(IconsSeen)

    seen = kinds(done(table(horde("h", "p5", "oS", tiled="a1"))))
    assert seen.index("IconsSeen") < seen.index("HordeMoved")


@pytest.mark.rule("KRR-ICN-02", "KRR-BIG-02")
@pytest.mark.parametrize(("tiled", "hearts"), [("a1 b1 a2 b2", 0), ("a1 b1 a2", 4)])
def test_a_big_enemy_is_covered_by_four_squares(tiled: str, hearts: int) -> None:
    """Three are not enough."""
    scenario = done(table(horde("h", "p1", "11..o", "11", tiled=tiled)))

    scenario.then_includes(HordeEscaped("h", hearts + 1, 1))


@pytest.mark.rule("KRR-ICN-03", "KRR-ICN-04", "KRR-ICN-06", "KRR-DMG-11")
def test_heal_takes_all_tiles_off_and_leaves_the_rest() -> None:
    """Soldiers and heroes stay, and hold the Horde up; two icons heal no more than one."""
    board = table(hero("malik", "p3", "a1"), horde("h", "p3", "oo.oo", "..HHo", tiled="d1 e1", soldiers="e2"))
    scenario = done(board)

    scenario.then_includes(IconsSeen("h", True, 1, False), HordeBlocked("h"))
    assert tiles(scenario.board, "h") == []
    assert scenario.board.hero("malik").base == "a1"


@pytest.mark.rule("KRR-ICN-05")
def test_healing_may_bare_other_icons() -> None:
    """Speed and dead-eye are looked at afterwards."""
    done(table(horde("h", "p5", "HSE", tiled="b1 c1"))).then_includes(IconsSeen("h", True, 2, True))


@pytest.mark.rule("KRR-ICN-08")
def test_an_icon_bared_later_has_no_effect() -> None:
    """The Soldier that covered it is gone after the attempt; the Horde is not speedy for that."""
    scenario = done(table(horde("h", "p5", "oS", soldiers="b1")))

    scenario.then_never(IconsSeen, HordeMoved)
    assert scenario.board.horde("h").soldiers == 0


@pytest.mark.rule("KRR-ICN-09", "KRR-ICN-10")
def test_dead_eye_hits_heroes_near_its_new_place_once() -> None:
    """After the last attempt; those it has left behind are safe."""
    things = (
        hero("malik", "r2"),
        hero("ignus", "p6", seat=2),
        hero("alleria", "r1", seat=3),
        horde("h", "p4", "SEE"),
    )
    scenario = done(table(*things, seats=3))

    assert scenario.board.horde("h").space == "p2"
    health = {own.name: own.health for own in scenario.board.heroes}
    assert health == {"malik": 4, "alleria": table(hero("alleria")).heroes[0].health - 1, "ignus": 4}
    assert kinds(scenario).index("DeadEyeFired") > kinds(scenario).index("HeroDamaged")


@pytest.mark.rule("KRR-ICN-09", "KRR-ICN-10")
def test_a_horde_that_is_held_up_shoots_as_well() -> None:
    """At the hero on it: 1 damage for holding it up, 1 for the dead-eye."""
    assert done(table(hero("malik", "p3", "a1"), horde("h", "p3", "..E"))).board.hero("malik").health == 3


@pytest.mark.rule("KRR-ICN-11")
def test_dead_eye_spares_soldiers() -> None:
    """Those on the next Horde stand as before."""
    scenario = done(table(horde("h", "p4", "Eo"), horde("near", "p3", "oo", soldiers="a1")))

    order = kinds(scenario)
    assert order.index("HordeBlocked") < order.index("DeadEyeFired")
    shooter_first = done(table(horde("h", "p2", "Eo"), horde("near", "p3", "oo", soldiers="a1")))
    first = next(i for i, effect in enumerate(shooter_first.effects) if isinstance(effect, DeadEyeFired))
    assert HordeBlocked("near") in shooter_first.effects[first:]


@pytest.mark.rule("KRR-ICN-12")
def test_a_horde_that_escaped_shoots_no_more() -> None:
    """Nobody is hit."""
    done(table(hero("malik", "r1"), horde("h", "p1", "E"))).then_never(HeroDamaged, DeadEyeFired)


# --- escape


@pytest.mark.rule("KRR-ESC-01", "KRR-BIG-01", "KRR-ESC-02")
@pytest.mark.parametrize(
    ("rows", "tiled", "hearts"),
    [(("ooo",), "", 3), (("ooo",), "a1 b1", 1), (("11o", "11"), "", 5), (("11o", "11"), "a1 b1 a2", 5)],
)
def test_an_escape_costs_a_heart_for_each_open_enemy(rows: tuple[str, ...], tiled: str, hearts: int) -> None:
    """A Big one is one enemy, and costs 4."""
    scenario = done(table(horde("h", "p1", *rows, tiled=tiled)))

    scenario.then_includes(HordeEscaped("h", hearts, 1))
    assert scenario.board.hearts == 9 - hearts


@pytest.mark.rule("KRR-ESC-03")
def test_only_tiles_cover_at_the_exit() -> None:
    """Whatever held the Horde up is off it by then."""
    scenario = done(table(horde("h", "p1", "oooS", tiled="c1", soldiers="a1 b1")))

    scenario.then_includes(HordeBlocked("h"), HordeEscaped("h", 3, 1))


@pytest.mark.rule("KRR-ESC-04", "KRR-LOS-01")
@pytest.mark.parametrize("hearts", [1, 2])
def test_the_last_heart_loses_the_game(hearts: int) -> None:
    """At once, and without Crystals for that Horde."""
    lost = done(table(horde("h", "p1", "oo", crystals=3), horde("b", "p2"), hearts=hearts)).waits_for(GameOver)

    assert lost.effects[-2:] == (HordeEscaped("h", hearts), GameLost("hearts"))
    assert (lost.board.hearts, lost.board.crystals) == (0, 2)


@pytest.mark.rule("KRR-ESC-05", "KRR-ESC-06")
@pytest.mark.parametrize(("had", "has"), [(2, 5), (11, 12)])
def test_an_escaped_horde_pays_its_crystals(had: int, has: int) -> None:
    """Up to the limit; its card and tiles are gone."""
    end = done(table(horde("h", "p1", "oo", tiled="a1", crystals=3), crystals=had)).board

    assert (end.crystals, end.escaped, end.hordes, end.destroyed) == (has, ("h",), (), ())


@pytest.mark.rule("KRR-ESC-08")
def test_an_escape_is_no_destruction() -> None:
    """No Ghost comes of it, and no hero is hurt."""
    board = table(hero("malik", "r1"), horde("h", "p1", "oGGG"), ghosts=(horde("ghost", ghost_deck=True),))

    done(board).then_never(HordeSpawned, HordeDestroyed, HeroDamaged)


# --- the examples of the rulebook


@pytest.mark.rule("KRR-ADV-07", "KRR-ADV-11", "KRR-ADV-18", "KRR-ICN-07", "KRR-ESC-01")
def test_a_speedy_horde_runs_over_malik_into_the_kingdom() -> None:
    """The first attempt pushes him aside, the second one costs 5 of 7 Hearts."""
    things = (hero("malik", "p1"), horde("b", "p2", "oooo", "..S"))
    asked = done(table(*things, hearts=7)).waits_for(Displacing, 1)

    end = asked.when(1, Displace("p2")).then_includes(HordeEscaped("b", 5, 1)).waits_for(Buying, 1, 2).board
    assert end.hearts == 2
    assert end.hero("malik").space == "p2"


@pytest.mark.rule("KRR-ADV-05", "KRR-ADV-06", "KRR-ICN-02", "KRR-ICN-08", "KRR-HDM-02", "KRR-REG-01")
@pytest.mark.parametrize("icon", ["H", "S", "E"])
def test_magnus_and_three_soldiers_hold_a_horde_up(icon: str) -> None:
    """Its icons are covered and not used; Magnus is knocked out, and stands up in the next round."""
    held = horde("c", "p3", f"{icon}oooo", "ooo", soldiers="c1 d1 e1")
    scenario = done(table(hero("magnus", "p3", "a1", health=1), held, portal("gate", "p6")))

    scenario.then_includes(HordeBlocked("c"), HeroDamaged("magnus", 0, "c")).then_never(IconsSeen)
    assert scenario.board.soldiers == 12
    assert spaces(scenario.board)["c"] == "p3"
    health = table(hero("magnus")).heroes[0].health
    scenario.when(1, EndPurchases()).then_includes(PlayStarted((("magnus", health),))).waits_for(PlayCards, 1, 2)
