"""What the words cannot say: the table enters what a card does (HCX-POW-14)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.heros_crossing import effects as e
from rulesets.heros_crossing.board import Board
from rulesets.heros_crossing.ids import hero_id
from rulesets.heros_crossing.phases import ByHand
from rulesets.kit import by_hand
from rulesets.kit.facts import Fact

if TYPE_CHECKING:
    from random import Random

    from rulesets.kit.phases import Seat
    from rulesets.kit.play import Play

Entered = (
    e.ModifiersGained
    | e.ModifiersLost
    | e.PointsGained
    | e.PointsLost
    | e.DieChanged
    | e.CubesGained
    | e.CubesRemoved
    | e.SpySent
    | e.SpyExpelled
    | e.HeroExhausted
    | e.HeroRefreshed
)


class EnterByHand(by_hand.ByHand[Board], frozen=True):
    """Enter what a card marked `by_hand` does. In facts `value` is how many effects, each of which is a row."""

    title = "Enter what a hero does"
    nowhere = "what it is about is entered with it"
    phase = ByHand
    effects: tuple[Entered, ...] = ()

    def fact(self, board: Board, seat: Seat) -> Fact:
        hero = hero_id(ByHand.of(board).hero)
        return Fact(card=hero, source=hero, value=len(self.effects))

    @classmethod
    def sample(cls, board: Board, seat: Seat, rng: Random) -> EnterByHand | None:
        return cls((e.PointsGained(seat, rng.randint(0, 2)), e.ModifiersGained(seat, rng.randint(0, 2))))

    def perform(self, play: Play[Board]) -> None:
        """The effects, then play goes on."""
        pending = ByHand.of(play.board)
        by_hand.ByHand.perform(self, play)
        play.emit(e.HandEntered(play.seat, pending.hero))
