"""What the rows of dice share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.heros_crossing.board import DIE_SIDES, FACE

if TYPE_CHECKING:
    from rulesets.heros_crossing.board import Die
    from rulesets.kit.facts import Fact


def of_die(die: Die, fact: Fact) -> Fact:
    """A row that a die belongs to, with what it shows."""
    fact.card, fact.die_sides, fact.die_face = die, DIE_SIDES, FACE[die]
    return fact
