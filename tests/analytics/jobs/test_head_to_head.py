"""The statistic `head_to_head`: who ranks better when two players sit at the same table."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analytics import BadParameters, run
from tests.analytics.conftest import DAY, NOON, Table
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

NAME = "head_to_head"
HALF = Fraction(1, 2)
IDS = {name: f"00000000-0000-0000-0000-00000000000{number}" for number, name in enumerate("abcd")}

Game = tuple[tuple[str | None, ...], tuple[int, ...]]
"""Who sits on the seats, and the rank of each; in a team's game 1 or 2 for won or lost."""


def lake(games: list[Game], *, team: bool = False) -> Tables:
    """The rows of games, one for each seat; where all win together, all have the win of the first."""
    seats = [
        {
            **{"game_id": number, "seat": seat, "player": IDS.get(player or ""), "rank": 1 if team else rank},
            **{"seats": len(players), "par": None if team else 1 / len(players)},
            "win_share": float((ranks[0] if team else rank) == 1),
        }
        for number, (players, ranks) in enumerate(games, 1)
        for seat, (player, rank) in enumerate(zip(players, ranks, strict=True), 1)
    ]
    return {"seats": seats, "games": [{"game_id": n, "game_uuid": f"game-{n}"} for n in range(1, len(games) + 1)]}


def found(games: list[Game], *, team: bool = False, **params: object) -> Any:
    return answer(lake(games, team=team), NAME, team=team, **params)


A, B, C = (IDS[name] for name in "abc")


class TestByHand:
    def test_pairs(self) -> None:
        """Each pair of players of a game is one result: 1 for the better rank, one half for an equal one.

        a and b meet in three games: a is better, they are equal, b is better among three: 3/2 of 3. c is behind both in
        that one. Of one game twenty at one half leave (0 + 10) / 21 = 10/21 of c's rate, and 11/21 of the other's.
        """
        games: list[Game] = [(("a", "b"), (1, 2)), (("b", "a"), (1, 1)), (("a", "b", "c"), (2, 1, 3))]
        rows = table_of(found(games), "player", "opponent", "n", "ahead", "equal", "value", "shrunk", "difference")
        shrunk = near(Fraction(11, 21))
        assert rows == [
            (A, B, 3, 1, 1, near(HALF), near(HALF), near(0)),
            (A, C, 1, 1, 0, near(1), shrunk, near(1)),
            (B, C, 1, 1, 0, near(1), shrunk, near(1)),
        ]

    def test_one_players_opponents(self) -> None:
        """With `player`, each row compares that player with another."""
        games: list[Game] = [(("a", "b"), (1, 2)), (("b", "c"), (2, 1))]
        assert table_of(found(games, player=B), "player", "opponent", "value") == [(B, A, 0), (B, C, 0)]

    def test_seats_without_a_player_are_left_out(self) -> None:
        """A seat whose player was deleted makes no pair, and is counted as left out."""
        result = found([((None, "b"), (1, 2)), (("a", "b"), (1, 2))])
        assert table_of(result, "player", "opponent", "n") == [(A, B, 1)]
        assert result.excluded == {"seats_without_player": 1}

    def test_a_player_on_two_seats(self) -> None:
        """A player on two seats is one opponent: a is ahead of one of b's seats and behind the other."""
        assert table_of(found([(("a", "b", "b"), (2, 1, 3))]), "n", "value") == [(1, near(HALF))]

    def test_a_team_wins_together(self) -> None:
        """In team games: how often two players win together, compared with all games of as many seats.

        Of two seats: a and b win one of two, a and c win none of one: base 1/3; of three seats all win: base 1. a and b
        are in the game of three as well: (1 + 1) / 3 with base (2/3 + 1) / 3 = 5/9.
        """
        games: list[Game] = [
            (("a", "b"), (1, 1)),
            (("a", "b"), (2, 2)),
            (("a", "c"), (2, 2)),
            (("a", "b", "c"), (1, 1, 1)),
        ]
        result = found(games, team=True)
        rows = table_of(result, "player", "opponent", "n", "ahead", "equal", "value", "base", "difference")
        assert rows == [
            (A, B, 3, 2, None, near(Fraction(2, 3)), near(Fraction(5, 9)), near(HALF)),
            (A, C, 2, 1, None, near(HALF), near(Fraction(2, 3)), near(-HALF)),
            (B, C, 1, 1, None, near(1), near(1), None),
        ]
        assert result.question == "How often do two players win together in games of Toy?"

    def test_the_p_value(self) -> None:
        """24 of 32 games won: the mean difference is 1/2; at random each game gives 1 or -1, a variance of 1.

        The error is sqrt(1 / 32) = 0.176777, and 1/2 is 2.828427 errors: p = 0.008128 (SciPy), Student's t with 31
        degrees is 2.039513. (The binomial distribution says 0.0070.)
        """
        (row,) = found([(("a", "b"), (1, 2) if n % 4 else (2, 1)) for n in range(32)]).rows.to_dicts()
        assert (row["value"], row["difference"]) == (0.75, 0.5)
        assert row["difference_hi"] == pytest.approx(0.5 + 2.039513 * 0.176777, abs=1e-5)
        assert row["p_value"] == row["q"] == pytest.approx(0.008128, abs=1e-6)

    def test_a_recorded_log(self, table: Table) -> None:
        """A recorded log over two months with an undo; players who share a win have the same rank."""
        ann, bob = (table.store.create_player(name).id for name in ("Ann", "Bob"))
        table.play("1 dig r1, 2 sell, undo 2, 2 dig", players=(ann, bob), won=(1,))
        table.play("1 dig r1, 2 sell", players=(bob, ann), won=(1, 2), at=NOON + 30 * DAY)
        rows = table_of(table.ask(NAME, player=str(ann)), "player", "opponent", "n", "ahead", "equal", "value")
        assert rows == [(str(ann), str(bob), 2, 1, 1, 0.75)]


@st.composite
def games(draw: st.DrawFn) -> Game:
    seats = draw(st.integers(1, 4))
    who = draw(st.lists(st.sampled_from(["a", "b", "c", None]), min_size=seats, max_size=seats))
    return tuple(who), tuple(draw(st.lists(st.integers(1, 2), min_size=seats, max_size=seats)))


def reference(rows: list[dict[str, Any]], team: bool) -> dict[tuple[str, str], tuple[Any, ...]]:
    """Games, rate and base of each pair, counted game by game."""
    by_game: defaultdict[int, list[dict[str, Any]]] = defaultdict(list)
    for row in rows:
        by_game[row["game_id"]].append(row)
    results: defaultdict[tuple[str, str], list[tuple[Fraction, int]]] = defaultdict(list)
    won: defaultdict[int, list[int]] = defaultdict(list)
    for seats in by_game.values():
        won[len(seats)].append(int(seats[0]["win_share"]))
        pairs: defaultdict[tuple[str, str], list[Fraction]] = defaultdict(list)
        for one in seats:
            for other in seats:
                if one["player"] and other["player"] and one["player"] < other["player"]:
                    ahead = 2 * (one["rank"] < other["rank"]) + (one["rank"] == other["rank"])
                    score = Fraction(int(one["win_share"])) if team else Fraction(ahead, 2)
                    pairs[one["player"], other["player"]].append(score)
        for pair, scores in pairs.items():
            results[pair].append((sum(scores, Fraction(0)) / len(scores), len(seats)))
    rates = {seats: Fraction(sum(of), len(of)) for seats, of in won.items()}
    return {
        pair: (
            len(of),
            near(sum((x for x, _ in of), Fraction(0)) / len(of)),
            near(sum((rates[k] if team else HALF for _, k in of), Fraction(0)) / len(of)),
        )
        for pair, of in results.items()
    }


@pytest.mark.parametrize("team", [False, True])
@given(log=st.lists(games(), min_size=1, max_size=12))
@few
def test_equal_to_the_reference_implementation(team: bool, log: list[Game]) -> None:
    """The answer equals that of plain Python, for any seating."""
    with TemporaryDirectory() as folder:
        made = lake_of(folder, lake(log, team=team), team=team, parts=2)
        rows = ask(made, NAME).rows.to_dicts()
        expected = reference(everything(made)["seats"], team)
    assert {(r["player"], r["opponent"]): (r["n"], r["value"], r["base"]) for r in rows} == expected
    assert all(row["lo"] <= row["value"] <= row["hi"] for row in rows)


@given(log=st.lists(games(), min_size=1, max_size=12), order=st.integers(0, 2**16), team=st.booleans())
@few
def test_parts_and_row_order_do_not_change_the_answer(log: list[Game], order: int, team: bool) -> None:
    """The answer is the same for any parts of the lake, any order of rows, and with or without streaming."""
    assert_same_for_any_partition(lake(log, team=team), order, NAME, team=team)


def test_duckdb_finds_the_same() -> None:
    """SQL in DuckDB finds the same pairs in the same files."""
    log: list[Game] = [(("a", "b", "c")[: 2 + n % 2], (1 + n % 3, 2, 3)[: 2 + n % 2]) for n in range(90)]
    query = """
        SELECT a.player, b.player AS opponent, count(*) AS n, avg(CASE WHEN a.rank < b.rank THEN 1.0
            WHEN a.rank = b.rank THEN 0.5 ELSE 0.0 END) AS rate
            FROM seats a JOIN seats b USING (game_id) WHERE a.player < b.player GROUP BY ALL
    """
    with TemporaryDirectory() as folder:
        made = lake_of(folder, lake(log), parts=2)
        expected = {row[:2]: (row[2], near(float(row[3]))) for row in sql(made, query).iter_rows()}
        rows = ask(made, NAME).rows.select("player", "opponent", "n", "value").iter_rows()
        assert {row[:2]: row[2:] for row in rows} == expected
    assert len(expected) == 3


def test_large_counts_do_not_overflow() -> None:
    """A hundred thousand copies of the games change no rate, and make the interval narrow."""
    log: list[Game] = [(("a", "b"), (1, 2)), (("a", "b"), (1, 2)), (("a", "b"), (2, 1))]
    (row,) = rows_of_copies(lake(log), 100_000, NAME).rows.to_dicts()
    assert (row["n"], row["ahead"], row["value"]) == (300_000, 200_000, near(Fraction(2, 3)))
    # 1.96 * sqrt(2/9 / 300,000) = 0.00169
    assert row["hi"] - row["value"] == pytest.approx(0.00169, abs=1e-5)


CALLED = {A: "Ann", B: "Bob", C: "Cleo"}


def named(log: list[Game], *, team: bool = False, **params: object) -> Any:
    with TemporaryDirectory() as folder:
        made = lake_of(folder, lake(log, team=team), team=team)
        result = run(made, NAME, {"ruleset": "toy", "min_n": 1} | params, players=CALLED.get)
        assert_readable(result)
        return result


class TestText:
    def test_a_clear_difference(self) -> None:
        """If the test is significant, the finding names the better player first."""
        result = named([(("a", "b"), (2, 1) if n % 4 else (1, 2)) for n in range(32)])
        assert result.finding == "Bob usually ranks better than Ann: 75 % of 32 games (q = 0.0081)."
        assert result.to_text().splitlines()[4:6] == [
            "                   games  ahead  equal  rate       q    0 %       equal    100 %",
            "  Bob against Ann     32     24      0  75 %  0.0081    ············│├───●──┤···",
        ]

    def test_an_unclear_difference(self) -> None:
        """If the test is not significant, the finding does not call a player better."""
        result = named([(("a", "b"), (2, 1) if n % 5 < 3 else (1, 2)) for n in range(40)])
        assert result.finding == (
            "No clear difference: the largest, Bob and Ann (60 % of 40 games, q = 0.21), may be due to chance."
        )

    def test_too_few_games(self) -> None:
        """With fewer games than `min_n`, their number is given and no value."""
        result = named([(("a", "b"), (1, 2))], min_n=10)
        assert result.finding == "Not enough games yet: Ann and Bob have the most in common (1 game)."
        assert "needs 10 games" in result.to_text()

    def test_a_team(self) -> None:
        """The finding names a clear difference of two players who win together."""
        log: list[Game] = [(("a", "b"), (1, 1)) for _ in range(35)]
        log += [(("a", "c"), (1 + (n > 2),) * 2) for n in range(35)]
        result = named(log, team=True)
        assert (
            result.finding
            == "Ann and Bob win together more often than others: 100 % of 35 games, 54 % of all games (q < "
            "0.001)."
        )

    def test_one_player_and_many_pairs(self) -> None:
        """With `player`, the table names the opponents alone; of many pairs, the rest are counted in a line below."""
        assert "against Bob" in named([(("a", "b"), (1, 2))], player=A).to_text()
        crowd = [{"game_id": 1, "seat": n + 1, "player": f"p{n:02}", "win_share": 0.0, "rank": n, "seats": 12}
                 for n in range(12)]  # fmt: skip
        result = answer({"seats": crowd}, NAME)
        assert result.rows.height == 66
        assert "46 more not shown" in result.to_text()

    def test_no_players(self) -> None:
        """Without players, text and chart say so."""
        result = named([((None, None), (1, 2))])
        assert (result.rows.height, result.finding) == (0, "It never happened in the finished games of Toy.")
        assert_readable(answer(lake([]), NAME))

    def test_bad_parameters(self) -> None:
        """A bad parameter is refused."""
        with pytest.raises(BadParameters):
            answer(lake([]), NAME, player="Ann")
