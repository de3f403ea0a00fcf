"""The parts that are drawn in more than one place: strips, backs and stacks."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING

from msgspec import Struct

from rulesets.kit.svg import Box, Frames, Label, Piece, Placed, legible, name_label

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rulesets.kit.svg import Outlines


class Icon(Struct, frozen=True, gc=False):
    """A small cube on a strip; of the kind `draw`, a plain sign."""

    kind: str
    """The class that colours it, and its glyph."""
    x: float
    number: int = 0
    """Written beside it where there are too many to draw; else 0."""


class Face(Struct, frozen=True, gc=False):
    """What a card shows face up, laid out for a strip of one width."""

    title: str
    label: Label
    icons: tuple[Icon, ...] = ()


DRAW = "draw"
NAME_LEFT, NAME_LEAST, NAME_GAP = 28, 40, 5
"""Where the name on a strip begins, how much room it keeps at least, and how far from the icons it ends."""
TALL_LEFT, TALL_NAME = 26, 7
"""Where the icons of a tall strip begin, and its name."""
DRAW_SIZE, CUBE_SIZE, DIGIT = 18, 20, 10


def icons(width: int, counts: Sequence[tuple[str, int]], least: float) -> tuple[Icon, ...]:
    """Icons on a strip, from the right, none of them left of `least`; `counts` from the right too.

    Equal ones overlap by half. Too many are shown as numbers; what a strip cannot hold even then is in its title alone.
    """
    for most in (3, 1):
        row = tuple(_leftwards(width, counts, most))
        if not row or row[-1].x >= least:
            return row
    return ()


def _leftwards(width: int, counts: Sequence[tuple[str, int]], most: int) -> Iterator[Icon]:
    right: float = width - 7
    for kind, count in counts:
        if not count:
            continue
        size = DRAW_SIZE if kind == DRAW else CUBE_SIZE
        right = min(right, width - 8) if kind != DRAW else right
        number = count if count > most else 0
        if number:
            right -= DIGIT * len(str(number)) + 2
        for _ in range(1 if number else count):
            yield Icon(kind, right - size, number)
            right -= size / 2
        right -= size / 2 + 2


def face(title: str, name: str, width: int, counts: Sequence[tuple[str, int]]) -> Face:
    """The face of a card on a strip."""
    row = icons(width, counts, NAME_LEFT + NAME_LEAST)
    room = min((icon.x for icon in row), default=width - 3) - NAME_LEFT - NAME_GAP
    return Face(legible(title), name_label(name, room, 16, 15, 14), row)


def tall_face(title: str, name: str, width: int, counts: Sequence[tuple[str, int]]) -> Face:
    """The face of a card on a tall strip, its icons from the left below its name; one far too narrow shows no name."""
    row = icons(width, counts, TALL_LEFT)
    left = TALL_LEFT - row[-1].x if row else 0
    words = name_label(name, width - TALL_NAME - 4, 15, 14, 13) if width >= NAME_FROM else Label("", 13)
    return Face(legible(title), words, tuple(Icon(icon.kind, icon.x + left, icon.number) for icon in row))


NAME_FROM = 60


class Strip(Placed, frozen=True):
    """A card that lies on the table as a strip: face up, or as a back that shows its level."""

    width: float
    height: int
    level: int
    face: Face | None = None
    """`None` for a back."""
    private: bool = False
    """Face down on the table, but known to the viewer."""
    turned: int = 0
    """Degrees, of an activated one."""
    frames: Frames | None = None


class Back(Piece, frozen=True):
    """A hidden card standing in a hand."""

    x: float
    level: int
    number: int = 0
    """How many cards, in a hand that is shown as a number; else 0."""
    frames: Frames | None = None


BACK_WIDTH, BACK_HEIGHT, BACK_STEP = 28, 38, 31
NUMBERED_STEP = 48


def row_of_backs(
    right: float, room: float, cards: Sequence[tuple[str, str, int]], frames: Outlines, most: int = 7
) -> tuple[Back, ...]:
    """A hand of (card, title, level), sorted by level, up to its `right` edge: closer if over five, by numbers if over
    `most`."""
    if len(cards) > most:
        counts = Counter(level for _, _, level in cards)
        left = right - NUMBERED_STEP * len(counts)
        return tuple(
            Back("", f"{number} of level {level}", left + n * NUMBERED_STEP, level, number)
            for n, (level, number) in enumerate(counts.items())
        )
    step = min(BACK_STEP, (room - BACK_WIDTH) / max(1, len(cards) - 1))
    left = right - BACK_WIDTH - step * (len(cards) - 1)
    return tuple(
        Back(f"card:{card}", title, round(left + step * n, 1), level, 0, frames(f"card:{card}", BACK_BOX))
        for n, (card, title, level) in enumerate(cards)
    )


BACK_BOX = Box(0, 0, BACK_WIDTH, BACK_HEIGHT, 4)


class Stack(Placed, frozen=True):
    """Cubes of one type on a line."""

    kind: str
    count: int
    heights: Heights
    gone: bool = False
    """Whether the ghosts were killed, rather than moved."""
    scale: float = 1
    frames: Frames | None = None


PILE_BOX = Box(0, 0, 25, 34, 4)


CUBE, CUBE_STEP, TALLEST = 30, 11, 5
HEIGHTS = tuple(-CUBE_STEP * n for n in range(TALLEST + 1))


class Heights(Struct, frozen=True, gc=False):
    """Where cubes stand above the lowest one's place; upwards is negative."""

    solid: tuple[int, ...]
    brief: tuple[int, ...]
    """Cubes for this attack only."""
    ghosts: tuple[int, ...]
    """Where cubes stood before the last event."""
    box: Box
    """The outline of all that, at least one cube's place; relative to the stack."""


@lru_cache(maxsize=1024)
def heights(solid: int, brief: int, away: int) -> Heights:
    """`solid` cubes, `brief` hollow ones upon them, ghosts of those `away`.

    A stack grows to five and no higher; one ghost may stand above that.
    """
    hollow = min(brief, TALLEST)
    full = min(solid, TALLEST - hollow)
    drawn = full + hollow
    top = max(drawn, min(drawn + away, max(drawn + 1, TALLEST)))
    ghosts = HEIGHTS[drawn:top]
    lowest = HEIGHTS[max(top - 1, 0)]
    return Heights(HEIGHTS[:full], HEIGHTS[full:drawn], ghosts, Box(0, lowest, CUBE, CUBE - lowest, 5))
