"""What belongs to the whole table: the strip of the round, the Action Card, the graveyard, the points."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from rulesets.heros_crossing import caption
from rulesets.heros_crossing.ids import card_id, colour_id, die_id, row_id
from rulesets.heros_crossing.names import action_card_name, row_name
from rulesets.heros_crossing.phases import Acting, ChoosingColours, Extra
from rulesets.heros_crossing.picture.dice import DiePart, die_part
from rulesets.heros_crossing.picture.view import TINTS
from rulesets.heros_crossing.pieces import FACE, PLAYER_COLOURS
from rulesets.kit import svg
from rulesets.kit.phases import seats_of
from rulesets.kit.svg import Box, Frames, Label, Piece, label
from rulesets.kit.words import counted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rulesets.heros_crossing.board import Board
    from rulesets.heros_crossing.picture.plan import Place, Plan, Point
    from rulesets.heros_crossing.picture.view import View
    from rulesets.heros_crossing.pieces import Die
    from rulesets.kit.phases import Phase, Seat

ACTIONS = {
    "get_land": ("tree", "Land"),
    "get_modifiers": ("", "Modifiers"),
    "produce": ("produce", "Produce"),
    "move": ("move", "Move"),
    "spy": ("meeple", "Spy"),
    "expel": ("expel", "Expel"),
    "bid": ("bid", "Bid"),
    "attract": ("attract", "Attract"),
}
"""Glyph and name of each action; modifiers have a token instead of a glyph."""
PHASE_ROOM = 230
CARD_TOP, CARD_HEIGHT, MOST_ROW = 30, 158, 41


# --- the strip of the round


class ZoningPart(Struct, frozen=True, gc=False):
    """The Zoning Die."""

    title: str
    x: float
    y: float
    face: str
    star: bool
    """It was rolled to `*` and set to another face."""
    frames: Frames | None


class HeaderPart(Struct, frozen=True, gc=False):
    """The strip of the round."""

    w: int
    h: int
    base: int
    round: str
    phase: Label
    steps: tuple[str, ...]
    now: int
    era: int
    era_at: Point
    zoning_at: Point
    zoning: ZoningPart
    come_at: Point
    come_title: str
    come: tuple[tuple[int, int], ...]
    """Levels of heroes to come, and how many of each."""
    last_round: int


def header(view: View, plan: Plan) -> HeaderPart:
    """The round, its step, the era, the Zoning Die and the heroes to come."""
    board, at = view.board, plan.header
    name = caption.round_name(board)
    come = tuple((level, pile.size) for level, pile in enumerate(board.heroes, 1) if level > 1 or pile.size)
    words = ", then ".join(f"{size} of level {level}" for level, size in come if size) or "none"
    title = f"The game ends after round {board.last_round}" if board.last_round else f"Heroes still to come: {words}"
    return HeaderPart(
        at.w,
        at.h,
        at.base,
        name,
        label(caption.step_name(board), PHASE_ROOM - svg.advance(name, 20) - 20, 16, 14),
        caption.steps(board),
        caption.step_number(board),
        board.era,
        at.era,
        at.zoning,
        zoning_part(view, at.die),
        at.come,
        title,
        come[:2],
        board.last_round,
    )


def zoning_part(view: View, at: Point) -> ZoningPart:
    """The Zoning Die with the face that counts."""
    rolled, face = view.board.rolled, view.board.zoning or view.board.rolled
    star = rolled == "*" and face != "*"
    title = f"Zoning Die: {caption.ZONING[face]}{', chosen after *' if star else ''}"
    return ZoningPart(title, *at, face, star, view.frames("zoning", Box(1, 1, 32, 32, 8)))


# --- the Action Card


class ActionPart(Struct, frozen=True, gc=False):
    """One action of a row."""

    glyph: str
    name: Label
    x: float
    done: bool
    frames: Frames | None


class RowPart(Struct, frozen=True, gc=False):
    """A row of two actions."""

    id: str
    title: str
    y: float
    h: float
    middle: float
    tint: str
    """Of who has a die on it, or empty."""
    actions: tuple[ActionPart, ...]
    frames: Frames | None


class ColourPart(Piece, frozen=True):
    """Workers that a seat may take, or has taken."""

    colour: str
    y: float
    seat: Seat
    """Whose they are, or 0."""
    tint: str
    frames: Frames | None


class CardPart(Struct, frozen=True, gc=False):
    """The Action Card in force, with the die in use; in its place, while they are chosen, the workers."""

    id: str
    """Of the card that lies there, if one does."""
    title: str
    x: float
    y: float
    w: float
    head: str
    left: int | None
    """How many cards are left in the deck."""
    die: DiePart | None
    sum: str
    """What modifiers make of the die."""
    rows: tuple[RowPart, ...]
    colours: tuple[ColourPart, ...]
    frames: Frames | None


def action_card(view: View, place: Place) -> CardPart:
    """The Action Card; while a die is in use, with its row, and what is left to be done in it."""
    board = view.board
    phase = in_use(board)
    rows = board.components.action_card[board.card].rows if board.card else ()
    row = phase.row if isinstance(phase, Acting) else -1
    die = phase.die if isinstance(phase, Acting) else ""
    words = "; ".join(" and ".join(ACTIONS[action][1] for action in pair) for pair in rows)
    points = f"; {counted(phase.points, 'movement point')} left" if phase and phase.points else ""
    id_ = card_id(board.card) if board.card else ""
    name = f"Action Card {action_card_name(board.card)}" if board.card else ""
    choosing = isinstance(board.pending, ChoosingColours)
    return CardPart(
        id_,
        f"{name}: {words}{points}" if words else "Colours of the workers" if choosing else "Action Card: not drawn",
        place.x,
        place.y,
        place.w,
        "Colours" if choosing else "Actions",
        len(board.deck),
        die_part(die, 96, 4, 22, _die_in_use(board, die)) if die else None,
        f"+{phase.modifiers} = {FACE[die] + phase.modifiers}" if phase and die and phase.modifiers else "",
        tuple(_rows(view, rows, row, phase, place.w)),
        tuple(_colours(view, place.w)) if choosing else (),
        view.frames(id_, Box(0, 0, place.w, CARD_HEIGHT, 8)),
    )


def _die_in_use(board: Board, die: Die) -> str:
    """Its id is the one that it had in the pool, unless another that shows the same lies there still."""
    return "" if die in board.side(board.seat).pool else die_id(board.seat, die)


def _colours(view: View, w: float) -> Iterator[ColourPart]:
    taken = {side.colour: seat for seat, side in enumerate(view.board.sides, 1)}
    for n, colour in enumerate(PLAYER_COLOURS):
        id_, frames = colour_id(colour), view.frames(colour_id(colour), Box(8, 3, w - 16, 26, 5))
        seat = taken.get(colour, 0)
        title = f"{colour.capitalize()} workers{f' of seat {seat}' if seat else ''}"
        yield ColourPart(id_, title, colour, CARD_TOP + 32 * n, seat, TINTS[colour], frames)


def in_use(board: Board) -> Acting | Extra | None:
    """The phase of the die in use, or of the action that a power gave, whatever stands in the middle of it."""
    phase: Phase | None = board.pending
    while phase is not None and not isinstance(phase, Acting | Extra):
        phase = getattr(phase, "then", None)
    return phase


def _rows(
    view: View, rows: tuple[tuple[str, str], ...], used: int, phase: Acting | Extra | None, w: float
) -> Iterator[RowPart]:
    h = min(MOST_ROW, (CARD_HEIGHT - CARD_TOP - 4) / max(1, len(rows)))
    half, column = round(h / 2, 1), round(w / 2 - 5)
    box = Box(-3, 5 - half, column - 8, 2 * half - 10, 5)
    left, points = (phase.left, phase.points) if phase else ((), 0)
    for n, pair in enumerate(rows):
        current = n == used
        actions = []
        for side, action in enumerate(pair):
            glyph, name = ACTIONS[action]
            clickable = current and action in left
            taken = current and action not in left
            half_made = taken and action == "move" and points > 0
            size = label(f"{name}: {points}" if half_made else name, column - 24, 14)
            open_ = svg.framed(box, False, clickable)
            actions.append(ActionPart(glyph, size, 11 + column * side, taken and not half_made, open_))
        tint = view.tints[view.board.seat] if current else ""
        row, frames = row_id(n), view.frames(row_id(n), Box(4, 3, w - 8, round(h - 6, 1), 5))
        y = round(CARD_TOP + 1 + h * n, 1)
        yield RowPart(row, row_name(pair).capitalize(), y, round(h, 1), half, tint, tuple(actions), frames)


# --- graveyard and points


class GraveyardPart(Struct, frozen=True, gc=False):
    """The spent dice."""

    title: str
    x: float
    y: float
    w: float
    h: int
    sign: bool
    """There is room for a sign before its name."""
    dice: tuple[DiePart, ...]


UPRIGHT = 100
"""A graveyard that is not as wide as this is upright."""


def graveyard(view: View, plan: Plan) -> GraveyardPart:
    """Spent dice: a few large, many of them small."""
    dice, place = view.board.graveyard, plan.graveyard
    spent = counted(len(dice), "spent die", "spent dice")
    upright = place.w < UPRIGHT
    spots = _upright(len(dice)) if upright else _lying(len(dice), place.w)
    parts = tuple(die_part(die, *spot) for die, spot in zip(dice, spots, strict=True))
    return GraveyardPart(f"Dice Graveyard: {spent}", place.x, place.y, place.w, plan.grave, not upright, parts)


def _lying(count: int, w: float) -> Iterator[tuple[float, float, int]]:
    """Corners and sizes of dice in one row, or in two."""
    if count <= 4:
        yield from ((9 + 29 * n, 29, 25) for n in range(count))
        return
    row = (count + 1) // 2
    step = min(21.0, round((w - 39) / max(1, row - 1), 1))
    yield from ((round(9 + step * (n % row), 1), 26 + 17 * (n // row), 16) for n in range(count))


def _upright(count: int) -> Iterator[tuple[float, float, int]]:
    """Corners and sizes of dice in two columns, or in four."""
    if count <= 8:
        yield from ((10 + 38 * (n % 2), 30 + 39 * (n // 2), 28) for n in range(count))
    else:
        yield from ((7 + 20 * (n % 4), 32 + 30 * (n // 4), 16) for n in range(count))


class StandingPart(Struct, frozen=True, gc=False):
    """A seat on the ruler."""

    seat: Seat
    tint: str
    x: float
    y: float
    up: bool
    """It stands on another one."""


class TrackPart(Struct, frozen=True, gc=False):
    """The points as a ruler."""

    w: float
    h: int
    ticks: tuple[tuple[float, int], ...]
    seats: tuple[StandingPart, ...]


RULER_FROM, RULER_SPAN, SHAPE = 20, 20, 16


def track(view: View, w: float, h: int) -> TrackPart:
    """A ruler of 20 points, or of as many twenties as the seats lie apart, from the twenty that the last seat is in."""
    points = {seat: view.board.side(seat).vp for seat in seats_of(view.board)}
    base = min(points.values()) // RULER_SPAN * RULER_SPAN
    span = RULER_SPAN * max(1, -(-(max(points.values()) - base) // RULER_SPAN))
    unit = (w - 2 * RULER_FROM) / span
    ticks = tuple((round(RULER_FROM + n * span / 4 * unit, 1), base + span * n // 4) for n in range(5))
    return TrackPart(w, h, ticks, tuple(_standings(view, points, base, unit, h)))


def _standings(view: View, points: dict[Seat, int], base: int, unit: float, h: int) -> Iterator[StandingPart]:
    """Each seat as low as it can stand; four at one point overlap."""
    taken: list[tuple[float, int]] = []
    for seat, number in sorted(points.items(), key=lambda item: (item[1], item[0])):
        x = round(RULER_FROM + (number - base) * unit, 1)
        met = {level for other, level in taken if abs(other - x) < SHAPE}
        level = next(n for n in range(len(points)) if n not in met)
        taken.append((x, level))
        step = SHAPE if len(points) < 3 else 9
        yield StandingPart(seat, view.tints[seat], x, h - 38 - step * level, level > 0)
