"""Damage and healing of heroes."""

import pytest

from rulesets.kingdom_rush.effects import HeroDamaged, HeroHealed, HordeBlocked
from rulesets.kingdom_rush.pieces import Tower
from rulesets.kingdom_rush.rules.abilities import Bless
from rulesets.kingdom_rush.rules.heroes import ActivateHero, BasicAttack
from rulesets.kingdom_rush.rules.passing import PassTower
from rulesets.kingdom_rush.rules.towers import PlayTower
from tests.rulesets.kingdom_rush.build import hero, horde, road
from tests.rulesets.kingdom_rush.checked import after, at, done, next_round


@pytest.mark.rule("KRR-HDM-01")
def test_a_point_of_damage_is_a_point_of_health() -> None:
    """Malik on a Horde that is held up loses one; held up twice by its speed, two."""
    board = road(hero("malik", "p8", "a1"), horde("gob", "p8", *(".....",) * 4, "....o"))
    done(board).then_includes(HordeBlocked("gob"), HeroDamaged("malik", 4, "gob"))

    fast = road(hero("malik", "p8", "a1"), horde("gob", "p8", *(".....",) * 4, "....S"))
    assert done(fast).board.hero("malik").health == 3


@pytest.mark.rule("KRR-HDM-02")
def test_a_hero_without_health_is_knocked_out() -> None:
    """It lies on its player's board at once, and what it covered is open."""
    board = road(hero("malik", "p8", "b2", health=1), horde("gob", "p8", ".....", ".oo..", ".....", ".....", "....o"))
    over = done(board).then_includes(HeroDamaged("malik", 0, "gob")).board

    malik = over.hero("malik")
    assert (malik.space, malik.base, malik.down) == (None, None, True)
    assert over.covered(over.horde("gob")) == 0


@pytest.mark.rule("KRR-HDM-02")
def test_whoever_is_knocked_out_does_not_block_again() -> None:
    """A speedy Horde is held up once, and then goes on."""
    board = road(hero("malik", "p8", "a1", health=1), horde("gob", "p8", *(".....",) * 4, "....S"))

    assert done(board).board.horde("gob").space == "p7"


@pytest.mark.rule("KRR-HDM-03")
def test_the_player_of_a_knocked_out_hero_plays_on() -> None:
    """Towers stay where they stand, and hands are played and passed."""
    board = road(hero("malik", down=True), Tower("r1", "mage", 1, "N"), hands=(("archer", "bombard"),))

    assert at(board).when(1, PlayTower("archer", "r2", "N")).board.towers[0].card == "mage"
    at(board).when(1, PassTower("bombard", 2, "artillery"))


@pytest.mark.rule("KRR-HDM-04")
def test_healing_stops_at_the_maximum() -> None:
    """Lilith blesses herself: three become four, four stay four."""
    for health in (3, 4):
        board = road(hero("lilith", "p3", health=health))
        blessed = after(board, ActivateHero(), BasicAttack("N"), Bless("lilith"))
        blessed.then_includes(HeroHealed("lilith", 4))


@pytest.mark.rule("KRR-HDM-04")
def test_nobody_off_the_map_is_healed() -> None:
    """Malik on his board cannot be blessed."""
    board = road(hero("lilith", "p1"), hero("malik", seat=2, health=1))
    blessing = after(board, ActivateHero(), BasicAttack("N"))

    blessing.when(1, Bless("malik")).refused("KRR-LIL-02")


@pytest.mark.rule("KRR-HDM-05")
def test_damage_beyond_nothing_is_lost() -> None:
    """Hit three times with one health Malik lies at 0, and stands up with all of it in the next round."""
    board = road(
        hero("malik", "p8", "a1", health=1),
        horde("gob", "p8", *(".....",) * 4, "E...S"),
        horde("eye", "p7", *(".....",) * 4, "E...."),
    )
    over = done(board)

    assert over.board.hero("malik").health == 0
    assert sum(isinstance(effect, HeroDamaged) for effect in over.effects) == 1
    assert next_round(over).board.hero("malik").health == 5
