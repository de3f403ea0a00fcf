"""Setup, continued: doubled tiles are swapped, and the first towns laid out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.heros_crossing import effects as e
from rulesets.heros_crossing.board import Board
from rulesets.heros_crossing.ids import cell_id, face_id
from rulesets.heros_crossing.names import cell_name, offered_name, tile_name
from rulesets.heros_crossing.phases import Arranging, Swapping
from rulesets.heros_crossing.pieces import Cell, TileId
from rulesets.heros_crossing.rules.common import draw_tile
from rulesets.heros_crossing.rules.first_town import first_cells
from rulesets.heros_crossing.rules.town import around
from rulesets.kit.errors import Refused
from rulesets.kit.facts import Fact
from rulesets.kit.play import Play, automatic, need
from rulesets.kit.structs import Action
from rulesets.kit.tuples import without

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rulesets.kit.phases import Seat


# --- swaps


def doubled(board: Board, seat: Seat) -> tuple[TileId, ...]:
    """A tile for each building that a seat drafted more than once: the last copy. Sorted; those kept are left out."""
    pending, tiles = board.pending, board.components.tile
    kept = pending.kept if isinstance(pending, Swapping) else ()
    own = [tile for tile in board.side(seat).tiles if tile not in kept]
    last: dict[tuple[str, int], list[TileId]] = {}
    for tile in own:
        if tiles[tile].level:
            last.setdefault((tiles[tile].name, tiles[tile].level), []).append(tile)
    return tuple(sorted(copies[-1] for copies in last.values() if len(copies) > 1))


def _fits(board: Board, seat: Seat, tile: TileId) -> bool:
    """HCX-DRF-07, 09: not a building that the seat has; special tiles always fit."""
    tiles = board.components.tile
    return not any(tiles[tile].same_as(tiles[own]) for own in board.side(seat).tiles)


def _swaps(board: Board, seat: Seat) -> Iterator[TileId]:
    return (slot.tile for slot in board.supply if slot.tile and _fits(board, seat, slot.tile))


class SwapDuplicate(Action[Board], frozen=True):
    """Put a doubled tile (in facts the `target`) into the supply and take a face-up one instead (HCX-DRF-07, 08)."""

    title = "Swap a doubled tile"
    given: TileId
    taken: TileId
    phase = Swapping

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterable[SwapDuplicate]:
        return (cls(given, taken) for given in doubled(board, seat) for taken in _swaps(board, seat))

    def check(self, board: Board, seat: Seat) -> None:
        need(self.given in doubled(board, seat), "HCX-DRF-07")
        need(self.taken in _swaps(board, seat), "HCX-DRF-07")

    def perform(self, play: Play[Board]) -> None:
        play.emit(e.DuplicateSwapped(play.seat, self.given, self.taken))

    def fact(self, board: Board, seat: Seat) -> Fact:
        return Fact(card=face_id(board.components, self.taken), target=face_id(board.components, self.given))

    def label(self, board: Board, seat: Seat) -> str:
        return f"Swap {tile_name(board, self.given)} for {offered_name(board, self.taken)}"


@automatic(Swapping)
def swap(play: Play[Board]) -> None:
    """HCX-DRF-10, ruling A-07: seat by seat; where nothing face up fits, the stack is turned up."""
    board = play.board
    seat = Swapping.of(board).seat
    double = doubled(board, seat)
    if double and not any(_swaps(board, seat)):
        _turn_up(play, seat, double[0])
    elif not double:
        following = board.left_of(seat)
        play.emit(e.Asked(Arranging() if following == board.first else Swapping(following)))


def _turn_up(play: Play[Board], seat: Seat, double: TileId) -> None:
    for _ in range(play.board.stacks[0].size):
        tile = draw_tile(play, 1, "HCX-DRF-07")
        assert tile is not None
        fits = _fits(play.board, seat, tile)
        play.emit(e.TileTurnedUp(seat, double, tile, fits))
        if fits:
            return
    play.emit(e.DuplicateKept(seat, double))


# --- the first town


class LayTile(Action[Board], frozen=True):
    """Lay a tile of the first town: any of those left, wherever the others can still make one legal town with it.

    The first one lies at `0.0`, from which cells are counted.
    """

    title = "Lay a tile"
    tile: TileId
    cell: Cell
    phase = Arranging
    exact = True

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterable[LayTile]:
        for tile in dict.fromkeys(board.side(seat).tiles):
            yield from (cls(tile, cell) for cell in cells_for(board, seat, tile))

    def check(self, board: Board, seat: Seat) -> None:
        need(self.tile in board.side(seat).tiles, "HCX-DRF-11")
        if self.cell not in cells_for(board, seat, self.tile):
            raise Refused(_why_not(board, seat, self))

    def perform(self, play: Play[Board]) -> None:
        play.emit(e.TileLaid(play.seat, self.tile, self.cell))

    def fact(self, board: Board, seat: Seat) -> Fact:
        return Fact(card=face_id(board.components, self.tile), place=cell_id(seat, self.cell))

    def label(self, board: Board, seat: Seat) -> str:
        return f"Lay {tile_name(board, self.tile)} at {cell_name(self.cell)}"


def cells_for(board: Board, seat: Seat, tile: TileId) -> tuple[Cell, ...]:
    """Where a tile of the first town may lie now."""
    side, tiles = board.side(seat), board.components.tile
    rest = [tiles[other] for other in without(side.tiles, tile)]
    return first_cells({lot.cell: tiles[lot.tile] for lot in side.town}, tiles[tile], rest)


def _why_not(board: Board, seat: Seat, action: LayTile) -> str:
    """The rule against a cell: not the first one, taken, next to a building, or cut off from the group."""
    side, tiles = board.side(seat), board.components.tile
    if not side.town:
        return "HCX-DRF-11"
    if side.lot(action.cell):
        return "HCX-TWN-01"
    built = (lot.cell for lot in side.town if tiles[lot.tile].building)
    if tiles[action.tile].building and any(action.cell in around(cell) for cell in built):
        return "HCX-DRF-12"
    return "HCX-DRF-13"


@automatic(Arranging)
def start_first_round(play: Play[Board]) -> None:
    """HCX-SET-18: when all towns are laid out."""
    if not any(side.tiles for side in play.board.sides):
        play.emit(e.RoundStarted())
