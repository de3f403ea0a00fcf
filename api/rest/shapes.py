"""The shapes that clients rely on. What they hold is added to, never renamed.

Times are RFC 3339 in UTC. Versions count the events of a game from 1. Seats count from 1.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Annotated, Literal
from uuid import UUID

from msgspec import UNSET, Meta, Raw, Struct, UnsetType

from api.errors import Fault, Question
from api.rest.web import form
from rulesets.kit import text

_SEEN = "no control character, none that is not seen or turns the direction of writing, and at most 4 marks on a letter"
Line = Annotated[str, form(text.LINE, f"Text of 1 to 200 characters: {_SEEN}.", max_length=200)]
Prose = Annotated[
    str, form(text.PROSE, f"Text of 1 to 5,000 characters, tabs and ends of lines: {_SEEN}.", max_length=5_000)
]
Number = Annotated[int, Meta(ge=0, le=2**31 - 1)]
SeatNumber = Annotated[int, Meta(ge=1, le=99, description="A place at the table, from 1.")]
Time = Annotated[datetime, Meta(tz=True, description="RFC 3339.")]
TimeText = Annotated[
    str, form(r"^\d{4}-\d\d-\d\dT", "A time in RFC 3339, such as `2026-11-21T19:30:00Z`.", max_length=40)
]
Hash = Annotated[str, form(r"^[0-9a-f]{64}$", "SHA-256 in hex.", max_length=64)]
Address = Annotated[
    str,
    form(
        r"^(\d{1,9}|-\d{1,9}|head|start|end|(round|turn):\d{1,9}|(turn|move):start)$",
        "A version: `57`, `head`, `start`, `end`, `-3`, `round:3`, `turn:14`, `turn:start` or `move:start`.",
        max_length=20,
    ),
]
Viewer = Annotated[
    str,
    form(
        r"^(table|spectator|[1-9])$",
        "Who looks: `table` (sees everything), `spectator` (what is public) or a seat; without it, the table.",
        max_length=9,
    ),
]
Limit = Annotated[int, Meta(ge=1, le=200, description="How many at most.")]
Cursor = Annotated[str, Meta(max_length=200, description="`next` of the page before.")]
Plain = str | int | float | bool | None
Outcome = Annotated[str, Meta(max_length=200)] | Annotated[int, Meta(ge=-(2**53), le=2**53)] | None
Options = dict[Annotated[str, Meta(max_length=60)], Annotated[str, Meta(max_length=200)] | int | bool]
Board = Annotated[Raw, Meta(description="The board as the viewer sees it; its fields are the ruleset's.")]
TYPED = {"type": "object", "required": ["type"], "properties": {"type": {"type": "string"}}}
Typed = Annotated[
    Raw, Meta(description="An object with a `type`; its other fields are the ruleset's.", extra_json_schema=TYPED)
]
TypedList = Annotated[
    Raw,
    Meta(
        description="Objects with a `type`; their other fields are the ruleset's.",
        extra_json_schema={"type": "array", "items": TYPED},
    ),
]
Patterned = Annotated[Raw, Meta(description="A JSON Schema.")]

ChanceMode = Literal["table", "server"]
UndoPolicy = Literal["free", "own_turn"]
Status = Literal["running", "finished", "abandoned"]
Visibility = Annotated[
    Literal["public", "unlisted", "private"],
    Meta(description="Kept, and does nothing yet: whoever reaches the service sees every game."),
]


EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECOND = timedelta(microseconds=1)


def time_of(microseconds: int) -> datetime:
    """A time as answers have it."""
    return EPOCH + microseconds * MICROSECOND


def microseconds_of(time: datetime) -> int:
    """A time as the log has it. Raises OverflowError for one that lies, in UTC, outside the years 1 to 9999."""
    microseconds = (time - EPOCH) // MICROSECOND
    time_of(microseconds)
    return microseconds


# --- problems


class ProblemDetails(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """RFC 9457: what is answered instead of what was asked for."""

    type: str
    """The address of a page about this kind of problem."""
    title: str
    status: int
    detail: str
    next_step: str
    """What to do about it."""
    rule: str | UnsetType = UNSET
    """The id of the rule that forbids it."""
    rule_text: str | UnsetType = UNSET
    version: int | UnsetType = UNSET
    """Of a stale version, the game's current one; of a refused undo, the event that blocks."""
    chance_needed: Question | UnsetType = UNSET
    errors: tuple[Fault, ...] | UnsetType = UNSET


# --- rulesets and their component sets


class Ruleset(Struct, frozen=True, kw_only=True):
    """A rulebook that games can be recorded with."""

    name: str
    title: str
    version: int
    seats: list[int]
    """The numbers of seats it can be played with."""


class Rulesets(Struct, frozen=True):
    """A list of rulesets."""

    items: list[Ruleset]
    next: str | None


class Rule(Struct, frozen=True):
    """A numbered rule or ruling, in our own words."""

    id: str
    text: str


class FullRuleset(Struct, frozen=True, kw_only=True):
    """A rulebook with its options, actions and rules."""

    name: str
    title: str
    version: int
    seats: list[int]
    score: str
    """What `standing` counts."""
    cooperative: bool
    """Whether all seats win together or lose together."""
    options: Patterned
    choices: dict[str, list[str]]
    """What options may be with the component set that ships with it, as far as it can be listed."""
    actions: dict[str, Patterned]
    """JSON Schema of each action, by type."""
    starter: str
    """The hash of the component set that ships with it."""
    rules: list[Rule]


class ComponentSet(Struct, frozen=True, kw_only=True):
    """Card faces, tiles or maps that a ruleset plays with; it never changes."""

    hash: str
    ruleset: str
    name: str
    created_at: Time


class ComponentSets(Struct, frozen=True):
    """A list of component sets."""

    items: list[ComponentSet]
    next: str | None


class FullComponentSet(Struct, frozen=True, kw_only=True):
    """A component set with its text."""

    hash: str
    ruleset: str
    name: str
    created_at: Time
    source: str
    """The file as its author wrote it."""
    document: Annotated[Raw, Meta(description="What the file says; its hash is the SHA-256 of its canonical JSON.")]


# --- players


class Player(Struct, frozen=True, kw_only=True):
    """A person's profile."""

    id: UUID
    name: str
    created_at: Time


class Players(Struct, frozen=True):
    """A list of players."""

    items: list[Player]
    next: str | None


# --- games


class Seat(Struct, frozen=True):
    """A place at the table, and who sits there as far as that is known."""

    seat: int
    player: UUID | None
    name: str | None


class Score(Struct, frozen=True):
    """How a seat stands."""

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
    ranks: list[Rank]


class Possible(Struct, frozen=True, omit_defaults=True):
    """Where undo or redo would lead, or why it may not be."""

    to: int | UnsetType = UNSET
    why_not: str | UnsetType = UNSET


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
    """The version that play stands on."""
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


class Game(ListedGame, frozen=True, kw_only=True):
    """A game with what may be undone."""

    can_undo: Possible
    can_redo: Possible
    chance_proof: ChanceProof | UnsetType = UNSET
    """Once a game in which the server rolled is finished."""


class ChanceProof(Struct, frozen=True):
    """What shows that the server rolled fairly."""

    key: str
    """The secret key in hex; its SHA-256 stands in the action of the first event, as `chance_key_hash`."""


class Games(Struct, frozen=True):
    """A list of games, newest first."""

    items: list[ListedGame]
    next: str | None


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
    """The version it builds on: 0 for the first; of an undo or redo, where play stands after it."""
    kind: Literal["start", "play", "undo", "redo", "adjust", "end"]
    seat: int | None
    by: str | None
    action: Typed | None
    effects: TypedList
    outcomes: list[Plain] | UnsetType = UNSET
    """What chance told; for the table, and for everybody once the game is finished."""
    text: str
    recorded_at: Time
    occurred_at: Time | None
    hash: str


class Events(Struct, frozen=True):
    """Events of a game, in the order of their versions or along a line."""

    items: list[Event]
    next: str | None


class Recorded(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What was stored, and the board that play stands on."""

    events: list[Event]
    version: int
    head: int
    status: Status
    waiting_for: list[int]
    board: Board
    refused: ProblemDetails | UnsetType = UNSET
    """With `until_refused`: why the actions after them were not taken."""


class DryRun(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What actions would lead to, as far as that is known without chance. Nothing was stored."""

    effects: list[TypedList]
    """Of each action that was decided."""
    board: Board
    waiting_for: list[int]
    chance_needed: Question | UnsetType = UNSET
    """The first question to chance that was not answered."""
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


# --- the timeline


class TimelineEvent(Struct, frozen=True, kw_only=True):
    """An event in a sentence."""

    version: int
    seat: int | None
    by: str | None
    type: str
    text: str
    marks: list[str]
    touches: list[str]
    recorded_at: Time
    occurred_at: Time | None
    think_seconds: float | None
    """Time since the event before it on the line."""


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
    """Versions that play left by undo."""

    start: int
    parts_at: int
    end: int
    length: int


class Timeline(Struct, frozen=True):
    """One line of a game, and what parts from it."""

    game: UUID
    viewer: str
    line: int
    rounds: list[TimelineRound]
    branches: list[Branch]
    markers: list[TimelineEvent]
    """Undo and redo, oldest first: they are no steps of a line."""


# --- statistics


class Statistic(Struct, frozen=True, kw_only=True):
    """A question that can be asked of the history."""

    name: str
    title: str
    question: str
    about: str
    parameters: Patterned
    charts: bool
    """Whether it can be had as a chart."""


class Statistics(Struct, frozen=True):
    """A list of statistics."""

    items: list[Statistic]
    next: str | None


class AsOf(Struct, frozen=True):
    """How much of the log an answer speaks of."""

    position: int
    at: Time | None


class StatisticResult(Struct, frozen=True, kw_only=True):
    """What the history answers."""

    name: str
    question: str
    """What was asked, in a sentence."""
    rows: Annotated[
        Raw,
        Meta(
            description="Each with `n`, `value`, `lo` and `hi` (95 %), `shrunk` and `base`.",
            extra_json_schema={"type": "array", "items": {"type": "object", "required": ["n"]}},
        ),
    ]
    excluded: dict[str, int]
    """How many games were left out, by reason."""
    as_of: AsOf


# --- operations


class Health(Struct, frozen=True):
    """Whether the service works."""

    status: Literal["ok"]
    version: str
    """Of the program."""
