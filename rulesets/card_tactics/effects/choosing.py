"""Choices in the middle of a text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.card_tactics.board import Board
from rulesets.card_tactics.descriptions import choice_word
from rulesets.card_tactics.names import card_name
from rulesets.card_tactics.phases import Choosing
from rulesets.kit import cards
from rulesets.kit.phases import Seat
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

    silent = dict.fromkeys(("names", "seat"), "the decision tells it")
    seat: Seat

    def sentence(self, board: Board) -> str:
        pending = Choosing.of(board)
        if pending.kind in ("branch", "order", "quirk"):
            word = choice_word(board, pending, self.names)
            return f"{{{self.seat}}} chooses: {word[:1].lower()}{word[1:]}."
        return f"{{{self.seat}}} chooses {joined([card_name(board, name) for name in self.names])}."

    def facts(self, board: Board) -> Iterable[Fact]:
        """None: the decision is a row."""
        return ()
