"""Bids on tiles of the supply."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from msgspec.structs import replace

from rulesets.heros_crossing.board import Board
from rulesets.heros_crossing.effects.common import of_die
from rulesets.heros_crossing.ids import face_id, tile_id
from rulesets.heros_crossing.names import laid_words, offered_name
from rulesets.heros_crossing.phases import Acting
from rulesets.heros_crossing.pieces import Die, Laid, Slot, Stake, TileId
from rulesets.kit.facts import Fact
from rulesets.kit.phases import Seat
from rulesets.kit.structs import Effect
from rulesets.kit.tuples import put, without
from rulesets.kit.words import joined

if TYPE_CHECKING:
    from collections.abc import Iterable


class BidPlaced(Effect[Board], frozen=True):
    """The die in use is laid on a tile: as its first bid, against others, or to raise the own one.

    `value`: of the die, as it lies there.
    """

    seat: Seat
    tile: TileId
    laid: Laid
    how: Literal["first", "contested", "raised"]

    def apply(self, board: Board) -> Board:
        index = board.slot_of(self.tile)
        pending = board.pending
        assert isinstance(pending, Acting)
        slot = board.supply[index]
        old = slot.bid(self.seat)
        rest = without(slot.bids, old) if old else slot.bids
        stake = Stake(self.seat, (*old.dice, self.laid) if old else (self.laid,))
        return replace(
            board,
            supply=put(board.supply, index, Slot(slot.tile, (*rest, stake), slot.barred)),
            raises=without(board.raises, self.tile) if self.tile in board.raises else board.raises,
            pending=replace(pending, laid=(*pending.laid, self.tile)),
        )

    def touches(self) -> tuple[str, ...]:
        return (tile_id(self.tile),)

    def sentence(self, board: Board) -> str:
        slot, tile, die = board.slot(self.tile), offered_name(board, self.tile), laid_words(self.laid)
        own = slot.bid(self.seat)
        did = (
            f"raises the bid on {tile} to {own.total + self.laid.value} by {die}"
            if own
            else f"bids on {tile} with {die}"
        )
        others = joined(f"{bid.total} of {{{bid.seat}}}" for bid in slot.bids if bid.seat != self.seat)
        return f"{{{self.seat}}} {did}{f', against {others}' if others else ''}."

    def facts(self, board: Board) -> Iterable[Fact]:
        card, laid = face_id(board.components, self.tile), self.laid
        return (of_die(laid.die, Fact(seat=self.seat, card=card, kind=self.how, value=laid.value)),)


def buried(graveyard: tuple[Die, ...], stakes: tuple[Stake, ...]) -> tuple[Die, ...]:
    """The graveyard with the dice of some bids; substitutes only marked a second place."""
    dice = [laid.die for stake in stakes for laid in stake.dice if not laid.substitute]
    return tuple(sorted((*graveyard, *dice))) if dice else graveyard
