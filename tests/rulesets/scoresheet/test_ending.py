"""Rounds, the end of the game and who wins, rule by rule."""

from __future__ import annotations

import pytest

from rulesets.kit.phases import GameOver
from rulesets.kit.scenario import Scenario
from rulesets.scoresheet import RULESET
from rulesets.scoresheet.board import Board
from rulesets.scoresheet.effects import LastRoundEnded, PlayEnded, RoundEnded, WinClaimed
from rulesets.scoresheet.phases import FinalScoring, Free
from rulesets.scoresheet.rules.rounds import EndRound, Finish
from rulesets.scoresheet.rules.scoring import ClaimWin, Correct, Count, Score
from rulesets.scoresheet.rules.seats import Leave
from rulesets.scoresheet.standing import standing, value_of, winners
from tests.rulesets.scoresheet.build import FARMS, begin

TEAMS = f"sides: teams\nseats: {{least: 2}}\nteams: [{{id: sun, name: Sun}}, {{id: moon, name: Moon}}]\n{FARMS}"
TOGETHER = f"sides: together\n{FARMS}"
WIN = "scoring: win\n"


def scored(text: str, *points: int) -> Scenario[Board]:
    """A game in which each seat has scored so much."""
    game = begin(text, seats=len(points))
    for seat, amount in enumerate(points, 1):
        game = game.when(seat, Score("farms", amount))
    return game


def won(game: Scenario[Board]) -> tuple[int, ...]:
    over = game.board.pending
    assert isinstance(over, GameOver)
    return over.winners


@pytest.mark.rule("SHT-RND-01")
def test_a_round_ends_when_somebody_says_so() -> None:
    game = begin().when(2, EndRound()).then(RoundEnded(2, 1))
    assert (game.board.round, game.board.turn) == (2, 2)
    game.waits_for(Free, 1, 2)


@pytest.mark.rule("SHT-RND-02", "SHT-END-01")
def test_the_last_round_ends_the_game() -> None:
    game = scored(f"{FARMS}rounds: {{number: 1}}\n", 3, 5)
    game.when(1, EndRound()).then(LastRoundEnded(1, 1), PlayEnded(None, (2,), "rounds"))


@pytest.mark.rule("SHT-END-02", "SHT-SCO-05")
def test_what_is_scored_at_the_end_comes_after_the_last_round() -> None:
    text = f"{FARMS}  - {{id: bonus, name: Bonus, when: end}}\nrounds: {{number: 1}}\n"
    final = scored(text, 3, 5).when(1, EndRound()).then(LastRoundEnded(1, 1)).waits_for(FinalScoring, 1, 2)
    final.when(1, Score("farms", 3)).refused("SHT-SCO-05")
    final.when(1, EndRound()).refused("SHT-END-02")
    end = final.when(1, Score("bonus", 10)).when(2, Correct(1, "farms", 6)).when(2, Finish())
    end.then(PlayEnded(2, (1,), "finished"))
    earlier = scored(text, 3, 5).when(1, Score("bonus", 1)).when(2, Score("bonus", 1)).when(1, EndRound())
    earlier.then_includes(PlayEnded(None, (2,), "rounds"))


@pytest.mark.rule("SHT-RND-03", "SHT-AMB-03")
def test_a_target_ends_the_game_at_the_end_of_a_round() -> None:
    game = scored(f"{FARMS}rounds: {{target: 20}}\n", 19, 18)
    assert game.board.pending == Free()
    game = game.when(1, EndRound()).then(RoundEnded(1, 1)).when(2, Score("farms", 2))
    game.when(1, EndRound()).then(LastRoundEnded(1, 2), PlayEnded(None, (2,), "target"))


@pytest.mark.rule("SHT-RND-04", "SHT-RND-05")
def test_an_open_game_has_at_most_thirty_rounds() -> None:
    game = scored(FARMS, 1, 2)
    for _ in range(29):
        game = game.when(1, EndRound())
    game.when(1, EndRound()).refused("SHT-RND-05")
    assert won(game.when(1, Finish())) == (2,)
    last = begin(f"{FARMS}rounds: {{number: 30}}\n")
    for _ in range(30):
        last = last.when(1, EndRound())
    assert won(last) == ()


@pytest.mark.rule("SHT-WIN-01", "SHT-END-04")
@pytest.mark.parametrize(("scoring", "seat"), [("highest", 2), ("lowest", 3)])
def test_the_highest_wins_or_the_lowest(scoring: str, seat: int) -> None:
    game = scored(f"scoring: {scoring}\n{FARMS}", 3, 5, -1)
    assert won(game.when(1, Finish())) == (seat,)
    assert max((1, 2, 3), key=lambda each: value_of(game.board, each)) == seat


@pytest.mark.rule("SHT-WIN-02")
def test_ties_are_broken_in_order() -> None:
    text = (
        f"{FARMS}  - {{id: goods, name: Goods}}\ncounters: [{{id: lives, name: Lives}}]\n"
        "tie_breaks: [{category: goods, best: lowest}, {counter: lives}]\n"
    )
    game = scored(text, 5, 4, 4, 3)
    for seat, goods in ((2, 1), (3, 1), (4, 2)):
        game = game.when(seat, Score("goods", goods))
    assert winners(game.board) == (1,)  # the only one without goods
    game = game.when(1, Correct(1, "farms", 4))
    assert winners(game.board) == (2, 3, 4)[:2]
    assert winners(game.when(3, Count("lives", 1)).board) == (3,)


@pytest.mark.rule("SHT-WIN-03", "SHT-AMB-02")
def test_who_has_left_does_not_win() -> None:
    game = scored(f"seats: {{least: 1}}\n{FARMS}", 9, 5).when(1, EndRound()).when(1, Leave())
    assert won(game.when(2, Finish())) == (2,)
    assert standing(game.board) == ((1, 9), (2, 5))


@pytest.mark.rule("SHT-WIN-05")
def test_nobody_wins_where_nothing_was_scored() -> None:
    game = begin().when(1, Finish()).then(PlayEnded(1, (), "finished"))
    assert RULESET.sentence(begin().board, game.effects) == "{1} finishes the game: nobody wins."
    assert won(begin().when(1, Score("farms", 0)).when(1, Finish())) == (1, 2)  # SHT-AMB-01


@pytest.mark.rule("SHT-SID-02", "SHT-SID-03")
def test_teams_take_turns_around_the_table_and_score_together() -> None:
    game = scored(TEAMS, 3, 5, 4, 1)
    assert [place.team for place in game.board.places] == ["sun", "moon", "sun", "moon"]
    assert standing(game.board) == ((1, 7), (2, 6), (3, 7), (4, 6))
    assert won(game.when(2, Finish())) == (1, 3)


@pytest.mark.rule("SHT-END-03", "SHT-SID-03")
def test_where_all_play_together_the_table_says_how_it_ended() -> None:
    game = scored(TOGETHER, 3, 5)
    assert standing(game.board) == ((1, 8), (2, 8))
    game.when(1, Finish()).refused("SHT-END-03")
    game.when(1, Finish("drawn")).refused("SHT-END-03")
    game.when(1, Finish("won")).then(PlayEnded(1, (1, 2), "finished"))
    game.when(2, Finish("lost")).then(PlayEnded(2, (), "beaten"))
    begin().when(1, Finish("won")).refused("SHT-END-03")


@pytest.mark.rule("SHT-WIN-04", "SHT-WIN-06")
def test_where_nothing_is_counted_the_winners_say_so() -> None:
    game = begin(WIN, seats=3).when(2, ClaimWin()).then(WinClaimed(2, (2,)))
    game.when(2, ClaimWin()).refused("SHT-WIN-06")
    assert standing(game.board) == ((1, 0), (2, 1), (3, 0))
    assert won(game.when(1, Finish())) == (2,)
    assert won(game.when(3, ClaimWin()).when(1, Finish())) == (2, 3)
    begin().when(1, ClaimWin()).refused("SHT-WIN-04")
    begin("scoring: win\nsides: together\n").when(1, ClaimWin()).refused("SHT-WIN-04")


@pytest.mark.rule("SHT-WIN-01", "SHT-WIN-04")
def test_winners_note_their_win_whatever_the_points_are() -> None:
    game = scored(f"{FARMS}scoring: noted\nrounds: {{number: 1}}\n", 3, 5).when(1, ClaimWin())
    assert standing(game.board) == ((1, 3), (2, 5))
    game.when(1, EndRound()).then(LastRoundEnded(1, 1)).when(1, Finish()).then(PlayEnded(1, (1,), "finished"))
    assert won(scored(f"{FARMS}scoring: noted\n", 3, 5).when(1, Finish())) == ()


def test_a_team_wins_as_one() -> None:
    teams = TEAMS.removesuffix(FARMS) + WIN
    game = begin(teams, seats=4).when(4, ClaimWin()).then(WinClaimed(4, (2, 4)))
    assert won(game.when(1, Finish())) == (2, 4)
    assert RULESET.sentence(begin(teams, seats=4).board, game.effects) == "{4} notes a win for Moon."


def test_nothing_is_done_in_a_game_that_is_over() -> None:
    begin().when(1, Finish()).when(1, Score("farms", 1)).refused("KIT-OVER-01")
