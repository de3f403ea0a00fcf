"""The game row and what belongs to it: a game's summary, its seats, the people, the component sets."""

from __future__ import annotations

import time
from typing import Literal
from uuid import UUID

from msgspec import Struct
from uuid6 import uuid7

Status = Literal["running", "finished", "abandoned"]
Chance = Literal["table", "server"]
Visibility = Literal["public", "unlisted", "private"]


class Result(Struct, frozen=True):
    """How a game ended: the seats that won (several, all or none), and why, in the ruleset's word for it."""

    winners: tuple[int, ...]
    reason: str | None = None


class Summary(Struct, frozen=True, kw_only=True):
    """The state of a game as a spectator sees it: written with every append, read by every list of games."""

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
    """There is an adjust on the head's line."""


class Seated(Struct, frozen=True):
    """A place at the table and the person in it, if the log knows (and still knows) who it was."""

    seat: int
    player: UUID | None
    name: str | None


Sitter = UUID | str | None
"""Who takes a seat: a player by id; a name, which takes the profile of that name or makes one; or nobody known."""


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
    """The game that it was copied from, to try another way."""
    name: str | None = None


class Game(Struct, frozen=True, kw_only=True):
    """The row of a game, with its seats. It changes with every append; the events never do."""

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
    """The game that it was copied from, to try another way."""
    name: str | None = None
    """What it is called, if anything."""
    version: int
    """How many events are stored."""
    last_hash: bytes
    revision: int
    """Raised with every change of this row, its tags, its seats and their names, so an ETag can be made of it."""
    summary: Summary
    seats: tuple[Seated, ...]


class Player(Struct, frozen=True):
    """A person's profile. `owner` is an opaque id of the user who keeps it."""

    id: UUID
    name: str
    owner: str | None
    created_at: int


class ComponentSet(Struct, frozen=True):
    """Card faces, tiles and maps that a ruleset plays with; addressed by the SHA-256 of `document`."""

    hash: str
    ruleset: str
    name: str
    source: str
    """The file as its author wrote it, with its comments."""
    document: str
    """Canonical JSON."""
    created_at: int


def new_id() -> UUID:
    """Make an id for a game or a player: a UUIDv7, so ids sort by the time they were made."""
    return UUID(int=uuid7().int)


new_game_id = new_id


def now() -> int:
    """The time now, in microseconds UTC."""
    return time.time_ns() // 1000
