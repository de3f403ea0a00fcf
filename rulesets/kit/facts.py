"""An event as typed rows, for analytics: the action is step 0, its effects are steps 1 and up."""

from __future__ import annotations

from msgspec import Struct


class Fact(Struct, frozen=True, gc=False):
    """One row. What a type does not use stays null; a ruleset's `facts.py` says what each type fills in."""

    step: int
    """0: the action (a decision); 1..: an effect (a consequence), by its place in the event."""
    type: str
    seat: int | None = None
    """Whom it concerns: who acted, or whose Soldiers, cards or health the effect changed."""
    phase: str | None = None
    """The phase that the action answered."""
    card: str | None = None
    place: str | None = None
    """Where it happened, as an id (`front:1.2`)."""
    target: str | None = None
    """Against what, as an id (`front:2.3`)."""
    kind: str | None = None
    """A word out of a short list: a type of Soldier, a reason, a way of acting."""
    value: int | None = None
    """How many, or how much; the ruleset's `facts.py` says of what."""
    die_sides: int | None = None
    die_face: int | None = None
