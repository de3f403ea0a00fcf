"""Actions: what may be done, and what was."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import UNSET, Meta, Struct, UnsetType

from api.errors import Question
from api.rest.shapes.boards import Event
from api.rest.shapes.problems import ProblemDetails
from api.rest.shapes.values import Address, Board, Outcomes, Prose, SeatNumber, Status, Time, Typed, TypedList

MOST_AT_ONCE = 5_000
"""Actions in one request."""


class ActionBody(Struct, frozen=True, forbid_unknown_fields=True):
    """One action, with its outcomes of chance."""

    seat: SeatNumber
    action: Annotated[dict[str, Any], Meta(description="`type` and the fields of that action.")]
    outcomes: Outcomes = []
    occurred_at: Time | None = None
    """When it was at the table, if it is entered later."""


ActionBodies = ActionBody | Annotated[list[ActionBody], Meta(min_length=1, max_length=MOST_AT_ONCE)]


class MoveHeadBody(Struct, frozen=True, forbid_unknown_fields=True):
    """How far to undo or redo, and who asks."""

    to: Address | None = None
    """Without it, undo goes back to the start of the move, and redo forward by one move."""
    seat: SeatNumber | None = None
    reason: Prose | None = None
    """Kept as a note beside the log."""
    occurred_at: Time | None = None
    """When it was at the table, if it is entered later."""


class Recorded(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What was stored, and the board at the head."""

    events: list[Event]
    version: int
    head: int
    status: Status
    waiting_for: list[int]
    board: Board
    refused: ProblemDetails | UnsetType = UNSET
    """With `until_refused`: why the actions after them were not taken."""


class DryRun(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What actions would lead to, up to the first outcome of chance that was not entered. Nothing was stored."""

    effects: list[TypedList]
    """Of each action that was decided."""
    board: Board
    waiting_for: list[int]
    chance_needed: Question | UnsetType = UNSET
    """The first outcome of chance that was not entered."""
    refused: ProblemDetails | UnsetType = UNSET
    """With `until_refused`: why the actions after them would not be taken."""


class LegalAction(Struct, frozen=True):
    """An action that the rulebook would accept now."""

    action: Typed
    label: str
    touches: list[str]


class LegalActions(Struct, frozen=True):
    """What a seat may do at a version of a game."""

    items: list[LegalAction]
    next: str | None
    version: int
