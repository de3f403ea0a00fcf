"""The statistic `ngrams`: which decisions follow each other, and whether seats with a sequence win more often."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from random import Random
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analytics import BadParameters
from tests.analytics.jobs.patterns import (
    answer,
    assert_readable,
    assert_same_for_any_partition,
    counted,
    few,
    lake_of,
    logs,
    mean,
    near,
    row,
    rows_of_copies,
    table_of,
)
from tests.analytics.jobs.test_opening_tree import game_of, numbered, step
from tests.analytics.made import ask, make_lake, sql

if TYPE_CHECKING:
    from pathlib import Path

    from tests.analytics.jobs.patterns import Game


def moves(seat: int, *taken: str) -> list[dict[str, Any]]:
    """Steps of one move, whose number is that of the seat."""
    return [row(kind, seat, move=seat) for kind in taken]


SMALL = [
    game_of((1,), *moves(1, "Dig", "Sell"), *moves(2, "Dig", "Dig", "Dig", "Sell")),
    game_of((2,), *moves(1, "Dig", "Sell"), *moves(2, "Sell", "Dig"), *moves(3, "Sell"), seats=3),
]


class TestByHand:
    def test_seats_with_a_sequence_are_compared_with_seats_without_it(self) -> None:
        """How often seats dig and then sell, and how often those seats win.

        In the first game both seats have it, once each; in the second seat 1. So 3 of 5 seats, 3 times, and 1 is won:
        1/3; at random it would be (1/2 + 1/2 + 1/3) / 3 = 4/9. Compared are the first two steps of seats with two or
        more: in the first game only seat 1 has it by then (1 against 0), in the second seat 1 (0 against 1).
        """
        columns = ("what", "n", "of_games", "seat_games", "times", "share", "value", "base", "with_it", "without")
        found = {line[0]: line[1:] for line in table_of(answer(SMALL, "ngrams"), *columns)}
        third, base = near(Fraction(1, 3)), near(Fraction(4, 9))
        assert found["Dig > Sell"] == (2, 2, 3, 3, near(Fraction(3, 5)), third, base, 0.5, 0.5)
        assert found["Dig > Dig"][:5] == (1, 2, 1, 2, near(Fraction(1, 5)))
        assert set(found) == {"Dig > Sell", "Dig > Dig", "Sell > Dig"}

    def test_a_move_ends_a_sequence_unless_asked_otherwise(self) -> None:
        """A sequence ends with its move unless `within=game`, where it goes on in the next move.

        Undone and forced steps and those of other seats are skipped.
        """
        one = game_of(
            (1,),
            row("Dig", 1, move=2),
            row("Hire", 1, move=2, undone=True),
            row("Wait", 2, move=2),
            row("Hire", 1, move=2, forced=True),
            row("Sell", 1, move=2),
            row("EndTurn", 1, move=2),
            row("Dig", 1, move=9),
        )
        assert table_of(answer([one], "ngrams"), "what") == [("Dig > Sell",)]
        game = table_of(answer([one], "ngrams", within="game"), "what")
        assert game == [("Dig > Sell",), ("Sell > Dig",)]
        three = table_of(answer([one], "ngrams", within="game", length=3), "what", "times")
        assert three == [("Dig > Sell > Dig", 1)]
        assert answer([one], "ngrams", length=3).rows.is_empty()

    def test_seats_are_compared_over_as_many_steps(self) -> None:
        """Steps of a seat after the last step of the other are counted, but not compared."""
        games = [game_of((2,), *moves(1, "Dig", "Dig"), *moves(2, "Dig", "Dig", "Sell", "Sell"))] * 3
        found = {r["what"]: r for r in answer(games, "ngrams").rows.to_dicts()}
        assert (found["Sell > Sell"]["value"], found["Sell > Sell"]["n_with_it"]) == (1.0, 0)
        assert found["Sell > Sell"]["difference"] is None

    def test_a_tie(self) -> None:
        """A shared win is half a win for each seat, so there is no difference."""
        games = [game_of((1, 2), *moves(1, "Dig", "Sell"), *moves(2, "Sell", "Sell"))]
        row, *_ = answer(games, "ngrams").rows.to_dicts()
        assert (row["value"], row["base"], row["with_it"], row["without"], row["lift"]) == (0.5, 0.5, 0.5, 0.5, 1)

    def test_a_team_game_is_compared_with_games_of_similar_length(self) -> None:
        """A team's game counts once, and is compared with games of about as many steps.

        Games of 4 and 5 steps: two with it, one won; one without, lost. A game of 8 steps without it is won, but no
        game about as long has it. Base: 1 of 3.
        """
        it, other = moves(1, "Dig", "Sell"), moves(2, "Sell", "Sell")
        games = [
            game_of((1, 2), *it, *moves(2, "Dig", "Sell")),
            game_of((), *it, *moves(2, "Dig", "Sell", "Sell")),
            game_of((), *moves(1, "Sell", "Dig"), *other),
            game_of((1, 2), *moves(1, *["Sell"] * 8)),
        ]
        found = {r["what"]: r for r in answer(games, "ngrams", team=True).rows.to_dicts()}["Dig > Sell"]
        assert (found["n"], found["seat_games"], found["times"], found["share"]) == (2, 2, 4, 0.5)
        assert (found["value"], found["base"]) == (0.5, near(Fraction(1, 3)))
        assert (found["n_with_it"], found["with_it"], found["n_without"], found["without"]) == (2, 0.5, 1, 0)


def reference(games: list[Game], length: int, team: bool) -> dict[str, tuple[object, ...]]:
    """For each sequence across moves: games, seats, times, value and difference, in plain Python."""
    taken = [
        {
            seat: [step(fact) for fact in counted(one) if fact["seat"] == seat and not fact.get("step")]
            for seat in range(1, one["seats"] + 1)
        }
        for one in games
    ]
    whats = {what for one in taken for mine in one.values() for what in grams(mine, length)}
    return {what: _figures(what, games, taken, length, team) for what in whats}


def grams(mine: list[str], length: int) -> list[str]:
    return [" > ".join(mine[i : i + length]) for i in range(len(mine) - length + 1)]


def _figures(
    what: str, games: list[Game], taken: list[dict[int, list[str]]], length: int, team: bool
) -> tuple[object, ...]:
    n = times = 0
    won: list[Fraction] = []
    apart: list[Fraction] = []
    lives: defaultdict[tuple[int, int], tuple[list[Fraction], list[Fraction]]] = defaultdict(lambda: ([], []))
    for one, steps in zip(games, taken, strict=True):
        having = [seat for seat, mine in steps.items() if what in grams(mine, length)]
        n, times = n + bool(having), times + sum(grams(mine, length).count(what) for mine in steps.values())
        if team:
            result = Fraction(bool(one["won"]))
            won += [result] * bool(having)
            octave = max(sum(map(len, steps.values())), 1).bit_length()
            lives[one["seats"], octave][not having].append(result)
            continue
        share = {seat: Fraction(int(seat in one["won"]), len(one["won"]) or 1) for seat in steps}
        won += [share[seat] for seat in having]
        able = [seat for seat, mine in steps.items() if len(mine) >= length]
        shared = min((len(steps[seat]) for seat in able), default=0)
        early = [seat for seat in able if what in grams(steps[seat][:shared], length)]
        late = [seat for seat in able if seat not in early]
        if early and late:
            apart.append(mean([share[seat] for seat in early]) - mean([share[seat] for seat in late]))  # type: ignore[operator]
    difference = _of_step_counts(list(lives.values())) if team else mean(apart)
    return n, len(won), times, near(mean(won)), near(difference)


def _of_step_counts(lives: list[tuple[list[Fraction], list[Fraction]]]) -> Fraction | None:
    both = [(a, b, Fraction(len(a) * len(b), len(a) + len(b))) for a, b in lives if a and b]
    weights = sum((weight for *_, weight in both), Fraction(0))
    apart = sum((weight * (mean(a) - mean(b)) for a, b, weight in both), Fraction(0))  # type: ignore[operator]
    return apart / weights if weights else None


@pytest.mark.parametrize("team", [False, True])
@given(data=st.data(), length=st.integers(2, 4))
@few
def test_equal_to_the_reference_implementation(team: bool, data: st.DataObject, length: int) -> None:
    """The answer equals that of plain Python with dicts and fractions."""
    games = numbered(data.draw(logs(team)))
    rows = answer(games, "ngrams", team=team, within="game", length=length).rows.to_dicts()
    columns = ("n", "seat_games", "times", "value", "difference")
    assert {r["what"]: tuple(r[c] for c in columns) for r in rows} == reference(games, length, team)


@given(logs(), st.integers(0, 2**16))
@few
def test_parts_and_row_order_do_not_change_the_answer(games: list[Game], seed: int) -> None:
    """The answer is the same for any parts of the lake, any order of rows, and with or without streaming."""
    assert_same_for_any_partition(numbered(games), seed, "ngrams", within="game")


def test_many_games_do_not_overflow() -> None:
    """A hundred thousand copies of the games have the same rates, and a hundred thousand times the games."""
    once, often = answer(SMALL, "ngrams").rows, rows_of_copies(SMALL, 100_000, "ngrams")
    assert often["times"].to_list() == [100_000 * n for n in once["times"]]
    for column in ("value", "share", "with_it"):
        assert often[column].to_list() == pytest.approx(once[column].to_list(), rel=1e-9)


def drawn(random: Random, games: int, better: float = 0.0, seats: int = 2) -> list[Game]:
    """Games in which each seat has as many moves and steps; seats that dig, then sell, in their first move win more
    often."""
    found = []
    for _ in range(games):
        taken = {seat: [random.choice(("Dig", "Sell", "Hire")) for _ in range(3)] for seat in range(1, seats + 1)}
        good = [seat for seat, mine in taken.items() if mine[:2] == ["Dig", "Sell"]]
        won = random.choice(good) if good and random.random() < better else random.randint(1, seats)
        found.append(game_of((won,), *(fact for seat in taken for fact in moves(seat, *taken[seat])), seats=seats))
    return found


def test_duckdb_finds_the_same(tmp_path: Path) -> None:
    """SQL in DuckDB finds the same sequences within a move, and the same wins."""
    lake = lake_of(tmp_path, drawn(Random(4), 150) + drawn(Random(5), 60, seats=3), parts=3)
    rows = ask(lake, "ngrams").rows.to_dicts()
    found = sql(
        lake,
        """
        WITH told AS (
            SELECT game_id, seat, type || ' > ' || lead(type) OVER (
                PARTITION BY game_id, seat, move ORDER BY decision_no
            ) AS what FROM facts WHERE NOT undone AND step = 0
        ), have AS (SELECT DISTINCT game_id, seat, what FROM told WHERE what IS NOT NULL),
        whats AS (SELECT DISTINCT what FROM have), each AS (
            SELECT w.what, s.game_id, count(h.seat) AS m, coalesce(sum(win_share) FILTER (h.seat IS NOT NULL), 0) AS x,
                avg(win_share) FILTER (h.seat IS NOT NULL) AS a, avg(win_share) FILTER (h.seat IS NULL) AS b
            FROM whats w CROSS JOIN seats s
            LEFT JOIN have h ON h.what = w.what AND h.game_id = s.game_id AND h.seat = s.seat GROUP BY ALL
        )
        SELECT what, count(*) FILTER (m > 0), sum(m), sum(x) / sum(m), avg(a - b) FROM each GROUP BY what
        ORDER BY 2 DESC, what
        """,
    )
    columns = ("what", "n", "seat_games", "value", "difference")
    exact = [tuple(map(_exact, (r[c] for c in columns))) for r in rows]
    assert [tuple(line) for line in found.rows()] == exact


def _exact(value: object) -> object:
    return pytest.approx(value, rel=1e-12, abs=1e-12) if isinstance(value, float) else value


class TestText:
    def test_text(self) -> None:
        """The whole text of a small answer."""
        games = [game_of((1,), *moves(1, "Hire", "Dig"), *moves(2, "Dig", "Dig"))]
        assert answer(games, "ngrams").to_text() == (
            "Action sequences\n"
            "Which 2 steps follow each other within a move, and how often do seats with them\n"
            "win, in games of Toy?\n"
            "The most frequent is Dig → Dig: 50 % of seats have it (1 game). There are too\n"
            "few seats to compare those with it and those without it.\n"
            "\n"
            "                     games  share  win rate    0 %       expected 50 %     100 %\n"
            "  Hire a hero → Dig      1   50 %     100 %    ├───────────────┼───────────────●\n"
            "  Dig → Dig              1   50 %       0 %    ●───────────────┼───────────────┤\n"
            "\n"
            "1 game, 95 % intervals, up to 1 Jun 2026 12:00 UTC (position 1)."
        )

    def test_a_clear_difference(self) -> None:
        """The finding names the sequence, and the table shows the difference."""
        result = answer(drawn(Random(6), 400, 0.9), "ngrams")
        assert "Seats that have Dig → Sell win more often: " in result.finding
        assert result.panels[1].heading == "Win rates"
        assert_readable(result)

    def test_an_unclear_difference(self) -> None:
        """The finding says that the difference may be due to chance."""
        result = answer(drawn(Random(7), 120), "ngrams")
        assert "may be due to chance" in result.finding
        assert_readable(result)

    def test_too_few_games(self) -> None:
        """Values of too few games are not shown."""
        result = answer(SMALL, "ngrams", min_n=3)
        assert result.finding.startswith("The most frequent is Dig → Sell: 60 % of seats have it (2 games). There are")
        assert result.panels[0].rows[0][3] == "needs 3 games"
        assert_readable(result)

    def test_no_sequences(self) -> None:
        """If there is no sequence, text and chart say so."""
        result = answer([game_of((1,), row("Dig", 1))], "ngrams")
        assert result.rows.is_empty()
        assert "<svg" in result.to_svg()

    def test_a_team(self) -> None:
        """Where all seats win together, the text is about teams."""
        games = [game_of((1, 2), *moves(1, "Dig", "Sell"))] * 40 + [game_of((), *moves(1, "Sell", "Sell"))] * 40
        result = answer(games, "ngrams", team=True)
        assert "50 % of teams have it" in result.finding
        assert "Teams that have Dig → Sell win more often: 100 % against 0 %" in result.finding
        assert_readable(result)

    def test_the_question_tells_the_parameters(self) -> None:
        """The question names length, moves, key and set-up."""
        question = answer(SMALL, "ngrams", length=3, within="game", key="type", setup=True).question
        assert question == (
            "Which 3 steps follow each other within a game, from the set-up on, by type alone, and how "
            "often do seats with them win, in games of Toy?"
        )


def test_bad_parameters() -> None:
    """A length other than two to four, and an unknown `within`, are refused."""
    with TemporaryDirectory() as folder, pytest.raises(BadParameters) as caught:
        ask(make_lake(folder), "ngrams", length=5, within="round")  # type: ignore[arg-type]
    assert {fault.pointer for fault in caught.value.faults} == {"/length", "/within"}
