"""The statistics."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Raw, Struct

from api.rest.shapes.values import Patterned, Time


class Statistic(Struct, frozen=True, kw_only=True):
    """A statistic of the catalogue."""

    name: str
    title: str
    question: str
    about: str
    """What it shows, in one sentence."""
    sample_unit: str
    """What `n` counts."""
    interval: str
    """How `lo` and `hi` are calculated."""
    test: str
    """How `p_value` and `q` are calculated; empty where nothing is tested."""
    independence: str
    """What counts as one independent observation."""
    limitations: str
    """What it does not show."""
    parameters: Patterned
    charts: bool
    """Whether it has a chart."""


class StatisticQuestion(Struct, frozen=True, kw_only=True):
    """A question about a ruleset: a statistic with its parameters. Ask it by its name, like a statistic."""

    name: str
    title: str
    question: str
    statistic: str
    params: dict[str, str | int | bool]


class Statistics(Struct, frozen=True):
    """A list of statistics, and the questions of a ruleset."""

    items: list[Statistic]
    questions: list[StatisticQuestion]
    next: str | None


class Method(Struct, frozen=True, kw_only=True):
    """The method of a result."""

    sample: str
    definition: str
    """What the columns mean, exactly."""
    sample_unit: str
    interval: str
    test: str
    independence: str
    limitations: str


class StatisticPanel(Struct, frozen=True, kw_only=True):
    """A table of words: at most seven columns, the first of them the labels."""

    heading: str
    columns: list[str]
    rows: list[list[str]]
    below: str
    """A note on rows that are not shown."""


class AsOf(Struct, frozen=True):
    """The part of the log that an answer covers."""

    position: int
    at: Time | None


class StatisticResult(Struct, frozen=True, kw_only=True):
    """The result of a statistic."""

    name: str
    title: str
    """A few words that name the answer."""
    question: str
    """The question, in one sentence."""
    finding: str
    """What the rows show, in words."""
    table: list[StatisticPanel]
    rows: Annotated[
        Raw,
        Meta(
            description="Each with its `n`; rates with `value`, `lo` and `hi` (95 %), `shrunk` and `base`.",
            extra_json_schema={"type": "array", "items": {"type": "object", "required": ["n"]}},
        ),
    ]
    method: Method
    excluded: dict[str, int]
    """How many games were left out, by reason."""
    as_of: AsOf
