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
    UndoPolicy,
    Visibility,
)
from api.rest.web import form

Tags = Annotated[list[Line], Meta(max_length=50)]
StarterOrHash = Annotated[
    str, form(r"^([0-9a-f]{64}|starter)$", "`starter`, or the hash of a component set.", max_length=64)
]


class SeatBody(Struct, frozen=True, forbid_unknown_fields=True):
    """Who takes a seat: a player by id; a name, which takes the profile of that name or makes one; or nobody known."""

    player: UUID | None = None
    name: Line | None = None


class GameBody(Struct, frozen=True, forbid_unknown_fields=True):
    """A game to be recorded."""

    ruleset: Annotated[str, Meta(max_length=100)]
    seats: Annotated[list[SeatBody], Meta(min_length=1, max_length=99, description="In order, 1 to n.")]
    options: Options = {}
    component_set: StarterOrHash = "starter"
    chance: ChanceMode = "table"
    undo: UndoPolicy | None = None
    outcomes: Outcomes = []
    visibility: Visibility = "private"
    place: Line | None = None
    tags: Tags = []
    occurred_at: Time | None = None
    """When it began at the table, if it is entered later."""


class ForkBody(Struct, frozen=True, forbid_unknown_fields=True):
    """Another way to be tried."""

    at: Address = "head"
    """Where it begins."""
    line: Annotated[int, Meta(ge=1, le=999_999_999)] | None = None
    """Any version of the line on which `at` is looked for; without it, the main line."""
    chance: ChanceMode = "table"
    """Who tells chance from there on."""
    name: Line | None = None
    """Without it, it says where it begins."""


class OtherPlayer(SeatBody, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Another player in a seat; with neither `player` nor `name`, nobody known."""

    seat: SeatNumber


class GameChanges(Struct, frozen=True, forbid_unknown_fields=True):
    """What is stored beside a game's log; fields that are left out stay as they are."""

    name: Line | UnsetType | None = UNSET
    place: Line | UnsetType | None = UNSET
    tags: Tags | UnsetType = UNSET
    visibility: Visibility | UnsetType = UNSET
    archived: bool | UnsetType = UNSET
    count_in_statistics: bool | UnsetType = UNSET
    seats: Annotated[list[OtherPlayer], Meta(max_length=99)] | UnsetType = UNSET


class Seat(Struct, frozen=True):
    """A place at the table, and who sits there as far as that is known."""

    seat: int
    player: UUID | None
    name: str | None


class Score(Struct, frozen=True):
    """The score and the place of a seat."""

    seat: int
    score: int | float


class Rank(Struct, frozen=True):
    """The place a seat came to, from 1; equal scores share one."""

    seat: int
    rank: int


class Result(Struct, frozen=True):
    """How a game ended."""

    winners: list[int]
    """The seats that won: several, all or none."""
    reason: str | None
    """Why it ended: an id that the ruleset's `endings` put into words."""
    ranks: list[Rank]


class Possible(Struct, frozen=True, omit_defaults=True):
    """Where undo or redo would lead, or why it may not be."""

    to: int | UnsetType = UNSET
    why_not: str | UnsetType = UNSET
    blocked_by: int | UnsetType = UNSET
    """The version that may not be passed."""


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
    """The version that the game is at: the last one that is not undone."""
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
    """The game that it was copied from, to try another way."""
    name: str | None


class Fork(Struct, frozen=True):
    """Where a what-if game was copied from."""

    version: int
    """Of the other game."""
    viewer: str
    """Who saw what was copied."""
    copied: int
    """So many events are copies; the later ones were played in the what-if game."""


class Game(ListedGame, frozen=True, kw_only=True):
    """A game with what may be undone."""

    undo_request: UndoRequest | None
    """What a seat asks the others for now."""
    can_undo: Possible | UnsetType = UNSET
    """Of the seat that is asked for; left out where the service deals and another looks."""
    can_redo: Possible | UnsetType = UNSET
    chance_proof: ChanceProof | UnsetType = UNSET
    """Once a game in which the server rolled is finished."""
    fork: Fork | UnsetType = UNSET
    """Of a what-if game."""


class ChanceProof(Struct, frozen=True):
    """What shows that the server rolled fairly."""

    key: str
    """The secret key in hex; its SHA-256 is in the action of the first event, as `chance_key_hash`."""


class Games(Struct, frozen=True):
    """A list of games, newest first."""

    items: list[ListedGame]
    next: str | None


class ResignBody(Struct, frozen=True, forbid_unknown_fields=True):
    """Who gives up."""

    seat: SeatNumber


class AbandonBody(Struct, frozen=True, forbid_unknown_fields=True):
    """Who ends the game, if it is one seat for the table."""

    seat: SeatNumber | None = None
