"""What a card does that no word can express: the table enters it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from rulesets.card_tactics.board import Board
from rulesets.card_tactics.phases import Entering, Following
from rulesets.card_tactics.words import phrases as words
from rulesets.kit.phases import Seat
from rulesets.kit.structs import Effect

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rulesets.kit.facts import Fact


class EnteringStarted(Effect[Board], frozen=True):
    """The table is to enter what a phrase does; seat 0 is any."""

    silent = {"seat": "the answer is a row"}
    seat: Seat

    def apply(self, board: Board) -> Board:
        frame = board.pending
        assert isinstance(frame, Following)
        return replace(board, pending=Entering(self.seat, frame))

    def sentence(self, board: Board) -> str:
        frame = Following.of(board)
        do = board.components.steps[frame.at].do
        assert isinstance(do, words.ByHand)
        return f"To be entered by hand: {do.text.rstrip('.')}."

    def facts(self, board: Board) -> Iterable[Fact]:
        """None: the answer is a row."""
        return ()


class HandEntered(Effect[Board], frozen=True):
    """A seat entered by hand what a card does: `n` effects that follow, and what follows from them."""

    mark = "by hand"
    silent = {"seat": "the decision tells it", "n": "the decision tells it"}
    seat: Seat
    n: int = 0

    def apply(self, board: Board) -> Board:
        pending = board.pending
        return replace(board, pending=pending.then) if isinstance(pending, Entering) else board

    def sentence(self, board: Board) -> str:
        return f"{{{self.seat}}} enters what {'happens' if self.n else 'the card does: nothing'}."

    def facts(self, board: Board) -> Iterable[Fact]:
        """None: the decision is a row, and so is each of the effects."""
        return ()
