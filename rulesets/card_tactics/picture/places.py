"""Where things stand, in board units: the wide arrangement, and the narrow one for phones."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from rulesets.card_tactics.pieces import Position

Point = tuple[int, int]
Branches = dict[bool, tuple[tuple[Point, ...], int, int]]

CARD_WIDTH, CARD_HEIGHT, CARD_ROUND = 90, 150, 8
ABOVE_CARDS = 28
"""From the upper edge of a lane to its cards."""

TOKEN_LEFT, TOKEN_Y, TOKEN_ROW = 3, 149, 26
"""Where tokens begin, on the lower edge of their card; the height of a row of them."""
TOKEN_GAP, TOKEN_RIGHT = 3, 98

OFFER_TOP, OFFER_ROW, OFFER_HEIGHT, OFFER_TAKEN = 10, 41, 38, 38
"""Of heroes that may set out: how far below a lane's edge they begin; what is taken from the width of a name."""

DICE_STEP = 32
ROLL_HEIGHT, ROLL_WIDTH = 92, 304
ITEM_HEIGHT, ITEM_ROW = 36, 44
ITEM_LEFT, ITEM_RIGHT = 32, 17
"""What is taken from an item's width, left and right of its name."""
STACK_STEPS = (0, 49, 98, 147)
"""Stacks of items and events: so far apart that the halo of one does not cover the number of the one before it."""
LEAST_ROWS = 2
BOTTOM = 10


class Lane(Struct, frozen=True, gc=False):
    """A side of the combat."""

    x: int
    y: int
    w: int
    cards: tuple[int, int, int]
    """The left edge of the card on each position, the first next to the centre."""

    @property
    def cards_y(self) -> int:
        return self.y + ABOVE_CARDS

    def card(self, position: Position) -> Point:
        """The upper left corner of a card."""
        return self.cards[position - 1], self.cards_y


class NowPlan(Struct, frozen=True, gc=False):
    """The strip that shows whose moment it is; places within it."""

    x: int
    y: int
    w: int
    h: int
    unit_width: int
    """The room for who acts."""
    status: tuple[Point, Point]
    skills: tuple[Point, Point]
    skill_width: int
    foot_y: int
    foot_lines: int
    branches: Branches
    """By whether somebody acts: where the first rows of branches stand, how wide they are, and the height for all."""


class Plan(Struct, frozen=True, gc=False):
    """An arrangement of the table."""

    width: int
    header: tuple[int, int]
    """Width and height of the strip at the top."""
    left_at: tuple[int, int, str]
    """Where the words about the Challenge stack stand, and whether they end there."""
    detail_width: int
    marks: Point
    mark_step: int
    heroes: Lane
    enemies: Lane
    columns: tuple[tuple[int, int, str], ...]
    """What is written between lanes that lie one below the other."""
    foot_width: int
    """The room for a text below a card."""
    now: NowPlan
    rolls: dict[str, Point]
    roll_width: int
    items_at: Point
    items_x: tuple[int, ...]
    item_width: int
    stacks_at: Point
    used_at: tuple[int, int]
    """Where the text about discarded items ends, next to the word above the items and short of the chip of an exhausted
    one, and the text about events."""
    event: tuple[int, int, int]
    """Where the first event lies, and how wide it is."""
    under_events: bool
    """Whether items lie below the events, and so make room for more of them."""

    def lane(self, *, hero: bool) -> Lane:
        return self.heroes if hero else self.enemies


BRANCHES: Branches = {True: (((146, 9), (378, 9)), 226, 66), False: (((14, 42), (314, 42)), 288, 54)}
BRANCHES_NARROW: Branches = {True: (((14, 60),), 348, 168), False: (((14, 50),), 348, 178)}

WIDE = Plan(
    width=640,
    header=(616, 52),
    left_at=(614, 29, "end"),
    detail_width=300,
    marks=(380, 40),
    mark_step=13,
    heroes=Lane(12, 70, 304, (216, 119, 22)),
    enemies=Lane(324, 70, 304, (334, 431, 528)),
    columns=(),
    foot_width=92,
    now=NowPlan(12, 312, 616, 98, 118, ((14, 49), (14, 67)), ((150, 0), (382, 0)), 216, 88, 1, BRANCHES),
    rolls={"hero": (12, 418), "enemy": (324, 418)},
    roll_width=ROLL_WIDTH,
    items_at=(16, 531),
    items_x=(16, 156, 296),
    item_width=132,
    stacks_at=(438, 531),
    used_at=(408, 626),
    event=(438, 584, 188),
    under_events=False,
)

COLUMNS = (33, 155, 277)
NARROW = Plan(
    width=400,
    header=(376, 92),
    left_at=(26, 76, ""),
    detail_width=350,
    marks=(26, 84),
    mark_step=19,
    heroes=Lane(12, 368, 376, COLUMNS),
    enemies=Lane(12, 110, 376, COLUMNS),
    columns=((78, 361, "in front"), (200, 361, "second"), (322, 361, "third")),
    foot_width=96,
    now=NowPlan(12, 610, 376, 232, 330, ((14, 49), (200, 49)), ((14, 55), (14, 119)), 348, 205, 2, BRANCHES_NARROW),
    rolls={"hero": (12, 850), "enemy": (12, 950)},
    roll_width=376,
    items_at=(16, 1130),
    items_x=(14, 204),
    item_width=182,
    stacks_at=(16, 1066),
    used_at=(366, 386),
    event=(214, 1074, 172),
    under_events=True,
)
"""Lanes lie one below the other, as if the line were folded at the centre: who stands first stands at the left."""

BETWEEN_LANES = 374
"""Where a line from lane to lane crosses from column to column, below the words about the columns."""
