"""Notes: what the table or a seat says of a version."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from api.rest.shapes.values import Prose, SeatNumber, Time

Audience = Annotated[
    Literal["seat", "table", "all"],
    Meta(description="Its seat alone, the table, or everybody. Where the table tells chance it reads all notes."),
]
Since = Annotated[Literal["now", "end"], Meta(description="Read by others at once, or once the game is over.")]
WhoAsks = Annotated[SeatNumber | None, Meta(description="Without it, the table asks.")]


class NoteBody(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A comment on a version; without a text, a mark."""

    version: Annotated[int, Meta(ge=1, le=2**31 - 1)]
    seat: SeatNumber | None = None
    """Whose it is; without it, the table's."""
    text: Prose | None = None
    visible_to: Audience = "table"
    visible_from: Since = "now"


class NoteChangesBody(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What changes about a note; fields that are left out stay as they are."""

    seat: WhoAsks = None
    text: Prose | UnsetType | None = UNSET
    visible_to: Audience | UnsetType = UNSET
    visible_from: Since | UnsetType = UNSET


class Note(Struct, frozen=True, kw_only=True):
    """A comment or a mark on a version."""

    n: int
    """Its number in the game, drawn by lot."""
    version: int
    seat: int | None
    """Whose it is; `null` of the table's."""
    text: str | None
    """`null` of a mark."""
    visible_to: Audience
    visible_from: Since
    created_at: Time
    changed_at: Time


class Notes(Struct, frozen=True):
    """Notes of a game, by version."""

    items: list[Note]
    next: str | None
