"""Games out of a file, over REST."""

from __future__ import annotations

import logging
from itertools import chain
from typing import TYPE_CHECKING, Annotated, Literal
from uuid import UUID

from msgspec import UNSET, Meta, Struct, UnsetType

from api import errors
from api.errors import InternalError, Problem
from api.recording.importing import Importer
from api.rest import shapes
from api.rest.problems import details, problem_of
from api.rest.web import JSON_LINES, Reply, Routes, Streamed, Upload, encode
from api.service import Service

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from api.recording.importing import Taken

routes = Routes()

HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
"""A line is to be read when it is written."""

FAULTS = (
    errors.InvalidGameFile,
    errors.UnsupportedFormat,
    errors.LineTooLong,
    errors.GameTooLarge,
    errors.ChainBroken,
    errors.NeedsRuleset,
    errors.NeedsComponentSet,
    errors.NeedsChanceKey,
    errors.UnreadableEvent,
    errors.BoardDiffers,
    errors.GameDiffers,
)

log = logging.getLogger("tabletale")


class ImportQuery(Struct, frozen=True):
    """What is done with a game at fault."""

    partial: Annotated[bool, Meta(description="Of a game that is at fault, store what comes before the fault.")] = False


class ImportedGame(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What became of one game of a file: a line of the answer."""

    line: int | UnsetType = UNSET
    """Of its header; of no game, where the file could not be read on."""
    game: UUID | UnsetType = UNSET
    state: Literal["new", "continued", "here"] | UnsetType = UNSET
    first: int | UnsetType = UNSET
    """The first version that was stored, and the last."""
    last: int | UnsetType = UNSET
    problem: shapes.ProblemDetails | UnsetType = UNSET


@routes.post("/v1/imports", status=200, reads=(JSON_LINES,), writes=(JSON_LINES,), problems=FAULTS)
def import_games(service: Service, query: ImportQuery, body: Upload) -> Reply[Streamed]:
    """Take over the games of a file, as an export wrote it.

    Each game is checked whole and stored in one piece or not at all, and what became of it is a line of the answer:
    `line` of its header, `game`, `state` (`new`, `continued` or `here`) with the `first` and `last` version that were
    stored, or the `problem`. A game at fault leaves the others of its file alone; where the file has no other, the
    problem is the answer. A file that is sent again stores nothing twice. A last line with a problem and no game says
    that the games after it were not read.
    """
    told = _told(service, Importer(service.library, partial=query.partial).games(body))
    first, second = next(told), next(told, None)
    if isinstance(first, Problem):
        raise first
    if second is None and first.fault is not None and first.imported is None:
        raise first.fault
    return Reply(Streamed(_lines(chain((first,), () if second is None else (second,), told))), HEADERS)


def _told(service: Service, games: Iterator[Taken]) -> Iterator[Taken | Problem]:
    """What becomes of each game; and what keeps the log from being written, for then the answer has begun."""
    try:
        yield from games
    except Exception as error:
        problem = problem_of(error, service.rulesets.values())
        if problem is None:
            log.exception("a file of games could not be read on")
        yield problem or InternalError()


def _lines(told: Iterable[Taken | Problem]) -> Iterator[bytes]:
    for each in told:
        yield encode(_line(each)) + b"\n"


def _line(each: Taken | Problem) -> ImportedGame:
    if isinstance(each, Problem):
        return ImportedGame(problem=details(each))
    imported, fault = each.imported, each.fault
    return ImportedGame(
        line=each.line,
        game=each.game or UNSET,
        state=imported.state if imported else UNSET,
        first=imported.first if imported else UNSET,
        last=imported.last if imported else UNSET,
        problem=details(fault) if fault else UNSET,
    )
