"""What each statistic is asked, and which cells of an answer are tested."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import polars as pl

from analytics import JOBS
from analytics import params as parameters
from analytics.schema import empty

if TYPE_CHECKING:
    from collections.abc import Sequence

    from analytics.job import AnyJob
    from analytics.lake import Tables

CELLS = {"cell": pl.String, "p_value": pl.Float64, "q": pl.Float64, "holds": pl.Boolean}
PLAINLY: tuple[dict[str, object], ...] = ({},)
MORE: dict[str, tuple[dict[str, object], ...]] = {
    "action_mix": ({}, {"per": "game"}),
    "win_rate_by_seat": ({}, {"by": "turn_order"}),
    "amounts": ({}, {"of": "rows"}),
    "first_time": ({}, {"of": "game"}),
}
"""What statistics are asked that are not only asked plainly."""


class Question(NamedTuple):
    """A statistic with parameters, of the games of one ruleset."""

    ruleset: str
    job: str
    given: dict[str, object]

    def __str__(self) -> str:
        return " ".join([self.job, *(f"{name}={value}" for name, value in self.given.items())])

    def counted(self, tables: Tables) -> pl.DataFrame:
        """The rows of the answer."""
        return self.finished([self.of_part(tables)])

    def of_part(self, tables: Tables) -> pl.DataFrame:
        """What the statistic's own `partial` counts of a part of the games."""
        return self._job.partial(tables, self._params)

    def finished(self, counts: Sequence[pl.DataFrame]) -> pl.DataFrame:
        """The rows of the answer, by its own `finish`, from the counts of all parts."""
        job = self._job
        left_out = [job.left_out(empty("exclusions"), self._params)] if job.left_out else []
        return job.finish(pl.concat([job.empty, *counts, *left_out]), self._params).rows

    @property
    def _job(self) -> AnyJob:
        return JOBS[self.job]

    @property
    def _params(self) -> Any:
        return parameters.read(self._job.params, {"ruleset": self.ruleset, **self.given})


def questions(ruleset: str) -> list[Question]:
    """Everything that is asked of a ruleset."""
    return [Question(ruleset, job, given) for job in JOBS for given in MORE.get(job, PLAINLY)]


def tested(rows: pl.DataFrame) -> pl.DataFrame:
    """The cells of an answer that were tested: `cell`, `p_value`, and where they have them `q` and whether the interval
    of the difference `holds` 0.

    Where one test is of several rows, its `p_value` stands on each of them, without a `q`; the first column says which
    rows they are.
    """
    if "p_value" not in rows.columns:
        return pl.DataFrame(schema=CELLS)
    alone, apart = "q" in rows.columns, "difference_lo" in rows.columns
    cells = rows.filter(pl.col("p_value").is_not_null()).select(
        cell=named(rows) if alone else pl.col(rows.columns[0]).cast(pl.String),
        p_value="p_value",
        q="q" if alone else pl.lit(None, dtype=pl.Float64),
        holds=pl.lit(0).is_between("difference_lo", "difference_hi") if apart else pl.lit(None, dtype=pl.Boolean),
    )
    cells = cells if alone else cells.unique(maintain_order=True)
    assert cells["cell"].is_unique().all(), "two cells have one name"
    return cells


def named(rows: pl.DataFrame) -> pl.Expr:
    """What a row is about: what stands before its `n`, such as `game · Attack`."""
    names = rows.columns[: rows.columns.index("n")]
    words = [pl.col(name).list.join(" > ") if rows[name].dtype == pl.List else pl.col(name) for name in names]
    return pl.concat_str([word.cast(pl.String).fill_null("-") for word in words], separator=" · ")
