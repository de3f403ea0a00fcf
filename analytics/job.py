"""What a statistic is made of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic

from msgspec import Struct

from analytics.params import P
from rulesets.kit.history import Question

if TYPE_CHECKING:
    from collections.abc import Callable

    import altair as alt
    import polars as pl

    from analytics.lake import Tables


class Rulebook(Struct, frozen=True):
    """What a question says of the ruleset that it asks about."""

    title: str
    cooperative: bool = False
    """Whether all seats win or lose together."""
    score: str = "score"
    """What a score counts, such as `Health`."""
    titles: dict[str, str] = {}
    """Types of actions and effects in words."""
    questions: tuple[Question, ...] = ()
    """What its players ask."""


class Finished(Struct, frozen=True):
    """The rows of a result, and what was left out of them beside games that do not count: how many, by reason."""

    rows: pl.DataFrame
    excluded: dict[str, int] = {}


class Asked(Struct, Generic[P], frozen=True):
    """A question and its answer as a chart's heading needs them."""

    params: P
    question: str
    note: str


@dataclass(frozen=True)
class Job(Generic[P]):
    """One statistic. It counts part by part of the lake; counts of two parts add up to those of both together."""

    name: str
    title: str
    about: str
    """What it shows, what its `n` counts, and what to beware of."""
    params: type[P]
    question: Callable[[P, Rulebook], str]
    """The English question that these parameters ask."""
    partial: Callable[[Tables, P], pl.DataFrame]
    """What one part of the lake counts."""
    finish: Callable[[pl.DataFrame, P], Finished]
    """Rates and intervals from the counts of all parts, concatenated; rows of equal keys are not added yet."""
    chart: Callable[[pl.DataFrame, Asked[P]], alt.TopLevelMixin]
    """The picture of a result that has rows."""
    sample: Callable[[pl.DataFrame], str]
    """The sample of a result that has rows: `n = 300 games`."""
    empty: pl.DataFrame
    """Counts of no part at all."""


AnyJob = Job[Any]
