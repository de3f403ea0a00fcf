"""Choices in the middle of a text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from rulesets.card_tactics.board import Board
from rulesets.card_tactics.names import card_name
from rulesets.card_tactics.phases import Choosing
from rulesets.kit import cards
from rulesets.kit.facts import Fact
from rulesets.kit.phases import Seat
from rulesets.kit.structs import Effect
from rulesets.kit.words import joined

if TYPE_CHECKING:
    from collections.abc import Iterable


class ChoiceAsked(Effect[Board], frozen=True):
    """Somebody has to choose; seat 0 is any."""

    seat: Seat
    kind: str
    among: tuple[str, ...]
    low: int = 1
    high: int = 1

    def apply(self, board: Board) -> Board:
        choosing = Choosing(self.seat, self.kind, self.among, self.low, self.high, then=board.pending)
        return replace(board, pending=choosing)

    def facts(self, board: Board) -> Iterable[Fact]:
        return (Fact(seat=self.seat or None, kind=self.kind),)


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
