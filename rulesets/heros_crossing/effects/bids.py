"""Bids on tiles of the supply."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from msgspec.structs import replace

from rulesets.heros_crossing.board import Board, Die, Laid, Slot, Stake, TileId
from rulesets.heros_crossing.effects.dice import of_die
from rulesets.heros_crossing.ids import seat_id, tile_id
from rulesets.heros_crossing.names import die_name, tile_name
from rulesets.heros_crossing.phases import Acting, Placing, Return, Settling
from rulesets.kit.facts import Fact
from rulesets.kit.phases import Seat
from rulesets.kit.structs import Effect
from rulesets.kit.tuples import insert, without

if TYPE_CHECKING:
    from collections.abc import Iterable


def buried(graveyard: tuple[Die, ...], stakes: tuple[Stake, ...]) -> tuple[Die, ...]:
    """The graveyard with the dice of some bids; substitutes only marked a second place."""
    dice = [laid.die for stake in stakes for laid in stake.dice if not laid.substitute]
    return tuple(sorted((*graveyard, *dice))) if dice else graveyard


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
        assert index is not None
        assert isinstance(pending, Acting)
        slot = board.supply[index]
        old = slot.bid(self.seat)
        rest = without(slot.bids, old) if old else slot.bids
        stake = Stake(self.seat, (*old.dice, self.laid) if old else (self.laid,))
        return replace(
            board,
            supply=board.with_slot(index, Slot(slot.tile, (*rest, stake), slot.barred)),
            raises=without(board.raises, self.tile) if self.tile in board.raises else board.raises,
            pending=replace(pending, laid=(*pending.laid, self.tile)),
        )

    def touches(self) -> tuple[str, ...]:
        return tile_id(self.tile), seat_id(self.seat)

    def says(self, board: Board) -> str:
        verb = {"first": "bids on", "contested": "contests", "raised": "raises the bid on"}[self.how]
        return f"{{{self.seat}}} {verb} {tile_name(board, self.tile)} with {die_name(self.laid.die)}."

    def facts(self, board: Board) -> Iterable[Fact]:
        place, laid = tile_id(self.tile), self.laid
        return (of_die(laid.die, Fact(seat=self.seat, place=place, kind=self.how, value=laid.value)),)


class BidWithdrawn(Effect[Board], frozen=True):
    """A bid is taken off a tile; its dice stay spent. `reason`: `withdrawn` or `not_raised`."""

    seat: Seat
    tile: TileId
    reason: str = "withdrawn"

    def apply(self, board: Board) -> Board:
        index = board.slot_of(self.tile)
        assert index is not None
        slot = board.supply[index]
        bid = slot.bid(self.seat)
        assert bid is not None
        barred = tuple(sorted({*slot.barred, self.seat}))
        return replace(
            board,
            supply=board.with_slot(index, Slot(slot.tile, without(slot.bids, bid), barred)),
            graveyard=buried(board.graveyard, (bid,)),
            raises=without(board.raises, self.tile) if self.tile in board.raises else board.raises,
        )

    def touches(self) -> tuple[str, ...]:
        return tile_id(self.tile), seat_id(self.seat)

    def says(self, board: Board) -> str:
        return f"{{{self.seat}}} withdraws from {tile_name(board, self.tile)}."

    def facts(self, board: Board) -> Iterable[Fact]:
        return (Fact(seat=self.seat, card=self.tile, kind=self.reason),)


class RaiseAnnounced(Effect[Board], frozen=True):
    """A seat will raise its bid on a tile this turn."""

    seat: Seat
    tile: TileId

    def apply(self, board: Board) -> Board:
        return replace(board, raises=insert(board.raises, self.tile), pending=_settled(board, self.tile))

    def touches(self) -> tuple[str, ...]:
        return (tile_id(self.tile),)

    def says(self, board: Board) -> str:
        return f"{{{self.seat}}} will raise the bid on {tile_name(board, self.tile)}."

    def facts(self, board: Board) -> Iterable[Fact]:
        return (Fact(seat=self.seat, card=self.tile),)


class BidStood(Effect[Board], frozen=True):
    """The highest bidder of a contested tile lets the bid stand."""

    seat: Seat
    tile: TileId

    def apply(self, board: Board) -> Board:
        return replace(board, pending=_settled(board, self.tile))

    def touches(self) -> tuple[str, ...]:
        return (tile_id(self.tile),)

    def facts(self, board: Board) -> Iterable[Fact]:
        return (Fact(seat=self.seat, card=self.tile),)


def _settled(board: Board, tile: TileId) -> Settling:
    pending = board.pending
    assert isinstance(pending, Settling)
    return Settling(insert(pending.settled, tile))


class BuildingWon(Effect[Board], frozen=True):
    """A seat gets a tile: bids leave it, and it is to be placed. `slot` is its building space (an index)."""

    seat: Seat
    tile: TileId
    slot: int

    def apply(self, board: Board) -> Board:
        pending = board.pending
        then: Return = pending.then if isinstance(pending, Placing) else _back(pending)
        return replace(
            board,
            supply=board.with_slot(self.slot, Slot()),
            graveyard=buried(board.graveyard, board.supply[self.slot].bids),
            pending=Placing(self.seat, self.tile, then, self.slot),
        )

    def touches(self) -> tuple[str, ...]:
        return tile_id(self.tile), seat_id(self.seat)

    def says(self, board: Board) -> str:
        return f"{{{self.seat}}} gets {tile_name(board, self.tile)}."

    def facts(self, board: Board) -> Iterable[Fact]:
        return (Fact(seat=self.seat, card=self.tile),)


def _back(pending: object) -> Return:
    assert isinstance(pending, Return)
    return pending


class BuildingLeftInSupply(Effect[Board], frozen=True):
    """The winner cannot place a tile: it stays, its bids are gone."""

    seat: Seat
    tile: TileId

    def apply(self, board: Board) -> Board:
        index = board.slot_of(self.tile)
        assert index is not None
        slot = board.supply[index]
        return replace(
            board,
            supply=board.with_slot(index, Slot(slot.tile, (), slot.barred)),
            graveyard=buried(board.graveyard, slot.bids),
        )

    def touches(self) -> tuple[str, ...]:
        return (tile_id(self.tile),)

    def says(self, board: Board) -> str:
        return f"{{{self.seat}}} cannot place {tile_name(board, self.tile)}: it stays in the supply."

    def facts(self, board: Board) -> Iterable[Fact]:
        return (Fact(seat=self.seat, card=self.tile),)
