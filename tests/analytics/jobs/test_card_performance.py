"""The statistic `card_performance`: whether seats win more often with a card."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analytics import BadParameters
from analytics.rulebook import Rulebook
from tests.analytics.jobs.patterns import (
    CARDS,
    answer,
    assert_readable,
    assert_same_for_any_partition,
    counted,
    few,
    game,
    lake_of,
    logs,
    mean,
    mean_difference,
    near,
    row,
    rows_of_copies,
    table_of,
)
from tests.analytics.made import ask, make_lake, sql

if TYPE_CHECKING:
    from pathlib import Path

    from tests.analytics.jobs.patterns import Game

A, B = "card:a", "card:b"
SMALL = [
    game(
        (1,),
        row("Hire", 1, card=A),
        row("Hire", 1, card=A),
        row("Hire", 2, card=B),
        row("Hire", 2, card=A, undone=True),
    ),
    game((1, 2), row("Hire", 1, card=A), row("Hire", 2, card=A)),
    game((3,), row("Hire", 1, card=A), row("Hire", 2, card=A), seats=3),
]


class TestByHand:
    def test_seats_with_a_card_are_compared_with_seats_without_it(self) -> None:
        """Seats that play the anvil (a) win as often as others; seats that play the brewery (b) do not win.

        Anvil: 1 + 2 + 2 seats of 7, in three games, named 6 times; won 1 + 1/2 + 1/2 + 0 + 0 = 2 of 5; at random 3/2 +
        2/3 of 5: 13/30. Games with and without: the first, 1 against 0, the last, 0 against 1; in the second, both have
        it.
        """
        columns = ("what", "type", "level", "n", "seat_games", "times", "share", "value", "base")
        anvil, brewery = table_of(answer(SMALL, "card_performance"), *columns)
        rate, par = near(Fraction(2, 5)), near(Fraction(13, 30))
        assert anvil == (A, "tile", 1, 3, 5, 6, near(Fraction(5, 7)), rate, par)
        assert brewery == (B, "tile", 2, 1, 1, 1, near(Fraction(1, 7)), 0, 0.5)
        sides = ("n_with_it", "with_it", "n_without", "without", "lift")
        assert table_of(answer(SMALL, "card_performance"), *sides) == [(2, 0.5, 2, 0.5, 1), (1, 0, 1, 1, 0)]

    def test_a_card_of_a_team_is_counted_once(self) -> None:
        """Team games of as many seats are compared, whoever of the team played the card.

        Of two seats, one game with it is won, one is lost, and one without is lost: 1/2 against 0. Three seats have no
        game without it, so theirs is counted, and not compared.
        """
        games = [
            game((1, 2), row("Hire", 1, card=A), row("Hire", 2, card=A)),
            game((), row("Hire", 2, card=A)),
            game((), row("Hire", 2)),
            game((), row("Hire", 2, card=A), seats=3),
        ]
        (line,) = answer(games, "card_performance", team=True).rows.to_dicts()
        assert (line["n"], line["seat_games"], line["times"], line["share"]) == (3, 3, 4, 0.75)
        assert (line["value"], line["base"]) == (near(Fraction(1, 3)), near(Fraction(2, 9)))
        assert (line["n_with_it"], line["with_it"], line["n_without"], line["without"]) == (3, 0.5, 1, 0)

    def test_cards_that_are_played_drawn_or_had(self) -> None:
        """A decision after the set-up plays a card, chance draws one, and any row of a card means that the seat had
        it."""
        one = game(
            (1,),
            row("Pick", 1, card=A, turn=0),
            row("Drawn", 2, step=1, card=A, chance=True),
            row("Rolled", 2, step=1, card=B, chance=True, die_face=3),
            row("Hire", 2, card=f"{A} {B} ?2"),
            row("Came", 1, step=1, source=B),
        )

        def who(**params: object) -> dict[str, int]:
            result = answer([one], "card_performance", **params)  # type: ignore[arg-type]
            return dict(result.rows.select("what", "seat_games").iter_rows())

        assert who() == {A: 1, B: 1}
        assert who(what="drawn") == {A: 1}
        assert who(what="had") == {A: 2, B: 2}
        assert who(type="Pick") == {A: 1}
        assert who(type="Came Rolled", what="had") == {B: 2}
        assert who(where="card=card:a", whose="actor", what="had") == {A: 2, B: 1}
        assert who(card_type="tile", level=2) == {B: 1}
        assert who(card_type="hero") == {}

    def test_cards_that_are_held_or_kept(self) -> None:
        """A seat that holds a card at the end of a round had it, at the end of the game kept it.

        The card may be the thing that is held, or lie in a place with so many cards. What no seat holds, and places of
        the board, do not count.
        """
        with TemporaryDirectory() as folder:
            lake = held(folder)
            assert table_of(ask(lake, "card_performance", what="had"), "what", "seat_games", "times") == [
                (A, 2, 0),
                (B, 1, 0),
            ]
            assert table_of(ask(lake, "card_performance", what="kept"), "what", "seat_games") == [(B, 1)]

    def test_cards_that_the_ruleset_does_not_describe_are_counted_by_id(self) -> None:
        """Cards that the ruleset says nothing about are counted too, without type and level."""
        with TemporaryDirectory() as folder:
            seats = [{"game_id": 1, "seat": seat, "win_share": 2.0 - seat} for seat in (1, 2)]
            facts = [{"game_id": 1, "seat": 1, "type": "Hire", "card": "hero:monk"}]
            result = ask(make_lake(folder, seats=seats, facts=facts), "card_performance")  # type: ignore[arg-type]
            assert table_of(result, "what", "type", "level", "value") == [("hero:monk", None, None, 1.0)]


def held(folder: str) -> Any:
    """A lake of one game with holdings and no facts."""
    rows: list[dict[str, Any]] = [
        {"seat": 1, "what": A, "n": 1, "round": 1},
        {"seat": 2, "what": "cubes", "place": A, "n": 3, "round": 1},
        {"seat": 1, "what": B, "n": 0, "round": 1},
        {"seat": 2, "what": B, "n": 1, "round": 2, "final": True},
        {"seat": None, "what": A, "n": 1, "round": 2, "final": True},
        {"seat": 2, "what": "hearts", "place": "space:1", "n": 1, "round": 2, "final": True},
    ]
    seats = [{"game_id": 1, "seat": seat, "win_share": 2.0 - seat} for seat in (1, 2)]
    cards = [*CARDS, {"id": "space:1", "name": "Here", "type": "space"}]
    return make_lake(folder, seats=seats, holdings=[{"game_id": 1} | line for line in rows], cards=cards)  # type: ignore[arg-type]


def reference(games: list[Game], what: str, team: bool) -> dict[str, tuple[object, ...]]:
    """For each card: games, seats, times, value and difference, in plain Python."""
    found: dict[str, tuple[object, ...]] = {}
    for card in (A, B):
        n = times = 0
        won: list[Fraction] = []
        sides: list[tuple[Fraction | None, Fraction | None]] = []
        for one in games:
            rows = [r for r in counted(one) if r.get("card") == card and (what == "had" or not r.get("step"))]
            having = {r["seat"] for r in rows if r["seat"]}
            n, times = n + bool(having), times + sum(bool(r["seat"]) for r in rows)
            share = {seat: _share(one, seat, team) for seat in range(1, one["seats"] + 1)}
            if team:
                result = share[1]
                won += [result] * bool(having)
                sides.append((result, None) if having else (None, result))
            else:
                won += [share[seat] for seat in having]
                sides.append((mean([share[s] for s in having]), mean([share[s] for s in share if s not in having])))
        if n:
            found[card] = (n, len(won), times, near(mean(won)), near(mean_difference(games, sides, team)))
    return found


def _share(one: Game, seat: int, team: bool) -> Fraction:
    return Fraction(bool(one["won"])) if team else Fraction(int(seat in one["won"]), len(one["won"]) or 1)


@pytest.mark.parametrize("team", [False, True])
@given(data=st.data(), what=st.sampled_from(["played", "had"]))
@few
def test_equal_to_the_reference_implementation(team: bool, data: st.DataObject, what: str) -> None:
    """The answer equals that of plain Python with dicts and fractions."""
    games = data.draw(logs(team))
    rows = answer(games, "card_performance", team=team, what=what).rows.to_dicts()
    columns = ("n", "seat_games", "times", "value", "difference")
    assert {r["what"]: tuple(r[c] for c in columns) for r in rows} == reference(games, what, team)


class TestAnswers:
    @given(logs(), st.integers(0, 2**16))
    @few
    def test_parts_and_row_order_do_not_change_the_answer(self, games: list[Game], seed: int) -> None:
        """The answer is the same for any parts of the lake, any order of rows, and with or without streaming."""
        assert_same_for_any_partition(games, seed, "card_performance")

    def test_many_games_do_not_overflow(self) -> None:
        """A hundred thousand times the same games: the same rates, a hundred thousand times the rows."""
        once, often = answer(SMALL, "card_performance").rows, rows_of_copies(SMALL, 100_000, "card_performance")
        assert often["times"].to_list() == [100_000 * n for n in once["times"]]
        for column in ("value", "share", "with_it"):
            assert often[column].to_list() == pytest.approx(once[column].to_list(), rel=1e-9)


def drawn(random: Random, games: int, better: float = 0.0, seats: int = 2) -> list[Game]:
    """Games in which each seat plays some cards; seats with the anvil win more often."""
    found = []
    for _ in range(games):
        rows = [
            row("Hire", seat, card=card) for seat in range(1, seats + 1) for card in (A, B) if random.random() < 0.5
        ]
        good = [fact["seat"] for fact in rows if fact["card"] == A]
        won = random.choice(good) if good and random.random() < better else random.randint(1, seats)
        found.append(game((won,), *rows, seats=seats))
    return found


def test_duckdb_finds_the_same(tmp_path: Path) -> None:
    """SQL in DuckDB finds the same seats that play each card, and the same wins."""
    lake = lake_of(tmp_path, drawn(Random(4), 150) + drawn(Random(5), 60, seats=3), parts=3)
    rows = ask(lake, "card_performance").rows.to_dicts()
    found = sql(
        lake,
        """
        WITH have AS (SELECT DISTINCT game_id, seat, card FROM facts WHERE NOT undone AND step = 0),
        each AS (
            SELECT c.id, c.name, c.level, s.game_id, count(h.seat) AS m,
                coalesce(sum(win_share) FILTER (h.seat IS NOT NULL), 0) AS x,
                avg(win_share) FILTER (h.seat IS NOT NULL) AS a, avg(win_share) FILTER (h.seat IS NULL) AS b
            FROM (SELECT DISTINCT id, name, level FROM cards) c CROSS JOIN seats s
            LEFT JOIN have h ON h.card = c.id AND h.game_id = s.game_id AND h.seat = s.seat GROUP BY ALL
        )
        SELECT id, level, count(*) FILTER (m > 0), sum(m), sum(x) / sum(m), avg(a - b) FROM each GROUP BY ALL
        ORDER BY 3 DESC, id
        """,
    )
    columns = ("what", "level", "n", "seat_games", "value", "difference")
    for line, row_of in zip(found.rows(), rows, strict=True):
        assert line[0] == row_of["what"]
        assert line[1:] == pytest.approx(tuple(row_of[c] for c in columns[1:]), rel=1e-12)


class TestText:
    def test_text(self) -> None:
        """The whole text of a small answer: one lost game is shrunk further towards par than five of which two are
        won."""
        assert answer(SMALL, "card_performance", card_type="tile").to_text() == (
            "Win rate by card\n"
            "How often do seats win that played a tile, in games of Toy?\n"
            "The most frequent is Anvil (level 1): 71 % of seats played it (3 games). There\n"
            "are too few seats to compare those with it and those without it.\n"
            "\n"
            "                     games  share  win rate    0 %     expected 44 %       100 %\n"
            "  Brewery (level 2)      1   14 %       0 %    ●─────────────┼─────────────────┤\n"
            "  Anvil (level 1)        3   71 %      40 %    ·├───────────●┼──────────────┤···\n"
            "\n"
            "3 games, 95 % intervals, up to 1 Jun 2026 12:00 UTC (position 1)."
        )

    def test_a_clear_difference(self) -> None:
        """The finding names the card, and the table shows the difference."""
        result = answer(drawn(Random(6), 200, 0.9), "card_performance")
        assert "Seats that played Anvil (level 1) win more often: " in result.finding
        assert result.panels[1].heading == "Win rates"
        assert_readable(result)

    def test_an_unclear_difference(self) -> None:
        """The finding says that the difference may be due to chance."""
        result = answer(drawn(Random(7), 120), "card_performance")
        assert "may be due to chance" in result.finding
        assert_readable(result)

    def test_too_few_games(self) -> None:
        """Values of too few games are not shown."""
        result = answer(SMALL, "card_performance", min_n=4)
        assert result.panels[0].rows[0][3] == "needs 4 games"
        assert_readable(result)

    def test_one_game(self) -> None:
        """A single game gives a text and a chart without a comparison."""
        assert_readable(answer(SMALL[:1], "card_performance"))

    def test_no_cards(self) -> None:
        """If no seat has a card, text and chart say so."""
        result = answer([game((1,), row("Dig", 1))], "card_performance")
        assert result.rows.is_empty()
        assert "<svg" in result.to_svg()

    def test_a_team(self) -> None:
        """Where all seats win together, the text is about teams."""
        games = [game((1, 2), row("Hire", 1, card=A))] * 40 + [game((), row("Hire", 1, card=B))] * 40
        result = answer(games, "card_performance", team=True)
        assert "50 % of teams played it" in result.finding
        assert "Teams that played Anvil (level 1) win more often: 100 % against 0 %" in result.finding
        assert_readable(result)

    @pytest.mark.parametrize(
        ("params", "question"),
        [
            ({}, "How often do seats win that played a card, in games of Toy?"),
            ({"what": "drawn", "level": 2}, "How often do seats win that drew a card of level 2, in games of Toy?"),
            (
                {"what": "kept", "card_type": "tile"},
                "How often do seats win that kept a tile to the end, in games of Toy?",
            ),
            (
                {"type": "Hire", "where": "kind=bow", "whose": "actor"},
                "How often do seats win that had a card by Hire a hero where kind=bow, counted for the seat "
                "that decided, in games of Toy?",
            ),
        ],
    )
    def test_the_question_tells_the_parameters(self, params: dict[str, Any], question: str) -> None:
        """The question says what is done with a card, and by which rows."""
        assert answer(SMALL, "card_performance", **params).question == question


def test_bad_parameters() -> None:
    """`done=kept` takes no conditions, since no row says what is kept."""
    with TemporaryDirectory() as folder:
        lake = make_lake(folder, rulebook=Rulebook("Toy"))  # type: ignore[arg-type]
        with pytest.raises(BadParameters) as caught:
            ask(lake, "card_performance", what="kept", type="Hire", where="kind=bow")
        assert [fault.pointer for fault in caught.value.faults] == ["/type", "/where"]
        with pytest.raises(BadParameters) as caught:
            ask(lake, "card_performance", what="seen", level="low", card_type="")
        assert {fault.pointer for fault in caught.value.faults} == {"/what", "/level", "/card_type"}
