"""Sheets and games for the tests."""

from __future__ import annotations

from collections.abc import Sequence

from rulesets.kit.outcomes import Outcome
from rulesets.kit.scenario import Scenario, begun
from rulesets.scoresheet import RULESET
from rulesets.scoresheet.board import Board

HEAD = "game: scoresheet\nid: test\nname: Test\n"
FARMS = "categories:\n  - {id: farms, name: Farms, least: -5, most: 20}\n"
"""One category."""


def begin(text: str = FARMS, seats: int = 2, outcomes: Sequence[Outcome] = ()) -> Scenario[Board]:
    """A game as it begins, with a sheet of these lines."""
    return begun(RULESET, seats=seats, sets=HEAD + text, outcomes=outcomes)
