"""The result of a statistic, and the forms that it comes in."""

from __future__ import annotations

from dataclasses import dataclass
from io import BytesIO
from typing import TYPE_CHECKING, Any

import msgspec
import polars as pl
from msgspec import Struct

from analytics import charts
from analytics.job import Asked
from analytics.panels import text_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from analytics.job import AnyJob, Rulebook
    from analytics.names import Names
    from analytics.panels import Panel
    from analytics.params import Params


class AsOf(Struct, frozen=True):
    """The part of the log that it covers: everything up to `position`, exported `at` (UTC; null if never)."""

    position: int
    at: datetime | None


@dataclass(frozen=True)
class Result:
    """The rows that a statistic found."""

    name: str
    question: str
    """What was asked, as an English sentence."""
    rows: pl.DataFrame
    """Each with `n`, `value`, `lo`, `hi` (95 %), `shrunk` and `base`; values of too small samples are null."""
    excluded: dict[str, int]
    """How many games (or seats' games) were left out, by reason."""
    as_of: AsOf
    job: AnyJob
    params: Params
    ruleset: Rulebook
    names: Names

    @property
    def asked(self) -> Asked[Params]:
        """The question, as charts, tables and findings need it."""
        return Asked(self.params, self.question, self._note(), self.ruleset, self.names)

    @property
    def finding(self) -> str:
        """What it says, in one sentence."""
        return self.job.finding(self.rows, self.asked) if self.rows.height else "No finished games match."

    def panels(self) -> Sequence[Panel]:
        """The rows as tables of words."""
        return self.job.panels(self.rows, self.asked) if self.rows.height else ()

    def to_text(self) -> str:
        """Question, finding, table and method in 80 columns."""
        tables = [text_of(panels)] if (panels := self.panels()) else []
        parts = [self.question, self.finding, *tables, self._note()]
        return "\n\n".join("\n".join(charts.wrapped(part, 80)) if part not in tables else part for part in parts)

    def to_json(self) -> bytes:
        """`{name, question, rows, excluded, as_of}`."""
        return msgspec.json.encode(
            {
                "name": self.name,
                "question": self.question,
                "rows": self.rows.to_dicts(),
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
        return charts.spec(self.job.chart(self.rows, asked) if self.rows.height else charts.nothing(), asked)

    def to_svg(self) -> str:
        """The chart as a picture, light or dark like its reader's screen. About a second the first time in a process,
        then 60 ms."""
        return charts.picture(self.to_vega())

    def _note(self) -> str:
        left_out = ", ".join(f"{n} {reason.replace('_', ' ')}" for reason, n in self.excluded.items() if n)
        at = f"{self.as_of.at:%Y-%m-%d %H:%M} UTC" if self.as_of.at else "never"
        sample = [self.job.sample(self.rows)] if self.rows.height else []
        return " · ".join([*sample, "95 % intervals", f"as of {at}", *([f"left out: {left_out}"] if left_out else [])])
