"""Adjustments of the board by hand, with effects that the ruleset marks as adjustable."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import Struct

from api.recording.decide import named
from projections import names
from rulesets.kit.adjusting import WHERE_THE_TABLE_ROLLS
from rulesets.kit.chance import GivenChance
from rulesets.kit.errors import ChanceNeeded, Refused
from rulesets.kit.outlook import outlook
from rulesets.kit.structs import Adjust

if TYPE_CHECKING:
    from collections.abc import Sequence

    from events import Game
    from rulesets.kit.outcomes import Outcome
    from rulesets.kit.play import Play
    from rulesets.kit.ruleset import Ruleset
    from rulesets.kit.structs import Effect


class Adjustment(Struct, frozen=True, kw_only=True):
    """An adjustment that the table enters."""

    effects: Sequence[Effect[Any]]
    outcomes: Sequence[Outcome] = ()
    """Rolls and draws that follow from the effects."""
    reason: str
    occurred_at: int | None = None
    """When it happened at the table, in microseconds UTC, if it is entered later."""


def adjusted(ruleset: Ruleset[Any], game: Game, board: Any, adjustment: Adjustment) -> tuple[Adjust, Play[Any]]:
    """The effects of an adjustment, and what follows from them. Raises Refused, ChanceNeeded, LeftoverOutcomes."""
    if game.chance == "server":
        raise Refused(WHERE_THE_TABLE_ROLLS)
    chance = GivenChance(adjustment.outcomes)
    try:
        play = ruleset.adjust(board, adjustment.effects, chance)
    except ChanceNeeded as error:

        def again(guess: Any) -> Play[Any]:
            return ruleset.adjust(board, adjustment.effects, guess)

        error.outlook = named(outlook(ruleset, board, 0, error, adjustment.outcomes, again), names(game))
        raise
    chance.all_used()
    return Adjust(len(adjustment.effects)), play
