"""The statistic `first_time`: when something first happens, to how many seats, and whether they win more often."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from analytics import BadParameters
from tests.analytics.jobs.patterns import (
    Game,
    answer,
    assert_readable,
    assert_same_for_any_partition,
    counted,
    few,
    game,
    lake_of,
    logs,
    mean,
    mean_difference,
    near,
    row,
    rows_of_copies,
    table_of,
)
from tests.analytics.made import ask, sql

if TYPE_CHECKING:
    from pathlib import Path

    from tests.analytics.conftest import Table

BLOOD = [
    game(
        (1,), row("Dig", 2, round=1), row("Hit", 2, actor=1, step=1, round=2), row("Hit", 1, actor=2, step=1, round=3)
    ),
    game((2,), row("Hit", 2, actor=1, step=1, round=4)),
    game((1, 2), row("Hit", 1, actor=2, step=1, round=1, undone=True), row("Dig", 1, round=5)),
    game((3,), row("Hit", 1, actor=3, step=1, round=3), row("Hit", 2, actor=3, step=1, round=3), seats=3),
]


class TestByHand:
    def test_the_first_time_of_each_seat(self) -> None:
        """In which round is each seat first hit, and do seats that are hit win less often than the others of their
        game?

        Of nine seats five are hit: both in game 1 (rounds 2 and 3), seat 2 in game 2 (round 4), seats 1 and 2 in game 4
        (round 3); what was undone hits nobody. Times 2, 3, 3, 3, 4. Both kinds of seats sit in game 2, where the seat
        that was hit wins, and in game 4, where neither does: had_it (1 + 0) / 2, others (0 + 1) / 2.
        """
        (found,) = answer(BLOOD, "first_time", type="Hit").rows.to_dicts()
        assert (found["n"], found["games_with"], found["value"]) == (4, 3, near(Fraction(5, 9)))
        assert (found["lower"], found["median"], found["upper"]) == (3, 3, 3)
        assert (found["n_had_it"], found["had_it"], found["n_others"], found["others"]) == (2, 0.5, 2, 0.5)

    def test_the_first_time_in_a_game(self) -> None:
        """Who deals the first blow of the game, and does that seat win? Seat 1 wins; seat 1 does not; nobody does; seat
        3 wins.

        Two of three win: 2/3; of the others 0, 1, 0: 1/3. Rounds 2, 4 and 3. The first hit is its third decision's,
        second's... by decisions taken: 1 (a Dig came before), 0, 0.
        """
        params: dict[str, Any] = {"type": "Hit", "of": "game", "whose": "actor"}
        (found,) = answer(BLOOD, "first_time", **params).rows.to_dicts()
        assert (found["value"], found["median"]) == (0.75, 3)
        assert (found["had_it"], found["others"]) == (near(Fraction(2, 3)), near(Fraction(1, 3)))

    def test_times_can_be_numbers_of_decisions(self) -> None:
        """A time may be the number of the decision before it: effects of the set-up come at 0."""
        played = game(
            (1,), row("Gift", 2, step=1), row("Dig", 1), row("Dig", 2, undone=True), row("Sell", 2, version=9),
            row("Paid", 2, step=1, version=9),
        )  # fmt: skip
        rows = table_of(answer([played], "first_time", when="decision", type="Dig Gift Paid Sell"), "what", "median")
        assert rows == [("Dig", 1), ("Gift", 0), ("Paid", 2), ("Sell", 2)]

    def test_the_first_time_of_a_team_is_counted_once(self) -> None:
        """Team games in which it happens are compared with games of as many seats in which it does not.

        Of two seats, a portal comes in a lost and a won game, none in a won one: 1/2 against 1. Of three seats it comes
        in a lost game, and none is without. It comes in three of four games, in rounds 1, 2 and 4.
        """
        portals = [
            game((), row("Portal", None, step=1, round=4)),
            game((1, 2), row("Portal", 1, step=1, round=2), row("Portal", 2, step=1, round=1, version=9)),
            game((1, 2), row("Dig", 1)),
            game((), row("Portal", 3, step=1, round=1), seats=3),
        ]
        (found,) = answer(portals, "first_time", team=True, type="Portal").rows.to_dicts()
        assert (found["n"], found["value"], found["median"]) == (4, 0.75, 2)
        assert (found["had_it"], found["others"], found["n_had_it"], found["n_others"]) == (0.5, 1, 3, 1)

    def test_each_game_is_one_difference(self) -> None:
        """In 40 games seat 1 alone digs; it wins 30: 3/4 against 1/4.

        Thirty differences of 1 and ten of -1 vary less than at random, where the variance of each is 1, so the error is
        sqrt(1 / 40) = 0.158114; 1/2 is 3.162278 errors, p = 0.003027 (SciPy, 39 degrees).
        """
        played = [game((1,) if number % 4 else (2,), row("Dig", 1)) for number in range(40)]
        (found,) = answer(played, "first_time").rows.to_dicts()
        assert (found["had_it"], found["others"], found["difference"]) == (0.75, 0.25, 0.5)
        assert found["p_value"] == found["q"] == pytest.approx(0.003027, abs=1e-6)

    def test_a_recorded_log(self, table: Table) -> None:
        """In a recorded log seat 1 digs in the set-up and seat 2 in round 2; a sale of seat 2 was undone."""
        table.play("1 dig r1, 2 sell, undo 2, 1 wait r2, 2 dig", won=(2,))
        rows = table_of(table.ask("first_time"), "what", "value", "median", "upper", "had_it", "others")
        assert rows == [("Dig", 1, 0, 2, None, None), ("Wait", 0.5, 1, 1, 0, 1)]


PARAMS: list[dict[str, Any]] = [
    {},
    {"of": "game", "by": "kind"},
    {"of": "game", "whose": "actor", "type": "Came"},
    {"by": "card", "when": "decision"},
]


def reference(games: list[Game], team: bool, params: dict[str, Any]) -> dict[object, tuple[object, ...]]:
    """What `first_time` finds, in plain Python: share, median and difference of wins for each type."""
    firsts = [firsts_of(one, team, params) for one in games]
    answers: dict[object, tuple[object, ...]] = {}
    for what in {what for found in firsts for what in found}:
        x = m = 0
        times, sides = [], []
        for one, found in zip(games, firsts, strict=True):
            had = found.get(what, {})
            whole = team or params.get("of") == "game"
            x, m = x + len(had), m + (1 if whole else one["seats"])
            times += list(had.values())
            sides.append(sides_of(one, set(had), team))
        median = sorted(times)[(len(times) + 1) // 2 - 1]
        answers[what] = (near(Fraction(x, m)), median, near(mean_difference(games, sides, team)))
    return answers


def firsts_of(one: Game, team: bool, params: dict[str, Any]) -> dict[str, dict[int | None, int]]:
    """For each type, when each seat, or the first seat of the game, has it."""
    firsts: dict[str, dict[int | None, int]] = {}
    decisions = sorted({fact["version"] for fact in counted(one) if fact["category"] == "decision"})
    for fact in counted(one):
        who, what = fact[params.get("whose", "seat")], fact.get(params.get("by", "type"))
        if what is None or not (fact["type"] in params["type"] if "type" in params else fact["category"] == "decision"):
            continue
        at = decisions.index(fact["version"]) + 1 if params.get("when") == "decision" else fact["round"]
        mine = firsts.setdefault(str(what), {})
        if team or params.get("of") == "game":
            if not mine:
                mine[who] = at
        elif who is not None:
            mine.setdefault(who, at)
    return {what: mine for what, mine in firsts.items() if mine}


def sides_of(one: Game, had: set[int | None], team: bool) -> tuple[Fraction | None, Fraction | None]:
    """How often the seats that had it win, and how often the others do."""
    if team:
        won = Fraction(bool(one["won"]))
        return (won, None) if had else (None, won)
    share = {seat: Fraction(seat in one["won"], max(len(one["won"]), 1)) for seat in range(1, one["seats"] + 1)}
    with_it = [share[seat] for seat in had if seat is not None]
    return (mean(with_it), mean([part for seat, part in share.items() if seat not in had])) if with_it else (None, None)


@pytest.mark.parametrize("params", PARAMS)
@pytest.mark.parametrize("team", [False, True])
@given(data=st.data())
@few
def test_equal_to_the_reference_implementation(params: dict[str, Any], team: bool, data: st.DataObject) -> None:
    """The answer equals that of plain Python, for any moves and undos."""
    games = data.draw(logs(team))
    rows = answer(games, "first_time", team=team, **params).rows.filter(pl.col("what").is_not_null()).to_dicts()
    found = {r["what"]: (near(r["value"]), r["median"], near(r["difference"])) for r in rows}
    assert found == reference(games, team, params)


@given(logs(), st.integers(0, 2**16), st.sampled_from(PARAMS))
@few
def test_parts_and_row_order_do_not_change_the_answer(games: list[Game], seed: int, params: dict[str, Any]) -> None:
    """The answer is the same for any parts of the lake, any order of rows, and with or without streaming."""
    assert_same_for_any_partition(games, seed, "first_time", **params)


def test_many_games_do_not_overflow() -> None:
    """Two games 70,000 times: more than 16 bits, and their squares more than 32. Differences are 1 and -1: the error is
    sqrt(140,000 / 140,000^2)."""
    played = [game((1 + number,), row("Dig", 1, round=1 + number)) for number in range(2)]
    (found,) = rows_of_copies(played, 70_000, "first_time").to_dicts()
    assert (found["n"], found["value"], found["median"], found["upper"]) == (140_000, 0.5, 1, 2)
    assert (found["difference"], found["difference_hi"]) == (0, pytest.approx(1.959979 / 140_000**0.5, rel=1e-5))


def test_duckdb_finds_the_same(tmp_path: Path) -> None:
    """SQL in DuckDB gives the same numbers from the same files."""
    lake = lake_of(tmp_path, BLOOD * 3, parts=2)
    found = sql(
        lake,
        """
        WITH firsts AS (
            SELECT type, game_id, seat, min(round) AS first FROM facts
            WHERE NOT undone AND seat IS NOT NULL AND category = 'decision' GROUP BY ALL
        ), sides AS (
            SELECT t.type, s.game_id,
                avg(win_share) FILTER (f.first IS NOT NULL) - avg(win_share) FILTER (f.first IS NULL) AS d
            FROM seats s CROSS JOIN (SELECT DISTINCT type FROM firsts) t
            LEFT JOIN firsts f ON (f.type, f.game_id, f.seat) = (t.type, s.game_id, s.seat) GROUP BY ALL
        )
        SELECT type, count(*) / (SELECT count(*) FROM seats), quantile_disc(first, 0.5),
            (SELECT avg(d) FROM sides WHERE sides.type = firsts.type)
        FROM firsts GROUP BY type ORDER BY type
        """,
    )
    rows = table_of(ask(lake, "first_time"), "what", "value", "median", "difference")
    assert sorted(rows) == [
        (type, near(share), median, near(apart)) for type, share, median, apart in found.iter_rows()
    ]


class TestText:
    def test_example(self) -> None:
        """The whole text of an answer: title, question, finding, table and sample."""
        played = [game((1,) if number % 4 else (2,), row("Hire", 1, round=1 + number % 5)) for number in range(40)]
        assert answer(played, "first_time").to_text() == EXAMPLE

    def test_an_unclear_difference_may_be_due_to_chance(self) -> None:
        """The finding says more or less only where the difference is clear."""
        played = [game((1 + number % 2,), row("Hire", 1)) for number in range(40)]
        sentence = answer(played, "first_time").finding
        assert "may be due to chance" in sentence
        assert "more" not in sentence

    def test_the_set_up_is_not_called_a_round(self) -> None:
        """The finding does not say "by round 0" if half of the seats have it in the set-up."""
        result = answer([game((1,), row("Hire", 1, round=0), row("Hire", 2, round=0))] * 3, "first_time")
        assert "half of them in the set-up" in result.finding
        assert result.panels[0].rows[0][3:5] == ("set-up", "set-up")

    def test_effects_before_the_first_decision_are_not_called_decision_0(self) -> None:
        """The finding does not say "by decision 0" if it happens before any decision."""
        played = [game((1,), row("Gift", 2, step=1), row("Dig", 1))] * 3
        result = answer(played, "first_time", when="decision", type="Gift")
        assert "half of them before any decision" in result.finding
        assert result.panels[0].rows[0][3:5] == ("set-up", "set-up")

    def test_the_finding_says_that_something_never_happened(self) -> None:
        """The finding says in how many games it never happened."""
        assert answer(BLOOD, "first_time", type="Nope").finding == "It never happened in 4 games."

    @pytest.mark.parametrize("params", PARAMS)
    @pytest.mark.parametrize("team", [False, True])
    def test_text_and_chart(self, params: dict[str, Any], team: bool) -> None:
        """Text of 80 columns and a chart are given for all parameters."""
        one_team = [one | {"won": tuple(range(1, one["seats"] + 1)) if 1 in one["won"] else ()} for one in BLOOD]
        assert_readable(answer((one_team if team else BLOOD) * 12, "first_time", team=team, **params))

    def test_too_few_games(self) -> None:
        """Rows with few games say how many they need."""
        result = answer(BLOOD, "first_time", min_n=50)
        assert result.rows["value"].null_count() == result.rows.height
        assert "needs 50 games" in result.to_text()
        assert_readable(result)

    def test_an_empty_lake(self, tmp_path: Path) -> None:
        """Where no finished game matches, text and chart say so."""
        result = ask(lake_of(tmp_path, []), "first_time")
        assert result.finding == "It never happened in the finished games of Toy."
        assert_readable(result)

    def test_many_types(self) -> None:
        """Rare types are counted in a line below."""
        many = [game((1,), *(row(f"Type{chr(65 + n)}", 1) for n in range(25)))]
        assert "5 rarer not shown" in answer(many, "first_time").to_text()


EXAMPLE = """\
First occurrence
In which round does a seat first have a decision, by type, and do seats that
have it win more often, in games of Toy?
Hire a hero: 50 % of seats have it, half of them by round 3 (40 games). Seats
with Hire a hero win more often than others of their game: 75 % against 25 % (q
= 0.003).

               games  have it  median round  quartiles    0 %              100 %
  Hire a hero     40     50 %             3        2–4    ··········●···········

Win rates      with it  without it  difference      q    −82      equal      +82
  Hire a hero     75 %        25 %         +50  0.003    ···········│·├────●───┤

40 games, 95 % intervals, up to 1 Jun 2026 12:00 UTC (position 1)."""


@pytest.mark.parametrize(("name", "value"), [("of", "table"), ("when", "minute"), ("by", "colour"), ("where", "kind")])
def test_bad_parameters_are_pointed_at(name: str, value: Any) -> None:
    """A bad parameter is refused, with a pointer to it."""
    with pytest.raises(BadParameters) as caught:
        answer([], "first_time", **{name: value})
    assert {fault.pointer for fault in caught.value.faults} == {f"/{name}"}
