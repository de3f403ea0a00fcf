"""Notes on the versions of games. They are metadata, so they can be changed and deleted without touching events.

A note has a random number as its id. Counted numbers would show a seat how many notes there are that it may not read.
"""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Sequence
from typing import Any, Literal
from uuid import UUID

import sqlalchemy as sa
from msgspec import UNSET, Struct, UnsetType, structs
from sqlalchemy import Connection

from events.envelope import Request
from events.errors import Stale, TooManyNotes, UnknownGame, UnknownNote
from events.tables import games, notes, requests

Audience = Literal["seat", "table", "all"]
"""Who reads a note: its seat alone, the table, or everybody."""

Since = Literal["now", "end"]
"""From when others may read it: at once, or once the game is over."""

MAX_NOTES = 500
"""At most this many notes of one seat, or of the table, on a game."""

NUMBERS = 10**12
"""Numbers are below this: two notes of a game hardly ever get the same."""


# Built once: building a statement costs more than running it
_INSERT = sa.insert(notes)
_NUMBERS = sa.select(notes.c.n, notes.c.seat).where(notes.c.game_id == sa.bindparam("game"))


class NewNote(Struct, frozen=True, kw_only=True):
    """A note as the caller hands it in."""

    version: int
    seat: int | None = None
    """The seat that wrote it; None for the table."""
    text: str | None = None
    """None for a mark without text."""
    visible_to: Audience = "table"
    visible_from: Since = "now"


class Note(NewNote, frozen=True, kw_only=True):
    """A note as it is stored."""

    n: int
    created_at: int
    """Microseconds UTC, as is `changed_at`."""
    changed_at: int


class NoteChanges(Struct, frozen=True, kw_only=True):
    """Changes of a note. What is unset stays."""

    text: str | UnsetType | None = UNSET
    visible_to: Audience | UnsetType = UNSET
    visible_from: Since | UnsetType = UNSET

    def columns(self) -> dict[str, Any]:
        """Return the changes as columns."""
        given = {name: getattr(self, name) for name in self.__struct_fields__}
        return {name: value for name, value in given.items() if value is not UNSET}


def new_number() -> int:
    """A number for a note, from 1."""
    return 1 + secrets.randbelow(NUMBERS)


def reason(version: int, seat: int | None, text: str, at: int) -> dict[str, Any]:
    """Return the reason of an event as columns of a note: it may hold secrets, so it is the table's to read."""
    columns: dict[str, Any] = {"n": new_number(), "version": version, "seat": seat, "text": text}
    return columns | {"visible_to": "table", "visible_from": "now", "created_at": at, "changed_at": at}


def fetch_list(connection: Connection, game_id: UUID) -> list[Note]:
    """Read the notes of a game by version; those on one version, oldest first."""
    order = (notes.c.version, notes.c.created_at, notes.c.n)
    rows = connection.execute(sa.select(notes).where(notes.c.game_id == game_id).order_by(*order))
    return [_note(row) for row in rows]


def fetch(connection: Connection, game_id: UUID, n: int) -> Note:
    """Read a note. Raises `UnknownNote`."""
    row = connection.execute(sa.select(notes).where(_this(game_id, n))).first()
    if row is None:
        raise UnknownNote(game_id, n)
    return _note(row)


def add(connection: Connection, game_id: UUID, new: NewNote, at: int) -> Note:
    """Store a note. Raises `TooManyNotes`."""
    whose = notes.c.seat.is_(None) if new.seat is None else notes.c.seat == new.seat
    count = sa.select(sa.func.count()).select_from(notes).where(notes.c.game_id == game_id, whose)
    if connection.execute(count).scalar_one() >= MAX_NOTES:
        raise TooManyNotes(MAX_NOTES)
    n = new_number()
    columns = {name: getattr(new, name) for name in NewNote.__struct_fields__}
    stored = {**columns, "n": n, "created_at": at, "changed_at": at}
    connection.execute(sa.insert(notes).values(game_id=game_id, **stored))
    return Note(**stored)


def put(connection: Connection, game_id: UUID, imported: Sequence[Note]) -> None:
    """Store notes from another log. What is here stays: a note whose number is here is not changed.

    Raises `TooManyNotes` if a seat, or the table, would have too many with those that are here.
    """
    stored = connection.execute(_NUMBERS, {"game": game_id})
    here = {row.n: row.seat for row in stored}
    new = {note.n: note for note in imported if note.n not in here}
    if max(Counter([*here.values(), *(note.seat for note in new.values())]).values(), default=0) > MAX_NOTES:
        raise TooManyNotes(MAX_NOTES)
    if new:
        connection.execute(_INSERT, [{"game_id": game_id, **structs.asdict(note)} for note in new.values()])


def change(connection: Connection, game_id: UUID, n: int, changes: NoteChanges, at: int) -> Note:
    """Change a note. Raises `UnknownNote`."""
    columns = changes.columns() | {"changed_at": at}
    connection.execute(sa.update(notes).where(_this(game_id, n)).values(columns))
    return fetch(connection, game_id, n)


def delete(connection: Connection, game_id: UUID, n: int) -> None:
    """Delete a note. Raises `UnknownNote`."""
    if not connection.execute(sa.delete(notes).where(_this(game_id, n))).rowcount:
        raise UnknownNote(game_id, n)


def check_version(connection: Connection, game_id: UUID, expected: int | None) -> None:
    """Raise `UnknownGame`, or `Stale` if the game is not at the expected version."""
    version = connection.scalar(sa.select(games.c.version).where(games.c.id == game_id))
    if version is None:
        raise UnknownGame(game_id)
    if expected not in (None, version):
        raise Stale(version)


def store_request(connection: Connection, request: Request | None, game_id: UUID, subject: int, at: int) -> None:
    """Store a request with the note or line that it changed. The database refuses a repeated request."""
    if request is not None:
        row = {"scope": request.scope, "key": request.key, "fingerprint": request.fingerprint, "game_id": game_id}
        connection.execute(sa.insert(requests).values(**row, first=subject, last=subject, recorded_at=at))


def _this(game_id: UUID, n: int) -> sa.ColumnElement[bool]:
    return (notes.c.game_id == game_id) & (notes.c.n == n)


def _note(row: sa.Row[Any]) -> Note:
    return Note(**{name: getattr(row, name) for name in Note.__struct_fields__})
