"""Import of games from a file."""

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

    from api.recording.importing import GameImport

routes = Routes()

HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
"""Each line should reach the reader when it is written."""

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
    """How to import."""

    partial: Annotated[bool, Meta(description="If a game has a fault, store the events before it.")] = False


class ImportedGame(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The result for one game of the file: a line of the answer."""

    line: int | UnsetType = UNSET
    """The line of its header; left out if the rest of the file could not be read."""
    game: UUID | UnsetType = UNSET
    state: Literal["new", "continued", "here"] | UnsetType = UNSET
    first: int | UnsetType = UNSET
    """The first and the last version that was stored."""
    last: int | UnsetType = UNSET
    problem: shapes.ProblemDetails | UnsetType = UNSET


@routes.post("/v1/imports", status=200, reads=(JSON_LINES,), writes=(JSON_LINES,), problems=FAULTS)
def import_games(service: Service, query: ImportQuery, body: Upload) -> Reply[Streamed]:
    """Import games from an exported file.

    Each game is checked and then stored as a whole or not at all. The answer has a line for each game: `line` of its
    header, `game`, `state` (`new`, `continued` or `here`) with the `first` and `last` version that was stored, or the
    `problem`. A game with a fault does not affect the others; if it is the only one, its problem is the answer. Sending
    a file again stores nothing twice. A last line with a problem and no game means that the rest was not read.
    """
    results = _results(service, Importer(service.library, partial=query.partial).games(body))
    first, second = next(results), next(results, None)
    if isinstance(first, Problem):
        raise first
    if second is None and first.fault is not None and first.imported is None:
        raise first.fault
    return Reply(Streamed(_lines(chain((first,), () if second is None else (second,), results))), HEADERS)


def _results(service: Service, games: Iterator[GameImport]) -> Iterator[GameImport | Problem]:
    """The result of each game; last the problem that stops the import, since the answer has begun by then."""
    try:
        yield from games
    except Exception as error:
        problem = problem_of(error, service.rulesets.values())
        if problem is None:
            log.exception("the rest of a file of games could not be read")
        yield problem or InternalError()


def _lines(results: Iterable[GameImport | Problem]) -> Iterator[bytes]:
    for each in results:
        yield encode(_line(each)) + b"\n"


def _line(each: GameImport | Problem) -> ImportedGame:
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
