"""Notes of the table or of a seat on a version: who may write and change them, and requests that are sent twice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from events import Repeated, UnknownNote, UnknownVersion
from projections import viewer_of
from projections.notes import may_read
from rulesets.kit.structs import TABLE

if TYPE_CHECKING:
    from collections.abc import Callable
    from uuid import UUID

    from events import Game, NewNote, Note, NoteChanges, Request, Store
    from projections import Library
    from rulesets.kit.phases import Seat


class NotYours(Exception):
    """The caller is neither the table nor the seat of the note."""

    def __init__(self, n: int, seat: Seat | None) -> None:
        whose = "the table's" if seat is None else f"seat {seat}'s"
        super().__init__(f"note {n} is {whose}")
        self.seat = seat


class NoSeat(Exception):
    """A note for its seat only has no seat."""

    def __init__(self) -> None:
        super().__init__("a note for its seat only needs a seat")


def write_note(
    library: Library, game_id: UUID, note: NewNote, *, expected: int | None = None, request: Request | None = None
) -> Note:
    """Store a note of a seat, or of the table.

    Raises UnknownGame, UnknownVersion, BadViewer, TableCovered, NoSeat, TooManyNotes, Stale, KeyReused; UnknownNote
    if the same request was carried out and its note was deleted since.
    """
    game, store = library.game(game_id), library.store
    viewer_of(game, TABLE if note.seat is None else note.seat)
    if note.version > game.version:
        raise UnknownVersion(game_id, note.version)
    if note.visible_to == "seat" and note.seat is None:
        raise NoSeat
    return _once(store, request, game_id, lambda: store.add_note(game_id, note, expected=expected, request=request))


def change_note(
    library: Library,
    game_id: UUID,
    n: int,
    changes: NoteChanges,
    *,
    seat: Seat | None,
    expected: int | None = None,
    request: Request | None = None,
) -> Note:
    """Change a note, as its seat or as the table. Raises as `write_note`, and UnknownNote, NotYours."""
    game, store = library.game(game_id), library.store
    if changes.visible_to == "seat" and _own(game, store, n, seat).seat is None:
        raise NoSeat

    def change() -> Note:
        _own(game, store, n, seat)
        return store.change_note(game_id, n, changes, expected=expected, request=request)

    return _once(store, request, game_id, change)


def delete_note(
    library: Library,
    game_id: UUID,
    n: int,
    *,
    seat: Seat | None,
    expected: int | None = None,
    request: Request | None = None,
) -> None:
    """Delete a note, as its seat or as the table. Raises as `change_note`."""
    game, store = library.game(game_id), library.store
    if request and store.answered(request):
        return
    _own(game, store, n, seat)
    try:
        store.delete_note(game_id, n, expected=expected, request=request)
    except Repeated:
        return


def _own(game: Game, store: Store, n: int, seat: Seat | None) -> Note:
    """A note that the table or a seat may change. Raises NotYours, UnknownNote for one that they may not read."""
    asks = viewer_of(game, TABLE if seat is None else seat)
    note = store.note(game.id, n)
    if not may_read(game, note, asks):
        raise UnknownNote(game.id, n)
    if asks not in (TABLE, note.seat):
        raise NotYours(n, note.seat)
    return note


def _once(store: Store, request: Request | None, game_id: UUID, write: Callable[[], Note]) -> Note:
    """The result of a request; if it is sent again, its note as it is now."""
    if request and (answer := store.answered(request)):
        return store.note(game_id, answer.first)
    try:
        return write()
    except Repeated as repeated:
        return store.note(game_id, repeated.answer.first)
