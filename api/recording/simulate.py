"""Bots play a game to its end in memory, and the game is recorded like any other."""

from __future__ import annotations

import math
import time
from collections import deque
from itertools import islice
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec import Struct

from api.recording.decide import Entry
from api.recording.habits import TAKEN_BACK
from api.recording.recorder import NewGameRequest
from rulesets.kit.chance import Chance
from rulesets.kit.play import fold
from rulesets.kit.structs import Start

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from api.recording.habits import Habits
    from api.recording.recorder import Recorder
    from events import Game, Sitter
    from projections.paths import Version
    from rulesets.kit.bots import Bot
    from rulesets.kit.outcomes import ChanceQuestion, Outcome
    from rulesets.kit.phases import Board, Components, Seat
    from rulesets.kit.play import Play
    from rulesets.kit.ruleset import Ruleset
    from rulesets.kit.structs import Action, Effect

MOST_DECISIONS = 20_000
"""A game that is not over after this many decisions stays unfinished."""


class SeededChance(Chance):
    """Chance from a seeded generator: same seed, same dice."""

    __slots__ = ("_rng",)

    def __init__(self, rng: Random) -> None:
        super().__init__()
        self._rng = rng

    def ask(self, asked: ChanceQuestion) -> Outcome:
        return self._rng.choice(asked.allowed)


class SimulatedUndo(Struct, frozen=True):
    """An undo between two entries."""

    before: int
    """How many entries come before it, undone ones included."""
    to: Version
    """The version of the game that it goes back to."""
    seat: Seat
    occurred_at: int


class Played(Struct, frozen=True):
    """A game that was played in memory, as players would enter it."""

    options: Mapping[str, str]
    outcomes: tuple[Outcome, ...]
    """The rolls and draws of the set-up."""
    entries: tuple[Entry, ...]
    """All entries in order; with `habits`, their times count from the set-up."""
    over: bool
    undone: tuple[SimulatedUndo, ...] = ()
    occurred_at: int | None = None
    """Microseconds UTC of the set-up."""

    @property
    def times(self) -> Iterator[int | None]:
        """The time of each entry and each undo."""
        yield from (entry.occurred_at for entry in self.entries)
        yield from (undo.occurred_at for undo in self.undone)


class _Moment(NamedTuple):
    """A version of a game: the true board, and the board as each seat sees it."""

    version: Version
    board: Board
    views: Mapping[Seat, Board]

    def after(self, version: Version, board: Board, effects: Sequence[Effect[Any]]) -> _Moment:
        views = {seat: fold(view, [effect.seen_by(seat) for effect in effects]) for seat, view in self.views.items()}
        return _Moment(version, board, views)


class _Sitting:
    """A game while it is played."""

    def __init__(
        self, ruleset: Ruleset[Any], bots: Mapping[Seat, Bot], rng: Random, habits: Habits | None, begun: _Moment
    ) -> None:
        self._ruleset = ruleset
        self._bots = bots
        self._rng = rng
        self._habits = habits
        self._now = begun
        self._past: deque[_Moment] = deque(maxlen=max(TAKEN_BACK))
        self._clock = 0
        self.entries: list[Entry] = []
        self.undone: list[SimulatedUndo] = []

    @property
    def waiting(self) -> Sequence[Seat]:
        """The seats that must act; none when the game is over."""
        return self._ruleset.waiting_for(self._now.board)

    @property
    def over(self) -> bool:
        return self._ruleset.over(self._now.board) is not None

    def take_turn(self) -> None:
        """Let one of the seats that must act decide, and perhaps undo it."""
        seat = self._rng.choice(self.waiting)
        self._decide(seat)
        if self._habits and self.waiting and (count := self._habits.regrets(seat)):
            self._undo(seat, min(count, len(self._past)), self._habits)

    def _decide(self, seat: Seat) -> None:
        action = self._bots[seat](self._ruleset, self._now.views[seat], seat, self._rng)
        chance = SeededChance(self._rng)
        done = self._ruleset.decide(self._now.board, seat, action, chance)
        at = self._time_of(seat, action)
        self.entries.append(Entry(seat=seat, action=action, outcomes=tuple(chance.outcomes), occurred_at=at))
        self._past.append(self._now)
        self._now = self._now.after(self._newest, done.board, done.effects)

    def _time_of(self, seat: Seat, action: Action[Any]) -> int | None:
        if self._habits is None:
            return None
        forced = len(list(islice(self._ruleset.legal_actions(self._now.views[seat], seat), 2))) == 1
        self._clock += self._habits.thinks(seat, type(action).__name__, forced=forced)
        return self._clock

    def _undo(self, seat: Seat, count: int, habits: Habits) -> None:
        for _ in range(count):
            self._now = self._past.pop()
        self._clock += habits.notices()
        self.undone.append(SimulatedUndo(len(self.entries), self._now.version, seat, self._clock))

    @property
    def _newest(self) -> Version:
        """The version of the last event: the set-up is the first, and each entry and undo is one."""
        return 1 + len(self.entries) + len(self.undone)


def set_up(
    ruleset: Ruleset[Any],
    components: Components,
    seats: int,
    chance: Chance,
    options: Mapping[str, str] | None = None,
) -> tuple[Start, Play[Any]]:
    """A game in memory up to its first decision. Raises UnknownAction for options that it does not take."""
    agreed = ruleset.agreed(options or {}, components)
    start = Start(seats=seats, component_set=components.hash, chance="table", undo="free", options=agreed)
    return start, ruleset.begin(start, components, chance)


def play(
    ruleset: Ruleset[Any],
    components: Components,
    seats: int,
    bots: Mapping[Seat, Bot],
    rng: Random,
    options: Mapping[str, str] | None = None,
    *,
    habits: Habits | None = None,
    seconds: float = math.inf,
) -> Played:
    """A whole game between bots, each of which knows no more than its seat does. Raises UnknownAction.

    With `habits`, entries have times, and some are undone. After `seconds` the game is left unfinished.
    """
    until = time.monotonic() + seconds
    chance = SeededChance(rng)
    start, begun = set_up(ruleset, components, seats, chance, options)
    empty = _Moment(0, board := ruleset.empty_board(start, components), dict.fromkeys(range(1, seats + 1), board))
    sitting = _Sitting(ruleset, bots, rng, habits, empty.after(1, begun.board, begun.effects))
    while len(sitting.entries) < MOST_DECISIONS and time.monotonic() < until and sitting.waiting:
        sitting.take_turn()
    return Played(options or {}, tuple(chance.outcomes), tuple(sitting.entries), sitting.over, tuple(sitting.undone))


def record(
    recorder: Recorder,
    ruleset: Ruleset[Any],
    played: Played,
    players: Sequence[Sitter],
    component_set: str | None = None,
) -> Game:
    """Store a game that was played in memory in the log, as players record theirs; it was played with the starter set,
    or with another one that is stored."""
    new = NewGameRequest(
        ruleset=ruleset.name,
        players=tuple(players),
        component_set=component_set,
        options=played.options,
        outcomes=played.outcomes,
        tags=("simulated",),
        occurred_at=played.occurred_at,
    )
    game = recorder.create(new).game
    entered = 0
    for undo in played.undone:
        game = _enter(recorder, game, played.entries[entered : undo.before])
        game = recorder.undo(
            game.id, to=str(undo.to), seat=undo.seat, expected=game.version, occurred_at=undo.occurred_at
        ).game
        entered = undo.before
    return _enter(recorder, game, played.entries[entered:])


def _enter(recorder: Recorder, game: Game, entries: Sequence[Entry]) -> Game:
    return recorder.act(game.id, entries, expected=game.version).game if entries else game
