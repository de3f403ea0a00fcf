"""Squares, tiles, arrows: each fact against a twin that goes square by square, without masks or tables."""

from __future__ import annotations

from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesets.kingdom_rush.geometry import (
    BASES,
    BIT,
    CELLS,
    COMPASS,
    FULL,
    SIZE,
    STEP,
    Direction,
    Mask,
    Offset,
    Shape,
    adjacent,
    around,
    arrow_reach,
    bits,
    cells_of,
    clusters,
    direction_turned,
    mask_of,
    name_of,
    pattern_at,
    sides,
    spots,
    subsets,
    transforms,
    turned,
    turned_mask,
)

SHAPES: dict[str, Shape] = {
    "1x1": ((0, 0),),
    "1x2": ((0, 0), (0, 1)),
    "1x3": ((0, 0), (0, 1), (0, 2)),
    "2x2": ((0, 0), (1, 0), (0, 1), (1, 1)),
    "l3": ((0, 0), (0, 1), (1, 1)),
    "l4": ((0, 0), (0, 1), (0, 2), (1, 2)),
    "t4": ((0, 0), (1, 0), (2, 0), (1, 1)),
    "s4": ((1, 0), (2, 0), (0, 1), (1, 1)),
    "p5": ((0, 0), (1, 0), (0, 1), (1, 1), (0, 2)),
    "x5": ((1, 0), (0, 1), (1, 1), (2, 1), (1, 2)),
    "w5": ((0, 0), (0, 1), (1, 1), (1, 2), (2, 2)),
}

masks = st.integers(1, FULL)
shapes = st.sampled_from(sorted(SHAPES))
turns = st.integers(0, 3)

Square = tuple[int, int]


def squares(mask: Mask) -> set[Square]:
    """The twin of a mask: columns and rows from 0."""
    return {(i % SIZE, i // SIZE) for i in range(SIZE * SIZE) if mask & (1 << i)}


def named(found: set[Square]) -> str:
    """The twin of a name."""
    return " ".join("abcde"[x] + str(y + 1) for y in range(SIZE) for x in range(SIZE) if (x, y) in found)


def quarter(found: set[Offset]) -> set[Offset]:
    """A quarter turn clockwise: what lay in the north lies in the east."""
    turned_ = {(-y, x) for x, y in found}
    west, north = min(x for x, _ in turned_), min(y for _, y in turned_)
    return {(x - west, y - north) for x, y in turned_}


def placed_everywhere(shape: set[Offset]) -> set[str]:
    """The twin of places: the shape moved by every step, kept where all of it is inside."""
    found = set()
    for dx, dy in product(range(-SIZE, SIZE + 1), repeat=2):
        moved = {(x + dx, y + dy) for x, y in shape}
        if all(0 <= x < SIZE and 0 <= y < SIZE for x, y in moved):
            found.add(named(moved))
    return found


# --- names


@given(masks)
def test_a_set_of_squares_has_one_name_that_leads_back_to_it(mask: Mask) -> None:
    """The name of a set of squares, row by row, and the set are the same thing told twice."""
    assert name_of(mask) == named(squares(mask))
    assert mask_of(name_of(mask)) == mask
    assert cells_of(mask) == name_of(mask).split()
    assert sorted(squares(sum(bits(mask)))) == sorted(squares(mask))
    assert all(bit.bit_count() == 1 for bit in bits(mask))


@pytest.mark.parametrize(
    "text", ["", " ", "b3 a3", "a1 a1", "a1  b1", "a1 ", " a1", "a6", "f1", "A1", "a1,b1", "a1 b1 a2 b1"]
)
def test_any_other_text_names_no_squares(text: str) -> None:
    """Squares in another order, twice, or outside the tray are no name of a set."""
    assert mask_of(text) == 0


@given(st.sets(st.sampled_from(CELLS), min_size=1, max_size=6), st.randoms())
def test_only_the_order_row_by_row_is_a_name(cells: set[str], random: object) -> None:
    """Whoever shuffles the squares of a name has no name any more."""
    ordered = [cell for cell in CELLS if cell in cells]
    shuffled = list(reversed(ordered))
    assert mask_of(" ".join(ordered)) == sum(BIT[cell] for cell in cells)
    assert len(cells) == 1 or mask_of(" ".join(shuffled)) == 0


@given(st.integers(1, 0b1111111), st.integers(1, 4))
def test_subsets_are_all_sets_of_a_size(mask: Mask, size: int) -> None:
    """Pieces that are placed as a set can lie on each set of free squares."""
    expected = {named(set(some)) for some in combinations(sorted(squares(mask)), size)}
    found = list(subsets(mask, size))
    assert set(found) == expected
    assert len(found) == len(expected)
    assert all(mask_of(name) for name in found)


# --- tiles


@given(shapes, turns, st.booleans())
def test_a_tile_turns_with_its_card(name: str, turn: int, flip: bool) -> None:
    """A tile is mirrored first, then turned clockwise as often as its card."""
    expected = {(-x if flip else x, y) for x, y in SHAPES[name]}
    west = min(x for x, _ in expected)
    expected = {(x - west, y) for x, y in expected}
    for _ in range(turn):
        expected = quarter(expected)
    assert set(turned(SHAPES[name], turn, flip)) == expected


@given(shapes)
def test_free_manipulation_gives_up_to_eight_looks(name: str) -> None:
    """A tile turned and flipped at will takes each of its looks once, and no other."""
    looks = transforms(SHAPES[name])
    every = {frozenset(turned(SHAPES[name], turn, flip)) for turn in range(4) for flip in (False, True)}
    assert {frozenset(look) for look in looks} == every
    assert len(looks) == len(every)
    assert len(looks) in (1, 2, 4, 8)


@given(shapes, turns, st.booleans())
def test_a_tile_fits_wherever_all_of_it_is_inside(name: str, turn: int, flip: bool) -> None:
    """The places of a tile are those where all its squares lie inside one tray (KRR-DMG-04)."""
    table = spots(SHAPES[name], turn, flip)
    assert set(table) == placed_everywhere(set(turned(SHAPES[name], turn, flip)))
    assert all(mask == mask_of(cells) for cells, mask in table.items())


@given(shapes)
def test_a_free_tile_fits_in_all_its_looks(name: str) -> None:
    """The places of a free tile are those of its eight looks, each once (KRR-DMG-03)."""
    expected: set[str] = set()
    for turn, flip in product(range(4), (False, True)):
        expected |= placed_everywhere(set(turned(SHAPES[name], turn, flip)))
    assert set(spots(SHAPES[name], free=True)) == expected


def test_an_upright_domino_is_not_laid_flat() -> None:
    """A 1x2 without free manipulation covers two squares of a column, never of a row (W-02)."""
    assert "b1 b2" in spots(SHAPES["1x2"])
    assert "b1 c1" not in spots(SHAPES["1x2"])
    assert "b1 c1" in spots(SHAPES["1x2"], turn=1)
    assert len(spots(SHAPES["1x2"], free=True)) == 40


@given(masks, turns)
def test_a_tray_turns_as_a_whole(mask: Mask, turn: int) -> None:
    """A quarter turn takes the square a1 to e1, and each square by the same way."""
    expected = squares(mask)
    for _ in range(turn):
        expected = {(SIZE - 1 - y, x) for x, y in expected}
    assert squares(turned_mask(mask, turn)) == expected


@given(masks)
def test_four_quarters_are_no_turn(mask: Mask) -> None:
    """A tray turned four times lies as before."""
    assert turned_mask(turned_mask(mask, 3), 1) == mask


# --- groups and bases


@given(masks)
def test_around_are_the_neighbours_in_eight_directions(mask: Mask) -> None:
    """Next to a set is each other square that touches one of it by an edge or a corner."""
    inside = squares(mask)
    expected = {
        (x, y)
        for x, y in product(range(SIZE), repeat=2)
        if (x, y) not in inside and any(max(abs(x - a), abs(y - b)) == 1 for a, b in inside)
    }
    assert squares(around(mask)) == expected


def hangs_together(found: tuple[Square, ...]) -> bool:
    """The twin of clusters: a walk over corners and edges reaches all."""
    reached, left = {found[0]}, set(found[1:])
    while touching := {s for s in left if any(max(abs(s[0] - r[0]), abs(s[1] - r[1])) == 1 for r in reached)}:
        reached |= touching
        left -= touching
    return not left


@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_clusters_are_the_sets_that_hang_together(size: int) -> None:
    """Four tiles of a Lightning Bolt form one group, corners counted (KRR-AMB-30)."""
    every = combinations([(x, y) for x in range(SIZE) for y in range(SIZE)], size)
    assert set(clusters(size)) == {named(set(some)) for some in every if hangs_together(some)}


def test_a_base_covers_four_squares() -> None:
    """A hero's base lies on a 2x2 block, named by its north-west square: sixteen places (KRR-ENG-01)."""
    assert len(BASES) == 16
    for base, mask in BASES.items():
        x, y = "abcde".index(base[0]), int(base[1]) - 1
        assert squares(mask) == {(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)}


@pytest.mark.parametrize("base", sorted(BASES))
def test_a_base_has_four_sides(base: str) -> None:
    """A square touches a side of a base if it shares an edge with it; corners touch none (KRR-LIL-05)."""
    inside = squares(BASES[base])
    for mask, (dx, dy) in zip(sides(base), (STEP["N"], STEP["E"], STEP["S"], STEP["W"]), strict=True):
        ring = {(x + dx, y + dy) for x, y in inside} - inside
        assert squares(mask) == {(x, y) for x, y in ring if 0 <= x < SIZE and 0 <= y < SIZE}


@given(
    st.lists(st.tuples(st.integers(-4, 4), st.integers(-4, 4)), min_size=1, max_size=5), st.sampled_from(sorted(BASES))
)
def test_a_pattern_is_told_from_the_base(pattern: list[Offset], base: str) -> None:
    """Squares of a pattern that fall outside the tray are left out."""
    x, y = "abcde".index(base[0]), int(base[1]) - 1
    expected = {(x + dx, y + dy) for dx, dy in pattern if 0 <= x + dx < SIZE and 0 <= y + dy < SIZE}
    assert squares(pattern_at(pattern, base)) == expected


# --- the map

spaces = st.tuples(st.integers(0, 9), st.integers(0, 9))


@given(spaces, spaces)
def test_adjacent_spaces_share_an_edge_or_a_corner(one: Offset, other: Offset) -> None:
    """A space has eight neighbours, and is none of its own."""
    expected = any((one[0] + dx, one[1] + dy) == other for dx, dy in STEP.values())
    assert adjacent(one, other) is expected


@given(spaces, st.dictionaries(st.sampled_from(COMPASS), st.integers(1, 4), max_size=4), turns)
def test_arrows_reach_straight_on_and_turn_with_the_card(at: Offset, arrows: dict[Direction, int], turn: int) -> None:
    """Each arrow reaches the spaces from 1 to its number straight on, turned as the card (KRR-RNG-01, 03, 08)."""
    expected = set()
    for direction, reach in arrows.items():
        dx, dy = STEP[direction]
        for _ in range(turn):
            dx, dy = -dy, dx
        for n in range(1, reach + 1):
            expected.add((at[0] + n * dx, at[1] + n * dy))
    assert arrow_reach(at, list(arrows.items()), turn) == expected


def test_a_quarter_turn_takes_north_to_east() -> None:
    """Directions turn clockwise, diagonal ones too."""
    assert [direction_turned(d, 1) for d in COMPASS] == ["E", "SE", "S", "SW", "W", "NW", "N", "NE"]
