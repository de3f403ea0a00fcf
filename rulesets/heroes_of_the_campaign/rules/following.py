"""What follows every action: current values are computed anew, heroes due go to the infirmary, triggers are set off."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.heroes_of_the_campaign.phases import GameOver
from rulesets.heroes_of_the_campaign.rules.infirmary import cascade
from rulesets.heroes_of_the_campaign.rules.triggers import fire

if TYPE_CHECKING:
    from rulesets.heroes_of_the_campaign.board import Board
    from rulesets.kit.play import Play


def follow(play: Play[Board], since: int = 0) -> None:
    """HOC-INF-10: the infirmary first, then triggers, of everything from the `since`-th effect on."""
    if isinstance(play.board.pending, GameOver):
        return
    cascade(play, since)
    fire(play, since)
