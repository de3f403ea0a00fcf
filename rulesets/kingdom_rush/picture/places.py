"""Where things stand, in board units; the map in its own, 96 for a space."""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING

from rulesets.kingdom_rush.geometry import Offset
from rulesets.kit.svg import Box

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

SPACE, MAP_WIDTH, MAP_TOP, MAP_PAD = 96, 600, 70, 8
GAP = 8
TABLE_LEFT, TABLE_RIGHT, TABLE_ROW = 20, 620, 62
PANEL_HEIGHT, PANEL_STEP, BOTTOM = 122, 130, 12
PANELS: dict[int, tuple[tuple[int, int, int], ...]] = {
    1: ((12, 0, 616),),
    2: ((12, 0, 302), (326, 0, 302)),
    3: ((12, 0, 302), (326, 0, 302), (12, 1, 616)),
    4: ((12, 0, 302), (326, 0, 302), (12, 1, 302), (326, 1, 302)),
}
"""By number of seats: left edge, row and width of each player's strip."""

RIGHT = 290
"""Where ability tiles end in a strip of any width."""
TRAY_BOX, SPACE_BOX, SITE_BOX = Box(-45.5, -45.5, 91, 91, 7), Box(-38, -38, 76, 76, 8), Box(-32, -32, 64, 64, 10)
TOWER_BOX, BARRIER_BOX, BACK_BOX = Box(-38, -42, 76, 84, 9), Box(-34, -40, 68, 80, 8), Box(4, 0, 43, 53, 4)
CARD_BOX, LIFE_BOX = Box(0, 0, 32, 42, 5), Box(-28, -28, 56, 56, 5)
POOL_X = (268, 359, 450, 541)
PHASE_WIDTH = 236
BOLD = 0.92
BENCH_X, BENCH_STEP, CALLED_STEP = 365, 40, 88
CARD_STEP, CARD_WIDTH, HAND_LEFT, HAND_Y = 38, 32, 66, 71
MINI, MINI_X, MINI_Y = 28, 36, 52
HEART_STEP, PLAIN_HEALTH = 19, 52
CORNER: Mapping[Offset, Offset] = {(1, 0): (-1, -1), (-1, 0): (1, 1), (0, 1): (-1, -1), (0, -1): (-1, 1)}
"""Where the spawn token lies, by where its route goes: a corner that no Horde passes."""


def centre(xy: Offset) -> tuple[int, int]:
    """The middle of a space, in the map's units."""
    return xy[0] * SPACE + SPACE // 2, xy[1] * SPACE + SPACE // 2


class Flow:
    """Places from left to right, row after row."""

    def __init__(self) -> None:
        self.x: float = TABLE_LEFT
        self.row = 0

    def place(self, width: float) -> tuple[float, float]:
        """The next place of that width."""
        if self.x + width > TABLE_RIGHT and self.x > TABLE_LEFT:
            self.x, self.row = TABLE_LEFT, self.row + 1
        x, self.x = self.x, self.x + width
        return x, self.row * TABLE_ROW


def spread(count: int, step: float) -> Iterator[tuple[float, float]]:
    """Places for so many pieces around a middle, in rows."""
    columns = 1 if count == 1 else 2 if count <= 4 else 3
    rows = -(-count // columns)
    for index in range(count):
        row = index // columns
        in_row = min(columns, count - row * columns)
        yield (index % columns - (in_row - 1) / 2) * step, (row - (rows - 1) / 2) * step


def dots(start: tuple[float, float], end: tuple[float, float], after: float, short: float) -> str:
    """A line of dots that begins `after` its start and stops `short` of its end."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    far = hypot(dx, dy) or 1
    after, short = (after, short) if far > after + short + 8 else (0, 0)
    x1, y1 = start[0] + dx * after / far, start[1] + dy * after / far
    x2, y2 = end[0] - dx * short / far, end[1] - dy * short / far
    return f"M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}"
