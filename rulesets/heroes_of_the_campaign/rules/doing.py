"""An action of a card as it is performed: what it speaks of, whom it aims at, how it ends."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulesets.heroes_of_the_campaign import effects as e
from rulesets.heroes_of_the_campaign.board import Board
from rulesets.heroes_of_the_campaign.evaluation import Speaker, amount, select
from rulesets.heroes_of_the_campaign.phases import Running
from rulesets.heroes_of_the_campaign.pieces import other
from rulesets.heroes_of_the_campaign.values import values
from rulesets.heroes_of_the_campaign.words.verbs import Do
from rulesets.kit.cards import ByWord, CardStep, Doing

if TYPE_CHECKING:
    from collections.abc import Callable

    from rulesets.heroes_of_the_campaign.ids import HeroName
    from rulesets.heroes_of_the_campaign.pieces import Hero
    from rulesets.heroes_of_the_campaign.words.reading import Amount, Target
    from rulesets.heroes_of_the_campaign.words.terms import Player
    from rulesets.heroes_of_the_campaign.words.verbs import Verb
    from rulesets.kit.phases import Seat
    from rulesets.kit.play import Play

NO_TARGET = "HOC-TSK-08"
PROHIBITED = "HOC-VOC-12"

verb: ByWord[Callable[[Speaking, Any], None]] = ByWord("verb", Do)
"""Marks what an action does: a function of the action under way and of its word."""


class Speaking(Doing[Board]):
    """An action, and who speaks in it: whom it aims at, what its numbers come to."""

    __slots__ = ("run", "speaker")

    def __init__(self, play: Play[Board], run: Running, step: CardStep[Verb]) -> None:
        super().__init__(play, step, run.answers)
        self.run = run
        self.speaker = Speaker(
            play.board, values(play.board), run.seat, run.me, run.subject, run.other, run.last, run.moved
        )

    def seat_of(self, player: Player) -> Seat:
        """The seat that `you` or `opponent` means."""
        return self.run.seat if player == "you" else other(self.run.seat)

    def number(self, word: Amount, target: Hero | None = None) -> int:
        """An amount of an action; below 0 it counts as 0."""
        return max(0, amount(self.speaker, word, target))

    def targets(self, word: Target, at: str = "side") -> tuple[HeroName, ...]:
        """The heroes aimed at (HOC-VOC-02); `at` is where they must be unless the card says. Raises Asking."""
        if isinstance(word, str):
            return self.speaker.referred(word)
        if word.all is not None:
            return self.names(select(self.speaker, word.all, at))
        assert word.pick is not None
        found = self.names(select(self.speaker, word.pick, at))
        return self.choose(self.seat_of(word.by), "target", found, 0 if word.up_to else word.count, word.count)

    def names(self, heroes: list[Hero]) -> tuple[HeroName, ...]:
        """Sorted, as choices are."""
        return tuple(sorted([hero.name for hero in heroes]))

    def done(self, last: tuple[HeroName, ...] | None = None, moved: int = 0) -> None:
        """Play moves on, and remembers how much this moved, and at whom it aimed if it did at heroes (HOC-VOC-10)."""
        self.play.emit(e.ActionEnded(self.step.after, self.run.last if last is None else last, moved))

    def skip(self, rule: str = NO_TARGET, heroes: tuple[HeroName, ...] = (), by: tuple[str, ...] = ()) -> None:
        """The action is not performed, because of `rule`; the list goes on.

        `heroes` are those that it would have been performed with, `by` the cards and named statuses that forbid it.
        """
        self.play.emit(e.ActionSkipped(self.step.after, rule, heroes, by))
