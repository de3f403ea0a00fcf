"""What leads from unit to unit: attacks above the line, moves below it."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from msgspec import Struct

from rulesets.card_tactics.names import unit_name
from rulesets.card_tactics.picture import places
from rulesets.kit.svg import legible

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rulesets.card_tactics.board import Board
    from rulesets.card_tactics.picture.attacks import Roll
    from rulesets.card_tactics.picture.view import View
    from rulesets.card_tactics.pieces import CardId

ARC_FOOT, ARC_TOP = -12, -32
"""Where an arc begins above the cards, and where what bends it lies."""
ASIDE = 21
"""How far from the middle of a card an arc to another lane leaves or meets it: beside tokens and numbers."""
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
    a, b = from_x + 13 * way, to_x - 11 * way
    bend, foot, top = (b - a) * 0.25, y + ARC_FOOT, y + ARC_TOP
    path = f"M{a} {foot}C{a + bend:g} {top} {b - bend:g} {top} {b} {foot - 3}"
    head = f"M{to_x - 3 * way} {y - 4}l{-14 * way} -5 {11 * way} -11z"
    return path, head


@lru_cache(maxsize=64)
def _across(start: places.Point, end: places.Point) -> tuple[str, str]:
    """From lane to lane, where one lies below the other; enemies above."""
    (from_x, from_y), (to_x, to_y) = start, end
    way = 1 if to_y > from_y else -1
    a, b = from_x + ASIDE * way, to_x - ASIDE * way
    here = from_y + (places.CARD_HEIGHT + 3 if way > 0 else -3)
    there = to_y + (-3 if way > 0 else places.CARD_HEIGHT + 3)
    middle = (here + there) / 2
    path = f"M{a} {here}C{a} {middle:g} {b} {middle:g} {b} {there - 10 * way}"
    return path, f"M{b} {there}l-7 {-13 * way}h14z"


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
