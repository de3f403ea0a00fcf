"""Sheets that are made of a title and a way of scoring."""

from __future__ import annotations

import pytest

from rulesets.kit.errors import BadComponentSet
from rulesets.kit.phases import Seat
from rulesets.kit.scenario import Scenario, begun
from rulesets.kit.sheets import title_key
from rulesets.scoresheet import RULESET
from rulesets.scoresheet.board import Board
from rulesets.scoresheet.components import load
from rulesets.scoresheet.rules.rounds import Finish
from rulesets.scoresheet.rules.scoring import ClaimWin, Score
from rulesets.scoresheet.titles import SCORINGS, Points, id_of, write

TITLES = ("Island Trade", "Wer hat's?", "カタン", "🎲", "no", "1234", "# what: [x]", '"Quoted" \\ back')


def winners_of(game: Scenario[Board]) -> tuple[Seat, ...]:
    over = RULESET.over(game.board)
    assert over
    return over.winners


@pytest.mark.parametrize("scoring", SCORINGS)
@pytest.mark.parametrize("title", TITLES)
def test_every_title_can_be_written_in_every_way(title: str, scoring: str) -> None:
    components = load(write(title, scoring))
    assert RULESET.title_with(components) == title
    assert components.seats == range(1, 13)
    assert RULESET.cooperative_with(components) == (scoring == "together")
    assert RULESET.lowest_with(components) == (scoring == "lowest")


@pytest.mark.parametrize(("scoring", "winners"), [("highest", (2,)), ("lowest", (1,))])
def test_points_decide(scoring: str, winners: tuple[int, ...]) -> None:
    game = begun(RULESET, seats=2, sets=write("Any", scoring))
    ended = game.when(1, Score("points", -99)).when(2, Score("points", 900)).when(1, Finish())
    assert winners_of(ended) == winners


def test_nothing_is_counted_where_a_game_is_only_won_or_lost() -> None:
    game = begun(RULESET, seats=2, sets=write("Any", "win"))
    assert winners_of(game.when(2, ClaimWin()).when(1, Finish())) == (2,)


def test_all_win_or_lose_against_the_game() -> None:
    game = begun(RULESET, seats=2, sets=write("Any", "together"))
    assert winners_of(game.when(1, Finish("won"))) == (1, 2)
    assert winners_of(game.when(1, Finish("lost"))) == ()


def test_amounts_may_be_others() -> None:
    components = load(write("Any", "highest", Points(0, 20_000, 50)))
    assert components.amounts["points"] == range(0, 20_001, 50)


@pytest.mark.parametrize("title", ["", " ", "x" * 101, "🎲" * 200, "a {2} b", "two\nlines"])
def test_a_title_that_no_sheet_can_have_is_refused_by_its_name(title: str) -> None:
    with pytest.raises(BadComponentSet) as refused:
        write(title, "highest")
    assert {fault.path for fault in refused.value.faults} == {"/name"}


def test_the_id_is_that_of_the_title() -> None:
    """Whatever its case, so that it stays the same when a sheet is refined."""
    assert id_of("Wer hat's?") == "wer-hat-s"
    assert id_of("ÉCOLE  École") == "ecole-ecole"
    assert id_of("x" * 100) == "x" * 40
    assert id_of("カタン") != id_of("🎲")


def test_neither_case_nor_spaces_make_another_title() -> None:
    assert title_key("  Island  TRADE ") == title_key("island trade")
    assert title_key("STRASSE") == title_key("Straße")
