"""What may be entered by hand, and the rules that refuse the rest: for `Ruleset.adjust` and for `by_hand`."""

from __future__ import annotations

from typing import Any

from rulesets.kit.effects import Effect
from rulesets.kit.errors import Refused
from rulesets.kit.play import need

WHERE_THE_TABLE_ROLLS = "KIT-HAND-01"
MOST_AT_ONCE = "KIT-HAND-02"
ONLY_ADJUSTABLE = "KIT-HAND-03"
STUCK = "KIT-HAND-04"
IMPOSSIBLE = "KIT-HAND-05"

BROKEN = (AssertionError, AttributeError, LookupError, TypeError, ValueError)
"""What an effect raises on a board that it does not fit."""

MOST_EFFECTS = 50
"""KIT-HAND-02: far more than any one card does."""


def need_possible(board: Any, effect: Effect[Any]) -> Any:
    """The board after an effect that is entered in no phase of its own. Raises Refused.

    An effect may count on the phase that it belongs to, and break on another one: there it cannot be.
    """
    need(effect.adjustable, ONLY_ADJUSTABLE)
    try:
        effect.check(board)
        return effect.apply(board)
    except BROKEN:
        raise Refused(IMPOSSIBLE) from None
