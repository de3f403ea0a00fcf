"""What DuckDB is asked for in the benchmark is what our statistics tell."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from analytics import JOBS, Lake, export
from analytics.lake_columns import TABLES
from analytics.sql import connect
from events import Store
from rulesets.heros_crossing_tactics import RULESET
from tests.benchmarks import same_sums
from tests.benchmarks.analytics import record
from tests.benchmarks.eight import QUESTIONS, compare, read
from tests.benchmarks.large_lake import STATISTICS

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(scope="module")
def lake(tmp_path_factory: pytest.TempPathFactory) -> Lake:
    folder: Path = tmp_path_factory.mktemp("eight")
    with Store.open(f"sqlite:///{folder / 'log.sqlite3'}", synchronous="NORMAL") as store:
        record(store, RULESET, 8_000)
        export(store, {RULESET.name: RULESET}, Lake(folder / "lake"))
    return Lake(folder / "lake")


def test_duckdb_finds_the_figures_of_all_eight(lake: Lake) -> None:
    assert list(QUESTIONS) == list(STATISTICS) == list(JOBS)[:8]
    with connect(lake) as connection:
        assert compare(lake, connection) > 100


def test_duckdb_finds_the_sums_that_answers_are_made_of(lake: Lake) -> None:
    assert same_sums.SUMS.keys() < QUESTIONS.keys()
    with connect(lake) as connection:
        assert same_sums.compare(lake, connection) > 3_000


def test_a_sum_that_differs_is_found(lake: Lake, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = same_sums.SUMS["action_mix"]
    lost = asked._replace(sql=asked.sql.replace("sum(rows * won)", "sum(rows)"))
    monkeypatch.setitem(same_sums.SUMS, "action_mix", lost)
    with connect(lake) as connection, pytest.raises(AssertionError, match=r"action_mix.*and DuckDB has"):
        same_sums.compare(lake, connection)


def test_a_figure_that_differs_is_found(lake: Lake, monkeypatch: pytest.MonkeyPatch) -> None:
    for_seats = QUESTIONS["win_rate_by_seat"]
    lost = for_seats._replace(sql=for_seats.sql.replace("avg(win_share)", "avg(1 - win_share)"))
    monkeypatch.setitem(QUESTIONS, "win_rate_by_seat", lost)
    with connect(lake) as connection, pytest.raises(AssertionError, match=r"win_rate_by_seat.*and DuckDB has"):
        compare(lake, connection)


@pytest.mark.parametrize("name", STATISTICS)
def test_what_is_read_are_columns_of_the_lake(lake: Lake, name: str) -> None:
    for table, columns in QUESTIONS[name].needs.items():
        assert set(columns) <= TABLES[table].keys()
    read(lake, name)
