"""Bots at a table: they play a game to its end in memory, and what they did is recorded like anybody's game."""

from __future__ import annotations

import math
import time
from random import Random
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from api.recording.decide import Entry
from api.recording.recorder import Wanted
from rulesets.kit.chance import Chance
from rulesets.kit.play import fold
from rulesets.kit.structs import Start

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from uuid import UUID

    from api.recording.recorder import Recorder
    from events import Game
    from rulesets.kit.bots import Bot
    from rulesets.kit.chance import Asked, Outcome
    from rulesets.kit.phases import Board, Components, Seat
    from rulesets.kit.play import Play
    from rulesets.kit.ruleset import Ruleset
    from rulesets.kit.structs import Effect

MOST_DECISIONS = 20_000
"""A game that is not over after so many decisions stays unfinished."""


class SeededChance(Chance):
    """Chance from a seeded generator: same seed, same dice."""

    __slots__ = ("_rng",)

    def __init__(self, rng: Random) -> None:
        super().__init__()
        self._rng = rng

    def ask(self, asked: Asked) -> Outcome:
        return self._rng.choice(asked.allowed)


class Played(Struct, frozen=True):
    """A game that was played in memory, as a table would enter it."""

    options: Mapping[str, str]
    outcomes: tuple[Outcome, ...]
    """The outcomes of chance in the set-up."""
    entries: tuple[Entry, ...]
    over: bool


class _Table:
    """The true board, and the board as each seat sees it."""

    def __init__(self, empty_board: Board, seats: int) -> None:
        self.board = empty_board
        self.views = dict.fromkeys(range(1, seats + 1), empty_board)

    def follow(self, board: Board, effects: Sequence[Effect[Any]]) -> None:
        self.board = board
        for seat, view in self.views.items():
            self.views[seat] = fold(view, [effect.seen_by(seat) for effect in effects])


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
    seconds: float = math.inf,
) -> Played:
    """A whole game between bots, each of which knows no more than its seat does. Raises UnknownAction.

    After `seconds` it is left unfinished.
    """
    until = time.monotonic() + seconds
    chance = SeededChance(rng)
    start, begun = set_up(ruleset, components, seats, chance, options)
    table = _Table(ruleset.empty_board(start, components), seats)
    table.follow(begun.board, begun.effects)
    entries: list[Entry] = []
    while len(entries) < MOST_DECISIONS and time.monotonic() < until and (waiting := ruleset.waiting_for(table.board)):
        entries.append(_decide(ruleset, table, rng.choice(waiting), bots, rng))
    return Played(options or {}, tuple(chance.outcomes), tuple(entries), ruleset.over(table.board) is not None)


def _decide(ruleset: Ruleset[Any], table: _Table, seat: Seat, bots: Mapping[Seat, Bot], rng: Random) -> Entry:
    action = bots[seat](ruleset, table.views[seat], seat, rng)
    chance = SeededChance(rng)
    done = ruleset.decide(table.board, seat, action, chance)
    table.follow(done.board, done.effects)
    return Entry(seat=seat, action=action, outcomes=tuple(chance.outcomes))


def record(recorder: Recorder, ruleset: Ruleset[Any], played: Played, players: Sequence[UUID | None]) -> Game:
    """Put a game that was played in memory into the log, as people record theirs."""
    wanted = Wanted(
        ruleset=ruleset.name,
        players=tuple(players),
        options=played.options,
        outcomes=played.outcomes,
        tags=("simulated",),
    )
    begun = recorder.create(wanted)
    return recorder.act(begun.game.id, played.entries, expected=begun.game.version).game
