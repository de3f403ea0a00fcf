"""What a table enters by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from rulesets.heroes_of_the_campaign.board import Board
from rulesets.heroes_of_the_campaign.effects import common
from rulesets.heroes_of_the_campaign.names import source_words
from rulesets.heroes_of_the_campaign.phases import Entering, Running

if TYPE_CHECKING:
    pass


class EnteringStarted(common.NoRow, frozen=True):
    """The table is to enter what an action does."""

    def apply(self, board: Board) -> Board:
        run = board.pending
        assert isinstance(run, Running)
        return replace(board, pending=Entering(run))


class HandEntered(common.NoRow, common.OfSeat, frozen=True):
    """A seat entered by hand what a card does: the effects that follow."""

    mark = "by hand"
    silent = {"seat": "stands in the row of `EnterByHand`"}

    def apply(self, board: Board) -> Board:
        pending = board.pending
        return replace(board, pending=pending.then) if isinstance(pending, Entering) else board

    def sentence(self, board: Board) -> str:
        pending = board.pending
        card = source_words(board, pending.then.home) if isinstance(pending, Entering) else "a card"
        return f"{{{self.seat}}} enters by hand what {card} does."
