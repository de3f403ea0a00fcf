"""A game's row and what belongs to it: summary, seats, players and component sets."""

from __future__ import annotations

import time
from typing import Literal, NamedTuple
from uuid import UUID

from msgspec import Struct
from uuid6 import uuid7

Status = Literal["running", "finished", "abandoned"]
Chance = Literal["table", "server"]
Visibility = Literal["public", "unlisted", "private"]


class Result(Struct, frozen=True):
    """How a game ended: the seats that won (several, all or none), and the ruleset's name for the reason."""

    winners: tuple[int, ...]
    reason: str | None = None


class Summary(Struct, frozen=True, kw_only=True):
    """The state of a game as a spectator sees it, for lists of games; every append updates it."""

    head: int
    tip: int
    status: Status
    round: int
    turn: int
    waiting_for: tuple[int, ...] = ()
    standing: tuple[tuple[int, int | float], ...] = ()
    """(seat, score) of each seat."""
    result: Result | None = None
    tainted: bool = False
    """Whether the board was adjusted by hand on the path to the head."""


class Seated(Struct, frozen=True):
    """A seat and its player; None if the player is not known or was deleted."""

    seat: int
    player: UUID | None
    name: str | None


Sitter = UUID | str | None
"""Who takes a seat: the id of a player; a name, which finds or creates a profile; or None if not known."""


class NewGame(Struct, frozen=True, kw_only=True):
    """What is needed to create a game. `component_set` must be stored already."""

    id: UUID
    ruleset: str
    ruleset_version: int
    component_set: str
    chance: Chance
    undo: str
    visibility: Visibility = "unlisted"
    place: str | None = None
    tags: tuple[str, ...] = ()
    seats: tuple[Sitter, ...]
    """In order."""
    secret_key: bytes | None = None
    """32 random bytes where the server rolls."""
    count_in_statistics: bool = True
    forked_from: UUID | None = None
    """For a what-if: the game that it was forked from."""
    name: str | None = None


class Game(Struct, frozen=True, kw_only=True):
    """The row of a game, with its seats. Every append changes it, while events never change."""

    id: UUID
    ruleset: str
    ruleset_version: int
    component_set: str
    chance: Chance
    undo: str
    visibility: Visibility
    place: str | None
    tags: tuple[str, ...]
    archived: bool
    count_in_statistics: bool
    created_at: int
    """Microseconds UTC, as is `finished_at`."""
    finished_at: int | None
    forked_from: UUID | None
    """For a what-if: the game that it was forked from."""
    name: str | None = None
    """The name that players gave it."""
    version: int
    """How many events are stored."""
    last_hash: bytes
    revision: int
    """Raised by every change of this row, its tags, seats and players, so it can serve as an ETag."""
    summary: Summary
    seats: tuple[Seated, ...]


class Player(Struct, frozen=True):
    """A player's profile. `owner` is an opaque id of the user who manages it."""

    id: UUID
    name: str
    owner: str | None
    created_at: int


class ComponentSet(Struct, frozen=True):
    """The cards, maps and boards that a game is played with; its address is the SHA-256 of `document`."""

    hash: str
    ruleset: str
    name: str
    source: str
    """The file as its author wrote it, with comments."""
    document: str
    """Canonical JSON."""
    created_at: int


class NewSet(NamedTuple):
    """A component set that is to be stored."""

    ruleset: str
    name: str
    source: str
    document: str


class NamedSet(NamedTuple):
    """A component set without its content, which lists do not need."""

    hash: str
    name: str
    created_at: int


def new_id() -> UUID:
    """Make an id for a game or a player: a UUIDv7, so ids sort by time."""
    return UUID(int=uuid7().int)


new_game_id = new_id


def now() -> int:
    """The time now, in microseconds UTC."""
    return time.time_ns() // 1000
