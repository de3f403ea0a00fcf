"""Bid: lay the die in use on a tile of the supply."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.heros_crossing.board import Board, Laid, Slot, TileId
from rulesets.heros_crossing.effects import BidPlaced
from rulesets.heros_crossing.effects.naming import tile_name
from rulesets.heros_crossing.phases import Acting
from rulesets.heros_crossing.powers import values
from rulesets.heros_crossing.rules.common import may, need_action, take, value_for
from rulesets.heros_crossing.town import has_same
from rulesets.kit.play import Play, need
from rulesets.kit.structs import Action

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rulesets.kit.structs import Seat


class Bid(Action[Board], frozen=True):
    """Bid on a face-up tile, against others or to raise the own bid (HCX-BID-01, HCX-CON-04)."""

    tile: TileId
    phase = Acting

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterator[Bid]:
        if may(board, seat, "bid"):
            yield from (cls(slot.tile) for slot in board.supply if slot.tile)

    def check(self, board: Board, seat: Seat) -> None:
        pending = need_action(board, seat, "bid")
        need(board.slot_of(self.tile) is not None, "HCX-BID-01")
        slot, tile = board.slot(self.tile), board.components.tile[self.tile]
        v = values(board, seat)
        need(v.suits("bid", pending.colours, tile.colour), "HCX-BID-02")
        need(self.tile not in pending.laid, "HCX-DUA-10")
        need(seat not in slot.barred or v.rebid, "HCX-BID-11")
        need(not has_same(board, seat, tile), "HCX-BID-08")
        need_highest(board, seat, slot)

    def perform(self, play: Play[Board]) -> None:
        board = play.board
        pending, slot = board.pending, board.slot(self.tile)
        assert isinstance(pending, Acting)
        bonus = values(board, play.seat).added("bid")
        laid = Laid(pending.die, pending.modifiers, bonus, bool(pending.laid))
        how = "raised" if slot.bid(play.seat) else "contested" if slot.bids else "first"
        take(play, "bid")
        play.emit(BidPlaced(play.seat, self.tile, laid, how))  # type: ignore[arg-type]

    def touches(self) -> tuple[str, ...]:
        return (f"tile:{self.tile}",)

    def label(self, board: Board, seat: Seat) -> str:
        return f"Bid on {tile_name(board, self.tile)} ({self.tile})"


def need_highest(board: Board, seat: Seat, slot: Slot) -> None:
    """HCX-BID-06, HCX-CON-04: the sum of the seat's dice must beat each other bid on the tile."""
    own = slot.bid(seat)
    total = value_for(board, seat, "bid") + (own.total if own else 0)
    rule = "HCX-CON-04" if own else "HCX-BID-06"
    ties = values(board, seat).win_bid_ties
    for other in slot.bids:
        if other.seat != seat:
            needed = other.total + values(board, other.seat).bid_guard + (0 if ties else 1)
            need(total >= needed, rule)


def bids_in(actions: tuple[str, ...]) -> int:
    """Bid actions of a row."""
    return actions.count("bid")
