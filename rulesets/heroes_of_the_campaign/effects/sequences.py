"""Lists of a card's actions as they are performed: steps, choices, triggers, windows."""

from __future__ import annotations

from bisect import insort
from typing import TYPE_CHECKING

from msgspec.structs import replace

from rulesets.heroes_of_the_campaign.board import Board, Count, Watch
from rulesets.heroes_of_the_campaign.effects.heroes import hero_fact
from rulesets.heroes_of_the_campaign.ids import Address, CardId, HeroName, card_id, card_of, hero_id, seat_id
from rulesets.heroes_of_the_campaign.names import hero_words, skipped_words, source_words
from rulesets.heroes_of_the_campaign.phases import Choosing, Entering, Fighting, Fired, Running, Triggering
from rulesets.kit import cards
from rulesets.kit.facts import Fact
from rulesets.kit.phases import Seat
from rulesets.kit.structs import Effect
from rulesets.kit.tuples import insert

if TYPE_CHECKING:
    from collections.abc import Iterable

# --- lists of actions


class TaskStarted(Effect[Board], frozen=True):
    """A hero begins a task."""

    seat: Seat
    hero: HeroName
    task: Address
    slot: str
    """What it uses up: the regular task, or a maneuver's; empty for an extra one."""
    first: Address
    """Its first action."""

    def apply(self, board: Board) -> Board:
        if self.slot:
            hero = board.hero(self.hero)
            board = board.with_hero(replace(hero, used=insert(hero.used, self.slot)))
        return replace(board, pending=Running(self.task, self.first, self.seat, board.pending, self.hero))

    def touches(self) -> tuple[str, ...]:
        return (hero_id(self.hero),)

    def says(self, board: Board) -> str:
        return f"{hero_words(board, self.hero)} performs {board.components.task_name(self.task)}."

    def facts(self, board: Board) -> Iterable[Fact]:
        return (hero_fact(self.hero, card=self.task, kind=self.slot or "extra"),)


class TaskFinished(Effect[Board], frozen=True):
    """All actions of a task are done."""

    hero: HeroName
    task: Address

    def apply(self, board: Board) -> Board:
        return _popped(board)

    def touches(self) -> tuple[str, ...]:
        return (hero_id(self.hero),)

    def facts(self, board: Board) -> Iterable[Fact]:
        return (hero_fact(self.hero, card=self.task),)


class TaskAborted(Effect[Board], frozen=True):
    """The performer went to the infirmary; the actions that are left are not performed."""

    hero: HeroName
    task: Address

    def apply(self, board: Board) -> Board:
        return _popped(board)

    def touches(self) -> tuple[str, ...]:
        return (hero_id(self.hero),)

    def says(self, board: Board) -> str:
        return f"{board.components.task_name(self.task)} is broken off."

    def facts(self, board: Board) -> Iterable[Fact]:
        return (hero_fact(self.hero, card=self.task),)


class EffectStarted(Effect[Board], frozen=True):
    """An event or an enactment begins to be performed."""

    seat: Seat
    card: CardId
    first: Address

    def apply(self, board: Board) -> Board:
        return replace(board, pending=Running(self.card, self.first, self.seat, board.pending))

    def touches(self) -> tuple[str, ...]:
        return (card_id(self.seat, self.card),)


class EffectFinished(Effect[Board], frozen=True):
    """An event, an enactment or a triggered ability is done."""

    def apply(self, board: Board) -> Board:
        return _popped(board)


class ActionDone(Effect[Board], frozen=True):
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


def _popped(board: Board) -> Board:
    run = board.pending
    assert isinstance(run, Running)
    return replace(board, pending=run.then)


# --- choices


class ChoiceAsked(Effect[Board], frozen=True):
    """An action or an ability needs a choice."""

    seat: Seat
    kind: str
    among: tuple[str, ...]
    low: int
    high: int

    def apply(self, board: Board) -> Board:
        back = board.pending
        assert isinstance(back, Running | Triggering)
        return replace(board, pending=Choosing(self.seat, self.kind, self.among, self.low, self.high, back))


class ChoiceMade(cards.ChoiceMade[Board], frozen=True):
    """The choice was made; what asked for it goes on."""


# --- by hand


class EnteringStarted(Effect[Board], frozen=True):
    """The table is to enter what an action does."""

    def apply(self, board: Board) -> Board:
        run = board.pending
        assert isinstance(run, Running)
        return replace(board, pending=Entering(run))


class HandEntered(Effect[Board], frozen=True):
    """A seat entered by hand what a card does: the effects that follow."""

    seat: Seat

    def apply(self, board: Board) -> Board:
        pending = board.pending
        return replace(board, pending=pending.then) if isinstance(pending, Entering) else board

    def touches(self) -> tuple[str, ...]:
        return (seat_id(self.seat),)

    def says(self, board: Board) -> str:
        pending = board.pending
        card = f" for {source_words(board, pending.then.home)}" if isinstance(pending, Entering) else ""
        return f"Entered by hand{card}:"


# --- triggers


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


# --- windows


class Passed(Effect[Board], frozen=True):
    """A seat lets the next action, or the wounds of a combat, happen."""

    seat: Seat

    def apply(self, board: Board) -> Board:
        pending = board.pending
        assert isinstance(pending, Running | Fighting)
        passed = tuple(sorted((*pending.passed, self.seat)))
        return replace(board, pending=replace(pending, passed=passed))

    def touches(self) -> tuple[str, ...]:
        return (seat_id(self.seat),)


class WindowReopened(Effect[Board], frozen=True):
    """A card was used in a window: everybody may use another."""

    def apply(self, board: Board) -> Board:
        pending = board.pending
        assert isinstance(pending, Running | Fighting)
        return replace(board, pending=replace(pending, passed=()))


class WordGiven(Effect[Board], frozen=True):
    """A seat says when it is to be asked."""

    seat: Seat
    watches: Watch
    later: Watch | None = None
    """What that becomes again at its next own turn; `None`: it stays."""

    def apply(self, board: Board) -> Board:
        side = replace(board.side(self.seat), watches=self.watches, later=self.later)
        return board.with_side(self.seat, side)

    def touches(self) -> tuple[str, ...]:
        return (seat_id(self.seat),)

    def says(self, board: Board) -> str:
        when = {"no": "not asked", "attack": "asked before attacks", "all": "asked before everything"}[self.watches]
        return f"{{{self.seat}}} wants to be {when}{' for this turn' if self.later else ''}."
