"""The two arrangements: on a desk what belongs together lies side by side, on a phone more of it below each other."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from rulesets.kit.svg import Box

OFFER_GAP, HELD_GAP = 3.2, 4
"""Between cards that may be brought, and between those of a hand."""


class Plan(Struct, frozen=True, gc=False):
    """The measures in which the arrangements differ."""

    width: float
    left: float
    """The margin, at both sides."""
    strip: float
    """How high a player's strip is."""
    below: bool
    """Whether locations lie in rows of their own, beyond the camp."""
    camp: float
    """How wide a camp is beside locations."""
    words: float
    """What is left for words at a low location."""
    laws: Box
    """Where laws lie, from the upper edge of the gap."""
    panel: Box
    """What is under way, likewise."""
    channel: float
    """Where an attack crosses the gap."""
    offers: int
    """Cards that may be brought, side by side."""
    offer_height: float
    offer_size: int
    """Of their names."""
    hand: int
    """Cards of a hand, side by side."""

    @property
    def right(self) -> float:
        """The right edge of all that lies on the ground."""
        return self.width - self.left

    @property
    def inner(self) -> float:
        """How wide the ground is between its margins."""
        return self.width - 2 * self.left

    @property
    def gap(self) -> float:
        """How high the gap between the halves is."""
        return self.panel.y + self.panel.h

    @property
    def offer(self) -> float:
        """How wide a card is that may be brought."""
        return round((self.inner + OFFER_GAP) / self.offers - OFFER_GAP, 1)

    @property
    def held(self) -> float:
        """How wide a card in a hand is."""
        return round((self.inner - 12 + HELD_GAP) / self.hand - HELD_GAP, 1)


PANEL_HEIGHT = 86
WIDE = Plan(520, 12, 54, False, 232, 76, Box(0, 0, 190, 86), Box(198, 0, 298, PANEL_HEIGHT), 206, 4, 28, 14, 3)
NARROW = Plan(390, 8, 90, True, 270, 140, Box(0, 0, 374, 40), Box(0, 48, 374, PANEL_HEIGHT), 4, 3, 28, 14, 2)
"""One unit is one pixel on a phone of 390, so that the smallest number is 13 there."""
CHOOSING = replace(WIDE, width=700, panel=Box(198, 0, 478, PANEL_HEIGHT), offers=5, offer_height=24, offer_size=15)
"""On a desk, while all cards that may be brought lie there: as wide as it is high, as a desk is."""
