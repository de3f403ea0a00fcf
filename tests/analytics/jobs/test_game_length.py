"""The statistic `game_length`: how long games last, and how they end."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from tempfile import TemporaryDirectory
from typing import Any

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from analytics import BadParameters, Lake, schema
from tests.analytics.conftest import DAY, NOON, Table
from tests.analytics.jobs.checks import (
    Tables,
    assert_readable,
    assert_same_for_any_partition,
    few,
    lake_of,
    near,
    rows_of_copies,
    table_of,
)
from tests.analytics.made import ask, everything, sql

NAME = "game_length"
MINUTE = 60_000_000
Open = tuple[int, int, str]
"""Seats, rounds and why a game does not count."""


def lake(*games: tuple[int, int, str], team: bool = False) -> Tables:
    """The rows of finished games: seats, rounds (ten decisions and three minutes each), and how they ended."""
    rows: list[dict[str, Any]] = [
        {
            **{"game_id": number, "game_uuid": f"game-{number}", "seats": seats, "rounds": rounds, "end_reason": end},
            **{"decisions": 10 * rounds, "started_at": NOON, "ended_at": NOON + 3 * rounds * MINUTE},
        }
        for number, (seats, rounds, end) in enumerate(games, 1)
    ]
    seats = [
        {"game_id": row["game_id"], "seat": seat, "seats": row["seats"], "win_share": 0.0, "par": None if team else 0.5}
        for row in rows
        for seat in range(1, row["seats"] + 1)
    ]
    return {"games": rows, "seats": seats}


def with_open(made: Lake, *games: Open) -> Lake:
    """The lake, with games that never ended added."""
    exclusions = [
        dict.fromkeys(schema.EXCLUSIONS)
        | {"game_uuid": f"open-{number}", "ruleset": "toy", "reason": reason, "seats": seats, "rounds": rounds}
        | {"versions": 1 + 10 * rounds, "players": [], "tags": "", "ruleset_version": 1, "revision": 1}
        for number, (seats, rounds, reason) in enumerate(games)
    ]
    file = made.write("exclusions", pl.DataFrame(exclusions, schema=schema.EXCLUSIONS))
    made.publish(replace(made.checkpoint(), exclusions=file))
    return made


def found(tables: Tables, *unfinished: Open, parts: int = 1, team: bool = False, **params: object) -> Any:
    with TemporaryDirectory() as folder:
        return ask(with_open(lake_of(folder, tables, parts=parts, team=team), *unfinished), NAME, **params)


def rows_of(result: Any, row: str, *columns: str) -> list[tuple[object, ...]]:
    return list(result.rows.filter(pl.col("row") == row).select(columns).iter_rows())


FOUR = [(2, 1, "goal"), (2, 2, "goal"), (2, 3, "cards"), (2, 4, "goal")]


class TestByHand:
    def test_all_finished(self) -> None:
        """Games of 1, 2, 3 and 4 rounds: 3/4 last longer than one round, 1/2 than two: the median is 2."""
        result = found(lake(*FOUR))
        lasting = [(1, Fraction(3, 4)), (2, Fraction(1, 2)), (3, Fraction(1, 4)), (4, Fraction(0))]
        assert rows_of(result, "lasting", "length", "value") == [(at, near(share)) for at, share in lasting]
        assert rows_of(
            result, "median", "seats", "n", "finished", "unfinished", "value", "quartile_1", "quartile_3"
        ) == [(2, 4, 4, 0, 2, 1, 3)]
        assert rows_of(result, "end", "end_reason", "n", "finished", "value") == [
            ("goal", 4, 3, near(Fraction(3, 4))),
            ("cards", 4, 1, near(Fraction(1, 4))),
        ]

    def test_unfinished_games_are_censored(self) -> None:
        """Unfinished games count up to where they got (Kaplan and Meier's estimate).

        Games end at 1, 2 and 3; one unfinished at 2 is at risk there: 3/4, then 2/3 of it: 1/2, then 0. An abandoned
        one at 1 makes five: 4/5, then 4/5 * 2/3 = 8/15, then 0: the median is 3. They are not listed as left out, but
        archived ones are.
        """
        three = lake((2, 1, "goal"), (2, 2, "goal"), (2, 3, "goal"))
        first = found(three, (2, 2, "unfinished"))
        assert rows_of(first, "lasting", "value") == [(near(Fraction(3, 4)),), (near(Fraction(1, 2)),), (0,)]
        second = found(three, (2, 2, "unfinished"), (2, 1, "abandoned"), (2, 9, "archived"))
        assert rows_of(second, "lasting", "value") == [(near(Fraction(4, 5)),), (near(Fraction(8, 15)),), (0,)]
        assert rows_of(second, "median", "n", "finished", "unfinished", "value") == [(5, 3, 2, 3)]
        assert second.excluded == {"archived": 1}

    def test_intervals_are_greenwoods(self) -> None:
        """Ten games of 1 to 10 rounds: 1/2 lasts longer than 5, with variance 1/4 * 1/10.

        Greenwood's sum is 5 / (10 * 5) = 0.1; over |log 1/2| it is 0.456221, 1.959964 of these are 0.894177: the ends
        are 0.5^exp(0.894177) = 0.18360 and 0.5^exp(-0.894177) = 0.75324. (As `survfit` of R has it, by "log-log".)
        One half lies between the ends from 1 (those of 9/10 begin at 0.9^exp(1.961) = 0.473) up to 7: at 8 they
        are below it (0.475), so the median lies between 1 and 8.
        """
        result = found(lake(*((2, rounds, "goal") for rounds in range(1, 11))))
        ends = {row[0]: row[1:] for row in rows_of(result, "lasting", "length", "lo", "hi")}
        assert ends[5] == (pytest.approx(0.18360, abs=1e-4), pytest.approx(0.75324, abs=1e-4))
        assert ends[10] == (None, None)
        assert rows_of(result, "median", "value", "lo", "hi") == [(5, 1, 8)]

    def test_numbers_of_seats_are_counted_apart(self) -> None:
        """Each number of seats has its own median; unfinished games alone give none."""
        result = found(lake((2, 1, "goal"), (3, 5, "goal")), (4, 7, "unfinished"))
        assert rows_of(result, "median", "seats", "n", "value", "unfinished") == [
            (2, 1, 1, 0),
            (3, 1, 5, 0),
            (4, 1, None, 1),
        ]

    def test_other_units(self) -> None:
        """The length can be in decisions, which unfinished games have too, or in minutes, of finished games alone."""
        tables = lake((2, 1, "goal"), (2, 3, "goal"))
        decisions = found(tables, (2, 2, "unfinished"), unit="decisions")
        assert rows_of(decisions, "lasting", "length", "value") == [(10, near(Fraction(2, 3))), (30, 0)]
        minutes = found(tables, (2, 2, "unfinished"), unit="minutes")
        assert rows_of(minutes, "lasting", "length", "value") == [(3, near(Fraction(1, 2))), (9, 0)]
        assert minutes.excluded == {"unfinished": 1}

    def test_games_without_a_length(self) -> None:
        """A game that was entered at once has rounds, and no minutes."""
        tables = lake((2, 1, "goal"), (2, 3, "goal"))
        tables["games"][0]["ended_at"] = tables["games"][0]["started_at"]
        assert rows_of(found(tables, unit="minutes"), "median", "n", "value") == [(1, 9)]
        assert rows_of(found(tables), "median", "n", "value") == [(2, 1)]

    def test_a_recorded_log(self, table: Table) -> None:
        """A recorded log over two months: an unfinished game counts by its round, a team's game once."""
        for ruleset in ("toy", "team"):
            table.play("1 dig r1, 2 sell r2, undo 2, 2 dig", ruleset=ruleset, won=())
            table.play("1 dig r1, 2 sell", won=None, ruleset=ruleset, at=NOON + 30 * DAY)
            result = table.ask(NAME, ruleset=ruleset, unit="decisions")
            assert rows_of(result, "median", "n", "finished", "unfinished", "value") == [(2, 1, 1, 2)]


finished = st.lists(st.tuples(st.integers(1, 3), st.integers(0, 6), st.sampled_from(["goal", "cards"])), max_size=12)
unfinished = st.lists(
    st.tuples(st.integers(1, 3), st.integers(0, 6), st.sampled_from(["unfinished", "abandoned"])), max_size=8
)


def reference(games: list[dict[str, Any]], open_ones: list[Open]) -> dict[tuple[int, int], Fraction]:
    """What share of the games lasts longer, by number of seats and length: game by game."""
    shares: dict[tuple[int, int], Fraction] = {}
    for seats in {game["seats"] for game in games}:
        ended = Counter(game["rounds"] for game in games if game["seats"] == seats)
        seen = [*ended.elements(), *(rounds for k, rounds, _ in open_ones if k == seats)]
        share = Fraction(1)
        for length in sorted(ended):
            at_risk = sum(rounds >= length for rounds in seen)
            share *= 1 - Fraction(ended[length], at_risk)
            shares[seats, length] = share
    return shares


@given(games=finished, open_ones=unfinished)
@few
def test_equal_to_the_reference_implementation(games: list[tuple[int, int, str]], open_ones: list[Open]) -> None:
    """The shares equal those of plain Python for any finished and unfinished games, and lie within their intervals."""
    with TemporaryDirectory() as folder:
        made = with_open(lake_of(folder, lake(*games), parts=2), *open_ones)
        result = ask(made, NAME)
        expected = reference(everything(made)["games"], open_ones)
    rows = rows_of(result, "lasting", "seats", "length", "value")
    assert {(seats, length): value for seats, length, value in rows} == {key: near(of) for key, of in expected.items()}
    medians = {row[0]: row[1] for row in rows_of(result, "median", "seats", "value")}
    for seats, median in medians.items():
        reached = [length for (k, length), share in expected.items() if k == seats and share <= Fraction(1, 2)]
        assert median == (min(reached) if reached else None)
    assert result.rows.filter(~pl.col("value").is_between("lo", "hi")).is_empty()


@given(games=finished, order=st.integers(0, 2**16))
@few
def test_parts_and_row_order_do_not_change_the_answer(games: list[tuple[int, int, str]], order: int) -> None:
    """The answer is the same for any parts of the lake, any order of rows, and with or without streaming."""
    assert_same_for_any_partition(lake(*games), order, NAME)


def test_duckdb_finds_the_same() -> None:
    """Without unfinished games the curve is a plain share of games; SQL in DuckDB gives the same."""
    tables = lake(*((2 + n % 2, n * n % 23, "goal") for n in range(60)))
    query = """
        SELECT seats, rounds, 1 - (sum(count(*)) OVER (PARTITION BY seats ORDER BY rounds))
            / (sum(count(*)) OVER (PARTITION BY seats)) AS lasting FROM games GROUP BY seats, rounds
    """
    with TemporaryDirectory() as folder:
        made = lake_of(folder, tables, parts=2)
        expected = {(seats, rounds): near(float(share)) for seats, rounds, share in sql(made, query).iter_rows()}
        rows = rows_of(ask(made, NAME), "lasting", "seats", "length", "value")
    assert {(seats, length): value for seats, length, value in rows} == expected


def test_large_counts_do_not_overflow() -> None:
    """A hundred thousand copies of the games change no share, and narrow the interval of the median."""
    result = rows_of_copies(lake(*FOUR), 100_000, NAME)
    assert rows_of(result, "median", "n", "value", "lo", "hi") == [(400_000, 2, 2, 3)]


def test_long_curves_are_thinned() -> None:
    """Of a thousand lengths one is shown for each percent of the games; the median is still exact."""
    result = found(lake(*((2, rounds, "goal") for rounds in range(1, 1001))))
    assert rows_of(result, "median", "value") == [(500,)]
    assert len(rows_of(result, "lasting", "value")) == 100


class TestText:
    def test_text(self) -> None:
        """The whole text: lengths, ends, and how many games never ended."""
        games = [(2, 3 + n % 5, "goal" if n % 4 else "out_of_cards") for n in range(40)]
        result = found(lake(*games), (2, 6, "unfinished"))
        drawn = re.compile(r"    [0·├─●┤].*")
        assert [drawn.sub("", line) for line in result.to_text().splitlines()[:12]] == [
            "Game length",
            "How many rounds do games last, and how do they end, in games of Toy?",
            "Half of the games of 2 seats last up to 5 rounds (95 % interval 4–6, 41 games, 1",
            "unfinished). The most frequent ending of the games of 2 seats: Goal, 75 %.",
            "",
            "Rounds     games  unfinished  median  95 %  quartiles",
            "  2 seats     41           1       5   4–6        4–6",
            "  unfinished games count as far as they got",
            "",
            "Endings, 2 seats  games  share",
            "  Goal               30   75 %",
            "  Out of cards       10   25 %",
        ]
        assert_readable(result)

    def test_ends_have_the_words_of_their_ruleset(self) -> None:
        """The words for an end are used as they are within a sentence, and with a capital in a table."""
        result = found(lake(*((2, 5, "summit" if n % 4 else "goal") for n in range(40))))
        assert "The most frequent ending of the games of 2 seats: the summit is reached, 75 %." in result.finding
        assert result.panels[1].rows[0][0] == "The summit is reached"

    def test_too_few_games(self) -> None:
        """With fewer games than `min_n`, or without any that ended, no value is given."""
        result = found(lake((2, 3, "goal")), min_n=10)
        assert result.finding == "Not enough games yet (1 game of 2 seats)."
        assert "needs 10 games" in result.to_text()
        assert_readable(result)
        never = found(lake(), (1, 3, "unfinished"))
        assert never.finding == "Not enough games yet (less than half of 1 game of 1 seat have ended)."
        assert_readable(never)

    @pytest.mark.parametrize("unit", ["rounds", "decisions", "minutes"])
    @pytest.mark.parametrize("team", [False, True])
    def test_all_units(self, unit: str, team: bool) -> None:
        """Text and chart are given for every unit: of many games, of several numbers of seats, and of none."""
        games = [(1 + n % 4, n % 37, f"end_{n % 15}") for n in range(200)]
        assert_readable(found(lake(*games, team=team), (3, 40, "abandoned"), unit=unit, team=team))
        assert_readable(found(lake(), unit=unit))

    def test_bad_parameters(self) -> None:
        """A bad parameter is refused."""
        with pytest.raises(BadParameters):
            found(lake(), unit="turns")

    def test_options_leave_unfinished_games_out(self) -> None:
        """The options of an unfinished game are not known, so it does not count if options are asked for."""
        result = found(lake((2, 3, "goal")), (2, 3, "unfinished"), tag="league")
        assert result.rows.is_empty()
        assert table_of(found(lake((2, 3, "goal")), (2, 3, "unfinished"), option="a=b"), "n") == []
