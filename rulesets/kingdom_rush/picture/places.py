"""Where things stand, in board units; the map in its own, 96 for a space."""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING

from msgspec import Struct

from rulesets.kingdom_rush.geometry import Offset
from rulesets.kit.svg import Box

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping


class Plan(Struct, frozen=True, gc=False):
    """Where things stand in one arrangement, in board units."""

    width: int
    map_width: int
    """That the spaces of a map may take."""
    map_top: int
    pools: tuple[tuple[int, int], ...]
    """Of the team's numbers: left edges and top."""
    phase_width: int
    """For the words of the phase."""
    panels: tuple[tuple[tuple[int, int, int], ...], ...]
    """By number of seats, from one: left edge, row and width of each player's strip."""
    bench: tuple[int, int]
    """Where the Bench of a lone player begins in the strip."""
    solo_height: int
    """Of a lone player's strip."""
    offers: int
    """How many cards to choose from stand side by side."""

    @property
    def left(self) -> int:
        """Where the lane begins."""
        return 20

    @property
    def right(self) -> int:
        """Where it ends."""
        return self.width - 20


WIDE = Plan(
    640,
    600,
    70,
    ((268, 24), (359, 24), (450, 24), (541, 24)),
    236,
    (
        ((12, 0, 616),),
        ((12, 0, 302), (326, 0, 302)),
        ((12, 0, 302), (326, 0, 302), (12, 1, 616)),
        ((12, 0, 302), (326, 0, 302), (12, 1, 302), (326, 1, 302)),
    ),
    (365, 52),
    122,
    3,
)
"""For a desk."""
NARROW = Plan(
    400,
    374,
    108,
    ((24, 64), (113, 64), (202, 64), (291, 64)),
    352,
    tuple(tuple((12, row, 376) for row in range(seats)) for seats in range(1, 5)),
    (84, 144),
    170,
    2,
)
"""For a phone, 400 units wide."""

SPACE, MAP_PAD = 96, 8
GAP = 8
TABLE_ROW, OFFER_ROW = 62, 34
PANEL_HEIGHT, PANEL_STEP, BOTTOM = 122, 130, 12

RIGHT = 290
"""Where ability tiles end in a strip of any width."""
TRAY_BOX, SPACE_BOX, SITE_BOX = Box(-45.5, -45.5, 91, 91, 7), Box(-38, -38, 76, 76, 8), Box(-32, -32, 64, 64, 10)
TOWER_BOX, BARRIER_BOX, BACK_BOX = Box(-38, -42, 76, 84, 9), Box(-34, -40, 68, 80, 8), Box(4, 0, 51, 53, 4)
CARD_BOX, LIFE_BOX = Box(0, 0, 32, 42, 5), Box(-28, -28, 56, 56, 5)
BOLD = 0.86
BENCH_STEP, CALLED_STEP = 40, 88
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

    def __init__(self, plan: Plan) -> None:
        self.left, self.right = plan.left, plan.right
        self.x: float = plan.left
        self.row = 0

    def place(self, width: float) -> tuple[float, float]:
        """The next place of that width."""
        if self.x + width > self.right and self.x > self.left:
            self.x, self.row = self.left, self.row + 1
        x, self.x = self.x, self.x + width
        return x, self.row * TABLE_ROW


def spread(count: int, step: float) -> Iterator[tuple[float, float]]:
    """Places for this many pieces around a middle, in rows."""
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
