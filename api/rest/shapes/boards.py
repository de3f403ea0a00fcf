"""A game looked at: its boards, its events, its timeline."""

from __future__ import annotations

from typing import Literal
from uuid import UUID

from msgspec import UNSET, Struct, UnsetType

from api.rest.shapes.values import Board, Line, Plain, Time, Typed, TypedList


class Moment(Struct, frozen=True, kw_only=True):
    """A version and its neighbours on its line; `null` where there is none."""

    game: UUID
    version: int
    line: int
    round: int
    turn: int
    prev: int | None
    next: int | None
    prev_turn: int | None
    next_turn: int | None
    prev_round: int | None
    next_round: int | None
    forks: list[int]
    """What builds on it, where that is more than one thing: the ways to go on from here."""


class BoardAt(Moment, frozen=True, kw_only=True):
    """The board at a version, as one viewer may see it."""

    viewer: str
    waiting_for: list[int]
    board: Board


# --- events


class Event(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A stored event, as one viewer may see it."""

    game: UUID
    position: int
    """Its place in the whole log."""
    version: int
    parent: int
    """The version it builds on: 0 for the first; of an undo or redo, the head after it."""
    kind: Literal["start", "play", "undo", "redo", "adjust", "end"]
    seat: int | None
    by: str | None
    action: Typed | None
    effects: TypedList
    outcomes: list[Plain] | UnsetType = UNSET
    """The outcomes of chance; for the table, and for everybody once the game is finished."""
    text: str
    recorded_at: Time
    occurred_at: Time | None
    hash: str


class Events(Struct, frozen=True):
    """Events of a game, in the order of their versions or along a line."""

    items: list[Event]
    next: str | None


# --- the timeline


class TimelineEvent(Struct, frozen=True, kw_only=True):
    """An event in a sentence."""

    version: int
    seat: int | None
    by: str | None
    type: str
    text: str
    marks: list[str]
    """`roll`, `draw`, `reveal`, `by hand`, `adjust`; `amend`: something was put right; `undo`: an undo led back here;
    `fork`: play went on from here in more than one way; `note`: the viewer may read one.
    """
    touches: list[str]
    recorded_at: Time
    occurred_at: Time | None
    think_seconds: float | None
    """Time since the event before it on the line."""
    tries: list[int]
    """What the seat that went on from here tried before in the same move, and took back: starts of branches."""


class TimelineTurn(Struct, frozen=True):
    """The events of one turn."""

    turn: int
    seat: int | None
    events: list[TimelineEvent]


class TimelineRound(Struct, frozen=True):
    """The turns of one round; round 0 is the set-up."""

    round: int
    turns: list[TimelineTurn]


class Branch(Struct, frozen=True):
    """Versions that were left by undo."""

    start: int
    parts_at: int
    end: int
    length: int


class GameLine(Struct, frozen=True, kw_only=True):
    """A line of a game: the main one, or one that was left by undo or by an amend."""

    line: int
    """Its name: the version of its first own event."""
    label: str | None
    """What it is called."""
    parts_at: int | None
    """The last version that it has in common with an older line; `null` of the first."""
    end: int
    length: int
    """Events that are its own."""
    main: bool
    """Whether the game is on it."""
    seat: int | None
    """Who acted first on it."""
    by: str | None
    begun_at: Time


class LineChanges(Struct, frozen=True, forbid_unknown_fields=True):
    """What a line is called."""

    label: Line | None
    """`null` for nothing."""


class Lines(Struct, frozen=True):
    """The lines of a game, oldest first."""

    items: list[GameLine]


class Timeline(Struct, frozen=True):
    """One line of a game, and the branches that part from it."""

    game: UUID
    viewer: str
    line: int
    rounds: list[TimelineRound]
    branches: list[Branch]
    markers: list[TimelineEvent]
    """Undo and redo, oldest first: they are not steps of a line."""
