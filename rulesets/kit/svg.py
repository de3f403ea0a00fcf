"""Pictures: what every ruleset draws with."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic

from msgspec import Struct

from rulesets.kit.structs import B, Effect, Seat, Viewer

if TYPE_CHECKING:
    from collections.abc import Mapping


class Scene(Struct, Generic[B], frozen=True):
    """What a picture shows: a board as somebody sees it, and what the last event did to it."""

    board: B
    before: B | None
    """The board before the last event, for what moved away; `None` at the start of a game."""
    effects: tuple[Effect[B], ...]
    """The last event's, as the viewer sees them."""
    viewer: Viewer
    names: Mapping[Seat, str]
    """What the seats are called; a picture with an address of its own names no player."""
    version: int
    touches: frozenset[str] = frozenset()
    """Ids of what is ringed."""
    may: frozenset[str] = frozenset()
    """Ids of what can be chosen now, for an open choice."""
    standalone: bool = True
    """Whether the style sheets stand inside, as in a file of its own; a page has them already."""
