"""The list of games, as rows."""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, datetime
from typing import TYPE_CHECKING, get_args
from uuid import UUID

import msgspec
from msgspec import Struct

from api.errors import UnknownAddress, UnknownGame
from events import Game
from events.game import Status
from projections import names

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from api.service import Service

PAGE = 40
"""Games on one page."""

STATUSES: tuple[Status, ...] = get_args(Status)


class SeatCell(Struct, frozen=True):
    """A seat in a row."""

    seat: int
    name: str
    score: int | float | None
    won: bool


class Row(Struct, frozen=True):
    """One game."""

    game: Game
    title: str
    seats: tuple[SeatCell, ...]
    status: str
    """How it stands, in words."""
    created: datetime


class Listing(Struct, frozen=True):
    """One page of the list."""

    rows: tuple[Row, ...]
    ruleset: str
    status: str
    """What the list is filtered by; empty for all."""
    older: UUID | None
    """The last game shown, where there are more."""


def listing(service: Service, query: Mapping[str, str]) -> Listing:
    """The newest games, as an address asks for them. Raises UnknownAddress."""
    ruleset, status = query.get("ruleset", ""), query.get("status", "")
    if ruleset and ruleset not in service.rulesets:
        raise UnknownAddress("There is no such ruleset here.")
    found = service.store.games(
        ruleset=ruleset or None, status=_status(status), limit=PAGE + 1, before=_id(query.get("before"))
    )
    return Listing(
        rows=tuple(row_of(game, service) for game in found[:PAGE]),
        ruleset=ruleset,
        status=status,
        older=found[PAGE - 1].id if len(found) > PAGE else None,
    )


def rows_of(service: Service, ids: Iterable[str]) -> list[Row]:
    """These games as rows; those that are gone meanwhile are left out."""
    rows = []
    for id in ids:
        with suppress(UnknownGame):
            rows.append(row_of(service.store.game(UUID(id)), service))
    return rows


def game_id(text: str) -> UUID:
    """The id of a game in an address. Raises UnknownGame."""
    try:
        return UUID(text)
    except ValueError:
        raise UnknownGame from None


def _id(text: str | None) -> UUID | None:
    return game_id(text) if text else None


def _status(text: str) -> Status | None:
    try:
        return msgspec.convert(text, Status) if text else None
    except msgspec.ValidationError:
        raise UnknownAddress("A game is running, finished or abandoned.") from None


def row_of(game: Game, service: Service) -> Row:
    """A game as a row."""
    ruleset = service.rulesets.get(game.ruleset)
    called, scores = names(game), dict(game.summary.standing)
    winners = game.summary.result.winners if game.summary.result else ()
    return Row(
        game=game,
        title=ruleset.title if ruleset else game.ruleset,
        seats=tuple(SeatCell(seat, name, scores.get(seat), seat in winners) for seat, name in called.items()),
        status=_words(game),
        created=datetime.fromtimestamp(game.created_at / 1_000_000, UTC),
    )


def _words(game: Game) -> str:
    """How a game stands."""
    if game.summary.status == "running":
        return f"Round {game.summary.round}" if game.summary.round else "Set-up"
    return f"{game.summary.status.capitalize()} in round {game.summary.round}"
