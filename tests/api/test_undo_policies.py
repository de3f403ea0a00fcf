"""In games that the service rolls for, nobody undoes what gave them new information."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from api.recording import undo
from tests.api.amends import RULESETS, service_in
from tests.api.undos import undo_at_random

if TYPE_CHECKING:
    from pathlib import Path

HIDING = ("heroes_of_the_campaign", "heros_crossing", "heros_crossing_tactics")
"""Games in which one seat knows what another does not."""


@pytest.mark.parametrize("name", RULESETS)
def test_an_allowed_undo_revealed_nothing_to_its_seat(tmp_path: Path, name: str) -> None:
    """What the seat sees before the action, and what it gets until the undo, is the same in all games that it cannot
    tell apart."""
    with service_in(tmp_path) as service:
        totals = undo_at_random(service, RULESETS[name], 15)
    assert totals.events >= totals.undos == 15
    assert totals.lookalikes or name not in HIDING


def test_a_policy_that_allows_too_much_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the policy never sees new information, an undo soon follows an action that revealed something."""
    monkeypatch.setattr(undo, "learned_something", lambda *_: False)
    with service_in(tmp_path) as service, pytest.raises(AssertionError):
        undo_at_random(service, RULESETS["heros_crossing_tactics"], 100)
