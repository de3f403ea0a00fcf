"""Games for the statistics of seats, scores and holdings, and checks that every answer must pass.

game({"faction": "colour=red", "score": 3}, {"faction": "colour=blue"}, won=(1,), holdings=[held(1, "health", 5)])
"""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import polars as pl
import pytest
from hypothesis import HealthCheck, settings
from polars.testing import assert_frame_equal

from analytics import JOBS
from analytics.lake import Tables
from analytics.rulebook import Rulebook
from tests.analytics.made import TABLES, ask, frame, make_lake
from tests.forms import either

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from analytics import Lake, Result

few = settings(max_examples=either(4, 8), deadline=None, suppress_health_check=[HealthCheck.too_slow])

Row = dict[str, Any]
OF_ALL = ("ended_at", "ruleset_version", "tags", "options")
OF_SEAT = ("player", "faction")


def game(
    *seats: Row, won: Sequence[int] = (1,), holdings: Iterable[Row] = (), facts: Iterable[Row] = (), **more: Any
) -> Row:
    """A game: what is known of each seat, who won, and its rows. `more` holds columns of the game itself."""
    return {"seats": list(seats), "won": tuple(won), "holdings": list(holdings), "facts": list(facts), "more": more}


def held(seat: int | None, what: str, n: int, place: str | None = None, **more: Any) -> Row:
    """A row of holdings, of round 1 unless another is given."""
    return {"seat": seat, "what": what, "n": n, "place": place, **more}


def scored(version: int, seat: int | None, score: int, **more: Any) -> Row:
    """A decision after which a seat has this score."""
    return {"version": version, "type": "Dig", "seat": seat, "actor": seat, "score": score, **more}


def lake_of(folder: str | Path, games: Sequence[Row], *, team: bool = False, parts: int = 1) -> Lake:
    """A lake of these games, each with an id of its own; in a `team` game all seats win or lose together."""
    book = Rulebook("Toy", cooperative=team, score="Points")
    return make_lake(Path(folder), parts=parts, rulebook=book, **tables_of(games, team=team))


def tables_of(games: Sequence[Row], *, team: bool = False) -> dict[str, Any]:
    """The rows of these games."""
    tables: dict[str, Any] = {name: [] for name in TABLES}
    for number, one in enumerate(games, 1):
        for name, rows in _tables(number, one, team).items():
            tables[name] += rows
    return tables


def _tables(number: int, one: Row, team: bool) -> dict[str, list[Row]]:
    whole = {"game_id": number, "seats": len(one["seats"])}
    of_all = {name: value for name, value in one["more"].items() if name in OF_ALL}
    seats = [
        whole | of_all | {"seat": seat, "par": None if team else 1 / len(one["seats"])} | given
        for seat, given in enumerate(one["seats"], 1)
    ]
    for row in seats:
        row["win_share"] = float(share(one, row["seat"], team))
    mine = {row["seat"]: {name: row[name] for name in ("win_share", *OF_SEAT) if name in row} for row in seats}
    nobody = {"win_share": float(share(one, 1, team))} if team else {}
    own = [whole | of_all | mine.get(row["seat"], nobody) | row for row in one["holdings"]]
    facts = [whole | of_all | mine.get(row.get("seat"), {}) | row for row in one["facts"]]
    games = [whole | {"game_uuid": f"game-{number}", "winners": len(one["won"])} | one["more"]]
    return {"seats": seats, "games": games, "holdings": own, "facts": facts}


def share(one: Row, seat: int, team: bool = False) -> Fraction:
    """The share of the win that a seat gets."""
    if seat not in one["won"]:
        return Fraction(0)
    return Fraction(1) if team else Fraction(1, len(one["won"]))


def answer(games: Sequence[Row], name: str, *, team: bool = False, parts: int = 1, **params: object) -> Result:
    """Run a statistic over these games."""
    with TemporaryDirectory() as folder:
        return ask(lake_of(folder, games, team=team, parts=parts), name, **params)


def table_of(result: Result, *columns: str) -> list[tuple[object, ...]]:
    return list(result.rows.select(columns).iter_rows())


def near(value: Fraction | float | None) -> object:
    return None if value is None else pytest.approx(float(value), rel=1e-12, abs=1e-12)


def mean(values: Sequence[Fraction]) -> Fraction | None:
    return sum(values, Fraction(0)) / len(values) if values else None


def mean_difference(sides: Sequence[tuple[int, Fraction | None, Fraction | None]], team: bool) -> Fraction | None:
    """The mean difference of two sides, as `analytics.compare` defines it: within games, or for teams between games of
    as many seats. Each side is given as the number of seats and the two means of a game."""
    if not team:
        return mean([a - b for _, a, b in sides if a is not None and b is not None])
    weights = total = Fraction(0)
    for seats in {seats for seats, _, _ in sides}:
        first = [a for of, a, _ in sides if of == seats and a is not None]
        second = [b for of, _, b in sides if of == seats and b is not None]
        if first and second:
            weight = Fraction(len(first) * len(second), len(first) + len(second))
            weights += weight
            total += weight * (sum(first, Fraction(0)) / len(first) - sum(second, Fraction(0)) / len(second))
    return total / weights if weights else None


class InMemory(Tables):
    """The tables of a lake out of data frames."""

    def __init__(self, frames: Mapping[str, pl.DataFrame]) -> None:
        self._frames = frames

    @property
    def facts(self) -> pl.LazyFrame:
        return self._frames["facts"].lazy()

    @property
    def seats(self) -> pl.LazyFrame:
        return self._frames["seats"].lazy()

    @property
    def games(self) -> pl.LazyFrame:
        return self._frames["games"].lazy()

    @property
    def holdings(self) -> pl.LazyFrame:
        return self._frames["holdings"].lazy()

    @property
    def cards(self) -> pl.LazyFrame:
        return self._frames["cards"].lazy()


def shuffled(lake: Lake, seed: int) -> InMemory:
    """All parts of a lake as one, with the rows in random order."""
    return InMemory({name: _all_rows(lake, name).sample(fraction=1, shuffle=True, seed=seed) for name in TABLES})


def _all_rows(lake: Lake, name: str) -> pl.DataFrame:
    frames = [lake.read(getattr(part, name)) for part in lake.checkpoint().parts]
    return pl.concat([frame.with_columns(pl.col(pl.Enum).cast(pl.String)) for frame in frames])


def rows_of(games: Sequence[Row], name: str, *, team: bool = False, **params: Any) -> pl.DataFrame:
    """The rows of a statistic, counted in memory, which is fast enough for many answers."""
    job = JOBS[name]
    checked = job.params(**{"ruleset": "toy", "min_n": 1} | params)
    frames = {table: frame(table, rows) for table, rows in tables_of(games, team=team).items()}
    return job.finish(job.partial(InMemory(frames), checked), checked).rows


def assert_same_for_any_partition(
    games: Sequence[Row], seed: int, name: str, team: bool = False, **params: object
) -> None:
    """Assert that parts, the order of rows and the engine do not change an answer."""
    with TemporaryDirectory() as folder:
        lake = lake_of(folder, games, team=team, parts=3)
        whole, job = ask(lake, name, **params), JOBS[name]
        for engine in ("in-memory", "streaming"):
            with pl.Config(engine_affinity=engine):
                counts = job.partial(shuffled(lake, seed), whole.params)
                assert_frame_equal(job.finish(counts, whole.params).rows, whole.rows, rel_tol=1e-10, abs_tol=1e-10)


def rows_of_copies(games: Sequence[Row], times: int, name: str, team: bool = False, **params: object) -> pl.DataFrame:
    """The rows of a statistic over so many copies of these games."""
    with TemporaryDirectory() as folder:
        lake = lake_of(folder, games, team=team)
        job, checked = JOBS[name], ask(lake, name, **params).params
        (part,) = lake.checkpoint().parts
        counts = job.partial(lake.tables(part), checked)
        return job.finish(counts.select(pl.all().repeat_by(times).explode()), checked).rows


def assert_readable(result: Result) -> None:
    """Assert that every figure is finite, that the text fits in 80 columns, and that a chart is drawn."""
    floats = result.rows.select(pl.col(pl.Float64, pl.Float32))
    assert all(column.is_finite().all() for column in floats)
    text = result.to_text()
    assert max(map(len, text.splitlines())) <= 80
    assert not {"None", "nan", "inf"} & set(text.replace(",", " ").split())
    assert all(len(panel.columns) <= 7 and len(panel.rows) <= 21 for panel in result.panels)
    assert "<svg" in result.to_svg()


def false_positive_rate(p_values: Iterable[float | None]) -> tuple[float, int]:
    """The share of tests with p < 0.05, and how many tests there were."""
    tested = [p for p in p_values if p is not None]
    return sum(p < 0.05 for p in tested) / max(len(tested), 1), len(tested)
