"""Actions: what may be done, and what was."""

from __future__ import annotations

from typing import Annotated, Any, Literal
from uuid import UUID

from msgspec import UNSET, Meta, Struct, UnsetType

from api.errors import Question
from api.rest.shapes.boards import Event
from api.rest.shapes.problems import ProblemDetails
from api.rest.shapes.values import Address, Board, Outcomes, Plain, Prose, SeatNumber, Status, Time, Typed, TypedList

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
    """Without it, undo goes back to the start of the move or as far as the policy lets the seat, and redo on by one."""
    seat: SeatNumber | None = None
    reason: Prose | None = None
    """Kept as a note beside the log."""
    occurred_at: Time | None = None
    """When it was at the table, if it is entered later."""


class AdjustBody(Struct, frozen=True, forbid_unknown_fields=True):
    """What the table puts right by hand."""

    effects: Annotated[
        list[Annotated[dict[str, Any], Meta(description="`type` and the fields of that effect.")]],
        Meta(min_length=1, max_length=1_000),
    ]
    """In the order in which they happen."""
    reason: Prose
    """Kept as a note beside the log."""
    outcomes: Outcomes = []
    """Of chance, where something follows by itself that asks for it."""
    occurred_at: Time | None = None
    """When it was at the table, if it is entered later."""


class ChangeBody(Struct, frozen=True, forbid_unknown_fields=True):
    """What is put right at a version. What is not told stays as it is stored, but outcomes belong to their action."""

    version: Annotated[int, Meta(ge=1, le=2**31 - 1)]
    """Of an action on the way to the head."""
    before: Annotated[list[ActionBody], Meta(max_length=100)] = []
    """Actions that are put in before it."""
    seat: SeatNumber | None = None
    action: Annotated[dict[str, Any], Meta(description="`type` and the fields of that action.")] | None = None
    """In its place."""
    outcomes: Outcomes | None = None
    """Alone, of the action that is stored there."""
    occurred_at: Time | None = None
    """Without it, the time of what was there."""
    drop: bool = False
    """Nothing takes its place."""


class AmendBody(Struct, frozen=True, forbid_unknown_fields=True):
    """What is put right, in any order."""

    changes: Annotated[list[ChangeBody], Meta(min_length=1, max_length=100)]
    seat: SeatNumber | None = None
    """Who asks, where the undo policy wants to know."""
    reason: Prose | None = None
    """Kept as a note beside the log."""


class AdoptBody(Struct, frozen=True, forbid_unknown_fields=True):
    """Actions that are taken over: of a what-if game, or of another line; one of the two."""

    game: UUID | None = None
    """A what-if game of this one."""
    line: Annotated[int, Meta(ge=1, le=2**31 - 1)] | None = None
    """Any version of another line of this game."""
    after: Annotated[int, Meta(ge=1, le=2**31 - 1)] | None = None
    """The version before the first of them there; without it, where the two parted."""
    to: Annotated[int, Meta(ge=1, le=2**31 - 1)] | None = None
    """The last of them; without it, the end."""


class LineEnd(Struct, frozen=True):
    """A line of a game, and a version on it."""

    line: int
    head: int


class Stopped(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The first action that does not hold any more, and what is asked where it stood."""

    version: int
    """Of the line that was left."""
    why: Literal["refused", "chance_needed", "leftover"]
    detail: str
    rule: str | UnsetType = UNSET
    chance_needed: Question | UnsetType = UNSET
    waiting_for: list[int]
    round: int
    turn: int
    board: Board


class Amended(Struct, frozen=True, kw_only=True):
    """What an amend led to, or would lead to; `changed` and `left` are versions of the line that was left."""

    line: int
    head: int
    was: LineEnd
    """`undo` to where the two lines part and `redo` to this head take the amend back."""
    parts_at: int
    kept: int
    """Actions that stay."""
    changed: list[int]
    """Of these, those with other effects than they had."""
    left: list[int]
    """Actions that are not on the new line: dropped, or from the stop on."""
    stopped: Stopped | None
    version: int
    """Of the game; of a dry run, the one that it has."""


class Adopted(Amended, frozen=True, kw_only=True):
    """What an adopt led to, or would lead to, as of an amend; `changed` and `left` are versions of where it was tried.

    `undo` to `parts_at`, the head before, takes it back.
    """


class Choice(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One answer to what is asked."""

    value: Plain
    """Of the field that is asked for; `null` of a whole action."""
    label: str
    """Its row. Copies that nobody can tell apart are one row, such as `Squire (2)`."""
    touches: list[str]
    """Ids of where it lies in the picture."""
    count: int | None
    """Actions that it leads to; `null` for more than a thousand."""
    action: Typed | UnsetType = UNSET
    """The one that is left."""
    says: str | UnsetType = UNSET
    """Its whole label."""
    needs_version: bool = False
    """Of its actions, some are bound to the version that their player saw."""
    anytime: bool = False
    """The seat may take them without being waited for."""
    by_hand: bool = False
    """They are entered by hand."""


class ChoiceStep(Struct, frozen=True, kw_only=True):
    """What is asked next."""

    seat: int | None
    """Who is asked; `null` where several seats could act."""
    field: str
    """`seat`, `type`, a field of the action, or `action` where whole actions are listed."""
    asks: str
    low: int
    """How many of the values make an answer, at least."""
    high: int
    """And at most: more than one of a set, which is picked piece by piece."""
    enough: Choice | None
    """What the pieces so far make, where more may follow."""
    values: list[Choice]
    """Empty where nothing fits what is chosen."""


class AskedSeat(Struct, frozen=True):
    """A seat that is waited for, and what for."""

    seat: int
    asks: str


class Choices(Struct, frozen=True):
    """What may be chosen at a version of a game."""

    version: int
    waiting_for: list[AskedSeat]
    anytime: list[int]
    """Seats that are not waited for, and may act all the same."""
    step: ChoiceStep


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
    next: Choices | UnsetType = UNSET
    """With `next`: what is asked now."""


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


class LegalAction(Struct, frozen=True, kw_only=True):
    """An action that the rulebook would accept now."""

    seat: int
    """Who may take it."""
    action: Typed
    label: str
    touches: list[str]
    needs_version: bool
    """It is bound to the version that its player saw: it wants `If-Match`."""
    anytime: bool
    """The seat may take it without being waited for."""
    by_hand: bool
    """It is entered by hand: more is accepted than is listed."""


class LegalActions(Struct, frozen=True):
    """What a seat may do at a version of a game."""

    items: list[LegalAction]
    next: str | None
    version: int
