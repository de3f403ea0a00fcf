"""The statistics."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Raw, Struct

from api.rest.shapes.values import Patterned, Time


class Statistic(Struct, frozen=True, kw_only=True):
    """A statistic that can be asked for."""

    name: str
    title: str
    question: str
    about: str
    parameters: Patterned
    charts: bool
    """Whether there is a chart of it."""


class Statistics(Struct, frozen=True):
    """A list of statistics."""

    items: list[Statistic]
    next: str | None


class AsOf(Struct, frozen=True):
    """The part of the log that an answer covers."""

    position: int
    at: Time | None


class StatisticResult(Struct, frozen=True, kw_only=True):
    """The result of a statistic."""

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
