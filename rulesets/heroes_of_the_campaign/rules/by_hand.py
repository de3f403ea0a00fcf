"""What the card language cannot express: the table enters it (HOC-GLD-01, 02)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.heroes_of_the_campaign import effects as e
from rulesets.heroes_of_the_campaign.board import Board
from rulesets.heroes_of_the_campaign.effects.common import work_fact
from rulesets.heroes_of_the_campaign.phases import Entering, Fighting, Running, Turn
from rulesets.heroes_of_the_campaign.rules.triggers import follow
from rulesets.kit import by_hand
from rulesets.kit.facts import Fact
from rulesets.kit.play import need

if TYPE_CHECKING:
    from random import Random

    from rulesets.kit.phases import Seat
    from rulesets.kit.play import Play

Entered = (
    e.CopperEarned
    | e.CopperLost
    | e.CopperTaken
    | e.HeroWounded
    | e.HeroHealed
    | e.HeroSentToInfirmary
    | e.HeroLeftInfirmary
    | e.HeroSentToLocation
    | e.HeroSentToCamp
    | e.StatusApplied
    | e.StatusEnded
    | e.LawBroken
)


class EnterByHand(by_hand.ByHand[Board], frozen=True):
    """Enter what an action marked `by_hand` does, or, before any action, what an own ability so marked does.

    In its row `value` is how many effects are entered.
    """

    title = "Enter by hand"
    nowhere = "its effects tell what it is about"
    phase = (Entering, Turn, Running, Fighting)
    anytime = True
    rare = True
    effects: tuple[Entered, ...] = ()

    @classmethod
    def sample(cls, board: Board, seat: Seat, rng: Random) -> EnterByHand | None:
        if board.chance == "server":
            return None
        hero = rng.choice(board.heroes)
        wounded = e.HeroWounded(hero.name, 1, 1)
        return cls((e.CopperEarned(seat, rng.randint(0, 2)), *((wounded,) if hero.at_side else ())))

    def check(self, board: Board, seat: Seat) -> None:
        by_hand.ByHand.check(self, board, seat)
        if isinstance(board.pending, Entering):
            need(seat == board.pending.then.seat, "HOC-GLD-01")
        else:
            need(has_note(board, seat), "HOC-GLD-02")

    def fact(self, board: Board, seat: Seat) -> Fact:
        if isinstance(board.pending, Entering):
            return work_fact(board, value=len(self.effects))
        return Fact(value=len(self.effects))

    def perform(self, play: Play[Board]) -> None:
        """The effects, and all that follows from them; an action that waited for them is done."""
        pending = play.board.pending
        play.emit(e.HandEntered(play.seat))
        by_hand.ByHand.perform(self, play)
        if isinstance(pending, Entering):
            assert pending.then.at is not None
            play.emit(e.ActionEnded(play.board.components.steps[pending.then.at].after))
        follow(play)


def has_note(board: Board, seat: Seat) -> bool:
    """Whether a seat has an active ability that is entered by hand."""
    notes = board.components.notes
    if any(law in notes for law in board.side(seat).laws):
        return True
    return any(hero.at_side and any(hero.has(card) for card in notes) for hero in board.team(seat))
