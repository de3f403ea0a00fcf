"""Where the groups stand, in board units: the wide arrangement, and the narrow one for phones."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from rulesets.heros_crossing.board import SLOT_LEVELS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from rulesets.kit.phases import Seat

Point = tuple[float, float]

MARGIN = 12
STRIP, LANE_AT = 54, 88
"""The height of a seat's strip, and where the lane with its town begins below the upper edge of the strip."""
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
    """A seat's strip and town."""

    seat: Seat
    x: float
    y: float
    w: int
    lane: int
    """The height of the lane with the town."""


class Plan(Struct, frozen=True, gc=False):
    """An arrangement of the table."""

    width: int
    height: float
    header: HeaderPlan
    visitors: tuple[Place, ...]
    slots: tuple[Place, ...]
    stacks: tuple[Point, ...]
    card: Place
    graveyard: Place
    grave_size: int
    """How many dice lie there in full size."""
    track: Place
    track_height: int
    panels: tuple[Panel, ...]


# --- wide

WIDE = 860
WIDE_HEADER = HeaderPlan(836, 46, 21, era=(270, 27), zoning=(412, 27), die=(486, 5), come=(590, 27))
WIDE_VISITORS = tuple(Place(MARGIN + 157.5 * n, 64, 151) for n in range(4))
WIDE_SLOTS = (
    *(Place(40 + 119.2 * n, 207, 115) for n in range(5)),
    *(Place(40 + 114 * n, 305, 110) for n in range(3)),
    *(Place(414 + 114 * n, 305, 110) for n in range(2)),
)
WIDE_STACKS: tuple[Point, ...] = ((MARGIN, 207), (MARGIN, 305), (386, 305))
TOWNS_AT = 407
COLUMNS = {2: (413, 2, 254), 3: (272, 3, 254), 4: (413, 2, 214)}
"""By seats: the width of a town, how many stand side by side, the height of its lane."""
COLUMN_GAP = {413: 423, 272: 282}


def wide(seats: int) -> Plan:
    """The arrangement for desks."""
    return _WIDE[seats]


def _wide(seats: int) -> Plan:
    w, across, lane = COLUMNS[seats]
    row = LANE_AT + lane + GAP
    panels = tuple(
        Panel(seat, MARGIN + COLUMN_GAP[w] * ((seat - 1) % across), TOWNS_AT + row * ((seat - 1) // across), w, lane)
        for seat in range(1, seats + 1)
    )
    return Plan(
        width=WIDE,
        height=panels[-1].y + LANE_AT + lane + MARGIN,
        header=WIDE_HEADER,
        visitors=WIDE_VISITORS,
        slots=WIDE_SLOTS,
        stacks=WIDE_STACKS,
        card=Place(646, 64, 202),
        graveyard=Place(646, 230, 202),
        grave_size=8,
        track=Place(646, 300, 202),
        track_height=93,
        panels=panels,
    )


_WIDE = {seats: _wide(seats) for seats in (2, 3, 4)}


# --- narrow

NARROW, NARROW_INSIDE = 400, 376
NARROW_HEADER = HeaderPlan(376, 82, 24, era=(14, 71), zoning=(250, 28), die=(326, 6), come=(128, 71))
NARROW_TOWNS_AT = 270
SUPPLY_ROW = 100
VISITOR_ROW = 142


def narrow(order: Sequence[Seat], lanes: Mapping[Seat, int]) -> Plan:
    """The arrangement for phones: towns in this order, the first one above the supply; `lanes` are their heights."""
    first, *others = order
    panels = [Panel(first, MARGIN, NARROW_TOWNS_AT, NARROW_INSIDE, lanes[first])]
    supply = NARROW_TOWNS_AT + LANE_AT + lanes[first] + MARGIN
    slots, stacks = _narrow_supply(supply)
    visitors_at = supply + 4 * SUPPLY_ROW + 4
    y = visitors_at + 2 * VISITOR_ROW + 2
    for seat in others:
        panels.append(Panel(seat, MARGIN, y, NARROW_INSIDE, lanes[seat]))
        y += LANE_AT + lanes[seat] + MARGIN
    return Plan(
        width=NARROW,
        height=y,
        header=NARROW_HEADER,
        visitors=tuple(Place(MARGIN + 190 * (n % 2), visitors_at + VISITOR_ROW * (n // 2), 186) for n in range(4)),
        slots=slots,
        stacks=stacks,
        card=Place(MARGIN, 100, 218),
        graveyard=Place(238, 100, 150),
        grave_size=4,
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
