"""Bid: lay the die in use on a tile of the supply."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.heros_crossing import effects as e
from rulesets.heros_crossing.board import Board
from rulesets.heros_crossing.names import offered_name
from rulesets.heros_crossing.phases import Acting
from rulesets.heros_crossing.pieces import Laid, Slot
from rulesets.heros_crossing.rules.common import OnTile, acting, colours_for, may, need_action, take, value_for
from rulesets.heros_crossing.rules.town import has_same
from rulesets.heros_crossing.rules.values import values
from rulesets.kit.errors import Refused
from rulesets.kit.play import Play, need

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rulesets.heros_crossing.phases import Extra
    from rulesets.heros_crossing.values import Values
    from rulesets.kit.phases import Seat


class Bid(OnTile, frozen=True):
    """Bid on a face-up tile, against others or to raise the own bid (HCX-BID-01, HCX-CON-04)."""

    phase = Acting
    exact = True

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterator[Bid]:
        if may(board, seat, "bid"):
            pending, v = acting(board), values(board, seat)
            slots = (slot for slot in board.supply if slot.tile and not _refusal(board, seat, slot, pending, v))
            yield from (cls(slot.tile) for slot in slots)

    def check(self, board: Board, seat: Seat) -> None:
        pending = need_action(board, seat, "bid")
        need(board.offers(self.tile), "HCX-BID-01")
        if refusal := _refusal(board, seat, board.slot(self.tile), pending, values(board, seat)):
            raise Refused(refusal)

    def perform(self, play: Play[Board]) -> None:
        board = play.board
        pending, slot = Acting.of(board), board.slot(self.tile)
        bonus = values(board, play.seat).added("bid")
        laid = Laid(pending.die, pending.modifiers, bonus, bool(pending.laid))
        how = "raised" if slot.bid(play.seat) else "contested" if slot.bids else "first"
        take(play, "bid")
        play.emit(e.BidPlaced(play.seat, self.tile, laid, how))  # type: ignore[arg-type]

    def label(self, board: Board, seat: Seat) -> str:
        return f"Bid on {offered_name(board, self.tile)}"


def _refusal(board: Board, seat: Seat, slot: Slot, pending: Acting | Extra, v: Values) -> str | None:
    """The rule against a bid with the die in use on a tile, if there is one."""
    tile = board.components.tile[slot.tile]
    if not v.suits("bid", colours_for(board, "bid"), tile.colour):
        return "HCX-BID-02"
    if slot.tile in pending.laid:
        return "HCX-DUA-10"
    if seat in slot.barred and not v.rebid:
        return "HCX-BID-11"
    if has_same(board, seat, tile):
        return "HCX-BID-08"
    return _too_low(board, seat, slot) if slot.bids else None


def _too_low(board: Board, seat: Seat, slot: Slot) -> str | None:
    """HCX-BID-06, HCX-CON-04: the sum of the seat's dice must beat each other bid on the tile."""
    own = slot.bid(seat)
    total = value_for(board, seat, "bid") + (own.total if own else 0)
    margin = 0 if values(board, seat).win_bid_ties else 1
    for other in slot.bids:
        if other.seat != seat and total < other.total + values(board, other.seat).bid_guard + margin:
            return "HCX-CON-04" if own else "HCX-BID-06"
    return None
