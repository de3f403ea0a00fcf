"""Statistics of the recorded games, from facts to answers with a table and a chart.

    lake = Lake("/var/lib/tabletale/lake")
    export(store, rulesets, lake)
    result = run(lake, "win_rate_by_seat", {"ruleset": "heros_crossing_tactics"})
    result.rows, result.to_json(), result.to_svg()

`export` reads each event of the log once and writes facts to a lake of Parquet files. A statistic (a `Job`) counts each
part of the lake on its own, adds the counts, and calculates rates, intervals and tests from the sums, with games as
independent observations. Read `job.py` first: it lists what a statistic consists of. Then read
`jobs/win_rate_by_seat.py` as an example, `schema.py` for the columns of the lake, and `compare.py` for the tests.

This import is slow (Polars, Altair), so the command line imports the package only for statistics.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import Struct

from analytics import params as parameters
from analytics.errors import (
    AnalyticsError,
    BadParameters,
    LakeConflict,
    LakeUnavailable,
    LakeUnreadable,
    ParameterFault,
    UnknownJob,
)
from analytics.export import Exported, export
from analytics.job import AnyJob, Job
from analytics.jobs import JOBS
from analytics.lake import Checkpoint, Lake
from analytics.params import Params
from analytics.query import Query, nobody, prepare
from analytics.result import AsOf, Result
from analytics.rulebook import Rulebook, Sheet

if TYPE_CHECKING:
    from collections.abc import Mapping

    from analytics.query import PlayerName

__all__ = [
    "JOBS",
    "AnalyticsError",
    "AsOf",
    "BadParameters",
    "Checkpoint",
    "Description",
    "Exported",
    "Job",
    "Lake",
    "LakeConflict",
    "LakeUnavailable",
    "LakeUnreadable",
    "ParameterFault",
    "Params",
    "Query",
    "Result",
    "Sheet",
    "UnknownJob",
    "catalogue",
    "describe",
    "export",
    "prepare",
    "run",
]

TRIES = 3
"""How often to try to read: an export may replace a file meanwhile."""


class Description(Struct, frozen=True, kw_only=True):
    """A statistic as the catalogue lists it."""

    name: str
    title: str
    question: str
    """The question that it asks with default parameters, as one sentence."""
    about: str
    """What it shows, in one sentence."""
    definition: str
    """What its columns mean, exactly."""
    sample_unit: str
    """What `n` counts."""
    interval: str
    test: str
    independence: str
    limitations: str
    parameters: Mapping[str, Any]
    """JSON Schema."""
    charts: bool = True


def catalogue() -> list[Description]:
    """All statistics, with their parameters."""
    return [describe(job) for job in JOBS.values()]


def describe(job: AnyJob) -> Description:
    """One statistic, with its parameters."""
    names = set(Description.__struct_fields__) - {"question", "parameters", "charts"}
    question = job.question(job.params(ruleset=""), Rulebook("a ruleset"))
    return Description(
        question=question, parameters=parameters.schema(job.params), **{name: getattr(job, name) for name in names}
    )


def run(lake: Lake, name: str, params: Mapping[str, object], players: PlayerName = nobody) -> Result:
    """Ask a statistic. `params` are plain data, or text from a query or a command line; `players` looks up the names of
    players.

    Raises UnknownJob, BadParameters, LakeUnreadable.
    """
    for _ in range(TRIES - 1):
        try:
            return prepare(lake, name, params, players).answer()
        except FileNotFoundError:  # an export replaced a file meanwhile: read the new checkpoint
            continue
    return prepare(lake, name, params, players).answer()
