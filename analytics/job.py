"""What a statistic is made of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic

from msgspec import Struct

from analytics.params import P
from rulesets.kit.history import Question

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import altair as alt
    import polars as pl

    from analytics.lake import Tables
    from analytics.names import Names
    from analytics.panels import Panel


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
    endings: dict[str, str] = {}
    """Why its games are over, in words that go on after a colon."""


class Finished(Struct, frozen=True):
    """The rows of a result, and what was left out of them beside games that do not count: how many, by reason; 0 where
    games that do not count otherwise do."""

    rows: pl.DataFrame
    excluded: dict[str, int] = {}


class Asked(Struct, Generic[P], frozen=True):
    """A question as its chart, its table and its finding need it."""

    params: P
    question: str
    note: str
    ruleset: Rulebook
    names: Names


@dataclass(frozen=True)
class Job(Generic[P]):
    """One statistic. It counts part by part of the lake; counts of two parts add up to those of both together."""

    name: str
    title: str
    about: str
    """What it shows."""
    unit: str
    """What one `n` is: `one game`."""
    interval: str
    """How `lo` and `hi` are worked out."""
    test: str
    """How `p_value` and `q` are; empty where nothing is tested."""
    clusters: str
    """What counts as one independent observation, and why."""
    blind: str
    """What it cannot tell, and what a reader may take it for by mistake."""
    params: type[P]
    question: Callable[[P, Rulebook], str]
    """The English question that these parameters ask."""
    partial: Callable[[Tables, P], pl.DataFrame]
    """What one part of the lake counts."""
    finish: Callable[[pl.DataFrame, P], Finished]
    """Rates and intervals from the counts of all parts, concatenated; rows of equal keys are not added yet."""
    finding: Callable[[pl.DataFrame, Asked[P]], str]
    """What rows that are there say, in one sentence. It says "more" or "less" only where `words.clear` does, and never
    why."""
    panels: Callable[[pl.DataFrame, Asked[P]], Sequence[Panel]]
    """The rows as tables of words."""
    chart: Callable[[pl.DataFrame, Asked[P]], alt.TopLevelMixin]
    """The picture of a result that has rows."""
    sample: Callable[[pl.DataFrame], str]
    """The sample of a result that has rows: `300 games`."""
    empty: pl.DataFrame
    """Counts of no part at all."""
    leads: Callable[[Tables, P], pl.LazyFrame] | None = None
    """The games that rows are of: `lead`, as `Panel.leads` has it, and `game_id`, for one part of the lake."""
    left_out: Callable[[pl.DataFrame, P], pl.DataFrame] | None = None
    """Counts of games that do not count otherwise, out of rows of `exclusions`: those that never ended."""
    names_players: bool = False
    """Whether finding or table say what players are called."""
    version: int = 1
    """Raised when a figure gets another meaning: kept results of older versions are not used."""


AnyJob = Job[Any]
