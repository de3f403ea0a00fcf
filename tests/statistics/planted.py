"""A difference is planted, and has to be found: its sign, and its size within the interval.

In half of 2,000 games one seat has X; it wins 60 of 100 of these games, 10 points more than its par. Each statistic
that compares must find what follows from that, in each of 20 draws.
"""

from __future__ import annotations

import time
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from analytics import JOBS
from analytics.words import CLEAR_P, CLEAR_Q
from tests.statistics.asked import Question, named
from tests.statistics.drawn import DECISIONS, OPENING, WITH_X, Odds, X, games

if TYPE_CHECKING:
    from collections.abc import Iterator

ODDS = Odds(games=2000, with_x=0.5, wins=0.6)
SEEDS = 20
LEAST_WITHIN = 17
"""In so many of the draws the interval has to hold the truth: fewer than one of 300 good intervals hold it less."""

WON, LOST = ODDS.with_x * ODDS.wins, ODDS.with_x * (1 - ODDS.wins)
"""How many winners have X, and how many losers."""


class Planted(NamedTuple):
    """What one statistic has to find."""

    job: str
    given: dict[str, object]
    row: str
    """The row that has to tell it, as `asked.named` calls it; a regular expression."""
    truth: float
    """Of its difference; where a statistic compares nothing, of its value."""


PLANTED = (
    Planted("action_mix", {"per": "game"}, f"game · {X}", (WON - LOST) / DECISIONS),
    Planted("opening_tree", {"depth": 2}, OPENING, ODDS.wins),
    Planted("win_rate_by_faction", {}, WITH_X, 2 * ODDS.wins - 1),
    Planted("amounts", {"of": "rows"}, X, WON - LOST),
    Planted("first_time", {}, X, 2 * ODDS.wins - 1),
)


class Found(NamedTuple):
    """How a planted difference was found."""

    planted: Planted
    seeds: int
    clear: int
    """In how many draws it has the right sign and is called a difference."""
    within: int
    """In how many draws its interval holds the truth."""
    mean: float
    seconds: float

    @property
    def faults(self) -> list[str]:
        """What is not as it must be."""
        least = self.seeds - round(self.seeds * (1 - LEAST_WITHIN / SEEDS))
        return [
            *([f"clear in {self.clear} of {self.seeds}"] if self.clear < self.seeds else []),
            *([f"within in {self.within} of {self.seeds}"] if self.within < least else []),
        ]


def look(planted: Planted, seeds: int = SEEDS) -> Found:
    """Draw so many histories, and look for what is planted."""
    begun = time.monotonic()
    rows = [_row(planted, Random(f"{planted.job}/{seed}")) for seed in range(seeds)]
    compares = "difference" in rows[0]
    figure, low, high = _COMPARED if compares else _RATED
    base = 0.0 if compares else 0.5
    return Found(
        planted,
        seeds,
        sum((row[figure] - base) * (planted.truth - base) > 0 and _is_clear(row, base) for row in rows),
        sum(row[low] <= planted.truth <= row[high] for row in rows),
        sum(row[figure] for row in rows) / seeds,
        time.monotonic() - begun,
    )


_COMPARED, _RATED = ("difference", "difference_lo", "difference_hi"), ("value", "lo", "hi")


def _row(planted: Planted, rng: Random) -> dict[str, float]:
    rows = Question("toy", planted.job, planted.given).counted(games(rng, ODDS))
    found = rows.filter(named(rows).str.contains(f"^({planted.row})$"))
    assert found.height == 1, f"{planted.job} has {found.height} rows of {planted.row}: {rows.select(named(rows))}"
    return found.row(0, named=True)


def _is_clear(row: dict[str, float], base: float) -> bool:
    """By its `q`, by its `p_value` where it is one test alone, or by its interval where nothing is tested."""
    if "q" in row:
        return row["q"] < CLEAR_Q
    return row["p_value"] < CLEAR_P if "p_value" in row else not row["lo"] <= base <= row["hi"]


def there() -> Iterator[Planted]:
    """What can be looked for: statistics that there are."""
    return (planted for planted in PLANTED if planted.job in JOBS)


def unplanted() -> list[str]:
    """Statistics in which nothing is planted."""
    return sorted(JOBS.keys() - {planted.job for planted in PLANTED})
