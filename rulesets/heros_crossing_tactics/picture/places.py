"""Where things stand, in board units."""

from __future__ import annotations

from msgspec import Struct


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


FAR = Half(10, 74, 294, 241, 272.5, hero=150, step=-38, tilt=3, chip=186, draft=84, inwards=1)
NEAR = Half(594, 366, 366, 419, 450.5, hero=472, step=38, tilt=-3, chip=470, draft=482, inwards=-1)

LANE_X = {1: 12, 2: 221, 3: 430}
LANE_STEP, LANE_WIDTH, LANE_HEIGHT = 209, 198, 220
SLOT_X = {"weapon": 13, "armor": 60.3, "potion": 107.6, "magic": 154.9}
HERO_WIDTH, RESERVE_WIDTH, DRAFT_WIDTH = 182, 162, 158
RESERVE_X = {1: (190, 378), 2: (90, 388), 3: (100, 288)}
"""Of the attacker's and the defender's card, by the target of the attack: beside its arrow."""

HEIGHT, OWN_HAND = 700, 92
"""Of the picture, and what a seat's own hand adds."""
SUPPLY_X = {"weapon": 76, "armor": 136, "potion": 196, "magic": 256}
PILE_X, DISCARD_X = {1: 364, 2: 429, 3: 494}, 563
HAND_RIGHT, HAND_ROOM = 609, 149
NAME_WIDTH, LINE_WIDTH = 168, 192
