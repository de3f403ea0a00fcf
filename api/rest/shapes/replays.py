"""A game to step through in one download, and what differs between two of its versions."""

from __future__ import annotations

from typing import Annotated, Any, Literal
from uuid import UUID

from msgspec import UNSET, Meta, Struct, UnsetType

from api.rest.shapes.games import ListedGame, Score
from api.rest.shapes.values import Board


class ReplayHead(Struct, frozen=True, kw_only=True):
    """What is replayed: the first line of the download."""

    game: ListedGame
    viewer: str
    line: int
    first: int
    """The first version of it;"""
    last: int
    """and the last one that was asked for."""
    next: int | None
    """Where to go on, with `from`, where that is more than one download holds."""


class ReplayedEvent(Struct, frozen=True, kw_only=True):
    """One event, and the whole board after it, as the viewer sees it."""

    version: int
    seat: int | None
    round: int
    turn: int
    """As the board after it has them."""
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
    value: Annotated[Any, Meta(description="What is put there.")] = UNSET


class Side(Struct, frozen=True, kw_only=True):
    """A version that is compared."""

    version: int
    line: int
    round: int
    turn: int
    standing: list[Score]


class Diff(Struct, frozen=True, kw_only=True, rename={"from_": "from"}):
    """What leads from the view of one version to that of another."""

    game: UUID
    viewer: str
    from_: Side
    to: Side
    patch: list[Operation]
