"""Where the service rolls, nobody takes back what told them something."""

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
def test_what_may_be_taken_back_looks_the_same_in_every_twin(tmp_path: Path, name: str) -> None:
    """A seat's view before, and what it was sent until the undo: equal in games that it cannot tell apart."""
    with service_in(tmp_path) as service:
        tried = undo_at_random(service, RULESETS[name], 15)
    assert tried.events >= tried.undos == 15
    assert tried.lookalikes or name not in HIDING


def test_a_policy_that_lets_too_much_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If nothing ever told anybody anything, a look would soon be worth something."""
    monkeypatch.setattr(undo, "learned_something", lambda *_: False)
    with service_in(tmp_path) as service, pytest.raises(AssertionError):
        undo_at_random(service, RULESETS["heros_crossing_tactics"], 100)
