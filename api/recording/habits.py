"""The players of simulated games and their habits: they think, and they undo moves."""

from __future__ import annotations

import math
from functools import cache
from random import Random
from typing import TYPE_CHECKING

from msgspec import Struct

from rulesets.kit.bots import greedy_bot, random_bot

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rulesets.kit.phases import B, Seat
    from rulesets.kit.ruleset import Ruleset
    from rulesets.kit.structs import Action

SECOND = 1_000_000
"""In microseconds."""

MEDIANS = 2.0, 25.0
"""Seconds between which the median thinking time of a type of action lies."""
FORCED = 0.8
"""The median, in seconds, where there is only one legal action."""
SPREAD = 0.6
"""The standard deviation of the logarithm of thinking times."""
AWAY_SHARE = 0.004
"""How often somebody leaves the table before a decision."""
AWAY = 310.0, 2_400.0
"""The shortest and longest absence, in seconds."""
NOTICES = 2.0, 20.0
"""Seconds after which somebody regrets a decision."""
TAKEN_BACK = (1, 1, 1, 1, 2, 3)
"""How many decisions are undone at once; each of these is equally likely."""


class SimulatedPlayer(Struct, frozen=True):
    """A bot that moves as well as its skill allows, and has a pace of its own."""

    name: str | None
    """The name of the profile; None for an unknown player."""
    skill: float
    """The share of its decisions that the greedy bot takes; the random bot takes the others."""
    pace: float = 1.0
    """Its thinking times, as a multiple of the usual ones."""
    slips: float = 0.01
    """The share of its decisions that it regrets at once."""

    def __call__(self, ruleset: Ruleset[B], board: B, seat: Seat, rng: Random) -> Action[B]:
        bot = greedy_bot if rng.random() < self.skill else random_bot
        return bot(ruleset, board, seat, rng)


POOL = (
    SimulatedPlayer("Bot Ada", skill=0.98, pace=0.8, slips=0.006),
    SimulatedPlayer("Bot Bela", skill=0.94, pace=1.4, slips=0.01),
    SimulatedPlayer("Bot Cleo", skill=0.89, pace=1.0, slips=0.008),
    SimulatedPlayer("Bot Dora", skill=0.83, pace=0.6, slips=0.02),
    SimulatedPlayer("Bot Emil", skill=0.75, pace=1.9, slips=0.012),
    SimulatedPlayer("Bot Finn", skill=0.65, pace=1.1, slips=0.006),
    SimulatedPlayer("Bot Gita", skill=0.5, pace=0.7, slips=0.015),
    SimulatedPlayer("Bot Hugo", skill=0.25, pace=1.3, slips=0.017),
)
"""From the strongest to the weakest. Their names are not those of people whose games may be in the same log."""

NAMELESS = {"random": SimulatedPlayer(None, skill=0.0), "greedy": SimulatedPlayer(None, skill=1.0)}
"""The bots of the kit as unknown players."""


class Habits:
    """How long the players of one game think, and what they undo.

    It has its own random generator, so the moves of a game do not depend on it. The median of a type of action comes
    from `seed`, which games share.
    """

    def __init__(self, players: Mapping[Seat, SimulatedPlayer], seed: str, rng: Random) -> None:
        self._players = players
        self._seed = seed
        self._rng = rng

    def thinks(self, seat: Seat, kind: str, *, forced: bool) -> int:
        """Microseconds before `seat` takes an action of type `kind`, sometimes with a break."""
        median = FORCED if forced else median_of(self._seed, kind)
        seconds = median * self._players[seat].pace * self._rng.lognormvariate(0, SPREAD)
        if self._rng.random() < AWAY_SHARE:
            seconds += self._rng.uniform(*AWAY)
        return int(seconds * SECOND) + 1

    def regrets(self, seat: Seat) -> int:
        """How many decisions are undone after one of `seat`; mostly none."""
        return self._rng.choice(TAKEN_BACK) if self._rng.random() < self._players[seat].slips else 0

    def notices(self) -> int:
        """Microseconds between a decision and its undo."""
        return int(self._rng.uniform(*NOTICES) * SECOND)


@cache
def median_of(seed: str, kind: str) -> float:
    """The median thinking time, in seconds, of a type of action."""
    shortest, longest = map(math.log, MEDIANS)
    return math.exp(Random(f"{seed}/{kind}").uniform(shortest, longest))
