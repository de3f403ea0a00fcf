"""Trays, tiles and arrows: all that is measured in squares.

A tray is a grid of 5 x 5 squares. A square is one bit, a set of squares is an int (a `Mask`), and each set has one
readable name: its squares row by row, `"b3 b4 c4"`. Columns are letters from west to east, rows are numbers from
north to south. The map is a grid as well; there a direction is one of eight, and a card or hero faces one of four.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import combinations
from typing import Literal

Mask = int
"""A set of squares of one tray, one bit each: bit 0 is a1, bit 1 is b1, bit 24 is e5."""

Offset = tuple[int, int]
"""Steps to the east and to the south."""

Shape = tuple[Offset, ...]
"""The squares of a tile, seen from its north-west corner."""

Quarter = int
"""Quarter turns clockwise, 0 to 3."""

Facing = Literal["N", "E", "S", "W"]
Direction = Literal["N", "NE", "E", "SE", "S", "SW", "W", "NW"]

SIZE = 5
"""Squares along each side of a tray (KRR-AMB-01)."""

SQUARES = SIZE * SIZE
CELLS = tuple(f"{'abcde'[i % SIZE]}{i // SIZE + 1}" for i in range(SQUARES))
"""The names of all squares, row by row."""

BIT: Mapping[str, Mask] = {cell: 1 << i for i, cell in enumerate(CELLS)}
FULL: Mask = (1 << SQUARES) - 1

FACINGS: tuple[Facing, ...] = ("N", "E", "S", "W")
QUARTER: Mapping[str, Quarter] = {facing: i for i, facing in enumerate(FACINGS)}
COMPASS: tuple[Direction, ...] = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
STEP: Mapping[str, Offset] = {
    "N": (0, -1),
    "NE": (1, -1),
    "E": (1, 0),
    "SE": (1, 1),
    "S": (0, 1),
    "SW": (-1, 1),
    "W": (-1, 0),
    "NW": (-1, -1),
}

NAME_CACHE_SIZE = 1 << 16
"""Names and masks that are remembered: all that tiles and pairs need, and far fewer than all sets of 25 squares."""

TABLE_CACHE_SIZE = 1 << 12
"""Tables of places that are remembered."""


# --- names of sets of squares


@lru_cache(NAME_CACHE_SIZE)
def mask_of(cells: str) -> Mask:
    """The squares that `cells` names; 0, which is no set, unless it is the one name of a set."""
    mask = last = 0
    for cell in cells.split(" "):
        bit = BIT.get(cell, 0)
        if bit <= last:
            return 0
        mask, last = mask | bit, bit
    return mask


@lru_cache(NAME_CACHE_SIZE)
def name_of(mask: Mask) -> str:
    """The one name of a set of squares: row by row; `""` of none."""
    return " ".join(CELLS[i] for i in range(SQUARES) if mask >> i & 1)


def cells_of(mask: Mask) -> list[str]:
    """The squares of a set, row by row."""
    return name_of(mask).split()


def subsets(mask: Mask, size: int) -> Iterator[str]:
    """The names of all sets of `size` squares out of `mask`, lazily."""
    return map(" ".join, combinations(cells_of(mask), size))


# --- tiles


def turned(shape: Shape, turn: Quarter, flip: bool = False) -> Shape:
    """A shape mirrored first (west and east change places) if `flip`, then turned clockwise, back in its corner."""
    moved = [(-x if flip else x, y) for x, y in shape]
    for _ in range(turn % 4):
        moved = [(-y, x) for x, y in moved]
    west, north = min(x for x, _ in moved), min(y for _, y in moved)
    return tuple(sorted((x - west, y - north) for x, y in moved))


def transforms(shape: Shape) -> tuple[Shape, ...]:
    """What a shape looks like turned and flipped at will: up to eight looks, each once."""
    return tuple(dict.fromkeys(turned(shape, turn, flip) for flip in (False, True) for turn in range(4)))


def places(shape: Shape) -> Iterator[Mask]:
    """Every place of a shape, as it is turned, inside an empty tray."""
    width, height = max(x for x, _ in shape) + 1, max(y for _, y in shape) + 1
    for dy in range(SIZE - height + 1):
        for dx in range(SIZE - width + 1):
            yield sum(1 << (y + dy) * SIZE + x + dx for x, y in shape)


@lru_cache(TABLE_CACHE_SIZE)
def spots(shape: Shape, turn: Quarter = 0, flip: bool = False, free: bool = False) -> dict[str, Mask]:
    """Every place of a tile inside an empty tray, name to mask; a free tile may take all eight looks.

    Tiles that are alike share the table, so it is not to be changed.
    """
    looks = transforms(shape) if free else (turned(shape, turn, flip),)
    masks = sorted({mask for look in looks for mask in places(look)})
    return {name_of(mask): mask for mask in masks}


@lru_cache(NAME_CACHE_SIZE)
def turned_mask(mask: Mask, turn: Quarter) -> Mask:
    """What covers a whole tray, after the tray is turned clockwise."""
    for _ in range(turn % 4):
        mask = sum(1 << (i % SIZE) * SIZE + SIZE - 1 - i // SIZE for i in range(SQUARES) if mask >> i & 1)
    return mask


# --- groups and hero bases


def around(mask: Mask) -> Mask:
    """The squares next to a set in any of the eight directions, without the set itself."""
    found = 0
    for i in range(SQUARES):
        if mask >> i & 1:
            for dx, dy in STEP.values():
                x, y = i % SIZE + dx, i // SIZE + dy
                if 0 <= x < SIZE and 0 <= y < SIZE:
                    found |= 1 << y * SIZE + x
    return found & ~mask


@lru_cache
def clusters(size: int) -> Mapping[str, Mask]:
    """All sets of `size` squares that hang together, corners included (KRR-AMB-30), name to mask."""
    groups = {1 << i for i in range(SQUARES)}
    for _ in range(size - 1):
        groups = {group | bit for group in groups for bit in bits(around(group))}
    return {name_of(mask): mask for mask in sorted(groups)}


def bits(mask: Mask) -> Iterator[Mask]:
    """The squares of a set as single bits, ascending."""
    while mask:
        bit = mask & -mask
        yield bit
        mask ^= bit


BASES: Mapping[str, Mask] = {
    CELLS[i]: 0b1100011 << i for i in range(SQUARES) if i % SIZE < SIZE - 1 and i // SIZE < SIZE - 1
}
"""The four squares under a hero's base, by the square in its north-west."""


def sides(base: str) -> tuple[Mask, Mask, Mask, Mask]:
    """The squares that touch the north, east, south and west side of a base."""
    column, row = "abcde".index(base[0]), int(base[1]) - 1
    edges = (
        ((column, row - 1), (column + 1, row - 1)),
        ((column + 2, row), (column + 2, row + 1)),
        ((column, row + 2), (column + 1, row + 2)),
        ((column - 1, row), (column - 1, row + 1)),
    )
    north, east, south, west = (
        sum(1 << y * SIZE + x for x, y in edge if 0 <= x < SIZE and 0 <= y < SIZE) for edge in edges
    )
    return north, east, south, west


def pattern_at(pattern: Iterable[Offset], base: str) -> Mask:
    """Squares counted from the north-west square of a base; those outside the tray are left out."""
    column, row = "abcde".index(base[0]), int(base[1]) - 1
    inside = ((column + dx, row + dy) for dx, dy in pattern)
    return sum(1 << y * SIZE + x for x, y in set(inside) if 0 <= x < SIZE and 0 <= y < SIZE)


# --- the map


def adjacent(one: Offset, other: Offset) -> bool:
    """Whether two spaces of the map are next to one another, corners included."""
    return max(abs(one[0] - other[0]), abs(one[1] - other[1])) == 1


def direction_turned(direction: Direction, turn: Quarter) -> Direction:
    """Where an arrow points once its card is turned clockwise."""
    return COMPASS[(COMPASS.index(direction) + 2 * turn) % 8]


def arrow_reach(at: Offset, arrows: Iterable[tuple[Direction, int]], turn: Quarter) -> frozenset[Offset]:
    """The spaces that the arrows of a turned card reach from `at`: each goes 1 to `reach` steps straight on."""
    x, y = at
    reached: set[Offset] = set()
    for direction, reach in arrows:
        dx, dy = STEP[direction_turned(direction, turn)]
        reached.update((x + dx * n, y + dy * n) for n in range(1, reach + 1))
    return frozenset(reached)
