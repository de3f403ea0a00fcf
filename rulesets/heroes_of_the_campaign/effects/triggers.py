"""Abilities that are set off, and what cards look back at."""

from __future__ import annotations

from bisect import insort
from typing import TYPE_CHECKING

from msgspec.structs import replace

from rulesets.heroes_of_the_campaign.board import Board, Count
from rulesets.heroes_of_the_campaign.ids import Address, HeroName, card_id, card_of, hero_id
from rulesets.heroes_of_the_campaign.names import source_words
from rulesets.heroes_of_the_campaign.phases import Fighting, Fired, Running, Triggering
from rulesets.kit.facts import Fact
from rulesets.kit.phases import Seat
from rulesets.kit.structs import Effect

if TYPE_CHECKING:
    from collections.abc import Iterable


class TriggersSet(Effect[Board], frozen=True):
    """Abilities were set off, and wait."""

    queue: tuple[Fired, ...]

    def apply(self, board: Board) -> Board:
        return replace(board, pending=Triggering(self.queue, board.pending))

    def touches(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(hero_id(fired.me) for fired in self.queue if fired.me))


class TriggerStarted(Effect[Board], frozen=True):
    """A waiting ability begins to be performed."""

    fired: Fired
    first: Address

    def apply(self, board: Board) -> Board:
        fired, rest = self.fired, _without(board, self.fired)
        run = Running(fired.ability, self.first, fired.seat, rest, fired.me, fired.subject, fired.other)
        return replace(board, pending=run)

    def touches(self) -> tuple[str, ...]:
        return _of(self.fired)

    def says(self, board: Board) -> str:
        return f"{source_words(board, self.fired.ability)} answers."

    def facts(self, board: Board) -> Iterable[Fact]:
        return (_fired_fact(self.fired),)


class TriggerDeclined(Effect[Board], frozen=True):
    """A player lets an ability pass that may be used or not."""

    fired: Fired

    def apply(self, board: Board) -> Board:
        return replace(board, pending=_without(board, self.fired))

    def touches(self) -> tuple[str, ...]:
        return _of(self.fired)

    def says(self, board: Board) -> str:
        return f"{{{self.fired.seat}}} lets {source_words(board, self.fired.ability)} pass."

    def facts(self, board: Board) -> Iterable[Fact]:
        return (_fired_fact(self.fired),)


class TriggerDropped(Effect[Board], frozen=True):
    """A waiting ability is no longer active."""

    fired: Fired

    def apply(self, board: Board) -> Board:
        return replace(board, pending=_without(board, self.fired))

    def touches(self) -> tuple[str, ...]:
        return _of(self.fired)


def _without(board: Board, fired: Fired) -> Triggering | Running | Fighting:
    """What waits once `fired` is taken out of its queue."""
    waiting = board.pending
    assert isinstance(waiting, Triggering)
    index = waiting.queue.index(fired)
    rest = waiting.queue[:index] + waiting.queue[index + 1 :]
    return Triggering(rest, waiting.then) if rest else waiting.then  # type: ignore[return-value]


def _of(fired: Fired) -> tuple[str, ...]:
    return (hero_id(fired.me),) if fired.me else (card_id(fired.seat, card_of(fired.ability)),)


def _fired_fact(fired: Fired) -> Fact:
    return Fact(seat=fired.seat, card=fired.ability, place=hero_id(fired.me) if fired.me else None)


class Noted(Effect[Board], frozen=True):
    """Something happened that a card of the set looks back at."""

    moment: str
    seat: Seat
    hero: HeroName = ""

    def apply(self, board: Board) -> Board:
        key = (self.moment, self.seat, self.hero)
        tally = [count for count in board.tally if (count.moment, count.seat, count.hero) != key]
        old = next(
            (count for count in board.tally if (count.moment, count.seat, count.hero) == key), Count(*key, 0, 0, 0)
        )
        insort(tally, Count(*key, old.turn + 1, old.round + 1, old.game + 1), key=_by_name)
        return replace(board, tally=tuple(tally))


def _by_name(count: Count) -> tuple[str, Seat, HeroName]:
    return count.moment, count.seat, count.hero
