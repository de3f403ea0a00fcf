"""What the table enters by hand."""

from __future__ import annotations

from msgspec.structs import replace

from rulesets.heros_crossing.board import Board
from rulesets.heros_crossing.effects import common
from rulesets.heros_crossing.effects.claiming import back
from rulesets.heros_crossing.ids import hero_id
from rulesets.heros_crossing.names import hero_name
from rulesets.heros_crossing.phases import ByHand
from rulesets.heros_crossing.pieces import HeroId
from rulesets.kit.phases import Seat

IN_OTHER_ROWS = {"seat": "of what is entered", "card": "the source of what is entered"}


class HandStarted(common.Untold, frozen=True):
    """What a card does is entered by the table."""

    silent = IN_OTHER_ROWS
    seat: Seat
    card: HeroId

    def apply(self, board: Board) -> Board:
        return replace(board, pending=ByHand(self.seat, self.card, back(board.pending)))

    def touches(self) -> tuple[str, ...]:
        return (hero_id(self.card),)


class HandEntered(common.Untold, frozen=True):
    """All that the card does has been entered."""

    mark = "by hand"
    silent = IN_OTHER_ROWS
    seat: Seat
    card: HeroId

    def apply(self, board: Board) -> Board:
        pending = board.pending
        assert isinstance(pending, ByHand)
        return replace(board, pending=pending.then)

    def touches(self) -> tuple[str, ...]:
        return (hero_id(self.card),)

    def sentence(self, board: Board) -> str:
        return f"{{{self.seat}}} has entered what the {hero_name(board, self.card)} does."
