"""Statistics of the recorded games: a lake of facts, the statistics over it, and their charts.

    lake = Lake("/var/lib/tabletale/lake")
    export(store, rulesets, lake)
    result = run(lake, "win_rate_by_seat", {"ruleset": "heros_crossing_tactics"})
    result.rows, result.to_json(), result.to_svg()

Importing this is slow (Polars, Altair), so the command line imports it only for statistics.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import polars as pl
from msgspec import Struct

from analytics import params as parameters
from analytics.errors import AnalyticsError, BadParameters, LakeUnreadable, ParameterFault, UnknownJob
from analytics.export import Exported, export
from analytics.job import AnyJob, Job, Rulebook
from analytics.jobs import action_mix, opening_tree, win_rate_by_seat
from analytics.lake import Checkpoint, Lake
from analytics.names import Names
from analytics.params import Params
from analytics.result import AsOf, Result
from analytics.schema import empty

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from analytics.lake import Part

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
    "LakeUnreadable",
    "ParameterFault",
    "Params",
    "Result",
    "UnknownJob",
    "catalogue",
    "describe",
    "export",
    "job",
    "run",
]

JOBS: dict[str, AnyJob] = {module.JOB.name: module.JOB for module in (win_rate_by_seat, action_mix, opening_tree)}
"""All statistics."""

TRIES = 3
"""A file may be replaced while it is being read, so reading is tried up to so many times."""


class Description(Struct, frozen=True):
    """A statistic as the catalogue lists it."""

    name: str
    title: str
    question: str
    about: str
    parameters: dict[str, Any]
    """JSON Schema."""
    charts: bool = True


def catalogue() -> list[Description]:
    """All statistics, with their parameters."""
    return [describe(job) for job in JOBS.values()]


def describe(job: AnyJob) -> Description:
    """One statistic, with its parameters."""
    plainly = job.question(job.params(ruleset=""), Rulebook("a ruleset"))
    return Description(job.name, job.title, plainly, job.about, parameters.schema(job.params))


def job(name: str) -> AnyJob:
    """The statistic of this name. Raises UnknownJob."""
    if name not in JOBS:
        raise UnknownJob(name, JOBS)
    return JOBS[name]


def run(lake: Lake, name: str, params: Mapping[str, object], players: Mapping[str, str] | None = None) -> Result:
    """Ask a statistic. `params` are plain data, or texts as a query or a command line has them; `players` are the names
    of players by their ids.

    Raises UnknownJob, BadParameters, LakeUnreadable.
    """
    asked = job(name)
    read = parameters.read(asked.params, params)
    for _ in range(TRIES - 1):
        try:
            return _run(lake, lake.checkpoint(), asked, read, players)
        except FileNotFoundError:  # an export replaced a file meanwhile: read the new checkpoint
            continue
    return _run(lake, lake.checkpoint(), asked, read, players)


def _run(lake: Lake, checkpoint: Checkpoint, job: AnyJob, params: Params, players: Mapping[str, str] | None) -> Result:
    ruleset = _rulebook(checkpoint, params.ruleset)
    parts = [
        part for part in checkpoint.parts if part.ruleset == params.ruleset and parameters.in_months(params, part.month)
    ]
    counts = [job.partial(lake.tables(part), params) for part in parts]
    if job.left_out:
        counts.append(job.left_out(_left_out(lake, checkpoint, params), params))
    finished = job.finish(pl.concat([job.empty, *counts]), params)
    return Result(
        name=job.name,
        question=job.question(params, ruleset),
        rows=finished.rows,
        excluded=_excluded(lake, checkpoint, params) | _other_tags(lake, parts, params) | finished.excluded,
        as_of=AsOf(checkpoint.position, _time(checkpoint.exported_at) if checkpoint.exported_at else None),
        job=job,
        params=params,
        ruleset=ruleset,
        names=Names(ruleset.titles, _things(lake, parts), players),
    )


def _things(lake: Lake, parts: Sequence[Part]) -> dict[str, str]:
    """What component sets call the ids of facts; the latest part has the last word."""
    frames = (lake.tables(part).cards.select(pl.col("id", "name").cast(pl.String)).collect() for part in parts)
    return {name: called for frame in frames for name, called in frame.iter_rows()}


def _rulebook(checkpoint: Checkpoint, name: str) -> Rulebook:
    known = checkpoint.rulesets
    if known and name not in known:
        raise BadParameters([ParameterFault("/ruleset", f"there is no such ruleset; there are {', '.join(known)}")])
    return known.get(name, Rulebook(name))


def _excluded(lake: Lake, checkpoint: Checkpoint, params: Params) -> dict[str, int]:
    return dict(_left_out(lake, checkpoint, params).group_by("reason").len().sort("reason").iter_rows())


def _left_out(lake: Lake, checkpoint: Checkpoint, params: Params) -> pl.DataFrame:
    """The rows of `exclusions` that these parameters would select."""
    rows = lake.read(checkpoint.exclusions) if checkpoint.exclusions else empty("exclusions")
    return rows.filter(*parameters.wanted_exclusions(params))


def _other_tags(lake: Lake, parts: Sequence[Part], params: Params) -> dict[str, int]:
    """How many games were left out for their tags alone."""
    if not (tagged := parameters.wanted_tags(params)):
        return {}
    others = [~pl.all_horizontal(tagged), *parameters.wanted_but_tags(params)]
    games = [lake.tables(part).seats.filter(*others).select(pl.col("game_id").n_unique()).collect() for part in parts]
    return {"other_tags": sum(int(found.item()) for found in games)}


def _time(microseconds: int) -> datetime:
    return datetime(1970, 1, 1, tzinfo=UTC) + timedelta(microseconds=microseconds)
