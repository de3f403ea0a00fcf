"""What the history tells."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Raw, Struct

from api.rest.shapes.values import Patterned, Time


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
