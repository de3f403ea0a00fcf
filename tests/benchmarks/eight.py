"""analytics.eight, analytics.figures and analytics.floor: the first eight statistics over ten million facts, compared
with DuckDB over the same files, and with reading the columns that they need.

DuckDB is asked for the sums over games that an answer of ours is made of (`same_sums`), or for the figures alone that a
reader sees first; it finds no interval and does no test. What it finds is compared with ours before anything is
measured.
"""

from __future__ import annotations

import shutil
from contextlib import contextmanager
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple

import polars as pl

from analytics import Lake, run
from analytics.sql import connect
from rulesets.heros_crossing_tactics import RULESET
from tests.benchmarks import same_sums
from tests.benchmarks.harness import Bench, Measured, measure, needs, new_folder
from tests.benchmarks.large_lake import STATISTICS, make
from tests.benchmarks.same_sums import SUMS
from tests.benchmarks.steps import ABOUT, FIRST_STEPS, STEPS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from duckdb import DuckDBPyConnection

FACTS = 10_000_000
ROUNDS = 5
FIGURES = 2
CLOSE = 1e-9
OF_A_STEP = 0.05
"""Our medians of times are right to so much (`analytics.histograms`)."""


class Question(NamedTuple):
    """A statistic, as DuckDB is asked for it."""

    sql: str
    """Its last two columns are figures; those before are the key of a row."""
    ours: tuple[str, ...]
    """The columns of our answer that are compared with them, in this order."""
    needs: dict[str, tuple[str, ...]]
    """The columns of each table without which it cannot be counted."""


OF_A_STEP_COLUMNS = ("game_id", "seat", "type", "category", "undone", "forced", "turn", "decision_no", *ABOUT)
QUESTIONS = {
    "win_rate_by_seat": Question(
        sql="SELECT seats, seat, count(*), avg(win_share) FROM seats GROUP BY ALL",
        ours=("seats", "seat", "n", "value"),
        needs={"seats": ("game_id", "seats", "seat", "win_share")},
    ),
    "win_rate_by_faction": Question(
        sql="""
            WITH played AS (
                SELECT game_id, seat, win_share, unnest(list_distinct(string_split(faction, chr(10)))) AS what
                FROM seats
            )
            SELECT what, count(DISTINCT game_id), avg(win_share) FROM played GROUP BY ALL
        """,
        ours=("what", "n", "value"),
        needs={"seats": ("game_id", "seats", "seat", "win_share", "faction", "score")},
    ),
    "opening_tree": Question(
        sql=f"""
            WITH lines AS ({FIRST_STEPS}), openings AS (
                SELECT whole[:length] AS line, game_id, win_share
                FROM lines JOIN seats USING (game_id, seat), unnest(range(1, len(whole) + 1)) AS lengths(length)
            )
            SELECT line, count(*), avg(win_share) FROM openings GROUP BY ALL
        """,
        ours=("line", "seat_games", "value"),
        needs={"facts": OF_A_STEP_COLUMNS, "seats": ("game_id", "seats", "seat", "win_share")},
    ),
    "action_mix": Question(
        sql="""
            SELECT third::VARCHAR, type, count(*), count(*) / sum(count(*)) OVER (PARTITION BY third::VARCHAR)
            FROM facts WHERE category = 'decision' AND NOT undone GROUP BY 1, 2
        """,
        ours=("stage", "what", "count", "value"),
        needs={
            "facts": ("game_id", "seat", "type", "category", "undone", "third"),
            "seats": ("game_id", "seats", "seat", "win_share"),
        },
    ),
    "ngrams": Question(
        sql=f"""
            WITH steps AS ({STEPS}), pairs AS (
                SELECT game_id, step,
                    lead(step) OVER (PARTITION BY game_id, seat, move ORDER BY decision_no) AS following
                FROM steps
            )
            SELECT step || ' > ' || following, count(DISTINCT game_id), count(*)
            FROM pairs WHERE following IS NOT NULL GROUP BY ALL
        """,
        ours=("what", "n", "times"),
        needs={"facts": ("move", *OF_A_STEP_COLUMNS), "seats": ("game_id", "seats", "seat", "win_share")},
    ),
    "card_performance": Question(
        sql="""
            WITH played AS (
                SELECT game_id, seat, unnest(string_split(card, ' ')) AS id
                FROM facts WHERE category = 'decision' AND NOT undone AND turn > 0 AND card IS NOT NULL
            ), had AS (SELECT DISTINCT game_id, seat, id FROM played)
            SELECT id, count(DISTINCT game_id), avg(win_share) FROM had JOIN seats USING (game_id, seat) GROUP BY ALL
        """,
        ours=("what", "n", "value"),
        needs={
            "facts": ("game_id", "seat", "category", "undone", "turn", "card"),
            "seats": ("game_id", "seats", "seat", "win_share"),
        },
    ),
    "time_per_decision": Question(
        sql="""
            SELECT type, count(DISTINCT game_id), quantile_disc(gap_us, 0.5) / 1e6 FROM facts
            WHERE category = 'decision' AND NOT undone AND part = 0 AND NOT coalesce(forced, false)
                AND gap_us BETWEEN 1 AND 300000000
            GROUP BY ALL
        """,
        ours=("what", "n", "value"),
        needs={"facts": ("game_id", "type", "category", "undone", "part", "forced", "gap_us")},
    ),
    "game_length": Question(
        sql="SELECT seats, count(*), quantile_disc(rounds, 0.5) FROM games GROUP BY ALL",
        ours=("seats", "n", "value"),
        needs={"games": ("game_id", "seats", "rounds", "end_reason")},
    ),
}


@needs("duckdb")
def eight() -> Measured:
    """All eight, one after another; the time of DuckDB for the same sums divided by ours."""
    asked = {name: SUMS[name].sql if name in SUMS else QUESTIONS[name].sql for name in STATISTICS}
    return _compared("analytics.eight", "DuckDB over the same Parquet, the same sums", 1.0, asked)


@needs("duckdb")
def figures() -> Measured:
    """All eight; the time of DuckDB for the figures alone, divided by ours."""
    asked = {name: QUESTIONS[name].sql for name in STATISTICS}
    return _compared("analytics.figures", "DuckDB over the same Parquet, the figures alone", 1.0, asked)


def _compared(name: str, against: str, bar: float, asked: dict[str, str]) -> Measured:
    with _asked() as (lake, connection):
        compare(lake, connection)
        same_sums.compare(lake, connection)
        return measure(
            Bench(
                name=name,
                unit="/s",
                against=against,
                bar=bar,
                stretch=1.4,
                ours=lambda: _speed(lambda name: count(lake, name)),
                theirs=lambda: _speed(lambda name: connection.execute(asked[name]).fetchall()),
                rounds=ROUNDS,
                notes=(_each(lake, connection, asked),),
            )
        )


@needs("duckdb")
def floor() -> Measured:
    """All eight; the time in which their columns are read and added up, divided by ours."""
    with _asked() as (lake, _):
        return measure(
            Bench(
                name="analytics.floor",
                unit="/s",
                against="reading the columns that they need",
                bar=0.25,
                stretch=0.4,
                ours=lambda: _speed(lambda name: count(lake, name)),
                theirs=lambda: _speed(lambda name: read(lake, name)),
                rounds=ROUNDS,
            )
        )


@contextmanager
def _asked() -> Iterator[tuple[Lake, DuckDBPyConnection]]:
    with new_folder() as folder:
        lake = Lake(folder / "lake")
        make(lake, FACTS)
        with connect(lake) as connection:
            yield lake, connection


def _speed(work: Any) -> float:
    begin = perf_counter()
    for name in STATISTICS:
        work(name)
    return 1 / (perf_counter() - begin)


def _each(lake: Lake, connection: DuckDBPyConnection, asked: dict[str, str]) -> str:
    """The milliseconds of each statistic, ours and DuckDB's."""
    rows = []
    for name in STATISTICS:
        begin = perf_counter()
        count(lake, name)
        between = perf_counter()
        connection.execute(asked[name]).fetchall()
        rows.append(f"{name} {(between - begin) * 1e3:.0f} : {(perf_counter() - between) * 1e3:.0f} ms")
    return ", ".join(rows)


def count(lake: Lake, name: str) -> pl.DataFrame:
    """The rows of a statistic of ours, with nothing kept from before."""
    for kept in ("_results", "_counts"):
        shutil.rmtree(lake.folder / kept, ignore_errors=True)
    return run(lake, name, {"ruleset": RULESET.name}).rows


def read(lake: Lake, name: str) -> None:
    """Read the columns that a statistic needs, and add them up so that each value is looked at."""
    for part in lake.checkpoint().parts:
        tables = lake.tables(part)
        for table, columns in QUESTIONS[name].needs.items():
            frame: pl.LazyFrame = getattr(tables, table)
            schema = frame.collect_schema()
            values = [
                pl.col(column).str.len_bytes() if schema[column] == pl.String else pl.col(column).to_physical()
                for column in columns
            ]
            frame.select(value.cast(pl.Int64).sum() for value in values).collect()


def compare(lake: Lake, connection: DuckDBPyConnection) -> int:
    """Compare what both find; the number of rows that were compared. Raises AssertionError where they differ.

    Our answers leave out rare rows and figures of few games, so each row of ours is looked up in theirs.
    """
    compared = 0
    for name, question in QUESTIONS.items():
        theirs = {
            tuple(map(_plain, row[:-FIGURES])): row[-FIGURES:] for row in connection.execute(question.sql).fetchall()
        }
        close = OF_A_STEP if name == "time_per_decision" else CLOSE
        for row in _looked_up(count(lake, name), name).select(question.ours).iter_rows():
            key, figures = tuple(map(_plain, row[:-FIGURES])), row[-FIGURES:]
            assert _close(figures, theirs[key], close), f"{name}, {key}: {figures}, and DuckDB has {theirs[key]}"
            compared += 1
    return compared


def _looked_up(rows: pl.DataFrame, name: str) -> pl.DataFrame:
    """The rows of an answer that DuckDB was asked for: not those of all, nor without a figure."""
    if name == "game_length":
        rows = rows.filter(row="median")
    if name == "opening_tree":
        rows = rows.filter(pl.col("depth") > 0)
    if name == "time_per_decision":
        rows = rows.drop_nulls("what")
    return rows.drop_nulls(QUESTIONS[name].ours[-1])


def _plain(value: object) -> object:
    return tuple(value) if isinstance(value, list) else value


def _close(ours: tuple[Any, ...], theirs: tuple[Any, ...], relative: float) -> bool:
    *counts, figure = zip(ours, theirs, strict=True)
    a, b = float(figure[0]), float(figure[1])
    return all(one == other for one, other in counts) and abs(a - b) <= relative * max(abs(a), abs(b))
