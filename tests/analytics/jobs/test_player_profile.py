"""The statistic `player_profile`: how one player plays, compared with all others."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from tempfile import TemporaryDirectory
from typing import Any

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from analytics import BadParameters, run
from tests.analytics.conftest import DAY, NOON, Table
from tests.analytics.jobs.checks import (
    Tables,
    assert_readable,
    assert_same_for_any_partition,
    few,
    lake_of,
    near,
    rows_of_copies,
)
from tests.analytics.made import ask, everything, sql

NAME = "player_profile"
ANN, BOB, CLEO = (f"00000000-0000-0000-0000-00000000000{number}" for number in range(3))
CALLED = {ANN: "Ann", BOB: "Bob", CLEO: "Cleo"}
SECOND = 1_000_000
Game = tuple[tuple[str | None, ...], tuple[int, ...], str]
"""Who sits on the seats, which seats win, and what is decided by the seats in turn, a letter each."""
TYPES = {"d": "Dig", "s": "Sell", "h": "Hire"}


def lake(games: list[Game], *, team: bool = False) -> Tables:
    """The rows of these games; each decision takes four seconds."""
    facts: list[dict[str, Any]] = []
    seats: list[dict[str, Any]] = []
    for game_id, (players, won, decided) in enumerate(games, 1):
        k = len(players)
        for seat, player in enumerate(players, 1):
            share = float(seat in won) / (1 if team else max(len(won), 1))
            row = {"game_id": game_id, "seat": seat, "player": player, "seats": k, "win_share": share}
            seats.append(row | {"par": None if team else 1 / k, "faction": f"colour={'red' if seat % 2 else 'blue'}"})
        for number, letter in enumerate(decided):
            seat = 1 + number % k
            event = {"game_id": game_id, "version": 2 + number, "seat": seat, "player": players[seat - 1], "seats": k}
            facts.append(event | {"type": TYPES[letter], "gap_us": 4 * SECOND})
    rows = [{"game_id": number, "game_uuid": f"game-{number}"} for number in range(1, len(games) + 1)]
    return {"facts": facts, "seats": seats, "games": rows}


def found(games: list[Game], *, team: bool = False, **params: object) -> Any:
    with TemporaryDirectory() as folder:
        made = lake_of(folder, lake(games, team=team), team=team)
        result = run(made, NAME, {"ruleset": "toy", "min_n": 1} | params, players=CALLED.get)
        assert_readable(result)
        return result


def rows_of(result: Any, row: str, *columns: str) -> list[tuple[object, ...]]:
    return list(result.rows.filter(pl.col("row") == row).select(columns).iter_rows())


class TestByHand:
    def test_wins(self) -> None:
        """A player's wins are compared with par, and with the wins of the others at the same table.

        Ann wins one of two seats alone, and shares a win of three with Bob: 1 + 1/2 of 2, par (1/2 + 1/3) / 2 = 5/12.
        The others at her tables win 0, and (1/2 + 0) / 2 = 1/4: the difference is 3/4 - 1/8 = 5/8.
        """
        games: list[Game] = [((ANN, BOB), (1,), "ds"), ((CLEO, ANN, BOB), (2, 3), "dsd")]
        rows = rows_of(found(games), "wins", "what", "n", "value", "base", "difference")
        assert rows[0] == (ANN, 2, near(Fraction(3, 4)), near(Fraction(5, 12)), near(Fraction(5, 8)))
        assert [row[0] for row in rows] == [ANN, BOB, CLEO]

    def test_pace_and_undos(self, table: Table) -> None:
        """Pace and undos of a player are those that the statistics of all players have."""
        ann, bob = (table.store.create_player(name).id for name in ("Ann", "Bob"))
        for month in range(2):
            table.play("1 dig r1, 2 sell, undo 2, 1 dig, 2 dig", players=(ann, bob), at=NOON + month * 30 * DAY)
        result = table.ask(NAME, player=str(bob))
        (undo,) = rows_of(result, "undo", "n", "value", "base")
        assert undo == (2, near(Fraction(1, 2)), near(Fraction(1, 4)))
        (pace,) = rows_of(result, "pace", "n", "value")
        others = table.run("time_per_decision", by="player").rows.filter(pl.col("what") == str(bob))
        assert pace == (2, others["value"][0])

    def test_actions_seats_and_factions(self) -> None:
        """For one player: shares of actions, compared with the others in the same games, and wins by seat and faction.

        Ann digs, sells and digs, Bob sells all three: 2/3 of hers are digs, none of the others'. A game without Ann is
        not counted.
        """
        games: list[Game] = [((ANN, BOB), (1,), "dsssds"), ((CLEO, BOB), (1,), "hhhh"), ((BOB, ANN), (1,), "")]
        result = found(games, player=ANN)
        assert rows_of(result, "action", "what", "n", "value", "base", "difference") == [
            ("Dig", 1, near(Fraction(2, 3)), 0, near(Fraction(2, 3))),
            ("Sell", 1, near(Fraction(1, 3)), 1, near(Fraction(-2, 3))),
        ]
        assert rows_of(result, "seat", "what", "n", "value") == [("2 1", 1, 1), ("2 2", 1, 0)]
        assert rows_of(result, "faction", "what", "n", "value") == [("colour=blue", 1, 0), ("colour=red", 1, 1)]

    def test_a_team(self) -> None:
        """In team games, games with a player are compared with games of as many seats without.

        Ann's two games of two seats are won and lost, those without her are one that is won: 1/2 less 1.
        """
        games: list[Game] = [((ANN, BOB), (1, 2), "ds"), ((ANN, CLEO), (), "ds"), ((BOB, CLEO), (1, 2), "ds")]
        rows = rows_of(found(games, team=True, player=ANN), "wins", "n", "value", "base", "difference")
        assert rows == [(2, near(Fraction(1, 2)), near(Fraction(2, 3)), near(Fraction(-1, 2)))]

    def test_seats_without_a_player_are_left_out(self) -> None:
        """A seat whose player was deleted has no row, but counts among the others."""
        result = found([((None, BOB), (1,), "ds")])
        assert rows_of(result, "wins", "what", "difference") == [(BOB, -1)]
        assert result.excluded == {"seats_without_player": 1}


@st.composite
def games(draw: st.DrawFn) -> Game:
    players = tuple(draw(st.lists(st.sampled_from([ANN, BOB, CLEO, None]), min_size=1, max_size=4)))
    won = tuple(sorted(draw(st.sets(st.integers(1, len(players))))))
    return players, won, draw(st.text("dsh", max_size=9))


def reference(rows: list[dict[str, Any]], player: str) -> tuple[int, Fraction, Fraction, Fraction | None] | None:
    """Games, wins, par and the difference to the others, counted game by game."""
    tables: defaultdict[int, list[dict[str, Any]]] = defaultdict(list)
    for row in rows:
        tables[row["game_id"]].append(row)
    wins, pars, apart = [], [], []
    for seats in tables.values():
        own = [Fraction(row["win_share"]).limit_denominator(9) for row in seats if row["player"] == player]
        others = [Fraction(row["win_share"]).limit_denominator(9) for row in seats if row["player"] != player]
        if own:
            wins.append(sum(own, Fraction(0)) / len(own))
            pars.append(Fraction(1, len(seats)))
            if others:
                apart.append(wins[-1] - sum(others, Fraction(0)) / len(others))
    if not wins:
        return None
    n = len(wins)
    difference = sum(apart, Fraction(0)) / len(apart) if apart else None
    return n, sum(wins, Fraction(0)) / n, sum(pars, Fraction(0)) / n, difference


@given(log=st.lists(games(), min_size=1, max_size=8))
@few
def test_equal_to_the_reference_implementation(log: list[Game]) -> None:
    """The answer equals that of plain Python, for any seating and any winners."""
    with TemporaryDirectory() as folder:
        made = lake_of(folder, lake(log), parts=2)
        result, seats = ask(made, NAME), everything(made)["seats"]
    rows = {row[0]: row[1:] for row in rows_of(result, "wins", "what", "n", "value", "base", "difference")}
    for player in (ANN, BOB, CLEO):
        expected = reference(seats, player)
        assert rows.get(player) == (None if expected is None else (expected[0], *map(near, expected[1:])))


@given(log=st.lists(games(), min_size=1, max_size=8), order=st.integers(0, 2**16), one=st.booleans())
@few
def test_parts_and_row_order_do_not_change_the_answer(log: list[Game], order: int, one: bool) -> None:
    """The answer is the same for any parts of the lake, any order of rows, and with or without streaming."""
    assert_same_for_any_partition(lake(log), order, NAME, player=ANN if one else None)


def test_duckdb_finds_the_same() -> None:
    """SQL in DuckDB finds the same wins and shares of actions in the same files."""
    log: list[Game] = [((ANN, BOB), (1 + n % 2,), "dsh"[n % 3] + "dshs"[: n % 5]) for n in range(40)]
    with TemporaryDirectory() as folder:
        made = lake_of(folder, lake(log), parts=2)
        wins = sql(made, "SELECT player, avg(win_share) AS won FROM seats GROUP BY player ORDER BY player")
        shares = sql(
            made,
            f"SELECT type, count(*) / sum(count(*)) OVER () AS part FROM facts WHERE player = '{ANN}' AND game_id IN "
            f"(SELECT game_id FROM facts WHERE player = '{BOB}') GROUP BY type",
        )
        result = ask(made, NAME)
        of_ann = ask(made, NAME, player=ANN)
    assert sorted(rows_of(result, "wins", "what", "value")) == [
        (who, near(float(won))) for who, won in wins.iter_rows()
    ]
    assert dict(rows_of(of_ann, "action", "what", "value")) == {k: near(float(v)) for k, v in shares.iter_rows()}  # type: ignore[arg-type]


def test_large_counts_do_not_overflow() -> None:
    """A hundred thousand copies of the games change no rate."""
    log: list[Game] = [((ANN, BOB), (1,), "ds"), ((ANN, BOB), (2,), "sd")]
    result = rows_of_copies(lake(log), 100_000, NAME, player=ANN)
    assert rows_of(result, "wins", "n", "value", "base") == [(200_000, 0.5, 0.5)]
    assert rows_of(result, "action", "n", "value") == [(200_000, 0.5)] * 2


class TestText:
    def test_one_player(self) -> None:
        """The text compares the player's wins with chance, and names what the player clearly does more than the
        others."""
        log: list[Game] = [((ANN, BOB), (1 + n % 2,), "dsdh" if n % 8 else "sdhd") for n in range(32)]
        result = found(log, player=ANN)
        assert result.finding == (
            "Ann won 50 % of 32 games, 50 % expected by chance. Ann chooses Dig more often than the "
            "others: 88 % against 12 % (q < 0.001); 2 more differ clearly."
        )
        assert result.to_text().splitlines()[6:8] == [
            "       games   won  expected     95 %  decision  undone",
            "  Ann     32  50 %      50 %  33–67 %     4.0 s   0.0 %",
        ]

    def test_all_players(self) -> None:
        """The text names who clearly wins more than the others at the table, or says that no difference is clear."""
        clear = found([((ANN, BOB), (1 if n % 4 else 2,), "ds") for n in range(32)])
        assert (
            clear.finding == "Ann wins more often than others: 75 % of 32 games, 50 % expected by chance (q = 0.0081)."
        )
        unclear = found([((ANN, BOB), (1 if n % 9 > 3 else 2,), "ds") for n in range(36)])
        assert unclear.finding.endswith("may be due to chance.")

    def test_too_few_games_and_no_players(self) -> None:
        """With fewer games than `min_n`, or without any player, text and chart say so."""
        for player in (None, ANN):
            small = found([((ANN, BOB), (1,), "ds")], min_n=10, player=player)
            assert small.finding == "Not enough games yet (1 game per player at most)."
            assert "needs 10 games" in small.to_text()
        assert found([((None, None), (1,), "ds")]).rows.is_empty()
        assert found([]).rows.is_empty()

    def test_bad_parameters(self) -> None:
        """A bad parameter is refused."""
        with pytest.raises(BadParameters):
            found([], player="Ann")
