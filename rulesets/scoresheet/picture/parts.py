"""What the template draws, and where rows and columns are, in board units."""

from __future__ import annotations

from msgspec import Struct

from rulesets.kit.svg import Box, Frames, Label

MARGIN, GAP = 10, 10
"""Around the sheet, and between its parts."""
ROW, LOOSE_ROW, SUM = 26, 36, 4
"""The height of a row of numbers, of one with more room, and how much higher the row of a sum is."""
STRIP, FLAT_HEAD, TURNED_HEAD = 38, 44, 112
"""The heights of the line on top, and of the headings with names across or turned."""
FLAT_FROM = 86
"""Names stand across in columns that are as wide."""
CHIP_HEIGHT = 46
INSET = 5
"""How far inside of a cell the line runs that its frames run around."""


class CellPart(Struct, frozen=True, gc=False):
    """A place for a number."""

    id: str
    title: str
    x: float
    y: float
    w: float
    h: float
    text: Label | None
    seat: int
    holds: str = ""
    """Ids of what lies in it: the numbers of a round that is over."""
    fresh: bool = False
    """Whether it waits for a number of this round."""
    won: bool = False
    frames: Frames | None = None


class RowPart(Struct, frozen=True, gc=False):
    """A row, with what it is called."""

    id: str
    title: str
    y: float
    h: float
    label: Label
    kind: str
    """`plain`, `sum` for one that adds up, `head` for the line above the rows of a round."""
    cells: tuple[CellPart, ...] = ()


class HeadPart(Struct, frozen=True, gc=False):
    """The heading of a seat."""

    id: str
    title: str
    seat: int
    x: float
    y: float
    w: float
    h: float
    name: Label
    more: Label | None
    """What it plays: its role or team."""
    turned: bool
    active: bool
    left: bool
    frames: Frames | None = None


class BandPart(Struct, frozen=True, gc=False):
    """Seats side by side, and all rows of theirs."""

    y: float
    h: float
    heads: tuple[HeadPart, ...]
    rows: tuple[RowPart, ...]


class ChipPart(Struct, frozen=True, gc=False):
    """A die, a pile or a counter of the table."""

    id: str
    title: str
    x: float
    y: float
    w: float
    name: Label
    shows: Label
    frames: Frames | None = None


def cell_box(w: float, h: float) -> Box:
    """The line in a cell that its frames run around, relative to its corner."""
    return Box(INSET, INSET, w - 2 * INSET, h - 2 * INSET, 3)
