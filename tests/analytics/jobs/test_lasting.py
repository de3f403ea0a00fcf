"""The statistic `lasting`: how long something lasts, from its beginning to its end or to the end of the game."""

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
    near,
    row,
    rows_of_copies,
    table_of,
)
from tests.analytics.made import ask, sql

if TYPE_CHECKING:
    from pathlib import Path

    from tests.analytics.conftest import Table


def enacted(card: str, seat: int, at: int) -> dict[str, Any]:
    return row("Enacted", seat, card=card, round=at, step=1)


def broken(card: str, seat: int, by: int, at: int, **more: Any) -> dict[str, Any]:
    return row("Broken", seat, card=card, actor=by, round=at, step=1, **more)


LAWS = [
    game(
        (1,),
        *(enacted("card:a", 1, 1), broken("card:a", 1, 2, 2, undone=True), enacted("card:b", 2, 1)),
        *(broken("card:a", 1, 2, 4), enacted("card:a", 1, 4), broken("card:b", 2, 2, 4), row("Dig", 1, round=6)),
    ),
    game(
        (2,),
        *(enacted("card:a", 1, 2), broken("card:b", 1, 1, 2)),
        *(row("Dig", 1, round=3), row("Dig", 2, round=9, undone=True)),
    ),
]
"""Laws of 3 and 3 rounds, one that lasted 2 rounds to the end of its game, and one that lasted 1."""

ASKS: dict[str, Any] = {"type": "Enacted", "ending": "Broken"}


class TestByHand:
    def test_how_long_laws_last_and_who_breaks_them(self) -> None:
        """How long do laws live, and who breaks them?

        Of four, two ended, both after three rounds, one by its owner; two lasted 2 rounds and 1 to the end of their
        games. Kaplan and Meier: after 1 and 2 rounds none has ended; after 3 both of the two that are left have.
        """
        (found,) = answer(LAWS, "lasting", **ASKS).rows.to_dicts()
        assert (found["what"], found["n"], found["begun"], found["value"]) == ("Enacted", 2, 4, 0.5)
        assert (found["left_1"], found["left_2"], found["left_4"]) == (1, 1, 0)
        assert (found["lower"], found["median"], found["upper"], found["by_owner"]) == (3, 3, 3, 0.5)

    def test_spells_without_an_end_are_censored(self) -> None:
        """Spells without an end count up to the end of the game (Kaplan and Meier's estimate).

        Of three spells one ends after 1 round, one is still there after 1, and one ends after 4. After 1 round 2/3 are
        left; one is left to end after 4, and does: 0. Half have ended by round 4, a quarter by 1.
        """
        spells = [
            game((1,), enacted("card:a", 1, 1), broken("card:a", 1, 1, 2)),
            game((1,), enacted("card:a", 1, 1), row("Dig", 1, round=2)),
            game((1,), enacted("card:a", 1, 1), broken("card:a", 1, 1, 5)),
        ]
        (found,) = answer(spells, "lasting", **ASKS).rows.to_dicts()
        assert (found["left_1"], found["left_2"], found["left_4"]) == (near(Fraction(2, 3)), near(Fraction(2, 3)), 0)
        assert (found["lower"], found["median"], found["upper"]) == (1, 4, 4)

    def test_the_least_expected_card_comes_first(self) -> None:
        """Of twelve laws eleven last to the end, six of one card and five of another; the card whose law was broken
        comes first."""
        last, broke = enacted("card:b", 1, 1), (enacted("card:a", 1, 1), broken("card:a", 1, 2, 2))
        games = [game((1,), last, enacted("card:c", 2, 1)) for _ in range(5)]
        rows = answer([*games, game((1,), last, *broke)], "lasting", **ASKS, by="card").rows
        assert rows.select("what", "value").row(0) == ("card:a", 0)
        assert rows["what"].to_list() == ["card:a", "card:b", "card:c"]

    def test_spells_are_split_by_card_and_ended_by_the_same_seat(self) -> None:
        """Rows are split by card, the least expected first. With `same_seat`, an end of another seat does not count."""
        rows = answer(LAWS, "lasting", by="card", **ASKS).rows
        assert list(rows.select("what", "n", "begun", "value").iter_rows()) == [
            ("card:b", 1, 1, 0),
            ("card:a", 2, 3, near(Fraction(2, 3))),
        ]
        other = [game((1,), enacted("card:a", 1, 1), broken("card:a", 2, 2, 2))]
        assert table_of(answer(other, "lasting", same_seat=False, **ASKS), "value") == [(0,)]
        assert table_of(answer(other, "lasting", same_seat=True, **ASKS), "value") == [(1,)]

    def test_the_end_may_name_the_card_in_another_column(self) -> None:
        """A spy that is sent as a card may be caught as a target."""
        spied = [game((1,), row("Sent", 1, card="spy:1", round=1), row("Caught", 2, target="spy:1", round=3))]
        params: dict[str, Any] = {"type": "Sent", "ending": "Caught", "ending_same": "target"}
        (found,) = answer(spied, "lasting", **params).rows.to_dicts()
        assert (found["value"], found["median"], found["by_owner"]) == (0, 2, 0)

    def test_spells_of_no_seat_count_in_team_games(self) -> None:
        """A portal that no seat owns has a duration too."""
        portals = [game((), row("Came", None, card="portal:1", round=1), row("Went", None, card="portal:1", round=2))]
        (found,) = answer(portals, "lasting", team=True, type="Came", ending="Went").rows.to_dicts()
        assert (found["n"], found["begun"], found["value"], found["median"], found["by_owner"]) == (1, 1, 0, 1, 0)

    def test_each_game_is_one_sample(self) -> None:
        """Ten spells of one game that never end count as one.

        The interval of 20 such games and 20 others is Wilson's of 20 of 40 draws, with Student's t of 39 degrees.
        """

        def alike(ended: bool) -> Game:
            laws = [enacted(f"card:{n}", 1, 1) for n in range(10)]
            return game((1,), *laws, *([broken(f"card:{n}", 1, 1, 2) for n in range(10)] if ended else []))

        (found,) = answer([alike(n % 2 == 0) for n in range(40)], "lasting", **ASKS).rows.to_dicts()
        t = 2.022691  # SciPy
        half = (0.25 / 40 + t**2 / 4 / 40**2) ** 0.5 * t / (1 + t**2 / 40)
        assert (found["value"], found["hi"] - found["lo"]) == (0.5, pytest.approx(2 * half, rel=1e-6))

    def test_a_log_without_cards(self, table: Table) -> None:
        """Where no row names a card, no spell begins."""
        table.play("1 dig r1, 2 sell", won=(1,))
        assert table.ask("lasting").finding == "It never begins in 1 game."


PARAMS: list[dict[str, Any]] = [
    {},
    {"type": "Dig Came", "ending": "Sell Came", "by": "card"},
    {"ending_where": "kind=bow", "same_seat": True, "by": "round"},
]


def reference(games: list[Game], params: dict[str, Any]) -> dict[object, tuple[object, ...]]:
    """What `lasting` finds, in plain Python: number of spells, share without an end, median, and share ended by the
    owner."""
    spells: dict[str, list[tuple[int, bool, bool]]] = {}
    for one in games:
        rows = counted(one)
        for at, begun in enumerate(rows):
            what = begun[params.get("by", "type")]
            if begun["card"] is None or what is None or begun["type"] not in params.get("type", begun["type"]):
                continue
            ends = [end for end in rows[at + 1 :] if end["card"] == begun["card"] and is_end(end, begun, params)]
            end = ends[0] if ends else None
            rounds = (end["round"] if end else max(fact["round"] for fact in rows)) - begun["round"]
            own = end is not None and end["actor"] == begun["seat"]
            spells.setdefault(str(what), []).append((rounds, end is not None, own))
    return {what: described(found) for what, found in spells.items()}


def is_end(end: dict[str, Any], begun: dict[str, Any], params: dict[str, Any]) -> bool:
    if end["type"] not in params.get("ending", end["type"]):
        return False
    if "ending_where" in params and end["kind"] != "bow":
        return False
    return not params.get("same_seat") or (end["seat"] is not None and end["seat"] == begun["seat"])


def described(spells: list[tuple[int, bool, bool]]) -> tuple[object, ...]:
    left, median = Fraction(1), None
    for at in sorted({rounds for rounds, _, _ in spells}):
        there = sum(rounds >= at for rounds, _, _ in spells)
        left *= 1 - Fraction(sum(rounds == at and ended for rounds, ended, _ in spells), there)
        if median is None and left <= Fraction(1, 2):
            median = at
    ended = sum(ended for _, ended, _ in spells)
    own = Fraction(sum(own for _, _, own in spells), ended) if ended else None
    return len(spells), near(1 - Fraction(ended, len(spells))), median, near(own)


@pytest.mark.parametrize("params", PARAMS)
@given(games=logs())
@few
def test_equal_to_the_reference_implementation(params: dict[str, Any], games: list[Game]) -> None:
    """The answer equals that of plain Python, for any moves and undos."""
    rows = answer(games, "lasting", **params).rows.filter(pl.col("what").is_not_null()).to_dicts()
    found = {r["what"]: (r["begun"], near(r["value"]), r["median"], near(r["by_owner"])) for r in rows}
    assert found == reference(games, params)


@given(logs(), st.integers(0, 2**16), st.sampled_from(PARAMS))
@few
def test_parts_and_row_order_do_not_change_the_answer(games: list[Game], seed: int, params: dict[str, Any]) -> None:
    """The answer is the same for any parts of the lake, any order of rows, and with or without streaming."""
    assert_same_for_any_partition(games, seed, "lasting", **params)


def test_many_games_do_not_overflow() -> None:
    """Two games 70,000 times: more than 16 bits, and their squares more than 32."""
    (found,) = rows_of_copies(LAWS, 70_000, "lasting", **ASKS).to_dicts()
    assert (found["n"], found["begun"], found["value"], found["median"]) == (140_000, 280_000, 0.5, 3)
    # residuals of a game are 1 - 3/2 and 1 - 1/2: the error is sqrt(140,000 / 4) / 280,000
    assert found["hi"] - found["value"] == pytest.approx(1.96 * (140_000 / 4) ** 0.5 / 280_000, rel=1e-3)


def test_duckdb_finds_the_same(tmp_path: Path) -> None:
    """SQL in DuckDB gives the same numbers from the same files."""
    lake = lake_of(tmp_path, LAWS * 3, parts=2)
    found = sql(
        lake,
        """
        WITH laws AS (
            SELECT b.card, (
                SELECT min(e.version) FROM facts e WHERE e.game_id = b.game_id AND e.card = b.card
                AND e.type = 'Broken' AND NOT e.undone AND e.version > b.version
            ) AS broken
            FROM facts b WHERE b.type = 'Enacted' AND NOT b.undone
        )
        SELECT card, count(*), avg(CAST(broken IS NULL AS INTEGER)) FROM laws GROUP BY card ORDER BY card
        """,
    )
    rows = table_of(ask(lake, "lasting", by="card", **ASKS), "what", "begun", "value")
    assert sorted(rows) == [(*key, near(value)) for *key, value in found.iter_rows()]


class TestText:
    def test_example(self) -> None:
        """The whole text of an answer: title, question, finding, table and sample."""
        assert answer(LAWS * 10, "lasting", by="card", **ASKS).to_text() == EXAMPLE

    def test_few_ends(self) -> None:
        """If fewer than half of the spells ended, there is no median."""
        sentence = answer([game((1,), enacted("card:a", 1, 1))] * 3, "lasting", **ASKS).finding
        assert (
            sentence == "Enacted: less than half of them ended; 100 % of 3 times in 3 games lasted to the end of "
            "the game."
        )

    @pytest.mark.parametrize("params", PARAMS)
    @pytest.mark.parametrize("team", [False, True])
    def test_text_and_chart(self, params: dict[str, Any], team: bool) -> None:
        """Text of 80 columns and a chart are given for all parameters."""
        assert_readable(answer(LAWS * 20, "lasting", team=team, **params))

    def test_the_finding_says_that_something_never_began(self) -> None:
        """The finding says in how many games it never began."""
        result = answer(LAWS, "lasting", type="Nope")
        assert result.finding == "It never begins in 2 games."
        assert_readable(result)

    def test_too_few_games(self) -> None:
        """Rows with few games say how many they need."""
        result = answer(LAWS, "lasting", min_n=50)
        assert result.rows["value"].null_count() == result.rows.height
        assert "needs 50 games" in result.to_text()
        assert result.finding == "Not enough games yet (2 games)."
        assert_readable(result)

    def test_an_empty_lake(self, tmp_path: Path) -> None:
        """Where no finished game matches, text and chart say so."""
        result = ask(lake_of(tmp_path, []), "lasting")
        assert result.finding == "It never happened in the finished games of Toy."
        assert_readable(result)

    def test_many_cards(self) -> None:
        """Rare cards are counted in a line below."""
        many = [game((1,), *(enacted(f"card:{n}", 1, 1) for n in range(25)))]
        assert "5 more not shown" in answer(many, "lasting", by="card", **ASKS).to_text()


EXAMPLE = """\
Duration
How many rounds is it from Enacted to Broken of the same card, by card, in games
of Toy?
Anvil: half of them ended within 3 rounds; 67 % of 30 times in 20 games lasted
to the end of the game.

           games  begun  never ended  rounds  by owner    0 %              100 %
  Brewery     10     10          0 %       3     100 %    ●──────┤··············
  Anvil       20     30         67 %       3       0 %    ············├─●─┤·····
  rounds: the median until the end

20 games, 95 % intervals, up to 1 Jun 2026 12:00 UTC (position 1)."""


@pytest.mark.parametrize(
    ("name", "value"),
    [("same", "seat"), ("ending", ""), ("ending_where", "kind"), ("ending_same", "round"), ("same_seat", "perhaps")],
)
def test_bad_parameters_are_pointed_at(name: str, value: Any) -> None:
    """A bad parameter is refused, with a pointer to it."""
    with pytest.raises(BadParameters) as caught:
        answer([], "lasting", **{name: value})
    assert {fault.pointer for fault in caught.value.faults} == {f"/{name}"}
