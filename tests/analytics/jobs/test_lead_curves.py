"""The statistic `lead_curves`: how the scores of winners and losers grow, and how often the leader wins in the end."""

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
    scored,
    share,
    table_of,
)
from tests.analytics.made import ask, sql

if TYPE_CHECKING:
    from pathlib import Path

    from tests.analytics.conftest import Table

NAME = "lead_curves"
PLAYED = [
    game(
        {"score": 5},
        {"score": 3},
        facts=[
            scored(2, 1, 2, delta=2),
            scored(3, 2, 3, delta=3),
            scored(4, 1, 5, delta=3, round=2),
            scored(5, 2, 9, delta=6, round=2, undone=True),
            scored(6, 2, 3, round=3),
        ],
        won=(1,),
    ),
    game({"score": 4}, {"score": 4}, facts=[scored(2, 1, 4, delta=4), scored(3, 2, 4, delta=2, round=2)], won=(2,)),
    game({"score": 1}, {"score": 0}, facts=[scored(2, 1, 1, delta=1)], won=(1, 2)),
]
CURVES = ("what", "n", "reached", "value", "base", "lost_lead", "winners", "losers", "difference")


class TestByHand:
    def test_leaders_win_at_the_end_of_each_round(self) -> None:
        """How often the leader after each round wins: three games of two seats, the last of them won by both.

        Round 1: 2 to 3, 4 to 2 (seat 2 comes from 2 to 4 in round 2), 1 to 0 (seat 2 has no row, and ends with 0): the
        leader wins 0, 0, 1/2. Winners and losers, where there are both: 2 and 3, 2 and 4. The larger lead that is lost
        is 4 - 2.

        Round 2: 5 to 3 (9 was taken back) and 4 to 4, which nobody leads. Round 3: 5 to 3.
        """
        assert table_of(answer(PLAYED, NAME), *CURVES) == [
            ("1", 3, 3, near(Fraction(1, 6)), 0.5, 2, 2, 3.5, -1.5),
            ("2", 1, 2, 1, 0.5, None, 4.5, 3.5, 1),
            ("3", 1, 1, 1, 0.5, None, 5, 3, 2),
        ]

    def test_means_have_intervals(self) -> None:
        """The means of winners have intervals.

        Winners have 2 and 4 at the end of round 1: a mean of 3, and Student's t of one degree, 12.706, times the
        standard error, 1.
        """
        played = [game({}, {}, facts=[scored(2, 1, score), scored(3, 2, 1)], won=(1,)) for score in (2, 4)]
        (found,) = answer(played, NAME).rows.select("winners", "winners_lo", "winners_hi", "losers_lo").rows()
        assert found == (3, pytest.approx(3 - 12.7062, abs=1e-3), pytest.approx(3 + 12.7062, abs=1e-3), 1)

    def test_a_team_game_counts_once(self) -> None:
        """Of two seats a game is won, with 5 after round 1 and 4 after round 2, and one lost with 3; of three seats one
        is lost with 2. The base is 1/2 for games of two seats and 0 for the others."""
        team = [
            game({}, {}, facts=[scored(2, None, 5), scored(3, 2, 4, round=2, delta=-1)], won=(1, 2)),
            game({}, {}, facts=[scored(2, 1, 3)], won=()),
            game({}, {}, {}, facts=[scored(2, 1, 2)], won=()),
        ]
        third = near(Fraction(1, 3))
        assert table_of(answer(team, NAME, team=True), *CURVES) == [
            ("1", 3, 3, third, third, None, 5, 3, 2),
            ("2", 1, 1, 1, 0.5, None, None, None, None),
        ]

    def test_stages_can_be_tenths_of_the_decisions(self) -> None:
        """Of five decisions, each with an effect that gives a point, the i-th lies in tenth 1 + (i - 1) * 10 // 5: 1,
        3, 5, 7, 9; in between the score stays. Seat 2 has 2 from the start."""
        facts = [
            row
            for i in range(1, 6)
            for row in (scored(i + 1, 1, i), scored(i + 1, 1, i, step=1, delta=1, category="consequence"))
        ]
        rows = answer([game({"score": 5}, {"score": 2}, facts=facts)], NAME, per="tenth").rows
        assert rows["winners"].to_list() == [1, 1, 2, 2, 3, 3, 4, 4, 5, 5]
        assert rows["n"].to_list() == [1, 1, 0, 0, 1, 1, 1, 1, 1, 1]
        assert rows["value"].to_list() == [0, 0, None, None, 1, 1, 1, 1, 1, 1]

    def test_curves_of_holdings(self) -> None:
        """Holdings are added up over places, a missing one is 0, and the end of the game counts for its last round."""
        bags = [
            *(held(1, "coins", 2, "bag"), held(1, "coins", 3, "chest"), held(2, "coins", 4), held(1, "hats", 99)),
            *(held(1, "coins", 1, round=2), held(1, "coins", 7, round=2, final=True), held(None, "coins", 50)),
        ]
        rows = table_of(answer([game({}, {}, holdings=bags)], NAME, of="coins"), "what", "winners", "losers", "value")
        assert rows == [("1", 5, 4, 1), ("2", 7, 0, 1)]
        assert answer([game({}, {}, holdings=bags)], NAME, of="coin").rows.is_empty()

    def test_a_team_holds_what_all_hold(self) -> None:
        """The holdings of a team are those of its seats and of nobody, added up."""
        bags = [held(1, "coins", 2), held(2, "coins", 3), held(None, "coins", 4)]
        rows = answer(
            [game({}, {}, holdings=bags, won=(1, 2)), game({}, {}, holdings=bags[:1], won=())],
            NAME,
            team=True,
            of="coins",
        ).rows
        assert table_of_rows(rows, "winners", "losers") == [(9, 2)]

    def test_one_player(self) -> None:
        """With `player`, a leader counts only where that player leads, and only that player's scores count."""
        ann, bob = str(UUID(int=1)), str(UUID(int=2))
        facts = [scored(2, 1, 2, delta=2), scored(3, 2, 5, delta=5, round=2)]
        played = [game({"player": ann}, {"player": bob}, facts=facts, won=(1,))]
        columns = ("what", "n", "reached", "value", "winners", "losers")
        assert table_of(answer(played, NAME, player=ann), *columns) == [
            ("1", 1, 1, 1, None, None),
            ("2", 0, 1, None, None, None),
        ]
        assert table_of(answer(played, NAME, player=bob), *columns) == [
            ("1", 0, 1, None, None, None),
            ("2", 1, 1, 0, None, None),
        ]

    def test_a_recorded_log(self, table: Table) -> None:
        """In a recorded log seat 1 digs 2 points in round 1, seat 2 is given 5 in round 2, which is undone, and then
        1."""
        table.play("1 dig r1, 1 dig +2, 2 sell r2, 2 dig +5, undo 4, 2 dig +1, 1 wait", won=(2,))
        assert table_of(table.ask(NAME), "what", "n", "value", "winners", "losers") == [
            ("1", 1, 0, 0, 2),
            ("2", 1, 0, 1, 2),
        ]


def table_of_rows(rows: Any, *columns: str) -> list[tuple[object, ...]]:
    return list(rows.select(columns).iter_rows())


# --- reference implementations


@st.composite
def games(draw: st.DrawFn, team: bool = False) -> Row:
    """Games of one to three seats; `states` are the true scores after each version that counts, with its round."""
    seats = draw(st.integers(1, 3))
    everyone = tuple(range(1, seats + 1))
    scores = (
        dict.fromkeys(everyone, draw(st.integers(0, 3)))
        if team
        else {seat: draw(st.integers(0, 3)) for seat in everyone}
    )
    number, facts, states = draw(st.integers(0, 1)), [], [(0, 0, dict(scores))]
    for version in range(2, 2 + draw(st.integers(1, 10))):
        number += draw(st.integers(0, 2)) == 0
        actor, other, delta = draw(st.sampled_from(everyone)), draw(st.sampled_from(everyone)), draw(st.integers(-2, 3))
        system = draw(st.integers(0, 5)) == 0
        undone = draw(st.integers(0, 3)) == 0
        after = {seat: score + delta * (team or seat == other) for seat, score in scores.items()}
        event = {"round": number, "undone": undone}
        category = {"category": "system"} if system else {}
        facts.append(scored(version, actor, after[actor], **event, **category))
        nobodys = team and draw(st.booleans())
        effect = scored(
            version, None if nobodys else other, after[other], step=1, category="consequence", delta=delta or None
        )
        facts.append(effect | event)
        if not undone:
            scores = after
            states.append((number, int(not system), dict(scores)))
    won = draw(st.sampled_from([(), everyone])) if team else sorted(draw(st.sets(st.sampled_from(everyone))))
    return game(*({"score": scores[seat]} for seat in everyone), facts=facts, won=won) | {"states": states}


def logs(team: bool = False) -> st.SearchStrategy[list[Row]]:
    return st.lists(games(team), min_size=1, max_size=5)


def stages_of(one: Row, per: str) -> dict[int, dict[int, int]]:
    """The scores at the end of each stage."""
    states = one["states"]
    if len(states) == 1:
        return {}
    decided, n, found = 0, sum(decision for _, decision, _ in states), {}
    for number, decision, scores in states:
        decided += decision
        found[number if per == "round" else 1 + max(decided - 1, 0) * 10 // max(n, 1)] = scores
    last = max(number for number, _, _ in states) if per == "round" else 10
    for stage in range(1, last + 1):
        found.setdefault(stage, found.get(stage - 1, states[0][2]))
    return {stage: scores for stage, scores in found.items() if 1 <= stage <= last}


def reference(played: list[Row], team: bool, per: str) -> dict[str, tuple[object, ...]]:
    """What `lead_curves` finds, in plain Python."""
    curves = [stages_of(one, per) for one in played]
    return {
        str(stage): _at(
            [(one, found[stage]) for one, found in zip(played, curves, strict=True) if stage in found], played, team
        )
        for stage in {stage for found in curves for stage in found}
    }


def _at(found: list[tuple[Row, dict[int, int]]], played: list[Row], team: bool) -> tuple[object, ...]:
    led: list[Fraction] = []
    usual: list[Fraction] = []
    sides, lost = [], []
    for one, scores in found:
        shares = {seat: share(one, seat, team) for seat in scores}
        of = {
            won: [Fraction(score) for seat, score in scores.items() if bool(shares[seat]) is won]
            for won in (True, False)
        }
        if team:
            alike = [share(other, 1, team) for other in played if len(other["seats"]) == len(scores)]
            led.append(shares[1])
            usual.append(sum(alike, Fraction(0)) / len(alike))
            sides.append((len(scores), mean(of[True][:1]), mean(of[False][:1])))
            continue
        both = bool(of[True] and of[False])
        sides.append((len(scores), mean(of[True]) if both else None, mean(of[False])))
        best = [seat for seat in scores if scores[seat] == max(scores.values())]
        if len(best) == 1 and len(scores) > 1:
            led.append(shares[best[0]])
            usual.append(Fraction(1, len(scores)))
            if not shares[best[0]]:
                lost.append(max(scores.values()) - sorted(scores.values())[-2])
    return (
        len(led),
        len(found),
        near(mean(led)),
        near(mean(usual)),
        near(mean_difference(sides, team)),
        max(lost, default=None),
    )


@pytest.mark.parametrize("team", [False, True])
@pytest.mark.parametrize("per", ["round", "tenth"])
@given(data=st.data())
@few
def test_equal_to_the_reference_implementation(team: bool, per: str, data: st.DataObject) -> None:
    """The answer equals that of plain Python, for any moves and undos."""
    played = data.draw(logs(team))
    rows = rows_of(played, NAME, team=team, per=per)
    columns = ("what", "n", "reached", "value", "base", "difference", "lost_lead")
    found = {
        what: (n, reached, near(value), near(base), near(apart), lost)
        for what, n, reached, value, base, apart, lost in rows.select(columns).iter_rows()
    }
    assert found == reference(played, team, per)


@pytest.mark.parametrize("params", [{}, {"per": "tenth"}])
@given(data=st.data(), seed=st.integers(0, 2**16), team=st.booleans())
@few
def test_parts_and_row_order_do_not_change_the_answer(params: Row, team: bool, data: st.DataObject, seed: int) -> None:
    """The answer is the same for any parts of the lake, any order of rows, and with or without streaming."""
    assert_same_for_any_partition(data.draw(logs(team)), seed, NAME, team, **params)


def test_many_games_do_not_overflow() -> None:
    """A leader by 9 that wins and one that loses, each 70,000 times: the error of a difference of 0 is sqrt(2 * 70,000
    * 81 / 140,000^2)."""
    played = [game({"score": 9}, {}, facts=[scored(2, 1, 9)], won=(won,)) for won in (1, 2)]
    (found,) = rows_of_copies(played, 70_000, NAME).to_dicts()
    assert (found["n"], found["reached"], found["value"], found["lost_lead"]) == (140_000, 140_000, 0.5, 9)
    assert (found["difference"], found["difference_hi"]) == (0, pytest.approx(9 * 1.959979 / 140_000**0.5, rel=1e-5))


def test_duckdb_finds_the_same(tmp_path: Path) -> None:
    """SQL in DuckDB gives the same numbers for games whose seats all have a row in round 1."""
    random = Random(3)
    lake = lake_of(tmp_path, list(won_at_random(random, 20)), parts=2)
    found = sql(
        lake,
        """
        WITH grid AS (
            SELECT game_id, seat, win_share, seats, unnest(range(1, 4)) AS stage FROM seats
        ), curves AS (
            SELECT g.*, (SELECT arg_max(score, version) FROM facts f
                WHERE NOT undone AND f.game_id = g.game_id AND f.seat = g.seat AND f.round <= g.stage) AS score
            FROM grid g
        ), places AS (
            SELECT *, rank() OVER (PARTITION BY game_id, stage ORDER BY score DESC) AS place FROM curves
        ), whole AS (
            SELECT stage, game_id,
                avg(score) FILTER (win_share > 0) - avg(score) FILTER (win_share = 0) AS apart,
                count(*) FILTER (place = 1) = 1 AS led, max(win_share) FILTER (place = 1) AS won
            FROM places GROUP BY ALL
        )
        SELECT stage, count(*) FILTER (led), avg(won) FILTER (led), avg(apart) FROM whole GROUP BY stage ORDER BY stage
        """,
    )
    rows = table_of(ask(lake, NAME), "what", "n", "value", "difference")
    assert rows == [(str(stage), n, near(value), near(apart)) for stage, n, value, apart in found.iter_rows()]


def won_at_random(random: Random, n: int) -> Any:
    """Games of two to four seats and three rounds, won at random."""
    for _ in range(n):
        seats = random.randint(2, 4)
        scores, facts = dict.fromkeys(range(1, seats + 1), 0), []
        for version in range(2, 2 + 3 * seats):
            seat = (version - 2) % seats + 1
            scores[seat] += random.randint(0, 4)
            facts.append(scored(version, seat, scores[seat], round=(version - 2) // seats + 1))
        yield game(*({"score": score} for score in scores.values()), facts=facts, won=(random.randint(1, seats),))


def test_random_winners_give_a_false_positive_once_in_twenty() -> None:
    """Of 40 games won at random, about one difference of winners and losers in twenty is significant."""
    random = Random(11)
    played = list(won_at_random(random, 40))
    found: list[float | None] = []
    for _ in range(70):
        redrawn = [one | {"won": (random.randint(1, len(one["seats"])),)} for one in played]
        found += rows_of(redrawn, NAME)["p_value"].to_list()
    alarms, tests = false_positive_rate(found)
    assert tests == 210
    assert 0.02 <= alarms <= 0.08


# --- text


def clear(wins: int, n: int = 40, seats: int = 2) -> list[Row]:
    """Games in which seat 1 leads by 1 to 3 after one round; it wins so many of them."""
    return [
        game(
            {"score": 1 + k % 3},
            *({} for _ in range(seats - 1)),
            facts=[scored(2, 1, 1 + k % 3, delta=1 + k % 3)],
            won=(1 if k < wins else 2,),
        )
        for k in range(n)
    ]


class TestText:
    def test_example(self) -> None:
        """The whole text of an answer: title, question, finding, table and sample."""
        assert answer(clear(30), NAME).to_text() == EXAMPLE

    def test_an_unclear_difference_may_be_due_to_chance(self) -> None:
        """The finding says more or less only where the difference is clear."""
        sentence = answer(clear(21), NAME).finding
        assert "may be due to chance" in sentence
        assert "more" not in sentence
        assert "less" not in sentence

    def test_a_team(self) -> None:
        """In team games the text compares won games with lost ones."""
        played = [game({}, facts=[scored(2, 1, 4 + k % 2 + (k < 20))], won=(1,) if k < 20 else ()) for k in range(60)]
        played += [game({}, facts=[scored(2, 1, 6 + k % 2)], won=(1,)) for k in range(20)]
        result = answer(played, NAME, team=True)
        assert result.finding == (
            "50 % of the 80 games still running after round 1 are won. Won games have more than lost "
            "games after round 1 (Points): 6 against 4.5 (q < 0.001)."
        )
        assert_readable(result)

    def test_too_few_games(self) -> None:
        """Rows with few games say how many they need."""
        result = answer(PLAYED, NAME, min_n=50)
        assert result.rows["value"].null_count() == result.rows.height
        assert "needs 50 games" in result.to_text()
        assert result.finding == "Not enough games yet (3 games)."
        assert_readable(result)

    @pytest.mark.parametrize("params", [{}, {"per": "tenth"}, {"of": "coins"}])
    @pytest.mark.parametrize("team", [False, True])
    def test_text_and_chart(self, params: Row, team: bool) -> None:
        """Text of 80 columns and a chart are given for all parameters, also for a single game."""
        coins = [held(1, "coins", 3), held(2, "coins", 1, round=2)]
        played = [one | {"holdings": coins} for one in PLAYED]
        played = [one | {"won": (1, 2) if k % 2 else ()} if team else one for k, one in enumerate(played * 15)]
        assert_readable(answer(played, NAME, team=team, **params))
        assert_readable(answer(played[:1], NAME, team=team, **params))

    def test_a_solo_game_has_no_leader(self) -> None:
        """A single seat has a score, but no lead."""
        result = answer([game({"score": 3}, facts=[scored(2, 1, 3)])], NAME)
        assert table_of(result, "n", "reached", "value") == [(0, 1, None)]
        assert_readable(result)

    def test_long_games(self) -> None:
        """Rounds after the twentieth are counted in a line below."""
        played = [game({"score": 3}, {}, facts=[scored(2, 1, 3), scored(3, 2, 0, round=33)])]
        result = answer(played, NAME)
        assert "13 later rounds not shown" in result.to_text()
        assert_readable(result)

    def test_rounds_of_too_few_games_are_not_drawn(self) -> None:
        """If later rounds have no mean, the lines and the scale of the chart end before them."""
        few = [game({"score": 3}, {}, facts=[scored(2, 1, 3), scored(3, 2, 0, round=9)])]
        drawn = answer([*clear(30), *few], NAME, min_n=10).to_vega()["datasets"].values()
        lines = next(rows for rows in drawn if "side" in rows[0])
        assert {row["label"] for row in lines} == {"Round 1"}

    def test_an_empty_lake(self, tmp_path: Path) -> None:
        """Where no finished game matches, text and chart say so."""
        assert_readable(ask(lake_of(tmp_path, []), NAME))


EXAMPLE = """\
Score by round
What score (Points) do winners and losers have, by round, and how often does the
leader win, in games of Toy?
The leader after round 1 wins 75 % of 40 games. Winners have more than losers
after round 1 (Points): 1.5 against 0.5 (q = 0.0015).

           games  winners  losers  with leader  leader wins    0 %         100 %
  Round 1     40      1.5     0.5           40         75 %    ·········├──●─┤··
  largest lead lost: 3 after round 1

Points     winners  losers  difference       q    −1.6        equal         +1.6
  Round 1      1.5     0.5        +1.0  0.0015    ··············│···├─────●────┤

40 games, 95 % intervals, up to 1 Jun 2026 12:00 UTC (position 1)."""


@pytest.mark.parametrize(
    ("params", "pointer"), [({"per": "turn"}, "/per"), ({"of": ""}, "/of"), ({"of": "a", "per": "tenth"}, "/per")]
)
def test_bad_parameters_are_pointed_at(params: Row, pointer: str) -> None:
    """A bad parameter is refused, with a pointer to it."""
    with pytest.raises(BadParameters) as caught:
        answer([], NAME, **params)
    assert {fault.pointer for fault in caught.value.faults} == {pointer}
