"""Choices that actions and abilities ask for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from rulesets.heroes_of_the_campaign.board import Board
from rulesets.heroes_of_the_campaign.phases import Choosing, Running, Triggering
from rulesets.kit import cards
from rulesets.kit.phases import Seat
from rulesets.kit.structs import Effect

if TYPE_CHECKING:
    pass


class ChoiceAsked(Effect[Board], frozen=True):
    """An action or an ability needs a choice."""

    seat: Seat
    kind: str
    among: tuple[str, ...]
    low: int
    high: int

    def apply(self, board: Board) -> Board:
        back = board.pending
        assert isinstance(back, Running | Triggering)
        return replace(board, pending=Choosing(self.seat, self.kind, self.among, self.low, self.high, back))


class ChoiceMade(cards.ChoiceMade[Board], frozen=True):
    """The choice was made; what asked for it goes on."""
