"""Where things stand, in board units: the wide arrangement, and the narrow one for phones."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from rulesets.heros_crossing_tactics.pieces import Column, Kind, Level

STRIP_HEIGHT, TALL, STRIP_ROUND = 34, 46, 6
"""Heights of a card: on one line, or with its icons below its name."""


class Half(Struct, frozen=True, gc=False):
    """The heights of one seat's half of the table."""

    player: int
    lane: int
    edge: int
    """Of the lanes, towards the gap."""
    cubes: int
    line: float
    hero: int
    """The top hero, nearest to the gap."""
    step: int
    """From one hero to the next."""
    tilt: int
    """Of the top hero of an activated Front, in degrees."""
    chip: int
    draft: int
    inwards: int
    """1 where the gap lies below, -1 where it lies above."""


class StripPlan(Struct, frozen=True, gc=False):
    """The strip of a seat: its places, from its upper edge."""

    x: int
    w: int
    h: int
    left: int
    """Where its texts begin."""
    name: tuple[int, int]
    """The room of the name, and of the line below."""
    line: int
    crown: tuple[int, int, int]
    """Middle and radius."""
    hearts: tuple[int, int, int]
    """The first one, and the step to the next."""
    first: tuple[int, int]
    hand: tuple[int, int, int]
    """Of hidden cards: the right edge, the room, and the height."""


class GapPlan(Struct, frozen=True, gc=False):
    """The gap between the lanes."""

    top: int
    bottom: int
    note: int
    reserve: int
    """The height of a reserve card."""
    reserve_w: int
    reserve_h: int
    reserve_x: dict[Column, tuple[int, int]]
    """Of the attacker's and the defender's card, by the target of the attack: beside its arrow."""
    head: int
    shaft: int
    """Half the widths of an arrow."""
    sign: int
    tally: int
    """Of its signs, and of those above the reserves."""


class DraftPlan(Struct, frozen=True, gc=False):
    """The cards of the draft, where the Fronts will be."""

    x: int
    w: int
    h: int
    cards: int
    """Where the first card of a row lies, and how far it is to the next."""
    step: int
    card_w: int
    card_h: int
    rows: tuple[tuple[int, int], tuple[int, int]]
    """Of each row, from the upper edge: the baseline of its caption, and its cards."""


class SupplyPlan(Struct, frozen=True, gc=False):
    """What nobody has."""

    height: int
    words: tuple[tuple[int, int], tuple[int, int], tuple[int, int]]
    """Where it is written what is the supply, the piles, the discard."""
    rows: tuple[int, int]
    """Of the cubes, and of the piles."""
    stock: dict[Kind, int]
    pile: dict[Level, int]
    discard: int


class Plan(Struct, frozen=True, gc=False):
    """An arrangement of the table."""

    width: int
    height: int
    """Without open hands and the supply."""
    far: Half
    near: Half
    lane: dict[Column, int]
    lane_w: int
    lane_h: int
    slots: dict[Kind, float]
    """Of the cubes in a lane."""
    scale: float
    """Of the cubes."""
    hero: tuple[int, int, int]
    """From the edge of a lane; width and height."""
    chip: int
    strip: StripPlan
    gap: GapPlan
    draft: DraftPlan
    hand: tuple[int, int]
    """Rows of an open hand, and how many columns they have at least."""
    supply: SupplyPlan

    @property
    def hand_h(self) -> int:
        """What an open hand adds to the height."""
        return self.hand[0] * HAND_ROW + 12


HAND_ROW = TALL + 4

WIDE = Plan(
    width=640,
    height=656,
    far=Half(10, 74, 294, 241, 272.5, hero=150, step=-38, tilt=3, chip=186, draft=84, inwards=1),
    near=Half(594, 366, 366, 419, 450.5, hero=472, step=38, tilt=-3, chip=470, draft=482, inwards=-1),
    lane={1: 12, 2: 221, 3: 430},
    lane_w=198,
    lane_h=220,
    slots={"weapon": 13, "armor": 60.3, "potion": 107.6, "magic": 154.9},
    scale=1,
    hero=(8, 182, STRIP_HEIGHT),
    chip=190,
    strip=StripPlan(
        12, 616, 54, 34, (158, 168), 45, crown=(250, 27, 19), hearts=(278, 17, 23), first=(426, 15), hand=(609, 143, 8)
    ),
    gap=GapPlan(294, 366, 18, 28, 162, STRIP_HEIGHT, {1: (190, 378), 2: (90, 388), 3: (100, 288)}, 53, 32, 26, 14),
    draft=DraftPlan(24, 592, 92, 118, 166, 158, STRIP_HEIGHT, ((33, 10), (71, 48))),
    hand=(1, 5),
    supply=SupplyPlan(
        66,
        ((16, 13), (308, 13), (540, 13)),
        rows=(22, 23),
        stock={"weapon": 16, "armor": 84, "potion": 152, "magic": 220},
        pile={1: 308, 2: 380, 3: 452},
        discard=540,
    ),
)

NARROW = Plan(
    width=400,
    height=764,
    far=Half(6, 86, 335, 286, 313, hero=186, step=-49, tilt=3, chip=219, draft=90, inwards=1),
    near=Half(684, 431, 431, 484, 511, hero=534, step=49, tilt=-3, chip=563, draft=533, inwards=-1),
    lane={1: 6, 2: 137, 3: 268},
    lane_w=126,
    lane_h=249,
    slots={"weapon": 4.4, "armor": 34.8, "potion": 65.2, "magic": 95.6},
    scale=0.87,
    hero=(4, 118, TALL),
    chip=118,
    strip=StripPlan(
        6, 388, 74, 28, (122, 164), 62, crown=(204, 22, 15), hearts=(234, 10, 25), first=(197, 44), hand=(386, 136, 34)
    ),
    gap=GapPlan(335, 431, 30, 36, 122, TALL, {1: (142, 270), 2: (8, 270), 3: (8, 136)}, 44, 25, 20, 12),
    draft=DraftPlan(6, 388, 144, 14, 126, 120, TALL, ((17, 22), (86, 91))),
    hand=(2, 3),
    supply=SupplyPlan(
        84,
        ((16, 23), (16, 63), (252, 63)),
        rows=(0, 40),
        stock={"weapon": 76, "armor": 154, "potion": 232, "magic": 310},
        pile={1: 64, 2: 126, 3: 188},
        discard=324,
    ),
)
