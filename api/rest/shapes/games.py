"""Games: who plays, and how far they are."""

from __future__ import annotations

from typing import Annotated
from uuid import UUID

from msgspec import UNSET, Meta, Struct, UnsetType

from api.rest.shapes.undo_requests import UndoRequest
from api.rest.shapes.values import (
    Address,
    ChanceMode,
    Line,
    Options,
    Outcomes,
    SeatNumber,
    Status,
    Time,
    Title,
    UndoPolicy,
    Visibility,
)
from api.rest.web import form

Tags = Annotated[list[Line], Meta(max_length=50)]
StarterOrHash = Annotated[
    str, form(r"^([0-9a-f]{64}|starter)$", "`starter`, or the hash of a component set.", max_length=64)
]


class SeatBody(Struct, frozen=True, forbid_unknown_fields=True):
    """Who takes a seat: a player by id, a name (its profile is created if there is none), or neither if unknown."""

    player: UUID | None = None
    name: Line | None = None


class SheetBody(Struct, frozen=True, forbid_unknown_fields=True):
    """A title that is played with a ruleset for any game, such as `scoresheet`: with the newest component set of that
    title, or with one that is made for it."""

    title: Title
    scoring: (
        Annotated[
            str,
            Meta(
                max_length=40,
                description="How a new title is scored: one of the `scorings` of the ruleset, by default the first. A "
                "title that is known keeps its component set.",
            ),
        ]
        | None
    ) = None


class ResultBody(Struct, frozen=True, forbid_unknown_fields=True):
    """How a game of a title ended, if nobody recorded its course."""

    scores: Annotated[
        list[Annotated[int, Meta(ge=-999_999_999, le=999_999_999)] | None],
        Meta(max_length=99, description="One for each seat, `null` where nothing was counted; empty if nowhere."),
    ] = []
    won: Annotated[list[SeatNumber], Meta(max_length=99)] | None = None
    """The seats that won; none if all lost together. It may be left out where the scores tell."""
    ended_at: Time | None = None
    """When it ended at the table; by default, now."""


class GameBody(Struct, frozen=True, forbid_unknown_fields=True):
    """A game to be recorded."""

    ruleset: Annotated[str, Meta(max_length=100)]
    seats: Annotated[list[SeatBody], Meta(min_length=1, max_length=99, description="In order, 1 to n.")]
    options: Options = {}
    component_set: StarterOrHash = "starter"
    sheet: SheetBody | None = None
    chance: ChanceMode = "table"
    undo: UndoPolicy | None = None
    outcomes: Outcomes = []
    visibility: Visibility = "private"
    place: Line | None = None
    tags: Tags = []
    occurred_at: Time | None = None
    """When it began at the table, if it is entered later."""
    result: ResultBody | None = None
    """Store the game as finished with this result, all of it or nothing; with `sheet`."""


class ForkBody(Struct, frozen=True, forbid_unknown_fields=True):
    """A what-if: where it begins."""

    at: Address = "head"
    """Where it begins."""
    line: Annotated[int, Meta(ge=1, le=999_999_999)] | None = None
    """Any version of the line that `at` is on; by default, the main line."""
    chance: ChanceMode = "table"
    """Who rolls and deals from there on."""
    name: Line | None = None
    """By default, the name says where it begins."""


class OtherPlayer(SeatBody, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Another player in a seat; unknown if it has neither `player` nor `name`."""

    seat: SeatNumber


class GameChanges(Struct, frozen=True, forbid_unknown_fields=True):
    """Metadata of a game; fields that are left out stay as they are."""

    name: Line | UnsetType | None = UNSET
    place: Line | UnsetType | None = UNSET
    tags: Tags | UnsetType = UNSET
    visibility: Visibility | UnsetType = UNSET
    archived: bool | UnsetType = UNSET
    count_in_statistics: bool | UnsetType = UNSET
    seats: Annotated[list[OtherPlayer], Meta(max_length=99)] | UnsetType = UNSET


class Seat(Struct, frozen=True):
    """A place at the table, and the player who sits there, if known."""

    seat: int
    player: UUID | None
    name: str | None


class Score(Struct, frozen=True):
    """The score of a seat."""

    seat: int
    score: int | float


class Rank(Struct, frozen=True):
    """The final place of a seat, from 1; equal scores share one."""

    seat: int
    rank: int


class Result(Struct, frozen=True):
    """How a game ended."""

    winners: list[int]
    """The seats that won: one, several, all or none."""
    reason: str | None
    """Why it ended: a key of the ruleset's `endings`."""
    ranks: list[Rank]


class Possible(Struct, frozen=True, omit_defaults=True):
    """Where undo or redo would lead, or why it is not allowed."""

    to: int | UnsetType = UNSET
    why_not: str | UnsetType = UNSET
    blocked_by: int | UnsetType = UNSET
    """The version that cannot be undone or redone."""


class ListedGame(Struct, frozen=True, kw_only=True, omit_defaults=False):
    """A game in a list."""

    id: UUID
    ruleset: str
    ruleset_version: int
    component_set: str
    seats: list[Seat]
    chance: ChanceMode
    undo: UndoPolicy
    visibility: Visibility
    status: Status
    version: int
    """How many events are stored."""
    head: int
    """The version that the game stands on: the last one that is not undone."""
    round: int
    turn: int
    waiting_for: list[int]
    standing: list[Score]
    result: Result | None
    created_at: Time
    finished_at: Time | None
    tags: list[str]
    place: str | None
    archived: bool
    count_in_statistics: bool
    forked_from: UUID | None
    """For a what-if, the game that it was copied from."""
    name: str | None


class Fork(Struct, frozen=True):
    """Where a what-if was copied from."""

    version: int
    """The version of the original game."""
    viewer: str
    """The viewer whose view was copied."""
    copied: int
    """How many events are copies; later ones were recorded in the what-if."""


class Game(ListedGame, frozen=True, kw_only=True):
    """A game, with what can be undone."""

    undo_request: UndoRequest | None
    """The open undo request, if there is one."""
    can_undo: Possible | UnsetType = UNSET
    """For the seat in the query. Left out if Tabletale deals and another seat looks."""
    can_redo: Possible | UnsetType = UNSET
    chance_proof: ChanceProof | UnsetType = UNSET
    """When a game in which Tabletale rolled is finished."""
    fork: Fork | UnsetType = UNSET
    """For a what-if only."""


class ChanceProof(Struct, frozen=True):
    """The proof that Tabletale rolled fairly."""

    key: str
    """The secret key in hex; its SHA-256 is in the action of the first event, as `chance_key_hash`."""


class Games(Struct, frozen=True):
    """A list of games, newest first."""

    items: list[ListedGame]
    next: str | None


class ResignBody(Struct, frozen=True, forbid_unknown_fields=True):
    """The seat that resigns."""

    seat: SeatNumber


class AbandonBody(Struct, frozen=True, forbid_unknown_fields=True):
    """The seat that ends the game for the table, if one does."""

    seat: SeatNumber | None = None
