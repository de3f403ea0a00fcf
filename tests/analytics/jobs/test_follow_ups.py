"""The statistic `follow_ups`: whether something comes after something else more often than in a random order of
moves."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from random import Random
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
    near,
    row,
    rows_of_copies,
    table_of,
)
from tests.analytics.made import ask, sql

if TYPE_CHECKING:
    from pathlib import Path

    from tests.analytics.conftest import Table

FLANKS = [
    game((1,), row("Flank", 1), row("Hire", 2), row("Attack", 1), row("Flank", 2), row("Hire", 1), row("Hire", 2)),
    game((2,), row("Hire", 1), row("Flank", 1, undone=True), row("Flank", 1), row("Attack", 2), row("Attack", 1)),
]


class TestByHand:
    def test_the_next_move_of_the_same_seat(self) -> None:
        """How often is a Flank followed by an attack in the next move of the same seat?

        Flanks that a move follows: seat 1 in game 1 (an attack), seat 2 in game 1 (a Hire), seat 1 in game 2 (an
        attack; an undone Flank is no move). Seat 1 of game 1 has one attack in two other moves: 1/2 in any order; seat
        2 has none in two; seat 1 of game 2 has one in two. So the share is 2 of 3, and 1 of 3 in any order.
        """
        (found,) = answer(FLANKS, "follow_ups", type="Flank", then="Attack", within=1).rows.to_dicts()
        assert (found["what"], found["then"], found["n"], found["moves"]) == ("Flank", "Attack", 2, 3)
        assert (found["value"], found["base"]) == (near(Fraction(2, 3)), near(Fraction(1, 3)))
        assert found["difference"] == near(Fraction(1, 3))

    def test_the_next_moves_of_the_others(self) -> None:
        """How often is a Flank followed by an attack in the next two moves of the other seat? In game 2 alone, which
        has one such move.

        Game 1: seat 1's Flank is followed by a Hire and a Flank, seat 2's by a Hire; seat 2 never attacks, seat 1 does
        once in three moves, and one of them is left: 1/3. Game 2: the other has one move, and it is an attack: 1.
        """
        params: dict[str, Any] = {"type": "Flank", "then": "Attack", "moves_of": "others"}
        (found,) = answer(FLANKS, "follow_ups", **params).rows.to_dicts()
        assert (found["moves"], found["value"], found["base"]) == (3, near(Fraction(1, 3)), near(Fraction(4, 9)))

    def test_a_type_counts_once_in_each_move(self) -> None:
        """A type counts once in a move, whatever is in the same move does not follow it, and the set-up is no move.

        Of seat 1's moves the first and the second have a Dig, the second and third a Sell: both Digs are followed. In
        any order of the other two moves: after the first, 1 (both others sell); after the second, 1/2.
        """
        rows = [
            row("Dig", 1, move=None, version=2),
            row("Dig", 1, move=3, version=3),
            row("Dig", 1, move=3, version=4),
            row("Sell", 1, move=5, version=5),
            row("Dig", 1, move=5, version=6),
            row("Sell", 1, move=7, version=7),
        ]
        params: dict[str, Any] = {"type": "Dig", "then": "Sell", "within": 1}
        (found,) = answer([game((1,), *rows)], "follow_ups", **params).rows.to_dicts()
        assert (found["moves"], found["value"], found["base"]) == (2, 1, 0.75)

    def test_a_type_that_follows_itself_is_not_expected_too_often(self) -> None:
        """If two of three moves dig, one Dig in two moves is left after a Dig, and the base takes this into account.

        Orders DDS, DSD, SDD: Digs that a move follows are 2, 1 and 1, followed by a Dig at once 1, 0 and 1 times: 2 of
        4, and base 1/2: no difference, though each game alone has fewer Digs after Digs than after others.
        """
        orders = [("Dig", "Dig", "Sell"), ("Dig", "Sell", "Dig"), ("Sell", "Dig", "Dig")]
        played = [game((1,), *(row(type, 1) for type in order)) for order in orders]
        (found,) = answer(played, "follow_ups", type="Dig", then="Dig", within=1).rows.to_dicts()
        assert (found["moves"], found["value"], found["base"], found["difference"]) == (4, 0.5, 0.5, 0)

    def test_each_game_is_one_sample(self) -> None:
        """A game is one residual: what follows in it, less what would follow in any order.

        In thirty games A B, A is followed at once, as it would be in any order; in ten games A C B it is not, and would
        be in one order of two: value 3/4, base 35/40.

        The difference is -1/8; in any order each game would have 0 in the mean, and ten have -1/2: the error is sqrt(10
        / 4) / 40 = 0.039528; -1/8 is 3.162278 errors, p = 0.003027 (SciPy, 39 degrees).
        """
        plain, other = ("A", "B"), ("A", "C", "B")
        played = [game((1,), *(row(type, 1) for type in (other if n % 4 == 0 else plain))) for n in range(40)]
        (found,) = answer(played, "follow_ups", type="A", then="B", within=1).rows.to_dicts()
        assert (found["value"], found["base"], found["difference"]) == (0.75, 0.875, -0.125)
        assert found["p_value"] == found["q"] == pytest.approx(0.003027, abs=1e-6)

    def test_expected_counts_below_five_are_not_tested(self) -> None:
        """Of forty games of twenty moves, one an A and one a B, A is followed by B at random in 2: too few for a test.

        A hundred games with 5 expected are enough.
        """
        moves = [*"CCCCCCCCCABCCCCCCCCC"]
        rows = [game((1,), *(row(type, 1) for type in moves)) for _ in range(100)]
        few, enough = (answer(rows[:n], "follow_ups", type="A", then="B", within=1).rows for n in (40, 100))
        assert few.select("games_with", "value", "p_value").row(0) == (40, 1, None)
        assert enough["p_value"].item() < 0.001

    def test_a_type_that_every_move_has_is_not_tested(self) -> None:
        """Each move has a Draft, so a Steal follows one wherever it is, but at the start: chance hardly changes that.

        If one move of each game has none, a move without it may be followed too, in 114 / 19 games.
        """

        def played(without: int | None) -> list[Game]:
            firsts = [row("Pass" if n == without else "Draft", 1, move=n, version=2 * n) for n in range(1, 21)]
            return [game((1,), *firsts, row("Steal", 1, move=n % 20 + 1, version=99)) for n in range(120)]

        every, most = (
            answer(played(without), "follow_ups", type="Draft", then="Steal", within=1).rows for without in (None, 10)
        )
        assert every["p_value"].item() is None
        assert most["p_value"].item() is not None

    def test_the_test_allows_for_small_expected_counts(self) -> None:
        """In a hundred games of twenty moves, one A and one B, B never follows A at once, where 100 / 19 are expected.

        No game is far from another, but random orders give none with probability (18/19)^100 = 0.0045, and as far on
        the other side as seldom.
        """
        played = [game((1,), *(row(type, 1) for type in "BCCCCCCCCACCCCCCCCCC")) for _ in range(100)]
        (found,) = answer(played, "follow_ups", type="A", then="B", within=1).rows.to_dicts()
        assert found["value"] == 0
        assert found["base"] == pytest.approx(1 / 19)
        assert 0.0045 < found["p_value"] < 0.015

    def test_the_least_expected_pair_comes_first(self) -> None:
        """In forty games A B C C C, B follows A at once in all, and would in one order of four; C follows C no more
        often than in any order."""
        played = [game((1,), *(row(type, 1) for type in "ABCCC")) for _ in range(40)]
        rows = answer(played, "follow_ups", within=1).rows
        assert rows.select("what", "then", "value", "base").row(0) == ("A", "B", 1, 0.25)
        apart = (rows["shrunk"] - rows["base"]).abs().to_list()
        assert apart == sorted(apart, reverse=True)

    def test_one_player(self, table: Table) -> None:
        """With `player`, only that player's moves are followed up, by moves of any seat."""
        ann, bob = (table.store.create_player(name).id for name in ("Ann", "Bob"))
        table.play("1 dig r1, 1 dig, 2 dig, 1 sell, 2 wait", players=(ann, bob))
        params: dict[str, Any] = {"moves_of": "all", "within": 1, "type": "Dig"}
        rows = table_of(table.ask("follow_ups", player=str(ann), **params), "then", "moves", "value")
        assert sorted(rows) == [("Dig", 1, 1), ("Wait", 1, 0)]

    def test_a_recorded_log(self, table: Table) -> None:
        """In a recorded log seat 1 digs, seat 2 sells, seat 1 sells; another move of seat 1 was undone."""
        table.play("1 dig r1, 1 dig, 2 sell, 1 wait, undo 4, 1 sell", won=(1,))
        rows = table_of(table.ask("follow_ups", within=1), "what", "then", "moves", "value", "base")
        assert rows == [("Dig", "Sell", 1, 1, 1)]


PARAMS: list[dict[str, Any]] = [
    {},
    {"within": 1, "moves_of": "others"},
    {"within": 3, "moves_of": "all", "type": "Dig Came", "by": "kind", "then": "Came", "then_by": "card"},
]


def reference(games: list[Game], params: dict[str, Any]) -> dict[object, tuple[object, ...]]:
    """What `follow_ups` finds, in plain Python: moves, value and base, by what comes first and what follows."""
    moves_with: dict[str, int] = {}
    followed: dict[tuple[str, str], Fraction] = {}
    expected: dict[tuple[str, str], Fraction] = {}
    for one in games:
        moves = moves_of(one)
        for at, (seat, _) in enumerate(moves):
            counts = [
                n for n, (other, _) in enumerate(moves) if counts_for(seat, other, params.get("moves_of", "same"))
            ]
            left = [n for n in counts if n > at]
            if not left:
                continue
            window = left[: params.get("within", 2)]
            for what in picked(moves[at][1], params, "type", "by"):
                moves_with[what] = moves_with.get(what, 0) + 1
                for then, (follows, chance) in in_any_order(moves, at, window, params).items():
                    followed[what, then] = followed.get((what, then), Fraction(0)) + follows
                    expected[what, then] = expected.get((what, then), Fraction(0)) + chance
    return {
        key: (moves_with[key[0]], near(x / moves_with[key[0]]), near(expected[key] / moves_with[key[0]]))
        for key, x in followed.items()
    }


def in_any_order(
    moves: list[tuple[int, list[dict[str, Any]]]], at: int, window: list[int], params: dict[str, Any]
) -> dict[str, tuple[bool, Fraction]]:
    """For each type: whether the next moves have it, and in what share of all orders of each seat's moves they
    would."""
    having = {n: picked(rows, params, "then", "then_by") for n, (_, rows) in enumerate(moves)}
    seats = {moves[n][0] for n in window}
    others = {seat: [n for n, (other, _) in enumerate(moves) if other == seat and n != at] for seat in seats}
    found = {}
    for then in {then for own in others.values() for n in own for then in having[n]}:
        none = Fraction(1)
        for seat, own in others.items():
            orders = list(combinations(own, sum(moves[n][0] == seat for n in window)))
            none *= Fraction(sum(all(then not in having[n] for n in order) for order in orders), len(orders))
        found[then] = (any(then in having[n] for n in window), 1 - none)
    return found


def moves_of(one: Game) -> list[tuple[int, list[dict[str, Any]]]]:
    """The moves of a game in their order, each with its seat and its rows."""
    moves: dict[int, tuple[int, list[dict[str, Any]]]] = {}
    for fact in counted(one):
        if fact["move"] is not None:
            moves.setdefault(fact["move"], (fact["turn_seat"], []))[1].append(fact)
    return [moves[number] for number in sorted(moves)]


def counts_for(seat: int, other: int, which: str) -> bool:
    return which == "all" or (seat == other) == (which == "same")


def picked(rows: list[dict[str, Any]], params: dict[str, Any], types: str, by: str) -> set[str]:
    """The values of the chosen rows of a move."""
    chosen = [
        fact
        for fact in rows
        if (fact["type"] in params[types].split() if types in params else fact["category"] == "decision")
    ]
    return {fact[params.get(by, "type")] for fact in chosen if fact[params.get(by, "type")] is not None}


@pytest.mark.parametrize("params", PARAMS)
@given(games=logs())
@few
def test_equal_to_the_reference_implementation(params: dict[str, Any], games: list[Game]) -> None:
    """The answer equals that of plain Python, which tries every order, for any moves and undos."""
    rows = answer(games, "follow_ups", **params).rows.filter(pl.col("then").is_not_null()).to_dicts()
    assert {(r["what"], r["then"]): (r["moves"], near(r["value"]), near(r["base"])) for r in rows} == reference(
        games, params
    )


@given(logs(), st.integers(0, 2**16), st.sampled_from(PARAMS))
@few
def test_parts_and_row_order_do_not_change_the_answer(games: list[Game], seed: int, params: dict[str, Any]) -> None:
    """The answer is the same for any parts of the lake, any order of rows, and with or without streaming."""
    assert_same_for_any_partition(games, seed, "follow_ups", **params)


def test_many_games_do_not_overflow() -> None:
    """Two games 70,000 times: more than 16 bits, and their squares more than 32."""
    played = [game((1,), *(row(type, 1) for type in order)) for order in (("A", "B", "C"), ("A", "C", "B"))]
    (found,) = rows_of_copies(played, 70_000, "follow_ups", type="A", then="B", within=1).to_dicts()
    assert (found["n"], found["moves"], found["value"], found["base"]) == (140_000, 140_000, 0.5, 0.5)
    # residuals of 1/2 either way: the error is 1/2 / sqrt(140,000)
    assert found["difference_hi"] == pytest.approx(1.959979 / 2 / 140_000**0.5, rel=1e-5)


def test_duckdb_finds_the_same(tmp_path: Path) -> None:
    """SQL in DuckDB finds the same follow-ups in the next two moves of the same seat."""
    random = Random(5)
    played = [
        game((1,), *(row(random.choice(("Dig", "Sell", "Hire")), random.choice((1, 2))) for _ in range(9)))
        for _ in range(20)
    ]
    lake = lake_of(tmp_path, played, parts=2)
    found = sql(
        lake,
        """
        WITH moves AS (
            SELECT game_id, turn_seat, type, lead(type) OVER w AS one, lead(type, 2) OVER w AS two
            FROM facts WHERE NOT undone WINDOW w AS (PARTITION BY game_id, turn_seat ORDER BY move)
        )
        SELECT type, t.next, count(*), avg(CAST(coalesce(one = t.next OR two = t.next, one = t.next) AS INTEGER))
        FROM moves, (SELECT DISTINCT type AS next FROM facts) t WHERE one IS NOT NULL GROUP BY ALL ORDER BY ALL
        """,
    )
    rows = table_of(ask(lake, "follow_ups"), "what", "then", "moves", "value")
    assert sorted(rows) == [(*key, near(value)) for *key, value in found.iter_rows()]


class TestText:
    def test_example(self) -> None:
        """The whole text of an answer: title, question, finding, table and sample."""
        orders = (("Flank", "Attack", "Hire"), ("Flank", "Hire", "Attack"))
        played = [game((1,), *(row(type, 1) for type in orders[n % 4 == 0])) for n in range(40)]
        assert answer(played, "follow_ups", type="Flank", then="Attack", within=1).to_text() == EXAMPLE

    def test_an_unclear_difference_may_be_due_to_chance(self) -> None:
        """The finding says more or less only where the difference is clear."""
        orders = (("A", "B", "C"), ("A", "C", "B"))
        played = [game((1,), *(row(type, 1) for type in orders[n % 2])) for n in range(40)]
        sentence = answer(played, "follow_ups", type="A", then="B", within=1).finding
        assert "may be due to chance" in sentence
        assert "more" not in sentence

    def test_the_finding_says_that_something_never_happened(self) -> None:
        """The finding says in how many games it never happened."""
        result = answer(FLANKS, "follow_ups", type="Nope")
        assert result.finding == "It never comes before another move in 2 games."
        assert_readable(result)

    def test_few_games(self) -> None:
        """Few games are shown without a comparison."""
        sentence = answer(FLANKS, "follow_ups", type="Flank", then="Attack", within=1).finding
        assert sentence == ("Flank, then attack: 67 % of 3 moves in 2 games. There are too few games for a comparison.")

    @pytest.mark.parametrize("params", PARAMS)
    @pytest.mark.parametrize("team", [False, True])
    def test_text_and_chart(self, params: dict[str, Any], team: bool) -> None:
        """Text of 80 columns and a chart are given for all parameters."""
        assert_readable(answer(FLANKS * 20, "follow_ups", team=team, **params))

    def test_too_few_games(self) -> None:
        """Rows with few games say how many they need."""
        result = answer(FLANKS, "follow_ups", min_n=50)
        assert result.rows["value"].null_count() == result.rows.height
        assert "needs 50 games" in result.to_text()
        assert_readable(result)

    def test_an_empty_lake(self, tmp_path: Path) -> None:
        """Where no finished game matches, text and chart say so."""
        result = ask(lake_of(tmp_path, []), "follow_ups")
        assert result.finding == "It never happened in the finished games of Toy."
        assert_readable(result)

    def test_many_pairs(self) -> None:
        """Rare pairs are counted in a line below."""
        many = [game((1,), *(row(f"Type{chr(65 + n)}", 1) for n in range(15)))]
        assert "176 more not shown" in answer(many, "follow_ups").to_text()


EXAMPLE = """\
Follow-ups
After Flank, how often does Attack follow in the next move of the same seat, and
how often by chance, both by type, in games of Toy?
Flank, then attack comes more often than in random order: 75 % against 50 % (q =
0.003).

                      games  moves  followed  expected    0 %              100 %
  Flank, then attack     40     40      75 %      50 %    ············├───●─┤···

Compared with random
  order                after it  expected  difference      q    −41   equal  +41
  Flank, then attack       75 %      50 %         +25  0.003    ········│├──●──┤

40 games, 95 % intervals, up to 1 Jun 2026 12:00 UTC (position 1)."""


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("within", "0"),
        ("within", "13"),
        ("moves_of", "me"),
        ("then", ""),
        ("then_where", "kind"),
        ("then_by", "colour"),
    ],
)
def test_bad_parameters_are_pointed_at(name: str, value: Any) -> None:
    """A bad parameter is refused, with a pointer to it."""
    with pytest.raises(BadParameters) as caught:
        answer([], "follow_ups", **{name: value})
    assert {fault.pointer for fault in caught.value.faults} == {f"/{name}"}
