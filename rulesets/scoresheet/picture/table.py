"""The whole sheet: headings, rows, and what lies beside it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from rulesets.kit.phases import GameOver, Seat
from rulesets.kit.svg import BOLD, Frames, Label, Outlines, Sheet, Template, advance, label, legible, name_label
from rulesets.scoresheet import caption
from rulesets.scoresheet.board import TABLE, Board
from rulesets.scoresheet.ids import die_id, pile_id, round_id, seat_id, tally_id
from rulesets.scoresheet.names import number
from rulesets.scoresheet.phases import Turn
from rulesets.scoresheet.picture.parts import (
    CHIP_HEIGHT,
    GAP,
    INSET,
    MARGIN,
    STRIP,
    SUM,
    TURNED_HEAD,
    BandPart,
    CellPart,
    ChipPart,
    HeadPart,
    RowPart,
    cell_box,
)
from rulesets.scoresheet.picture.plan import NARROW, WIDE, Content, Layout, Plan, arranged
from rulesets.scoresheet.picture.rows import Entry, Row, rows

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rulesets.kit.svg import Scene

TEMPLATE = Template(Path(__file__).parent)
LEAST_DIGITS = 3
"""Columns have room for numbers as long, however short they are yet."""


class Parts(Struct, frozen=True, gc=False):
    """All that the template draws."""

    width: int
    round_id: str
    headline: Label
    title: Label
    bands: tuple[BandPart, ...]
    chips: tuple[ChipPart, ...]
    height: float


def picture(scene: Scene[Board]) -> str:
    """The sheet as an SVG document; for a page as two of them, of which its style sheet shows one."""
    if scene.arrangement != "both":
        return _draw(scene, NARROW if scene.arrangement == "narrow" else WIDE)
    return _draw(scene, WIDE, "wide") + _draw(scene, NARROW, "narrow")


def _draw(scene: Scene[Board], plan: Plan, shown: Literal["", "wide", "narrow"] = "") -> str:
    board, names = scene.board, scene.called()
    drawn = parts(scene, plan, names)
    title, description = caption.title(board, scene.version), caption.description(board, names)
    sheet = Sheet(title, description, drawn.height, drawn.width, shown)
    return TEMPLATE.draw(sheet, t=drawn, inset=INSET)


def parts(scene: Scene[Board], plan: Plan, names: dict[Seat, str]) -> Parts:
    """The whole sheet."""
    board, frames = scene.board, Outlines(scene.touched, scene.clickable)
    table, shown = tuple(rows(board, names)), tuple(_shown(board))
    content = _content(board, table, len(shown))
    layout = arranged(plan, content)
    y: float = STRIP
    bands: list[BandPart] = []
    for seats in layout.bands:
        band = _band(board, frames, layout, names, seats, table, y, first=not bands)
        bands.append(band)
        y += band.h + GAP
    room, named = (layout.width - 2 * MARGIN) / 2, board.components.sheet.name
    title = name_label(named, room - GAP, 16, 15, 14)
    return Parts(
        width=layout.width,
        round_id=round_id(board.round),
        headline=label(caption.headline(board), 2 * room - GAP - advance(title.text, title.size) * BOLD, 15, 14, 13),
        title=title,
        bands=tuple(bands),
        chips=tuple(_chips(shown, frames, layout, y)),
        height=layout.height(content),
    )


def _content(board: Board, table: Sequence[Row], chips: int) -> Content:
    """How much there is to draw."""
    digits = max([len(entry.text) for row in table for entry in row.entries] + [LEAST_DIGITS])
    return Content(board.seats, len(table), sum(row.kind == "sum" for row in table), digits, chips)


def _band(
    board: Board,
    frames: Outlines,
    layout: Layout,
    names: dict[Seat, str],
    seats: Sequence[Seat],
    table: Sequence[Row],
    top: float,
    *,
    first: bool,
) -> BandPart:
    left, head_h = MARGIN + layout.label, layout.head
    width = (layout.width - MARGIN - left) / len(seats)
    xs = {seat: round(left + width * index, 1) for index, seat in enumerate(seats)}
    heads = tuple(_head(board, frames, names, seat, xs[seat], top, width, head_h) for seat in seats)
    y, drawn = top + head_h, []
    for row in table:
        height = layout.row + (SUM if row.kind == "sum" else 0)
        cells = (
            _cell(board, frames, row, row.entries[seat - 1], seat, xs[seat], y, width, height)
            for seat in (seats if row.entries else ())
        )
        called = label(legible(row.label), layout.label - 16, 15, 14, 13)
        drawn.append(RowPart(row.id if first else "", row.label, y, height, called, row.kind, tuple(cells)))
        y += height
    return BandPart(top, y - top + GAP / 2, heads, tuple(drawn))


def _head(
    board: Board,
    frames: Outlines,
    names: dict[Seat, str],
    seat: Seat,
    x: float,
    y: float,
    w: float,
    h: float,
) -> HeadPart:
    turned = h == TURNED_HEAD
    room = h - 18 if turned else w - 10
    more = caption.playing_as(board, seat)
    title = ", ".join(filter(None, (names[seat], more, "" if board.place(seat).playing else "has left")))
    outline = cell_box(w, h)
    return HeadPart(
        id=seat_id(seat),
        title=title,
        seat=seat,
        x=x,
        y=y,
        w=w,
        h=h,
        name=name_label(names[seat], room, 15, 14, 13),
        more=label(more, room, 14, 13) if more and (not turned or w >= 34) else None,
        turned=turned,
        active=isinstance(board.pending, Turn) and seat == board.seat,
        left=not board.place(seat).playing,
        frames=frames(seat_id(seat), outline),
    )


def _cell(
    board: Board,
    frames: Outlines,
    row: Row,
    entry: Entry,
    seat: Seat,
    x: float,
    y: float,
    w: float,
    h: float,
) -> CellPart:
    pending = board.pending
    won = row.kind == "sum" and isinstance(pending, GameOver) and seat in pending.winners
    return CellPart(
        id=entry.id,
        title=entry.title,
        x=x,
        y=y,
        w=w,
        h=h,
        text=label(entry.text, w - 3, 16, 15, 14, 13) if entry.text else None,
        seat=seat,
        holds=" ".join(entry.holds),
        fresh=entry.fresh,
        won=won,
        frames=_frames(frames, (entry.id, *entry.holds), w, h),
    )


def _frames(frames: Outlines, ids: Sequence[str], w: float, h: float) -> Frames | None:
    """The frames of a cell, and of a round's that lie in one."""
    found = [frame for id_ in ids if (frame := frames(id_, cell_box(w, h)))]
    touched = next((frame.touched for frame in found if frame.touched), None)
    clickable = next((frame.clickable for frame in found if frame.clickable), None)
    return Frames(touched, clickable) if found else None


def _chips(shown: Sequence[tuple[str, str, str]], frames: Outlines, layout: Layout, top: float) -> Iterator[ChipPart]:
    """Dice, piles and the counters of the table, side by side."""
    count = layout.chips_in_a_row
    w = (layout.width - 2 * MARGIN - GAP * (count - 1)) / count
    for index, (id_, name, shows) in enumerate(shown):
        x, y = MARGIN + (w + GAP) * (index % count), top + (CHIP_HEIGHT + GAP) * (index // count)
        yield ChipPart(
            id=id_,
            title=f"{name}: {shows}",
            x=round(x, 1),
            y=y,
            w=round(w, 1),
            name=name_label(name, w - 14, 14, 13),
            shows=label(shows, w - 14, 16, 15, 14, 13),
            frames=frames(id_, cell_box(w, CHIP_HEIGHT)),
        )


def _shown(board: Board) -> Iterator[tuple[str, str, str]]:
    components = board.components
    for tally in board.tallies:
        if tally.seat == TABLE:
            yield tally_id(TABLE, tally.counter), components.counter[tally.counter].name, number(tally.value)
    for die in board.dice:
        faces = components.die[die.die].faces
        yield die_id(die.die), components.die[die.die].name, str(faces[die.face - 1]) if die.face else "not rolled"
    for stack in board.stacks:
        last = f", {components.cards[stack.pile][stack.last].name}" if stack.last else ""
        yield pile_id(stack.pile), components.pile[stack.pile].name, f"{len(stack.left)} left{last}"
