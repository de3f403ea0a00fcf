"""The result of a statistic, and the forms that it comes in."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from io import BytesIO
from typing import TYPE_CHECKING, Any

import msgspec
import polars as pl
from msgspec import Struct

from analytics import chart_size, charts
from analytics.job import Asked
from analytics.panels import WIDTH, text_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    from analytics.job import AnyJob
    from analytics.names import Names
    from analytics.panels import Panel
    from analytics.params import Params
    from analytics.rulebook import Rulebook


DRAWN = ("value", "winners", "losers")
"""Columns that charts draw; without a value in any of them there is no chart."""

NOTHING_TO_DRAW = "There is no chart yet: no row has enough games."


class AsOf(Struct, frozen=True):
    """The part of the log that it covers: everything up to `position`, exported `at` (UTC; null if never)."""

    position: int
    at: datetime | None


class Method(Struct, frozen=True):
    """How an answer was calculated, in words for a reader."""

    sample: str
    """How many games there are: `300 games`."""
    definition: str
    """What the columns mean, exactly."""
    sample_unit: str
    """What `n` counts."""
    interval: str
    test: str
    independence: str
    limitations: str


@dataclass(frozen=True)
class Result:
    """The rows that a statistic found."""

    name: str
    title: str
    """A few words that name the answer: `Win rate by faction`."""
    question: str
    """The question, as one sentence."""
    rows: pl.DataFrame
    """Each with `n`, `value`, `lo`, `hi` (95 %), `shrunk` and `base`; values of too small samples are null."""
    excluded: dict[str, int]
    """How many games were excluded, by reason."""
    as_of: AsOf
    key: str
    """Equal for equal answers, but for players' names and the time of the export."""
    job: AnyJob
    params: Params
    ruleset: Rulebook
    names: Names
    nothing: str = ""
    """Why there are no rows."""
    latest_games: Callable[[], tuple[str, ...]] = tuple
    """Looks up the ids of the latest games of the sample."""
    example_games: Callable[[int, str | None], dict[str, tuple[str, ...]]] = lambda _most, _row: {}
    """Looks up the ids of the latest games that each row counts, by `Panel.row_keys`: at most this many; or of one row.
    """

    @property
    def asked(self) -> Asked[Params]:
        """What charts, tables and findings need to know about the question."""
        return Asked(self.params, self.title, self.question, self._note(), self.ruleset, self.names)

    @property
    def finding(self) -> str:
        """What it says, in one sentence."""
        return self.job.finding(self.rows, self.asked) if self.rows.height else self.nothing

    @cached_property
    def panels(self) -> tuple[Panel, ...]:
        """The rows as tables of words."""
        return tuple(self.job.panels(self.rows, self.asked)) if self.rows.height else ()

    @cached_property
    def drawable(self) -> bool:
        """Whether any row has a figure to draw."""
        return any(self.rows[name].count() for name in DRAWN if name in self.rows.columns)

    @property
    def not_drawn(self) -> str:
        """Why there is no chart; empty if there is one."""
        return "" if self.drawable else NOTHING_TO_DRAW if self.rows.height else self.nothing

    @property
    def chart_size(self) -> tuple[int, int]:
        """About how wide and high the chart is, in pixels."""
        return chart_size.remembered(self.key, self.to_vega)

    @property
    def method(self) -> Method:
        """The method of the answer."""
        job = self.job
        sample = job.sample(self.rows) if self.rows.height else "0 games"
        return Method(
            sample, job.definition, job.sample_unit, job.interval, job.test, job.independence, job.limitations
        )

    @property
    def excluded_text(self) -> str:
        """The number of excluded games, by reason: `12 unfinished, 3 archived`."""
        return ", ".join(f"{n:,} {reason.replace('_', ' ')}" for reason, n in self.excluded.items() if n)

    def to_text(self) -> str:
        """Title, question, finding, table and sample, in 80 columns."""
        sample = f"{self.method.sample}{', 95 % intervals' if self.job.interval else ''}"
        parts = [
            "\n".join(
                line for text in (self.title, self.question, self.finding) for line in charts.wrapped(text, WIDTH)
            ),
            *([text_of(self.panels)] if self.panels else []),
            "\n".join(charts.wrapped(f"{sample}, {self._up_to} (position {self.as_of.position:,}).", WIDTH)),
        ]
        return "\n\n".join(parts)

    @property
    def _up_to(self) -> str:
        at = self.as_of.at
        return f"up to {at.day} {at:%b %Y %H:%M} UTC" if at else "before anything was read"

    def to_json(self) -> bytes:
        """`{name, title, question, finding, table, rows, method, excluded, as_of}`."""
        return msgspec.json.encode(
            {
                "name": self.name,
                "title": self.title,
                "question": self.question,
                "finding": self.finding,
                "table": [panel.plain() for panel in self.panels],
                "rows": self.rows.to_dicts(),
                "method": self.method,
                "excluded": self.excluded,
                "as_of": self.as_of,
            }
        )

    def to_csv(self) -> str:
        """The rows with a heading line; a list is written with ` > ` between its parts."""
        lists = [name for name, kind in self.rows.schema.items() if kind == pl.List]
        return self.rows.with_columns(pl.col(lists).list.join(" > ")).write_csv()

    def to_parquet(self) -> bytes:
        """The rows as one Parquet file."""
        buffer = BytesIO()
        self.rows.write_parquet(buffer)
        return buffer.getvalue()

    def to_arrow(self) -> bytes:
        """The rows as an Arrow IPC stream."""
        buffer = BytesIO()
        self.rows.write_ipc_stream(buffer)
        return buffer.getvalue()

    def to_vega(self) -> dict[str, Any]:
        """The chart as a Vega-Lite specification."""
        asked = self.asked
        chart = self.job.chart(self.rows, asked) if self.drawable else charts.nothing(self.not_drawn)
        return charts.spec(chart, asked)

    def to_svg(self) -> str:
        """The chart as a picture, light or dark like its reader's screen. About a second the first time in a process,
        then 60 ms."""
        return charts.picture(self.to_vega())

    def to_png(self) -> bytes:
        """The chart as a light picture, two pixels for each of the SVG's."""
        return charts.png(self.to_vega())

    def _note(self) -> str:
        sample = [self.job.sample(self.rows)] if self.rows.height else []
        interval = ["95 % intervals"] if self.job.interval else []
        return " · ".join(
            [*sample, *interval, self._up_to, *([f"excluded: {self.excluded_text}"] if self.excluded_text else [])]
        )
