"""The statistic `win_rate_by_faction`: how often factions win, compared with other seats of the same games."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analytics import BadParameters
from analytics.words import percent
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
    mean_difference,
    near,
    rows_of,
    rows_of_copies,
    share,
    table_of,
)
from tests.analytics.made import ask, everything, sql

if TYPE_CHECKING:
    from pathlib import Path

    from tests.analytics.conftest import Table

NAME = "win_rate_by_faction"


def of(*factions: str, **more: object) -> Row:
    return {"faction": "\n".join(sorted(factions))} | more


RED, BLUE, GOLD = "colour=red", "colour=blue", "colour=gold"
PLAYED = [
    game(of(RED, score=5), of(BLUE, score=3), won=(1,)),
    game(of(RED, score=4), of(RED, score=4), won=(1, 2)),
    game(of(BLUE, score=1), of(RED, score=9), of(GOLD, score=2), won=(2, 3)),
    game(of(BLUE, score=1), of("", score=9), won=()),
]


class TestByHand:
    def test_seats_with_a_faction_are_compared_with_seats_without_it(self) -> None:
        """How often each faction wins, and by how many points, in four games.

        The games are a win of red, a tie of two reds, a tie of red and gold against blue, and one that nobody wins.

        Red sits four times in three games and wins 1 + 1/2 + 1/2 + 1/2 = 5/2, of 4 seats: 5/8; usual is (1/2 + 1/2 +
        1/2 + 1/3) / 4 = 11/24. Seats with red against those without, in games that have both: 1 and 1/2 against 0 and
        1/4: 3/4 against 1/8. Blue wins none of three; usual (1/2 + 1/3 + 1/2) / 3 = 4/9; those without win 1, 1/2 and
        0. Gold: 1/2 of 1, usual 1/3, without 1/4.

        Margins by game. Red: 2; 0; 9 - 3/2 = 15/2: mean 19/6. Blue: -2; 1 - 11/2 = -9/2; -8: mean -29/6. Gold: 2 - 5.
        """
        columns = ("what", "n", "games", "seat_games", "wins", "value", "base", "with_it", "without_it", "margin")
        rows = {row[0]: row[1:] for row in table_of(answer(PLAYED, NAME), *columns)}
        assert rows == {
            RED: (3, 4, 4, 2.5, 0.625, near(Fraction(11, 24)), 0.75, 0.125, near(Fraction(19, 6))),
            BLUE: (3, 4, 3, 0, 0, near(Fraction(4, 9)), 0, 0.5, near(Fraction(-29, 6))),
            GOLD: (1, 4, 1, 0.5, 0.5, near(Fraction(1, 3)), 0.5, 0.25, -3),
        }

    def test_a_team_game_counts_once(self) -> None:
        """A faction counts once in a team's game, and games with it are compared with games of as many seats without.

        Two of three seats of a won game are red: one game of red, one win. Of two seats, red is in a lost game, and a
        game without it is won. Red: 1/2. Usual: 1 for three seats, 1/2 for two: 3/4. Red and no red are compared among
        games of two seats alone: 0 against 1. Team games have no margin.
        """
        played = [
            game(of(RED, score=1), of(RED, score=1), of(BLUE, score=1), won=(1, 2, 3)),
            game(of(RED, score=7), of(BLUE, score=7), won=()),
            game(of(GOLD, score=3), of(BLUE, score=3), won=(1, 2)),
        ]
        columns = ("n", "seat_games", "wins", "value", "base", "with_it", "without_it", "margin")
        rows = dict(
            zip(
                answer(played, NAME, team=True).rows["what"],
                table_of(answer(played, NAME, team=True), *columns),
                strict=True,
            )
        )
        assert rows[RED] == (2, 3, 1, 0.5, 0.75, 0, 1, None)

    def test_each_game_is_one_sample(self) -> None:
        """Red wins 30 of 40 games against blue: 3/4 against 1/4.

        Thirty differences of 1 and ten of -1: they vary less than at random, where the variance of each is 1, so the
        error is sqrt(1 / 40) = 0.158114; 1/2 is 3.162278 errors, p = 0.003027 (39 degrees). Blue is the same test
        again, so q = p. Student's t of 39 degrees is 2.022691: from 0.180185 to 0.819815. Half-way to 20 games at 1/2:
        (30 + 10) / 60.
        """
        rows = answer(clear(30), NAME).rows.to_dicts()
        assert [row["what"] for row in rows] == [RED, BLUE]
        first, second = rows
        assert (first["difference"], second["difference"], first["shrunk"]) == (0.5, -0.5, near(Fraction(2, 3)))
        assert first["p_value"] == first["q"] == second["q"] == pytest.approx(0.003027, abs=1e-6)
        assert (first["difference_lo"], first["difference_hi"]) == pytest.approx((0.180185, 0.819815), abs=1e-6)

    def test_an_interval_does_not_exceed_all_games_won(self) -> None:
        """Red wins all of 40 games: the interval of the rate ends at 1."""
        red = answer(clear(40), NAME).rows.row(0, named=True)
        assert red["difference_lo"] == pytest.approx(1 - 2.022691 / 40**0.5, abs=1e-6)
        assert (red["difference"], red["difference_hi"]) == (1, 1)

    def test_a_margin_has_an_interval(self) -> None:
        """Margins 1, 2 and 6: mean 3, squares about it 14, error sqrt(14 / 2 / 3) = 1.527525, times 4.302653."""
        played = [game(of(RED, score=score), of(BLUE)) for score in (1, 2, 6)]
        red = answer(played, NAME).rows.row(0, named=True)
        assert red["what"] == RED
        assert (red["margin"], red["margin_lo"]) == (3, pytest.approx(3 - 1.527525 * 4.302653, abs=1e-5))

    def test_a_recorded_log(self, table: Table) -> None:
        """In the toy, a seat plays a colour and two lucky numbers, one of which all seats have."""
        table.play("1 dig r1, 2 sell", won=(2,))
        columns = ("what", "n", "seat_games", "wins", "base", "without_it")
        assert table_of(table.ask(NAME, of="lucky"), *columns) == [
            ("lucky=lucky:2", 1, 1, 1, 0.5, 0),
            ("lucky=lucky:7", 1, 2, 1, 0.5, None),
            ("lucky=lucky:1", 1, 1, 0, 0.5, 1),
        ]


class TestDimension:
    def test_the_dimension_with_most_testable_factions_is_the_default(self) -> None:
        """The default is the dimension with most factions of 30 games; else the one with most games per faction; else
        the first by name."""
        played = [game(of(RED, f"hero=h{n % 30}"), of(BLUE, "hero=x", "law=a")) for n in range(30)]
        assert answer(played, NAME).rows["what"].sort().to_list() == [BLUE, RED]
        assert answer(played[:5], NAME).rows["what"].sort().to_list() == [BLUE, RED]
        few_games = [game(of("a=1", "b=1"), of("b=1")), game(of("a=2", "b=1"), of(""))]
        assert answer(few_games, NAME).rows["what"].to_list() == ["b=1"]
        three = [game(of(RED, "hero=a"), of(BLUE, "hero=b", "hero=c")) for _ in range(30)]
        assert answer(three, NAME).rows["what"].sort().to_list() == ["hero=a", "hero=b", "hero=c"]

    def test_of_chooses_the_dimension(self) -> None:
        """`of` names the dimension; one that no game has gives no rows."""
        played = [game(of(RED, "hero=a"), of(BLUE, "heroes=b"))]
        assert answer(played, NAME, of="hero").rows["what"].to_list() == ["hero=a"]
        assert answer(played, NAME, of="her").rows.is_empty()
        assert answer(played, NAME, of="hero").question == "How often does each hero win in games of Toy?"


names = st.sampled_from([RED, BLUE, GOLD, ""])


@st.composite
def games(draw: st.DrawFn, team: bool = False) -> Row:
    """Games of one to three seats, of any colours."""
    seats = [of(draw(names), draw(names), score=draw(st.integers(-3, 9))) for _ in range(draw(st.integers(1, 3)))]
    everyone = tuple(range(1, len(seats) + 1))
    won = draw(st.sampled_from([(), everyone])) if team else sorted(draw(st.sets(st.sampled_from(everyone))))
    return game(*seats, won=won)


def logs(team: bool = False) -> st.SearchStrategy[list[Row]]:
    return st.lists(games(team), min_size=1, max_size=6)


def reference(played: list[Row], team: bool) -> dict[str, tuple[object, ...]]:
    """Rate, base, difference and margin of each faction, in plain Python."""
    found = {what for one in played for seat in one["seats"] for what in seat["faction"].split("\n") if what}
    return {what: _of(what, played, team) for what in found}


def _of(what: str, played: list[Row], team: bool) -> tuple[object, ...]:
    won: list[Fraction] = []
    usual: list[Fraction] = []
    sides, margins, n = [], [], 0
    for one in played:
        seats = range(1, len(one["seats"]) + 1)
        has = [seat for seat in seats if what in one["seats"][seat - 1]["faction"].split("\n")]
        shares = {seat: share(one, seat, team) for seat in seats}
        others = mean([shares[seat] for seat in seats if seat not in has])
        n += bool(has)
        if team:
            whole = Fraction(bool(one["won"]))
            sides.append((len(seats), whole if has else None, None if has else whole))
            alike = [Fraction(bool(other["won"])) for other in played if len(other["seats"]) == len(seats)]
            won += [whole] * bool(has)
            usual += [sum(alike, Fraction(0)) / len(alike)] * bool(has)
            continue
        won += [shares[seat] for seat in has]
        usual += [Fraction(1, len(seats))] * len(has)
        sides.append((len(seats), mean([shares[seat] for seat in has]), others if has else None))
        scores = [Fraction(seat["score"]) for seat in one["seats"]]
        if has and len(seats) > 1:
            apart = [scores[seat - 1] - (sum(scores) - scores[seat - 1]) / (len(seats) - 1) for seat in has]
            margins.append(sum(apart, Fraction(0)) / len(apart))
    return n, near(mean(won)), near(mean(usual)), near(mean_difference(sides, team)), near(mean(margins))


@pytest.mark.parametrize("team", [False, True])
@given(data=st.data())
@few
def test_equal_to_the_reference_implementation(team: bool, data: st.DataObject) -> None:
    """The answer equals that of plain Python, for any factions and any winners."""
    played = data.draw(logs(team))
    columns = ("n", "value", "base", "difference", "margin")
    rows = answer(played, NAME, team=team).rows
    found = dict(zip(rows["what"], map(_near, rows.select(columns).iter_rows()), strict=True))
    assert found == reference(played, team)


def _near(row: tuple[Any, ...]) -> tuple[object, ...]:
    n, *figures = row
    return n, *map(near, figures)


@pytest.mark.parametrize("team", [False, True])
@given(data=st.data(), seed=st.integers(0, 2**16))
@few
def test_parts_and_row_order_do_not_change_the_answer(team: bool, data: st.DataObject, seed: int) -> None:
    """The answer is the same for any parts of the lake, any order of rows, and with or without streaming."""
    assert_same_for_any_partition(data.draw(logs(team)), seed, NAME, team)


def test_many_games_do_not_overflow() -> None:
    """A win and a loss of red, each 70,000 times: the error of a difference of 0 is sqrt(140,000 / 140,000^2)."""
    played = [game(of(RED, score=9), of(BLUE), won=(won,)) for won in (1, 2)]
    red, _ = rows_of_copies(played, 70_000, NAME).sort("what", descending=True).to_dicts()
    assert (red["n"], red["seat_games"], red["wins"], red["value"]) == (140_000, 140_000, 70_000, 0.5)
    assert (red["difference"], red["difference_hi"]) == (0, pytest.approx(1.959979 / 140_000**0.5, rel=1e-5))
    assert (red["margin"], red["margin_lo"]) == (9, 9)


def test_duckdb_finds_the_same(tmp_path: Path) -> None:
    """SQL in DuckDB gives the same numbers from the same files."""
    lake = lake_of(tmp_path, PLAYED * 3, parts=2)
    found = sql(
        lake,
        """
        WITH each AS (
            SELECT DISTINCT game_id, seat, unnest(string_split(faction, chr(10))) AS what FROM seats
        ), sides AS (
            SELECT e.what, s.game_id, avg(s.win_share) FILTER (list_contains(string_split(s.faction, chr(10)), e.what))
                - avg(s.win_share) FILTER (NOT list_contains(string_split(s.faction, chr(10)), e.what)) AS apart
            FROM (SELECT DISTINCT what, game_id FROM each) e JOIN seats s USING (game_id) GROUP BY ALL
        )
        SELECT what, count(DISTINCT game_id), avg(win_share), avg(1 / seats),
            (SELECT avg(apart) FROM sides WHERE sides.what = each.what)
        FROM each JOIN seats USING (game_id, seat) WHERE what <> '' GROUP BY what ORDER BY what
        """,
    )
    rows = table_of(ask(lake, NAME), "what", "n", "value", "base", "difference")
    assert sorted(rows) == [(what, n, *map(near, figures)) for what, n, *figures in found.iter_rows()]


def test_the_lake_holds_the_share_of_each_seat(tmp_path: Path) -> None:
    """The lake has the seats that were written, each with its share of the win."""
    seats = everything(lake_of(tmp_path, PLAYED, parts=2))["seats"]
    assert sum(seat["win_share"] for seat in seats) == 3


def test_random_winners_give_a_false_positive_once_in_twenty() -> None:
    """Of 120 games of two to four seats with five factions, won at random, about one difference in 20 is
    significant."""
    random = Random(1)
    found: list[float | None] = []
    for _ in range(100):
        played = list(won_at_random(random, 120))
        found += rows_of(played, NAME)["p_value"].to_list()
    share_, tests = false_positive_rate(found)
    assert tests > 300
    assert 0.03 <= share_ <= 0.07


def won_at_random(random: Random, n: int) -> Any:
    for _ in range(n):
        seats = random.randint(2, 4)
        yield game(*(of(f"hero={random.choice('aabcde')}") for _ in range(seats)), won=(random.randint(1, seats),))


def clear(wins: int, n: int = 40) -> list[Row]:
    """Games of red against blue; red wins so many of them."""
    return [game(of(RED), of(BLUE), won=(1 if number < wins else 2,)) for number in range(n)]


class TestText:
    def test_example(self) -> None:
        """The whole text of an answer: title, question, finding, table and sample."""
        assert answer(clear(30), NAME).to_text() == EXAMPLE

    def test_an_unclear_difference_may_be_due_to_chance(self) -> None:
        """The finding says more or less only where the difference is clear."""
        sentence = answer(clear(21), NAME).finding
        assert "may be due to chance" in sentence
        assert "often" not in sentence

    def test_too_few_games(self) -> None:
        """Too small samples say so, and that nothing is tested."""
        result = answer(PLAYED, NAME, min_n=50)
        assert result.rows["value"].null_count() == result.rows.height
        assert "needs 50 games" in result.to_text()
        assert result.finding == (
            "Not enough games yet: a test needs 50 games in which some seats have it, and the most so far is 3."
        )
        assert_readable(result)

    def test_a_faction_of_all_seats_is_not_compared(self) -> None:
        """A faction that all seats play is compared with nothing, however many games there are."""
        played = [game(of(RED), of(RED), won=(1,)) for _ in range(40)]
        assert "and the most so far is 0" in answer(played, NAME).finding

    @pytest.mark.parametrize("team", [False, True])
    def test_text_and_chart(self, team: bool) -> None:
        """Many factions are counted in a line below, long names are wrapped, and a chart is drawn."""
        trios = [f"trio=hero:the-long-{n}-name hero:of-a-hero-{n} hero:who-is-third-{n}" for n in range(25)]
        played = [
            game(
                of(trios[n % 25]),
                of(trios[n % 7]),
                won=(1, 2) if team and n % 3 else (1,) if n % 3 and not team else (),
            )
            for n in range(300)
        ]
        result = answer(played, NAME, team=team)
        assert "5 more not shown" in result.to_text()
        assert_readable(result)
        assert_readable(answer(played[:1], NAME, team=team))

    def test_an_empty_lake(self, tmp_path: Path) -> None:
        """Where no finished game matches, text and chart say so."""
        assert_readable(ask(lake_of(tmp_path, []), NAME))

    def test_games_without_factions(self) -> None:
        """If no seat has a faction, text and chart say so."""
        result = answer([game(of(""), of(""))], NAME)
        assert result.finding == "It never happened in the finished games of Toy."
        assert_readable(result)


EXAMPLE = """\
Win rate by faction
How often does each faction win in games of Toy?
Blue wins less often than seats without: 25 % against 75 % (q = 0.003); 1 more
differs clearly.

Colour  games  wins  expected  margin  win rate    0 %                     100 %
  Red      40    30      50 %       0      75 %    ·················├───●──┤····
  Blue     40    10      50 %       0      25 %    ····├──●───┤·················

Win rates  seats with it  seats without it  difference      q    −82  equal  +82
  Blue              25 %              75 %         −50  0.003    ├──●─┤·│·······
  Red               75 %              25 %         +50  0.003    ·······│·├─●──┤

40 games, 95 % intervals, up to 1 Jun 2026 12:00 UTC (position 1)."""


@pytest.mark.parametrize(("name", "value"), [("of", ""), ("of", "x" * 41), ("by", "seat"), ("min_n", 0)])
def test_bad_parameters_are_pointed_at(name: str, value: object) -> None:
    """A bad parameter is refused, with a pointer to it."""
    params: Row = {name: value}
    with pytest.raises(BadParameters) as caught:
        answer([], NAME, **params)
    assert {fault.pointer for fault in caught.value.faults} == {f"/{name}"}


def test_zero_wins_are_not_shown_as_minus_zero() -> None:
    """An empty sum may be -0.0; it is shown as 0."""
    assert percent(-0.0) == "0 %"
