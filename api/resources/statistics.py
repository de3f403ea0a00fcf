"""The statistics, in the format that the caller prefers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from msgspec import Meta, Raw, Struct, structs

from api.errors import (
    ClusterFailed,
    ClusterUnavailable,
    InvalidRequest,
    LakeConflict,
    LakeUnavailable,
    LakeUnreadable,
    UnknownRuleset,
    UnknownStatistic,
)
from api.resources.rulesets import ruleset_named
from api.rest import shapes
from api.rest.web import JSON, PICTURE_POLICY, PNG, SVG, Content, Reply, Rest, Routes, encode, is_known
from api.service import Service
from api.statistics import answer, in_form, prepare

if TYPE_CHECKING:
    import analytics

CSV = "text/csv"
ARROW = "application/vnd.apache.arrow.stream"
PARQUET = "application/vnd.apache.parquet"
VEGA_LITE = "application/vnd.vegalite.v6+json"
TEXT = "text/plain"


routes = Routes(job=UnknownStatistic)


class CatalogueQuery(Struct, frozen=True, forbid_unknown_fields=True):
    """Whose questions are listed."""

    ruleset: Annotated[str, Meta(description="Also list the questions of this ruleset.", max_length=64)] | None = None


@routes.get("/v1/statistics", problems=(UnknownRuleset,))
def list_statistics(service: Service, query: CatalogueQuery) -> shapes.Statistics:
    """List statistics, and the questions about a ruleset."""
    from analytics import catalogue

    items = [_item(job) for job in catalogue()]
    questions = ruleset_named(service, query.ruleset).questions if query.ruleset else ()
    listed = [
        shapes.StatisticQuestion(
            name=one.name, title=one.title, question=one.asks, statistic=one.job, params=one.params
        )
        for one in questions
    ]
    return shapes.Statistics(items, listed, None)


def _item(job: analytics.Description) -> shapes.Statistic:
    fields = {name: value for name, value in structs.asdict(job).items() if name in shapes.Statistic.__struct_fields__}
    return shapes.Statistic(**fields | {"parameters": Raw(encode(job.parameters))})


@routes.get(
    "/v1/statistics/<job>",
    writes=(JSON, TEXT, CSV, ARROW, PARQUET, VEGA_LITE, SVG, PNG),
    problems=(InvalidRequest, LakeUnreadable, LakeUnavailable, LakeConflict, ClusterUnavailable, ClusterFailed),
)
def show_statistic(
    service: Service, job: str, rest: Rest, media: str
) -> Reply[shapes.StatisticResult] | Reply[Content]:
    """Show a statistic of the finished games.

    `Accept` chooses JSON, CSV, Arrow, Parquet, text, Vega-Lite, SVG or PNG. The list of statistics names its
    parameters. A question about a ruleset is asked by its name in the same way.
    """
    query = prepare(service, job, rest)
    headers = {"Vary": "Accept"}
    if not query.job.names_players:  # an answer with players also depends on their names
        headers["ETag"] = f'"{(tag := _tag(query.key, media))}"'
        if is_known(tag):
            return Reply(Content(b""), headers, media=media)
    result = answer(service, query)
    if media == JSON:
        return Reply(_shape(result), headers)
    policy = {"Content-Security-Policy": PICTURE_POLICY} if media == SVG else {}
    return Reply(Content(in_form(result, media)), headers | policy, media=media)


def _tag(key: str, media: str) -> str:
    return f"{key}-{media.rpartition('/')[2][:12].replace('+', '-')}"


def _shape(result: analytics.Result) -> shapes.StatisticResult:
    return shapes.StatisticResult(
        name=result.name,
        title=result.title,
        question=result.question,
        finding=result.finding,
        table=[shapes.StatisticPanel(**panel.plain()) for panel in result.panels],
        rows=Raw(encode(result.rows.to_dicts())),
        method=shapes.Method(**structs.asdict(result.method)),
        excluded=result.excluded,
        as_of=shapes.AsOf(result.as_of.position, result.as_of.at),
    )
