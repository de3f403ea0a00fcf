"""Choices in the middle of a text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.card_tactics.board import Board
from rulesets.card_tactics.names import card_name
from rulesets.card_tactics.phases import Choosing
from rulesets.kit import cards
from rulesets.kit.words import joined

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rulesets.kit.facts import Fact


class ChoiceAsked(cards.ChoiceAsked[Board], frozen=True, tag="ChoiceAsked"):
    """Somebody has to choose; seat 0 is any."""

    silent = dict.fromkeys(("seat", "kind", "among", "low", "high"), "the answer is a row")
    phase = Choosing
    low: int = 1
    high: int = 1

    def facts(self, board: Board) -> Iterable[Fact]:
        """None: the answer is a row."""
        return ()


class ChoiceMade(cards.ChoiceMade[Board], frozen=True, tag="ChoiceMade"):
    """It is chosen."""

    silent = {"names": "the decision tells it"}

    def says(self, board: Board) -> str:
        if not self.names:
            return ""
        kind = board.pending.kind if isinstance(board.pending, Choosing) else ""
        if kind == "branch":
            return f"The choice is option {int(self.names[0]) + 1}."
        return f"{CHOSEN.get(kind, 'The choice is')} {joined([card_name(board, name) for name in self.names])}."

    def facts(self, board: Board) -> Iterable[Fact]:
        """None: the decision is a row."""
        return ()


CHOSEN = {"order": "First comes", "quirk": "First comes the quirk of"}
"""What else is chosen by some kinds of choices."""
