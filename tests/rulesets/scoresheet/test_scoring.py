"""Scores, corrections and counters, rule by rule."""

from __future__ import annotations

import pytest

from rulesets.kit.steps import next_step, places_of_numbers
from rulesets.kit.structs import Chosen
from rulesets.scoresheet import RULESET
from rulesets.scoresheet.board import Board, Cell
from rulesets.scoresheet.effects import CounterChanged, PointsScored, ScoreCorrected
from rulesets.scoresheet.rules.rounds import EndRound
from rulesets.scoresheet.rules.scoring import Correct, Count, Score
from rulesets.scoresheet.rules.seats import Leave, TakeRole
from rulesets.scoresheet.standing import sides, standing, winners
from tests.rulesets.scoresheet.build import FARMS, begin

ENDED = FARMS + "  - {id: bonus, name: Bonus, most: 10, step: 5, when: end}\n"
COUNTED = (
    FARMS
    + "counters:\n  - {id: lives, name: Lives, most: 9, start: 3}\n  - {id: fog, name: Fog, of: table, most: 200}\n"
)


@pytest.mark.rule("SHT-SET-02", "SHT-SET-03")
def test_a_sheet_begins_empty_and_its_counters_where_it_says() -> None:
    board = begin(f"{COUNTED}roles:\n  - {{id: scout, name: Scout}}\n").board
    assert [(place.cells, place.role, place.won) for place in board.places] == [((), "", False)] * 2
    assert [board.count(seat, counter) for counter in ("lives", "fog") for seat in (1, 2)] == [3, 3, 0, 0]


@pytest.mark.rule("SHT-SID-01")
def test_each_seat_is_a_side_of_its_own() -> None:
    assert sides(begin(seats=3).board) == ((1,), (2,), (3,))


@pytest.mark.rule("SHT-AMB-04")
def test_a_role_scores_nothing() -> None:
    """Whatever it is called, points stay with the seat that has it."""
    roles = f"{FARMS}roles:\n  - {{id: scout, name: Scout}}\n  - {{id: guard, name: Guard}}\n"
    game = begin(roles).when(1, Score("farms", 7))
    taken = game.when(1, TakeRole("guard")).when(2, TakeRole("scout"))
    assert standing(taken.board) == standing(game.board) == ((1, 7), (2, 0))
    assert winners(taken.board) == winners(game.board) == (1,)


@pytest.mark.rule("SHT-TRN-01")
def test_every_seat_scores_for_itself_at_any_time() -> None:
    """Nobody waits for the others, and the order does not matter."""
    one = begin().when(2, Score("farms", 7)).then(PointsScored(2, "farms", 7, 1)).when(1, Score("farms", -5))
    two = begin().when(1, Score("farms", -5)).when(2, Score("farms", 7))
    assert one.board == two.board
    assert standing(one.board) == ((1, -5), (2, 7))


@pytest.mark.rule("SHT-SCO-01", "SHT-SCO-02", "SHT-SCO-03")
def test_an_amount_is_within_limits_and_written_once() -> None:
    begin().when(1, Score("fields", 1)).refused("SHT-SCO-01")
    begin().when(1, Score("farms", 21)).refused("SHT-SCO-02")
    begin().when(1, Score("farms", 10**30)).refused("SHT-SCO-02")
    begin().when(1, Score("farms", 20)).when(1, Score("farms", 3)).refused("SHT-SCO-03")
    begin(ENDED).when(1, Score("bonus", 4)).refused("SHT-SCO-02")
    begin(ENDED).when(1, Score("bonus", 5)).then(PointsScored(1, "bonus", 5, 0))


@pytest.mark.rule("SHT-SCO-03")
def test_what_is_scored_at_the_end_is_scored_once_in_the_game() -> None:
    game = begin(ENDED).when(1, Score("bonus", 5)).when(2, EndRound())
    game.when(1, Score("bonus", 10)).refused("SHT-SCO-03")
    assert game.when(1, Score("farms", 1)).board.place(1).cells == (Cell(0, "bonus", 5), Cell(2, "farms", 1))


@pytest.mark.rule("SHT-SCO-04", "SHT-SCO-06")
def test_a_number_of_an_earlier_round_is_corrected() -> None:
    game = begin().when(1, Score("farms", 7)).when(1, EndRound())
    game.when(1, Correct(1, "farms", 9)).then(ScoreCorrected(1, "farms", 9, 1))
    game.when(1, Correct(1, "farms", 7)).refused("SHT-SCO-06")
    game.when(1, Correct(1, "farms", 21)).refused("SHT-SCO-02")
    game.when(1, Correct(2, "farms", 9)).refused("SHT-SCO-04")
    game.when(1, Correct(0, "farms", 9)).refused("SHT-SCO-04")
    game.when(1, Correct(1, "fields", 9)).refused("SHT-SCO-01")
    assert standing(game.when(1, Correct(1, "farms", -5)).board) == ((1, -5), (2, 0))


@pytest.mark.rule("SHT-SCO-04")
def test_a_number_that_was_forgotten_is_written_later() -> None:
    """Seat 2 scored nothing in round 1."""
    game = begin().when(1, Score("farms", 7)).when(1, EndRound()).when(2, Correct(1, "farms", 4))
    assert standing(game.board) == ((1, 7), (2, 4))
    before = begin().when(1, EndRound()).board
    assert RULESET.sentence(before, game.effects) == "{2} corrects Farms in round 1: 4 points."


@pytest.mark.rule("SHT-CNT-01", "SHT-CNT-02", "SHT-CNT-03")
def test_a_counter_stays_within_its_limits() -> None:
    game = begin(COUNTED)
    game.when(1, Count("lives", 5)).then(CounterChanged(1, "lives", 5))
    game.when(1, Count("lives", 10)).refused("SHT-CNT-03")
    game.when(1, Count("lives", -5)).refused("SHT-CNT-03")
    game.when(1, Count("lives", 4)).refused("SHT-CNT-02")
    game.when(1, Count("lives", 0)).refused("SHT-CNT-02")
    game.when(1, Count("deaths", 1)).refused("SHT-CNT-01")


def test_a_counter_is_a_seats_or_the_tables() -> None:
    """What one seat counts on the table, the others see as theirs."""
    board = begin(COUNTED).when(1, Count("lives", -1)).when(2, Count("fog", 10)).when(1, Count("fog", 5)).board
    assert [board.count(seat, "lives") for seat in (1, 2)] == [2, 3]
    assert [board.count(seat, "fog") for seat in (1, 2)] == [15, 15]


@pytest.mark.rule("SHT-SEA-01")
def test_who_has_left_scores_and_counts_nothing() -> None:
    left = begin(COUNTED + "seats: {least: 1}\n").when(2, Leave())
    left.when(2, Score("farms", 1)).refused("SHT-SEA-01")
    left.when(2, Count("lives", 1)).refused("SHT-SEA-01")


# --- what a screen asks


def asked(board: Board, kind: str, *taps: str, **fixed: tuple[str, ...]) -> tuple[str, list[str]]:
    """The field that seat 1 is asked for, and the answers."""
    step = next_step(RULESET, board, 1, Chosen(kind, fixed, taps))
    enough = [f"[{step.enough.label}]"] if step.enough else []
    return step.field, [value.label for value in step.values] + enough


def test_an_amount_is_entered_digit_by_digit() -> None:
    """As on a keypad: what is there already may be enough."""
    board = begin().board
    assert asked(board, "Score") == ("amount", ["\u2212", "0", "1", "2", "3", "4", "5", "6", "7", "8", "9"])
    digits = [*map(str, range(10)), "[Farms: 1 point]"]
    assert asked(board, "Score", amount=("1",)) == ("amount", digits)
    assert asked(board, "Score", amount=("2",)) == ("amount", ["0", "[Farms: 2 points]"])
    assert asked(board, "Score", amount=("9",)) == ("action", ["Farms: 9 points"])
    assert asked(board, "Score", amount=("-",)) == ("amount", ["5", "4", "3", "2", "1"])
    assert asked(board, "Score", amount=("3", "1")) == ("action", [])


def test_what_it_is_for_is_asked_before_the_amount() -> None:
    board = begin(ENDED).board
    assert asked(board, "Score") == ("category", ["Farms", "Bonus"])
    assert asked(board, "Score", category=("bonus",)) == ("amount", ["0", "5", "1"])
    assert asked(board, "Score", "cell:1.end.bonus") == ("amount", ["0", "5", "1"])


def test_no_key_is_more_than_its_digit() -> None:
    """After a 1 only 10 is possible: it is offered, and not recorded at once."""
    board = begin(ENDED).board
    keys = next_step(RULESET, board, 1, Chosen("Score", {"category": ("bonus",)})).values
    assert [(key.label, key.action) for key in keys] == [
        ("0", Score("bonus", 0)),
        ("5", Score("bonus", 5)),
        ("1", None),
    ]
    assert asked(board, "Score", category=("bonus",), amount=("1",)) == ("action", ["Bonus: 10 points"])


def test_a_correction_is_found_by_round_and_category_or_by_a_tap() -> None:
    """Though only examples of it are listed."""
    board = begin(ENDED).when(1, Score("farms", 7)).when(1, EndRound()).when(1, Score("bonus", 5)).board
    assert asked(board, "Correct") == ("round", ["Round 1", "At the end"])
    first = asked(board, "Correct", round=("1",))
    assert first == asked(board, "Correct", "cell:1.1.farms")
    assert first == ("amount", ["\u2212", "0", "1", "2", "3", "4", "5", "6", "8", "9"])
    assert asked(board, "Correct", round=("1",), amount=("7",)) == ("action", [])
    assert asked(board, "Correct", round=("2",)) == ("action", [])
    assert asked(board, "Correct", "cell:2.1.farms") == ("action", [])
    assert asked(board, "Correct", round=("1",), amount=("1", "9"))[1] == ["Correct Farms in round 1: 19 points"]


def limits(board: Board, kind: str, *taps: str, **fixed: tuple[str, ...]) -> tuple[int, int, int] | None:
    """The limits and the step of the number that seat 1 is asked for."""
    numbers = next_step(RULESET, board, 1, Chosen(kind, fixed, taps)).numbers
    return (numbers.least, numbers.most, numbers.step) if numbers else None


def test_an_amount_is_a_number_within_limits_until_a_digit_is_chosen() -> None:
    """Once it is known what it is for: a screen takes it as one."""
    board = begin(ENDED).when(1, Score("farms", 7)).board
    assert limits(board, "Score") == (0, 10, 5)
    assert limits(board, "Score", amount=("1",)) is None
    assert limits(board, "Correct", "cell:1.1.farms") == (-5, 20, 1)
    two = begin(ENDED).board
    assert limits(two, "Score") is None
    assert limits(two, "Score", category=("farms",)) == (-5, 20, 1)
    assert limits(two, "Score", "cell:1.end.bonus") == (0, 10, 5)


def test_the_places_of_numbers_are_the_empty_cells() -> None:
    """Corrections are rare: only the seat that is asked has their places."""
    game = begin(ENDED).when(1, Score("farms", 7))
    assert places_of_numbers(RULESET, game.board, 1) == ("cell:1.end.bonus",)
    assert places_of_numbers(RULESET, game.board, 2) == ("cell:2.1.farms", "cell:2.end.bonus")


@pytest.mark.parametrize("seat", [1, 2])
def test_the_limits_of_all_numbers_are_those_of_each_question(seat: int) -> None:
    """Told at once, without going through the numbers."""
    game = begin(ENDED).when(1, Score("farms", 7))
    numbers = list(Score.numbers(game.board, seat))
    scores = [each.action for each in numbers if isinstance(each.action, Score)]
    limits = [(each.least, each.most, each.step) for each in numbers]
    assert [(score.category, *of_it) for score, of_it in zip(scores, limits, strict=True)] == [
        *([("farms", -5, 20, 1)] if seat == 2 else []),
        ("bonus", 0, 10, 5),
    ]
    for each in numbers:
        (place,) = RULESET.touches(game.board, seat, each.action)
        assert next_step(RULESET, game.board, seat, Chosen(taps=(place,))).numbers == each


def tapped(board: Board, kind: str, *taps: str, **fixed: tuple[str, ...]) -> list[tuple[str, ...]]:
    """Where the answers of seat 1 are tapped."""
    return [value.touches for value in next_step(RULESET, board, 1, Chosen(kind, fixed, taps)).values]


def test_a_round_that_is_over_is_tapped_as_a_whole() -> None:
    """The picture adds it up in one place: which of its numbers is asked after the tap."""
    two = f"{FARMS}  - {{id: goods, name: Goods}}\nrounds: {{number: 2}}\n"
    game = begin(two).when(1, Score("farms", 7)).when(1, EndRound()).when(1, Score("goods", 5))
    assert tapped(game.board, "Correct") == [("line:1.1",), ("cell:1.2.goods",)]
    assert asked(game.board, "Correct", "line:1.1") == ("category", ["Farms", "Goods"])
    assert tapped(game.board, "Correct", "line:1.1") == [(), ()]
    assert asked(game.board, "Correct", "line:1.1", category=("farms",))[0] == "amount"
    assert asked(game.board, "Correct", "cell:1.1.farms") == ("action", [])
    assert tapped(game.when(1, EndRound()).board, "Correct") == []
    one = begin(two.replace("2", "1")).when(1, Score("farms", 7)).board
    assert set(tapped(one, "Correct")) == {("cell:1.1.farms",)}


def test_an_empty_cell_is_tapped_also_after_it_is_said_that_something_is_scored() -> None:
    assert tapped(begin(ENDED).board, "Score") == [("cell:1.1.farms",), ("cell:1.end.bonus",)]


def test_all_that_is_accepted_as_a_correction_is_found() -> None:
    """Of a sheet a hundred times as large, too: the list of what is legal stays short."""
    lines = "".join(f"  - {{id: c{n}, name: C{n}, least: -50, most: 49}}\n" for n in range(20))
    game = begin(f"categories:\n{lines}")
    for _ in range(29):
        game = game.when(1, Score("c7", 3)).when(1, EndRound())
    board = game.board
    corrections = [each for each in RULESET.legal_actions(board, 1) if isinstance(each, Correct)]
    assert len(corrections) == 2
    assert len(asked(board, "Correct")[1]) == 29
    assert len(asked(board, "Correct", round=("12",))[1]) == 20
    assert asked(board, "Correct", round=("12",), category=("c3",), amount=("-", "4", "2")) == (
        "action",
        ["Correct C3 in round 12: \u221242 points"],
    )
