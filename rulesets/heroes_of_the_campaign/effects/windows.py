"""Windows: who lets something happen, and who wants to be asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from rulesets.heroes_of_the_campaign.board import Board
from rulesets.heroes_of_the_campaign.effects import common
from rulesets.heroes_of_the_campaign.ids import Watch, watch_id
from rulesets.heroes_of_the_campaign.phases import Fighting, Running

if TYPE_CHECKING:
    pass


class Passed(common.NoRow, common.OfSeat, frozen=True):
    """A seat lets the next action, or the wounds of a combat, happen."""

    silent = {"seat": "stands in the row of `GoOn`"}

    def apply(self, board: Board) -> Board:
        pending = board.pending
        assert isinstance(pending, Running | Fighting)
        passed = tuple(sorted((*pending.passed, self.seat)))
        return replace(board, pending=replace(pending, passed=passed))

    def sentence(self, board: Board) -> str:
        what = "the wounds be dealt" if isinstance(board.pending, Fighting) else "the next action happen"
        return f"{{{self.seat}}} lets {what}."


class WindowReopened(common.NoRow, frozen=True):
    """A card was used in a window: everybody may use another."""

    def apply(self, board: Board) -> Board:
        return replace(board, pending=replace(board.pending, passed=()))


class WordGiven(common.OfSeat, frozen=True):
    """A seat sets when it wants to be asked."""

    title = "Said when to be asked"
    columns = {"watches": "kind", "later": "choice"}
    watches: Watch
    later: Watch | None = None
    """What that becomes again at its next own turn; `None`: it stays."""

    def touches(self) -> tuple[str, ...]:
        return (watch_id(self.seat),)

    def apply(self, board: Board) -> Board:
        side = replace(board.side(self.seat), watches=self.watches, later=self.later)
        return board.with_side(self.seat, side)

    def sentence(self, board: Board) -> str:
        when = {
            "no": "lets everything pass",
            "attack": "wants to be asked before attacks",
            "all": "wants to be asked before everything",
        }
        return f"{{{self.seat}}} {when[self.watches]}{' in this turn' if self.later else ''}."
