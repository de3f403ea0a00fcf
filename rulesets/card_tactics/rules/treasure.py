"""The Treasure phase: items for a combat that was won."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.card_tactics import effects as e
from rulesets.card_tactics.phases import DrawingTreasure
from rulesets.card_tactics.rules.items import draw_item
from rulesets.kit.play import automatic

if TYPE_CHECKING:
    from rulesets.card_tactics.board import Board
    from rulesets.kit.play import Play

WITH_BOSS = ("common", "rare", "unique")
"""CDT-TRS-01."""
WITHOUT_BOSS = ("common", "common", "rare")
"""CDT-TRS-02."""


@automatic(DrawingTreasure)
def draw_treasure(play: Play[Board]) -> None:
    """CDT-TRS-01 to 05: items come into the pool, then the heroes make camp."""
    boss = DrawingTreasure.of(play.board).boss
    for rarity in WITH_BOSS if boss else WITHOUT_BOSS:
        draw_item(play, rarity, "CDT-TRS-01" if boss else "CDT-TRS-02")
    play.emit(e.CampEntered())
