"""The statistic `action_mix`: what is decided, when, and whether winners decide differently."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any
from uuid import UUID

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
    game,
    lake_of,
    logs,
    mean_difference,
    near,
    row,
    rows_of_copies,
    table_of,
)
from tests.analytics.made import ask, make_lake, sql

if TYPE_CHECKING:
    from tests.analytics.jobs.patterns import Game

DIG, SELL = "Dig", "Sell"
SMALL = [
    game((1,), row(DIG, 1), row(DIG, 1), row(SELL, 2), row(DIG, 2, undone=True)),
    game((1, 2), row(SELL, 1), row(DIG, 2)),
    game((2,), row(DIG, 1), row(SELL, 2), row(SELL, 3), row(SELL, 3), seats=3),
]


class TestByHand:
    def test_winners_and_losers_are_compared_within_each_game(self) -> None:
        """Shares are of all decisions; winners and losers are compared in the games that have both.

        Digs: 2 + 1 + 1 of 3 + 2 + 4 decisions. A shared win has no loser. In the first game the winner has 2 of 2, the
        loser 0 of 1: in the last the winner 0 of 1, the losers 1 of 3: means 1/2 and 1/6.
        """
        rows = table_of(
            answer(SMALL, "action_mix", per="game"), "what", "n", "rows", "count", "value", "winners", "losers"
        )
        half, sixth = Fraction(1, 2), Fraction(1, 6)
        assert rows == [
            (SELL, 3, 9, 5, near(Fraction(5, 9)), near(half), near(1 - sixth)),
            (DIG, 3, 9, 4, near(Fraction(4, 9)), near(half), near(sixth)),
        ]

    def test_games_of_two_and_of_four_seats_are_not_mixed(self) -> None:
        """Seats of larger games dig less often, but winners as often as losers: there is no difference.

        All of two dig once and sell once, all of four sell once: sums over seats would have winners 1/3, losers 1/5.
        """
        two = game((1,), row(DIG, 1), row(SELL, 1), row(DIG, 2), row(SELL, 2))
        four = game((1,), *(row(SELL, seat) for seat in (1, 2, 3, 4)), seats=4)
        dig = answer([two, four], "action_mix", per="game").rows.row(1, named=True)
        assert (dig["what"], dig["winners"], dig["losers"], dig["difference"]) == (DIG, 0.25, 0.25, 0)

    def test_a_team_is_compared_with_teams_of_as_many_seats(self) -> None:
        """A team's games are compared with other games of as many seats.

        Of two seats one game is won with 1 dig of 2, two are lost with 0 of 2 and 2 of 2; of three seats one is lost.
        Rows of no seat are the team's. Winners 1/2, losers 1/2.
        """
        games = [
            game((1, 2), row(DIG, 1), row(SELL, None)),
            game((), row(SELL, 1), row(SELL, 2)),
            game((), row(DIG, 1), row(DIG, 2)),
            game((), row(DIG, 1), seats=3),
        ]
        dig = answer(games, "action_mix", per="game", team=True).rows.row(0, named=True)
        assert (dig["n_winners"], dig["winners"], dig["n_losers"], dig["losers"]) == (1, 0.5, 3, 0.5)

    def test_games_that_one_player_wins_are_compared_with_those_that_the_player_loses(self) -> None:
        """Ann wins 30 games in which she only digs, and loses 30 in which she digs and sells; Bob only sells."""
        ann, bob = str(UUID(int=1)), str(UUID(int=2))
        facts, seats = [], []
        for number in range(60):
            won = number % 2
            for seat, player in ((1, ann), (2, bob)):
                one = {"game_id": number + 1, "seat": seat, "player": player}
                seats.append(one | {"win_share": float(won == seat % 2)})
                kinds = (DIG, DIG if won else SELL) if seat == 1 else (SELL, SELL)
                facts += [one | {"type": kind, "version": seat * 2 + at} for at, kind in enumerate(kinds)]
        with TemporaryDirectory() as folder:
            lake = make_lake(Path(folder), facts=facts, seats=seats)
            dig, _ = ask(lake, "action_mix", per="game", player=ann).rows.to_dicts()
        assert (dig["n"], dig["n_winners"], dig["n_losers"]) == (60, 30, 30)
        assert (dig["winners"], dig["losers"], dig["q"]) == (1.0, 0.5, 0.0)

    def test_another_column_than_the_type_can_be_counted(self) -> None:
        """Which cards are hired: rows without a card are left out, and effects count only if the type is an effect."""
        games = [
            game(
                (1,),
                row("Hire", 1, card="card:a"),
                row("Hire", 2),
                row("Came", 2, step=1, card="card:b"),
                row(DIG, 2, card="card:b"),
            )
        ]
        params: dict[str, Any] = {"of": "card", "per": "game"}
        assert table_of(answer(games, "action_mix", type="Hire", **params), "what", "rows") == [("card:a", 1)]
        assert table_of(answer(games, "action_mix", type="Came", **params), "what", "rows") == [("card:b", 1)]
        consequences = answer(games, "action_mix", where="category=consequence", per="game")
        assert table_of(consequences, "what", "rows") == [("Came", 1)]
        decided = table_of(answer(games, "action_mix", **params), "what", "count")
        assert decided == [("card:a", 1), ("card:b", 1)]


def reference(games: list[Game], per: str, team: bool) -> dict[tuple[str, str], tuple[object, ...]]:
    """(stage, type) -> games, rows, count, difference."""
    rows = [
        [(str(fact["round"]) if per == "round" else "game", fact) for fact in counted(one) if not fact.get("step")]
        for one in games
    ]
    found: dict[tuple[str, str], tuple[object, ...]] = {}
    for stage, what in {(stage, fact["type"]) for mine in rows for stage, fact in mine}:
        here = [[fact for of, fact in mine if of == stage] for mine in rows]
        sides = [
            tuple(_share(one, mine, what, side, team) for side in (True, False))
            for one, mine in zip(games, here, strict=True)
        ]
        of_all = [fact["type"] for mine in here for fact in mine]
        count = Counter(of_all)[what]
        found[stage, what] = (sum(map(bool, here)), len(of_all), count, near(mean_difference(games, sides, team)))  # type: ignore[arg-type]
    return found


def _share(one: Game, mine: list[dict[str, object]], what: str, won: bool, team: bool) -> Fraction | None:
    whose = [fact["type"] for fact in mine if (bool(one["won"]) if team else fact["seat"] in one["won"]) == won]
    return Fraction(whose.count(what), len(whose)) if whose else None


@pytest.mark.parametrize("team", [False, True])
@given(data=st.data(), per=st.sampled_from(["game", "round"]))
@few
def test_equal_to_the_reference_implementation(team: bool, data: st.DataObject, per: str) -> None:
    """The answer equals that of plain Python with dicts and fractions."""
    games = data.draw(logs(team))
    rows = answer(games, "action_mix", team=team, per=per).rows.to_dicts()
    found = {(r["stage"], r["what"]): (r["n"], r["rows"], r["count"], r["difference"]) for r in rows}
    assert found == reference(games, per, team)


@given(logs(), st.integers(0, 2**16))
@few
def test_parts_and_row_order_do_not_change_the_answer(games: list[Game], seed: int) -> None:
    """The answer is the same for any parts of the lake, any order of rows, and with or without streaming."""
    assert_same_for_any_partition(games, seed, "action_mix", per="game", of="card")


def test_many_games_do_not_overflow() -> None:
    """A hundred thousand copies of the games have the same shares, and a hundred thousand times the rows."""
    once = answer(SMALL, "action_mix", per="game").rows
    often = rows_of_copies(SMALL, 100_000, "action_mix", per="game")
    assert often["rows"].to_list() == [100_000 * n for n in once["rows"]]
    for column in ("value", "difference"):
        assert often[column].to_list() == pytest.approx(once[column].to_list(), rel=1e-9)


def test_duckdb_finds_the_same(tmp_path: Path) -> None:
    """SQL in DuckDB finds the same share of each card among hires, and the same mean difference of games."""
    random = Random(1)
    facts, seats = [], []
    for number in range(1, 200):
        winner = random.choice((1, 2))
        seats += [{"game_id": number, "seat": seat, "win_share": float(seat == winner)} for seat in (1, 2)]
        facts += [
            {
                "game_id": number,
                "version": version,
                "type": "Hire",
                "seat": 1 + version % 2,
                "card": random.choice("abc"),
            }
            for version in range(2, random.randrange(3, 9))
        ]
    lake = make_lake(tmp_path, facts=facts, seats=seats, parts=3)
    rows = ask(lake, "action_mix", per="game", of="card", type="Hire").rows
    found = sql(
        lake,
        """
        WITH told AS (
            SELECT f.game_id, f.card::VARCHAR AS card, s.win_share > 0 AS won
            FROM facts f JOIN seats s ON f.game_id = s.game_id AND f.seat = s.seat WHERE NOT f.undone
        ), cards AS (SELECT DISTINCT card FROM told), each AS (
            SELECT game_id, c.card, count(*) FILTER (t.card = c.card) AS x,
                avg((t.card = c.card)::INT) FILTER (t.won) AS a, avg((t.card = c.card)::INT) FILTER (NOT t.won) AS b
            FROM told t, cards c GROUP BY game_id, c.card
        )
        SELECT card, sum(x) / (SELECT count(*) FROM told) AS value, avg(a - b) AS difference FROM each
        GROUP BY card ORDER BY value DESC, card
        """,
    )
    assert found["card"].to_list() == rows["what"].to_list()
    for column in ("value", "difference"):
        assert found[column].cast(float).to_list() == pytest.approx(rows[column].to_list(), rel=1e-12, abs=1e-12)


def styled(random: Random, games: int, more: float = 0.0) -> list[Game]:
    """Games of two seats, each with its own share of digs; winners dig more often."""
    found = []
    for _ in range(games):
        won, style = random.choice((1, 2)), random.random() * 0.6
        rows = [
            row(DIG if random.random() < style + more * (seat == won) else SELL, seat)
            for seat in (1, 2)
            for _ in range(8)
        ]
        found.append(game((won,), *rows))
    return found


class TestText:
    def test_a_clear_difference(self) -> None:
        """The finding says which side has more; the table shows the difference."""
        result = answer(styled(Random(1), 100, 0.3), "action_mix", per="game")
        assert result.finding.startswith("The most frequent is Sell: ")
        assert "Winners have a larger share of Dig than losers: " in result.finding
        assert result.panels[-1].heading == "Winners and losers"
        assert_readable(result)

    def test_an_unclear_difference(self) -> None:
        """The finding says that the difference may be due to chance."""
        result = answer(styled(Random(2), 60), "action_mix", per="game")
        assert "may be due to chance" in result.finding
        assert "larger" not in result.finding
        assert_readable(result)

    def test_few_games(self) -> None:
        """Few games are shown without a comparison; too few are shown without a value."""
        assert answer(SMALL, "action_mix", per="game").to_text() == (
            "Action mix\n"
            "What is decided in the whole game, by winners and losers, in games of Toy?\n"
            "The most frequent is Sell: 56 % of decisions (3 games). There are too few games\n"
            "to compare winners and losers.\n"
            "\n"
            "Whole game, 3 games  count  share  winners  losers    0 %                   88 %\n"
            "  Sell                   5   56 %     50 %    83 %    ·····├──────────●────────┤\n"
            "  Dig                    4   44 %     50 %    17 %    ···├─────────●─────────┤··\n"
            "\n"
            "3 games with 9 rows, 95 % intervals, up to 1 Jun 2026 12:00 UTC (position 1)."
        )
        few_games = answer(SMALL, "action_mix", per="round", min_n=4)
        assert few_games.finding == "Not enough games yet (3 games)."
        assert few_games.panels[0].rows[0][2] == "needs 4 games"
        assert_readable(few_games)

    def test_rare_types_are_counted_in_a_line_below(self) -> None:
        """Types with less than one decision in a hundred are counted in a line below the table."""
        rows = [row(DIG, 1)] * 400 + [row(f"Odd{letter}", 1) for letter in "ABC"]
        (panel,) = answer([game((1,), *rows)], "action_mix", per="game").panels
        assert (panel.rows[0][0], len(panel.rows), panel.below) == ("Dig", 1, "3 rarer: 1 %")

    def test_many_stages(self) -> None:
        """Each round has a line, and the chart is a heat map."""
        rows = [row(kind, seat, round=number) for number in range(1, 30) for seat in (1, 2) for kind in (DIG, SELL)]
        result = answer([game((1,), *rows)], "action_mix", per="round")
        (panel,) = result.panels
        assert panel.rows[1] == ("Round 2", "1", "4", "Dig 50 %, Sell 50 %")
        assert (len(panel.rows), panel.below) == (20, "9 more stages")
        assert_readable(result)

    def test_no_rows(self) -> None:
        """If there are no rows, text and chart say so."""
        result = answer(SMALL, "action_mix", of="card")
        assert (result.rows.height, result.finding) == (0, "It never happened in the finished games of Toy.")
        assert "<svg" in result.to_svg()

    def test_the_question_names_types_and_column(self) -> None:
        """The question names types by their titles, and the column by its name."""
        question = answer(SMALL, "action_mix", type="Hire", of="card", whose="actor", per="round").question
        assert question == (
            "What share has each of Hire a hero, counted for the seat that decided, by card, in each "
            "round, in games of Toy?"
        )


def test_bad_parameters() -> None:
    """Unknown stages, columns and conditions are refused."""
    with TemporaryDirectory() as folder, pytest.raises(BadParameters) as caught:
        ask(lake_of(folder, SMALL), "action_mix", per="week", of="luck", where="luck=1")
    assert {fault.pointer for fault in caught.value.faults} >= {"/per", "/of"}
