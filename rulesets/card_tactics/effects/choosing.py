"""Choices in the middle of a text."""

from __future__ import annotations

from rulesets.card_tactics.board import Board
from rulesets.card_tactics.names import card_name
from rulesets.card_tactics.phases import Choosing
from rulesets.kit import cards
from rulesets.kit.words import joined


class ChoiceAsked(cards.ChoiceAsked[Board], frozen=True, tag="ChoiceAsked"):
    """Somebody has to choose; seat 0 is any."""

    phase = Choosing
    low: int = 1
    high: int = 1


class ChoiceMade(cards.ChoiceMade[Board], frozen=True, tag="ChoiceMade"):
    """It is chosen."""

    def says(self, board: Board) -> str:
        if not self.names:
            return ""
        kind = board.pending.kind if isinstance(board.pending, Choosing) else ""
        if kind == "branch":
            return f"The choice is option {int(self.names[0]) + 1}."
        return f"{CHOSEN.get(kind, 'The choice is')} {joined([card_name(board, name) for name in self.names])}."


CHOSEN = {"order": "First comes", "quirk": "First comes the quirk of"}
"""What else is chosen by some kinds of choices."""
