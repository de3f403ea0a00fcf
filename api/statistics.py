"""Ask statistics from REST, commands and pages: players by name, errors as problems, answers in any form."""

from __future__ import annotations

from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING
from uuid import UUID

import msgspec

from api import people
from api.errors import FieldFault, InvalidRequest, LakeConflict, LakeUnavailable, LakeUnreadable, UnknownStatistic
from api.recording.titles import full_name, title_of
from events import UnknownPlayer

if TYPE_CHECKING:  # Polars takes a moment to load: commands and endpoints without statistics do not wait for it
    from collections.abc import Iterator, Mapping

    import analytics
    from analytics.cluster import Cluster
    from analytics.query import Progress
    from api.service import Service

PLAYERS = {"player", "opponent"}
"""Parameters that name a player."""

SHEET = "sheet"
"""The parameter that names a title, or the component sets of one."""

BY_SETS = "Choose `sheet` from GET /v1/rulesets/{ruleset}/component-sets."
BY_CATALOGUE = "Correct the parameters named in `errors`; GET /v1/statistics describes each of them."

TRIES = 2
"""How often to ask again when a file of the lake was replaced meanwhile."""


def ask(service: Service, name: str, params: Mapping[str, object], *, waits: bool = False) -> analytics.Result:
    """Ask the lake, as `prepare` does. Raises UnknownStatistic, InvalidRequest, and as `answer`."""
    return answer(service, prepare(service, name, params, waits=waits))


def prepare(service: Service, name: str, params: Mapping[str, object], *, waits: bool = False) -> analytics.Query:
    """Prepare a query of the lake as it is; with `waits`, bring it up to date first.

    Raises UnknownStatistic, InvalidRequest, and the problems of the lake.
    """
    import analytics

    try:
        with lake_problems():
            lake = analytics.Lake(service.settings.lake)
            given, sheet = with_sheet(service, _with_player(service, params))
            service.refresher.refresh(lake, waits=waits)
            return analytics.prepare(lake, name, given, lambda id: _name_of(service, id), sheet)
    except analytics.UnknownJob as error:
        raise UnknownStatistic(str(error)) from None
    except analytics.BadParameters as error:
        faults = tuple(FieldFault(pointer=f.pointer, detail=f.detail, where="query") for f in error.faults)
        raise InvalidRequest(f"{error}.", errors=faults).advise(BY_CATALOGUE) from None


@contextmanager
def lake_problems() -> Iterator[None]:
    """Errors of the lake as problems: LakeUnreadable (or a file is missing), LakeUnavailable, LakeConflict."""
    import analytics

    try:
        yield
    except analytics.LakeUnreadable as error:
        raise LakeUnreadable(str(error)) from None
    except analytics.LakeUnavailable as error:
        raise LakeUnavailable(str(error)).advise(error.advice) from None
    except analytics.LakeConflict as error:
        raise LakeConflict(str(error)).advise(error.advice) from None
    except FileNotFoundError:
        raise LakeUnreadable("A file of the lake is missing.") from None


def answer(service: Service, query: analytics.Query, progress: Progress | None = None) -> analytics.Result:
    """The answer, counted by the cluster if there is one; from the newer lake, if it was replaced meanwhile.

    Raises ClusterUnavailable, ClusterFailed, and the problems of the lake.
    """
    cluster = service.cluster.get()
    with lake_problems(), service.cluster.problems():
        for _ in range(TRIES):
            with suppress(FileNotFoundError):
                return query.answer(cluster, progress)
            query = query.renewed()
        return _last_answer(query, cluster, progress)


def _last_answer(query: analytics.Query, cluster: Cluster | None, progress: Progress | None) -> analytics.Result:
    from analytics.errors import WorkerFailed

    try:
        return query.answer(cluster, progress)
    except FileNotFoundError as error:
        if cluster is None:
            raise
        raise WorkerFailed(f"{error}: a worker does not find it; is the lake's folder shared with it?") from None


def _with_player(service: Service, params: Mapping[str, object]) -> dict[str, object]:
    """The parameters with ids of players in place of their names."""
    with_ids = dict(params)
    for name in PLAYERS & with_ids.keys():
        found = people.find(service.store, str(with_ids[name]))
        if found is None:
            detail = f"no player is called {str(with_ids[name])[:80]!r}; use the exact name or the id"
            fault = FieldFault(pointer=f"/{name}", detail=detail, where="query")
            raise InvalidRequest(f"{detail}.", errors=(fault,)).advise(BY_CATALOGUE)
        with_ids[name] = str(found)
    return with_ids


def with_sheet(service: Service, params: Mapping[str, object]) -> tuple[dict[str, object], analytics.Sheet | None]:
    """The parameters with the hashes of a title's component sets in place of its name, and what that title is.

    Raises InvalidRequest where no component set of the ruleset has that name or hash.
    """
    from analytics import Sheet

    given = dict(params)
    ruleset = service.rulesets.get(str(given.get("ruleset", "")))
    if ruleset is None or given.get(SHEET) in (None, ""):
        return given, None
    found = title_of(service.store, ruleset.name, str(given[SHEET]))
    if found is None:
        detail = f"no component set of {ruleset.title} is called {str(given[SHEET])[:80]!r}; use its whole name or hash"
        fault = FieldFault(pointer=f"/{SHEET}", detail=detail, where="query")
        raise InvalidRequest(f"{detail}.", errors=(fault,)).advise(BY_SETS)
    together = [ruleset.cooperative_with(service.library.component_set(ruleset, hash)) for hash in found.sets]
    same = [hash for hash, each in zip(found.sets, together, strict=True) if each == together[0]]
    given[SHEET] = " ".join(sorted(same))
    return given, Sheet(full_name(ruleset, found), together[0])


def name_of(service: Service, player: str) -> str:
    """The name of a player, given by name or id; as given, where there is no profile."""
    found = people.find(service.store, player)
    return (_name_of(service, str(found)) if found else None) or player


def _name_of(service: Service, player: str) -> str | None:
    """The name of a player; none if deleted, or if it is not the id of a player."""
    with suppress(UnknownPlayer, ValueError):
        return service.store.player(UUID(player)).name
    return None


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
    return msgspec.json.encode(result.to_vega())
