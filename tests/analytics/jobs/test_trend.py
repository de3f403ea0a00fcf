"""The statistic `trend`: how something changes from week to week, between versions of the rules, or with experience."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from fractions import Fraction
from random import Random
from typing import TYPE_CHECKING, Any
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analytics import BadParameters
from tests.analytics.conftest import DAY, NOON
from tests.analytics.jobs.played import (
    Row,
    answer,
    assert_readable,
    assert_same_for_any_partition,
    false_positive_rate,
    few,
    game,
    lake_of,
    mean,
    near,
    rows_of,
    rows_of_copies,
    scored,
    share,
    table_of,
)
from tests.analytics.made import ask, sql

if TYPE_CHECKING:
    from pathlib import Path

    from tests.analytics.conftest import Table

NAME = "trend"
MINUTE, SECOND = 60_000_000, 1_000_000
ANN, BOB, CY = (str(UUID(int=number)) for number in (1, 2, 3))


def on(day: int, *seats: Row, **more: Any) -> Row:
    """A game that ended so many days after 1 June 2026."""
    return game(*(seats or ({}, {})), ended_at=NOON + day * DAY, **more)


def by_period(rows: list[Row], *columns: str, team: bool = False, **params: Any) -> dict[object, Any]:
    found = {row[0]: row[1:] for row in table_of(answer(rows, NAME, team=team, **params), "period", *columns)}
    return {period: row[0] if len(row) == 1 else row for period, row in found.items()}


class TestByHand:
    def test_decisions_by_month(self) -> None:
        """Decisions per game, by month of the end of the game.

        June: games of two seats with 3 + 5 and 2 + 2 decisions, one of three seats with 9; July: one of two with 6.

        Means: (8 + 4 + 9) / 3 and 6. Usual is 6 at tables of two and 9 at tables of three: (6 + 6 + 9) / 3 and 6. Half
        of the four games lie before the middle of July's: it is the later half, and compared with June's games of two
        seats alone: 6 against 6. Towards 20 games of the usual: (21 + 20 * 7) / 23.
        """
        played = [
            on(0, {"decisions": 3}, {"decisions": 5}),
            on(29, {"decisions": 2}, {"decisions": 2}),
            on(3, {"decisions": 4}, {"decisions": 5}, {"decisions": 0}),
            on(30, {"decisions": 3}, {"decisions": 3}),
        ]
        columns = ("n", "games", "value", "base", "shrunk", "later", "earlier", "n_later", "n_earlier")
        assert by_period(played, *columns) == {
            "2026-06": (3, 4, 7, 7, 7, 6, 6, 1, 3),
            "2026-07": (1, 4, 6, 6, 6, 6, 6, 1, 3),
        }

    def test_an_interval(self) -> None:
        """Decisions 1, 2, 6: mean 3, squares about it 14, error sqrt(14 / 2 / 3) = 1.527525, times 4.302653."""
        played = [on(day, {"decisions": n}, {"decisions": 0}) for day, n in enumerate((1, 2, 6))]
        (row,) = answer(played, NAME).rows.to_dicts()
        assert (row["value"], row["lo"]) == (3, pytest.approx(3 - 1.527525 * 4.302653, abs=1e-5))

    def test_wins(self) -> None:
        """Seat 1 wins a game, shares one and loses one: 3/2 of 3; seat 2 the same; red, which both play once, the mean
        of both: 1/2, 1, 0."""
        red = {"faction": "colour=red"}
        played = [on(0, red, red, won=(1,)), on(1, {}, {}, won=(1, 2)), on(2, {}, red, won=(1,))]
        assert by_period(played, "n", "value", measure="win_rate") == {"2026-06": (3, near(Fraction(5, 6)))}
        assert by_period(played, "n", "value", measure="win_rate", seat=2) == {"2026-06": (3, near(Fraction(1, 6)))}
        assert by_period(played, "n", "value", measure="win_rate", faction="colour=red") == {"2026-06": (2, 0.25)}

    def test_a_team_game_counts_once(self) -> None:
        """Two seats win a game together, three lose one: one win of two games."""
        played = [on(0, {}, {}, won=(1, 2)), on(1, {}, {}, {}, won=())]
        assert by_period(played, "n", "value", team=True, measure="win_rate") == {"2026-06": (2, 0.5)}

    def test_minutes_without_pauses(self) -> None:
        """Events at 0, 10 and 50 minutes, the second undone, then one at 55 minutes: 10 + 5, without the pause of 40.

        Rows of one event count once.
        """
        times = {2: 0, 3: 10, 4: 50, 5: 55}
        facts = [
            {"version": version, "step": step, "occurred_at": NOON + at * MINUTE, "undone": version == 3}
            for version, at in times.items()
            for step in (0, 1)
        ]
        assert by_period([on(0, facts=facts)], "n", "value", measure="minutes") == {"2026-06": (1, 15)}

    def test_minutes_of_games_that_were_entered_at_once(self) -> None:
        """One of 45 minutes, which is no pause; one without a length does not count."""
        entered = [
            on(day, facts=[{"version": version, "occurred_at": NOON + at * MINUTE} for version, at in times.items()])
            for day, times in enumerate(({1: 0, 2: 45, 3: 45}, {1: 0, 2: 0, 3: 0}))
        ]
        assert by_period(entered, "n", "value", measure="minutes") == {"2026-06": (1, 45)}

    def test_seconds_to_a_decision(self) -> None:
        """Decisions of 4 and 8 seconds count; an hour's pause, an undone decision and one without a time do not."""
        facts = [
            *(scored(2, 1, 0, gap_us=4 * SECOND), scored(3, 2, 0, gap_us=8 * SECOND), scored(4, 1, 0)),
            *(scored(5, 1, 0, gap_us=60 * MINUTE), scored(6, 1, 0, gap_us=99 * SECOND, undone=True)),
            scored(3, 2, 0, step=1, gap_us=8 * SECOND, category="consequence"),
        ]
        assert by_period([on(0, facts=facts)], "value", measure="seconds") == {"2026-06": 6}
        assert by_period([on(0, facts=facts)], "value", measure="seconds", seat=2) == {"2026-06": 8}

    def test_undos(self) -> None:
        """One undo to four decisions, one of which was undone; a game without decisions has no rate."""
        facts = [scored(version, 1, 0, undone=version == 3) for version in range(2, 6)]
        facts += [
            {"version": 6, "type": "Undo", "category": "system"},
            {"version": 7, "type": "Redo", "category": "system"},
        ]
        assert by_period([on(0, facts=facts), on(1, facts=facts[-2:])], "n", "value", measure="undo_rate") == {
            "2026-06": (1, 0.25)
        }

    def test_rounds_and_games(self) -> None:
        """`measure=rounds` is a mean of games; `measure=games` counts them, also where they are few, and is not
        tested."""
        played = [on(0, rounds=3), on(1, rounds=5), on(40, rounds=2)]
        assert by_period(played, "value", measure="rounds") == {"2026-06": 4, "2026-07": 2}
        rows = by_period(played * 40, "value", "lo", "base", "p_value", measure="games", min_n=50)
        assert rows == {"2026-06": (80, None, None, None), "2026-07": (40, None, None, None)}

    def test_weeks_begin_on_monday(self) -> None:
        """31 December 2026 is a Thursday: the first days of January lie in the same week, which began on the 28th."""
        days = [
            (datetime(2026, 12, 27, tzinfo=UTC) - datetime(2026, 6, 1, tzinfo=UTC)).days + more for more in range(9)
        ]
        rows = by_period([on(day) for day in days], "n", by="week")
        assert rows == {"2026-12-21": 1, "2026-12-28": 7, "2027-01-04": 1}

    def test_versions_are_numbers(self) -> None:
        """Version 10 comes after version 9."""
        played = [on(0, ruleset_version=version) for version in (10, 9, 10)]
        assert list(by_period(played, "n", by="rules_version").items()) == [("9", 1), ("10", 2)]

    def test_a_players_nth_game(self) -> None:
        """With `by=nth_game`, a row is the n-th game of each player.

        Ann plays three games over two months, Bob joins in the second and third; a seat without a player counts for
        none.

        Game 1: Ann's first, which she wins. Game 2: Ann's second and Bob's first, which Bob wins. Game 3: Ann's third
        and Bob's second, which Ann wins. First games: 1, 1. Second: 0, 0. Third: 1.

        Of Ann the later games are 2 and 3: 1/2 against 1; of Bob game 3: 0 against 1.
        """
        ann, bob = {"player": ANN}, {"player": BOB}
        played = [on(40, ann, bob, won=(1,)), on(0, ann, {}, won=(1,)), on(20, bob, ann, won=(1,))]
        columns = ("n", "games", "value", "later", "earlier", "n_later")
        assert by_period(played, *columns, by="nth_game", measure="win_rate") == {
            "1": (2, 3, 1, 0.25, 1, 2),
            "2": (2, 3, 0, 0.25, 1, 2),
            "3": (1, 3, 1, 0.25, 1, 2),
        }

    def test_later_games_of_a_player_are_put_together(self) -> None:
        """The eleventh to twentieth game are one row, and so on; if two players play their n-th game together, it
        counts once."""
        played = [on(day, {"player": ANN, "decisions": 1}, {"player": BOB, "decisions": 3}) for day in range(23)]
        rows = by_period(played, "n", "value", by="nth_game")
        assert list(rows)[-3:] == ["10", "11-20", "21-50"]
        assert (rows["1"], rows["11-20"], rows["21-50"]) == ((1, 2), (10, 2), (3, 2))

    def test_seconds_of_a_player(self) -> None:
        """A player's pace counts that player's own decisions."""
        facts = [scored(2, 1, 0, gap_us=4 * SECOND), scored(3, 2, 0, gap_us=8 * SECOND)]
        played = [on(0, {"player": ANN}, {}, facts=facts)]
        assert by_period(played, "value", by="nth_game", measure="seconds") == {"1": 4}

    def test_each_game_is_one_sample(self) -> None:
        """Thirty games with decisions 10 and 20 in turn, then thirty with 20 and 30: 25 against 15.

        Within each half the squares about the mean are 30 * 25, so the variance of the difference is 2 * 30 * 25 /
        30^2, times 60 / 58: the error is 1.313064; 10 is 7.615773 errors.
        """
        played = [on(day, {"decisions": 10 + 10 * (day % 2) + 10 * (day >= 30)}, {"decisions": 0}) for day in range(60)]
        rows = answer(played, NAME, by="month").rows.to_dicts()
        assert [row["period"] for row in rows] == ["2026-06", "2026-07"]
        assert {(row["later"], row["earlier"], row["difference"]) for row in rows} == {(25, 15, 10)}
        assert rows[0]["difference_lo"] == pytest.approx(10 - 1.313064 * 2.045230, abs=1e-4)
        assert 0 < rows[0]["p_value"] < 1e-6

    def test_players_who_share_their_games_vary_together(self) -> None:
        """Thirty pairs play two games, each with 10 decisions and then 10, 11 or 12: for all sixty the difference is 1.

        The squares of the differences about it sum up to 40. Of independent players the variance of the mean were
        40 * 60 / 59 / 60^2; what pairs have in common adds 40 / 60^2, so the error is 0.149702.
        """
        played = []
        for pair in range(30):
            names = [str(UUID(int=2 * pair + place)) for place in (1, 2)]
            for later, decisions in enumerate((10, 10 + pair % 3)):
                played.append(on(later, *({"player": name, "decisions": decisions} for name in names)))
        row = answer(played, NAME, by="nth_game").rows.row(0, named=True)
        assert (row["n_later"], row["difference"]) == (60, 1)
        assert row["difference_lo"] == pytest.approx(1 - 0.149702 * 2.000995, abs=1e-4)

    def test_a_recorded_log(self, table: Table) -> None:
        """Two games of a log: 3 decisions that count and an undo, a month later 2."""
        table.play("1 dig r1, 2 sell, undo 2, 2 dig, 1 wait")
        table.play("1 dig r1, 2 sell", at=NOON + 30 * DAY)
        assert table_of(table.ask(NAME), "period", "value") == [("2026-06", 3), ("2026-07", 2)]
        assert table_of(table.run(NAME, measure="undo_rate"), "value") == [(0.25,), (0,)]


# --- reference implementations


@st.composite
def games(draw: st.DrawFn) -> Row:
    """Games of one to three seats of up to three players, over some months and versions."""
    seats = draw(st.integers(1, 3))
    everyone = range(1, seats + 1)
    players = draw(st.permutations([ANN, BOB, CY, None]))
    seats_of = [{"player": players[seat], "decisions": draw(st.integers(0, 9))} for seat in range(seats)]
    won = sorted(draw(st.sets(st.sampled_from(list(everyone)))))
    return on(draw(st.integers(0, 90)), *seats_of, won=won, ruleset_version=draw(st.integers(1, 3)))


logs = st.lists(games(), min_size=1, max_size=8)


def period_of(one: Row, by: str) -> str:
    """The period, version or number of the game that a game counts in."""
    ended = datetime(2026, 6, 1, 12, tzinfo=UTC) + timedelta(microseconds=one["more"]["ended_at"] - NOON)
    if by == "rules_version":
        return str(one["more"]["ruleset_version"])
    if by == "month":
        return f"{ended:%Y-%m}"
    return f"{ended - timedelta(days=ended.weekday()):%Y-%m-%d}"


def figure(one: Row, measure: str, seat: int | None = None) -> Fraction:
    """The value of a measure for a game, or for one of its seats."""
    if measure == "win_rate":
        return share(one, seat or 1)
    return Fraction(
        sum(seats_of["decisions"] for place, seats_of in enumerate(one["seats"], 1) if seat in (None, place))
    )


def reference(played: list[Row], by: str, measure: str) -> dict[str, tuple[object, ...]]:
    """Games, mean and usual mean of each period, in plain Python."""
    cells = (
        _of_players(played, measure)
        if by == "nth_game"
        else [(period_of(one, by), len(one["seats"]), figure(one, measure)) for one in played]
    )
    usual = {seats: _mean([y for _, of, y in cells if of == seats]) for seats in {of for _, of, _ in cells}}
    return {
        period: (len(mine), near(_mean([y for _, y in mine])), near(_mean([usual[seats] for seats, _ in mine])))
        for period in {period for period, _, _ in cells}
        for mine in [[(seats, y) for of, seats, y in cells if of == period]]
    }


def _of_players(played: list[Row], measure: str) -> list[tuple[str, int, Fraction]]:
    """For each n: the values of the players who play their n-th game."""
    numbers: dict[str, int] = {}
    cells = []
    for _, one in sorted(enumerate(played), key=lambda pair: (pair[1]["more"]["ended_at"], pair[0])):
        found: dict[int, list[Fraction]] = {}
        for seat, seats_of in enumerate(one["seats"], 1):
            if seats_of["player"]:
                numbers[seats_of["player"]] = nth = numbers.get(seats_of["player"], 0) + 1
                found.setdefault(nth, []).append(figure(one, measure, seat))
        cells += [(str(nth), len(one["seats"]), _mean(ys)) for nth, ys in found.items()]
    return cells


def _mean(values: list[Fraction]) -> Fraction:
    found = mean(values)
    assert found is not None
    return found


@pytest.mark.parametrize("by", ["week", "month", "rules_version", "nth_game"])
@pytest.mark.parametrize("measure", ["decisions", "win_rate"])
@given(played=logs)
@few
def test_equal_to_the_reference_implementation(by: str, measure: str, played: list[Row]) -> None:
    """The answer equals that of plain Python, for any games."""
    rows = rows_of(played, NAME, by=by, measure=measure).select("period", "n", "value", "base")
    assert {period: (n, near(value), near(base)) for period, n, value, base in rows.iter_rows()} == reference(
        played, by, measure
    )


@given(
    logs,
    st.integers(0, 2**16),
    st.sampled_from(["week", "rules_version", "nth_game"]),
    st.sampled_from(["decisions", "win_rate"]),
)
@few
def test_parts_and_row_order_do_not_change_the_answer(played: list[Row], seed: int, by: str, measure: str) -> None:
    """The answer is the same for any parts of the lake, any order of rows, and with or without streaming."""
    assert_same_for_any_partition(played, seed, NAME, by=by, measure=measure)


@pytest.mark.parametrize("measure", ["minutes", "seconds", "undo_rate", "rounds"])
def test_measures_of_facts_do_not_depend_on_order(measure: str) -> None:
    """The same holds for measures that are read from facts."""
    facts = [scored(v, 1 + v % 2, 0, gap_us=v * SECOND, occurred_at=NOON + v * v * SECOND) for v in range(2, 9)]
    facts.append({"version": 9, "type": "Undo", "category": "system", "occurred_at": NOON + 90 * SECOND})
    assert_same_for_any_partition([on(day, facts=facts, rounds=day) for day in range(5)], 3, NAME, measure=measure)


def test_many_games_do_not_overflow() -> None:
    """Games with 100,000 and 300,000 decisions, each 70,000 times: the error of the mean is 100,000 / sqrt(140,000)."""
    played = [on(day, {"decisions": n}, {"decisions": 0}) for day, n in enumerate((100_000, 300_000))]
    (found,) = rows_of_copies(played, 70_000, NAME).to_dicts()
    assert (found["n"], found["value"]) == (140_000, 200_000)
    assert found["hi"] - found["value"] == pytest.approx(1.959979 * 100_000 / 140_000**0.5, rel=1e-5)


def test_duckdb_finds_the_same(tmp_path: Path) -> None:
    """SQL in DuckDB gives the same numbers from the same files."""
    lake = lake_of(tmp_path, list(won_at_random(Random(3), 40)), parts=2)
    found = sql(
        lake,
        """
        WITH whole AS (
            SELECT game_id, seats, strftime(date_trunc('week', any_value(ended_at)), '%Y-%m-%d') AS period,
                sum(decisions) AS y
            FROM seats GROUP BY ALL
        ), usual AS (SELECT seats, avg(y) AS usual FROM whole GROUP BY ALL)
        SELECT period, count(*), avg(y), stddev_samp(y) / sqrt(count(*)), avg(usual)
        FROM whole JOIN usual USING (seats) GROUP BY period HAVING count(*) > 1 ORDER BY period
        """,
    )
    rows = {row[0]: row[1:] for row in table_of(ask(lake, NAME, by="week"), "period", "n", "value", "base")}
    assert found.height > 5
    for period, n, value, _, base in found.iter_rows():
        assert rows[period] == (n, near(value), near(base))


def won_at_random(random: Random, n: int) -> Any:
    """Games of two to four seats, won at random, of any length."""
    for number in range(n):
        seats = random.randint(2, 4)
        seats_of = (
            {"decisions": random.randint(1, 40), "player": str(UUID(int=random.randint(1, 40)))} for _ in range(seats)
        )
        yield on(number * 90 // n, *seats_of, won=(random.randint(1, seats),))


@pytest.mark.parametrize("by", ["week", "nth_game"])
def test_games_without_a_trend_give_a_false_positive_once_in_twenty(by: str) -> None:
    """Where nothing changes over time, one test in twenty is significant."""
    random = Random(5)
    found = [
        rows_of(list(won_at_random(random, 120)), NAME, by=by, measure="win_rate")["p_value"][0] for _ in range(60)
    ]
    alarms, tests = false_positive_rate(found)
    assert tests == 60
    assert alarms <= 0.13


# --- text


def clear(more: int) -> list[Row]:
    """A game a day for sixty days; later games are longer."""
    return [on(day, {"decisions": 10 + day % 7 + more * (day >= 30)}, {"decisions": 3}) for day in range(60)]


class TestText:
    def test_example(self) -> None:
        """The whole text of an answer: title, question, finding, table and sample."""
        assert answer(clear(5), NAME).to_text() == EXAMPLE

    def test_the_question_says_whose_wins_are_counted(self) -> None:
        """The question names seat 1 unless other seats are chosen; in team games it names nobody."""
        for team, more, question in (
            (False, {}, "How often does seat 1 win, by month, in games of Toy?"),
            (False, {"seat": 2}, "How often does seat 2 win, by month, in games of Toy?"),
            (False, {"faction": "a=b"}, "How often are games won, by month, in games of Toy for seats with a=b?"),
            (True, {}, "How often are games won, by month, in games of Toy?"),
        ):
            params: Row = {"measure": "win_rate"} | more
            assert answer([on(0)], NAME, team=team, **params).question == question

    def test_an_unclear_change_may_be_due_to_chance(self) -> None:
        """The finding says more or less only where the change is clear."""
        sentence = answer(clear(0), NAME).finding
        assert "may be due to chance" in sentence
        assert "more" not in sentence
        assert "less" not in sentence

    def test_too_few_games(self) -> None:
        """Too small samples say so, and that nothing is tested."""
        result = answer(clear(5)[:12], NAME, min_n=50)
        assert result.finding == "Not enough games yet (12 games)."
        assert "needs 50 games" in result.to_text()
        assert_readable(result)
        assert "is not tested: that needs 30 games" in answer(clear(5)[:12], NAME).finding
        assert "is not tested: that needs 30 players" in answer([on(0, {"player": ANN})], NAME, by="nth_game").finding

    @pytest.mark.parametrize("measure", ["decisions", "rounds", "minutes", "seconds", "undo_rate", "win_rate", "games"])
    @pytest.mark.parametrize("by", ["week", "month", "rules_version", "nth_game"])
    def test_texts(self, measure: str, by: str) -> None:
        """Text of 80 columns is given for all parameters."""
        facts = [scored(v, 1, 0, gap_us=v * SECOND, occurred_at=NOON + v * SECOND) for v in range(2, 4)]
        played = [on(day * 4, {"player": ANN}, {"player": BOB}, facts=facts) for day in range(70)]
        text = answer(played, NAME, measure=measure, by=by).to_text()
        assert max(map(len, text.splitlines())) <= 80
        assert "None" not in text

    @pytest.mark.parametrize("measure", ["win_rate", "undo_rate", "games"])
    @pytest.mark.parametrize("team", [False, True])
    def test_charts(self, measure: str, team: bool) -> None:
        """The latest twenty periods are drawn and the others counted; a single game gives a chart too."""
        facts = [scored(2, 1, 0)]
        played = [
            on(day * 4, facts=facts, won=(1, 2) if team and day % 3 else (1,) if day % 3 else ()) for day in range(70)
        ]
        result = answer(played, NAME, team=team, measure=measure, by="week")
        assert "earlier not shown" in result.to_text()
        assert_readable(result)
        assert_readable(answer(played[:1], NAME, team=team, measure=measure, by="nth_game"))
        assert_readable(answer(played[:1], NAME, team=team, measure=measure))

    def test_an_empty_lake(self, tmp_path: Path) -> None:
        """Where no finished game matches, text and chart say so."""
        assert_readable(ask(lake_of(tmp_path, []), NAME))
        assert_readable(ask(lake_of(tmp_path / "other", []), NAME, by="nth_game"))


EXAMPLE = """\
Decisions per game by month
How many decisions does a game have, by month, in games of Toy?
Decisions per game, Jul 2026: 21.0. The later half has more than the earlier:
21.0 against 15.8 (p < 0.001).

            games  average  decisions per game    0                         21.7
  Jun 2026     30     18.4                15.8    ····················├●┤·······
  Jul 2026     30     18.4                21.0    ···························├●┤

Later and earlier half  earlier  later  difference        p    −6.2  equal  +6.2
  Decisions per game       15.8   21.0        +5.1  < 0.001    ········│····├─●┤

60 games, 95 % intervals, up to 1 Jun 2026 12:00 UTC (position 1)."""


@pytest.mark.parametrize(("name", "value"), [("measure", "luck"), ("by", "day"), ("seat", 0)])
def test_bad_parameters_are_pointed_at(name: str, value: object) -> None:
    """A bad parameter is refused, with a pointer to it."""
    params: Row = {name: value}
    with pytest.raises(BadParameters) as caught:
        answer([], NAME, **params)
    assert {fault.pointer for fault in caught.value.faults} == {f"/{name}"}
