"""Notes of the table or of a seat on a version."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from api.rest.shapes.values import Prose, SeatNumber, Time

Audience = Annotated[
    Literal["seat", "table", "all"],
    Meta(
        description="Who may read it: its seat only, the table, or everybody. If the players roll, the table reads all."
    ),
]
Since = Annotated[Literal["now", "end"], Meta(description="When others may read it: now, or when the game is over.")]
NoteSeat = Annotated[SeatNumber | None, Meta(description="The seat that does it; by default, the table.")]


class NoteBody(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A comment on a version; without a text, a mark."""

    version: Annotated[int, Meta(ge=1, le=2**31 - 1)]
    seat: SeatNumber | None = None
    """The seat that it belongs to; by default, the table."""
    text: Prose | None = None
    visible_to: Audience = "table"
    visible_from: Since = "now"


class NoteChangesBody(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Changes to a note; fields that are left out stay as they are."""

    seat: NoteSeat = None
    text: Prose | UnsetType | None = UNSET
    visible_to: Audience | UnsetType = UNSET
    visible_from: Since | UnsetType = UNSET


class Note(Struct, frozen=True, kw_only=True):
    """A comment or a mark on a version."""

    n: int
    """Its number in the game, drawn at random."""
    version: int
    seat: int | None
    """The seat that it belongs to; `null` for the table."""
    text: str | None
    """`null` for a mark."""
    visible_to: Audience
    visible_from: Since
    created_at: Time
    changed_at: Time


class Notes(Struct, frozen=True):
    """Notes of a game, sorted by version."""

    items: list[Note]
    next: str | None
