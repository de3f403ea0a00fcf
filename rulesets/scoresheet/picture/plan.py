"""How wide and high a sheet is, and how many seats stand side by side: as it fills a screen, in large letters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from rulesets.scoresheet.picture.parts import (
    CHIP_HEIGHT,
    FLAT_FROM,
    FLAT_HEAD,
    GAP,
    LOOSE_ROW,
    MARGIN,
    ROW,
    STRIP,
    SUM,
    TURNED_HEAD,
)

if TYPE_CHECKING:
    from rulesets.kit.phases import Seat

    Bands = tuple[tuple[Seat, ...], ...]

TOO_FLAT = 0.9
"""A sheet that is less high, as a share of its width, leaves a screen empty."""
LEAST_COLUMNS = 5
"""Seats of one band are not divided further only to make the sheet higher."""
CHIP_ROOM = 110
"""The width in which a die, a pile or a counter of the table finds room."""


class Plan(Struct, frozen=True, gc=False):
    """An arrangement of the sheet."""

    least_width: int
    most_width: int
    label: int
    """The room of what the rows are called."""
    least: int
    """The width of a column, at least."""

    def column(self, digits: int) -> int:
        """The least width of a column that holds numbers of so many signs."""
        return max(self.least, 9 * digits + 8)

    def fewest(self, seats: int, digits: int) -> int:
        """The least number of bands in which all seats find room."""
        return -(-seats // max(1, (self.most_width - 2 * MARGIN - self.label) // self.column(digits)))


WIDE, NARROW = Plan(400, 640, 150, 38), Plan(400, 400, 98, 34)


class Content(Struct, frozen=True, gc=False):
    """How much has to find room."""

    seats: int
    rows: int
    """Of each band."""
    sums: int = 0
    """How many of the rows are sums."""
    digits: int = 3
    """The most signs of a number."""
    chips: int = 0


class Layout(Struct, frozen=True, gc=False):
    """A plan for what a sheet has."""

    width: int
    label: int
    bands: Bands
    row: int

    @property
    def column(self) -> float:
        """The width of a column of the first band, the narrowest."""
        return (self.width - 2 * MARGIN - self.label) / len(self.bands[0])

    @property
    def head(self) -> int:
        return FLAT_HEAD if self.column >= FLAT_FROM else TURNED_HEAD

    @property
    def chips_in_a_row(self) -> int:
        return self.width // CHIP_ROOM

    def height(self, content: Content) -> int:
        """How high all of it is."""
        band = self.head + content.rows * self.row + content.sums * SUM + GAP // 2 + GAP
        return STRIP + len(self.bands) * band - GAP + self.height_of_chips(content.chips) + MARGIN

    def height_of_chips(self, chips: int) -> int:
        """How high the chips are, with the gap above."""
        return -(-chips // self.chips_in_a_row) * (CHIP_HEIGHT + GAP)


def arranged(plan: Plan, content: Content) -> Layout:
    """The sheet in the fewest bands in which it is not too flat."""
    fewest = plan.fewest(content.seats, content.digits)
    most = max(fewest, content.seats // LEAST_COLUMNS if plan.least_width < plan.most_width else 0)
    layouts = [_in_bands(plan, content, count) for count in range(fewest, most + 1)]
    return next((each for each in layouts if each.height(content) >= TOO_FLAT * each.width), layouts[-1])


def _in_bands(plan: Plan, content: Content, count: int) -> Layout:
    """About as wide as high, within the limits of the plan; rows get more room where it is less high."""
    bands = _evenly(content.seats, count)
    room = 2 * MARGIN + plan.label + len(bands[0]) * plan.column(content.digits)
    least = Layout(max(plan.least_width, room), plan.label, bands, ROW)
    width = max(least.width, min(plan.most_width, least.height(content)))
    layout = Layout(width, plan.label, bands, ROW)
    if plan.least_width == plan.most_width:
        return layout
    more = (width - layout.height(content)) // (content.rows * len(bands)) if content.rows else 0
    return Layout(width, plan.label, bands, min(LOOSE_ROW, ROW + max(0, more)))


def _evenly(seats: int, count: int) -> Bands:
    size = -(-seats // count)
    return tuple(tuple(range(first, min(first + size, seats + 1))) for first in range(1, seats + 1, size))
