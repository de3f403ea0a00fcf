"""The end of the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from rulesets.kingdom_rush.board import Board
from rulesets.kingdom_rush.names import ending
from rulesets.kingdom_rush.phases import GameOver
from rulesets.kit.facts import Fact
from rulesets.kit.phases import seats_of
from rulesets.kit.structs import Effect

if TYPE_CHECKING:
    from collections.abc import Iterable


class _Ended(Effect[Board], frozen=True):
    """The game is over, for a reason out of `ENDINGS`."""

    reason: str

    def facts(self, board: Board) -> Iterable[Fact]:
        return (Fact(kind=self.reason),)


class GameWon(_Ended, frozen=True):
    """The victory condition holds at the end of a round."""

    def apply(self, board: Board) -> Board:
        return replace(board, pending=GameOver(seats_of(board), self.reason))

    def sentence(self, board: Board) -> str:
        return f"The Kingdom is saved: {ending(self.reason)}."


class GameLost(_Ended, frozen=True):
    """The game is lost at once."""

    def apply(self, board: Board) -> Board:
        return replace(board, pending=GameOver((), self.reason))

    def sentence(self, board: Board) -> str:
        return f"The Kingdom falls: {ending(self.reason)}."
