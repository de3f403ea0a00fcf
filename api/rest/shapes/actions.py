"""Actions: legal ones, and recorded ones."""

from __future__ import annotations

from typing import Annotated, Any, Literal
from uuid import UUID

from msgspec import UNSET, Meta, Struct, UnsetType

from api.errors import Question
from api.rest.shapes.boards import Event
from api.rest.shapes.problems import ProblemDetails
from api.rest.shapes.values import Address, Board, Outcomes, Plain, Prose, SeatNumber, Status, Time, Typed, TypedList

MOST_AT_ONCE = 5_000
"""The most actions in one request."""


class ActionBody(Struct, frozen=True, forbid_unknown_fields=True):
    """One action, with its rolls and draws."""

    seat: SeatNumber
    action: Annotated[dict[str, Any], Meta(description="`type` and the fields of that action.")]
    outcomes: Outcomes = []
    occurred_at: Time | None = None
    """When it happened at the table, if it is entered later."""


ActionBodies = ActionBody | Annotated[list[ActionBody], Meta(min_length=1, max_length=MOST_AT_ONCE)]


class MoveHeadBody(Struct, frozen=True, forbid_unknown_fields=True):
    """How far to undo or redo, and which seat requests it."""

    to: Address | None = None
    """By default, undo goes to the start of the move, or as far as the policy allows; redo goes one move forward."""
    seat: SeatNumber | None = None
    reason: Prose | None = None
    """Stored as a note of the table."""
    occurred_at: Time | None = None
    """When it happened at the table, if it is entered later."""


class AdjustBody(Struct, frozen=True, forbid_unknown_fields=True):
    """An adjustment of the board by hand."""

    effects: Annotated[
        list[Annotated[dict[str, Any], Meta(description="`type` and the fields of that effect.")]],
        Meta(min_length=1, max_length=1_000),
    ]
    """In the order in which they happen."""
    reason: Prose
    """Stored as a note of the table."""
    outcomes: Outcomes = []
    """Rolls and draws that follow from the effects."""
    occurred_at: Time | None = None
    """When it happened at the table, if it is entered later."""


class ChangeBody(Struct, frozen=True, forbid_unknown_fields=True):
    """A correction at one version. Fields left out stay as stored, but a new `action` needs its own `outcomes`."""

    version: Annotated[int, Meta(ge=1, le=2**31 - 1)]
    """The version of an action between the start and the head."""
    before: Annotated[list[ActionBody], Meta(max_length=100)] = []
    """Actions to insert before it."""
    seat: SeatNumber | None = None
    action: Annotated[dict[str, Any], Meta(description="`type` and the fields of that action.")] | None = None
    """The action that replaces it."""
    outcomes: Outcomes | None = None
    """Without `action`: other rolls and draws of the stored action."""
    occurred_at: Time | None = None
    """By default, the time of the stored action."""
    drop: bool = False
    """Remove the action."""


class AmendBody(Struct, frozen=True, forbid_unknown_fields=True):
    """Corrections, in any order."""

    changes: Annotated[list[ChangeBody], Meta(min_length=1, max_length=100)]
    seat: SeatNumber | None = None
    """The seat that requests it; the undo policy may require it."""
    reason: Prose | None = None
    """Stored as a note of the table."""


class AdoptBody(Struct, frozen=True, forbid_unknown_fields=True):
    """Moves to apply to the game, either of a what-if or of another line."""

    game: UUID | None = None
    """A what-if of this game."""
    line: Annotated[int, Meta(ge=1, le=2**31 - 1)] | None = None
    """Any version of another line of this game."""
    after: Annotated[int, Meta(ge=1, le=2**31 - 1)] | None = None
    """The version there to begin after; by default, where the two parted."""
    to: Annotated[int, Meta(ge=1, le=2**31 - 1)] | None = None
    """The last version there; by default, the end."""


class LineEnd(Struct, frozen=True):
    """A line of a game, and the head on it."""

    line: int
    head: int


class Stopped(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The first action that is no longer possible, and the board at that point."""

    version: int
    """Its version on the old line."""
    why: Literal["illegal_action", "chance_needed", "too_many_outcomes"]
    detail: str
    rule: str | UnsetType = UNSET
    chance_needed: Question | UnsetType = UNSET
    waiting_for: list[int]
    round: int
    turn: int
    board: Board


class Amended(Struct, frozen=True, kw_only=True):
    """What a correction led to, or would lead to. `changed` and `dropped` are versions of the old line."""

    line: int
    head: int
    previous: LineEnd
    """The old line. `undo` to `parts_at`, then `redo` to this head, takes the correction back."""
    parts_at: int
    kept: int
    """How many actions stay."""
    changed: list[int]
    """Those of them whose effects differ now."""
    dropped: list[int]
    """Actions that are not on the new line: removed, or from the stop on."""
    stopped: Stopped | None
    version: int
    """The game's version after it; for a dry run, the current one."""


class Adopted(Amended, frozen=True, kw_only=True):
    """What applying moves led to, or would lead to. `changed` and `dropped` are versions of where the moves come from.

    `undo` to `parts_at`, the head before, takes it back.
    """


class Choice(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One possible answer to a question."""

    value: Plain
    """The value of the field; `null` for a whole action."""
    label: str
    """The text of its row. Copies that look the same are one row, such as `Squire (2)`."""
    touches: list[str]
    """Ids of where it lies in the picture."""
    count: int | None
    """How many actions it leads to; `null` if more than a thousand."""
    action: Typed | UnsetType = UNSET
    """The action, if only one is left."""
    text: str | UnsetType = UNSET
    """The whole label of that action."""
    needs_version: bool = False
    """Some of its actions need `If-Match`, with the version that the player saw."""
    anytime: bool = False
    """The seat may take them even when the game does not wait for it."""
    by_hand: bool = False
    """They are entered by hand."""


class NumberChoices(Struct, frozen=True):
    """All whole numbers that answer a question, told by their limits: a screen can take one from a keypad."""

    action: Typed
    """The action with one of them; that with another one differs in the field alone."""
    field: str
    least: int
    most: int
    step: int
    """How far they are apart, from `least` on. A number in between may be refused, such as one that is written
    already."""


class ChoiceStep(Struct, frozen=True, kw_only=True):
    """The next question."""

    seat: int | None
    """The seat that is asked; `null` if several seats could act."""
    field: str
    """What the answer is for: `seat`, `type`, a field of the action, or `action` for whole actions."""
    question: str
    low: int
    """The fewest values that make an answer."""
    high: int
    """The most values that make an answer: more than one for a set, which is picked piece by piece."""
    enough: Choice | None
    """The answer that the pieces so far make, if more may follow."""
    values: list[Choice]
    """Empty if no action fits what was chosen."""
    numbers: NumberChoices | UnsetType = UNSET
    """If the answer is a number of many: all of them at once. `values` asks for it digit by digit, or step by step."""


class AskedSeat(Struct, frozen=True):
    """A seat that must act, and what it is asked."""

    seat: int
    question: str


class Choices(Struct, frozen=True):
    """The choices at a version of a game."""

    version: int
    waiting_for: list[AskedSeat]
    anytime: list[int]
    """Seats that may act although the game does not wait for them."""
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
    """With `until_refused`: why the next action was refused."""
    next: Choices | UnsetType = UNSET
    """With `next`: the next choices."""


class DryRun(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What actions would lead to, up to the first roll or draw that was not entered. Nothing was stored."""

    effects: list[TypedList]
    """The effects of each action that was decided."""
    board: Board
    waiting_for: list[int]
    chance_needed: Question | UnsetType = UNSET
    """The first roll or draw that was not entered."""
    refused: ProblemDetails | UnsetType = UNSET
    """With `until_refused`: why the next action would be refused."""


class LegalAction(Struct, frozen=True, kw_only=True):
    """An action that the rules allow now."""

    seat: int
    """The seat that may take it."""
    action: Typed
    label: str
    touches: list[str]
    needs_version: bool
    """It needs `If-Match`, with the version that the player saw."""
    anytime: bool
    """The seat may take it even when the game does not wait for it."""
    by_hand: bool
    """It is entered by hand; more values are accepted than are listed."""


class LegalActions(Struct, frozen=True):
    """What seats may do at a version of a game."""

    items: list[LegalAction]
    next: str | None
    version: int
