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
    unit: str
    """What one `n` is."""
    interval: str
    """How `lo` and `hi` are worked out."""
    test: str
    """How `p_value` and `q` are; empty where nothing is tested."""
    clusters: str
    """What counts as one independent observation."""
    blind: str
    """What it cannot tell."""
    parameters: Patterned
    charts: bool
    """Whether there is a chart of it."""


class StatisticQuestion(Struct, frozen=True, kw_only=True):
    """A question that players of a ruleset ask: a statistic with its parameters. Its name is asked like that of one."""

    name: str
    question: str
    statistic: str
    params: dict[str, str | int | bool]


class Statistics(Struct, frozen=True):
    """A list of statistics, and the questions of a ruleset."""

    items: list[Statistic]
    questions: list[StatisticQuestion]
    next: str | None


class Method(Struct, frozen=True, kw_only=True):
    """How an answer was counted."""

    sample: str
    unit: str
    interval: str
    test: str
    clusters: str
    blind: str


class StatisticPanel(Struct, frozen=True, kw_only=True):
    """A table of words: at most seven columns, the first of them the labels."""

    heading: str
    columns: list[str]
    rows: list[list[str]]
    below: str
    """What was folded into one line."""


class AsOf(Struct, frozen=True):
    """The part of the log that an answer covers."""

    position: int
    at: Time | None


class StatisticResult(Struct, frozen=True, kw_only=True):
    """The result of a statistic."""

    name: str
    question: str
    """What was asked, in a sentence."""
    finding: str
    """What the rows say, in a sentence."""
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
