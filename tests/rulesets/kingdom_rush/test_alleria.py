"""Alleria: her basic attack and her special abilities."""

import pytest

from rulesets.kingdom_rush.effects import TilesPlaced
from rulesets.kingdom_rush.phases import Activating, Attacking, Inspiring, PlacingWildcat, PlayCards
from rulesets.kingdom_rush.pieces import Hero
from rulesets.kingdom_rush.rules.abilities import Forgo, Inspire, UseAbility
from rulesets.kingdom_rush.rules.attacks import PlacePieces, PlaceTile
from rulesets.kingdom_rush.rules.heroes import ActivateHero, BasicAttack, EndActivation, MoveHero
from rulesets.kingdom_rush.rules.solo import CallBenchHero
from rulesets.kingdom_rush.rules.wildcat import ActivateWildcat, KeepWildcat, PlaceWildcat
from tests.rulesets.kingdom_rush.build import FIELD, hero, horde, pack, road
from tests.rulesets.kingdom_rush.changed import changed, with_tiles_of
from tests.rulesets.kingdom_rush.checked import after, done, legal, next_round, tiles


@pytest.mark.rule("KRR-ALL-01")
def test_her_basic_attack_may_bring_the_wildcat() -> None:
    """After the printed tile; she need not, and one that is in play does not move."""
    board = road(hero("alleria", "r2"), hero("wildcat", down=True), pack("gob", "p2"))
    attacked = after(board, ActivateHero(), BasicAttack("N"), PlaceTile("gob", "b2 b3")).waits_for(PlacingWildcat, 1)

    assert attacked.when(1, PlaceWildcat()).board.hero("wildcat").space == "r2"
    assert attacked.when(1, KeepWildcat()).board.hero("wildcat").space is None
    board = road(hero("alleria", "r2"), hero("wildcat", "p9"), pack("gob", "p2"))
    attacked = after(board, ActivateHero(), BasicAttack("N"), PlaceTile("gob", "b2 b3")).waits_for(Activating, 1)
    assert attacked.board.hero("wildcat").space == "p9"


@pytest.mark.rule("KRR-ALL-02")
def test_a_returned_wildcat_waits_for_the_next_round() -> None:
    """It cannot be activated in the round in which the attack brought it."""
    board = road(hero("alleria", "r2"), hero("wildcat", down=True))
    back = after(board, ActivateHero(), BasicAttack("N"), PlaceWildcat(), EndActivation())

    back.when(1, ActivateWildcat()).refused("KRR-ALL-02")
    next_round(done(back.board)).when(1, ActivateWildcat()).waits_for(Activating, 1)


@pytest.mark.rule("KRR-ALL-03")
def test_the_wildcat_of_the_bench_may_act_at_once() -> None:
    """Alleria called from the Bench brings a Wildcat that is activated in that round."""
    board = road(hero("malik", "p1"), seats=1, bench=("alleria",))
    called = after(board, CallBenchHero("alleria", "p8"), BasicAttack("N"), PlaceWildcat()).waits_for(PlayCards, 1)

    moved = called.when(1, ActivateWildcat()).when(1, MoveHero("p7"))
    assert moved.board.hero("wildcat").space == "p7"


@pytest.mark.rule("KRR-ALL-04")
def test_call_of_the_wild_covers_four_squares_under_the_wildcat() -> None:
    """On the Horde that the Wildcat is on, wherever Alleria is, and on no other."""
    board = road(
        hero("alleria", "p1", abilities=("call_of_the_wild",)),
        hero("wildcat", "p8", "a1"),
        horde("gob", "p8", *FIELD),
        pack("foe", "p2"),
    )
    called = after(board, ActivateHero(), UseAbility("call_of_the_wild", "N"))

    called.when(1, PlacePieces("foe", "b2 c2 b3 c3")).refused("KRR-ALL-04")
    called.when(1, PlacePieces("gob", "c1 d1 e1 c2 d2")).refused("KRR-ALL-04")
    called.when(1, PlacePieces("gob", "a1 d1 e1 c2")).refused("KRR-DMG-05")
    covered = called.when(1, PlacePieces("gob", "c1 d1 e1 c2"))
    covered.then_includes(TilesPlaced("gob", "c1 d1 e1 c2", "call_of_the_wild"))


@pytest.mark.rule("KRR-ALL-04")
def test_call_of_the_wild_keeps_to_the_pattern_of_its_tile() -> None:
    """Where the set shows one, it lies around the Wildcat; squares that are covered, or resist, are left out."""
    board = road(
        hero("alleria", "p1", abilities=("call_of_the_wild",)),
        hero("wildcat", "p8", "b2"),
        horde("gob", "p8", "ooooo", "ooooo", "ooooo", "poooo", "ooooo", tiled="b1"),
    )
    pattern = changed("abilities", "call_of_the_wild", "pattern", [[0, -1], [1, -1], [-1, 2], [2, 2]])
    called = after(with_tiles_of(board, pattern), ActivateHero(), UseAbility("call_of_the_wild", "N"))

    assert {action.cells for action in legal(called, PlacePieces)} == {"c1", "d4", "c1 d4"}
    called.when(1, PlacePieces("gob", "b1")).refused("KRR-DMG-05")
    called.when(1, PlacePieces("gob", "e5")).refused("KRR-ALL-04")
    called.when(1, PlacePieces("gob", "a4")).refused("KRR-DEF-05")


@pytest.mark.rule("KRR-ALL-05")
@pytest.mark.parametrize("cat", [hero("wildcat"), hero("wildcat", down=True), hero("wildcat", "p7")])
def test_without_the_wildcat_nothing_is_called(cat: Hero) -> None:
    """Not in play, or not on a Horde: the tile turns face down without effect."""
    board = road(hero("alleria", "p1", abilities=("call_of_the_wild",)), cat, horde("gob", "p8", *FIELD))
    used = after(board, ActivateHero(), UseAbility("call_of_the_wild", "N")).waits_for(Activating, 1)

    assert tiles(used.board, "gob") == []
    assert used.board.hero("alleria").abilities[0].state == "used"


@pytest.mark.rule("KRR-ALL-06")
def test_like_the_wind_lets_a_hero_move_and_attack() -> None:
    """After her tile she chooses anybody in play, also one that was activated; it goes a space, then attacks."""
    board = road(
        hero("alleria", "r2", abilities=("like_the_wind",)),
        hero("ignus", "p9", seat=2, ready=False),
        hero("wildcat", "p6"),
        pack("gob", "p2"),
        pack("foe", "p8"),
    )
    wind = after(board, ActivateHero(), UseAbility("like_the_wind", "N"))
    inspiring = wind.when(1, PlaceTile("gob", "b2")).waits_for(Inspiring, 1)
    assert {action.hero for action in legal(inspiring, Inspire)} == {"alleria", "ignus", "wildcat"}

    inspiring.when(1, Inspire("malik")).refused("KRR-ALL-06")
    inspired = inspiring.when(1, Inspire("ignus")).waits_for(Activating, 2)
    inspired.when(2, MoveHero("r2"))
    inspired.when(2, MoveHero("p7")).refused("KRR-MOV-01")
    inspired.when(2, BasicAttack("N")).waits_for(Activating, 1)
    inspiring.when(1, Forgo()).waits_for(Activating, 1)


@pytest.mark.rule("KRR-ALL-06")
def test_like_the_wind_serves_alleria_herself() -> None:
    """She attacks once more by her basic attack."""
    board = road(hero("alleria", "r2", abilities=("like_the_wind",)), pack("gob", "p2"))
    wind = after(board, ActivateHero(), UseAbility("like_the_wind", "N"), PlaceTile("gob", "b2"), Inspire("alleria"))

    attacked = wind.when(1, BasicAttack("N")).when(1, PlaceTile("gob", "c2 c3"))
    assert tiles(attacked.board, "gob") == ["b2", "c2 c3"]


@pytest.mark.rule("KRR-ALL-07")
def test_do_you_bleed_adds_two_tiles_under_the_wildcat() -> None:
    """Her attack goes by its arrows, the two tiles on the Horde of the Wildcat."""
    board = road(
        hero("alleria", "r2", abilities=("do_you_bleed",)),
        hero("wildcat", "p8", "a4"),
        pack("gob", "p2"),
        pack("foe", "p8"),
    )
    bled = after(board, ActivateHero(), UseAbility("do_you_bleed", "N"), PlaceTile("gob", "b2")).waits_for(Attacking, 1)

    bled.when(1, PlacePieces("gob", "b3 c3")).refused("KRR-ALL-07")
    bled.when(1, PlacePieces("foe", "b2 b3 c3")).refused("KRR-ALL-07")
    assert tiles(bled.when(1, PlacePieces("foe", "b2 b3")).board, "foe") == ["b2", "b3"]


@pytest.mark.rule("KRR-ALL-08")
@pytest.mark.parametrize("cat", [hero("wildcat", down=True), hero("wildcat", "p7")])
def test_without_the_wildcat_the_two_tiles_are_omitted(cat: Hero) -> None:
    """The attack itself is made."""
    board = road(hero("alleria", "r2", abilities=("do_you_bleed",)), cat, pack("gob", "p2"))
    bled = after(board, ActivateHero(), UseAbility("do_you_bleed", "N"), PlaceTile("gob", "b2"))

    assert tiles(bled.waits_for(Activating, 1).board, "gob") == ["b2"]
