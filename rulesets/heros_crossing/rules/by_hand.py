"""What the words cannot say: the table enters what a card does (HCX-POW-14)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.heros_crossing.board import Board
from rulesets.heros_crossing.effects import (
    CubesGained,
    CubesRemoved,
    DieChanged,
    HandEntered,
    HeroExhausted,
    HeroRefreshed,
    ModifiersGained,
    ModifiersLost,
    PointsGained,
    PointsLost,
    SpyExpelled,
    SpySent,
)
from rulesets.heros_crossing.phases import ByHand
from rulesets.kit import by_hand

if TYPE_CHECKING:
    from random import Random

    from rulesets.kit.phases import Seat
    from rulesets.kit.play import Play

Entered = (
    ModifiersGained
    | ModifiersLost
    | PointsGained
    | PointsLost
    | DieChanged
    | CubesGained
    | CubesRemoved
    | SpySent
    | SpyExpelled
    | HeroExhausted
    | HeroRefreshed
)


class EnterByHand(by_hand.ByHand[Board], frozen=True):
    """Enter what a card marked `by_hand` does."""

    phase = ByHand
    effects: tuple[Entered, ...] = ()

    @classmethod
    def sample(cls, board: Board, seat: Seat, rng: Random) -> EnterByHand | None:
        return cls((PointsGained(seat, rng.randint(0, 2)), ModifiersGained(seat, rng.randint(0, 2))))

    def perform(self, play: Play[Board]) -> None:
        """The effects, then play goes on."""
        pending = ByHand.of(play.board)
        by_hand.ByHand.perform(self, play)
        play.emit(HandEntered(play.seat, pending.hero))
