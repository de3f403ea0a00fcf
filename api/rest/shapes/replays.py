"""A whole line in one download, and the differences between two versions."""

from __future__ import annotations

from typing import Annotated, Any, Literal
from uuid import UUID

from msgspec import UNSET, Meta, Struct, UnsetType

from api.rest.shapes.games import ListedGame, Score
from api.rest.shapes.values import Board


class ReplayHead(Struct, frozen=True, kw_only=True):
    """The header of a replay: the first line of the download."""

    game: ListedGame
    viewer: str
    line: int
    first: int
    """The first version of the replay."""
    last: int
    """The last version that the query asks for."""
    next: int | None
    """If there is more than one download holds, the `from` of the next one."""


class ReplayedEvent(Struct, frozen=True, kw_only=True):
    """One event, and the whole board after it, as the viewer sees it."""

    version: int
    seat: int | None
    round: int
    turn: int
    """Round and turn of the board after it."""
    text: str
    touches: list[str]
    marks: list[str]
    view: Board


class Replay(ReplayHead, frozen=True, kw_only=True):
    """A line of a game, event by event."""

    events: list[ReplayedEvent]


class Operation(Struct, frozen=True, kw_only=True, omit_defaults=True, rename={"from_": "from"}):
    """One operation of a JSON Patch (RFC 6902)."""

    op: Literal["add", "remove", "replace", "move"]
    path: str
    """JSON Pointer (RFC 6901) into the board."""
    from_: str | UnsetType = UNSET
    value: Annotated[Any, Meta(description="The value to put there.")] = UNSET


class Side(Struct, frozen=True, kw_only=True):
    """One of the two versions that are compared."""

    version: int
    line: int
    round: int
    turn: int
    standing: list[Score]


class Diff(Struct, frozen=True, kw_only=True, rename={"from_": "from"}):
    """The difference between two versions, as the viewer sees them."""

    game: UUID
    viewer: str
    from_: Side
    to: Side
    patch: list[Operation]
