"""What the timeline says of actions that change little: each tells what was done."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rulesets.kingdom_rush import RULESET
from rulesets.kingdom_rush.board import Board
from rulesets.kingdom_rush.caption import description
from rulesets.kingdom_rush.phases import GameOver
from rulesets.kingdom_rush.pieces import AbilityTile
from rulesets.kingdom_rush.rules.abilities import Forgo, Heal, StopSurge, Surge, UseAbility
from rulesets.kingdom_rush.rules.attacks import AimAt, LeaveOut, PlacePieces, PlaceTile
from rulesets.kingdom_rush.rules.ending import Done
from rulesets.kingdom_rush.rules.heroes import ActivateHero, BasicAttack, EndActivation, MoveHero, Recover
from rulesets.kingdom_rush.rules.soldiers import StopRelocating
from rulesets.kingdom_rush.rules.spells import Suffer, UseSpell
from rulesets.kingdom_rush.rules.towers import PlayTower
from rulesets.kingdom_rush.rules.wildcat import KeepWildcat
from rulesets.kit.structs import Action
from tests.rulesets.kingdom_rush.build import hero, horde, pack, portal, road, table
from tests.rulesets.kingdom_rush.checked import after

ALLERIA = road(
    hero("alleria", "r2", abilities=("like_the_wind",)),
    hero("ignus", "p8", seat=2),
    hero("wildcat", down=True),
    pack("gob", "p2"),
)
IGNUS = road(hero("ignus", "p9", abilities=("surge_of_flames",)))
MALIK = road(hero("malik", "p3", abilities=(AbilityTile("earthquake", "used"), "its_hammer_time")))
SPELLS = ("gem_of_timewarp", "lightning_bolt", "rain_of_fire")
CAST = road(hero("malik", ongoing=("cant_touch_this",)), pack("gob", "p8"), portal("rift", "p7"), spells=SPELLS)
MILITIA = table(
    horde("far", "p6", "ooooo", soldiers="a1 b1 c1"), horde("near", "p3", "oo"), hands=(("militia",),), soldiers=1
)


def sentence_of(board: Board, *actions: Action[Board]) -> str:
    """The sentence of the last of the actions."""
    *before, last = actions
    board = after(board, *before).board
    return RULESET.sentence(board, after(board, last).effects)


@pytest.mark.parametrize(
    ("board", "actions", "sentence"),
    [
        (MALIK, (ActivateHero(), EndActivation()), "{1} does no more with Malik."),
        (MALIK, (ActivateHero(), MoveHero("p4"), EndActivation()), "{1} does no more with Malik."),
        (MALIK, (ActivateHero(), UseAbility("its_hammer_time", "N"), Forgo()), "{1} turns no ability face up."),
        (
            ALLERIA,
            (ActivateHero(), BasicAttack("N"), PlaceTile("gob", "b2 b3"), KeepWildcat()),
            "The Wildcat of {1} stays away.",
        ),
        (
            ALLERIA,
            (ActivateHero(), UseAbility("like_the_wind", "N"), PlaceTile("gob", "b2"), Forgo()),
            "{1} lets nobody move and attack.",
        ),
        (
            IGNUS,
            (ActivateHero(), UseAbility("surge_of_flames", "N"), Surge("p8"), StopSurge(), Heal("ignus")),
            "{1} heals nothing: Ignus is in full health.",
        ),
        (CAST, (UseSpell("lightning_bolt"), AimAt("gob")), "{1} aims Lightning Bolt at Gob gob."),
        (CAST, (UseSpell("rain_of_fire"), LeaveOut()), "{1} places no more of the tile of Rain of Fire."),
        (
            CAST,
            (UseSpell("gem_of_timewarp"), PlaceTile("rift", "b2 b3"), Suffer("malik")),
            "{1} chooses Malik to suffer for the Gem of Timewarp. Nobody suffers damage for the Gem of Timewarp.",
        ),
        (
            MILITIA,
            (PlayTower("militia", "r3", "N"), PlacePieces("near", "a1"), StopRelocating()),
            "{1} moves no more Soldiers.",
        ),
        (
            table(portal("gate", "p1"), seats=1),
            (Done(),),
            "Gate gate, a Portal, reaches the Exit. The Kingdom falls: a Portal reached the Exit.",
        ),
    ],
)
def test_an_action_that_changes_little_tells_what_was_done(
    board: Board, actions: tuple[Action[Board], ...], sentence: str
) -> None:
    """Where nothing else follows, there is still a sentence."""
    assert sentence in sentence_of(board, *actions)


def test_an_activation_that_is_complete_ends_without_a_word() -> None:
    """The hero has moved and acted: what it did tells enough."""
    assert sentence_of(MALIK, ActivateHero(), MoveHero("p4"), Recover()) == (
        "{1} lets Malik recover: 1 ability is face up again."
    )


@pytest.mark.parametrize(
    ("reason", "expected"),
    [("hearts", "The game is lost: no Heart is left."), ("we went home", "The game is lost: we went home.")],
)
def test_the_end_is_told_in_words(reason: str, expected: str) -> None:
    """Statistics keep an id; people read a sentence, and as it was entered what the rulebook does not know."""
    board = replace(MALIK, pending=GameOver((), reason))

    assert expected in description(board, {1: "Ann", 2: "Ben"})
