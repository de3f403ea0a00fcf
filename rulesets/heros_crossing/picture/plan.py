"""Where the groups stand, in board units: the wide arrangement, and the narrow one for phones."""

from __future__ import annotations

from functools import cache
from math import ceil
from typing import TYPE_CHECKING

from msgspec import Struct

from rulesets.heros_crossing.pieces import SLOT_LEVELS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from rulesets.kit.phases import Seat

Point = tuple[float, float]

MARGIN = 12
STRIP, FIRST_LANE = 54, 88
"""The height of a seat's strip, and where a lane begins below the upper edge of the strip under one row of heroes."""
GAP = 10


class HeaderPlan(Struct, frozen=True, gc=False):
    """The strip of the round."""

    w: int
    h: int
    base: int
    """Of the first line of text."""
    era: Point
    zoning: Point
    """Of its word."""
    die: Point
    come: Point
    """Of the words before the heroes to come."""


class Place(Struct, frozen=True, gc=False):
    """Where a group of its own width stands."""

    x: float
    y: float
    w: float


class Panel(Struct, frozen=True, gc=False):
    """A seat's strip, its heroes and its town."""

    seat: Seat
    x: float
    y: float
    w: int
    lane_at: int
    """Where the lane with the town begins below the upper edge of the strip."""
    lane: int
    """How high it is."""


class Plan(Struct, frozen=True, gc=False):
    """An arrangement of the table."""

    width: int
    height: float
    header: HeaderPlan
    visitors: tuple[Place, ...]
    hero: float
    """How high the card of a visiting hero is."""
    slots: tuple[Place, ...]
    stacks: tuple[Point, ...]
    card: Place
    graveyard: Place
    grave: int
    """How high it is."""
    track: Place
    track_height: int
    panels: tuple[Panel, ...]


# --- the heroes that a seat owns

OWNED_GAP, OWNED_ROW, MOST_ROWS = 6, 28, 3
WIDEST, LEAST_REST = 160, 112
"""A hero is no wider, for one that is exhausted leans; and is made as narrow as this rather than that it begins a row.
"""
NAMED_FROM = 92
"""How wide owned heroes must be to bear their names, where all are equally wide."""


class OwnedPlace(Struct, frozen=True, gc=False):
    """Where an owned hero stands, from the left and in which row."""

    x: float
    row: int
    w: float
    named: bool
    """It is wide enough for its name."""


def owned_places(widths: Sequence[int], w: int) -> tuple[OwnedPlace, ...]:
    """Where the heroes of a seat stand in `w` units: from left to right and row by row, so that none moves when another
    joins, and each as wide as it should be, or as the rest of its row. All are equally wide where that would take more
    than three rows."""
    places = tuple(_in_rows(widths, w))
    if not places or places[-1].row < MOST_ROWS:
        return places
    columns = ceil(len(widths) / MOST_ROWS)
    width = round((w - OWNED_GAP * (columns - 1)) / columns, 1)
    return tuple(
        OwnedPlace(round((width + OWNED_GAP) * (n % columns), 1), n // columns, width, width >= NAMED_FROM)
        for n in range(len(widths))
    )


def _in_rows(widths: Sequence[int], w: int) -> Iterator[OwnedPlace]:
    x = row = 0
    for width in widths:
        if x + min(width, LEAST_REST) > w:
            x, row = 0, row + 1
        taken = min(width, WIDEST, w - x)
        yield OwnedPlace(x, row, taken, named=True)
        x += taken + OWNED_GAP


def lane_at(places: Sequence[OwnedPlace]) -> int:
    """Where a lane begins below as many rows of owned heroes as there are."""
    return FIRST_LANE + OWNED_ROW * (places[-1].row if places else 0)


# --- wide

WIDE = 760
WIDE_HEADER = HeaderPlan(736, 46, 21, era=(252, 27), zoning=(350, 27), die=(428, 5), come=(490, 27))
WIDE_VISITORS = tuple(Place(MARGIN + 267 * (n % 2), 64 + 127 * (n // 2), 257) for n in range(4))
WIDE_HERO = 82
SLOT, SLOT_STEP = 113, 117
WIDE_SLOTS = (
    *(Place(40 + SLOT_STEP * n, 326, SLOT) for n in range(5)),
    *(Place(40 + SLOT_STEP * n, 424, SLOT) for n in range(3)),
    *(Place(424 + SLOT_STEP * n, 424, SLOT) for n in range(2)),
)
WIDE_STACKS: tuple[Point, ...] = ((MARGIN, 326), (MARGIN, 424), (395, 424))
TOWNS_AT = 528
COLUMNS = {2: (363, 2, 342), 3: (238, 3, 342), 4: (363, 2, 302)}
"""By seats: the width of a town, how many stand side by side, how high a town is with its strip."""
COLUMN_STEP = {363: 373, 238: 249}


@cache
def wide(seats: int, lane: int) -> Plan:
    """The arrangement for desks, where all lanes begin at the same height below the upper edges of the strips."""
    w, across, h = COLUMNS[seats]
    panels = tuple(
        Panel(
            seat,
            MARGIN + COLUMN_STEP[w] * ((seat - 1) % across),
            TOWNS_AT + (h + GAP) * ((seat - 1) // across),
            w,
            lane,
            h - lane,
        )
        for seat in range(1, seats + 1)
    )
    return Plan(
        width=WIDE,
        height=panels[-1].y + h + MARGIN,
        header=WIDE_HEADER,
        visitors=WIDE_VISITORS,
        hero=WIDE_HERO,
        slots=WIDE_SLOTS,
        stacks=WIDE_STACKS,
        card=Place(546, 64, 202),
        graveyard=Place(661, 326, 87),
        grave=190,
        track=Place(546, 230, 202),
        track_height=88,
        panels=panels,
    )


# --- narrow

NARROW, NARROW_INSIDE, NARROW_HERO = 400, 376, 98
NARROW_HEADER = HeaderPlan(376, 82, 24, era=(14, 71), zoning=(250, 28), die=(326, 6), come=(128, 71))
NARROW_TOWNS_AT = 270
SUPPLY_ROW = 100
VISITOR_ROW = 142


def narrow(order: Sequence[Seat], lanes: Mapping[Seat, tuple[int, int]]) -> Plan:
    """The arrangement for phones: towns in this order, the first one above the supply.

    `lanes` gives where each of them begins in its panel, and its height.
    """
    first, *others = order
    panels = [Panel(first, MARGIN, NARROW_TOWNS_AT, NARROW_INSIDE, *lanes[first])]
    supply = NARROW_TOWNS_AT + sum(lanes[first]) + MARGIN
    slots, stacks = _narrow_supply(supply)
    visitors_at = supply + 4 * SUPPLY_ROW + 4
    y = visitors_at + 2 * VISITOR_ROW + 2
    for seat in others:
        panels.append(Panel(seat, MARGIN, y, NARROW_INSIDE, *lanes[seat]))
        y += sum(lanes[seat]) + MARGIN
    return Plan(
        width=NARROW,
        height=y,
        header=NARROW_HEADER,
        visitors=tuple(Place(MARGIN + 190 * (n % 2), visitors_at + VISITOR_ROW * (n // 2), 186) for n in range(4)),
        hero=NARROW_HERO,
        slots=slots,
        stacks=stacks,
        card=Place(MARGIN, 100, 218),
        graveyard=Place(238, 100, 150),
        grave=62,
        track=Place(238, 170, 150),
        track_height=88,
        panels=tuple(panels),
    )


def _narrow_supply(top: float) -> tuple[tuple[Place, ...], tuple[Point, ...]]:
    """Three lying tiles in a row; level 1 has two rows."""
    slots: list[Place] = []
    stacks: list[Point] = []
    row = -1
    for n, level in enumerate(SLOT_LEVELS):
        column = n - SLOT_LEVELS.index(level)
        row += column % 3 == 0
        if not column:
            stacks.append((MARGIN, top + SUPPLY_ROW * row))
        slots.append(Place(41 + 117 * (column % 3), top + SUPPLY_ROW * row, 113))
    return tuple(slots), tuple(stacks)
