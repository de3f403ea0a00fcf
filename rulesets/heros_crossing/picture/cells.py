"""Cells of towns that a picture leaves open."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.heros_crossing.phases import Acting, Arranging, Extra, Placing
from rulesets.heros_crossing.rules.common import may
from rulesets.heros_crossing.rules.layout import cells_for
from rulesets.heros_crossing.rules.town import new_cells, placements

if TYPE_CHECKING:
    from rulesets.heros_crossing.board import Board
    from rulesets.heros_crossing.pieces import Cell
    from rulesets.kit.phases import Seat


def open_cells(board: Board, seat: Seat) -> tuple[Cell, ...]:
    """Empty cells of a town that a tile may come into now: one that is won or laid, or the land of the row in use."""
    pending, side = board.pending, board.side(seat)
    if isinstance(pending, Arranging):
        found = {cell for tile in set(side.tiles) for cell in cells_for(board, seat, tile)}
    elif isinstance(pending, Placing) and pending.seat == seat:
        found = set(placements(board, seat, pending.tile))
    elif isinstance(pending, Acting | Extra) and seat in pending.who(board) and may(board, seat, "get_land"):
        return new_cells(board, seat, building=False)
    else:
        return ()
    return tuple(sorted(found.difference([lot.cell for lot in side.town])))
