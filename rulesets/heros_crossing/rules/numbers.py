"""The numbers and conditions of hero powers, read off a board."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING

from rulesets.heros_crossing.board import spies_of
from rulesets.heros_crossing.pieces import COLOUR
from rulesets.kit.cards import clamped

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from rulesets.heros_crossing.board import Board
    from rulesets.heros_crossing.pieces import Lot
    from rulesets.heros_crossing.tiles import Tile
    from rulesets.heros_crossing.words.numbers import Expr
    from rulesets.kit.phases import Seat


def evaluate(expr: Expr, board: Board, seat: Seat) -> int:
    """What an expression comes to for the owner of the hero; a condition holds where it is not 0."""
    if expr.const is not None:
        return expr.const
    if expr.count is not None:
        return _COUNTS[expr.count](expr, board, seat)
    if expr.distinct is not None:
        return _DISTINCT[expr.distinct](board, seat)
    parts = [evaluate(part, board, seat) for part in expr.parts]
    return next(int(total(parts)) for kind, total in _TOTALS.items() if getattr(expr, kind) is not None)


_TOTALS: dict[str, Callable[[list[int]], int]] = {
    "add": sum,
    "multiply": lambda parts: clamped(prod(parts)),
    "divide": lambda parts: parts[0] // parts[1] if parts[1] else 0,
    "least": lambda parts: min(parts, default=0),
    "most": lambda parts: max(parts, default=0),
    "at_least": lambda parts: parts[0] >= parts[1],
    "both": all,
    "either": any,
    "not_": lambda parts: not parts[0],
}
"""What the parts of an expression come to."""


def _of_town(board: Board, seat: Seat) -> Iterator[tuple[Lot, Tile]]:
    return ((lot, board.components.tile[lot.tile]) for lot in board.side(seat).town)


def _tiles(expr: Expr, board: Board, seat: Seat) -> Iterator[tuple[Lot, Tile]]:
    """Lots of the town whose tiles pass the filters."""
    for lot, tile in _of_town(board, seat):
        if (
            expr.kind in (None, tile.kind)
            and expr.resource in (None, tile.resource)
            and expr.level in (None, tile.level)
        ):
            yield lot, tile


def _levels(board: Board, seat: Seat) -> list[int]:
    return [board.components.hero[own.hero].level for own in board.side(seat).heroes]


_COUNTS: dict[str, Callable[[Expr, Board, Seat], int]] = {
    "heroes": lambda expr, board, seat: sum(expr.level in (None, level) for level in _levels(board, seat)),
    "tiles": lambda expr, board, seat: sum(1 for _ in _tiles(expr, board, seat)),
    "cubes": lambda expr, board, seat: sum(lot.cubes for lot, _ in _tiles(expr, board, seat)),
    "modifiers": lambda expr, board, seat: board.side(seat).modifiers,
    "vp": lambda expr, board, seat: board.side(seat).vp,
    "dice": lambda expr, board, seat: sum(expr.color in (None, COLOUR[die]) for die in board.side(seat).pool),
    "spies_out": lambda expr, board, seat: len(spies_of(board, seat)),
    "spies_in": lambda expr, board, seat: sum(len(lot.spies) for lot in board.side(seat).town),
    "bids": lambda expr, board, seat: len(board.bids_of(seat)),
    "attractions": lambda expr, board, seat: sum(any(s.seat == seat for s in v.stakes) for v in board.visiting),
}


_DISTINCT: dict[str, Callable[[Board, Seat], int]] = {
    "resources": lambda board, seat: len({tile.resource for _, tile in _of_town(board, seat) if tile.resource}),
    "buildings": lambda board, seat: len({(tile.name, tile.level) for _, tile in _of_town(board, seat) if tile.level}),
    "hero_levels": lambda board, seat: len(set(_levels(board, seat))),
    "cube_types": lambda board, seat: len({tile.resource for lot, tile in _of_town(board, seat) if lot.cubes}),
}
