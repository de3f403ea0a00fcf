"""For any log, the statistics equal their reference implementations, for any parts of the lake."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, NamedTuple

import polars as pl
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from polars.testing import assert_frame_equal

from analytics import JOBS
from analytics.lake import Tables
from tests.analytics import reference
from tests.analytics.conftest import DAY, NOON, Table
from tests.analytics.reference import Played
from tests.analytics.test_export import assert_complete, assert_rebuilt, redo, undo
from tests.forms import either

if TYPE_CHECKING:
    from collections.abc import Iterator
    from uuid import UUID

    from analytics import Lake
    from events import Game

WORDS = ("dig", "sell", "wait")
IN_STEPS = ("time_per_decision", "game_length", "player_profile")
"""Statistics whose intervals end at one of a few values."""


class Script(NamedTuple):
    """The steps of a game as recorded, with undos, and the decisions that then count."""

    steps: str
    played: Played


@st.composite
def scripts(draw: st.DrawFn) -> Script:
    """Games of two to four seats with undos, ended with any winners or with none."""
    seats = draw(st.integers(2, 4))
    steps, line, version = ["1 dig r1"], [(2, (1, "Dig"))], 2
    for _ in range(draw(st.integers(0, 12))):
        version += 1
        if len(line) > 1 and draw(st.integers(0, 4)) == 0:
            line = line[: draw(st.integers(1, len(line) - 1))]
            steps.append(f"undo {line[-1][0]}")
        else:
            seat, word = draw(st.integers(1, seats)), draw(st.sampled_from(WORDS))
            follows = draw(st.sampled_from(("", " +2", " t1", " s1.2", " d3.4", f" r{version}", f" +1 r{version} +1")))
            steps.append(f"{seat} {word}{follows}")
            line.append((version, (seat, word.capitalize())))
    won = tuple(sorted(draw(st.sets(st.integers(1, seats)))))
    return Script(", ".join(steps), Played(seats, won, [decided for _, decided in line]))


logs = st.lists(scripts(), min_size=1, max_size=6)
few = settings(max_examples=either(5, 10), deadline=None, suppress_health_check=[HealthCheck.too_slow])
fewer = settings(few, max_examples=either(2, 10))
"""Of what asks every statistic several times; the tests of each ask it more often."""


def recorded(table: Table, log: list[Script]) -> list[Played]:
    """Record the games, which end in different months."""
    for number, script in enumerate(log):
        table.play(script.steps, seats=script.played.seats, won=script.played.won, at=NOON + number % 3 * 20 * DAY)
    table.export()
    return [script.played for script in log]


def fresh_table() -> Iterator[Table]:
    with TemporaryDirectory() as folder:
        table = Table(Path(folder))
        yield table
        table.store.close()


@given(logs)
@few
def test_equal_to_the_reference_implementations(log: list[Script]) -> None:
    """Each statistic equals its reference implementation in `reference.py`, for any moves and undos."""
    for table in fresh_table():
        games = recorded(table, log)
        seats = table.run("win_rate_by_seat").rows
        assert {(r["seats"], r["seat"]): (r["n"], r["wins"]) for r in seats.to_dicts()} == {
            key: (n, pytest.approx(float(wins))) for key, (n, wins) in reference.win_rate_by_seat(games).items()
        }
        mix = table.run("action_mix").rows
        columns = ("n", "rows", "count", "winners", "losers")
        assert {(r["stage"], r["what"]): tuple(r[c] for c in columns) for r in mix.to_dicts()} == {
            key: tuple(map(plain, found[:5])) for key, found in reference.action_mix(games).items()
        }
        tree = table.run("opening_tree").rows
        assert {tuple(r["line"]): (r["n"], r["seat_games"], r["wins"]) for r in tree.to_dicts()} == {
            line: (n, seats, pytest.approx(float(wins)))
            for line, (n, seats, wins) in reference.opening_tree(games, 6).items()
        }


def plain(value: object) -> object:
    return value if value is None or isinstance(value, int) else pytest.approx(float(value))  # type: ignore[arg-type]


@given(logs)
@few
def test_invariants_of_all_results(log: list[Script]) -> None:
    """Rates lie within their intervals, shares add up to one, and no opening is played more often than its parent."""
    for table in fresh_table():
        recorded(table, log)
        for name in JOBS:
            rows = table.run(name).rows
            assert rows.filter(~pl.col("value").is_between("lo", "hi")).is_empty()
            low, high = pl.min_horizontal("value", "base"), pl.max_horizontal("value", "base")
            assert rows.filter(~pl.col("shrunk").is_between(low - 1e-12, high + 1e-12)).is_empty()
        seats = table.run("win_rate_by_seat").rows.group_by("seats").agg(pl.col("wins").sum(), pl.col("n").max())
        assert all(wins <= n + 1e-9 for _, wins, n in seats.iter_rows())
        mix = table.run("action_mix").rows
        for share in ("value", "winners", "losers"):
            sums = mix.group_by("stage").agg(pl.col(share).sum(), some=pl.col(share).count()).filter(pl.col("some") > 0)
            assert sums[share].to_list() == pytest.approx([1.0] * sums.height)
        tree = {tuple(r["line"]): r["n"] for r in table.run("opening_tree").rows.to_dicts()}
        assert all(n <= tree[line[:-1]] for line, n in tree.items() if line)


class Joined(Tables):
    """All parts of a lake as one, with the rows in random order."""

    def __init__(self, lake: Lake, seed: int) -> None:
        self._lake, self._seed = lake, seed

    @property
    def facts(self) -> pl.LazyFrame:
        return self._all_rows("facts")

    @property
    def seats(self) -> pl.LazyFrame:
        return self._all_rows("seats")

    @property
    def games(self) -> pl.LazyFrame:
        return self._all_rows("games")

    @property
    def holdings(self) -> pl.LazyFrame:
        return self._all_rows("holdings")

    @property
    def cards(self) -> pl.LazyFrame:
        return self._all_rows("cards").unique()

    def _all_rows(self, name: str) -> pl.LazyFrame:
        frames = [self._lake.read(getattr(part, name)) for part in self._lake.checkpoint().parts]
        words = [frame.with_columns(pl.col(pl.Enum).cast(pl.String)) for frame in frames]
        return pl.concat(words).sample(fraction=1, shuffle=True, seed=self._seed).lazy()


@given(logs, st.integers(0, 2**16))
@fewer
def test_parts_and_row_order_do_not_change_the_answer(log: list[Script], seed: int) -> None:
    """The result is the same for any parts of the lake, any order of rows, and with or without streaming."""
    for table in fresh_table():
        recorded(table, log)
        for name, job in JOBS.items():
            whole = table.run(name)
            for engine in ("in-memory", "streaming"):
                with pl.Config(engine_affinity=engine):
                    counts = job.partial(Joined(table.lake, seed), whole.params)
                    assert_frame_equal(job.finish(counts, whole.params).rows, whole.rows, rel_tol=1e-12)


CHANGES = ("undo", "redo", "seat", "archive", "bring back")


@given(logs, st.lists(st.tuples(st.sampled_from(CHANGES), st.integers(0, 5), st.booleans()), max_size=12))
@few
def test_any_changes_between_exports_give_the_lake_of_a_single_export(
    log: list[Script], changes: list[tuple[str, int, bool]]
) -> None:
    """Games are undone and finished again, change players, or are archived and restored: all tables are the same."""
    for table in fresh_table():
        recorded(table, log)
        games = list(table.store.games(limit=10))
        ann = table.store.create_player("Ann").id
        for change, number, at_once in changes:
            _change(table, games[number % len(games)], change, ann)
            if at_once:
                table.export()
        table.export()
        assert_complete(table, table.lake.folder.parent / "again")
        assert_rebuilt(table, table.lake.folder.parent / "anew")


def _change(table: Table, game: Game, change: str, player: UUID) -> None:
    running = table.store.game(game.id).summary.status == "running"
    if change == "undo" and not running:
        undo(table, game, 1)
    elif change == "redo" and running:
        redo(table, game)
    elif change == "seat":
        table.store.update_game(game.id, seats={1: player})
    elif change in ("archive", "bring back"):
        table.store.update_game(game.id, archived=change == "archive")


def by_key(rows: pl.DataFrame) -> pl.DataFrame:
    """Rows sorted by the columns before `n`, since ranks may change with the sample."""
    lists = [name for name, kind in rows.schema.items() if kind == pl.List(pl.String)]
    keys = rows.columns[: rows.columns.index("n")]
    return rows.with_columns(pl.col(lists).list.join(" > ")).sort(keys, nulls_last=True)


@given(logs)
@fewer
def test_twice_the_games_keep_the_rates_and_narrow_the_intervals(log: list[Script]) -> None:
    """With every game twice, no rate changes, and every interval with a width becomes narrower."""
    for table in fresh_table():
        recorded(table, log)
        once = {name: table.run(name).rows for name in JOBS}
        recorded(table, log)
        for name, before in once.items():
            after, before = by_key(table.run(name).rows), by_key(before)
            assert_frame_equal(after.select("value", "base"), before.select("value", "base"), rel_tol=1e-12)
            assert after["n"].to_list() == [2 * n for n in before["n"]]
            width, was = after["hi"] - after["lo"], before["hi"] - before["lo"]
            narrower = width <= was if name in IN_STEPS else (width < was) | (was == 0)
            assert narrower.all()
