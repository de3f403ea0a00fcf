"""Ignus: his basic attack and his special abilities."""

import pytest

from rulesets.kingdom_rush.board import Board
from rulesets.kingdom_rush.effects import HeroHealed, SurgeEnded
from rulesets.kingdom_rush.phases import Activating, Attacking, Engaging, Healing, Surging
from rulesets.kingdom_rush.rules.abilities import Heal, StopSurge, Surge, UseAbility
from rulesets.kingdom_rush.rules.attacks import LeaveOut, PlacePieces, PlaceTile
from rulesets.kingdom_rush.rules.heroes import ActivateHero, BasicAttack, Engage, MoveHero
from tests.rulesets.kingdom_rush.build import hero, horde, pack, portal, road
from tests.rulesets.kingdom_rush.checked import after, legal, tiles

ROW = ("oooo.", "11...", "11...", ".....", ".....")
"""Four Goblins in a row, an Ogre under the first two."""


def ignus(*abilities: str) -> Board:
    """Ignus engaged at d4, beside a row of Goblins and an Ogre, with Hordes to the east and the west."""
    return road(
        hero("ignus", "p8", "d4", abilities=abilities, health=1),
        horde("here", "p8", *ROW),
        pack("east", "p7"),
        pack("west", "p9"),
    )


@pytest.mark.rule("KRR-IGN-01")
@pytest.mark.parametrize(
    ("cells", "bonus"), [("c1 d1 e1", True), ("a1 b1 c1", False), ("a1 a2 a3", True), ("e1 e2 e3", False)]
)
def test_exactly_two_enemies_spread_the_fire(cells: str, bonus: bool) -> None:
    """Two enemies under the tile, a Big one counting once: a 1x1 on each adjacent Horde; not with none or three."""
    hit = after(ignus(), ActivateHero(), BasicAttack("N"), PlaceTile("here", cells))

    if not bonus:
        assert tiles(hit.waits_for(Activating, 1).board, "east") == []
        return
    both = hit.waits_for(Attacking, 1).when(1, PlaceTile("east", "b2"))
    assert {action.horde for action in legal(both, PlaceTile)} == {"west"}
    both = both.when(1, PlaceTile("west", "c2")).waits_for(Activating, 1)
    assert (tiles(both.board, "east"), tiles(both.board, "west")) == (["b2"], ["c2"])


@pytest.mark.rule("KRR-IGN-02")
@pytest.mark.parametrize(("cells", "heals"), [("a1 b1 c1", True), ("c1 d1 e1", False), ("a1 a2 a3", False)])
def test_flaming_frenzy_heals_after_exactly_three(cells: str, heals: bool) -> None:
    """A chosen hero heals 1, Ignus included."""
    frenzy = after(ignus("flaming_frenzy"), ActivateHero(), UseAbility("flaming_frenzy", "N"))
    hit = frenzy.when(1, PlaceTile("here", cells))

    if heals:
        hit.waits_for(Healing, 1).when(1, Heal("ignus")).then_includes(HeroHealed("ignus", 2))
    else:
        assert hit.waits_for(Activating, 1).board.hero("ignus").health == 1


@pytest.mark.rule("KRR-IGN-03")
@pytest.mark.parametrize(("cells", "bonus"), [("b1 c1 d1", True), ("c1 d1 e1", False)])
def test_fire_and_brimstone_rains_on_one_horde_after_exactly_three(cells: str, bonus: bool) -> None:
    """Two 1x1, both on the same adjacent Horde."""
    fire = after(ignus("fire_and_brimstone"), ActivateHero(), UseAbility("fire_and_brimstone", "N"))
    hit = fire.when(1, PlaceTile("here", cells))

    if not bonus:
        assert tiles(hit.waits_for(Activating, 1).board, "west") == []
        return
    assert {action.horde for action in legal(hit, PlacePieces)} == {"east", "west"}
    hit.when(1, PlacePieces("west", "b2 c2 b3")).refused("KRR-IGN-03")
    one = hit.when(1, PlacePieces("west", "b2")).waits_for(Activating, 1)
    assert (tiles(one.board, "west"), tiles(one.board, "east")) == (["b2"], [])


@pytest.mark.rule("KRR-IGN-04")
def test_surge_of_flames_burns_each_horde_that_it_enters() -> None:
    """Up to four spaces, a 1x1 on each Horde once, nothing on Portals; he ends by the normal rules."""
    board = road(
        hero("ignus", "p9", abilities=("surge_of_flames",)),
        pack("gob", "p8"),
        portal("rift", "p7"),
        pack("foe", "p6"),
    )
    surge = after(board, ActivateHero(), UseAbility("surge_of_flames", "N")).waits_for(Surging, 1)
    surge.when(1, Surge("p7")).refused("KRR-IGN-04")
    surge.when(1, Surge("gate")).refused("KRR-MOV-11")

    burnt = surge.when(1, Surge("p8")).waits_for(Attacking, 1).when(1, PlaceTile("gob", "b2")).waits_for(Surging, 1)
    passing = burnt.when(1, Surge("p7")).waits_for(Surging, 1)
    passing.when(1, StopSurge()).refused("KRR-POR-12")
    back = passing.when(1, Surge("p8")).waits_for(Surging, 1)
    assert tiles(back.board, "gob") == ["b2"]
    last = passing.when(1, Surge("p6")).when(1, PlaceTile("foe", "b2")).when(1, Surge("p5"))
    last.then_includes(SurgeEnded("ignus", False)).waits_for(Healing, 1)
    engaged = passing.when(1, Surge("p6")).when(1, LeaveOut()).when(1, StopSurge()).waits_for(Engaging, 1)
    assert engaged.when(1, Engage("d4")).board.hero("ignus").base == "d4"


@pytest.mark.rule("KRR-IGN-04")
def test_a_surge_need_not_move() -> None:
    """He may stop at once."""
    board = road(hero("ignus", "p9", abilities=("surge_of_flames",)))
    stopped = after(board, ActivateHero(), UseAbility("surge_of_flames", "N"), StopSurge()).waits_for(Healing, 1)

    assert stopped.board.hero("ignus").space == "p9"


@pytest.mark.rule("KRR-IGN-05")
def test_he_moves_before_or_after_the_surge() -> None:
    """His move points are apart from the four spaces."""
    board = road(hero("ignus", "p9", abilities=("surge_of_flames",)))
    use = UseAbility("surge_of_flames", "N")
    before = after(board, ActivateHero(), MoveHero("p7"), use, Surge("p6"), StopSurge(), Heal("ignus"))
    later = after(board, ActivateHero(), use, Surge("p8"), StopSurge(), Heal("ignus"), MoveHero("p6"))

    assert before.board.hero("ignus").space == later.board.hero("ignus").space == "p6"


@pytest.mark.rule("KRR-IGN-06")
def test_after_the_surge_ignus_or_one_next_to_him_heals() -> None:
    """Two points; not one who is farther away."""
    board = road(
        hero("ignus", "p9", health=1, abilities=("surge_of_flames",)),
        hero("malik", "p7", seat=2, health=1),
        hero("magnus", "p4", seat=3, health=1),
        seats=3,
    )
    surged = after(board, ActivateHero(), UseAbility("surge_of_flames", "N"), Surge("p8"), StopSurge())

    assert {action.hero for action in legal(surged.waits_for(Healing, 1), Heal)} == {"ignus", "malik"}
    surged.when(1, Heal("magnus")).refused("KRR-IGN-06")
    surged.when(1, Heal("malik")).then_includes(HeroHealed("malik", 3))
    surged.when(1, Heal("ignus")).then_includes(HeroHealed("ignus", 3))


@pytest.mark.rule("KRR-IGN-07")
def test_lets_burn_sets_two_hordes_on_fire() -> None:
    """A 1x3 on each of up to two different adjacent Hordes."""
    board = road(
        hero("ignus", "r2", abilities=("lets_burn",)),
        pack("one", "p1"),
        pack("two", "p2"),
        pack("three", "p3"),
        pack("far", "p5"),
    )
    burn = after(board, ActivateHero(), UseAbility("lets_burn", "N"))
    assert {action.horde for action in legal(burn, PlaceTile)} == {"one", "two", "three"}

    burn = burn.when(1, PlaceTile("one", "b1 b2 b3"))
    burn.when(1, PlaceTile("one", "c1 c2 c3")).refused("KRR-IGN-07")
    burn = burn.when(1, PlaceTile("three", "b2 c2 d2")).waits_for(Activating, 1)
    assert [tiles(burn.board, card) for card in ("one", "two", "three")] == [["b1 b2 b3"], [], ["b2 c2 d2"]]
    first = after(board, ActivateHero(), UseAbility("lets_burn", "N"), PlaceTile("one", "b1 b2 b3"))
    first.when(1, PlaceTile("two", "b1 b2 b3")).waits_for(Activating, 1)


@pytest.mark.rule("KRR-IGN-08")
def test_lets_burn_spares_the_engaged_horde() -> None:
    """Only those next to his space burn."""
    burn = after(ignus("lets_burn"), ActivateHero(), UseAbility("lets_burn", "N"))

    assert {action.horde for action in legal(burn, PlaceTile)} == {"east", "west"}
    burn.when(1, PlaceTile("here", "a5 b5 c5")).refused("KRR-IGN-08")
