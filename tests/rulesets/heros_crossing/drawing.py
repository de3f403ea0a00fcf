"""Pictures of Hero's Crossing to look into, and games to draw."""

from __future__ import annotations

import random
import re
from functools import cache
from typing import TYPE_CHECKING

from rulesets.heros_crossing import RULESET
from rulesets.kit.chance import ServerChance
from rulesets.kit.play import fold
from rulesets.kit.structs import TABLE, Effect, Start, Viewer
from rulesets.kit.svg import Scene
from tests.rulesets.pictures import SVG, whole

if TYPE_CHECKING:
    from collections.abc import Iterator
    from xml.etree.ElementTree import Element

    from rulesets.heros_crossing.board import Board

NAMES = {1: "Heron of the Upper Marshes", 2: "Otter", 3: "Marten", 4: "Lynx"}
SEATS = (2, 3, 4)


def scene(
    board: Board,
    *effects: Effect[Board],
    before: Board | None = None,
    viewer: Viewer = TABLE,
    clickable: tuple[str, ...] = (),
    narrow: bool = False,
) -> Scene[Board]:
    touches = frozenset(touched for effect in effects for touched in effect.touches())
    return Scene(
        board, before, effects, viewer, NAMES, 57, touches, frozenset(clickable), "narrow" if narrow else "wide"
    )


# --- pictures to look into


def drawn(board: Board, *effects: Effect[Board], **more: object) -> Element:
    return whole(RULESET.picture(scene(board, *effects, **more)))  # type: ignore[arg-type]


def ids(svg: Element) -> list[str]:
    return [name for group in svg.iter(SVG + "g") if (name := group.get("data-id"))]


def titles(part: Element) -> str:
    return "; ".join(found.text or "" for found in part.iter(SVG + "title"))


def place(part: Element) -> tuple[float, float]:
    found = re.match(r"translate\(([-\d.]+) ([-\d.]+)\)", part.get("transform") or "")
    assert found, f"{part.get('data-id')} has no place of its own"
    return float(found[1]), float(found[2])


# --- games to draw


@cache
def game(seats: int) -> tuple[tuple[Board, tuple[Effect[Board], ...]], ...]:
    """The beginning of a game played at random: its boards, and what led to each."""
    rng, key, components = random.Random(seats), b"%d" % seats, RULESET.starter_components
    play = RULESET.begin(Start(seats, components.hash, "server", "own_turn"), components, ServerChance(key, b""))
    found = [(play.board, tuple(play.effects))]
    for version in range(240):
        board = play.board
        seat = rng.choice(board.pending.who(board))
        actions = list(RULESET.legal_actions(board, seat))
        idle = ("EndTurn", "StealDie", "Donate", "WithdrawBid", "EndSale")
        action = rng.choice([action for action in actions if type(action).__name__ not in idle] or actions)
        play = RULESET.decide(board, seat, action, ServerChance(key, b"%d" % version))
        found.append((play.board, tuple(play.effects)))
    return tuple(found)


def views(seats: int, viewer: Viewer) -> Iterator[tuple[Board, Scene[Board]]]:
    """The true boards of a game, and each as `viewer` sees it."""
    components = RULESET.starter_components
    before, seen = None, RULESET.empty_board(Start(seats, components.hash, "server", "own_turn"), components)
    for board, effects in game(seats):
        effects_seen = tuple(effect.seen_by(viewer) for effect in effects)
        seen = fold(seen, effects_seen)
        yield board, scene(seen, *effects_seen, before=before, viewer=viewer)
        before = seen
