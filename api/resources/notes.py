"""Notes: comments and marks on versions."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated
from uuid import UUID

from msgspec import Meta, Struct

import events
from api import errors
from api.recording.notes import change_note, delete_note, write_note
from api.resources.games import request_of
from api.rest import shapes
from api.rest.notes import note_shape
from api.rest.paging import cursor_of, read_cursor
from api.rest.viewers import viewer_of
from api.rest.web import Precondition, Reply, Routes, invalid
from api.service import Service
from events import NewNote, NoteChanges
from projections import BadViewer, TableCovered
from projections.notes import notes_for

routes = Routes(game_id=errors.UnknownGame, n=errors.UnknownNote)

Number = Annotated[int, Meta(ge=1, le=10**15)]

NO_TABLE = "Tabletale deals in this game: until it is over, only seats write notes."


class Key(Struct, frozen=True, array_like=True, order=True):
    """What notes are sorted by."""

    version: int
    created_at: int
    n: int


class NotesQuery(Struct, frozen=True):
    """Which notes, for which viewer."""

    version: Annotated[shapes.Number | None, Meta(description="Only notes on this version.")] = None
    viewer: shapes.Viewer | None = None
    limit: shapes.Limit = 100
    cursor: shapes.Cursor | None = None


class DeleteQuery(Struct, frozen=True):
    """Which seat deletes it."""

    seat: shapes.NoteSeat = None


@routes.get("/v1/games/<game_id>/annotations")
def list_annotations(service: Service, game_id: UUID, query: NotesQuery) -> shapes.Notes:
    """List notes.

    Comments, marks, and the reasons of undos and corrections that the viewer may read, sorted by version.
    """
    game = service.library.game(game_id)
    after = read_cursor(query.cursor, Key) or Key(0, 0, 0)
    found = [
        note
        for note in notes_for(service.library, game, viewer_of(game, query.viewer))
        if query.version in (None, note.version) and _key(note) > after
    ]
    page = found[: query.limit]
    next_page = cursor_of(_key(page[-1])) if len(found) > len(page) else None
    return shapes.Notes([note_shape(note) for note in page], next_page)


@routes.post(
    "/v1/games/<game_id>/annotations", problems=(errors.HiddenWhileRunning, errors.TooManyNotes, errors.UnknownNote)
)
def annotate(service: Service, game_id: UUID, body: shapes.NoteBody, precondition: Precondition) -> Reply[shapes.Note]:
    """Write a note on a version.

    A seat or the table writes a comment, or without a text a mark. No event changes. While Tabletale deals in a running
    game, only seats write notes.
    """
    note = NewNote(
        version=body.version,
        seat=body.seat,
        text=body.text,
        visible_to=body.visible_to,
        visible_from=body.visible_from,
    )
    with _pointing():
        stored = write_note(
            service.library,
            game_id,
            note,
            expected=precondition.expected,
            request=request_of(precondition, str(game_id)),
        )
    return Reply(note_shape(stored), {"Location": f"/v1/games/{game_id}/annotations/{stored.n}"})


@routes.patch(
    "/v1/games/<game_id>/annotations/<n>", problems=(errors.NotYourNote, errors.HiddenWhileRunning, errors.UnknownNote)
)
def change_annotation(
    service: Service, game_id: UUID, n: Number, body: shapes.NoteChangesBody, precondition: Precondition
) -> shapes.Note:
    """Change a note, as its seat or the table."""
    changes = NoteChanges(text=body.text, visible_to=body.visible_to, visible_from=body.visible_from)
    with _pointing():
        stored = change_note(
            service.library,
            game_id,
            n,
            changes,
            seat=body.seat,
            expected=precondition.expected,
            request=request_of(precondition, str(game_id)),
        )
    return note_shape(stored)


@routes.delete(
    "/v1/games/<game_id>/annotations/<n>", problems=(errors.NotYourNote, errors.HiddenWhileRunning, errors.UnknownNote)
)
def delete_annotation(
    service: Service, game_id: UUID, n: Number, query: DeleteQuery, precondition: Precondition
) -> None:
    """Delete a note, as its seat or the table.

    This cannot be undone.
    """
    with _pointing("query"):
        delete_note(
            service.library,
            game_id,
            n,
            seat=query.seat,
            expected=precondition.expected,
            request=request_of(precondition, str(game_id)),
        )


def _key(note: events.Note) -> Key:
    return Key(note.version, note.created_at, note.n)


@contextmanager
def _pointing(seat: errors.Where = "body") -> Iterator[None]:
    """Point to what is wrong in the request; `seat` is where the request names the seat."""
    try:
        yield
    except TableCovered:
        raise errors.HiddenWhileRunning(NO_TABLE).advise("Set `seat` to the seat that writes the note.") from None
    except BadViewer as error:
        raise invalid(f"the game has the seats 1 to {error.seats}", "/seat", seat) from None
    except events.UnknownVersion as error:
        raise invalid(str(error), "/version") from None
