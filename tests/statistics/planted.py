"""A difference is planted, and has to be found: its sign, and its size within the interval.

In half of 2,000 games one seat has X; it wins 60 of 100 of these games, 10 points more than its par. Where all win
together it is half of 4,000 games: 60 of 100 are won with X, and half of the others. What else X brings is told in
`drawn`. Each statistic must find what follows from that, in each of 20 draws.
"""

from __future__ import annotations

import time
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from analytics import JOBS
from analytics.words import CLEAR_P, CLEAR_Q
from tests.statistics.asked import Question, named
from tests.statistics.drawn import (
    ADA,
    BERT,
    BY_X,
    DECISIONS,
    FOLLOWS,
    HELD,
    LONGER,
    OPENING,
    PLACE,
    POINTS,
    ROUNDS,
    SEQUEL,
    SLOWER,
    UNDONE,
    UNDONE_X,
    WITH_X,
    Odds,
    X,
    games,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tests.statistics.histories import InMemory

ODDS = Odds(games=2000, with_x=0.5, wins=0.6)
OF_SEAT_1 = ODDS._replace(seat=1)
LATER = ODDS._replace(with_x=1, seat=1, later=True)
TOGETHER = ODDS._replace(games=4000, together=True)
SEEDS = 20
LEAST_WITHIN = 17
"""In so many of the draws the interval has to hold the truth. Of good intervals one of 63 holds it in fewer: then it is
looked for in `AGAIN` others."""

AGAIN, LEAST_AGAIN = 180, 163
"""One of 300 good intervals holds the truth in fewer than so many of these."""

# --- what follows for rivals, by hand

WINS = ODDS.wins
APART = 2 * WINS - 1
"""Of the same games, the seat with X wins 0.6, the other 0.4."""

WON, LOST = ODDS.with_x * WINS, ODDS.with_x * (1 - WINS)
"""In 0.3 of all games the winner has X, in 0.2 the loser."""

# --- what follows for teams

WON_TOGETHER = ODDS.with_x * WINS + (1 - ODDS.with_x) / 2
"""0.55 of all games are won."""

BETWEEN = ODDS.with_x * WINS / WON_TOGETHER - ODDS.with_x * (1 - WINS) / (1 - WON_TOGETHER)
"""Of won games 0.30 / 0.55 have X, of lost ones 0.20 / 0.45."""

PAIR = ODDS.with_x * FOLLOWS
WITHOUT_PAIR = (WON_TOGETHER - PAIR * WINS) / (1 - PAIR)
"""0.4 of all games have the sequel right after X, and 0.6 of them are won: 0.24 of all. So 0.31 of all are won without
it, which is 0.5167 of the others."""

# --- what follows for decisions

SHARE = ODDS.with_x / (2 * DECISIONS)
"""One of ten decisions is for X, in half of the games."""

USUAL_LOG = SHARE
"""The mean logarithm of 2 of the times of all decisions is so much above that of those without X, as X takes `SLOWER`
times as long, which is 1 more."""
assert SLOWER == 2

TAKEN_BACK = SHARE * UNDONE_X + (1 - SHARE) * UNDONE
"""Of decisions that stay, so many were taken before, and taken back: 0.05 of 0.3, 0.95 of 0.1."""

PERMUTATION = 1 / (DECISIONS - 1)
"""The sequel is one of the four decisions after the first."""

HALF = (ROUNDS + LONGER + 1) // 2
"""Up to k rounds last k of 100 games without X and k - 51 of 100 with it: 49.5 of 100 for 75, 50.5 for 76."""


class Planted(NamedTuple):
    """What one statistic has to find."""

    job: str
    given: dict[str, object]
    row: str
    """The row that has to tell it, as `asked.named` calls it; a regular expression."""
    truth: float
    odds: Odds = ODDS
    base: float = 0
    """What it would be if nothing were planted."""
    figure: str = "difference"
    """The column that tells it; the columns `lo` and `hi` of it, or of the value, are its interval."""

    @property
    def ends(self) -> tuple[str, str]:
        """The columns of the interval."""
        prefix = "" if self.figure == "value" else f"{self.figure}_"
        return f"{prefix}lo", f"{prefix}hi"

    def __str__(self) -> str:
        return f"{self.job}, teams" if self.odds.together else self.job


BY_TYPE: dict[str, object] = {"key": "type", "within": "game"}
AFTER_X: dict[str, object] = {"type": X, "ending": SEQUEL}
CARD, TERRITORY, SEQUENCE = "card:x · .*", f"{HELD} · {PLACE} · all · some · .*", f"{X} > {SEQUEL}"
PLAYERS, BY_ADA = f"{ADA} · {BERT}", f"wins · {ADA}"

PLANTED = (
    Planted("action_mix", {"per": "game"}, f"game · {X}", (WON - LOST) / DECISIONS),
    Planted("opening_tree", {"depth": 2}, OPENING, WINS, base=0.5, figure="value"),
    Planted("win_rate_by_faction", {}, WITH_X, APART),
    Planted("win_rate_by_seat", {}, "2 · 1 · -", (WINS + 0.5) / 2, OF_SEAT_1, base=0.5, figure="value"),
    Planted("amounts", {"of": "rows"}, X, WON - LOST),
    Planted("amounts", {"of": "points"}, X, POINTS * (WON - LOST)),
    Planted("first_time", {}, X, APART),
    Planted("card_performance", {}, CARD, APART),
    Planted("ngrams", BY_TYPE, SEQUENCE, APART),
    Planted("lead_curves", {}, "1", POINTS * (WON - LOST)),
    Planted("territory", {}, TERRITORY, APART),
    Planted("head_to_head", {}, PLAYERS, APART),
    Planted("player_profile", {}, BY_ADA, APART),
    Planted("time_per_decision", {}, X, 2 ** (1 - USUAL_LOG), base=1, figure="times"),
    Planted("undo_and_mistakes", {}, X, UNDONE_X / (1 + UNDONE_X) - TAKEN_BACK / (1 + TAKEN_BACK)),
    Planted("follow_ups", {"within": 1}, f"{X} · {SEQUEL}", FOLLOWS - PERMUTATION),
    Planted("trend", {"measure": "win_rate"}, "2026-07", WINS - 0.5, LATER),
    Planted("game_length", {}, "2 · median · - · -", HALF, base=ROUNDS / 2, figure="value"),
    Planted("game_length", {}, f"2 · end · - · {BY_X}", WON, base=ODDS.with_x / 2, figure="value"),
    Planted("lasting", AFTER_X, X, 1 - FOLLOWS, base=1 - PERMUTATION, figure="value"),
    Planted("action_mix", {"per": "game"}, f"game · {X}", BETWEEN / (2 * DECISIONS), TOGETHER),
    Planted("win_rate_by_faction", {}, WITH_X, WINS - 0.5, TOGETHER),
    Planted("win_rate_by_seat", {}, "2 · - · x=true", WINS, TOGETHER, base=0.5, figure="value"),
    Planted("amounts", {"of": "rows"}, X, BETWEEN, TOGETHER),
    Planted("first_time", {}, X, WINS - 0.5, TOGETHER),
    Planted("card_performance", {}, CARD, WINS - 0.5, TOGETHER),
    Planted("ngrams", BY_TYPE, SEQUENCE, WINS - WITHOUT_PAIR, TOGETHER),
    Planted("lead_curves", {}, "1", POINTS * BETWEEN, TOGETHER),
    Planted("territory", {}, TERRITORY, WINS - 0.5, TOGETHER),
    Planted("head_to_head", {}, PLAYERS, WINS - 0.5, TOGETHER),
    Planted("player_profile", {}, BY_ADA, WINS - 0.5, TOGETHER),
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

    again: int | None = None
    """In how many of `AGAIN` other draws, where it was in too few."""

    @property
    def faults(self) -> list[str]:
        """What is not as it must be."""
        missed = self.few and (self.again is None or self.again < LEAST_AGAIN)
        others = "" if self.again is None else f", {self.again} of {AGAIN} others"
        return [
            *([f"clear in {self.clear} of {self.seeds}"] if self.clear < self.seeds else []),
            *([f"within in {self.within} of {self.seeds}{others}"] if missed else []),
        ]

    @property
    def few(self) -> bool:
        """Whether the interval holds the truth in too few draws."""
        return self.within < self.seeds - round(self.seeds * (1 - LEAST_WITHIN / SEEDS))


def look(planted: Planted, seeds: int = SEEDS) -> Found:
    """Draw so many histories, and look for what is planted; in others as well, where too few intervals hold it."""
    found = look_in(planted, _drawn(planted, range(seeds)))
    if not found.few or seeds < SEEDS:
        return found
    return found._replace(again=look_in(planted, _drawn(planted, range(seeds, seeds + AGAIN))).within)


def _drawn(planted: Planted, seeds: range) -> Iterator[InMemory]:
    return (games(Random(f"{planted}/{planted.row}/{seed}"), planted.odds) for seed in seeds)


def look_in(planted: Planted, histories: Iterable[InMemory]) -> Found:
    """Look in these for what is planted."""
    begun = time.monotonic()
    rows = [_row(planted, tables) for tables in histories]
    low, high = planted.ends
    return Found(
        planted,
        len(rows),
        sum(_is_clear(planted, row) for row in rows),
        sum(row[low] <= planted.truth <= row[high] for row in rows),
        sum(row[planted.figure] for row in rows) / len(rows),
        time.monotonic() - begun,
    )


def _row(planted: Planted, tables: InMemory) -> dict[str, float]:
    rows = Question("toy", planted.job, planted.given).counted(tables)
    found = rows.filter(named(rows).str.contains(f"^({planted.row})$"))
    assert found.height == 1, f"{planted.job} has {found.height} rows of {planted.row}: {rows.select(named(rows))}"
    return found.row(0, named=True)


def _is_clear(planted: Planted, row: dict[str, float]) -> bool:
    """With the right sign; by its `q`, by its `p_value` where it is one test alone, or by its interval where nothing is
    tested."""
    base, (low, high) = planted.base, planted.ends
    if (row[planted.figure] - base) * (planted.truth - base) <= 0:
        return False
    if "q" in row:
        return row["q"] < CLEAR_Q
    return row["p_value"] < CLEAR_P if "p_value" in row else not row[low] <= base <= row[high]


def there() -> Iterator[Planted]:
    """What can be looked for: statistics that there are."""
    return (planted for planted in PLANTED if planted.job in JOBS)


def unplanted() -> list[str]:
    """Statistics in which nothing is planted."""
    return sorted(JOBS.keys() - {planted.job for planted in PLANTED})
