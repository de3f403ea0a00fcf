"""An event as typed rows, for analytics: the action is step 0, its effects are steps 1 and up.

What each holds is told beside it, by `Action.fact` and `Effect.facts`. By default that is one row of the fields that
are called as a Fact's are (`seat`, `card`, `kind`, `place`, `target`, `value`); the kit fills in `step`, `type` and the
seat of the action.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from msgspec import Struct


class Fact(Struct, gc=False):
    """One row. What a type does not use stays null. Not frozen: the kit fills in where it stands."""

    step: int = 0
    """0: the action (a decision); 1..: an effect (a consequence), by its place in the event."""
    type: str = ""
    """Of the action or effect, or another word where one effect gives rows of several kinds (`SoldiersMissed`)."""
    seat: int | None = None
    """Whom it concerns: who acted, or whose Soldiers, cards or health the effect changed."""
    card: str | None = None
    place: str | None = None
    """Where it happened, as an id (`front:1.2`)."""
    target: str | None = None
    """Against what, as an id (`front:2.3`)."""
    kind: str | None = None
    """A word out of a short list: a type of Soldier, a reason, a way of acting."""
    value: int | None = None
    """How many, or how much; the docstring of the effect says of what."""
    die_sides: int | None = None
    die_face: int | None = None


def fact_of(part: Struct) -> Fact:
    """A row of the fields that are called as a Fact's are."""
    return Fact(**{name: getattr(part, name) for name in _shared(type(part))})


@cache
def _shared(kind: type[Any]) -> tuple[str, ...]:
    return tuple(name for name in kind.__struct_fields__ if name in Fact.__struct_fields__)
