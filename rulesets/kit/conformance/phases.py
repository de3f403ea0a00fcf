"""The phases of a ruleset, as its actions and steps name them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulesets.kit.phases import B, Phase
from rulesets.kit.structs import Action

if TYPE_CHECKING:
    from rulesets.kit.ruleset import Ruleset


def phases_of_action(kind: type[Action[Any]]) -> tuple[type[Phase], ...]:
    """The phases that a type of action answers."""
    return kind.phase if isinstance(kind.phase, tuple) else (kind.phase,)


def phases_of(ruleset: Ruleset[B]) -> list[type[Phase]]:
    """The phases that actions answer or steps continue, and any other that an action names."""
    return list(dict.fromkeys((*answered(ruleset), *ruleset.automatic)))


def answered(ruleset: Ruleset[B]) -> dict[type[Phase], None]:
    """The phases that actions answer."""
    return dict.fromkeys(phase for kind in ruleset.actions for phase in phases_of_action(kind))
