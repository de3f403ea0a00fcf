"""What follows from actions of several topics."""

from __future__ import annotations

from rulesets.kingdom_rush.board import Board
from rulesets.kingdom_rush.phases import Pending
from rulesets.kit import structs


class Asked(structs.Asked[Board], frozen=True):
    """A choice is put to the team: Spells, the Bench, where a Portal tile goes. The phase says which."""

    phase: Pending
