"""How the heroes stand, and what a greedy bot wants."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.card_tactics import effects as e
from rulesets.card_tactics.phases import GameOver
from rulesets.kit.history import changed_by
from rulesets.kit.phases import seats_of

if TYPE_CHECKING:
    from rulesets.card_tactics.board import Board
    from rulesets.card_tactics.pieces import Tokens
    from rulesets.kit.phases import Seat


@changed_by(
    *(e.HeroesPlaced, e.HealthLost, e.BleedTriggered, e.HealthRecovered),
    *(e.UnitDefeated, e.HeroRevived, e.CampEntered),
)
def standing(board: Board) -> tuple[tuple[Seat, int], ...]:
    """Health of the heroes together, for everybody: all win or all lose."""
    health = sum(unit.health for unit in board.heroes)
    return tuple((seat, health) for seat in seats_of(board))


def value_of(board: Board, seat: Seat) -> float:
    """What a greedy player wants: the game won, enemies gone, heroes alive and unhurt, tokens in their favour."""
    value = 0.0
    if isinstance(board.pending, GameOver):
        value += 1000.0 if board.pending.winners else -1000.0
    value += 80.0 * board.combat
    value += sum(3.0 + _of_health(unit.health) + _burden(unit.tokens) for unit in board.heroes)
    value -= sum(4.0 + 3.0 * unit.health + _burden(unit.tokens) for unit in board.enemies)
    return value + 1.5 * sum(0.5 if item.exhausted else 1.0 for item in board.pool)


HURT = 4
"""Below so much health a hero is in danger."""


def _of_health(health: int) -> float:
    """Each point counts, the last ones most: who only heals never wins."""
    return 2.0 * min(health, HURT) + 0.8 * max(health - HURT, 0)


def _burden(tokens: Tokens) -> float:
    """The value of tokens to their holder; more than two of a kind are a hoard."""
    return (
        0.4 * max(-2, min(2, tokens.attack))
        + 0.4 * max(-2, min(2, tokens.defence))
        - 0.8 * min(2, tokens.bleed)
        + 0.5 * tokens.counter
        - 0.2 * tokens.restrain
        - 1.2 * tokens.stun
    )
