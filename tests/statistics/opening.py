"""One of two bots opens better than the other: openings that it prefers must be seen to win more.

In each game of Hero's Crossing: Tactics chance decides which seat opens greedily; after its first turns it plays at
random, as the other seat does from the beginning. The bots themselves note how they opened and who won, and what the
opening tree says of thousands of such games is held against these notes.
"""

from __future__ import annotations

import shutil
from collections import Counter
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from analytics import export
from api.recording.simulate import Played, play, record
from rulesets.heros_crossing_tactics import RULESET
from rulesets.kit.bots import greedy_bot, random_bot
from tests.statistics.asked import Question, named
from tests.statistics.histories import KEPT, History, InMemory

if TYPE_CHECKING:
    from concurrent.futures import Executor
    from pathlib import Path

    from events import Game

GAMES = 4000
GREEDY_TURNS = 6
"""Of both seats together: three turns of the better one."""

LEAST_GAMES, LEAST_APART, SIZE = 300, 0.03, 3
"""Openings of so many games whose rate is so far from a half must have its sign, and at most so many times its size, or
at least as small a part of it: what a seat can begin with depends on its cards too, and these win or lose."""


class Noted(NamedTuple):
    """A game, and what the bots noted."""

    played: Played
    better: int
    """The seat that opened greedily."""
    first: dict[int, str]
    """The first decision of each seat after the set-up."""


class Opening(NamedTuple):
    """A first decision: in how many games, and how often it wins by the notes, by the tree, and as it would if all that
    mattered were which bot takes it."""

    first: str
    games: int
    noted: float
    answered: float
    expected: float

    @property
    def faults(self) -> list[str]:
        """What the tree gets wrong."""
        apart, expected = self.answered - 0.5, self.expected - 0.5
        wrong = [] if abs(self.answered - self.noted) < 1e-9 else ["not as noted"]
        if self.games < LEAST_GAMES or abs(expected) < LEAST_APART:
            return wrong
        return wrong if 1 / SIZE <= apart / expected <= SIZE else [*wrong, "wrong sign or size"]


AS_NOTED = {"key": "type", "forced": True}
"""How openings are asked for: a bot notes the type of its first decision, whatever else was legal."""


class _Noting:
    """A bot that notes how a game opens."""

    def __init__(self, first: dict[int, str], *, better: bool) -> None:
        self._first = first
        self._better = better

    def __call__(self, ruleset: Any, board: Any, seat: int, rng: Random) -> Any:
        greedy = self._better and 0 < board.turn <= GREEDY_TURNS
        action = (greedy_bot if greedy else random_bot)(ruleset, board, seat, rng)
        if board.turn > 0:
            self._first.setdefault(seat, type(action).__name__)
        return action


def play_one(seed: int) -> Noted:
    """A game of the two bots."""
    rng = Random(f"opening/{seed}")
    first: dict[int, str] = {}
    better = rng.choice((1, 2))
    bots = {seat: _Noting(first, better=seat == better) for seat in (1, 2)}
    return Noted(play(RULESET, RULESET.starter_components, 2, bots, rng), better, first)


def look(executor: Executor, games: int = GAMES, folder: Path = KEPT) -> tuple[float, list[Opening]]:
    """Play, record and export so many games: how often the better bot won, and each first decision."""
    table = History(RULESET.name, folder / "opening")
    shutil.rmtree(table.folder, ignore_errors=True)
    noted, recorded = [], []
    with table.opened() as service:
        for one in executor.map(play_one, range(games), chunksize=20):
            noted.append(one)
            recorded.append(record(service.recorder, RULESET, one.played, [None, None]))
        export(service.store, service.rulesets, table.lake)
    return _openings(noted, recorded, InMemory.of(table.lake))


def _openings(noted: list[Noted], recorded: list[Game], tables: InMemory) -> tuple[float, list[Opening]]:
    n: Counter[str] = Counter()
    wins: Counter[str] = Counter()
    better: Counter[str] = Counter()
    won = 0
    for one, game in zip(noted, recorded, strict=True):
        assert game.summary.result is not None
        (winner,) = game.summary.result.winners
        won += winner == one.better
        n.update(one.first.values())
        wins[one.first[winner]] += 1
        better[one.first[one.better]] += 1
    rate = won / len(noted)
    rates = _rates(tables)
    expected = partial(_expected, n, better, rate)
    openings = [Opening(kind, *rates[kind][:1], wins[kind] / n[kind], rates[kind][1], expected(kind)) for kind in n]
    return rate, sorted(openings, key=lambda opening: -opening.games)


def _expected(n: Counter[str], better: Counter[str], rate: float, kind: str) -> float:
    return (better[kind] * rate + (n[kind] - better[kind]) * (1 - rate)) / n[kind]


def _rates(tables: InMemory) -> dict[str, tuple[int, float]]:
    """What the opening tree says of each first decision."""
    rows = Question(RULESET.name, "opening_tree", {"depth": 1, "children": 100, "min_n": 1} | AS_NOTED).counted(tables)
    return {row["action"]: (row["n"], row["value"]) for row in rows.filter(named(rows) != " · 0 · -").to_dicts()}
