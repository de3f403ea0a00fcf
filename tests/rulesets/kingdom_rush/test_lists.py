"""Boards that random games seldom reach: what is listed is exactly what is accepted of all thinkable actions."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rulesets.kingdom_rush import RULESET
from rulesets.kingdom_rush.board import Board
from rulesets.kingdom_rush.phases import Relocating
from rulesets.kingdom_rush.pieces import Boss, Tower
from rulesets.kingdom_rush.rules.abilities import Surge, UseAbility
from rulesets.kingdom_rush.rules.attacks import AimAt, PlacePieces, PlaceTile
from rulesets.kingdom_rush.rules.ending import Done
from rulesets.kingdom_rush.rules.heroes import ActivateHero
from rulesets.kingdom_rush.rules.spells import UseSpell
from rulesets.kit.chance import GivenChance
from rulesets.kit.errors import ChanceNeeded, Refused
from rulesets.kit.structs import Action
from tests.rulesets.kingdom_rush.build import FIELD, build, gated, hero, horde, pack, portal, road, table
from tests.rulesets.kingdom_rush.checked import after, at, done
from tests.rulesets.kingdom_rush.universe import universe


def relocating() -> Board:
    """The supply lacks a Soldier of the Militia; one may come from another Horde."""
    far = horde("far", "p6", "ooooo", soldiers="a1 b1 c1")
    board = table(far, horde("h", "p3", "opd", "oo"), hands=(("militia",),), soldiers=1)
    scenario = build(board, "militia", "r3").when(1, PlacePieces("h", "a1"))
    return scenario.waits_for(Relocating, 1).board


def forced() -> Board:
    """Only a Portal is in range of a Militia: all Soldiers that fit have to come."""
    board = table(portal("gate", "p3", "ooo", "", "..#"), hands=(("militia",),))
    return build(board, "militia", "r3").board


def three_tiles() -> Board:
    """Only a Portal is on the map: three tiles have to come, and the last one may come first."""
    board = table(portal("gate", "p3", *FIELD[:2], "oo#oo"), hands=(("ranger_hideout",),))
    return build(board, "ranger_hideout", "r3").board


def two_attacks() -> Board:
    """A Tesla Tower may begin with the attack that reaches a Portal."""
    board = table(portal("gate", "p5"), horde("h", "p3", *FIELD), hands=(("tesla_tower",),))
    return build(board, "tesla_tower", "r3").board


def bolt() -> Board:
    """Lightning Bolt, aimed at a Horde with few free squares."""
    board = road(horde("gob", "p8", "ooppp", "ooppp", "ooppp", "ppppp", "ppppp"), spells=("lightning_bolt",))
    return after(board, UseSpell("lightning_bolt"), AimAt("gob")).board


def reaping() -> Board:
    """Lilith's second tile of Reaper's Harvest."""
    lilith = hero("lilith", "p8", "b2", abilities=("reapers_harvest",))
    board = road(lilith, horde("here", "p8", *FIELD, tiled="a5"), pack("east", "p7"))
    return after(board, ActivateHero(), UseAbility("reapers_harvest", "N"), PlaceTile("here", "b1 c1")).board


def surging() -> Board:
    """Ignus on his way, between a Portal, a full Horde and a Tower."""
    board = road(
        hero("ignus", "p9", abilities=("surge_of_flames",)),
        portal("rift", "p7"),
        horde("full", "p2", *FIELD, tiled="b1 d1 b2 d2 b3 d3 b4 d4 b5 d5"),
        Tower("r2", "archer", 1, "N"),
    )
    return after(board, ActivateHero(), UseAbility("surge_of_flames", "N"), Surge("p8")).board


def losing() -> Board:
    """Lilith stands beside four Towers, one of them face down beneath an equal one."""
    stack = (Tower("r2", "militia", 1, "N", face_up=False), Tower("r2", "militia", 1, "N"))
    towers = (*stack, Tower("w1", "militia", 1, "N"), Tower("w1", "archer", 2, "N"))
    board = table(*towers, scenario="angel", bosses=(Boss("lilith", "p3"),), lives=("wing-1",))
    return at(board).when(1, Done()).when(2, Done(), ["stillness-1"]).board


def opening() -> Board:
    """A second Portal tile, where a hero stands on one Horde."""
    board = table(
        hero("malik", "p5", "d4"),
        pack("held", "p5"),
        pack("gob", "p8", tiled="b2"),
        gated("door", "p3", "a1 b1 c1"),
        scenario="mages",
        gates=("violet-rift",),
        bosses=(Boss("time_mage_1", "1-4"),),
    )
    return done(board).board


def accepts(board: Board, seat: int, action: Action[Board]) -> bool:
    """Whether the rules take it."""
    try:
        RULESET.decide(board, seat, action, GivenChance())
    except Refused:
        return False
    except ChanceNeeded:
        return True
    return True


@pytest.mark.parametrize(
    "board", [relocating, forced, three_tiles, two_attacks, bolt, reaping, surging, losing, opening]
)
def test_the_list_is_what_is_accepted(board: Callable[[], Board]) -> None:
    """No more and no less, for each seat."""
    made = board()
    every = list(universe(made))
    for seat in range(1, made.seats + 1):
        listed = set(RULESET.legal_actions(made, seat))
        assert listed == {action for action in every if accepts(made, seat, action)}
    assert any(RULESET.legal_actions(made, seat) for seat in RULESET.waiting_for(made))
