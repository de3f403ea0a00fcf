"""The statistic `amounts`: how much of something there is in a game, and whether winners have more of it."""

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
    mean_difference,
    near,
    row,
    table_of,
)
from tests.analytics.made import ask, sql

if TYPE_CHECKING:
    from pathlib import Path

    from tests.analytics.conftest import Table


SALES = [
    game((1,), row("Sale", 1, step=1, delta=5, round=1), row("Sale", 2, step=1, delta=1, round=2)),
    game((1, 2), row("Sale", 1, step=1, delta=3, round=1), row("Gift", 2, step=1, delta=2, round=1)),
    game((3,), row("Gift", 3, step=1, delta=9, round=1), row("Sale", 1, step=1, delta=7, undone=True), seats=3),
]


class TestByHand:
    def test_points_by_type(self) -> None:
        """Points per seat and game: games and seats without any count as 0.

        Seven seats in three games. Sales: 5 + 1 + 3 = 9 of 7 seats; the 7 that were undone are none. Gifts: 2 + 9 = 11
        of 7 seats. Base: 20 over 14. Winners and losers both sit in the first and the third game: sales 5 and 0 against
        1 and 0: the means are 5/2 and 1/2; gifts 0 and 9 against 0 and 0: 9/2 and 0. Twenty games at the base draw
        gifts to (3 * 11/7 + 20 * 10/7) / 23 = 233/161.
        """
        columns = ("what", "n", "games_with", "total", "value", "base", "shrunk", "winners", "losers", "difference")
        base = Fraction(10, 7)
        shrunk = [Fraction(233, 161), (3 * Fraction(9, 7) + 20 * base) / 23]
        assert table_of(answer(SALES, "amounts"), *columns) == [
            ("Gift", 3, 2, 11, near(Fraction(11, 7)), near(base), near(shrunk[0]), 4.5, 0, 4.5),
            ("Sale", 3, 2, 9, near(Fraction(9, 7)), near(base), near(shrunk[1]), 2.5, 0.5, 2),
        ]

    def test_rounds_count_the_games_that_reached_them(self) -> None:
        """The first round has 5 + 3 + 2 + 9 = 19 points of 7 seats; one game of two seats reached the second: 1/2.

        An undone row does not lengthen a game.
        """
        late = game((1,), row("Sale", 1, step=1, delta=1, round=3, undone=True))
        rows = table_of(answer([*SALES, late], "amounts", by="round"), "what", "n", "value")
        assert rows == [("1", 3, near(Fraction(19, 7))), ("2", 1, 0.5)]

    def test_the_amount_of_a_team_is_counted_once(self) -> None:
        """In a team game the amounts of all seats are added up, and won games are compared with lost ones.

        Of two seats: 4 and 0 hearts lost in won games, 6 in a lost one; of three seats 8 in a lost one, which has no
        other to stand against. Mean 18/4; winners 2, losers 6.
        """
        hearts = [
            game((1, 2), row("Lost", None, step=1, value=3), row("Lost", 2, step=1, value=1)),
            game((1, 2)),
            game((), row("Lost", None, step=1, value=6)),
            game((), row("Lost", 1, step=1, value=8), seats=3),
        ]
        result = answer(hearts, "amounts", team=True, of="value")
        assert table_of(result, "what", "n", "value", "winners", "losers", "n_winners", "n_losers") == [
            ("Lost", 4, 4.5, 2, 6, 2, 2)
        ]
        assert result.question == "How much comes from all actions and effects, per game, by type, in games of Toy?"

    def test_a_mean_per_row_and_a_share_of_rows(self) -> None:
        """`per=row` gives the mean of the rows; `of=rows` gives the share of all rows that were chosen."""
        bids = [
            game((1,), row("Bid", 1, value=3, kind="shop"), row("Bid", 2, value=4, kind="shop")),
            game((2,), row("Bid", 1, value=8, kind="inn"), row("Pass", 1)),
        ]
        params: dict[str, Any] = {"type": "Bid", "by": "kind", "per": "row"}
        assert table_of(answer(bids, "amounts", of="value", **params), "what", "n", "value") == [
            ("inn", 1, 8),
            ("shop", 1, 3.5),
        ]
        shares = table_of(answer(bids, "amounts", of="rows", **params), "what", "n", "value", "winners", "losers")
        # in the second game no winner bids, so winners and losers are compared in the first alone
        assert shares == [("shop", 2, near(Fraction(2, 3)), 1, 1), ("inn", 2, near(Fraction(1, 3)), 0, 0)]

    def test_the_share_of_rows_that_meet_a_condition(self) -> None:
        """Of three bids for shops two are high, of one for an inn none."""
        bids = [
            game((1,), row("Bid", 1, kind="shop", value=1), row("Bid", 2, kind="shop", value=2)),
            game((2,), row("Bid", 1, kind="inn", value=1), row("Bid", 1, kind="shop", value=3)),
        ]
        result = answer(bids, "amounts", of="share", meeting="value>=2", type="Bid", by="kind")
        rows = table_of(result, "what", "n", "total", "value", "winners", "losers")
        # winners and losers both bid for shops in the first game alone
        assert rows == [("shop", 2, 2, near(Fraction(2, 3)), 0, 1), ("inn", 1, 0, 0, None, None)]
        assert result.question == "What share has value>=2, of Bid, by kind, in games of Toy?"

    def test_luck(self) -> None:
        """Luck is what chance gave less its expected value: a 6 and a 2 of one die are 5/2 - 3/2 = 1 above it.

        Their variance is 2 * 35/12: z = 1 / sqrt(35/6) = 0.414039. A result that was set by hand has no mean, and no
        luck.
        """
        die = {"die_sides": 6, "mean": 3.5, "variance": 35 / 12, "step": 1}
        rolls = [
            row("Roll", 1, die_face=6, **die),
            row("Roll", 1, die_face=2, **die),
            row("Roll", 2, die_face=6, step=1),
        ]
        (found,) = answer([game((1,), *rolls)], "amounts", of="luck", by="all").rows.to_dicts()
        assert (found["value"], found["total"], found["base"], found["winners"]) == (0.5, 1, 0, 1)
        assert found["z"] == pytest.approx(0.414039, abs=1e-6)

    def test_an_amount_belongs_to_the_seat_or_to_the_actor(self) -> None:
        """Damage is counted for the seat that is hit, or for the seat that dealt it."""
        hits = [game((1,), row("Hit", 2, actor=1, step=1, value=3))]
        assert table_of(answer(hits, "amounts", of="value"), "winners", "losers") == [(0, 3)]
        assert table_of(answer(hits, "amounts", of="value", whose="actor"), "winners", "losers") == [(3, 0)]

    def test_each_game_is_one_sample(self) -> None:
        """The interval and the test count games: ten rows of one game are one sample.

        Of 32 games the winner has 2 more in 24, and 2 less in 8: the mean is 1, squares about it 24 + 8 * 9 = 96, the
        error sqrt(96 / 32 / 31) = 0.311086; Student's t with 31 degrees is 2.039513, and 1 is 3.214550 errors: p =
        0.003047 (SciPy). Every game has 4 in all: the mean is 2, and no game is off it.
        """
        played = [
            game((1,), row("Dig", 1, value=3 if number % 4 else 1), row("Dig", 2, value=1 if number % 4 else 3))
            for number in range(32)
        ]
        (found,) = answer(played, "amounts", of="value").rows.to_dicts()
        assert (found["value"], found["lo"], found["hi"]) == (2, 2, 2)
        assert (found["winners"], found["losers"], found["difference"]) == (2.5, 1.5, 1)
        assert found["difference_hi"] == pytest.approx(1 + 2.039513 * 0.311086, abs=1e-6)
        assert found["p_value"] == found["q"] == pytest.approx(0.003047, abs=1e-6)

    def test_a_recorded_log(self, table: Table) -> None:
        """In a recorded log with an undo, seat 1 scores 3; seat 2 scores, undoes that, and scores 1."""
        table.play("1 dig r1, 1 dig +3, 2 sell +9, undo 3, 2 sell +1", won=(1,))
        rows = table_of(table.ask("amounts"), "what", "n", "total", "value", "winners", "losers")
        assert rows == [("Scored", 1, 4, 2, 3, 1)]


PARAMS: list[dict[str, Any]] = [
    {},
    {"of": "value", "by": "round"},
    {"of": "rows", "by": "kind", "whose": "actor"},
    {"of": "rows", "per": "row"},
    {"of": "value", "per": "row", "by": "card"},
    {"of": "luck", "per": "game", "by": "all"},
    {"of": "rows", "type": "Dig Came", "where": "card.level=2 kind!=bow"},
    {"of": "share", "meeting": "kind=bow|axe card.type=tile", "by": "type"},
]


def reference(games: list[Game], team: bool, params: dict[str, Any]) -> dict[object, tuple[object, ...]]:
    """What `amounts` finds, in plain Python: value, difference, and number of games for each type."""
    of, per, by = params.get("of", "points"), params.get("per", "seat"), params.get("by", "type")
    found = [
        [amount for fact in counted(one) if (amount := picked(fact, one, team, params, of, per, by))] for one in games
    ]
    whats = {what for of_game in found for what, _, _ in of_game}
    reached = [max((fact["round"] for fact in counted(one)), default=-1) for one in games]
    if by == "round":
        whats |= {str(n) for last in reached for n in range(1, last + 1)}
    answers: dict[object, tuple[object, ...]] = {}
    for what in whats:
        mine = [(one, of_game) for one, of_game, last in zip(games, found, reached, strict=True)
                if by != "round" or last >= int(what)]  # fmt: skip
        x = m = Fraction(0)
        n, sides = 0, []
        for one, of_game in mine:
            cell = {side: side_of(one, of_game, what, of, per, team, side) for side in (None, True, False)}
            x, m, n = x + cell[None][0], m + cell[None][1], n + (cell[None][1] > 0)
            sides.append(tuple(cell[side][0] / cell[side][1] if cell[side][1] else None for side in (True, False)))
        difference = mean_difference([one for one, _ in mine], sides, team)  # type: ignore[arg-type]
        answers[what] = (n, near(x / m if m else None), near(difference))
    return {what: found for what, found in answers.items() if what != "0"}


def picked(
    fact: dict[str, Any], one: Game, team: bool, params: dict[str, Any], of: str, per: str, by: str
) -> tuple[str, int | None, Fraction] | None:
    """Which type a row is, whose, and how much; None where it does not count."""
    who = fact[params.get("whose", "seat")]
    came = fact.get("value")
    amount = {
        "points": fact.get("delta"),
        "value": came,
        "rows": 1,
        "share": fact["kind"] == "bow" and fact["card"] is not None,
        "luck": None if came is None or "mean" not in fact else came - Fraction(7, 2),
    }[of]
    what = "all" if by == "all" else fact.get(by)
    if what is None or amount is None or (who is None and per == "seat" and of != "share" and not team):
        return None
    if "type" in params and (fact["type"] not in params["type"] or fact["card"] != "card:b" or fact["kind"] == "bow"):
        return None
    return str(what), who, Fraction(amount)


def side_of(
    one: Game, rows: list[tuple[str, int | None, Fraction]], what: str | None, of: str, per: str, team: bool,
    side: bool | None,
) -> tuple[Fraction, Fraction]:  # fmt: skip
    """How much winners or losers of a game have, and how many seats of that side there are."""

    def mine(who: int | None) -> bool:
        if side is None:
            return True
        if team:
            return bool(one["won"]) == side
        return (per != "game" or of == "share") and who is not None and (who in one["won"]) == side

    x = sum((amount for kind, who, amount in rows if kind == what and mine(who)), Fraction(0))
    if per == "row" or of == "share":
        return x, Fraction(sum(mine(who) for kind, who, _ in rows if of == "rows" or kind == what))
    if team or per == "game":
        return x, Fraction(mine(None))
    return x, Fraction(sum(mine(seat) for seat in range(1, one["seats"] + 1)))


@pytest.mark.parametrize("params", PARAMS)
@pytest.mark.parametrize("team", [False, True])
@given(data=st.data())
@few
def test_equal_to_the_reference_implementation(params: dict[str, Any], team: bool, data: st.DataObject) -> None:
    """The answer equals that of plain Python, for any moves and undos."""
    games = data.draw(logs(team))
    rows = answer(games, "amounts", team=team, **params).rows.filter(pl.col("what") != "0").to_dicts()
    found = {r["what"]: (r["n"], near(r["value"]), near(r["difference"])) for r in rows}
    assert found == reference(games, team, params)


@given(logs(), st.integers(0, 2**16), st.sampled_from(PARAMS))
@few
def test_parts_and_row_order_do_not_change_the_answer(games: list[Game], seed: int, params: dict[str, Any]) -> None:
    """The answer is the same for any parts of the lake, any order of rows, and with or without streaming."""
    assert_same_for_any_partition(games, seed, "amounts", **params)


def test_large_sums_do_not_overflow() -> None:
    """Sums of squares beyond 32 bits: one game has 100,000 and 300,000, the other twice that."""
    big = [game((1,), row("Dig", 1, value=100_000 * k), row("Dig", 2, value=300_000 * k)) for k in (1, 2)]
    (found,) = answer(big, "amounts", of="value").rows.to_dicts()
    assert (found["value"], found["difference"], found["total"]) == (300_000, -300_000, 1_200_000)
    # residuals of a game are 400,000 - 600,000 and 800,000 - 600,000; over 4 seats the error is 70,710.678
    assert found["hi"] - found["value"] == pytest.approx(12.706204736 * 70_710.678118, rel=1e-6)


def test_duckdb_finds_the_same(tmp_path: Path) -> None:
    """SQL in DuckDB gives the same numbers from the same files."""
    lake = lake_of(tmp_path, [*SALES * 5, game((2,), row("Sale", 2, step=1, delta=4))], parts=2)
    found = sql(
        lake,
        """
        WITH cells AS (
            SELECT t.type AS what, s.game_id, s.seat, s.win_share, coalesce(sum(f.delta), 0) AS x
            FROM seats s CROSS JOIN (SELECT DISTINCT type FROM facts WHERE delta IS NOT NULL AND NOT undone) t
            LEFT JOIN facts f ON f.game_id = s.game_id AND f.seat = s.seat AND f.type = t.type AND NOT f.undone
            GROUP BY ALL
        ), games AS (
            SELECT what, game_id, avg(x) FILTER (win_share > 0) - avg(x) FILTER (win_share = 0) AS apart
            FROM cells GROUP BY ALL
        )
        SELECT what, avg(x), (SELECT avg(apart) FROM games g WHERE g.what = c.what) FROM cells c GROUP BY what
        """,
    )
    rows = table_of(ask(lake, "amounts"), "what", "value", "difference")
    assert sorted(rows) == sorted((what, near(value), near(apart)) for what, value, apart in found.iter_rows())


class TestText:
    def test_example(self) -> None:
        """The whole text of an answer: title, question, finding, table and sample."""
        played = [
            game((1,), row("Hire", 1, step=1, delta=3 + number % 2), row("Hire", 2, step=1, delta=1))
            for number in range(40)
        ]
        assert answer(played, "amounts", type="Hire").to_text() == EXAMPLE

    def test_an_unclear_difference_may_be_due_to_chance(self) -> None:
        """The finding says more or less only where the difference is clear."""
        played = [
            game((1 + number % 2,), row("Hire", 1, step=1, delta=3 + number % 3), row("Hire", 2, step=1, delta=3))
            for number in range(40)
        ]
        sentence = answer(played, "amounts").finding
        assert "may be due to chance" in sentence
        assert "more" not in sentence

    def test_the_finding_says_that_something_never_happened(self) -> None:
        """The finding says in how many games it never happened."""
        assert answer(SALES, "amounts", type="Nope").finding == "It never happened in 3 games."
        share = answer(SALES, "amounts", type="Sale", of="share", meeting="kind=bow")
        assert share.finding == "No row meets the condition in 2 games."

    def test_the_interval_of_gains_does_not_go_below_zero(self) -> None:
        """The interval of points that were only gained does not go below 0; that of points only lost does not go
        above."""
        gained, lost, both = (
            answer([game((1,), row("Dig", 1, step=1, delta=delta)), game((1,)), game((2,), *more)], "amounts").rows
            for delta, more in ((9, ()), (-9, ()), (9, (row("Dig", 2, step=1, delta=-1),)))
        )
        assert (gained["lo"][0], lost["hi"][0]) == (0, 0)
        assert both["lo"][0] < 0

    def test_a_share_that_only_lost_games_can_have(self) -> None:
        """If one side alone has any rows, nothing is compared, and the finding does not mention too few games."""
        lost = [game((), row("Fall", 1, step=1, kind="pit"))] * 3
        sentence = answer(lost, "amounts", team=True, of="rows", per="row", by="kind").finding
        assert sentence.endswith("Only games that were lost can have any of it.")
        assert "compared" not in answer(lost, "amounts", of="rows", per="game").finding

    def test_an_amount_that_only_lost_games_had(self) -> None:
        """If no won game had any of it, the finding gives this as the reason why nothing is compared."""
        lost = [game((), row("Fall", 1, step=1))] * 3
        played = [*lost, *[game((1, 2), row("Dig", 1))] * 3]
        params: dict[str, Any] = {"team": True, "of": "rows", "per": "game", "type": "Fall"}
        assert answer(played, "amounts", **params).finding.endswith("Only games that were lost had any of it.")
        hidden = answer(played, "amounts", **params, by="kind").finding
        assert "had any of it" not in hidden

    def test_the_largest_loss_comes_first(self) -> None:
        """Rows are sorted by size, whatever their sign."""
        rows = [row(kind, 1, step=1, delta=delta) for kind, delta in (("Slip", -1), ("Fall", -9))]
        found = answer([game((1,), *rows), game((2,), *rows)], "amounts").rows
        assert found["what"].to_list() == ["Fall", "Slip"]

    def test_the_interval_of_a_count_does_not_go_below_zero(self) -> None:
        """The interval of a number of rows begins at 0: one Dig in one of three games is 1/6 a seat."""
        (found,) = answer([game((1,), row("Dig", 1)), game((1,)), game((2,))], "amounts", of="rows").rows.to_dicts()
        assert (found["lo"], found["value"]) == (0, near(Fraction(1, 6)))

    @pytest.mark.parametrize("params", PARAMS)
    def test_text_and_chart(self, params: dict[str, Any]) -> None:
        """Text of 80 columns and a chart are given for all parameters."""
        assert_readable(answer(SALES * 12, "amounts", **params))

    @pytest.mark.parametrize("team", [False, True])
    def test_too_few_games(self, team: bool) -> None:
        """Rows with few games say how many they need."""
        result = answer(SALES, "amounts", team=team, min_n=50)
        assert result.rows["value"].null_count() == result.rows.height
        assert "needs 50 games" in result.to_text()
        assert_readable(result)

    def test_an_empty_lake(self, tmp_path: Path) -> None:
        """Where no finished game matches, text and chart say so."""
        result = ask(lake_of(tmp_path, []), "amounts")
        assert result.finding == "It never happened in the finished games of Toy."
        assert_readable(result)

    def test_a_single_game_and_many_types(self) -> None:
        """One game is shown without an interval; rare types are counted in a line below."""
        many = [game((1,), *(row(f"Type{chr(65 + n)}", 1, delta=n + 1) for n in range(25)))]
        result = answer(many, "amounts")
        assert result.rows["lo"].null_count() == 25
        assert "5 more not shown: 15 in all" in result.to_text()
        assert_readable(result)


EXAMPLE = """\
Points by type
How many points come from Hire a hero, per seat and game, by type, in games of
Toy?
The largest is Hire a hero: 2.25 per seat and game (40 games). Winners have more
points from Hire a hero than losers: 3.50 against 1 (q < 0.001).

               games  with it  per seat and game    0                       2.33
  Hire a hero     40       40               2.25    ·························├●┤

Winners and losers  winners  losers  difference        q    −2.66   equal  +2.66
  Hire a hero          3.50       1       +2.50  < 0.001    ··········│·······●┤

40 games, 95 % intervals, up to 1 Jun 2026 12:00 UTC (position 1)."""


def test_only_a_share_takes_meeting_and_it_requires_it() -> None:
    """`meeting` belongs to `of=share`: one without the other is refused."""
    incomplete: list[dict[str, Any]] = [{"of": "share"}, {"meeting": "kind=bow"}, {"of": "share", "meeting": "kind"}]
    for params in incomplete:
        with pytest.raises(BadParameters) as caught:
            answer([], "amounts", **params)
        assert {fault.pointer for fault in caught.value.faults} == {"/meeting"}


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *(("of", "luck!"), ("per", "player"), ("by", "colour"), ("whose", "me"), ("type", ""), ("where", "x" * 401)),
        *(("where", "kind"), ("where", "colour=red"), ("where", "value>few"), ("where", "kind>bow")),
        *(("where", "actor=me"), ("where", "forced=maybe"), ("where", " ".join(["kind=bow"] * 9))),
    ],
)
def test_bad_parameters_are_pointed_at(name: str, value: Any) -> None:
    """A bad parameter is refused, with a pointer to it."""
    with pytest.raises(BadParameters) as caught:
        answer([], "amounts", **{name: value})
    assert {fault.pointer for fault in caught.value.faults} == {f"/{name}"}
