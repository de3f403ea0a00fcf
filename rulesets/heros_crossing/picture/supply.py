"""The supply: the stacks of tiles, the building spaces with what is bid on them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from rulesets.heros_crossing.ids import stack_id, tile_id
from rulesets.heros_crossing.names import numbered
from rulesets.heros_crossing.phases import Placing
from rulesets.heros_crossing.picture.dice import OfferPart, one_below_the_other
from rulesets.heros_crossing.picture.tiles import LyingPart, dealing, lying
from rulesets.heros_crossing.pieces import SLOT_LEVELS, Slot
from rulesets.kit.svg import Box, Frames, Placed, framed, legible

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rulesets.heros_crossing.picture.plan import Place, Point
    from rulesets.heros_crossing.picture.view import View
    from rulesets.kit.phases import Seat

STACK_BOX = Box(0, 2, 25, 34, 4)


class StackPart(Placed, frozen=True):
    """A face-down stack of tiles."""

    level: int
    count: int
    holds: str
    """The ids of those that are known to lie at its bottom."""
    frames: Frames | None


class SlotPart(Struct, frozen=True, gc=False):
    """A building space, and the lane below it."""

    id: str
    x: float
    y: float
    w: float
    title: str
    word: str
    """Where no tile lies: why."""
    tile: LyingPart | None
    winner: Seat
    """Who has won the tile and is about to place it, or 0."""
    tint: str
    offers: tuple[OfferPart, ...]
    frames: Frames | None


def stacks(view: View, places: tuple[Point, ...]) -> Iterator[StackPart]:
    """The stacks by the level on their backs."""
    for level, (stack, (x, y)) in enumerate(zip(view.board.stacks, places, strict=True), 1):
        id_, known = stack_id(level), len(stack.bottom)
        title = f"Level {level}: {stack.size} tiles face down"
        if known:
            names = ", ".join(numbered(view.components.tile[tile]) for tile in stack.bottom)
            title += f"; known at the bottom: {names}"
        holds = " ".join(map(tile_id, stack.bottom))
        yield StackPart(id_, title, x, y, level, stack.size, holds, view.frames(id_, STACK_BOX))


def slots(view: View, places: tuple[Place, ...]) -> Iterator[SlotPart]:
    """The building spaces; a tile that was won stays in its place until it is placed."""
    placing = view.board.pending if isinstance(view.board.pending, Placing) else None
    for n, (slot, place) in enumerate(zip(view.board.supply, places, strict=True)):
        if placing and placing.slot == n and not slot.tile:
            yield _slot(view, Slot(placing.tile), n, place, placing.seat)
        else:
            yield _slot(view, slot, n, place, 0)


def _slot(view: View, slot: Slot, n: int, place: Place, winner: Seat) -> SlotPart:
    if not slot.tile:
        level = SLOT_LEVELS[n]
        word = f"from era {level}" if level > view.board.era else "no tile"
        title = f"Space {n + 1}, level {level}: {word}"
        return SlotPart(f"slot:{n + 1}", place.x, place.y, place.w, title, word, None, 0, "", (), None)
    id_ = tile_id(slot.tile)
    tile = view.components.tile[slot.tile]
    name = f"{legible(numbered(tile))} (space {n + 1})"
    title = f"{name}{dealing(tile)}{f'; won by seat {winner}, to be placed' if winner else ''}"
    row = one_below_the_other(view, id_, slot.bids, slot.barred, place.w)
    raised = id_ in view.frames.clickable or slot.tile in view.board.raises
    return SlotPart(
        id_,
        place.x,
        place.y,
        place.w,
        title,
        "",
        lying(view.components, slot.tile, place.w),
        winner,
        view.tints[winner],
        row,
        framed(Box(0, 0, place.w, 40, 6), id_ in view.frames.touched, raised),
    )
