"""One event as a viewer may see it, with its sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import Struct

from rulesets.kit.structs import Action, Start

if TYPE_CHECKING:
    from events import Event, Header
    from rulesets.kit.phases import Board, Seat
    from rulesets.kit.structs import Effect, StoredAction


MARKED_KINDS = frozenset({"undo", "redo", "adjust"})
"""Kinds of events that a timeline marks."""


class Step(Struct, frozen=True):
    """One event as a viewer may see it."""

    event: Event
    action: StoredAction | None
    """None for a marker."""
    effects: tuple[Effect[Any], ...]
    before: Board
    """The viewer's board before the event."""
    after: Board
    """The viewer's board after it."""
    text: str
    """One sentence or more, with the names of the seats."""

    @property
    def touches(self) -> tuple[str, ...]:
        """The ids of what it changed, in the picture."""
        return tuple(dict.fromkeys(touch for effect in self.effects for touch in effect.touches()))

    @property
    def marks(self) -> tuple[str, ...]:
        """Some of `roll`, `draw`, `reveal`, `undo`, `redo`, `adjust`."""
        kind = self.event.kind
        found = dict.fromkeys(effect.mark for effect in self.effects if effect.mark)
        return (kind, *found) if kind in MARKED_KINDS else tuple(found)


def marker_text(event: Event | Header) -> str:
    """The sentence of an undo or redo."""
    return f"{'Undone' if event.kind == 'undo' else 'Redone'}: the game is at version {event.parent} again."


def action_text(action: StoredAction | None, before: Board, seat: Seat | None) -> str:
    """The sentence of an event whose effects have none: its action as a sentence."""
    if isinstance(action, Start):
        return "The game begins."
    return f"{action.label(before, seat)}." if isinstance(action, Action) and seat else "Nothing changes."
