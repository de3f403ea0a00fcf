"""The set-up: first player, colours, the draft of the first tiles, swaps, the first towns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from rulesets.heros_crossing.board import Board, Cell, Lot, Stack, TileId
from rulesets.heros_crossing.components import LAND
from rulesets.heros_crossing.ids import cell_id, seat_id, tile_id
from rulesets.heros_crossing.names import cell_name, tile_name
from rulesets.heros_crossing.phases import Arranging, ChoosingColours, Drafting, Swapping
from rulesets.kit.facts import Fact
from rulesets.kit.phases import Seat
from rulesets.kit.piles import Pile, is_back
from rulesets.kit.structs import Effect, Viewer, sees
from rulesets.kit.tuples import insert, put, without

if TYPE_CHECKING:
    from collections.abc import Iterable

BACK: TileId = "?1"
"""A tile of the draft as those see it who do not hold it."""

LANDS_DEALT = 2
"""HCX-DRF-01."""


class FirstPlayerChosen(Effect[Board], frozen=True):
    """Seat `seat` holds the Zoning Die."""

    mark = "roll"
    seat: Seat

    def apply(self, board: Board) -> Board:
        return replace(board, first=self.seat, seat=self.seat)

    def touches(self) -> tuple[str, ...]:
        return (seat_id(self.seat),)

    def says(self, board: Board) -> str:
        return f"{{{self.seat}}} goes first."


class DraftHandDealt(Effect[Board], frozen=True):
    """A seat is dealt four tiles, which only it sees, and two land tiles."""

    mark = "draw"
    seat: Seat
    tiles: tuple[TileId, ...]
    """Sorted."""

    def apply(self, board: Board) -> Board:
        stack = board.stacks[0]
        hidden = stack.hidden
        for tile in self.tiles:
            hidden = hidden.drawn(None if is_back(tile) else tile)
        side = replace(board.side(self.seat), hand=self.tiles, tiles=(LAND,) * LANDS_DEALT)
        board = board.with_side(self.seat, side)
        return replace(board, stacks=put(board.stacks, 0, Stack(hidden, stack.bottom)), pending=ChoosingColours())

    def seen_by(self, viewer: Viewer) -> DraftHandDealt:
        return self if sees(viewer, self.seat) else replace(self, tiles=(BACK,) * len(self.tiles))

    def touches(self) -> tuple[str, ...]:
        return (f"hand:{self.seat}",)

    def facts(self, board: Board) -> Iterable[Fact]:
        return (Fact(),)


class ColourChosen(Effect[Board], frozen=True):
    """A seat takes the workers of a colour."""

    seat: Seat
    colour: str

    def apply(self, board: Board) -> Board:
        board = board.with_side(self.seat, replace(board.side(self.seat), colour=self.colour))
        all_chosen = all(side.colour for side in board.sides)
        return replace(board, pending=Drafting() if all_chosen else ChoosingColours())

    def touches(self) -> tuple[str, ...]:
        return (seat_id(self.seat),)

    def says(self, board: Board) -> str:
        return f"{{{self.seat}}} plays {self.colour}."

    def facts(self, board: Board) -> Iterable[Fact]:
        return (Fact(seat=self.seat, kind=self.colour),)


class DraftTilePicked(Effect[Board], frozen=True):
    """A seat lays one tile of its hand face down."""

    seat: Seat
    tile: TileId

    def apply(self, board: Board) -> Board:
        side = board.side(self.seat)
        side = replace(side, hand=without(side.hand, self.tile), picked=self.tile)
        return board.with_side(self.seat, side)

    def seen_by(self, viewer: Viewer) -> DraftTilePicked:
        return self if sees(viewer, self.seat) else DraftTilePicked(self.seat, BACK)

    def touches(self) -> tuple[str, ...]:
        return (f"hand:{self.seat}",)

    def says(self, board: Board) -> str:
        return f"{{{self.seat}}} picks {tile_name(board, self.tile)}."

    def facts(self, board: Board) -> Iterable[Fact]:
        return (Fact(seat=self.seat, card=self.tile),)


class DraftTileRevealed(Effect[Board], frozen=True):
    """A picked tile is turned up and belongs to its picker."""

    mark = "reveal"
    seat: Seat
    tile: TileId

    def apply(self, board: Board) -> Board:
        side = board.side(self.seat)
        stack = board.stacks[0]
        board = board.with_side(self.seat, replace(side, picked="", tiles=insert(side.tiles, self.tile)))
        return replace(board, stacks=put(board.stacks, 0, Stack(stack.hidden.placed(self.tile), stack.bottom)))

    def touches(self) -> tuple[str, ...]:
        return tile_id(self.tile), seat_id(self.seat)

    def says(self, board: Board) -> str:
        return f"{{{self.seat}}} takes {tile_name(board, self.tile)}."

    def facts(self, board: Board) -> Iterable[Fact]:
        return (Fact(seat=self.seat, card=self.tile),)


class DraftHandsPassed(Effect[Board], frozen=True):
    """All pass the rest of their hands to the left. `hands` is what each seat now holds."""

    hands: tuple[tuple[TileId, ...], ...]

    def apply(self, board: Board) -> Board:
        told = {tile for hand in self.hands for tile in hand}
        hidden: Pile = board.stacks[0].hidden
        for side in board.sides:
            for tile in side.hand:
                if tile not in told and not is_back(tile):  # it went out of the viewer's sight
                    hidden = hidden.hidden(tile)
        for hand in self.hands:
            for tile in hand:
                if not is_back(tile):  # it came into sight; names already in sight are in no pool
                    hidden = hidden.placed(tile)
        sides = tuple(replace(side, hand=hand) for side, hand in zip(board.sides, self.hands, strict=True))
        return replace(board, sides=sides, stacks=put(board.stacks, 0, Stack(hidden, board.stacks[0].bottom)))

    def seen_by(self, viewer: Viewer) -> DraftHandsPassed:
        return DraftHandsPassed(
            tuple(hand if sees(viewer, seat) else (BACK,) * len(hand) for seat, hand in enumerate(self.hands, 1))
        )

    def touches(self) -> tuple[str, ...]:
        return tuple(f"hand:{seat}" for seat in range(1, len(self.hands) + 1))

    def says(self, board: Board) -> str:
        return "The hands are passed to the left."


class SwapsPassed(Effect[Board], frozen=True):
    """The next seat swaps its doubled tiles."""

    seat: Seat

    def apply(self, board: Board) -> Board:
        return replace(board, pending=Swapping(self.seat))


class DuplicateSwapped(Effect[Board], frozen=True):
    """A doubled tile goes into the supply, and the face-up tile of its space to the seat."""

    seat: Seat
    given: TileId
    taken: TileId

    def apply(self, board: Board) -> Board:
        index = board.slot_of(self.taken)
        assert index is not None
        side = board.side(self.seat)
        side = replace(side, tiles=insert(without(side.tiles, self.given), self.taken))
        slot = replace(board.supply[index], tile=self.given)
        return replace(board.with_side(self.seat, side), supply=board.with_slot(index, slot))

    def touches(self) -> tuple[str, ...]:
        return tile_id(self.given), tile_id(self.taken)

    def says(self, board: Board) -> str:
        return f"{{{self.seat}}} swaps a second {tile_name(board, self.given)} for {tile_name(board, self.taken)}."


class TileTurnedUp(Effect[Board], frozen=True):
    """No tile of the supply fits a swap, so the stack is turned up.

    A tile that fits goes to the seat and the doubled one to the bottom; one that does not goes to the bottom.
    """

    mark = "reveal"
    seat: Seat
    given: TileId
    tile: TileId
    fits: bool

    def apply(self, board: Board) -> Board:
        stack = drawn(board.stacks[0], self.tile)
        side = board.side(self.seat)
        back = self.tile
        if self.fits:
            side = replace(side, tiles=insert(without(side.tiles, self.given), self.tile))
            back = self.given
        stack = Stack(stack.hidden, (*stack.bottom, back))
        return replace(board.with_side(self.seat, side), stacks=put(board.stacks, 0, stack))

    def touches(self) -> tuple[str, ...]:
        return tile_id(self.tile), "stack:1"

    def says(self, board: Board) -> str:
        fits = f"and {{{self.seat}}} takes it for a second {tile_name(board, self.given)}" if self.fits else "no fit"
        return f"{tile_name(board, self.tile)} is turned up, {fits}."

    def facts(self, board: Board) -> Iterable[Fact]:
        return (Fact(seat=self.seat, card=self.tile),)


class DuplicateKept(Effect[Board], frozen=True):
    """There is nothing to swap a doubled tile for: it stays."""

    seat: Seat
    tile: TileId

    def apply(self, board: Board) -> Board:
        pending = board.pending
        assert isinstance(pending, Swapping)
        return replace(board, pending=Swapping(self.seat, insert(pending.kept, self.tile)))

    def says(self, board: Board) -> str:
        return f"{{{self.seat}}} keeps a second {tile_name(board, self.tile)}."

    def facts(self, board: Board) -> Iterable[Fact]:
        return (Fact(seat=self.seat, card=self.tile),)


class TownsOpened(Effect[Board], frozen=True):
    """All tiles are drafted and swapped; now the towns are laid out."""

    def apply(self, board: Board) -> Board:
        return replace(board, pending=Arranging())


class TileLaid(Effect[Board], frozen=True):
    """A seat lays a tile of its first town."""

    seat: Seat
    tile: TileId
    cell: Cell

    def apply(self, board: Board) -> Board:
        side = board.side(self.seat)
        side = replace(side, tiles=without(side.tiles, self.tile)).with_lot(Lot(self.cell, self.tile))
        return board.with_side(self.seat, side)

    def touches(self) -> tuple[str, ...]:
        return tile_id(self.tile), cell_id(self.seat, self.cell)

    def says(self, board: Board) -> str:
        return f"{{{self.seat}}} lays {tile_name(board, self.tile)}: {cell_name(self.cell)}."

    def facts(self, board: Board) -> Iterable[Fact]:
        return (Fact(seat=self.seat, card=self.tile, place=cell_id(self.seat, self.cell)),)


def drawn(stack: Stack, tile: TileId) -> Stack:
    """The stack less its uppermost tile, which is `tile`: known ones come last (they lie at the bottom)."""
    if stack.hidden.size:
        return Stack(stack.hidden.drawn(tile), stack.bottom)
    assert stack.bottom[0] == tile
    return Stack(stack.hidden, stack.bottom[1:])
