"""Boards, events and the timeline of a game."""

from __future__ import annotations

from typing import Literal
from uuid import UUID

from msgspec import UNSET, Struct, UnsetType

from api.rest.shapes.values import Board, Line, Plain, Time, Typed, TypedList


class Moment(Struct, frozen=True, kw_only=True):
    """A version and its neighbours on its line; `null` if there is none."""

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
    """If more than one version follows on it: those versions."""


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
    """Its global position in the log."""
    version: int
    parent: int
    """The version that it follows on: 0 for the first; for an undo or redo, the head after it."""
    kind: Literal["start", "play", "undo", "redo", "adjust", "end"]
    seat: int | None
    by: str | None
    action: Typed | None
    effects: TypedList
    outcomes: list[Plain] | UnsetType = UNSET
    """Rolls and draws; shown to the table, and to everybody when the game is finished."""
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
    """`roll`, `draw`, `reveal`, `by hand`, `adjust`; `amend`: it was corrected; `undo`: an undo led back here;
    `fork`: more than one version follows on it; `note`: the viewer may read a note on it.
    """
    touches: list[str]
    recorded_at: Time
    occurred_at: Time | None
    think_seconds: float | None
    """Seconds since the event before it on the line."""
    tries: list[int]
    """What the same seat tried from here in the same move and undid: first versions of branches."""


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
    """Versions that an undo left."""

    start: int
    parts_at: int
    end: int
    length: int


class GameLine(Struct, frozen=True, kw_only=True):
    """A line of a game: the main one, or one that an undo or a correction left."""

    line: int
    """Its name: the version of its first own event."""
    label: str | None
    """Its label, if it has one."""
    parts_at: int | None
    """The last version that it shares with an older line; `null` for the first line."""
    end: int
    length: int
    """The number of its own events."""
    main: bool
    """Whether the game is on it."""
    seat: int | None
    """The seat that acted first on it."""
    by: str | None
    begun_at: Time


class LineChanges(Struct, frozen=True, forbid_unknown_fields=True):
    """The label of a line."""

    label: Line | None
    """`null` removes the label."""


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
    """Undos and redos, oldest first: they are not steps of a line."""
