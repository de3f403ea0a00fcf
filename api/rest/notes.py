"""Notes as clients see them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from api.rest import shapes

if TYPE_CHECKING:
    from events import Note


def note_shape(note: Note) -> shapes.Note:
    """A note as clients see it."""
    return shapes.Note(
        n=note.n,
        version=note.version,
        seat=note.seat,
        text=note.text,
        visible_to=note.visible_to,
        visible_from=note.visible_from,
        created_at=shapes.time_of(note.created_at),
        changed_at=shapes.time_of(note.changed_at),
    )
