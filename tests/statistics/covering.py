"""Whether 95 % intervals hold the truth in 95 of 100 tables, of few and of many games."""

from __future__ import annotations

import time
from collections import Counter
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from analytics import JOBS
from tests.statistics.asked import Question, named
from tests.statistics.drawn import DECISIONS, OPENING, OTHER_DECISIONS, WITH_X, Odds, X, games

if TYPE_CHECKING:
    from tests.statistics.histories import InMemory

TABLES = 2000
SIZES = (30, 100, 300)
BOUNDS = (0.93, 0.97)

DIGS = 1 / 3
"""What share of its other decisions a seat digs, in the mean of all games."""

DIGGERS = 1 - 3 / 8 * (1 - 1 / 81)
"""Whether one of three other decisions is to dig: 1 - (1 - style / 1.5)^3, in the mean of all styles from 0 to 1."""


class Figure(NamedTuple):
    """A figure with an interval, whose truth is known."""

    job: str
    given: dict[str, object]
    row: str
    truth: float

    def __str__(self) -> str:
        return f"{self.job} {self.row}"


FIGURES = (
    Figure("win_rate_by_seat", {}, "2 · 1 · -", 0.5),
    Figure("action_mix", {"per": "game"}, "game · Dig", DIGS * OTHER_DECISIONS / DECISIONS),
    Figure("action_mix", {"per": "game"}, f"game · {X}", 0.5 / 2 / DECISIONS),
    Figure("opening_tree", {"depth": 1}, OPENING, 0.5),
    Figure("win_rate_by_faction", {}, WITH_X, 0.5),
    Figure("amounts", {"of": "rows"}, "Dig", DIGS * OTHER_DECISIONS),
    Figure("first_time", {}, "Dig", DIGGERS),
)


class Covered(NamedTuple):
    """In how many tables of one size intervals hold the truth."""

    size: int
    tables: int
    held: dict[str, float]
    seconds: float

    @property
    def faults(self) -> list[str]:
        """What is not as it must be."""
        return [f"{figure}: {held:.1%}" for figure, held in self.held.items() if not BOUNDS[0] <= held <= BOUNDS[1]]


def cover(size: int, tables: int = TABLES) -> Covered:
    """Draw so many tables of so many games, and look at every interval of a statistic that there is."""
    begun = time.monotonic()
    figures = [figure for figure in FIGURES if figure.job in JOBS]
    held: Counter[str] = Counter()
    for seed in range(tables):
        drawn = games(Random(f"{size}/{seed}"), Odds(size))
        held.update(str(figure) for figure in figures if _holds(figure, drawn))
    shares = {str(figure): held[str(figure)] / tables for figure in figures}
    return Covered(size, tables, shares, time.monotonic() - begun)


def _holds(figure: Figure, drawn: InMemory) -> bool:
    rows = Question("toy", figure.job, {**figure.given, "min_n": 1}).counted(drawn)
    low, high = rows.filter(named(rows).str.contains(f"^({figure.row})$")).select("lo", "hi").row(0)
    return bool(low <= figure.truth <= high)
