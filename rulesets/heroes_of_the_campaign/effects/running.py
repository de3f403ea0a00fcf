"""Lists of a card's actions as they are performed, and the choices that they ask for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from rulesets.heroes_of_the_campaign.board import Board
from rulesets.heroes_of_the_campaign.ids import Address, CardId, HeroName, card_id, hero_id
from rulesets.heroes_of_the_campaign.names import skipped_words
from rulesets.heroes_of_the_campaign.phases import Choosing, Running
from rulesets.kit import cards
from rulesets.kit.facts import Fact
from rulesets.kit.phases import Seat
from rulesets.kit.structs import Effect

if TYPE_CHECKING:
    from collections.abc import Iterable


class EffectStarted(Effect[Board], frozen=True):
    """An event or an enactment begins to be performed."""

    seat: Seat
    card: CardId
    first: Address

    def apply(self, board: Board) -> Board:
        return replace(board, pending=Running(self.card, self.first, self.seat, board.pending))

    def touches(self) -> tuple[str, ...]:
        return (card_id(self.seat, self.card),)


class EffectEnded(Effect[Board], frozen=True):
    """An event, an enactment or a triggered ability is done."""

    def apply(self, board: Board) -> Board:
        return popped(board)


class ActionEnded(Effect[Board], frozen=True):
    """An action is done: play moves on in its list."""

    at: Address | None
    """What follows; `None` at the end of the list."""
    last: tuple[HeroName, ...] = ()
    """At whom it aimed, and how much it moved (HOC-VOC-10)."""
    moved: int = 0

    def apply(self, board: Board) -> Board:
        return _moved_on(board, self.at, self.last, self.moved)


class ActionSkipped(Effect[Board], frozen=True):
    """An action could not be performed; the list goes on."""

    at: Address | None
    rule: str
    """Why."""
    heroes: tuple[HeroName, ...] = ()
    """With whom it would have been performed, if they are why it was not."""
    by: tuple[str, ...] = ()
    """The cards and named statuses that forbid it."""

    def apply(self, board: Board) -> Board:
        return _moved_on(board, self.at, (), 0)

    def touches(self) -> tuple[str, ...]:
        return tuple(map(hero_id, self.heroes))

    def says(self, board: Board) -> str:
        run = board.pending
        assert isinstance(run, Running)
        return skipped_words(board, run, self.rule, self.heroes, self.by)

    def facts(self, board: Board) -> Iterable[Fact]:
        return (Fact(place=hero_id(self.heroes[0]) if self.heroes else None, kind=self.rule),)


class BranchTaken(Effect[Board], frozen=True):
    """One of several lists within an action is gone into."""

    at: Address | None

    def apply(self, board: Board) -> Board:
        run = board.pending
        assert isinstance(run, Running)
        return replace(board, pending=replace(run, at=self.at, answers=(), passed=()))


def _moved_on(board: Board, at: Address | None, last: tuple[HeroName, ...], moved: int) -> Board:
    run = board.pending
    assert isinstance(run, Running)
    onward = Running(run.home, at, run.seat, run.then, run.me, run.subject, run.other, last, moved)
    return replace(board, pending=onward)


def popped(board: Board) -> Board:
    """The list of actions is left; what it interrupted continues."""
    run = board.pending
    assert isinstance(run, Running)
    return replace(board, pending=run.then)


class ChoiceAsked(cards.ChoiceAsked[Board], frozen=True):
    """An action or an ability needs a choice."""

    phase = Choosing


class ChoiceMade(cards.ChoiceMade[Board], frozen=True):
    """The choice was made; what asked for it goes on."""
