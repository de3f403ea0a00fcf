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
from rulesets.kingdom_rush.picture.places import SPACE, centre
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
    """Where the Hordes are whose squares the event is about, or which are asked for."""
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
NEXT_TO = SPACE // 2
"""How far from the middle of a tray its signs stand, on the map: halfway to the next tray, which shares them."""
NEAR, NEXT = 16, 9
"""How near a sign may come to the chips of the map, and to another sign, in board units."""
FAR = NEXT_TO + 18
SIDES = [(we, ns * far) for far in (NEXT_TO, FAR) for we in (-NEXT_TO, NEXT_TO) for ns in (1, -1)]
"""Where the numbers stand, and where the letters: west or east, south or north; letters farther out if need be."""


def edge_parts(view: View, chips: Sequence[Point]) -> tuple[EdgePart, ...]:
    """The letters and numbers of those trays: at two edges of each that the fewest `chips` and other signs are near."""
    edges: dict[EdgePart, None] = {}
    for space in _spoken_of(view):
        x, y = centre(view.field.where[space])
        sides = [(_numbers(view, x + we, y), _letters(view, x, y + ns)) for we, ns in SIDES]
        signs = [point for edge in edges for point in edge.points]
        edges |= dict.fromkeys(min(sides, key=lambda both: sum(_clashes(edge, chips, signs) for edge in both)))
    return tuple(edges)


def _numbers(view: View, x: float, y: float) -> EdgePart:
    return EdgePart(ROWS, *view.map.at((x, y)), 0, round(CELL * view.map.scale, 2))


def _letters(view: View, x: float, y: float) -> EdgePart:
    return EdgePart(COLUMNS, *view.map.at((x, y)), round(CELL * view.map.scale, 2), 0)


def _clashes(edge: EdgePart, chips: Sequence[Point], signs: Sequence[Point]) -> int:
    """How many chips, and how many signs of others, its own come too near; those that they share do not count."""
    around = 3 * (edge.dx + edge.dy) + NEAR
    near = [(x, y) for x, y in chips if abs(x - edge.x) < around and abs(y - edge.y) < around]
    others = [(x, y) for x, y in signs if abs(x - edge.x) < around and abs(y - edge.y) < around]
    return sum(
        sum(hypot(x - px, y - py) < NEAR for px, py in near)
        + sum(1 < hypot(x - px, y - py) < NEXT for px, py in others)
        for x, y in edge.points
    )


def every_square() -> tuple[tuple[str, float, float], ...]:
    """The squares of a tray: name, and upper left corner from its middle."""
    return tuple((cell, (i % 5 - 2.5) * CELL, (i // 5 - 2.5) * CELL) for i, cell in enumerate(CELLS))


SQUARES = every_square()
