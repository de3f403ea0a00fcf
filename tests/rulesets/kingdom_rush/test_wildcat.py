"""The Wildcat: an additional hero of Alleria's player."""

import pytest

from rulesets.kingdom_rush.effects import (
    HeroActivated,
    HeroDamaged,
    HordeBlocked,
    HordeDestroyed,
    WildcatCalled,
    WildcatPlaced,
)
from rulesets.kingdom_rush.phases import Activating, PlacingWildcat, PlayCards
from rulesets.kingdom_rush.rules.heroes import ActivateHero, BasicAttack, Engage, MoveHero, Recover
from rulesets.kingdom_rush.rules.wildcat import ActivateWildcat, KeepWildcat, PlaceWildcat
from rulesets.kit.structs import ChoiceForgone
from tests.rulesets.kingdom_rush.build import FIELD, hero, horde, pack, portal, road
from tests.rulesets.kingdom_rush.checked import after, at, done, legal, next_round

CAT = hero("wildcat", "p8")


@pytest.mark.rule("KRR-WLD-01")
def test_the_wildcat_keeps_the_rules_of_heroes() -> None:
    """It covers, blocks, and may not end on a Portal."""
    board = road(hero("alleria", "p1"), CAT, pack("gob", "p7"), portal("rift", "p9"))
    activated = after(board, ActivateWildcat())
    activated.when(1, MoveHero("p9")).refused("KRR-POR-12")
    engaged = activated.when(1, MoveHero("p7")).when(1, Engage("a4"))

    done(engaged.board).then_includes(HordeBlocked("gob"), HeroDamaged("wildcat", 0, "gob"))


@pytest.mark.rule("KRR-WLD-02")
def test_the_wildcat_moves_two_spaces_and_does_not_attack() -> None:
    """Once a round, without a card; Alleria's player alone activates it."""
    board = road(hero("alleria", "p1"), CAT)
    activated = after(board, ActivateWildcat()).then(HeroActivated("wildcat", 2)).waits_for(Activating, 1)

    assert {"p6", "p9", "p3", "p1"} <= {action.space for action in legal(activated, MoveHero)}
    activated.when(1, MoveHero("6-1")).refused("KRR-MOV-01")
    activated.when(1, BasicAttack("N")).refused("KRR-WLD-02")
    activated.when(1, Recover()).refused("KRR-WLD-02")
    moved = activated.when(1, MoveHero("p6")).waits_for(PlayCards, 1, 2)
    moved.when(1, ActivateWildcat()).refused("KRR-WLD-02")
    assert moved.board.hero("alleria").ready
    at(board).when(2, ActivateWildcat()).refused("KRR-WLD-01")
    assert legal(next_round(done(moved.board)), ActivateWildcat)


@pytest.mark.rule("KRR-WLD-03")
def test_the_wildcat_acts_by_itself_or_between_movement_and_action() -> None:
    """Not before Alleria's movement, nor after her action."""
    board = road(hero("alleria", "p1"), CAT)
    activated = after(board, ActivateHero())
    activated.when(1, ActivateWildcat()).refused("KRR-WLD-03")

    between = activated.when(1, MoveHero("p2")).when(1, ActivateWildcat()).when(1, MoveHero("p6"))
    assert between.waits_for(Activating, 1).board.hero("wildcat").space == "p6"
    between.when(1, Recover()).waits_for(PlayCards, 1, 2)
    activated.when(1, Recover()).when(1, ActivateWildcat()).refused("KRR-WLD-03")


@pytest.mark.rule("KRR-WLD-04")
def test_the_destruction_of_its_tray_does_not_hurt_it() -> None:
    """Alleria on the same Horde is hurt; the Wildcat stays where it is."""
    gob = horde("gob", "p8", ".....", ".oo..", ".oo..", ".....", "....o")
    over = done(road(hero("alleria", "p8", "b2"), hero("wildcat", "p8", "d4"), gob))
    over.then_includes(HordeDestroyed("gob", 1, ("alleria", "wildcat")), HeroDamaged("alleria", 2, "gob"))

    cat = over.board.hero("wildcat")
    assert (cat.health, cat.space, cat.base, cat.down) == (1, "p8", None, False)


@pytest.mark.rule("KRR-WLD-05")
def test_any_other_damage_knocks_it_out() -> None:
    """Holding a Horde up, or a shot from the next space."""
    for foe in (pack("gob", "p8"), horde("gob", "p8", ".....", ".....", ".....", ".....", "....E")):
        over = done(road(hero("alleria", "p1"), hero("wildcat", "p8", "a4"), foe)).board.hero("wildcat")
        assert (over.health, over.space, over.down) == (0, None, True)


@pytest.mark.rule("KRR-WLD-06")
def test_it_never_regenerates() -> None:
    """In the next round it still lies; Alleria, knocked out with it, stands again."""
    board = road(hero("alleria", down=True), hero("wildcat", down=True))
    later = next_round(done(board)).board

    assert (later.hero("alleria").health, later.hero("wildcat").down) == (3, True)


@pytest.mark.rule("KRR-WLD-07")
def test_only_a_basic_attack_brings_it_back() -> None:
    """Knocked out or sent to the board it cannot enter by itself, nor does Alleria's movement call it."""
    for cat in (hero("wildcat"), hero("wildcat", down=True)):
        board = road(hero("alleria", "p2"), cat)
        at(board).when(1, ActivateWildcat()).refused("KRR-WLD-07")
        moved = after(board, ActivateHero(), MoveHero("p3")).then_never(WildcatCalled)
        back = moved.when(1, BasicAttack("N")).waits_for(PlacingWildcat, 1).when(1, PlaceWildcat())
        assert (back.board.hero("wildcat").space, back.board.hero("wildcat").health) == ("p3", 1)


@pytest.mark.rule("KRR-WLD-08")
def test_it_comes_at_the_end_of_her_first_movement() -> None:
    """It stands in her space and may act in this round; it does not come a second time."""
    board = road(hero("alleria"), hero("wildcat", fresh=True))
    at(board).when(1, ActivateWildcat()).refused("KRR-WLD-08")
    moved = after(board, ActivateHero(), MoveHero("p1")).then_includes(WildcatPlaced("p1", None, True))

    acted = moved.when(1, ActivateWildcat()).when(1, MoveHero("p3"))
    assert acted.board.hero("wildcat").space == "p3"
    assert not acted.board.hero("wildcat").fresh


@pytest.mark.rule("KRR-WLD-08")
def test_on_a_horde_its_base_is_chosen() -> None:
    """Alleria engages first; then the Wildcat takes a place beside her, and it cannot stay away."""
    board = road(hero("alleria", "p9"), hero("wildcat", fresh=True), pack("gob", "p8"))
    called = after(board, ActivateHero(), MoveHero("p8"), Engage("b2")).waits_for(PlacingWildcat, 1)

    called.when(1, KeepWildcat()).refused("KRR-WLD-08")
    called.when(1, PlaceWildcat("b3")).refused("KRR-WLD-09")
    assert called.when(1, PlaceWildcat("d4")).board.hero("wildcat").base == "d4"


@pytest.mark.rule("KRR-WLD-09")
def test_without_room_it_does_not_come() -> None:
    """On a Horde where Alleria took the last 2x2 place, it stays away, and waits for her basic attack."""
    board = road(
        hero("alleria", "p9"),
        hero("wildcat", fresh=True),
        horde("gob", "p8", *FIELD, tiled="c1 d1 e1 a3 b3 c3 d3 e3 b4 d4 b5 d5"),
    )
    moved = after(board, ActivateHero(), MoveHero("p8"), Engage("a1")).then_includes(WildcatPlaced(None))

    assert moved.board.hero("wildcat").space is None
    attacked = moved.when(1, BasicAttack("N"))
    attacked.then_includes(ChoiceForgone())
