"""Every legal action is found by taps: `python -m tests.recording` looks for far more."""

from __future__ import annotations

import pytest

from api.service import installed_rulesets
from tests.forms import either, mostly
from tests.recording.boards import hardest_position
from tests.recording.chance import MOST_SCREENS, screens_of
from tests.recording.measuring import MOST, Measured, measure, measure_on
from tests.tables import EVERY, WIDEST, Table

BOARDS = 12
DECISIONS = 150
FEW_SEATS = 4
"""A sheet has twelve numbers of seats, and its keypads take time; with more seats than these only most are tried."""


@pytest.mark.parametrize("table", mostly(EVERY, [each for each in EVERY if each.seats <= FEW_SEATS or each in WIDEST]))
def test_every_legal_action_is_found_by_taps(table: Table) -> None:
    """Rows find all of them, and the picture the distinct ones, in few taps; no two rows of a step look alike."""
    boards = BOARDS if table.seats <= FEW_SEATS else either(BOARDS // 3, BOARDS)
    measured = measure(installed_rulesets()[table.ruleset], table.seats, boards)
    assert not measured.broken, (measured.broken, measured.faults, measured.not_found)
    assert measured.by_rows == measured.actions > boards


def test_values_are_found_in_groups_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows need one more step, and the picture finds as many as without groups."""
    ruleset = installed_rulesets()["heros_crossing"]
    before = measure(ruleset, 4, BOARDS)
    monkeypatch.setattr("rulesets.kit.steps.LISTED", 3)
    measured = measure(ruleset, 4, BOARDS)
    assert not measured.faults, measured.faults
    assert measured.by_rows == measured.actions == before.actions
    assert measured.distinct_by_picture == before.distinct_by_picture
    assert measured.values < before.values


def test_the_longest_list_is_found_in_six_taps() -> None:
    """Four Soldiers on three Hordes: a Horde, four squares, and the button."""
    ruleset = installed_rulesets()["kingdom_rush"]
    measured = measure_on([hardest_position()], Measured(ruleset.name, 4, is_hardest=True), ruleset)
    assert measured.longest == 45_826
    assert measured.at(1) == MOST
    assert not measured.broken, measured.faults
    assert measured.distinct_by_picture == measured.distinct == measured.actions


@pytest.mark.parametrize("table", EVERY, ids=str)
def test_questions_for_outcomes_belong_to_parts_of_the_picture(table: Table) -> None:
    """Each question belongs to something that is drawn, and no list of outcomes is too long."""
    measured = screens_of(installed_rulesets()[table.ruleset], table.seats, DECISIONS)
    assert not measured.faults, measured.faults
    assert measured.most["a set-up"] <= MOST_SCREENS["a set-up"]


def test_a_round_with_four_seats_starts_with_three_screens() -> None:
    """They ask for an Action Card, the Zoning Die, and sixteen dice at once."""
    measured = screens_of(installed_rulesets()["heros_crossing"], 4, 5 * DECISIONS)
    assert {what: measured.most[what] for what in MOST_SCREENS} == {"a set-up": 4, "a start of a round": 3}


def test_few_questions_are_repeated() -> None:
    """Questions are grouped by guessing the answers: if an answer changes a later question, it is asked again."""
    measured = screens_of(installed_rulesets()["card_tactics"], 3, 4 * DECISIONS)
    assert measured.repeated < 0.05 * measured.total
