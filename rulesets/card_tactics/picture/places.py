"""Where things stand, in board units."""

from __future__ import annotations

MARGIN = 12

CARD_WIDTH, CARD_HEIGHT, CARD_ROUND = 90, 150, 8
CARDS_Y = 98
HEROES_X = (216, 119, 22)
"""H1 is next to the centre."""
ENEMIES_X = (334, 431, 528)

SEATS_X = {1: (22,), 2: (22, 168), 3: (22, 119, 216)}
SEAT_WIDTH = {1: 260, 2: 118, 3: 66}
"""By number of seats: where they stand below the heroes, and the room for a name."""

TOKEN_LEFT, TOKEN_Y, TOKEN_ROW = 3, 149, 26
"""Where tokens begin, on the lower edge of their card; the height of a row of them."""
TOKEN_GAP, TOKEN_RIGHT = 3, 98

ROLLS_X, ROLLS_Y = {"hero": 12, "enemy": 324}, 410
DICE_STEP = 32

SKILLS_X, SKILL_WIDTH = (150, 382), 216
NOW_WIDTH = 616

ITEMS_X, ITEMS_Y, ITEM_WIDTH, ITEM_HEIGHT = (16, 156, 296), 532, 132, 36
ITEM_ROW = 44
ITEM_LEFT, ITEM_RIGHT = 32, 13
"""What is taken from an item's width, left and right of its name."""

STACKS_X = (438, 486, 534, 581)
EVENT_X, EVENT_WIDTH = 438, 188
LEAST_ROWS = 2
BOTTOM = 10


def hero_x(position: int) -> int:
    """The left edge of a hero's card; positions count from 1 at the centre."""
    return HEROES_X[position - 1]


def enemy_x(position: int) -> int:
    """The left edge of an enemy's card."""
    return ENEMIES_X[position - 1]
