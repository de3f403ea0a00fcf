"""Texts, numbers and times that many shapes use.

Times are RFC 3339 in UTC. Versions count the events of a game from 1. Seats count from 1.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Annotated, Literal

from msgspec import Meta, Raw

from api.rest.web import form
from rulesets.kit import text
from rulesets.kit.sheets import LONGEST_TITLE
from rulesets.kit.structs import UndoPolicy as UndoPolicy

_VISIBLE = (
    "no control characters, no invisible ones, none that change the writing direction, and at most 4 marks on a letter"
)
_ONE_LINE = f"Text on one line: {_VISIBLE}."
Line = Annotated[str, form(text.LINE, _ONE_LINE, max_length=200)]
Title = Annotated[str, form(text.LINE, _ONE_LINE, max_length=LONGEST_TITLE)]
Prose = Annotated[str, form(text.PROSE, f"Text, with tabs and ends of lines: {_VISIBLE}.", max_length=5_000)]
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
        r"^(table|spectator|[1-9][0-9]?)$",
        "Whose view to give: `table` (everything), `spectator` (what is public) or a seat. By default the table; while "
        "Tabletale deals, the seat of the request, or else a spectator.",
        max_length=9,
    ),
]
Limit = Annotated[int, Meta(ge=1, le=200, description="The most items in the answer.")]
Cursor = Annotated[str, Meta(max_length=200, description="`next` of the previous page.")]
Plain = str | int | float | bool | None
Outcome = Annotated[str, Meta(max_length=200)] | Annotated[int, Meta(ge=-(2**53), le=2**53)] | None
Outcomes = Annotated[list[Outcome], Meta(max_length=1_000)]
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
Status = Literal["running", "finished", "abandoned"]
Visibility = Annotated[
    Literal["public", "unlisted", "private"],
    Meta(description="Stored, but it does nothing yet: every caller sees every game."),
]


EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECOND = timedelta(microseconds=1)


def time_of(microseconds: int) -> datetime:
    """A time in the form of answers."""
    return EPOCH + microseconds * MICROSECOND


def microseconds_of(time: datetime) -> int:
    """A time in the form of the log. Raises OverflowError for one that lies, in UTC, outside the years 1 to 9999."""
    microseconds = (time - EPOCH) // MICROSECOND
    time_of(microseconds)
    return microseconds
