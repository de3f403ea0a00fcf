"""What the picture of Hero's Crossing says in words."""

from __future__ import annotations

from typing import get_args

import pytest

from rulesets.heros_crossing import RULESET, caption, phases
from rulesets.heros_crossing.phases import TURN, Drafting, Extra, GameOver, LastDonations, Placing, Selling
from rulesets.kit.phases import GameOver as Ended
from rulesets.kit.phases import Phase
from tests.rulesets.heros_crossing.boards import side, slot, stake, table, using, visit

NAMES = {1: "Heron", 2: "Otter"}


def test_the_title_tells_game_round_and_version() -> None:
    """Of the set-up it tells that it is one."""
    assert caption.title(table(round=6), 214) == "Hero's Crossing, round 6, version 214"
    assert caption.title(table(round=0), 9) == "Hero's Crossing, set-up, version 9"


def test_the_description_tells_the_position() -> None:
    """Who is to act, the points, who visits, what is bid."""
    board = table(
        side(vp=11),
        side(vp=14),
        zoning="E",
        supply={2: slot("enchanter-1c", stake(2, "blue-5"), stake(1, "blue-4", "blue-2"))},
        visiting={0: visit("dancer", stake(2, "blue-2+1")), 1: "", 2: "", 3: ""},
    )
    assert caption.description(board, NAMES) == (
        "Two seats, era 1, zoning east. Heron has to draft a die. Points: Heron 11, Otter 14. "
        "Visiting: Dancer (attracted by Otter with 3). Bids: Enchanter 1: Otter 5, Heron 6."
    )


def test_a_turn_that_waits_after_its_actions_says_so() -> None:
    """What is left is free actions, and the end of the turn."""
    assert "Heron has to act with the die in use." in caption.description(table(pending=using("red-1", "spy")), NAMES)
    waiting = caption.description(table(pending=using("red-1")), NAMES)
    assert "Heron has to take a free action or to end the turn." in waiting


def test_a_move_half_made_tells_the_points_left() -> None:
    """Of a die, or of the action that a hero gives."""
    moving = caption.description(table(pending=using("red-5", points=1)), NAMES)
    assert "Heron has to act with the die in use, with 1 movement point left." in moving
    given = caption.description(table(pending=Extra(2, (), 4, ("red",), TURN, points=2)), NAMES)
    assert "Otter has to do the action that a hero gives, with 2 movement points left." in given


def test_the_description_tells_who_won() -> None:
    """Or why the game is over, when nobody did."""
    assert "Heron and Otter won." in caption.description(table(pending=GameOver((1, 2), "rounds", (7, 7))), NAMES)
    assert "The game is over: rain." in caption.description(table(pending=Ended((), "rain")), NAMES)  # type: ignore[arg-type]


@pytest.mark.parametrize("reason", ["rounds", "all_fulfilled"])
def test_each_end_of_the_rulebook_is_put_into_words(reason: str) -> None:
    """A game that ended so without a winner says why."""
    ended = caption.description(table(pending=GameOver((), reason)), NAMES)
    assert f"The game is over: {RULESET.endings[reason]}." in ended
    assert reason not in ended


def test_what_stands_in_the_middle_of_a_step_belongs_to_it() -> None:
    """A tile placed in a turn is part of the draft, one placed in the clean-up is part of that."""
    assert caption.step_name(table(pending=Placing(1, "smithy-1a", TURN))) == "Draft dice"
    assert caption.step_name(table(pending=Placing(1, "smithy-1a", phases.Closing(1)))) == "Cleanup"
    assert caption.step_name(table(pending=Selling(1, 0))) == "Attraction"
    assert caption.step_name(table(pending=using("blue-1", "move"))) == "Draft dice"


def test_the_set_up_has_steps_of_its_own() -> None:
    """The end of the game has none."""
    assert caption.steps(table(pending=Drafting(), round=0)) == caption.SETUP_STEPS
    assert caption.step_name(table(pending=Drafting(), round=0)) == "Draft"
    assert caption.steps(table(pending=LastDonations())) == ()
    assert caption.step_name(table(pending=LastDonations())) == "Last donations"


def test_every_phase_that_waits_for_somebody_says_what_for() -> None:
    """In two words on the strip of the seat, and in a sentence."""
    by_itself = {"RoundStarting", "RollingDice", "Cleaning", "Scoring", "GameOver"}
    waiting = [phase for phase in get_args(phases.Pending) if phase.__name__ not in by_itself]
    assert all(phase.asks != Phase.asks and phase.brief != Phase.brief for phase in waiting)
    assert all(phase.asks.startswith("to ") and phase.brief.startswith("to ") for phase in waiting)


def test_every_part_is_a_step_of_the_strip() -> None:
    """Each step is a phase's; only the end of the game is none."""
    parts = {phase.part for phase in get_args(phases.Pending)}
    assert parts - {"", "Last donations"} == {*caption.SETUP_STEPS, *caption.STEPS}


def test_only_seats_that_are_waited_for_have_a_status() -> None:
    """The others say nothing."""
    assert [caption.status(table(seat=2), seat) for seat in (1, 2)] == ["", "to draft"]
