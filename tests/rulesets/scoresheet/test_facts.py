"""What statistics keep: rows in the columns of all games."""

from __future__ import annotations

from typing import Any

from rulesets.kit.facts import Fact
from rulesets.kit.scenario import Scenario
from rulesets.kit.structs import Action
from rulesets.scoresheet import RULESET, holdings
from rulesets.scoresheet.board import Board
from rulesets.scoresheet.rules.chance import Draw, Roll
from rulesets.scoresheet.rules.moves import MakeMove
from rulesets.scoresheet.rules.rounds import EndRound
from rulesets.scoresheet.rules.scoring import Correct, Count, Score
from rulesets.scoresheet.rules.seats import TakeRole
from tests.rulesets.scoresheet.build import begin
from tests.rulesets.scoresheet.profile import sheet
from tests.rulesets.scoresheet.test_conformance import CROWDED

SHEET = CROWDED.partition("name: All at once\n")[2].replace("turn_order: true\n", "")


def game() -> Scenario[Board]:
    return begin(SHEET, seats=4)


def rows(before: Scenario[Board], seat: int, action: Action[Any], *outcomes: Any) -> list[Fact]:
    """The rows of what follows from an action, without that of the action itself."""
    after = before.when(seat, action, outcomes)
    assert after.board
    return [fact for fact in RULESET.facts(before.board, seat, action, after.effects) if fact.step]


def test_points_have_their_category_as_the_source() -> None:
    (row,) = rows(game(), 2, Score("sum", 60))
    assert (row.type, row.seat, row.value, row.source) == ("PointsScored", 2, 60, "category:sum")
    assert (row.kind, row.place, row.chance) == ("round", "round:1", False)
    (row,) = rows(game(), 2, Score("rest", -2))
    assert (row.kind, row.place, row.value) == ("end", "round:end", -2)


def test_a_correction_counts_as_the_difference() -> None:
    """So that sums of points are those of the sheet."""
    played = game().when(2, Score("sum", 60)).when(1, EndRound())
    (row,) = rows(played, 2, Correct(1, "sum", 0))
    assert (row.type, row.seat, row.value, row.source) == ("PointsScored", 2, -60, "category:sum")
    (row,) = rows(played, 1, Correct(1, "sum", 30))
    assert row.value == 30


def test_dice_have_a_mean_and_a_variance() -> None:
    """Of what they show where all faces are numbers, else of the face, equal ones as one."""
    (row,) = rows(game(), 1, Roll("d"), "6")
    assert (row.value, row.die_sides, row.die_face, row.choice, row.source) == (6, 3, 3, "6", "die:d")
    assert (row.mean, row.chance) == (10 / 3, True)
    assert row.variance is not None
    assert abs(row.variance - 32 / 9) < 1e-9
    (row,) = rows(game(), 1, Roll("w"), "East")
    assert (row.value, row.die_face, row.choice, row.mean) == (None, 2, "East", 4 / 3)
    (row,) = rows(game(), 1, Roll("w"), "West")
    assert row.die_face == 1


def test_draws_counters_moves_and_roles_have_rows() -> None:
    (row,) = rows(game(), 1, Draw("p"), "Owl")
    assert (row.card, row.place, row.chance) == ("card:p.y", "pile:p", True)
    (row,) = rows(game(), 1, Count("all", -10))
    assert (row.seat, row.source, row.place, row.kind, row.value) == (1, "counter:all", "tally:0.all", "table", -10)
    (row,) = rows(game(), 1, MakeMove("m", "o", 3))
    assert (row.seat, row.source, row.card, row.target) == (1, "move:m", "object:m.o", "seat:3")
    (row,) = rows(game(), 1, TakeRole("r2"))
    assert (row.seat, row.source) == (1, "role:r2")


def test_roles_teams_and_difficulties_are_factions() -> None:
    board = game().when(2, TakeRole("r2")).board
    assert holdings.faction(board, 2) == {"role": ("role:r2",), "team": ("team:b",)}
    assert holdings.faction(board, 1) == {"team": ("team:a",)}


def test_holdings_are_points_and_counters() -> None:
    board = game().when(2, Score("sum", 60)).when(2, Score("rest", -1)).when(2, Count("own", 3)).board
    held = {(item.seat, item.what, item.place): item.n for item in holdings.holdings(board)}
    assert held[2, "points", None] == 59
    assert held[2, "points", "category:rest"] == -1
    assert (1, "points", "category:rest") not in held
    assert held[2, "count", "counter:own"] == 3
    assert held[None, "count", "counter:all"] == 100


def test_all_parts_of_a_sheet_are_named() -> None:
    """In the words of the sheet, each once."""
    cards = {card.id: card for card in holdings.cards(sheet("together"))}
    assert cards["category:goals"].name == "Goals reached"
    assert {card.type for card in cards.values()} >= {"counter", "die", "pile", "card", "move", "object", "role"}
    assert cards["difficulty:hard"].name == "Hard"
