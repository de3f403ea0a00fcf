"""Scenarios in which each action that is tried is taken exactly if it is listed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.kingdom_rush import RULESET
from rulesets.kingdom_rush.board import Board
from rulesets.kit.errors import Refused
from rulesets.kit.scenario import Scenario

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rulesets.kit.chance import Outcome
    from rulesets.kit.structs import Action, Seat


class Checked(Scenario[Board]):
    """A scenario whose every step is looked up in the list of legal actions."""

    __slots__ = ()

    def when(self, seat: Seat, action: Action[Board], outcomes: Sequence[Outcome] = ()) -> Checked:
        """The scenario after the action. An AssertionError if it is listed and refused, or taken and not listed."""
        listed = action in list(RULESET.legal_actions(self.board, seat))
        after = super().when(seat, action, outcomes)
        assert listed is not isinstance(after._error, Refused), f"{action} is {'' if listed else 'not '}listed"
        return Checked(self.ruleset, after._board, after.effects, after._error)


def at(board: Board) -> Checked:
    """A scenario that starts on the board."""
    return Checked(RULESET, board)
