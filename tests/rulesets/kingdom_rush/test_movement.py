"""How heroes move over the map."""

import pytest
from msgspec.structs import replace

from rulesets.kingdom_rush import RULESET
from rulesets.kingdom_rush.board import Board
from rulesets.kingdom_rush.effects import HeroMoved
from rulesets.kingdom_rush.names import space_name
from rulesets.kingdom_rush.phases import Activating
from rulesets.kingdom_rush.pieces import Tower
from rulesets.kingdom_rush.rules.attacks import PlaceTile
from rulesets.kingdom_rush.rules.heroes import ActivateHero, BasicAttack, Engage, MoveHero
from tests.rulesets.kingdom_rush.build import FIELD, hero, horde, pack, portal, road
from tests.rulesets.kingdom_rush.checked import after, at, legal


def ends(board: Board, seat: int = 1) -> set[str]:
    """Where the hero of a seat may go."""
    return {action.space for action in legal(after(board, ActivateHero(), seat=seat), MoveHero, seat)}


@pytest.mark.rule("KRR-MOV-01")
def test_a_point_is_a_space_straight_or_diagonal() -> None:
    """Malik has two points: corners count as next to one another, and three spaces are too far."""
    spaces = ends(road(hero("malik", "p9")))

    assert {"r2", "p7", "p3", "b1", "r1", "1-2"} <= spaces
    assert not {"p4", "p5", "p6"} & spaces
    moved = after(road(hero("malik", "p9")), ActivateHero(), MoveHero("p3"))
    moved.then(HeroMoved("malik", "p3")).waits_for(Activating, 1)
    after(road(hero("malik", "p9")), ActivateHero(), MoveHero("p4")).refused("KRR-MOV-01")


@pytest.mark.rule("KRR-MOV-01")
@pytest.mark.parametrize(("space", "base"), [("p8", "b2"), ("p9", None), ("r2", None), ("6-1", None)])
def test_a_hero_may_end_where_it_began(space: str, base: str | None) -> None:
    """On a Horde, the Path, a site or blank terrain: out and back are two points, and one is not enough."""
    board = road(hero("malik", space, base), pack("gob", "p8"))
    activated = after(board, ActivateHero())
    place = space_name(activated.board, space)
    assert MoveHero(space).label(activated.board, 1) == f"Let Malik leave {place} and come back"

    back = activated.when(1, MoveHero(space)).then(HeroMoved("malik", space, bool(base)))
    assert RULESET.sentence(activated.board, back.effects) == f"{{1}} lets Malik leave {place} and come back."
    at(replace(board, pending=Activating(1, "malik", 1))).when(1, MoveHero(space)).refused("KRR-MOV-01")


@pytest.mark.rule("KRR-MOV-02")
def test_a_hero_crosses_everything() -> None:
    """Path, sites, blank terrain; Towers, Hordes and Portals stop nobody on the way."""
    around = [Tower(site, "archer", 2, "N") for site in ("r1", "b1", "g1")]
    hordes = [pack("full", "p8", tiled="a1 b1 c1 d1 e1"), pack("more", "p7")]
    wall = road(hero("malik", "p9"), *around, *hordes, portal("rift", "p6"))

    assert {"r2", "1-2", "1-3", "p7", "p3", "y1"} <= ends(wall)
    row = road(hero("malik", "p4"), portal("rift", "p5"), Tower("w1", "archer", 2, "N"), portal("door", "p3"))
    assert {"p6", "p7", "p2", "r2"} <= ends(row)


@pytest.mark.rule("KRR-MOV-03")
def test_a_hero_stays_on_the_map() -> None:
    """Beyond its edge there is nothing to enter."""
    activated = after(road(hero("malik", "6-1")), ActivateHero())

    activated.when(1, MoveHero("7-1")).refused("KRR-MOV-03")
    activated.when(1, MoveHero("nowhere")).refused("KRR-MOV-03")


@pytest.mark.rule("KRR-MOV-04")
def test_a_hero_does_not_end_on_a_tower() -> None:
    """Only empty sites are open."""
    board = road(hero("malik", "p9"), Tower("r1", "archer", 2, "N"))

    after(board, ActivateHero(), MoveHero("r1")).refused("KRR-MOV-04")
    assert "r1" not in ends(board)
    assert "b1" in ends(board)


@pytest.mark.rule("KRR-MOV-05")
def test_a_hero_ends_on_a_horde_only_with_room_for_its_base() -> None:
    """Where every 2x2 block holds something, it has to go on."""
    crowded = road(hero("malik", "p4"), horde("gob", "p3", *FIELD, tiled="b2 d2 b4 d4"))

    after(crowded, ActivateHero(), MoveHero("p3")).refused("KRR-MOV-05")
    assert "p3" not in ends(crowded)
    assert "p2" in ends(crowded)
    after(road(hero("malik", "p4"), horde("gob", "p3", *FIELD, tiled="b2 d2 b4")), ActivateHero(), MoveHero("p3"))


@pytest.mark.rule("KRR-MOV-06")
def test_the_first_point_puts_a_hero_next_to_an_exit() -> None:
    """From its board Malik comes to p1 and a space farther, and nowhere else."""
    board = road(hero("malik"))

    assert ends(board) == {"p1", "p2", "r1", "r2", "1-2"}
    after(board, ActivateHero(), MoveHero("p3")).refused("KRR-MOV-06")
    assert after(board, ActivateHero(), MoveHero("p1")).board.hero("malik").space == "p1"


@pytest.mark.rule("KRR-MOV-07")
def test_a_hero_goes_on_where_the_way_in_is_taken() -> None:
    """A Portal or a full Horde next to the Exit costs the first point, and the hero may not stay."""
    assert ends(road(hero("malik"), portal("rift", "p1"))) == {"p2", "r1", "r2", "1-2"}
    full = horde("gob", "p1", *FIELD, tiled="b2 d2 b4 d4")
    assert ends(road(hero("malik"), full)) == {"p2", "r1", "r2", "1-2"}


@pytest.mark.rule("KRR-MOV-08")
def test_facing_is_set_after_moving_and_turns_the_arrows() -> None:
    """The same hero in the same space reaches other Hordes as it faces another way."""
    board = road(hero("alleria", "p9"), pack("north", "p3"), pack("gob", "p7"))
    moved = after(board, ActivateHero(), MoveHero("p8"))

    for facing, target in (("N", None), ("E", "gob")):
        attack = moved.when(1, BasicAttack(facing))
        found = {action.horde for action in legal(attack, PlaceTile)}
        assert found == ({target} if target else set())
        assert attack.board.hero("alleria").facing == facing


@pytest.mark.rule("KRR-MOV-09")
def test_heroes_share_a_space() -> None:
    """On the Path, on a site, and on a Horde with room for both."""
    board = road(hero("malik", "p9"), hero("ignus", "p8", seat=2), hero("ignus", "p8", seat=2))
    assert after(board, ActivateHero(), MoveHero("p8")).board.hero("malik").space == "p8"

    board = road(hero("malik", "p9"), hero("ignus", "p8", "a1", seat=2), pack("gob", "p8"))
    engaged = after(board, ActivateHero(), MoveHero("p8"), Engage("c3")).board
    assert {own.space for own in engaged.heroes} == {"p8"}


@pytest.mark.rule("KRR-MOV-10")
def test_whoever_leaves_uncovers() -> None:
    """The squares under the base are free again."""
    board = road(hero("malik", "p8", "b2"), pack("gob", "p8"))
    assert board.covered(board.horde("gob")) == board.face(board.horde("gob")).all

    left = after(board, ActivateHero(), MoveHero("p7")).board
    assert left.covered(left.horde("gob")) == 0
    assert left.hero("malik").base is None


@pytest.mark.rule("KRR-MOV-11")
def test_nobody_enters_the_exit() -> None:
    """The space behind the last of the Path is closed to heroes."""
    after(road(hero("malik", "p1")), ActivateHero(), MoveHero("gate")).refused("KRR-MOV-11")
    assert "gate" not in ends(road(hero("malik", "p1")))
