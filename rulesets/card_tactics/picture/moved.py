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
    from rulesets.card_tactics.parts import CardId
    from rulesets.card_tactics.picture.attacks import Roll
    from rulesets.card_tactics.picture.view import View

ARC_FOOT, ARC_TOP = 86, 66
"""Where an arc begins above the cards, and where what bends it lies."""
MIDDLE = places.CARD_WIDTH // 2
BELOW, DIP = places.CARDS_Y + places.CARD_HEIGHT + 11, 16


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
    start = _x(board, roll.attacker)
    for target in roll.targets:
        end = _x(board, target)
        if start is not None and end is not None and start != end:
            words = f"{unit_name(board, roll.attacker)} attacks {unit_name(board, target)}"
            path, head = _arc(start, end)
            yield ShotPart(view.class_of(roll.attacker), legible(words), path, head)


def _x(board: Board, card: CardId) -> int | None:
    """The middle of a unit's card."""
    position = board.position(card)
    if not position:
        return None
    return (places.hero_x(position) if board.is_hero(card) else places.enemy_x(position)) + MIDDLE


@lru_cache(maxsize=64)
def _arc(start: int, end: int) -> tuple[str, str]:
    way = 1 if end > start else -1
    a, b = start + 13 * way, end - 11 * way
    bend = (b - a) * 0.25
    path = f"M{a} {ARC_FOOT}C{a + bend:g} {ARC_TOP} {b - bend:g} {ARC_TOP} {b} {ARC_FOOT - 3}"
    head = f"M{end - 3 * way} 94l{-14 * way} -5 {11 * way} -11z"
    return path, head


def lure_paths(view: View) -> Iterator[str]:
    """For each unit that stands elsewhere on its line than before the last event."""
    before, board = view.scene.before, view.board
    if before is None or not before.fighting or not board.fighting:
        return
    for unit in board.units:
        old = _x(before, unit.card)
        new = _x(board, unit.card)
        if old is not None and new is not None and old != new:
            yield f"M{old} {BELOW}C{old} {BELOW + DIP} {new} {BELOW + DIP} {new} {BELOW}"
