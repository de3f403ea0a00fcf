"""Undo requests: an undo that other seats have to agree to. They are metadata, and lead to an event when all agree.

A game has one open request at a time, and it stays open only while the game stays at the same version.
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
"""An open request is also void once the version of its game has changed."""

_accepted_of = msgspec.json.Decoder(tuple[int, ...]).decode


class UndoRequest(Struct, frozen=True, kw_only=True):
    """A seat requests an undo or a redo from the others."""

    game_id: UUID
    number: int
    """From 1 in each game."""
    version: int
    """The version of the game when it was requested; the next event makes it void."""
    seat: int
    """The seat that requested it."""
    to: int
    """The version to go back to, or to redo to."""
    accepted: tuple[int, ...] = ()
    """The other seats that have agreed so far."""
    state: State = "open"
    reason: str | None = None
    """Free text, stored while the request is open."""
    occurred_at: int | None = None
    """Microseconds UTC when it happened at the table, if it is entered later."""


def ask(connection: Connection, new: UndoRequest, request: Request | None, at: int) -> UndoRequest:
    """Store a request under the next number, and close requests that are void."""
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
    _store_request(connection, request, asked, at)
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
    """Store that a seat agrees. When all needed seats have, `request` is stored with the append of the undo instead."""
    if request and _is_known(connection, request):
        return fetch(connection, game_id, number)
    asked = _need_open(connection, game_id, number)
    if seat not in asked.accepted:
        asked = _change(connection, asked, accepted=tuple(sorted({*asked.accepted, seat})))
    if not {*needed} <= {*asked.accepted}:
        _store_request(connection, request, asked, at)
    return asked


def close(
    connection: Connection, game_id: UUID, number: int, state: State, request: Request | None, at: int
) -> UndoRequest:
    """Store that a request was declined or withdrawn."""
    if request and _is_known(connection, request):
        return fetch(connection, game_id, number)
    asked = _change(connection, _need_open(connection, game_id, number), state=state, reason=None)
    _store_request(connection, request, asked, at)
    return asked


def grant(connection: Connection, game_id: UUID, number: int) -> None:
    """Store that the undo was carried out."""
    _change(connection, fetch(connection, game_id, number), state="granted", reason=None)


def fetch(connection: Connection, game_id: UUID, number: int) -> UndoRequest:
    """Read a request, open or not."""
    this = (table.c.game_id == game_id) & (table.c.number == number)
    row = connection.execute(sa.select(table).where(this)).first()
    if row is None:
        raise UnknownUndoRequest(game_id, number)
    return _of(row)


def fetch_under(connection: Connection, game_id: UUID, key: str) -> UndoRequest | None:
    """Read the request that was made with an idempotency key."""
    this = (table.c.game_id == game_id) & (table.c.key == key)
    row = connection.execute(sa.select(table).where(this)).first()
    return None if row is None else _of(row)


def fetch_open(connection: Connection, game_id: UUID, version: int) -> UndoRequest | None:
    """Read the open request of a game, given the version of the game."""
    return next((asked for asked in _open(connection, game_id) if asked.version == version), None)


def _locked_version(connection: Connection, game_id: UUID) -> int:
    """Lock a game, and return its version."""
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
    """Whether an equal request was carried out. Raises `KeyReused` if its key was used for another."""
    this = (requests.c.scope == request.scope) & (requests.c.key == request.key)
    columns = requests.c.fingerprint, requests.c.game_id, requests.c.first, requests.c.last
    known = connection.execute(sa.select(*columns).where(this)).first()
    if known is not None:
        answer_or_refuse(request, (known.fingerprint, known.game_id, known.first, known.last))
    return known is not None


def _store_request(connection: Connection, request: Request | None, asked: UndoRequest, at: int) -> None:
    """Store a request that led to no event: its answer is an empty range of versions."""
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
