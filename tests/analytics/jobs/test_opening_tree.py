"""The statistic `opening_tree`: how seats open, and how often they win then."""

from __future__ import annotations

from collections import Counter, defaultdict
from fractions import Fraction
from random import Random
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from analytics import BadParameters
from analytics.jobs import opening_tree
from tests.analytics.jobs.patterns import (
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
from tests.analytics.made import ask, make_lake, sql

if TYPE_CHECKING:
    from pathlib import Path

    from tests.analytics.jobs.patterns import Game

ABOUT = ("choice", "card", "kind", "place", "source", "target")


def game_of(won: tuple[int, ...], *rows: dict[str, Any], seats: int = 2) -> Game:
    """A game; decisions of each seat are numbered as an export numbers them, after the set-up unless they say so."""
    one, numbers = game(won, *rows, seats=seats), Counter[int]()
    for fact in one["rows"]:
        if not fact.get("step") and not fact.get("undone"):
            numbers[fact["seat"]] += 1
            fact["decision_no"] = numbers[fact["seat"]]
    return one


class TestSteps:
    def test_a_step_is_a_type_and_what_it_is_about(self) -> None:
        """A step is a type and the first of choice, card, kind, place, source and target that the decision has."""
        games = [
            game_of((1,), row("Hire", 1, card="card:a", kind="bow", place="here"), row("Hire", 2, kind="bow")),
            game_of(
                (1,), row("Hire", 1, card="card:a", target="there"), row("Draft", 2, choice="row-2", card="card:a")
            ),
            game_of((1,), row("Hire", 1), row("Go", 2, source="card:b", target="seat:1")),
        ]
        lines = [line for line, n in table_of(answer(games, "opening_tree"), "action", "n") if line]
        assert lines == ["Hire card:a", "Draft row-2", "Go card:b", "Hire", "Hire bow"]
        types = table_of(answer(games, "opening_tree", key="type"), "action", "seat_games")
        assert types == [(None, 6), ("Hire", 4), ("Draft", 1), ("Go", 1)]

    def test_forced_decisions_and_ends_of_turns_are_no_steps(self) -> None:
        """Forced and undone decisions and the end of a turn are left out; a type such as `Endure` does not count as an
        end."""
        one = game_of(
            (1,),
            row("Dig", 1, forced=True),
            row("EndTurn", 1, card="card:a"),
            row("Hire", 1, undone=True),
            row("Endure", 1),
            row("Came", 1, step=1),
            row("Sell", 1),
            row("EndTurn", 2),
        )
        result = answer([one], "opening_tree")
        assert table_of(result, "line") == [([],), (["Endure"],), (["Endure", "Sell"],)]
        assert result.excluded == {"seats_without_decision": 1}
        forced = answer([one], "opening_tree", key="type", forced=True).rows["line"].to_list()
        assert ["Dig", "EndTurn", "Endure", "Sell"] in forced
        assert ["EndTurn"] in forced

    def test_the_setup_is_left_out_unless_asked_for(self) -> None:
        """Turns begin with 1; decisions of the set-up count only with `setup`."""
        one = game_of((1,), row("Pick", 1, turn=0), row("Dig", 1), row("Dig", 2))
        assert table_of(answer([one], "opening_tree", depth=1), "line") == [([],), (["Dig"],)]
        with_setup = answer([one], "opening_tree", setup=True, depth=1)
        assert table_of(with_setup, "line") == [([],), (["Dig"],), (["Pick"],)]


def test_a_tree_by_hand() -> None:
    """Seats open, games count.

    Three games: both hire card a; one hires a, one digs (a shared win); three seats, two hire a, and the one that digs
    wins. Hiring: 3 games, 5 seats, won 1 + 1/2 + 0: 3/10; of all 7 seats 3 won. Base of hiring: at
    the root seats win par, 1/2 of 3 of these seats and 1/3 of 2: (3/2 + 2/3) / 5 = 13/30.
    """
    hire = {"card": "card:a"}
    games = [
        game_of((1,), row("Hire", 1, **hire), row("Hire", 2, **hire)),
        game_of((1, 2), row("Hire", 1, **hire), row("Dig", 2)),
        game_of((3,), row("Hire", 1, **hire), row("Hire", 2, **hire), row("Dig", 3), seats=3),
    ]
    columns = ("action", "n", "seat_games", "share", "wins", "value", "base")
    _, hired, dug = table_of(answer(games, "opening_tree"), *columns)
    assert hired == (
        "Hire card:a",
        3,
        5,
        near(Fraction(5, 7)),
        1.5,
        near(Fraction(3, 10)),
        near(Fraction(13, 30)),
    )
    assert dug == ("Dig", 2, 2, near(Fraction(2, 7)), 1.5, near(Fraction(3, 4)), near(Fraction(5, 12)))


Node = tuple[int, int, Fraction]


def reference(games: list[Game], team: bool) -> dict[tuple[str, ...], Node]:
    """For each opening: games, seats (or games of a team), and won shares."""
    found: defaultdict[tuple[str, ...], list[Fraction]] = defaultdict(list)
    seen: defaultdict[tuple[str, ...], set[int]] = defaultdict(set)
    for number, one in enumerate(games):
        lines: Counter[tuple[str, ...]] = Counter()
        for seat in range(1, one["seats"] + 1):
            mine = [fact for fact in counted(one) if fact["seat"] == seat and not fact.get("step")]
            steps = tuple(map(step, mine))[:6]
            share = Fraction(int(seat in one["won"]), len(one["won"]) or 1) if not team else Fraction(bool(one["won"]))
            for length in range(len(steps) + 1 if steps else 0):
                lines[steps[:length]] += 1
                if not team or lines[steps[:length]] == 1:
                    found[steps[:length]].append(share)
                    seen[steps[:length]].add(number)
    return {line: (len(seen[line]), len(won), sum(won, Fraction(0))) for line, won in found.items()}


def step(fact: dict[str, Any]) -> str:
    about = next((fact[name] for name in ABOUT if fact.get(name)), None)
    return f"{fact['type']} {about}" if about else str(fact["type"])


def numbered(games: list[Game]) -> list[Game]:
    return [one | {"rows": [fact | {"decision_no": fact["version"]} for fact in one["rows"]]} for one in games]


@pytest.mark.parametrize("team", [False, True])
@given(data=st.data())
@few
def test_equal_to_the_reference_implementation(team: bool, data: st.DataObject) -> None:
    """The answer equals that of plain Python with dicts and fractions."""
    games = numbered(data.draw(logs(team)))
    rows = answer(games, "opening_tree", team=team, children=100).rows.to_dicts()
    found = {tuple(r["line"]): (r["n"], r["seat_games"], near(Fraction(r["wins"]))) for r in rows}
    assert found == {line: (n, seats, float(wins)) for line, (n, seats, wins) in reference(games, team).items()}


@given(logs(), st.integers(0, 2**16))
@few
def test_parts_and_row_order_do_not_change_the_answer(games: list[Game], seed: int) -> None:
    """The answer is the same for any parts of the lake, any order of rows, and with or without streaming."""
    assert_same_for_any_partition(numbered(games), seed, "opening_tree")


def drawn(random: Random, games: int, better: float = 0.0) -> list[Game]:
    """Games of two seats that dig, sell or hire; seats that dig first win more often."""
    found = []
    for _ in range(games):
        rows = [
            row(random.choice(("Dig", "Sell", "Hire")), seat, card=random.choice(("card:a", None))) for seat in (1, 2)
        ]
        won = 1 if rows[0]["type"] == "Dig" and random.random() < better else random.choice((1, 2))
        found.append(game_of((won,), *rows, *(row("Dig", seat) for seat in (1, 2))))
    return found


def test_many_games_do_not_overflow() -> None:
    """A hundred thousand copies of the games have the same rates, and a hundred thousand times the games."""
    games = drawn(Random(3), 5)
    once, often = answer(games, "opening_tree").rows, rows_of_copies(games, 100_000, "opening_tree")
    assert often["n"].to_list() == [100_000 * n for n in once["n"]]
    assert often["value"].to_list() == pytest.approx(once["value"].to_list(), rel=1e-12)


def test_duckdb_finds_the_same(tmp_path: Path) -> None:
    """SQL in DuckDB finds the same first step of each seat, and the same wins."""
    lake = lake_of(tmp_path, drawn(Random(4), 150), parts=3)
    rows = ask(lake, "opening_tree", depth=1).rows.to_dicts()[1:]
    found = sql(
        lake,
        """
        WITH told AS (
            SELECT game_id, seat,
                type || coalesce(' ' || coalesce(choice, card, kind, place, source, target), '') AS step,
                row_number() OVER (PARTITION BY game_id, seat ORDER BY decision_no) AS number
            FROM facts WHERE NOT undone AND step = 0 AND NOT forced
        )
        SELECT told.step, count(DISTINCT game_id), count(*), sum(win_share) / count(*)
        FROM told JOIN seats USING (game_id, seat) WHERE number = 1 GROUP BY ALL ORDER BY count(*) DESC, told.step
        """,
    )
    assert found.rows() == [(r["action"], r["n"], r["seat_games"], near(Fraction(r["value"]))) for r in rows]


class TestText:
    GAMES = (
        game_of((1,), row("Hire", 1, card="card:a"), row("Dig", 2)),
        game_of((1,), row("Hire", 1, card="card:a"), row("Hire", 2, card="card:b")),
    )

    def test_text(self) -> None:
        """The whole text: a tree of openings, with the names of types and cards."""
        assert answer(list(self.GAMES), "opening_tree").to_text() == (
            "Win rate by opening\n"
            "How do seats open, and how often do they win, in games of Toy?\n"
            "The most frequent opening is Hire a hero, Anvil: 50 % of seats. It wins 100 % (1\n"
            "% to 100 %); all openings together win 50 % (2 games).\n"
            "\n"
            "Opening                   games  share  win rate    0 %     expected 50 %  100 %\n"
            "  All openings                2  100 %      50 %    ··············●·············\n"
            "    Hire a hero, Anvil        2   50 %     100 %    ├─────────────┼────────────●\n"
            "    Dig                       1   25 %       0 %    ●─────────────┼────────────┤\n"
            "    Hire a hero, Brewery      1   25 %       0 %    ●─────────────┼────────────┤\n"
            "\n"
            "2 games, 95 % intervals, up to 1 Jun 2026 12:00 UTC (position 1)."
        )

    def test_too_few_games(self) -> None:
        """If all games together are too few, their number is shown, and nothing below the root."""
        result = answer(list(self.GAMES), "opening_tree", min_n=3)
        assert result.finding == "Not enough games yet (2 games)."
        assert result.panels[0].rows == (("All openings", "2", "100 %", "needs 3 games"),)
        assert_readable(result)

    def test_no_opening_is_frequent_enough(self) -> None:
        """If no opening has enough games, the text says so."""
        games = [game_of((1,), row("Hire", 1, card=f"card:{n}"), row("Hire", 2, card=f"card:{n + 9}")) for n in (1, 2)]
        result = answer(games, "opening_tree", min_n=2)
        assert result.finding == "Not enough games yet (2 games, and no opening has enough)."
        assert_readable(result)

    def test_no_steps(self) -> None:
        """If there are no steps, text and chart say so."""
        result = answer([game((1,))], "opening_tree")
        assert result.rows.height == 0
        assert "<svg" in result.to_svg()

    def test_the_twenty_most_frequent_openings_are_shown(self) -> None:
        """The twenty most frequent openings are shown, each below its parent, and lead to games."""
        (panel,) = answer(drawn(Random(5), 200), "opening_tree").panels
        assert len(panel.rows) <= 20
        assert all(deep <= above + 1 for above, deep in zip(panel.depths, panel.depths[1:], strict=False))
        assert panel.row_keys[0] == ""
        assert_readable(answer(drawn(Random(5), 200, 0.5), "opening_tree"))

    def test_a_team(self) -> None:
        """Where all seats win together, there is no par."""
        games = [game_of((1, 2), row("Dig", 1), row("Dig", 2)), game_of((), row("Dig", 1))]
        result = answer(games, "opening_tree", team=True)
        assert result.panels[0].par_is == ""
        assert result.finding.startswith("The most frequent opening is Dig: 100 % of seats. It wins 50 %")
        assert_readable(result)

    def test_the_question_says_how_steps_are_told_apart(self) -> None:
        """The question says that steps are told apart by type alone, and counted from the set-up on."""
        question = answer(list(self.GAMES), "opening_tree", key="type", setup=True).question
        assert (
            question
            == "How do seats open, from the set-up on, by type alone, and how often do they win, in games of Toy?"
        )


def test_the_number_of_openings_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    """The most frequent openings are shown, each after its parent."""
    all_of_them = answer(drawn(Random(5), 200), "opening_tree", min_n=1).rows
    monkeypatch.setattr(opening_tree, "MOST_NODES", 8)
    rows = answer(drawn(Random(5), 200), "opening_tree", min_n=1).rows
    assert (rows.height, all_of_them.height > 10) == (8, True)
    lines = {tuple(line) for line in rows["line"]}
    assert all(line[:-1] in lines for line in lines if line)
    left = all_of_them.filter(~pl.col("line").list.join("|").is_in(rows["line"].list.join("|").implode()))
    assert max(left["seat_games"]) <= min(rows["seat_games"])


def test_bad_parameters() -> None:
    """An unknown key and a depth beyond twelve are refused."""
    with TemporaryDirectory() as folder, pytest.raises(BadParameters) as caught:
        ask(make_lake(folder), "opening_tree", key="card", depth=13)  # type: ignore[arg-type]
    assert {fault.pointer for fault in caught.value.faults} == {"/key", "/depth"}
