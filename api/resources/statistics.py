"""The statistics, in the form that the caller prefers."""

from __future__ import annotations

import time
from contextlib import suppress
from typing import TYPE_CHECKING, Annotated
from uuid import UUID

from msgspec import Meta, Raw, Struct, structs

from api.errors import FieldFault, Invalid, LakeUnreadable, UnknownRuleset, UnknownStatistic
from api.resources.boards import PICTURE_POLICY
from api.resources.rulesets import ruleset_named
from api.rest import shapes
from api.rest.web import JSON, SVG, Content, Reply, Rest, Routes, encode, is_known
from api.service import Service
from events import UnknownPlayer

if TYPE_CHECKING:  # Polars takes a moment to load: commands and endpoints without statistics do not wait for it
    from collections.abc import Mapping

    import analytics

CSV = "text/csv"
ARROW = "application/vnd.apache.arrow.stream"
PARQUET = "application/vnd.apache.parquet"
VEGA_LITE = "application/vnd.vegalite.v6+json"
TEXT = "text/plain"
PNG = "image/png"

PLAYERS = {"player", "opponent"}
"""Parameters that name a player."""

TRIES = 2
"""So many times a question is put anew when a file of the lake was replaced under it."""

routes = Routes(job=UnknownStatistic)


class CatalogueQuery(Struct, frozen=True, forbid_unknown_fields=True):
    """Which questions are listed."""

    ruleset: Annotated[str, Meta(description="The ruleset whose questions are told.", max_length=64)] | None = None


@routes.get("/v1/statistics", problems=(UnknownRuleset,))
def list_statistics(service: Service, query: CatalogueQuery) -> shapes.Statistics:
    """The statistics that can be asked for, with their parameters, and what players of a ruleset ask of them."""
    from analytics import catalogue

    items = [
        shapes.Statistic(**structs.asdict(job) | {"parameters": Raw(encode(job.parameters))}) for job in catalogue()
    ]
    questions = ruleset_named(service, query.ruleset).questions if query.ruleset else ()
    asked = [
        shapes.StatisticQuestion(name=one.name, question=one.asks, statistic=one.job, params=one.params)
        for one in questions
    ]
    return shapes.Statistics(items, asked, None)


@routes.get(
    "/v1/statistics/<job>",
    writes=(JSON, TEXT, CSV, ARROW, PARQUET, VEGA_LITE, SVG, PNG),
    problems=(Invalid, LakeUnreadable),
)
def show_statistic(
    service: Service, job: str, rest: Rest, media: str
) -> Reply[shapes.StatisticResult] | Reply[Content]:
    """A statistic of the finished games: rows as JSON, CSV, Arrow or Parquet, an answer in words, or a chart as
    Vega-Lite, SVG or PNG.

    The list of statistics names its parameters. A question of the ruleset is asked by its name in the same way.
    """
    asking = put(service, job, rest)
    headers = {"Vary": "Accept"}
    if not asking.job.names_players:  # else an answer also depends on what players are called
        headers["ETag"] = f'"{(tag := _tag(asking.key, media))}"'
        if is_known(tag):
            return Reply(Content(b""), headers, media=media)
    result = answer(service, asking)
    if media == JSON:
        return Reply(_shape(result), headers)
    policy = {"Content-Security-Policy": PICTURE_POLICY} if media == SVG else {}
    return Reply(Content(in_form(result, media)), headers | policy, media=media)


def _tag(key: str, media: str) -> str:
    return f"{key}-{media.rpartition('/')[2][:12].replace('+', '-')}"


def ask(service: Service, name: str, params: Mapping[str, object]) -> analytics.Result:
    """Bring the lake up to date and ask it. Raises UnknownStatistic, Invalid, LakeUnreadable."""
    return answer(service, put(service, name, params))


def put(service: Service, name: str, params: Mapping[str, object]) -> analytics.Asking:
    """Bring the lake up to date and put a question to it. Raises UnknownStatistic, Invalid, LakeUnreadable."""
    import analytics

    lake = analytics.Lake(service.settings.lake)
    try:
        _refresh(service, lake)
        return analytics.put(lake, name, _with_player(service, params), lambda id: _name_of(service, id))
    except analytics.UnknownJob as error:
        raise UnknownStatistic(str(error)) from None
    except analytics.BadParameters as error:
        faults = tuple(FieldFault(pointer=f.pointer, detail=f.detail, where="query") for f in error.faults)
        raise Invalid(f"{error}.", errors=faults) from None
    except analytics.LakeUnreadable as error:
        raise LakeUnreadable(str(error)) from None


def answer(service: Service, asking: analytics.Asking) -> analytics.Result:
    """The answer; from a newer state of the lake, where that was replaced meanwhile."""
    for _ in range(TRIES):
        with suppress(FileNotFoundError):
            return asking.answer()
        asking = asking.anew()
    return asking.answer()


def _with_player(service: Service, params: Mapping[str, object]) -> dict[str, object]:
    """Players may be told by their names as well."""
    told = dict(params)
    for name in PLAYERS & told.keys():
        with suppress(ValueError):
            UUID(str(told[name]))
            continue
        found = service.store.players(name=str(told[name])[:200], limit=1)
        if not found:
            detail = f"nobody is called {str(told[name])[:80]!r}; give the name as it is spelled, or the id"
            raise Invalid(f"{detail}.", errors=(FieldFault(pointer=f"/{name}", detail=detail, where="query"),))
        told[name] = str(found[0].id)
    return told


def _name_of(service: Service, player: str) -> str | None:
    """What a player is called; nothing if forgotten."""
    with suppress(UnknownPlayer):
        return service.store.player(UUID(player)).name
    return None


def _refresh(service: Service, lake: analytics.Lake) -> None:
    """Read what was recorded since, unless that was done a moment ago."""
    import analytics

    exported_at = lake.checkpoint().exported_at or 0
    if time.time() - exported_at / 1_000_000 >= service.settings.statistics_refresh:
        analytics.export(service.store, service.rulesets, lake)


def in_form(result: analytics.Result, media: str) -> bytes:
    """The answer in one of its forms; `text` is its table."""
    match media:
        case "text/plain":
            return result.to_text().encode() + b"\n"
        case "text/csv":
            return result.to_csv().encode()
        case "application/vnd.apache.arrow.stream":
            return result.to_arrow()
        case "application/vnd.apache.parquet":
            return result.to_parquet()
        case "image/svg+xml":
            return result.to_svg().encode()
        case "image/png":
            return result.to_png()
        case "application/json":
            return result.to_json()
    return encode(result.to_vega())


def _shape(result: analytics.Result) -> shapes.StatisticResult:
    return shapes.StatisticResult(
        name=result.name,
        question=result.question,
        finding=result.finding,
        table=[shapes.StatisticPanel(**panel.plain()) for panel in result.panels],
        rows=Raw(encode(result.rows.to_dicts())),
        method=shapes.Method(**structs.asdict(result.method)),
        excluded=result.excluded,
        as_of=shapes.AsOf(result.as_of.position, result.as_of.at),
    )
