"""How the seats stand, and what a greedy bot wants."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.heroes_of_the_campaign import effects as e
from rulesets.kit.history import changed_by
from rulesets.kit.phases import seats_of

if TYPE_CHECKING:
    from rulesets.heroes_of_the_campaign.board import Board
    from rulesets.kit.phases import Seat

HERO, WOUND, CARD_IN_PLAY, WATCHING = 12.0, 2.0, 0.4, 10.0
"""What a greedy bot counts. Being asked before everything is a bother."""
COPPER, THEIR_COPPER, RICH = 1.0, 0.3, 4
"""Copper beyond `RICH` counts for nothing more."""
CAUTION, WEARY, LATER = 0.7, 0.985, 0.7
"""A greedy bot would rather hurt than be spared: its own heroes weigh less than theirs, and less with every turn, else
two of them would wait for ever. To be a turn further is a gain, but less of one than a copper is."""


@changed_by(e.TeamsRevealed, e.SupportDeployed, e.HeroSentToInfirmary, e.HeroLeftInfirmary)
def standing(board: Board) -> tuple[tuple[Seat, int], ...]:
    """How many heroes and supports each seat has at its side."""
    return tuple((seat, sum(hero.at_side for hero in board.team(seat))) for seat in seats_of(board))


def value_of(board: Board, seat: Seat) -> float:
    """How well a seat stands, for greedy bots."""
    if winners := getattr(board.pending, "winners", None):
        return 1_000.0 if seat in winners else -1_000.0
    own, foe = board.side(seat), board.side(3 - seat)
    heroes = CAUTION * WEARY**board.turn * _strength(board, seat) - _strength(board, 3 - seat)
    copper = COPPER * min(own.copper, RICH) - THEIR_COPPER * min(foe.copper, RICH)
    return heroes + copper + LATER * board.turn - WATCHING * (own.watches != "no")


def _strength(board: Board, seat: Seat) -> float:
    side, team = board.side(seat), list(board.team(seat))
    heroes = sum(HERO - WOUND * hero.wounds for hero in team if hero.at_side)
    in_play = len(side.laws) + sum(hero.support + len(hero.learned) for hero in team)
    return heroes + CARD_IN_PLAY * in_play
