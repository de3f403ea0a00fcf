"""Every legal action is found by taps: `python -m tests.recording` looks for far more."""

from __future__ import annotations

import pytest

from api.service import installed_rulesets
from tests.recording.boards import crowded
from tests.recording.chance import MOST_SCREENS, screens_of
from tests.recording.measuring import MOST, Measured, measure, measure_on
from tests.tables import EVERY, Table

BOARDS = 12
DECISIONS = 150


@pytest.mark.parametrize("table", EVERY, ids=str)
def test_every_legal_action_is_found_by_taps(table: Table) -> None:
    """By rows all of them, by the picture what lies apart there, in few taps; no two rows of a step read alike."""
    measured = measure(installed_rulesets()[table.ruleset], table.seats, BOARDS)
    assert not measured.broken, (measured.broken, measured.faults, measured.not_found)
    assert measured.by_rows == measured.actions > BOARDS


def test_values_are_found_in_groups_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """By rows one step farther, by the picture as before."""
    ruleset = installed_rulesets()["heros_crossing"]
    before = measure(ruleset, 4, BOARDS)
    monkeypatch.setattr("rulesets.kit.steps.LISTED", 3)
    measured = measure(ruleset, 4, BOARDS)
    assert not measured.faults, measured.faults
    assert measured.by_rows == measured.actions == before.actions
    assert measured.apart_by_picture == before.apart_by_picture
    assert measured.values < before.values


def test_the_longest_list_is_found_in_six_taps() -> None:
    """Four Soldiers on three Hordes: a Horde, four squares, the take."""
    ruleset = installed_rulesets()["kingdom_rush"]
    measured = measure_on([crowded()], Measured(ruleset.name, 4, is_hardest=True), ruleset)
    assert measured.longest == 45_826
    assert measured.at(1) == MOST
    assert not measured.broken, measured.faults
    assert measured.apart_by_picture == measured.apart == measured.actions


@pytest.mark.parametrize("table", EVERY, ids=str)
def test_chance_is_asked_for_in_places_of_the_picture(table: Table) -> None:
    """Each slot is something that is drawn, and no list is longer than can be looked through."""
    measured = screens_of(installed_rulesets()[table.ruleset], table.seats, DECISIONS)
    assert not measured.faults, measured.faults
    assert measured.most["a set-up"] <= MOST_SCREENS["a set-up"]


def test_a_round_of_four_starts_on_three_screens() -> None:
    """An Action Card, the Zoning Die, and sixteen dice at once."""
    measured = screens_of(installed_rulesets()["heros_crossing"], 4, 5 * DECISIONS)
    assert {what: measured.most[what] for what in MOST_SCREENS} == {"a set-up": 4, "a start of a round": 3}


def test_hardly_anything_is_asked_again() -> None:
    """A group is worked out with guesses: where an answer changes what follows, that is asked anew."""
    measured = screens_of(installed_rulesets()["card_tactics"], 3, 4 * DECISIONS)
    assert measured.again < 0.05 * measured.asked
