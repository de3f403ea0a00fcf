"""What each statistic is asked, and which cells of an answer are tested."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

import polars as pl

from analytics import JOBS
from analytics import params as parameters
from analytics.schema import empty

if TYPE_CHECKING:
    from collections.abc import Sequence

    from analytics.job import AnyJob
    from analytics.lake import Tables

CELLS = {"cell": pl.String, "family": pl.String, "p_value": pl.Float64, "q": pl.Float64, "holds": pl.Boolean}
PLAINLY: tuple[dict[str, object], ...] = ({},)
MORE: dict[str, tuple[dict[str, object], ...]] = {
    "action_mix": ({}, {"per": "game"}),
    "win_rate_by_seat": ({}, {"by": "turn_order"}),
    "amounts": ({}, {"of": "rows"}),
    "first_time": ({}, {"of": "game"}),
    "trend": ({}, {"by": "nth_game"}, {"measure": "win_rate"}),
}
"""What statistics are asked that are not only asked plainly."""

WINNERS = "winners"
DRAWS = {
    "follow_ups": ("moves",),
    "head_to_head": (WINNERS, "players"),
    "player_profile": ("players",),
    "time_per_decision": ("labels",),
    "trend": ("dates",),
    "undo_and_mistakes": ("labels",),
}
"""What a permutation test permutes, if not only who won; `reshuffled` defines how."""


class Question(NamedTuple):
    """A statistic with parameters, of the games of one ruleset."""

    ruleset: str
    job: str
    given: dict[str, object]
    drawn: str = WINNERS
    """What a permutation test permutes."""

    def __str__(self) -> str:
        drawn = [] if self.drawn == WINNERS else [f"({self.drawn})"]
        return " ".join([self.job, *(f"{name}={value}" for name, value in self.given.items()), *drawn])

    def counted(self, tables: Tables) -> pl.DataFrame:
        """The rows of the answer."""
        return self.finished([self.of_part(tables)])

    def of_part(self, tables: Tables) -> pl.DataFrame:
        """What the statistic's own `partial` counts of a part of the games."""
        return self._job.partial(tables, self._params)

    def finished(self, counts: Sequence[pl.DataFrame]) -> pl.DataFrame:
        """The rows of the answer, by its own `finish`, from the counts of all parts."""
        job = self._job
        left_out = [job.count_excluded(empty("exclusions"), self._params)] if job.count_excluded else []
        return job.finish(pl.concat([job.empty, *counts, *left_out]), self._params).rows

    @property
    def empty(self) -> pl.DataFrame:
        """What is counted of no games at all."""
        return self._job.empty

    @property
    def _job(self) -> AnyJob:
        return JOBS[self.job]

    @property
    def _params(self) -> Any:
        return _read(self.job, self.ruleset, tuple(self.given.items()))


@cache
def _read(job: str, ruleset: str, given: tuple[tuple[str, object], ...]) -> Any:
    return parameters.read(JOBS[job].params, {"ruleset": ruleset, **dict(given)})


def questions(ruleset: str) -> list[Question]:
    """Everything that is asked of a ruleset."""
    return [
        Question(ruleset, job, given, drawn)
        for job in JOBS
        for given in MORE.get(job, PLAINLY)
        for drawn in DRAWS.get(job, (WINNERS,))
    ]


def tested(rows: pl.DataFrame) -> pl.DataFrame:
    """The cells of an answer that were tested: `cell`, `p_value`, and where they have them `q`, of which `family` of
    tests, and whether the interval of the difference `holds` 0.

    Where an answer is one test, its `p_value` stands on each row, without a `q`.
    """
    if "p_value" not in rows.columns:
        return pl.DataFrame(schema=CELLS)
    alone = "q" in rows.columns
    cells = rows.filter(pl.col("p_value").is_not_null()).select(
        cell=named(rows) if alone else pl.lit("all rows"),
        family=pl.col("row") if "row" in rows.columns else pl.lit(""),
        p_value="p_value",
        q="q" if alone else pl.lit(None, dtype=pl.Float64),
        holds=_holds(rows),
    )
    cells = cells if alone else cells.unique(maintain_order=True)
    assert cells["cell"].is_unique().all(), "two cells have one name"
    return cells


def _holds(rows: pl.DataFrame) -> pl.Expr:
    for low, high, none in (("difference_lo", "difference_hi", 0), ("times_lo", "times_hi", 1)):
        if low in rows.columns:
            return pl.lit(none).is_between(low, high)
    return pl.lit(None, dtype=pl.Boolean)


def named(rows: pl.DataFrame) -> pl.Expr:
    """What a row is about: what stands before its `n`, such as `game · Attack`."""
    names = rows.columns[: rows.columns.index("n")]
    words = [pl.col(name).list.join(" > ") if rows[name].dtype == pl.List else pl.col(name) for name in names]
    return pl.concat_str([word.cast(pl.String).fill_null("-") for word in words], separator=" · ")
