"""Tiles that the text of a hero or an ability fixes by number and size: what the component set adds to that."""

from __future__ import annotations

import pytest

from rulesets.kingdom_rush.board import Board
from rulesets.kingdom_rush.rules.abilities import UseAbility
from rulesets.kingdom_rush.rules.attacks import PlaceTile
from rulesets.kingdom_rush.rules.heroes import ActivateHero, BasicAttack
from rulesets.kit.errors import BadComponentSet
from rulesets.kit.scenario import Scenario
from tests.rulesets.kingdom_rush.build import FIELD, hero, horde, road
from tests.rulesets.kingdom_rush.changed import changed, with_tiles_of
from tests.rulesets.kingdom_rush.checked import after, legal, tiles

MIXED = ("pmmoo", "pmmoo", "pmmoo", "ooooo", "ooooo")
"""Orcs, who resist physical damage, on a1 to a3; Hexers, who resist magical damage, beside them."""


def places(scenario: Scenario[Board]) -> set[str]:
    """Where the tile that comes next may lie."""
    return {action.cells for action in legal(scenario, PlaceTile) if isinstance(action, PlaceTile)}


@pytest.mark.rule("KRR-DMG-12")
@pytest.mark.parametrize(("damage", "covered", "spared"), [("physical", "b1", "a1"), ("magical", "a1", "b1")])
def test_the_set_tells_the_type_that_the_text_leaves_open(damage: str, covered: str, spared: str) -> None:
    """Let's Burn names no type: it is the one on the tile, and defences go by it."""
    board = road(hero("ignus", "p7", abilities=("lets_burn",)), horde("mix", "p8", *MIXED))
    burning = with_tiles_of(board, changed("abilities", "lets_burn", "damage", damage))
    burn = after(burning, ActivateHero(), UseAbility("lets_burn", "N"))

    down = {"a1": "a1 a2 a3", "b1": "b1 b2 b3"}
    assert tiles(burn.when(1, PlaceTile("mix", down[covered])).board, "mix") == [down[covered]]
    burn.when(1, PlaceTile("mix", down[spared])).refused("KRR-DEF-05")


@pytest.mark.rule("KRR-DMG-12")
def test_a_set_that_shows_no_orientation_leaves_it_open() -> None:
    """The bonus tile of Magnus and those of Let's Burn are turned as one likes."""
    magnus = road(hero("magnus", "r2"), horde("gob", "p2", *FIELD))
    bonus = after(magnus, ActivateHero(), BasicAttack("N"), PlaceTile("gob", "e5"))
    assert {"a1 a2", "a1 b1"} <= places(bonus)

    ignus = road(hero("ignus", "p3", abilities=("lets_burn",)), horde("gob", "p2", *FIELD))
    assert {"a1 a2 a3", "a1 b1 c1"} <= places(after(ignus, ActivateHero(), UseAbility("lets_burn", "N")))


@pytest.mark.rule("KRR-DMG-12", "KRR-DMG-02")
def test_a_set_may_show_how_a_bonus_tile_lies() -> None:
    """Then it turns with the hero, and not otherwise: shown upright it lies for one who faces east or west."""
    upright = changed("heroes", "magnus", "turn", 0)
    board = with_tiles_of(road(hero("magnus", "r2"), horde("gob", "p2", *FIELD), horde("far", "p3", *FIELD)), upright)
    bonus = after(board, ActivateHero(), BasicAttack("N"), PlaceTile("gob", "e5"))

    assert "a1 a2" in places(bonus)
    bonus.when(1, PlaceTile("gob", "a1 b1")).refused("KRR-DMG-02")


@pytest.mark.rule("KRR-DMG-12", "KRR-MOV-08")
@pytest.mark.parametrize(("facing", "lies"), [("N", "a1 b1 c1"), ("E", "a1 a2 a3"), ("S", "a1 b1 c1")])
def test_a_set_may_show_how_the_tiles_of_an_ability_lie(facing: str, lies: str) -> None:
    """Let's Burn, shown lying, is laid as Ignus faces, so that his facing is asked for."""
    lying = changed("abilities", "lets_burn", "turn", 90)
    board = road(hero("ignus", "p3", abilities=("lets_burn",)), horde("gob", "p2", *FIELD))
    burn = after(with_tiles_of(board, lying), ActivateHero(), UseAbility("lets_burn", facing))

    assert {cells for cells in places(burn) if cells.startswith("a1")} == {lies}


@pytest.mark.rule("KRR-DMG-12")
@pytest.mark.parametrize(("table_", "id_"), [("heroes", "malik"), ("abilities", "hocus_pocus")])
def test_single_squares_are_shown_no_way(table_: str, id_: str) -> None:
    """A set that turns what the text does not give is refused."""
    with pytest.raises(BadComponentSet, match="KRR-DMG-12"):
        changed(table_, id_, "turn", 90)
