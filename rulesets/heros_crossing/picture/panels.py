"""What belongs to a seat: its strip, its heroes, its town; in the set-up its hand and the tiles that it has taken."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from rulesets.heros_crossing import caption
from rulesets.heros_crossing.board import spies_of
from rulesets.heros_crossing.ids import die_id, hand_id, lands_id, modifiers_id, pool_id, seat_id, spy_id, tile_id
from rulesets.heros_crossing.names import die_name, tile_name
from rulesets.heros_crossing.phases import Arranging
from rulesets.heros_crossing.picture.dice import DiePart, die_part
from rulesets.heros_crossing.picture.heroes import OwnedPart, owned
from rulesets.heros_crossing.picture.plan import STRIP, Panel
from rulesets.heros_crossing.picture.tiles import TILE, LyingPart, TilePart, drafted_part, lying
from rulesets.heros_crossing.picture.town import EdgesPart, Grid, MarkPart, TownPart, edges, marks, town_part
from rulesets.heros_crossing.picture.view import TYPES
from rulesets.heros_crossing.pieces import COLOUR
from rulesets.heros_crossing.tiles import LAND, RESOURCE_OF
from rulesets.kit import phases
from rulesets.kit.piles import is_back
from rulesets.kit.svg import BOLD, Box, Frames, Label, Outlines, Piece, Placed, label, legible

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rulesets.heros_crossing.picture.view import View
    from rulesets.heros_crossing.pieces import Die, Side, TileId
    from rulesets.kit.phases import Seat

POOL_X, POOL_STEP, POOL_OVER, POOL_DIE = 16, 28, 7, 23
"""Where the dice of the first type lie, from type to type, and from one die of a type to the next."""
NAME_AT, STATUS = 41, 76
"""Where the name begins, and the room that is always kept for what the seat is at, or for the word that it won."""
HAND_AT, HAND_GAP, HAND_ROW, HAND_ROWS, HAND_WIDTH = 6, 4, 46, 2, 150
"""Of the hand, two tiles side by side."""
TAKEN, TAKEN_STEP = 40, 44
"""Of the tiles below it that a seat has taken."""
LAST_PLACE = 3
"""Of the hand: where the tile lies that is picked."""
SETUP_ROOM, HAND_ROOM = 66, 124
"""What the tiles still to be laid take of a lane, and what the hand takes."""


class PoolPart(Piece, frozen=True):
    """The dice of a seat: each type in its own place."""

    empty: tuple[str, ...]
    """By place the type that shows its glyph there, or `""`."""
    gone: tuple[float, ...]
    """Where a die has just been taken away."""
    dice: tuple[DiePart, ...]
    frames: Frames | None


class StockPart(Struct, frozen=True, gc=False):
    """Modifiers, and the place of the spy."""

    seat: Seat
    tint: str
    modifiers: int
    spy: Literal["", "home", "out"]
    """There is none in the set-up."""
    frames: Frames | None
    spy_frames: Frames | None


class HandPart(Placed, frozen=True):
    """A tile of a hand."""

    tile: LyingPart
    frames: Frames | None


class TakenPart(Piece, frozen=True):
    """A tile that is still to be laid; plain land is one piece."""

    x: float
    tile: TilePart
    count: int
    frames: Frames | None


class DraftPart(Piece, frozen=True):
    """The hand of a seat, and the tiles that it has taken and not yet laid."""

    picked: bool
    """The last one is picked, and lies face down on the table."""
    hand: tuple[HandPart, ...]
    kept: str
    y: float
    tiles: tuple[TakenPart, ...]
    frames: Frames | None


class StripPart(Struct, frozen=True, gc=False):
    """A seat's strip, but for the name."""

    seat: Seat
    w: int
    acts: bool
    first: bool
    status: str
    status_x: float
    won: bool
    laurel_x: float
    points: int
    worker: str
    """In the set-up the colour of the workers."""
    pool: PoolPart
    stock: StockPart
    frames: Frames | None


class PlayerPart(Piece, frozen=True):
    """A seat's strip, heroes and town."""

    seat: Seat
    tint: str
    x: float
    y: float
    w: int
    lane_at: int
    lane: int
    name: Label
    strip: StripPart
    heroes: tuple[OwnedPart, ...]
    draft: DraftPart | None
    grid: Grid
    town: TownPart
    marks: tuple[MarkPart, ...]
    edges: EdgesPart | None


def player(view: View, panel: Panel, grid: Grid) -> PlayerPart:
    """A seat's strip, heroes and town. `grid` lies within the lane."""
    seat, side = panel.seat, view.board.side(panel.seat)
    own = strip(view, seat, panel.w)
    return PlayerPart(
        seat_id(seat),
        title(view, seat),
        seat,
        view.tints[seat],
        panel.x,
        panel.y,
        panel.w,
        panel.lane_at,
        panel.lane,
        label(view.names[seat], (own.status_x - STATUS - NAME_AT) / BOLD, 20, 16, 14),
        own,
        tuple(owned(view, seat, panel.w)),
        draft(view, panel, side) if side.hand or side.picked or side.tiles else None,
        grid,
        town_part(view.components, seat, side.town, view.of_seats, grid),
        tuple(marks(view, seat, grid)),
        edges(view, seat, grid, panel.lane_at),
    )


def strip(view: View, seat: Seat, w: int) -> StripPart:
    """What a seat is at, its points, its dice."""
    board, points = view.board, caption.points(view.board, seat)
    status = caption.status(board, seat)
    laurel = w - 37 - 11 * len(str(points))
    return StripPart(
        seat,
        w,
        bool(status),
        board.first == seat,
        status,
        laurel - 7,
        isinstance(board.pending, phases.GameOver) and seat in board.pending.winners,
        laurel,
        points,
        worker(board.side(seat)) if not board.round else "",
        pool(view, seat, board.side(seat)),
        stock(view, seat),
        view.frames(seat_id(seat), Box(0, 0, w, STRIP, 8)),
    )


def title(view: View, seat: Seat) -> str:
    """A seat in words."""
    side, points = view.board.side(seat), caption.points(view.board, seat)
    colour = f", {side.colour} workers" if side.colour else ""
    parts = caption.parts(view.board, seat)
    track = f" ({parts})" if parts else ""
    assigned = "".join(f", {die_name(own.die)} to {own.action.replace('_', ' ')}" for own in side.assigned)
    return f"{view.names[seat]}{colour}: {points} VP{track}, {side.modifiers} dice modifiers{assigned}"


def worker(side: Side) -> str:
    """The colour of the workers, in words."""
    return f"plays {side.colour}" if side.colour else "no colour yet"


def stock(view: View, seat: Seat) -> StockPart:
    """Modifiers, and the place of the spy."""
    board = view.board
    out: Literal["home", "out"] = "out" if spies_of(board, seat) else "home"
    box, spot = Box(129, 28, 54, 22, 8), Box(0, 0, 22, 22, 6)
    frames, spy_frames = view.frames(modifiers_id(seat), box), view.frames(spy_id(seat), spot)
    return StockPart(seat, view.tints[seat], board.side(seat).modifiers, out if board.round else "", frames, spy_frames)


NO_FRAMES = Outlines((), ())


def pool(view: View, seat: Seat, side: Side) -> PoolPart:
    """Unspent dice, each type in its own place; a second die of a type a little to the right."""
    gone = view.dice_gone(seat) if view.scene.before is not None else {}
    left = tuple([kind for kind in TYPES if gone.get(kind)]) if gone else ()
    if view.dice_marked:
        return _pool(seat, side.pool, left, view.frames)
    return _cached_pool(seat, side.pool, left)


@lru_cache(maxsize=2048)
def _cached_pool(seat: Seat, dice: tuple[Die, ...], gone: tuple[str, ...]) -> PoolPart:
    return _pool(seat, dice, gone, NO_FRAMES)


def _pool(seat: Seat, pool: tuple[Die, ...], gone: tuple[str, ...], frames: Outlines) -> PoolPart:
    counts: Counter[str] = Counter()
    dice: list[DiePart] = []
    for die in sorted(pool, key=lambda die: TYPES.index(RESOURCE_OF[COLOUR[die]])):
        kind = RESOURCE_OF[COLOUR[die]]
        x = POOL_X + POOL_STEP * TYPES.index(kind) + POOL_OVER * counts[kind]
        box, id_ = Box(0, 0, POOL_DIE, POOL_DIE, 6), die_id(seat, die)
        if any(id_ == other.id for other in dice):  # two that show the same are one piece
            dice.append(die_part(die, x, 28, POOL_DIE))
        else:
            dice.append(die_part(die, x, 28, POOL_DIE, id_, frames(id_, box)))
        counts[kind] += 1
    words = ", ".join(map(die_name, pool)) or "none"
    piece, room = pool_id(seat), Box(POOL_X - 1, 31, 4 * POOL_STEP - 1, 20, 7)
    return PoolPart(
        piece,
        f"Unspent dice: {words}",
        tuple("" if counts[kind] else kind for kind in TYPES),
        tuple(POOL_X + POOL_STEP * n for n, kind in enumerate(TYPES) if kind in gone and not counts[kind]),
        tuple(dice),
        frames(piece, room),
    )


# --- the set-up


def draft(view: View, panel: Panel, side: Side) -> DraftPart:
    """The hand as far as the viewer sees it, the pick face down, and below them the tiles already taken."""
    seat, w = panel.seat, panel.w
    piece = hand_id(seat)
    hand = (*side.hand, *((side.picked,) if side.picked else ()))
    width = hand_width(w)
    numbers = (*range(len(side.hand)), LAST_PLACE)
    places = tuple(_held(view, tile, n, width) for n, tile in zip(numbers, hand, strict=False))
    named = [view.components.tile[tile].name for tile in hand if not is_back(tile)]
    what = f": {', '.join(named)}" if named else ", hidden" if hand else ""
    return DraftPart(
        piece,
        f"Hand of {view.names[seat]}: {len(side.hand)} tiles{', one picked' if side.picked else ''}{what}",
        bool(side.picked),
        places,
        "To lay" if isinstance(view.board.pending, Arranging) else "Taken",
        panel.lane_at + panel.lane - TAKEN - INSET,
        tuple(_taken(view, seat, side)),
        view.frames(piece, Box(4, 92, w - 8, 22 + HAND_ROW * HAND_ROWS, 8)),
    )


INSET = 6
LAND_STEP, TAKEN_SCALE = 12, 0.66
"""From one land tile to the next in their heap, before it is scaled; and by how much all of them are."""


def hand_width(w: int) -> int:
    """How wide tiles of a hand are, two of which stand side by side."""
    return min(HAND_WIDTH, (w - HAND_GAP) // 2 - HAND_AT)


def _held(view: View, tile: TileId, n: int, width: int) -> HandPart:
    frames = view.frames(tile_id(tile), Box(0, 0, width, 40, 6))
    x, y = HAND_AT + (width + HAND_GAP) * (n % 2), 114 + HAND_ROW * (n // 2)
    title = legible(tile_name(view.board, tile))
    return HandPart(tile_id(tile), title, x, y, lying(view.components, tile, width), frames)


def _taken(view: View, seat: Seat, side: Side) -> Iterator[TakenPart]:
    """Plain land lies together, since one is like the other; the others lie side by side."""
    counts = Counter(side.tiles)
    x = 10
    for tile, count in counts.items():
        id_ = lands_id(seat) if tile == LAND else tile_id(tile)
        name = tile_name(view.board, tile)
        part = drafted_part(view.components, tile)
        frames = view.frames(id_, Box(0, 0, TILE + LAND_STEP * (count - 1), TILE, 6))
        yield TakenPart(id_, f"{name} ({count})" if count > 1 else name, x, part, count, frames)
        x += TAKEN_STEP + round(LAND_STEP * (count - 1) * TAKEN_SCALE)
