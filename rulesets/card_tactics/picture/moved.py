"""What leads from unit to unit: attacks above the line, moves below it."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

from msgspec import Struct

from rulesets.card_tactics.names import unit_name
from rulesets.card_tactics.picture import places
from rulesets.kit.svg import legible

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rulesets.card_tactics.attacks import Roll
    from rulesets.card_tactics.board import Board
    from rulesets.card_tactics.picture.view import View
    from rulesets.card_tactics.pieces import CardId

ARC_FOOT, ARC_TOP = -12, -32
"""Where an arc begins above the cards, and where what bends it lies."""
ASIDE = 18
"""So far left of its middle an arc meets a card: its sign that it acts is in the middle, its number at the right."""
GAP, SIDE, CORNER = 32, 66, 7
"""Of a line to another lane: the room between cards, how far down a card it leaves or meets it, and its corners."""
MIDDLE = places.CARD_WIDTH // 2
BELOW, DIP = places.CARD_HEIGHT + 11, 16


class ShotPart(Struct, frozen=True, gc=False):
    """An arc from who attacks to one of its targets."""

    class_: str
    title: str
    path: str
    head: str


def shot_parts(view: View, rolls: Sequence[Roll]) -> Iterator[ShotPart]:
    """Of the last attack, to those targets that still stand."""
    if not rolls:
        return
    board, roll = view.board, rolls[-1]
    start = _at(view, board, roll.attacker)
    for target in roll.targets:
        end = _at(view, board, target)
        if start is not None and end is not None and start != end:
            words = f"{unit_name(board, roll.attacker)} attacks {unit_name(board, target)}"
            path, head = _arc(start, end) if start[1] == end[1] else _across(start, end)
            yield ShotPart(view.class_of(roll.attacker), legible(words), path, head)


def _at(view: View, board: Board, card: CardId) -> places.Point | None:
    """The middle of the upper edge of a unit's card."""
    position = board.position(card)
    if not position:
        return None
    x, y = view.plan.lane(hero=board.is_hero(card)).card(position)
    return x + MIDDLE, y


@lru_cache(maxsize=64)
def _arc(start: places.Point, end: places.Point) -> tuple[str, str]:
    """Above the cards of one line."""
    (from_x, y), (to_x, _) = start, end
    way = 1 if to_x > from_x else -1
    a, b = from_x + 13 * way, to_x - ASIDE
    bend, foot, top = (b - a) * 0.25, y + ARC_FOOT, y + ARC_TOP
    path = f"M{a} {foot}C{a + bend:g} {top} {b - bend:g} {top} {b} {foot - 3}"
    head = f"M{to_x - ASIDE + 8 * way} {y - 4}l{-14 * way} -5 {11 * way} -11z"
    return path, head


@lru_cache(maxsize=64)
def _across(start: places.Point, end: places.Point) -> tuple[str, str]:
    """From lane to lane, where one lies below the other: between the cards, where nothing is written."""
    (from_x, from_y), (to_x, to_y) = start, end
    out = 1 if to_x > from_x or (to_x == from_x and from_x < places.NARROW.width / 2) else -1
    back = -out if to_x != from_x else out
    here, there = from_x + (MIDDLE + GAP // 2) * out, to_x + (MIDDLE + GAP // 2) * back
    a, b = from_y + SIDE, to_y + SIDE
    edge = to_x + (MIDDLE + 6) * back
    turns = [(from_x + (MIDDLE + 3) * out, a), (here, a), (here, places.BETWEEN_LANES), (there, places.BETWEEN_LANES)]
    return _bent([*turns, (there, b), (edge + 8 * back, b)]), f"M{edge} {b}l{11 * back} -7v14z"


def _bent(points: list[places.Point]) -> str:
    """A line along points, with round corners."""
    (x, y), *rest = points
    path = [f"M{x} {y}"]
    for corner, after in pairwise(rest):
        if corner != (x, y):
            before, behind = _short_of(corner, (x, y)), _short_of(corner, after)
            path.append(f"L{before[0]:g} {before[1]:g}Q{corner[0]} {corner[1]} {behind[0]:g} {behind[1]:g}")
            x, y = corner
    return "".join((*path, f"L{rest[-1][0]} {rest[-1][1]}"))


def _short_of(corner: places.Point, other: places.Point) -> tuple[float, float]:
    """So much before a corner, or behind it, that the line bends."""
    (x, y), (to_x, to_y) = corner, other
    way = max(abs(to_x - x), abs(to_y - y))
    share = min(CORNER, way / 2) / way if way else 0
    return x + (to_x - x) * share, y + (to_y - y) * share


def lure_paths(view: View) -> Iterator[str]:
    """For each unit that stands elsewhere on its line than before the last event."""
    before, board = view.scene.before, view.board
    if before is None or not before.fighting or not board.fighting:
        return
    for unit in board.units:
        old = _at(view, before, unit.card)
        new = _at(view, board, unit.card)
        if old is not None and new is not None and old != new:
            (a, y), (b, _) = old, new
            below = y + BELOW
            yield f"M{a} {below}C{a} {below + DIP} {b} {below + DIP} {b} {below}"
