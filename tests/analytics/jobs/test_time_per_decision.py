"""The statistic `time_per_decision`: how long decisions take."""

from __future__ import annotations

import math
from collections import defaultdict
from fractions import Fraction
from math import log2
from tempfile import TemporaryDirectory
from typing import Any

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from analytics import BadParameters, clusters, histograms
from tests.analytics.conftest import Table
from tests.analytics.jobs.checks import (
    Tables,
    answer,
    assert_readable,
    assert_same_for_any_partition,
    few,
    lake_of,
    near,
    rows_of_copies,
    table_of,
)
from tests.analytics.made import ask, everything, sql

NAME = "time_per_decision"
SECOND = 1_000_000
APART = ("forced", "at_once", "away", "unknown")


def decision(game_id: int, version: int, type: str, gap: float | None, **more: Any) -> dict[str, Any]:
    """A row of facts: a decision that took so many seconds."""
    gap_us = None if gap is None else round(gap * SECOND)
    return {"game_id": game_id, "version": version, "type": type, "seat": 1, "gap_us": gap_us} | more


def lake(*facts: dict[str, Any]) -> Tables:
    """The rows of facts, with a seat and a game for each game."""
    games = [{"game_id": number, "game_uuid": f"game-{number}"} for number in sorted({f["game_id"] for f in facts})]
    seats = [{"game_id": game["game_id"], "seat": 1, "win_share": 1.0} for game in games]
    return {"facts": list(facts), "seats": seats, "games": games}


def middle(seconds: float) -> Any:
    """The middle of the eighth of an octave that a time lies in: 2^((s + 1/2) / 8) microseconds, s = floor(8 log2)."""
    step = (round(seconds * SECOND) ** 8).bit_length() - 1
    return pytest.approx(2 ** ((step + 0.5) / 8) / SECOND, rel=1e-12)


class TestByHand:
    def test_quantiles(self) -> None:
        """Times of 1, 2, 4, 8 s: a quarter takes up to 1, half up to 2, three quarters up to 4, 90 % up to 8 s.

        The median of all is the middle of its step, whatever the game.
        """
        result = answer(lake(*(decision(1, v, "Dig", 2.0**v) for v in range(4))), NAME)
        columns = ("what", "n", "decisions", "value", "quartile_1", "quartile_3", "percentile_90", "base")
        figures = (1, 4, middle(2), middle(1), middle(4), middle(8), middle(2))
        assert table_of(result, *columns) == [(None, *figures), ("Dig", *figures)]
        assert table_of(result, "lo", "hi", "times") == [(None, None, None)] * 2  # one game tells nothing of others

    def test_decisions_that_are_not_timed(self) -> None:
        """Decisions that were forced, recorded at once, interrupted by a break, or without a time are counted, but not
        timed.

        A break is longer than five minutes. Undone decisions do not count at all; effects and further rows of a
        decision are no decisions of their own.
        """
        facts = [
            decision(1, 2, "Dig", 300),
            decision(1, 3, "Dig", 300.000001),
            decision(1, 4, "Dig", 0),
            decision(1, 5, "Dig", None),
            decision(1, 6, "Dig", 5, forced=True),
            decision(1, 7, "Dig", 9, undone=True),
            decision(1, 8, "Dig", 9, category="consequence", step=1),
            decision(1, 2, "Dig", 300, part=1),
        ]
        rows = table_of(answer(lake(*facts), NAME), "what", "decisions", *APART, "value")
        assert rows == [(what, 5, 1, 1, 1, 1, middle(300)) for what in (None, "Dig")]
        assert table_of(answer(lake(*facts), NAME, away=6), "away", "value")[0] == (0, middle(300))

    def test_a_recorded_log(self, table: Table) -> None:
        """In a recorded log with one second an event, a decision takes as long as its seat was waited for.

        Seat 1 digs after 1 s, sells 2 s later; seat 2 waited since the start: 2 s. What was undone does not count.
        """
        table.play("1 dig r1, 2 sell, 1 sell, 2 dig, undo 4", won=(1,))
        rows = table_of(table.ask(NAME), "what", "decisions", "value")
        assert rows == [(None, 3, middle(2)), ("Sell", 2, middle(2)), ("Dig", 1, middle(1))]

    def test_how_many_times_as_long(self) -> None:
        """`times` compares geometric means.

        In 32 games `Dig` takes 4 s and `Sell` 1 s, so all take 2 s, and Dig twice as long. All games are alike: the
        error is 0, and so is q.
        """
        facts = [decision(g, v, type, gap) for g in range(32) for v, type, gap in ((2, "Dig", 4), (3, "Sell", 1))]
        result = answer(lake(*facts), NAME)
        assert table_of(result, "what", "times", "times_lo", "times_hi", "q") == [
            (None, None, None, None, None),
            ("Dig", near(2), near(2), near(2), 0),
            ("Sell", near(0.5), near(0.5), near(0.5), 0),
        ]
        assert result.finding.endswith("Dig takes longer than all decisions on average: 2 times as long (q < 0.001).")

    def test_the_sample_is_the_games_with_such_a_decision(self) -> None:
        """Of 90 games thirty have a sale: Student's t has 29 degrees, both for the test and for its interval."""
        facts = [decision(g, 2, "Dig", 4) for g in range(90)] + [decision(g, 3, "Sell", 3 + g % 3) for g in range(30)]
        sell = next(row for row in answer(lake(*facts), NAME).rows.to_dicts() if row["what"] == "Sell")
        apart, high = (log2(sell[name]) for name in ("times", "times_hi"))
        error = (high - apart) / clusters.student_quantile(29)
        assert sell["p_value"] == pytest.approx(clusters.student_tail(apart / error, 29))

    def test_each_game_is_one_sample(self) -> None:
        """The median's interval counts games: 10 games of 100 equal times each are 10 draws, not 1,000.

        Six games take 1 s, four 4 s. The share at or below 1 s is 6/10, and varies by 1000^2 * (6/10 * 4/10) * 10 /
        1000^2 / 100 = 0.024, as 10 draws do: Wilson's interval with Student's t of 9 degrees, 2.262157, holds one half,
        so the median may lie anywhere from the lower edge of the step of 1 s to the upper edge of that of 4 s, or
        beyond.
        """
        facts = [decision(g, v, "Dig", 1 if g < 6 else 4) for g in range(10) for v in range(100)]
        row = answer(lake(*facts), NAME).rows.to_dicts()[0]
        first, last = ((round(s * SECOND) ** 8).bit_length() - 1 for s in (1, 4))
        assert row["value"] == middle(1)
        assert row["lo"] == pytest.approx(2 ** (first / 8) / SECOND)
        assert row["hi"] == pytest.approx(2 ** ((last + 1) / 8) / SECOND)

    def test_players_without_an_id_are_counted(self) -> None:
        """If split by player, decisions of seats without a player count in the row of all, and are counted as left
        out."""
        facts = [decision(1, 2, "Dig", 1, player="ann"), decision(1, 3, "Dig", 1)]
        result = answer(lake(*facts), NAME, by="player")
        assert table_of(result, "what", "decisions") == [(None, 2), ("ann", 1)]
        assert result.excluded == {"decisions_without_player": 1}


def rows(seed: list[tuple[int, str, int, int]]) -> Tables:
    return lake(
        *(
            decision(game, version, type, gap / SECOND, turn_seat=turn, forced=gap % 7 == 0, undone=gap % 11 == 0)
            for version, (game, type, gap, turn) in enumerate(seed)
        )
    )


drawn = st.lists(
    st.tuples(st.integers(1, 5), st.sampled_from(["Dig", "Sell"]), st.integers(0, 400 * SECOND), st.integers(1, 2)),
    min_size=1,
    max_size=40,
)


def reference(tables: Tables, by: str) -> dict[str | None, tuple[Any, ...]]:
    """Decisions, games, quantiles and log times for each type, out of sorted lists."""
    timed: defaultdict[str | None, list[tuple[int, int]]] = defaultdict(list)
    whole: defaultdict[str | None, int] = defaultdict(int)
    for row in tables["facts"]:
        if row["undone"]:
            continue
        what = row["type"] if by == "type" else "own" if row["turn_seat"] == row["seat"] else "other"
        for key in (None, what):
            whole[key] += 1
            if not row["forced"] and 0 < row["gap_us"] <= 300 * SECOND:
                timed[key].append((row["gap_us"], row["game_id"]))
    return {key: (whole[key], *_figures(timed[key], timed[None])) for key in whole}


def _figures(mine: list[tuple[int, int]], all_: list[tuple[int, int]]) -> tuple[Any, ...]:
    gaps, n = sorted(gap for gap, _ in mine), len(mine)
    levels = [Fraction(1, 2), Fraction(1, 4), Fraction(3, 4), Fraction(9, 10)]
    quantiles = [middle(gaps[math.ceil(level * n) - 1] / SECOND) if n else None for level in levels]
    logs = [[math.log2(gap / SECOND) for gap, _ in these] for these in (mine, all_)]
    means = [sum(these) / len(these) if these else None for these in logs]
    times = None if means[0] is None or n == len(all_) else 2 ** (means[0] - means[1])  # type: ignore[operator]
    return len({game for _, game in mine}), *quantiles, None if times is None else pytest.approx(times, rel=1e-9)


@pytest.mark.parametrize("by", ["type", "turn_seat"])
@given(seed=drawn)
@few
def test_equal_to_the_reference_implementation(by: str, seed: list[tuple[int, str, int, int]]) -> None:
    """Quantiles are those of the sorted list, to one step of the histogram."""
    with TemporaryDirectory() as folder:
        made = lake_of(folder, rows(seed), parts=2)
        result = ask(made, NAME, by=by)
        # the difference is no row of its own where all are of one kind
        with_difference = result.rows.with_columns(times=pl.col("times"))
        columns = ("decisions", "n", "value", "quartile_1", "quartile_3", "percentile_90", "times")
        found = {row["what"]: tuple(row[c] for c in columns) for row in with_difference.to_dicts()}
        assert found == reference(everything(made), by)


@given(value=st.integers(1, 10**12))
def test_steps_of_the_histogram(value: int) -> None:
    """A value lies in step s where 2^s <= value^8 < 2^(s+1), computed in whole numbers."""
    step = pl.DataFrame({"v": [value]}).select(histograms.step_of(pl.col("v"))).item()
    assert 2**step <= value**8 < 2 ** (step + 1)


def test_duckdb_finds_the_same() -> None:
    """SQL in DuckDB finds the same sums of logarithms and the same counts in the same files."""
    tables = rows([(g % 9, ("Dig", "Sell")[g % 2], 37_003 * g * g % 290_000_000, 1) for g in range(900)])
    with TemporaryDirectory() as folder:
        made = lake_of(folder, tables, parts=2)
        query = """
            WITH timed AS (SELECT type, ln(gap_us / 1e6) / ln(2) AS took FROM facts
                WHERE NOT undone AND NOT forced AND gap_us BETWEEN 1 AND 300000000)
            SELECT type, pow(2, avg(took) - (SELECT avg(took) FROM timed)) FROM timed GROUP BY type ORDER BY type
        """
        expected = dict(sql(made, query).iter_rows())
        found = ask(made, NAME).rows.filter(pl.col("what").is_not_null())
        assert len(expected) == 2
        assert dict(found.select("what", "times").iter_rows()) == {k: pytest.approx(v, rel=1e-12) for k, v in
                                                                   expected.items()}  # fmt: skip


@given(seed=drawn, order=st.integers(0, 2**16))
@few
def test_parts_and_row_order_do_not_change_the_answer(seed: list[tuple[int, str, int, int]], order: int) -> None:
    """The answer is the same for any parts of the lake, any order of rows, and with or without streaming."""
    assert_same_for_any_partition(rows(seed), order, NAME)


def test_large_sums_do_not_overflow() -> None:
    """A hundred thousand copies of two games change no quantile, and sums of squares stay exact enough."""
    facts = [decision(g, v, type, 4.0**g) for g in (1, 2) for v in range(9) for type in ("Dig", "Sell")]
    once, often = answer(lake(*facts), NAME), rows_of_copies(lake(*facts), 100_000, NAME)
    assert often.rows["n"].to_list() == [200_000] * 3
    assert often.rows["value"].to_list() == once.rows["value"].to_list()
    assert (often.rows["hi"] >= often.rows["value"]).all()
    assert often.rows["times"].to_list() == [None, near(1), near(1)]


class TestText:
    def test_text(self) -> None:
        """The whole text: games, medians, and what was not timed."""
        facts = [decision(g, v, t, s, player="ann") for g in range(31) for v, t, s in ((2, "Hire", 4), (3, "Sell", 1))]
        text = answer(lake(*facts, decision(1, 4, "Hire", 0), decision(1, 5, "Sell", 9999)), NAME).to_text()
        assert text.splitlines()[:10] == [
            "Time per decision",
            "How long does a decision take (up to 5 minutes), by type, in games of Toy?",
            "Half of the decisions take up to 1.0 s (31 games). Hire a hero takes longer than",
            "all decisions on average: 2 times as long (q < 0.001).",
            "",
            "                 games  median       95 %  quartiles  90 % up to",
            "  All decisions     31   1.0 s  1.0–1.0 s  1.0–4.0 s       4.0 s",
            "  Hire a hero       31   4.0 s  3.8–4.2 s  4.0–4.0 s       4.0 s",
            "  Sell              31   1.0 s  1.0–1.0 s  1.0–1.0 s       1.0 s",
            "  not timed: 1 recorded with the one before, 1 over 5 min",
        ]

    def test_too_few_games(self) -> None:
        """With fewer games than `min_n`, their number is given and no value."""
        result = answer(lake(decision(1, 2, "Dig", 1)), NAME, min_n=10)
        assert result.finding == "Not enough games with times yet (1 game)."
        assert "needs 10 games" in result.to_text()
        assert_readable(result)

    def test_an_unclear_difference(self) -> None:
        """If the test is not significant, the finding does not call a type slower or faster."""
        facts = [decision(g, v, t, 1 + (g * v) % 5) for g in range(40) for v, t in ((2, "Dig"), (3, "Sell"))]
        result = answer(lake(*facts), NAME)
        assert "No clear difference" in result.finding
        assert result.finding.endswith("may be due to chance.")
        assert_readable(result)

    @pytest.mark.parametrize("by", ["type", "player", "third", "phase", "round", "turn_seat"])
    def test_all_splits(self, by: str) -> None:
        """Text and chart are given for each split, also without any time and without any game."""
        facts = [
            decision(g, v, "Dig", v * g, turn_seat=1 + v % 2, player=f"p{v}", phase="Open", third=1 + v // 8, round=v)
            for g in range(1, 32)
            for v in range(24)
        ]
        assert_readable(answer(lake(*facts), NAME, by=by))
        assert_readable(answer(lake(decision(1, 2, "Dig", 0, player="ann", turn_seat=1)), NAME, by=by))
        assert_readable(answer(lake(), NAME, by=by))

    @pytest.mark.parametrize("params", [{"by": "luck"}, {"away": 0}, {"away": 10_081}])
    def test_bad_parameters(self, params: dict[str, Any]) -> None:
        """A bad parameter is refused."""
        with pytest.raises(BadParameters):
            answer(lake(), NAME, **params)
