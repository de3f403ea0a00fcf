"""The envelope: what a caller hands in as an event, and what the log keeps of it."""

from __future__ import annotations

from typing import Literal
from uuid import UUID

from msgspec import Struct

Kind = Literal["start", "play", "undo", "redo", "adjust", "end"]
"""What sort of event: `undo` and `redo` are markers, whose parent is the head after them."""


class NewEvent(Struct, frozen=True, gc=False, kw_only=True):
    """An event as the caller hands it in. The log gives it its numbers, its time, its salt and its hash.

    `action`, `outcomes` and `effects` are canonical JSON text; the log keeps the text as it is and never reads it.
    """

    kind: Kind
    parent: int
    """The version it builds on: 0 for the first; for a marker, the head after it."""
    seat: int | None = None
    """Who acted; none for a start or an adjust."""
    by: str | None = None
    """The recorder: an opaque id that names no person."""
    action: str
    outcomes: str = "[]"
    effects: str = "[]"
    ruleset_version: int
    occurred_at: int | None = None
    """Microseconds UTC at the table, when it was entered later."""
    board_hash: bytes | None = None


class Event(Struct, frozen=True, gc=False):
    """An event as it is stored permanently: the fields are in the order of the columns and of the hash."""

    position: int
    """Its place in the whole log: contiguous from 1."""
    game_id: UUID
    version: int
    """Its place in its game: contiguous from 1, never used again."""
    parent: int
    kind: Kind
    seat: int | None
    by: str | None
    action: str
    outcomes: str
    effects: str
    ruleset_version: int
    recorded_at: int
    """Microseconds UTC by the clock of the machine that wrote it."""
    occurred_at: int | None
    salt: bytes
    """16 random bytes, so that nobody can guess a secret and check the guess against the hash."""
    board_hash: bytes | None
    hash: bytes
    """See `events.chain`."""


class Header(Struct, frozen=True, gc=False):
    """An event without what was done and what came of it."""

    version: int
    parent: int
    kind: Kind
    seat: int | None
    by: str | None
    recorded_at: int
    occurred_at: int | None


class Request(Struct, frozen=True):
    """Makes a write safe to send twice: its idempotency key, and a fingerprint of the request."""

    scope: str
    """Where the key is valid: a game id as text, or the creator of games."""
    key: str
    fingerprint: bytes
    """SHA-256 of the canonical request."""


class Answer(Struct, frozen=True):
    """What an earlier request led to: the versions `first` to `last` of a game."""

    game_id: UUID
    first: int
    last: int

    @property
    def wrote(self) -> bool:
        """Whether it led to events at all: what is written beside the log is not among the versions."""
        return self.first <= self.last


NAMELESS = UUID(int=0)
"""The game of a fault that is no game's, or a game's whose id was overwritten."""


class LogFault(Struct, frozen=True):
    """Something in the log that is not as it was written, at the first version where it shows."""

    game_id: UUID
    version: int
    what: str
    kind: Literal["chain", "row", "beside", "set", "anchor"] = "chain"
    """Events and their order; a game's row; what lies beside its events; a component set; the whole up to an anchor."""
    column: str | None = None
    """Of the game's row, where it holds another value than its events lead to."""
    stored: str | int | float | None = None
    worked_out: str | int | float | None = None
    """What it should hold."""
