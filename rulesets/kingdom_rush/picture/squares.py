"""The squares of trays, where some are asked for or spoken of."""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING

from rulesets.kingdom_rush.effects import (
    HeroEngaged,
    PortalPlaced,
    SoldierRelocated,
    SoldiersPlaced,
    TilePlaced,
    TilesPlaced,
    WildcatPlaced,
)
from rulesets.kingdom_rush.geometry import CELLS
from rulesets.kingdom_rush.phases import Attacking, Engaging, PlacingPortal, PlacingWildcat, Relocating
from rulesets.kingdom_rush.picture.parts import EdgePart
from rulesets.kingdom_rush.picture.places import centre
from rulesets.kingdom_rush.picture.trays import CELL
from rulesets.kingdom_rush.rules.aiming import shot_of, targets

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rulesets.kingdom_rush.board import Board
    from rulesets.kingdom_rush.picture.view import View
    from rulesets.kingdom_rush.pieces import CardId, SpaceId

Point = tuple[float, float]


def squared_hordes(board: Board) -> frozenset[CardId]:
    """The Hordes, or the Boss Life card, of which squares are asked for."""
    at = board.pending
    if isinstance(at, Attacking):
        shot = shot_of(board)
        if shot.cluster and not at.horde:
            return frozenset()
        return frozenset(horde.card for horde, _ in targets(board, at, shot))
    if isinstance(at, PlacingPortal):
        return frozenset(horde.card for horde in board.hordes if not horde.level)
    if isinstance(at, Relocating):
        return frozenset(horde.card for horde in board.hordes)
    if isinstance(at, Engaging | PlacingWildcat):
        horde = board.horde_at(board.hero(at.hero).space)
        return frozenset((horde.card,)) if horde else frozenset()
    return frozenset()


def _spoken_of(view: View) -> Iterator[SpaceId]:
    """Where the Hordes are whose squares the event tells of, or which are asked for."""
    cards = set(squared_hordes(view.board))
    for effect in view.scene.effects:
        if isinstance(effect, TilePlaced | TilesPlaced | SoldiersPlaced | PortalPlaced | HeroEngaged):
            cards.add(effect.horde)
        elif isinstance(effect, SoldierRelocated):
            cards.update((effect.horde, effect.to))
        elif isinstance(effect, WildcatPlaced) and effect.base and (horde := view.board.horde_at(effect.space)):
            cards.add(horde.card)
    tops = {horde.space: horde.card for horde in view.board.hordes}
    return (space for space, card in tops.items() if card in cards)


COLUMNS, ROWS = "abcde", "12345"
BESIDE, NEAR = 52, 15
"""How far from the middle of a tray its letters stand, on the map; how near a sign may come to them, in board units."""
SIDES = ((-1, 1), (-1, -1), (1, 1), (1, -1))
"""Where the numbers stand, and where the letters: west or east, south or north."""


def edge_parts(view: View, chips: Sequence[Point]) -> tuple[EdgePart, ...]:
    """The letters and numbers of those trays: all at the same two edges, which are those with the fewest `chips`."""
    middles = [centre(view.field.where[space]) for space in _spoken_of(view)]
    sides = (tuple(_edges(view, middle, side) for middle in middles) for side in SIDES)
    return min(sides, key=lambda parts: sum(_clashes(edges, chips) for edges in parts)) if middles else ()


def _edges(view: View, middle: tuple[int, int], side: tuple[int, int]) -> EdgePart:
    (x, y), step = view.map.at(middle), CELL * view.map.scale
    beside = BESIDE * view.map.scale
    return EdgePart(x, y, round(step, 2), round(x + beside * side[0], 1), round(y + beside * side[1], 1))


def _clashes(edges: EdgePart, taken: Sequence[Point]) -> int:
    far = 3.5 * edges.step + NEAR
    near = [(x, y) for x, y in taken if abs(x - edges.x) < far and abs(y - edges.y) < far]
    return sum(hypot(x - px, y - py) < NEAR for px, py in edges.points for x, y in near) if near else 0


def every_square() -> tuple[tuple[str, float, float], ...]:
    """The squares of a tray: name, and upper left corner from its middle."""
    return tuple((cell, (i % 5 - 2.5) * CELL, (i // 5 - 2.5) * CELL) for i, cell in enumerate(CELLS))


SQUARES = every_square()
