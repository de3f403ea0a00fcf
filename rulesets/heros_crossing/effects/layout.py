"""Swaps, and the first towns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from rulesets.heros_crossing.board import Board
from rulesets.heros_crossing.effects import common
from rulesets.heros_crossing.effects.setup import by_chance, drawn
from rulesets.heros_crossing.ids import cell_id, face_id, tile_id
from rulesets.heros_crossing.names import cell_name, offered_name, tile_name
from rulesets.heros_crossing.phases import Swapping
from rulesets.heros_crossing.pieces import Cell, Lot, Stack, TileId
from rulesets.heros_crossing.tiles import LAND
from rulesets.kit.facts import Fact
from rulesets.kit.phases import Seat
from rulesets.kit.structs import Effect
from rulesets.kit.tuples import insert, put, without

if TYPE_CHECKING:
    from collections.abc import Iterable


class DuplicateSwapped(Effect[Board], frozen=True):
    """A doubled tile (in facts the `target`) goes into the supply, and the face-up tile of its space to the seat."""

    title = "Doubled tile swapped"
    seat: Seat
    given: TileId
    taken: TileId

    def apply(self, board: Board) -> Board:
        index = board.slot_of(self.taken)
        side = board.side(self.seat)
        side = replace(side, tiles=insert(without(side.tiles, self.given), self.taken))
        slot = replace(board.supply[index], tile=self.given)
        return replace(board.with_side(self.seat, side), supply=put(board.supply, index, slot))

    def touches(self) -> tuple[str, ...]:
        return tile_id(self.given), tile_id(self.taken)

    def sentence(self, board: Board) -> str:
        return f"{{{self.seat}}} swaps the second {tile_name(board, self.given)} for {offered_name(board, self.taken)}."

    def facts(self, board: Board) -> Iterable[Fact]:
        card, given = face_id(board.components, self.taken), face_id(board.components, self.given)
        return (Fact(seat=self.seat, card=card, target=given),)


class TileTurnedUp(Effect[Board], frozen=True):
    """No tile of the supply fits a swap, so the stack is turned up.

    A tile that fits goes to the seat and the doubled one to the bottom; one that does not goes to the bottom. In facts
    `kind` is `fits` or `does_not_fit`, and the doubled tile is the `target`.
    """

    title = "Tile turned up for a swap"
    mark = "reveal"
    seat: Seat
    given: TileId
    card: TileId
    fits: bool

    def apply(self, board: Board) -> Board:
        stack = drawn(board.stacks[0], self.card)
        side = board.side(self.seat)
        back = self.card
        if self.fits:
            side = replace(side, tiles=insert(without(side.tiles, self.given), self.card))
            back = self.given
        stack = Stack(stack.hidden, (*stack.bottom, back))
        return replace(board.with_side(self.seat, side), stacks=put(board.stacks, 0, stack))

    def touches(self) -> tuple[str, ...]:
        return tile_id(self.card), "stack:1"

    def sentence(self, board: Board) -> str:
        tile, given = tile_name(board, self.card), tile_name(board, self.given)
        if self.fits:
            return f"{tile} is turned up: {{{self.seat}}} takes it for the second {given}."
        return f"{tile} is turned up, and goes under the stack: {{{self.seat}}} has one already."

    def facts(self, board: Board) -> Iterable[Fact]:
        card, given = face_id(board.components, self.card), face_id(board.components, self.given)
        kind = "fits" if self.fits else "does_not_fit"
        return (Fact(seat=self.seat, card=card, target=given, kind=kind, chance=by_chance(board.stacks[0])),)


class DuplicateKept(common.AboutTile, frozen=True):
    """There is nothing to swap a doubled tile for: it stays."""

    title = "Doubled tile kept"

    def apply(self, board: Board) -> Board:
        pending = board.pending
        assert isinstance(pending, Swapping)
        return replace(board, pending=Swapping(self.seat, insert(pending.kept, self.card)))

    def sentence(self, board: Board) -> str:
        return f"{{{self.seat}}} keeps the second {tile_name(board, self.card)}."


class TileLaid(Effect[Board], frozen=True):
    """A seat lays a tile of its first town. In facts the `source` is a Wishing Well, which brings VP."""

    seat: Seat
    tile: TileId
    cell: Cell

    def apply(self, board: Board) -> Board:
        side = board.side(self.seat)
        side = replace(side, tiles=without(side.tiles, self.tile)).with_lot(Lot(self.cell, self.tile))
        return board.with_side(self.seat, side)

    def touches(self) -> tuple[str, ...]:
        cell = cell_id(self.seat, self.cell)
        return (cell,) if self.tile == LAND else (tile_id(self.tile), cell)

    def sentence(self, board: Board) -> str:
        return f"{{{self.seat}}} lays {tile_name(board, self.tile)} at {cell_name(self.cell)}."

    def facts(self, board: Board) -> Iterable[Fact]:
        card, place = face_id(board.components, self.tile), cell_id(self.seat, self.cell)
        return (Fact(seat=self.seat, card=card, place=place, source=common.well(board, self.tile)),)
