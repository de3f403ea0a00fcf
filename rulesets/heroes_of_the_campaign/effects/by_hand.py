"""What a table enters by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from rulesets.heroes_of_the_campaign.board import Board
from rulesets.heroes_of_the_campaign.ids import seat_id
from rulesets.heroes_of_the_campaign.names import source_words
from rulesets.heroes_of_the_campaign.phases import Entering, Running
from rulesets.kit.phases import Seat
from rulesets.kit.structs import Effect

if TYPE_CHECKING:
    pass


class EnteringStarted(Effect[Board], frozen=True):
    """The table is to enter what an action does."""

    def apply(self, board: Board) -> Board:
        run = board.pending
        assert isinstance(run, Running)
        return replace(board, pending=Entering(run))


class HandEntered(Effect[Board], frozen=True):
    """A seat entered by hand what a card does: the effects that follow."""

    seat: Seat

    def apply(self, board: Board) -> Board:
        pending = board.pending
        return replace(board, pending=pending.then) if isinstance(pending, Entering) else board

    def touches(self) -> tuple[str, ...]:
        return (seat_id(self.seat),)

    def says(self, board: Board) -> str:
        pending = board.pending
        card = f" for {source_words(board, pending.then.home)}" if isinstance(pending, Entering) else ""
        return f"Entered by hand{card}:"
