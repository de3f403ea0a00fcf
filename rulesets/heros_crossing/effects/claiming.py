"""Tiles won and placed, bids withdrawn or to be raised."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from rulesets.heros_crossing.board import Board
from rulesets.heros_crossing.effects import common
from rulesets.heros_crossing.effects.bidding import buried
from rulesets.heros_crossing.effects.rounds import ZONING
from rulesets.heros_crossing.ids import cell_id, face_id, seat_id, stack_id, tile_id
from rulesets.heros_crossing.names import by_hero, cell_name, offered_name, on_cell, tile_name
from rulesets.heros_crossing.phases import CLEANING, Closing, Placing, Return, Settling
from rulesets.heros_crossing.pieces import Cell, Lot, Slot, Stack, TileId
from rulesets.kit.facts import Fact
from rulesets.kit.phases import Seat
from rulesets.kit.structs import Effect
from rulesets.kit.tuples import insert, put, without
from rulesets.kit.words import joined

if TYPE_CHECKING:
    from collections.abc import Iterable


class BidWithdrawn(common.AboutTile, frozen=True):
    """A bid is taken off a tile; its dice stay spent. `kind`: `withdrawn` or `not_raised`; `value`: of its dice."""

    kind: str = "withdrawn"

    def touches(self) -> tuple[str, ...]:
        return tile_id(self.card), seat_id(self.seat)

    def apply(self, board: Board) -> Board:
        index = board.slot_of(self.card)
        slot = board.supply[index]
        bid = slot.bid(self.seat)
        assert bid is not None
        barred = tuple(sorted({*slot.barred, self.seat}))
        return replace(
            board,
            supply=put(board.supply, index, Slot(slot.tile, without(slot.bids, bid), barred)),
            graveyard=buried(board.graveyard, (bid,)),
            raises=without(board.raises, self.card) if self.card in board.raises else board.raises,
        )

    def sentence(self, board: Board) -> str:
        of = f"the bid of {_bid(board, self.seat, self.card)} on {offered_name(board, self.card)}"
        if self.kind == "withdrawn":
            return f"{{{self.seat}}} withdraws {of}."
        return f"{{{self.seat}}} has not raised {of}, which is withdrawn."

    def facts(self, board: Board) -> Iterable[Fact]:
        (row,) = super().facts(board)
        row.value = _bid(board, self.seat, self.card)
        return (row,)


def _bid(board: Board, seat: Seat, tile: TileId) -> int | None:
    """The total of a seat's bid on a tile, if it has one."""
    bid = board.slot(tile).bid(seat)
    return bid.total if bid else None


class RaiseAnnounced(common.AboutTile, frozen=True):
    """A seat will raise its bid on a tile this turn."""

    def apply(self, board: Board) -> Board:
        return replace(board, raises=insert(board.raises, self.card), pending=_settled(board, self.card))

    def sentence(self, board: Board) -> str:
        return f"{{{self.seat}}} will raise the bid on {offered_name(board, self.card)}."


class BidStood(common.AboutTile, frozen=True):
    """The highest bidder of a contested tile lets the bid stand."""

    title = "Bid let stand"

    def apply(self, board: Board) -> Board:
        return replace(board, pending=_settled(board, self.card))

    def sentence(self, board: Board) -> str:
        total = _bid(board, self.seat, self.card)
        return f"{{{self.seat}}} lets the bid of {total} on {offered_name(board, self.card)} stand."


def _settled(board: Board, tile: TileId) -> Settling:
    pending = board.pending
    assert isinstance(pending, Settling)
    return Settling(insert(pending.settled, tile))


class BuildingWon(common.ByPower, frozen=True):
    """A seat gets a tile: bids leave it, and it is to be placed. `slot` is its building space (an index).

    In facts `kind` is `alone`, or `contested` where others bid on it too, or `power`; `value`: of the dice of the bid.
    """

    title = "Tile won"
    card: TileId
    slot: int

    def apply(self, board: Board) -> Board:
        pending = board.pending
        then: Return = pending.then if isinstance(pending, Placing) else back(pending)
        return replace(
            board,
            supply=put(board.supply, self.slot, Slot()),
            graveyard=buried(board.graveyard, board.supply[self.slot].bids),
            pending=Placing(self.seat, self.card, then, self.slot),
        )

    def touches(self) -> tuple[str, ...]:
        return tile_id(self.card), seat_id(self.seat)

    def sentence(self, board: Board) -> str:
        slot, tile = board.supply[self.slot], offered_name(board, self.card)
        bid = slot.bid(self.seat)
        if bid is None:
            return f"{{{self.seat}}} takes {tile}{by_hero(board, self.source)}."
        others = joined(f"{other.total} of {{{other.seat}}}" for other in slot.bids if other.seat != self.seat)
        return f"{{{self.seat}}} wins {tile} with {bid.total}{f' against {others}' if others else ''}."

    def facts(self, board: Board) -> Iterable[Fact]:
        slot = board.supply[self.slot]
        bid = slot.bid(self.seat)
        contested = len(slot.bids) > 1 or slot.barred
        kind = "power" if bid is None else "contested" if contested else "alone"
        card, source = face_id(board.components, self.card), common.power_of(board, self.source)
        return (Fact(seat=self.seat, card=card, kind=kind, value=bid.total if bid else None, source=source),)


def back(pending: object) -> Return:
    """The phase that play goes back to."""
    assert isinstance(pending, Return)
    return pending


class BuildingLeftInSupply(common.AboutTile, frozen=True):
    """The winner cannot place a tile: it stays, its bids are gone.

    In facts `kind` is what the Zoning Die shows; `value`: of the dice of the bid.
    """

    title = "Tile left in the supply"

    def apply(self, board: Board) -> Board:
        index = board.slot_of(self.card)
        slot = board.supply[index]
        return replace(
            board,
            supply=put(board.supply, index, Slot(slot.tile, (), slot.barred)),
            graveyard=buried(board.graveyard, slot.bids),
        )

    def sentence(self, board: Board) -> str:
        tile = offered_name(board, self.card)
        return f"{{{self.seat}}} wins {tile}, but has no place for it: it stays in the supply."

    def facts(self, board: Board) -> Iterable[Fact]:
        (row,) = super().facts(board)
        row.kind, row.value = ZONING[board.zoning], _bid(board, self.seat, self.card)
        return (row,)


class BuildingPlaced(common.InTown, frozen=True):
    """A tile that was won comes into a new cell. In facts the `source` is a Wishing Well, which brings VP."""

    title = "Tile placed"
    card: TileId

    def apply(self, board: Board) -> Board:
        pending = board.pending
        assert isinstance(pending, Placing)
        side = board.sides[self.seat - 1].with_lot(Lot(self.cell, self.card))
        return replace(board, sides=put(board.sides, self.seat - 1, side), pending=pending.then)

    def touches(self) -> tuple[str, ...]:
        return tile_id(self.card), cell_id(self.seat, self.cell)

    def sentence(self, board: Board) -> str:
        return f"{{{self.seat}}} places {tile_name(board, self.card)} at {cell_name(self.cell)}."

    def facts(self, board: Board) -> Iterable[Fact]:
        card, place = face_id(board.components, self.card), cell_id(self.seat, self.cell)
        return (Fact(seat=self.seat, card=card, place=place, source=common.well(board, self.card)),)


class TileReplaced(Effect[Board], frozen=True):
    """A tile that was won comes in the place of another (in facts the `target`); cubes and spies stay.

    The `source` in facts is a Wishing Well that is replaced: its VP are gone.
    """

    seat: Seat
    cell: Cell
    tile: TileId
    old: TileId

    def apply(self, board: Board) -> Board:
        pending = board.pending
        assert isinstance(pending, Placing)
        side = board.sides[self.seat - 1]
        lot = side.lot(self.cell)
        assert lot is not None
        side = side.with_lot(replace(lot, tile=self.tile))
        return replace(board, sides=put(board.sides, self.seat - 1, side), pending=pending.then)

    def touches(self) -> tuple[str, ...]:
        return tile_id(self.tile), cell_id(self.seat, self.cell)

    def sentence(self, board: Board) -> str:
        old = on_cell(board, self.seat, self.cell)
        return f"{{{self.seat}}} replaces {old} with {tile_name(board, self.tile)}."

    def facts(self, board: Board) -> Iterable[Fact]:
        card, old = face_id(board.components, self.tile), face_id(board.components, self.old)
        place, well = cell_id(self.seat, self.cell), common.well(board, self.old)
        return (Fact(seat=self.seat, card=card, place=place, target=old, source=well),)


class TileReturnedToStack(Effect[Board], frozen=True):
    """A replaced tile goes face down to the bottom of a stack."""

    level: int
    card: TileId

    def apply(self, board: Board) -> Board:
        stack = board.stacks[self.level - 1]
        return replace(board, stacks=put(board.stacks, self.level - 1, Stack(stack.hidden, (*stack.bottom, self.card))))

    def touches(self) -> tuple[str, ...]:
        return (stack_id(self.level),)

    def sentence(self, board: Board) -> str:
        return f"{tile_name(board, self.card)} goes under the stack of level {self.level}."

    def facts(self, board: Board) -> Iterable[Fact]:
        return (Fact(card=face_id(board.components, self.card), place=stack_id(self.level)),)


class ClosingStarted(common.Untold, frozen=True):
    """A seat settles its final bids, then those after it. What was called up in the resolution ends."""

    silent = {"seat": "whose turn it is to settle", "rest": "who follows"}
    seat: Seat
    rest: tuple[Seat, ...]

    def apply(self, board: Board) -> Board:
        sides = tuple(replace(side, bends=()) if side.bends else side for side in board.sides)
        return replace(board, sides=sides, pending=Closing(self.seat, self.rest))


class CleanupStarted(common.Untold, frozen=True):
    """The final bids are settled; the rest of the clean-up needs nobody."""

    def apply(self, board: Board) -> Board:
        return replace(board, pending=CLEANING)
