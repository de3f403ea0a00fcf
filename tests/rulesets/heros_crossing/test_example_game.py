"""The example game of the documentation, replayed, with what its page says of its lines."""

from __future__ import annotations

import pytest

from rulesets.heros_crossing import RULESET
from rulesets.heros_crossing import effects as e
from rulesets.heros_crossing.board import Board
from rulesets.heros_crossing.phases import GameOver
from rulesets.heros_crossing.pieces import Laid
from rulesets.kit.conformance import GameStep
from rulesets.kit.structs import Effect
from tests.rulesets.examples import EXAMPLES, replayed
from tests.rulesets.heros_crossing.profile import PROFILE

TOLD = (EXAMPLES / RULESET.name / "README.md").read_text(encoding="utf-8")
NOT_SHOWN = {"ClaimTile", "LetBidStand", "EnterByHand", "EndExtra"}
"""Types of action that the game did not need."""


@pytest.fixture(scope="module")
def steps() -> list[GameStep[Board]]:
    """The events of the example; `steps[n]` is line n of its actions, `steps[0]` the start."""
    return replayed(RULESET)


def test_it_holds_every_invariant(steps: list[GameStep[Board]]) -> None:
    """The example is a game like any other."""
    for step in steps:
        PROFILE.invariants(step.after)
        PROFILE.transitions(step)
    PROFILE.game(steps)


def test_it_ends_two_rounds_after_the_last_hero(steps: list[GameStep[Board]]) -> None:
    """In its last line, and not before, with the scores that the page tells."""
    last = steps[-1].after
    assert last.pending == GameOver(winners=(2,), reason="rounds", scores=(27, 33, 26))
    assert (last.round, last.era, last.seats) == (10, 3, 3)
    assert not any(RULESET.over(step.after) for step in steps[:-1])
    assert f"-{len(steps) - 1} | nobody donates" in TOLD


def test_nearly_every_type_of_action_is_shown(steps: list[GameStep[Board]]) -> None:
    """Whoever copies a line finds one of each kind that is common."""
    assert {kind.__name__ for kind in RULESET.actions} - {type(step.action).__name__ for step in steps} == NOT_SHOWN


@pytest.mark.parametrize(
    ("line", "effect"),
    [
        (13, e.DuplicateSwapped(2, "flask-stall-1b", "armor-shop-1a")),
        (32, e.ZoningSideChosen("X")),
        (35, e.ResourcesMoved(3, "0.1", "-1.0", "armor", 2, 4, 2)),
        (49, e.BidPlaced(1, "herbalist-1a", Laid("green-5", 2), "contested")),
        (55, e.BidWithdrawn(3, "herbalist-1a")),
        (59, e.BuildingWon(1, "herbalist-1a", 1)),
        (128, e.HeroJoined(3, "defender", power=False)),
        (130, e.EraAdvanced(2)),
        (133, e.DieStolen(2, 3, "blue-4", "blue-3", 1)),
        (138, e.DieChanged(1, "grey-6", "grey-5", source="defender")),
        (150, e.TileReplaced(3, "2.1", "potion-shop-2a", "potion-shop-1a")),
        (155, e.RaiseAnnounced(1, "weapon-shop-2a")),
        (159, e.BidWithdrawn(1, "weapon-shop-2a", "not_raised")),
        (167, e.BuildingLeftInSupply(1, "armor-shop-2a")),
        (191, e.SpySent(1, 3, "0.0")),
        (226, e.SpySent(1, 3, "-1.-1", 3, "0.0")),
        (227, e.TileReplaced(2, "-2.-1", "magic-shop-2a", "foundation-2a")),
        (233, e.HeroJoined(2, "cleric", power=False)),
        (235, e.ModifiersGained(3, 2, source="squire")),
        (288, e.EraAdvanced(3)),
        (340, e.HeroJoined(3, "knight", power=False)),
        (356, e.ResourcesDonated(2, 1)),
        (393, e.BuildingPlaced(2, "-2.0", "wishing-well-3a")),
        (453, e.HeroJoined(1, "courier", power=False)),
        (455, e.EndGameTriggered(10)),
        (468, e.ResourcesMoved(1, "1.0", "1.2", "potion", 2, 4, 0)),
        (521, e.SpyExpelled(2, "-1.-1", 3)),
        (527, e.SpyExpelled(3, "-1.-1", 1)),
        (552, e.BidPlaced(1, "wishing-well-1a", Laid("grey-3"), "contested")),
        (564, e.EndPowerScored(2, "page", 3)),
    ],
)
def test_what_its_page_names_happens_in_it(steps: list[GameStep[Board]], line: int, effect: Effect[Board]) -> None:
    """At the lines of its table."""
    assert effect in steps[line].effects


def test_a_hero_who_is_served_in_part_waits(steps: list[GameStep[Board]]) -> None:
    """Cleo fills one need of the Knight in one round, and the others in the next."""
    filled = [(step.after.visiting[1].hero, step.after.visiting[1].filled) for step in steps]
    assert filled[284] == filled[338] == ("knight", ("", "", "armor"))


def test_three_bid_on_one_tile(steps: list[GameStep[Board]]) -> None:
    """And the highest bid gets it."""
    assert {bid.seat for bid in steps[552].after.slot("wishing-well-1a").bids} == {1, 2, 3}
    assert e.BuildingPlaced(1, "-1.1", "wishing-well-1a") in steps[561].effects
