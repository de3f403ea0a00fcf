"""The envelope of an event: what a caller hands in, and what the log stores."""

from __future__ import annotations

from typing import Literal
from uuid import UUID

from msgspec import Struct

Kind = Literal["start", "play", "undo", "redo", "adjust", "end"]
"""The kind of an event. `undo` and `redo` are markers: their parent is the head after them."""


class NewEvent(Struct, frozen=True, gc=False, kw_only=True):
    """An event as the caller hands it in. The log adds the numbers, the time, the salt and the hash.

    `action`, `outcomes` and `effects` are canonical JSON text; the log stores the text as it is and never reads it.
    """

    kind: Kind
    parent: int
    """The version that it builds on: 0 for the first event; for a marker, the head after it."""
    seat: int | None = None
    """The seat that acted; None for a start or an adjust."""
    by: str | None = None
    """Who recorded it: an opaque id, not a name."""
    action: str
    outcomes: str = "[]"
    effects: str = "[]"
    ruleset_version: int
    occurred_at: int | None = None
    """Microseconds UTC when it happened at the table, if it was entered later."""
    board_hash: bytes | None = None


class Event(Struct, frozen=True, gc=False):
    """An event as it is stored, with the fields in the order of the columns and of the hash."""

    position: int
    """Its number among the events of all games: contiguous from 1."""
    game_id: UUID
    version: int
    """Its number in its game: contiguous from 1, never reused."""
    parent: int
    kind: Kind
    seat: int | None
    by: str | None
    action: str
    outcomes: str
    effects: str
    ruleset_version: int
    recorded_at: int
    """Microseconds UTC when it was stored."""
    occurred_at: int | None
    salt: bytes
    """16 random bytes: without them, a secret could be guessed and checked against the hash."""
    board_hash: bytes | None
    hash: bytes
    """See `events.chain`."""


class Header(Struct, frozen=True, gc=False):
    """An event without its action, outcomes and effects."""

    version: int
    parent: int
    kind: Kind
    seat: int | None
    by: str | None
    recorded_at: int
    occurred_at: int | None


class Request(Struct, frozen=True):
    """Makes a write idempotent: the key of the request, and a fingerprint of its contents."""

    scope: str
    """Where the key is valid: a game id as text, or the id of who creates games."""
    key: str
    fingerprint: bytes
    """SHA-256 of the canonical request."""


class Answer(Struct, frozen=True):
    """The stored result of a request: the versions `first` to `last` of a game."""

    game_id: UUID
    first: int
    last: int

    @property
    def wrote(self) -> bool:
        """Whether the request stored events; one that changed only metadata did not."""
        return self.first <= self.last


NO_GAME = UUID(int=0)
"""The `game_id` of a fault that belongs to no game, or to a game with an unreadable id."""


class LogFault(Struct, frozen=True):
    """Something in the log that is not as it was written, with the first version where it shows."""

    game_id: UUID
    version: int
    what: str
    kind: Literal["chain", "row", "beside", "set", "anchor"] = "chain"
    """What is wrong: events or their order; the row of a game; its other metadata; a component set; the anchor."""
    column: str | None = None
    """The column of the game's row, if it holds another value than the events lead to."""
    stored: str | int | float | None = None
    worked_out: str | int | float | None = None
    """The value that the events lead to."""
