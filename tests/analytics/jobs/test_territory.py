"""The statistic `territory`: what is held where, and whether seats that hold it win more often."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import TYPE_CHECKING, Any
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analytics import BadParameters
from tests.analytics.jobs.played import (
    Row,
    answer,
    assert_readable,
    assert_same_for_any_partition,
    false_positive_rate,
    few,
    game,
    held,
    lake_of,
    mean,
    mean_difference,
    near,
    rows_of,
    rows_of_copies,
    share,
    table_of,
)
from tests.analytics.made import ask, sql

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.analytics.conftest import Table

NAME = "territory"


def ended(seat: int | None, what: str, n: int, place: str | None, **more: Any) -> Row:
    """A row of holdings at the end of the game."""
    return held(seat, what, n, place, round=3, final=True) | more


PLAYED = [
    game(
        {}, {}, holdings=[ended(1, "men", 2, "hill"), ended(1, "men", 1, "hill"), ended(2, "men", 1, "hill")], won=(1,)
    ),
    game({}, {}, holdings=[ended(1, "men", 0, "hill"), ended(2, "men", 4, "hill"), ended(2, "men", 9, None)], won=(1,)),
    game(
        {},
        {},
        {},
        holdings=[
            ended(1, "men", 1, "hill"),
            ended(2, "men", 1, "hill"),
            ended(None, "men", 7, "hill"),
            held(3, "men", 5, "hill", round=3),
        ],
        won=(2, 3),
    ),
    game({}, {}, holdings=[ended(1, "gold", 1, "ford")], won=(2,)),
]
COLUMNS = (
    "held",
    "place",
    "whose",
    "holds",
    "n",
    "games",
    "seat_games",
    "wins",
    "base",
    "amount",
    "with_it",
    "without_it",
)


class TestByHand:
    def test_seats_that_hold_some_are_compared_with_the_others(self) -> None:
        """Seats that hold men on the hill at the end of the game are compared with seats that do not.

        The seats hold 3 and 1; none and 4; 1, 1 and none (5 were there when the round ended). Five seats in three games
        hold some, and win 1, 0, 0, 0, 1/2. Usual: (1/2 + 1/2 + 1/2 + 1/3 + 1/3) / 5. Amounts by game: 2, 4, 1. With and
        without: 0 against 1, 1/4 against 1/2; in game 1 all hold some.
        """
        assert table_of(answer(PLAYED, NAME, what="men"), *COLUMNS) == [
            ("men", "hill", "all", "some", 3, 4, 5, 1.5, near(Fraction(13, 30)), near(Fraction(7, 3)), 0.125, 0.75)
        ]

    def test_seats_that_hold_more_are_compared_with_the_others(self) -> None:
        """Seats that hold more than the mean of the others are compared with seats that hold fewer.

        More: seat 1; seat 2; seats 1 and 2 of three (1 against 1/2). They win 1, 0 and (0 + 1/2) / 2 a seat; the others
        win 0, 1 and 1/2.
        """
        rows = {row[3]: row[4:] for row in table_of(answer(PLAYED, NAME, what="men", holds="more"), *COLUMNS)}
        assert rows == {
            "more": (3, 4, 4, 1.5, near(Fraction(5, 12)), near(Fraction(8, 3)), near(Fraction(5, 12)), 0.5),
            "fewer": (3, 4, 3, 1.5, near(Fraction(4, 9)), near(Fraction(1, 3)), 0.5, near(Fraction(5, 12))),
        }

    def test_seats_that_hold_as_many_are_not_compared(self) -> None:
        """Two seats that hold as many have neither more nor fewer, and are not compared."""
        played = [game({}, {}, holdings=[ended(1, "men", 2, "hill"), ended(2, "men", 2, "hill")])]
        rows = table_of(answer(played, NAME, holds="more"), "holds", "n", "seat_games", "wins", "without_it")
        assert rows == [("equal", 1, 2, 1, None)]

    def test_places_of_seats(self) -> None:
        """A place may belong to a seat: front 2 of seat 1 is its own, and another's for seat 2.

        A place with the number of no seat is not a seat's.
        """
        bags = [
            ended(1, "men", 2, "front:1.2"),
            ended(2, "men", 3, "front:2.2"),
            ended(2, "spies", 1, "front:1.2"),
            ended(1, "men", 1, "deck:7.2"),
        ]
        rows = table_of(
            answer([game({}, {}, holdings=bags)], NAME), "held", "place", "whose", "n", "seat_games", "amount"
        )
        assert sorted(rows) == [
            ("men", "deck:7.2", "all", 1, 1, 1),
            ("men", "front:2", "own", 1, 2, 2.5),
            ("spies", "front:2", "other", 1, 1, 1),
        ]

    def test_holdings_at_the_end_of_a_round(self) -> None:
        """`at=2` counts games that reached round 2; if a game ended in that round, what was held at its end counts."""
        played = [
            game({}, {}, holdings=[held(1, "men", 2, "hill", round=2), held(1, "men", 8, "hill", round=3)]),
            game({}, {}, holdings=[held(1, "men", 2, "hill", round=2), held(2, "men", 4, "hill", round=2, final=True)]),
            game({}, {}, holdings=[held(1, "men", 2, "hill", round=1, final=True)]),
            game({}, {}, holdings=[held(1, "hats", 2, None, round=2)]),
        ]
        (row,) = answer(played, NAME, at="2").rows.to_dicts()
        assert (row["n"], row["games"], row["seat_games"], row["amount"], row["wins"]) == (2, 3, 2, 3, 1)
        assert answer(played, NAME, at="4").rows.is_empty()

    def test_a_team_game_counts_once(self) -> None:
        """In team games, what the seats and nobody hold is added up.

        Towers at the ford: 3 in a won game, 1 in a lost one, none in a won one. A game with them is won in 1 of 2, one
        without in 1 of 1; usual 2/3.
        """
        played = [
            game({}, {}, holdings=[ended(1, "towers", 1, "ford:1.2"), ended(2, "towers", 2, "ford:1.2")], won=(1, 2)),
            game({}, {}, holdings=[ended(None, "towers", 1, "ford:1.2")], won=()),
            game({}, {}, holdings=[ended(None, "towers", 1, None)], won=(1, 2)),
        ]
        found = [("towers", "ford:1.2", "all", "some", 2, 3, 2, 1, near(Fraction(2, 3)), 2, 0.5, 1)]
        assert table_of(answer(played, NAME, team=True), *COLUMNS) == found
        assert table_of(answer(played, NAME, team=True, holds="more"), *COLUMNS) == found

    def test_one_player(self) -> None:
        """With `player`, that player's holdings are compared with those of the others; games without the player are not
        counted."""
        ann = str(UUID(int=1))
        bags = [ended(1, "men", 2, "hill"), ended(2, "men", 3, "hill")]
        played = [game({"player": ann}, {}, holdings=bags), game({}, {}, holdings=bags)]
        rows = answer(played, NAME, player=ann, holds="more")
        assert table_of(rows, "holds", "n", "games", "seat_games", "wins") == [("fewer", 1, 1, 1, 1)]

    def test_a_recorded_log(self, table: Table) -> None:
        """In the toy, points are in a bag: seat 2 has 5 at the end of round 1, seat 1 has 2 more at the end."""
        table.play("1 dig r1, 2 dig +5, 2 sell r2, 1 dig +2", won=(1,))
        assert table_of(table.ask(NAME, at="1"), "held", "place", "n", "amount", "wins") == [("points", "bag", 1, 5, 0)]
        assert table_of(table.run(NAME, holds="more"), "holds", "amount", "wins") == [("fewer", 2, 1), ("more", 5, 0)]


# --- reference implementations


@st.composite
def games(draw: st.DrawFn, team: bool = False) -> Row:
    """Games of one to three seats that hold men and gold on a hill and at their fronts."""
    seats = draw(st.integers(1, 3))
    everyone = tuple(range(1, seats + 1))
    holdings = [
        ended(
            draw(st.sampled_from([*everyone, None])),
            draw(st.sampled_from(["men", "gold"])),
            draw(st.integers(0, 3)),
            draw(st.sampled_from(["hill", "front:1.1", "front:2.1", None])),
        )
        for _ in range(draw(st.integers(0, 8)))
    ]
    won = draw(st.sampled_from([(), everyone])) if team else sorted(draw(st.sets(st.sampled_from(everyone))))
    return game(*({} for _ in everyone), holdings=holdings, won=won)


def logs(team: bool = False) -> st.SearchStrategy[list[Row]]:
    return st.lists(games(team), min_size=1, max_size=6)


def holders(one: Row, team: bool, holds: str) -> dict[tuple[str, ...], dict[int, int]]:
    """For each thing, place, owner and kind: how many each seat (0: the team) holds."""
    units = [0] if team else list(range(1, len(one["seats"]) + 1))
    amounts: dict[tuple[str, ...], dict[int, int]] = {}
    for row in one["holdings"]:
        unit = 0 if team else row["seat"]
        if unit is None or row["place"] is None:
            continue
        place, whose = row["place"], "all"
        if not team and place[:5] == "front" and int(place[6]) <= len(units):
            place, whose = "front:1", "own" if int(place[6]) == unit else "other"
        mine = amounts.setdefault((row["what"], place, whose), dict.fromkeys(units, 0))
        mine[unit] += row["n"]
    found: dict[tuple[str, ...], dict[int, int]] = {}
    for key, mine in amounts.items():
        for unit, n in mine.items():
            if team or holds == "some":
                how = "some" if n else ""
            else:
                others = [m for other, m in mine.items() if other != unit]
                apart = n - Fraction(sum(others), len(others)) if others else None
                how = "" if apart is None else "more" if apart > 0 else "fewer" if apart < 0 else "equal"
            if how:
                found.setdefault((*key, how), {})[unit] = n
    return found


def reference(played: list[Row], team: bool, holds: str) -> dict[tuple[str, ...], tuple[object, ...]]:
    """Games, seats, rate, amount and difference, in plain Python."""
    there = [one for one in played if one["holdings"]]
    each = [holders(one, team, holds) for one in there]
    answers = {}
    for key in {key for found in each for key in found}:
        won: list[Fraction] = []
        sides, amounts = [], []
        for one, found in zip(there, each, strict=True):
            mine = found.get(key, {})
            shares = {0: share(one, 1, True)} if team else {s: share(one, s) for s in range(1, len(one["seats"]) + 1)}
            won += [shares[unit] for unit in mine]
            amounts += [mean([Fraction(n) for n in mine.values()])] if mine else []
            without = mean([of for unit, of in shares.items() if unit not in mine])
            sides.append((len(one["seats"]), mean([shares[unit] for unit in mine]), without if mine or team else None))
        figures = (mean(won), mean([n for n in amounts if n is not None]), mean_difference(sides, team))
        answers[key] = (len(amounts), len(won), *map(near, figures))
    return answers


@pytest.mark.parametrize("team", [False, True])
@pytest.mark.parametrize("holds", ["some", "more"])
@given(data=st.data())
@few
def test_equal_to_the_reference_implementation(team: bool, holds: str, data: st.DataObject) -> None:
    """The answer equals that of plain Python, for any holdings."""
    played = data.draw(logs(team))
    rows = rows_of(played, NAME, team=team, holds=holds)
    columns = ("held", "place", "whose", "holds", "n", "seat_games", "value", "amount", "difference")
    found = {row[:4]: (*row[4:6], *map(near, row[6:])) for row in rows.select(columns).iter_rows()}
    assert found == reference(played, team, holds)


@pytest.mark.parametrize("holds", ["some", "more"])
@given(data=st.data(), seed=st.integers(0, 2**16), team=st.booleans())
@few
def test_parts_and_row_order_do_not_change_the_answer(holds: str, team: bool, data: st.DataObject, seed: int) -> None:
    """The answer is the same for any parts of the lake, any order of rows, and with or without streaming."""
    assert_same_for_any_partition(data.draw(logs(team)), seed, NAME, team, holds=holds)


def test_many_games_do_not_overflow() -> None:
    """Seats with 300 that win and lose, each 70,000 times: squares of amounts do not fit into 32 bits."""
    played = [game({}, {}, holdings=[ended(1, "men", 300, "hill")], won=(won,)) for won in (1, 2)]
    (found,) = rows_of_copies(played, 70_000, NAME).to_dicts()
    assert (found["n"], found["wins"], found["amount"], found["amount_lo"]) == (140_000, 70_000, 300, 300)
    assert (found["difference"], found["difference_hi"]) == (0, pytest.approx(1.959979 / 140_000**0.5, rel=1e-5))


def test_duckdb_finds_the_same(tmp_path: Path) -> None:
    """SQL in DuckDB gives the same numbers from the same files."""
    lake = lake_of(tmp_path, list(won_at_random(Random(2), 30)), parts=2)
    found = sql(
        lake,
        """
        WITH each AS (
            SELECT s.game_id, s.seat, s.win_share, s.seats, p.place, coalesce((
                SELECT sum(n) FROM holdings h WHERE final AND h.place = p.place
                    AND (h.game_id, h.seat) = (s.game_id, s.seat)), 0) AS n
            FROM seats s, (SELECT DISTINCT place FROM holdings) p
        ), apart AS (
            SELECT place, game_id, avg(win_share) FILTER (n > 0) - avg(win_share) FILTER (n = 0) AS apart
            FROM each GROUP BY ALL
        )
        SELECT place, count(DISTINCT game_id), sum(win_share), avg(win_share), avg(1 / seats),
            (SELECT avg(apart) FROM apart WHERE apart.place = each.place)
        FROM each WHERE n > 0 GROUP BY place ORDER BY place
        """,
    )
    rows = table_of(ask(lake, NAME), "place", "n", "wins", "value", "base", "difference")
    assert sorted(rows) == [(place, n, *map(near, figures)) for place, n, *figures in found.iter_rows()]


def won_at_random(random: Random, n: int) -> Iterator[Row]:
    """Games of two to four seats, each with men on some of five hills, won at random."""
    for _ in range(n):
        seats = random.randint(2, 4)
        holdings = [
            ended(seat, "men", random.randint(1, 3), f"hill:{hill}")
            for seat in range(1, seats + 1)
            for hill in "abcde"
            if random.random() < 0.5
        ]
        yield game(*({} for _ in range(seats)), holdings=holdings, won=(random.randint(1, seats),))


def test_random_winners_give_a_false_positive_once_in_twenty() -> None:
    """Of 60 games won at random, about one difference in twenty is significant."""
    random = Random(4)
    found: list[float | None] = []
    for _ in range(60):
        found += rows_of(list(won_at_random(random, 60)), NAME)["p_value"].to_list()
    alarms, tests = false_positive_rate(found)
    assert tests > 290
    assert 0.02 <= alarms <= 0.08


# --- text


def clear(wins: int, n: int = 40) -> list[Row]:
    """Games in which seat 1 holds two men at its front; it wins so many of them."""
    front = [ended(1, "men", 2, "front:1.2")]
    return [game({}, {}, holdings=front, won=(1 if number < wins else 2,)) for number in range(n)]


class TestText:
    def test_example(self) -> None:
        """The whole text of an answer: title, question, finding, table and sample."""
        assert answer(clear(30), NAME).to_text() == EXAMPLE

    def test_an_unclear_difference_may_be_due_to_chance(self) -> None:
        """The finding says more or less only where the difference is clear."""
        sentence = answer(clear(21), NAME).finding
        assert "may be due to chance" in sentence
        assert "often" not in sentence

    def test_a_team(self) -> None:
        """In team games the text is about games, not seats."""
        played = [one | {"won": (1, 2) if number < 30 else ()} for number, one in enumerate(clear(40))]
        played += [game({}, {}, holdings=[ended(1, "men", 1, None)], won=()) for _ in range(40)]
        result = answer(played, NAME, team=True, at="3")
        assert result.finding == (
            "Games with men at Front 1 2 after round 3 are won more often than those without: 75 % against 0 % "
            "(q < 0.001)."
        )
        assert result.question == (
            "What is in each place after round 3, and how often are games with it won, in games of Toy?"
        )
        assert_readable(result)

    def test_too_few_games(self) -> None:
        """Rows with few games say how many they need."""
        result = answer(PLAYED, NAME, min_n=50)
        assert result.rows["value"].null_count() == result.rows.height
        assert "needs 50 games" in result.to_text()
        assert "Not enough games yet" in result.finding
        assert_readable(result)

    @pytest.mark.parametrize("holds", ["some", "more"])
    @pytest.mark.parametrize("team", [False, True])
    def test_text_and_chart(self, holds: str, team: bool) -> None:
        """Text of 80 columns and a chart are given for all parameters, also for a single game and for many places."""
        many = [ended(1, "a_long_word_for_men", 2, f"space:the-long-name-of-a-place-{place}") for place in range(25)]
        played = [game({}, {}, holdings=many, won=(1, 2) if team and number % 2 else ()) for number in range(40)]
        result = answer(played, NAME, team=team, holds=holds)
        assert "more not shown" in result.to_text()
        assert_readable(result)
        assert_readable(answer(PLAYED[:1], NAME, holds=holds))

    def test_nothing_is_held_at_a_place(self) -> None:
        """Where nobody holds anything at a place, text and chart say so."""
        result = answer([game({}, {}, holdings=[ended(1, "men", 2, None), ended(1, "men", 0, "hill")])], NAME)
        assert result.finding == "It never happened in the finished games of Toy."

    def test_an_empty_lake(self, tmp_path: Path) -> None:
        """Where no finished game matches, text and chart say so."""
        assert_readable(ask(lake_of(tmp_path, []), NAME))


EXAMPLE = """\
Win rate by territory
What do seats hold in each place at the end, and how often do seats win that
hold it there, in games of Toy?
Seats with men at own Front 2 at the end win more often than those without: 75 %
against 25 % (q = 0.003).

At the end            games  wins  expected  amount  win rate    0 %       100 %
  Men at own Front 2     40    30      50 %       2      75 %    ········├─●─┤··

Win rates             seats with it  seats without it  difference      q
  Men at own Front 2           75 %              25 %         +50  0.003

40 games, 95 % intervals, up to 1 Jun 2026 12:00 UTC (position 1)."""


@pytest.mark.parametrize(("name", "value"), [("at", "0"), ("at", "last"), ("holds", "all"), ("what", "")])
def test_bad_parameters_are_pointed_at(name: str, value: str) -> None:
    """A bad parameter is refused, with a pointer to it."""
    params: Row = {name: value}
    with pytest.raises(BadParameters) as caught:
        answer([], NAME, **params)
    assert {fault.pointer for fault in caught.value.faults} == {f"/{name}"}
