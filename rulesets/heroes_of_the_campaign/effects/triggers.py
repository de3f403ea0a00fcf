"""Abilities that are set off, and what cards look back at."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from rulesets.heroes_of_the_campaign.board import Board
from rulesets.heroes_of_the_campaign.effects import common
from rulesets.heroes_of_the_campaign.ids import HeroName, card_id, card_of, hero_id
from rulesets.heroes_of_the_campaign.names import fired_words, source_words
from rulesets.heroes_of_the_campaign.phases import Fired, Running, Triggering
from rulesets.heroes_of_the_campaign.pieces import count_once_more
from rulesets.kit.facts import Fact
from rulesets.kit.phases import Seat
from rulesets.kit.structs import Effect

if TYPE_CHECKING:
    from collections.abc import Iterable


class TriggersSet(common.NoRow, frozen=True):
    """Abilities were set off, and wait."""

    silent = {"queue": "each is a row when it is used, declined or dropped"}
    queue: tuple[Fired, ...]

    def apply(self, board: Board) -> Board:
        return replace(board, pending=Triggering(self.queue, board.pending))

    def touches(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(hero_id(fired.me) for fired in self.queue if fired.me))


class _OfAbility(Effect[Board], frozen=True):
    """An ability waits no longer: the `card` of its row, whose `target` is the hero that set it off."""

    fired: Fired

    def apply(self, board: Board) -> Board:
        """The board with the ability taken out of its queue."""
        waiting = board.pending
        assert isinstance(waiting, Triggering)
        index = waiting.queue.index(self.fired)
        rest = waiting.queue[:index] + waiting.queue[index + 1 :]
        return replace(board, pending=Triggering(rest, waiting.then) if rest else waiting.then)

    def touches(self) -> tuple[str, ...]:
        fired = self.fired
        return (hero_id(fired.me),) if fired.me else (card_id(fired.seat, card_of(fired.ability)),)

    def facts(self, board: Board) -> Iterable[Fact]:
        return (fired_fact(board, self.fired),)


def fired_fact(board: Board, fired: Fired, **more: Any) -> Fact:
    """A row of an ability that was set off; `source` is the hero that has it, or its card."""
    ids = board.components.ids
    source = common.owned_id(board, fired.me) if fired.me else ids[card_of(fired.ability)]
    target = common.owned_id(board, fired.subject) if fired.subject else None
    return Fact(seat=fired.seat, card=ids[fired.ability], source=source, target=target, **more)


class TriggerStarted(_OfAbility, frozen=True):
    """A waiting ability begins to be performed."""

    title = "Ability used"

    def apply(self, board: Board) -> Board:
        fired, board = self.fired, _OfAbility.apply(self, board)
        first = f"{fired.ability}.0"
        run = Running(fired.ability, first, fired.seat, board.pending, fired.me, fired.subject, fired.other)
        return replace(board, pending=run)

    def sentence(self, board: Board) -> str:
        return f"{fired_words(board, self.fired)}."


class TriggerDeclined(_OfAbility, frozen=True):
    """A player lets an ability pass that may be used or not."""

    title = "Ability declined"

    def sentence(self, board: Board) -> str:
        return f"{{{self.fired.seat}}} does not use what {source_words(board, self.fired.ability)} offers."


class TriggerDropped(_OfAbility, frozen=True):
    """A waiting ability is no longer active."""

    title = "Ability dropped"


class Noted(common.NoRow, frozen=True):
    """Something happened that a card of the set looks back at."""

    silent = dict.fromkeys(("moment", "seat", "hero"), "what happened has a row of its own")
    moment: str
    seat: Seat
    hero: HeroName = ""

    def apply(self, board: Board) -> Board:
        return replace(board, tally=count_once_more(board.tally, (self.moment, self.seat, self.hero)))
