"""The numbers and conditions of hero powers, read off a board."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING

from rulesets.heros_crossing.board import COLOUR
from rulesets.heros_crossing.rules.town import spies_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from rulesets.heros_crossing.board import Board, Lot
    from rulesets.heros_crossing.components import Tile
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
    if expr.add is not None:
        return sum(parts)
    if expr.multiply is not None:
        return max(-MOST, min(MOST, prod(parts)))
    if expr.divide is not None:
        return parts[0] // parts[1] if parts[1] else 0
    if expr.least is not None:
        return min(parts, default=0)
    if expr.most is not None:
        return max(parts, default=0)
    return int(_holds(expr, parts))


MOST = 9_999
"""A product is cut to this: sets come from strangers."""


def _holds(expr: Expr, parts: list[int]) -> bool:
    if expr.at_least is not None:
        return parts[0] >= parts[1]
    if expr.both is not None:
        return all(parts)
    if expr.either is not None:
        return any(parts)
    return not parts[0]


def _tiles(expr: Expr, board: Board, seat: Seat) -> Iterator[tuple[Lot, Tile]]:
    """Lots of the town whose tiles pass the filters."""
    for lot in board.side(seat).town:
        tile = board.components.tile[lot.tile]
        if (
            expr.kind in (None, tile.kind)
            and expr.resource in (None, tile.resource)
            and expr.level in (None, tile.level)
        ):
            yield lot, tile


def _heroes(expr: Expr, board: Board, seat: Seat) -> int:
    levels = (board.components.hero[own.hero].level for own in board.side(seat).heroes)
    return sum(expr.level in (None, level) for level in levels)


def _bids(expr: Expr, board: Board, seat: Seat) -> int:
    return len(board.bids_of(seat))


def _attractions(expr: Expr, board: Board, seat: Seat) -> int:
    return sum(any(stake.seat == seat for stake in visit.stakes) for visit in board.visiting)


_COUNTS: dict[str, Callable[[Expr, Board, Seat], int]] = {
    "heroes": _heroes,
    "tiles": lambda expr, board, seat: sum(1 for _ in _tiles(expr, board, seat)),
    "cubes": lambda expr, board, seat: sum(lot.cubes for lot, _ in _tiles(expr, board, seat)),
    "modifiers": lambda expr, board, seat: board.side(seat).modifiers,
    "vp": lambda expr, board, seat: board.side(seat).vp,
    "dice": lambda expr, board, seat: sum(expr.color in (None, COLOUR[die]) for die in board.side(seat).pool),
    "spies_out": lambda expr, board, seat: len(spies_of(board, seat)),
    "spies_in": lambda expr, board, seat: sum(len(lot.spies) for lot in board.side(seat).town),
    "bids": _bids,
    "attractions": _attractions,
}


def _of_town(board: Board, seat: Seat) -> Iterator[tuple[Lot, Tile]]:
    return ((lot, board.components.tile[lot.tile]) for lot in board.side(seat).town)


_DISTINCT: dict[str, Callable[[Board, Seat], int]] = {
    "resources": lambda board, seat: len({tile.resource for _, tile in _of_town(board, seat) if tile.resource}),
    "buildings": lambda board, seat: len({(tile.name, tile.level) for _, tile in _of_town(board, seat) if tile.level}),
    "hero_levels": lambda board, seat: len({board.components.hero[own.hero].level for own in board.side(seat).heroes}),
    "cube_types": lambda board, seat: len({tile.resource for lot, tile in _of_town(board, seat) if lot.cubes}),
}
