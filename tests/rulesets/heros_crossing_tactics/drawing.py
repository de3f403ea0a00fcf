"""A sample board of Tactics to draw, and games to draw."""

from __future__ import annotations

import random
from functools import cache
from typing import TYPE_CHECKING

from msgspec.structs import replace

from rulesets.heros_crossing_tactics import RULESET
from rulesets.heros_crossing_tactics.board import Board, Front, Side
from rulesets.heros_crossing_tactics.components import Components, load
from rulesets.heros_crossing_tactics.effects import SoldierKilled
from rulesets.heros_crossing_tactics.phases import Attack, Damage
from rulesets.heros_crossing_tactics.picture import picture
from rulesets.heros_crossing_tactics.pieces import Soldiers
from rulesets.kit.chance import ServerChance
from rulesets.kit.piles import Pile
from rulesets.kit.play import fold
from rulesets.kit.structs import TABLE, Effect, Start, Viewer
from rulesets.kit.svg import Scene
from tests.rulesets.pictures import whole

if TYPE_CHECKING:
    from collections.abc import Iterator
    from xml.etree.ElementTree import Element


HEROES = """
game: heros_crossing_tactics
id: sample
name: Sample
source: invented
heroes:
  - {id: king, name: King, level: 3, monarch: king}
  - {id: queen, name: Queen, level: 3, monarch: queen}
  - {id: squire, name: Squire, level: 1, recruits: {weapon: 1}, drawing_power: 1}
  - {id: cleric-1, name: Cleric, level: 2, recruits: {potion: 1, magic: 1}}
  - {id: cleric-2, name: Cleric, level: 2, recruits: {potion: 1, magic: 1}}
  - {id: warden, name: Warden, level: 2, recruits: {armor: 2}, drawing_power: 1}
  - {id: herald, name: Herald, level: 1, recruits: {weapon: 1}}
  - {id: oracle, name: Oracle, level: 3, recruits: {magic: 3}}
  - {id: lantern, name: Lantern-Bearer, level: 2, recruits: {potion: 2}, drawing_power: 1}
  - {id: knight-1, name: Knight, level: 1, recruits: {armor: 1}}
  - {id: knight-2, name: Knight, level: 1, recruits: {armor: 1}}
  - {id: fletcher, name: Fletcher, level: 1, recruits: {weapon: 1}, drawing_power: 1}
  - {id: captain, name: Captain, level: 2, recruits: {weapon: 2}}
  - {id: page, name: Page, level: 1, drawing_power: 2}
  - {id: brewer, name: Brewer, level: 1, recruits: {potion: 1}, drawing_power: 1}
  - {id: acolyte, name: Acolyte, level: 1, recruits: {magic: 1}}
  - {id: monk, name: Monk, level: 1, recruits: {potion: 1}}
  - {id: giant, name: Giantess of the Wide Moors, level: 3, drawing_power: 9,
     recruits: {weapon: 12, armor: 12, potion: 12, magic: 12}}
"""
NAMES = {1: "Heron of the Upper Marshes", 2: "Otter"}
STRAIGHT = Attack(2, 2, "acolyte", "monk", Soldiers(), 0, 3)
KILL = SoldierKilled(2, 2, "armor", "cube", "weapon")


@cache
def components() -> Components:
    return load(HEROES)


def sample(**changes: object) -> Board:
    """An attack in round 4: a Weapon has just killed the last Armor, and 3 Magic points are left."""
    one = Side(
        "king",
        5,
        ("?1", "?2", "?2", "?3"),
        (
            Front(("fletcher",), Soldiers(weapon=1, potion=2), True),
            Front(("captain", "cleric-2", "page"), Soldiers(weapon=2, armor=1, magic=2), True),
            Front(("brewer", "knight-2"), Soldiers(armor=3, potion=1)),
        ),
    )
    two = Side(
        "queen",
        4,
        ("?1", "?1", "?2"),
        (
            Front(("squire", "cleric-1"), Soldiers(2, 1, 0, 2), True),
            Front(("herald", "warden"), Soldiers(weapon=2, magic=1)),
            Front(("knight-1", "lantern", "oracle"), Soldiers(potion=4, magic=7)),
        ),
    )
    board = Board(
        components(),
        Damage(STRAIGHT),
        1,
        1,
        (one, two),
        (Pile(7), Pile(8), Pile(9)),
        Soldiers(8, 10, 8, 3),
        ("giant",),
        4,
        21,
    )
    return replace(board, **changes)


def scene(board: Board, *effects: Effect[Board], before: Board | None = None, viewer: Viewer = TABLE) -> Scene[Board]:
    touches = frozenset(touched for effect in effects for touched in effect.touches())
    return Scene(board, before, effects, viewer, NAMES, 57, touches)


def drawn(view: Scene[Board]) -> Element:
    return whole(picture(view))


# --- games to draw


@cache
def distinct() -> Components:
    """A set in which no two heroes share a name, so that a name gives away its card."""
    heroes = [
        f"  - {{id: {level}-{n:02}x, name: Zz{level}{n:02}x, level: {level}, drawing_power: {2 + n % 3},"
        f" recruits: {{{('weapon', 'armor', 'potion', 'magic')[n % 4]}: {level}}}}}"
        for level, number in ((1, 19), (2, 13), (3, 11))
        for n in range(number)
    ]
    return load("\n".join([HEROES.partition("  - {id: squire")[0], *heroes]))


def game(seed: int, most: int = 120) -> Iterator[tuple[Board, tuple[Effect[Board], ...]]]:
    """The boards of a game played at random with a liking for attacks, and what led to each."""
    rng, key = random.Random(seed), b"%d" % seed
    start = Start(2, distinct().hash, "server", "own_turn")
    play = RULESET.begin(start, distinct(), ServerChance(key, b""))
    yield play.board, tuple(play.effects)
    for version in range(most):
        board = play.board
        if not (seats := board.pending.who(board)):
            return
        seat = rng.choice(seats)
        actions = list(RULESET.legal_actions(board, seat))
        bold = [action for action in actions if type(action).__name__ in ("Attack", "HireReplace", "DrawHero")]
        cards = [action for action in actions if getattr(action, "card", None)]
        action = rng.choice((rng.random() < 0.4 and bold) or (rng.random() < 0.7 and cards) or actions)
        play = RULESET.decide(board, seat, action, ServerChance(key, b"%d" % version))
        yield play.board, tuple(play.effects)


def views(seed: int, viewer: Viewer) -> Iterator[tuple[Board, Scene[Board]]]:
    """The true boards of a game, and each as `viewer` sees it."""
    before: Board | None = None
    seen = RULESET.empty_board(Start(2, distinct().hash, "server", "own_turn"), distinct())
    for board, effects in game(seed):
        effects_seen = tuple(effect.seen_by(viewer) for effect in effects)
        seen = fold(seen, effects_seen)
        yield board, scene(seen, *effects_seen, before=before, viewer=viewer)
        before = seen
