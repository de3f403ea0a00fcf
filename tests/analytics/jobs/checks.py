"""Checks that every statistic must pass, whatever its rows are."""

from __future__ import annotations

from random import Random
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import polars as pl
import pytest
from hypothesis import HealthCheck, settings
from polars.testing import assert_frame_equal

from analytics import JOBS
from analytics.rulebook import Rulebook
from tests.analytics.made import ask, make_lake
from tests.analytics.test_properties import Joined
from tests.forms import either

if TYPE_CHECKING:
    from collections.abc import Mapping
    from fractions import Fraction
    from pathlib import Path

    from analytics import Lake, Result

few = settings(max_examples=either(4, 8), deadline=None, suppress_health_check=[HealthCheck.too_slow])
Rows = list[dict[str, Any]]
Tables = dict[str, Rows]


def near(value: Fraction | float | None) -> Any:
    """A value that equals this one but for rounding."""
    return None if value is None else pytest.approx(float(value), rel=1e-12, abs=1e-12)


def table_of(result: Result, *columns: str) -> list[tuple[object, ...]]:
    """These columns of each row of a result."""
    return list(result.rows.select(columns).iter_rows())


def answer(tables: Mapping[str, Any], name: str, *, team: bool = False, **params: object) -> Result:
    """Run a statistic over these rows."""
    with TemporaryDirectory() as folder:
        found = ask(lake_of(folder, tables, team=team), name, **params)
        assert found.panels is not None
        return found


ENDINGS = {"summit": "the summit is reached"}


def lake_of(folder: str | Path, tables: Mapping[str, Any], *, team: bool = False, parts: int = 1) -> Lake:
    """A lake of these rows; the title of the type `Hire` is "Hire a hero"."""
    from pathlib import Path

    book = Rulebook("Toy", cooperative=team, titles={"Hire": "Hire a hero"}, endings=ENDINGS)
    return make_lake(Path(folder), parts=parts, rulebook=book, **tables)


def assert_same_for_any_partition(
    tables: Mapping[str, Any], seed: int, name: str, *, team: bool = False, **params: object
) -> None:
    """Assert that parts, the order of rows and the engine do not change an answer."""
    with TemporaryDirectory() as folder:
        lake = lake_of(folder, tables, team=team, parts=3)
        whole, job = ask(lake, name, **params), JOBS[name]
        for engine in ("in-memory", "streaming"):
            with pl.Config(engine_affinity=engine):
                counts = job.partial(Joined(lake, seed), whole.params)
                assert_frame_equal(job.finish(counts, whole.params).rows, whole.rows, rel_tol=1e-9)


def rows_of_copies(tables: Mapping[str, Any], times: int, name: str, *, team: bool = False, **params: object) -> Result:
    """The rows of a statistic over so many copies of these games."""
    with TemporaryDirectory() as folder:
        lake = lake_of(folder, tables, team=team)
        found, job = ask(lake, name, **params), JOBS[name]
        (part,) = lake.checkpoint().parts
        counts = job.partial(lake.tables(part), found.params)
        rows = job.finish(counts.select(pl.all().repeat_by(times).explode()), found.params).rows
        return type(found)(**{**found.__dict__, "rows": rows})


def assert_readable(result: Result) -> None:
    """Assert that the text fits in 80 columns, that no figure is infinite, and that the chart becomes a picture."""
    text = result.to_text()
    assert max(map(len, text.splitlines())) <= 80
    assert not {"None", "nan", "inf"} & set(text.split())
    figures = result.rows.select(pl.col(pl.Float64))
    assert not any(figures.select((~pl.all().is_finite()).any()).row(0) if figures.width else ())
    assert all(len(panel.columns) <= 7 for panel in result.panels)
    assert "<svg" in result.to_svg()


def shuffled(values: list[Any], seed: int) -> list[Any]:
    """The same values in random order."""
    return Random(seed).sample(values, len(values))
