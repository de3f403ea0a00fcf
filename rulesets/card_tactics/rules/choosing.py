"""Answering a choice in the middle of a text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.card_tactics import effects as e
from rulesets.card_tactics.board import Board
from rulesets.card_tactics.names import card_name, joined, unit_id
from rulesets.card_tactics.phases import Choosing
from rulesets.kit import cards

if TYPE_CHECKING:
    from rulesets.kit.play import Play
    from rulesets.kit.structs import Seat

VERBS = {"order": "First", "quirk": "First the quirk of", "branch": "Option"}


class Choose(cards.Choose[Board], frozen=True, tag="Choose"):
    """Choose units, items, an order or a branch."""

    rule = "CDT-SKL-04"
    on_sight = True
    phase = Choosing

    def perform(self, play: Play[Board]) -> None:
        play.emit(e.ChoiceMade(self.names))

    def touches(self) -> tuple[str, ...]:
        return tuple(map(unit_id, self.names))

    def label(self, board: Board, seat: Seat) -> str:
        pending = board.pending
        kind = pending.kind if isinstance(pending, Choosing) else ""
        names = joined([card_name(board, name) for name in self.names]) if self.names else "nothing"
        return f"{VERBS.get(kind, 'Choose')} {names}"
