"""What each statistic defines: its texts, its parameters, and the functions that count, describe and draw it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic

from msgspec import Struct

from analytics.params import P

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import altair as alt
    import polars as pl

    from analytics.lake import Tables
    from analytics.names import Names
    from analytics.panels import Panel
    from analytics.rulebook import Rulebook


class Finished(Struct, frozen=True):
    """The rows of a result, and corrections to the number of excluded games, by reason: 0 where this statistic counts
    them."""

    rows: pl.DataFrame
    excluded: dict[str, int] = {}


class Asked(Struct, Generic[P], frozen=True):
    """What charts, tables and findings need to know about the question."""

    params: P
    title: str
    question: str
    note: str
    ruleset: Rulebook
    names: Names


@dataclass(frozen=True)
class Job(Generic[P]):
    """One statistic. It counts each part of the lake on its own; the counts of two parts add up to those of both."""

    name: str
    title: str
    """A few words that name the answer: `Win rate by faction`."""
    about: str
    """What it shows, in one sentence."""
    definition: str
    """What its columns mean, exactly."""
    sample_unit: str
    """What `n` counts: `one game`."""
    interval: str
    """How `lo` and `hi` are calculated."""
    test: str
    """How `p_value` and `q` are calculated; empty where nothing is tested."""
    independence: str
    """What counts as one independent observation, and why."""
    limitations: str
    """What it does not show, and what a reader may wrongly conclude."""
    params: type[P]
    question: Callable[[P, Rulebook], str]
    """The question that these parameters ask, as one sentence."""
    partial: Callable[[Tables, P], pl.DataFrame]
    """The counts of one part of the lake."""
    finish: Callable[[pl.DataFrame, P], Finished]
    """Rates and intervals from the concatenated counts of all parts; rows with equal keys are not added up yet."""
    finding: Callable[[pl.DataFrame, Asked[P]], str]
    """What the rows show, in one or two sentences; called with at least one row. It says "more" or "less" only where
    `words.clear` does, and never why."""
    panels: Callable[[pl.DataFrame, Asked[P]], Sequence[Panel]]
    """The rows as tables of text."""
    chart: Callable[[pl.DataFrame, Asked[P]], alt.TopLevelMixin]
    """The chart of a result that has rows."""
    sample: Callable[[pl.DataFrame], str]
    """The sample of a result that has rows: `300 games`."""
    empty: pl.DataFrame
    """A table of counts without rows."""
    title_for: Callable[[P, Rulebook], str] | None = None
    """The title with these parameters, where it differs from `title`: `Copper by round`."""
    example_games: Callable[[Tables, P], pl.LazyFrame] | None = None
    """The games that each row counts, in one part of the lake: `row`, its key in `Panel.row_keys`, and `game_id`."""
    count_excluded: Callable[[pl.DataFrame, P], pl.DataFrame] | None = None
    """Counts of excluded games that this statistic uses, from rows of `exclusions`: games that never ended."""
    names_players: bool = False
    """Whether the finding or the table contains names of players."""
    version: int = 1
    """Raised when a figure changes its meaning: cached results of older versions are not used."""


AnyJob = Job[Any]
