"""What is taken back, by whom, and how far."""

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
    def test_an_undo_counts_for_the_first_decision_that_it_took_back(self, table: Table) -> None:
        """Versions 3 and 4 are undone by 5, which goes back to 2: one undo, of the sale of version 3.

        Four decisions were taken, and one of two sales began what was taken back. It goes back two decisions and two
        versions, two seconds after the sale. Nobody redid it.
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

    def test_redone_and_undone_again(self, table: Table) -> None:
        """What was redone at once, and undone again, is two undos of one decision; half of them were redone."""
        table.play("1 dig r1, 2 sell, undo 2, redo 3, undo 2, 1 wait", won=(1,))
        row = table_of(table.ask(NAME), *COUNTS, "redo_rate")[-2]
        assert row == ("Sell", 1, 1, 2, 1, 1, 0.5)

    def test_the_line_that_is_left(self, table: Table) -> None:
        """An undo takes back what was on the line, not what had been undone before.

        Version 3 is undone by 4; then 5 and 6 are played, and undone together by 7: two decisions, though five versions
        lie between.
        """
        table.play("1 dig r1, 2 sell, undo 2, 2 dig, 1 wait, undo 2, 2 wait", won=(1,))
        rows = table_of(table.ask(NAME), "what", "undos", "decisions_back", "versions_back")
        assert rows == [(None, 2, 1.5, 1.5), ("Dig", 1, 2, 2), ("Wait", 0, None, None), ("Sell", 1, 1, 1)]

    def test_moves(self) -> None:
        """Decisions of one move count as one move."""
        steps = lake([("Dig", 1), ("Sell", 1), ("Sell", 1), ("Undo", 1), ("Dig", 1)])
        for fact in steps["facts"]:
            fact["move"] = 2
        assert table_of(answer(steps, NAME), "decisions_back", "moves_back")[0] == (3, 1)

    def test_by_player(self) -> None:
        """Split by player, an undo counts for the one whose decision it took back, whoever asked for it."""
        result = answer(lake([("Dig", 1), ("Sell", 2), ("Undo", 2), ("Dig", 2)]), NAME, by="player")
        assert table_of(result, "what", "decisions", "undos") == [(None, 3, 1), ("p2", 2, 1), ("p1", 1, 0)]

    def test_undos_of_nothing_decided(self) -> None:
        """An undo that took no decision back is told apart."""
        result = answer(lake([("Dig", 1), ("Undo", 2), ("Sell", 2)]), NAME)
        assert table_of(result, "what", "undos")[0] == (None, 0)
        assert result.excluded == {"undos_of_no_decision": 1}

    def test_a_game_is_one_residual(self) -> None:
        """Of 32 games 16 take back their only sale, and no wait.

        All decisions: 16 of 64. Chance takes back 1/4 of 32 with the variance 1/4 * 3/4 * (1/32 - 1/64) beside all: the
        error is 0.054127. The rates of games, 1 or 0, vary as random ones do: 32 / 4 / 32^2 is 1/2 * 1/2 / 32. 1/2 -
        1/4 is 4.618802 errors: p = 0.0000639 (SciPy: t with 31 degrees).
        """
        games: list[Steps] = [
            [("Wait", 1), ("Sell", 2), *([("Undo", 2)] if n % 2 else [])] for n in range(32)
        ]  # fmt: skip
        sell = next(row for row in answer(lake(*games), NAME).rows.to_dicts() if row["what"] == "Sell")
        assert (sell["value"], sell["base"], sell["difference"]) == (0.5, 0.25, 0.25)
        assert sell["p_value"] == pytest.approx(6.385512e-5, rel=1e-6)

    def test_none_of_a_few_may_be_chance(self) -> None:
        """In 40 games 4 of 204 decisions are taken back, and none of 40 waits, where 0.78 are expected.

        That varies from game to game by nothing; but chance leaves 40 out in 41 of 100 cases. The error at random is
        sqrt(1/51 * 50/51 * (1/40 - 1/204)) = 0.019656, and 4/204 is 0.997558 errors: p = 0.324643 (SciPy: t with 39
        degrees).
        """
        taken_back: Steps = [("Sell", 2), ("Undo", 2)]
        games: list[Steps] = [[("Wait", 1), *(taken_back if n < 4 else []), *[("Sell", 2)] * 4] for n in range(40)]
        wait = next(row for row in answer(lake(*games), NAME).rows.to_dicts() if row["what"] == "Wait")
        assert (wait["n"], wait["value"], wait["base"]) == (40, 0, 4 / 204)
        assert wait["p_value"] == pytest.approx(0.3246432, rel=1e-6)

    def test_over_two_months(self, table: Table) -> None:
        """Games of two months add up, and a team's as any other."""
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
    """The line that led to a version, played from the start."""
    line, lines = [1], {1: [1]}
    for number, (kind, value) in enumerate(steps, 2):
        line = lines[value] if kind in ("Undo", "Redo") else [*line, number]
        lines.setdefault(number, line)
        if number == version:
            return line
    raise AssertionError("a version is on the line to it")


def reference(games: list[Steps]) -> tuple[Counter[str], Counter[str], Counter[str], int, int]:
    """Decisions, undos, distinct decisions first taken back (by type); decisions taken back, and undos redone."""
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
    """Whatever was undone and redone, it finds what lines written out in full say."""
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
    """DuckDB counts decisions and the undos that go back one version, over the same files."""
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
        """What is clearly taken back more often is said to be."""
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
        """An unclear difference is not called one."""
        log: list[Steps] = [[("Dig", 1), ("Hire", 2), ("Undo", 1 + n % 2)] for n in range(40)]
        result = answer(lake(*log), NAME, by="player")
        assert result.finding.endswith("may be due to chance.")
        assert_readable(result)

    def test_nothing_and_too_few(self) -> None:
        """Without undos, of few games, and without any game."""
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
        """Each split reads well."""
        log: list[Steps] = [[("Dig", 1), ("Sell", 2), ("Undo", 1), ("Redo", 3), ("Dig", 2)] for _ in range(31)]
        assert_readable(answer(lake(*log, team=True), NAME, by=by, team=True))

    def test_bad_parameters(self) -> None:
        """A bad parameter is refused."""
        with pytest.raises(BadParameters):
            answer(lake(), NAME, by="luck")
