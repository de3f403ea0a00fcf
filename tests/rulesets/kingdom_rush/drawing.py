"""A sample board of Kingdom Rush to draw, and games to draw."""

from __future__ import annotations

import random
from functools import cache
from itertools import islice
from typing import TYPE_CHECKING

from msgspec.structs import replace

from rulesets.kingdom_rush import RULESET
from rulesets.kingdom_rush.board import Board
from rulesets.kingdom_rush.components import Components
from rulesets.kingdom_rush.geometry import mask_of
from rulesets.kingdom_rush.phases import PLAY_CARDS
from rulesets.kingdom_rush.pieces import AbilityTile, Hero, Horde, Laid, Side, Stack, Tower
from rulesets.kit.chance import ServerChance
from rulesets.kit.piles import Pile
from rulesets.kit.structs import TABLE, Effect, Start
from rulesets.kit.svg import Scene
from tests.rulesets.pictures import whole

if TYPE_CHECKING:
    from collections.abc import Iterator
    from xml.etree.ElementTree import Element

NAMES = {1: "Heron of the Upper Marshes", 2: "Otter", 3: "Kestrel", 4: "Badger"}
ROAD = "quiet-road"


@cache
def components() -> Components:
    made = RULESET.starter_components
    assert isinstance(made, Components)
    return made


def horde(card: str, space: str, *tiles: Laid, soldiers: str = "", **changes: object) -> Horde:
    """A Horde of the first route, its tray turned as it should be."""
    known = components().horde[card]
    made = Horde(card, space, 1, components().field[ROAD].turn_of(known, 1), known.level, True, tiles)
    covered = 0
    for laid in tiles:
        covered |= mask_of(laid.cells)
    return replace(made, tiled=covered, soldiers=mask_of(soldiers), **changes)


MALIK = Hero("malik", 1, 4, "p4", "c4", "S", abilities=(AbilityTile("earthquake"), AbilityTile("hammer_smash")))
ALLERIA = Hero("alleria", 2, 2, "s7", facing="W", ready=False, abilities=(AbilityTile("like_the_wind", "used"),))
CAT = Hero("wildcat", 2, 1, fresh=True)
AT_HOME = tuple(replace(hero, space=None, base=None) for hero in (MALIK, ALLERIA, CAT))


def sample(**changes: object) -> Board:
    """Two players in round 4; three Hordes on the road, the second one a Portal."""
    board = Board(
        components(),
        PLAY_CARDS,
        ROAD,
        "normal",
        2,
        (
            Side("red", "malik", ("archer", "mage"), ("footmen",)),
            Side("blue", "alleria", ("archer",), (), True),
        ),
        (MALIK, ALLERIA, CAT),
        (
            horde("mob-1", "p4", Laid("archer", "b2 b3"), soldiers="c2"),
            horde("dim-portal-1", "p3", Laid("mage", "b3")),
            horde("goblins-1", "p1"),
        ),
        (Tower("s3", "archer", 1, "E"), Tower("s2", "bombard", 2, "S", face_up=False)),
        (Stack(1, (Pile(2, ("goblins-2", "goblins-3")), Pile(1, ("mob-2",)))), Stack(2, (Pile(0),))),
        hearts=7,
        crystals=5,
        soldiers=11,
        round=4,
    )
    return replace(board, **changes)


def scene(board: Board, *touches: str, before: Board | None = None, clickable: tuple[str, ...] = ()) -> Scene[Board]:
    return Scene(board, before, (), TABLE, NAMES, 83, frozenset(touches), frozenset(clickable))


def drawn(view: Scene[Board]) -> Element:
    return whole(RULESET.picture(view))


# --- games to draw


def game(scenario: str, seats: int, seed: int, most: int) -> Iterator[tuple[Board, tuple[Effect[Board], ...]]]:
    """The boards of a game played at random with a liking for deeds, and what led to each."""
    rng, key = random.Random(seed), b"%d" % seed
    start = Start(seats, components().hash, "server", "own_turn", {"scenario": scenario})
    play = RULESET.begin(start, components(), ServerChance(key, b""))
    yield play.board, tuple(play.effects)
    for version in range(most):
        board = play.board
        if not (waiting := board.pending.who(board)):
            return
        seat = rng.choice(waiting)
        actions = list(islice(RULESET.legal_actions(board, seat), 200))
        bold = [a for a in actions if type(a).__name__ not in ("Done", "LeaveOut", "EndActivation", "PassTower")]
        play = RULESET.decide(board, seat, rng.choice(bold or actions), ServerChance(key, b"%d" % version))
        yield play.board, tuple(play.effects)


GAMES = [(scenario, 1 + n % 4) for n, scenario in enumerate(components().scenario)]
