"""The statistic `undo_and_mistakes`: which decisions are undone, by whom, and how far back."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analytics import BadParameters
from tests.analytics.conftest import DAY, NOON, Table
from tests.analytics.jobs.checks import (
    Tables,
    answer,
    assert_readable,
    assert_same_for_any_partition,
    few,
    lake_of,
    near,
    rows_of_copies,
    table_of,
)
from tests.analytics.made import ask, everything, sql

NAME = "undo_and_mistakes"
SECOND = 1_000_000
COUNTS = ("what", "n", "decisions", "undos", "taken_back", "value")
Steps = list[tuple[str, int]]
"""What happens: a decision of some type by a seat, or `Undo` or `Redo` with the version gone to."""


def lake(*games: Steps, team: bool = False) -> Tables:
    """The events of each game from version 2 on, one a second; each decision is a move of its own."""
    facts: list[dict[str, Any]] = []
    for game_id, steps in enumerate(games, 1):
        facts.append({"game_id": game_id, "version": 1, "type": "Start", "category": "system"})
        for version, (kind, number) in enumerate(steps, 2):
            marker = kind in ("Undo", "Redo")
            event = {"value": number, "category": "system"} if marker else {"seat": number, "player": f"p{number}"}
            event |= {"game_id": game_id, "version": version, "type": kind, "phase": "Open", "move": version}
            facts.append(event | {"occurred_at": NOON + version * SECOND})
    seats = [
        {"game_id": game_id, "seat": seat, "win_share": 0.0, "par": None if team else 0.5}
        for game_id in range(1, len(games) + 1)
        for seat in (1, 2)
    ]
    return {
        "facts": facts,
        "seats": seats,
        "games": [{"game_id": n + 1, "game_uuid": f"g{n}"} for n in range(len(games))],
    }


class TestByHand:
    def test_an_undo_counts_for_the_first_decision_that_it_undid(self, table: Table) -> None:
        """An undo counts for the type of the first decision that it undid.

        Versions 3 and 4 are undone by 5, which goes back to 2: one undo, of the sale of version 3. Of four decisions,
        one of two sales began what was undone. The undo goes back two decisions and two versions, two seconds after the
        sale. Nobody redid it.
        """
        table.play("1 dig r1, 2 sell, 1 dig, undo 2, 2 sell", won=(1,))
        result = table.ask(NAME)
        assert table_of(result, *COUNTS) == [
            (None, 1, 4, 1, 1, near(Fraction(1, 4))),
            ("Dig", 1, 2, 0, 0, 0),
            ("Sell", 1, 2, 1, 1, near(Fraction(1, 2))),
        ]
        back = table_of(result, "decisions_back", "moves_back", "versions_back", "after_s", "redo_rate")
        assert back == [(2, 2, 2, pytest.approx(2, rel=0.05), 0), (None,) * 5, (2, 2, 2, pytest.approx(2, rel=0.05), 0)]

    def test_a_decision_that_is_undone_twice(self, table: Table) -> None:
        """A decision that was redone and undone again has two undos, half of which were redone. //"""
        table.play("1 dig r1, 2 sell, undo 2, redo 3, undo 2, 1 wait", won=(1,))
        row = table_of(table.ask(NAME), *COUNTS, "redo_rate")[-2]
        assert row == ("Sell", 1, 1, 2, 1, 1, 0.5)

    def test_an_undo_counts_only_decisions_on_the_line(self, table: Table) -> None:
        """An undo undoes the decisions on the line, not those that had been undone before.

        Version 3 is undone by 4; then 5 and 6 are played, and undone together by 7: two decisions, though five versions
        lie between.
        """
        table.play("1 dig r1, 2 sell, undo 2, 2 dig, 1 wait, undo 2, 2 wait", won=(1,))
        rows = table_of(table.ask(NAME), "what", "undos", "decisions_back", "versions_back")
        assert rows == [(None, 2, 1.5, 1.5), ("Dig", 1, 2, 2), ("Wait", 0, None, None), ("Sell", 1, 1, 1)]

    def test_several_decisions_of_a_move_are_one_move(self) -> None:
        """Decisions of one move count as one move."""
        steps = lake([("Dig", 1), ("Sell", 1), ("Sell", 1), ("Undo", 1), ("Dig", 1)])
        for fact in steps["facts"]:
            fact["move"] = 2
        assert table_of(answer(steps, NAME), "decisions_back", "moves_back")[0] == (3, 1)

    def test_by_player(self) -> None:
        """If split by player, an undo counts for the player whose decision it undid, whoever asked for it."""
        result = answer(lake([("Dig", 1), ("Sell", 2), ("Undo", 2), ("Dig", 2)]), NAME, by="player")
        assert table_of(result, "what", "decisions", "undos") == [(None, 3, 1), ("p2", 2, 1), ("p1", 1, 0)]

    def test_undos_of_no_decision_are_counted_apart(self) -> None:
        """An undo that undid no decision is counted apart."""
        result = answer(lake([("Dig", 1), ("Undo", 2), ("Sell", 2)]), NAME)
        assert table_of(result, "what", "undos")[0] == (None, 0)
        assert result.excluded == {"undos_of_no_decision": 1}

    def test_each_game_is_one_sample(self) -> None:
        """Of 32 games 16 undo their only sale, and no wait.

        All decisions: 16 of 64. At random 1/4 of 32 are undone, with the variance 1/4 * 3/4 * (1/32 - 1/64): the error
        is 0.054127. The rates of games, 1 or 0, vary as random ones do: 32 / 4 / 32^2 is 1/2 * 1/2 / 32. 1/2 - 1/4 is
        4.618802 errors: p = 0.0000639 (SciPy: t with 31 degrees).
        """
        games: list[Steps] = [
            [("Wait", 1), ("Sell", 2), *([("Undo", 2)] if n % 2 else [])] for n in range(32)
        ]  # fmt: skip
        sell = next(row for row in answer(lake(*games), NAME).rows.to_dicts() if row["what"] == "Sell")
        assert (sell["value"], sell["base"], sell["difference"]) == (0.5, 0.25, 0.25)
        assert sell["p_value"] == pytest.approx(6.385512e-5, rel=1e-6)

    def test_the_test_allows_for_small_expected_counts(self) -> None:
        """In 40 games 4 of 204 decisions are undone, and none of 40 waits, where 0.78 are expected.

        Games do not vary in this at all; but at random none of the 40 is undone in 41 of 100 cases. The error at random
        is sqrt(1/51 * 50/51 * (1/40 - 1/204)) = 0.019656, and 4/204 is 0.997558 errors: p = 0.324643 (SciPy: t with 39
        degrees).
        """
        taken_back: Steps = [("Sell", 2), ("Undo", 2)]
        games: list[Steps] = [[("Wait", 1), *(taken_back if n < 4 else []), *[("Sell", 2)] * 4] for n in range(40)]
        wait = next(row for row in answer(lake(*games), NAME).rows.to_dicts() if row["what"] == "Wait")
        assert (wait["n"], wait["value"], wait["base"]) == (40, 0, 4 / 204)
        assert wait["p_value"] == pytest.approx(0.3246432, rel=1e-6)

    def test_over_two_months(self, table: Table) -> None:
        """Games of two months add up, and so do a team's."""
        for month in range(2):
            table.play("1 dig r1, 2 sell, undo 2, 1 wait", won=(), ruleset="team", at=NOON + month * 30 * DAY)
        assert table_of(table.ask(NAME, ruleset="team"), *COUNTS[1:4])[0] == (2, 6, 2)


@st.composite
def games(draw: st.DrawFn) -> Steps:
    """Decisions with undos, and redos of what was just undone."""
    steps: Steps = []
    line, undone = [1], 0
    for version in range(2, 2 + draw(st.integers(0, 14))):
        step = draw(st.integers(0, 5))
        if step == 0 and len(line) > 1:
            undone = line[-1]
            line = line[: draw(st.integers(1, len(line) - 1))]
            steps.append(("Undo", line[-1]))
        elif step == 1 and undone and steps[-1][0] == "Undo":
            steps.append(("Redo", undone))
            line = _line_to(steps, undone)
        else:
            steps.append((draw(st.sampled_from(["Dig", "Sell"])), draw(st.integers(1, 2))))
            line, undone = [*line, version], 0
    return steps


def _line_to(steps: Steps, version: int) -> list[int]:
    """The line to a version, from the start."""
    line, lines = [1], {1: [1]}
    for number, (kind, value) in enumerate(steps, 2):
        line = lines[value] if kind in ("Undo", "Redo") else [*line, number]
        lines.setdefault(number, line)
        if number == version:
            return line
    raise AssertionError("a version is on the line to it")


def reference(games: list[Steps]) -> tuple[Counter[str], Counter[str], Counter[str], int, int]:
    """Decisions, undos, and decisions first undone for each type; decisions undone, and undos redone."""
    decisions, undos, firsts = Counter[str](), Counter[str](), Counter[str]()
    back = redone = 0
    for steps in games:
        kinds = {number: kind for number, (kind, _) in enumerate(steps, 2)}
        line, lines, seen = [1], {1: [1]}, set()
        for number, (kind, value) in enumerate(steps, 2):
            if kind == "Undo":
                gone = [version for version in line if version not in lines[value]]
                undos[kinds[gone[0]]] += 1
                back += len(gone)
                redone += number - 1 < len(steps) and steps[number - 1][0] == "Redo"
                seen.add(gone[0])
            elif kind != "Redo":
                decisions[kind] += 1
            line = lines[value] if kind in ("Undo", "Redo") else [*line, number]
            lines[number] = line
        firsts.update(kinds[version] for version in seen)
    return decisions, undos, firsts, back, redone


@given(log=st.lists(games(), min_size=1, max_size=8))
@few
def test_equal_to_the_reference_implementation(log: list[Steps]) -> None:
    """The answer equals that of lines written out in full, for any undos and redos."""
    found = answer(lake(*log), NAME).rows.to_dicts()
    decisions, undos, firsts, back, redone = reference(log)
    assert bool(found) == bool(decisions)
    if not found:
        return
    whole, *rows = found
    assert {r["what"]: (r["decisions"], r["undos"], r["taken_back"]) for r in rows} == {
        kind: (decisions[kind], undos[kind], firsts[kind]) for kind in decisions
    }
    assert (whole["undos"], whole["taken_back"]) == (undos.total(), firsts.total())
    if undos:
        assert whole["decisions_back"] == near(Fraction(back, undos.total()))
        assert whole["redo_rate"] == near(Fraction(redone, undos.total()))


@given(log=st.lists(games(), min_size=1, max_size=8), order=st.integers(0, 2**16))
@few
def test_parts_and_row_order_do_not_change_the_answer(log: list[Steps], order: int) -> None:
    """The answer is the same for any parts of the lake, any order of rows, and with or without streaming."""
    assert_same_for_any_partition(lake(*log), order, NAME)


def test_duckdb_finds_the_same() -> None:
    """SQL in DuckDB finds the same number of decisions, and of undos that go back one version."""
    log: list[Steps] = [[("Dig", 1), ("Sell", 2), *([("Undo", 2)] if n % 3 else []), ("Dig", 1)] for n in range(30)]
    query = """
        SELECT count(*) FILTER (category = 'decision') AS decisions, count(*) FILTER (type = 'Undo') AS undos FROM facts
    """
    with TemporaryDirectory() as folder:
        made = lake_of(folder, lake(*log), parts=2)
        assert len(everything(made)["facts"]) == sum(len(steps) + 1 for steps in log)
        assert table_of(ask(made, NAME), "decisions", "undos")[0] == sql(made, query).row(0)


def test_large_counts_do_not_overflow() -> None:
    """A hundred thousand copies of the games change no rate."""
    result = rows_of_copies(lake([("Dig", 1), ("Sell", 2), ("Undo", 2), ("Dig", 1)]), 100_000, NAME)
    assert table_of(result, *COUNTS, "decisions_back")[0] == (
        None,
        100_000,
        300_000,
        100_000,
        100_000,
        near(Fraction(1, 3)),
        1,
    )


class TestText:
    def test_a_clear_difference(self) -> None:
        """The finding names the type that is clearly undone more often."""
        log: list[Steps] = [
            [("Dig", 1), ("Sell", 1), ("Hire", 2), *([("Undo", 3)] if n % 2 else [])] for n in range(32)
        ]
        result = answer(lake(*log), NAME)
        assert result.finding == (
            "16.7 of 100 decisions are undone (32 games). Hire a hero is undone more often than "
            "decisions on average: 50 of 100 (q < 0.001)."
        )
        assert (
            "\n".join(
                (
                    "How far an undo goes back  decisions  moves  versions  after  redone",
                    "  All decisions                    1      1         1  1.0 s     0 %",
                )
            )
            in result.to_text()
        )
        assert_readable(result)

    def test_an_unclear_difference(self) -> None:
        """If the test is not significant, the finding does not say that a type is undone more often."""
        log: list[Steps] = [[("Dig", 1), ("Hire", 2), ("Undo", 1 + n % 2)] for n in range(40)]
        result = answer(lake(*log), NAME, by="player")
        assert result.finding.endswith("may be due to chance.")
        assert_readable(result)

    def test_no_undos_few_games_and_no_games(self) -> None:
        """Text and chart are given without undos, of few games, and without any game."""
        played: Steps = [("Dig", 1), ("Sell", 2)]
        none = answer(lake(played), NAME)
        assert none.finding == "Nothing was undone in 1 game."
        small = answer(lake(played), NAME, min_n=10)
        assert small.finding == "Not enough games yet (1 game)."
        assert "needs 10 games" in small.to_text()
        for result in (none, small, answer(lake(), NAME)):
            assert_readable(result)

    @pytest.mark.parametrize("by", ["type", "player", "phase"])
    def test_all_splits(self, by: str) -> None:
        """Text and chart are given for each split."""
        log: list[Steps] = [[("Dig", 1), ("Sell", 2), ("Undo", 1), ("Redo", 3), ("Dig", 2)] for _ in range(31)]
        assert_readable(answer(lake(*log, team=True), NAME, by=by, team=True))

    def test_bad_parameters(self) -> None:
        """A bad parameter is refused."""
        with pytest.raises(BadParameters):
            answer(lake(), NAME, by="luck")
