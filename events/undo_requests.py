"""Undo that other seats have to agree to: what is asked for stands beside the log, until the others have answered.

One is open in a game at a time, and only as long as the game stays at the version that it was asked at.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Literal
from uuid import UUID

import msgspec
import sqlalchemy as sa
from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy import Connection

from events.envelope import Request
from events.errors import Stale, UndoAsked, UndoVoid, UnknownGame, UnknownUndoRequest
from events.hot_path import answer_or_refuse
from events.tables import games, requests
from events.tables import undo_requests as table

State = Literal["open", "granted", "declined", "withdrawn", "void"]
"""What became of it. An open one is void as well once its game has moved on."""

_accepted_of = msgspec.json.Decoder(tuple[int, ...]).decode


class UndoRequest(Struct, frozen=True, kw_only=True):
    """A seat asks the others for an undo, or a redo."""

    game_id: UUID
    number: int
    """From 1 in each game."""
    version: int
    """The game's when it was asked: with the next event it is void."""
    seat: int
    """Who asks."""
    to: int
    """The version that the game shall be at."""
    accepted: tuple[int, ...] = ()
    """The other seats that have agreed so far."""
    state: State = "open"
    reason: str | None = None
    """Free text, kept as long as it is open."""
    occurred_at: int | None = None
    """Microseconds UTC at the table, when it is entered later."""


def ask(connection: Connection, new: UndoRequest, request: Request | None, at: int) -> UndoRequest:
    """Store what a seat asks for, under the next number; what was open before and is void is closed."""
    version = _locked_version(connection, new.game_id)
    if request and _is_known(connection, request) and (before := fetch_under(connection, new.game_id, request.key)):
        return before
    if version != new.version:
        raise Stale(version)
    for other in _open(connection, new.game_id):
        if other.version == version:
            raise UndoAsked(other.number)
        _change(connection, other, state="void", reason=None)
    last = sa.select(sa.func.max(table.c.number)).where(table.c.game_id == new.game_id)
    asked = replace(new, number=(connection.scalar(last) or 0) + 1)
    row = _row(asked) | {"key": request.key if request else None}
    connection.execute(sa.insert(table).values(row))
    _remember(connection, request, asked, at)
    return asked


def accept(
    connection: Connection,
    game_id: UUID,
    number: int,
    seat: int,
    needed: Collection[int],
    request: Request | None,
    at: int,
) -> UndoRequest:
    """A seat agrees. With the last of those who are needed, `request` is left to the append that follows."""
    if request and _is_known(connection, request):
        return fetch(connection, game_id, number)
    asked = _need_open(connection, game_id, number)
    if seat not in asked.accepted:
        asked = _change(connection, asked, accepted=tuple(sorted({*asked.accepted, seat})))
    if not {*needed} <= {*asked.accepted}:
        _remember(connection, request, asked, at)
    return asked


def close(
    connection: Connection, game_id: UUID, number: int, state: State, request: Request | None, at: int
) -> UndoRequest:
    """It was declined, or withdrawn."""
    if request and _is_known(connection, request):
        return fetch(connection, game_id, number)
    asked = _change(connection, _need_open(connection, game_id, number), state=state, reason=None)
    _remember(connection, request, asked, at)
    return asked


def grant(connection: Connection, game_id: UUID, number: int) -> None:
    """It was carried out."""
    _change(connection, fetch(connection, game_id, number), state="granted", reason=None)


def fetch(connection: Connection, game_id: UUID, number: int) -> UndoRequest:
    """Read one, whatever became of it."""
    this = (table.c.game_id == game_id) & (table.c.number == number)
    row = connection.execute(sa.select(table).where(this)).first()
    if row is None:
        raise UnknownUndoRequest(game_id, number)
    return _of(row)


def fetch_under(connection: Connection, game_id: UUID, key: str) -> UndoRequest | None:
    """Read the one that was asked for under a key."""
    this = (table.c.game_id == game_id) & (table.c.key == key)
    row = connection.execute(sa.select(table).where(this)).first()
    return None if row is None else _of(row)


def fetch_open(connection: Connection, game_id: UUID, version: int) -> UndoRequest | None:
    """Read the one that is open in a game at a version."""
    return next((asked for asked in _open(connection, game_id) if asked.version == version), None)


def _locked_version(connection: Connection, game_id: UUID) -> int:
    """The version of a game, which stays until the transaction ends."""
    version: int | None = connection.scalar(sa.select(games.c.version).where(games.c.id == game_id).with_for_update())
    if version is None:
        raise UnknownGame(game_id)
    return version


def _need_open(connection: Connection, game_id: UUID, number: int) -> UndoRequest:
    version, asked = _locked_version(connection, game_id), fetch(connection, game_id, number)
    if asked.state != "open" or asked.version != version:
        raise UndoVoid(number)
    return asked


def _open(connection: Connection, game_id: UUID) -> list[UndoRequest]:
    query = sa.select(table).where(table.c.game_id == game_id, table.c.state == "open").order_by(table.c.number)
    return [_of(row) for row in connection.execute(query)]


def _change(connection: Connection, asked: UndoRequest, **changes: Any) -> UndoRequest:
    changed = replace(asked, **changes)
    this = (table.c.game_id == asked.game_id) & (table.c.number == asked.number)
    connection.execute(sa.update(table).where(this).values(_row(changed)))
    return changed


def _is_known(connection: Connection, request: Request) -> bool:
    """Whether an equal request was carried out. Raises `KeyReused` where its key was used for another."""
    this = (requests.c.scope == request.scope) & (requests.c.key == request.key)
    columns = requests.c.fingerprint, requests.c.game_id, requests.c.first, requests.c.last
    known = connection.execute(sa.select(*columns).where(this)).first()
    if known is not None:
        answer_or_refuse(request, (known.fingerprint, known.game_id, known.first, known.last))
    return known is not None


def _remember(connection: Connection, request: Request | None, asked: UndoRequest, at: int) -> None:
    """A request that led to no event: its answer is the versions from the next one to the last, which are none."""
    if request is not None:
        row = {"scope": request.scope, "key": request.key, "fingerprint": request.fingerprint, "recorded_at": at}
        row |= {"game_id": asked.game_id, "first": asked.version + 1, "last": asked.version}
        connection.execute(sa.insert(requests).values(row))


def _row(asked: UndoRequest) -> dict[str, Any]:
    row = msgspec.structs.asdict(asked)
    row["target"], row["accepted"] = row.pop("to"), msgspec.json.encode(asked.accepted).decode()
    return row


def _of(row: Any) -> UndoRequest:
    return UndoRequest(
        game_id=row.game_id,
        number=row.number,
        version=row.version,
        seat=row.seat,
        to=row.target,
        accepted=_accepted_of(row.accepted),
        state=row.state,
        reason=row.reason,
        occurred_at=row.occurred_at,
    )
