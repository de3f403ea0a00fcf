"""Turns, dice, draws, moves, roles, teams and seats, rule by rule."""

from __future__ import annotations

import pytest

from rulesets.kit.errors import UnknownAction
from rulesets.kit.ruleset import Ruleset
from rulesets.kit.scenario import Scenario
from rulesets.kit.structs import Start
from rulesets.scoresheet import RULESET
from rulesets.scoresheet.board import Board
from rulesets.scoresheet.effects import (
    CardDrawn,
    DieRolled,
    GameStarted,
    MoveMade,
    RoleTaken,
    RoundEnded,
    SeatBegins,
    SeatLeft,
    SeatReturned,
    TeamJoined,
    TurnPassed,
)
from rulesets.scoresheet.phases import Free, Turn
from rulesets.scoresheet.rules.chance import Draw, Roll
from rulesets.scoresheet.rules.moves import MakeMove, PassTurn
from rulesets.scoresheet.rules.rounds import EndRound
from rulesets.scoresheet.rules.scoring import Score
from rulesets.scoresheet.rules.seats import JoinTeam, Leave, Return, TakeRole
from tests.rulesets.scoresheet.build import FARMS, begin
from tests.rulesets.scoresheet.profile import sheet

ORDERED = f"turn_order: true\n{FARMS}"
DICE = (
    f"{FARMS}dice:\n  - {{id: red, name: Red, faces: [1, 2, 3]}}\n"
    "  - {id: fate, name: Fate, faces: [Sun, Moon, Sun]}\n"
)
PILES = (
    f"{FARMS}piles:\n  - {{id: deck, name: Deck, cards: [{{id: ant, name: Ant}}, {{id: bee, name: Bee, copies: 2}}]}}\n"
    "  - {id: bag, name: Bag, put_back: true, cards: [{id: ant, name: Black, copies: 2}]}\n"
)
MOVES = (
    f"{FARMS}moves:\n  - {{id: bow, name: Bow, does: bows}}\n"
    "  - {id: trade, name: Trade, does: trades, target: seat, objects: [{id: wood, name: Wood}]}\n"
    "  - {id: settle, name: Settle, does: settles, to: in the, target: place, places: [{id: north, name: North}]}\n"
)
ROLES = f"{FARMS}roles: [{{id: owl, name: Owl}}, {{id: fox, name: Fox}}]\n"
TEAMS = f"sides: teams\nseats: {{least: 2}}\nteams: [{{id: sun, name: Sun}}, {{id: moon, name: Moon}}]\n{FARMS}"


def sentence(before: Scenario[Board], after: Scenario[Board]) -> str:
    return RULESET.sentence(before.board, after.effects)


@pytest.mark.rule("SHT-SET-05", "SHT-TRN-02", "SHT-TRN-03")
def test_turns_go_around_from_who_begins() -> None:
    begin(ORDERED).needs_chance("pick", "SHT-SET-05")
    game = begin(ORDERED, seats=3, outcomes=[3]).then(GameStarted(), SeatBegins(3)).waits_for(Turn, 3)
    game.when(1, PassTurn()).refused("SHT-TRN-02")
    game.when(3, PassTurn()).then(TurnPassed(3, 1)).waits_for(Turn, 1)


@pytest.mark.rule("SHT-TRN-02")
def test_scores_are_entered_for_any_seat_whoever_is_in_turn() -> None:
    game = begin(ORDERED, outcomes=[1]).when(2, Score("farms", 1)).waits_for(Turn, 1)
    assert game.board.place(2).cells


@pytest.mark.rule("SHT-TRN-04")
def test_the_next_round_is_begun_by_the_next_seat() -> None:
    game = begin(ORDERED, seats=3, outcomes=[2]).when(2, PassTurn()).when(3, PassTurn())
    game.when(1, EndRound()).then(RoundEnded(1, 1, 3)).waits_for(Turn, 3)


@pytest.mark.rule("SHT-DIE-01", "SHT-DIE-02")
def test_a_die_shows_one_of_its_faces() -> None:
    game = begin(DICE)
    game.when(1, Roll("blue")).refused("SHT-DIE-01")
    assert game.when(1, Roll("red")).needs_chance("roll", "SHT-DIE-02").allowed == (1, 2, 3)
    assert game.when(1, Roll("fate")).needs_chance("draw", "SHT-DIE-02").allowed == ("Moon", "Sun", "Sun")
    assert sentence(game, game.when(2, Roll("red"), [3]).then(DieRolled(2, "red", 3))) == "{2} rolls Red: 3."
    assert sentence(game, game.when(2, Roll("fate"), ["Moon"]).then(DieRolled(2, "fate", 2))) == "{2} rolls Fate: Moon."


@pytest.mark.rule("SHT-DRW-01", "SHT-DRW-02", "SHT-DRW-03")
def test_a_card_leaves_its_pile_or_goes_back() -> None:
    game = begin(PILES)
    game.when(1, Draw("box")).refused("SHT-DRW-01")
    assert game.when(1, Draw("deck")).needs_chance("draw", "SHT-DRW-02").allowed == ("Ant", "Bee", "Bee")
    one = game.when(1, Draw("deck"), ["Ant"]).then(CardDrawn(1, "deck", "ant"))
    assert one.when(2, Draw("deck")).needs_chance("draw").allowed == ("Bee", "Bee")
    one.when(1, Draw("deck"), ["Bee"]).when(1, Draw("deck"), ["Bee"]).when(2, Draw("deck")).refused("SHT-DRW-03")
    back = game.when(1, Draw("bag"), ["Black"]).then(CardDrawn(1, "bag", "ant", True))
    assert back.when(2, Draw("bag")).needs_chance("draw").allowed == ("Black", "Black")
    assert sentence(game, back) == "{1} draws Black from Bag."


@pytest.mark.rule("SHT-MOV-01", "SHT-MOV-02", "SHT-MOV-03")
def test_a_move_has_the_object_and_the_target_of_the_sheet() -> None:
    game = begin(MOVES, seats=3)
    game.when(1, MakeMove("jump")).refused("SHT-MOV-01")
    game.when(1, MakeMove("trade", "stone", 2)).refused("SHT-MOV-02")
    game.when(1, MakeMove("bow", "wood")).refused("SHT-MOV-02")
    for other in (None, 0, 1, 4):
        game.when(1, MakeMove("trade", "wood", other)).refused("SHT-MOV-03")
    game.when(1, MakeMove("settle", "", None, "south")).refused("SHT-MOV-03")
    made = game.when(1, MakeMove("trade", "wood", 2)).then(MoveMade(1, "trade", "wood", 2))
    assert sentence(game, made) == "{1} trades Wood with {2}."
    assert sentence(game, game.when(3, MakeMove("settle", place="north"))) == "{3} settles in the North."
    assert sentence(game, game.when(3, MakeMove("bow"))) == "{3} bows."
    assert MakeMove("settle", place="north").label(game.board, 1) == "Settle in the North"


@pytest.mark.rule("SHT-ROL-01", "SHT-ROL-02", "SHT-ROL-03")
def test_a_role_is_taken_once() -> None:
    game = begin(ROLES).when(1, TakeRole("owl")).then(RoleTaken(1, "owl"))
    game.when(1, TakeRole("fox")).refused("SHT-ROL-02")
    game.when(2, TakeRole("owl")).refused("SHT-ROL-03")
    game.when(2, TakeRole("cat")).refused("SHT-ROL-01")


@pytest.mark.rule("SHT-SID-04", "SHT-SID-05")
def test_teams_change_until_something_is_scored() -> None:
    game = begin(TEAMS).when(1, JoinTeam("moon")).then(TeamJoined(1, "moon"))
    game.when(1, JoinTeam("moon")).refused("SHT-SID-04")
    game.when(1, JoinTeam("stars")).refused("SHT-SID-02")
    game.when(2, Score("farms", 0)).when(1, JoinTeam("sun")).refused("SHT-SID-05")


@pytest.mark.rule("SHT-SEA-02", "SHT-SEA-03", "SHT-SEA-04", "SHT-MOV-03")
def test_seats_leave_and_return_between_rounds() -> None:
    game = begin(f"seats: {{least: 2}}\n{MOVES}", seats=3).when(2, Leave()).then(SeatLeft(2, 1)).waits_for(Free, 1, 3)
    game.when(2, Leave()).refused("SHT-SEA-01")
    game.when(1, Leave()).refused("SHT-SEA-03")
    game.when(3, Return()).refused("SHT-SEA-04")
    game.when(1, MakeMove("trade", "wood", 2)).refused("SHT-MOV-03")
    under_way = game.when(1, Score("farms", 3))
    under_way.when(2, Return()).refused("SHT-SEA-02")
    begin(FARMS, seats=3).when(1, Score("farms", 3)).when(2, Leave()).refused("SHT-SEA-02")
    back = under_way.when(1, EndRound()).when(2, Return()).then(SeatReturned(2))
    back.waits_for(Free, 1, 2, 3)


@pytest.mark.rule("SHT-TRN-03")
def test_the_turn_passes_over_who_has_left() -> None:
    game = begin(f"seats: {{least: 1}}\n{ORDERED}", seats=3, outcomes=[2]).when(2, Leave()).then(SeatLeft(2, 3))
    game.waits_for(Turn, 3).when(3, PassTurn()).when(1, PassTurn()).waits_for(Turn, 3)


@pytest.mark.rule("SHT-SET-04")
def test_a_difficulty_is_one_of_the_sheet() -> None:
    """The first one, unless the table agrees on another."""
    ruleset: Ruleset[Board] = RULESET
    components = sheet("together")

    def board(**options: str) -> Board:
        return ruleset.empty_board(Start(2, components.hash, "table", "free", dict(options)), components)

    assert board().difficulty == "normal"
    assert board(difficulty="hard").difficulty == "hard"
    with pytest.raises(UnknownAction) as unknown:
        board(difficulty="mad")
    assert unknown.value.path == "/options/difficulty"
    assert "normal, easy, hard" in str(unknown.value)
    assert ruleset.agreed({}, components) == {"difficulty": "normal"}
    assert ruleset.agreed({}, sheet("race")) == {"difficulty": ""}
