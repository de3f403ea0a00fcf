"""An event as typed rows, for analytics: the action is step 0, its effects are steps 1 and up.

`Action.fact` and `Effect.facts` fill them. By default that is one row of the fields that
are called as a Fact's are (`seat`, `card`, `kind`, `place`, `target`, `value`), and of those that `columns` tells the
column of; the kit fills in `step`, `type`, `chance` and the seat of the action. Every field of an action and of an
effect has a column, or is named in `silent` with the reason: the conformance suite looks.
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
    """A word out of a short list: a type of Soldier, a reason, a way of acting, a kind of question."""
    value: int | None = None
    """How many, or how much; the docstring of the effect says of what."""
    die_sides: int | None = None
    die_face: int | None = None
    source: str | None = None
    """What did it, as an id: the hero, tower, unit, skill or task."""
    choice: str | None = None
    """What was picked; `kind` says out of what."""
    chance: bool | None = None
    """Whether a die, a draw or a shuffle gave it. Null: as the effect's `mark` says."""
    mean: float | None = None
    """What chance gives on average: of `value`, or of `die_face` where there is no value."""
    variance: float | None = None


WORDS = frozenset({"type", "card", "place", "target", "kind", "source", "choice"})
"""The columns of text."""


def rolled(sides: int, face: int, **more: Any) -> Fact:
    """A row of a fair die that was rolled, with what it gives on average."""
    return Fact(
        die_sides=sides, die_face=face, chance=True, mean=(sides + 1) / 2, variance=(sides * sides - 1) / 12, **more
    )


def fact_of(part: Struct) -> Fact:
    """A row of the fields that are called as a Fact's are, or that `columns` gives a column."""
    fact = Fact()
    for name, column in columns_of(type(part)):
        value = getattr(part, name)
        setattr(fact, column, in_words(value) if type(value) is not str and column in WORDS else value)
    return fact


def in_words(value: Any) -> str | None:
    """A value as a column of text holds it: truth is `yes` or `no`, and a list its parts with spaces."""
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "yes" if value else "no"
    return " ".join(map(str, value)) if isinstance(value, tuple | frozenset) else str(value)


@cache
def columns_of(kind: type[Struct]) -> tuple[tuple[str, str], ...]:
    """The fields of an action or effect that its default row holds, each with its column."""
    columns: dict[str, str] = getattr(kind, "columns", {})
    named = {name: columns.get(name, name) for name in kind.__struct_fields__}
    return tuple((name, column) for name, column in named.items() if column in Fact.__struct_fields__)
