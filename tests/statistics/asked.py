"""What each statistic is asked, and which cells of an answer are tested."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import polars as pl

from analytics import JOBS
from analytics import params as parameters
from analytics.schema import empty

if TYPE_CHECKING:
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
        """The rows of the answer, by the statistic's own `partial` and `finish`."""
        job: AnyJob = JOBS[self.job]
        params: Any = parameters.read(job.params, {"ruleset": self.ruleset, **self.given})
        counts = [job.empty, job.partial(tables, params)]
        if job.left_out:
            counts.append(job.left_out(empty("exclusions"), params))
        return job.finish(pl.concat(counts), params).rows


def questions(ruleset: str) -> list[Question]:
    """Everything that is asked of a ruleset."""
    return [Question(ruleset, job, given) for job in JOBS for given in MORE.get(job, PLAINLY)]


def tested(rows: pl.DataFrame) -> pl.DataFrame:
    """The cells of an answer that were tested: `cell`, `p_value`, and where they have them `q` and whether the interval
    of the difference `holds` 0.

    A cell is called by what stands before its `n`. Where a test is of a whole table, its `p_value` stands on each row
    of it, and the first column says which.
    """
    if "p_value" not in rows.columns:
        return pl.DataFrame(schema=CELLS)
    whole = "difference" not in rows.columns
    names = rows.columns[:1] if whole else rows.columns[: rows.columns.index("n")]
    words = [pl.col(name).list.join(" > ") if rows[name].dtype == pl.List else pl.col(name) for name in names]
    cells = rows.filter(pl.col("p_value").is_not_null()).select(
        cell=pl.concat_str([word.cast(pl.String).fill_null("-") for word in words], separator=" · "),
        p_value="p_value",
        q="q" if "q" in rows.columns else pl.lit(None, dtype=pl.Float64),
        holds=pl.lit(None, dtype=pl.Boolean) if whole else pl.lit(0).is_between("difference_lo", "difference_hi"),
    )
    cells = cells.unique(maintain_order=True) if whole else cells
    assert cells["cell"].is_unique().all(), f"two cells have one name: {names}"
    return cells
