"""A combat or the game is won or lost."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from rulesets.card_tactics.board import Board
from rulesets.card_tactics.effects import common
from rulesets.card_tactics.phases import DrawingTreasure, GameOver
from rulesets.card_tactics.pieces import CardId
from rulesets.kit.facts import Fact
from rulesets.kit.phases import seats_of
from rulesets.kit.structs import Effect
from rulesets.kit.tuples import insert

if TYPE_CHECKING:
    from collections.abc import Iterable


class _CombatEffect(Effect[Board], frozen=True):
    """Of the combat under way."""

    def facts(self, board: Board) -> Iterable[Fact]:
        """Value: the number of the combat."""
        return (Fact(value=board.combat),)


class CombatWon(_CombatEffect, frozen=True):
    """All enemies are defeated: the rest of the action is not carried out (CDT-END-01)."""

    over: tuple[CardId, ...] = ()
    """Events whose time is over with it."""

    def apply(self, board: Board) -> Board:
        discard = board.event_discard
        for card in self.over:
            discard = insert(discard, card)
        return replace(
            common.at_end_of(board, "combat"),
            slot=None,
            fighting=False,
            lasting=tuple(card for card in board.lasting if card not in self.over),
            event_discard=discard,
            pending=DrawingTreasure(bool(board.bosses)),
        )

    def says(self, board: Board) -> str:
        return f"Combat {board.combat} is won."


class GameWon(_CombatEffect, frozen=True):
    """The combat of the Unique Boss is won: all seats win."""

    def apply(self, board: Board) -> Board:
        return replace(board, pending=GameOver(seats_of(board), "unique_boss"))

    def says(self, board: Board) -> str:
        return "The heroes win."


class GameLost(_CombatEffect, frozen=True):
    """All heroes are defeated: nobody wins."""

    def apply(self, board: Board) -> Board:
        return replace(board, slot=None, fighting=False, pending=GameOver((), "heroes"))

    def says(self, board: Board) -> str:
        return "All heroes are defeated. The game is lost."
