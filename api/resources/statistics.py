"""The statistics, in the form that the caller prefers."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from msgspec import Raw

from api.errors import FieldFault, Invalid, LakeUnreadable, UnknownStatistic
from api.resources.boards import PICTURE_POLICY
from api.rest import shapes
from api.rest.web import JSON, SVG, Content, Reply, Rest, Routes, encode
from api.service import Service

if TYPE_CHECKING:  # Polars takes a moment to load: commands and endpoints without statistics do not wait for it
    from collections.abc import Mapping

    import analytics

CSV = "text/csv"
ARROW = "application/vnd.apache.arrow.stream"
PARQUET = "application/vnd.apache.parquet"
VEGA_LITE = "application/vnd.vegalite.v6+json"

routes = Routes(job=UnknownStatistic)


@routes.get("/v1/statistics")
def list_statistics(service: Service) -> shapes.Statistics:
    """The statistics that can be asked for, with their parameters."""
    from analytics import catalogue

    items = [
        shapes.Statistic(
            name=job.name,
            title=job.title,
            question=job.question,
            about=job.about,
            parameters=Raw(encode(job.parameters)),
            charts=job.charts,
        )
        for job in catalogue()
    ]
    return shapes.Statistics(items, None)


@routes.get(
    "/v1/statistics/<job>",
    writes=(JSON, CSV, ARROW, PARQUET, VEGA_LITE, SVG),
    problems=(Invalid, LakeUnreadable),
)
def show_statistic(
    service: Service, job: str, rest: Rest, media: str
) -> Reply[shapes.StatisticResult] | Reply[Content]:
    """A statistic of the finished games: rows as JSON, CSV, Arrow or Parquet, or a chart as Vega-Lite or SVG.

    The list of statistics names its parameters.
    """
    result = ask(service, job, rest)
    if media == JSON:
        return Reply(_shape(result))
    policy = {"Content-Security-Policy": PICTURE_POLICY} if media == SVG else {}
    return Reply(Content(_in_form(result, media)), {"Vary": "Accept", **policy}, media=media)


def ask(service: Service, job: str, params: Mapping[str, object]) -> analytics.Result:
    """Bring the lake up to date and ask it. Raises UnknownStatistic, Invalid, LakeUnreadable."""
    import analytics

    lake = analytics.Lake(service.settings.lake)
    try:
        analytics.job(job)
        _refresh(service, lake)
        return analytics.run(lake, job, params)
    except analytics.UnknownJob as error:
        raise UnknownStatistic(str(error)) from None
    except analytics.BadParameters as error:
        faults = tuple(FieldFault(pointer=f.pointer, detail=f.detail, where="query") for f in error.faults)
        raise Invalid(f"{error}.", errors=faults) from None
    except analytics.LakeUnreadable as error:
        raise LakeUnreadable(str(error)) from None


def _refresh(service: Service, lake: analytics.Lake) -> None:
    """Read what was recorded since, unless that was done a moment ago."""
    import analytics

    exported_at = lake.checkpoint().exported_at or 0
    if time.time() - exported_at / 1_000_000 >= service.settings.statistics_refresh:
        analytics.export(service.store, service.rulesets, lake)


def _in_form(result: analytics.Result, media: str) -> bytes:
    match media:
        case "text/csv":
            return result.to_csv().encode()
        case "application/vnd.apache.arrow.stream":
            return result.to_arrow()
        case "application/vnd.apache.parquet":
            return result.to_parquet()
        case "image/svg+xml":
            return result.to_svg().encode()
    return encode(result.to_vega())


def _shape(result: analytics.Result) -> shapes.StatisticResult:
    return shapes.StatisticResult(
        name=result.name,
        question=result.question,
        rows=Raw(encode(result.rows.to_dicts())),
        excluded=result.excluded,
        as_of=shapes.AsOf(result.as_of.position, result.as_of.at),
    )
