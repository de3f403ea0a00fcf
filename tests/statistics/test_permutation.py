"""Statistics of games with random winners find no more than chance does."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import polars as pl
import pytest
from polars.testing import assert_frame_equal

from analytics import JOBS
from tests.forms import mostly
from tests.statistics import asked
from tests.statistics.answers import Counts, CountsOfPlayers, CountsOfWays, only, tenths
from tests.statistics.asked import Question, named, questions
from tests.statistics.drawn import Odds, games
from tests.statistics.histories import InMemory, history
from tests.statistics.permutation import OF_GAMES, OF_PLAYERS, Permuted, draw
from tests.statistics.reshuffled import WAYS, dates, labels, moves, players

if TYPE_CHECKING:
    from pathlib import Path

    from tests.statistics.histories import History

WON = ("win_share", "rank")
TACTICS, GAMES = "heros_crossing_tactics", 60


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> History:
    """A few games of Tactics."""
    return history(TACTICS, GAMES, tmp_path_factory.mktemp("histories"))


@pytest.fixture(scope="module")
def permuted(played: History) -> Permuted:
    return Permuted(InMemory.of(played.lake))


@pytest.fixture(scope="module")
def few(played: History) -> Permuted:
    """A fifth of them, with each number of seats."""
    tables = InMemory.of(played.lake)
    games = tables.frames["games"].sort("seats", "game_id")["game_id"]
    return Permuted(only(tables, games.gather_every(5)))


def shares(tables: InMemory, name: str = "seats") -> pl.DataFrame:
    """Who won how much, by game and seat, as a table has it."""
    rows = tables.frames[name].filter(pl.col("seat").is_not_null())
    return rows.select("game_id", "seat", "win_share").unique().sort("game_id", "seat")


def test_a_permutation_changes_who_won_and_nothing_else(permuted: Permuted) -> None:
    """All tables agree on it, and each game has as many winners as before."""
    one, other = permuted.drawn(Random(1)), permuted.drawn(Random(2))
    assert not shares(one).equals(shares(other))
    for drawn in (one, other):
        assert shares(drawn, "facts").equals(shares(drawn))
        assert shares(drawn, "holdings").join(shares(drawn), on=["game_id", "seat", "win_share"], how="anti").is_empty()
        assert shares(drawn).group_by("game_id").agg(pl.col("win_share").sum())["win_share"].unique().to_list() == [1.0]
        for name in ("facts", "holdings", "seats"):
            assert drawn.frames[name].drop(WON, strict=False).equals(one.frames[name].drop(WON, strict=False))
    assert permuted.drawn(Random(1)).frames["facts"].equals(one.frames["facts"])


def test_a_team_wins_half_of_the_games_of_as_many_seats() -> None:
    """All of its seats, and what is nobody's, win together."""
    tables = games(Random(1), Odds(20, together=True))
    nobodys = pl.DataFrame({"game_id": tables.frames["games"]["game_id"], "win_share": 0.0})
    holdings = pl.concat([tables.frames["holdings"], nobodys], how="diagonal_relaxed")
    drawn = Permuted(InMemory(tables.frames | {"holdings": holdings})).drawn(Random(1)).frames
    won = drawn["seats"].group_by("game_id").agg(pl.col("win_share").sum()).sort("game_id")
    assert sorted(won["win_share"]) == [0.0] * 10 + [2.0] * 10
    held = drawn["holdings"].filter(pl.col("seat").is_null()).sort("game_id")
    assert (held["win_share"] * 2).to_list() == won["win_share"].to_list()


@pytest.mark.parametrize(("job", "given"), [("action_mix", {"per": "game"}), ("win_rate_by_seat", {})])
def test_random_results_make_no_difference(permuted: Permuted, job: str, given: dict[str, object]) -> None:
    """In 90 to 99 of 100 draws the interval of a difference holds 0, and no more tests than that find one."""
    held = draw(Question(TACTICS, job, given), permuted, 200)
    assert held.cells
    assert held.unmoved == ()
    for cell in held.cells:
        assert 0.01 <= cell.found <= 0.10, cell
        assert cell.missed is None or cell.missed == pytest.approx(cell.found), cell
    assert held.tables is None or held.tables <= 0.17


@pytest.mark.parametrize("job", mostly(sorted(asked.DRAWS), {*asked.DRAWS} - {"follow_ups", "undo_and_mistakes"}))
def test_other_permutations_make_no_difference(permuted: Permuted, job: str) -> None:
    """The same of tests that are not of who won; no cell says the same whatever was drawn."""
    for question in questions(TACTICS):
        if question.job == job and question.drawn != asked.WINNERS:
            held = draw(question, permuted, 40)
            assert held.unmoved == ()
            found = [cell.found for cell in held.cells]
            assert not found or sum(found) / len(found) <= 0.1, question


def rows_of(tables: InMemory, name: str, *columns: str) -> list[tuple[object, ...]]:
    """The rows of a table, sorted."""
    return sorted(tables.frames[name].select(columns).rows(), key=str)


def test_moves_change_places_with_all_that_was_decided_in_them(permuted: Permuted) -> None:
    """Each seat has as many moves as before, at the same places, and what was decided in one stays together."""
    before, after = permuted.decisions, moves(permuted.decisions, Random(1))
    places = ("game_id", "turn_seat", "move")
    assert {*rows_of(before, "facts", *places)} == {*rows_of(after, "facts", *places)}
    assert rows_of(before, "facts", *places) != rows_of(after, "facts", *places)
    together = [
        sorted(tables.frames["facts"].drop_nulls("move").group_by("game_id", "move").agg("version")["version"], key=str)
        for tables in (before, after)
    ]
    assert [one.to_list() for one in together[0]] == [other.to_list() for other in together[1]]


def test_labels_come_from_one_other_game(permuted: Permuted) -> None:
    """What was decided when, and what was undone, stays."""
    after = labels(permuted.decisions, Random(1)).frames["facts"]
    before = permuted.decisions.frames["facts"]
    assert after.drop("type").equals(before.drop("type"))
    kinds = [set(game["type"]) for game in before.filter(category="decision").partition_by("game_id")]
    for game in after.filter(category="decision").partition_by("game_id"):
        assert any(set(game["type"]) <= other for other in kinds)
    assert after.filter(category="system")["type"].equals(before.filter(category="system")["type"])


def test_players_of_a_table_stay_together(permuted: Permuted) -> None:
    """They sit at another of as many seats, and what a seat decided is its player's."""
    after = players(permuted.decisions, Random(1)).frames
    tables = [
        sorted(map(tuple, frame.group_by("game_id").agg(pl.col("player").sort())["player"].to_list()))
        for frame in (permuted.decisions.frames["seats"], after["seats"])
    ]
    assert tables[0] == tables[1]
    assert not after["seats"]["player"].equals(permuted.decisions.frames["seats"]["player"])
    joined = after["facts"].drop_nulls("seat").join(after["seats"], on=["game_id", "seat"])
    assert joined["player"].eq_missing(joined["player_right"]).all()


def test_games_end_when_others_of_as_many_seats_did(permuted: Permuted) -> None:
    before, after = permuted.decisions, dates(permuted.decisions, Random(1))
    assert rows_of(before, "games", "seats", "ended_at") == rows_of(after, "games", "seats", "ended_at")
    assert rows_of(before, "games", "game_id", "ended_at") != rows_of(after, "games", "game_id", "ended_at")
    both = after.frames["seats"].join(after.frames["games"], on="game_id")
    assert both["ended_at"].eq(both["ended_at_right"]).all()


@pytest.mark.parametrize("job", sorted(JOBS))
def test_counts_of_games_add_up(few: Permuted, job: str) -> None:
    """An answer out of counts of each game is that of all games at once."""
    question, ends = Question(TACTICS, job, {}), few.ends(Random(7))
    found, wanted = Counts(question, few).answer(ends), question.counted(few.ended(ends))
    assert wanted.height
    assert_frame_equal(found.sort(named(found)), wanted.sort(named(wanted)), rel_tol=1e-9)


@pytest.mark.parametrize("job", OF_PLAYERS)
def test_counts_of_players_add_up(permuted: Permuted, job: str) -> None:
    """An answer out of counts of each seat is that of the games where the same players were drawn."""
    question = Question(TACTICS, job, {}, "players")
    found = CountsOfPlayers(question, permuted.decisions).answer(Random(3))
    wanted = question.counted(players(permuted.decisions, Random(3)))
    assert_frame_equal(found.sort(named(found)), wanted.sort(named(wanted)), rel_tol=1e-9)


@pytest.mark.parametrize("job", sorted(job for job, drawn in asked.DRAWS.items() if drawn[0] in OF_GAMES))
def test_counts_of_ways_add_up(permuted: Permuted, job: str) -> None:
    """Where each tenth of the games has one way, an answer is that of all games drawn in this way."""
    question = Question(TACTICS, job, {}, asked.DRAWS[job][0])
    found = CountsOfWays(question, permuted.decisions, 1).answer(Random(3))
    wanted = question.counted(WAYS[question.drawn](permuted.decisions, Random(f"{question}/way 0")))
    assert_frame_equal(found.sort(named(found)), wanted.sort(named(wanted)), rel_tol=1e-9)


def test_ways_of_each_tenth_are_drawn_by_themselves(permuted: Permuted) -> None:
    """Of two ways that ten tenths have, 20 draws hardly make equal answers; each game is in one tenth."""
    question = Question(TACTICS, "follow_ups", {}, "moves")
    counted = CountsOfWays(question, permuted.decisions, 2)
    answers = [counted.answer(Random(seed))["value"].sum() for seed in range(20)]
    assert len({round(value, 9) for value in answers}) >= 15
    games = [game for tenth in tenths(permuted.decisions) for game in tenth.frames["games"]["game_id"]]
    assert sorted(games) == sorted(permuted.decisions.frames["games"]["game_id"])


def test_decisions_that_pass_for_games_are_found_out(permuted: Permuted, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a test takes its error for half of what it is, cells are reported."""
    clusters_tested = JOBS["action_mix"].finish.__globals__["clusters"].tested
    monkeypatch.setattr(
        "analytics.clusters.tested",
        lambda rows, *names: clusters_tested(rows.with_columns(pl.col("error") / 2), *names),
    )
    held = draw(Question(TACTICS, "action_mix", {"per": "game"}), permuted, 40)
    assert len(held.astray) > len(held.cells) / 2
    assert any("%" in fault for fault in held.faults)


def test_every_statistic_is_asked() -> None:
    """Also one that nobody wrote questions for."""
    assert {question.job for question in questions(TACTICS)} == set(JOBS)


def test_a_history_is_played_once(played: History) -> None:
    """And is found again."""
    log = played.folder / "log.sqlite3"
    before = log.stat().st_mtime_ns
    assert history(TACTICS, GAMES, played.folder.parent) == played
    assert log.stat().st_mtime_ns == before


def test_a_history_that_was_left_unfinished_is_played_anew(tmp_path: Path) -> None:
    """A run that was stopped leaves a log of some games; these are not counted with the new ones."""
    unfinished = tmp_path / f"{TACTICS}-4-new"
    unfinished.mkdir()
    (unfinished / "log.sqlite3").write_text("not a log")
    assert InMemory.of(history(TACTICS, 4, tmp_path).lake).frames["games"].height <= 4
    assert not unfinished.exists()


def test_a_test_that_is_not_of_who_won_says_so(permuted: Permuted, monkeypatch: pytest.MonkeyPatch) -> None:
    """It says the same in every draw, so a few are enough; and one that tests nothing has no cells."""
    rows = pl.DataFrame({"what": ["all"], "n": [60], "p_value": [0.01], "q": [0.01]})
    monkeypatch.setattr(Question, "finished", lambda _question, _counts: rows)
    held = draw(Question(TACTICS, "action_mix", {}), permuted, 50)
    assert (held.cells, held.unmoved, held.tables, held.draws) == ((), ("all",), None, 3)
    monkeypatch.setattr(Question, "finished", lambda _question, _counts: rows.drop("p_value", "q"))
    assert draw(Question(TACTICS, "opening_tree", {}), permuted, 50)[2:6] == ((), (), 0, None)
