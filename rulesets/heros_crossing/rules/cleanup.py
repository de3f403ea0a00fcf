"""The clean-up after its first step: heroes, era, refresh, workers, dice, first player; and the end by rounds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.heros_crossing import effects as e
from rulesets.heros_crossing.board import Board
from rulesets.heros_crossing.phases import Cleaning
from rulesets.heros_crossing.pieces import SLOT_LEVELS
from rulesets.heros_crossing.rules.common import refill
from rulesets.heros_crossing.rules.setup import reveal_hero
from rulesets.kit.play import automatic

if TYPE_CHECKING:
    from rulesets.kit.play import Play

ROUNDS_AFTER_LAST_HERO = 2
"""HCX-END-02."""


@automatic(Cleaning)
def clean_up(play: Play[Board]) -> None:
    """HCX-CLN-01: steps 2 to 7, then the next round, or the end."""
    reached = _restock(play)
    for era in range(play.board.era + 1, reached + 1):
        _advance(play, era)
    play.emit(e.HeroesRefreshed())
    play.emit(e.WorkersReturned())
    play.emit(e.DiceReturned())
    play.emit(e.FirstPlayerPassed(play.board.left_of(play.board.first)))
    play.emit(e.RoundEnded())
    if play.board.round == play.board.last_round:
        play.emit(e.FinalDonationsStarted("rounds"))
    else:
        play.emit(e.RoundStarted())


def _restock(play: Play[Board]) -> int:
    """HCX-CLN-07, 08: empty spaces from left to right. Returns the highest level that has been seen."""
    reached = play.board.era
    for space, visit in enumerate(play.board.visiting):
        level = next((n for n, pile in enumerate(play.board.heroes, 1) if pile.size), 0)
        if visit.hero or not level:
            continue
        reveal_hero(play, space, level, "HCX-CLN-07")
        reached = max(reached, level)
        if not play.board.heroes_left:  # HCX-END-01
            play.emit(e.EndGameTriggered(play.board.round + ROUNDS_AFTER_LAST_HERO))
    return reached


def _advance(play: Play[Board], era: int) -> None:
    """HCX-ERA-02, 03, 08: the spaces of the level are filled at once."""
    play.emit(e.EraAdvanced(era))
    for slot, level in enumerate(SLOT_LEVELS):
        if level == era and not play.board.supply[slot].tile:
            refill(play, slot, "HCX-ERA-02" if era == 2 else "HCX-ERA-03")
