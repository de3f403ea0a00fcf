"""Heroes at the end of the game: what they count, and powers that bring VP."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from rulesets.heros_crossing.effects import EndPowerScored, FinalScoreComputed, HandStarted
from rulesets.heros_crossing.phases import ByHand, GameOver, LastDonations, Turn
from rulesets.heros_crossing.pieces import Owned
from rulesets.heros_crossing.rules.by_hand import EnterByHand
from rulesets.heros_crossing.rules.donations import CloseDonations, Donate, GiveCubes
from rulesets.heros_crossing.rules.numbers import evaluate
from rulesets.heros_crossing.words.numbers import Expr
from tests.rulesets.heros_crossing.boards import at, settled, side, table
from tests.rulesets.heros_crossing.powers import HERO, OWNED, power, under

POINT = power({"do": "end_vp", "value": {"const": 1}}, when="end_game")


def ended(*sides: Any, **more: Any) -> Any:
    """The game is over but for the last donations."""
    return table(*sides, pending=LastDonations(), card="", zoning="", round=9, last_round=9, left=(0, 0, 0), **more)


@pytest.mark.rule("HCX-POW-12", "HCX-END-07", "HCX-AMB-39")
def test_end_powers_count_what_donations_have_left() -> None:
    """Five cubes: four are given for a VP, the Miser counts the last one."""
    board = ended(side("apothecary-1*4 land potion-shop-1*1", heroes=("miser",), pool=""))
    after = at(board).when(1, Donate()).when(1, GiveCubes("0.0", 4))
    after.then_includes(EndPowerScored(1, "miser", 1), FinalScoreComputed((1 + 1 + 7, 0), (1,)))
    kept = at(board).when(1, CloseDonations())
    kept.then_includes(EndPowerScored(1, "miser", 5), FinalScoreComputed((5 + 7, 0), (1,)))


@pytest.mark.rule("HCX-POW-13")
def test_owned_heroes_count_their_points_exhausted_or_not() -> None:
    """Used or unused."""
    for exhausted in (False, True):
        board = ended(side(heroes=(Owned("bard", 1, exhausted), Owned("monk", 2, exhausted)), pool=""))
        settled(board).then_includes(FinalScoreComputed((4 + 1, 0), (1,)))


@pytest.mark.rule("HCX-POW-16")
def test_a_hero_of_the_last_resolution_counts_too() -> None:
    """Its end-game power does not wait for a turn."""
    board = ended(side("potion-shop-1*2", heroes=(Owned("miser", 9),), pool=""))
    settled(board).then_includes(EndPowerScored(1, "miser", 2))


def test_end_powers_have_conditions_and_caps() -> None:
    """Nothing where the condition fails, never more than the cap, and never less than nothing."""
    own = side("apothecary-1*3", heroes=OWNED, pool="")
    cubes = {"do": "end_vp", "value": {"count": "cubes"}, "cap": 2}
    capped = under(ended(own), power(cubes, when="end_game"))
    settled(capped).then_includes(EndPowerScored(1, HERO, 2))
    unmet = under(ended(own), power(cubes, when="end_game", **{"if": {"count": "heroes", "level": 3}}))
    settled(unmet).then_includes(EndPowerScored(1, HERO, 0))
    short = {"do": "end_vp", "value": {"add": [{"count": "cubes"}, {"const": -4}]}}
    none = under(ended(own), power(short, when="end_game"))
    settled(none).then_includes(EndPowerScored(1, HERO, 0))


def test_end_powers_are_counted_from_the_first_player_on() -> None:
    """One hero after the other, in the order in which they joined."""
    board = ended(side(heroes=("miser",), pool=""), side(heroes=("bard", HERO), pool=""), first=2)
    board = under(under(board, power({"do": "end_vp", "value": {"const": 3}}, when="end_game")), POINT, "bard")
    scored = [effect for effect in settled(board).effects if isinstance(effect, EndPowerScored)]
    assert scored == [EndPowerScored(2, "bard", 1), EndPowerScored(2, HERO, 3), EndPowerScored(1, "miser", 0)]


def test_an_end_power_by_hand_is_entered_before_the_scores_are_told() -> None:
    """Where the service rolls it does nothing."""
    board = under(ended(side(heroes=OWNED, pool="")), power({"do": "by_hand"}, when="end_game"))
    asked = settled(board).then_includes(HandStarted(1, HERO)).waits_for(ByHand, 1)
    assert isinstance(asked.when(1, EnterByHand()).board.pending, GameOver)
    assert isinstance(settled(replace(board, chance="server")).board.pending, GameOver)


@pytest.mark.parametrize(
    ("expected", "value"),
    [
        ({"count": "heroes"}, 2),
        ({"count": "heroes", "level": 2}, 1),
        ({"count": "tiles", "kind": "shop"}, 2),
        ({"count": "tiles", "resource": "potion"}, 2),
        ({"count": "tiles", "level": 2}, 1),
        ({"count": "cubes", "kind": "production"}, 3),
        ({"count": "modifiers"}, 2),
        ({"count": "vp"}, 6),
        ({"count": "dice", "color": "red"}, 1),
        ({"count": "spies_in"}, 1),
        ({"count": "spies_out"}, 1),
        ({"count": "bids"}, 0),
        ({"count": "attractions"}, 0),
        ({"distinct": "resources"}, 2),
        ({"distinct": "buildings"}, 3),
        ({"distinct": "hero_levels"}, 2),
        ({"distinct": "cube_types"}, 2),
        ({"add": [{"const": 2}, {"const": 3}]}, 5),
        ({"multiply": [{"const": 2}, {"const": 3}]}, 6),
        ({"divide": [{"const": 7}, {"const": 2}]}, 3),
        ({"divide": [{"const": 7}, {"const": 0}]}, 0),
        ({"least": [{"const": 7}, {"const": 2}]}, 2),
        ({"most": [{"const": 7}, {"const": 2}]}, 7),
        ({"at_least": [{"const": 7}, {"const": 7}]}, 1),
        ({"at_least": [{"const": 6}, {"const": 7}]}, 0),
        ({"both": [{"const": 1}, {"const": 0}]}, 0),
        ({"either": [{"const": 1}, {"const": 0}]}, 1),
        ({"not": {"const": 0}}, 1),
    ],
)  # fmt: skip
def test_numbers_are_read_off_the_board(expected: dict[str, Any], value: int) -> None:
    """Each kind of expression comes to what it says."""
    own = side("apothecary-1*3 land!2 potion-shop-2*1 land magic-shop-1*2", vp=6, pool="red-1 blue-2")
    own = replace(own, heroes=(*OWNED, Owned("bard", 1)))
    board = table(own, side("land!1"), pending=Turn())
    assert evaluate(msgspec.convert(expected, Expr), board, 1) == value
