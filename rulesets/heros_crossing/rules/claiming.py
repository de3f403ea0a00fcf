"""The start of a turn and the final bids: tiles are claimed and placed, beaten bids withdrawn or to be raised."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.heros_crossing import effects as e
from rulesets.heros_crossing.board import Board
from rulesets.heros_crossing.effects.common import tile_on
from rulesets.heros_crossing.ids import cell_id, face_id
from rulesets.heros_crossing.names import cell_name, offered_name, tile_name
from rulesets.heros_crossing.phases import TURN, Closing, Placing, Settling
from rulesets.heros_crossing.pieces import SLOT_LEVELS, Cell, Slot, TileId
from rulesets.heros_crossing.rules.actions import no_new_cell
from rulesets.heros_crossing.rules.common import InOwnTown, OnTile, refill
from rulesets.heros_crossing.rules.town import placements
from rulesets.heros_crossing.rules.values import values
from rulesets.heros_crossing.tiles import LAND
from rulesets.kit.errors import Refused
from rulesets.kit.facts import Fact
from rulesets.kit.play import Play, automatic, need

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rulesets.kit.phases import Seat


def claimable(board: Board, seat: Seat) -> tuple[TileId, ...]:
    """Tiles that a seat gets now: those it alone bids on (HCX-CLM-01); in the clean-up those it bids most on."""
    slots = board.bids_of(seat)
    if isinstance(board.pending, Closing):
        return tuple([slot.tile for slot in slots if slot.highest is slot.bid(seat)])
    return tuple([slot.tile for slot in slots if len(slot.bids) == 1])


def undecided(board: Board, seat: Seat) -> Slot | None:
    """The first contested tile with a bid of the seat that it has to decide about (HCX-CON-01, 09)."""
    pending = board.pending
    settled = pending.settled if isinstance(pending, Settling) else ()
    return next((slot for slot in board.bids_of(seat) if len(slot.bids) > 1 and slot.tile not in settled), None)


@automatic(Settling)
def settle_bids(play: Play[Board]) -> None:
    """HCX-TRN-02: claims first, then contested bids; a single claim needs no choice of order (HCX-CLM-14)."""
    board = play.board
    won = claimable(board, board.seat)
    if len(won) == 1:
        claim(play, board.seat, won[0])
    elif not won and undecided(board, board.seat) is None:
        play.emit(e.Asked(TURN))


@automatic(Closing)
def settle_final_bids(play: Play[Board]) -> None:
    """HCX-CLN-02, 05, 06: seat by seat from the first player; at the end empty spaces are filled."""
    board = play.board
    closing = Closing.of(board)
    won = claimable(board, closing.seat)
    if len(won) == 1:
        claim(play, closing.seat, won[0])
    elif not won and closing.rest:
        following, *rest = closing.rest
        play.emit(e.ClosingStarted(following, tuple(rest)))
    elif not won:
        for index, slot in enumerate(board.supply):
            if not slot.tile and SLOT_LEVELS[index] <= board.era:
                refill(play, index, "HCX-CLN-06")
        play.emit(e.CleanupStarted())


def claim(play: Play[Board], seat: Seat, tile: TileId) -> None:
    """HCX-CLM-02, 03, 11: the tile is to be placed at once, or stays where no place is legal."""
    if not placements(play.board, seat, tile):
        return play.emit(e.BuildingLeftInSupply(seat, tile))
    play.emit(e.BuildingWon(seat, tile, play.board.slot_of(tile)))


class ClaimTile(OnTile, frozen=True):
    """Which of several tiles won is settled next (HCX-CLM-14)."""

    title = "Claim a tile"
    phase = (Settling, Closing)
    exact = True

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterator[ClaimTile]:
        yield from map(cls, claimable(board, seat))

    def check(self, board: Board, seat: Seat) -> None:
        need(self.tile in claimable(board, seat), "HCX-CLM-01")

    def perform(self, play: Play[Board]) -> None:
        claim(play, play.seat, self.tile)

    def label(self, board: Board, seat: Seat) -> str:
        return f"Take {offered_name(board, self.tile)}"


# --- contested bids


class WithdrawBid(OnTile, frozen=True):
    """Take the own bid off a contested tile (HCX-CON-03)."""

    title = "Withdraw a bid"
    phase = Settling
    exact = True

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterator[WithdrawBid]:
        if not claimable(board, seat) and (slot := undecided(board, seat)):
            yield cls(slot.tile)

    def check(self, board: Board, seat: Seat) -> None:
        need_undecided(board, seat, self.tile)

    def perform(self, play: Play[Board]) -> None:
        play.emit(e.BidWithdrawn(play.seat, self.tile))

    def label(self, board: Board, seat: Seat) -> str:
        return f"Withdraw from {offered_name(board, self.tile)}"


class AnnounceRaise(OnTile, frozen=True):
    """Keep a beaten bid, to raise it this turn (HCX-CON-01)."""

    title = "Announce a raise"
    phase = Settling

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterator[AnnounceRaise]:
        if not claimable(board, seat) and (slot := undecided(board, seat)):
            yield cls(slot.tile)

    def check(self, board: Board, seat: Seat) -> None:
        need_undecided(board, seat, self.tile)
        need(not _leads(board, seat, self.tile), "HCX-CON-01")
        need(len(board.raises) < _most_bids(board, seat), "HCX-CON-06")

    def perform(self, play: Play[Board]) -> None:
        play.emit(e.RaiseAnnounced(play.seat, self.tile))

    def label(self, board: Board, seat: Seat) -> str:
        return f"Raise the bid on {offered_name(board, self.tile)}"


class LetBidStand(OnTile, frozen=True):
    """As the highest bidder of a contested tile, do nothing about it (HCX-CON-09)."""

    title = "Let a bid stand"
    phase = Settling

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterator[LetBidStand]:
        if not claimable(board, seat) and (slot := undecided(board, seat)):
            yield cls(slot.tile)

    def check(self, board: Board, seat: Seat) -> None:
        need_undecided(board, seat, self.tile)
        need(_leads(board, seat, self.tile), "HCX-CON-02")

    def perform(self, play: Play[Board]) -> None:
        play.emit(e.BidStood(play.seat, self.tile))

    def label(self, board: Board, seat: Seat) -> str:
        return f"Let the bid on {offered_name(board, self.tile)} stand"


def need_undecided(board: Board, seat: Seat, tile: TileId) -> None:
    """Refuse a tile that the seat has nothing to decide about now: claims first, then one contested tile by one."""
    need(not claimable(board, seat), "HCX-TRN-02")
    slot = undecided(board, seat)
    need(slot is not None and slot.tile == tile, "HCX-CON-01")


def _leads(board: Board, seat: Seat, tile: TileId) -> bool:
    highest = board.slot(tile).highest
    return highest is not None and highest.seat == seat


def _most_bids(board: Board, seat: Seat) -> int:
    """Bids that the best row of the Action Card gives (HCX-CON-06)."""
    v = values(board, seat)
    rows = board.components.action_card[board.card].rows
    replaced = {of for of, to in v.replaced if to == "bid"}
    return max(sum(action == "bid" or action in replaced for action in row) for row in rows)


# --- placing


class PlaceTile(InOwnTown, frozen=True):
    """Put a tile that was won into the own town: into a new cell, or in the place of another tile (HCX-CLM-13).

    In facts the other one is the `target`.
    """

    title = "Place a tile"
    phase = Placing
    exact = True

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterator[PlaceTile]:
        yield from map(cls, placements(board, seat, Placing.of(board).tile))

    def check(self, board: Board, seat: Seat) -> None:
        tile = Placing.of(board).tile
        if self.cell not in placements(board, seat, tile):
            raise Refused(_why_not(board, seat, tile, self.cell))

    def perform(self, play: Play[Board]) -> None:
        board = play.board
        placing = Placing.of(board)
        tile, slot = placing.tile, placing.slot
        old = board.side(play.seat).lot(self.cell)
        if tile == LAND:
            play.emit(e.LandPlaced(play.seat, self.cell))
        elif old is None:
            play.emit(e.BuildingPlaced(play.seat, self.cell, tile))
        else:
            play.emit(e.TileReplaced(play.seat, self.cell, tile, old.tile))
            _return(play, old.tile)
        if slot >= 0:
            refill(play, slot, "HCX-CLM-04")

    def fact(self, board: Board, seat: Seat) -> Fact:
        card, old = face_id(board.components, Placing.of(board).tile), tile_on(board, seat, self.cell)
        return Fact(card=card, place=cell_id(seat, self.cell), target=old)

    def label(self, board: Board, seat: Seat) -> str:
        pending, old = board.pending, board.side(seat).lot(self.cell)
        tile = tile_name(board, pending.tile) if isinstance(pending, Placing) else "it"
        instead = f" instead of {tile_name(board, old.tile)}" if old else ""
        return f"Place {tile} at {cell_name(self.cell)}{instead}"


def _return(play: Play[Board], tile: TileId) -> None:
    """HCX-CLM-08, HCX-SPC-15, 16: face down to the bottom of its stack; plain land has none."""
    if level := play.board.components.tile[tile].back:
        play.emit(e.TileReturnedToStack(level, tile))


NOT_INSTEAD = {
    "guarded_land": "HCX-SPC-06",
    "supply_line": "HCX-SPC-09",
    "wishing_well": "HCX-SPC-04",
    "foundation": "HCX-SPC-12",
}
"""The rule against a special tile in the place of one that it does not replace."""


def _why_not(board: Board, seat: Seat, tile: TileId, cell: Cell) -> str:
    """The rule against a cell."""
    tiles = board.components.tile
    placed, old = tiles[tile], board.side(seat).lot(cell)
    if placed.level > 1:
        if old is None:
            return "HCX-CLM-09"
        return "HCX-CLM-06" if placed.level == 2 else "HCX-CLM-07"
    if old and placed.kind in NOT_INSTEAD:
        return NOT_INSTEAD[placed.kind]
    if old and placed.level and tiles[old.tile].kind == "foundation":
        return "HCX-SPC-14"
    return no_new_cell(board, seat, cell, building=placed.building)
