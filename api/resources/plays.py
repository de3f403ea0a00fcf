"""Import of plays that were logged elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from msgspec import Meta, Struct

from api import errors
from api.errors import FieldFault
from api.plays.fields import BadCalendar, Calendar
from api.plays.planning import Choices, plan
from api.plays.reading import open_plays
from api.plays.storing import store_games
from api.rest import shapes
from api.rest.web import Routes, Upload, invalid
from api.service import Service
from rulesets.kit.words import counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from api.plays.people import Match
    from api.plays.planning import Plan
    from api.plays.play import Finding

routes = Routes()

MEDIA = ("text/csv", "application/json", "application/xml", "text/xml", "application/zip", "application/octet-stream")
"""Whatever it is called, the first character of a file tells its format."""

MOST_NAMED = 1_000
"""Findings that an answer names."""

PARAMETERS = {"pattern": "/date_pattern", "zone": "/time_zone"}


class PlaysQuery(Struct, frozen=True, kw_only=True):
    """How to import."""

    format: Annotated[
        Literal["csv", "bgstats", "bgg"] | None,
        Meta(description="The format of the file; by default its first character tells it."),
    ] = None
    dry_run: Annotated[bool, Meta(description="Answer what would be made of the plays, and store nothing.")] = False
    partial: Annotated[bool, Meta(description="If some plays cannot be imported, import the others.")] = False
    scoring: Annotated[
        Literal["highest", "lowest"] | None,
        Meta(description="Who wins where the file tells neither how a game is scored nor who won."),
    ] = None
    time_zone: Annotated[
        str | None,
        Meta(description="The time zone of dates, such as `Europe/Berlin`; by default that of the service."),
    ] = None
    date_pattern: Annotated[str | None, Meta(description="How dates of a CSV file are written: `%d.%m.%Y`.")] = None


@routes.post(
    "/v1/plays", status=200, reads=MEDIA, problems=(errors.InvalidPlays, errors.PlaysTooLarge, errors.InvalidRequest)
)
def import_plays(service: Service, query: PlaysQuery, body: Upload) -> shapes.ImportedPlays:
    """Import plays that were logged elsewhere.

    The body is the JSON of BG Stats (also in a .zip), the XML of BoardGameGeek, or CSV with a line for each play and
    player. Each play becomes a finished game on a scoresheet. No play is imported twice, and none in part. If some
    cannot be imported, nothing is stored, and the problem names the line or the place of each fault, unless `partial`
    says to import the others. With `dry_run` nothing is stored either, and the answer is what would be.
    """
    calendar = _calendar(query)
    file = open_plays(body, query.format)
    if query.date_pattern and file.source != "csv":
        raise invalid("dates of a CSV file alone have a pattern: leave it out", PARAMETERS["pattern"], "query")
    planned = plan(service.store, file.read(calendar), Choices(scoring=query.scoring))
    if query.dry_run:
        return _answer(planned, len(planned.games))
    if planned.faults and not query.partial:
        many = counted(len(planned.faults), "field keeps", "fields keep")
        detail = f"{many} plays from being imported. The first: {planned.faults[0]}"
        raise errors.InvalidPlays.of([each.fault for each in planned.faults], detail)
    return _answer(planned, store_games(service.library, planned.games, lambda _done, _of: None))


def _calendar(query: PlaysQuery) -> Calendar:
    try:
        return Calendar.of(query.date_pattern, query.time_zone)
    except BadCalendar as error:
        raise invalid(str(error), PARAMETERS[error.part], "query") from None


def _answer(planned: Plan, games: int) -> shapes.ImportedPlays:
    return shapes.ImportedPlays(
        games=games,
        here=planned.here,
        uncounted=planned.uncounted,
        titles=dict(planned.titles),
        places=dict(planned.locations),
        players=tuple(map(_player, planned.players)),
        deleted=tuple(planned.deleted),
        fault_count=len(planned.faults),
        faults=_named(planned.faults),
        loss_count=len(planned.losses),
        losses=_named(planned.losses),
    )


def _player(match: Match) -> shapes.PlayerOfFile:
    known = match.player if match.state == "known" else None
    return shapes.PlayerOfFile(
        name=match.person.name, state=match.state, becomes=match.name, player=known, why=match.why
    )


def _named(findings: Sequence[Finding]) -> tuple[FieldFault, ...]:
    return tuple(each.fault for each in findings[:MOST_NAMED])
